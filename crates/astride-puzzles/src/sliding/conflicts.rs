//! Manhattan distances and linear conflicts.
//!
//! Two tiles that are both in their row but the wrong way round need two moves more: one has to
//! leave the row for the other. Hansson, Mayer & Yung, "Criticizing solutions to relaxed models
//! yields powerful admissible heuristics", Information Sciences 63, 1992.

use super::board::apart;
use super::dive::Guess;

/// A line of four squares as a number in base 5: 0 for a square without a tile of the line, else one
/// more than where in the line the tile belongs.
type Line = u16;

const POWERS: [u16; 4] = [1, 5, 25, 125];

/// The moves that conflicts in one line add, for each line.
pub(super) struct Conflicts {
    moves: [u8; 625],
}

#[derive(Clone, Copy)]
pub(super) struct Notes {
    manhattan: u8,
    conflicts: u8,
    rows: [Line; 4],
    columns: [Line; 4],
}

impl Conflicts {
    pub(super) fn new() -> Self {
        let mut moves = [0; 625];
        for (line, moves) in moves.iter_mut().enumerate() {
            *moves = 2 * leaving(POWERS.map(|power| line / usize::from(power) % 5));
        }
        Conflicts { moves }
    }

    fn of(&self, line: Line) -> u8 {
        self.moves[usize::from(line)]
    }

    /// Puts a tile on a square of a line, or takes it away.
    fn change(
        &self,
        lines: &mut [Line; 4],
        sum: &mut u8,
        [line, place, goal]: [u8; 3],
        puts: bool,
    ) {
        let line = &mut lines[usize::from(line & 3)];
        let change = POWERS[usize::from(place & 3)] * (u16::from(goal) + 1);
        *sum -= self.of(*line);
        *line = if puts { *line + change } else { *line - change };
        *sum += self.of(*line);
    }
}

/// The fewest tiles that must leave a line for the others to be in order.
fn leaving(line: [usize; 4]) -> u8 {
    let fits = |&kept: &u8| {
        let mut last = 0;
        (0..4).filter(|&at| kept & (1 << at) != 0).all(|at| {
            let is_later = line[at] > last;
            last = line[at];
            is_later
        })
    };
    let at_home = line.iter().filter(|&&goal| goal > 0).count() as u8;
    let most = (0..16).filter(fits).map(u8::count_ones).max().unwrap_or(0) as u8;
    // Two tiles of one goal are no line that occurs.
    at_home.saturating_sub(most)
}

impl Guess for Conflicts {
    type Notes = Notes;

    fn notes(&self, tiles: &[u8; 16]) -> Notes {
        let mut notes = Notes { manhattan: 0, conflicts: 0, rows: [0; 4], columns: [0; 4] };
        for (at, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            notes.manhattan += apart(at, usize::from(tile), 4) as u8;
            let (x, y, to_x, to_y) = (at as u8 % 4, at as u8 / 4, tile % 4, tile / 4);
            if y == to_y {
                self.change(&mut notes.rows, &mut notes.conflicts, [y, x, to_x], true);
            }
            if x == to_x {
                self.change(&mut notes.columns, &mut notes.conflicts, [x, y, to_y], true);
            }
        }
        notes
    }

    #[inline(always)]
    fn slide(&self, mut notes: Notes, tile: u8, from: u8, to: u8, left: u8) -> Option<Notes> {
        let (to_x, to_y) = (tile % 4, tile / 4);
        let [x, y] = [from % 4, from / 4];
        let [next_x, next_y] = [to % 4, to / 4];
        if y == next_y {
            // Along its row: the order there stays, but the squares are others.
            notes.manhattan = notes.manhattan + next_x.abs_diff(to_x) - x.abs_diff(to_x);
            if y == to_y {
                self.change(&mut notes.rows, &mut notes.conflicts, [y, x, to_x], false);
                self.change(&mut notes.rows, &mut notes.conflicts, [y, next_x, to_x], true);
            }
            if x == to_x {
                self.change(&mut notes.columns, &mut notes.conflicts, [x, y, to_y], false);
            } else if next_x == to_x {
                self.change(&mut notes.columns, &mut notes.conflicts, [next_x, y, to_y], true);
            }
        } else {
            notes.manhattan = notes.manhattan + next_y.abs_diff(to_y) - y.abs_diff(to_y);
            if x == to_x {
                self.change(&mut notes.columns, &mut notes.conflicts, [x, y, to_y], false);
                self.change(&mut notes.columns, &mut notes.conflicts, [x, next_y, to_y], true);
            }
            if y == to_y {
                self.change(&mut notes.rows, &mut notes.conflicts, [y, x, to_x], false);
            } else if next_y == to_y {
                self.change(&mut notes.rows, &mut notes.conflicts, [next_y, x, to_x], true);
            }
        }
        (self.moves(notes) <= left).then_some(notes)
    }

    #[inline(always)]
    fn moves(&self, notes: Notes) -> u8 {
        notes.manhattan + notes.conflicts
    }
}
