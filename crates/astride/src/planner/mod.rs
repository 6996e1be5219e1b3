//! Methods by name, and one door for simple questions.
//!
//! Imports everything to its left. Deliberately missing so far: choosing an index, request queues,
//! edits over time.

mod method;

pub use method::{Method, PathError, Question, find_path, solve};
