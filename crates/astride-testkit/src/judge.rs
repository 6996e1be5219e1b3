//! The judge: checks one answer against the query and the promise, using only the reference's arc
//! list.

use crate::reference::{dijkstra, fewest_steps};
use crate::world::{Arc, RefWorld, Shape};

/// A query in plain numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The starts, each with the cost already paid there.
    pub starts: Vec<(usize, u64)>,
    /// The goals; any of them will do.
    pub goals: Vec<usize>,
    /// Whether the goals are passed as a predicate.
    pub by_predicate: bool,
    /// The maximum cost of a path, including the cost already paid at its start.
    pub max_cost: u64,
    /// Whether the path to the nearest node is wanted if there is no path to a goal.
    pub nearest: bool,
}

impl Ask {
    /// A query from one node to another, without limits.
    pub fn new(start: usize, goal: usize) -> Ask {
        let (starts, goals) = (vec![(start, 0)], vec![goal]);
        Ask { starts, goals, by_predicate: false, max_cost: u64::MAX, nearest: false }
    }

    /// Whether it leads from one node to another one, without limits.
    pub fn is_plain(&self) -> bool {
        self.starts.len() == 1
            && self.starts[0].1 == 0
            && self.goals.len() == 1
            && !self.by_predicate
            && self.max_cost == u64::MAX
    }
}

/// The promise of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No path is cheaper.
    Optimal,
    /// Costs at most this factor times the cheapest.
    Within(u64, u64),
    /// No path has fewer steps. Its limit counts steps.
    FewestSteps,
    /// Some path.
    SomePath,
}

/// Why there is no path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// No start is walkable.
    StartBlocked,
    /// No goal is walkable.
    GoalBlocked,
    /// Everything reachable was seen; this many nodes, if the method reports the number.
    Enclosed(Option<u64>),
    /// The limit was too low.
    TooCostly,
}

/// A path as node numbers and its cost.
pub type Walk = (Vec<usize>, u64);

/// An answer in plain numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A path.
    Path(Walk),
    /// No path.
    NoPath {
        /// The reason, if the method reports one.
        reason: Option<Reason>,
        /// The path to the nearest node, if the method reports one.
        nearest: Option<Walk>,
    },
}

/// A world written as arcs, ready to judge answers; the shape that wrote it only supplies distances
/// between nodes and their names in messages.
pub struct Judge<S> {
    shape: S,
    world: RefWorld,
    outgoing: Vec<Vec<(usize, u64)>>,
    distances: Vec<Option<Vec<Option<u64>>>>,
    steps: Vec<Option<Vec<Option<u64>>>>,
}

