//! Sets of places: goals, and what is closed to some questions only because other units stand there.

use std::sync::Arc as Shared;

use crate::base::NodeId;

/// A set of nodes.
#[derive(Clone, Default)]
pub(super) struct Places {
    /// One bit for each node, up to the greatest that was ever in it.
    bits: Vec<u64>,
    /// Each once.
    nodes: Vec<NodeId>,
    /// Increases with every change.
    pub(super) revision: u64,
}

impl Places {
    fn of(nodes: Vec<NodeId>) -> Self {
        let mut set = Places::default();
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
    pub(super) fn is_like(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().all(|node| self.has(node.index()))
            && (nodes == self.nodes || Places::of(nodes.to_vec()).nodes.len() == self.nodes.len())
    }

    pub(super) fn replace(&mut self, nodes: Vec<NodeId>) {
        for node in std::mem::take(&mut self.nodes) {
            self.bits[node.index() / 64] = 0;
        }
        self.fill(nodes);
        self.revision += 1;
    }

    /// The nodes, each once.
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
    set: &'a Shared<Places>,
    asker: Asker,
}

/// The mover of a question.
#[derive(Clone, Copy)]
struct Asker {
    cover: Cover,
    /// Where it stands; `None` for a field, which serves every start: there all blocked nodes can be
    /// left, and none can be entered.
    start: Option<NodeId>,
}

impl<'a> Closed<'a> {
    /// The nodes closed to a mover that starts at a node.
    pub(super) fn new(set: &'a Shared<Places>, cover: Cover, start: NodeId) -> Self {
        Closed { set, asker: Asker { cover, start: Some(start) } }
    }

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
        let is_own =
            |index| start.is_some_and(|start| covered(cover, start).any(|own| own == index));
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
    set: Shared<Places>,
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
