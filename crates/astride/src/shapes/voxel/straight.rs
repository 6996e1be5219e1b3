//! Lines of sight between voxels, and straightening paths along them.

use super::{Voxel, VoxelNeighbours, VoxelView};
use crate::base::NodeId;
use crate::path::Path;
use crate::world::World;

/// The maximum number of turning points of a path that one straight line may replace.
const MOST_TURNS: usize = 128;

/// A path of straight lines through voxels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VoxelLine {
    /// Where it begins, turns and ends.
    pub nodes: Vec<NodeId>,
    /// Its length in voxel widths, between the centres of its places.
    pub length: f64,
}

/// How far a line extends through voxels.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VoxelRay {
    /// The last place on it that the body reaches.
    pub last: NodeId,
    /// What stops it there; `None` if it reaches its end.
    pub hit: Option<VoxelHit>,
}

/// Where a line through voxels is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VoxelHit {
    /// The voxel that the line would enter next: the body does not fit there, or the step there is
    /// not allowed.
    pub voxel: Voxel,
    /// Where the line enters it, in voxels: the centre of voxel (x, y, z) is at (x + ½, y + ½, z +
    /// ½). Only this point is rounded.
    pub point: [f64; 3],
}

impl VoxelView<'_> {
    /// Whether the body can go straight from one place to another.
    ///
    /// The line leads from centre to centre. Through the face between two voxels it goes by a
    /// straight step, exactly through an edge by a diagonal one, exactly through a corner by one
    /// along three axes. All these steps must be allowed by the mover's corner rule, however few
    /// neighbours it has. A body that cuts no corners therefore touches only free voxels: every
    /// voxel that the line touches, even at an edge or a corner, is free, and so is everything a
    /// larger body sweeps. A walker sees only at its own height, over continuous ground.
    ///
    /// # Complexity
    ///
    /// O(voxels on the line), in integers only.
    ///
    /// # Panics
    ///
    /// If a node is not part of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::{VoxelEdit, VoxelMap, VoxelMover};
    /// let mut map = VoxelMap::new(8, 8, 8)?;
    /// map.apply(VoxelEdit::new().block((4, 4, 4)))?;
    /// let view = map.seen_by(&VoxelMover::flyer());
    /// let sees = |from, to| view.sees(map.node(from).unwrap(), map.node(to).unwrap());
    /// assert!(sees((0, 0, 0), (7, 7, 0)));
    /// assert!(!sees((0, 0, 0), (7, 7, 7)), "the block is in the way");
    /// assert!(!sees((3, 4, 4), (4, 3, 4)), "past its edge");
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn sees(&self, from: NodeId, to: NodeId) -> bool {
        let is_level =
            self.mover().walks().is_none() || self.map().voxel(from).z == self.map().voxel(to).z;
        is_level && self.cast_ray(from, to).is_some_and(|ray| ray.hit.is_none())
    }

    /// Follows the straight line from one place to another, as in [`sees`](Self::sees), until a
    /// step along it is not allowed. `None` if the body cannot stand at `from`. The line of a
    /// walker that leads up or down ends where it leaves its height.
    ///
    /// # Complexity
    ///
    /// O(voxels on the line), in integers except for the point that is hit.
    ///
    /// # Panics
    ///
    /// If a node is not part of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::{Voxel, VoxelEdit, VoxelMap, VoxelMover};
    /// let mut map = VoxelMap::new(8, 8, 8)?;
    /// map.apply(VoxelEdit::new().block((4, 2, 1)))?;
    /// let view = map.seen_by(&VoxelMover::flyer());
    /// let [from, to] = [(0, 2, 1), (7, 2, 1)].map(|voxel| map.node(voxel).unwrap());
    /// let ray = view.cast_ray(from, to).unwrap();
    /// let hit = ray.hit.unwrap();
    /// assert_eq!((ray.last, hit.voxel), (map.node((3, 2, 1)).unwrap(), Voxel::from((4, 2, 1))));
    /// assert_eq!(hit.point, [4.0, 2.5, 1.5]);
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn cast_ray(&self, from: NodeId, to: NodeId) -> Option<VoxelRay> {
        let map = self.map();
        let view = map.seen_by(&self.mover().neighbours(VoxelNeighbours::TwentySix));
        let (start, end) = (map.voxel(from), map.voxel(to));
        let is_bound = self.mover().walks().is_some();
        let mut last = view.is_passable(from).then_some(from)?;
        let (mut at, mut crossings) = (start, Crossings::new(start, end));
        while at != end {
            let voxel = crossings.next(at);
            let next = map.node(voxel).filter(|&next| {
                view.arc_cost(last, next).is_some() && !(is_bound && voxel.z != start.z)
            });
            let Some(next) = next else {
                let share = crossings.share(at, voxel);
                let (from, to) = (start.axes(), end.axes());
                let point = std::array::from_fn(|axis| {
                    let (a, b) = (f64::from(from[axis]), f64::from(to[axis]));
                    a + 0.5 + (b - a) * share
                });
                return Some(VoxelRay { last, hit: Some(VoxelHit { voxel, point }) });
            };
            (at, last) = (voxel, next);
        }
        Some(VoxelRay { last, hit: None })
    }

    /// Straightens a path of this view: the shortest chain of lines from its start to its goal
    /// among those that turn only where the path turns. Each line is one along which the body
    /// [sees](Self::sees), or a step of a walker up or down.
    ///
    /// It is never longer than the path. It is not always the shortest possible, since it turns
    /// only where the path does, and no line replaces more than 128 of its turning points.
    ///
    /// # Complexity
    ///
    /// At most O(turning points · 128 · voxels on a line).
    ///
    /// # Panics
    ///
    /// If the path contains a node that is not part of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::search::{PathQuery, Scratch, astar};
    /// use astride::shapes::voxel::{VoxelHeuristic, VoxelMap, VoxelMover};
    /// let map = VoxelMap::new(12, 12, 12)?;
    /// let view = map.seen_by(&VoxelMover::flyer());
    /// let query = PathQuery::new(map.node((0, 0, 0)).unwrap(), map.node((11, 7, 2)).unwrap());
    /// let guess = VoxelHeuristic::new(&view);
    /// let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
    /// let path = outcome.path().unwrap();
    /// let line = view.straighten(path);
    /// assert_eq!(line.nodes, [path.start(), path.goal()], "nothing is in the way");
    /// assert_eq!(format!("{:.3}", line.length), "13.191");
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn straighten(&self, path: &Path) -> VoxelLine {
        let turns = self.turns(path);
        let apart = |a: NodeId, b: NodeId| {
            let apart = self.map().voxel(a).apart(self.map().voxel(b)).map(f64::from);
            apart.iter().map(|side| side * side).sum::<f64>().sqrt()
        };
        // For each turning point the least length from the start, and where its last line begins.
        let mut best: Vec<(f64, usize)> = vec![(0.0, 0)];
        for (at, &node) in turns.iter().enumerate().skip(1) {
            let mut least = (best[at - 1].0 + apart(turns[at - 1], node), at - 1);
            for from in at.saturating_sub(MOST_TURNS)..at - 1 {
                let length = best[from].0 + apart(turns[from], node);
                if length < least.0 && self.sees(turns[from], node) {
                    least = (length, from);
                }
            }
            best.push(least);
        }
        let last = turns.len() - 1;
        let mut chain = vec![last];
        while let Some(&at) = chain.last().filter(|&&at| at > 0) {
            chain.push(best[at].1);
        }
        let nodes = chain.iter().rev().map(|&at| turns[at]).collect();
        VoxelLine { nodes, length: best[last].0 }
    }

    /// The start of a path, its turning points, and its goal; a walker turns at both ends of a step
    /// up or down.
    fn turns(&self, path: &Path) -> Vec<NodeId> {
        let nodes = path.nodes();
        let step = |at: usize| -> [i64; 3] {
            let [from, to] = [nodes[at], nodes[at + 1]].map(|node| self.map().voxel(node).axes());
            std::array::from_fn(|axis| i64::from(to[axis]) - i64::from(from[axis]))
        };
        let is_turn = |&at: &usize| {
            let is_end = at == 0 || at + 1 == nodes.len();
            is_end || step(at - 1) != step(at) || self.mover().walks().is_some() && step(at)[2] != 0
        };
        (0..nodes.len()).filter(is_turn).map(|at| nodes[at]).collect()
    }
}

