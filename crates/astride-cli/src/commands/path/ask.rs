//! The query of `astride path`, and its answer by whichever method was chosen.

use std::time::Instant;

use astride::base::{Budget, Cell, CellNameError, Cost, NodeId};
use astride::io::WorldFile;
use astride::planner::{Choice, Method, solve};
use astride::search::states::Locks;
use astride::search::{Outcome, PathQuery, Recorder, Scratch, Ties};
use astride::shapes::Shape;
use astride::shapes::square::{GridView, Mover, Near, snap};
use serde_json::json;

use super::Args;
use crate::describe::line;
use crate::error::Failure;
use crate::options::{at_most, cell_json, check_rect, choose, free_node, node_on, plain};
use crate::parse;
use crate::progress::Ticker;
use crate::ready::Ready;
use crate::report::{Ending, Report, complain, count, grouped};
use crate::shaped::{NOBODY_BESIDE, Ways, Wish};

/// The question as the engine takes it.
pub(super) struct Asked {
    pub(super) start: NodeId,
    pub(super) goals: Vec<NodeId>,
    /// Who answers: what was asked for, or what a file of indexes holds.
    pub(super) answerer: Method,
    /// That file.
    baked: Option<Vec<u8>>,
    /// Cells that were taken instead of blocked ones.
    moved: Vec<Moved>,
}

/// A cell that was taken instead of one on which the mover cannot stand.
struct Moved {
    option: &'static str,
    asked: Cell,
    taken: Cell,
}

impl Asked {
    /// What every report of an answer begins with.
    pub(super) fn report(&self, map: &WorldFile, seconds: f64) -> Report {
        let cell = |&node: &NodeId| cell_json(map.grid.cell(node));
        let moved = |moved: &Moved| {
            let Moved { option, asked, taken } = *moved;
            json!({ "option": option, "asked": cell_json(asked), "taken": cell_json(taken) })
        };
        let json = json!({
            "command": "path",
            "snapped": self.moved.iter().map(moved).collect::<Vec<_>>(),
            "from": cell(&self.start),
            "to": self.goals.iter().map(cell).collect::<Vec<_>>(),
            "method": self.answerer.to_string(),
            "timing": { "seconds": seconds },
        });
        Report::good(String::new(), json)
    }
}

impl Args {
    /// The other paths to list.
    pub(super) fn ways(&self) -> Vec<Ways> {
        let cheapest = self.alternatives.map(|count| Ways::Cheapest(count.into()));
        let different = self.dissimilar.map(|count| Ways::Different(count.into()));
        cheapest.into_iter().chain(different).collect()
    }

    /// What is asked of a map that is not one of squares.
    pub(super) fn wish(&self) -> Result<Wish<'_>, Failure> {
        let given = [
            ("--heuristic", !self.search.guess.is_usual()),
            ("--exact", self.exact),
            ("--any-angle", self.any_angle.any_angle.is_some()),
            ("--partial", self.partial),
            ("--waypoints", self.waypoints),
            ("--trace", self.trace.is_some()),
        ];
        if let Some((option, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
            return Err(Failure::at(option, "is for maps of squares"));
        }
        Ok(Wish {
            from: self.from.as_deref(),
            to: &self.to,
            method: self.search.method.unwrap_or_default(),
            ties: self.search.guess.ties(),
            budget: self.budget,
            max_cost: self.max_cost.unwrap_or(Cost::MAX),
            straighten: self.straighten,
            why: self.why,
            cost_only: self.ask.cost_only,
            repeat: self.ask.repeat,
            ways: self.ways(),
            snap: self.snap,
            beside: &self.beside,
            smooth: self.smooth.map(|turn| (turn, self.disc.radius())),
            keys: &self.keys,
        })
    }

