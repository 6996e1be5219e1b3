//! Sokoban: boxes are pushed onto goals, with as few pushes as can be, or with any number of them.
//!
//! A state consists of the squares of the boxes and those that the man can reach, since walking costs
//! nothing here; a step is a push. The heuristic of A* is the cheapest assignment of boxes to goals.
//! States that cannot be solved are left out: a box is on a square from which no goal can be reached,
//! boxes have frozen off the goals, or not every box has a goal left. Where an area must be opened
//! and nothing else needs to come first, only pushes into it are tried.
//!
//! Large levels are out of reach of that. [`solve_soon`] moves one box all the way at once and keeps
//! states of many kinds alive, by how well the boxes on goals are packed (`packing`), how they divide
//! the floor (`cuts`), and how many are in the way of the next one (`route`). Areas whose boxes can
//! never be solved are found by small searches (`trap`).
//!
//! Junghanns & Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain
//! knowledge", Artificial Intelligence 129, 2001.

mod advisers;
mod cells;
mod corral;
mod cuts;
mod features;
mod freeze;
mod level;
mod matching;
mod packing;
mod read;
mod replay;
mod room;
mod route;
mod solve;
mod trap;
mod turns;
mod ways;

pub use level::{Level, Square};
pub use read::read;
pub(crate) use replay::runs;
pub use replay::{NotASolution, check};
pub use solve::{Answer, Solution, solve, solve_soon};
pub use turns::solve_any;
