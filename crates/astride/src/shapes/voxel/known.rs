//! Voxels as believed by an observer who has seen some of them.

use super::VoxelMap;
use crate::base::NodeId;
use crate::shapes::Unseen;
use crate::world::{Changes, Tiles};

impl VoxelMap {
    /// The same voxels, all of them free or blocked, at revision 0.
    pub(super) fn all_of(&self, assumed: Unseen) -> VoxelMap {
        let mut map = self.clone();
        let last = NodeId::new(self.voxel_count() - 1);
        map.write([0; 3].into(), self.voxel(last), assumed == Unseen::Blocked);
        map.log = Changes::default();
        map
    }

    pub(super) fn see_voxels(&mut self, truth: &VoxelMap, nodes: &[NodeId]) {
        let mut differ = Vec::new();
        for &node in nodes {
            let voxel = truth.voxel(node);
            let material = truth.material_at(voxel);
            if self.material_at(voxel) != material {
                self.fill(voxel, voxel, material);
                differ.push(node);
            }
        }
        let width = self.extent().width;
        self.log.note_nodes(&differ, width);
    }
}
