//! Keys and doors: paths that pick up keys on the map and open doors with them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;

use super::{States, astar};
use crate::base::{Budget, Cost, NodeId};
use crate::path::Path;
use crate::search::{
    Effort, Estimate, Found, Guessed, Heuristic, Outcome, Scratch, Unreachable, Why,
};
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
        "kind {kind} of keys, expected 0 to {}", Locks::KINDS - 1),
}

/// Keys and doors, on the nodes of a world and between them: a door can be entered, or passed, only
/// with a key of each kind it needs. Keys are picked up where they lie, cost nothing and are kept. Two
/// doors on one node must both be opened.
///
/// [`route`](Self::route) finds a path in any world, and
/// [`Navigator::route_with_keys`](crate::planner::Navigator::route_with_keys) in that of a question.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::states::Locks;
/// // The red key lies in a room in the west; the red door is the gap in the east.
/// let map = Drawing::parse("
///     .......@..
///     .@@@@.A..B
///     ....@..@..
///     @@@@@@@...
/// ")?;
/// let view = map.grid.seen_by(&Mover::walker());
/// let node = |x, y| map.grid.node((x, y)).unwrap();
/// let ends = [map.start()?, map.goal()?].map(|cell| node(cell.x, cell.y));
/// const RED: u8 = 0;
///
/// let mut locks = Locks::new();
/// locks.key(node(3, 2), RED)?.door(node(7, 1), RED)?;
/// let outcome = locks.route(&view, ends, 0, &mut Scratch::new(), &mut Budget::unlimited());
/// assert!(outcome.path().unwrap().nodes().contains(&node(3, 2)), "the key first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    keys: BTreeMap<NodeId, u16>,
    doors: BTreeMap<NodeId, u16>,
    /// By the ends of the step.
    doors_between: BTreeMap<[NodeId; 2], u16>,
}

impl Locks {
    /// The number of kinds of keys.
    pub const KINDS: u8 = 16;

    /// No keys, and no doors.
    pub fn new() -> Self {
        Locks::default()
    }

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
    /// use astride::search::states::Locks;
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
    /// let mut locks = Locks::new();
    /// locks.key(node(0, 0), 0)?.door_between(node(1, 1), node(2, 1), 0)?;
    /// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    /// let outcome = locks.route(&view, [node(1, 1), node(2, 1)], 0, scratch, budget);
    /// assert_eq!(outcome.cost(), Some(2 * 19_601 + 13_860), "to the key and back first");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn door_between(
        &mut self,
        one: NodeId,
        other: NodeId,
        kind: u8,
    ) -> Result<&mut Self, UnknownKind> {
        self.door_step(one, other, kind)?.door_step(other, one, kind)
    }

    /// As [`door_between`](Self::door_between), in the way of the step from one node to another alone.
    /// The steps in whose way [fences](crate::shapes::Shape::fenced) of a class stand are such pairs.
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    ///
    /// # Examples
    ///
    /// Every fence of a class is a door of one kind:
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::search::states::Locks;
    /// use astride::shapes::Shape;
    /// const IRON_DOOR: u8 = 1;
    /// let mut grid = Grid::new(9, 3, b'.')?;
    /// grid.apply(Edit::new().fence((4, 1), Dir::E, IRON_DOOR).fence((6, 1), Dir::E, IRON_DOOR))?;
    /// let mut locks = Locks::new();
    /// for [from, to] in grid.fenced(IRON_DOOR) {
    ///     locks.door_step(from, to, 0)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn door_step(
        &mut self,
        from: NodeId,
        to: NodeId,
        kind: u8,
    ) -> Result<&mut Self, UnknownKind> {
        *self.doors_between.entry([from, to]).or_default() |= bit(kind)?;
        Ok(self)
    }

    /// The result of entering a node with some keys, which includes the keys found there. `None` if
    /// a door is shut.
    pub fn enter(&self, node: NodeId, keys: u16) -> Option<Keyholder> {
        let needed = self.doors.get(&node).copied().unwrap_or(0);
        let found = self.keys.get(&node).copied().unwrap_or(0);
        (needed & !keys == 0).then_some(Keyholder { node, keys: keys | found })
    }

    /// A cheapest path in a world, for a mover that begins with some keys in hand, one bit for each
    /// kind. Its nodes are those of the world: where a key has to be fetched, it may visit a node more
    /// than once. If there is none, [`Why::Enclosed`] counts nodes with keys in hand.
    ///
    /// # Complexity
    ///
    /// A* with the heuristic of the world, on up to `nodes · 2^kinds` states as far as keys are
    /// obtainable. How many are stored depends on the bytes of the budget, as for
    /// [`astar`](super::astar).
    pub fn route(
        &self,
        world: &impl Guessed,
        [start, goal]: [NodeId; 2],
        keys: u16,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let none = |why| {
            Outcome::Unreachable(Unreachable { why, nearest: None, effort: Effort::default() })
        };
        let first = self.enter(start, keys).filter(|_| world.is_passable(start));
        let Some(first) = first else { return none(Why::StartBlocked) };
        if !world.is_passable(goal) {
            return none(Why::GoalBlocked);
        }
        let aimed = world.guess().aim(&mut iter::once(goal));
        let keyed = Keyed { world, goal, locks: Cow::Borrowed(self), guess: |_: NodeId| 0 };
        let keyed = keyed.with_guess(|node| aimed.estimate(node));
        let solved = astar(&keyed, &first, scratch, budget);
        match solved.outcome {
            Outcome::Found(found) => {
                let nodes = solved.states.iter().map(|state| state.node).collect();
                let path = Path::new(nodes, found.path.cost()).unwrap_or(found.path);
                Outcome::Found(Found { path, ..found })
            }
            other => other,
        }
    }
}

