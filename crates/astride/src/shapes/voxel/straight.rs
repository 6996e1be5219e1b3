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
        let [start, end] = [from, to].map(|node| self.map().voxel(node));
        self.cast(Crossings::between_centres(start, end))
    }

    /// The same from any point to any other, in voxels: the centre of voxel (x, y, z) is at (x + ½, y + ½,
    /// z + ½). A ray from a point on a face begins in the voxel ahead, and one to a point on a face ends in
    /// the voxel before; one along a face goes through the voxels of greater coordinates. A body of several
    /// voxels goes along the line with the voxel that is its place. `None` if the body cannot stand where the
    /// ray begins, or a point is not on the map.
    ///
    /// # Complexity
    ///
    /// O(voxels on the line). Both points are rounded to 2⁻¹⁶ of a voxel; all else is computed in integers
    /// except for the point that is hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::{Voxel, VoxelEdit, VoxelMap, VoxelMover};
    /// let mut map = VoxelMap::new(8, 8, 8)?;
    /// map.apply(VoxelEdit::new().block((4, 2, 1)))?;
    /// let view = map.seen_by(&VoxelMover::flyer());
    /// let hit = view.cast_ray_from([0.0, 2.25, 1.0], [8.0, 2.25, 2.0]).unwrap().hit.unwrap();
    /// assert_eq!((hit.voxel, hit.point), (Voxel::new(4, 2, 1), [4.0, 2.25, 1.5]));
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn cast_ray_from(&self, from: [f64; 3], to: [f64; 3]) -> Option<VoxelRay> {
        let size = self.map().size().map(f64::from);
        let is_inside = |at: [f64; 3]| (0..3).all(|axis| (0.0..=size[axis]).contains(&at[axis]));
        (is_inside(from) && is_inside(to))
            .then(|| self.cast(Crossings::between_points(from, to)))?
    }

    fn cast(&self, mut crossings: Crossings) -> Option<VoxelRay> {
        let map = self.map();
        let view = map.seen_by(&self.mover().neighbours(VoxelNeighbours::TwentySix));
        let start = crossings.start()?;
        let is_bound = self.mover().walks().is_some();
        let mut last = map.node(start).filter(|&node| view.is_passable(node))?;
        let mut at = start;
        while let Some(voxel) = crossings.next(at) {
            let next = map.node(voxel).filter(|&next| {
                view.arc_cost(last, next).is_some() && !(is_bound && voxel.z != start.z)
            });
            let Some(next) = next else {
                let point = crossings.point(at, voxel);
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

/// The voxels that a straight line enters, in order.
struct Crossings {
    /// The ends, in parts of a voxel, and how many parts there are.
    from: [i64; 3],
    to: [i64; 3],
    unit: i64,
    /// The number of parts along each axis, and up to the next face.
    size: [u64; 3],
    next: [u64; 3],
}

impl Crossings {
    /// The parts of a voxel to which points are rounded.
    const PARTS: i64 = 1 << 16;

    fn between_centres(from: Voxel, to: Voxel) -> Self {
        let centre = |voxel: Voxel| voxel.axes().map(|at| 2 * i64::from(at) + 1);
        Crossings::new(centre(from), centre(to), 2)
    }

    /// Between two points on a map.
    fn between_points(from: [f64; 3], to: [f64; 3]) -> Self {
        let parts = |at: [f64; 3]| at.map(|at| (at * Self::PARTS as f64).round() as i64);
        Crossings::new(parts(from), parts(to), Self::PARTS)
    }

    fn new(from: [i64; 3], to: [i64; 3], unit: i64) -> Self {
        let size = std::array::from_fn(|axis| to[axis].abs_diff(from[axis]));
        let next = std::array::from_fn(|axis| match from[axis].rem_euclid(unit) {
            0 => unit as u64, // it begins on a face, in the voxel ahead
            past if to[axis] < from[axis] => past as u64,
            past => (unit - past) as u64,
        });
        Crossings { from, to, unit, size, next }
    }

    /// The voxel in which the line begins.
    fn start(&self) -> Option<Voxel> {
        let mut axes = [0; 3];
        for (axis, at) in axes.iter_mut().enumerate() {
            let is_back = self.to[axis] < self.from[axis];
            let whole = (self.from[axis] - i64::from(is_back)).div_euclid(self.unit);
            *at = u32::try_from(whole).ok()?;
        }
        Some(axes.into())
    }

    /// Where the line meets the faces that it crossed last, between two voxels.
    fn point(&self, at: Voxel, next: Voxel) -> [f64; 3] {
        let (at, next) = (at.axes(), next.axes());
        let crossed = (0..3).find(|&axis| at[axis] != next[axis]).unwrap_or(0);
        let share = (self.next[crossed] - self.unit as u64) as f64 / self.size[crossed] as f64;
        std::array::from_fn(|axis| {
            let [from, to] = [self.from, self.to].map(|end| end[axis] as f64 / self.unit as f64);
            from + (to - from) * share
        })
    }

    /// The next voxel, across all the faces that the line meets at the same time; `None` at its end.
    fn next(&mut self, from: Voxel) -> Option<Voxel> {
        let (size, next) = (self.size, self.next);
        let is_left = |axis: usize| next[axis] < size[axis];
        // The line meets its next face along an axis at `next / size` of its length.
        let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let is_before =
            |a: usize, b: usize| !is_left(b) || wide(next[a], size[b]) <= wide(next[b], size[a]);
        let (mut at, mut is_end) = (from.axes(), true);
        for axis in (0..3).filter(|&axis| is_left(axis)) {
            if (0..3).all(|other| is_before(axis, other)) {
                self.next[axis] += self.unit as u64;
                let is_up = self.to[axis] > self.from[axis];
                at[axis] = if is_up { at[axis] + 1 } else { at[axis] - 1 };
                is_end = false;
            }
        }
        (!is_end).then(|| at.into())
    }
}
