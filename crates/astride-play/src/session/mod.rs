//! One conversation with one page: messages in, replies out.
//!
//! A [`Session`] speaks only when asked. [`Session::handle`] takes one message and gives all replies
//! to it; the transport (a web server, or the page itself) moves frames and knows nothing about them.
//! It starts no thread, reads no clock and opens no socket. PROTOCOL.md in this crate is the
//! contract.
//!
//! `message` defines the messages, `wire` the layout of frames; `board` is the map with all that
//! lies on it, `panel` how one side of the page asks. The rest is one file per message.

mod answer;
mod board;
mod bodies;
mod body;
mod builtin;
mod code;
mod crew;
mod danger;
mod edit;
mod explorer;
mod facts;
pub mod fuzz;
mod generate;
mod growth;
mod history;
mod inspect;
mod landmarks;
mod layers;
mod legs;
mod limits;
mod live;
mod lying;
mod message;
mod names;
mod open;
mod over;
mod panel;
mod places;
mod plan;
mod queue;
mod race;
mod random;
mod ready;
mod repair;
mod scenario;
mod scene;
mod settings;
mod shelf;
mod survey;
mod tiling;
mod tools;
mod trace;
mod welcome;
mod wire;

pub use limits::Limits;
pub use wire::{Incoming, Outgoing, Replies};

use std::sync::atomic::AtomicBool;

use astride::io::{Drawing, write_map_as};
use astride::search::Scratch;
use astride::shapes::square::Grid;
use serde::de::DeserializeOwned;
use serde_json::json;

use board::Board;
use bodies::Bodies;
use explorer::Explorer;
use layers::Ground;
use limits::Bounds;
use message::{Envelope, Side};
use open::{board_of, plain};
use panel::Panel;
use queue::Queue;
use shelf::Shelf;
use wire::Refusal;

/// The version of the protocol.
const VERSION: u32 = 1;

/// Messages other than `open` are at most this many bytes.
const SMALL: usize = 256 << 10;

/// After this many messages that make no sense, the transport is asked to close.
const MOST_STRIKES: u32 = 100;

/// One page's map, settings and memory.
///
/// # Examples
///
/// ```
/// use astride_play::session::{Incoming, Limits, Outgoing, Session};
/// let mut session = Session::new(Limits::default());
/// let ask = r#"{"t": "ask", "n": 1}"#;
/// let frames = session.handle(Incoming::Text(ask)).done(0);
/// let Outgoing::Text(answer) = &frames[0] else { panic!("the answer comes first") };
/// assert!(answer.contains(r#""outcome":"found""#), "{answer}");
/// ```
pub struct Session {
    limits: Limits,
    board: Board,
    shelf: Shelf,
    panels: [Panel; 2],
    compares: bool,
    memory: Scratch,
    bodies: Bodies,
    explorer: Option<Explorer>,
    queue: Option<Queue>,
    /// Whether edits report what they made the indexes do.
    watches: bool,
    strikes: u32,
}

/// Messages that make sense only on maps of squares.
const SQUARES_ONLY: [&str; 13] = [
    "danger", "explore", "walk", "rush", "work", "fit", "scenario", "row", "units", "send", "unit",
    "arrows", "code",
];

type Done = Result<(), Refusal>;

impl Session {
    /// A session with the first map open.
    pub fn new(limits: Limits) -> Self {
        let opened = builtin::open(builtin::FIRST, &limits);
        let opened = opened.unwrap_or_else(|_| plain(Grid::new(1, 1, b'.').expect("a small grid")));
        Session {
            board: board_of(opened, &limits),
            limits,
            shelf: Shelf::default(),
            panels: [Panel::default(), Panel::default()],
            compares: false,
            memory: Scratch::default(),
            bodies: Bodies::default(),
            explorer: None,
            queue: None,
            watches: false,
            strikes: 0,
        }
    }

    /// Serves one message.
    pub fn handle(&mut self, message: Incoming<'_>) -> Replies {
        self.handle_until(message, &AtomicBool::new(false))
    }

    /// As [`handle`](Self::handle); searches end early, out of budget, once `stop` is raised.
    pub fn handle_until(&mut self, message: Incoming<'_>, stop: &AtomicBool) -> Replies {
        let size = match message {
            Incoming::Text(text) => text.len(),
            Incoming::Binary(bytes) => bytes.len(),
        };
        if size > self.limits.max_message {
            let most = self.limits.max_message;
            let text = format!("a message of {size} bytes, expected at most {most}");
            return self.strike(None, &Refusal::size(text));
        }
        match message {
            Incoming::Text(text) => self.handle_text(text, stop),
            Incoming::Binary(bytes) => self.handle_binary(bytes, stop),
        }
    }

