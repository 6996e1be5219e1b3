//! Voxels: the rules of movement in a map of cubes, stated as plainly as possible and written as
//! arcs.
//!
//! * A voxel is named `(x, y, z)`; node numbers count `x` first, then `y`, then `z`.
//! * A step adds −1, 0 or 1 to each coordinate and changes at least one and at most `axes` of them.
//!   It leads from a free voxel to a free voxel.
//! * A step along more than one axis stands for one straight step along each of them, in some
//!   order. `Never`: in every order all voxels passed are free, that is, all voxels of the box
//!   between the two. `OneFree`: there is an order in which all voxels passed are free. `Always`:
//!   nothing more is required.
//! * The cost of a step is the entry of `costs` for its number of axes.
//!
//! For bodies larger than a voxel and for walkers:
//!
//! * A body of `side` columns and rows and `height` layers is named by its voxel of least
//!   coordinates, and may be there if all its voxels are on the map, free, and of a medium allowed
//!   by `media`. Flyers move by the rules above, from place to place instead of from voxel to
//!   voxel.
//! * With `legs` a body stands only where some voxel directly below it is blocked or below the map.
//!   A step adds −1, 0 or 1 to `x` and `y`, changing at least one of them, and only one if `axes`
//!   is 1; it also adds up to `climb` to `z`, or subtracts up to `fall`. The body first rises, one
//!   voxel at a time, then moves across, then falls, one voxel at a time, until it stands; it must
//!   be free all along. A move across along two axes passes two places at the height of the move:
//!   `Never` requires both to be free, `OneFree` one of them.
//! * The cost is the entry of `costs` for the move across, plus the cost per voxel climbed or
//!   fallen from `legs`.

use std::ops::Range;

use crate::square::Corners;
use crate::world::{Arc, RefWorld, Shape};

/// A voxel as `(x, y, z)`.
pub type Voxel = [usize; 3];

/// A map of voxels and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoxelWorld {
    /// The number of voxels along each axis.
    pub size: Voxel,
    /// Whether each voxel is not solid.
    pub free: Vec<bool>,
    /// Whether each free voxel is water instead of air; if empty, all of them are air.
    pub water: Vec<bool>,
    /// Whether the body may be in air and in water.
    pub media: [bool; 2],
    /// The maximum number of axes of a step: one for 6 neighbours, two for 18, three for 26.
    pub axes: usize,
    /// The corner rule.
    pub corners: Corners,
    /// The costs of steps along one, two and three axes.
    pub costs: [u64; 3],
    /// Columns and rows of the body.
    pub side: usize,
    /// Layers of the body.
    pub height: usize,
    /// The abilities of its legs, if it walks.
    pub legs: Option<Legs>,
}

/// The abilities of a walker's legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legs {
    /// The maximum rise of a step.
    pub climb: usize,
    /// The maximum fall of a step.
    pub fall: usize,
    /// The costs per voxel up and down.
    pub costs: [u64; 2],
}

/// What determines the distance between two places.
#[derive(Debug, Clone, Copy)]
pub struct Ruler {
    /// The maximum number of axes of a step.
    pub axes: usize,
    /// The costs of steps along one, two and three axes.
    pub costs: [u64; 3],
    /// The abilities of its legs, if it walks.
    pub legs: Option<Legs>,
}

impl Ruler {
    /// What a flyer pays if nothing is in its way. A walker pays at least the cost of moving
    /// across, and at least the steps needed to reach the height, plus everything it climbs or
    /// falls.
    pub fn cost(&self, from: Voxel, to: Voxel) -> u64 {
        let apart: Voxel = std::array::from_fn(|axis| from[axis].abs_diff(to[axis]));
        let Some(legs) = self.legs else { return cost_apart(apart, self.axes, self.costs) };
        let across = cost_apart([apart[0], apart[1], 0], self.axes, self.costs);
        let (most, each) = match to[2] > from[2] {
            true => (legs.climb, legs.costs[0]),
            false => (legs.fall, legs.costs[1]),
        };
        let steps = apart[2].div_ceil(most.max(1)) as u64;
        across.max(steps * self.costs[0]) + apart[2] as u64 * each
    }
}