    pub(super) fn asked(&self, map: &WorldFile, mover: &Mover) -> Result<Asked, Failure> {
        let grid = &map.grid;
        let cell = |name: &String, option| name.parse().map_err(|e| Failure::of_at(option, e));
        let from = match (&self.from, &map.starts[..]) {
            (Some(name), _) => cell(name, "--from")?,
            (None, &[cell]) => cell,
            (None, starts) => {
                let message = "expected --from X,Y, or a drawn map with one A";
                let drawn = count(starts.len() as u64, "start");
                return Err(Failure::new(format!("where to start? {message} (it has {drawn})")));
            }
        };
        let named = self.to.iter().map(|name| cell(name, "--to")).collect::<Result<Vec<_>, _>>()?;
        let to = match self.beside[..] {
            [] if named.is_empty() => &map.goals,
            _ => &named,
        };
        if to.is_empty() && self.beside.is_empty() {
            let message = "where to go? expected --to X,Y, or a drawn map with a B (it has none)";
            return Err(Failure::new(message));
        }
        let view = grid.seen_by(mover);
        let mut moved = Vec::new();
        let mut snapped = |near: Near, asked, option| {
            node_on(grid, asked, option)?;
            let taken = snap(&view, near).map_err(|error| Failure::of_at(option, error))?;
            complain(&format!("{option} {} is blocked, taking {}", plain(asked), plain(taken)));
            moved.push(Moved { option, asked, taken });
            node_on(grid, taken, option)
        };
        let start = match self.snap && !view.is_free(from) {
            true => snapped(Near::new(from), from, "--from")?,
            false if self.why => node_on(grid, from, "--from")?,
            false => free_node(grid, mover, from, "--from")?,
        };
        let may_be_blocked = self.partial || self.why;
        let goals =
            to.iter().map(|&cell| match (self.snap && !view.is_free(cell), may_be_blocked) {
                (true, _) => {
                    let near = Near::new(cell).reached_from(grid.cell(start));
                    snapped(near, cell, "--to")
                }
                (false, true) => node_on(grid, cell, "--to"),
                (false, false) => free_node(grid, mover, cell, "--to"),
            });
        let mut goals = goals.collect::<Result<Vec<NodeId>, _>>()?;
        for area in &self.beside {
            let rect = parse::area(area).and_then(|rect| check_rect(grid, rect).map(|()| rect));
            let rect = rect.map_err(|why| Failure::at("--beside", why))?;
            goals.extend(view.places_beside(rect, 1));
        }
        if goals.is_empty() {
            return Err(Failure::at("--beside", NOBODY_BESIDE));
        }
        let baked = self.ask.baked_for(&self.map)?;
        let answerer = choose(self.search.method, baked.as_deref())?;
        Ok(Asked { start, goals, answerer, baked, moved })
    }

