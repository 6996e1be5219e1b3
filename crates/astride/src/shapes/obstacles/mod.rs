//! Obstacles that are placed, moved and removed by handle, on a map of any shape: what lies on each
//! node, and what that changes.

mod error;
mod layers;
mod outline;

pub use error::ObstacleError;
pub use outline::Outline;

use std::collections::BTreeMap;

use crate::base::NodeId;
pub(crate) use layers::GROUND;
use layers::{Layer, Layers};

/// The handle of an obstacle of one [`Obstacles`](crate::shapes::square::Obstacles) or
/// [`TileObstacles`](crate::shapes::TileObstacles). None is issued twice, and later ones are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObstacleId(pub(crate) u64);

/// An obstacle, and its class.
#[derive(Clone, Debug)]
pub(crate) struct Placed<O> {
    pub(crate) outline: O,
    pub(crate) class: u8,
}

/// Nodes that get another class, in increasing order.
pub(crate) type Repainted = Vec<(NodeId, u8)>;

/// Obstacles by handle, whatever says what they cover.
#[derive(Clone, Debug)]
pub(crate) struct Tracker<O> {
    pub(crate) placed: BTreeMap<ObstacleId, Placed<O>>,
    pub(crate) layers: Layers,
    pub(crate) next: u64,
}

impl<O> Tracker<O> {
    pub(crate) fn new() -> Self {
        Tracker { placed: BTreeMap::new(), layers: Layers::default(), next: GROUND.0 + 1 }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObstacleId, &O)> {
        self.placed.iter().map(|(&id, placed)| (id, &placed.outline))
    }

    pub(crate) fn outline(&self, id: ObstacleId) -> Option<&O> {
        self.placed.get(&id).map(|placed| &placed.outline)
    }

    pub(crate) fn class(&self, id: ObstacleId) -> Option<u8> {
        self.placed.get(&id).map(|placed| placed.class)
    }

    /// The obstacles on a node, from the ground up.
    pub(crate) fn at(&self, node: NodeId) -> impl DoubleEndedIterator<Item = ObstacleId> {
        self.layers.at(node).map(|(id, _)| id).filter(|&id| id != GROUND)
    }

    /// Places an obstacle on top of the others. `covered` says which nodes an outline covers, and
    /// `present` which class a node has.
    pub(crate) fn place<E>(
        &mut self,
        placed: Placed<O>,
        covered: impl Fn(&O) -> Result<Vec<NodeId>, E>,
        present: impl Fn(NodeId) -> u8,
    ) -> Result<(ObstacleId, Repainted), E> {
        let (id, entered) = (ObstacleId(self.next), covered(&placed.outline)?);
        self.next += 1;
        self.placed.insert(id, placed);
        Ok((id, self.exchange(&[], &layers_of(id, entered), present)))
    }

    /// Changes the outlines of obstacles; of two for the same, the last one counts.
    pub(crate) fn change_all(
        &mut self,
        changes: impl IntoIterator<Item = (ObstacleId, O)>,
        covered: impl Fn(&O) -> Result<Vec<NodeId>, ObstacleError>,
        present: impl Fn(NodeId) -> u8,
    ) -> Result<Repainted, ObstacleError> {
        let changes: BTreeMap<ObstacleId, O> = changes.into_iter().collect();
        let (mut left, mut entered) = (Vec::new(), Vec::new());
        for (&id, outline) in &changes {
            let before = self.outline(id).ok_or(ObstacleError::Unknown)?;
            left.extend(layers_of(id, covered(before)?));
            entered.extend(layers_of(id, covered(outline)?));
        }
        for (id, outline) in changes {
            if let Some(placed) = self.placed.get_mut(&id) {
                placed.outline = outline;
            }
        }
        Ok(self.exchange(&left, &entered, present))
    }

    pub(crate) fn remove(
        &mut self,
        id: ObstacleId,
        covered: impl Fn(&O) -> Result<Vec<NodeId>, ObstacleError>,
        present: impl Fn(NodeId) -> u8,
    ) -> Result<Repainted, ObstacleError> {
        let outline = self.outline(id).ok_or(ObstacleError::Unknown)?;
        let left = layers_of(id, covered(outline)?);
        self.placed.remove(&id);
        Ok(self.exchange(&left, &[], present))
    }

    fn exchange(
        &mut self,
        left: &[Layer],
        entered: &[Layer],
        present: impl Fn(NodeId) -> u8,
    ) -> Repainted {
        let class_of = |id| self.placed.get(&id).map_or(0, |placed| placed.class);
        self.layers.exchange(left, entered, class_of, present)
    }
}

fn layers_of(id: ObstacleId, nodes: Vec<NodeId>) -> Vec<Layer> {
    nodes.into_iter().map(|node| (node, id)).collect()
}
