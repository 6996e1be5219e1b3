//! Voxels: the rules of movement in a map of cubes, as plainly as possible, and as arcs.
//!
//! * A voxel is named `(x, y, z)`; node numbers count `x` first, then `y`, then `z`.
//! * A step adds −1, 0 or 1 to each coordinate, to at least one of them and to at most as many as
//!   `axes` says. It leads from a free voxel to a free voxel.
//! * A step along more than one axis stands for one straight step along each of them, one after the
//!   other, in some order. `Never`: whatever the order, all voxels passed are free, which are all
//!   those of the box between the two. `OneFree`: there is an order in which all voxels passed are
//!   free. `Always`: nothing more is asked.
//! * A step costs what `costs` says of steps along this many axes.

use crate::square::Corners;
use crate::world::{RefWorld, Shape};

/// A voxel as `(x, y, z)`.
pub type Voxel = [usize; 3];

/// A map of voxels and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoxelWorld {
    /// Voxels along each axis.
    pub size: Voxel,
    /// Whether each can be stood in.
    pub free: Vec<bool>,
    /// Along how many axes a step may go at most: one for 6 neighbours, two for 18, three for 26.
    pub axes: usize,
    /// Which corners may be cut.
    pub corners: Corners,
    /// What steps along one, two and three axes cost.
    pub costs: [u64; 3],
}

impl VoxelWorld {
    /// How many voxels there are.
    pub fn voxel_count(&self) -> usize {
        self.size.iter().product()
    }

    /// The node number of a voxel.
    pub fn index(&self, [x, y, z]: Voxel) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// The voxel of a node number.
    pub fn voxel_at(&self, index: usize) -> Voxel {
        let [width, height, _] = self.size;
        [index % width, index / width % height, index / (width * height)]
    }

    /// The voxel that a step leads to, if it is on the map and free.
    fn free_at(&self, from: Voxel, step: [i64; 3]) -> Option<Voxel> {
        let mut to = [0; 3];
        for (axis, along) in to.iter_mut().enumerate() {
            *along = usize::try_from(from[axis] as i64 + step[axis]).ok()?;
            if *along >= self.size[axis] {
                return None;
            }
        }
        self.free[self.index(to)].then_some(to)
    }

    /// Takes the straight steps that are left of a step, in each order, and says in how many of the
    /// orders all is free.
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

/// What a way costs if nothing is in it: as many axes at a time as may be, those first along which
/// most is left.
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
        for from in (0..self.voxel_count()).filter(|&node| self.free[node]) {
            let at = self.voxel_at(from);
            for step in 0..27i64 {
                let step = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
                let along = step.iter().filter(|along| **along != 0).count();
                if (1..=self.axes).contains(&along) && self.is_allowed(at, step) {
                    let to = self.free_at(at, step).expect("a free voxel");
                    arcs.push((from, self.index(to), self.costs[along - 1]));
                }
            }
        }
        RefWorld { passable: self.free.clone(), arcs }
    }

    fn guess(&self, from: usize, to: usize) -> u64 {
        let (from, to) = (self.voxel_at(from), self.voxel_at(to));
        let apart = std::array::from_fn(|axis| from[axis].abs_diff(to[axis]));
        cost_apart(apart, self.axes, self.costs)
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.voxel_at(node))
    }

    /// Layer by layer: `.` is free, `@` blocked.
    fn draw(&self) -> String {
        let mut text = String::new();
        for layer in self.free.chunks(self.size[0] * self.size[1]) {
            for row in layer.chunks(self.size[0]) {
                text.extend(row.iter().map(|&free| if free { '.' } else { '@' }));
                text.push('\n');
            }
            text.push('\n');
        }
        text + &format!("axes {}, corners {:?}, costs {:?}\n", self.axes, self.corners, self.costs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::all_pairs;
    use crate::world::arcs;

    fn world(size: Voxel, blocked: &[Voxel], axes: usize, corners: Corners) -> VoxelWorld {
        let free = vec![true; size.iter().product()];
        let mut world = VoxelWorld { size, free, axes, corners, costs: [10, 14, 17] };
        for &voxel in blocked {
            let at = world.index(voxel);
            world.free[at] = false;
        }
        world
    }

    /// In a block of two voxels along each axis, whether there is a step from corner to corner.
    fn leads_across(blocked: &[Voxel], corners: Corners) -> bool {
        arcs(&world([2; 3], blocked, 3, corners)).iter().any(|&(from, to, _)| (from, to) == (0, 7))
    }

    #[test]
    fn steps_along_three_axes_worked_out_by_hand() {
        use Corners::{Always, Never, OneFree};
        assert!([Never, OneFree, Always].iter().all(|&corners| leads_across(&[], corners)));
        let one = [[1, 0, 1]];
        assert_eq!([Never, OneFree, Always].map(|it| leads_across(&one, it)), [false, true, true]);
        // Behind x only y and z are left, and both are closed; behind y is z, behind z is y.
        let two = [[1, 1, 0], [1, 0, 1]];
        assert_eq!([Never, OneFree, Always].map(|it| leads_across(&two, it)), [false, true, true]);
        // Now y and z come to nothing either.
        let three = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        assert_eq!([OneFree, Always].map(|it| leads_across(&three, it)), [false, true]);
        let crossed = [[1, 0, 0], [0, 1, 1], [0, 1, 0]];
        assert!(leads_across(&crossed, OneFree), "z, x, y is left");
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
