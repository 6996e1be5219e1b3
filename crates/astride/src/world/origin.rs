//! What a table or a search was made from, as far as any world can tell.

use super::World;

/// One state of a world, identified by what can be read in no time. Edits of a map change it; so
/// does another map or mover, unless size and costs happen to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) revision: u64,
    pub(crate) nodes: u64,
    /// The cost of the cheapest and the costliest arc, or other values that distinguish worlds.
    pub(crate) costs: [u64; 2],
}

impl Origin {
    pub(crate) fn of(world: &impl World) -> Self {
        Origin {
            revision: world.revision(),
            nodes: u64::from(world.node_count()),
            costs: [world.min_arc_cost(), world.max_arc_cost()].map(u64::from),
        }
    }
}
