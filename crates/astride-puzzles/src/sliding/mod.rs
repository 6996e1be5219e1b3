//! Sliding tiles: 8 of them in three rows, 15 in four.

mod board;
mod conflicts;
mod dive;
mod eight;
mod layers;
mod loops;
mod patterns;
mod read;
mod store;
mod ways;

pub use board::{Board, Goal, Slides};
pub use dive::Slid;
pub use eight::EightTable;
pub use patterns::Patterns;
pub use read::read;

use astride::base::Budget;
use conflicts::Conflicts;

/// Finds the fewest moves for 15 tiles by IDA*, guessing by Manhattan distances and linear
/// conflicts: nothing is built, and a board takes some millions of looks.
///
/// With [`Patterns`] it takes about 200 000.
pub fn solve_by_conflicts(board: &Board, budget: &mut Budget<'_>) -> Slid {
    dive::solve(&Conflicts::new(), board, budget)
}
