//! `astride path` on maps of any shape but squares.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use astride::base::{Budget, Cost, NodeId, Spent, Vec2};
use astride::path::Path;
use astride::planner::Method;
use astride::search::{Event, Goals, Outcome, PathQuery, Scratch, Ties, Why};
use astride::shapes::ExplainError;
use astride::shapes::mesh::MeshSpace;
use astride::shapes::voxel::{VoxelLine, VoxelMap};
use astride_draw::{Outlines, Progress};
use serde_json::{Value, json};

use super::{Look, Shaped, Ways};
use crate::describe::{effort_json, effort_text, guarantee_json, line};
use crate::error::Failure;
use crate::keys::KeyArgs;
use crate::options::at_most;
use crate::pictures::DrawArgs;
use crate::progress::Ticker;
use crate::reasons::tell_reasons;
use crate::report::{Ending, Report, complain, count, grouped};
use crate::smooth::smooth;

/// The most expanded nodes that are kept for pictures: searches that go deep again and again expand
/// far more than there are.
const MOST_EXPANDED: usize = 1 << 22;

/// What is asked of a map.
pub(crate) struct Wish<'a> {
    pub(crate) from: Option<&'a str>,
    pub(crate) to: &'a [String],
    pub(crate) method: Method,
    pub(crate) ties: Ties,
    pub(crate) budget: Option<u64>,
    pub(crate) max_cost: Cost,
    /// Whether the path is to be pulled straight.
    pub(crate) straighten: bool,
    /// Whether to say why there is none.
    pub(crate) why: bool,
    /// Whether to find only what the path costs.
    pub(crate) cost_only: bool,
    /// How often to ask; the least time counts.
    pub(crate) repeat: u16,
    /// Which other paths to list.
    pub(crate) ways: Vec<Ways>,
    /// Whether to take the nearest places instead of blocked ends.
    pub(crate) snap: bool,
    /// The area beside which to go, if there is one.
    pub(crate) beside: &'a [String],
    /// The radius of the arcs of a smooth line, and that of the body, if one is asked for.
    pub(crate) smooth: Option<(f64, f64)>,
    /// Keys and doors on the way.
    pub(crate) keys: &'a KeyArgs,
}

/// Why there is no way to an area.
pub(crate) const NOBODY_BESIDE: &str = "the mover can stand nowhere beside it";

/// What has no use for places without sides.
const NO_SIDES: &str = "is for maps of squares, floors, hexagons and triangles";

impl Wish<'_> {
    /// Refuses what needs the path, or a limit for a method that knows none, where only the cost is
    /// found.
    pub(crate) fn check_cost_only(
        &self,
        draw: &DrawArgs,
        takes_budget: bool,
    ) -> Result<(), Failure> {
        let is_shown = self.straighten || self.smooth.is_some();
        let needs_path = is_shown || self.why || !self.ways.is_empty();
        if draw.shows_search() || draw.shows_tree() || needs_path {
            let message = "--cost-only finds no path to show, expected one or the other";
            return Err(Failure::new(message));
        }
        if self.budget.is_some() && !takes_budget {
            let message =
                "--cost-only takes no --budget with this method, expected one or the other";
            return Err(Failure::new(message));
        }
        Ok(())
    }
}

