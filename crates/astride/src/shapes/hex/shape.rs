//! Hexagons as one shape among others.

use super::{Hex, HexMap, HexMover, HexView};
use crate::base::{NodeId, Vec2};
use crate::shapes::Shape;

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

    fn outline_of(&self, place: Hex) -> Vec<Vec2> {
        place.outline(self.layout()).to_vec()
    }
}
