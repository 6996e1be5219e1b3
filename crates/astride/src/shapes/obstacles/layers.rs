//! What lies on each covered node, from the ground up.

use std::collections::BTreeMap;

use super::{ObstacleId, Repainted};
use crate::base::{NodeId, SmallSort};

/// An obstacle on a node, or the [`GROUND`] there.
pub(crate) type Layer = (NodeId, ObstacleId);

/// Below all obstacles, whose handles begin at 1.
pub(crate) const GROUND: ObstacleId = ObstacleId(0);

/// The class of each layer. Where there are obstacles, there is a ground below them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers(BTreeMap<Layer, u8>);

impl Layers {
    /// The ground and the obstacles on a node, from the ground up; nothing if there are no obstacles.
    pub(crate) fn at(&self, node: NodeId) -> impl DoubleEndedIterator<Item = (ObstacleId, u8)> {
        let layers = self.0.range((node, GROUND)..=(node, ObstacleId(u64::MAX)));
        layers.map(|(&(_, id), &class)| (id, class))
    }

    /// The class of the ground below the obstacles on a node, if there are any.
    pub(crate) fn ground(&self, node: NodeId) -> Option<u8> {
        self.0.get(&(node, GROUND)).copied()
    }

    /// The class right below an obstacle on a node.
    pub(crate) fn below(&self, (node, id): Layer) -> Option<u8> {
        self.0.range((node, GROUND)..(node, id)).next_back().map(|(_, &class)| class)
    }

    /// Adds a layer at its place in the order.
    pub(crate) fn put(&mut self, layer: Layer, class: u8) {
        self.0.insert(layer, class);
    }

    /// Takes obstacles from some nodes and adds others, with the class of each, to nodes; returns what
    /// that changes on a map where `present` says which class a node has.
    pub(super) fn exchange(
        &mut self,
        left: &[Layer],
        entered: &[Layer],
        class_of: impl Fn(ObstacleId) -> u8,
        present: impl Fn(NodeId) -> u8,
    ) -> Repainted {
        let (left, entered) =
            (left.iter().map(|&at| (at, false)), entered.iter().map(|&at| (at, true)));
        let mut moves: Vec<(Layer, bool)> = left.chain(entered).collect();
        moves.sort_small();
        let mut painted = Repainted::new();
        for moves in moves.chunk_by(|a, b| a.0.0 == b.0.0) {
            let node = moves[0].0.0;
            let present = present(node);
            // The node has no obstacles yet, or other code has changed its class. If it shows a layer
            // that is not on top, a batch has not been applied, and the ground is as it was.
            if self.at(node).all(|(_, class)| class != present) {
                self.put((node, GROUND), present);
            }
            for moves in moves.chunk_by(|a, b| a.0 == b.0) {
                match moves {
                    &[(layer, true)] => self.put(layer, class_of(layer.1)),
                    [(layer, false)] => _ = self.0.remove(layer),
                    _ => {} // it stays
                }
            }
            let Some((top, class)) = self.at(node).next_back() else { continue };
            if class != present {
                painted.push((node, class));
            }
            if top == GROUND {
                self.0.remove(&(node, GROUND));
            }
        }
        painted
    }
}