impl Shaped {
    /// `astride path`.
    pub(crate) fn path(&mut self, wish: &Wish<'_>, draw: &DrawArgs) -> Result<Report, Failure> {
        if wish.cost_only {
            wish.check_cost_only(draw, !wish.method.has_index())?;
        }
        let space = match &self.look {
            Look::Space(map, mover) => Some((Arc::clone(map), *mover)),
            _ if wish.straighten => {
                return Err(Failure::at("--straighten", "is for maps of squares and voxels"));
            }
            _ => None,
        };
        let given = [
            ("--snap", wish.snap),
            ("--beside", !wish.beside.is_empty()),
            ("--smooth", wish.smooth.is_some()),
        ];
        let given = given.into_iter().find(|&(_, is_given)| is_given && self.sides.is_none());
        if let Some((option, _)) = given {
            return Err(Failure::at(option, NO_SIDES));
        }
        if wish.why && self.explain.is_none() {
            let message = "is for maps of squares, floors, hexagons, triangles and voxels";
            return Err(Failure::at("--why", message));
        }
        if wish.method.has_index() && draw.shows_tree() {
            let message = "does not tell what it looks at, astar does";
            return Err(Failure::at(format!("--method {}", wish.method), message));
        }
        if let Some(ends) = self.ends_on_roads(wish)? {
            return self.path_on_roads(wish, ends, draw);
        }
        if wish.cost_only {
            return self.cost_alone(wish);
        }
        let (start, goals) = self.ends(wish)?;
        let goal = goals[0];
        let goals = self.names.as_ref().map_or(goals.clone(), |names| names.arrivals(&goals));
        let mut expanded = Vec::new();
        let mut tree = draw.shows_tree().then(Progress::new);
        let mut notice = |event| {
            if let Some(tree) = &mut tree {
                tree.apply(&event);
            }
            keep_expanded(&mut expanded, event);
        };
        let began = Instant::now();
        let outcome = self.ask(wish, start, &goals, &mut notice)?;
        let mut seconds = began.elapsed().as_secs_f64();
        for _ in 1..wish.repeat {
            let began = Instant::now();
            let _ = self.ask(wish, start, &goals, &mut |_| ())?;
            seconds = seconds.min(began.elapsed().as_secs_f64());
        }
        let explained = match (&outcome, &self.explain) {
            (Outcome::Unreachable(_), Some(_)) if wish.why && goals.len() > 1 => {
                return Err(Failure::at("--why", "expected one goal, there are several"));
            }
            (Outcome::Unreachable(_), Some(explain)) if wish.why => {
                match explain([start, goal], &mut at_most(wish.budget)) {
                    Ok(explanation) => Some(Ok(explanation)),
                    Err(ExplainError::Spent(spent)) => Some(Err(spent)),
                    Err(ExplainError::Unsupported(why)) => {
                        return Err(Failure::of_at("--why", why));
                    }
                }
            }
            _ => None,
        };
        let known = explained.as_ref().and_then(|explained| explained.as_ref().ok()?.as_ref());
        let why = known.map(|explanation| explanation.why);
        let mut report = self.told(&outcome, why, [start, goal], seconds);
        if let Some(explained) = explained {
            tell_reasons(&mut report, explained, "place", String::clone, |name| json!(name));
        }
        report.json["method"] = wish.method.to_string().into();
        if let (Some((map, mover)), Some(path), true) = (space, outcome.path(), wish.straighten) {
            tell_line(&map.seen_by(&mover).straighten(path), &map, &mut report);
        }
        if let Some(found) = outcome.path() {
            for &ways in &wish.ways {
                let ends = [found.start(), found.goal()];
                let find = |budget: &mut Budget<'_>| self.find_ways(ways, ends, budget);
                let list = |path: &Path| {
                    let names: Vec<_> = path.nodes().iter().map(|&node| self.name(node)).collect();
                    let text = format!("  {}", names.join(" "));
                    let (cost, steps) = (path.cost(), path.step_count());
                    (text, json!({ "cost": cost, "steps": steps, "places": names }))
                };
                tell_ways(&mut report, ways, (wish.budget, wish.max_cost), find, list);
            }
        }
        let line = outcome.path().map(|path| self.smoothed(&mut report, path, wish)).transpose()?;
        let line = &line.unwrap_or_default()[..];
        let path = outcome.path().map(|path| path.nodes());
        let starts = [start];
        let (expanded, tree) = (&expanded[..], tree.as_ref());
        let picture = Outlines { path, line, expanded, tree, ..self.picture(&starts, &goals) };
        self.draw_outlines(&picture, draw, &mut report)?;
        Ok(report)
    }

