//! One conversation with one page: messages in, replies out.
//!
//! A [`Session`] speaks only when asked. [`Session::handle`] takes one message and gives all replies
//! to it; the transport (a web server, or the page itself) moves frames and knows nothing of them.
//! It starts no thread, reads no clock and opens no socket. PROTOCOL.md beside this crate is the
//! contract.
//!
//! `message` says what can be said, `wire` how frames are laid out; `board` is the map with all that
//! lies on it, `panel` how one side of the page asks. The rest is one file per message.

mod answer;
mod board;
mod bodies;
mod builtin;
mod code;
mod facts;
pub mod fuzz;
mod generate;
mod history;
mod inspect;
mod layers;
mod limits;
mod message;
mod names;
mod panel;
mod places;
mod race;
mod random;
mod scenario;
mod scene;
mod settings;
mod tools;
mod trace;
mod wire;

pub use limits::Limits;
pub use wire::{Incoming, Outgoing, Replies};

use std::sync::atomic::AtomicBool;

use astride::io::{Drawing, Scenario, read_map, write_map};
use astride::world::Grid;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use board::Board;
use bodies::Bodies;
use builtin::Opened;
use message::{Envelope, Side};
use panel::{Bounds, Memory, Panel};
use wire::Refusal;

use crate::units::{Farm, Units, Work};

/// The version of the protocol.
const VERSION: u32 = 1;

/// Messages other than `open` are at most so many bytes.
const SMALL: usize = 256 << 10;

/// After so many messages that make no sense at all the transport is told to close.
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
    panels: [Panel; 2],
    compares: bool,
    memory: Memory,
    bodies: Bodies,
    strikes: u32,
}

type Done = Result<(), Refusal>;

