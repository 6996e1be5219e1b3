//! What bit planes need to know about a map: which hexagons are free.

use super::super::{HexMap, HexMover};
use crate::base::{CellRect, NodeId};
use crate::search::Unsupported;
use crate::world::{Extent, Followed, Tiles, World};

/// The free hexagons of a map for one mover, 64 to a word, which a
/// [`HexPlaneSearch`](super::HexPlaneSearch) and [`reach`](Self::reach) spread over.
///
/// It supports bodies of one hexagon on maps where all steps cost the same: no walls, fences or
/// one-way steps, and one factor and one medium for all terrain that the mover enters. It belongs to
/// one revision of the map; after edits it [follows](Self::update) at the cost of what changed.
///
/// # Complexity
///
/// O(tiles in the rows) to build; one bit for each of them.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride::shapes::hex::{HexEdit, HexLayout, HexMap, HexMover, HexPlaneSearch, HexPlanes};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 20, b'.')?;
/// map.apply(HexEdit::new().set((3, 0), b'#').set((3, -1), b'#').set((2, 1), b'#'))?;
/// let planes = HexPlanes::build(&map, &HexMover::walker())?;
/// let [from, to] = [(0, 0), (9, -1)].map(|at| map.node(at).unwrap());
/// let mut scratch = Scratch::new();
/// let mut search = HexPlaneSearch::new(&map, &planes, from, to, &mut scratch);
/// let outcome = search.run(&mut Budget::unlimited(), &mut ());
/// assert_eq!(outcome.path().map(|path| path.step_count()), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HexPlanes {
    pub(super) free: Vec<u64>,
    /// The number of words of a row.
    pub(super) words: usize,
    pub(super) extent: Extent,
    /// The ticks of a step.
    pub(super) step: u32,
    mover: HexMover,
    revision: u64,
}

impl HexPlanes {
    /// Reads which hexagons of a map are free.
    ///
    /// # Errors
    ///
    /// If steps differ in cost, if any are forbidden, if terrain differs in its media, or if the mover
    /// is larger than a hexagon.
    pub fn build(map: &HexMap, mover: &HexMover) -> Result<Self, HexPlanesError> {
        let (extent, step) = (map.extent(), step_of(map, mover)?);
        let words = extent.width as usize / 64 + 1;
        let free = vec![0; words * extent.height as usize];
        let revision = map.revision();
        let mut planes = HexPlanes { free, words, extent, step, mover: mover.clone(), revision };
        planes.read(map, &[CellRect::new(0, 0, extent.width, extent.height)]);
        Ok(planes)
    }

    /// Updates it to a later revision of its map. The report counts the hexagons that were read again as
    /// touched.
    ///
    /// # Errors
    ///
    /// If it no longer [supports](Self::build) the map; it is unchanged in that case.
    ///
    /// # Complexity
    ///
    /// O(hexagons that changed), or the cost of building if the log does not reach back.
    pub fn update(&mut self, map: &HexMap) -> Result<Followed, HexPlanesError> {
        let known = map.changes().since(self.revision).filter(|_| self.extent == map.extent());
        let Some(rects) = known else {
            *self = HexPlanes::build(map, &self.mover)?;
            return Ok(Followed::built(self.extent.tile_count() as u64));
        };
        let (rects, step) = (rects.collect::<Vec<_>>(), step_of(map, &self.mover)?);
        (self.step, self.revision) = (step, map.revision());
        self.read(map, &rects);
        let touched = rects.iter().map(CellRect::area).sum();
        Ok(Followed { touched, ..Followed::default() })
    }

    /// The number of hexagons that [`update`](Self::update) would read.
    pub(in super::super) fn due(&self, map: &HexMap) -> u64 {
        let log = map.changes().since(self.revision).filter(|_| self.extent == map.extent());
        let all = map.extent().tile_count() as u64;
        log.map_or(all, |rects| rects.map(|rect| rect.area()).sum())
    }

    /// The revision of the map to which it belongs.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it matches the current state of this map, as far as size and revision tell.
    pub fn is_of(&self, map: &HexMap) -> bool {
        self.extent == map.extent() && self.revision == map.revision()
    }

    /// Whether it is for this mover.
    pub fn is_for(&self, mover: &HexMover) -> bool {
        self.mover == *mover
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.free.capacity() * size_of::<u64>()
    }

    /// Column and row of a node.
    pub(super) fn split(&self, node: NodeId) -> [i64; 2] {
        let Extent { width, .. } = self.extent;
        [node.get() % width, node.get() / width].map(i64::from)
    }

    pub(super) fn is_free(&self, [q, r]: [i64; 2]) -> bool {
        self.free[r as usize * self.words + q as usize / 64] >> (q % 64) & 1 != 0
    }

    /// Reads the hexagons of some rectangles.
    fn read(&mut self, map: &HexMap, rects: &[CellRect]) {
        let is_free: [bool; 256] = std::array::from_fn(|class| {
            class as u8 != HexMap::VOID && self.mover.is_passable(class as u8)
        });
        for &CellRect { x, y, width, height } in rects {
            for row in y..y + height {
                for q in x..x + width {
                    let node = NodeId::new(row * self.extent.width + q);
                    let word = &mut self.free[row as usize * self.words + q as usize / 64];
                    let bit = u64::from(is_free[usize::from(map.class_at(node))]);
                    *word = *word & !(1 << (q % 64)) | bit << (q % 64);
                }
            }
        }
    }
}

/// The ticks of each step.
fn step_of(map: &HexMap, mover: &HexMover) -> Result<u32, HexPlanesError> {
    let view = map.seen_by(mover);
    if view.is_even() { Ok(view.min_arc_cost()) } else { Err(HexPlanesError) }
}

/// A map or a mover that bit planes do not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexPlanesError;

const NEED: &str = "bit planes need a body of one hexagon and a map with one cost for all steps, \
                    one medium, and no walls, fences or one-way steps; A* (astar) answers on any \
                    map";

errors! { struct HexPlanesError:
    // bit planes of hexagons need a body of one hexagon, one cost and one medium, no walls or fences
    Self => ("no-hex-planes", "{NEED}"),
}

impl From<HexPlanesError> for Unsupported {
    fn from(_: HexPlanesError) -> Self {
        Unsupported(NEED)
    }
}
