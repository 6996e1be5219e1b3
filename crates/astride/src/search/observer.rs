//! Observing a search: pictures, traces and counters are observers.

use crate::base::{Cost, Dir, NodeId};

/// Something that happened in a search. `g`, `h` and `f` are in ticks. Where a search has another
/// priority (hops in breadth-first search, only `h` in greedy search), `f` is that priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node was put on the open list for the first time. Starts have no parent.
    Open {
        /// The node.
        node: NodeId,
        /// Where it was reached from.
        parent: Option<NodeId>,
        /// Cost so far.
        g: Cost,
        /// Heuristic estimate of the remaining cost.
        h: Cost,
        /// The priority.
        f: Cost,
    },
    /// A cheaper path was found to a node on the open list (or, with `reopened`, in the closed
    /// set).
    Improve {
        /// The node.
        node: NodeId,
        /// The new parent.
        parent: NodeId,
        /// The new cost so far.
        g: Cost,
        /// Heuristic estimate of the remaining cost.
        h: Cost,
        /// The new priority.
        f: Cost,
        /// Whether it was moved back from the closed set to the open list.
        reopened: bool,
    },
    /// A node was taken from the open list and is expanded next.
    Close {
        /// The node.
        node: NodeId,
        /// Its cost.
        g: Cost,
    },
    /// A goal was reached.
    Goal {
        /// The goal.
        node: NodeId,
        /// Its cost.
        g: Cost,
    },
    /// Something about the search as a whole rather than a node.
    Note(Note),
}

/// Additional information from some searches: which side is working, where an iteration begins,
/// what was scanned in vain. Generated only if an observer listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The events that follow belong to the backward half, from the goals, or else to the forward
    /// half, with which a bidirectional search begins. Sent before each node that the half closes.
    Half {
        /// Whether it is the half from the goals.
        from_goals: bool,
    },
    /// The halves meet at a lower cost than before.
    Meeting {
        /// Where.
        node: NodeId,
        /// The cost of the path through it, or the number of its steps where steps are counted.
        cost: Cost,
    },
    /// IDA* begins an iteration; what it knew about nodes is forgotten.
    Round {
        /// The greatest `f` that is entered.
        limit: Cost,
    },
    /// IDA* found a node beyond the limit whose `f` is the least so far in this iteration: it
    /// becomes the next limit unless a smaller one is found.
    Beyond {
        /// The node.
        node: NodeId,
        /// The node it would be reached from; `None` if it is a start.
        parent: Option<NodeId>,
        /// Its cost so far.
        g: Cost,
        /// Heuristic estimate of the remaining cost.
        h: Cost,
        /// The sum.
        f: Cost,
    },
    /// A jump point search scanned along a line and found no jump point.
    NothingAhead {
        /// Where the scan began or, if it turned off to a jump point on the way, where it last did.
        from: NodeId,
        /// The last node before the obstacle.
        last: NodeId,
        /// The direction.
        dir: Dir,
    },
}

/// Observes a search. `()` observes nothing and costs nothing.
///
/// # Examples
///
/// ```
/// use astride::search::{Event, SearchObserver};
/// struct CountClosed(u64);
/// impl SearchObserver for CountClosed {
///     fn notice(&mut self, event: Event) {
///         self.0 += u64::from(matches!(event, Event::Close { .. }));
///     }
/// }
/// ```
pub trait SearchObserver {
    /// Whether anything is observed; if not, searches do not construct events.
    const WATCHES: bool = true;

    /// Receives each event, in order.
    fn notice(&mut self, event: Event);
}

/// Passes an event to `observer`; compiles to nothing if nothing is observed.
#[inline(always)]
pub(crate) fn watch<O: SearchObserver>(observer: &mut O, event: Event) {
    if O::WATCHES {
        observer.notice(event);
    }
}

/// Makes a call with the observer as a closure, or as `()` if nothing is observed, so a search is compiled
/// for two kinds of observers, however many a program has.
macro_rules! erased {
    ($observer:ident: $O:ty => $call:expr) => {
        if <$O as $crate::search::SearchObserver>::WATCHES {
            let mut notice = |event| $crate::search::SearchObserver::notice($observer, event);
            let $observer: &mut &mut dyn FnMut($crate::search::Event) = &mut (&mut notice as _);
            $call
        } else {
            let $observer = &mut ();
            $call
        }
    };
}

pub(crate) use erased;

/// Who watches a search, if anyone does.
pub(crate) type Watcher<'a> = Option<&'a mut dyn FnMut(Event)>;

/// Calls `ask` with the observer as a [`Watcher`]. A search that is generic over nothing else is then
/// compiled once, in this library, and not again in each program.
pub(crate) fn watched<O: SearchObserver, T>(
    observer: &mut O,
    ask: impl FnOnce(Watcher<'_>) -> T,
) -> T {
    if O::WATCHES { ask(Some(&mut |event| observer.notice(event))) } else { ask(None) }
}

/// Makes a call with a [`Watcher`] as the observer, or `()` if nobody watches.
macro_rules! by_watcher {
    ($observer:ident => $call:expr) => {
        if let Some(mut $observer) = $observer {
            let $observer = &mut $observer;
            $call
        } else {
            let $observer = &mut ();
            $call
        }
    };
}

pub(crate) use by_watcher;

/// Passes an event to a watcher, if there is one.
pub(crate) fn tell(watcher: &mut Watcher<'_>, event: Event) {
    if let Some(notice) = watcher {
        notice(event);
    }
}

impl SearchObserver for () {
    const WATCHES: bool = false;
    #[inline(always)]
    fn notice(&mut self, _event: Event) {}
}

impl<O: SearchObserver> SearchObserver for &mut O {
    const WATCHES: bool = O::WATCHES;
    fn notice(&mut self, event: Event) {
        (**self).notice(event);
    }
}

/// Passes events to a closure.
impl SearchObserver for &mut dyn FnMut(Event) {
    fn notice(&mut self, event: Event) {
        self(event);
    }
}

/// Keeps all events, up to a limit, for pictures and traces.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::{Event, Recorder, dijkstra};
/// let grid = Grid::new(3, 1, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((2, 0)).unwrap());
/// let mut recorder = Recorder::default();
/// let _ = dijkstra(&view, &query, &mut Scratch::new(), &mut recorder);
/// assert!(matches!(recorder.events().last(), Some(Event::Goal { g: 27_720, .. })));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    limit: usize,
    dropped: u64,
}

impl Recorder {
    /// A recorder that keeps at most `limit` events (40 bytes each) and counts the rest.
    pub fn new(limit: usize) -> Self {
        Recorder { events: Vec::new(), limit, dropped: 0 }
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events came after the limit was reached.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Default for Recorder {
    /// Keeps at most 2²⁴ events.
    fn default() -> Self {
        Recorder::new(1 << 24)
    }
}

impl SearchObserver for Recorder {
    fn notice(&mut self, event: Event) {
        if self.events.len() < self.limit {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}
