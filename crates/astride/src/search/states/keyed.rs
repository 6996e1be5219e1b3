//! Keys and doors: a way that picks up keys on the map and opens doors with them.

use std::collections::BTreeMap;

use super::States;
use crate::base::{Cost, NodeId};
use crate::world::{Way, World};

/// Where somebody is, and which keys are in hand: a bit for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keyholder {
    /// Where.
    pub node: NodeId,
    /// The kinds of keys that were picked up so far, kind 0 in the lowest bit.
    pub keys: u16,
}

/// A key or a door is of a kind that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownKind {
    /// The kind given.
    pub kind: u8,
}

errors! { struct UnknownKind:
    Self { kind } => ("unknown-key-kind",
        "kind {kind} of keys, expected 0 to {}", Keyed::<()>::KINDS - 1),
}

/// Any world with keys that lie on nodes and doors that stand on nodes: a door is entered only with a
/// key of each kind that it needs. Keys are picked up where they lie, cost nothing and are kept.
///
/// It is searched by [`astar`](super::astar) or [`solve`](super::solve), which find a cheapest way if
/// the [guess](Self::with_guess) keeps its promise; there is none at first. Of two doors on one node
/// both have to be opened. The start counts as entered.
///
/// # Complexity
///
/// Up to `nodes · 2^kinds` states, as far as keys can be had.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::states::{Keyed, astar};
/// // The red key lies in a room in the west, the red door is the gap in the east.
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
    guess: H,
}

impl<W> Keyed<'_, W> {
    /// How many kinds of keys there are.
    pub const KINDS: u8 = 16;
}

impl<'w, W: World> Keyed<'w, W> {
    /// `world` without keys and doors, to be crossed to `goal`; one outside `world` is never reached.
    pub fn new(world: &'w W, goal: NodeId) -> Self {
        Keyed { world, goal, keys: BTreeMap::new(), doors: BTreeMap::new(), guess: |_| 0 }
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

    /// Puts a door on a node. Where the node was not free before, it does not become so.
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn door(&mut self, node: NodeId, kind: u8) -> Result<&mut Self, UnknownKind> {
        *self.doors.entry(node).or_default() |= bit(kind)?;
        Ok(self)
    }

    /// The same with a guess of what is left to pay from a node to the goal, in ticks, which must be
    /// consistent where all doors are open, such as a
    /// [`DistanceField`](crate::search::DistanceField) to the goal tells.
    pub fn with_guess<G: Fn(NodeId) -> Cost>(self, guess: G) -> Keyed<'w, W, G> {
        let Keyed { world, goal, keys, doors, .. } = self;
        Keyed { world, goal, keys, doors, guess }
    }

    /// What comes of entering a node with some keys: those that lie there are in hand as well. `None`
    /// if a door is shut.
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
            if let Some(next) = self.enter(arc.node, from.keys) {
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

crate::base::debug_by!(['w, W, H] Keyed['w, W, H]: goal, keys, doors);