impl<S: Shape> Judge<S> {
    /// A judge of answers about a world.
    pub fn new(shape: S) -> Judge<S> {
        let world = shape.write();
        let n = world.passable.len();
        let mut outgoing = vec![Vec::new(); n];
        for &(from, to, cost) in &world.arcs {
            outgoing[from].push((to, cost));
        }
        Judge { shape, world, outgoing, distances: vec![None; n], steps: vec![None; n] }
    }

    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.world.passable.len()
    }

    /// The arcs.
    pub fn arcs(&self) -> &[Arc] {
        &self.world.arcs
    }

    /// Whether a node is walkable.
    pub fn is_free(&self, node: usize) -> bool {
        self.world.passable[node]
    }

    /// Distances from a node, computed once.
    pub fn distances(&mut self, source: usize) -> &[Option<u64>] {
        let (n, arcs) = (self.outgoing.len(), &self.world.arcs);
        self.distances[source].get_or_insert_with(|| dijkstra(n, arcs, &[source]))
    }

    fn free_starts(&self, ask: &Ask) -> Vec<(usize, u64)> {
        ask.starts.iter().copied().filter(|&(node, _)| self.is_free(node)).collect()
    }

    /// The least total cost from the starts to a node, including the cost already paid.
    fn least_to(&mut self, starts: &[(usize, u64)], node: usize) -> Option<u64> {
        let mut best = None;
        for &(start, paid) in starts {
            if self.is_free(node)
                && let Some(d) = self.distances(start)[node]
            {
                let total = d.saturating_add(paid);
                best = Some(best.map_or(total, |b: u64| b.min(total)));
            }
        }
        best
    }

    /// The least total cost that answers `ask`, or `None` if there is no path within its limit.
    pub fn least(&mut self, ask: &Ask) -> Option<u64> {
        let starts = self.free_starts(ask);
        let totals: Vec<u64> =
            ask.goals.iter().filter_map(|&goal| self.least_to(&starts, goal)).collect();
        totals.into_iter().min().filter(|&total| total <= ask.max_cost)
    }

    fn fewest(&mut self, ask: &Ask) -> Option<u64> {
        let mut best: Option<u64> = None;
        for (start, _) in self.free_starts(ask) {
            for &goal in ask.goals.iter().filter(|&&goal| self.world.passable[goal]) {
                let (n, arcs) = (self.outgoing.len(), &self.world.arcs);
                let steps =
                    self.steps[start].get_or_insert_with(|| fewest_steps(n, arcs, start))[goal];
                best = best.into_iter().chain(steps).min();
            }
        }
        best.filter(|&steps| steps <= ask.max_cost)
    }

    /// Follows a path arc by arc; the sum of the cheapest arcs must be its stated cost.
    ///
    /// # Errors
    ///
    /// The first step that does not exist, or the wrong sum.
    pub fn check_walk(&self, walk: &Walk) -> Result<(), String> {
        let (nodes, cost) = walk;
        let Some(&first) = nodes.first() else { return Err("the path is empty".to_owned()) };
        if first >= self.outgoing.len() || !self.is_free(first) {
            return Err(format!("the path begins at node {first}, which cannot be stood on"));
        }
        let mut sum: u64 = 0;
        for pair in nodes.windows(2) {
            let arcs = self.outgoing[pair[0]].iter().filter(|arc| arc.0 == pair[1]);
            let Some(arc) = arcs.map(|arc| arc.1).min() else {
                let [from, to] = [pair[0], pair[1]].map(|node| self.shape.place(node));
                return Err(format!("no arc leads from {from} to {to}"));
            };
            sum = sum.checked_add(arc).ok_or("path costs fit in 64 bits")?;
        }
        if sum != *cost {
            return Err(format!("the path says {cost} ticks, its arcs add up to {sum}"));
        }
        Ok(())
    }

    /// Checks an answer against a claim.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(&mut self, ask: &Ask, claim: Claim, answer: &Answer) -> Result<(), String> {
        match answer {
            Answer::Path(walk) => self.check_path(ask, claim, walk),
            Answer::NoPath { reason, nearest } => {
                self.check_no_path(ask, claim, *reason)?;
                match nearest {
                    Some(walk) => self.check_nearest(ask, claim, walk),
                    None => Ok(()),
                }
            }
        }
    }

    fn check_path(&mut self, ask: &Ask, claim: Claim, walk: &Walk) -> Result<(), String> {
        self.check_walk(walk)?;
        let (nodes, cost) = walk;
        let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
        let paid = ask.starts.iter().filter(|start| start.0 == first).map(|start| start.1).min();
        let Some(paid) = paid else { return Err(format!("{first} is not a start")) };
        if !ask.goals.contains(&last) {
            return Err(format!("{last} is not a goal"));
        }
        let total = cost.saturating_add(paid);
        if claim == Claim::FewestSteps {
            let (steps, least) = (nodes.len() as u64 - 1, self.fewest(ask));
            return match least {
                Some(least) if steps == least => Ok(()),
                _ => Err(format!("{steps} steps, the reference says {least:?}")),
            };
        }
        if total > ask.max_cost {
            return Err(format!("costs {total}, the limit is {}", ask.max_cost));
        }
        let least = self.least(ask).ok_or("a path where the reference has none")?;
        let holds = match claim {
            Claim::Optimal => total == least,
            Claim::Within(over, under) => {
                u128::from(total) * u128::from(under) <= u128::from(least) * u128::from(over)
            }
            Claim::FewestSteps | Claim::SomePath => total >= least,
        };
        if holds {
            Ok(())
        } else {
            Err(format!("costs {total}, the reference says {least}, promised was {claim:?}"))
        }
    }

    fn check_no_path(
        &mut self,
        ask: &Ask,
        claim: Claim,
        reason: Option<Reason>,
    ) -> Result<(), String> {
        let exists = match claim {
            Claim::FewestSteps => self.fewest(ask),
            _ => self.least(ask),
        };
        if let Some(least) = exists {
            return Err(format!("no path ({reason:?}), but the reference finds one for {least}"));
        }
        let Some(reason) = reason else { return Ok(()) };
        let starts = self.free_starts(ask);
        let goal_is_free = ask.goals.iter().any(|&goal| self.is_free(goal));
        let holds = match reason {
            Reason::StartBlocked => starts.is_empty(),
            Reason::GoalBlocked => !starts.is_empty() && !goal_is_free,
            Reason::TooCostly => ask.max_cost < u64::MAX && !starts.is_empty(),
            Reason::Enclosed(seen) => {
                let n = self.outgoing.len();
                let reached =
                    (0..n).filter(|&node| self.least_to(&starts, node).is_some()).count() as u64;
                !starts.is_empty() && seen.is_none_or(|seen| seen == reached)
            }
        };
        if holds { Ok(()) } else { Err(format!("no path, but not because of {reason:?}")) }
    }

    /// The estimate to the nearest of several goals.
    fn guess(&self, from: usize, goals: &[usize]) -> Option<u64> {
        goals.iter().map(|&goal| self.shape.guess(from, goal)).min()
    }

    /// The nearest reached node is the one with the least estimate; for methods that find cheapest
    /// paths, ties are broken by cost, then by node number.
    fn check_nearest(&mut self, ask: &Ask, claim: Claim, walk: &Walk) -> Result<(), String> {
        self.check_walk(walk)?;
        let starts = self.free_starts(ask);
        let mut best: Option<(u64, u64, usize)> = None;
        for node in 0..self.outgoing.len() {
            let Some(total) = self.least_to(&starts, node) else { continue };
            if total > ask.max_cost && claim != Claim::FewestSteps {
                continue;
            }
            let Some(guess) = self.guess(node, &ask.goals) else { continue };
            best = best.into_iter().chain([(guess, total, node)]).min();
        }
        let Some((guess, total, node)) = best else {
            return Err("a nearest node where none is reached".to_owned());
        };
        let (first, last) = (walk.0[0], walk.0[walk.0.len() - 1]);
        let Some(&(_, paid)) = starts.iter().filter(|s| s.0 == first).min_by_key(|s| s.1) else {
            return Err(format!("the way to the nearest node begins at {first}, no start"));
        };
        let found = (self.guess(last, &ask.goals), walk.1.saturating_add(paid), last);
        let holds = match claim {
            Claim::Optimal => found == (Some(guess), total, node),
            Claim::FewestSteps if ask.max_cost < u64::MAX => true,
            _ => found.0 == Some(guess),
        };
        if holds {
            return Ok(());
        }
        Err(format!(
            "nearest (guess, cost, node) is {found:?}, brute force says {:?}",
            (guess, total, node)
        ))
    }

    /// Checks that `reached`, pairs of node and distance, is exactly the nodes within `max_cost`.
    ///
    /// # Errors
    ///
    /// The first node that differs.
    pub fn check_reach(
        &mut self,
        starts: &[(usize, u64)],
        max_cost: u64,
        reached: &[(usize, u64)],
    ) -> Result<(), String> {
        let starts: Vec<_> = starts.iter().copied().filter(|s| self.is_free(s.0)).collect();
        let mut at = reached.iter().copied().peekable();
        for node in 0..self.outgoing.len() {
            let expected = self.least_to(&starts, node).filter(|&total| total <= max_cost);
            let found = at.next_if(|&(reached, _)| reached == node).map(|(_, cost)| cost);
            if found != expected {
                return Err(format!(
                    "node {node} is at {found:?}, the reference says {expected:?}"
                ));
            }
        }
        match at.next() {
            None => Ok(()),
            Some(extra) => Err(format!("{extra:?} is out of order")),
        }
    }

    /// The world, for a message.
    pub fn draw(&self) -> String {
        self.shape.draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::fenced_world;
    use crate::reference::cheapest_path;

    #[test]
    fn walks_are_added_up() {
        let arcs = vec![(0, 1, 9), (0, 2, 3), (2, 1, 4), (3, 0, 1), (1, 3, 7), (1, 3, 5)];
        let judge = Judge::new(RefWorld { passable: vec![true; 4], arcs });
        let check = |nodes: &[usize], cost| judge.check_walk(&(nodes.to_vec(), cost));
        assert_eq!(check(&[3, 0, 2, 1], 8), Ok(()));
        assert_eq!(check(&[2], 0), Ok(()));
        assert_eq!(check(&[1, 3], 5), Ok(()), "the cheaper of two arcs");
        assert!(check(&[], 0).unwrap_err().contains("empty"));
        assert!(check(&[9], 0).unwrap_err().contains("cannot be stood on"));
        assert!(check(&[3, 0, 2, 1], 9).unwrap_err().contains("add up to 8"));
        assert!(check(&[0, 1, 2], 12).unwrap_err().contains("no arc leads from 1 to 2"));
    }

    #[test]
    fn cheapest_walks_of_random_worlds_add_up() {
        for seed in 0..1500 {
            let judge = Judge::new(fenced_world(seed, 4, 3));
            let (from, to) = (seed as usize % 12, seed as usize / 12 % 12);
            let found = cheapest_path(12, judge.arcs(), from, to).filter(|_| judge.is_free(from));
            if let Some((cost, nodes)) = found {
                assert_eq!(judge.check_walk(&(nodes.clone(), cost)), Ok(()), "seed {seed}");
                assert!(judge.check_walk(&(nodes, cost + 1)).is_err(), "seed {seed}");
            }
        }
    }
}