/// The voxels that a line between two centres enters, in order.
struct Crossings {
    /// The number to cross along each axis, and the direction.
    apart: [u64; 3],
    rises: [bool; 3],
    crossed: [u64; 3],
}

impl Crossings {
    fn new(from: Voxel, to: Voxel) -> Self {
        let (a, b) = (from.axes(), to.axes());
        let rises = std::array::from_fn(|axis| a[axis] < b[axis]);
        Crossings { apart: from.apart(to).map(u64::from), rises, crossed: [0; 3] }
    }

    /// The fraction of the line that ends at the borders crossed last.
    fn share(&self, at: Voxel, next: Voxel) -> f64 {
        let (at, next) = (at.axes(), next.axes());
        let crossed = (0..3).find(|&axis| at[axis] != next[axis]);
        crossed
            .map_or(0.0, |axis| (2 * self.crossed[axis] - 1) as f64 / (2 * self.apart[axis]) as f64)
    }

    /// The next voxel, which must exist, across all the borders that the line meets at the same
    /// time.
    fn next(&mut self, from: Voxel) -> Voxel {
        let Crossings { apart, rises, crossed } = *self;
        // The line meets its next border along an axis at (2 · crossed + 1) / apart of half its
        // length.
        let is_before = |a: usize, b: usize| {
            crossed[b] == apart[b]
                || (2 * crossed[a] + 1) * apart[b] <= (2 * crossed[b] + 1) * apart[a]
        };
        let mut at = from.axes();
        for axis in 0..3 {
            if crossed[axis] < apart[axis] && (0..3).all(|other| is_before(axis, other)) {
                self.crossed[axis] += 1;
                at[axis] = if rises[axis] { at[axis] + 1 } else { at[axis] - 1 };
            }
        }
        at.into()
    }
}
