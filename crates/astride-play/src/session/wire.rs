//! Frames: what goes in and out of a session, and the binary layout.
//!
//! A binary frame is a header of 24 bytes, little endian: kind `u8`, version `u8` = 1, flags `u16`,
//! `re` `u32`, and four numbers `a`, `b`, `c`, `d`. Arrays of numbers follow, bytes last.

use astride::base::Cell;
use serde_json::{Value, json};

/// One message from the page.
#[derive(Clone, Copy, Debug)]
pub enum Incoming<'a> {
    /// A text frame: JSON.
    Text(&'a str),
    /// A binary frame.
    Binary(&'a [u8]),
}

/// One reply to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Outgoing {
    /// A text frame: JSON.
    Text(String),
    /// A binary frame.
    Binary(Vec<u8>),
}

/// All replies to one message.
#[derive(Debug, Default)]
pub struct Replies {
    frames: Vec<Outgoing>,
    /// Which message this answers, if that is known.
    re: Option<u32>,
    closes: bool,
}

impl Replies {
    /// No replies yet, to the message numbered `re`.
    pub(super) fn to(re: Option<u32>) -> Self {
        Replies { frames: Vec::new(), re, closes: false }
    }

    /// The number of the message answered.
    pub(super) fn re(&self) -> u32 {
        self.re.unwrap_or(0)
    }

    /// Adds a text reply of this type; `body` is an object, to which `t` and `re` are added.
    pub(super) fn text(&mut self, kind: &str, mut body: Value) {
        body["t"] = kind.into();
        body["re"] = json!(self.re);
        self.frames.push(Outgoing::Text(body.to_string()));
    }

    /// Adds a binary reply.
    pub(super) fn binary(&mut self, frame: Frame) {
        self.frames.push(Outgoing::Binary(frame.bytes));
    }

    /// Adds a refusal.
    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        let kind = json!({ "code": refusal.code, "text": refusal.text });
        self.text("error", kind);
    }

    /// Asks the transport to close after these replies.
    pub(super) fn close(&mut self) {
        self.closes = true;
    }

    /// Whether the transport is to close after these replies.
    pub fn closes(&self) -> bool {
        self.closes
    }

    /// The replies so far, without the final one.
    pub fn frames(&self) -> &[Outgoing] {
        &self.frames
    }

    /// The replies and, as the last one, `done` with the microseconds that the transport measured;
    /// 0 where it has no clock.
    pub fn done(mut self, us: u64) -> Vec<Outgoing> {
        self.text("done", json!({ "us": us }));
        self.frames
    }
}

/// A message that cannot be served; the session is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    code: &'static str,
    pub(super) text: String,
}

impl Refusal {
    /// `code` is for programs, `text` for people: lower case start, no full stop.
    pub(super) fn new(code: &'static str, text: impl ToString) -> Self {
        Refusal { code, text: text.to_string() }
    }

    /// A value that is not one of the valid ones.
    pub(super) fn value(text: impl ToString) -> Self {
        Refusal::new("value", text)
    }

    /// Something too large.
    pub(super) fn size(text: impl ToString) -> Self {
        Refusal::new("size", text)
    }

    /// A text or file that cannot be read.
    pub(super) fn format(text: impl ToString) -> Self {
        Refusal::new("format", text)
    }

    /// A message of an unknown type.
    pub(super) fn unknown(kind: &str) -> Self {
        let shown: String = kind.chars().take(40).collect();
        Refusal::new("unknown", format!("there is no message {shown:?}"))
    }

    /// Whether the message was of an unknown type.
    pub(super) fn is_unknown(&self) -> bool {
        self.code == "unknown"
    }

    /// The sentence for people.
    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// The kinds of binary frames.
pub(super) mod kind {
    pub(crate) const CELLS: u8 = 1;
    pub(crate) const PATH: u8 = 2;
    pub(crate) const EVENTS: u8 = 3;
    pub(crate) const LEVELS: u8 = 4;
    pub(crate) const CLASSES: u8 = 5;
    pub(crate) const UNITS: u8 = 6;
    pub(crate) const CHANGED: u8 = 7;
    pub(crate) const LINES: u8 = 8;
    pub(crate) const KNOWN: u8 = 9;
    pub(crate) const PLAN: u8 = 10;
    pub(crate) const GROWTH: u8 = 11;
    pub(crate) const UPLOAD: u8 = 101;
}

const VERSION: u8 = 1;
const HEADER: usize = 24;

/// A binary frame while it is being written.
pub(super) struct Frame {
    bytes: Vec<u8>,
}

impl Frame {
    /// A frame with its header and room for `payload` bytes.
    pub(super) fn new(kind: u8, re: u32, numbers: [u32; 4], payload: usize) -> Self {
        let mut bytes = Vec::with_capacity(HEADER + payload);
        bytes.extend([kind, VERSION, 0, 0]);
        bytes.extend(re.to_le_bytes());
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        Frame { bytes }
    }

    /// The same frame with these flags.
    pub(super) fn flags(mut self, flags: u16) -> Self {
        self.bytes[2..4].copy_from_slice(&flags.to_le_bytes());
        self
    }

    pub(super) fn u32(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(super) fn f32(&mut self, number: f64) {
        self.bytes.extend((number as f32).to_le_bytes());
    }

    pub(super) fn u16(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// The end of the frame, for callers that write their own part.
    pub(super) fn payload(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub(super) fn u8s(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }
}

/// The header of an incoming binary frame, and what follows it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    pub(super) kind: u8,
    pub(super) re: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) payload: &'a [u8],
}

/// Reads the header of a binary frame.
pub(super) fn read_header(bytes: &[u8]) -> Result<Header<'_>, Refusal> {
    let Some((head, payload)) = bytes.split_at_checked(HEADER) else {
        let text = format!("a binary frame of {} bytes, expected at least {HEADER}", bytes.len());
        return Err(Refusal::format(text));
    };
    if head[1] != VERSION {
        let text = format!("a binary frame of version {}, expected {VERSION}", head[1]);
        return Err(Refusal::format(text));
    }
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    Ok(Header { kind: head[0], re: number(4), a: number(8), b: number(12), payload })
}

/// A cell in JSON: `[x, y]`.
pub(super) fn xy(cell: Cell) -> Value {
    json!([cell.x, cell.y])
}

/// Cells in JSON.
pub(super) fn xys(cells: &[Cell]) -> Value {
    cells.iter().map(|&cell| xy(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let mut frame = Frame::new(kind::UPLOAD, 7, [3, 2, 1, 0], 2).flags(5);
        frame.u8s(b".@");
        let expected = Header { kind: 101, re: 7, a: 3, b: 2, payload: b".@" };
        assert_eq!(read_header(&frame.bytes), Ok(expected));
        assert_eq!(frame.bytes[2..4], [5, 0]);
    }

    #[test]
    fn short_frames_and_other_versions_are_refused() {
        assert!(read_header(&[0; 23]).unwrap_err().text().contains("at least 24"));
        assert!(read_header(&[9; 24]).unwrap_err().text().contains("version 9"));
    }

    #[test]
    fn the_last_reply_is_done() {
        let mut replies = Replies::to(Some(4));
        replies.text("world", json!({ "width": 1 }));
        let frames = replies.done(12);
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[1], Outgoing::Text(r#"{"re":4,"t":"done","us":12}"#.into()));
    }
}
