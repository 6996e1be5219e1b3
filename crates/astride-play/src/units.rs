//! Bodies on the map: they are sent, they follow their paths, they wander, flee and return.
//!
//! Bodies are points with a radius that move continuously over a grid, a part of a cell per tick.
//! All of it is whole numbers in a fixed order and one seeded generator, so the same calls give the
//! same positions on every machine, however the ticks are cut into calls.
//!
//! What decides where a body goes stands in files of its own: orders spread those that are
//! sent to one cell over the cells round it, requests for paths wait in one queue and are answered
//! within the budget of a tick, walking moves along an answer, the crowd pushes bodies apart, and
//! the herd gives animals a will.
//!
//! A body never stands on a blocked cell, and every change of cell is a step that the mover may
//! take. Only where an edit blocks the cell under a body, it is moved to the nearest free cell along
//! the eight directions, and if there is none it stays where it is and is stuck.

mod body;
mod crowd;
mod error;
mod farm;
mod frame;
mod herd;
mod legs;
mod orders;
mod prepared;
mod requests;
mod rescue;
mod walk;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::random::Random;
use astride::base::{Cell, NodeId, Rect};
use astride::shapes::square::GridView;

pub use body::{Kind, State};
pub use error::UnitsError;
pub use farm::Farm;
pub use prepared::Prepared;

use body::{Body, NONE, Purpose};
use crowd::Crowd;
use herd::Herd;
use legs::Legs;
use orders::Orders;
use requests::Requests;

/// What [`Units::advance`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes and jump points expanded by searches and fields.
    pub expanded: u64,
    /// Requests for paths that still wait.
    pub waiting: u32,
    /// Requests answered.
    pub answered: u32,
    /// Bodies that asked anew because the map had changed on their way.
    pub replans: u32,
    /// Bodies that came to where they were sent.
    pub arrived: u32,
    /// Bodies moved to another cell because theirs was blocked by an edit.
    pub rescued: u32,
}

/// Bodies on a grid, each with a position, a state and, while it goes somewhere, a path.
///
/// Ids are indices: the first body is 0, and [`remove`](Self::remove) closes the gaps.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_play::units::{Kind, Prepared, State, Units};
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
/// let mut units = Units::new();
/// let scout = units.add(&view, Cell::new(2, 2), Kind::Walker as u8)?;
/// units.send(&[scout], Cell::new(17, 9));
/// while units.advance(&view, &prepared, 1, 1000).arrived == 0 {}
/// assert_eq!(units.cell(scout), Some(Cell::new(17, 9)));
/// assert_eq!(units.state(scout), Some(State::Idle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Units {
    bodies: Vec<Body>,
    legs: Legs,
    orders: Orders,
    requests: Requests,
    crowd: Crowd,
    herd: Herd,
    random: Random,
    tick: u32,
    /// Columns and rows of the map that the bodies stand on.
    size: [u32; 2],
    /// The revision of the map that they know.
    revision: u64,
    changed: Vec<Rect>,
    /// Cells to choose places from.
    places: Vec<u32>,
}

impl Units {
    /// The most bodies there may be.
    pub const MOST: usize = 20_000;

    /// The longest side of a map that bodies can live on, in cells.
    pub const MAX_SIDE: u32 = 32_767;

    /// No bodies.
    pub fn new() -> Self {
        Units::default()
    }

