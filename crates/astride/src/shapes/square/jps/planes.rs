//! The map as jump point search sees it, built from a view of a grid.

use std::sync::Arc as Shared;

use super::layers::Layers;
use super::lines::{First, Lines, Straight};
use super::marks::Marks;
use super::place::Point;
use super::rules::Rules;
use crate::base::Cell;
use crate::shapes::square::Corners;

/// Terrain of different costs.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// Of all places except those of the rim, row by row; significant only where they are free.
    pub(super) classes: Vec<u8>,
    pub(super) factors: [u32; 256],
    /// For each jump point, by direction of arrival, the steps that may follow.
    pub(super) taken: Vec<[u8; 8]>,
    /// The least factor.
    pub(super) least: u64,
}

/// A map prepared for jump point search: 3 bytes per cell, one more if terrain costs differ.
///
/// Terrain of several media counts as several maps, each as large as the whole: a mover on land and
/// a ship need two if no cell is both. If start and goal are in different media, there is no path,
/// which is known without a search.
///
/// No side may be longer than [`MAX_SIDE`](JumpMap::MAX_SIDE) cells, where the height counts once
/// for each medium. Larger maps are refused, as are links, walls and whatever else
/// [`build`](JumpMap::build) lists. Use A* in these cases.
///
/// It consists of bit planes. Along rows, columns and diagonals there is a bit for every cell where
/// a scan has to stop, so that one instruction examines 64 cells. It belongs to a revision of the
/// grid and follows edits with [`update`](JumpMap::update).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{JumpMap, Edit};
/// let mut grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let mover = Mover::walker();
/// let mut map = JumpMap::build(&grid.seen_by(&mover))?;
/// let mut scratch = Scratch::new();
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 1)).unwrap());
/// let round = map.search(&query, &mut scratch)?.cost();
///
/// grid.apply(Edit::new().set((2, 1), b'.'))?;
/// map.update(&grid.seen_by(&mover))?;
/// let straight = map.search(&query, &mut scratch)?.cost();
/// assert!(straight < round);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpMap {
    pub(super) rules: Rules,
    /// One for each medium.
    pub(super) layers: Layers,
    /// Terrain, if costs differ.
    pub(super) terrain: Option<Box<Terrain>>,
    /// Ticks of a straight and a diagonal step, on terrain of factor 1 if costs differ.
    pub(super) costs: [u32; 2],
    pub(super) rows: Lines<Straight>,
    pub(super) columns: Lines<Straight>,
    /// Lines of first steps: rising and falling diagonals, or columns.
    pub(super) firsts: Vec<Lines<First>>,
    /// `x % (height + 2)` for each column, to find the line of a diagonal.
    pub(super) wraps: Vec<u32>,
    /// The number of the first jump point of each word of the rows.
    pub(super) bases: Vec<u32>,
    /// The place of each jump point.
    pub(super) points: Vec<Point>,
    /// How many of them are no longer jump points.
    pub(super) dead: usize,
    /// For the map as it is now.
    pub(super) marks: Option<Shared<Marks>>,
    pub(super) width: u32,
    /// Of all layers.
    pub(super) height: u32,
    pub(super) revision: u64,
    pub(super) refusal: Option<JumpMapError>,
}

impl Terrain {
    /// The factor of a cell, by its index in the rows; it fits, since factors are at most 1024.
    pub(super) fn factor_at(&self, index: usize) -> u16 {
        self.factors[usize::from(self.classes[index])] as u16
    }
}

impl JumpMap {
    /// The largest width and height.
    pub const MAX_SIDE: u32 = 65_533;

    /// Why the map did not follow the grid at the last update, if it did not; it then still answers
    /// for [`revision`](Self::revision).
    pub fn refusal(&self) -> Option<JumpMapError> {
        self.refusal
    }

    /// Whether the mover can stand on `cell`; `false` off the map.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.place(cell).is_some()
    }

    /// The corner rule.
    pub fn corners(&self) -> Corners {
        self.rules.corners
    }

    /// Whether all terrain costs the same.
    pub(crate) fn is_uniform(&self) -> bool {
        self.terrain.is_none()
    }

    /// The revision of the grid from which it was built.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
            + self.columns.bytes()
            + self.firsts.iter().map(Lines::bytes).sum::<usize>()
            + (self.wraps.capacity() + self.bases.capacity()) * size_of::<u32>()
            + self.points.capacity() * size_of::<Point>()
            + self.marks.as_ref().map_or(0, |marks| marks.bytes())
            + self
                .terrain
                .as_ref()
                .map_or(0, |terrain| terrain.classes.capacity() + 8 * terrain.taken.capacity())
    }
}

/// A map for which jump point search is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpMapError(pub(super) &'static str);

errors! { struct JumpMapError:
    Self(why) => ("no-jump-points",
        "no jump points on this map: {why}; A* (astar) answers on any map"),
}
