//! A board of tiles, and what counts as solved.

use astride::base::Cost;
use astride::search::Promise;
use astride::search::states::{Reverse, States};

/// Where the empty square is when all is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// First: `0 1 2 …`, as in the papers.
    #[default]
    EmptyFirst,
    /// Last: `1 2 … 0`, as in the shops.
    EmptyLast,
}

/// Tiles row by row, 0 for the empty square; the goal is `0 1 2 …`.
///
/// # Examples
///
/// ```
/// use astride_puzzles::sliding::{Board, EightTable, Goal};
/// let board = Board::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let table = EightTable::new();
/// assert_eq!(table.distance(&board), Some(27));
/// assert_eq!(table.distance(&board.towards(Goal::EmptyLast)), Some(31));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    side: u8,
    tiles: [u8; 16],
}

impl Board {
    /// A board of 9 or 16 numbers, each of `0..9` or `0..16` once.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in words.
    pub fn new(tiles: &[u8]) -> Result<Board, String> {
        let side = match tiles.len() {
            9 => 3,
            16 => 4,
            other => return Err(format!("{other} tiles, expected 9 or 16 with the empty one")),
        };
        let mut board = Board { side, tiles: [0; 16] };
        board.tiles[..tiles.len()].copy_from_slice(tiles);
        for tile in 0..tiles.len() {
            let count = tiles.iter().filter(|&&other| usize::from(other) == tile).count();
            if count != 1 {
                return Err(format!("the tile {tile} is there {count} times, expected once"));
            }
        }
        Ok(board)
    }

    /// The board on which all is done: 3 or 4 squares a side.
    pub(crate) fn done(side: u8) -> Board {
        let mut board = Board { side, tiles: [0; 16] };
        for at in 0..side * side {
            board.tiles[usize::from(at)] = at;
        }
        board
    }

    /// Squares in a row.
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// The tiles row by row, 0 for the empty square.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.side() * self.side()]
    }

    /// The board that is as far from `0 1 2 …` as this one is from `goal`: seen from the other
    /// corner, with the numbers counted from there.
    #[must_use]
    pub fn towards(mut self, goal: Goal) -> Board {
        if goal == Goal::EmptyLast {
            let count = self.side * self.side;
            let tiles = &mut self.tiles[..usize::from(count)];
            tiles.reverse();
            for tile in tiles.iter_mut().filter(|tile| **tile > 0) {
                *tile = count - *tile;
            }
        }
        self
    }

    /// The square of the empty one.
    pub(crate) fn empty(&self) -> usize {
        self.tiles().iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// Whether it can be solved: half of all boards can.
    pub fn is_solvable(&self) -> bool {
        let tiles: Vec<u8> = self.tiles().iter().copied().filter(|&tile| tile > 0).collect();
        let later = |at: usize| tiles[at + 1..].iter().filter(|&&tile| tile < tiles[at]).count();
        let swaps: usize = (0..tiles.len()).map(later).sum();
        let rows = if self.side.is_multiple_of(2) { self.empty() / self.side() } else { 0 };
        (swaps + rows).is_multiple_of(2)
    }

    /// The boards that one move leads to, with the tile moved: up, left, right, down of the empty
    /// square.
    pub fn moves(&self) -> impl Iterator<Item = (u8, Board)> + use<> {
        let (board, side, empty) = (*self, self.side(), self.empty());
        let (x, y) = (empty % side, empty / side);
        let up = (y > 0).then(|| empty - side);
        let left = (x > 0).then(|| empty - 1);
        let right = (x + 1 < side).then_some(empty + 1);
        let down = (y + 1 < side).then_some(empty + side);
        [up, left, right, down].into_iter().flatten().map(move |from| {
            let mut next = board;
            next.tiles.swap(empty, from);
            (board.tiles[from], next)
        })
    }

    /// The sum of how far each tile is from its square, in moves.
    pub(crate) fn manhattan(&self) -> u32 {
        let side = self.side();
        let tiles = self.tiles().iter().enumerate().filter(|&(_, &tile)| tile > 0);
        tiles.map(|(at, &tile)| apart(at, usize::from(tile), side)).sum()
    }
}

/// Steps between two squares.
pub(crate) fn apart(from: usize, to: usize, side: usize) -> u32 {
    ((from % side).abs_diff(to % side) + (from / side).abs_diff(to / side)) as u32
}

/// Boards of one size as states: any search of the library works on them.
#[derive(Clone, Copy, Debug)]
pub struct Slides {
    done: Board,
}

impl Slides {
    /// Boards with this many squares a side, 3 or 4.
    ///
    /// # Panics
    ///
    /// If `side` is another number.
    pub fn new(side: usize) -> Slides {
        assert!(side == 3 || side == 4, "boards have 3 or 4 squares a side");
        Slides { done: Board::done(side as u8) }
    }
}

impl States for Slides {
    type State = Board;

    fn for_each_step(&self, board: &Board, visit: &mut dyn FnMut(Board, u32)) {
        board.moves().for_each(|(_, next)| visit(next, 1));
    }

    fn is_goal(&self, board: &Board) -> bool {
        *board == self.done
    }

    fn guess(&self, board: &Board) -> Cost {
        Cost::from(board.manhattan())
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }

    fn max_step(&self) -> u32 {
        1
    }

    fn reverse(&self) -> Option<&dyn Reverse<Board>> {
        Some(self)
    }
}

impl Reverse<Board> for Slides {
    fn for_each_goal(&self, visit: &mut dyn FnMut(Board)) {
        visit(self.done);
    }

    fn for_each_step_back(&self, board: &Board, visit: &mut dyn FnMut(Board, u32)) {
        self.for_each_step(board, visit);
    }

    fn guess_back(&self, start: &Board, board: &Board) -> Cost {
        let mut places = [0_usize; 16];
        for (at, &tile) in start.tiles().iter().enumerate() {
            places[usize::from(tile)] = at;
        }
        let tiles = board.tiles().iter().enumerate().filter(|&(_, &tile)| tile > 0);
        let far = tiles.map(|(at, &tile)| apart(at, places[usize::from(tile)], board.side()));
        Cost::from(far.sum::<u32>())
    }
}
