//! Teams and plans of other programs: libMultiRobotPlanning and the MAPF Tracker.

mod team;
mod tracker;
mod yaml;

use crate::detect::without_mark;
use crate::error::{FormatError, Place};

pub use team::{Team, TeamAgent, is_schedule, is_team, read_schedule, read_team, write_schedule};
pub use tracker::{TrackerRow, is_tracker, read_tracker, write_tracker};

/// A file as text, without a byte order mark.
fn text_of<'a>(format: &'static str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    let text = without_mark(bytes);
    str::from_utf8(text).map_err(|error| {
        let at = bytes.len() - text.len() + error.valid_up_to();
        FormatError::new(format, "bytes that are not text", "UTF-8").at(Place::Byte(at))
    })
}