impl Session {
    /// A session with the first map open.
    pub fn new(limits: Limits) -> Self {
        let opened = builtin::open(builtin::FIRST, &limits);
        let opened = opened.unwrap_or_else(|_| plain(Grid::new(1, 1, b'.').expect("a small grid")));
        Session {
            board: board_of(opened, &limits),
            limits,
            panels: [Panel::default(), Panel::default()],
            compares: false,
            memory: Memory::default(),
            bodies: Bodies::default(),
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
        match kind {
            "hello" => self.hello(&read(text)?, replies),
            "open" => self.open(read(text)?, replies, stop),
            "stroke" => self.stroke(&read(text)?, replies, stop),
            "undo" => self.undo(true, replies, stop),
            "redo" => self.undo(false, replies, stop),
            "place" => self.place(&read(text)?, replies, stop),
            "unplace" => self.unplace(&read(text)?, replies, stop),
            "settings" => self.settings(&read(text)?, replies, stop),
            "compare" => self.compare(&read(text)?, replies, stop),
            "ask" => self.ask(&read(text)?, replies, stop),
            "trace" => self.trace(&read(text)?, replies, stop),
            "inspect" => self.inspect(&read(text)?, replies),
            "layer" => self.layer(&read(text)?, replies, stop),
            "scenario" => self.scenario(&read(text)?, replies),
            "row" => self.row(&read(text)?, replies, stop),
            "race" => self.race(&read(text)?, replies, stop),
            "save" => self.save(replies),
            "code" => self.code(&read(text)?, replies),
            "text" => self.text(&read(text)?, replies),
            "units" => self.units(&read(text)?, replies),
            "send" => self.send(&read(text)?),
            "animals" => self.animals(&read(text)?, replies, stop),
            "advance" => self.advance(&read(text)?, replies),
            "unit" => self.unit(&read(text)?, replies),
            _ => Err(Refusal::unknown(kind)),
        }
    }

    fn hello(&mut self, hello: &message::Hello, replies: &mut Replies) -> Done {
        if hello.v != VERSION {
            let text = format!("version {} of the protocol, expected {VERSION}", hello.v);
            return Err(Refusal::value(text));
        }
        let scales: Vec<Value> = names::SCALES.iter().map(scale_entry).collect();
        let limits = &self.limits;
        let body = json!({
            "v": VERSION,
            "version": env!("CARGO_PKG_VERSION"),
            "classes": names::classes(),
            "methods": names::menu(&names::METHODS),
            "heuristics": names::menu(&names::HEURISTICS),
            "corners": names::menu(&names::CORNERS),
            "neighbours": [4, 8],
            "scales": scales,
            "ties": names::menu(&names::TIES),
            "layers": layers::menu(),
            "builtins": builtin::menu(limits),
            "generators": ["caves", "maze", "rooms", "random", "city", "terrain"],
            "limits": {
                "max_cells": limits.max_cells,
                "max_side": limits.max_side,
                "max_units": limits.max_units,
                "max_message": limits.max_message,
                "max_events": limits.max_events,
                "max_goals": board::MAX_GOALS,
                "max_size": tools::MAX_SIZE,
                "max_expansions": limits.max_expansions,
            },
        });
        replies.text("welcome", body);
        Ok(())
    }

    fn open(&mut self, open: message::Open, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let what = open.what;
        let named =
            |usual: &str| if what.name.is_empty() { usual.into() } else { what.name.clone() };
        let opened = match &what {
            message::What { builtin: Some(id), .. } => builtin::open(id, &self.limits)?,
            message::What { map: Some(text), .. } => {
                let grid = read_map(text.as_bytes()).map_err(Refusal::format)?;
                Opened { name: named("map"), ..plain(grid) }
            }
            message::What { drawing: Some(text), .. } => {
                let drawing = Drawing::parse(text).map_err(Refusal::format)?;
                let start = drawing.starts.first().copied();
                let goals = drawing.goals;
                Opened { name: named("drawing"), grid: drawing.grid, start, goals }
            }
            message::What { blank: Some([width, height]), .. } => {
                generate::check_size(*width, *height, &self.limits)?;
                let grid = Grid::new(*width, *height, b'.').map_err(Refusal::size)?;
                Opened { name: named("blank"), ..plain(grid) }
            }
            message::What { generate: Some(wish), .. } => {
                let grid = generate::generate(wish, &self.limits)?;
                Opened { name: named(&wish.kind), ..plain(grid) }
            }
            message::What { scene: Some(scene), .. } => return self.load(scene, replies, stop),
            message::What { scen: Some(text), .. } => {
                let scenario = Scenario::read(text.as_bytes()).map_err(Refusal::format)?;
                self.board.attach(scenario)?;
                replies.text("world", self.board.world_json());
                return Ok(());
            }
            _ => {
                let text = "nothing to open, expected builtin, map, scen, drawing, blank, \
                            generate or scene";
                return Err(Refusal::value(text));
            }
        };
        self.show(opened, Bodies::default(), replies, stop)
    }

    fn upload(
        &mut self,
        header: &wire::Header<'_>,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        generate::check_size(header.a, header.b, &self.limits)?;
        let grid =
            Grid::from_classes(header.a, header.b, header.payload).map_err(Refusal::value)?;
        let opened = Opened { name: "picture".into(), ..plain(grid) };
        self.show(opened, Bodies::default(), replies, stop)
    }

    /// Puts a map on the board and tells everything about it.
    fn show(
        &mut self,
        opened: Opened,
        bodies: Bodies,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let (width, height) = (opened.grid.width(), opened.grid.height());
        generate::check_size(width, height, &self.limits)?;
        check_classes(&opened.grid)?;
        self.board = board_of(opened, &self.limits);
        self.bodies = bodies;
        self.panels.iter_mut().for_each(Panel::forget);
        replies.text("world", self.board.world_json());
        replies.binary(self.board.cells_frame(replies.re()));
        self.facts(replies);
        self.answers(replies, stop);
        Ok(())
    }

    fn stroke(
        &mut self,
        stroke: &message::Stroke,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if !(1..=tools::MAX_SIZE).contains(&stroke.size) {
            let most = tools::MAX_SIZE;
            return Err(Refusal::value(format!(
                "a brush of {}, expected 1 to {most}",
                stroke.size
            )));
        }
        check_class(stroke.class)?;
        let [x, y] = stroke.from;
        let from = self.board.cell(x, y)?;
        let [x, y] = stroke.to.unwrap_or(stroke.from);
        let to = self.board.cell(x, y)?;
        let (tool, class, size, shape) = (stroke.tool, stroke.class, stroke.size, stroke.shape);
        let draft = tools::Draft { tool, class, size, shape, from, to };
        let patch = history::Patch::of(tools::cells_of(&draft, &self.board.grid), class);
        let before = *self.board.grid.histogram();
        self.board.history.stroke(&mut self.board.grid, &patch, stroke.group)?;
        self.edited(&[patch], &before, replies, stop);
        Ok(())
    }

    fn undo(&mut self, back: bool, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let before = *self.board.grid.histogram();
        let Board { history, grid, .. } = &mut self.board;
        let patches = if back { history.undo(grid)? } else { history.redo(grid)? };
        self.edited(&patches, &before, replies, stop);
        Ok(())
    }

    /// Tells of an edit. Facts are told again when a class appears or is gone: what applies may
    /// then be another.
    fn edited(
        &mut self,
        patches: &[history::Patch],
        before: &[u32; 256],
        replies: &mut Replies,
        stop: &AtomicBool,
    ) {
        if patches.iter().any(|patch| !patch.is_empty()) {
            self.board.forget_row();
        }
        patches.iter().for_each(|patch| replies.binary(patch.frame(replies.re())));
        replies.text("edited", self.board.edited_json());
        let now = self.board.grid.histogram();
        if before.iter().zip(now).any(|(&before, &now)| (before == 0) != (now == 0)) {
            self.facts(replies);
        }
        self.answers(replies, stop);
    }

    fn place(
        &mut self,
        place: &message::PlaceAt,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let cell = self.board.cell(place.x, place.y)?;
        let goals = self.board.goals().len();
        self.board.place(place.what, place.index, cell, place.add)?;
        self.placed(goals, replies, stop);
        Ok(())
    }

    fn unplace(
        &mut self,
        unplace: &message::Unplace,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if unplace.what == message::Place::Start {
            return Err(Refusal::value("the start cannot be taken away, expected goal"));
        }
        let goals = self.board.goals().len();
        self.board.unplace(unplace.index)?;
        self.placed(goals, replies, stop);
        Ok(())
    }

    /// Tells of a new place. How many goals there are decides which methods apply.
    fn placed(&mut self, goals_before: usize, replies: &mut Replies, stop: &AtomicBool) {
        replies.text("places", self.board.places_json());
        if (goals_before == 1) != (self.board.goals().len() == 1) {
            self.facts(replies);
        }
        self.answers(replies, stop);
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
        tracer.reply(replies, trace.panel, panel, &answer);
        Ok(())
    }

    fn inspect(&mut self, inspect: &message::Inspect, replies: &mut Replies) -> Done {
        let cell = self.board.cell(inspect.x, inspect.y)?;
        let panel = &self.panels[inspect.panel.index()];
        replies.text("inspect", inspect::inspect(&self.board.grid, panel.mover(), cell));
        Ok(())
    }

    fn layer(&mut self, layer: &message::Layer, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let panel = &mut self.panels[layer.panel.index()];
        let bounds = Bounds { limits: &self.limits, stop };
        let ground = (&self.board, panel, &mut self.memory);
        layers::reply(replies, &layer.id, &layer.options, ground, bounds)
    }

    fn scenario(&mut self, rows: &message::Rows, replies: &mut Replies) -> Done {
        replies.text("scenario", scenario::rows(&self.board, rows.rows)?);
        Ok(())
    }

    /// Asks a row of the scenario, under the rules that scenarios are recorded under.
    fn row(&mut self, row: &message::Row, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let goals = self.board.goals().len();
        self.board.take_row(row.i)?;
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
        let bounds = Bounds { limits: &self.limits, stop };
        let panel = &self.panels[race.panel.index()];
        let body = race::race(race, panel, &self.board, &mut self.memory, bounds)?;
        replies.text("race", body);
        Ok(())
    }

    fn save(&mut self, replies: &mut Replies) -> Done {
        let scene = scene::save(&self.board, &self.panels, self.compares, &self.bodies);
        replies.text("scene", json!({ "scene": scene }));
        Ok(())
    }

    /// Opens a scene: the map and, told before it, the settings.
    fn load(&mut self, scene: &message::Scene, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let scene::Loaded { grid, start, goals, settings, bodies } =
            scene::load(scene, &self.limits)?;
        check_classes(&grid)?;
        self.compares = scene.compare;
        for (side, settings) in [Side::A, Side::B].into_iter().zip(settings) {
            let panel = &mut self.panels[side.index()];
            panel.set(settings);
            replies.text("settings", panel.settings().json(side));
        }
        let name = if scene.name.is_empty() { "scene".into() } else { scene.name.clone() };
        let has_bodies = bodies.count() > 0;
        self.show(Opened { name, grid, start: Some(start), goals }, bodies, replies, stop)?;
        if has_bodies {
            replies.text("units", json!({ "count": self.bodies.count() }));
            replies.binary(self.bodies.frame(replies.re(), Work::default()));
        }
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
                let bytes = write_map(&code::as_map(grid)?).map_err(Refusal::value)?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            "drawing" => Drawing::write(grid, &[self.board.start()], self.board.goals()),
            _ => return Err(Refusal::value("this format is unknown, expected map or drawing")),
        };
        replies.text("text", json!({ "text": text }));
        Ok(())
    }

