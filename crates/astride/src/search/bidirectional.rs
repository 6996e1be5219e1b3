//! Bidirectional A* with a provably correct stopping rule.
//!
//! Pijls & Post, "Yet another bidirectional algorithm for finding the shortest path", Econometric
//! Institute Report EI 2009-10 (NBA*). Each node is expanded by one side only. It is rejected if no
//! path through it can beat the best path known. The bound also uses the progress of the other
//! side: `g(n) + F − h'(n)` is a lower bound, where `F` is the least `f` of the other side and `h'`
//! its heuristic.
//!
//! With unit arc costs and no heuristic, the same rule finds a path with the fewest steps.
//! Bidirectional greedy search orders by the heuristic alone and stops at the first meeting.

use crate::base::{
    Budget, Cost, Entry, Narrow, NodeId, OpenList, Record, Records, Slot, Spent, State, Weight,
    Wide,
};
use crate::path::Path;
use crate::search::main_loop::{ANY, PLAIN};
use crate::search::observer::{Watcher, tell, watch, watched};
use crate::search::scratch::Side;
use crate::search::seldom::ByPointer;
use crate::search::walk::walk;
use crate::search::{
    Effort, Estimate, Event, Found, Guarantee, Heuristic, Note, OutOfBudget, Outcome, PathQuery,
    Promise, Scratch, SearchObserver, Unreachable, Unsupported, Why,
};
use crate::world::{Arc, Erased, Offers, Way, World};

/// Finds a cheapest path from both ends if `heuristic` is consistent. Ties on `f` go to the node
/// added last. The side with the smaller open list goes next, the forward side on a tie.
///
/// # Errors
///
/// If the query has a predicate for a goal, or no goal at all: the backward search needs somewhere
/// to begin.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::bidirectional;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = bidirectional(&view, &octile, &query, &mut Scratch::new(), &mut ()).unwrap();
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn bidirectional<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Result<Outcome, Unsupported> {
    let mut search = Bidirectional::new(world, heuristic, query, scratch)?;
    Ok(search.run(&mut Budget::unlimited(), observer))
}

/// A bidirectional search that can be paused and continued. Choosing another rule after it has run
/// restarts it.
///
/// # Examples
///
/// ```
/// use astride::search::{Bidirectional, Guarantee};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let (octile, budget) = (GridHeuristic::octile(&view), &mut Budget::unlimited());
/// let mut scratch = Scratch::new();
/// let rings = Bidirectional::new(&view, &octile, &query, &mut scratch)?.breadth_first();
/// assert_eq!({ rings }.run(budget, &mut ()).guarantee(), Some(Guarantee::FewestSteps));
/// let greedy = Bidirectional::new(&view, &octile, &query, &mut scratch)?.greedy();
/// assert_eq!({ greedy }.run(budget, &mut ()).guarantee(), Some(Guarantee::None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Bidirectional<'a, W, E> {
    world: &'a W,
    query: PathQuery<'a>,
    scratch: &'a mut Scratch,
    guarantee: Guarantee,
    state: Front<E>,
    effort: Effort,
    is_wide: bool,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    NotBegun,
    Running,
    Done,
}

/// The state both directions share.
struct Front<E> {
    /// The heuristics towards the goals and towards the starts.
    estimates: [E; 2],
    /// Whether the heuristics are used. An inconsistent heuristic can hide cheap paths, and with a
    /// limit on the cost that would lead to a false "no path".
    guesses: bool,
    rule: Rule,
    /// The least `f` each side may still find: that of the node it expanded last.
    floors: [Cost; 2],
    /// The best path so far: its cost, including what was paid at the start, and the node where the
    /// sides meet.
    best: Option<(Cost, NodeId)>,
    sequence: u32,
}

/// The priority used by both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Cost so far plus heuristic.
    Sum,
    /// Cost so far plus weighted heuristic.
    Weighted(Weight),
    /// Number of steps.
    Steps,
    /// Heuristic alone.
    GuessOnly,
}

impl<E> Front<E> {
    fn limit(&self) -> Cost {
        self.best.map_or(Cost::MAX, |(cost, _)| cost)
    }

