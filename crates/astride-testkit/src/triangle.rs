//! Triangles: the rules of movement on a map of triangular cells, stated as plainly as possible and
//! written as arcs.
//!
//! * A cell is named by `(x, y)`, column and row. It points up if `x + y` is even, otherwise down.
//!   Its three corners are points of a lattice; cells with two common corners touch along a side,
//!   cells with one common corner touch at that corner, and six cells meet at each point.
//! * A cell is walkable if its factor is above 0.
//! * A step over a side leads to the cell behind it, unless that step is blocked.
//! * If steps past corners are allowed: of the six cells around a corner, call those beside a cell
//!   its neighbours, the next ones its second neighbours, and the opposite one its third neighbour.
//!   A step leads to a second neighbour if the cell between is free and neither of the two steps
//!   over sides is blocked. A step leads to the third neighbour by the corner rule: of the two ways
//!   round, each past two cells and over three sides, both must be open (`Never`), at least one
//!   must be open (`OneFree`), or at least one must have no blocked step (`Always`).
//! * Steps cost 10864, 18817 and 21728 ticks times the factor of the entered cell.
//! * A fence blocks a step over a side, unless the mover crosses it: then the step costs some ticks more.
//!   Past corners it is blocked to everybody.

use crate::world::{RefWorld, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// A cell as `(x, y)`.
pub type Tri = (i64, i64);

/// When a step past a corner is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// There are no steps past corners.
    SidesOnly,
    /// Both ways round must be open.
    Never,
    /// At least one way round must be open.
    OneFree,
    /// Blocked cells do not matter.
    Always,
}

/// A map of triangles and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriangleWorld {
    /// Cells per row.
    pub width: i64,
    /// Number of rows.
    pub height: i64,
    /// The factor of a step into each cell, row by row; 0 means impassable.
    pub factors: Vec<u32>,
    /// Blocked steps over sides, one-way.
    pub blocked_steps: BTreeSet<(Tri, Tri)>,
    /// Steps among the blocked ones that have a fence which the mover crosses, and the extra ticks.
    pub crossings: BTreeMap<(Tri, Tri), u64>,
    /// The corner rule.
    pub rule: Rule,
}

/// The corners of a cell on a lattice whose points are half a side apart along a row.
fn corners((x, y): Tri) -> [Tri; 3] {
    match (x + y).rem_euclid(2) {
        0 => [(x, y), (x + 1, y + 1), (x - 1, y + 1)],
        _ => [(x, y + 1), (x - 1, y), (x + 1, y)],
    }
}

fn common(a: Tri, b: Tri) -> usize {
    corners(a).iter().filter(|point| corners(b).contains(point)).count()
}

/// All cells near `cell`, whether on the map or not.
fn around((x, y): Tri) -> impl Iterator<Item = Tri> {
    (-2..=2).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)))
}

impl TriangleWorld {
    fn factor(&self, (x, y): Tri) -> u32 {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if is_inside { self.factors[(y * self.width + x) as usize] } else { 0 }
    }

    /// The node number of a cell of the map.
    pub fn index(&self, (x, y): Tri) -> usize {
        (y * self.width + x) as usize
    }

    /// The cell with a node number.
    pub fn cell_at(&self, index: usize) -> Tri {
        (index as i64 % self.width, index as i64 / self.width)
    }

