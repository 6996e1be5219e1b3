//! The order of importance, and the hierarchy that results from contraction in that order.
//!
//! Geisberger, Sanders, Schultes & Delling, "Contraction Hierarchies: Faster and Simpler
//! Hierarchical Routing in Road Networks", WEA 2008. Nodes are contracted in rounds. A round takes
//! all nodes that are less important than every neighbour, as in Vetter, "Parallel Time-Dependent
//! Contraction Hierarchies", 2009: the result does not depend on how many workers share a round.

use super::core::{CoreGraph, CoreLabels, Rows};
use super::dense::{check_size, label_core};
use super::dynamic::{DynamicGraph, Link, Middles, NO_ARC, Shortcut};
use super::graph::SparseGraph;
use super::options::{BuildError, HubOptions, MOST_STORED, Progress, Stage};
use super::scatter;
use super::witness::{Reach, TooFar, Witness};
use crate::base::{Crew, SmallSort};

/// The limits of witness searches when a node is weighed and when it is contracted.
const WEIGH: Reach = Reach { settled: 50 };
const CONTRACT: Reach = Reach { settled: 200 };

/// The weight of a level below a node, where one shortcut per link counts 1000.
const LEVEL_WEIGHT: u32 = 2000;

/// The maximum number of links per node and link of the graph; denser graphs are refused.
const MOST_LINKS_FACTOR: usize = 12;

/// The maximum cost of a climb in ticks, so that its sum with a label fits the table of a query.
pub(in crate::index) const MOST_CLIMB: u64 = (1 << 34) - 1;

/// The arcs of one direction from each node up to more important ones, in compressed rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::index) struct UpArcs {
    pub(in crate::index) offsets: Vec<u32>,
    pub(in crate::index) heads: Vec<u32>,
    pub(in crate::index) costs: Vec<u32>,
    /// The middle node of a shortcut, or `DIRECT`.
    pub(in crate::index) middles: Vec<u32>,
}

impl UpArcs {
    pub(in crate::index) fn row(&self, node: u32) -> std::ops::Range<usize> {
        self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize
    }

    /// Heads and costs of the arcs out of a node.
    pub(in crate::index) fn arcs(&self, node: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.row(node).map(|at| (self.heads[at], self.costs[at]))
    }

    /// Checks that a query can represent the cost of the most expensive climb to the core.
    fn check_climbs(&self, core: usize) -> Result<(), BuildError> {
        let mut heights = vec![0_u64; self.offsets.len()];
        for node in core..self.offsets.len().saturating_sub(1) {
            let ticks = |at: usize| heights[self.heads[at] as usize] + u64::from(self.costs[at]);
            heights[node] = self.row(node as u32).map(ticks).max().unwrap_or(0);
            if heights[node] > MOST_CLIMB {
                return Err(BuildError::TooFar);
            }
        }
        Ok(())
    }
}

/// Nodes renumbered by importance, 0 the most important, and the arcs that lead up.
pub(in crate::index) struct Hierarchy {
    /// `order[rank]` is a node of the graph.
    pub(in crate::index) order: Vec<u32>,
    /// Where each round begins, by rank, ascending; nodes of the same round share no arc. The first
    /// begins where the core ends.
    pub(in crate::index) rounds: Vec<u32>,
    /// Arcs to more important nodes.
    pub(in crate::index) out: UpArcs,
    /// Arcs from more important nodes; empty in a symmetric graph, where `out` is used.
    pub(in crate::index) back: UpArcs,
    pub(in crate::index) shortcuts: u64,
    /// Labels of the most important nodes, which were not contracted, in the numbering of the core.
    pub(in crate::index) core: CoreLabels,
}

/// One contraction: a node with its links at that moment.
type Contracted = (u32, Vec<Link>, Vec<Middles>);

struct Contraction<'a> {
    graph: DynamicGraph,
    crew: Crew<Witness>,
    options: &'a HubOptions,
    /// Whether a node is contracted, or will be in this round.
    picked: Vec<bool>,
    /// For each node, 1000 times the number of shortcuts that would replace each of its links.
    quotient: Vec<u32>,
    level: Vec<u32>,
    /// Whether the quotient belongs to an earlier state of the neighbourhood.
    stale: Vec<bool>,
    most_links: usize,
    done: Vec<Contracted>,
    rounds: Vec<u32>,
}

/// Smaller is contracted earlier; the last field is the node, so that no two are equal.
type Priority = (u32, u32, u32);

