//! The search of a replanner: A* with the estimates that earlier searches have raised. It ends
//! where it meets a path that is still cheapest.

use super::chains::{Chains, guess};
use super::guesses::Guesses;
use crate::base::{Budget, Cost, Entry, NodeId, OpenList, Record, Records, Spent, State};
use crate::search::observer::watch;
use crate::search::{Effort, Estimate, Event, SearchObserver};
use crate::world::{Arc, Offers, Way, World};

/// Why the search stopped.
pub(super) enum End {
    /// From this node a chain of arcs that is known to be cheapest leads to the goal.
    Home(NodeId),
    Exhausted,
    Spent(Spent),
    /// A cost no longer fits narrow records.
    TooWide,
}

/// Everything the search touches except its records, so that it can be compiled for both widths.
pub(super) struct Advance<'s, W, E> {
    pub(super) world: &'s W,
    pub(super) estimate: &'s E,
    pub(super) goal: NodeId,
    pub(super) guesses: &'s Guesses,
    pub(super) chains: &'s mut Chains,
    pub(super) expanded: &'s mut Vec<NodeId>,
    pub(super) open: &'s mut OpenList,
    pub(super) effort: &'s mut Effort,
    pub(super) sequence: &'s mut u32,
    /// Bytes held in addition to records and open list.
    pub(super) other_bytes: usize,
}

impl<W: World, E: Estimate> Advance<'_, W, E> {
    pub(super) fn run<R: Record, O: SearchObserver>(
        mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> End {
        let longest_arc = Cost::from(self.world.max_arc_cost());
        loop {
            let Some(entry) = self.open.pop() else { return End::Exhausted };
            let node = NodeId::new(entry.node);
            let known = records.look_again(node.index());
            if known.is_closed() {
                continue; // a cheaper entry of the same node came first
            }
            let g = known.g();
            let stop = if g > R::LIMIT - longest_arc.min(R::LIMIT) {
                Some(End::TooWide)
            } else {
                budget.take().map(End::Spent)
            };
            if let Some(stop) = stop {
                self.open.push(entry);
                return stop;
            }
            records.close(node.index());
            self.expanded.push(node);
            self.effort.expanded += 1;
            watch(observer, Event::Close { node, g });
            if self.is_home(node) {
                watch(observer, Event::Goal { node, g });
                return End::Home(node);
            }
            self.expand(records, node, g, observer);
            if budget.limits_bytes() && !budget.allows_bytes(self.bytes(records)) {
                return End::Spent(Spent::Bytes);
            }
        }
    }

    fn is_home(&mut self, node: NodeId) -> bool {
        let guess = |node| guess(self.guesses, self.estimate, node);
        self.chains.leads_home(self.world, guess, node, self.goal)
    }

    fn expand<R: Record, O: SearchObserver>(
        &mut self,
        records: &mut Records<R>,
        node: NodeId,
        g: Cost,
        observer: &mut O,
    ) {
        let bar = records.bar(g);
        let relax = &mut Relax {
            estimate: self.estimate,
            guesses: self.guesses,
            open: self.open,
            effort: self.effort,
            sequence: self.sequence,
            records,
            node,
            g,
            bar,
            observer,
        };
        self.world.offer_arcs(node, Way::Forward, relax);
        self.effort.open_most = self.effort.open_most.max(self.open.len() as u64);
    }

    fn bytes<R: Record>(&self, records: &Records<R>) -> usize {
        let expanded = self.expanded.capacity() * size_of::<NodeId>();
        self.open.bytes() + records.bytes() + expanded + self.other_bytes
    }
}

/// Relaxes arcs.
struct Relax<'d, E, R, O> {
    estimate: &'d E,
    guesses: &'d Guesses,
    open: &'d mut OpenList,
    effort: &'d mut Effort,
    sequence: &'d mut u32,
    records: &'d mut Records<R>,
    node: NodeId,
    g: Cost,
    bar: R,
    observer: &'d mut O,
}

impl<E: Estimate, R: Record, O: SearchObserver> Offers for Relax<'_, E, R, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.records.improves(index, self.bar, cost)
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let at = arc.node.index();
        let g = self.g + Cost::from(arc.cost);
        let known = self.records.look(at);
        // A link may lead where a step has just led.
        if g >= known.g() || known.is_closed() {
            return;
        }
        let h = guess(self.guesses, self.estimate, arc.node);
        if h == Cost::MAX {
            return; // a dead end, as an earlier search found
        }
        self.records.reopen(at, known, g, arc.slot);
        let f = g.saturating_add(h);
        *self.sequence = self.sequence.wrapping_add(1);
        self.open.push(Entry { f, tie: u64::from(!*self.sequence), node: arc.node.get() });
        let (node, parent) = (arc.node, self.node);
        if known.state() == State::Untouched {
            self.effort.generated += 1;
            watch(self.observer, Event::Open { node, parent: Some(parent), g, h, f });
        } else {
            self.effort.improved += 1;
            watch(self.observer, Event::Improve { node, parent, g, h, f, reopened: false });
        }
    }
}
