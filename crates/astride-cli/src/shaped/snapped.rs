//! `astride path` between points on roads, which need not be places of the graph.

use std::fmt::Write;
use std::time::Instant;

use astride::base::{Cost, NodeId, Vec2};
use astride::path::Path;
use astride::search::{Effort, Found, Outcome, PathQuery, Scratch};
use astride::shapes::graph::{Graph, OnRoad, RoadGrid};
use astride_draw::Outlines;
use serde_json::{Value, json};

use super::{Look, Shaped, Wish};
use crate::describe::{effort_json, effort_text, guarantee_json, line};
use crate::error::Failure;
use crate::options::at_most;
use crate::pictures::DrawArgs;
use crate::report::{Ending, Report, complain, grouped};

/// An end of a path: a place, or a point on a road.
pub(super) enum End {
    Place(NodeId),
    Point { asked: String, road: Box<OnRoad> },
}

/// The best route so far.
struct Best {
    cost: Cost,
    /// The index of the goal.
    goal: usize,
    /// The path between places; `None` along a single arc.
    found: Option<Found>,
}

impl Shaped {
    /// The start and the goals, if any of them is a point on a road.
    pub(super) fn ends_on_roads(
        &self,
        wish: &Wish<'_>,
    ) -> Result<Option<(End, Vec<End>)>, Failure> {
        let Some(graph) = self.graph.as_deref().or(self.names.as_ref().map(|names| names.graph()))
        else {
            return Ok(None);
        };
        let names = wish.from.into_iter().chain(wish.to.iter().map(String::as_str));
        if !names.into_iter().any(|name| name.contains(',')) {
            return Ok(None);
        }
        if let Some(ways) = wish.ways.first() {
            let option = format!("--{}", ways.names().0);
            return Err(Failure::at(option, "is for paths between places, expected their numbers"));
        }
        let missing = || {
            let Look::Nothing(reason) = self.look else { return Failure::new("no coordinates") };
            Failure::new(reason)
        };
        let grid = RoadGrid::of(graph).ok_or_else(missing)?;
        let end = |name: &str, option| match self.point(graph, name, option) {
            Some(point) => self.snapped(&grid, point?, name, option),
            None => self.named(name, option).map(End::Place),
        };
        let start = wish
            .from
            .map_or_else(|| self.start(None).map(End::Place), |name| end(name, "--from"))?;
        let goals: Vec<End> =
            wish.to.iter().map(|name| end(name, "--to")).collect::<Result<_, _>>()?;
        if goals.is_empty() {
            return Err(Failure::new("where to go? expected --to"));
        }
        Ok(Some((start, goals)))
    }

    /// Where coordinates lie among the positions of a graph; `None` if a name is not written like them.
    fn point(&self, graph: &Graph, name: &str, option: &str) -> Option<Result<Vec2, Failure>> {
        if let Some(names) = &self.names {
            return names.point(name, option);
        }
        let (x, y) = name.split_once(',')?;
        let number =
            |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        // Files of coordinates count to the north, positions to the south.
        let point = number(x).zip(number(y)).map(|(x, y)| Vec2::new(x, -y));
        let example = graph.position(NodeId::new(0)).unwrap_or_default();
        Some(point.ok_or_else(|| {
            let message =
                format!("{name:?} is no point, expected X,Y such as {},{}", example.x, -example.y);
            Failure::at(option, message)
        }))
    }

    /// The point on a road nearest to another one; says how far it is.
    fn snapped(
        &self,
        grid: &RoadGrid,
        point: Vec2,
        name: &str,
        option: &str,
    ) -> Result<End, Failure> {
        let road = grid.nearest_road(point);
        let road = road.ok_or_else(|| Failure::at(option, "there are no roads"))?;
        let [from, to] = [road.from, road.to].map(|node| self.name(node));
        let unit = if self.names.is_some() { " metres" } else { "" };
        complain(&format!(
            "{option} {name} is {:.0}{unit} from the road between {from} and {to}, taking that",
            road.distance
        ));
        Ok(End::Point { asked: name.to_owned(), road: Box::new(road) })
    }