    /// Records a path if it is better than the best one.
    #[inline(always)]
    fn meet(&mut self, cost: Cost, node: NodeId, observer: &mut impl SearchObserver) {
        self.best = Some((cost, node));
        watch(observer, Event::Note(Note::Meeting { node, cost }));
    }

    /// Whether a path that costs at least `bound` may be better than the best one.
    #[inline(always)]
    fn is_promising(&self, bound: Cost) -> bool {
        self.best.is_none_or(|(cost, _)| bound < cost)
    }
}

impl<E: Estimate> Front<E> {
    #[inline(always)]
    fn guess<const FORM: u8>(&self, turn: usize, node: NodeId) -> Cost {
        let guess = if self.guesses { self.estimates[turn].estimate(node) } else { 0 };
        match self.rule {
            Rule::Weighted(weight) if FORM != PLAIN => weight.times(guess),
            _ => guess,
        }
    }

    #[inline(always)]
    fn key<const FORM: u8>(&self, g: Cost, h: Cost) -> Cost {
        if FORM != PLAIN && self.rule == Rule::GuessOnly { h } else { g.saturating_add(h) }
    }
}

enum End {
    Done,
    Spent(Spent),
    TooWide,
}

impl<'a, W: World, E: Estimate> Bidirectional<'a, W, E> {
    /// Prepares a search.
    ///
    /// # Errors
    ///
    /// If the query has a predicate for a goal, or no goal at all.
    pub fn new<H>(
        world: &'a W,
        heuristic: &H,
        query: &PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Result<Self, Unsupported>
    where
        H: Heuristic<Aimed = E>,
    {
        query.check_named()?;
        let consistent = heuristic.promise() == Promise::Consistent;
        let forward = heuristic.aim(&mut query.goals.named());
        let backward = heuristic.aim_back(&mut query.starts.iter().map(|(node, _)| node));
        Ok(Bidirectional {
            world,
            query: *query,
            scratch,
            guarantee: if consistent { Guarantee::Optimal } else { Guarantee::None },
            state: Front {
                estimates: [forward, backward],
                guesses: consistent || query.max_cost == Cost::MAX,
                rule: Rule::Sum,
                floors: [0, 0],
                best: None,
                sequence: 0,
            },
            effort: Effort::default(),
            is_wide: false,
            progress: Progress::NotBegun,
        })
    }

    /// Multiplies the heuristic by `weight`. If `weight` is at most 1, a consistent heuristic stays
    /// consistent and the path is a cheapest one; above 1 nothing is guaranteed.
    #[must_use]
    pub fn weighted(mut self, weight: Weight) -> Self {
        self.restart();
        self.state.rule = Rule::Weighted(weight);
        if weight.exceeds_one() || !self.guarantee.is_optimal() {
            self.promise_nothing();
        }
        self
    }

    /// Counts steps instead of costs and uses no heuristic: finds a path with the fewest steps. A
    /// cost already paid at a start is ignored, and `max_cost` of the query limits the number of
    /// steps.
    #[must_use]
    pub fn breadth_first(mut self) -> Self {
        self.restart();
        (self.state.rule, self.state.guesses) = (Rule::Steps, false);
        self.guarantee = Guarantee::FewestSteps;
        self
    }

    /// Orders by the heuristic alone and takes the first path found: some path, quickly. With a
    /// limit on the cost it uses no heuristic, because an expensive path to a node could hide a
    /// cheap one within the limit.
    #[must_use]
    pub fn greedy(mut self) -> Self {
        self.restart();
        self.promise_nothing();
        self.state.rule = if self.state.guesses { Rule::GuessOnly } else { Rule::Sum };
        self
    }

    /// Results found under another rule are not valid for this one.
    fn restart(&mut self) {
        (self.progress, self.is_wide) = (Progress::NotBegun, false);
        (self.state.best, self.state.floors, self.state.sequence) = (None, [0, 0], 0);
        self.effort = Effort::default();
    }

    fn promise_nothing(&mut self) {
        self.guarantee = Guarantee::None;
        self.state.guesses = self.query.max_cost == Cost::MAX;
    }

    /// Searches until the cheapest path is proved, both open lists are empty, or `budget` runs out;
    /// can be called again after `OutOfBudget`.
    ///
    /// # Panics
    ///
    /// If the query names a node outside `world`.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |watcher| self.run_by(budget, watcher))
    }

