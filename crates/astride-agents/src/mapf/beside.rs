//! What may be of use before and beside the improvement of a plan, one after the other: for few agents a
//! short search for a best plan, other ways to begin, then a long search for a proof.

use astride::base::Budget;

use super::cbs::{Found, Prover};
use super::guidance::Guidance;
use super::lacam::Lacam;
use super::method::Method;
use super::objective::Objective;
use super::prioritised::Prioritised;
use super::task::{Ended, Task, Walk};

/// Teams of at most this many agents are tried at once; for others that takes too long.
const FEW_AGENTS: usize = 64;

/// How many expansions the search for a best plan has before other ways to begin: some 10 ms.
const FIRST_PROOF: u64 = 1 << 13;

/// Methods that work on a task of their own, between their pauses.
pub(super) struct Beside<'a> {
    task: Task<'a>,
    /// How much it may have spent.
    until: u64,
    stage: Stage,
    prover: Option<Prover>,
    star: Option<Box<Lacam>>,
    /// How many configurations a search with guidance may meet.
    most_guided: usize,
    bound: u64,
}

enum Stage {
    FirstProof,
    Guided(Box<Lacam>),
    Prioritised(Box<Prioritised>),
    Proof,
    Over,
}

impl<'a> Beside<'a> {
    /// Nothing is begun yet; `makespan` is that of the first plan.
    pub(super) fn new(task: &mut Task<'a>, makespan: usize) -> Self {
        let mut task = task.fork();
        let (objective, is_loss) = (task.objective, task.objective == Objective::SumOfLoss);
        let prover = if is_loss { None } else { Prover::new(&task) };
        let is_over_steps = objective != Objective::SumOfCosts;
        let star = is_over_steps.then(|| Box::new(Lacam::star(&mut task)));
        let (bound, most_guided) = (task.bound(), 2 * makespan + 100);
        let (until, stage) = (0, Stage::FirstProof);
        let is_small = task.instance.agent_count() <= FEW_AGENTS;
        let mut beside = Beside { task, until, stage, prover, star, most_guided, bound };
        if !is_small {
            beside.stage = beside.begin_guided();
        }
        beside
    }

    /// Whether there is nothing more to find out.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Whether other ways to begin are still to come.
    pub(super) fn is_beginning(&self) -> bool {
        !matches!(self.stage, Stage::Proof | Stage::Over)
    }

    /// No plan costs less than this.
    pub(super) fn bound(&self) -> u64 {
        self.bound
    }

    /// How many nodes a search for a proof has expanded.
    pub(super) fn nodes(&self) -> u64 {
        self.prover.as_ref().map_or(0, Prover::nodes)
    }

    /// How many expansions were taken out of budgets.
    pub(super) fn spent(&self) -> u64 {
        self.task.spent()
    }

    /// Works for `share` expansions more, or less if it has overdrawn its share before. `known` is
    /// what the best plan costs; returns a better one.
    pub(super) fn work(
        &mut self,
        budget: &mut Budget<'_>,
        known: u64,
        share: u64,
    ) -> Option<Found> {
        self.until += share;
        let was_beginning = self.is_beginning();
        while self.task.spent() < self.until && self.bound < known && !self.is_over() {
            if was_beginning && !self.is_beginning() {
                // What is left is for both sides.
                self.until = self.task.spent();
                break;
            }
            let found = self.work_on(budget, known);
            if let Some(found) = found
                && self.task.cost(&found.walks) < known
            {
                return Some(found);
            }
        }
        None
    }

    /// Works on what is at hand until it pauses or ends.
    fn work_on(&mut self, budget: &mut Budget<'_>, known: u64) -> Option<Found> {
        let until = self.until;
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::FirstProof => {
                let (half, until) = (budget.left() / 2, until.min(FIRST_PROOF));
                let found = budget.at_most(half, |part| self.prove(part, known, until));
                // A small budget may end within a node, and should leave something to others.
                let is_cut_off = budget.left() <= half;
                let has_more = self.task.spent() < FIRST_PROOF && !self.is_proof_over();
                self.stage = match has_more && !is_cut_off {
                    true => Stage::FirstProof,
                    false => self.begin_guided(),
                };
                found
            }
            Stage::Guided(mut search) => {
                let course = search.run(&mut self.task, budget, until);
                self.begun(Method::Guided, course, || Stage::Guided(search))
            }
            Stage::Prioritised(mut search) => {
                let course = search.run(&mut self.task, budget, until);
                self.begun(Method::Prioritised, course, || Stage::Prioritised(search))
            }
            Stage::Proof => {
                let found = self.prove(budget, known, until);
                self.stage = if self.is_proof_over() { Stage::Over } else { Stage::Proof };
                found
            }
            Stage::Over => None,
        }
    }

    /// What comes of another way to begin.
    fn begun(
        &mut self,
        method: Method,
        course: Result<Option<Vec<Walk>>, Ended>,
        go_on: impl FnOnce() -> Stage,
    ) -> Option<Found> {
        self.stage = match course {
            Ok(None) => go_on(),
            _ if method == Method::Guided => self.begin_prioritised(),
            _ => Stage::Proof,
        };
        course.ok().flatten().map(|walks| Found { method, walks })
    }

    fn begin_guided(&mut self) -> Stage {
        match Guidance::new(&self.task) {
            Some(guidance) => {
                let most = self.most_guided;
                Stage::Guided(Box::new(Lacam::new(&mut self.task, Some(guidance), most)))
            }
            None => self.begin_prioritised(),
        }
    }

    fn begin_prioritised(&self) -> Stage {
        Stage::Prioritised(Box::new(Prioritised::new(&self.task, 2)))
    }

    fn is_proof_over(&self) -> bool {
        self.prover.as_ref().is_none_or(Prover::is_over) && self.star.is_none()
    }

    /// Looks for a proof, by whatever there is for the objective.
    fn prove(&mut self, budget: &mut Budget<'_>, known: u64, until: u64) -> Option<Found> {
        if let Some(prover) = self.prover.as_mut().filter(|prover| !prover.is_over()) {
            let found = prover.work(&mut self.task, budget, known, until);
            self.bound = self.bound.max(prover.bound());
            return found;
        }
        let course = self.star.as_mut()?.run(&mut self.task, budget, until);
        if course.is_err() {
            self.star = None;
        }
        match course {
            Ok(Some(walks)) => return Some(Found { method: Method::LacamStar, walks }),
            // Everything that could be better was tried.
            Err(Ended::Unsolvable) => self.bound = known,
            Ok(None) | Err(_) => {}
        }
        None
    }
}
