//! Labels of a mesh: shortest paths from tables, without a search.
//!
//! A shortest path bends only at corners. What each corner sees is found once: of each polygon, the
//! points between two rays. The corners that see each other make a graph, whose corners get hub labels
//! ([`hubs`]); the ground is cut into pieces by a grid, and each piece lists the corners that see some
//! of it ([`pieces`]). A query finds the pieces of both ends, asks which of their corners see the ends,
//! and joins the labels of these over their best common hub.
//!
//! Du, Shen & Cheema, "Ultrafast Euclidean Shortest Path Computation Using Hub Labeling", AAAI 2023.
//! There a cell of the grid holds the labels of all corners that see some of it, merged by hub, and what
//! a corner sees is a polygon. Here a cell holds no labels, and what a corner sees of a polygon is two
//! rays, named by vertices; so sight is decided exactly and costs two questions about sides, and the
//! tables are small. There only convex corners are kept; here also only the parts of what they see from
//! where a path can bend at them, on either side of the lines on which their walls go on.

mod graph;
mod hubs;
mod order;
mod pieces;
mod query;
mod sweep;

pub use query::MeshLabelsScratch;

use crate::shapes::mesh::{
    error::{Kind, MeshError},
    polygons::{Mesh, NONE},
};
use graph::Sight;
use hubs::{Hubs, Spent};
use pieces::{Pieces, Views};
use sweep::{Sweep, View};

/// Tables that answer shortest paths of a point on one mesh.
///
/// Answers are those of [`polyanya`](crate::shapes::mesh::polyanya): the same ends count as on the mesh
/// or off it, and no path is shorter by more than the rounding of its sum; of equally short paths it may
/// be another one. The labels of a mesh [for a radius](Mesh::for_radius) answer for discs.
///
/// Labels belong to the ground that they were made for. Each query compares a checksum of the mesh, and
/// labels refuse any other ground, also that of an [`ObstacleMesh`](crate::shapes::mesh::ObstacleMesh)
/// after a change.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions, MeshLabelsScratch};
/// // Two rooms side by side, and a third that joins them from above.
/// let points = [
///     (0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (3, 0), (3, 1), (2, 1), (3, 2), (0, 2),
/// ];
/// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let rooms: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[3, 2, 7, 6, 8, 9]];
/// let mesh = Mesh::new(points, &rooms)?;
/// let labels = MeshLabels::build(&mesh, &MeshLabelsOptions::default())?;
///
/// let mut scratch = MeshLabelsScratch::new();
/// let (from, to) = (Vec2::new(0.5, 0.5), Vec2::new(2.5, 0.5));
/// let length = labels.distance(&mesh, from, to, &mut scratch)?;
/// assert_eq!(length.path(), Some(&(1.0 + 2.0 * 0.5f64.sqrt())));
/// let answer = labels.path(&mesh, from, to, &mut scratch)?;
/// assert_eq!(answer.path().unwrap().points, [from, Vec2::new(1.0, 1.0), Vec2::new(2.0, 1.0), to]);
///
/// let narrower = mesh.for_radius(0.1)?;
/// assert!(labels.distance(&narrower, from, to, &mut scratch).is_err(), "other ground");
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshLabels {
    stamp: u64,
    hubs: Hubs,
    pieces: Pieces,
}

/// Limits of a build, and how finely the ground is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshLabelsOptions {
    bytes: usize,
    work: u64,
    cells: usize,
}

impl Default for MeshLabelsOptions {
    fn default() -> Self {
        MeshLabelsOptions { bytes: 1 << 28, work: 4_000_000_000, cells: 0 }
    }
}

impl MeshLabelsOptions {
    /// The most squares of the grid that cuts the ground.
    pub const MOST_CELLS: usize = 1 << 24;

    /// The most bytes of the tables; 2²⁸ by default. Building takes several times as
    /// many, and up to 70 million more.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// The most steps of a build: views, legs and label entries looked at; 4·10⁹ by default, up to a
    /// minute.
    #[must_use]
    pub fn work(mut self, most: u64) -> Self {
        self.work = most;
        self
    }

    /// About how many squares the grid has that cuts the ground, from 1 to
    /// [`MOST_CELLS`](Self::MOST_CELLS); by default eight times as many as polygons, or as many as fit.
    /// More squares take more memory, and less time to find what sees an end.
    #[must_use]
    pub fn cells(mut self, about: usize) -> Self {
        self.cells = about.clamp(1, Self::MOST_CELLS);
        self
    }
}