    #[inline(never)]
    fn run_by(&mut self, budget: &mut Budget<'_>, mut watcher: Watcher<'_>) -> Outcome {
        if self.progress == Progress::NotBegun {
            if !budget.allows_bytes(2 * Records::<Narrow>::bytes_for(self.world.node_count())) {
                return self.out_of_budget(Spent::Bytes);
            }
            self.begin(&mut |event| tell(&mut watcher, event));
            self.progress = Progress::Running;
        }
        let bytes_per_node = size_of::<Narrow>() + size_of::<Wide>();
        let wide_bytes = 2 * bytes_per_node * self.world.node_count() as usize;
        while self.progress == Progress::Running {
            // As in the unidirectional main loop, observed and wide searches share one form.
            let end = if watcher.is_some() || self.is_wide {
                self.drive_erased(budget, &mut |event| tell(&mut watcher, event))
            } else if self.state.rule != Rule::Sum {
                self.drive::<ANY, Narrow, _>(narrow, budget, &mut ())
            } else {
                self.drive::<PLAIN, Narrow, _>(narrow, budget, &mut ())
            };
            match end {
                End::Done => self.progress = Progress::Done,
                End::Spent(spent) => return self.out_of_budget(spent),
                End::TooWide if !budget.allows_bytes(wide_bytes) => {
                    return self.out_of_budget(Spent::Bytes);
                }
                End::TooWide => self.widen(),
            }
        }
        match self.state.best {
            _ if self.world.is_cut_short() => self.out_of_budget(Spent::Bytes),
            Some((cost, meeting)) if cost <= self.query.max_cost => self.found(meeting),
            _ => self.unreachable(),
        }
    }

    #[inline(never)]
    fn begin(&mut self, notice: &mut dyn FnMut(Event)) {
        let spread = 2 * u64::from(self.world.max_arc_cost());
        self.scratch.held = 0;
        for side in [&mut self.scratch.forward, &mut self.scratch.backward] {
            side.narrow.begin(self.world.node_count());
            side.open.begin(0, spread);
        }
        let (starts, goals) = (self.query.starts, self.query.goals);
        if starts.iter().any(|(_, paid)| paid > Narrow::LIMIT) {
            self.widen();
        }
        for (node, paid) in starts.iter() {
            let paid = if self.state.rule == Rule::Steps { 0 } else { paid };
            self.open_end(0, node, paid, notice);
        }
        notice(Event::Note(Note::Half { from_goals: true }));
        for node in goals.named() {
            self.open_end(1, node, 0, notice);
        }
        for turn in [0, 1] {
            let side = [&mut self.scratch.forward, &mut self.scratch.backward];
            let least = side.into_iter().nth(turn).and_then(|side| side.open.peek());
            self.state.floors[turn] = least.map_or(0, |entry| entry.f);
        }
    }

    fn open_end(
        &mut self,
        turn: usize,
        node: NodeId,
        paid: Cost,
        mut notice: &mut dyn FnMut(Event),
    ) {
        if !self.world.is_passable(node) || self.g(turn, node) <= paid {
            return;
        }
        let h = self.state.guess::<ANY>(turn, node);
        let f = self.state.key::<ANY>(paid, h);
        let wide = self.is_wide;
        let side = self.side(turn);
        match wide {
            true => side.wide.open(node.index(), paid, Slot::NONE),
            false => side.narrow.open(node.index(), paid, Slot::NONE),
        }
        self.state.sequence += 1;
        let tie = u64::from(!self.state.sequence);
        self.side(turn).open.push(Entry { f, tie, node: node.get() });
        self.effort.generated += 1;
        notice(Event::Open { node, parent: None, g: paid, h, f });
        let there = self.g(1 - turn, node);
        if there != Cost::MAX && self.state.is_promising(paid + there) {
            self.state.meet(paid + there, node, &mut notice);
        }
    }

    fn side(&mut self, turn: usize) -> &mut Side {
        if turn == 0 { &mut self.scratch.forward } else { &mut self.scratch.backward }
    }

