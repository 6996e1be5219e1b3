//! Routes through what is loaded, remembered and assumed.

use super::map::{StreamedError, StreamedMap, Tier};
use super::place::{Chunk, StreamedCell};
use super::sight::Sight;
use super::summary::NO_WAY;
use crate::base::{Budget, Cost};
use crate::search::states::{States, astar};
use crate::search::{Outcome, Scratch};

/// How a leg of a route is known; the later, the less sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// Cell by cell, as the world is.
    Loaded,
    /// As the chunk was when it was unloaded.
    Remembered,
    /// Nobody has been there; it is taken to be open.
    Assumed,
}

/// A part of a route that is known in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// How it is known.
    pub known: Known,
    /// Where it leads, from the last cell of the leg before. Loaded cells come one by one; in other
    /// chunks they are cells of the border, and between two that are not neighbours the way inside is
    /// not known, only its cost.
    pub cells: Vec<StreamedCell>,
    /// What it costs, in ticks.
    pub cost: Cost,
}

/// The answer to a question in a streamed world.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct StreamedRoute {
    /// What the search found. A path of it costs the least of all that can be put together from loaded
    /// cells and remembered doors; its nodes have no meaning.
    pub outcome: Outcome,
    /// The parts of the path; none without one.
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
    /// Where all is loaded it is a cheapest path. Over chunks that are not, it goes along their
    /// borders and through their doors. Whether there is a way is exact for the chunks as they were when
    /// they were unloaded; it may cost as much as a side of straight steps along the border more for
    /// each time that a cheapest path would enter such a chunk. Walk the first leg, load what comes
    /// near, and ask again.
    ///
    /// Where chunks are [assumed](Self::assuming) to be open the world has no end: a goal that cannot be
    /// reached is looked for until `budget` is spent.
    ///
    /// # Errors
    ///
    /// If there is no such mover, or the start lies inside a chunk that is not loaded.
    ///
    /// # Complexity
    ///
    /// That of A*; a look into a table for each step, and in chunks that are not loaded a step to each
    /// door.
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
        let solved = astar(&trip, &from, scratch, budget);
        Ok(StreamedRoute {
            legs: trip.legs(&solved.states),
            outcome: solved.outcome,
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

/// A question to a streamed world: its cells are states, of which one is the goal, or if that lies
/// inside a chunk that is not loaded, all at the border of that chunk.
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
            // Where nothing is known nobody goes.
            Some(Tier::Loaded(_)) | None => Known::Loaded,
        }
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

    fn max_step(&self) -> u32 {
        let is_whole = self.map.left.is_empty() && self.map.assumed.is_none();
        if is_whole { self.sight.most() } else { 1 << 31 }
    }
}
