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
//! * A body of several cells is named by its top left one. It stands where all of its cells can be stood
//!   on within one medium, and not across a side that is closed both ways. What blocks a step of any of
//!   its cells blocks its own. It pays the highest factor under it, and for the costliest fence that its
//!   front crosses. It takes the stairs of its top left cell, where it can stand at both ends.

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
    /// The columns and rows of the body.
    pub side: i64,
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

    /// The cells under a body; `None` if it does not fit onto the map.
    fn under(&self, spot: Spot) -> Option<Vec<Spot>> {
        let offsets = (0..self.side).flat_map(|dy| (0..self.side).map(move |dx| (dx, dy)));
        let cells = offsets.map(|by| self.away(spot, by));
        if self.side <= self.size[0].min(self.size[1]) { cells.collect() } else { None }
    }

    /// Whether the body can stand at a cell.
    pub fn is_free(&self, spot: Spot) -> bool {
        (0..8).any(|bit| self.is_within(spot, 1 << bit))
    }

    fn is_within(&self, spot: Spot, medium: u8) -> bool {
        let Some(under) = self.under(spot) else { return false };
        under.iter().all(|&cell| {
            let is_whole = |step: (i64, i64)| {
                let other = self.away(cell, step).filter(|other| under.contains(other));
                other.is_none_or(|other| !self.is_shut(cell, other) || !self.is_shut(other, cell))
            };
            let at = self.index(cell);
            self.factors[at] > 0
                && self.media[at] & medium != 0
                && is_whole((1, 0))
                && is_whole((0, 1))
        })
    }

    /// Whether a cell is left neither freely nor over a fence that the mover crosses.
    fn is_shut(&self, from: Spot, to: Spot) -> bool {
        self.blocked_steps.contains(&(from, to)) && !self.crossings.contains_key(&(from, to))
    }

    /// The straight steps of all cells under a body that are blocked.
    fn blocked(&self, from: Spot, step: (i64, i64)) -> Vec<(Spot, Spot)> {
        let under = self.under(from).unwrap_or_default();
        let steps = under.into_iter().filter_map(|cell| Some((cell, self.away(cell, step)?)));
        steps.filter(|step| self.blocked_steps.contains(step)).collect()
    }

    /// The extra ticks of a straight step; `None` if it is blocked. Those behind the front follow.
    fn extra(&self, from: Spot, step: (i64, i64)) -> Option<u64> {
        let under = self.under(from)?;
        self.blocked(from, step).iter().try_fold(0, |most, step| {
            let extra = *self.crossings.get(step)?;
            Some(if under.contains(&step.1) { most } else { extra.max(most) })
        })
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
            return self.extra(from, (dx, dy)).is_some();
        }
        let halves = [[(dx, 0), (0, dy)], [(0, dy), (dx, 0)]];
        let ways: Vec<(Spot, [(i64, i64); 2])> =
            halves.into_iter().filter_map(|half| Some((self.away(from, half[0])?, half))).collect();
        let is_walled = |&(by, [first, then]): &(Spot, [(i64, i64); 2])| {
            !self.blocked(from, first).is_empty() || !self.blocked(by, then).is_empty()
        };
        let is_open = |way: &(Spot, _)| self.is_within(way.0, medium) && !is_walled(way);
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
        let nodes = 0..self.factors.len();
        let passable: Vec<bool> = nodes.map(|node| self.is_free(self.spot_at(node))).collect();
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
                    let is_straight = step.0 == 0 || step.1 == 0;
                    let extra = if is_straight { self.extra(here, step) } else { None };
                    let under = self.under(there).unwrap_or_default();
                    let factor = under.iter().map(|&cell| self.factors[self.index(cell)]).max();
                    let factor = u64::from(factor.expect("a cell"));
                    arcs.push((from, to, ticks * factor + extra.unwrap_or(0)));
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
            side: 1,
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