    fn handle_text(&mut self, text: &str, stop: &AtomicBool) -> Replies {
        let envelope: Envelope = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            Err(error) => {
                let text = format!("not a message: {error}");
                return self.strike(None, &Refusal::new("message", text));
            }
        };
        let mut replies = Replies::to(Some(envelope.n));
        if envelope.t != "open" && text.len() > SMALL {
            let text = format!("a message of {} bytes, expected at most {SMALL}", text.len());
            return self.strike(Some(envelope.n), &Refusal::size(text));
        }
        match self.dispatch(&envelope.t, text, &mut replies, stop) {
            Ok(()) => replies,
            Err(refusal) if refusal.is_unknown() => self.strike(Some(envelope.n), &refusal),
            Err(refusal) => refused(Some(envelope.n), &refusal),
        }
    }

    fn handle_binary(&mut self, bytes: &[u8], stop: &AtomicBool) -> Replies {
        let header = match wire::read_header(bytes) {
            Ok(header) => header,
            Err(refusal) => return self.strike(None, &refusal),
        };
        let re = Some(header.re);
        if header.kind != wire::kind::UPLOAD {
            let text = format!("a frame of kind {}, expected 101", header.kind);
            return self.strike(re, &Refusal::new("message", text));
        }
        let mut replies = Replies::to(re);
        match self.upload(&header, &mut replies, stop) {
            Ok(()) => replies,
            Err(refusal) => refused(re, &refusal),
        }
    }

    /// Refuses a message that makes no sense, and counts it.
    fn strike(&mut self, re: Option<u32>, refusal: &Refusal) -> Replies {
        self.strikes += 1;
        let mut replies = refused(re, refusal);
        if self.strikes >= MOST_STRIKES {
            replies.close();
        }
        replies
    }

    fn dispatch(
        &mut self,
        kind: &str,
        text: &str,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if SQUARES_ONLY.contains(&kind) {
            self.board.tiling.only_squares(kind)?;
        }
        match kind {
            "hello" => self.hello(&read(text)?, replies),
            "open" => self.open(read(text)?, replies, stop),
            "preview" => self.preview(&read(text)?, replies),
            "stroke" => self.stroke(&read(text)?, replies, stop),
            "undo" => self.undo(true, replies, stop),
            "redo" => self.undo(false, replies, stop),
            "place" => self.place(&read(text)?, replies, stop),
            "unplace" => self.unplace(&read(text)?, replies, stop),
            "settings" => self.settings(&read(text)?, replies, stop),
            "compare" => self.compare(&read(text)?, replies, stop),
            "ask" => self.ask(&read(text)?, replies, stop),
            "trace" => self.trace(&read(text)?, replies, stop),
            "danger" => self.danger(&read(text)?, replies, stop),
            "explore" => self.explore(&read(text)?, replies, stop),
            "walk" => self.walk(&read(text)?, replies, stop),
            "rush" => self.rush(&read(text)?, replies, stop),
            "work" => self.work(&read(text)?, replies, stop),
            "watch" => self.watch(&read(text)?, replies, stop),
            "fit" => layers::fit(self, &read(text)?, replies),
            "inspect" => self.inspect(&read(text)?, replies, stop),
            "layer" => self.layer(&read(text)?, replies, stop),
            "whence" => self.whence(&read(text)?, replies, stop),
            "wave" => self.wave(&read(text)?, replies, stop),
            "scenario" => self.scenario(&read(text)?, replies),
            "row" => self.row(&read(text)?, replies, stop),
            "race" => self.race(&read(text)?, replies, stop),
            "save" => self.save(replies),
            "code" => self.code(&read(text)?, replies),
            "text" => self.text(&read(text)?, replies),
            "units" => self.units(&read(text)?, replies),
            "send" => self.send(&read(text)?),
            "animals" => self.animals(&read(text)?, replies, stop),
            "crowd" => self.crowd(&read(text)?, replies, stop),
            "advance" => self.advance(&read(text)?, replies),
            "unit" => self.unit(&read(text)?, replies),
            "arrows" => self.arrows(&read(text)?, replies),
            _ => Err(Refusal::unknown(kind)),
        }
    }

    fn settings(
        &mut self,
        change: &message::Change,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let panel = &mut self.panels[change.panel.index()];
        let settings = panel.settings().with(change)?;
        let before = panel.mover().clone();
        panel.set(settings);
        if change.panel == Side::A && *panel.mover() != before {
            self.bodies.rules_changed(&self.board);
        }
        replies.text("settings", panel.settings().json(change.panel));
        self.facts_of(change.panel, replies);
        self.answer(change.panel, replies, stop);
        Ok(())
    }

    fn compare(
        &mut self,
        compare: &message::Compare,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        self.compares = compare.on;
        for side in [Side::A, Side::B] {
            replies.text("settings", self.panels[side.index()].settings().json(side));
        }
        if compare.on {
            self.facts_of(Side::B, replies);
            self.answer(Side::B, replies, stop);
        }
        Ok(())
    }

    fn ask(&mut self, ask: &message::OfPanel, replies: &mut Replies, stop: &AtomicBool) -> Done {
        self.answer(ask.panel, replies, stop);
        Ok(())
    }

    fn trace(&mut self, trace: &message::Trace, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let most = self.limits.max_events;
        let limit = trace.limit.unwrap_or(most).min(most);
        let mut tracer = trace::Tracer::new(limit, self.board.grid.cell_count());
        let panel = &mut self.panels[trace.panel.index()];
        let bounds = Bounds { limits: &self.limits, stop };
        let answer = panel.ask(&self.board, &mut self.memory, bounds, &mut tracer);
        tracer.reply(replies, "trace", trace.panel, answer.err());
        Ok(())
    }

    fn inspect(
        &mut self,
        inspect: &message::Inspect,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let cell = self.board.cell(inspect.x, inspect.y)?;
        let panel = &mut self.panels[inspect.panel.index()];
        let mut body = inspect::inspect(&self.board, panel, cell)?;
        let is_place = self.board.place_cell(inspect.x, inspect.y).is_ok();
        if inspect.way && is_place {
            let bounds = Bounds { limits: &self.limits, stop };
            let ends = (self.board.node(self.board.start()), &[self.board.node(cell)][..]);
            let answer = panel.ask_from(&self.board, ends, &mut self.memory, bounds, &mut ());
            body["way"] = answer::way(panel, &self.board, answer);
        }
        replies.text("inspect", body);
        Ok(())
    }

    fn layer(&mut self, layer: &message::Layer, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let panel = &mut self.panels[layer.panel.index()];
        let bounds = Bounds { limits: &self.limits, stop };
        let ground = Ground { board: &self.board, panel, memory: &mut self.memory, bounds };
        layers::reply(replies, &layer.id, &layer.options, ground)
    }

    fn whence(
        &mut self,
        asked: &message::Whence,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let cell = self.board.cell(asked.x, asked.y)?;
        let message::Layer { panel, id, options } = &asked.layer;
        let panel = &mut self.panels[panel.index()];
        let bounds = Bounds { limits: &self.limits, stop };
        let ground = Ground { board: &self.board, panel, memory: &mut self.memory, bounds };
        let text = layers::whence(ground, id, options, cell)?;
        replies.text("whence", json!({ "id": id, "x": cell.x, "y": cell.y, "text": text }));
        Ok(())
    }

    /// A field, from the nearest cell to the farthest.
    fn wave(&mut self, wave: &message::Wave, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let most = self.limits.max_events;
        let mut tracer = trace::Tracer::new(wave.limit.unwrap_or(most).min(most), 0);
        let mut why = None;
        if let Some(id) = wave.unit {
            self.board.tiling.only_squares("wave")?;
            let view = self.board.grid.seen_by(self.panels[0].mover());
            match self.bodies.field_of(id)? {
                Some(field) => layers::of_field(&view, field, &mut tracer)?,
                None => why = Some(format!("no field leads unit {id}")),
            }
        } else {
            let panel = &mut self.panels[wave.panel.index()];
            let bounds = Bounds { limits: &self.limits, stop };
            let ground = Ground { board: &self.board, panel, memory: &mut self.memory, bounds };
            layers::wave(ground, wave, &mut tracer)?;
        }
        tracer.reply(replies, "wave", wave.panel, why);
        Ok(())
    }

    fn scenario(&mut self, rows: &message::Rows, replies: &mut Replies) -> Done {
        replies.text("scenario", scenario::rows(&self.board, rows.rows)?);
        Ok(())
    }

    /// Answers a row of the scenario, under the rules under which scenarios are recorded.
    fn row(&mut self, row: &message::Row, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let (before, goals) = (self.board.lying(), self.board.goals().len());
        self.board.take_row(row.i)?;
        self.moved(before, None);
        for side in [Side::A, Side::B] {
            let panel = &mut self.panels[side.index()];
            let settings = panel.settings().with_recorded_rules();
            if settings != *panel.settings() {
                panel.set(settings);
                if side == Side::A {
                    self.bodies.rules_changed(&self.board);
                }
                replies.text("settings", panel.settings().json(side));
            }
        }
        self.placed(goals, replies, stop);
        Ok(())
    }

    fn race(&mut self, race: &message::Race, replies: &mut Replies, stop: &AtomicBool) -> Done {
        if self.board.tiling == tiling::Tiling::Mesh {
            return Err(Refusal::value("a mesh has one method, expected a map with several"));
        }
        let bounds = Bounds { limits: &self.limits, stop };
        let panel = &mut self.panels[race.panel.index()];
        let body = race::race(race, panel, &self.board, &mut self.memory, bounds)?;
        replies.text("race", body);
        Ok(())
    }

    /// A small picture of a map that is not open.
    fn preview(&mut self, wish: &message::Preview, replies: &mut Replies) -> Done {
        let grid = builtin::preview(&wish.builtin, wish.side, &self.limits)?;
        replies.binary(board::cells_frame(&grid, replies.re()));
        Ok(())
    }

    fn save(&mut self, replies: &mut Replies) -> Done {
        let scene = scene::save(&self.board, &self.panels, self.compares, &self.bodies);
        replies.text("scene", json!({ "scene": scene }));
        Ok(())
    }

    fn code(&mut self, code: &message::OfPanel, replies: &mut Replies) -> Done {
        let panel = &self.panels[code.panel.index()];
        replies.text("code", code::code(panel, &self.board));
        Ok(())
    }

    fn text(&mut self, text: &message::Text, replies: &mut Replies) -> Done {
        let Board { grid, .. } = &self.board;
        let text = match &text.format[..] {
            "map" => {
                self.board.tiling.only_squares("this format")?;
                let bytes = write_map_as(grid, code::map_letter).map_err(Refusal::value)?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            "plan" => {
                let none = || Refusal::value("this format is for graphs and meshes");
                self.board.plan.as_ref().ok_or_else(none)?.text(Some(grid))?
            }
            "drawing" if !self.board.tiling.has_tiles() => {
                return Err(Refusal::value("a drawing is for maps of tiles, expected plan"));
            }
            "drawing" => {
                let drawn = Drawing::write(grid, &[self.board.start()], self.board.goals());
                self.board.tiling.drawing(drawn.map_err(Refusal::value)?)
            }
            _ => {
                return Err(Refusal::value(
                    "this format is unknown, expected map, drawing or plan",
                ));
            }
        };
        replies.text("text", json!({ "text": text }));
        Ok(())
    }

    fn sides(&self) -> &'static [Side] {
        if self.compares { &[Side::A, Side::B] } else { &[Side::A] }
    }

    fn facts(&mut self, replies: &mut Replies) {
        self.sides().iter().for_each(|&side| self.facts_of(side, replies));
    }

    fn facts_of(&mut self, side: Side, replies: &mut Replies) {
        let panel = &mut self.panels[side.index()];
        let facts = facts::facts(side, panel, &self.board, &self.limits);
        replies.text("facts", facts);
    }

    fn answers(&mut self, replies: &mut Replies, stop: &AtomicBool) {
        self.sides().iter().for_each(|&side| self.answer(side, replies, stop));
    }

    fn answer(&mut self, side: Side, replies: &mut Replies, stop: &AtomicBool) {
        if self.lay_landmarks(stop) {
            replies.text("places", self.board.places_json(self.steps()));
        }
        let panel = &mut self.panels[side.index()];
        let bounds = Bounds { limits: &self.limits, stop };
        let answer = panel.ask(&self.board, &mut self.memory, bounds, &mut ());
        answer::reply(replies, side, panel, &self.board, &answer);
    }
}

/// Reads a message whose type is known.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::new("message", error))
}

fn refused(re: Option<u32>, refusal: &Refusal) -> Replies {
    let mut replies = Replies::to(re);
    replies.refuse(refusal);
    replies
}