pub(in crate::index) fn contract(
    graph: &SparseGraph,
    options: &HubOptions,
    tell: &mut dyn FnMut(Progress) -> bool,
) -> Result<Hierarchy, BuildError> {
    let count = graph.node_count() as usize;
    let dynamic = DynamicGraph::new(graph);
    let mut work = Contraction {
        most_links: MOST_LINKS_FACTOR * (count + dynamic.link_count()),
        graph: dynamic,
        crew: Crew::new(|| Witness::new(count, options.work)),
        options,
        picked: vec![false; count],
        quotient: vec![0; count],
        level: vec![0; count],
        stale: vec![true; count],
        done: Vec::with_capacity(count),
        rounds: Vec::new(),
    };
    let mut left: Vec<u32> = (0..graph.node_count()).collect();
    if !work.is_core(&left) {
        // Dense, but too many nodes for a core: weighing them would take seconds, which would be
        // wasted if the labels cannot fit.
        if work.is_dense(&left) && options.most_stored as usize >= count {
            check_size(work.core_graph(&left), options)?;
        }
        work.weigh(&left)?;
    }
    while !left.is_empty() && !work.is_core(&left) {
        let done = work.done.len() as u64;
        if !tell(Progress { stage: Stage::Contract, done, total: count as u64 }) {
            return Err(BuildError::Cancelled);
        }
        let first = work.firsts(&left);
        let stale: Vec<u32> =
            first.iter().copied().filter(|&node| work.stale[node as usize]).collect();
        work.weigh(&stale)?;
        work.round(first, &mut left)?;
    }
    let total = work.most_stored().min(count) as u64;
    let core = label_core(work.core_graph(&left), options, total, tell)?;
    let hierarchy = work.finish(graph.is_symmetric(), &left, core);
    hierarchy.out.check_climbs(left.len())?;
    hierarchy.back.check_climbs(left.len())?;
    Ok(hierarchy)
}

