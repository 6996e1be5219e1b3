//! Turning costs: the direction that a mover faces becomes part of its state.
//!
//! [`Headings`] is a world over (cell, heading) pairs with ids `cell · 8 + heading`, so every
//! search takes turns into account without knowing about them.

mod error;
mod fewest;
mod shortest;
mod turns;
mod walk;

pub use error::HeadingError;
pub use fewest::straightest_path;
pub use shortest::ShortestArcs;
pub use turns::Turns;
pub use walk::{OfCells, TurningPath};

use crate::base::{Cost, Dir, NodeId, Slot};
use crate::shapes::square::OnGrid;
use crate::world::{Arc, Way, World, leave_to_world};

/// The number of headings of a cell.
const HEADINGS: u32 = 8;

/// The maximum cost of an arc in ticks.
const MOST_OF_ARC: u64 = 1 << 31;

/// The cost of a step in a world of headings.
#[derive(Clone, Copy, Debug)]
enum Price {
    /// The cost in the world below, plus that of the turn before it.
    Turns(Turns),
    /// 1, plus this much for any turn before it.
    Counted { turn: u32 },
}

/// A world on a grid in which turning has a cost: its nodes are cells combined with the heading of
/// the mover there.
///
/// A step first turns the mover into its direction and pays for that turn. A mover keeps its
/// heading when it goes through a link or crosses a fence. Searches begin at a [`node`](Self::node) with a given
/// heading, or with [`any`](Self::any) heading, and end likewise.
///
/// # Complexity
///
/// Searches visit up to eight times as many nodes; their memory is 8 · 8 bytes per cell.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{Headings, Turns};
/// let grid = Grid::new(9, 9, b'.')?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let tank = Headings::new(&view, Turns::per_eighth(20_000)?.at_most(2))?;
///
/// let [from, to] = [(4, 4), (0, 4)].map(|cell| grid.node(cell).unwrap());
/// let goals = tank.any(to);
/// let query = PathQuery::to_nearest(tank.node(from, Dir::E), &goals);
/// let heuristic = tank.heuristic(GridHeuristic::octile(&view));
/// let outcome = astar(&tank, &heuristic, &query, &mut Scratch::new(), &mut ());
/// let turning = tank.cells_of(outcome.path().unwrap());
/// assert_eq!(turning.turns, 3, "it faces the other way and turns by a quarter at most");
/// assert_eq!(turning.turning_cost, 5 * 20_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Headings<W> {
    world: W,
    price: Price,
    max_arc_cost: u32,
}

impl<W: OnGrid> Headings<W> {
    /// `world` with turns at the costs in `turns`: a cheapest path minimises the sum of steps and
    /// turns.
    ///
    /// # Errors
    ///
    /// If the world has too many cells (8 nodes each, at most 2³² − 2 in total), or if a step and a
    /// turn together could cost more than 2³¹ ticks.
    pub fn new(world: W, turns: Turns) -> Result<Self, HeadingError> {
        check_cells(&world)?;
        let most = u64::from(world.max_arc_cost()) + u64::from(turns.costliest());
        if most > MOST_OF_ARC {
            return Err(HeadingError::TooCostly { most });
        }
        Ok(Headings { world, price: Price::Turns(turns), max_arc_cost: most as u32 })
    }

    /// `world` where only the number of turns counts, however sharp they are: a cheapest path has
    /// the fewest turns, and among those the fewest steps. Costs are then not ticks: a path costs
    /// its steps plus [`turn_weight`](Self::turn_weight) for each turn.
    ///
    /// # Errors
    ///
    /// If the world has more than 2²⁷ cells.
    pub fn fewest_turns(world: W) -> Result<Self, HeadingError> {
        check_cells(&world)?;
        // A path that visits no node twice has fewer steps than there are nodes.
        let turn = u64::from(world.node_count()) * u64::from(HEADINGS);
        if turn >= MOST_OF_ARC {
            return Err(HeadingError::TooManyCells { cells: world.node_count(), most: 1 << 27 });
        }
        let price = Price::Counted { turn: turn as u32 };
        Ok(Headings { world, price, max_arc_cost: turn as u32 + 1 })
    }

    /// The weight of a turn in steps if only turns count; `None` if turns cost ticks.
    pub fn turn_weight(&self) -> Option<u32> {
        match self.price {
            Price::Turns(_) => None,
            Price::Counted { turn } => Some(turn),
        }
    }

    /// The world of cells below.
    pub fn below(&self) -> &W {
        &self.world
    }

