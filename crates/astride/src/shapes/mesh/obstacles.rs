//! Obstacles that come and go on a mesh, each with a handle.

use std::collections::BTreeMap;

use crate::base::Vec2;
use crate::shapes::mesh::{
    build::check_ring,
    cut::{Cutting, edges_of},
    error::{Kind, MeshError},
    limits::{FARTHEST, tidied, tidy},
    polygons::Mesh,
    radius::{disc, left_of, round, unit},
};

/// The handle of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(u64);

/// A mesh with obstacles cut out of it, which are placed, moved and removed while a program runs.
///
/// [`mesh`](Self::mesh) is always the ground minus all current obstacles: the same, down to the numbers
/// of its polygons, as if it had just been made with them. Obstacles may overlap each other and the
/// rim of the ground. Paths touch them but do not enter them. Where there are several floors, an
/// obstacle blocks all of them.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{Mesh, ObstacleMesh, polyanya};
/// let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
/// let mut ground = ObstacleMesh::new(Mesh::new(corners.to_vec(), &[[0, 1, 2, 3]])?);
/// let crate_at = [(3.0, 3.0), (5.0, 3.0), (5.0, 5.0), (3.0, 5.0)].map(|(x, y)| Vec2::new(x, y));
/// let id = ground.place(&crate_at)?;
///
/// let mut scratch = Scratch::new();
/// let (from, to) = (Vec2::new(1.0, 4.0), Vec2::new(7.0, 4.0));
/// let length = polyanya(ground.mesh(), from, to, &mut scratch, &mut ()).length().unwrap();
/// assert!((length - (2.0 + 2.0 * 5f64.sqrt())).abs() < 1e-6, "past two corners");
///
/// ground.remove(id)?;
/// assert_eq!(polyanya(ground.mesh(), from, to, &mut scratch, &mut ()).length(), Some(6.0));
/// assert_eq!(ground.revision(), 2);
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ObstacleMesh {
    ground: Mesh,
    mesh: Mesh,
    shapes: BTreeMap<ObstacleId, Vec<Vec2>>,
    next: u64,
    revision: u64,
}

impl ObstacleMesh {
    /// The most corners that an obstacle may have.
    pub const MOST_CORNERS: usize = 1024;

    /// A mesh without obstacles.
    pub fn new(ground: Mesh) -> Self {
        let (mesh, shapes) = (ground.clone(), BTreeMap::new());
        ObstacleMesh { ground, mesh, shapes, next: 0, revision: 0 }
    }

    /// The ground without the obstacles.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// How often the mesh has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How many obstacles there are.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there are no obstacles.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Places a convex polygon, with its corners clockwise or counter-clockwise.
    ///
    /// # Errors
    ///
    /// If the outline is not a convex polygon of 3 to [`MOST_CORNERS`](Self::MOST_CORNERS) corners, or
    /// no ground would be left; then nothing has changed.
    ///
    /// # Complexity
    ///
    /// All changes cost the same: every obstacle is cut out again, which takes time in proportion to
    /// the edges of the ground near it, and O(n log n) for the n edges of the new mesh.
    pub fn place(&mut self, outline: &[Vec2]) -> Result<ObstacleId, MeshError> {
        self.put(self.checked(outline)?)
    }

    /// Places a disc, as a polygon around it that is at most [`CORNER`](crate::shapes::mesh::CORNER) times
    /// as wide.
    ///
    /// # Errors
    ///
    /// If the radius is not a number above 0 and up to 10¹², the centre is beyond 10¹², or no ground
    /// would be left; then nothing has changed.
    pub fn place_disc(&mut self, centre: Vec2, radius: f64) -> Result<ObstacleId, MeshError> {
        if !(radius > 0.0 && radius <= FARTHEST) {
            return Err(MeshError(Kind::Radius { radius }));
        }
        let centre = tidy(centre).ok_or(MeshError(Kind::Outline))?;
        self.put(disc(centre, radius + self.margin()).into_iter().map(tidied).collect())
    }

    /// Gives obstacles new outlines; if one is refused, none of them changes.
    ///
    /// # Errors
    ///
    /// Those of [`place`](Self::place), and if a handle belongs to no obstacle.
    pub fn change_all(&mut self, changes: &[(ObstacleId, &[Vec2])]) -> Result<(), MeshError> {
        let mut shapes = self.shapes.clone();
        for &(id, outline) in changes {
            let shape = self.checked(outline)?;
            *shapes.get_mut(&id).ok_or(MeshError(Kind::NoObstacle))? = shape;
        }
        self.set(shapes)
    }

    /// Removes an obstacle; the ground is as if it had never been there.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), MeshError> {
        let mut shapes = self.shapes.clone();
        shapes.remove(&id).ok_or(MeshError(Kind::NoObstacle))?;
        self.set(shapes)
    }

    fn put(&mut self, shape: Vec<Vec2>) -> Result<ObstacleId, MeshError> {
        let id = ObstacleId(self.next);
        let mut shapes = self.shapes.clone();
        shapes.insert(id, shape);
        self.set(shapes)?;
        self.next += 1;
        Ok(id)
    }

    fn set(&mut self, shapes: BTreeMap<ObstacleId, Vec<Vec2>>) -> Result<(), MeshError> {
        let mut cutting = Cutting::of(&self.ground);
        for shape in shapes.values() {
            for polygon in self.ground.buckets.touched_by(shape) {
                cutting.cut(polygon, shape)?;
            }
        }
        // Without obstacles it is the ground itself, even if some of its polygons are bent.
        self.mesh =
            if shapes.is_empty() { self.ground.clone() } else { cutting.finish(Kind::Covered)? };
        self.shapes = shapes;
        self.revision += 1;
        Ok(())
    }

    /// The outline, counter-clockwise and larger by what a cut may leave of a shape.
    fn checked(&self, outline: &[Vec2]) -> Result<Vec<Vec2>, MeshError> {
        let refused = MeshError(Kind::Outline);
        if outline.len() < 3 || outline.len() > Self::MOST_CORNERS {
            return Err(refused);
        }
        let corners: Option<Vec<Vec2>> = outline.iter().map(|&corner| tidy(corner)).collect();
        let mut corners = corners.ok_or(refused)?;
        let ring: Vec<u32> = (0..corners.len() as u32).collect();
        if check_ring(&corners, 0, &ring, 0.0).is_err() {
            corners.reverse();
            check_ring(&corners, 0, &ring, 0.0).map_err(|_| refused)?;
        }
        Ok(grown(&corners, self.margin()))
    }

    /// How much larger than an obstacle the shape that is cut out is: enough that the edges around its
    /// corners are long compared with what a cut may leave.
    fn margin(&self) -> f64 {
        64.0 * self.ground.tolerance()
    }
}

/// A polygon around all points within a distance of a convex one.
fn grown(corners: &[Vec2], by: f64) -> Vec<Vec2> {
    let normals: Vec<Vec2> =
        edges_of(corners).map(|[from, to]| left_of(unit(from.minus(to)))).collect();
    let mut shape = Vec::with_capacity(2 * corners.len());
    for (at, &corner) in corners.iter().enumerate() {
        let before = normals[(at + corners.len() - 1) % corners.len()];
        round(&mut shape, corner, by, [before, normals[at]]);
    }
    shape.into_iter().map(tidied).collect()
}
