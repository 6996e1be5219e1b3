//! How the state of a navigator answers requests.

use super::lane::{Jumps, LaneMemory};
use crate::base::{Budget, Cell};
use crate::planner::guide::{Engine, metric_for};
use crate::planner::navigator::state::{Stamp, State};
use crate::planner::{Ask, Company, NavigatorError, Serve, Step, Task};
use crate::search::{GridHeuristic, Outcome, Query};

/// From how many questions for one goal on a field pays over as many searches with A*.
const FIELD_FROM: usize = 8;

/// With jump points, from one question for so many cells of the map on.
const CELLS_PER_JUMP_SEARCH: usize = 1024;

/// With jump points under overlays, which look at every cell near extra cost.
const CELLS_PER_OVERLAID_SEARCH: usize = 16_384;

type Answer = Result<Outcome, NavigatorError>;

impl Serve for State {
    type Ask = Ask;
    /// The question without its start.
    type Key = Ask;
    type Stamp = Option<Stamp>;
    type Lane = LaneMemory;
    type Answer = Answer;

    fn key(&self, ask: &Ask) -> Ask {
        Ask { from: Cell::new(0, 0), ..*ask }
    }

    fn merge_from(&self, ask: &Ask) -> Option<usize> {
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

    fn stamp(&self, ask: &Ask) -> Option<Stamp> {
        State::stamp(self, ask).ok()
    }

    fn advance(
        &self,
        lane: &mut LaneMemory,
        task: &Task<Ask>,
        budget: &mut Budget<'_>,
    ) -> Step<Answer> {
        lane.begin(task.stage);
        match self.slice(lane, task, budget) {
            Err(error) => Step::Answered(Err(error)),
            Ok(Step::Going { lower_bound }) => Step::Going { lower_bound },
            Ok(Step::Answered(answer)) => Step::Answered(Ok(answer)),
        }
    }

    fn give_up(&self, lane: &mut LaneMemory, _: &Task<Ask>) -> Answer {
        Ok(lane.known())
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
        let (start, goal) = (self.node(ask.from)?, self.node(ask.to)?);
        let seen = self.seen(ask)?;
        if let Some(none) = seen.known_beforehand(start, goal) {
            return Ok(Step::Answered(none));
        }
        let Some((walker, ground)) = seen.guided() else {
            let overlaid = seen.overlaid().filter(|_| task.company == Company::Alone);
            if let Some((map, over)) = overlaid {
                return Ok(lane.over(map, &over, (ask.from, ask.to), budget));
            }
            let view = seen.view();
            let world = seen.world(&view);
            return Ok(match task.company {
                Company::Together => lane.field(&world, (start, goal), budget),
                Company::Alone => {
                    lane.search(&world, &world.heuristic(), &Query::new(start, goal), budget)
                }
            });
        };
        let view = walker.guide.view(ground);
        if task.company == Company::Together {
            return Ok(lane.field(&view, (start, goal), budget));
        }
        let ends = (ask.from, ask.to);
        let step = match walker.guide.engine(ground)? {
            Engine::Planes(map) => lane.jumps(Jumps::Planes(map), ends, budget),
            Engine::Table(table) => lane.jumps(Jumps::Table(table), ends, budget),
            Engine::Labels(labels) => lane.labels(labels, ends, budget),
            Engine::Search(_) => {
                let heuristic = GridHeuristic::new(&view, metric_for(&view));
                lane.search(&view, &heuristic, &Query::new(start, goal).canonical(), budget)
            }
        };
        if let Step::Answered(answer) = &step {
            walker.guide.note_one(answer);
        }
        Ok(step)
    }
}
