//! Voxels as one shape among others.

use std::sync::Arc as Shared;

use super::{
    Voxel, VoxelEdit, VoxelError, VoxelJumpMap, VoxelJumpSearch, VoxelMap, VoxelMaterial,
    VoxelMedium, VoxelMover, VoxelNeighbours, VoxelView,
};
use crate::base::{Budget, Cost, NodeId, Vec2};
use crate::search::{Event, Goals, Method, Outcome, PathQuery, Scratch, Starts, Unsupported};
use crate::shapes::{Cover, Editable, Opening, Opens, Refused, Shape, Unseen};
use crate::world::{Changes, Corners};

/// The terrain classes of air and water; that of solid voxels is any other.
const AIR: u8 = b'.';
const WATER: u8 = b'W';

/// What jump points need for one mover on one map of voxels, including their memory.
#[derive(Clone, Debug, Default)]
pub struct VoxelKit {
    jumps: Option<VoxelJumpMap>,
    scratch: Scratch,
}

impl Shape for VoxelMap {
    const NAME: &'static str = "voxels";
    const INDEXED: &'static [Method] = &[Method::Jps];

    type Place = Voxel;
    type Mover = VoxelMover;
    type View<'a> = VoxelView<'a>;
    type Kit = VoxelKit;

    fn view<'a>(&'a self, mover: &VoxelMover) -> VoxelView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: Voxel) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> Voxel {
        self.voxel(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(match self.material_at(self.voxel(node)) {
            VoxelMaterial::Air => AIR,
            VoxelMaterial::Water => WATER,
            VoxelMaterial::Solid => b'@',
        })
    }

    /// The face of a voxel as seen from above.
    fn outline_of(&self, place: Voxel) -> Vec<Vec2> {
        let (x, y) = (f64::from(place.x), f64::from(place.y));
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(dx, dy)| Vec2::new(x + dx, y + dy))
            .to_vec()
    }

    fn build(&self, mover: &VoxelMover, method: Method, kit: &mut VoxelKit) -> Result<(), Refused> {
        if method != Method::Jps {
            return Err(Unsupported::NO_INDEX.into());
        }
        match &mut kit.jumps {
            Some(jumps) if jumps.is_for(mover) => _ = jumps.update(self),
            jumps => *jumps = Some(VoxelJumpMap::build(self, mover).map_err(Refused::of)?),
        }
        Ok(())
    }

    fn answer(
        &self,
        mover: &VoxelMover,
        method: Method,
        query: &PathQuery<'_>,
        kit: &mut VoxelKit,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Unsupported> {
        if method != Method::Jps {
            return Err(Unsupported::NO_INDEX);
        }
        let one_to_one = Unsupported(
            "jump points answer questions from one start to one goal, without a limit on the cost",
        );
        let goal = match query.goals {
            Goals::One(goal) | Goals::Any(&[goal]) => goal,
            _ => return Err(one_to_one),
        };
        let Starts::One(start) = query.starts else { return Err(one_to_one) };
        if query.max_cost < Cost::MAX || query.nearest {
            return Err(one_to_one);
        }
        let jumps = kit.jumps.as_ref().filter(|jumps| jumps.is_of(self) && jumps.is_for(mover));
        let jumps = jumps.ok_or(Unsupported("nothing is built for this map as it is now"))?;
        let mut search = VoxelJumpSearch::new(self, jumps, start, goal, &mut kit.scratch);
        Ok(search.run_watched(budget, notice))
    }
}

/// Explanations are for bodies of any size that fly or swim: what is opened becomes air, or water for
/// one that only swims. The classes are `.` for air, `W` for water, and `@` for solid voxels.
impl Opens for VoxelMap {
    fn is_free(mover: &VoxelMover, class: u8) -> bool {
        let media = match mover.moves_in() {
            VoxelMedium::Air => &[AIR][..],
            VoxelMedium::Water => &[WATER],
            VoxelMedium::Both => &[AIR, WATER],
        };
        media.contains(&class)
    }

    fn opened(mover: &VoxelMover, _class: u8) -> VoxelMover {
        match mover.cuts() {
            Corners::Always => *mover,
            _ => mover.neighbours(VoxelNeighbours::Six),
        }
    }

    fn all_open(&self, mover: &VoxelMover) -> Option<VoxelMap> {
        let mut map = self.all_of(Unseen::Free);
        if mover.moves_in() == VoxelMedium::Water {
            let last = self.voxel(NodeId::new(self.voxel_count() - 1));
            map.fill([0; 3].into(), last, VoxelMaterial::Water);
        }
        Some(map)
    }

    fn can_explain(mover: &VoxelMover) -> Result<(), Unsupported> {
        match mover.walks() {
            None => Ok(()),
            Some(_) => Err(Unsupported(
                "what closes a way is explained for flyers and swimmers only: digging a voxel away may \
                take the ground from under a walker, and adding one may be what it needs",
            )),
        }
    }

    fn batch(&self, named: &Opening<Voxel>) -> VoxelEdit {
        let material = if named.class == WATER { VoxelMaterial::Water } else { VoxelMaterial::Air };
        let mut edit = VoxelEdit::new();
        named.cells.iter().for_each(|&voxel| _ = edit.fill_box(voxel, voxel, material));
        edit
    }
}

impl Editable for VoxelMap {
    type Edit = VoxelEdit;
    type EditError = VoxelError;
    type Assumed = Unseen;
    type Index = VoxelJumpMap;

    fn index(
        &self,
        mover: &VoxelMover,
        method: Method,
        before: Option<Shared<VoxelJumpMap>>,
    ) -> Result<VoxelJumpMap, Unsupported> {
        if method != Method::Jps {
            return Err(Unsupported::NO_INDEX);
        }
        match before.filter(|jumps| jumps.is_for(mover)) {
            Some(jumps) => {
                let mut jumps = Shared::unwrap_or_clone(jumps);
                jumps.update(self);
                Ok(jumps)
            }
            None => Ok(VoxelJumpMap::build(self, mover)?),
        }
    }

    fn cover(&self, mover: &VoxelMover) -> Cover {
        let [width, height, _] = self.size();
        Cover::along([(mover.side(), 1), (mover.side(), width), (mover.height(), width * height)])
    }

    fn nodes_to_follow(&self, before: &VoxelJumpMap) -> u64 {
        before.due(self)
    }

    fn by_index(
        &self,
        jumps: &VoxelJumpMap,
        [start, goal]: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome> {
        let mut search = VoxelJumpSearch::new(self, jumps, start, goal, scratch);
        Some(search.run(budget, &mut ()))
    }

    fn is_empty(batch: &VoxelEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &VoxelEdit) -> Result<u64, VoxelError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &VoxelEdit) -> Result<VoxelEdit, VoxelError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        VoxelMap::changes(self)
    }

    fn unseen(&self, assumed: Unseen) -> VoxelMap {
        self.all_of(assumed)
    }

    fn see(&mut self, truth: &VoxelMap, nodes: &[NodeId]) {
        self.see_voxels(truth, nodes);
    }
}
