//! Searches for a proof one after the other, a share of work at a time.
//!
//! The search for a best plan goes first. If it has not ended soon, searches by estimates look for
//! plans nearer and nearer to the least, as long as they find them quickly: on large open maps they
//! do where the first one does not end. After that the search for a best plan goes on where it paused.

use astride::base::{Budget, Weight};

use super::super::method::Method;
use super::super::task::{Task, Walk};
use super::estimate::Near;
use super::search::{Course, Pause, Search, Tools};
use super::{Reasoning, is_small, is_within};

/// How near to the least the searches by estimates come, in turn.
const RUNGS: [Weight; 3] = [weight(21, 20), weight(51, 50), weight(101, 100)];

/// How many expansions the first try for a best plan has, and each search by estimates.
const FIRST_TRY: u64 = 1 << 18;
const RUNG_TRY: u64 = 1 << 19;

const fn weight(numerator: u32, denominator: u32) -> Weight {
    match Weight::new(numerator, denominator) {
        Ok(weight) => weight,
        Err(_) => panic!("it is a weight"),
    }
}

/// Searches for a proof, between their pauses.
pub(in super::super) struct Prover {
    exact: Search,
    /// Whether that search was cut off within a node, so that its end would prove nothing.
    is_cut_off: bool,
    stage: Stage,
    rung: usize,
    /// When the present search has spent enough.
    ends: u64,
    bound: u64,
    nodes: u64,
}

enum Stage {
    Exact,
    Near(Box<(Search, Near)>),
    Over,
}

/// A plan, and by what.
pub(in super::super) struct Found {
    pub(in super::super) method: Method,
    pub(in super::super) walks: Vec<Walk>,
}

impl Prover {
    /// `None` if a search has no memory for the walk of each agent alone.
    pub(in super::super) fn new(task: &Task<'_>) -> Option<Self> {
        if !is_small(task) {
            return None;
        }
        let agents = (0..task.instance.agent_count() as u32).collect();
        let tools = Tools::new(task.instance.roadmap().place_count());
        let exact = Search::new(agents, Reasoning::of(task.objective), u64::MAX, tools);
        let (is_cut_off, stage, rung, nodes) = (false, Stage::Exact, 0, 0);
        let (ends, bound) = (task.spent() + FIRST_TRY, task.bound());
        Some(Prover { exact, is_cut_off, stage, rung, ends, bound, nodes })
    }

    /// Whether there is nothing more to find out.
    pub(in super::super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// No plan costs less than this.
    pub(in super::super) fn bound(&self) -> u64 {
        self.bound
    }

    /// How many nodes were expanded.
    pub(in super::super) fn nodes(&self) -> u64 {
        self.nodes + self.exact.expanded
    }

    /// Works until the task has spent `until`. `known` is what the best plan costs; returns a better
    /// one.
    pub(in super::super) fn work(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        known: u64,
        until: u64,
    ) -> Option<Found> {
        while task.spent() < until && self.bound < known {
            let pause = Pause { nodes: usize::MAX, spent: until.min(self.ends) };
            let found = match std::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Over => break,
                Stage::Exact => self.look_for_best(task, budget, known, pause),
                Stage::Near(search) => self.look_near(task, budget, known, pause, search),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn look_for_best(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        known: u64,
        pause: Pause,
    ) -> Option<Found> {
        self.exact.known = known;
        let course = match self.exact.has_started() {
            true => self.exact.run(task, budget, pause),
            false => self.exact.start(task, budget, pause).map(|_| Course::Paused),
        };
        self.bound = self.bound.max(self.exact.bound().min(known));
        match course {
            Ok(Course::Found(walks)) => return Some(Found { method: Method::Cbs, walks }),
            Ok(Course::Ended) => {}
            Ok(Course::Paused) if task.spent() < self.ends => self.stage = Stage::Exact,
            Ok(Course::Paused) if !self.exact.has_started() => {
                // A search by estimates would begin the same way.
                self.ends = pause.spent + 1;
                self.stage = Stage::Exact;
            }
            Ok(Course::Paused) => self.climb(task, known),
            Err(_) => {
                self.is_cut_off = true;
                self.climb(task, known);
            }
        }
        None
    }

    /// Begins the next search by estimates that may be of use, or goes on with the first search.
    fn climb(&mut self, task: &Task<'_>, known: u64) {
        while let Some(&weight) = RUNGS.get(self.rung) {
            self.rung += 1;
            if !is_within(known, weight, self.bound) {
                let agents = (0..task.instance.agent_count() as u32).collect();
                let tools = self.exact.tools.take().expect("the first search has paused");
                let reasoning = Reasoning::of(task.objective);
                let mut search = Search::new(agents, reasoning, u64::MAX, tools);
                search.weight = weight;
                self.ends = task.spent() + RUNG_TRY;
                self.stage = Stage::Near(Box::new((search, Near::default())));
                return;
            }
        }
        self.ends = u64::MAX;
        self.stage = if self.is_cut_off { Stage::Over } else { Stage::Exact };
    }

    fn look_near(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        known: u64,
        pause: Pause,
        mut pair: Box<(Search, Near)>,
    ) -> Option<Found> {
        let (search, near) = &mut *pair;
        let ends = [known, self.bound];
        let course = search.run_near(task, budget, near, ends, pause);
        self.bound = self.bound.max(search.bound().min(known));
        if matches!(course, Ok(Course::Paused)) && task.spent() < self.ends {
            self.stage = Stage::Near(pair);
            return None;
        }
        search.leave_begun();
        self.exact.tools = search.tools.take();
        self.nodes += search.expanded;
        let method = Method::Eecbs(search.weight);
        match course {
            Ok(Course::Found(walks)) => {
                let cost = task.cost(&walks);
                self.climb(task, known.min(cost));
                return Some(Found { method, walks });
            }
            Ok(Course::Ended) => self.climb(task, known),
            // Those that come nearer would take even longer.
            Ok(Course::Paused) | Err(_) => {
                self.rung = RUNGS.len();
                self.climb(task, known);
            }
        }
        None
    }
}
