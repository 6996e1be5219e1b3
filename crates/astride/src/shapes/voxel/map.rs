//! A map of voxels: the material of each, with a revision for every edit.

use super::bricks::{Bricks, RIM};
use super::edit::Kind;
use super::{Voxel, VoxelError, VoxelMaterial};
use crate::base::NodeId;
use crate::world::{Changes, Extent, Tiles};

/// A map of voxels, each of them free, blocked or water.
///
/// Node ids count columns first, then rows, then layers. For everything that works on rows of
/// tiles, such as overlays and change logs, the layers are stacked: the row of a voxel is `z ·
/// height + y`.
///
/// # Complexity
///
/// Four bytes for each brick of 8 × 8 × 8 voxels, and 64 more for those that are neither all free
/// nor all blocked, which includes partial bricks at the far faces of the map: 9 MiB for 1024 ×
/// 1024 × 1024 free voxels, at most 32 MiB for any free map, and 160 MiB for any map; with water up
/// to twice as much.
///
/// # Examples
///
/// ```
/// use astride::search::{PathQuery, Scratch, astar};
/// use astride::shapes::voxel::{VoxelEdit, VoxelHeuristic, VoxelMap, VoxelMover};
/// let mut map = VoxelMap::new(9, 9, 9)?;
/// map.apply(VoxelEdit::new().block_box((4, 0, 0), (4, 8, 7)))?; // a wall with a gap at the top
/// let view = map.seen_by(&VoxelMover::flyer());
/// let query = PathQuery::new(map.node((2, 4, 4)).unwrap(), map.node((6, 4, 4)).unwrap());
/// let guess = VoxelHeuristic::new(&view);
/// let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.path().map(|path| path.step_count()), Some(10));
/// # Ok::<(), astride::shapes::voxel::VoxelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VoxelMap {
    pub(super) size: [u32; 3],
    /// What is not air.
    pub(super) bricks: Bricks,
    /// What is not water, if there is any.
    pub(super) dry: Option<Bricks>,
    /// The number of voxels that are not air.
    pub(super) filled: u64,
    /// The number of water voxels.
    pub(super) water: u64,
    pub(super) log: Changes,
}

impl VoxelMap {
    /// The maximum number of voxels of a map.
    pub const MOST_VOXELS: u64 = 1 << 30;

    /// The maximum number of voxels along an axis.
    pub const MOST_ALONG: u32 = 1 << 12;

    /// A map of free voxels: `width` columns, `height` rows, `depth` layers.
    ///
    /// # Errors
    ///
    /// If a side is 0 or longer than [`MOST_ALONG`](Self::MOST_ALONG), or if there are more than
    /// [`MOST_VOXELS`](Self::MOST_VOXELS) voxels.
    pub fn new(width: u32, height: u32, depth: u32) -> Result<Self, VoxelError> {
        let size = [width, height, depth];
        let voxels = size.iter().try_fold(1u64, |voxels, &side| voxels.checked_mul(side.into()));
        let is_usable = size.iter().all(|side| (1..=Self::MOST_ALONG).contains(side))
            && voxels.is_some_and(|voxels| voxels <= Self::MOST_VOXELS);
        if !is_usable {
            return Err(VoxelError(Kind::Size { size }));
        }
        let bricks = Bricks::new(size).ok_or(VoxelError(Kind::Memory { size }))?;
        let log = Changes::default();
        Ok(VoxelMap { size, bricks, dry: None, filled: 0, water: 0, log })
    }

    /// The numbers of columns, rows and layers.
    pub fn size(&self) -> [u32; 3] {
        self.size
    }

    /// The number of voxels.
    pub fn voxel_count(&self) -> u32 {
        self.size.iter().product()
    }

    /// The number of blocked voxels.
    pub fn blocked_count(&self) -> u64 {
        self.filled - self.water
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bricks.bytes() + self.dry.as_ref().map_or(0, Bricks::bytes)
    }

    /// The node of a place, if it is on the map.
    pub fn node(&self, voxel: impl Into<Voxel>) -> Option<NodeId> {
        let axes = voxel.into().axes();
        let is_inside = (0..3).all(|axis| axes[axis] < self.size[axis]);
        let [x, y, z] = axes;
        is_inside.then(|| NodeId::new((z * self.size[1] + y) * self.size[0] + x))
    }

    /// The place of a node.
    pub fn voxel(&self, node: NodeId) -> Voxel {
        let [width, height, _] = self.size;
        let row = node.get() / width;
        Voxel::new(node.get() % width, row % height, row / height)
    }

    /// Whether a place is on the map and blocked.
    pub fn is_blocked(&self, voxel: impl Into<Voxel>) -> bool {
        let voxel = voxel.into();
        self.node(voxel).is_some() && self.is_blocked_at(voxel)
    }

    /// Whether a place of the map is blocked.
    pub(super) fn is_blocked_at(&self, voxel: Voxel) -> bool {
        self.material_at(voxel) == VoxelMaterial::Solid
    }

    /// The pattern of air around a place on the map; see [`steps`](super::steps).
    #[inline(always)]
    pub(super) fn around(&self, voxel: Voxel) -> u32 {
        self.bricks.around(voxel.axes().map(|at| at + RIM))
    }

    /// The blocked voxels by column, then row, then layer.
    ///
    /// # Complexity
    ///
    /// O(voxels / 8) for all of them.
    pub fn blocked(&self) -> impl Iterator<Item = Voxel> + '_ {
        self.voxels_where(|at| {
            let dry = self.dry.as_ref().map_or(!0, |dry| dry.eight(2, at[2], [at[0], at[1]]));
            self.bricks.eight(2, at[2], [at[0], at[1]]) & dry
        })
    }

    /// The voxels of water by column, then row, then layer.
    ///
    /// # Complexity
    ///
    /// O(voxels / 8) for all of them; O(1) if there is none.
    pub fn water(&self) -> impl Iterator<Item = Voxel> + '_ {
        let dry = self.dry.as_ref().filter(|_| self.water > 0);
        dry.into_iter().flat_map(|dry| self.voxels_where(|at| !dry.eight(2, at[2], [at[0], at[1]])))
    }

    /// The voxels whose bits are set in `eight`, which is called with column and row, counted from
    /// the rim, and a group of eight layers.
    fn voxels_where(&self, eight: impl Fn([u32; 3]) -> u8 + Copy) -> impl Iterator<Item = Voxel> {
        let [width, height, depth] = self.size;
        let rows = (0..width).flat_map(move |x| (0..height).map(move |y| (x, y)));
        rows.flat_map(move |(x, y)| {
            (0..depth.div_ceil(8)).flat_map(move |brick| {
                let bits = eight([x + RIM, y + RIM, brick + 1]);
                let layers = (0..8).filter(move |layer| bits >> layer & 1 != 0);
                let layers = layers.map(move |layer| brick * 8 + layer);
                layers.filter(move |&z| z < depth).map(move |z| Voxel::new(x, y, z))
            })
        })
    }

    /// The log of which voxels changed in which revision, as rectangles of the rows described by
    /// [`Tiles`].
    pub fn changes(&self) -> &Changes {
        &self.log
    }

    /// Increases with every batch of edits; starts at 0.
    pub fn revision(&self) -> u64 {
        self.log.revision()
    }

    /// The place on the map of the tile in this column and row.
    pub(super) fn voxel_of_row(&self, x: u32, row: u32) -> Voxel {
        Voxel::new(x, row % self.size[1], row / self.size[1])
    }
}

impl Tiles for VoxelMap {
    fn extent(&self) -> Extent {
        let [width, height, depth] = self.size;
        Extent { width, height: height * depth }
    }
}