    /// The name of an end as it was given.
    fn end_name(&self, end: &End) -> String {
        match end {
            End::Place(node) => self.name(*node),
            End::Point { asked, .. } => asked.clone(),
        }
    }

    /// The nodes at which a path from or to an end begins or ends, and the ticks between.
    fn starts_of(&self, end: &End) -> Vec<(NodeId, Cost)> {
        match end {
            End::Place(node) => vec![(*node, 0)],
            End::Point { road, .. } => with_free(road.starts(), self.place_at(road)),
        }
    }

    fn goals_of(&self, end: &End) -> Vec<(NodeId, Cost)> {
        let arrivals = |node: Option<NodeId>| match &self.names {
            Some(names) => names.arrivals(node.as_slice()),
            None => node.into_iter().collect(),
        };
        match end {
            End::Place(node) => with_free(Vec::new(), arrivals(Some(*node))),
            End::Point { road, .. } => with_free(road.goals(), arrivals(self.place_at(road))),
        }
    }

    /// The place of a file at which a point lies, if it is at an end of its road. The arc of the road
    /// may be that of a copy, which other roads do not share.
    fn place_at(&self, road: &OnRoad) -> Option<NodeId> {
        let end = if road.share <= 0.0 {
            road.from
        } else if road.share >= 1.0 {
            road.to
        } else {
            return None;
        };
        self.names.as_ref()?.original(end)
    }

    /// `astride path`, with an end that is no place.
    pub(super) fn path_on_roads(
        &mut self,
        wish: &Wish<'_>,
        (start, goals): (End, Vec<End>),
        draw: &DrawArgs,
    ) -> Result<Report, Failure> {
        draw.refuse_tree()?;
        let built = match wish.method.has_index() {
            true => Some(self.prepare(wish.method, "--method")?),
            false => None,
        };
        let (mut seconds, mut best, mut effort) = (f64::INFINITY, Ok(None), Effort::default());
        for _ in 0..wish.repeat {
            let began = Instant::now();
            effort = Effort::default();
            best = self.best_route(wish, &start, &goals, &mut effort)?;
            seconds = seconds.min(began.elapsed().as_secs_f64());
        }
        let (from, to) = (self.end_name(&start), self.end_name(&goals[0]));
        let mut report = Report::good(
            String::new(),
            json!({
                "command": "path", "shape": self.board.shape(), "from": from, "to": to,
                "method": wish.method.to_string(), "effort": effort_json(effort),
                "snapped": std::iter::once(("--from", &start))
                    .chain(goals.iter().map(|goal| ("--to", goal)))
                    .filter_map(|(option, end)| self.snapped_json(option, end))
                    .collect::<Vec<_>>(),
                "timing": { "seconds": seconds },
            }),
        );
        let found = match best {
            Err(OutOfBudget) => {
                report.ending = Ending::OutOfBudget;
                report.json["outcome"] = "out-of-budget".into();
                report.text.push_str("out of budget\n");
                return Ok(report);
            }
            Ok(None) => {
                report.ending = Ending::Negative;
                report.json["outcome"] = "unreachable".into();
                let _ = writeln!(report.text, "no path from {from} to {to}");
                None
            }
            Ok(Some(Best { cost, goal, found })) => {
                let to = self.end_name(&goals[goal]);
                let _ = writeln!(report.text, "path from {from} to {to}");
                line(&mut report.text, "cost", format_args!("{} ticks", grouped(cost)));
                report.json["outcome"] = "found".into();
                report.json["cost"] = cost.into();
                self.tell_ends([("start", &start), ("goal", &goals[goal])], &mut report);
                found
            }
        };
        if wish.cost_only {
            line(&mut report.text, "time", format_args!("{:.2} us", seconds * 1e6));
        } else if let Some(Found { path, guarantee, .. }) = &found {
            let names: Vec<_> = path.nodes().iter().map(|&node| self.name(node)).collect();
            line(&mut report.text, "guarantee", guarantee);
            line(&mut report.text, "places", names.join(" "));
            line(&mut report.text, "effort", effort_text(effort));
            report.json["guarantee"] = guarantee_json(*guarantee);
            report.json["places"] = names.into();
        } else if report.json["outcome"] == "found" {
            report.text.push_str("along one road\n");
            report.json["places"] = json!([]);
        }
        if let Some(built) = built {
            line(&mut report.text, "built", format_args!("{:.2} ms", built * 1e3));
        }
        let path = found.as_ref().map(|found| found.path.nodes());
        let starts: Vec<NodeId> = path.and_then(<[_]>::first).into_iter().copied().collect();
        let goals: Vec<NodeId> = path.and_then(<[_]>::last).into_iter().copied().collect();
        let picture = Outlines { path, ..self.picture(&starts, &goals) };
        self.draw_outlines(&picture, draw, &mut report)?;
        Ok(report)
    }

