//! Astride from C: opaque handles, status codes, and a header that is generated from this source.
//!
//! The functions are documented for callers in C, as in `include/astride.h`; `docs/c.md` shows how
//! to begin.
//!
//! # What every function requires of its caller
//!
//! All functions are `unsafe`, since they take pointers. Each pointer must be null, where its
//! function allows it, or point to a value of its type for the duration of the call:
//!
//! - a handle comes from this library and has not been freed;
//! - a list has as many items as the number beside it says;
//! - what is written to is not accessed by anything else during the call, and does not overlap what
//!   is read.
//!
//! Whatever can be checked is checked: null, alignment, the kind of a handle, sizes of structures,
//! numbers, cells. Handles are locked during a call, so conflicting calls from several threads are
//! refused instead of undefined. A panic does not leave the library.
//!
//! # How it is built
//!
//! `caller` holds all code that trusts a pointer, `handle` all code that makes and frees what is behind
//! one. The other files are thin code between `border!` and the engine.
#![warn(missing_debug_implementations)]
// What all of them require is said once, above.
#![allow(clippy::missing_safety_doc)]

#[macro_use]
mod border;
#[macro_use]
mod handle;

mod bytes;
mod caller;
mod cell;
#[cfg(feature = "whole")]
mod crowd;
mod edit;
mod field;
mod find;
#[cfg(feature = "teams")]
mod fleet;
mod grid;
mod index;
#[cfg(feature = "whole")]
mod line;
mod mover;
#[cfg(feature = "whole")]
mod navigator;
mod path;
#[cfg(feature = "teams")]
mod plan;
mod status;
#[cfg(feature = "worlds")]
mod world;

pub use border::{
    astride_last_error, astride_last_error_code, astride_set_last_error, astride_version,
    astride_version_text,
};
pub use bytes::{AstrideBytes, astride_bytes_data, astride_bytes_free};
pub use cell::{AstrideCell, AstrideDir, AstrideRect};
#[cfg(feature = "whole")]
pub use crowd::*;
pub use edit::*;
pub use field::*;
pub use find::*;
#[cfg(feature = "teams")]
pub use fleet::*;
pub use grid::*;
pub use index::*;
#[cfg(feature = "whole")]
pub use line::*;
pub use mover::*;
#[cfg(feature = "whole")]
pub use navigator::*;
pub use path::*;
#[cfg(feature = "teams")]
pub use plan::*;
pub use status::{AstrideStatus, astride_status_text};
#[cfg(feature = "worlds")]
pub use world::*;

/// The version of this header: `major * 1000000 + minor * 1000 + patch`.
pub const ASTRIDE_VERSION: u32 = 1_000;

/// The cost that means "there is no path".
pub const ASTRIDE_NO_COST: u64 = u64::MAX;
