//! What each corner sees, polygon by polygon, between two rays.

use std::collections::BTreeSet;

use super::{Spent, Work};
use crate::base::Vec2;
use crate::index::hubs::Stage;
use crate::shapes::mesh::{
    orient::orient,
    polygons::{Mesh, NONE},
};

/// Set in a ray that goes on from its vertex through the corner; the others go from the corner through
/// their vertex. [`NONE`] is no ray: nothing bounds what is seen.
const ONWARD: u32 = 1 << 31;

/// The part of a polygon that a corner sees and from which a path can bend there first: all that is
/// neither right of the right ray nor left of the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shapes::mesh) struct View {
    pub(super) corner: u32,
    pub(super) right: u32,
    pub(super) left: u32,
}

/// On which side of a ray of a corner a point lies: positive to the left.
#[inline(always)]
fn side(mesh: &Mesh, corner: Vec2, ray: u32, point: Vec2) -> f64 {
    let side = orient(corner, mesh.points[(ray & !ONWARD) as usize], point);
    if ray & ONWARD == 0 { side } else { -side }
}

impl View {
    /// Whether it names a corner and vertices of the mesh.
    pub(super) fn is_of(&self, mesh: &Mesh) -> bool {
        let is_ray = |ray: u32| ray == NONE || ((ray & !ONWARD) as usize) < mesh.points.len();
        (self.corner as usize) < mesh.corners.len() && is_ray(self.right) && is_ray(self.left)
    }

    /// Whether a point of the polygon is seen from the place of the corner.
    #[inline(always)]
    pub(super) fn holds(&self, mesh: &Mesh, corner: Vec2, point: Vec2) -> bool {
        (self.right == NONE || side(mesh, corner, self.right, point) >= 0.0)
            && (self.left == NONE || side(mesh, corner, self.left, point) <= 0.0)
    }

    /// The same view for points in a box, without rays that bound nothing there; `None` if no part of
    /// the box is seen.
    pub(super) fn within(&self, mesh: &Mesh, corner: Vec2, rim: [Vec2; 4]) -> Option<View> {
        let mut view = *self;
        if view.right != NONE {
            let sides = rim.map(|point| side(mesh, corner, view.right, point));
            if sides.iter().all(|&side| side < 0.0) {
                return None;
            }
            if sides.iter().all(|&side| side >= 0.0) {
                view.right = NONE;
            }
        }
        if view.left != NONE {
            let sides = rim.map(|point| side(mesh, corner, view.left, point));
            if sides.iter().all(|&side| side > 0.0) {
                return None;
            }
            if sides.iter().all(|&side| side <= 0.0) {
                view.left = NONE;
            }
        }
        Some(view)
    }
}

/// The walls at a corner: the ground goes counter-clockwise from the first to the second.
#[derive(Clone, Copy, Debug)]
pub(in crate::shapes::mesh) struct Walls {
    /// The edge with which the first wall begins at the corner.
    edge: u32,
    /// The other ends of both.
    ends: [u32; 2],
    /// Whether the ground goes all the way round the corner, as on a ramp or at the tip of a wall. A path
    /// from anywhere can then bend at it.
    is_round: bool,
}

/// The walls of all corners.
pub(in crate::shapes::mesh) fn walls(mesh: &Mesh) -> Vec<Walls> {
    let mut walls =
        vec![Walls { edge: NONE, ends: [NONE; 2], is_round: false }; mesh.corners.len()];
    for edge in 0..mesh.from.len() {
        if mesh.corner[edge] == NONE || mesh.across[edge] != NONE {
            continue;
        }
        let (place, first) = mesh.ends_of(edge);
        let (mut sector, mut is_round) = (edge, false);
        let last = loop {
            let before = mesh.before(sector);
            is_round |= is_reached(place, mesh.ends_at(sector, before), first);
            match mesh.across[before] {
                NONE => break before,
                next => sector = next as usize,
            }
        };
        let ends = [mesh.to[edge], mesh.from[last]];
        walls[mesh.corner[edge] as usize] = Walls { edge: edge as u32, ends, is_round };
    }
    walls
}

/// Whether turning counter-clockwise from right to left reaches the direction of a point after the right.
fn is_reached(place: Vec2, (right, left): (Vec2, Vec2), point: Vec2) -> bool {
    let (of_right, of_left) = (orient(place, right, point), orient(place, left, point));
    if of_left == 0.0 && left.minus(place).dot(point.minus(place)) > 0.0 {
        return true;
    }
    // Rounding bends polygons, so that a sector may be more than half a turn.
    match orient(place, right, left) > 0.0 {
        true => of_right > 0.0 && of_left < 0.0,
        false => of_right > 0.0 || of_left < 0.0,
    }
}

