//! The memory of a running search on a mesh.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use crate::search::Part;
use crate::shapes::mesh::polyanya::cone::{Cone, START};
use crate::shapes::mesh::polygons::{Mesh, NONE};

/// The memory of one running search on a mesh.
///
/// It holds 16 bytes per corner and 4 per polygon of the largest mesh searched so far, 40 for each cone,
/// and at most 58 more for each that is remembered (see [`polyanya`](crate::shapes::mesh::polyanya));
/// after the first queries only paths are allocated.
#[derive(Clone, Debug, Default)]
pub(in crate::shapes::mesh) struct MeshMemory {
    roots: Vec<Root>,
    /// Per polygon: whether it is, in this search, a goal or on the way to one in a dead end.
    marks: Vec<u32>,
    stamp: u32,
    /// Least `f` first, then the cone that came last; `f` in the upper bits, as it is never negative.
    open: BinaryHeap<Reverse<u128>>,
    cones: Vec<Cone>,
    /// The cones expanded since the search became so long that it may be repeating itself.
    past: HashSet<(u64, [u32; 4]), BuildHasherDefault<DefaultHasher>>,
    /// Polygons of the start and of the goal.
    pub(super) starts: Vec<u32>,
    pub(super) goals: Vec<u32>,
}

/// The best way known to a corner.
#[derive(Clone, Copy, Debug)]
struct Root {
    g: f64,
    parent: u32,
    stamp: u32,
}

/// What a mark says, besides the stamp of its search.
const IS_GOAL: u32 = 1;

impl Part for MeshMemory {
    fn bytes(&self) -> usize {
        self.roots.capacity() * size_of::<Root>()
            + self.marks.capacity() * 4
            + self.open.capacity() * size_of::<u128>()
            + self.cones.capacity() * size_of::<Cone>()
            + self.past.capacity() * 8 / 7 * (size_of::<Cone>() + 1)
            + (self.starts.capacity() + self.goals.capacity()) * 4
    }
}

impl MeshMemory {
    /// Bytes that a mesh takes before anything is searched.
    pub(super) fn bytes_for(mesh: &Mesh) -> usize {
        mesh.corners.len() * size_of::<Root>() + mesh.outward.len() * 4
    }

    /// Forgets the last search.
    pub(super) fn begin(&mut self, mesh: &Mesh) {
        let unknown = Root { g: f64::INFINITY, parent: START, stamp: 0 };
        if self.roots.len() < mesh.corners.len() {
            self.roots.resize(mesh.corners.len(), unknown);
        }
        if self.marks.len() < mesh.outward.len() {
            self.marks.resize(mesh.outward.len(), 0);
        }
        self.stamp += 1;
        if self.stamp == 1 << 31 {
            self.roots.fill(unknown);
            self.marks.fill(0);
            self.stamp = 1;
        }
        self.open.clear();
        self.cones.clear();
        self.past.clear();
    }

    /// Marks the polygons of the goal, and those on the way to it in a dead end.
    pub(super) fn mark_goals(&mut self, mesh: &Mesh, goals: &[u32]) {
        for &goal in goals {
            self.marks[goal as usize] = self.stamp << 1 | IS_GOAL;
        }
        for &goal in goals {
            let mut polygon = mesh.outward[goal as usize];
            while polygon != NONE && self.marks[polygon as usize] >> 1 != self.stamp {
                self.marks[polygon as usize] = self.stamp << 1;
                polygon = mesh.outward[polygon as usize];
            }
        }
    }

    /// Whether the goal is in a polygon.
    #[inline(always)]
    pub(super) fn is_goal(&self, polygon: u32) -> bool {
        self.marks[polygon as usize] == self.stamp << 1 | IS_GOAL
    }

    /// Whether a polygon is on the way to the goal in a dead end.
    #[inline(always)]
    pub(super) fn is_marked(&self, polygon: u32) -> bool {
        self.marks[polygon as usize] >> 1 == self.stamp
    }

    /// The length of the best way to a corner, infinite if there is none, and where it comes from.
    #[inline(always)]
    pub(super) fn root(&self, corner: u32) -> (f64, u32) {
        match self.roots[corner as usize] {
            Root { g, parent, stamp } if stamp == self.stamp => (g, parent),
            _ => (f64::INFINITY, START),
        }
    }

    pub(super) fn set_root(&mut self, corner: u32, g: f64, parent: u32) {
        self.roots[corner as usize] = Root { g, parent, stamp: self.stamp };
    }

    /// The root before one; `None` for the start.
    pub(super) fn parent(&self, root: u32) -> Option<u32> {
        (root != START).then(|| self.root(root).1)
    }

    /// Whether the root of a cone has since been reached by a shorter way.
    #[inline(always)]
    pub(super) fn is_beaten(&self, cone: &Cone) -> bool {
        cone.root != START && cone.g > self.root(cone.root).0
    }

    /// Remembers a cone; `false` if it was remembered before.
    pub(super) fn remember(&mut self, cone: &Cone) -> bool {
        let Cone { g, edge, root, right, left } = *cone;
        self.past.insert((g.to_bits(), [edge, root, right, left]))
    }

    #[inline(always)]
    pub(super) fn push(&mut self, f: f64, cone: Cone) {
        let later = !(self.cones.len() as u64);
        self.open.push(Reverse(u128::from(f.to_bits()) << 64 | u128::from(later)));
        self.cones.push(cone);
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Cone> {
        let Reverse(key) = self.open.pop()?;
        Some(self.cones[!(key as u64) as usize])
    }

    /// How many cones have been put on the open list in all.
    pub(super) fn cone_count(&self) -> usize {
        self.cones.len()
    }

    pub(super) fn open_count(&self) -> usize {
        self.open.len()
    }

    /// Pretends that `stamp` searches have been made, so that tests reach the wrap-around.
    #[cfg(test)]
    pub(crate) fn age_to(&mut self, stamp: u32) {
        self.stamp = stamp;
    }
}