impl Contraction<'_> {
    /// Counts the shortcuts that contracting each of some nodes would need.
    fn weigh(&mut self, nodes: &[u32]) -> Result<(), BuildError> {
        let graph = &self.graph;
        let quotients = self.crew.map(nodes, |witness, &node| {
            let mut found = Vec::new();
            witness.shortcuts(graph, node, WEIGH, &|_| false, &mut found)?;
            Ok((1000 * found.len() / graph.links(node).len().max(1)).min(1 << 30) as u32)
        });
        self.check_work()?;
        for (&node, quotient) in nodes.iter().zip(quotients) {
            self.quotient[node as usize] = quotient.map_err(|TooFar| BuildError::TooFar)?;
            self.stale[node as usize] = false;
        }
        Ok(())
    }

    /// The contraction priority; no two nodes are equal.
    fn priority(&self, node: u32) -> Priority {
        let level = LEVEL_WEIGHT * self.level[node as usize].min(1 << 20);
        // A stale node is assumed to need no shortcut; it is weighed again when its turn comes.
        let quotient = if self.stale[node as usize] { 0 } else { self.quotient[node as usize] };
        (quotient.saturating_add(level), scatter(node), node)
    }

    /// The nodes that precede each of their neighbours.
    fn firsts(&self, nodes: &[u32]) -> Vec<u32> {
        let first = |&node: &u32| {
            let mine = self.priority(node);
            self.graph.links(node).iter().all(|link| self.priority(link.to) > mine)
        };
        nodes.iter().copied().filter(first).collect()
    }

    fn check_work(&self) -> Result<(), BuildError> {
        let (work, links) = (self.crew.sum(|witness| witness.work), self.graph.link_count());
        if work > self.options.work || links > self.most_links {
            let left = self.graph.node_count() - self.done.len();
            return Err(BuildError::TooDense {
                nodes_left: left as u32,
                arcs: links as u64,
                work: self.options.work,
            });
        }
        Ok(())
    }

    /// Contracts those of some nodes that still precede each of their neighbours.
    fn round(&mut self, first: Vec<u32>, left: &mut Vec<u32>) -> Result<(), BuildError> {
        let mut picked = self.firsts(&first);
        if picked.is_empty() {
            return Ok(());
        }
        picked.sort_small_by_key(|&node| self.priority(node));
        for &node in &picked {
            self.picked[node as usize] = true;
        }
        let (graph, marks) = (&self.graph, &self.picked);
        left.retain(|&node| !marks[node as usize]);
        let found = self.crew.map(&picked, |witness, &node| {
            let mut found = Vec::new();
            let gone = |node: u32| marks[node as usize];
            witness.shortcuts(graph, node, CONTRACT, &gone, &mut found).map(|()| found)
        });
        self.check_work()?;
        self.rounds.push(self.done.len() as u32);
        for (&node, found) in picked.iter().zip(found) {
            let found: Vec<Shortcut> = found.map_err(|TooFar| BuildError::TooFar)?;
            self.remove(node, &found);
        }
        self.check_work()
    }

    fn remove(&mut self, node: u32, shortcuts: &[Shortcut]) {
        let (links, middles) = self.graph.take(node);
        for &shortcut in shortcuts {
            self.graph.add(shortcut);
        }
        let above = self.level[node as usize] + 1;
        for link in &links {
            let to = link.to as usize;
            self.level[to] = self.level[to].max(above);
            self.stale[to] = true;
        }
        self.done.push((node, links, middles));
    }

    fn most_stored(&self) -> usize {
        MOST_STORED.min(self.options.most_stored as usize)
    }

    /// Whether witness searches for the remaining nodes would take longer than labelling them.
    fn is_dense(&self, left: &[u32]) -> bool {
        self.graph.link_count() >= self.options.core_degree * left.len()
    }

    /// Whether the remaining nodes are to be labelled without contraction.
    fn is_core(&self, left: &[u32]) -> bool {
        left.len() <= self.most_stored() && self.is_dense(left)
    }

    /// The arcs between the remaining nodes, which are numbered by their positions in the list.
    fn core_graph(&self, left: &[u32]) -> CoreGraph {
        let mut place = vec![0; self.graph.node_count()];
        for (at, &node) in (0..).zip(left) {
            place[node as usize] = at;
        }
        let symmetric = self.graph.is_symmetric();
        let (mut out, mut back) = (Rows::default(), Rows::default());
        for &node in left {
            let links = self.graph.links(node);
            let row = |cost: fn(&Link) -> u32| {
                let arc = move |link: &Link| (cost(link), link.to);
                links.iter().map(arc).filter(|&(cost, _)| cost != NO_ARC)
            };
            out.push(row(|link| link.out).map(|(cost, to)| (place[to as usize], cost)));
            if !symmetric {
                back.push(row(|link| link.back).map(|(cost, to)| (place[to as usize], cost)));
            }
        }
        CoreGraph { count: left.len(), symmetric, out, back }
    }

    /// Puts the core on top, with its remaining arcs.
    fn finish(mut self, symmetric: bool, left: &[u32], core: CoreLabels) -> Hierarchy {
        let contracted = self.done.len() as u32;
        for &node in core.order.iter().rev() {
            let node = left[node as usize];
            let (links, middles) = self.graph.take(node);
            self.done.push((node, links, middles));
        }
        let count = self.done.len() as u32;
        let mut rank = vec![0; count as usize];
        for (at, (node, ..)) in self.done.iter().enumerate() {
            rank[*node as usize] = count - 1 - at as u32;
        }
        let (mut out, mut back) = (UpArcs::default(), UpArcs::default());
        out.offsets.push(0);
        back.offsets.push(0);
        let mut shortcuts = 0;
        let mut arcs = Vec::new();
        for (_, links, middles) in self.done.iter().rev() {
            arcs.clear();
            arcs.extend(links.iter().zip(middles).map(|(link, middle)| (*link, *middle)));
            arcs.sort_small_by_key(|(link, _)| rank[link.to as usize]);
            let mut push = |arcs_of: &mut UpArcs, to: u32, cost: u32, middle: u32| {
                if cost != NO_ARC {
                    arcs_of.heads.push(rank[to as usize]);
                    arcs_of.costs.push(cost);
                    let middle = rank.get(middle as usize).copied();
                    arcs_of.middles.push(middle.unwrap_or(super::dynamic::DIRECT));
                    shortcuts += u64::from(middle.is_some());
                }
            };
            for (link, middle) in &arcs {
                push(&mut out, link.to, link.out, middle.out);
                if !symmetric {
                    push(&mut back, link.to, link.back, middle.back);
                }
            }
            out.offsets.push(out.heads.len() as u32);
            back.offsets.push(back.heads.len() as u32);
        }
        let mut rounds: Vec<u32> = self.rounds.iter().skip(1).map(|&at| count - at).collect();
        rounds.push(count - contracted);
        rounds.reverse();
        let order = self.done.iter().rev().map(|(node, ..)| *node).collect();
        Hierarchy { order, rounds, out, back, shortcuts, core }
    }
}
