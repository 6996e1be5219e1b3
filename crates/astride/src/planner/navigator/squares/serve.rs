//! How squares answer requests.

use super::lane::{LaneMemory, SquareWork};
use super::pinned::Pinned;
use super::seen::Seen;
use crate::base::{Budget, CELLS_PER_EXPANSION, NodeId};
use crate::planner::guide::{Engine, metric_for};
use crate::planner::navigator::requests::FIELD_FROM;
use crate::planner::navigator::state::State;
use crate::planner::navigator::tried::Tried;
use crate::planner::{Ask, Company, NavigatorError, Step, Task};
use crate::search::{Guessed, Outcome};
use crate::shapes::square::{GridHeuristic, Instead, Jumps, SquareIndex};

/// With jump points, a field pays off from one question for this many cells of the map on.
const CELLS_PER_JUMP_SEARCH: usize = 1024;

/// The same with jump points under overlays, which examine every cell near extra cost, or with
/// landmarks.
const CELLS_PER_OVERLAID_SEARCH: usize = 16_384;

impl State {
    pub(super) fn merge_from(&self, ask: &Ask) -> Option<usize> {
        let seen = self.seen(ask).ok()?;
        let Some((walker, ground)) = seen.guided() else {
            let is_quick = seen.guides.is_some() || seen.overlaid().is_some();
            let cells = if is_quick { self.map.cell_count() as usize } else { 0 };
            return Some(FIELD_FROM.max(cells / CELLS_PER_OVERLAID_SEARCH));
        };
        match walker.guide.index_for(ground).ok()? {
            Some(SquareIndex::Planes(_) | SquareIndex::Table(_)) => {
                Some(FIELD_FROM.max(ground.cell_count() as usize / CELLS_PER_JUMP_SEARCH))
            }
            Some(SquareIndex::Labels(_)) => None,
            _ => Some(FIELD_FROM),
        }
    }

    pub(super) fn slice(
        &self,
        lane: &mut LaneMemory,
        task: &Task<Ask>,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let ask = &task.ask;
        let (ends, seen) = (self.ends(ask)?, self.seen(ask)?);
        if let Some(none) = seen.known_beforehand(ask, &ends) {
            if task.is_new() && task.company == Company::Together {
                // The others are answered in this state, which the queue has recorded for all of
                // them.
                lane.pinned(self, task)?;
            }
            return Ok(Step::Answered(none));
        }
        let (pinned, work, later) = lane.pinned(self, task)?;
        let step = match later.take() {
            Some(instead) => {
                pinned.slice_instead((work, later), instead, task, ends.start, budget)?
            }
            None => pinned.slice(work, task, ends.start, budget)?,
        };
        if let Step::Answered(answer) = &step
            && task.company == Company::Alone
            && ask.or_to.is_none()
            && let Some((walker, _)) = seen.guided()
        {
            walker.guide.note_one(answer);
        }
        Ok(step)
    }
}

impl Pinned {
    /// A slice of an answer in the world held.
    fn slice(
        &self,
        work: &mut SquareWork,
        task: &Task<Ask>,
        start: NodeId,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let seen = self.seen(start);
        let (view, query) = (seen.view(), self.query(&seen, start));
        let world = || seen.world(&view);
        if task.company == Company::Together {
            return Ok(match seen.guided() {
                Some(_) => work.field((&view, &view), &query, start, budget),
                None => work.field((&world(), &world().of_field()), &query, start, budget),
            });
        }
        if let Some(single) = self.single() {
            if self.tries_without_blockers
                && work.tried.is_none()
                && let Some(open) = seen.without_blockers(single)?
                && let Some(step) = by_index(work, &open, single, budget)?
            {
                let Step::Answered(outcome) = step else { return Ok(step) };
                match Tried::default().judge(outcome, seen.pile, task.ask.nearest) {
                    Ok(answer) => return Ok(Step::Answered(answer)),
                    Err(tried) => work.go_on_after(tried),
                }
            }
            // Nearly always a path leads around them, which jumps find sooner than a search that
            // would tell the nearest place as well.
            let leads = work.tried.is_some_and(|tried| tried.leads());
            if (!self.is_searched || leads)
                && let Some(step) = by_index(work, &seen, single, budget)?
            {
                let Step::Answered(outcome) = step else { return Ok(step) };
                match Tried::default().judge(outcome, seen.pile, self.is_searched) {
                    Ok(answer) => return Ok(Step::Answered(answer)),
                    Err(tried) => work.go_on_after(tried),
                }
            }
        }
        Ok(match seen.guided() {
            Some(_) => {
                let heuristic = GridHeuristic::new(&view, metric_for(&view));
                work.search(&view, &heuristic, &query, budget)
            }
            None => work.search(&world(), &world().guess(), &query, budget),
        })
    }

    /// A slice of the path to the nearest place.
    fn slice_instead(
        &self,
        (work, later): (&mut SquareWork, &mut Option<Instead>),
        instead: Instead,
        task: &Task<Ask>,
        start: NodeId,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let looked = instead.looked() / CELLS_PER_EXPANSION;
        if task.is_new() && looked > 0 {
            // What exceeds the budget is not charged.
            let _ = budget.take_up_to(looked);
        }
        let seen = self.seen(start);
        let view = seen.view();
        let world = seen.world(&view);
        work.instead(instead, later, |work, instead| {
            if let &[place] = instead.targets()
                && seen.guided().is_some()
                && let Some(step) = by_index(work, &seen, [start, place], budget)?
            {
                return Ok(step);
            }
            Ok(work.search(&world, &world.guess(), &instead.query(start), budget))
        })
    }
}

/// A slice of the answer to a question, if jump points or labels answer.
fn by_index(
    work: &mut SquareWork,
    seen: &Seen<'_>,
    ends: [NodeId; 2],
    budget: &mut Budget<'_>,
) -> Result<Option<Step<Outcome>>, NavigatorError> {
    if let Some((map, over)) = seen.overlaid() {
        return Ok(Some(work.over(map, &over, ends, budget)));
    }
    let Some((walker, ground)) = seen.guided() else { return Ok(None) };
    Ok(match walker.guide.engine_between(ground, ends)? {
        Engine::Near(jumps) => Some(work.jumps(jumps, ends, budget)),
        Engine::Index(SquareIndex::Planes(map)) => {
            Some(work.jumps(Jumps::new(map, None), ends, budget))
        }
        Engine::Index(SquareIndex::Table(table)) => Some(work.jumps(table.jumps(), ends, budget)),
        Engine::Index(SquareIndex::Labels(labels)) => Some(work.labels(labels, ends, budget)),
        _ => None,
    })
}
