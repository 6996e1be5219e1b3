//! Several methods on one instance: first plans, then improvement and the search for a proof side by
//! side.
//!
//! Work goes in rounds. In each, both sides have a fixed share of expansions, on a thread each where
//! there are several; then they tell each other what they know: the one its cost, the other its
//! bound and the plans that it has come by. So nothing depends on how quickly either of them works,
//! and any number of threads makes the same plan.

use astride::base::Budget;

use super::beside::Beside;
use super::best::Best;
use super::cbs::Found;
use super::lns::Lns;
use super::task::{Ended, Task};
use crate::crew::beside;

/// The share of each side in a round, in expansions: some 10 ms.
const SHARE: u64 = 1 << 13;

/// With less than this many expansions the other side has no share.
const LEAST_SHARE: u64 = 16;

/// The other side is stopped within a piece of work that takes this many shares, since the first
/// waits for it. A search that is stopped in this way does not go on.
const MOST_SHARES: u64 = 64;

/// The other side looks for a proof only where the plan costs at most so many timesteps more than the
/// bound for each agent, as otherwise there is hardly any hope.
const MOST_OPEN: u64 = 2;

/// When nothing more can be improved, the other side goes on until it has taken this many times what
/// improvement has.
const PATIENCE: u64 = 4;

/// Makes a first plan, and better ones until it is proved that there is none, the budget is spent, or
/// nothing has been gained for long.
pub(super) fn run<'a>(
    best: &mut Best<'a>,
    task: &mut Task<'a>,
    budget: &mut Budget<'_>,
) -> Result<(), Ended> {
    best.begin(task, budget)?;
    if best.cost <= best.bound {
        return Ok(());
    }
    let makespan = best.walks.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut sides = Sides { other: Beside::new(task, makespan) };
    let mut lns = None;
    let ended = sides.improve(best, task, budget, &mut lns);
    if let (None, Some(lns)) = (&best.walks, lns) {
        best.walks = Some(lns.walks);
    }
    ended
}

/// What goes on before and beside improvement.
struct Sides<'a> {
    other: Beside<'a>,
}

impl<'a> Sides<'a> {
    /// A share for the other side alone.
    fn work_beside(&mut self, best: &mut Best<'a>, task: &Task<'a>, budget: &mut Budget<'_>) {
        let (share, cost) = (SHARE.min(budget.left()), best.cost);
        let found = budget.at_most(u64::MAX, |part| self.other.work(part, cost, share));
        self.tell(best, task, found);
    }

    /// Improves the best plan, which `lns` takes, until it is proved best, the budget is spent, or
    /// neither side gets any further.
    fn improve(
        &mut self,
        best: &mut Best<'a>,
        task: &mut Task<'a>,
        budget: &mut Budget<'_>,
        lns: &mut Option<Lns>,
    ) -> Result<(), Ended> {
        while best.cost > best.bound {
            // Until there are better plans to begin with, improvement is of little use.
            if self.other.is_beginning() && budget.left() > 0 && budget.interrupted().is_none() {
                self.work_beside(best, task, budget);
                continue;
            }
            // The other side may have come by a better one.
            if let Some(walks) = best.walks.take() {
                *lns = Some(Lns::new(task, walks));
            }
            let Some(lns) = lns else { return Ok(()) };
            if lns.is_idle() {
                if !self.has_hope(best, task) || self.other.spent() > PATIENCE * task.spent() {
                    return Ok(());
                }
                self.work_beside(best, task, budget);
            } else {
                self.round(best, task, budget, lns)?;
            }
            if budget.left() == 0 || budget.interrupted().is_some() {
                return Err(Ended::OutOfBudget);
            }
        }
        Ok(())
    }

    /// Whether the other side may find out something.
    fn has_hope(&self, best: &Best<'a>, task: &Task<'a>) -> bool {
        let most = best.bound + MOST_OPEN * task.instance.agent_count() as u64;
        !self.other.is_over() && best.cost <= most
    }

    /// A share for improvement, and one for the other side.
    fn round(
        &mut self,
        best: &mut Best<'a>,
        task: &mut Task<'a>,
        budget: &mut Budget<'_>,
        lns: &mut Lns,
    ) -> Result<(), Ended> {
        let half = budget.left() / 2;
        let share = SHARE.min(half);
        if share < LEAST_SHARE || !self.has_hope(best, task) {
            return best.improve_until(lns, task, budget, task.spent() + SHARE);
        }
        let most = [budget.left() - half.min(share * MOST_SHARES), half.min(share * MOST_SHARES)];
        let (cost, until) = (best.cost, task.spent() + share);
        let (ended, found) = beside(
            budget,
            most,
            |part| best.improve_until(lns, task, part, until),
            |part| self.other.work(part, cost, share),
        );
        self.tell(best, task, found);
        match ended {
            // It was the end of a part.
            Err(Ended::OutOfBudget) if budget.left() > 0 && budget.interrupted().is_none() => {
                Ok(())
            }
            ended => ended,
        }
    }

    /// Takes over what the other side has found out.
    fn tell(&self, best: &mut Best<'a>, task: &Task<'a>, found: Option<Found>) {
        best.bound = best.bound.max(self.other.bound());
        best.nodes = self.other.nodes();
        if let Some(Found { method, walks }) = found {
            best.offer(task, method, walks);
        }
    }
}
