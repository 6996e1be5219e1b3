//! Steps that can be undone: strokes on the grid, and moves of what lies on it, within a bound.

use std::collections::VecDeque;

use astride::base::CellRect;
use astride::shapes::square::{Edit, Grid};

use crate::session::lying::Lying;
use crate::session::wire::{Frame, Refusal, kind};

/// Some cells of a row, numbered as nodes: never across the end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) length: u32,
}

/// Cells, and the class that each gets or had.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    runs: Vec<Run>,
    /// The classes of all runs, one after another.
    classes: Vec<u8>,
}

impl Patch {
    /// One class for all cells of these runs.
    pub(super) fn of(runs: Vec<Run>, class: u8) -> Patch {
        let cells = runs.iter().map(|run| run.length as usize).sum();
        Patch { runs, classes: vec![class; cells] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many cells are written.
    pub(super) fn cell_count(&self) -> usize {
        self.classes.len()
    }

    /// The frame that is sent to the page.
    pub(super) fn frame(&self, re: u32) -> Frame {
        let payload = 8 * self.runs.len() + self.classes.len();
        let mut frame = Frame::new(kind::CHANGED, re, [self.runs.len() as u32, 0, 0, 0], payload);
        self.runs.iter().for_each(|run| frame.u32(run.start));
        self.runs.iter().for_each(|run| frame.u32(run.length));
        frame.u8s(&self.classes);
        frame
    }

    fn bytes(&self) -> usize {
        self.runs.len() * size_of::<Run>() + self.classes.len() + size_of::<Patch>()
    }

    /// Adds what it writes to a batch for a grid of `width` columns.
    pub(super) fn write(&self, width: u32, batch: &mut Edit) {
        let mut classes = &self.classes[..];
        for run in &self.runs {
            let (mut x, y) = (run.start % width, run.start / width);
            let (here, rest) = classes.split_at(run.length as usize);
            classes = rest;
            for same in here.chunk_by(|a, b| a == b) {
                batch.fill(CellRect::new(x, y, same.len() as u32, 1), same[0]);
                x += same.len() as u32;
            }
        }
    }

    /// Writes the classes into the grid and returns those that were there.
    fn apply(&self, grid: &mut Grid) -> Result<Patch, Refusal> {
        let mut before = Patch { runs: self.runs.clone(), classes: Vec::new() };
        before.classes.reserve_exact(self.classes.len());
        for run in &self.runs {
            let (x, y) = (run.start % grid.width(), run.start / grid.width());
            let row = grid.row(y).unwrap_or_default();
            before.classes.extend(&row[x as usize..(x + run.length) as usize]);
        }
        let mut edit = Edit::new();
        self.write(grid.width(), &mut edit);
        grid.apply(&edit).map_err(Refusal::value)?;
        Ok(before)
    }
}

/// One step of undoing: what was there before it.
enum Before {
    /// What the strokes of a group replaced, latest last.
    Cells(Vec<Patch>),
    /// What lay on the map before the moves of a group.
    Places(Lying),
}

struct Entry {
    group: Option<u32>,
    before: Before,
}

/// What undoing or redoing a step did.
pub(super) enum Turned {
    /// These cells were written, one patch after another.
    Cells(Vec<Patch>),
    /// What now lies on the map.
    Places(Lying),
}

/// What can be undone and redone.
pub(super) struct History {
    undo: VecDeque<Entry>,
    redo: Vec<Entry>,
    bytes: usize,
    most_bytes: usize,
    /// Whether the next stroke may join the latest entry.
    open: bool,
}

impl History {
    /// Nothing yet; at most `most_bytes` are kept.
    pub(super) fn new(most_bytes: usize) -> Self {
        History { undo: VecDeque::new(), redo: Vec::new(), bytes: 0, most_bytes, open: false }
    }

    pub(super) fn undo_count(&self) -> usize {
        self.undo.len()
    }

    /// The bytes that all steps take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn redo_count(&self) -> usize {
        self.redo.len()
    }

    /// Applies a stroke; strokes of one group that follow each other are undone together.
    pub(super) fn stroke(
        &mut self,
        grid: &mut Grid,
        patch: &Patch,
        group: u32,
    ) -> Result<(), Refusal> {
        if patch.is_empty() {
            return Ok(());
        }
        let before = patch.apply(grid)?;
        self.bytes += before.bytes();
        self.forget_redo();
        match self.latest(Some(group)) {
            Some(Entry { before: Before::Cells(patches), .. }) => patches.push(before),
            _ => self.push(Some(group), Before::Cells(vec![before])),
        }
        self.forget();
        Ok(())
    }

    /// Notes what lay on the map before a move; only the first of consecutive moves of a group is
    /// needed. A move without a group is a step of its own.
    pub(super) fn moved(&mut self, before: Lying, group: Option<u32>) {
        self.forget_redo();
        let joins = group.and_then(|group| self.latest(Some(group)));
        if !matches!(joins, Some(Entry { before: Before::Places(_), .. })) {
            self.bytes += before.bytes();
            self.push(group, Before::Places(before));
            self.forget();
        }
    }

    /// The latest step, if what follows may join it.
    fn latest(&mut self, group: Option<u32>) -> Option<&mut Entry> {
        self.undo.back_mut().filter(|entry| self.open && entry.group == group)
    }

    fn push(&mut self, group: Option<u32>, before: Before) {
        self.undo.push_back(Entry { group, before });
        self.open = true;
    }

    /// What was undone cannot be redone once something else has happened.
    pub(super) fn forget_redo(&mut self) {
        self.bytes -= self.redo.drain(..).map(|entry| entry.bytes()).sum::<usize>();
    }

    /// Undoes the latest step, on the grid and for what lies on it.
    pub(super) fn undo(&mut self, grid: &mut Grid, lying: Lying) -> Result<Turned, Refusal> {
        let entry = self.undo.pop_back().ok_or(Refusal::value("there is nothing to undo"))?;
        let (turned, inverse) = self.turn(grid, lying, entry)?;
        self.redo.push(inverse);
        Ok(turned)
    }

    /// Redoes what was undone last.
    pub(super) fn redo(&mut self, grid: &mut Grid, lying: Lying) -> Result<Turned, Refusal> {
        let entry = self.redo.pop().ok_or(Refusal::value("there is nothing to redo"))?;
        let (turned, inverse) = self.turn(grid, lying, entry)?;
        self.undo.push_back(inverse);
        Ok(turned)
    }

    /// Applies an entry, its patches latest first, and returns the entry that does the opposite.
    fn turn(
        &mut self,
        grid: &mut Grid,
        lying: Lying,
        entry: Entry,
    ) -> Result<(Turned, Entry), Refusal> {
        self.open = false;
        self.bytes -= entry.bytes();
        let Entry { group, before } = entry;
        let (turned, before) = match before {
            Before::Cells(patches) => {
                let (mut inverse, mut written) = (Vec::new(), Vec::new());
                for patch in patches.into_iter().rev() {
                    inverse.push(patch.apply(grid)?);
                    written.push(patch);
                }
                (Turned::Cells(written), Before::Cells(inverse))
            }
            Before::Places(then) => (Turned::Places(then), Before::Places(lying)),
        };
        let inverse = Entry { group, before };
        self.bytes += inverse.bytes();
        Ok((turned, inverse))
    }

    /// Forgets the oldest steps until the rest fits.
    fn forget(&mut self) {
        while self.bytes > self.most_bytes
            && let Some(entry) = self.undo.pop_front()
        {
            self.bytes -= entry.bytes();
        }
    }
}

impl Entry {
    fn bytes(&self) -> usize {
        match &self.before {
            Before::Cells(patches) => patches.iter().map(Patch::bytes).sum(),
            Before::Places(lying) => lying.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: u32, length: u32) -> Run {
        Run { start, length }
    }

    fn rows(grid: &Grid) -> String {
        let row = |y| String::from_utf8_lossy(grid.row(y).unwrap()).into_owned();
        (0..grid.height()).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn strokes_of_a_group_are_undone_together_and_redone() {
        let mut grid = Grid::from_classes(4, 2, b".@.W....").unwrap();
        let mut history = History::new(1 << 20);
        history.stroke(&mut grid, &Patch::of(vec![run(0, 3)], b'T'), 1).unwrap();
        history.stroke(&mut grid, &Patch::of(vec![run(2, 2), run(4, 1)], b'S'), 1).unwrap();
        history.stroke(&mut grid, &Patch::of(vec![run(7, 1)], b'@'), 2).unwrap();
        assert_eq!((rows(&grid), history.undo_count()), ("TTSS/S..@".into(), 2));
        history.undo(&mut grid, Lying::default()).unwrap();
        history.undo(&mut grid, Lying::default()).unwrap();
        assert_eq!((rows(&grid), history.redo_count()), (".@.W/....".into(), 2));
        history.redo(&mut grid, Lying::default()).unwrap();
        history.redo(&mut grid, Lying::default()).unwrap();
        assert_eq!(rows(&grid), "TTSS/S..@");
        assert!(history.redo(&mut grid, Lying::default()).is_err());
    }

    #[test]
    fn a_new_stroke_forgets_what_could_be_redone_and_old_steps_are_dropped() {
        let mut grid = Grid::new(64, 64, b'.').unwrap();
        let mut history = History::new(1000);
        for group in 0..100 {
            let class = if group % 2 == 0 { b'@' } else { b'.' };
            history.stroke(&mut grid, &Patch::of(vec![run(0, 64)], class), group).unwrap();
            assert!(history.bytes <= 1000, "{}", history.bytes);
        }
        assert!((2..=8).contains(&history.undo_count()));
        history.undo(&mut grid, Lying::default()).unwrap();
        history.stroke(&mut grid, &Patch::of(vec![run(0, 1)], b'T'), 200).unwrap();
        assert_eq!(history.redo_count(), 0);
    }

    #[test]
    fn a_group_that_never_ends_is_dropped_when_it_is_too_large() {
        let mut grid = Grid::new(64, 64, b'.').unwrap();
        let mut history = History::new(1000);
        for class in b"@.".repeat(50) {
            history.stroke(&mut grid, &Patch::of(vec![run(0, 64)], class), 1).unwrap();
            assert!(history.bytes <= 1000, "{}", history.bytes);
        }
    }
}
