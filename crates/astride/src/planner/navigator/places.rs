//! Sets of places: goals, and what is closed to some questions only because other units stand
//! there.

use std::sync::{Arc as Shared, OnceLock};

use crate::base::NodeId;
use crate::shapes::Cover;
use crate::shapes::square::{Grid, Shut, Zone};

/// A set of nodes.
#[derive(Clone, Default)]
pub(super) struct Places {
    /// One bit for each node, up to the greatest that was ever in it.
    bits: Vec<u64>,
    /// In order, each once.
    nodes: Vec<NodeId>,
    /// On squares, the cells near them, once a jump point search has to keep out of them.
    zone: OnceLock<Shared<Zone>>,
    /// Increases with every change.
    pub(super) revision: u64,
}

impl Places {
    #[inline(always)]
    pub(super) fn has(&self, node: NodeId) -> bool {
        let (at, bit) = (node.index() / 64, node.index() % 64);
        self.bits.get(at).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// Those of `count` nodes from one on that are in it. O(`count` / 64), and O(1) for each.
    fn row(&self, from: usize, count: usize) -> impl Iterator<Item = usize> + use<'_> {
        let to = from.saturating_add(count).min(64 * self.bits.len());
        (from / 64..to.div_ceil(64)).flat_map(move |at| {
            let below = |bit: usize| if bit < 64 { (1 << bit) - 1 } else { u64::MAX };
            let word = self.bits[at] & below(to - 64 * at) & !below(from.saturating_sub(64 * at));
            let rest = |&word: &u64| Some(word & word.wrapping_sub(1));
            let words = std::iter::successors(Some(word), rest).take_while(|&word| word != 0);
            words.map(move |word| 64 * at + word.trailing_zeros() as usize)
        })
    }

    /// Replaces all by nodes that are in order, each once.
    pub(super) fn replace(&mut self, nodes: Vec<NodeId>) {
        for node in &self.nodes {
            self.bits[node.index() / 64] = 0;
        }
        let words = nodes.last().map_or(0, |last| last.index() / 64 + 1);
        self.bits.resize(words.max(self.bits.len()), 0);
        for node in &nodes {
            self.bits[node.index() / 64] |= 1 << (node.index() % 64);
        }
        self.nodes = nodes;
        self.zone = OnceLock::new();
        self.revision += 1;
    }

    /// The nodes, in order, each once.
    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }
}

/// The nodes that are closed to a question: where its mover would cover a blocked node, unless it
/// covers that one at its start.
#[derive(Clone, Copy)]
pub(super) struct Closed<'a> {
    set: &'a Shared<Places>,
    /// What the mover covers, if that is more than one node.
    cover: Option<Cover>,
    /// Where the mover stands; `None` for a field, which serves every start: there all blocked
    /// nodes can be left, and none can be entered.
    start: Option<NodeId>,
}

impl<'a> Closed<'a> {
    /// The nodes closed to a mover that starts at a node.
    pub(super) fn new(set: &'a Shared<Places>, cover: Cover, start: NodeId) -> Self {
        Closed { set, cover: cover.beyond_one(), start: Some(start) }
    }

    /// Whether a node cannot be entered.
    #[inline(always)]
    pub(super) fn bars(&self, node: NodeId) -> bool {
        match self.cover {
            None => self.set.has(node) && self.start != Some(node),
            Some(_) => self.bars_body(node),
        }
    }

    /// The same for a body; kept out of [`bars`](Self::bars), which is compiled into every search many
    /// times.
    #[inline(never)]
    fn bars_body(&self, node: NodeId) -> bool {
        self.under(node).next().is_some()
    }

    /// The blocked nodes that the mover would cover, except those that it covers at its start.
    /// O(rows of the cover), O(1) for 64 nodes of a row, and O(1) for each that is blocked.
    pub(super) fn under(self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        let (set, start) = (self.set, self.start);
        let cover = self.cover.unwrap_or(Cover::ONE);
        let blocked = cover.runs(node).flat_map(move |(run, length)| set.row(run, length));
        let is_own = move |at: &usize| start.is_some_and(|start| cover.covers(start, *at));
        blocked.filter(move |at| !is_own(at)).map(|at| NodeId::new(at as u32))
    }

    /// Whether a node has no arcs at all.
    #[inline(always)]
    pub(super) fn removes(&self, node: NodeId) -> bool {
        self.start.is_some() && self.bars(node)
    }

    /// The same for a field, which serves every start.
    pub(super) fn of_field(self) -> Self {
        Closed { start: None, ..self }
    }

    /// Whether one field serves every start: what a body leaves open for itself depends on where it
    /// stands.
    pub(super) fn has_fields(&self) -> bool {
        self.cover.is_none()
    }

    /// The same for a search by jump points on squares, if the mover covers one cell.
    pub(super) fn shut(&self, map: &Grid) -> Option<Shut<'a>> {
        let except = self.start.filter(|_| self.has_fields())?;
        let set: &'a Places = self.set;
        let zone = set.zone.get_or_init(|| Zone::of_cells(map, &set.nodes).into());
        Some(Shut { zone, cells: &set.bits, except })
    }

    /// The same, held while the set may change.
    pub(super) fn hold(self) -> Held {
        Held { set: Shared::clone(self.set), cover: self.cover }
    }
}

/// The set of a question and what its mover covers, held while the set may change.
pub(super) struct Held {
    set: Shared<Places>,
    cover: Option<Cover>,
}

impl Held {
    /// The nodes closed to a mover that starts at a node.
    pub(super) fn closed(&self, start: NodeId) -> Closed<'_> {
        Closed { set: &self.set, cover: self.cover, start: Some(start) }
    }
}
