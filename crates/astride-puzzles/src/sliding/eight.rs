//! All boards of 8 tiles and how far they are from the goal.

use super::Board;

/// The fewest moves from every board of 8 tiles: 181 440 of them, at most 31 moves away.
///
/// # Complexity
///
/// One look around from each board to build it; a byte for each of the 9! orders of tiles.
pub struct EightTable {
    /// By order of tiles; `FAR` for those that cannot be solved.
    moves: Vec<u8>,
}

const FAR: u8 = u8::MAX;

impl Default for EightTable {
    fn default() -> Self {
        EightTable::new()
    }
}

impl EightTable {
    /// Counts the moves from the goal to everywhere.
    pub fn new() -> Self {
        let done = Board::done(3);
        let mut moves = vec![FAR; 362_880];
        moves[order(&done)] = 0;
        let (mut layer, mut count) = (vec![done], 0);
        while !layer.is_empty() {
            count += 1;
            let mut next = Vec::new();
            for (_, board) in layer.iter().flat_map(Board::moves) {
                let known = &mut moves[order(&board)];
                if *known == FAR {
                    *known = count;
                    next.push(board);
                }
            }
            layer = next;
        }
        EightTable { moves }
    }

    /// The fewest moves from `board`; `None` if it cannot be solved or has another size.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        let known = (board.side() == 3).then(|| self.moves[order(board)])?;
        (known != FAR).then_some(u32::from(known))
    }

    /// The tiles to move, in a shortest solution; of equal ones the first in the order of
    /// [`Board::moves`].
    pub fn solve(&self, board: &Board) -> Option<Vec<u8>> {
        let (mut board, mut left) = (*board, self.distance(board)?);
        let mut tiles = Vec::with_capacity(left as usize);
        while left > 0 {
            left -= 1;
            let mut moves = board.moves();
            let (tile, next) = moves.find(|(_, next)| self.distance(next) == Some(left))?;
            tiles.push(tile);
            board = next;
        }
        Some(tiles)
    }

    /// How many boards are this many moves away, for 0, 1, … moves.
    pub fn counts(&self) -> Vec<u32> {
        let most = self.moves.iter().filter(|&&moves| moves != FAR).max().copied().unwrap_or(0);
        let mut counts = vec![0; usize::from(most) + 1];
        for &moves in self.moves.iter().filter(|&&moves| moves != FAR) {
            counts[usize::from(moves)] += 1;
        }
        counts
    }
}

/// The number of an order of nine tiles among all of them.
fn order(board: &Board) -> usize {
    let (mut number, mut left) = (0, 0b1_1111_1111_u32);
    for (at, &tile) in board.tiles().iter().enumerate() {
        let smaller = (left & ((1 << tile) - 1)).count_ones() as usize;
        number = number * (9 - at) + smaller;
        left &= !(1 << tile);
    }
    number
}