/// The size of labels, as counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshLabelsSummary {
    /// Corners at which paths can bend.
    pub corners: usize,
    /// Hubs of all corners together.
    pub entries: usize,
    /// Pieces of the ground.
    pub pieces: usize,
    /// Corners listed for all pieces together.
    pub views: usize,
    /// Bytes held.
    pub bytes: usize,
}

impl MeshLabels {
    /// Makes the tables for a mesh.
    ///
    /// # Errors
    ///
    /// If polygons are of several area classes, or a limit is reached.
    ///
    /// # Complexity
    ///
    /// O(v · s + c · h · (l + h) log c) for c corners with v views, squares s for each polygon, l legs
    /// from each corner and labels of h hubs. Each corner can have views of all polygons; on real maps it
    /// has some hundred.
    pub fn build(mesh: &Mesh, options: &MeshLabelsOptions) -> Result<Self, MeshError> {
        let one = mesh.classes.first().copied().unwrap_or_default();
        if let Some(&other) = mesh.classes.iter().find(|&&class| class != one) {
            return Err(MeshError(Kind::LabelsAreas { one, other }));
        }
        let too_large = MeshError(Kind::LabelsLarge { bytes: options.bytes });
        let too_long = MeshError(Kind::LabelsLong { work: options.work });
        let within = |size: usize| (options.bytes / size).min(u32::MAX as usize - 1);
        let mut work = options.work;
        let most_views = within(size_of::<View>()).min(usize::try_from(work).unwrap_or(usize::MAX));
        let (found, pairs) = look(mesh, most_views).ok_or(if most_views as u64 == work {
            too_long
        } else {
            too_large
        })?;
        work -= found.len() as u64;
        let views = Views::new(mesh, found);
        let graph = Sight::new(mesh, pairs);
        let order = order::order(&graph);
        let most = within(size_of::<hubs::Entry>());
        let hubs = Hubs::new(&graph, &order, most, &mut work).map_err(|spent| match spent {
            Spent::Bytes => too_large,
            Spent::Work => too_long,
        })?;
        let left = options.bytes.checked_sub(hubs.bytes()).ok_or(too_large)?;
        let most = (left / size_of::<View>()).min(u32::MAX as usize - 1);
        let is_free = options.cells == 0;
        let mut squares = if is_free { 8 * mesh.outward.len() } else { options.cells };
        loop {
            // A square takes eight bytes, and less than a hundred while it is made.
            let is_small = squares <= left / 8;
            let pieces = is_small.then(|| Pieces::new(mesh, &views, squares, most)).flatten();
            match pieces.filter(|pieces| pieces.bytes() <= left) {
                Some(pieces) => return Ok(MeshLabels { stamp: mesh.stamp, hubs, pieces }),
                None if is_free && squares > 1 => squares /= 4,
                None => return Err(too_large),
            }
        }
    }

    /// The size of the tables.
    pub fn summary(&self) -> MeshLabelsSummary {
        MeshLabelsSummary {
            corners: self.hubs.corner_count(),
            entries: self.hubs.entry_count(),
            pieces: self.pieces.piece_count(),
            views: self.pieces.view_count(),
            bytes: self.bytes(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.hubs.bytes() + self.pieces.bytes()
    }

    /// Whether these are the labels of a mesh; those of others answer nothing on it.
    pub fn is_of(&self, mesh: &Mesh) -> bool {
        self.stamp == mesh.stamp
    }
}

/// A view, with its polygon.
type Found = Vec<(u32, View)>;

/// What all corners see, and which see each other so that a path can go from one to the other; `None` if
/// there are more than `most` views.
fn look(mesh: &Mesh, most: usize) -> Option<(Found, Vec<(u32, u32)>)> {
    let walls = sweep::walls(mesh);
    let mut sweep = Sweep::new(mesh, &walls);
    let (mut found, mut pairs) = (Vec::new(), Vec::new());
    let mut seen_by = vec![NONE; mesh.corners.len()];
    for corner in 0..mesh.corners.len() as u32 {
        let place = mesh.corner_at(corner);
        let is_all = sweep.look(corner, |polygon, view| {
            found.push((polygon, view));
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
            found.len() < most
        });
        if !is_all {
            return None;
        }
    }
    Some((found, pairs))
}
