//! Sokoban: boxes are pushed onto goals, with as few pushes as can be, or with any number of them.
//!
//! A state is where the boxes are and which squares the man can reach, since walking costs nothing
//! here; a step is a push. A* guesses by the cheapest assignment of boxes to goals. States are left
//! out from which nothing can be solved: a box on a square from which no goal can be reached, boxes
//! that have frozen off the goals, and no goal left for each box. Where an area must be opened and
//! nothing else needs to come first, only pushes into it are tried.
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
