//! Floors: the rules of movement on square cells of several floors, as plainly as possible, and as arcs.
//!
//! * A cell is named by `(x, y, floor)`. It can be stood on when its factor is above 0.
//! * A cell belongs to media (land, water), and a step happens within one medium that all cells it
//!   touches share.
//! * A step leads to a neighbour on the same floor. Where columns (rows) are joined, coordinates that
//!   leave the map come in again at the other end.
//! * A straight step is taken unless it is blocked. A diagonal one stands for two straight steps, by
//!   either of two ways round the corner: both must be open (`Never`), one of them (`OneFree`), or at
//!   least one of them without a blocked step (`Always`). A way is open if its cell is free in the
//!   medium of the step and neither of its steps is blocked.
//! * Steps cost `straight` or `diagonal` ticks times the factor of the entered cell.
//! * A fence blocks a straight step, unless the mover crosses it: then the step costs some ticks more.
//!   On a way round a corner it is blocked to everybody.
//! * A stair leads from one cell to another, for its own ticks.

use crate::world::{RefWorld, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// A cell as `(x, y, floor)`.
pub type Spot = (i64, i64, i64);

/// When a diagonal step may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// There are no diagonal steps.
    Straight,
    /// Both ways round are open.
    Never,
    /// One of them is.
    OneFree,
    /// Blocked cells do not matter.
    Always,
}

/// A map of floors and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloorWorld {
    /// Columns, rows and floors.
    pub size: [i64; 3],
    /// Whether columns and rows are joined.
    pub joined: [bool; 2],
    /// What a step into each cell is multiplied by, row by row, floor by floor; 0 cannot be stood on.
    pub factors: Vec<u32>,
    /// The media of each cell, one per bit.
    pub media: Vec<u8>,
    /// Straight steps that must not be taken, one-way.
    pub blocked_steps: BTreeSet<(Spot, Spot)>,
    /// Steps among the blocked ones that have a fence which the mover crosses, and the extra ticks.
    pub crossings: BTreeMap<(Spot, Spot), u64>,
    /// Ticks by start and end.
    pub stairs: BTreeMap<(Spot, Spot), u64>,
    /// The rule for corners.
    pub rule: Rule,
    /// Ticks of a straight and of a diagonal step.
    pub ticks: [u64; 2],
}

impl FloorWorld {
    /// The node number of a cell of the map.
    pub fn index(&self, (x, y, floor): Spot) -> usize {
        ((floor * self.size[1] + y) * self.size[0] + x) as usize
    }

    /// The cell of a node number.
    pub fn spot_at(&self, index: usize) -> Spot {
        let [width, height, _] = self.size;
        let index = index as i64;
        (index % width, index / width % height, index / width / height)
    }

    /// The cell this many columns and rows away, if the map has it.
    pub fn away(&self, (x, y, floor): Spot, (dx, dy): (i64, i64)) -> Option<Spot> {
        let come_in = |at: i64, count: i64, is_joined: bool| match is_joined {
            true => Some(at.rem_euclid(count)),
            false => (0..count).contains(&at).then_some(at),
        };
        let x = come_in(x + dx, self.size[0], self.joined[0])?;
        Some((x, come_in(y + dy, self.size[1], self.joined[1])?, floor))
    }

    fn is_free(&self, spot: Spot) -> bool {
        self.factors[self.index(spot)] > 0
    }

    fn is_within(&self, spot: Spot, medium: u8) -> bool {
        self.is_free(spot) && self.media[self.index(spot)] & medium != 0
    }

    fn is_blocked(&self, from: Spot, to: Spot) -> bool {
        self.blocked_steps.contains(&(from, to))
    }

    fn can_step(&self, from: Spot, to: Spot, step: (i64, i64)) -> bool {
        let mut media = (0..8).map(|bit| 1 << bit);
        media.any(|medium| self.can_step_within(medium, from, to, step))
    }

