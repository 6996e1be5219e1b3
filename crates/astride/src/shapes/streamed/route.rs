//! Routes through what is loaded, remembered and assumed.

use super::map::{StreamedError, StreamedMap, Tier};
use super::place::{Chunk, StreamedCell};
use super::sight::Sight;
use super::summary::NO_WAY;
use crate::base::{Budget, Cost};
use crate::search::states::{States, astar};
use crate::search::{Effort, Outcome, Promise, Scratch, Unreachable, Why};

/// How a leg of a route is known, from certain to uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// Cell by cell, as the world is.
    Loaded,
    /// As the chunk was when it was unloaded.
    Remembered,
    /// The chunk was never loaded, and is assumed to be open.
    Assumed,
}

/// A part of a route that is known in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// How it is known.
    pub known: Known,
    /// Its cells; the leg begins at the last cell of the leg before. In loaded chunks every cell is
    /// listed. In others only cells of the border are, and between two that are not neighbours only the
    /// cost of the path inside is known.
    pub cells: Vec<StreamedCell>,
    /// Its cost in ticks.
    pub cost: Cost,
}

/// The answer to a question in a streamed world.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct StreamedRoute {
    /// What the search found. A path is the cheapest of all that consist of loaded cells, cells at the
    /// border of other chunks, and crossings from door to door; its nodes have no meaning.
    pub outcome: Outcome,
    /// The parts of the path; none if there is no path.
    pub legs: Vec<Leg>,
    /// Whether the route ends in the goal itself. If the goal lies inside a chunk that is not loaded,
    /// it ends at the border of that chunk.
    pub arrives: bool,
    /// The revision of the world in which it holds.
    pub revision: u64,
}

impl StreamedMap {
    /// A cheapest route of a mover, by A*.
    ///
    /// Where everything is loaded it is a cheapest path. Through other chunks it leads along their
    /// borders and through their doors. Whether there is a route is exact for the chunks as they were
    /// when they were unloaded; each time that a cheapest path enters such a chunk, or if it starts in
    /// one, the route may cost up to a side of straight steps along the border more. Walk the first leg,
    /// load what comes near, and ask again.
    ///
    /// Where chunks are [assumed](Self::assuming) to be open the world has no end: unless the goal itself
    /// is known to be impassable, one that cannot be reached is searched for until `budget` is spent.
    ///
    /// # Errors
    ///
    /// If there is no such mover, or the start lies inside a chunk that is not loaded.
    ///
    /// # Complexity
    ///
    /// That of A*, with one hash table lookup per step, and in chunks that are not loaded one step to
    /// each door.
    pub fn route(
        &self,
        mover: usize,
        from: impl Into<StreamedCell>,
        to: impl Into<StreamedCell>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<StreamedRoute, StreamedError> {
        let (from, trip) = (from.into(), self.trip(mover, to)?);
        if trip.class(from).is_none() {
            return Err(StreamedError::NotLoaded { cell: from });
        }
        let (outcome, states) = match from != trip.goal && trip.is_goal_blocked() {
            // The search would look for it in every chunk.
            true => (Outcome::Unreachable(goal_blocked()), Vec::new()),
            false => {
                let solved = astar(&trip, &from, scratch, budget);
                (solved.outcome, solved.states)
            }
        };
        Ok(StreamedRoute {
            legs: trip.legs(&states),
            outcome,
            arrives: trip.is_seen,
            revision: self.revision(),
        })
    }

    /// The cells of the world as states, with a goal: for the searches among [states](
    /// crate::search::states).
    ///
    /// # Errors
    ///
    /// If there is no such mover.
    pub fn trip(
        &self,
        mover: usize,
        to: impl Into<StreamedCell>,
    ) -> Result<Trip<'_>, StreamedError> {
        let count = self.sights.len();
        let sight = self.sights.get(mover).ok_or(StreamedError::Mover { mover, count })?;
        let goal = to.into();
        let mut trip = Trip { map: self, sight, mover, goal, is_seen: true };
        trip.is_seen = trip.class(goal).is_some();
        Ok(trip)
    }
}

fn goal_blocked() -> Unreachable {
    Unreachable { why: Why::GoalBlocked, nearest: None, effort: Effort::default() }
}

