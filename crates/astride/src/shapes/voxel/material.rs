//! Materials of voxels, and the media in which a body may be.
//!
//! A map stores two planes of bricks: one for what is not air, and one for what is not water, which
//! exists only if there is water. A body in one medium therefore reads one plane, and the plane of
//! air is the same as for maps without water.

use super::bricks::{BLOCKED, Brick, Bricks, RIM};
use super::{Voxel, VoxelMap};

/// The material of a voxel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VoxelMaterial {
    /// Free.
    #[default]
    Air,
    /// Free for swimmers.
    Water,
    /// Blocked; walkers can stand on it.
    Solid,
}

impl VoxelMaterial {
    /// All, in the order of their numbers in files.
    pub(super) const ALL: [VoxelMaterial; 3] =
        [VoxelMaterial::Air, VoxelMaterial::Water, VoxelMaterial::Solid];
}

/// The media in which a body may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VoxelMedium {
    /// Only in air.
    #[default]
    Air,
    /// Only in water.
    Water,
    /// In air, in water, and partly in each.
    Both,
}

impl VoxelMedium {
    /// 0 to 2, as in files.
    pub(super) fn number(self) -> u32 {
        self as u32
    }

    /// The medium with this number.
    pub(super) fn of_number(number: u32) -> Option<Self> {
        [VoxelMedium::Air, VoxelMedium::Water, VoxelMedium::Both].get(number as usize).copied()
    }
}

impl VoxelMap {
    /// The material of a place, if it is on the map.
    pub fn material(&self, voxel: impl Into<Voxel>) -> Option<VoxelMaterial> {
        let voxel = voxel.into();
        self.node(voxel).map(|_| self.material_at(voxel))
    }

    /// The number of water voxels.
    pub fn water_count(&self) -> u64 {
        self.water
    }

    pub(super) fn material_at(&self, voxel: Voxel) -> VoxelMaterial {
        let at = voxel.axes().map(|at| at + RIM);
        match (self.bricks.is_blocked(at), &self.dry) {
            (false, _) => VoxelMaterial::Air,
            (true, Some(dry)) if !dry.is_blocked(at) => VoxelMaterial::Water,
            (true, _) => VoxelMaterial::Solid,
        }
    }

    /// Sets the material of a box of the map, without logging it.
    pub(super) fn fill(&mut self, least: Voxel, most: Voxel, material: VoxelMaterial) {
        let [least, most] = [least, most].map(|voxel| voxel.axes().map(|at| at + RIM));
        let is_water = material == VoxelMaterial::Water;
        if is_water && self.dry.is_none() {
            self.dry = Some(self.bricks.all_blocked());
        }
        let is_air = material == VoxelMaterial::Air;
        let changed = self.bricks.fill(least, most, !is_air);
        self.filled = if is_air { self.filled - changed } else { self.filled + changed };
        if let Some(dry) = &mut self.dry {
            let changed = dry.fill(least, most, !is_water);
            self.water = if is_water { self.water + changed } else { self.water - changed };
        }
    }

    /// The voxels of a brick that are of a material; in the rim, and beyond the map, all are solid.
    pub(super) fn brick_of(&self, material: VoxelMaterial, at: [u32; 3]) -> Brick {
        let filled = self.bricks.brick(at);
        let dry = self.dry.as_ref().map_or(&BLOCKED, |dry| dry.brick(at));
        std::array::from_fn(|layer| match material {
            VoxelMaterial::Air => !filled[layer],
            VoxelMaterial::Water => !dry[layer],
            VoxelMaterial::Solid => filled[layer] & dry[layer],
        })
    }

    /// The pattern of what is free in a medium around a place on the map; see
    /// [`steps`](super::steps).
    pub(super) fn around_in(&self, medium: VoxelMedium, voxel: Voxel) -> u32 {
        let at = voxel.axes().map(|at| at + RIM);
        let in_water = || self.dry.as_ref().map_or(0, |dry| dry.around(at));
        match medium {
            VoxelMedium::Air => self.bricks.around(at),
            VoxelMedium::Water => in_water(),
            VoxelMedium::Both => self.bricks.around(at) | in_water(),
        }
    }

    /// At least `count` voxels along an axis, as for [`Bricks::run`]: those blocked for a body in
    /// this medium, and those that are solid.
    pub(super) fn runs(
        &self,
        medium: VoxelMedium,
        axis: usize,
        from: i32,
        count: u32,
        across: [u32; 2],
    ) -> [u64; 2] {
        let run = |plane: &Bricks| plane.run(axis, from, count, across);
        let not_air = run(&self.bricks);
        let not_water = self.dry.as_ref().map_or(!0, run);
        let solid = not_air & not_water;
        let taken = match medium {
            VoxelMedium::Air => not_air,
            VoxelMedium::Water => not_water,
            VoxelMedium::Both => solid,
        };
        [taken, solid]
    }
}