impl VoxelWorld {
    /// The number of voxels.
    pub fn voxel_count(&self) -> usize {
        self.size.iter().product()
    }

    /// The node number of a voxel.
    pub fn index(&self, [x, y, z]: Voxel) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// The voxel with a node number.
    pub fn voxel_at(&self, index: usize) -> Voxel {
        let [width, height, _] = self.size;
        [index % width, index / width % height, index / (width * height)]
    }

    /// Whether a voxel is water.
    fn is_water(&self, at: usize) -> bool {
        self.water.get(at).is_some_and(|&is_water| is_water)
    }

    /// The ruler for distances between places.
    pub fn ruler(&self) -> Ruler {
        Ruler { axes: self.axes, costs: self.costs, legs: self.legs }
    }

    /// Whether the body may be at a place and, for walkers, stands there.
    pub fn is_place(&self, index: usize) -> bool {
        let at = self.voxel_at(index);
        self.is_there(at) && (self.legs.is_none() || self.is_grounded(at))
    }

    /// Whether the body is on the map and free there.
    fn is_there(&self, at: Voxel) -> bool {
        let lengths = [self.side, self.side, self.height];
        (0..3).all(|axis| at[axis] + lengths[axis] <= self.size[axis])
            && self.body(at, 0..self.height).all(|voxel| {
                let at = self.index(voxel);
                self.free[at] && self.media[usize::from(self.is_water(at))]
            })
    }

    /// Whether there is ground directly below the body.
    fn is_grounded(&self, [x, y, z]: Voxel) -> bool {
        z == 0 || self.body([x, y, z - 1], 0..1).any(|voxel| !self.free[self.index(voxel)])
    }

    /// Some layers of a body at this place.
    fn body(&self, [x, y, z]: Voxel, layers: Range<usize>) -> impl Iterator<Item = Voxel> {
        let side = self.side;
        layers.flat_map(move |layer| {
            let rows = (y..y + side).flat_map(move |y| (x..x + side).map(move |x| (x, y)));
            rows.map(move |(x, y)| [x, y, z + layer])
        })
    }

    /// The place that a step leads to, if the body may be there.
    fn free_at(&self, from: Voxel, step: [i64; 3]) -> Option<Voxel> {
        let mut to = [0; 3];
        for (axis, along) in to.iter_mut().enumerate() {
            *along = usize::try_from(from[axis] as i64 + step[axis]).ok()?;
        }
        self.is_there(to).then_some(to)
    }

    /// The end of a walker's move `across` and up by `rise` voxels, or down if `rise` is negative.
    fn tread(&self, from: Voxel, across: [i64; 2], rise: i64) -> Option<Voxel> {
        let mut at = from;
        for _ in 0..rise {
            at = self.free_at(at, [0, 0, 1])?;
        }
        let [dx, dy] = across;
        if dx != 0 && dy != 0 {
            let beside = [[dx, 0, 0], [0, dy, 0]];
            let free = beside.iter().filter(|&&step| self.free_at(at, step).is_some()).count();
            let needed = match self.corners {
                Corners::Never => 2,
                Corners::OneFree => 1,
                Corners::Always => 0,
            };
            if free < needed {
                return None;
            }
        }
        at = self.free_at(at, [dx, dy, 0])?;
        for _ in rise..0 {
            if self.is_grounded(at) {
                return None;
            }
            at = self.free_at(at, [0, 0, -1])?;
        }
        self.is_grounded(at).then_some(at)
    }

    /// The arcs of a walker standing at a place.
    fn treads(&self, from: Voxel, legs: Legs) -> Vec<Arc> {
        let mut arcs = Vec::new();
        for across in (0..9i64).map(|at| [at % 3 - 1, at / 3 - 1]) {
            let along = across.iter().filter(|along| **along != 0).count();
            if !(1..=self.axes.min(2)).contains(&along) {
                continue;
            }
            for rise in -(legs.fall as i64)..=legs.climb as i64 {
                if let Some(to) = self.tread(from, across, rise) {
                    let each = legs.costs[usize::from(rise < 0)];
                    let cost = self.costs[along - 1] + rise.unsigned_abs() * each;
                    arcs.push((self.index(from), self.index(to), cost));
                }
            }
        }
        arcs
    }

