//! Which jump points may have other jumps after an update: those whose scans touch a change.
//!
//! Cells whose straight scans have changed are found 64 at a time, line by line. From these, and
//! from the changed cells, lines of first steps are traced back up to the next wall, all of a row
//! at once. That covers at least everything that jumps can reach.

use super::lines::{DOWN, Lines, POINT, Straight, UP, WALL};
use super::place::Place;
use super::planes::JumpMap;
use crate::base::Dir;
use crate::base::bits::{BitPlane, after, before, next_above_is_source, next_below_is_source};
use crate::shapes::square::Neighbours;

/// What scans see on one line: stops for paths upwards in position, stops for paths downwards, and
/// walls.
pub(super) struct Stretch {
    pub(super) up: Vec<u64>,
    pub(super) down: Vec<u64>,
    wall: Vec<u64>,
}

impl Stretch {
    pub(super) fn of(lines: &Lines<Straight>, line: u16) -> Self {
        let per_line = lines.bits_per_line / 64;
        let words = &lines.words[usize::from(line) * per_line..][..per_line];
        let lane = |lane: usize| words.iter().map(|lanes| lanes[lane]).collect();
        Stretch { up: lane(UP), down: lane(DOWN), wall: lane(WALL) }
    }

    /// For each position, whether a jump point is seen upwards in position, and downwards.
    pub(super) fn sights(&self) -> [Vec<u64>; 2] {
        let points = |stops: &[u64]| {
            stops.iter().zip(&self.wall).map(|(stop, wall)| stop & !wall).collect::<Vec<_>>()
        };
        let mut sights = [vec![0; self.wall.len()], vec![0; self.wall.len()]];
        next_above_is_source(&points(&self.up), &self.up, &mut sights[0]);
        next_below_is_source(&points(&self.down), &self.down, &mut sights[1]);
        sights
    }

    /// The positions from which a scan upwards or downwards now ends elsewhere or in another way.
    fn differing(&self, before: &Stretch) -> Vec<u64> {
        let either = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(a, b)| a | b).collect();
        let other = |a: &[u64], b: &[u64]| -> Vec<u64> {
            let stops = a.iter().zip(b).map(|(a, b)| a ^ b);
            let walls = self.wall.iter().zip(&before.wall).map(|(a, b)| a ^ b);
            stops.zip(walls).map(|(stop, wall)| stop | wall).collect()
        };
        let mut ends = [vec![0; self.wall.len()], vec![0; self.wall.len()]];
        let stops: [Vec<u64>; 2] = [either(&self.up, &before.up), either(&self.down, &before.down)];
        next_above_is_source(&other(&self.up, &before.up), &stops[0], &mut ends[0]);
        next_below_is_source(&other(&self.down, &before.down), &stops[1], &mut ends[1]);
        either(&ends[0], &ends[1])
    }
}

/// Cells whose scans have changed.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// `None` until there are any.
    cells: Option<BitPlane>,
    /// Whether all jump points have new numbers.
    is_all: bool,
}

impl Touched {
    pub(super) fn set_all(&mut self) {
        self.is_all = true;
    }

    pub(crate) fn is_all(&self) -> bool {
        self.is_all
    }

    fn cells(&mut self, map: &JumpMap) -> &mut BitPlane {
        let (lines, bits) = (map.rows.line_count(), map.rows.bits_per_line);
        self.cells.get_or_insert_with(|| BitPlane::new(lines, bits))
    }

    pub(super) fn cell(&mut self, map: &JumpMap, at: Place) {
        let line = self.cells(map).line_mut(usize::from(at.y));
        line[usize::from(at.x) / 64] |= 1 << (at.x % 64);
    }

    /// Adds the cells along a row, or a column, whose view has changed.
    pub(super) fn line(
        &mut self,
        map: &JumpMap,
        (line, is_row): (u16, bool),
        before: &Stretch,
        now: &Stretch,
    ) {
        for (word, mut bits) in now.differing(before).into_iter().enumerate() {
            if is_row {
                self.cells(map).line_mut(usize::from(line))[word] |= bits;
                continue;
            }
            while bits != 0 {
                let y = (word * 64) as u16 + bits.trailing_zeros() as u16;
                bits &= bits - 1;
                if usize::from(y) < map.rows.line_count() {
                    self.cell(map, Place { x: line, y });
                }
            }
        }
    }

    /// Adds a renumbered jump point: all cells whose straight scans end there.
    pub(super) fn point(&mut self, map: &JumpMap, at: Place) {
        self.cell(map, at);
        let dirs: &[Dir] = match map.rules.neighbours {
            Neighbours::Eight => &Dir::STRAIGHT,
            Neighbours::Four => &[Dir::E, Dir::W],
        };
        for &dir in dirs {
            let mut from = at;
            loop {
                from = from.moved(dir.opposite(), 1);
                self.cell(map, from);
                let stops = match dir {
                    Dir::E => map.rows.has(UP, map.row_place(from)),
                    Dir::W => map.rows.has(DOWN, map.row_place(from)),
                    Dir::S => map.columns.has(UP, map.column_place(from)),
                    _ => map.columns.has(DOWN, map.column_place(from)),
                };
                if stops {
                    break;
                }
            }
        }
    }

    /// The numbers of the jump points from which a touched cell may be reached along first steps,
    /// in increasing order within each row.
    pub(crate) fn points(&self, map: &JumpMap) -> Vec<u32> {
        let Some(cells) = &self.cells else { return Vec::new() };
        let mut marks = cells.clone();
        let dirs: &[Dir] = match map.rules.neighbours {
            Neighbours::Eight => &[Dir::NE, Dir::SE, Dir::SW, Dir::NW],
            Neighbours::Four => &[Dir::N, Dir::S],
        };
        for &dir in dirs {
            look_back(map, cells, dir, &mut marks);
        }
        let mut numbers = Vec::new();
        for (word, (lanes, mark)) in map.rows.words.iter().zip(marks.words()).enumerate() {
            let mut bits = lanes[POINT] & mark;
            while bits != 0 {
                numbers.push(map.number_at(word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
        numbers
    }
}

/// Marks all cells from which steps in direction `dir` over free cells lead to one of `cells`.
fn look_back(map: &JumpMap, cells: &BitPlane, dir: Dir, marks: &mut BitPlane) {
    let (lines, per_line) = (cells.line_count(), cells.words_per_line());
    let (x, y) = dir.offset();
    let (mut ahead, mut here) = (vec![0; per_line], vec![0; per_line]);
    let mut is_empty = true;
    for step in 0..lines {
        let line = if y < 0 { step } else { lines - 1 - step };
        let touched = cells.line(line);
        if is_empty && touched.iter().all(|&word| word == 0) {
            continue;
        }
        let free = &map.rows.words[line * per_line..][..per_line];
        let mut any = 0;
        for (word, to) in here.iter_mut().enumerate() {
            let from = match x {
                0 => ahead[word],
                1 => after(&ahead, word),
                _ => before(&ahead, word),
            };
            *to = touched[word] | from & !free[word][WALL];
            any |= *to;
        }
        marks.line_mut(line).iter_mut().zip(&here).for_each(|(mark, word)| *mark |= word);
        is_empty = any == 0;
        std::mem::swap(&mut ahead, &mut here);
    }
}
