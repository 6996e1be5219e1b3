//! States as a world, numbered when a search meets them, up to a limit.

use std::cell::RefCell;
use std::fmt;
use std::hash::Hash;

use crate::base::{Cost, MAX_SLOTS, NodeId, Slot};
use crate::search::states::States;
use crate::search::states::intern::Interned;
use crate::search::{Estimate, Heuristic, Promise};
use crate::world::{Arc, Offers, TakeAll, Way, World};

/// The number of the single goal, to which a zero-cost step leads from every goal state.
const GOAL: NodeId = NodeId::new(0);

/// The end of a chain.
const NO_ONE: u32 = u32::MAX;

/// Placeholder for an estimate that has not been computed yet.
const NO_GUESS: Cost = Cost::MAX - 1;

/// States as a [`World`]: node ids are assigned to states as searches meet them.
///
/// Node 0 is [the goal](Self::goal); a single zero-cost arc leads there from every goal state, and none
/// leads on from a goal state. What lies behind them is therefore not met: for
/// [`reachable`](crate::search::reachable) and fields of all states, let no state be a goal.
/// `node_count` is one more than the maximum number of states, and ids without a state are
/// impassable. A search allocates records for all of them at once, which costs nothing on systems
/// that provide zeroed pages on first touch.
///
/// **Backward**, without a [reverse](States::reverse), the first query lists everything that can be
/// reached from the states met so far, and the steps between them. A search that only goes backward
/// therefore finds the states that were entered or met before, and those behind them.
///
/// **When it is full**, no node has any arcs any more, so that a search ends soon, out of budget with
/// [`Spent::Bytes`](crate::base::Spent::Bytes), whatever it found; so does every later search of this world.
///
/// Bytes: for each state met the state itself, 8 to 16 for its number, 8 for its estimate and 4 for
/// each direction; 8 for every arc that a search has taken; and once steps are listed backward, 24 for
/// each state and 8 to 16 for every step.
pub struct StateWorld<'a, S: States> {
    states: &'a S,
    most: usize,
    memory: RefCell<Memory<S::State>>,
}

struct Memory<T> {
    /// The state of node `n` is number `n - 1`.
    interned: Interned<T>,
    /// The estimate at each state, or `NO_GUESS` before it was requested.
    guesses: Vec<Cost>,
    /// For each node the head of a chain of the nodes from which arcs to it were taken, for each
    /// direction.
    origins: [Origins; 2],
    /// The arcs of the node being expanded; kept to reuse the memory.
    arcs: Vec<(NodeId, u32)>,
    /// The arcs into each node, if the states have no reverse and were asked for them.
    before: Vec<Vec<(NodeId, u32)>>,
    /// The number of states, in the order of their numbers, whose steps are in `before`.
    listed: usize,
    is_full: bool,
}

/// Chains of origins: an arc is identified by its position in the chain of its target node.
#[derive(Default)]
struct Origins {
    heads: Vec<u32>,
    links: Vec<Link>,
}

#[derive(Clone, Copy)]
struct Link {
    origin: u32,
    next: u32,
}

impl Origins {
    /// The slot at `node` of an arc from `origin`; `None` if no slot is left.
    fn slot(&mut self, node: NodeId, origin: NodeId) -> Option<Slot> {
        if self.heads.len() <= node.index() {
            self.heads.resize(node.index() + 1, NO_ONE);
        }
        let (mut at, mut last, mut slot) = (self.heads[node.index()], NO_ONE, 0);
        while at != NO_ONE {
            let link = self.links[at as usize];
            if link.origin == origin.get() {
                return Some(Slot::new(slot));
            }
            (last, at, slot) = (at, link.next, slot + 1);
        }
        let new = u32::try_from(self.links.len()).ok().filter(|&new| new != NO_ONE)?;
        if u32::from(slot) >= MAX_SLOTS {
            return None;
        }
        self.links.push(Link { origin: origin.get(), next: NO_ONE });
        match last {
            NO_ONE => self.heads[node.index()] = new,
            last => self.links[last as usize].next = new,
        }
        Some(Slot::new(slot))
    }

    fn origin(&self, node: NodeId, slot: Slot) -> NodeId {
        let mut at = self.heads[node.index()];
        for _ in 0..slot.code() {
            at = self.links[at as usize].next;
        }
        NodeId::new(self.links[at as usize].origin)
    }
}

