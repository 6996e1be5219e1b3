//! The world of a life, kept by hand, and what is true of a question in it.

use std::sync::Arc;

use astride::base::{Cost, NodeId};
use astride::path::Path;
use astride::search::Outcome;
use astride::world::World;
use astride_testkit::adapter::arcs_of;
use astride_testkit::reference::bellman_ford;

use super::lively::{Fact, Lively};

/// What a question names, by place in the lists of a life.
#[derive(Clone, Debug)]
pub(super) struct Question<P> {
    pub(super) ends: [P; 2],
    pub(super) mover: usize,
    pub(super) faction: Option<usize>,
    pub(super) overlays: Vec<usize>,
    pub(super) around: Option<usize>,
    pub(super) supposing: Option<usize>,
}

/// What a faction takes to be so.
#[derive(Clone)]
pub(super) struct Lore {
    pub(super) facts: Vec<Fact>,
    pub(super) known: Vec<bool>,
    /// Known, but not to be learnt of before they are seen again.
    pub(super) remembered: Vec<bool>,
}

impl Lore {
    /// Learns all that is so at nodes that are known and not remembered.
    pub(super) fn learn<S: Lively>(&mut self, map: &S) {
        for (held, fact) in self.facts.iter_mut().zip(map.facts(None)) {
            if fact.nodes.iter().any(|&node| self.known[node] && !self.remembered[node]) {
                *held = fact;
            }
        }
    }
}

/// The world at one moment: a map of its own, the extra ticks of each overlay by node, and
/// blockers.
#[derive(Clone)]
pub(super) struct Model<S: Lively> {
    pub(super) map: S,
    pub(super) extras: Vec<Vec<u64>>,
    pub(super) factions: Vec<Lore>,
    /// The nodes on which blockers stand.
    pub(super) blockers: Vec<Vec<NodeId>>,
    /// Edits that are not made, but may be supposed.
    pub(super) suppositions: Vec<Arc<S::Edit>>,
}

/// All that is true of one question in one state of the world.
pub(super) struct Truth {
    pub(super) arcs: Vec<(usize, usize, u64)>,
    pub(super) ends: [usize; 2],
    /// All that it may lead to.
    pub(super) goals: Vec<usize>,
    /// From the start; nothing is reached from where nobody can stand.
    pub(super) distances: Vec<Option<u64>>,
    /// By geometry, from each node to the nearest goal.
    pub(super) guesses: Vec<Cost>,
    /// On which nodes the mover could stand, and where it would stand on a blocker, its own place
    /// included.
    pub(super) is_free: Vec<bool>,
    pub(super) is_taken: Vec<bool>,
}

impl<S: Lively> Model<S> {
    /// The map of a question, real or believed, with the edits that it supposes; `None` if it does not
    /// take them.
    pub(super) fn ground(&self, question: &Question<S::Place>) -> Option<S> {
        let believed = question.faction.map(|at| self.map.of_facts(&self.factions[at].facts));
        let mut map = believed.unwrap_or_else(|| self.map.clone());
        if let Some(at) = question.supposing {
            map.apply_batch(&self.suppositions[at]).ok()?;
        }
        Some(map)
    }

    pub(super) fn truth(&self, question: &Question<S::Place>) -> Truth {
        self.truth_to(question, None)
    }