/// Any world with [keys and doors](Locks), as states.
///
/// Search it with [`astar`](super::astar) or [`solve`](super::solve), which find a cheapest path if
/// the [heuristic](Self::with_guess) keeps its guarantee; the default has none. The start counts as
/// entered. Where the heuristic of the world will do, [`Locks::route`] is simpler.
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
    locks: Cow<'w, Locks>,
    guess: H,
}

impl<W> Keyed<'_, W> {
    /// The number of kinds of keys.
    pub const KINDS: u8 = Locks::KINDS;
}

impl<'w, W: World> Keyed<'w, W> {
    /// `world` without keys and doors, to be crossed to `goal`; a goal outside `world` is never
    /// reached.
    pub fn new(world: &'w W, goal: NodeId) -> Self {
        Keyed { world, goal, locks: Cow::default(), guess: |_| 0 }
    }
}

impl<'w, W: World, H: Fn(NodeId) -> Cost> Keyed<'w, W, H> {
    /// As [`Locks::key`].
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn key(&mut self, node: NodeId, kind: u8) -> Result<&mut Self, UnknownKind> {
        self.locks.to_mut().key(node, kind)?;
        Ok(self)
    }

    /// As [`Locks::door`].
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn door(&mut self, node: NodeId, kind: u8) -> Result<&mut Self, UnknownKind> {
        self.locks.to_mut().door(node, kind)?;
        Ok(self)
    }

    /// As [`Locks::door_between`].
    ///
    /// # Errors
    ///
    /// If the kind is not below 16.
    pub fn door_between(
        &mut self,
        one: NodeId,
        other: NodeId,
        kind: u8,
    ) -> Result<&mut Self, UnknownKind> {
        self.locks.to_mut().door_between(one, other, kind)?;
        Ok(self)
    }

    /// Adds a heuristic: an estimate of the remaining cost from a node to the goal in ticks, which
    /// must be consistent when all doors are open, such as the values of a
    /// [`DistanceField`](crate::search::DistanceField) to the goal.
    pub fn with_guess<G: Fn(NodeId) -> Cost>(self, guess: G) -> Keyed<'w, W, G> {
        let Keyed { world, goal, locks, .. } = self;
        Keyed { world, goal, locks, guess }
    }

    /// As [`Locks::enter`].
    pub fn enter(&self, node: NodeId, keys: u16) -> Option<Keyholder> {
        self.locks.enter(node, keys)
    }
}

impl<W: World, H: Fn(NodeId) -> Cost> States for Keyed<'_, W, H> {
    type State = Keyholder;

    fn for_each_step(&self, from: &Keyholder, visit: &mut dyn FnMut(Keyholder, u32)) {
        self.world.for_each_arc(from.node, Way::Forward, |arc| {
            let step = [from.node, arc.node];
            let needed = self.locks.doors_between.get(&step).copied().unwrap_or(0);
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
    if kind < Locks::KINDS { Ok(1 << kind) } else { Err(UnknownKind { kind }) }
}

crate::base::debug_by!(['w, W, H] Keyed['w, W, H]: goal, locks);
