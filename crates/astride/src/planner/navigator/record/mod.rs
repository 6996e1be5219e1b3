//! What a navigator was asked, written down, and played once more to the same answers.
//!
//! A [`RecordedNavigator`] has the calls of a navigator and notes each with what came of it. What it
//! has noted is a [`Recording`], which is saved as one file; [`Recording::replay`] does the same to
//! the navigator that the recording began with, and says which answer is the first that is another
//! one.

mod call;
mod packed;
mod recorded;
mod recording;
mod replay;
mod reply;

pub use recorded::{RecordError, RecordedNavigator};
pub use recording::Recording;
pub use replay::{Difference, PlayedFrame, Replay};