impl<'a, S: States> StateWorld<'a, S> {
    /// The states reachable from those [entered](Self::enter), at most `most` of them and at most
    /// 2³² − 3.
    pub fn new(states: &'a S, most: u32) -> Self {
        let memory = Memory {
            interned: Interned::new(),
            guesses: Vec::new(),
            origins: Default::default(),
            arcs: Vec::new(),
            before: Vec::new(),
            listed: 0,
            is_full: false,
        };
        let most = most.min(u32::MAX - 2) as usize;
        StateWorld { states, most, memory: RefCell::new(memory) }
    }

    /// Bytes per state here and in the records of a search, including an entry of the open list but
    /// not what the state owns elsewhere.
    pub fn bytes_per_state() -> usize {
        size_of::<S::State>() + 80
    }

    /// The node of `state`; `None` if it is new and the world is full.
    pub fn enter(&self, state: &S::State) -> Option<NodeId> {
        self.memory.borrow_mut().node(state.clone(), self.most)
    }

    /// The single goal.
    pub fn goal(&self) -> NodeId {
        GOAL
    }

    /// The state of a node; `None` for the goal and for nodes without a state.
    pub fn state(&self, node: NodeId) -> Option<S::State> {
        let number = node.index().checked_sub(1)?;
        self.memory.borrow().interned.get(number).cloned()
    }

    /// States met so far.
    pub fn state_count(&self) -> usize {
        self.memory.borrow().interned.len()
    }

    /// Whether a state was met for which there was no room.
    pub fn is_full(&self) -> bool {
        self.memory.borrow().is_full
    }

    /// [`States::guess`] as a heuristic, with its reverse from `start`.
    pub fn guess<'w>(&'w self, start: &S::State) -> StateGuess<'w, 'a, S> {
        StateGuess { world: self, start: start.clone(), way: Way::Forward }
    }

    /// Collects the arcs at `node` in `memory.arcs`.
    fn list(&self, memory: &mut Memory<S::State>, node: NodeId, way: Way) {
        memory.arcs.clear();
        let (max_step, reverse) = (self.max_step(), self.states.reverse());
        if way == Way::Backward && reverse.is_none() {
            self.list_all_steps(memory);
            if let Some(arcs) = memory.before.get(node.index()).filter(|_| !memory.is_full) {
                memory.arcs.extend_from_slice(arcs);
            }
            return;
        }
        let state = match node.index().checked_sub(1) {
            None => None,
            Some(number) => match memory.interned.get(number) {
                // A state that is known to lead nowhere need not be expanded.
                Some(_) if way == Way::Forward && memory.guess(number) == Cost::MAX => return,
                Some(state) => Some(state.clone()),
                None => return,
            },
        };
        let mut add = |state, cost: u32| {
            if memory.is_full {
                return;
            }
            match memory.node(state, self.most) {
                Some(there) => memory.arcs.push((there, cost.min(max_step))),
                None => memory.is_full = true,
            }
        };
        match (way, state) {
            (Way::Forward, None) => {}
            (Way::Forward, Some(state)) if self.states.is_goal(&state) => {
                memory.arcs.push((GOAL, 0));
            }
            (Way::Forward, Some(state)) => self.states.for_each_step(&state, &mut add),
            (Way::Backward, None) => {
                if let Some(reverse) = reverse {
                    reverse.for_each_goal(&mut |goal| add(goal, 0));
                }
            }
            (Way::Backward, Some(state)) => {
                if let Some(reverse) = reverse {
                    reverse.for_each_step_back(&state, &mut |before, cost| {
                        // A goal has no successor but node 0.
                        if !self.states.is_goal(&before) {
                            add(before, cost);
                        }
                    });
                }
            }
        }
        if memory.is_full {
            memory.arcs.clear();
        }
    }

    fn max_step(&self) -> u32 {
        self.states.max_step().min(1 << 31)
    }

    /// Meets every state that can be reached from those met, and lists the steps into each.
    fn list_all_steps(&self, memory: &mut Memory<S::State>) {
        let max_step = self.max_step();
        while !memory.is_full {
            let Some(state) = memory.interned.get(memory.listed).cloned() else { return };
            memory.listed += 1;
            let from = NodeId::new(memory.listed as u32);
            if self.states.is_goal(&state) {
                memory.list_before(GOAL, (from, 0));
                continue;
            }
            self.states.for_each_step(&state, &mut |next, cost| match memory
                .node(next, self.most)
                .filter(|_| !memory.is_full)
            {
                Some(there) => memory.list_before(there, (from, cost.min(max_step))),
                None => memory.is_full = true,
            });
        }
    }
}

