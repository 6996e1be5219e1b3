//! IDA* for 15 tiles, in place: a move changes the board and the state of the heuristic.
//!
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985. The general form is
//! [`deepen`](astride::search::states::deepen); here the board is one array that is changed and
//! changed back, and each estimate is computed from the one before.

use astride::base::{Budget, Spent};

use super::Board;
use super::loops::{LEFT_OUT, LOOPS, Loops};

/// What was found about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slid {
    /// The fewest moves.
    Solved {
        /// The tiles to move, in order.
        tiles: Vec<u8>,
        /// Boards looked at, in all iterations.
        boards: u64,
    },
    /// An odd number of swaps away from the goal, as half of all boards are, or no board of 15 tiles.
    Unsolvable,
    /// The budget ran out.
    OutOfBudget {
        /// Which limit was reached.
        spent: Spent,
        /// It takes at least this many moves.
        at_least: u32,
        /// Boards looked at.
        boards: u64,
    },
}

/// A guess that follows moves.
pub(super) trait Guess {
    /// What it notes of a board.
    type Notes: Copy;

    /// The notes of a board.
    fn notes(&self, tiles: &[u8; 16]) -> Self::Notes;

    /// The notes after `tile` has moved, if no more than `left` moves are needed then, as far as can
    /// be guessed.
    fn slide(
        &self,
        notes: Self::Notes,
        tile: u8,
        from: u8,
        to: u8,
        left: u8,
    ) -> Option<Self::Notes>;

    /// How many moves are needed at least.
    fn moves(&self, notes: Self::Notes) -> u8;
}

/// Boards between two questions to the budget.
const ASK_EVERY: u64 = 1 << 16;

/// The fewest moves from `board`, or what is known when the budget runs out. One expansion of the
/// budget is 65 536 boards.
pub(super) fn solve<G: Guess>(guess: &G, board: &Board, budget: &mut Budget<'_>) -> Slid {
    if board.side() != 4 || !board.is_solvable() {
        return Slid::Unsolvable;
    }
    let mut tiles = [0; 16];
    tiles.copy_from_slice(board.tiles());
    let notes = guess.notes(&tiles);
    let mut limit = guess.moves(notes);
    let empty = board.empty() as u8;
    let loops = &*LOOPS;
    let mut dive = Dive { guess, loops, tiles, way: Vec::new(), boards: 0, budget, spent: None };
    loop {
        if dive.look(empty, 0, limit, notes) {
            return Slid::Solved {
                tiles: dive.way.into_iter().rev().collect(),
                boards: dive.boards,
            };
        }
        if let Some(spent) = dive.spent {
            return Slid::OutOfBudget { spent, at_least: u32::from(limit), boards: dive.boards };
        }
        limit += 2; // the parity of the moves is that of the board
    }
}

struct Dive<'d, 'b, G> {
    guess: &'d G,
    loops: &'d Loops,
    tiles: [u8; 16],
    /// The tiles moved, last one first; written on the way back.
    way: Vec<u8>,
    boards: u64,
    budget: &'d mut Budget<'b>,
    spent: Option<Spent>,
}

/// The moves of the empty square from each square, and the squares they lead to.
const BESIDE: [&[(u8, u8)]; 16] = [
    &[(2, 1), (3, 4)],
    &[(1, 0), (2, 2), (3, 5)],
    &[(1, 1), (2, 3), (3, 6)],
    &[(1, 2), (3, 7)],
    &[(0, 0), (2, 5), (3, 8)],
    &[(0, 1), (1, 4), (2, 6), (3, 9)],
    &[(0, 2), (1, 5), (2, 7), (3, 10)],
    &[(0, 3), (1, 6), (3, 11)],
    &[(0, 4), (2, 9), (3, 12)],
    &[(0, 5), (1, 8), (2, 10), (3, 13)],
    &[(0, 6), (1, 9), (2, 11), (3, 14)],
    &[(0, 7), (1, 10), (3, 15)],
    &[(0, 8), (2, 13)],
    &[(0, 9), (1, 12), (2, 14)],
    &[(0, 10), (1, 13), (2, 15)],
    &[(0, 11), (1, 14)],
];

impl<G: Guess> Dive<'_, '_, G> {
    /// Whether the board is solved within `left` moves. `last` are the last moves.
    fn look(&mut self, empty: u8, last: u16, left: u8, notes: G::Notes) -> bool {
        self.boards += 1;
        if self.boards.is_multiple_of(ASK_EVERY) {
            self.spent = self.budget.take();
        }
        if self.guess.moves(notes) == 0 {
            return true; // no tile is away from its square
        }
        if left == 0 || self.spent.is_some() {
            return false;
        }
        for &(step, from) in BESIDE[usize::from(empty & 15)] {
            let after = self.loops.after(last, usize::from(step & 3));
            if after == LEFT_OUT {
                continue;
            }
            let tile = self.tiles[usize::from(from)];
            let Some(next) = self.guess.slide(notes, tile, from, empty, left - 1) else { continue };
            self.tiles[usize::from(empty & 15)] = tile;
            // The tile that stands on the empty square is never read.
            let is_solved = self.look(from, after, left - 1, next);
            self.tiles[usize::from(from)] = tile;
            if is_solved {
                self.way.push(tile);
                return true;
            }
        }
        false
    }
}
