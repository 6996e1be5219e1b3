//! The search over nodes by estimates, for a plan that costs at most so much times the least.
//!
//! Li, Ruml & Koenig, "EECBS: A Bounded-Suboptimal Search for Multi-Agent Path Finding", AAAI 2021.
//!
//! Three orders of the same nodes: by what they prove, by what they are thought to cost in the end,
//! and among those thought good by how few conflicts are left. The last is taken if it keeps the
//! promise, or else the second, or else the first, which raises what is proved.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use astride::base::{Budget, Weight};

use super::super::task::{Ended, Task, Walk, trimmed};
use super::bans::Bans;
use super::check;
use super::choose::Depth;
use super::conflict::Conflict;
use super::focal::is_within;
use super::node::Node;
use super::search::{Course, Pause, Search};

/// A thousand of these are one timestep of an estimate.
const PARTS: u64 = 1000;

/// What a conflict is thought to cost where nothing is known yet, and at most.
const MOST_OF_CONFLICT: u64 = 10 * PARTS;

/// Nodes in three orders.
#[derive(Default)]
struct Nodes {
    nodes: BTreeMap<u64, Entry>,
    by_bound: BTreeSet<(u64, u64)>,
    by_estimate: BTreeSet<(u64, u64)>,
    /// Those whose estimate is at most `limit`, by conflicts, then estimate.
    near: BTreeSet<(u32, u64, u64)>,
    limit: u64,
    count: u64,
}

/// Why a node is expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// It may lead to a plan.
    IsLikely,
    /// What is below it has to be known to cost more.
    ProvesLeast,
}

struct Entry {
    node: Node,
    bound: u64,
    estimate: u64,
}

impl Nodes {
    fn add(&mut self, node: Node, bound: u64, estimate: u64) {
        self.count += 1;
        self.by_bound.insert((bound, self.count));
        self.by_estimate.insert((estimate, self.count));
        if estimate <= self.limit {
            self.near.insert((node.conflicts, estimate, self.count));
        }
        self.nodes.insert(self.count, Entry { node, bound, estimate });
    }

    fn take(&mut self, number: u64) -> Option<Entry> {
        let entry = self.nodes.remove(&number)?;
        self.by_bound.remove(&(entry.bound, number));
        self.by_estimate.remove(&(entry.estimate, number));
        self.near.remove(&(entry.node.conflicts, entry.estimate, number));
        Some(entry)
    }

    /// The node to expand next, and why.
    fn next(&mut self, weight: Weight) -> Option<(Entry, Reason)> {
        let &(bound, first) = self.by_bound.first()?;
        let &(estimate, likely) = self.by_estimate.first()?;
        let (numerator, denominator) = weight.parts();
        let limit = estimate.saturating_mul(numerator.into()) / u64::from(denominator);
        if limit > self.limit {
            let nearer = self.by_estimate.range((self.limit + 1, 0)..=(limit, u64::MAX));
            for &(estimate, number) in nearer {
                self.near.insert((self.nodes[&number].node.conflicts, estimate, number));
            }
            self.limit = limit;
        }
        let keeps = |number: u64| is_within(self.nodes[&number].node.cost, weight, bound);
        let near = self.near.first().map(|&(_, _, number)| number);
        let chosen = near.filter(|&near| keeps(near)).or(Some(likely).filter(|&one| keeps(one)));
        match chosen {
            Some(chosen) => Some((self.take(chosen)?, Reason::IsLikely)),
            None => Some((self.take(first)?, Reason::ProvesLeast)),
        }
    }
}

/// What conflicts have cost so far.
#[derive(Default)]
struct Experience {
    steps: u64,
    /// By how much the better child of a node was costlier.
    cost: u64,
    /// How many conflicts were left beyond one less.
    conflicts: i64,
}

impl Experience {
    fn learn(&mut self, node: (u64, u32), children: &[Node]) {
        let Some(best) = children.iter().min_by_key(|child| (child.cost, child.conflicts)) else {
            return;
        };
        self.steps += 1;
        self.cost += best.cost.saturating_sub(node.0);
        self.conflicts += i64::from(best.conflicts) - (i64::from(node.1) - 1);
    }

