//! Scenarios of a world that changes: read from text, then played.
//!
//! A scenario is read as a whole before anything runs, so a mistake in its last line costs nothing.
//! Everything that is played goes into a digest, which is the same on every machine and for any
//! number of threads.

mod digest;
mod play;
mod read;
mod requests;
mod story;
mod words;

pub(crate) use play::{Played, play};
pub(crate) use read::read;

use std::path::PathBuf;

use astride::base::{Cell, CellRect, Cost};
use astride::planner::RequestOptions;
use astride::shapes::square::{Edit, Mover};

/// A command, and the line it is on.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) command: Command,
}

/// The command of one line.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    Map(MapSource),
    Mover { name: String, mover: Box<Mover>, side: u32 },
    Faction { name: String, assumed: u8 },
    Overlay { name: String },
    Reveal { faction: String, area: Area },
    Remember { faction: String, rect: CellRect },
    Cost { overlay: String, rect: CellRect, ticks: u32 },
    Places { name: String, areas: Vec<CellRect> },
    Suppose { name: String, change: Edit },
    Edit(Edit),
    Path { name: String, question: Question, change: Option<Edit> },
    WouldPart { name: String, ways: Vec<String>, change: Edit },
    Queue(RequestOptions),
    Request { name: String, question: Question, terms: Terms },
    Work { expansions: u64, frames: u32 },
    Cancel { name: String },
    Expect { what: Expected },
    Print(Printed),
}

/// Where the map comes from.
#[derive(Clone, Debug)]
pub(crate) enum MapSource {
    File(PathBuf),
    Drawn(String),
}

/// What is revealed to a faction.
#[derive(Clone, Debug)]
pub(crate) enum Area {
    Rect(CellRect),
    /// What is in sight of a cell; with the letters that block the view, if they are named.
    Around {
        eye: Cell,
        radius: u32,
        opaque: Option<Vec<u8>>,
    },
}

/// A question, by the names of what it is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    pub(crate) ends: [Cell; 2],
    pub(crate) mover: Option<String>,
    pub(crate) faction: Option<String>,
    pub(crate) overlays: Vec<String>,
    /// The set of blockers.
    pub(crate) around: Option<String>,
    /// The set of further goals.
    pub(crate) or: Option<String>,
    /// The changes that are supposed.
    pub(crate) supposing: Option<String>,
    /// Whether the nearest cell is accepted if there is no path.
    pub(crate) nearest: bool,
}

/// What a request states besides its question.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terms {
    pub(crate) priority: u8,
    pub(crate) limit: Option<u64>,
    /// The number of frames after which it is given up.
    pub(crate) within: Option<u64>,
}

/// A condition that has to hold when its line is reached.
#[derive(Clone, Debug)]
pub(crate) enum Expected {
    Answer { name: String, answer: Answer },
    Revision(u64),
    Known { faction: String, cells: u32 },
    Digest(u64),
}

/// The parts of an answer that can be expected, or the state of a request that has none yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Cost(Cost),
    Steps(usize),
    /// Where the path ends, or the one to the nearest cell.
    Ends(Cell),
    Unreachable,
    OutOfBudget,
    Waiting,
    Running,
    Cancelled,
    Expired,
    /// The paths that a change would cut, in the order of their names.
    Parts(Vec<String>),
}

/// What to print.
#[derive(Clone, Debug)]
pub(crate) enum Printed {
    Map,
    Digest,
    Answer(String),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}