    /// Takes all bodies away, and begins at tick 0.
    pub fn clear(&mut self) {
        *self = Units::new();
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Ticks since the beginning.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Puts a body of a [`Kind`] in the middle of `cell`, and returns its id. If the map has another
    /// size than the one before, all bodies of that one are taken away first.
    ///
    /// # Errors
    ///
    /// If there are [`Units::MOST`] already, the kind is unknown, the cell is off the map or
    /// blocked, or a side of the map is longer than [`Units::MAX_SIDE`].
    pub fn add(&mut self, view: &GridView<'_>, cell: Cell, kind: u8) -> Result<u32, UnitsError> {
        let kind = self.checked(view, cell, 1, kind)?;
        if !view.is_free(cell) {
            return Err(UnitsError::Blocked { cell });
        }
        let node = cell.y * view.grid().width() + cell.x;
        self.bodies.push(Body::new(cell, node, kind));
        Ok(self.bodies.len() as u32 - 1)
    }

    /// Puts `count` bodies of a [`Kind`] on free cells at most `radius` cells from `centre`, drawn by
    /// lot, and returns their ids. Where there are fewer cells than bodies, cells are used again.
    ///
    /// # Errors
    ///
    /// As of [`add`](Self::add), except that `centre` may be blocked; and if no cell is free. Nothing
    /// has been added then.
    ///
    /// # Complexity
    ///
    /// O(cells within the radius).
    pub fn scatter(
        &mut self,
        view: &GridView<'_>,
        centre: Cell,
        radius: u32,
        count: u32,
        kind: u8,
    ) -> Result<Range<u32>, UnitsError> {
        let kind = self.checked(view, centre, count as usize, kind)?;
        let mut places = std::mem::take(&mut self.places);
        collect_free(view, centre, radius, &mut places);
        let first = self.bodies.len() as u32;
        if places.is_empty() && count > 0 {
            return Err(UnitsError::NoRoom { cell: centre, radius });
        }
        for i in 0..count as usize {
            let at = i % places.len();
            // One step of a shuffle per body: the first lap uses each cell once.
            let other = at + self.random.below((places.len() - at) as u32) as usize;
            places.swap(at, other);
            let cell = view.grid().cell(NodeId::new(places[at]));
            self.bodies.push(Body::new(cell, places[at], kind));
        }
        self.places = places;
        Ok(first..first + count)
    }

    /// Takes bodies away. Those that remain keep their order and close the gaps: the id of a body
    /// falls by the number of bodies removed before it. Ids that do not exist count for nothing.
    pub fn remove(&mut self, ids: &[u32]) {
        let mut new_ids = vec![0; self.bodies.len()];
        for &id in ids {
            if let Some(new) = new_ids.get_mut(id as usize) {
                *new = NONE;
            }
        }
        for (next, new) in (0..).zip(new_ids.iter_mut().filter(|new| **new != NONE)) {
            *new = next;
        }
        let mut at = 0;
        self.bodies.retain(|_| {
            at += 1;
            new_ids[at - 1] != NONE
        });
        self.orders.renumber(&new_ids);
        self.requests.renumber(&new_ids);
    }

    /// Sends bodies to a cell: the nearest free one if it is blocked, each to a place of its own
    /// round it. They wait until [`advance`](Self::advance) has found a way within its budget. Ids
    /// that do not exist count for nothing, and a cell off the map for the nearest one on it.
    pub fn send(&mut self, ids: &[u32], to: Cell) {
        self.orders.note(ids, to, Purpose::Go);
    }

    /// Says that cells of `changed` have another class: bodies whose way crosses them ask again.
    ///
    /// Edits of the grid itself are noticed by [`advance`](Self::advance) in any case; this is for
    /// those that its log does not name, such as a change of the mover.
    pub fn map_changed(&mut self, changed: Rect) {
        self.changed.push(changed);
    }

    /// Lets `ticks` ticks pass: sixty are meant to be a second.
    ///
    /// Requests for paths are answered in the order in which they came, until `budget` expansions
    /// are spent, each request counting as ten more; what then remains waits for the next call.
    /// Distance fields keep to the budget
    /// exactly and go on where they stopped. A single search is not interrupted, so that one that
    /// has begun may spend more than is left; with a budget of at least 1 every call answers at least
    /// one request, or goes on with a field.
    ///
    /// With an unlimited budget, `n` calls of one tick are the same as one call of `n` ticks. If the
    /// map has another size than the one before, all bodies are taken away.
    ///
    /// # Complexity
    ///
    /// O(bodies) per tick, and the searches.
    pub fn advance(
        &mut self,
        view: &GridView<'_>,
        prepared: &Prepared,
        ticks: u32,
        budget: u64,
    ) -> Work {
        let mut work = Work::default();
        if self.size != size_of_map(view) {
            self.settle_on(view);
        }
        self.follow_edits(view, &mut work);
        let mut left = budget;
        for _ in 0..ticks {
            self.tick = self.tick.wrapping_add(1);
            self.think(view);
            self.take_orders(view);
            self.answer(view, prepared, &mut left, &mut work);
            self.crowd.push_apart(&self.bodies);
            self.walk(view, &mut work);
        }
        work.waiting = self.requests.waiting();
        work
    }

    /// Checks what all additions have in common.
    fn checked(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        count: usize,
        kind: u8,
    ) -> Result<Kind, UnitsError> {
        let [width, height] = size_of_map(view);
        let kind = Kind::of(kind).ok_or(UnitsError::Kind { kind })?;
        if width.max(height) > Self::MAX_SIDE {
            return Err(UnitsError::TooWide { width, height });
        }
        if view.grid().node(cell).is_none() {
            return Err(UnitsError::OffMap { cell, width, height });
        }
        if self.size != [width, height] {
            self.settle_on(view);
        }
        if count > Self::MOST - self.bodies.len() {
            return Err(UnitsError::Full { count, present: self.bodies.len() });
        }
        Ok(kind)
    }

    /// Begins anew on a map of another size.
    fn settle_on(&mut self, view: &GridView<'_>) {
        self.clear();
        self.size = size_of_map(view);
        self.revision = view.grid().revision();
    }
}

fn size_of_map(view: &GridView<'_>) -> [u32; 2] {
    [view.grid().width(), view.grid().height()]
}

/// The free cells at most `radius` from `centre`, row by row.
fn collect_free(view: &GridView<'_>, centre: Cell, radius: u32, places: &mut Vec<u32>) {
    let [width, height] = size_of_map(view);
    let within = u64::from(radius).pow(2);
    let (top, left) = (centre.y.saturating_sub(radius), centre.x.saturating_sub(radius));
    places.clear();
    for y in top..=centre.y.saturating_add(radius).min(height - 1) {
        for x in left..=centre.x.saturating_add(radius).min(width - 1) {
            let apart =
                [x.abs_diff(centre.x), y.abs_diff(centre.y)].map(|side| u64::from(side).pow(2));
            if apart[0] + apart[1] <= within && view.is_free((x, y)) {
                places.push(y * width + x);
            }
        }
    }
}