    /// The node of a mover that stands on `cell` and faces `heading`.
    ///
    /// # Panics
    ///
    /// If `cell` is not in the world below.
    pub fn node(&self, cell: NodeId, heading: Dir) -> NodeId {
        assert!(cell.get() < self.world.node_count(), "there is no cell {cell}");
        joined(cell, heading as u8)
    }

    /// The eight nodes of `cell`, as goals of a query, or as starts of one whose mover may face any
    /// direction.
    ///
    /// # Panics
    ///
    /// As for [`node`](Self::node).
    pub fn any(&self, cell: NodeId) -> [NodeId; 8] {
        Dir::ALL.map(|heading| self.node(cell, heading))
    }

    /// As [`any`](Self::any), each with cost 0, for
    /// [`PathQuery::starts`](crate::search::PathQuery::starts).
    ///
    /// # Panics
    ///
    /// As for [`node`](Self::node).
    pub fn any_start(&self, cell: NodeId) -> [(NodeId, Cost); 8] {
        self.any(cell).map(|node| (node, 0))
    }

    /// The cell of a node.
    pub fn cell(&self, node: NodeId) -> NodeId {
        NodeId::new(node.get() / HEADINGS)
    }

    /// The heading of a node.
    pub fn heading(&self, node: NodeId) -> Dir {
        Dir::from_code((node.get() % HEADINGS) as u8)
    }

    /// The cost of a step of `cost` ticks in direction `to`, after facing `from`; `None` if the
    /// mover cannot turn that far at once.
    #[inline(always)]
    fn priced(&self, cost: u32, from: u8, to: u8) -> Option<u32> {
        match &self.price {
            Price::Turns(turns) => turns.between(from, to).map(|turn| cost + turn),
            Price::Counted { turn } => Some(if from == to { 1 } else { 1 + turn }),
        }
    }

    fn priced_link(&self, cost: u32) -> u32 {
        if matches!(self.price, Price::Turns(_)) { cost } else { 1 }
    }
}

fn check_cells(world: &impl World) -> Result<(), HeadingError> {
    let (cells, most) = (world.node_count(), NodeId::MAX_INDEX / HEADINGS);
    if cells > most {
        return Err(HeadingError::TooManyCells { cells, most });
    }
    Ok(())
}

#[inline(always)]
fn joined(cell: NodeId, heading: u8) -> NodeId {
    NodeId::new(cell.get() * HEADINGS + u32::from(heading))
}

#[inline(always)]
fn split(node: NodeId) -> (NodeId, u8) {
    (NodeId::new(node.get() / HEADINGS), (node.get() % HEADINGS) as u8)
}

/// The slot of a step is the heading before it (forward) or after it (backward); that of a link is
/// its own number.
impl<W: OnGrid> World for Headings<W> {
    leave_to_world! { revision }

    fn node_count(&self) -> u32 {
        self.world.node_count() * HEADINGS
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.world.is_passable(split(node).0)
    }

    fn max_arc_cost(&self) -> u32 {
        self.max_arc_cost
    }

    fn min_arc_cost(&self) -> u32 {
        if self.turn_weight().is_some() { 1 } else { self.world.min_arc_cost() }
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let (cell, here) = split(node);
        self.world.for_each_arc(cell, way, |arc| {
            let step = arc.slot.code();
            if step >= 8 {
                let cost = self.priced_link(arc.cost);
                return visit(Arc { node: joined(arc.node, here), cost, slot: arc.slot });
            }
            let (step, slot) = (step as u8, Slot::new(u16::from(here)));
            match way {
                Way::Forward => {
                    if let Some(cost) = self.priced(arc.cost, here, step) {
                        visit(Arc { node: joined(arc.node, step), cost, slot });
                    }
                }
                // A mover that faces `here` on this cell came by a step in that direction.
                Way::Backward if step == here => {
                    for before in 0..8 {
                        if let Some(cost) = self.priced(arc.cost, before, here) {
                            visit(Arc { node: joined(arc.node, before), cost, slot });
                        }
                    }
                }
                Way::Backward => {}
            }
        });
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let (cell, here) = split(node);
        if slot.code() >= 8 {
            return joined(self.world.follow(cell, slot, way), here);
        }
        let other = slot.code() as u8;
        let step = if way == Way::Forward { here } else { other };
        joined(self.world.follow(cell, Slot::new(u16::from(step)), way), other)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.world.deviation(split(node).0, split(start).0, split(goal).0)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.world.estimate(split(from).0, split(to).0)
    }
}
