//! Hexagons: the rules of movement on a map of hexagonal cells, stated as plainly as possible and
//! written as arcs.
//!
//! * A cell is named by axial coordinates `(q, r)`: `q` counts along a row, `r` counts rows, and
//!   each row is shifted by half a cell from the one above. A map has `height` rows of `width`
//!   cells.
//! * A cell is walkable if its factor is above 0.
//! * Each cell touches six others: two in its row, two above and two below. A step leads to any of
//!   them that is on the map and walkable, unless the step is blocked. There are no corners.
//! * A step costs `straight` ticks times the factor of the entered cell.
//! * A fence blocks a step, unless the mover crosses it: then the step costs some ticks more.
//! * A body covers all cells within a radius of its own. It stands where it can stand on all of them, and
//!   not across a side that is closed both ways. What blocks a step of any of its cells blocks its own. It
//!   pays the highest factor under it, and for the costliest fence that its front crosses.

use crate::generate::GenMap;
use crate::square::cell_of_class;
use crate::world::{RefWorld, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// A cell as `(q, r)`; `(0, 0)` is the top left cell, and `r` grows downward.
pub type Hex = (usize, usize);

/// How `q` and `r` change in the six directions, clockwise from the right.
const STEPS: [(i64, i64); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A map of hexagons and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexWorld {
    /// Cells per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The factor of a step into each cell, row by row; 0 means impassable.
    pub factors: Vec<u32>,
    /// Blocked steps, one-way: a wall between two cells is two entries.
    pub blocked_steps: BTreeSet<(Hex, Hex)>,
    /// Steps among the blocked ones that have a fence which the mover crosses, and the extra ticks.
    pub crossings: BTreeMap<(Hex, Hex), u64>,
    /// Cost of a step into a cell of factor 1.
    pub straight: u64,
    /// How many steps the body reaches from its own cell.
    pub radius: u64,
}

impl HexWorld {
    /// Reads the letters of `map` as
    /// [`SquareWorld::from_classes`](crate::square::SquareWorld::from_classes) does, except that
    /// water is normal ground.
    pub fn from_classes(map: &GenMap, straight: u64) -> HexWorld {
        HexWorld {
            width: map.width,
            height: map.height,
            factors: map.classes.iter().map(|&class| cell_of_class(class).factor).collect(),
            blocked_steps: BTreeSet::new(),
            crossings: BTreeMap::new(),
            straight,
            radius: 0,
        }
    }

    /// The node number of a cell of the map: `r * width + q`.
    pub fn index(&self, (q, r): Hex) -> usize {
        r * self.width + q
    }

    /// The cell with a node number.
    pub fn cell_at(&self, index: usize) -> Hex {
        (index % self.width, index / self.width)
    }

    /// Blocks the step between two touching cells in both directions.
    pub fn add_wall(&mut self, a: Hex, b: Hex) {
        self.blocked_steps.extend([(a, b), (b, a)]);
    }

    /// The cells of the map that touch `cell`.
    pub fn neighbours(&self, (q, r): Hex) -> impl Iterator<Item = Hex> {
        let (width, height) = (self.width as i64, self.height as i64);
        STEPS
            .into_iter()
            .map(move |(dq, dr)| (q as i64 + dq, r as i64 + dr))
            .filter(move |&(q, r)| (0..width).contains(&q) && (0..height).contains(&r))
            .map(|(q, r)| (q as usize, r as usize))
    }
}

impl HexWorld {
    /// The cells under a body; `None` if some are not on the map.
    fn under(&self, cell: Hex) -> Option<Vec<Hex>> {
        let all = (0..self.factors.len()).map(|at| self.cell_at(at));
        let under: Vec<Hex> = all.filter(|&other| apart(cell, other) <= self.radius).collect();
        let radius = self.radius as usize;
        (under.len() == 3 * radius * (radius + 1) + 1).then_some(under)
    }

    /// Whether the body can stand at a cell.
    pub fn is_free(&self, cell: Hex) -> bool {
        let is_shut = |from: Hex, to: Hex| {
            self.blocked_steps.contains(&(from, to)) && !self.crossings.contains_key(&(from, to))
        };
        self.under(cell).is_some_and(|under| {
            under.iter().all(|&one| {
                let inside = self.neighbours(one).filter(|other| under.contains(other));
                let is_whole = |other| !is_shut(one, other) || !is_shut(other, one);
                self.factors[self.index(one)] > 0 && inside.into_iter().all(is_whole)
            })
        })
    }

    /// The extra ticks of a step; `None` if it is blocked. Those behind the front follow.
    fn extra(&self, from: Hex, to: Hex) -> Option<u64> {
        let moved =
            |(q, r): Hex| ((q + to.0).wrapping_sub(from.0), (r + to.1).wrapping_sub(from.1));
        let under = self.under(from)?;
        under.iter().try_fold(0, |most, &cell| {
            let step = (cell, moved(cell));
            let extra = match self.blocked_steps.contains(&step) {
                true => *self.crossings.get(&step)?,
                false => 0,
            };
            Some(if under.contains(&step.1) { most } else { extra.max(most) })
        })
    }
}

/// The number of steps between two cells if nothing is in the way. Each step along one of the three
/// axes changes `q`, `r` and `q + r` by at most one.
pub fn apart(a: Hex, b: Hex) -> u64 {
    let (dq, dr) = (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
    dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
}

impl Shape for HexWorld {
    /// By cell, clockwise from the right.
    fn write(&self) -> RefWorld {
        let nodes = 0..self.factors.len();
        let passable: Vec<bool> = nodes.map(|node| self.is_free(self.cell_at(node))).collect();
        let mut arcs = Vec::new();
        for from in (0..passable.len()).filter(|&node| passable[node]) {
            let cell = self.cell_at(from);
            for to in self.neighbours(cell) {
                let node = self.index(to);
                let Some(under) = self.under(to).filter(|_| passable[node]) else { continue };
                if let Some(extra) = self.extra(cell, to) {
                    let factor = under.iter().map(|&cell| self.factors[self.index(cell)]).max();
                    let factor = u64::from(factor.expect("a cell"));
                    arcs.push((from, node, self.straight * factor + extra));
                }
            }
        }
        RefWorld { passable, arcs }
    }

    fn guess(&self, from: usize, to: usize) -> u64 {
        self.straight * apart(self.cell_at(from), self.cell_at(to))
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.cell_at(node))
    }

    /// Digits are factors and `@` is impassable; each row is shifted by half a cell.
    fn draw(&self) -> String {
        let mut text = String::new();
        for r in 0..self.height {
            let row = &self.factors[r * self.width..(r + 1) * self.width];
            let letters = row.iter().map(|&factor| match factor {
                0 => "@ ".to_owned(),
                factor => format!("{factor} "),
            });
            text += &format!("{}{}\n", " ".repeat(r), letters.collect::<String>().trim_end());
        }
        text + &format!(
            "straight {}\nblocked steps {:?}\ncrossings {:?}\n",
            self.straight, self.blocked_steps, self.crossings
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{all_pairs, bellman_ford, fewest_steps};
    use crate::world::arcs;

    fn world(drawing: &str) -> HexWorld {
        HexWorld::from_classes(&GenMap::from_drawing(drawing).expect("a drawing"), 10)
    }

    #[test]
    fn a_cell_touches_two_beside_two_above_and_two_below() {
        let world = world("...\n...\n...");
        let of = |cell| world.neighbours(cell).collect::<Vec<_>>();
        assert_eq!(of((1, 1)), [(2, 1), (1, 2), (0, 2), (0, 1), (1, 0), (2, 0)]);
        assert_eq!(of((0, 0)), [(1, 0), (0, 1)], "the sharp corner");
        assert_eq!(of((2, 0)), [(2, 1), (1, 1), (1, 0)], "the blunt corner");
    }

    /// With the shift drawn:
    ///
    /// ```text
    /// . . @
    ///  3 . .
    ///   . @ .
    /// ```
    #[test]
    fn costs_worked_out_by_hand() {
        let mut world = world("..@\n3..\n.@.");
        let from = |world: &HexWorld| bellman_ford(9, &arcs(world), 0);
        // Right, down, then right, or down through the swamp. The cell (0, 2) is entered from (1,
        // 1), down and to the left, without crossing the swamp.
        let by_hand =
            [Some(0), Some(10), None, Some(30), Some(20), Some(30), Some(30), None, Some(40)];
        assert_eq!(from(&world), by_hand);
        assert_eq!(fewest_steps(9, &arcs(&world), 0)[6], Some(2), "through the swamp");
        // A wall on the short way down; both ways round lead through the swamp, which costs three
        // times as much.
        world.add_wall((1, 0), (1, 1));
        let walled =
            [Some(0), Some(10), None, Some(30), Some(40), Some(50), Some(40), None, Some(60)];
        assert_eq!(from(&world), walled);
    }

    #[test]
    fn a_blocked_step_is_one_way_and_the_entered_cell_sets_the_price() {
        let mut world = world("12");
        assert_eq!(arcs(&world), [(0, 1, 20), (1, 0, 10)]);
        world.blocked_steps.insert(((0, 0), (1, 0)));
        assert_eq!(arcs(&world), [(1, 0, 10)]);
    }

    #[test]
    fn a_fence_that_is_crossed_costs_more_and_another_is_a_wall() {
        let mut world = world("12");
        world.add_wall((0, 0), (1, 0));
        world.crossings.insert(((0, 0), (1, 0)), 7);
        assert_eq!(arcs(&world), [(0, 1, 27)]);
    }

    #[test]
    fn in_the_open_ways_are_as_long_as_the_cells_are_apart() {
        let world = world(".....\n.....\n.....\n.....");
        for (from, row) in all_pairs(20, &arcs(&world)).iter().enumerate() {
            for (to, &cost) in row.iter().enumerate() {
                assert_eq!(cost, Some(world.guess(from, to)), "{from} to {to}");
            }
        }
    }
}
