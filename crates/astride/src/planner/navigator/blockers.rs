//! Places that are closed to some questions only: where the other units stand.

use std::sync::Arc as Shared;

use super::ask::{Ask, BlockersId, Handle};
use super::state::State;
use super::{Asked, Navigable, Navigator, NavigatorError};
use crate::base::NodeId;

/// A set of blocked nodes.
#[derive(Clone, Default)]
pub(super) struct Blockers {
    /// One bit for each node, up to the greatest that was ever blocked.
    bits: Vec<u64>,
    /// Each once.
    nodes: Vec<NodeId>,
    /// Increases with every change.
    pub(super) revision: u64,
}

impl Blockers {
    fn of(nodes: Vec<NodeId>) -> Self {
        let mut set = Blockers::default();
        set.fill(nodes);
        set
    }

    #[inline(always)]
    fn has(&self, index: usize) -> bool {
        self.bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds to an empty set.
    fn fill(&mut self, mut nodes: Vec<NodeId>) {
        nodes.retain(|node| {
            let (word, bit) = (node.index() / 64, 1 << (node.index() % 64));
            if word >= self.bits.len() {
                self.bits.resize(word + 1, 0);
            }
            let is_new = self.bits[word] & bit == 0;
            self.bits[word] |= bit;
            is_new
        });
        self.nodes = nodes;
    }

    /// Whether it has these nodes, each named once or more, and no others.
    fn is_like(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().all(|node| self.has(node.index()))
            && (nodes == self.nodes || Blockers::of(nodes.to_vec()).nodes.len() == self.nodes.len())
    }

    fn replace(&mut self, nodes: Vec<NodeId>) {
        for node in std::mem::take(&mut self.nodes) {
            self.bits[node.index() / 64] = 0;
        }
        self.fill(nodes);
        self.revision += 1;
    }

    /// The blocked nodes, each once.
    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }
}

/// The nodes that a mover covers: along up to three axes, how many, and how far apart.
pub(super) type Cover = [(u32, u32); 3];

/// The cover of a mover of one node.
pub(super) const ONE_NODE: Cover = [(1, 0); 3];

/// The nodes that are closed to a question: where its mover would cover a blocked node, unless it
/// covers that one at its start.
#[derive(Clone, Copy)]
pub(super) struct Closed<'a> {
    set: &'a Shared<Blockers>,
    asker: Asker,
}

/// The mover of a question.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    cover: Cover,
    /// Where it stands; `None` for a field, which serves every start: there all blocked nodes can be
    /// left, and none can be entered.
    start: Option<NodeId>,
}

impl Closed<'_> {
    /// Whether a node cannot be entered.
    #[inline(always)]
    pub(super) fn bars(&self, node: NodeId) -> bool {
        let Asker { cover, start } = self.asker;
        match cover == ONE_NODE {
            true => self.set.has(node.index()) && start != Some(node),
            false => self.bars_body(node),
        }
    }

    fn bars_body(&self, node: NodeId) -> bool {
        let Asker { cover, start } = self.asker;
        let is_own = |index| start.is_some_and(|start| covered(cover, start).any(|own| own == index));
        covered(cover, node).any(|index| self.set.has(index) && !is_own(index))
    }

    /// Whether a node has no arcs at all.
    #[inline(always)]
    pub(super) fn removes(&self, node: NodeId) -> bool {
        self.asker.start.is_some() && self.bars(node)
    }

    /// A number that changes with the set.
    pub(super) fn revision(&self) -> u64 {
        self.set.revision
    }

    /// The same for a field, which serves every start.
    pub(super) fn of_field(self) -> Self {
        Closed { asker: Asker { start: None, ..self.asker }, ..self }
    }

    /// Whether one field serves every start: what a body leaves open for itself depends on where it
    /// stands.
    pub(super) fn has_fields(&self) -> bool {
        self.asker.cover == ONE_NODE
    }
}

/// The same, held while the set may change.
pub(super) struct HeldClosed {
    set: Shared<Blockers>,
    asker: Asker,
}

impl HeldClosed {
    pub(super) fn new(closed: Closed<'_>) -> Self {
        HeldClosed { set: Shared::clone(closed.set), asker: closed.asker }
    }

    pub(super) fn lend(&self) -> Closed<'_> {
        Closed { set: &self.set, asker: self.asker }
    }
}

