//! The body of a fuzz target: a whole conversation out of any bytes.

use serde_json::Value;

use crate::session::{Incoming, Limits, Outgoing, Session};

/// Limits so small that a conversation is short.
pub const SMALL: Limits = Limits {
    max_cells: 4096,
    max_side: 512,
    max_units: 64,
    max_message: 64 << 10,
    max_events: 5000,
    max_expansions: 20_000,
    max_search_bytes: 4 << 20,
    max_undo_bytes: 16 << 10,
    max_label_cells: 256,
    max_explored_cells: 2048,
};

/// Holds a conversation: every line of `data` is a message, binary if it begins with a byte that
/// cannot occur in text.
///
/// # Panics
///
/// If a promise is broken: the last reply is `done`, and a refused message changes nothing.
pub fn converse(data: &[u8]) {
    let mut session = Session::new(SMALL);
    for line in data.split(|&byte| byte == b'\n').take(64) {
        step(&mut session, line);
    }
}

/// Hands one message to a session and checks what must hold for any.
///
/// # Panics
///
/// As [`converse`].
pub fn step(session: &mut Session, line: &[u8]) {
    let before = saved(session);
    let message = match std::str::from_utf8(line) {
        Ok(text) => Incoming::Text(text),
        Err(_) => Incoming::Binary(line.get(1..).unwrap_or_default()),
    };
    let frames = session.handle(message).done(0);
    let texts: Vec<Value> = frames.iter().filter_map(read).collect();
    let is_done = texts.last().is_some_and(|reply| reply["t"] == "done");
    assert!(is_done && matches!(frames.last(), Some(Outgoing::Text(_))), "the last reply is done");
    if texts.iter().any(|reply| reply["t"] == "error") {
        assert_eq!(frames.len(), 2, "a refusal is the only reply");
        assert_eq!(before, saved(session), "a refused message changes nothing");
    }
}

fn read(frame: &Outgoing) -> Option<Value> {
    match frame {
        Outgoing::Text(text) => Some(serde_json::from_str(text).expect("replies are JSON")),
        Outgoing::Binary(bytes) => {
            assert!(bytes.len() >= 24 && bytes[1] == 1, "binary replies have a header");
            None
        }
    }
}

/// The scene as it would be saved.
fn saved(session: &mut Session) -> Vec<Outgoing> {
    session.handle(Incoming::Text(r#"{"t":"save","n":0}"#)).done(0)
}
