//! Watching a search: pictures, traces and counters are observers.

use crate::base::{Cost, Dir, NodeId};

/// Something that happened in a search. `g`, `h`, `f` are in ticks; where a search orders by
/// something else (hops in breadth-first search, only `h` in greedy search), `f` is what it ordered
/// by.
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
        /// Guess of what is left.
        h: Cost,
        /// What it is ordered by.
        f: Cost,
    },
    /// A cheaper way was found to a node on the open list (or, with `reopened`, the closed set).
    Improve {
        /// The node.
        node: NodeId,
        /// The new parent.
        parent: NodeId,
        /// The new cost so far.
        g: Cost,
        /// Guess of what is left.
        h: Cost,
        /// What it is now ordered by.
        f: Cost,
        /// Whether it was taken back from the closed set.
        reopened: bool,
    },
    /// A node was taken from the open list: its neighbours come next.
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
    /// Something about the search, not about a node's place in it.
    Note(Note),
}

/// What some searches tell besides: which half is at work, where a round begins, what was looked at
/// in vain. Only those who watch are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// What comes now is of the half that begins at the goals, or else of that from the starts, with
    /// which a search from both ends begins. Told before each node that it closes.
    Half {
        /// Whether it is the half from the goals.
        from_goals: bool,
    },
    /// The halves meet, and no meeting before was as good.
    Meeting {
        /// Where.
        node: NodeId,
        /// What the path over it costs; the number of its steps where steps are counted.
        cost: Cost,
    },
    /// IDA* begins again: what it knew of nodes is forgotten.
    Round {
        /// The greatest `f` that is entered.
        limit: Cost,
    },
    /// IDA* found a node that is beyond the limit, by less than all others of this round: its `f` is
    /// the next limit unless one nearer comes.
    Beyond {
        /// The node.
        node: NodeId,
        /// Where it would be reached from; none if it is a start.
        parent: Option<NodeId>,
        /// What it would cost.
        g: Cost,
        /// Guess of what is left.
        h: Cost,
        /// The sum.
        f: Cost,
    },
    /// A jump point search looked along a line and found no jump point.
    NothingAhead {
        /// Where it set out or, if it turned off to a jump point on the way, where it last did.
        from: NodeId,
        /// The last node before what is in the way.
        last: NodeId,
        /// The direction.
        dir: Dir,
    },
}

/// Watches a search. `()` watches nothing and costs nothing.
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
    /// Whether anything is watched; searches skip making events when not.
    const WATCHES: bool = true;

    /// Told of each event, in order.
    fn notice(&mut self, event: Event);
}

/// Tells `observer` of an event; nothing is left of it once compiled if nobody watches.
#[inline(always)]
pub(crate) fn watch<O: SearchObserver>(observer: &mut O, event: Event) {
    if O::WATCHES {
        observer.notice(event);
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

/// Tells a closure of events.
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