    /// The bodies walk as panel a asks.
    fn units(&mut self, units: &message::Bodies, replies: &mut Replies) -> Done {
        match (&units.add, &units.remove) {
            (Some(add), None) => {
                let centre = self.board.cell(add.x, add.y)?;
                let what = (centre, add.radius, add.count, add.kind);
                self.bodies.add(&self.board, self.panels[0].mover(), what, &self.limits)?;
            }
            (None, Some(which)) => self.bodies.remove(ids_of(which)?),
            _ => return Err(Refusal::value("expected one of add and remove")),
        }
        replies.text("units", json!({ "count": self.bodies.count() }));
        replies.binary(self.bodies.frame(replies.re(), Work::default()));
        Ok(())
    }

    fn send(&mut self, send: &message::Send) -> Done {
        let to = self.board.cell(send.x, send.y)?;
        match ids_of(&send.ids)? {
            Some(ids) => self.bodies.send(ids, to),
            None => {
                let all: Vec<u32> = (0..self.bodies.count() as u32).collect();
                self.bodies.send(&all, to);
            }
        }
        Ok(())
    }

    /// Opens the farm.
    fn animals(
        &mut self,
        animals: &message::Animals,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if animals.count > self.limits.max_units {
            let (count, most) = (animals.count, self.limits.max_units);
            return Err(Refusal::size(format!("{count} animals, expected at most {most}")));
        }
        let Farm { grid, units } =
            Units::farm(animals.seed, animals.count).map_err(Refusal::value)?;
        let opened = Opened { name: "Farm".into(), ..plain(grid) };
        self.show(opened, Bodies::of(units), replies, stop)?;
        replies.text("units", json!({ "count": self.bodies.count() }));
        replies.binary(self.bodies.frame(replies.re(), Work::default()));
        Ok(())
    }

