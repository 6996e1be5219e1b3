//! Every event of a search, packed for the page.

use astride::base::{Cost, NodeId};
use astride::search::{Event, Note, SearchObserver};
use serde_json::json;

use crate::session::legs::LegObserver;
use crate::session::message::Side;
use crate::session::wire::{Frame, Replies, kind as frame};

/// The most events of one frame.
const CHUNK: usize = 65_536;

/// No parent, or no event yet.
const NONE: u32 = u32::MAX;

/// One event as it is sent to the page; costs of more than 32 bits are clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    node: u32,
    parent: u32,
    g: u32,
    h: u32,
    what: u32,
}

const OPEN: u32 = 0;
const IMPROVE: u32 = 1;
const CLOSE: u32 = 2;
const GOAL: u32 = 3;
const MEETING: u32 = 4;
const ROUND: u32 = 5;
const BEYOND: u32 = 6;
const NOTHING_AHEAD: u32 = 7;
const REOPENED: u32 = 8;
/// Marks events of the half of the search that begins at the goals.
const FROM_GOALS: u32 = 16;
/// The number of the leg begins at this bit.
const LEG: u32 = 8;

/// Records events up to a limit.
pub(super) struct Tracer {
    events: Vec<Packed>,
    limit: usize,
    /// The number of the leg, as events carry it.
    leg: u32,
    /// [`FROM_GOALS`] while that half is at work.
    half: u32,
    dropped: u64,
    /// For each node and half its latest event of this leg that named parent and guess; the second
    /// half has none until it begins.
    latest: [Vec<u32>; 2],
}

impl Tracer {
    pub(super) fn new(limit: u32, node_count: u32) -> Self {
        let latest = [vec![NONE; node_count as usize], Vec::new()];
        let limit = limit as usize;
        Tracer { events: Vec::new(), limit, leg: 0, half: 0, dropped: 0, latest }
    }

    /// From here on events are of this half.
    fn turn(&mut self, from_goals: bool) {
        self.half = if from_goals { FROM_GOALS } else { 0 };
        let nodes = self.latest[0].len();
        if from_goals && self.latest[1].is_empty() {
            self.latest[1] = vec![NONE; nodes];
        }
    }

    /// The latest events of the half that is at work.
    fn latest(&mut self) -> &mut [u32] {
        &mut self.latest[usize::from(self.half != 0)]
    }

    /// Records an event that names parent and guess.
    fn found(&mut self, node: u32, parent: u32, (g, h): (Cost, Cost), what: u32) {
        let number = self.events.len() as u32;
        self.latest()[node as usize] = number;
        self.tell(node, parent, (g, h), what);
    }

    /// Records an event as it is.
    fn tell(&mut self, node: u32, parent: u32, (g, h): (Cost, Cost), what: u32) {
        let what = what | self.half | self.leg;
        self.events.push(Packed { node, parent, g: narrow(g), h: narrow(h), what });
    }

    /// Records an event of a node that was found before.
    fn reached(&mut self, node: u32, g: Cost, what: u32) {
        let number = self.latest()[node as usize];
        let found = self.events.get(number as usize);
        let (parent, h) = found.map_or((NONE, 0), |event| (event.parent, event.h));
        self.tell(node, parent, (g, Cost::from(h)), what);
    }

    /// Records what is not an event of a node.
    fn note(&mut self, note: Note) {
        match note {
            Note::Meeting { node, cost } => self.tell(node.get(), NONE, (cost, 0), MEETING),
            Note::Round { limit } => self.tell(NONE, NONE, (limit, 0), ROUND),
            Note::Beyond { node, parent, g, h, .. } => {
                let parent = parent.map_or(NONE, |node| node.get());
                self.tell(node.get(), parent, (g, h), BEYOND);
            }
            Note::NothingAhead { from, last, dir } => {
                self.tell(last.get(), from.get(), (dir as Cost, 0), NOTHING_AHEAD);
            }
            // Which half is at work is kept beside the events.
            _ => {}
        }
    }

    /// Records that a wave has reached a node, at this distance, from `next`.
    pub(super) fn reach(&mut self, node: NodeId, next: Option<NodeId>, g: Cost) {
        if self.has_room() {
            self.tell(node.get(), next.map_or(NONE, |node| node.get()), (g, 0), CLOSE);
        }
    }

    /// Whether the limit has not been reached; counts the events left out.
    fn has_room(&mut self) -> bool {
        let has_room = self.events.len() < self.limit;
        self.dropped += u64::from(!has_room);
        has_room
    }

    /// Adds all events and the summary, or the reason why there are none.
    pub(super) fn reply(self, replies: &mut Replies, kind: &str, side: Side, why: Option<String>) {
        for (number, chunk) in self.events.chunks(CHUNK).enumerate() {
            let first = (number * CHUNK) as u32;
            let numbers = [side.index() as u32, chunk.len() as u32, first, 0];
            let mut out = Frame::new(frame::EVENTS, replies.re(), numbers, 20 * chunk.len());
            for event in chunk {
                let fields = [event.node, event.parent, event.g, event.h, event.what];
                fields.into_iter().for_each(|number| out.u32(number));
            }
            replies.binary(out);
        }
        let (told, dropped) = (self.events.len() as u64, self.dropped);
        let cut =
            || (dropped > 0).then(|| format!("the first {told} of {} events", told + dropped));
        let why = why.or_else(cut);
        let body = json!({
            "panel": side.name(),
            "events": self.events.len(),
            "truncated": self.dropped > 0,
            "why": why,
        });
        replies.text(kind, body);
    }
}

impl SearchObserver for Tracer {
    fn notice(&mut self, event: Event) {
        if let Event::Note(Note::Half { from_goals }) = event {
            return self.turn(from_goals);
        }
        if !self.has_room() {
            return;
        }
        match event {
            Event::Open { node, parent, g, h, .. } => {
                self.found(node.get(), parent.map_or(NONE, |node| node.get()), (g, h), OPEN);
            }
            Event::Improve { node, parent, g, h, reopened, .. } => {
                let what = IMPROVE | if reopened { REOPENED } else { 0 };
                self.found(node.get(), parent.get(), (g, h), what);
            }
            Event::Close { node, g } => self.reached(node.get(), g, CLOSE),
            Event::Goal { node, g } => self.reached(node.get(), g, GOAL),
            Event::Note(note) => self.note(note),
        }
    }
}

impl LegObserver for Tracer {
    fn begin_leg(&mut self) {
        self.leg += 1 << LEG;
        self.half = 0;
        self.latest.iter_mut().for_each(|latest| latest.fill(NONE));
    }
}

fn narrow(cost: Cost) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX)
}
