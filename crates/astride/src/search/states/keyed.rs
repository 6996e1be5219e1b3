//! Keys and doors: paths that pick up keys on the map and open doors with them.

use std::collections::BTreeMap;

use super::States;
use crate::base::{Cost, NodeId};
use crate::world::{Way, World};

/// A position together with the keys held: one bit for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keyholder {
    /// The position.
    pub node: NodeId,
    /// The kinds of keys picked up so far, kind 0 in the lowest bit.
    pub keys: u16,
}

/// The kind of a key or door is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownKind {
    /// The kind given.
    pub kind: u8,
}

errors! { struct UnknownKind:
    Self { kind } => ("unknown-key-kind",
        "kind {kind} of keys, expected 0 to {}", Keyed::<()>::KINDS - 1),
}

/// Any world with keys and doors, on its nodes and between them: a door can be entered, or passed,
/// only with a key of each kind it needs. Keys are picked up where they lie, cost nothing and are kept.
///
/// Search it with [`astar`](super::astar) or [`solve`](super::solve), which find a cheapest path if
/// the [heuristic](Self::with_guess) keeps its guarantee; the default has none. Two doors on one
/// node must both be opened. The start counts as entered.
///
/// # Complexity
///
/// Up to `nodes · 2^kinds` states, as far as keys are obtainable.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::states::{Keyed, astar};
/// // The red key lies in a room in the west; the red door is the gap in the east.
/// let map = Drawing::parse("
///     .......@..
///     .@@@@.A..B
///     ....@..@..
///     @@@@@@@...
/// ")?;
/// let view = map.grid.seen_by(&Mover::walker());
/// let node = |x, y| map.grid.node((x, y)).unwrap();
/// let [start, goal] = [map.start()?, map.goal()?].map(|cell| node(cell.x, cell.y));
/// const RED: u8 = 0;
///
/// let mut world = Keyed::new(&view, goal);
/// world.key(node(3, 2), RED)?.door(node(7, 1), RED)?;
/// let start = world.enter(start, 0).expect("there is no door at the start");
/// let solved = astar(&world, &start, &mut Scratch::new(), &mut Budget::unlimited());
/// assert!(solved.states.iter().any(|state| state.node == node(3, 2)), "the key first");
/// assert_eq!(solved.states.last().unwrap().keys, 1 << RED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Keyed<'w, W, H = fn(NodeId) -> Cost> {
    world: &'w W,
    goal: NodeId,
    keys: BTreeMap<NodeId, u16>,
    doors: BTreeMap<NodeId, u16>,
    /// By the ends of the step, in both orders.
    doors_between: BTreeMap<[NodeId; 2], u16>,
    guess: H,
}

impl<W> Keyed<'_, W> {
    /// The number of kinds of keys.
    pub const KINDS: u8 = 16;
}

impl<'w, W: World> Keyed<'w, W> {
    /// `world` without keys and doors, to be crossed to `goal`; a goal outside `world` is never
    /// reached.
    pub fn new(world: &'w W, goal: NodeId) -> Self {
        let (keys, doors, doors_between) = Default::default();
        Keyed { world, goal, keys, doors, doors_between, guess: |_| 0 }
    }
}

impl<'w, W: World, H: Fn(NodeId) -> Cost> Keyed<'w, W, H> {
    /// Lays a key on a node.
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn key(&mut self, node: NodeId, kind: u8) -> Result<&mut Self, UnknownKind> {
        *self.keys.entry(node).or_default() |= bit(kind)?;
        Ok(self)
    }

    /// Puts a door on a node. An impassable node does not become passable by it.
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn door(&mut self, node: NodeId, kind: u8) -> Result<&mut Self, UnknownKind> {
        *self.doors.entry(node).or_default() |= bit(kind)?;
        Ok(self)
    }

