//! Hexagons as one shape among others.

use super::{Hex, HexDir, HexEdit, HexError, HexMap, HexMover, HexView};
use crate::base::{NodeId, Slot, Vec2};
use crate::shapes::{Cover, Editable, Opening, Opens, Shape, Walls};
use crate::world::{Changes, Tiles, Way, opening, see, shut_sides};

impl Shape for HexMap {
    const NAME: &'static str = "hexagons";

    type Place = Hex;
    type Mover = HexMover;
    type View<'a> = HexView<'a>;
    type Kit = ();

    fn view<'a>(&'a self, mover: &HexMover) -> HexView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: Hex) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> Hex {
        self.hex(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(self.class_at(node)).filter(|&class| class != Self::VOID)
    }

    fn factor_of(&self, mover: &HexMover, node: NodeId) -> u32 {
        match mover.radius() {
            0 => self.class_of(node).map_or(0, |class| mover.factor(class)),
            _ => self.seen_by(mover).factor_at(node, mover),
        }
    }

    fn shut(&self, mover: &HexMover, node: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot)) {
        shut_sides(self, mover, node, way, visit);
    }

    fn outline_of(&self, place: Hex) -> Vec<Vec2> {
        place.outline(self.layout()).to_vec()
    }
}

impl Opens for HexMap {
    fn is_free(mover: &HexMover, class: u8) -> bool {
        mover.is_passable(class)
    }

    fn opened(mover: &HexMover, class: u8) -> HexMover {
        mover.opened(class)
    }

    fn fence_at(&self, node: NodeId, slot: Slot) -> Option<u8> {
        let dir = HexDir::ALL.get(usize::from(slot.code()))?;
        self.terrain.fences().class(node, dir.bit())
    }

    fn walls<'v>(view: &'v HexView<'_>) -> Option<Box<dyn Walls + 'v>> {
        Some(Box::new(view.walls()?))
    }

    fn batch(&self, named: &Opening<Hex>) -> HexEdit {
        opening(self, &named.cells, named.class, &named.steps)
    }
}

impl Editable for HexMap {
    type Edit = HexEdit;
    type EditError = HexError;
    type Assumed = u8;
    type Index = ();

    fn cover(&self, mover: &HexMover) -> Cover {
        Cover::within(mover.radius(), self.extent().width)
    }

    fn is_empty(batch: &HexEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &HexEdit) -> Result<u64, HexError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &HexEdit) -> Result<HexEdit, HexError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        HexMap::changes(self)
    }

    fn unseen(&self, assumed: u8) -> HexMap {
        HexMap { terrain: self.terrain.unseen(assumed), ..*self }
    }

    fn see(&mut self, truth: &HexMap, nodes: &[NodeId]) {
        see(self, truth, nodes);
    }
}
