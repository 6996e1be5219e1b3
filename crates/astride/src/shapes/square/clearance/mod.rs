//! Clearance: how large a body can stand at each cell.
//!
//! Two measures of room for each cell and medium: the side of the largest free square whose top
//! left corner is the cell, and the distance from the centre of the cell to the nearest blocked
//! area. The area outside the map counts as blocked.
//!
//! [`BodyGrid`] is the grid on which a large body moves as if it were small. It needs neither
//! measure, only the cells that the body covers. An edit therefore affects the places around it,
//! however much room there is, and all media in which the body fits at a place are known there,
//! whatever else is on the map.
//!
//! Harabor & Botea, "Hierarchical path planning for multi-size agents in heterogeneous
//! environments", CIG 2008, for squares. Distances are computed as in distance transforms, but to
//! the nearest edge of a cell instead of its centre, and a changed cell affects only the rows and
//! squares that it can change.

mod body;
mod distances;
mod edges;
mod error;
mod footprint;
mod kinds;
mod squares;

pub use body::BodyGrid;
pub(super) use edges::{is_closed, is_parted};
pub use error::BodyError;
pub(super) use footprint::Footprint;

use super::envelope::Envelope;
use super::origin::Origin;
use crate::base::{CellRect, NodeId};
use crate::shapes::square::GridView;
use crate::world::{Followed, World};

/// The room around each cell of a grid, as one mover sees it, without regard to walls and fences between
/// cells; [`BodyGrid`] heeds these.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::Clearance;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(4, 3, b".......@....")?;
/// let mover = Mover::walker();
/// let clearance = Clearance::build(&grid.seen_by(&mover));
/// let corner = grid.node((0, 0)).unwrap();
/// assert_eq!(clearance.square(corner), 3);
/// // Half a cell from the centre of the corner cell to the rim: (2 · 0.5)² in half cells.
/// assert_eq!(clearance.squared(corner), 1);
/// assert_eq!(clearance.squared(grid.node((1, 1)).unwrap()), 9);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clearance {
    origin: Origin,
    layers: Vec<Layer>,
}

/// The room within one medium.
#[derive(Clone, Debug)]
struct Layer {
    medium: u8,
    width: usize,
    /// The side of the largest square with its top left corner here.
    squares: Vec<u16>,
    /// The number of cells up or down to the nearest blocked one, which counts; 0 on such a cell.
    columns: Vec<u16>,
    /// Squared half cells to the nearest blocked area.
    distances: Vec<u32>,
    /// The largest of `distances` in each row.
    most_of_row: Vec<u32>,
    /// Working memory for measuring a row.
    envelope: Envelope,
}

impl Clearance {
    /// Measures the room around every cell of `view`.
    ///
    /// # Complexity
    ///
    /// O(cells) time and 8 bytes per cell, for each medium on the map that is not contained in
    /// another.
    pub fn build(view: &GridView<'_>) -> Self {
        let (width, height) = (view.grid().width(), view.grid().height());
        let layer = |medium| {
            let mut layer = Layer::new(medium, width as usize, height as usize);
            let all = view.grid().bounds();
            layer.update_squares(view, all);
            layer.measure_columns(view, 0..width);
            (0..height).for_each(|y| layer.measure_row(y));
            layer
        };
        let layers = media_on_map(view).into_iter().map(layer).collect();
        Clearance { origin: Origin::of_steps(view), layers }
    }

    /// The revision of the grid that it describes.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// Whether it describes `view`: same size, revision and media.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.revision() == view.revision() && self.origin.has_media_of(view)
    }

    /// The side, in cells, of the largest square that has `node` as its top left corner and is free
    /// within one medium; 0 where the mover cannot stand. Values above 65 535 are capped.
    ///
    /// # Panics
    ///
    /// If `node` is not in the grid; the same holds for [`squared`](Self::squared).
    pub fn square(&self, node: NodeId) -> u16 {
        self.layers.iter().map(|layer| layer.squares[node.index()]).max().unwrap_or(0)
    }

    /// Four times the squared distance, in cells, from the centre of `node` to the nearest point
    /// that is off the map or in a cell not free in the same medium: exact squared half cells. 0
    /// where the mover cannot stand, otherwise at least 1; values above 2³² − 1 are capped.
    pub fn squared(&self, node: NodeId) -> u32 {
        self.layers.iter().map(|layer| layer.distances[node.index()]).max().unwrap_or(0)
    }

    /// Follows the edits of the grid, by the same mover. Afterwards the result is that of a new
    /// build. If the size, the mover or the media on the map have changed, or if the log of changes
    /// does not reach back, everything is rebuilt.
    ///
    /// # Complexity
    ///
    /// O(squares that change + height × columns with edits + width × rows close enough to edits for
    /// a distance to change).
    ///
    /// The report counts touched cells, once for every edit, cells whose square was looked at, and as
    /// changed the rows whose distances were recomputed, both over all media.
    pub fn update(&mut self, view: &GridView<'_>) -> Followed {
        let known: Vec<u8> = self.layers.iter().map(|layer| layer.medium).collect();
        let rects = match self.origin.has_media_of(view) && known == media_on_map(view) {
            true => view.grid().changes().since(self.revision()),
            false => None,
        };
        let Some(rects) = rects.map(|rects| rects.collect::<Vec<CellRect>>()) else {
            *self = Clearance::build(view);
            return Followed::built(view.grid().bounds().area());
        };
        let touched = rects.iter().map(CellRect::area).sum();
        let mut updated = Followed { touched, ..Followed::default() };
        for layer in &mut self.layers {
            let squares = rects.iter().map(|&rect| layer.update_squares(view, rect));
            updated.looked += squares.sum::<usize>() as u64;
            updated.changed += layer.update_distances(view, &rects) as u64;
        }
        self.origin.follow(view);
        updated
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum()
    }
}

impl Layer {
    fn new(medium: u8, width: usize, height: usize) -> Self {
        let cells = width * height;
        Layer {
            medium,
            width,
            squares: vec![0; cells],
            columns: vec![0; cells],
            distances: vec![0; cells],
            most_of_row: vec![0; height],
            envelope: Envelope::default(),
        }
    }

    fn is_free(&self, view: &GridView<'_>, at: usize) -> bool {
        let class = view.grid().class_at(NodeId::new(at as u32));
        view.meanings().0[usize::from(class)] & self.medium != 0
    }

    fn bytes(&self) -> usize {
        2 * (self.squares.capacity() + self.columns.capacity())
            + 4 * (self.distances.capacity() + self.most_of_row.capacity())
            + self.envelope.bytes()
    }
}

/// The media on the map, one bit each, lowest first, without those whose cells all have another
/// one, too.
fn media_on_map(view: &GridView<'_>) -> Vec<u8> {
    let on_map = |class: &usize| view.grid().histogram()[*class] > 0;
    let classes: Vec<u8> = (0..256).filter(on_map).map(|class| view.meanings().0[class]).collect();
    let is_used = |medium: u8| classes.iter().any(|media| media & medium != 0);
    let is_within = |a: u8, b: u8| classes.iter().all(|media| media & a == 0 || media & b != 0);
    let bits = || (0..8).map(|bit| 1u8 << bit);
    let is_kept = |&medium: &u8| {
        let covers = |other: u8| {
            other != medium
                && is_within(medium, other)
                && (other < medium || !is_within(other, medium))
        };
        is_used(medium) && !bits().any(covers)
    };
    bits().filter(is_kept).collect()
}
