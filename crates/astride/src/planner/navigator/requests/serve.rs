//! How the state of a navigator answers requests.

use super::CELLS_PER_EXPANSION;
use super::lane::{LaneMemory, Work};
use super::pinned::Pinned;
use crate::base::{Budget, Cell, NodeId};
use crate::path::Path;
use crate::planner::guide::{Engine, metric_for};
use crate::planner::navigator::seen::Seen;
use crate::planner::navigator::state::{Stamp, State};
use crate::planner::{Ask, Company, NavigatorError, Serve, Standing, Step, Task};
use crate::search::Outcome;
use crate::shapes::square::{GridHeuristic, Instead};

/// From how many questions for one goal on a field pays over as many searches with A*.
const FIELD_FROM: usize = 8;

/// With jump points, from one question for this many cells of the map on.
const CELLS_PER_JUMP_SEARCH: usize = 1024;

/// With jump points under overlays, which look at every cell near extra cost.
const CELLS_PER_OVERLAID_SEARCH: usize = 16_384;

type Answer = Result<Outcome, NavigatorError>;

impl Serve for State {
    type Ask = Ask;
    /// The question without its start.
    type Key = Ask;
    type Stamp = Stamp;
    type Lane = LaneMemory;
    type Answer = Answer;

    fn key(&self, ask: &Ask) -> Ask {
        Ask { from: Cell::new(0, 0), ..*ask }
    }

    fn merge_from(&self, ask: &Ask) -> Option<usize> {
        if ask.nearest {
            // A field does not know which place is the nearest.
            return None;
        }
        let seen = self.seen(ask).ok()?;
        let Some((walker, ground)) = seen.guided() else {
            let cells = seen.overlaid().map_or(0, |_| self.grid.cell_count() as usize);
            return Some(FIELD_FROM.max(cells / CELLS_PER_OVERLAID_SEARCH));
        };
        match walker.guide.engine(ground).ok()? {
            Engine::Search(_) => Some(FIELD_FROM),
            Engine::Planes(_) | Engine::Table(_) => {
                Some(FIELD_FROM.max(ground.cell_count() as usize / CELLS_PER_JUMP_SEARCH))
            }
            Engine::Labels(_) => None,
        }
    }

    fn stamp(&self, ask: &Ask) -> Stamp {
        // Handles were looked at when it was asked, and stay good.
        State::stamp(self, ask).unwrap_or_default().of_world()
    }

    fn advance(
        &self,
        lane: &mut LaneMemory,
        task: &Task<Ask>,
        budget: &mut Budget<'_>,
    ) -> Step<Answer> {
        match self.slice(lane, task, budget) {
            Err(error) => Step::Answered(Err(error)),
            Ok(Step::Going { lower_bound }) => Step::Going { lower_bound },
            Ok(Step::Answered(answer)) => Step::Answered(Ok(answer)),
        }
    }

    fn give_up(&self, lane: &mut LaneMemory, _: &Task<Ask>) -> Answer {
        Ok(lane.work.known())
    }

    fn standing(&self, task: &Task<Ask>, answer: &Answer) -> Standing {
        // What cannot be asked is refused in the present state, and what is known beforehand is known
        // of it.
        let (Ok(outcome), Ok(known)) = (answer, self.known_beforehand(&task.ask)) else {
            return Standing::Current;
        };
        match outcome {
            Outcome::Found(found) => self.standing_of(&task.ask, &found.path),
            Outcome::Unreachable(_) if known.is_some() => Standing::Current,
            Outcome::Unreachable(none) => match &none.nearest {
                // A way to the goal, or nearer to it, may have come to be.
                Some(path) => match self.standing_of(&task.ask, path) {
                    Standing::Walkable => Standing::Outdated,
                    standing => standing,
                },
                None => Standing::Outdated,
            },
            Outcome::OutOfBudget(out) => {
                let nearest = out.nearest.as_ref();
                nearest.map_or(Standing::Outdated, |path| self.standing_of(&task.ask, path))
            }
        }
    }

    fn release(lane: &mut LaneMemory) {
        lane.let_go();
    }
}

