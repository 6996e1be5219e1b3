//! Starts and goals by their names.

use crate::legend::plain;

/// What a thing on a map marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Start,
    Goal,
}

impl Mark {
    /// What a name or a type says, if it says anything.
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