    /// What a node is thought to cost in the end, in parts.
    fn estimate(&self, node: &Node) -> u64 {
        let left = self.steps as i64 - self.conflicts.max(0);
        let each = match u64::try_from(left) {
            Ok(left @ 1..) => (self.cost * PARTS / left).min(MOST_OF_CONFLICT),
            _ if self.steps == 0 => 0,
            _ => MOST_OF_CONFLICT,
        };
        node.cost * PARTS + each * u64::from(node.conflicts)
    }
}

/// A search by estimates, between its pauses.
#[derive(Default)]
pub(super) struct Near {
    nodes: Nodes,
    experience: Experience,
    has_begun: bool,
}

impl Search {
    /// Looks for a plan that costs at most so many times the least as the weight of the search says,
    /// where one of cost `known` is known, until it pauses. Raises what is `proved`.
    pub(super) fn run_near(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        near: &mut Near,
        [known, proved]: [u64; 2],
        pause: Pause,
    ) -> Result<Course<Vec<Walk>>, Ended> {
        self.least = self.least.max(proved);
        if !near.has_begun {
            let none = Arc::new(Bans::default());
            let bans = vec![none; task.instance.agent_count()];
            match self.first(task, budget, &bans, pause)? {
                Course::Found(first) => {
                    let (bound, estimate) = (first.bound, near.experience.estimate(&first));
                    near.nodes.add(first, bound, estimate);
                }
                Course::Ended => {}
                Course::Paused => return Ok(Course::Paused),
            }
            near.has_begun = true;
        }
        let Near { nodes, experience, .. } = near;
        while !pause.is_due(task, self.expanded) {
            let bound = nodes.by_bound.first().map_or(known, |&(bound, _)| bound);
            self.least = self.least.max(bound.min(known));
            if is_within(known, self.weight, self.least) {
                return Ok(Course::Ended);
            }
            let Some((Entry { mut node, bound, .. }, reason)) = nodes.next(self.weight) else {
                return Ok(Course::Ended);
            };
            if node.conflicts == 0 {
                // No node is taken that breaks the promise: the one that proves least keeps it,
                // since each of its agents does.
                let walks = node.paths.iter().map(|path| trimmed(path.walk.clone()));
                return Ok(Course::Found(walks.collect()));
            }
            // With its places in three orders.
            let bytes = node.bytes() + 200;
            check(budget, self.bytes() + bytes * nodes.nodes.len())?;
            if node.choice.is_none() && reason == Reason::ProvesLeast {
                let Some(more) = self.think(task, budget, &mut node)? else { continue };
                if node.bound + more > bound {
                    let (bound, estimate) = (node.bound + more, experience.estimate(&node));
                    nodes.add(node, bound, estimate);
                    continue;
                }
            }
            if node.choice.is_none() {
                self.think_near(task, budget, &mut node)?;
            }
            self.expanded += 1;
            let before = (node.cost, node.conflicts);
            let children = self.expand(task, budget, node)?;
            experience.learn(before, &children);
            for child in children {
                let bound = child.bound.max(bound);
                if bound < known {
                    let estimate = experience.estimate(&child);
                    nodes.add(child, bound, estimate);
                }
            }
        }
        Ok(Course::Paused)
    }

    /// Decides what to do about the conflicts of the pair that meets first.
    fn think_near(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        node: &mut Node,
    ) -> Result<(), Ended> {
        let mut conflicts: Vec<Conflict> = Vec::new();
        let walks: Vec<&Walk> = node.paths.iter().map(|path| &path.walk).collect();
        self.tools().meetings.find(&walks, |conflict| conflicts.push(conflict));
        let first = conflicts.first().map(|conflict| conflict.agents);
        conflicts.retain(|conflict| Some(conflict.agents) == first);
        if let Some(agents) = first {
            let pair = self.pair(task, budget, node, agents, Depth::Split)?;
            node.choice = Some(Arc::new(self.choice(task, budget, node, &conflicts, &pair)?));
        }
        Ok(())
    }
}