    /// Makes the remaining straight steps of a step in every order and counts the orders in which
    /// all places passed are free.
    fn open_orders(&self, at: Voxel, left: [i64; 3]) -> usize {
        if left == [0; 3] {
            return 1;
        }
        let mut orders = 0;
        for axis in (0..3).filter(|&axis| left[axis] != 0) {
            let (mut straight, mut rest) = ([0; 3], left);
            straight[axis] = left[axis];
            rest[axis] = 0;
            if let Some(next) = self.free_at(at, straight) {
                orders += self.open_orders(next, rest);
            }
        }
        orders
    }

    fn is_allowed(&self, from: Voxel, step: [i64; 3]) -> bool {
        let axes = step.iter().filter(|along| **along != 0).count();
        let orders = [1, 1, 2, 6][axes];
        self.free_at(from, step).is_some()
            && match self.corners {
                Corners::Never => self.open_orders(from, step) == orders,
                Corners::OneFree => self.open_orders(from, step) > 0,
                Corners::Always => true,
            }
    }
}

/// The cost of a path if nothing is in the way: each step uses as many axes as possible, those with
/// the largest remaining distance first.
pub fn cost_apart(mut apart: Voxel, axes: usize, costs: [u64; 3]) -> u64 {
    let mut cost = 0;
    loop {
        apart.sort_unstable();
        let along = apart.iter().filter(|left| **left > 0).count().min(axes);
        if along == 0 {
            return cost;
        }
        cost += costs[along - 1];
        apart.iter_mut().rev().take(along).for_each(|left| *left -= 1);
    }
}

impl Shape for VoxelWorld {
    fn write(&self) -> RefWorld {
        let mut arcs = Vec::new();
        let places = (0..self.voxel_count()).map(|node| self.is_place(node)).collect::<Vec<_>>();
        for from in (0..self.voxel_count()).filter(|&node| places[node]) {
            let at = self.voxel_at(from);
            if let Some(legs) = self.legs {
                arcs.extend(self.treads(at, legs));
                continue;
            }
            for step in 0..27i64 {
                let step = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
                let along = step.iter().filter(|along| **along != 0).count();
                if (1..=self.axes).contains(&along) && self.is_allowed(at, step) {
                    let to = self.free_at(at, step).expect("a free voxel");
                    arcs.push((from, self.index(to), self.costs[along - 1]));
                }
            }
        }
        RefWorld { passable: places, arcs }
    }

