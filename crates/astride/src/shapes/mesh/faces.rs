//! Meshes of faces that need not be convex: those that are not are cut into triangles.
//!
//! A triangle that cuts off one corner of a polygon, and holds no other corner, is an ear; every simple
//! polygon has one (Meisters, "Polygons have ears", American Mathematical Monthly 82, 1975).

use crate::base::Vec2;
use crate::shapes::mesh::{
    BEND,
    build::{Rings, check_ring, tidy_all},
    error::{Kind, MeshError},
    limits::MOST_CORNERS,
    orient::orient,
    polygons::Mesh,
};

impl Mesh {
    /// A mesh of simple polygons in counter-clockwise order. Convex ones become polygons of the mesh as
    /// they are, and others are cut into triangles; [`merged`](Self::merged) joins those that make
    /// larger convex polygons.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`], with the number of the face as that of the polygon. A face that is not convex
    /// must not touch or cross itself, and may have at most 64 corners.
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::new`], and O(k³) for each face of k corners that is not convex.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::Mesh;
    /// // An L of area 3.
    /// let corners = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)];
    /// let corners = corners.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    /// let mesh = Mesh::from_faces(corners, &[[0, 1, 2, 3, 4, 5]])?;
    /// assert_eq!((mesh.polygon_count(), mesh.area()), (4, 3.0));
    /// assert_eq!(mesh.merged().polygon_count(), 2);
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn from_faces(points: Vec<Vec2>, faces: &[impl AsRef<[u32]>]) -> Result<Self, MeshError> {
        Mesh::from_faces_of(points, faces, &vec![0; faces.len()])
    }

    /// As [`from_faces`](Self::from_faces), with an area class for each face; see
    /// [`with_classes`](Self::with_classes).
    ///
    /// # Errors
    ///
    /// As [`from_faces`](Self::from_faces), and if there are not as many classes as faces.
    pub fn from_faces_of(
        mut points: Vec<Vec2>,
        faces: &[impl AsRef<[u32]>],
        classes: &[u8],
    ) -> Result<Self, MeshError> {
        let (count, polygons) = (classes.len(), faces.len());
        if count != polygons {
            return Err(MeshError(Kind::Classes { count, polygons }));
        }
        let extent = tidy_all(&mut points)?;
        let (mut rings, mut face_of) = (Rings::new(), Vec::new());
        for ((face, ring), &class) in faces.iter().enumerate().zip(classes) {
            let (face, ring) = (face as u32, ring.as_ref());
            match check_ring(&points, face, ring, BEND * extent) {
                Ok(_) => rings.push_within(class, ring.iter().copied())?,
                Err(MeshError(Kind::Bent { .. } | Kind::Turned { .. })) => {
                    let cut = triangles(&points, ring);
                    for triangle in cut.ok_or(MeshError(Kind::NotSimple { face }))? {
                        rings.push_within(class, triangle)?;
                    }
                }
                Err(error) => return Err(error),
            }
            face_of.resize(rings.first.len() - 1, face);
        }
        let mesh = Mesh::of_rings(points, rings, &[]);
        mesh.map_err(|error| error.renumbered(|polygon| face_of[polygon as usize]))
    }
}

/// The triangles of a simple polygon in counter-clockwise order; `None` if it is not one.
fn triangles(points: &[Vec2], ring: &[u32]) -> Option<Vec<[u32; 3]>> {
    let at = |vertex: u32| points[vertex as usize];
    if ring.len() > MOST_CORNERS || !is_simple(points, ring) {
        return None;
    }
    let (mut left, mut cut) = (ring.to_vec(), Vec::with_capacity(ring.len() - 2));
    while left.len() > 3 {
        let n = left.len();
        let corner = |k: usize| [left[(k + n - 1) % n], left[k], left[(k + 1) % n]];
        let is_ear = |&k: &usize| {
            let ear = corner(k);
            let [before, here, after] = ear.map(at);
            let is_in = |&vertex: &u32| {
                let point = at(vertex);
                !ear.contains(&vertex)
                    && orient(before, here, point) >= 0.0
                    && orient(here, after, point) >= 0.0
                    && orient(after, before, point) >= 0.0
            };
            orient(before, here, after) > 0.0 && !left.iter().any(is_in)
        };
        let ear = (0..n).find(is_ear)?;
        cut.push(corner(ear));
        left.remove(ear);
    }
    cut.push([left[0], left[1], left[2]]);
    cut.iter().all(|&[a, b, c]| orient(at(a), at(b), at(c)) > 0.0).then_some(cut)
}

/// Whether a ring goes round once, counter-clockwise, and its edges share only the corners between
/// them.
fn is_simple(points: &[Vec2], ring: &[u32]) -> bool {
    let n = ring.len();
    let at = |k: usize| points[ring[k % n] as usize];
    let do_meet = |one: usize, other: usize| {
        let (a, b, c, d) = (at(one), at(one + 1), at(other), at(other + 1));
        let sides = [orient(a, b, c), orient(a, b, d), orient(c, d, a), orient(c, d, b)];
        if sides.iter().all(|&side| side == 0.0) {
            let is_beside = |p: Vec2| p.minus(a).dot(p.minus(b)) <= 0.0;
            return is_beside(c) || is_beside(d) || a.minus(c).dot(a.minus(d)) <= 0.0;
        }
        let do_part = |a: f64, b: f64| a == 0.0 || b == 0.0 || (a > 0.0) != (b > 0.0);
        do_part(sides[0], sides[1]) && do_part(sides[2], sides[3])
    };
    let is_apart =
        |one: usize| (one + 2..n).all(|other| (other + 1) % n == one || !do_meet(one, other));
    let folds_back = |k: usize| {
        let (before, here, after) = (at(k + n - 1), at(k), at(k + 1));
        orient(before, here, after) == 0.0 && before.minus(here).dot(after.minus(here)) > 0.0
    };
    let by_place =
        |a: &usize, b: &usize| at(*a).y.total_cmp(&at(*b).y).then(at(*a).x.total_cmp(&at(*b).x));
    // The lowest corner is convex if and only if the inside is on the left.
    let lowest = (0..n).min_by(by_place).unwrap_or(0);
    let is_left = orient(at(lowest + n - 1), at(lowest), at(lowest + 1)) > 0.0;
    is_left && !(0..n).any(folds_back) && (0..n).all(is_apart)
}