    /// Puts a door in the way of the steps from one node to another and back; two doors there must
    /// both be opened. Where no step leads, none is made.
    ///
    /// Steps between other nodes ignore it, even those that lead past it or through it, such as
    /// diagonal steps on squares and floors and steps round corners on triangles. A
    /// [fence](crate::world::Fence) at the same place, which the mover crosses for no ticks, shuts
    /// these.
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    ///
    /// # Complexity
    ///
    /// O(log doors) for each step of a search.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::prelude::*;
    /// use astride::search::states::{Keyed, astar};
    /// // Two rooms, a door between the cells 1,1 and 2,1, and the key in the corner.
    /// const DOOR: u8 = 1;
    /// let mut grid = Grid::new(4, 3, b'.')?;
    /// let mut walls = Edit::new();
    /// walls.wall((1, 0), Dir::E).wall((1, 2), Dir::E).fence((1, 1), Dir::E, DOOR);
    /// grid.apply(&walls)?;
    /// let mover = Mover::walker().crosses(DOOR, 0)?;
    /// let view = grid.seen_by(&mover);
    /// let node = |x, y| grid.node((x, y)).unwrap();
    ///
    /// let mut world = Keyed::new(&view, node(2, 1));
    /// world.key(node(0, 0), 0)?.door_between(node(1, 1), node(2, 1), 0)?;
    /// let start = world.enter(node(1, 1), 0).expect("no door stands on a cell");
    /// let solved = astar(&world, &start, &mut Scratch::new(), &mut Budget::unlimited());
    /// assert_eq!(solved.outcome.cost(), Some(2 * 19_601 + 13_860), "to the key and back first");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn door_between(
        &mut self,
        one: NodeId,
        other: NodeId,
        kind: u8,
    ) -> Result<&mut Self, UnknownKind> {
        let bit = bit(kind)?;
        for step in [[one, other], [other, one]] {
            *self.doors_between.entry(step).or_default() |= bit;
        }
        Ok(self)
    }

    /// Adds a heuristic: an estimate of the remaining cost from a node to the goal in ticks, which
    /// must be consistent when all doors are open, such as the values of a
    /// [`DistanceField`](crate::search::DistanceField) to the goal.
    pub fn with_guess<G: Fn(NodeId) -> Cost>(self, guess: G) -> Keyed<'w, W, G> {
        let Keyed { world, goal, keys, doors, doors_between, .. } = self;
        Keyed { world, goal, keys, doors, doors_between, guess }
    }

    /// The result of entering a node with some keys, which includes the keys found there. `None` if
    /// a door is shut.
    pub fn enter(&self, node: NodeId, keys: u16) -> Option<Keyholder> {
        let needed = self.doors.get(&node).copied().unwrap_or(0);
        let found = self.keys.get(&node).copied().unwrap_or(0);
        (needed & !keys == 0).then_some(Keyholder { node, keys: keys | found })
    }
}

impl<W: World, H: Fn(NodeId) -> Cost> States for Keyed<'_, W, H> {
    type State = Keyholder;

    fn for_each_step(&self, from: &Keyholder, visit: &mut dyn FnMut(Keyholder, u32)) {
        self.world.for_each_arc(from.node, Way::Forward, |arc| {
            let needed = self.doors_between.get(&[from.node, arc.node]).copied().unwrap_or(0);
            let next = self.enter(arc.node, from.keys).filter(|_| needed & !from.keys == 0);
            if let Some(next) = next {
                visit(next, arc.cost);
            }
        });
    }

    fn is_goal(&self, state: &Keyholder) -> bool {
        state.node == self.goal
    }

    fn guess(&self, state: &Keyholder) -> Cost {
        (self.guess)(state.node)
    }

    fn max_step(&self) -> u32 {
        self.world.max_arc_cost()
    }
}

fn bit(kind: u8) -> Result<u16, UnknownKind> {
    if kind < Keyed::<()>::KINDS { Ok(1 << kind) } else { Err(UnknownKind { kind }) }
}

crate::base::debug_by!(['w, W, H] Keyed['w, W, H]: goal, keys, doors, doors_between);
