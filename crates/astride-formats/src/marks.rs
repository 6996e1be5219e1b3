//! Starts and goals by their names.

use crate::legend::plain;

/// What an object on a map marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Start,
    Goal,
}

impl Mark {
    /// The meaning of a name or a type, if it has one.
    pub(crate) fn of(name: &str) -> Option<Mark> {
        match &plain(name)[..] {
            "start" | "spawn" | "spawnpoint" | "player" | "playerstart" | "playerspawn" => {
                Some(Mark::Start)
            }
            "goal" | "exit" | "end" | "finish" | "target" => Some(Mark::Goal),
            _ => None,
        }
    }
}
