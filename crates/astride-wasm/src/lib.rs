//! The session of the playground, as a page calls it inside WebAssembly.
//!
//! The engine itself needs no code here: the npm package in `package/` is the C library compiled for
//! WebAssembly, with JavaScript in front. A session of the playground is not part of that library, so
//! these few functions replace the socket: the page writes a message into a buffer, has it handled
//! and reads the replies in place.
//!
//! Addresses go out as numbers and only numbers come in, so there is no `unsafe` code except what
//! gives an export its name.
#![deny(unsafe_code)]

use std::cell::RefCell;

use astride_play::session::{Incoming, Limits, Outgoing, Replies, Session};

/// One page's session, and what lies between it and the page.
struct Desk {
    session: Session,
    /// The message that the page lays down.
    room: Vec<u8>,
    /// What was said to it, until the page says how long it took.
    replies: Option<Replies>,
    frames: Vec<Outgoing>,
}

/// What a page may hold: WebAssembly has 4 GiB in all, of which one search must leave some.
fn limits() -> Limits {
    Limits { max_search_bytes: 1 << 30, ..Limits::default() }
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        session: Session::new(limits()),
        room: Vec::new(),
        replies: None,
        frames: Vec::new(),
    });
}

fn with<R>(body: impl FnOnce(&mut Desk) -> R) -> R {
    DESK.with_borrow_mut(body)
}

/// Makes room for a message of this many bytes and gives its address; 0 if it is too long.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_room(len: usize) -> usize {
    with(|desk| {
        desk.room.clear();
        if len > limits().max_message {
            return 0;
        }
        desk.room.resize(len, 0);
        desk.room.as_mut_ptr().expose_provenance()
    })
}

/// Handles the message in the room, a binary one or a text.
/// Gives 1 if the session is at its end after the replies, else 0.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_handle(is_binary: u32) -> u32 {
    with(|desk| {
        let message = match is_binary {
            0 => Incoming::Text(std::str::from_utf8(&desk.room).unwrap_or_default()),
            _ => Incoming::Binary(&desk.room),
        };
        let replies = desk.session.handle(message);
        let closes = replies.closes();
        desk.replies = Some(replies);
        u32::from(closes)
    })
}

/// Takes how many microseconds the message took, and gives how many frames the replies are.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_done(us: f64) -> usize {
    with(|desk| {
        desk.frames =
            desk.replies.take().map(|replies| replies.done(us as u64)).unwrap_or_default();
        desk.frames.len()
    })
}

/// Whether a frame is binary.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_is_binary(frame: usize) -> u32 {
    with(|desk| u32::from(matches!(desk.frames.get(frame), Some(Outgoing::Binary(_)))))
}

/// Where the bytes of a frame lie, until the next message.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_frame(frame: usize) -> usize {
    with(|desk| desk.frame(frame).as_ptr().expose_provenance())
}

/// How many bytes a frame has; 0 if there is no such frame.
#[expect(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn session_frame_len(frame: usize) -> usize {
    with(|desk| desk.frame(frame).len())
}

impl Desk {
    fn frame(&self, at: usize) -> &[u8] {
        match self.frames.get(at) {
            Some(Outgoing::Text(text)) => text.as_bytes(),
            Some(Outgoing::Binary(bytes)) => bytes,
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_too_long_for_a_session_gets_no_room() {
        assert_eq!(session_room(usize::MAX), 0);
        assert_ne!(session_room(10), 0);
    }

    #[test]
    fn a_text_is_handled_and_what_does_not_exist_is_empty() {
        let ask = br#"{"t":"ask","n":7}"#;
        session_room(ask.len());
        with(|desk| desk.room.copy_from_slice(ask));
        assert_eq!(session_handle(0), 0);
        let frames = session_done(12.0);
        assert!(frames >= 2);
        assert_eq!(session_is_binary(frames - 1), 0);
        let last = with(|desk| String::from_utf8(desk.frame(frames - 1).to_vec()));
        assert_eq!(last.as_deref(), Ok(r#"{"re":7,"t":"done","us":12}"#));
        assert_eq!((session_frame_len(frames), session_done(0.0)), (0, 0));
    }
}