    /// The best route from a start to any of some goals.
    fn best_route(
        &mut self,
        wish: &Wish<'_>,
        start: &End,
        goals: &[End],
        effort: &mut Effort,
    ) -> Result<Result<Option<Best>, OutOfBudget>, Failure> {
        let refused = |error| Failure::of_at(format!("--method {}", wish.method), error);
        let (mut budget, scratch) = (at_most(wish.budget), &mut Scratch::new());
        let mut best: Option<Best> = None;
        for (goal, end) in goals.iter().enumerate() {
            if let (End::Point { road: here, .. }, End::Point { road: there, .. }) = (start, end) {
                let along = here.along(there).filter(|&cost| is_better(cost, best.as_ref(), wish));
                best = along.map(|cost| Best { cost, goal, found: None }).or(best);
            }
            for (from, before) in self.starts_of(start) {
                for (to, after) in self.goals_of(end) {
                    let found = if wish.cost_only && wish.method.has_index() {
                        let cost = self.board.cost(wish.method, [from, to], scratch);
                        cost.map_err(refused)?.and_then(|cost| {
                            Some(Found {
                                path: Path::new(vec![from, to], cost)?,
                                guarantee: wish.method.row().promise,
                                effort: Effort::default(),
                            })
                        })
                    } else {
                        let query = PathQuery { ties: wish.ties, ..PathQuery::new(from, to) };
                        let answer =
                            self.board.answer(wish.method, &query, scratch, &mut budget, None);
                        let answer = answer.map_err(refused)?;
                        *effort += answer.effort();
                        match answer {
                            Outcome::Found(found) => Some(found),
                            Outcome::Unreachable(_) => None,
                            Outcome::OutOfBudget(_) => return Ok(Err(OutOfBudget)),
                        }
                    };
                    let Some(found) = found else { continue };
                    let cost = before + found.path.cost() + after;
                    if is_better(cost, best.as_ref(), wish) {
                        best = Some(Best { cost, goal, found: Some(found) });
                    }
                }
            }
        }
        Ok(Ok(best))
    }

    /// Tells where on their roads the ends lie.
    fn tell_ends(&self, ends: [(&str, &End); 2], report: &mut Report) {
        for (title, end) in ends {
            let End::Point { road, .. } = end else { continue };
            let [from, to] = [road.from, road.to].map(|node| self.name(node));
            let share = format!("{:.3} of the road from {from} to {to}", road.share);
            line(&mut report.text, title, share);
        }
    }

    fn snapped_json(&self, option: &str, end: &End) -> Option<Value> {
        let End::Point { asked, road } = end else { return None };
        Some(json!({
            "option": option, "asked": asked, "road": [self.name(road.from), self.name(road.to)],
            "share": road.share, "distance": road.distance,
        }))
    }
}

/// Adds nodes that cost nothing to a list.
fn with_free(
    mut list: Vec<(NodeId, Cost)>,
    nodes: impl IntoIterator<Item = NodeId>,
) -> Vec<(NodeId, Cost)> {
    for node in nodes {
        if !list.contains(&(node, 0)) {
            list.push((node, 0));
        }
    }
    list
}

/// The searches together expand more than they may.
struct OutOfBudget;

fn is_better(cost: Cost, best: Option<&Best>, wish: &Wish<'_>) -> bool {
    cost <= wish.max_cost && best.is_none_or(|best| cost < best.cost)
}
