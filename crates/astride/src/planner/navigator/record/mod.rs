//! Recording the calls of a navigator and replaying them to the same answers.
//!
//! A [`RecordedNavigator`] has the calls of a navigator and records each with its result. The
//! result is a [`Recording`], which is saved as one file; [`Recording::replay`] repeats the calls
//! on the navigator with which the recording began, and reports the first answer that differs.

mod call;
mod packed;
mod recordable;
mod recorded;
mod recording;
mod replay;
mod reply;

pub use recordable::Recordable;
pub use recorded::{RecordError, RecordedNavigator};
pub use recording::Recording;
pub use replay::{Difference, PlayedFrame, Replay};