    /// Refuses options that go with no keys: with them one search answers, for the cheapest path to one
    /// goal.
    pub(super) fn check_keys(&self) -> Result<(), Failure> {
        let given = [
            ("--method", self.search.method.is_some_and(|method| method != Method::AStar)),
            ("--heuristic", !self.search.guess.is_usual()),
            ("--ties", self.search.guess.ties() != Ties::default()),
            ("--exact", self.exact),
            ("--nearest", self.nearest),
            ("--beside", !self.beside.is_empty()),
            ("--any-angle", self.any_angle.any_angle.is_some()),
            ("--max-cost", self.max_cost.is_some()),
            ("--partial", self.partial),
            ("--why", self.why),
            ("--cost-only", self.ask.cost_only),
            ("--baked", self.ask.baked.is_some()),
            ("--straighten", self.straighten),
            ("--smooth", self.smooth.is_some()),
            ("--alternatives", self.alternatives.is_some()),
            ("--dissimilar", self.dissimilar.is_some()),
            ("--trace", self.trace.is_some()),
        ];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) => {
                self.keys.refuse(&format!("goes with no {option}, expected one or the other"))
            }
            None => Ok(()),
        }
    }

    /// The keys and doors on a map of squares, and the keys in hand, if any are given.
    pub(super) fn locks(
        &self,
        map: &WorldFile,
        asked: &Asked,
    ) -> Result<Option<(Locks, u16)>, Failure> {
        if !self.keys.are_given() {
            return Ok(None);
        }
        if asked.goals.len() > 1 {
            return self.keys.refuse("expected one goal, there are several").map(|()| None);
        }
        let node = |name: &str| {
            let cell: Cell = name.parse().map_err(|error: CellNameError| error.to_string())?;
            map.grid.node(cell).ok_or_else(|| format!("cell {} is off the map", plain(cell)))
        };
        self.keys.on(node, |class| map.grid.fenced(class)).map(Some)
    }

    pub(super) fn route_with_keys(
        &self,
        (locks, keys): &(Locks, u16),
        view: &GridView<'_>,
        asked: &Asked,
    ) -> Outcome {
        let ends = [asked.start, asked.goals[0]];
        locks.route(view, ends, *keys, &mut Scratch::new(), &mut self.limits())
    }

    /// The question as searches over cells take it.
    fn question(&self, asked: &Asked) -> Choice {
        self.search.guess.question(asked.answerer)
    }

    pub(super) fn query<'a>(&self, asked: &'a Asked) -> PathQuery<'a> {
        let query = match asked.goals[..] {
            [goal] if !self.nearest => PathQuery::new(asked.start, goal),
            _ => PathQuery::to_nearest(asked.start, &asked.goals),
        };
        let query = query.ties(self.search.guess.ties());
        let query = query.within(self.max_cost.unwrap_or(Cost::MAX));
        if self.partial { query.or_nearest() } else { query }
    }

    /// The method ready to answer, if it answers by a guide: from one start to one goal.
    pub(super) fn ready<'a>(
        &self,
        map: &'a WorldFile,
        mover: &Mover,
        asked: &Asked,
    ) -> Result<Option<Ready<'a>>, Failure> {
        let answerer = asked.answerer;
        let is_guided = !matches!(answerer, Method::Clusters | Method::Landmarks);
        let is_partial = self.partial && !is_guided;
        let is_limited = self.nearest || is_partial || self.max_cost.is_some();
        let is_plain = asked.goals.len() == 1 && !is_limited;
        let refused = |what: &str| {
            Err(Failure::at(format!("--method {answerer}"), format!("{what}, astar does")))
        };
        if self.exact && answerer != Method::Clusters {
            let message = "only clusters lead other ways than the cheapest, expected no --exact";
            return Err(Failure::at(format!("--method {answerer}"), message));
        }
        if answerer.has_index() && (self.trace.is_some() || self.draw.shows_tree()) {
            return refused("does not tell what it looks at");
        }
        // What is watched is searched over cells.
        let is_watched = self.trace.is_some() || self.draw.shows_search();
        let is_auto = answerer == Method::Auto;
        if (is_auto && (!is_plain || is_watched)) || !(is_auto || answerer.has_index()) {
            return Ok(None);
        }
        if !is_plain {
            return refused(match is_guided {
                true => "does not take several goals or --max-cost",
                false => "does not take several goals, --max-cost or --partial",
            });
        }
        let (grid, baked) = (&map.grid, asked.baked.as_deref());
        let ready = if self.exact {
            Ready::exact(grid, mover, baked)
        } else {
            let question = (self.search.guess.question(answerer), self.search.guess.ties());
            Ready::new(grid, mover, question, self.ask.repeat.into(), baked)
        };
        if self.partial { ready?.or_nearest().map(Some) } else { ready.map(Some) }
    }

    pub(super) fn route(
        &self,
        ready: &mut Ready<'_>,
        map: &WorldFile,
        asked: &Asked,
    ) -> Result<Outcome, Failure> {
        let (from, to) = (map.grid.cell(asked.start), map.grid.cell(asked.goals[0]));
        ready.route(from, to, &mut self.limits())
    }

    /// What a path costs, and nothing else.
    pub(super) fn cost_alone(
        &self,
        map: &WorldFile,
        view: &GridView<'_>,
        asked: &Asked,
        mut ready: Option<Ready<'_>>,
    ) -> Result<Report, Failure> {
        let wants_path = self.draw.shows_search()
            || self.trace.is_some()
            || self.straighten
            || self.waypoints
            || self.partial
            || self.why
            || self.smooth.is_some()
            || self.alternatives.is_some()
            || self.dissimilar.is_some();
        if wants_path {
            let message = "--cost-only finds no path to show, expected one or the other";
            return Err(Failure::new(message));
        }
        if self.budget.is_some() && ready.is_some() {
            let message =
                "--cost-only takes no --budget with this method, expected one or the other";
            return Err(Failure::new(message));
        }
        let mut seconds = f64::INFINITY;
        let mut cost = None;
        for _ in 0..self.ask.repeat {
            let began = Instant::now();
            cost = match &mut ready {
                Some(ready) => {
                    let to = map.grid.cell(asked.goals[0]);
                    ready.cost(map.grid.cell(asked.start), to)?
                }
                None => {
                    let unwatched = &mut Recorder::new(0);
                    match self.solve(view, asked, unwatched)? {
                        Outcome::OutOfBudget(_) => {
                            let mut report = Report::good("out of budget\n".into(), json!({}));
                            report.ending = Ending::OutOfBudget;
                            report.json = json!({ "command": "path", "outcome": "out-of-budget" });
                            return Ok(report);
                        }
                        outcome => outcome.cost(),
                    }
                }
            };
            seconds = seconds.min(began.elapsed().as_secs_f64());
        }
        let mut report = asked.report(map, seconds);
        report.json["outcome"] = if cost.is_some() { "found" } else { "unreachable" }.into();
        report.json["cost"] = cost.into();
        match cost {
            Some(cost) => {
                let ticks = format!("{} ticks (scale {})", grouped(cost), view.scale());
                line(&mut report.text, "cost", ticks);
            }
            None => {
                report.ending = Ending::Negative;
                report.text.push_str("no path\n");
            }
        }
        line(&mut report.text, "time", format_args!("{:.2} us", seconds * 1e6));
        if let Some(ready) = &ready {
            line(&mut report.text, "built", ready.built.text());
            report.json["index"] = ready.built.json();
        }
        Ok(report)
    }

    pub(super) fn solve(
        &self,
        view: &GridView<'_>,
        asked: &Asked,
        recorder: &mut Recorder,
    ) -> Result<Outcome, Failure> {
        let (question, query) = (self.question(asked), &self.query(asked));
        let mut ticker = Ticker::endless("searching");
        let mut tick = || {
            ticker.at(0);
            false
        };
        let budget = &mut self.limits().deadline(&mut tick);
        let scratch = &mut Scratch::new();
        let watched = self.trace.is_some() || self.draw.shows_search();
        let outcome = if watched {
            solve(view, question, query, scratch, budget, recorder)
        } else {
            solve(view, question, query, scratch, budget, &mut ())
        };
        outcome.map_err(|error| Failure::of_at(format!("--method {}", question.method), error))
    }

    pub(super) fn limits<'a>(&self) -> Budget<'a> {
        at_most(self.budget)
    }
}
