//! From a query to its outcome, with or without a search.

use super::Replanner;
use super::advance::{Advance, End};
use super::chains::guess;
use crate::base::{Budget, Cost, Entry, NodeId, Slot, Spent};
use crate::path::Path;
use crate::search::observer::watch;
use crate::search::walk::walk;
use crate::search::{
    Effort, Estimate, Event, Found, Guarantee, OutOfBudget, Outcome, PathQuery, SearchObserver,
    Unreachable, Why,
};
use crate::world::{Way, World};

impl Replanner {
    /// The answer, if it needs no search.
    pub(super) fn answer_at_once(
        &mut self,
        world: &impl World,
        estimate: &impl Estimate,
        start: NodeId,
        goal: NodeId,
    ) -> Option<Outcome> {
        let least = guess(&self.guesses, estimate, start);
        if !world.is_passable(start) || least == Cost::MAX {
            return Some(self.unreachable(world, start, goal));
        }
        let kept = self.kept(world, start, least)?;
        Some(self.found(kept.0, kept.1))
    }

    pub(super) fn begin<O: SearchObserver>(
        &mut self,
        world: &impl World,
        estimate: &impl Estimate,
        start: NodeId,
        observer: &mut O,
    ) {
        self.running = Some(start);
        self.is_wide = false;
        self.sequence = 0;
        self.expanded.clear();
        self.narrow.begin(world.node_count());
        self.narrow.open(start.index(), 0, Slot::NONE);
        let h = guess(&self.guesses, estimate, start);
        self.open.begin(h, 2 * u64::from(world.max_arc_cost()));
        self.open.push(Entry { f: h, tie: u64::MAX, node: start.get() });
        self.effort.generated = 1;
        watch(observer, Event::Open { node: start, parent: None, g: 0, h, f: h });
    }

    pub(super) fn resume<O: SearchObserver>(
        &mut self,
        world: &impl World,
        estimate: &impl Estimate,
        start: NodeId,
        goal: NodeId,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let end = loop {
            let other_bytes = self.other_bytes();
            let advance = Advance {
                world,
                estimate,
                goal,
                guesses: &self.guesses,
                chains: &mut self.chains,
                expanded: &mut self.expanded,
                open: &mut self.open,
                effort: &mut self.effort,
                sequence: &mut self.sequence,
                other_bytes,
            };
            let end = match self.is_wide {
                true => advance.run(&mut self.wide, budget, observer),
                false => advance.run(&mut self.narrow, budget, observer),
            };
            match end {
                End::TooWide if !self.is_wide => {
                    self.narrow.widen(&mut self.wide);
                    self.is_wide = true;
                }
                end => break end,
            }
        };
        self.last.expanded = self.effort.expanded;
        match end {
            // Nothing is learned from a world that withholds arcs.
            End::Home(_) | End::Exhausted | End::TooWide if world.is_cut_short() => {
                self.out_of_budget(Spent::Bytes, 0)
            }
            End::Home(node) => self.home(world, estimate, start, node),
            End::Spent(spent) => {
                let least = self.open.peek().map_or(0, |entry| entry.f);
                self.out_of_budget(spent, least)
            }
            End::Exhausted | End::TooWide => {
                (self.running, self.is_taught) = (None, true);
                self.seen = self.effort.expanded;
                for &node in &self.expanded {
                    self.guesses.set(node, Cost::MAX);
                }
                self.unreachable(world, start, goal)
            }
        }
    }

    /// Called when the search has met a node from which the rest of the path is known.
    fn home(
        &mut self,
        world: &impl World,
        estimate: &impl Estimate,
        start: NodeId,
        node: NodeId,
    ) -> Outcome {
        (self.running, self.is_taught) = (None, true);
        let cost = self.g(node) + guess(&self.guesses, estimate, node);
        for at in 0..self.expanded.len() {
            let node = self.expanded[at];
            let g = self.g(node);
            self.guesses.set(node, cost - g);
        }
        let before = |at: NodeId| {
            let slot = self.slot(at);
            (slot != Slot::NONE).then(|| world.follow(at, slot, Way::Forward))
        };
        let goal = self.goal;
        let after = |at| self.chains.after(at).filter(|_| Some(at) != goal);
        let nodes = walk(node, &before, &after);
        self.chains.lay(&nodes);
        match self.kept(world, start, cost) {
            Some((kept, guarantee)) => self.found(kept, guarantee),
            None => {
                self.route.clear();
                if self.margin > 0 {
                    self.route.extend_from_slice(&nodes);
                }
                let path = Path::new(nodes, cost).expect("it holds at least the goal");
                self.found(path, Guarantee::Optimal)
            }
        }
    }

    fn g(&self, node: NodeId) -> Cost {
        if self.is_wide { self.wide.g(node.index()) } else { self.narrow.g(node.index()) }
    }

    fn slot(&self, node: NodeId) -> Slot {
        if self.is_wide { self.wide.slot(node.index()) } else { self.narrow.slot(node.index()) }
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.bytes() as u64;
        self.effort
    }

    fn found(&mut self, path: Path, guarantee: Guarantee) -> Outcome {
        Outcome::Found(Found { path, guarantee, effort: self.measured() })
    }

    fn unreachable(&mut self, world: &impl World, start: NodeId, goal: NodeId) -> Outcome {
        self.route.clear();
        let why = Why::of(world, &PathQuery::new(start, goal), self.seen);
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
    }

    pub(super) fn out_of_budget(&mut self, spent: Spent, lower_bound: Cost) -> Outcome {
        let effort = self.measured();
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
    }
}