impl Walls {
    /// The polygons around the corner.
    pub(in crate::shapes::mesh) fn polygons(&self, mesh: &Mesh) -> Vec<u32> {
        let mut all = vec![mesh.owner[self.edge as usize]];
        let mut edge = self.edge as usize;
        while let Some(next) = Some(mesh.across[mesh.before(edge)]).filter(|&next| next != NONE) {
            edge = next as usize;
            all.push(mesh.owner[edge]);
        }
        all
    }

    /// Whether a path between a point on the ground around the corner and some other point can turn at the
    /// corner, or touch it: the point is not so far round that the wall is behind the corner.
    pub(in crate::shapes::mesh) fn turn(&self, mesh: &Mesh, corner: Vec2, point: Vec2) -> bool {
        let [first, second] = self.ends.map(|end| mesh.points[end as usize]);
        self.is_round || orient(second, corner, point) <= 0.0 || orient(first, corner, point) >= 0.0
    }

    /// The parts of a sector of the ground around the corner from which a path can bend there, as rays
    /// to the right and to the left.
    fn parts(
        &self,
        mesh: &Mesh,
        place: Vec2,
        (right, left): (Vec2, Vec2),
    ) -> [Option<[u32; 2]>; 2] {
        if self.is_round {
            return [Some([NONE; 2]), None];
        }
        let [first, second] = self.ends;
        // Sides of the line that continues a wall; what is on the line and not ahead is the wall.
        let beyond = |wall: u32, point: Vec2| {
            let end = mesh.points[wall as usize];
            let is_ahead = point.minus(place).dot(place.minus(end)) > 0.0;
            (orient(end, place, point), is_ahead)
        };
        let is_left = |(side, is_ahead): (f64, bool)| side > 0.0 || side == 0.0 && is_ahead;
        let is_right = |(side, is_ahead): (f64, bool)| side < 0.0 || side == 0.0 && is_ahead;
        let ray = |wall: u32, is_cut: bool| if is_cut { wall | ONWARD } else { NONE };
        let of_second = [NONE, ray(second, beyond(second, left).0 > 0.0)];
        let of_first = [ray(first, beyond(first, right).0 < 0.0), NONE];
        [
            (!is_left(beyond(second, right))).then_some(of_second),
            (!is_right(beyond(first, left))).then_some(of_first),
        ]
    }
}

/// What is seen of an edge of the polygon that is entered.
type Cone = (u32, [u32; 2]);

/// Views, each with its polygon.
type Found = Vec<(u32, View)>;

/// What all corners see, by polygon, and which see each other so that a path can go from one to the other;
/// at most `most_views` views and `most_pairs` pairs.
pub(super) fn look_around(
    mesh: &Mesh,
    [most_views, most_pairs]: [usize; 2],
    work: &mut Work<'_>,
) -> Result<(Found, Vec<(u32, u32)>), Spent> {
    let walls = walls(mesh);
    let mut lookout = Lookout::new(mesh, &walls);
    let (mut found, mut pairs) = (Vec::new(), Vec::new());
    for corner in 0..mesh.corners.len() as u32 {
        work.tell(Stage::Look, corner as usize, mesh.corners.len())?;
        lookout.look(corner, &mut pairs, |polygon, view| {
            found.push((polygon, view));
            work.spend(2 * mesh.edges_of(polygon).len() as u64)?; // the sweep has gone round it, too
            if found.len() <= most_views { Ok(()) } else { Err(Spent::Bytes) }
        })?;
        if pairs.len() > most_pairs {
            return Err(Spent::Bytes);
        }
    }
    Ok((found, pairs))
}

/// Finds which corners see each other.
pub(in crate::shapes::mesh) struct Lookout<'a> {
    sweep: Sweep<'a>,
    /// For each corner the last one that saw it.
    seen_by: Vec<u32>,
}

impl<'a> Lookout<'a> {
    pub(in crate::shapes::mesh) fn new(mesh: &'a Mesh, walls: &'a [Walls]) -> Self {
        Lookout { sweep: Sweep::new(mesh, walls), seen_by: vec![NONE; mesh.corners.len()] }
    }