    fn g(&self, turn: usize, node: NodeId) -> Cost {
        let side = if turn == 0 { &self.scratch.forward } else { &self.scratch.backward };
        if self.is_wide { side.wide.g(node.index()) } else { side.narrow.g(node.index()) }
    }

    fn widen(&mut self) {
        for side in [&mut self.scratch.forward, &mut self.scratch.backward] {
            side.narrow.widen(&mut side.wide);
        }
        self.is_wide = true;
    }

    /// The main loop, compiled once for all worlds and estimates.
    fn drive_erased(&mut self, budget: &mut Budget<'_>, notice: &mut dyn FnMut(Event)) -> End {
        let Front { ref estimates, guesses, rule, floors, best, sequence } = self.state;
        let estimates = estimates.each_ref().map(ByPointer::new);
        let mut search = Bidirectional {
            world: &Erased::new(self.world),
            query: self.query,
            scratch: &mut *self.scratch,
            guarantee: self.guarantee,
            state: Front { estimates, guesses, rule, floors, best, sequence },
            effort: self.effort,
            is_wide: self.is_wide,
            progress: self.progress,
        };
        let end = search.drive_by(budget, notice);
        let Bidirectional { state: Front { floors, best, sequence, .. }, effort, .. } = search;
        (self.state.floors, self.state.best, self.state.sequence) = (floors, best, sequence);
        self.effort = effort;
        end
    }

    /// The main loop; the `PLAIN` instance is specialised for ordinary queries.
    #[inline(never)]
    fn drive<const FORM: u8, R: Record, O: SearchObserver>(
        &mut self,
        split: impl Fn(&mut Side) -> (&mut Records<R>, &mut OpenList),
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> End {
        let longest_arc = Cost::from(self.world.max_arc_cost());
        loop {
            let Scratch { forward, backward, .. } = &mut *self.scratch;
            let turn = usize::from(backward.open.len() < forward.open.len());
            let (this, other) = if turn == 0 { (forward, backward) } else { (backward, forward) };
            let ((records, open), (other_records, other_open)) = (split(this), split(other));
            let Some(entry) = open.pop() else { return End::Done };
            if !self.state.is_promising(entry.f) {
                return End::Done; // nothing left on this side is better
            }
            let node = NodeId::new(entry.node);
            let known = records.look(node.index());
            if known.is_closed() || other_records.look(node.index()).is_closed() {
                continue;
            }
            let g = known.g();
            let stop = if g > R::LIMIT - longest_arc.min(R::LIMIT) {
                Some(End::TooWide)
            } else {
                budget.take().map(End::Spent)
            };
            if let Some(stop) = stop {
                open.push(entry);
                return stop;
            }
            records.close(node.index());
            self.state.floors[turn] = entry.f;
            self.effort.expanded += 1;
            watch(observer, Event::Note(Note::Half { from_goals: turn == 1 }));
            watch(observer, Event::Close { node, g });
            let behind = self.state.guess::<FORM>(1 - turn, node);
            let through = g.saturating_add(self.state.floors[1 - turn]).saturating_sub(behind);
            if !self.state.is_promising(through) {
                continue; // no path through here beats the best one
            }
            let bar = records.bar(g);
            let (front, effort) = (&mut self.state, &mut self.effort);
            let way = [Way::Forward, Way::Backward][turn];
            let relax = &mut Relax::<FORM, _, _, _> {
                front,
                effort,
                turn,
                records,
                other_records,
                open,
                bar,
                node,
                g,
                observer,
            };
            self.world.offer_arcs(node, way, relax);
            if FORM != PLAIN && self.state.rule == Rule::GuessOnly && self.state.best.is_some() {
                return End::Done;
            }
            let open_now = (open.len() + other_open.len()) as u64;
            self.effort.open_most = self.effort.open_most.max(open_now);
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return End::Spent(Spent::Bytes);
            }
        }
    }

    fn slot(&self, turn: usize, node: NodeId) -> Slot {
        let side = if turn == 0 { &self.scratch.forward } else { &self.scratch.backward };
        if self.is_wide { side.wide.slot(node.index()) } else { side.narrow.slot(node.index()) }
    }

