//! What jumps need to know about a map: the lanes along its axes.

use super::super::{VoxelMap, VoxelMover, VoxelNeighbours};
use super::lanes::Lanes;
use super::turns::Turns;
use crate::search::Unsupported;
use crate::world::{Corners, Followed};

/// The lanes of a map of voxels along all three axes, which a
/// [`VoxelJumpSearch`](super::VoxelJumpSearch) scans.
///
/// It supports flyers of one voxel with 26 neighbours that cut no corners and pay more for steps
/// along more axes. It belongs to one revision of the map; after edits it [follows](Self::update)
/// at the cost of what changed.
///
/// # Complexity
///
/// O(voxels / 64) to build if everything is free. Along each axis it takes 40 bytes for each row of
/// 512 × 8 × 8 voxels, even one that the map fills in part, and 12 for each brick of 8 × 8 × 8 with
/// stops, and two for each of its lanes that have any.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride::shapes::voxel::{
///     VoxelEdit, VoxelJumpMap, VoxelJumpSearch, VoxelMap, VoxelMover,
/// };
/// let mut map = VoxelMap::new(40, 40, 40)?;
/// map.apply(VoxelEdit::new().block_box((20, 0, 0), (20, 39, 38)))?;
/// let jumps = VoxelJumpMap::build(&map, &VoxelMover::flyer())?;
/// let [from, to] = [(3, 9, 9), (30, 12, 9)].map(|at| map.node(at).unwrap());
/// let mut scratch = Scratch::new();
/// let mut search = VoxelJumpSearch::new(&map, &jumps, from, to, &mut scratch);
/// let outcome = search.run(&mut Budget::unlimited(), &mut ());
/// assert_eq!(outcome.path().map(|path| path.step_count()), Some(62));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VoxelJumpMap {
    pub(super) lanes: [Lanes; 3],
    pub(super) turns: Turns,
    pub(super) mover: VoxelMover,
    size: [u32; 3],
    revision: u64,
}

impl VoxelJumpMap {
    /// Computes the lanes of a map.
    ///
    /// # Errors
    ///
    /// If the mover walks, is larger than a voxel, has fewer than 26 neighbours or cuts corners, or
    /// if steps along more axes do not cost more.
    pub fn build(map: &VoxelMap, mover: &VoxelMover) -> Result<Self, VoxelJumpMapError> {
        let [straight, diagonal, spatial] = mover.ticks();
        let is_served = mover.is_plain()
            && mover.steps_to() == VoxelNeighbours::TwentySix
            && mover.cuts() == Corners::Never
            && straight < diagonal
            && diagonal < spatial;
        if !is_served {
            return Err(VoxelJumpMapError);
        }
        Ok(VoxelJumpMap {
            lanes: [0, 1, 2].map(|axis| Lanes::new(&map.bricks, axis, map.size())),
            turns: Turns::new(mover.ticks()),
            mover: *mover,
            size: map.size(),
            revision: map.revision(),
        })
    }

    /// Updates it to a later revision of its map. The report counts the blocks of lanes that were
    /// recomputed as changed.
    ///
    /// # Complexity
    ///
    /// O(rows of 512 × 8 × 8 voxels in or beside which something changed), or the cost of building if
    /// the log does not reach back.
    pub fn update(&mut self, map: &VoxelMap) -> Followed {
        let outdated = self.outdated(map);
        self.revision = map.revision();
        let Some(outdated) = outdated else {
            self.size = map.size();
            self.lanes = [0, 1, 2].map(|axis| Lanes::new(&map.bricks, axis, map.size()));
            let changed = self.block_count() as u64;
            return Followed { changed, ..Followed::built(u64::from(map.voxel_count())) };
        };
        for (lanes, blocks) in self.lanes.iter_mut().zip(&outdated) {
            lanes.read(&map.bricks, blocks);
        }
        let changed = outdated.iter().map(Vec::len).sum::<usize>() as u64;
        Followed { changed, ..Followed::default() }
    }

    /// The approximate number of voxels that [`update`](Self::update) would visit; all of them if
    /// it would recompute all blocks.
    ///
    /// # Complexity
    ///
    /// O(b log b) for b blocks that changed.
    pub(in super::super) fn due(&self, map: &VoxelMap) -> u64 {
        let (all, blocks) = (u64::from(map.voxel_count()), self.block_count());
        let outdated = self.outdated(map).map_or(blocks, |all| all.iter().map(Vec::len).sum());
        (all * outdated as u64).div_ceil(blocks.max(1) as u64)
    }

    /// The blocks that have to be recomputed along each axis; `None` if that is not known.
    fn outdated(&self, map: &VoxelMap) -> Option<[Vec<usize>; 3]> {
        let log = map.changes().since(self.revision).filter(|_| self.size == map.size());
        let rects: Vec<_> = log?.collect();
        Some(self.lanes.each_ref().map(|lanes| {
            let mut blocks = Vec::new();
            for rect in &rects {
                let least = map.voxel_of_row(rect.x, rect.y);
                let most = map.voxel_of_row(rect.x + rect.width - 1, rect.y + rect.height - 1);
                lanes.touched(least.axes(), most.axes(), &mut blocks);
            }
            blocks.sort_unstable();
            blocks.dedup();
            blocks
        }))
    }

    fn block_count(&self) -> usize {
        self.lanes.iter().map(Lanes::block_count).sum()
    }

    /// The revision of the map to which it belongs.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it matches the current state of this map, as far as size and revision tell.
    pub fn is_of(&self, map: &VoxelMap) -> bool {
        self.size == map.size() && self.revision == map.revision()
    }

    /// Whether it is for this mover.
    pub fn is_for(&self, mover: &VoxelMover) -> bool {
        self.mover == *mover
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.lanes.iter().map(Lanes::bytes).sum()
    }
}

/// A mover that jump points do not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelJumpMapError;

const NEED: &str = "jump points in space need a flyer of one voxel with 26 neighbours that cuts no \
                    corner and pays more for steps along more axes";

errors! { struct VoxelJumpMapError:
    // jump points in space do not serve this mover; the message says which they serve
    Self => ("no-voxel-jump-points", "{NEED}"),
}

impl From<VoxelJumpMapError> for Unsupported {
    fn from(_: VoxelJumpMapError) -> Self {
        Unsupported(NEED)
    }
}