    /// The cells of the map behind the sides of `cell`.
    pub fn behind_sides(&self, cell: Tri) -> impl Iterator<Item = Tri> + '_ {
        let is_on_map =
            |&(x, y): &Tri| (0..self.width).contains(&x) && (0..self.height).contains(&y);
        around(cell).filter(move |&other| common(cell, other) == 2).filter(is_on_map)
    }

    fn is_blocked(&self, from: Tri, to: Tri) -> bool {
        self.blocked_steps.contains(&(from, to))
    }

    /// The cells to which a step leads, with its ticks at factor 1 and those that come on top.
    fn steps(&self, cell: Tri) -> Vec<(Tri, u64, u64)> {
        let is_free = |cell: Tri| self.factor(cell) > 0;
        let beside = |cell: Tri| around(cell).filter(move |&other| common(cell, other) == 2);
        let extra = |to: Tri| match self.is_blocked(cell, to) {
            true => self.crossings.get(&(cell, to)).copied(),
            false => Some(0),
        };
        let mut steps: Vec<(Tri, u64, u64)> = beside(cell)
            .filter(|&to| is_free(to))
            .filter_map(|to| Some((to, 10_864, extra(to)?)))
            .collect();
        if self.rule == Rule::SidesOnly {
            return steps;
        }
        for point in corners(cell) {
            let has_point = |other: &Tri| corners(*other).contains(&point);
            // The two ways round the corner, three cells each; both end in the same cell.
            let ways: Vec<[Tri; 3]> = beside(cell)
                .filter(has_point)
                .map(|first| {
                    let next = |from: Tri, but: Tri| {
                        let mut others = beside(from).filter(|&to| has_point(&to) && to != but);
                        others.next().expect("six cells meet at a corner")
                    };
                    let second = next(first, cell);
                    [first, second, next(second, first)]
                })
                .collect();
            let is_walled = |[a, b, c]: [Tri; 3], cells: usize| {
                let path = [cell, a, b, c];
                (0..cells).any(|at| self.is_blocked(path[at], path[at + 1]))
            };
            for &way in &ways {
                if is_free(way[0]) && is_free(way[1]) && !is_walled(way, 2) {
                    steps.push((way[1], 18_817, 0));
                }
            }
            let is_open =
                |&way: &[Tri; 3]| is_free(way[0]) && is_free(way[1]) && !is_walled(way, 3);
            let is_allowed = match self.rule {
                Rule::Never => ways.iter().all(is_open),
                Rule::OneFree => ways.iter().any(is_open),
                _ => !ways.iter().all(|&way| is_walled(way, 3)),
            };
            if is_allowed && is_free(ways[0][2]) {
                steps.push((ways[0][2], 21_728, 0));
            }
        }
        steps
    }
}

impl Shape for TriangleWorld {
    fn write(&self) -> RefWorld {
        let passable: Vec<bool> = self.factors.iter().map(|&factor| factor > 0).collect();
        let mut arcs = Vec::new();
        for from in (0..passable.len()).filter(|&node| passable[node]) {
            for (to, ticks, extra) in self.steps(self.cell_at(from)) {
                arcs.push((from, self.index(to), ticks * u64::from(self.factor(to)) + extra));
            }
        }
        RefWorld { passable, arcs }
    }

    /// The remaining cost is not estimated.
    fn guess(&self, _from: usize, _to: usize) -> u64 {
        0
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.cell_at(node))
    }

    fn draw(&self) -> String {
        let rows = self.factors.chunks(self.width as usize).map(|row| format!("{row:?}\n"));
        let rows: String = rows.collect();
        let (blocked, crossings) = (&self.blocked_steps, &self.crossings);
        format!("{rows}{:?}, blocked steps {blocked:?}, crossings {crossings:?}\n", self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::bellman_ford;
    use crate::world::arcs;

    #[test]
    fn a_triangle_in_the_open_has_twelve_neighbours() {
        let open = |rule| TriangleWorld {
            width: 7,
            height: 5,
            factors: vec![1; 35],
            blocked_steps: BTreeSet::new(),
            crossings: BTreeMap::new(),
            rule,
        };
        for cell in [(3, 2), (2, 2)] {
            let ticks = |rule| {
                let mut ticks: Vec<u64> =
                    open(rule).steps(cell).into_iter().map(|step| step.1).collect();
                ticks.sort_unstable();
                ticks
            };
            assert_eq!(ticks(Rule::SidesOnly), [10_864; 3]);
            let all = [[10_864; 3].to_vec(), [18_817; 6].to_vec(), [21_728; 3].to_vec()].concat();
            assert_eq!(ticks(Rule::Never), all);
        }
        let along = bellman_ford(35, &arcs(&open(Rule::SidesOnly)), 14);
        assert_eq!(along[20], Some(6 * 10_864), "along a row");
        let over = bellman_ford(35, &arcs(&open(Rule::Never)), 14);
        assert_eq!(over[20], Some(3 * 18_817), "every second of a row");
    }

    #[test]
    fn a_fence_that_is_crossed_costs_more_over_its_side_and_is_a_wall_past_corners() {
        let mut world = TriangleWorld {
            width: 3,
            height: 1,
            factors: vec![1; 3],
            blocked_steps: [((0, 0), (1, 0))].into(),
            crossings: BTreeMap::new(),
            rule: Rule::Never,
        };
        let from_left = |world: &TriangleWorld| bellman_ford(3, &arcs(world), 0);
        assert_eq!(from_left(&world), [Some(0), None, None]);
        world.crossings.insert(((0, 0), (1, 0)), 7);
        assert_eq!(from_left(&world), [Some(0), Some(10_871), Some(21_735)]);
        assert_eq!(bellman_ford(3, &arcs(&world), 2)[0], Some(18_817));
    }
}
