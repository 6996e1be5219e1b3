//! The main loop of every best-first search.

use crate::base::{Budget, Cost, Entry, NodeId, OpenList, Record, Records, Spent, State};
use crate::search::observer::{Watcher, tell, watch};
use crate::search::seldom::ByPointer;
use crate::search::{Effort, Estimate, Event, Goals, PathQuery, SearchObserver, Ties};
use crate::world::{Arc, Erased, Offers, Way, World};

/// The priority of a search, and the rules that go with it.
pub(super) struct Aim<E> {
    pub(super) estimate: E,
    pub(super) order: Order,
    /// Whether a cheaper path to a closed node reopens it.
    pub(super) reopens: bool,
    /// Whether every arc counts as one.
    pub(super) counts_steps: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Order {
    /// `g + h`.
    Sum,
    /// `h`.
    GuessOnly,
    /// `denominator · g + numerator · h`: integers in the same order as `g + w·h`.
    Weighted { numerator: u64, denominator: u64 },
}

impl Order {
    #[inline(always)]
    pub(super) fn key(self, g: Cost, h: Cost) -> Cost {
        match self {
            Order::Sum => g.saturating_add(h),
            Order::GuessOnly => h,
            Order::Weighted { numerator, denominator } => {
                g.saturating_mul(denominator).saturating_add(h.saturating_mul(numerator))
            }
        }
    }
}

/// The best node so far by estimate, then cost, then id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Nearest {
    pub(super) guess: Cost,
    pub(super) g: Cost,
    pub(super) node: NodeId,
}

/// Why the main loop ended.
pub(super) enum End {
    Goal(NodeId),
    Exhausted,
    Spent(Spent),
    /// A cost no longer fits narrow records.
    TooWide,
}

impl<E> Aim<E> {
    /// The most by which `f` can rise from a node to its neighbours.
    pub(super) fn spread(&self, max_arc_cost: u32) -> u64 {
        let arc = if self.counts_steps { 1 } else { 2 * u64::from(max_arc_cost) };
        match self.order {
            Order::Sum | Order::GuessOnly => arc,
            Order::Weighted { numerator, denominator } => arc / 2 * (numerator + denominator),
        }
    }
}

/// The straight line from the first start to the first goal aimed at, for one tie rule.
#[derive(Clone, Copy)]
pub(super) struct Line(Option<(NodeId, NodeId)>);

impl Line {
    pub(super) fn of(query: &PathQuery<'_>) -> Self {
        let start = query.starts.iter().next().map(|(node, _)| node);
        Line(start.zip(query.aims().next()))
    }
}

/// A tie value that favours the node added last.
#[inline(always)]
fn last_added(sequence: &mut u32) -> u64 {
    *sequence = sequence.wrapping_add(1);
    u64::from(!*sequence)
}

#[inline(always)]
pub(super) fn tie(
    ties: Ties,
    world: &impl World,
    line: Line,
    node: NodeId,
    h: Cost,
    sequence: &mut u32,
) -> u64 {
    let late = last_added(sequence);
    match ties {
        Ties::LastAdded => late,
        Ties::FirstAdded => u64::from(*sequence),
        Ties::SmallerH => h.min(u64::from(u32::MAX)) << 32 | late,
        Ties::Straightest => {
            let off = line.0.map_or(0, |(start, goal)| world.deviation(node, start, goal));
            u64::from(off) << 32 | late
        }
    }
}

/// Everything the main loop touches, borrowed separately from the records so that it can be
/// compiled for both widths.
pub(super) struct Drive<'s, 'q, W, E> {
    pub(super) world: &'s W,
    pub(super) aim: &'s Aim<E>,
    pub(super) query: &'s PathQuery<'q>,
    pub(super) effort: &'s mut Effort,
    pub(super) sequence: &'s mut u32,
    pub(super) nearest: &'s mut Option<Nearest>,
    pub(super) closed: &'s mut Option<Vec<NodeId>>,
    pub(super) open: &'s mut OpenList,
}

impl Drive<'_, '_, Erased<'_>, ByPointer<'_>> {
    #[inline(never)]
    fn run_any<R: Record>(
        mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        mut notice: &mut dyn FnMut(Event),
    ) -> End {
        self.run_as::<ANY, R, _>(records, budget, &mut notice)
    }
}

impl<W: World, E: Estimate> Drive<'_, '_, W, E> {
    /// Runs the main loop in the form compiled for the rules of the query. For an ordinary A* query
    /// no tests of priorities, ties and limits remain, which saves a third of the instructions. A
    /// search that is observed spends its time on reporting, and one whose costs need wide records is rare, so
    /// these use one form that is compiled once, for all worlds and estimates.
    pub(super) fn run<R: Record>(
        mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        watcher: &mut Watcher<'_>,
    ) -> End {
        // Apart, so that nothing else is compiled for wide records.
        if R::IS_WIDE {
            return self.run_erased(records, budget, watcher);
        }
        if watcher.is_some() {
            return self.run_erased(records, budget, watcher);
        }
        let (aim, query) = (self.aim, self.query);
        let is_plain = matches!(aim.order, Order::Sum)
            && !aim.reopens
            && !aim.counts_steps
            && !query.nearest
            && query.ties == Ties::LastAdded
            && query.max_cost == Cost::MAX
            && matches!(query.goals, Goals::One(_) | Goals::Any(_));
        if !is_plain {
            self.run_as::<ANY, R, _>(records, budget, &mut ())
        } else if W::PRUNES && query.canonical {
            self.run_as::<PLAIN_CANONICAL, R, _>(records, budget, &mut ())
        } else {
            self.run_as::<PLAIN, R, _>(records, budget, &mut ())
        }
    }