    fn guess(&self, from: usize, to: usize) -> u64 {
        self.ruler().cost(self.voxel_at(from), self.voxel_at(to))
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.voxel_at(node))
    }

    /// Layer by layer: `.` is air, `~` water, `@` blocked.
    fn draw(&self) -> String {
        let mut text = String::new();
        let nodes = (0..self.voxel_count()).collect::<Vec<_>>();
        for layer in nodes.chunks(self.size[0] * self.size[1]) {
            for row in layer.chunks(self.size[0]) {
                text.extend(row.iter().map(|&at| match (self.free[at], self.is_water(at)) {
                    (false, _) => '@',
                    (true, true) => '~',
                    (true, false) => '.',
                }));
                text.push('\n');
            }
            text.push('\n');
        }
        let Self { axes, corners, costs, side, height, legs, media, .. } = self;
        text + &format!(
            "axes {axes}, corners {corners:?}, costs {costs:?}, side {side}, height {height}, {legs:?}, \
             media {media:?}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::all_pairs;
    use crate::world::arcs;

    fn world(size: Voxel, blocked: &[Voxel], axes: usize, corners: Corners) -> VoxelWorld {
        let free = vec![true; size.iter().product()];
        let costs = [10, 14, 17];
        let mut world = VoxelWorld {
            size,
            free,
            water: Vec::new(),
            media: [true, false],
            axes,
            corners,
            costs,
            side: 1,
            height: 1,
            legs: None,
        };
        for &voxel in blocked {
            let at = world.index(voxel);
            world.free[at] = false;
        }
        world
    }

    /// Whether there is a step from corner to corner of a block of two voxels along each axis.
    fn leads_across(blocked: &[Voxel], corners: Corners) -> bool {
        arcs(&world([2; 3], blocked, 3, corners)).iter().any(|&(from, to, _)| (from, to) == (0, 7))
    }

    #[test]
    fn steps_along_three_axes_worked_out_by_hand() {
        use Corners::{Always, Never, OneFree};
        assert!([Never, OneFree, Always].iter().all(|&corners| leads_across(&[], corners)));
        let one = [[1, 0, 1]];
        assert_eq!([Never, OneFree, Always].map(|it| leads_across(&one, it)), [false, true, true]);
        // After x only y and z remain, and both are closed; after y, z is open; after z, y is open.
        let two = [[1, 1, 0], [1, 0, 1]];
        assert_eq!([Never, OneFree, Always].map(|it| leads_across(&two, it)), [false, true, true]);
        // Now y and z lead nowhere either.
        let three = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        assert_eq!([OneFree, Always].map(|it| leads_across(&three, it)), [false, true]);
        let crossed = [[1, 0, 0], [0, 1, 1], [0, 1, 0]];
        assert!(leads_across(&crossed, OneFree), "z, x, y is left");
    }

    #[test]
    fn steps_of_walkers_worked_out_by_hand() {
        // Two adjacent columns of ground of these heights, in a map of six layers.
        let leads = |heights: [usize; 2], height: usize, roof: &[Voxel]| {
            let mut world = world([2, 1, 6], roof, 1, Corners::Never);
            world.height = height;
            world.legs = Some(Legs { climb: 1, fall: 3, costs: [3, 1] });
            for (x, &top) in heights.iter().enumerate() {
                for z in 0..top {
                    let at = world.index([x, 0, z]);
                    world.free[at] = false;
                }
            }
            let arcs = arcs(&world);
            let across = |from: usize, to: usize| {
                let ends = [from, to].map(|x| world.index([x, 0, heights[x]]));
                arcs.iter().find(|arc| [arc.0, arc.1] == ends).map(|arc| arc.2)
            };
            [across(0, 1), across(1, 0)]
        };
        assert_eq!(leads([1, 1], 2, &[]), [Some(10), Some(10)]);
        assert_eq!(leads([1, 2], 2, &[]), [Some(13), Some(11)]);
        assert_eq!(leads([1, 3], 2, &[]), [None, Some(12)], "too steep, not too deep");
        assert_eq!(leads([0, 4], 2, &[]), [None, None]);
        assert_eq!(leads([1, 2], 2, &[[0, 0, 3]]), [None, None], "no room to rise or to fall");
        assert_eq!(leads([1, 2], 1, &[[0, 0, 3]]), [Some(13), Some(11)]);
        assert_eq!(leads([1, 2], 2, &[[1, 0, 3]]), [None, None], "no room to stand");
    }

    #[test]
    fn neighbours_are_counted() {
        for (axes, count) in [(1, 6), (2, 18), (3, 26)] {
            let world = world([3; 3], &[], axes, Corners::Never);
            assert_eq!(arcs(&world).iter().filter(|arc| arc.0 == 13).count(), count);
        }
    }

    #[test]
    fn in_the_open_ways_are_as_long_as_the_voxels_are_apart() {
        for axes in 1..=3 {
            let world = world([4, 3, 5], &[], axes, Corners::Never);
            for (from, row) in all_pairs(60, &arcs(&world)).iter().enumerate() {
                for (to, &cost) in row.iter().enumerate() {
                    assert_eq!(cost, Some(world.guess(from, to)), "{from} to {to}, {axes} axes");
                }
            }
        }
    }
}