/// A query on a streamed world: its cells are states, and the goal is one of them or, if it lies inside
/// a chunk that is not loaded, any cell at the border of that chunk.
#[derive(Clone, Copy, Debug)]
pub struct Trip<'a> {
    map: &'a StreamedMap,
    sight: &'a Sight,
    mover: usize,
    goal: StreamedCell,
    is_seen: bool,
}

impl<'a> Trip<'a> {
    fn tier(&self, cell: StreamedCell) -> Option<Tier<'a>> {
        self.map.tier(self.map.tiling.chunk(cell)?)
    }

    fn class(&self, cell: StreamedCell) -> Option<u8> {
        self.map.class_in(self.tier(cell), cell)
    }

    fn known(&self, cell: StreamedCell) -> Known {
        match self.tier(cell) {
            Some(Tier::Remembered(_)) => Known::Remembered,
            Some(Tier::Assumed(_)) => Known::Assumed,
            // What was never loaded is impassable if nothing is assumed.
            Some(Tier::Loaded(_)) | None => Known::Loaded,
        }
    }

    fn is_goal_blocked(&self) -> bool {
        self.class(self.goal).is_some_and(|class| self.sight.media(class) == 0)
    }

    fn legs(&self, states: &[StreamedCell]) -> Vec<Leg> {
        let Some(&first) = states.first() else { return Vec::new() };
        let mut legs = vec![Leg { known: self.known(first), cells: vec![first], cost: 0 }];
        for pair in states.windows(2) {
            let known = self.known(pair[0]).max(self.known(pair[1]));
            if legs.last().is_none_or(|leg| leg.known != known) {
                legs.push(Leg { known, cells: Vec::new(), cost: 0 });
            }
            let leg = legs.last_mut().expect("it was begun");
            let mut step = Cost::MAX;
            self.for_each_step(&pair[0], &mut |to, cost| {
                if to == pair[1] {
                    step = step.min(cost.into());
                }
            });
            leg.cells.push(pair[1]);
            leg.cost += step;
        }
        legs
    }
}

impl States for Trip<'_> {
    type State = StreamedCell;

    fn for_each_step(&self, &from: &StreamedCell, visit: &mut dyn FnMut(StreamedCell, u32)) {
        let tiling = self.map.tiling;
        let Some(home) = tiling.chunk(from) else { return };
        let tier = self.map.tier(home);
        // Most neighbours lie in the same chunk.
        let class = |cell: StreamedCell| match tiling.chunk(cell) {
            Some(chunk) if chunk == home => self.map.class_in(tier, cell),
            _ => self.class(cell),
        };
        self.sight.for_each_step(from, class, &mut *visit);
        let Some(Tier::Remembered(summary) | Tier::Assumed(summary)) = tier else { return };
        let doors = &summary.doors[self.mover];
        let at = tiling.ring_index(from).and_then(|at| u16::try_from(at).ok());
        let Some(door) = at.and_then(|at| doors.at.binary_search(&at).ok()) else { return };
        let first = tiling.first(home);
        for (&at, &cost) in doors.at.iter().zip(doors.costs_from(door)) {
            if cost != NO_WAY && cost != 0 {
                let StreamedCell { x, y } = tiling.ring_cell(at.into());
                visit(StreamedCell::new(first.x + x, first.y + y), cost);
            }
        }
    }

    fn is_goal(&self, cell: &StreamedCell) -> bool {
        let chunk = |cell: StreamedCell| -> Option<Chunk> { self.map.tiling.chunk(cell) };
        *cell == self.goal || (!self.is_seen && chunk(*cell) == chunk(self.goal))
    }

    fn guess(&self, cell: &StreamedCell) -> Cost {
        let apart = |from: i64, to: i64| match self.is_seen {
            true => from.abs_diff(to),
            // To the nearest cell of the chunk.
            false => {
                let first = to & -self.map.tiling.side();
                from.abs_diff(from.clamp(first, first + self.map.tiling.side() - 1))
            }
        };
        self.sight.guess(apart(cell.x, self.goal.x), apart(cell.y, self.goal.y))
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }

    fn max_step(&self) -> u32 {
        let is_whole = self.map.left.is_empty() && self.map.assumed.is_none();
        if is_whole { self.sight.most() } else { 1 << 31 }
    }
}
