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
//! tables are small. Both keep only convex corners; here, of what they see, also only the parts from
//! which a path can bend at them, on either side of the lines that continue their walls.
//!
//! Order and hubs follow the same ideas as the labels of road graphs, but share no code with them: legs
//! here have lengths in `f64`, and the graph is dense and has any number of corners.

mod graph;
mod hubs;
mod order;
mod pieces;
mod query;
mod saved;
mod sweep;

pub(super) use sweep::{Lookout, Walls, walls};

use crate::index::hubs::{Progress, Stage};
use crate::shapes::mesh::{
    error::{Kind, MeshError},
    polygons::Mesh,
};
use graph::{Arc, Sight};
use hubs::{Entry, Hubs};
use pieces::{Pieces, Views};
use sweep::View;

/// Tables that answer shortest paths of a point on one mesh.
///
/// Answers are those of [`polyanya`](crate::shapes::mesh::polyanya): the same ends count as on the mesh or
/// off it, and no path is shorter by more than the rounding of its sum. Of equally short paths, the
/// answer may be another one. The labels of a mesh [for a radius](Mesh::for_radius) answer for discs.
///
/// Labels belong to the ground for which they were made. Each query compares a checksum of the mesh, and
/// labels refuse any other ground, including that of an [`ObstacleMesh`](crate::shapes::mesh::ObstacleMesh)
/// after a change, and the same ground with other area classes. [`save`](Self::save) writes a
/// file for [`load`](Self::load).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions};
/// // Two rooms side by side, and a third that joins them from above.
/// let points = [
///     (0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (3, 0), (3, 1), (2, 1), (3, 2), (0, 2),
/// ];
/// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let rooms: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[3, 2, 7, 6, 8, 9]];
/// let mesh = Mesh::new(points, &rooms)?;
/// let labels = MeshLabels::build(&mesh, &MeshLabelsOptions::default())?;
///
/// let mut scratch = Scratch::new();
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

    /// The most bytes of the tables; 2²⁸ by default. Building takes several times as many, plus up to 70
    /// million.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// The most steps of a build: edges, legs, label entries and views looked at; 4·10⁹ by default. A
    /// build may exceed this by one search from a corner.
    #[must_use]
    pub fn work(mut self, most: u64) -> Self {
        self.work = most;
        self
    }

    /// About how many squares the grid that cuts the ground has, from 1 to
    /// [`MOST_CELLS`](Self::MOST_CELLS); by default eight times as many as polygons, or as many as fit.
    /// With more squares, the tables take more memory, and finding what sees an end takes less time.
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
    /// Hubs of all corners, added up.
    pub entries: usize,
    /// Pieces of the ground.
    pub pieces: usize,
    /// Corners listed for all pieces, added up.
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
    /// O(v · (r + s) + c · (h + t) · (l + h) log c + t · c · d) for c corners with v views of polygons
    /// with r edges and in s squares each, l legs from each corner, labels of h hubs, and t ≤ 128 trees
    /// of depth d that say in which order corners become hubs. Each corner can have views of all polygons.
    pub fn build(mesh: &Mesh, options: &MeshLabelsOptions) -> Result<Self, MeshError> {
        Self::build_with(mesh, options, &mut |_| true)
    }

    /// As [`build`](Self::build). `tell` receives the progress and cancels the build by returning
    /// `false`.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or if `tell` returned `false`.
    pub fn build_with(
        mesh: &Mesh,
        options: &MeshLabelsOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, MeshError> {
        let one = mesh.classes.first().copied().unwrap_or_default();
        if let Some(&other) = mesh.classes.iter().find(|&&class| class != one) {
            return Err(MeshError(Kind::LabelsAreas { one, other }));
        }
        let work = &mut Work { left: options.work, tell };
        Self::build_within(mesh, options, work).map_err(|spent| {
            MeshError(match spent {
                Spent::Bytes => Kind::LabelsLarge { bytes: options.bytes },
                Spent::Work => Kind::LabelsLong { work: options.work },
                Spent::Cancelled => Kind::LabelsCancelled,
            })
        })
    }

    fn build_within(
        mesh: &Mesh,
        options: &MeshLabelsOptions,
        work: &mut Work<'_>,
    ) -> Result<Self, Spent> {
        // Tables are numbered by `u32`, and there are two arcs for each pair.
        let within = |bytes: usize, size: usize| (bytes / size).min(u32::MAX as usize / 2);
        let most = |size: usize| within(options.bytes, size);
        let limits = [most(size_of::<View>()), most(2 * size_of::<Arc>())];
        let (found, pairs) = sweep::look_around(mesh, limits, work)?;
        let views = Views::new(mesh, found);
        let graph = Sight::new(mesh, pairs);
        let order = order::order(&graph, work)?;
        let hubs = Hubs::new(&graph, &order, most(size_of::<Entry>()), work)?;
        let left = options.bytes.checked_sub(hubs.bytes()).ok_or(Spent::Bytes)?;
        let most = within(left, size_of::<View>());
        let is_free = options.cells == 0;
        let wanted = mesh.outward.len().saturating_mul(8).min(MeshLabelsOptions::MOST_CELLS);
        let mut squares = if is_free { wanted } else { options.cells };
        loop {
            // A square takes eight bytes, and less than a hundred while it is made.
            let pieces = if squares <= left / 8 {
                Pieces::new(mesh, &views, squares, most, work)
            } else {
                Err(Spent::Bytes)
            };
            match pieces {
                Ok(pieces) if pieces.bytes() <= left => {
                    return Ok(MeshLabels { stamp: mesh.stamp, hubs, pieces });
                }
                Err(spent @ (Spent::Work | Spent::Cancelled)) => return Err(spent),
                _ if is_free && squares > 1 => squares /= 4,
                _ => return Err(Spent::Bytes),
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

    /// Whether these are the labels of this mesh; those of other meshes answer nothing on it.
    pub fn is_of(&self, mesh: &Mesh) -> bool {
        self.stamp == mesh.stamp
    }
}

/// What stops a build.
enum Spent {
    Bytes,
    Work,
    Cancelled,
}

/// The work that a build may still do, and who receives its progress.
struct Work<'a> {
    left: u64,
    tell: &'a mut dyn FnMut(Progress) -> bool,
}

impl Work<'_> {
    /// Subtracts steps from the work that is left.
    fn spend(&mut self, steps: u64) -> Result<(), Spent> {
        self.left = self.left.checked_sub(steps).ok_or(Spent::Work)?;
        Ok(())
    }

    /// Reports how much of a stage is done.
    fn tell(&mut self, stage: Stage, done: usize, total: usize) -> Result<(), Spent> {
        let progress = Progress { stage, done: done as u64, total: total as u64 };
        (self.tell)(progress).then_some(()).ok_or(Spent::Cancelled)
    }
}
