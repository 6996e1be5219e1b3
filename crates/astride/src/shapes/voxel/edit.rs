//! Edits of a map of voxels, applied all or none.

mod inverse;

use super::{Voxel, VoxelMap, VoxelMaterial};
use crate::base::{CellRect, Pack, Packer, PartsError, Unpacker, pack_by_number};

/// A box of voxels, both corners included, and its new material.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Change {
    corners: [Voxel; 2],
    material: VoxelMaterial,
}

impl Change {
    /// The corners with the least and with the most columns, rows and layers.
    fn span(&self) -> [[u32; 3]; 2] {
        let [a, b] = self.corners.map(Voxel::axes);
        [u32::min, u32::max]
            .map(|of: fn(u32, u32) -> u32| std::array::from_fn(|axis| of(a[axis], b[axis])))
    }
}

/// A batch of edits for [`VoxelMap::apply`].
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelEdit {
    changes: Vec<Change>,
}

impl VoxelEdit {
    /// An empty batch.
    pub fn new() -> Self {
        VoxelEdit::default()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Blocks a voxel.
    pub fn block(&mut self, voxel: impl Into<Voxel>) -> &mut Self {
        let voxel = voxel.into();
        self.block_box(voxel, voxel)
    }

    /// Frees a voxel.
    pub fn free(&mut self, voxel: impl Into<Voxel>) -> &mut Self {
        let voxel = voxel.into();
        self.free_box(voxel, voxel)
    }

    /// Blocks all voxels between two opposite corners, both included.
    pub fn block_box(&mut self, a: impl Into<Voxel>, b: impl Into<Voxel>) -> &mut Self {
        self.fill_box(a, b, VoxelMaterial::Solid)
    }

    /// Frees all voxels between two opposite corners, both included.
    pub fn free_box(&mut self, a: impl Into<Voxel>, b: impl Into<Voxel>) -> &mut Self {
        self.fill_box(a, b, VoxelMaterial::Air)
    }

    /// Fills a voxel with water.
    pub fn flood(&mut self, voxel: impl Into<Voxel>) -> &mut Self {
        let voxel = voxel.into();
        self.flood_box(voxel, voxel)
    }

    /// Fills all voxels between two opposite corners with water, both included and whatever they
    /// were.
    pub fn flood_box(&mut self, a: impl Into<Voxel>, b: impl Into<Voxel>) -> &mut Self {
        self.fill_box(a, b, VoxelMaterial::Water)
    }

    /// Sets the material of all voxels between two opposite corners, both included.
    pub fn fill_box(
        &mut self,
        a: impl Into<Voxel>,
        b: impl Into<Voxel>,
        material: VoxelMaterial,
    ) -> &mut Self {
        self.changes.push(Change { corners: [a.into(), b.into()], material });
        self
    }
}

impl Pack for VoxelEdit {
    fn pack(&self, out: &mut Packer) {
        self.changes.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        Ok(VoxelEdit { changes: Pack::unpack(from)? })
    }
}

impl Pack for Change {
    fn pack(&self, out: &mut Packer) {
        self.corners.iter().for_each(|corner| corner.pack(out));
        self.material.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        let corners = [Pack::unpack(from)?, Pack::unpack(from)?];
        Ok(Change { corners, material: Pack::unpack(from)? })
    }
}

pack_by_number! { VoxelMaterial => "a material" }

impl VoxelMap {
    /// Applies a batch, all or none, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If a voxel is off the map; the map is unchanged in that case.
    ///
    /// # Complexity
    ///
    /// O(bricks that are changed), and a log entry for each layer of a box.
    pub fn apply(&mut self, edit: &VoxelEdit) -> Result<u64, VoxelError> {
        self.check(edit)?;
        for change in &edit.changes {
            let [least, most] = change.span();
            self.fill(least.into(), most.into(), change.material);
            let (width, height) = (most[0] - least[0] + 1, most[1] - least[1] + 1);
            for z in least[2]..=most[2] {
                let rect = CellRect::new(least[0], z * self.size()[1] + least[1], width, height);
                self.log.note(self.log.revision() + 1, rect);
            }
        }
        self.log.raise();
        Ok(self.log.revision())
    }

    /// Checks that all voxels of a batch are on the map.
    fn check(&self, edit: &VoxelEdit) -> Result<(), VoxelError> {
        let mut corners = edit.changes.iter().flat_map(|change| change.corners);
        match corners.find(|&voxel| self.node(voxel).is_none()) {
            Some(voxel) => Err(VoxelError(Kind::Off { voxel, size: self.size() })),
            None => Ok(()),
        }
    }

    /// Blocks or frees a box of the map, without logging it.
    pub(crate) fn write(&mut self, least: Voxel, most: Voxel, block: bool) {
        self.fill(least, most, if block { VoxelMaterial::Solid } else { VoxelMaterial::Air });
    }
}

/// An invalid map of voxels, or an invalid edit of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelError(pub(super) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Size { size: [u32; 3] },
    Memory { size: [u32; 3] },
    Off { voxel: Voxel, size: [u32; 3] },
}

errors! { VoxelError(Kind):
    Size { size: [width, height, depth] } => ("voxel-map-size",
        "a map of {width}x{height}x{depth} voxels is unusable, expected sides of 1 to {} and at \
        most {} voxels", VoxelMap::MOST_ALONG, VoxelMap::MOST_VOXELS),
    Memory { size: [width, height, depth] } => ("voxel-map-memory",
        "no memory for a map of {width}x{height}x{depth} voxels"),
    Off { voxel, size: [width, height, depth] } => ("voxel-off-map",
        "voxel {voxel} is off a map of {width}x{height}x{depth} voxels"),
}