    /// What a path costs, and nothing else.
    fn cost_alone(&mut self, wish: &Wish<'_>) -> Result<Report, Failure> {
        let (start, goals) = self.ends(wish)?;
        let (from, to) = (self.name(start), self.name(goals[0]));
        let goals = self.names.as_ref().map_or(goals.clone(), |names| names.arrivals(&goals));
        let refused = |error| Failure::of_at(format!("--method {}", wish.method), error);
        let built = match wish.method.has_index() {
            true => Some(self.prepare(wish.method, "--method")?),
            false => None,
        };
        let (mut seconds, mut cost, scratch) = (f64::INFINITY, None, &mut Scratch::new());
        for _ in 0..wish.repeat {
            let began = Instant::now();
            cost = match built {
                Some(_) => {
                    let mut least = None;
                    for &goal in &goals {
                        let found = self.board.cost(wish.method, [start, goal], scratch);
                        let found = found.map_err(refused)?;
                        least = least.into_iter().chain(found).min();
                    }
                    least.filter(|&cost| cost <= wish.max_cost)
                }
                None => match self.ask(wish, start, &goals, &mut |_| ())? {
                    Outcome::OutOfBudget(_) => {
                        let json = json!({ "command": "path", "outcome": "out-of-budget" });
                        let mut report = Report::good("out of budget\n".into(), json);
                        report.ending = Ending::OutOfBudget;
                        return Ok(report);
                    }
                    outcome => outcome.cost(),
                },
            };
            seconds = seconds.min(began.elapsed().as_secs_f64());
        }
        let json = json!({
            "command": "path", "shape": self.board.shape(), "from": from, "to": to,
            "method": wish.method.to_string(), "cost": cost,
            "outcome": if cost.is_some() { "found" } else { "unreachable" },
            "timing": { "seconds": seconds },
        });
        let mut report = Report::good(String::new(), json);
        match cost {
            Some(cost) => line(&mut report.text, "cost", format_args!("{} ticks", grouped(cost))),
            None => {
                report.ending = Ending::Negative;
                report.text.push_str("no path\n");
            }
        }
        line(&mut report.text, "time", format_args!("{:.2} us", seconds * 1e6));
        if let Some(built) = built {
            line(&mut report.text, "built", format_args!("{:.2} ms", built * 1e3));
        }
        Ok(report)
    }

    /// Where to start, and where to go: at least one goal.
    pub(super) fn ends(&self, wish: &Wish<'_>) -> Result<(NodeId, Vec<NodeId>), Failure> {
        // It also says why places cannot be stood on.
        let named = |name: &str, option, from: Option<NodeId>| {
            let place = self.place(name, option)?;
            match &self.sides {
                _ if wish.why => Ok(place),
                Some(sides) if wish.snap && !self.board.is_passable(place) => {
                    let taken = sides.snapped(place, from).map_err(|error| error.within(option))?;
                    let (asked, taken_name) = (self.name(place), self.name(taken));
                    complain(&format!("{option} {asked} is blocked, taking {taken_name}"));
                    Ok(taken)
                }
                _ => self.free(place, option),
            }
        };
        let start =
            wish.from.map_or_else(|| self.start(None), |name| named(name, "--from", None))?;
        let mut goals: Vec<NodeId> = match wish.to {
            [] if wish.beside.is_empty() => self.goals.clone(),
            names => names
                .iter()
                .map(|name| named(name, "--to", Some(start)))
                .collect::<Result<_, _>>()?,
        };
        if let (Some(sides), [_, ..]) = (&self.sides, wish.beside) {
            let area = wish.beside.iter().map(|name| self.place(name, "--beside"));
            goals = sides.beside(&area.collect::<Result<Vec<NodeId>, _>>()?);
            if goals.is_empty() {
                return Err(Failure::at("--beside", NOBODY_BESIDE));
            }
        }
        if goals.is_empty() {
            return Err(Failure::new("where to go? expected --to, or a map with a B"));
        }
        Ok((start, goals))
    }

