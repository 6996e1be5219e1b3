//! Every event of a search, packed for the page.

use astride::base::Cost;
use astride::search::{Event, SearchObserver};
use serde_json::json;

use crate::session::legs::LegObserver;
use crate::session::message::Side;
use crate::session::panel::Answer;
use crate::session::wire::{Frame, Replies, kind};

/// The most events of one frame.
const CHUNK: usize = 65_536;

/// No parent, or no event yet.
const NONE: u32 = u32::MAX;

/// One event as the page gets it: costs above 32 bits are cut off there.
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
const REOPENED: u32 = 8;
/// From this bit on stands the number of the leg.
const LEG: u32 = 8;

/// Takes down events up to a limit.
pub(super) struct Tracer {
    events: Vec<Packed>,
    limit: usize,
    /// The number of the leg, as events carry it.
    leg: u32,
    dropped: u64,
    /// For each node its latest event of this leg that named parent and guess.
    latest: Vec<u32>,
}

impl Tracer {
    pub(super) fn new(limit: u32, node_count: u32) -> Self {
        let latest = vec![NONE; node_count as usize];
        Tracer { events: Vec::new(), limit: limit as usize, leg: 0, dropped: 0, latest }
    }

    /// Takes down an event that names parent and guess.
    fn found(&mut self, node: u32, parent: u32, (g, h): (Cost, Cost), what: u32) {
        self.latest[node as usize] = self.events.len() as u32;
        let what = what | self.leg;
        self.events.push(Packed { node, parent, g: narrow(g), h: narrow(h), what });
    }

    /// Takes down an event of a node that was found before.
    fn reached(&mut self, node: u32, g: Cost, what: u32) {
        let found = self.events.get(self.latest[node as usize] as usize);
        let (parent, h) = found.map_or((NONE, 0), |event| (event.parent, event.h));
        self.events.push(Packed { node, parent, g: narrow(g), h, what: what | self.leg });
    }

    /// Adds all events and the summary.
    pub(super) fn reply(self, replies: &mut Replies, side: Side, answer: &Result<Answer, String>) {
        for (number, chunk) in self.events.chunks(CHUNK).enumerate() {
            let first = (number * CHUNK) as u32;
            let numbers = [side.index() as u32, chunk.len() as u32, first, 0];
            let mut frame = Frame::new(kind::EVENTS, replies.re(), numbers, 20 * chunk.len());
            for event in chunk {
                let fields = [event.node, event.parent, event.g, event.h, event.what];
                fields.into_iter().for_each(|number| frame.u32(number));
            }
            replies.binary(frame);
        }
        let why = match answer {
            Err(why) => Some(why.clone()),
            Ok(_) if self.dropped > 0 => Some(format!(
                "the first {} of {} events",
                self.events.len(),
                self.events.len() as u64 + self.dropped
            )),
            Ok(_) => None,
        };
        let body = json!({
            "panel": side.name(),
            "events": self.events.len(),
            "truncated": self.dropped > 0,
            "why": why,
        });
        replies.text("trace", body);
    }
}

impl SearchObserver for Tracer {
    fn notice(&mut self, event: Event) {
        if self.events.len() == self.limit {
            self.dropped += 1;
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
        }
    }
}

impl LegObserver for Tracer {
    fn begin_leg(&mut self) {
        self.leg += 1 << LEG;
        self.latest.fill(NONE);
    }
}

fn narrow(cost: Cost) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX)
}
