#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(missing_debug_implementations)]

mod board;
mod crowd;
mod desk;
mod grid;
mod navigator;

pub use board::{Answer, Asker, Board, Cells, Diagonal, Diagonals, Ends, Place, Refused, Rule};
pub use desk::{Desk, time_of};

use astride::base::Coded;

/// The entry that the engine calls.
#[allow(unsafe_code)]
mod extension {
    use godot::init::{ExtensionLibrary, gdextension};

    #[derive(Debug)]
    struct Extension;

    // SAFETY: the macro writes the entry, and nothing of what it does is changed here.
    #[gdextension]
    unsafe impl ExtensionLibrary for Extension {}
}

/// What of a result is of use; a refusal is reported in the engine's console with its code.
fn reported<T>(result: Result<T, impl Coded>) -> Option<T> {
    result.map_err(|error| godot::global::godot_error!("{}: {error}", error.code())).ok()
}