    /// The path as a smooth line, if one was asked for.
    fn smoothed(
        &self,
        report: &mut Report,
        path: &Path,
        wish: &Wish<'_>,
    ) -> Result<Vec<Vec2>, Failure> {
        let (Some(sides), Some((turn, radius))) = (&self.sides, wish.smooth) else {
            return Ok(Vec::new());
        };
        let middle = |&node: &NodeId| {
            let corners = self.board.outline(node);
            let sum = corners.iter().fold(Vec2::default(), |sum, &corner| sum.plus(corner));
            sum.times(1.0 / corners.len() as f64)
        };
        let (line, ground) =
            (path.nodes().iter().map(middle).collect::<Vec<Vec2>>(), sides.ground()?);
        let space = MeshSpace::along(&ground, radius, &line);
        smooth(report, &line, turn, &space.map_err(|error| Failure::of_at("--smooth", error))?)
    }

    /// Several paths. The cheapest ones may end at any copy of the goal, those by different ways are
    /// compared at one.
    fn find_ways(
        &self,
        ways: Ways,
        [start, goal]: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Path>, Spent> {
        let place = self.names.as_ref().and_then(|names| Some((names, names.original(goal)?)));
        let (Some((names, place)), Ways::Cheapest(count)) = (place, ways) else {
            return (self.several)([start, goal], ways, budget);
        };
        let mut paths = Vec::new();
        for goal in names.arrivals(&[place]) {
            paths.extend((self.several)([start, goal], ways, budget)?);
        }
        paths.sort_by_key(Path::cost);
        paths.truncate(count);
        Ok(paths)
    }

    /// The best answer to any of some goals.
    fn ask(
        &mut self,
        wish: &Wish<'_>,
        start: NodeId,
        goals: &[NodeId],
        notice: &mut dyn FnMut(Event),
    ) -> Result<Outcome, Failure> {
        let &Wish { method, ties, max_cost, keys, .. } = wish;
        let (mut budget, scratch) = (at_most(wish.budget), &mut Scratch::new());
        if keys.are_given() {
            return self.route_with_keys(keys, start, goals, &mut budget);
        }
        // An index goes to one node after the other where a place is there more than once.
        let at_once = if method.has_index() && self.names.is_some() { 1 } else { goals.len() };
        let mut outcome: Option<Outcome> = None;
        for goals in goals.chunks(at_once) {
            let any = Goals::Any(goals);
            let query = PathQuery { goals: any, ties, max_cost, ..PathQuery::new(start, goals[0]) };
            let found = self.board.answer(method, &query, scratch, &mut budget, Some(notice));
            let found = found.map_err(|error| Failure::of_at("--method", error))?;
            let is_best = |best: &Outcome| {
                best.cost().is_some_and(|best| found.cost().is_none_or(|cost| best <= cost))
            };
            let is_out = matches!(found, Outcome::OutOfBudget(_));
            outcome = Some(outcome.filter(|best| !is_out && is_best(best)).unwrap_or(found));
            if is_out {
                break;
            }
        }
        outcome.ok_or_else(|| Failure::new("nothing was asked"))
    }

    /// The answer past doors, with the keys that lie on the map or are in hand.
    fn route_with_keys(
        &self,
        keys: &KeyArgs,
        start: NodeId,
        goals: &[NodeId],
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Failure> {
        if self.names.is_some() {
            keys.refuse("is not for roads of OpenStreetMap, whose places may be several nodes")?;
        }
        let &[goal] = goals else {
            return Err(Failure::new("keys and doors expect one goal, there are several"));
        };
        let node = |name: &str| self.board.node(name).map_err(|error| error.to_string());
        let locks = keys.on(node, |class| (self.locked.fenced)(class))?;
        Ok((self.locked.route)(&locks, [start, goal], budget))
    }

    /// The report of an outcome, with the reason why there is no path if more than the search's own
    /// is known.
    fn told(
        &self,
        outcome: &Outcome,
        why: Option<Why>,
        [start, goal]: [NodeId; 2],
        seconds: f64,
    ) -> Report {
        let name = |node: &NodeId| self.name(*node);
        let json = json!({
            "command": "path", "shape": self.board.shape(), "from": name(&start), "to": name(&goal),
            "effort": effort_json(outcome.effort()), "timing": { "seconds": seconds },
        });
        let mut report = Report::good(String::new(), json);
        let text = &mut report.text;
        match outcome {
            Outcome::Found(found) => {
                let names: Vec<_> = found.path.nodes().iter().map(name).collect();
                let _ =
                    writeln!(text, "path from {} to {}", name(&start), name(&found.path.goal()));
                line(text, "cost", format_args!("{} ticks", grouped(found.path.cost())));
                line(text, "steps", found.path.step_count());
                line(text, "guarantee", found.guarantee);
                line(text, "places", names.join(" "));
                report.json["outcome"] = "found".into();
                report.json["cost"] = found.path.cost().into();
                report.json["steps"] = found.path.step_count().into();
                report.json["guarantee"] = guarantee_json(found.guarantee);
                report.json["places"] = names.into();
            }
            Outcome::Unreachable(unreachable) => {
                report.ending = Ending::Negative;
                report.json["outcome"] = "unreachable".into();
                let why = why.unwrap_or(unreachable.why).to_string();
                let _ = writeln!(text, "no path from {} to {}: {why}", name(&start), name(&goal));
                report.json["why"] = why.into();
            }
            Outcome::OutOfBudget(out) => {
                report.ending = Ending::OutOfBudget;
                report.json["outcome"] = "out-of-budget".into();
                let after = count(out.effort.expanded, "expanded node");
                let _ = writeln!(text, "out of budget after {after}");
            }
        }
        line(text, "effort", effort_text(outcome.effort()));
        report
    }
}

/// Tells of several paths that cost no more than they may, each as a line of text and as JSON; returns
/// them, or none if the budget ran out.
pub(crate) fn tell_ways(
    report: &mut Report,
    ways: Ways,
    (budget, max_cost): (Option<u64>, Cost),
    find: impl FnOnce(&mut Budget<'_>) -> Result<Vec<Path>, Spent>,
    list: impl Fn(&Path) -> (String, Value),
) -> Vec<Path> {
    let mut ticker = Ticker::endless("finding more paths");
    let mut tick = || {
        ticker.at(0);
        false
    };
    let (name, what) = ways.names();
    let Ok(mut paths) = find(&mut at_most(budget).deadline(&mut tick)) else {
        report.ending = Ending::OutOfBudget;
        line(&mut report.text, name, " out of budget");
        report.json[name] = Value::Null;
        return Vec::new();
    };
    paths.retain(|path| path.cost() <= max_cost);
    let _ = writeln!(report.text, "\n{} {what}:", count(paths.len() as u64, "path"));
    let mut listed = Vec::new();
    for (at, path) in paths.iter().enumerate() {
        let (cost, steps) = (path.cost(), path.step_count() as u64);
        let (cost, steps) = (count(cost, "tick"), count(steps, "step"));
        let _ = writeln!(report.text, "{:>4}. {cost}, {steps}", at + 1);
        let (text, json) = list(path);
        let _ = writeln!(report.text, "{text}");
        listed.push(json);
    }
    report.json[name] = listed.into();
    paths
}

/// Keeps which nodes a search expands, for pictures.
pub(crate) fn keep_expanded(expanded: &mut Vec<NodeId>, event: Event) {
    match event {
        Event::Close { node, .. } if expanded.len() < MOST_EXPANDED => expanded.push(node),
        _ => {}
    }
}

/// Tells of a path that was pulled straight.
fn tell_line(straight: &VoxelLine, map: &VoxelMap, report: &mut Report) {
    let turns: Vec<_> = straight.nodes.iter().map(|&node| map.voxel(node).to_string()).collect();
    let length = format!("{:.4} voxels long, turning at", straight.length);
    line(&mut report.text, "straightened", format_args!("{length}"));
    let _ = writeln!(report.text, "  {}", turns.join(" "));
    report.json["straightened"] = json!({ "length": straight.length, "places": turns });
}
