//! Which end of an impossible query is enclosed.

use crate::base::{Budget, NodeId, Records, Slot, Spent, State};
use crate::search::{Scratch, scratch::Side};
use crate::world::{Erased, Way, World};

/// Why one node cannot be reached from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosure {
    /// The start can reach only this many nodes.
    Start(u64),
    /// Only this many nodes can reach the goal.
    Goal(u64),
    /// There is a path after all.
    None,
}

/// Finds out which end is enclosed. It floods from both ends in turn, so the work is proportional
/// to the smaller area. "The goal is walled in" is a better answer than "half the map was
/// searched".
///
/// # Errors
///
/// If `budget` runs out first, or the memory of the world
/// ([`is_cut_short`](World::is_cut_short)).
///
/// # Complexity
///
/// O(nodes in the smaller area); 16 bytes per node of the world, reused.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::{Enclosure, enclosure};
/// let grid = Grid::from_classes(6, 1, b"....@.")?;
/// let view = grid.seen_by(&Mover::walker());
/// let [start, goal] = [(0, 0), (5, 0)].map(|cell| grid.node(cell).unwrap());
/// let budget = &mut Budget::unlimited();
/// let found = enclosure(&view, start, goal, &mut Scratch::new(), budget);
/// assert_eq!(found, Ok(Enclosure::Goal(1)));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn enclosure(
    world: &impl World,
    start: NodeId,
    goal: NodeId,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Enclosure, Spent> {
    enclosed(Erased::new(world), start, goal, scratch, budget)
}

#[inline(never)]
fn enclosed(
    world: Erased<'_>,
    start: NodeId,
    goal: NodeId,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Enclosure, Spent> {
    let Scratch { forward, backward, held, .. } = scratch;
    *held = 0;
    let mut seen = [0, 0];
    for (side, end) in [(&mut *forward, start), (&mut *backward, goal)] {
        side.narrow.begin(world.node_count());
        side.open.begin(0, 1);
        if world.is_passable(end) {
            push(side, end, 0);
        }
    }
    loop {
        for (turn, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
            let (this, other) = match way {
                Way::Forward => (&mut *forward, &*backward),
                Way::Backward => (&mut *backward, &*forward),
            };
            let Some(entry) = this.open.pop() else {
                if world.is_cut_short() {
                    return Err(Spent::Bytes);
                }
                return Ok([Enclosure::Start(seen[0]), Enclosure::Goal(seen[1])][turn]);
            };
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            let node = NodeId::new(entry.node);
            if other.narrow.state(node.index()) != State::Untouched {
                return Ok(Enclosure::None);
            }
            seen[turn] += 1;
            let Side { narrow, open, .. } = this;
            world.visit_arcs(node, None, way, &mut |arc| {
                if narrow.state(arc.node.index()) == State::Untouched {
                    narrow.open(arc.node.index(), 0, Slot::NONE);
                    open.push(entry_of(arc.node, seen[turn]));
                }
            });
        }
    }
}

fn push(side: &mut Side, node: NodeId, order: u64) {
    let records: &mut Records<_> = &mut side.narrow;
    records.open(node.index(), 0, Slot::NONE);
    side.open.push(entry_of(node, order));
}

fn entry_of(node: NodeId, order: u64) -> crate::base::Entry {
    crate::base::Entry { f: 0, tie: order << 32 | u64::from(node.get()), node: node.get() }
}