    fn run_erased<R: Record>(
        &mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        watcher: &mut Watcher<'_>,
    ) -> End {
        let Aim { ref estimate, order, reopens, counts_steps } = *self.aim;
        let estimate = ByPointer::new(estimate);
        let drive = Drive {
            world: &Erased::new(self.world),
            aim: &Aim { estimate, order, reopens, counts_steps },
            query: self.query,
            effort: &mut *self.effort,
            sequence: &mut *self.sequence,
            nearest: &mut *self.nearest,
            closed: &mut *self.closed,
            open: &mut *self.open,
        };
        drive.run_any(records, budget, &mut |event| tell(watcher, event))
    }

    /// The main loop of every best-first search.
    #[inline(never)]
    fn run_as<const FORM: u8, R: Record, O: SearchObserver>(
        &mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> End {
        let is_any = is_any(FORM);
        let is_canonical = FORM == PLAIN_CANONICAL || (is_any && self.query.canonical);
        let line = Line::of(self.query);
        let longest_arc = Cost::from(self.world.max_arc_cost());
        // Copies, so that the counters stay in registers.
        let (mut effort, mut sequence) = (*self.effort, *self.sequence);
        let end = loop {
            let Some(entry) = self.open.pop() else { break End::Exhausted };
            let node = NodeId::new(entry.node);
            let at = node.index();
            let known = records.look_again(at);
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
                break stop;
            }
            records.close(at);
            effort.expanded += 1;
            watch(observer, Event::Close { node, g });
            if is_any {
                if let Some(closed) = self.closed {
                    closed.push(node);
                }
                if self.query.nearest {
                    self.note_nearest(node, g);
                }
            }
            let is_goal = match (is_any, self.query.goals) {
                (true, Goals::Where(is_goal)) => is_goal(node),
                _ => known.is_goal(),
            };
            if is_goal {
                watch(observer, Event::Goal { node, g });
                break End::Goal(node);
            }
            let relax = &mut Relax::<FORM, _, _, _, _> {
                world: self.world,
                aim: self.aim,
                query: self.query,
                bar: records.bar(g),
                effort: &mut effort,
                sequence: &mut sequence,
                open: self.open,
                records,
                node,
                g,
                line,
                observer,
            };
            if W::PRUNES && is_canonical {
                self.world.offer_canonical_arcs(node, known.slot(), Way::Forward, relax);
            } else {
                self.world.offer_arcs(node, Way::Forward, relax);
            }
            effort.open_most = effort.open_most.max(self.open.len() as u64);
            if budget.limits_bytes() && !budget.allows_bytes(self.open.bytes() + records.bytes()) {
                break End::Spent(Spent::Bytes);
            }
        };
        (*self.effort, *self.sequence) = (effort, sequence);
        end
    }

    #[cold]
    fn note_nearest(&mut self, node: NodeId, g: Cost) {
        let guess = |goal| self.world.estimate(node, goal);
        let Some(guess) = self.query.goals.named().map(guess).min() else { return };
        let this = Nearest { guess, g, node };
        if self.nearest.is_none_or(|best| this < best) {
            *self.nearest = Some(this);
        }
    }
}

/// The main loop for any rules.
pub(super) const ANY: u8 = 0;
/// A* to named goals, ties to the last added, no limit on the cost.
pub(super) const PLAIN: u8 = 1;
/// The same, restricted to canonical arcs.
const PLAIN_CANONICAL: u8 = 2;

const fn is_any(form: u8) -> bool {
    form == ANY
}

/// Relaxes arcs.
struct Relax<'d, 'q, const FORM: u8, W, E, R, O> {
    world: &'d W,
    aim: &'d Aim<E>,
    query: &'d PathQuery<'q>,
    effort: &'d mut Effort,
    sequence: &'d mut u32,
    open: &'d mut OpenList,
    records: &'d mut Records<R>,
    node: NodeId,
    g: Cost,
    bar: R,
    line: Line,
    observer: &'d mut O,
}

impl<const FORM: u8, W, E, R, O> Relax<'_, '_, FORM, W, E, R, O> {
    #[inline(always)]
    fn step(&self, cost: u32) -> u32 {
        if is_any(FORM) && self.aim.counts_steps { 1 } else { cost }
    }
}

impl<const FORM: u8, W, E, R, O> Offers for Relax<'_, '_, FORM, W, E, R, O>
where
    W: World,
    E: Estimate,
    R: Record,
    O: SearchObserver,
{
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.records.improves(index, self.bar, self.step(cost))
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let at = arc.node.index();
        let g = self.g + Cost::from(self.step(arc.cost));
        let known = self.records.look(at);
        // A link may lead where a step has just led.
        if g >= known.g() || (is_any(FORM) && g > self.query.max_cost) {
            return;
        }
        let reopens = is_any(FORM) && self.aim.reopens;
        if known.is_closed() && !reopens {
            return;
        }
        self.records.reopen(at, known, g, arc.slot);
        let h = self.aim.estimate.estimate(arc.node);
        let (f, tie) = if is_any(FORM) {
            let ties = self.query.ties;
            let tie = tie(ties, self.world, self.line, arc.node, h, self.sequence);
            (self.aim.order.key(g, h), tie)
        } else {
            (g.saturating_add(h), last_added(self.sequence))
        };
        self.open.push(Entry { f, tie, node: arc.node.get() });
        let state = known.state();
        match state {
            State::Untouched => self.effort.generated += 1,
            State::Open => self.effort.improved += 1,
            State::Closed => self.effort.reopened += 1,
        }
        let (node, parent) = (arc.node, self.node);
        let reopened = state == State::Closed;
        let event = match state {
            State::Untouched => Event::Open { node, parent: Some(parent), g, h, f },
            _ => Event::Improve { node, parent, g, h, f, reopened },
        };
        watch(self.observer, event);
    }
}