    fn advance(&mut self, advance: &message::Advance, replies: &mut Replies) -> Done {
        let how = (advance.ticks, advance.budget);
        let work = self.bodies.advance(&self.board, self.panels[0].mover(), how, &self.limits)?;
        replies.binary(self.bodies.frame(replies.re(), work));
        replies.text("advanced", bodies::work_json(work));
        Ok(())
    }

    fn unit(&mut self, unit: &message::Body, replies: &mut Replies) -> Done {
        let body = self.bodies.describe(&self.board, self.panels[0].mover(), unit.id)?;
        replies.text("unit", body);
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
        let facts = facts::facts(side, panel, &self.board, &mut self.memory, &self.limits);
        replies.text("facts", facts);
    }

    fn answers(&mut self, replies: &mut Replies, stop: &AtomicBool) {
        self.sides().iter().for_each(|&side| self.answer(side, replies, stop));
    }

    fn answer(&mut self, side: Side, replies: &mut Replies, stop: &AtomicBool) {
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

/// A map that does not say where to start or to go.
fn plain(grid: Grid) -> Opened {
    Opened { name: String::new(), grid, start: None, goals: Vec::new() }
}

fn board_of(opened: Opened, limits: &Limits) -> Board {
    let Opened { name, grid, start, mut goals } = opened;
    goals.truncate(board::MAX_GOALS);
    let start = match (start, goals.is_empty()) {
        (Some(start), false) => start,
        (start, _) => {
            let (from, to) = places::places(&grid);
            if goals.is_empty() {
                goals.push(to);
            }
            start.unwrap_or(from)
        }
    };
    Board::new(&name, grid, start, goals, limits.max_undo_bytes)
}

/// The numbers of some bodies; `None` for all of them.
fn ids_of(which: &message::Which) -> Result<Option<&[u32]>, Refusal> {
    match which {
        message::Which::Ids(ids) => Ok(Some(ids)),
        message::Which::All(all) if all == "all" => Ok(None),
        message::Which::All(_) => Err(Refusal::value("expected numbers of units, or \"all\"")),
    }
}

fn check_class(class: u8) -> Done {
    if class.is_ascii_graphic() {
        return Ok(());
    }
    Err(Refusal::value(format!("terrain class {class}, expected the byte of a letter (33 to 126)")))
}

fn check_classes(grid: &Grid) -> Done {
    let used = (0..=255u8).zip(grid.histogram()).filter(|&(_, &count)| count > 0);
    used.map(|(class, _)| class).try_for_each(check_class)
}

fn scale_entry(choice: &names::Choice<astride::base::Scale>) -> Value {
    let (divide, decimals) = names::shown_as(choice.value);
    json!({
        "id": choice.id, "label": choice.label, "about": choice.about,
        "straight": choice.value.straight(), "diagonal": choice.value.diagonal(),
        "divide": divide, "decimals": decimals,
    })
}