    /// Adds the pairs of a corner and another one such that a path can go from one to the other, the
    /// lower one first, and passes the parts of polygons that it sees to `tell` until that refuses one.
    pub(in crate::shapes::mesh) fn look<E>(
        &mut self,
        corner: u32,
        pairs: &mut Vec<(u32, u32)>,
        mut tell: impl FnMut(u32, View) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mesh, walls, seen_by) = (self.sweep.mesh, self.sweep.walls, &mut self.seen_by);
        let place = mesh.corner_at(corner);
        self.sweep.look(corner, |polygon, view| {
            for edge in mesh.edges_of(polygon) {
                let other = mesh.corner[edge];
                if other == NONE || other == corner || seen_by[other as usize] == corner {
                    continue;
                }
                let at = mesh.corner_at(other);
                if view.holds(mesh, place, at) && walls[other as usize].turn(mesh, at, place) {
                    seen_by[other as usize] = corner;
                    pairs.push((corner.min(other), corner.max(other)));
                }
            }
            tell(polygon, view)
        })
    }
}

/// Looks around from corners, one after the other.
struct Sweep<'a> {
    mesh: &'a Mesh,
    walls: &'a [Walls],
    waiting: Vec<Cone>,
    /// Where polygons are bent, a cone can come back to its edge; see
    /// [`Polyanya`](crate::shapes::mesh::Polyanya).
    past: BTreeSet<Cone>,
}

impl<'a> Sweep<'a> {
    fn new(mesh: &'a Mesh, walls: &'a [Walls]) -> Self {
        Sweep { mesh, walls, waiting: Vec::new(), past: BTreeSet::new() }
    }

    /// Passes the part of each polygon that a corner sees, and from which a path can bend there first, to
    /// `tell` until that refuses one.
    ///
    /// A path that bends at a corner bends round its walls, so its legs there lie between one wall and
    /// the line that continues the other beyond the corner, on either side.
    fn look<E>(
        &mut self,
        corner: u32,
        mut tell: impl FnMut(u32, View) -> Result<(), E>,
    ) -> Result<(), E> {
        let mesh = self.mesh;
        let (walls, place) = (self.walls[corner as usize], mesh.corner_at(corner));
        self.past.clear();
        let mut edge = walls.edge as usize;
        loop {
            let before = mesh.before(edge);
            let polygon = mesh.owner[edge];
            self.waiting.clear();
            let parts = walls.parts(mesh, place, mesh.ends_at(edge, before));
            for [right, left] in parts.into_iter().flatten() {
                let view = View { corner, right, left };
                self.look_through(polygon, NONE, view, place);
                tell(polygon, view)?;
            }
            while let Some((entered, [right, left])) = self.waiting.pop() {
                if mesh.is_bent && !self.past.insert((entered, [right, left])) {
                    continue;
                }
                let (polygon, view) = (mesh.owner[entered as usize], View { corner, right, left });
                self.look_through(polygon, entered, view, place);
                tell(polygon, view)?;
            }
            match mesh.across[before] {
                NONE => return Ok(()),
                next => edge = next as usize,
            }
        }
    }

    /// Puts what is seen of the other edges of a polygon on the stack.
    fn look_through(&mut self, polygon: u32, entered: u32, view: View, place: Vec2) {
        let mesh = self.mesh;
        for edge in mesh.edges_of(polygon) {
            let twin = mesh.across[edge];
            if twin == NONE || edge == entered as usize {
                continue;
            }
            let (from, to) = mesh.ends_of(edge);
            let of = |ray: u32, point: Vec2| side(mesh, place, ray, point);
            let is_seen = orient(from, to, place) > 0.0
                && (view.right == NONE || of(view.right, to) > 0.0)
                && (view.left == NONE || of(view.left, from) < 0.0);
            if !is_seen {
                continue;
            }
            let is_right_cut = view.right != NONE && of(view.right, from) < 0.0;
            let is_left_cut = view.left != NONE && of(view.left, to) > 0.0;
            let right = if is_right_cut { view.right } else { mesh.from[edge] };
            let left = if is_left_cut { view.left } else { mesh.to[edge] };
            self.waiting.push((twin, [right, left]));
        }
    }
}

impl Mesh {
    /// Where a corner is.
    #[inline(always)]
    pub(in crate::shapes::mesh) fn corner_at(&self, corner: u32) -> Vec2 {
        self.points[self.corners[corner as usize] as usize]
    }

    /// The other ends of an edge and of the one before it.
    fn ends_at(&self, edge: usize, before: usize) -> (Vec2, Vec2) {
        (self.points[self.to[edge] as usize], self.points[self.from[before] as usize])
    }
}