    /// The same, with the places of a set as further goals.
    pub(super) fn truth_to(&self, question: &Question<S::Place>, set: Option<usize>) -> Truth {
        let movers = S::movers();
        let map = self.ground(question).expect("edits that the map takes");
        let view = map.view(&movers[question.mover]);
        let nodes = view.node_count() as usize;
        // By the costliest node under it.
        let extra = |at: usize| -> u64 {
            let under = self.map.covered(&movers[question.mover], NodeId::new(at as u32));
            let most = |&overlay: &usize| {
                let each = under.iter().map(|node| self.extras[overlay][node.index()]);
                each.max().unwrap_or(0)
            };
            question.overlays.iter().map(most).sum()
        };
        let mut arcs = arcs_of(&view);
        arcs.iter_mut().for_each(|(_, to, cost)| *cost += extra(*to));
        let [start, goal] = question.ends.map(|place| self.map.node_of(place).expect("a place"));
        let covered = |at: NodeId| self.map.covered(&movers[question.mover], at);
        let (own, none) = (covered(start), Vec::new());
        let blockers = question.around.map_or(&none, |at| &self.blockers[at]);
        let barred = |at: usize| {
            let under = covered(NodeId::new(at as u32));
            under.iter().any(|node| blockers.contains(node) && !own.contains(node))
        };
        let is_barred: Vec<bool> = (0..nodes).map(barred).collect();
        arcs.retain(|&(from, to, _)| !is_barred[from] && !is_barred[to]);
        let distances = match view.is_passable(start) {
            true => bellman_ford(nodes, &arcs, start.index()),
            false => vec![None; nodes],
        };
        let more = set.map_or(&none, |at| &self.blockers[at]);
        let goals: Vec<NodeId> = [goal].iter().chain(more).copied().collect();
        let guess = |at: usize| {
            let each = goals.iter().map(|&goal| view.estimate(NodeId::new(at as u32), goal));
            each.min().expect("at least one goal")
        };
        let guesses = (0..nodes).map(guess).collect();
        let is_free = (0..nodes).map(|at| view.is_passable(NodeId::new(at as u32))).collect();
        let is_on = |at| covered(NodeId::new(at as u32)).iter().any(|it| blockers.contains(it));
        let is_taken = (0..nodes).map(is_on).collect();
        let goals = goals.into_iter().map(NodeId::index).collect();
        let ends = [start.index(), goal.index()];
        Truth { arcs, ends, goals, distances, guesses, is_free, is_taken }
    }
}

impl Truth {
    pub(super) fn cost(&self) -> Option<Cost> {
        self.goals.iter().filter_map(|&goal| self.distances[goal]).min()
    }

    /// From everywhere to the start; nothing leads to where nobody can stand.
    pub(super) fn distances_back(&self) -> Vec<Option<u64>> {
        let back: Vec<_> = self.arcs.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
        match self.is_free[self.ends[0]] {
            true => bellman_ford(self.is_free.len(), &back, self.ends[0]),
            false => vec![None; self.is_free.len()],
        }
    }

    /// What a path costs, or the first step of it that is not possible.
    pub(super) fn walk(&self, path: &Path) -> Result<Cost, usize> {
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        let mut cost = 0;
        for (step, pair) in nodes.windows(2).enumerate() {
            let arcs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (pair[0], pair[1]));
            cost += arcs.map(|arc| arc.2).min().ok_or(step)?;
        }
        Ok(cost)
    }

    /// Whether an answer is the right one; `None` of a path if it says that there is none.
    pub(super) fn check(&self, outcome: &Outcome, wants_nearest: bool, what: &str) {
        assert_eq!(outcome.cost(), self.cost(), "{what}");
        if let Some(path) = outcome.path() {
            assert_eq!(path.start().index(), self.ends[0], "{what}");
            assert!(self.goals.contains(&path.goal().index()), "{what}");
            assert_eq!(self.walk(path), Ok(path.cost()), "{what}");
        } else if wants_nearest && self.distances[self.ends[0]].is_some() {
            let path = outcome.nearest().unwrap_or_else(|| panic!("{what}: nothing to walk"));
            assert_eq!(self.walk(path), Ok(path.cost()), "{what}");
            let reached = self.distances.iter().zip(&self.guesses);
            let least = reached.filter(|(distance, _)| distance.is_some()).map(|(_, guess)| guess);
            assert_eq!(self.guesses[path.goal().index()], *least.min().expect("itself"), "{what}");
        }
    }
}
