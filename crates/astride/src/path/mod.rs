//! Paths: check, measure, simplify, straighten, smooth, time and follow them.
//!
//! Imports `base` and `world`. Deliberately missing: how the path was found.

mod line;
mod pursue;
mod rdp;
mod resample;
mod round;
#[cfg(feature = "serde")]
mod serial;
mod smooth;
mod space;
mod timing;
mod validate;

pub use line::{Line, LineError};
pub use pursue::{Pursuit, pursue};
pub use rdp::reduce;
pub use resample::resample;
pub use round::{Rounded, TightCorner, round_corners};
pub use smooth::{Bezier, Smooth, smooth};
pub use space::{Space, TOLERANCE};
pub(crate) use space::{is_apart, range};
pub use timing::{Limits, Timing, timed};
pub use validate::PathFault;

use crate::base::{Cost, NodeId};
use crate::world::World;

/// A walk from start to goal, both ends included, and its cost.
///
/// Never empty: if start and goal are the same node, it contains that node and costs 0.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// let (grid, mover) = (Grid::new(6, 4, b'.')?, Mover::walker());
/// let outcome = find_path(&grid, &mover, Cell::new(0, 0), Cell::new(5, 3))?;
/// let path = outcome.path().unwrap();
/// path.validate(&grid.seen_by(&mover))?;
/// assert_eq!((path.step_count(), path.cells(&grid).last()), (5, Some(Cell::new(5, 3))));
/// let measure = path.measure(&grid);
/// assert_eq!((measure.straight, measure.diagonal), (2, 3));
/// assert_eq!(format!("{:.3}", measure.length()), "6.243");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "serial::AnyPath")
)]
pub struct Path {
    nodes: Vec<NodeId>,
    cost: Cost,
}

impl Path {
    /// A path from its nodes in walking order and its cost in ticks. `None` if there are no nodes.
    ///
    /// Nothing is checked here; see [`Path::validate`].
    pub fn new(nodes: Vec<NodeId>, cost: Cost) -> Option<Self> {
        (!nodes.is_empty()).then_some(Path { nodes, cost })
    }

    /// The nodes in walking order, both ends included.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The sum of the arcs, in ticks.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The first node.
    pub fn start(&self) -> NodeId {
        self.nodes[0]
    }

    /// The last node.
    pub fn goal(&self) -> NodeId {
        self.nodes[self.nodes.len() - 1]
    }

    /// The number of arcs.
    pub fn step_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Walks the path arc by arc in `world` and checks its cost.
    ///
    /// # Errors
    ///
    /// If a node does not exist or is impassable, if an arc does not exist, or if the sum differs
    /// from the stated cost. The fault names the first such place.
    ///
    /// # Complexity
    ///
    /// O(length), where every arc of every node on the path is visited.
    pub fn validate(&self, world: &impl World) -> Result<(), PathFault> {
        validate::validate(self, world)
    }

    /// Its cost in `world`, in ticks; `world` need not be the one in which it was found.
    ///
    /// # Errors
    ///
    /// If a node does not exist or is impassable, or if an arc does not exist. The fault names the
    /// first such place.
    ///
    /// # Complexity
    ///
    /// As [`validate`](Self::validate).
    pub fn cost_in(&self, world: &impl World) -> Result<Cost, PathFault> {
        validate::cost_in(self, world)
    }

    /// The longest beginning of the path that costs at most `most` ticks in `world`: how far a unit
    /// gets in one turn. The first node costs nothing.
    ///
    /// # Errors
    ///
    /// If a node does not exist or is impassable, or if an arc does not exist; the fault names the
    /// first such place. What comes after the first arc that costs too much is not looked at, but that
    /// arc is, with its end.
    ///
    /// # Complexity
    ///
    /// As [`validate`](Self::validate).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let (grid, mover) = (Grid::new(9, 1, b'.')?, Mover::walker());
    /// let path = find_path(&grid, &mover, Cell::new(0, 0), Cell::new(8, 0))?.found()?.path;
    /// let turn = path.within(&grid.seen_by(&mover), 3 * 13_860 + 13_859)?;
    /// assert_eq!((turn.step_count(), turn.cost()), (3, 3 * 13_860));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(&self, world: &impl World, most: Cost) -> Result<Path, PathFault> {
        let (count, cost) = validate::walk(self, world, most)?;
        Ok(Path { nodes: self.nodes[..count].to_vec(), cost })
    }

    /// The nodes by value.
    pub fn into_nodes(self) -> Vec<NodeId> {
        self.nodes
    }
}