impl State {
    fn slice(
        &self,
        lane: &mut LaneMemory,
        task: &Task<Ask>,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let ask = &task.ask;
        let (ends, seen) = (self.ends(ask)?, self.seen(ask)?);
        if let Some(none) = seen.known_beforehand(ask, ends) {
            if task.is_new() && task.company == Company::Together {
                // The others are answered in this state, which the queue has noted for all of them.
                lane.pinned(self, task)?;
            }
            return Ok(Step::Answered(none));
        }
        let (pinned, work) = lane.pinned(self, task)?;
        let step = match work.instead.take() {
            Some(instead) => pinned.slice_instead(work, instead, task, ends.0, budget)?,
            None => pinned.slice(work, task, ends, budget)?,
        };
        if let Step::Answered(answer) = &step
            && task.company == Company::Alone
            && let Some((walker, _)) = seen.guided()
        {
            walker.guide.note_one(answer);
        }
        Ok(step)
    }

    /// How a path that was found in another state stands in this one.
    fn standing_of(&self, ask: &Ask, path: &Path) -> Standing {
        let Ok(seen) = self.seen(ask) else { return Standing::Outdated };
        let view = seen.view();
        match path.cost_in(&seen.world(&view)) {
            Ok(cost) if cost == path.cost() => Standing::Walkable,
            Ok(cost) => Standing::OtherCost { cost },
            Err(fault) => Standing::Blocked { step: fault.index().saturating_sub(1) },
        }
    }
}

impl Pinned {
    /// A slice of an answer in the world that is held.
    fn slice(
        &self,
        work: &mut Work,
        task: &Task<Ask>,
        ends: (NodeId, NodeId),
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let (ask, seen) = (&task.ask, self.seen());
        let view = seen.view();
        if task.company == Company::Together {
            return Ok(match seen.guided() {
                Some(_) => work.field(&view, ends, budget),
                None => work.field(&seen.world(&view), ends, budget),
            });
        }
        if !self.is_searched
            && let Some(step) = by_index(work, &seen, [ends.0, ends.1], budget)?
        {
            return Ok(step);
        }
        let query = seen.query(ask, ends);
        Ok(match seen.guided() {
            Some(_) => {
                let heuristic = GridHeuristic::new(&view, metric_for(&view));
                work.search(&view, &heuristic, &query, budget)
            }
            None => {
                let world = seen.world(&view);
                work.search(&world, &world.heuristic(), &query, budget)
            }
        })
    }

    /// A slice of the way to the nearest place.
    fn slice_instead(
        &self,
        work: &mut Work,
        instead: Instead,
        task: &Task<Ask>,
        start: NodeId,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        let looked = instead.looked() / CELLS_PER_EXPANSION;
        if task.is_new() && looked > 0 {
            // What the budget does not hold is let go.
            let _ = budget.take_up_to(looked);
        }
        let seen = self.seen();
        let view = seen.view();
        let world = seen.world(&view);
        work.instead(instead, |work, instead| {
            if let &[place] = instead.targets()
                && seen.guided().is_some()
                && let Some(step) = by_index(work, &seen, [start, place], budget)?
            {
                return Ok(step);
            }
            Ok(work.search(&world, &world.heuristic(), &instead.query(start), budget))
        })
    }
}

/// A slice of the answer to a question, if jump points or labels answer.
fn by_index(
    work: &mut Work,
    seen: &Seen<'_>,
    ends: [NodeId; 2],
    budget: &mut Budget<'_>,
) -> Result<Option<Step<Outcome>>, NavigatorError> {
    if let Some((map, over)) = seen.overlaid() {
        return Ok(Some(work.over(map, &over, ends, budget)));
    }
    let Some((walker, ground)) = seen.guided() else { return Ok(None) };
    Ok(match walker.guide.engine(ground)? {
        Engine::Search(_) => None,
        Engine::Planes(map) => Some(work.jumps((map, None), ends, budget)),
        Engine::Table(table) => Some(work.jumps(table.parts(), ends, budget)),
        Engine::Labels(labels) => Some(work.labels(labels, ends, budget)),
    })
}
