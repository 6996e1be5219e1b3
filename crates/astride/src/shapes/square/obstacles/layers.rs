//! What lies on each covered cell, from the ground up.

use std::collections::BTreeMap;

use super::ObstacleId;
use crate::base::{NodeId, SmallSort};
use crate::shapes::square::painted::Painted;
use crate::shapes::square::{Edit, Grid};

/// An obstacle on a cell, or the [`GROUND`] there.
pub(super) type Layer = (NodeId, ObstacleId);

/// Below all obstacles, whose handles begin at 1.
pub(super) const GROUND: ObstacleId = ObstacleId(0);

/// The class of each layer. Where there are obstacles, there is a ground below them.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers(BTreeMap<Layer, u8>);

impl Layers {
    /// The ground and the obstacles on a cell, from the ground up; nothing if there are no obstacles.
    pub(super) fn at(&self, node: NodeId) -> impl DoubleEndedIterator<Item = (ObstacleId, u8)> {
        let layers = self.0.range((node, GROUND)..=(node, ObstacleId(u64::MAX)));
        layers.map(|(&(_, id), &class)| (id, class))
    }

    /// The class of the ground below the obstacles on a cell, if there are any.
    pub(super) fn ground(&self, node: NodeId) -> Option<u8> {
        self.0.get(&(node, GROUND)).copied()
    }

    /// The class right below an obstacle on a cell.
    pub(super) fn below(&self, (node, id): Layer) -> Option<u8> {
        self.0.range((node, GROUND)..(node, id)).next_back().map(|(_, &class)| class)
    }

    /// Adds a layer at its place in the order.
    pub(super) fn put(&mut self, layer: Layer, class: u8) {
        self.0.insert(layer, class);
    }

    /// Takes obstacles from some cells and adds others, with the class of each, to cells; returns what
    /// that changes on the grid.
    pub(super) fn exchange(
        &mut self,
        grid: &Grid,
        left: &[Layer],
        entered: &[Layer],
        class_of: impl Fn(ObstacleId) -> u8,
    ) -> Edit {
        let (left, entered) =
            (left.iter().map(|&at| (at, false)), entered.iter().map(|&at| (at, true)));
        let mut moves: Vec<(Layer, bool)> = left.chain(entered).collect();
        moves.sort_small();
        let mut painted = Painted::default();
        for moves in moves.chunk_by(|a, b| a.0.0 == b.0.0) {
            let node = moves[0].0.0;
            let present = grid.class_at(node);
            // The cell has no obstacles yet, or other code has changed its class. If it shows a layer
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
                painted.add(grid.cell(node), class);
            }
            if top == GROUND {
                self.0.remove(&(node, GROUND));
            }
        }
        painted.edit()
    }
}