impl<T: Clone + Eq + Hash> Memory<T> {
    fn node(&mut self, state: T, most: usize) -> Option<NodeId> {
        let number = self.interned.number(state, most)?;
        Some(NodeId::new(number as u32 + 1))
    }

    fn list_before(&mut self, node: NodeId, arc: (NodeId, u32)) {
        if self.before.len() <= node.index() {
            self.before.resize_with(node.index() + 1, Vec::new);
        }
        self.before[node.index()].push(arc);
    }

    fn guess(&self, number: usize) -> Cost {
        self.guesses.get(number).copied().unwrap_or(NO_GUESS)
    }
}

impl<S: States> World for StateWorld<'_, S> {
    fn node_count(&self) -> u32 {
        self.most as u32 + 1
    }

    fn is_passable(&self, node: NodeId) -> bool {
        node.index() <= self.state_count()
    }

    fn max_arc_cost(&self) -> u32 {
        self.max_step().max(1)
    }

    fn min_arc_cost(&self) -> u32 {
        0
    }

    fn is_cut_short(&self) -> bool {
        self.is_full()
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        // The visitor of an arc asks for an estimate, so nothing may be borrowed meanwhile.
        let mut memory = self.memory.borrow_mut();
        self.list(&mut memory, node, way);
        let arcs = std::mem::take(&mut memory.arcs);
        drop(memory);
        for &(there, cost) in &arcs {
            if !offers.wants(there.index(), cost) {
                continue;
            }
            let mut memory = self.memory.borrow_mut();
            let slot = memory.origins[way as usize].slot(there, node);
            memory.is_full |= slot.is_none();
            drop(memory);
            if let Some(slot) = slot {
                offers.take(Arc { node: there, cost, slot });
            }
        }
        self.memory.borrow_mut().arcs = arcs;
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.memory.borrow().origins[way as usize].origin(node, slot)
    }
}

impl<S: States> fmt::Debug for StateWorld<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateWorld").field("most", &self.most).finish_non_exhaustive()
    }
}

impl<S: States> fmt::Debug for StateGuess<'_, '_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateGuess").field("way", &self.way).finish_non_exhaustive()
    }
}

/// [`States::guess`] as a [`Heuristic`].
pub struct StateGuess<'w, 'a, S: States> {
    world: &'w StateWorld<'a, S>,
    start: S::State,
    way: Way,
}

impl<S: States> Clone for StateGuess<'_, '_, S> {
    fn clone(&self) -> Self {
        StateGuess { world: self.world, start: self.start.clone(), way: self.way }
    }
}

impl<S: States> Heuristic for StateGuess<'_, '_, S> {
    type Aimed = Self;

    fn aim(&self, _goals: &mut dyn Iterator<Item = NodeId>) -> Self {
        self.clone()
    }

    fn aim_back(&self, _starts: &mut dyn Iterator<Item = NodeId>) -> Self {
        StateGuess { way: Way::Backward, ..self.clone() }
    }

    fn promise(&self) -> Promise {
        self.world.states.promise()
    }
}

impl<S: States> Estimate for StateGuess<'_, '_, S> {
    fn estimate(&self, node: NodeId) -> Cost {
        let states = self.world.states;
        let memory = &mut *self.world.memory.borrow_mut();
        let Some(number) = node.index().checked_sub(1) else { return 0 };
        let Some(state) = memory.interned.get(number) else { return 0 };
        if self.way == Way::Backward {
            let reverse = states.reverse();
            return reverse.map_or(0, |reverse| reverse.guess_back(&self.start, state));
        }
        if memory.guess(number) == NO_GUESS {
            if memory.guesses.len() <= number {
                memory.guesses.resize(number + 1, NO_GUESS);
            }
            memory.guesses[number] = states.guess(state);
        }
        memory.guesses[number]
    }
}
