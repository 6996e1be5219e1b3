//! Teams and plans of other programs: libMultiRobotPlanning and the MAPF Tracker.

mod team;
mod tracker;
mod yaml;

pub use team::{Team, TeamAgent, is_schedule, is_team, read_schedule, read_team, write_schedule};
pub use tracker::{TrackerRow, is_tracker, read_tracker, write_tracker};