    fn can_step_within(&self, medium: u8, from: Spot, to: Spot, (dx, dy): (i64, i64)) -> bool {
        if !self.is_within(from, medium) || !self.is_within(to, medium) {
            return false;
        }
        if dx == 0 || dy == 0 {
            return !self.is_blocked(from, to) || self.crossings.contains_key(&(from, to));
        }
        let ways: Vec<Spot> =
            [(dx, 0), (0, dy)].into_iter().filter_map(|half| self.away(from, half)).collect();
        let is_walled = |&by: &Spot| self.is_blocked(from, by) || self.is_blocked(by, to);
        let is_open = |by: &Spot| self.is_within(*by, medium) && !is_walled(by);
        match self.rule {
            Rule::Straight => false,
            Rule::Never => ways.iter().all(is_open),
            Rule::OneFree => ways.iter().any(is_open),
            Rule::Always => !ways.iter().all(is_walled),
        }
    }
}

impl Shape for FloorWorld {
    fn write(&self) -> RefWorld {
        let passable: Vec<bool> = self.factors.iter().map(|&factor| factor > 0).collect();
        let mut arcs = Vec::new();
        for from in (0..passable.len()).filter(|&node| passable[node]) {
            let here = self.spot_at(from);
            for step in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let Some(there) = self.away(here, step).filter(|_| step != (0, 0)) else {
                    continue;
                };
                let to = self.index(there);
                if self.can_step(here, there, step) {
                    let ticks = self.ticks[usize::from(step.0 != 0 && step.1 != 0)];
                    // Only a straight step has one.
                    let extra = self.crossings.get(&(here, there)).copied().unwrap_or(0);
                    arcs.push((from, to, ticks * u64::from(self.factors[to]) + extra));
                }
            }
        }
        for (&(from, to), &ticks) in &self.stairs {
            if self.is_free(from) && self.is_free(to) {
                arcs.push((self.index(from), self.index(to), ticks));
            }
        }
        RefWorld { passable, arcs }
    }

    /// Nothing is known of the rest of a way.
    fn guess(&self, _from: usize, _to: usize) -> u64 {
        0
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.spot_at(node))
    }

    fn draw(&self) -> String {
        format!("{self:?}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::bellman_ford;
    use crate::world::arcs;

    /// Cells of one medium, all open.
    fn open(size: [i64; 3], joined: [bool; 2]) -> FloorWorld {
        let cells = size.iter().product::<i64>() as usize;
        FloorWorld {
            size,
            joined,
            factors: vec![1; cells],
            media: vec![1; cells],
            blocked_steps: BTreeSet::new(),
            crossings: BTreeMap::new(),
            stairs: BTreeMap::new(),
            rule: Rule::Never,
            ticks: [10, 14],
        }
    }

    #[test]
    fn on_a_torus_every_cell_has_eight_neighbours_and_the_far_corner_is_near() {
        let mut world = open([5, 4, 2], [true, true]);
        assert_eq!(arcs(&world).len(), 8 * 40);
        let far = world.index((4, 3, 0));
        assert_eq!(bellman_ford(40, &arcs(&world), 0)[far], Some(14));
        let above = world.index((4, 3, 1));
        assert_eq!(bellman_ford(40, &arcs(&world), 0)[above], None);
        world.stairs.insert(((1, 0, 0), (0, 0, 1)), 7);
        assert_eq!(bellman_ford(40, &arcs(&world), 0)[above], Some(10 + 7 + 14));
        world.joined = [false, false];
        assert_eq!(bellman_ford(40, &arcs(&world), 0)[far], Some(3 * 14 + 10));
    }

    #[test]
    fn a_fence_that_is_crossed_costs_more_straight_and_is_a_wall_to_diagonal_steps() {
        let mut world = FloorWorld {
            blocked_steps: [((0, 0, 0), (1, 0, 0))].into(),
            crossings: [(((0, 0, 0), (1, 0, 0)), 5)].into(),
            ..open([2, 2, 1], [false, false])
        };
        let first = |world: &FloorWorld| bellman_ford(4, &arcs(world), 0);
        assert_eq!(first(&world), [Some(0), Some(15), Some(10), Some(20)]);
        world.crossings.clear();
        assert_eq!(first(&world), [Some(0), Some(30), Some(10), Some(20)]);
    }
}