    #[inline(never)]
    fn found(&mut self, meeting: NodeId) -> Outcome {
        let this = &*self;
        let next = |turn: usize, way: Way| {
            move |at: NodeId| {
                let slot = this.slot(turn, at);
                (slot != Slot::NONE).then(|| this.world.follow(at, slot, way))
            }
        };
        let nodes = walk(meeting, &next(0, Way::Forward), &next(1, Way::Backward));
        let arc = |pair: &[NodeId]| self.world.arc_cost(pair[0], pair[1]).map_or(0, Cost::from);
        let cost = match self.state.rule {
            Rule::Steps => nodes.windows(2).map(arc).sum(),
            _ => self.g(0, meeting) + self.g(1, meeting) - self.g(0, nodes[0]),
        };
        let path = Path::new(nodes, cost).expect("it holds at least the meeting point");
        Outcome::Found(Found { path, guarantee: self.guarantee, effort: self.measured() })
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    #[inline(never)]
    fn unreachable(&mut self) -> Outcome {
        let why = Why::of(self.world, &self.query, self.effort.expanded);
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
    }

    #[inline(never)]
    fn out_of_budget(&mut self, spent: Spent) -> Outcome {
        let lower_bound = match self.guarantee.is_optimal() && !self.world.is_cut_short() {
            true => self.state.floors[0].max(self.state.floors[1]).min(self.state.limit()),
            false => 0,
        };
        let effort = self.measured();
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
    }
}

impl Bidirectional<'_, Erased<'_>, ByPointer<'_>> {
    #[inline(never)]
    fn drive_by(&mut self, budget: &mut Budget<'_>, mut notice: &mut dyn FnMut(Event)) -> End {
        match self.is_wide {
            true => self.drive::<ANY, Wide, _>(wide, budget, &mut notice),
            false => self.drive::<ANY, Narrow, _>(narrow, budget, &mut notice),
        }
    }
}

fn narrow(side: &mut Side) -> (&mut Records<Narrow>, &mut OpenList) {
    (&mut side.narrow, &mut side.open)
}

fn wide(side: &mut Side) -> (&mut Records<Wide>, &mut OpenList) {
    (&mut side.wide, &mut side.open)
}

/// Relaxes arcs, and records where the sides meet.
struct Relax<'d, const FORM: u8, E, R, O> {
    front: &'d mut Front<E>,
    effort: &'d mut Effort,
    turn: usize,
    records: &'d mut Records<R>,
    other_records: &'d Records<R>,
    open: &'d mut OpenList,
    bar: R,
    node: NodeId,
    g: Cost,
    observer: &'d mut O,
}

impl<const FORM: u8, E, R, O> Relax<'_, FORM, E, R, O> {
    #[inline(always)]
    fn step(&self, cost: u32) -> u32 {
        if FORM != PLAIN && self.front.rule == Rule::Steps { 1 } else { cost }
    }
}

impl<const FORM: u8, E: Estimate, R: Record, O: SearchObserver> Offers
    for Relax<'_, FORM, E, R, O>
{
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.records.improves(index, self.bar, self.step(cost))
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let (node, parent) = (arc.node, self.node);
        let g = self.g + Cost::from(self.step(arc.cost));
        let known = self.records.look(node.index());
        let there = self.other_records.look(node.index());
        // A link may lead where a step has just led; nodes closed by either side are final.
        if g >= known.g() || known.is_closed() || there.is_closed() {
            return;
        }
        self.records.open(node.index(), g, arc.slot);
        let h = self.front.guess::<FORM>(self.turn, node);
        let f = self.front.key::<FORM>(g, h);
        self.front.sequence = self.front.sequence.wrapping_add(1);
        let tie = u64::from(!self.front.sequence);
        self.open.push(Entry { f, tie, node: node.get() });
        let event = match known.state() {
            State::Untouched => {
                self.effort.generated += 1;
                Event::Open { node, parent: Some(parent), g, h, f }
            }
            _ => {
                self.effort.improved += 1;
                Event::Improve { node, parent, g, h, f, reopened: false }
            }
        };
        watch(self.observer, event);
        let whole = g.saturating_add(there.g());
        if there.g() <= R::LIMIT && self.front.is_promising(whole) {
            self.front.meet(whole, node, self.observer);
        }
    }
}

crate::base::debug_by!([W, E] Bidirectional['_, W, E]: query, effort);
