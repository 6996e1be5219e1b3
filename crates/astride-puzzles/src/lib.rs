//! Puzzles as states: sliding tiles, boxes that are pushed through a maze, Sokoban.
//!
//! | puzzle | what comes back | how |
//! |---|---|---|
//! | [`sliding`], 8 tiles | fewest moves | a table of all 181 440 boards |
//! | [`sliding`], 15 tiles | fewest moves | IDA* with linear conflicts or pattern databases |
//! | [`boxes`] | fewest pushes, then fewest moves | a distance field over pushes |
//! | [`sokoban`] | fewest pushes | A* over [`States`](astride::search::states::States) |
//! | [`sokoban`], large levels | any pushes | a search by features of states |
//!
//! No file is opened and no clock is read here: a deadline is the caller's closure in a
//! [`Budget`](astride::base::Budget), as everywhere.
#![forbid(unsafe_code)]

pub mod boxes;
mod error;
#[doc(hidden)]
pub mod fuzz;
pub mod picture;
pub mod sliding;
pub mod sokoban;

pub use error::PuzzleError;
