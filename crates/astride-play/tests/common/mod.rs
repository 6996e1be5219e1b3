//! A page without a browser: it asks, and reads the replies.
#![allow(dead_code, reason = "each test program uses a part of it")]

use astride_play::session::{Incoming, Limits, Outgoing, Session};
use serde_json::{Value, json};

/// A page that talks to a session directly.
pub(crate) struct Page {
    pub(crate) session: Session,
    number: u32,
}

/// The replies to one message.
pub(crate) struct Heard {
    texts: Vec<Value>,
    frames: Vec<Frame>,
}

/// A binary reply.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u16,
    pub(crate) re: u32,
    /// `a`, `b`, `c`, `d`.
    pub(crate) numbers: [u32; 4],
    pub(crate) payload: Vec<u8>,
}

impl Page {
    pub(crate) fn new() -> Self {
        Page::within(Limits::default())
    }

    pub(crate) fn within(limits: Limits) -> Self {
        Page { session: Session::new(limits), number: 0 }
    }

    /// Sends a message of this type with these fields.
    pub(crate) fn say(&mut self, kind: &str, mut fields: Value) -> Heard {
        self.number += 1;
        fields["t"] = kind.into();
        fields["n"] = self.number.into();
        let frames = self.session.handle(Incoming::Text(&fields.to_string())).done(7);
        Heard::of(&frames, self.number)
    }

    /// As [`say`](Self::say), for a message that must not be refused.
    pub(crate) fn ask(&mut self, kind: &str, fields: Value) -> Heard {
        let heard = self.say(kind, fields);
        assert!(heard.find("error").is_none(), "{kind}: {:?}", heard.texts);
        heard
    }

    /// The text of the refusal of a message that must be refused.
    pub(crate) fn refusal(&mut self, kind: &str, fields: Value) -> String {
        let heard = self.say(kind, fields);
        assert_eq!(heard.texts.len(), 2, "{kind}: {:?}", heard.texts);
        heard.text("error")["text"].as_str().expect("a sentence").to_owned()
    }

    /// Opens drawn text.
    pub(crate) fn draw(&mut self, drawing: &str) -> Heard {
        self.ask("open", json!({ "what": { "drawing": drawing } }))
    }
}

impl Heard {
    pub(crate) fn of(replies: &[Outgoing], re: u32) -> Heard {
        let (mut texts, mut frames) = (Vec::new(), Vec::new());
        for reply in replies {
            match reply {
                Outgoing::Text(text) => {
                    let value: Value = serde_json::from_str(text).expect("it is JSON");
                    assert_eq!(value["re"], re, "{text}");
                    texts.push(value);
                }
                Outgoing::Binary(bytes) => frames.push(Frame::of(bytes)),
            }
        }
        assert_eq!(texts.last().expect("there is a reply")["t"], "done");
        assert!(frames.iter().all(|frame| frame.re == re));
        Heard { texts, frames }
    }

    pub(crate) fn find(&self, kind: &str) -> Option<&Value> {
        self.texts.iter().find(|text| text["t"] == kind)
    }

    /// The first text reply of this type.
    pub(crate) fn text(&self, kind: &str) -> &Value {
        self.find(kind).unwrap_or_else(|| panic!("no {kind} in {:?}", self.texts))
    }

    pub(crate) fn count(&self, kind: &str) -> usize {
        self.texts.iter().filter(|text| text["t"] == kind).count()
    }

    /// The binary replies of this kind.
    pub(crate) fn frames(&self, kind: u8) -> Vec<&Frame> {
        self.frames.iter().filter(|frame| frame.kind == kind).collect()
    }

    /// The cost of the first answer.
    pub(crate) fn cost(&self) -> u64 {
        self.text("answer")["cost"].as_u64().unwrap_or_else(|| panic!("{:?}", self.texts))
    }
}

impl Frame {
    pub(crate) fn of(bytes: &[u8]) -> Frame {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(bytes[1], 1, "the version");
        Frame {
            kind: bytes[0],
            flags: u16::from_le_bytes([bytes[2], bytes[3]]),
            re: number(4),
            numbers: [number(8), number(12), number(16), number(20)],
            payload: bytes[24..].to_vec(),
        }
    }

    /// The payload as numbers of 32 bits, as far as there are such.
    pub(crate) fn words(&self) -> Vec<u32> {
        self.payload.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
    }

    /// The payload as numbers of 16 bits.
    pub(crate) fn halves(&self) -> Vec<u16> {
        self.payload.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
    }
}