/// The indices of the nodes that a mover covers at a node.
fn covered(cover: Cover, at: NodeId) -> impl Iterator<Item = usize> {
    let along = |(count, apart): (u32, u32)| (0..count as usize).map(move |i| i * apart as usize);
    let [first, second, third] = cover;
    let planes = along(third).map(move |offset| at.index() + offset);
    let rows = planes.flat_map(move |plane| along(second).map(move |offset| plane + offset));
    rows.flat_map(move |row| along(first).map(move |offset| row + offset))
}

impl<S: Navigable> State<S> {
    fn blockers_place(&self, set: BlockersId) -> Asked<usize, S> {
        let place = set.0.place(self.owner).filter(|&place| place < self.blockers.len());
        place.ok_or(NavigatorError::UnknownBlockers)
    }

    /// The blockers of a question.
    pub(super) fn blockers_of(&self, ask: &Ask<S::Place>) -> Asked<Option<&Shared<Blockers>>, S> {
        ask.around.map(|set| Ok(&self.blockers[self.blockers_place(set)?])).transpose()
    }

    /// The nodes closed to a question.
    pub(super) fn closed(&self, ask: &Ask<S::Place>) -> Asked<Option<Closed<'_>>, S> {
        let Some(set) = self.blockers_of(ask)? else { return Ok(None) };
        let walker = &self.walkers[self.walker_place(ask.mover)?];
        let asker = Asker { cover: S::cover(&self.map, walker), start: Some(self.node(ask.from)?) };
        Ok(Some(Closed { set, asker }))
    }

    /// Whether no field answers a question, whatever its start.
    pub(super) fn is_apart(&self, ask: &Ask<S::Place>) -> bool {
        ask.around.is_some()
            && self.closed(ask).is_ok_and(|closed| closed.is_some_and(|it| !it.has_fields()))
    }
}

impl<S: Navigable> Navigator<S> {
    /// Registers an empty set of blockers, for questions that go [around](Ask::around) it: one for
    /// all units, or one for each side of a war.
    ///
    /// Blockers are not [saved](Navigator::save), since a game saves its units itself.
    pub fn add_blockers(&mut self) -> BlockersId {
        let state = Shared::make_mut(&mut self.state);
        state.blockers.push(Shared::default());
        BlockersId(Handle { owner: state.owner, number: state.blockers.len() as u32 - 1 })
    }

    /// Sets the places where blockers stand, in place of those before: usually called once per frame
    /// with the places of all units, and all the places that a large one covers. A place may be named
    /// more than once.
    ///
    /// If the places are the same as before, nothing has changed, and all that was found stays valid.
    ///
    /// # Errors
    ///
    /// If the set does not belong to this navigator, or if a place is not on the map; nothing has
    /// changed in that case.
    ///
    /// # Complexity
    ///
    /// O(places before and after); the first call for a set, and each one while a
    /// [`Snapshot`](super::Snapshot) or an unfinished request holds the set, O(nodes / 64) more, to
    /// copy a bit for each node.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(9, 3, b'.')?);
    /// let units = nav.add_blockers();
    /// let mut places = vec![Cell::new(0, 1), Cell::new(4, 0), Cell::new(4, 1)];
    /// nav.set_blockers(units, places.iter().copied())?;
    /// let ask = Ask::new(places[0], (8, 1)).around(units); // the first unit
    /// assert!(nav.find(&ask)?.cells(nav.grid()).any(|cell| cell == Cell::new(4, 2)));
    ///
    /// places[1] = Cell::new(4, 2);
    /// nav.set_blockers(units, places)?;
    /// assert!(nav.find(&ask)?.cells(nav.grid()).any(|cell| cell == Cell::new(4, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_blockers(
        &mut self,
        set: BlockersId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<(), S> {
        let at = self.state.blockers_place(set)?;
        let nodes = places.into_iter().map(|place| self.state.node(place.into()));
        let nodes = nodes.collect::<Asked<Vec<NodeId>, S>>()?;
        if !self.state.blockers[at].is_like(&nodes) {
            let state = Shared::make_mut(&mut self.state);
            Shared::make_mut(&mut state.blockers[at]).replace(nodes);
        }
        Ok(())
    }

    /// Moves all blockers to where `moved` says that their places are now; those without are gone.
    pub(super) fn move_blockers(&mut self, moved: impl Fn(&S, S::Place) -> Option<S::Place>) {
        let state = Shared::make_mut(&mut self.state);
        for set in &mut state.blockers {
            let map = &*state.map;
            let node = |&node: &NodeId| map.node_of(moved(map, map.place_of(node))?);
            let nodes = set.nodes.iter().filter_map(node).collect();
            Shared::make_mut(set).replace(nodes);
        }
    }
}
