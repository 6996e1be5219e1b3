//! A world of the engine built from an explicit list of arcs, whose cost may be zero.

use crate::rng::Rng;
use crate::world::Arc as RefArc;
use astride::base::{Cost, NodeId, Slot};
use astride::world::{Arc, Way, World};

/// Nodes `0..n` and arcs between them. A slot is a position in the list of the incoming (forward)
/// or outgoing (backward) arcs of a node.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    leaving: Vec<Vec<Arc>>,
    arriving: Vec<Vec<Arc>>,
    blocked: Vec<bool>,
    costs: (u32, u32),
    revision: u64,
    /// The estimate between each pair of nodes; empty without geometry.
    guesses: Vec<Vec<Cost>>,
}

impl Graph {
    /// The world of `arcs`, which reports `least`, a lower bound, as its least arc cost.
    ///
    /// # Panics
    ///
    /// If an arc names a node that is not below `nodes`, or costs more than 2³² − 1.
    pub fn new(nodes: usize, arcs: &[RefArc], least: u32) -> Graph {
        let mut leaving = vec![Vec::new(); nodes];
        let mut arriving = vec![Vec::new(); nodes];
        let mut most = 0;
        for &(from, to, cost) in arcs {
            let cost = u32::try_from(cost).expect("a cost of 32 bits");
            let [out, into] = [leaving[from].len(), arriving[to].len()];
            let [to_id, from_id] = [to, from].map(|at| NodeId::new(at as u32));
            leaving[from].push(Arc { node: to_id, cost, slot: Slot::new(into as u16) });
            arriving[to].push(Arc { node: from_id, cost, slot: Slot::new(out as u16) });
            most = most.max(cost);
        }
        let blocked = vec![false; nodes];
        Graph { leaving, arriving, blocked, costs: (least, most), revision: 0, guesses: Vec::new() }
    }

    /// The same world with geometry: the cost of a path if nothing were in the way.
    #[must_use]
    pub fn guessed_by(self, guess: impl Fn(usize, usize) -> Cost) -> Graph {
        let nodes = 0..self.leaving.len();
        let row = |from| nodes.clone().map(|to| guess(from, to)).collect();
        let guesses = nodes.clone().map(row).collect();
        Graph { guesses, ..self }
    }

    /// The same world with `node` impassable; `node` must have no arcs.
    #[must_use]
    pub fn blocked(mut self, node: usize) -> Graph {
        self.blocked[node] = true;
        self
    }
}

impl World for Graph {
    fn node_count(&self) -> u32 {
        self.leaving.len() as u32
    }

    fn is_passable(&self, node: NodeId) -> bool {
        !self.blocked[node.index()]
    }

    fn max_arc_cost(&self) -> u32 {
        self.costs.1
    }

    fn min_arc_cost(&self) -> u32 {
        self.costs.0
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        let lists = if way == Way::Forward { &self.leaving } else { &self.arriving };
        lists[node.index()].iter().copied().for_each(visit);
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let lists = if way == Way::Forward { &self.arriving } else { &self.leaving };
        lists[node.index()][usize::from(slot.code())].node
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.guesses.get(from.index()).map_or(0, |guesses| guesses[to.index()])
    }

    fn revision(&self) -> u64 {
        self.revision
    }
}

/// Random arcs among `nodes`; some of them cost nothing, and many of those are in cycles.
pub fn random_arcs(rng: &mut Rng, nodes: usize) -> Vec<RefArc> {
    const COSTS: [&[u64]; 7] =
        [&[0, 1], &[0, 0, 0, 1, 5], &[0], &[0, 7, 1000], &[0, 1 << 20], &[0, 1 << 31], &[3, 0, 4]];
    let costs = rng.pick(&COSTS);
    let mut arcs: Vec<RefArc> = (0..rng.below(4 * nodes))
        .map(|_| (rng.below(nodes), rng.below(nodes), rng.pick(costs)))
        .collect();
    for _ in 0..rng.below(3) {
        // A zero-cost cycle, possibly with some of its arcs reversed as well.
        let length = 1 + rng.below(4);
        let first = rng.below(nodes);
        for step in 0..length {
            let [from, to] = [step, (step + 1) % length].map(|at| (first + at) % nodes);
            arcs.push((from, to, 0));
            if rng.percent(30) {
                arcs.push((to, from, 0));
            }
        }
    }
    arcs
}
