//! A grid as tables of a container, and back. Whatever the tables are, nothing is taken from them
//! that an edit could not have made.

use super::Grid;
use crate::base::{self, Container, Groups, PartsError, TablesError, check, few, u8s, u32s};
use crate::world::{Changes, Fences, Link, Links};

const SIZE: &str = "grid.size";
const CLASSES: &str = "grid.classes";
const STEP_CELLS: &str = "grid.steps.cells";
const STEP_DIRS: &str = "grid.steps.dirs";
const LINKS: &str = "grid.links";

impl Grid {
    /// The names of its tables, in their order.
    pub(crate) const TABLES: [&'static str; 5] = [SIZE, CLASSES, STEP_CELLS, STEP_DIRS, LINKS];

    /// Its tables; the revision is not among them.
    pub(crate) fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let forbidding = || (0u32..).zip(&self.forbidden).filter(|&(_, &dirs)| dirs != 0);
        let of_link = |link: &Link| [link.from.get(), link.to.get(), link.cost];
        out.put(SIZE, vec![self.width, self.height]);
        out.put(CLASSES, self.cells());
        out.put(STEP_CELLS, forbidding().map(|(cell, _)| cell).collect::<Vec<u32>>());
        out.put(STEP_DIRS, forbidding().map(|(_, &dirs)| dirs).collect::<Vec<u8>>());
        let links = self.links().iter().flat_map(of_link);
        out.put(LINKS, links.chain(self.fences.numbers()).collect::<Vec<u32>>());
    }

    /// The grid of these tables at `revision`, with no memory of how it came there.
    pub(crate) fn take(tables: &Container<'_>, revision: u64) -> Result<Grid, TablesError> {
        let [width, height] = few(u32s(tables, SIZE)?, SIZE)?;
        let cells = u64::from(width) * u64::from(height);
        let is_usable = (1..=Grid::MAX_CELLS).contains(&cells);
        check(is_usable, SIZE, 0, "sides of at least 1 and at most 2^30 cells")?;
        let classes = u8s(tables, CLASSES)?;
        check(classes.len() as u64 == cells, CLASSES, classes.len(), "a class for each cell")?;
        let grid = Grid::from_classes(width, height, classes);
        let mut grid = grid.map_err(|_| TablesError::Memory)?;
        grid.take_steps(&u32s(tables, STEP_CELLS)?, u8s(tables, STEP_DIRS)?)?;
        grid.take_links(&u32s(tables, LINKS)?)?;
        grid.log = Changes::forgotten_until(revision);
        let expected = "the cells that the fingerprint of the file is of";
        check(grid.fingerprint() == tables.world(), CLASSES, 0, expected)?;
        Ok(grid)
    }

    /// Reads links, and the fences behind them, which name their start twice.
    fn take_links(&mut self, numbers: &[u32]) -> Result<(), PartsError> {
        let (threes, rest) = numbers.as_chunks::<3>();
        check(rest.is_empty(), LINKS, numbers.len(), "three numbers for each link or fence")?;
        let links = threes.iter().take_while(|[from, to, _]| from != to).count();
        self.links = Links::take(&numbers[..3 * links], LINKS, self.cell_count(), |_| true)?;
        self.fences = Fences::take(&threes[links..], LINKS, 3 * links, self)?;
        let joined = self.fences.join(&self.links, self.width, |_, _| Some(1));
        check(joined.is_ok(), LINKS, 0, "at most 4087 links and fences into and out of one cell")
    }

    fn take_steps(&mut self, cells: &[u32], dirs: &[u8]) -> Result<(), TablesError> {
        check(cells.len() == dirs.len(), STEP_DIRS, dirs.len(), "as many as cells with such")?;
        if cells.is_empty() {
            return Ok(());
        }
        let count = self.cell_count();
        check_rising(cells, count, STEP_CELLS)?;
        self.forbidden.try_reserve_exact(count as usize).map_err(|_| TablesError::Memory)?;
        self.forbidden.resize(count as usize, 0);
        for (at, (&cell, &dirs)) in cells.iter().zip(dirs).enumerate() {
            check(dirs != 0, STEP_DIRS, at, "some direction")?;
            self.forbidden[cell as usize] = dirs;
        }
        self.forbidding = cells.len() as u32;
        Ok(())
    }
}

/// That these are cells of a grid of `count` cells, each once and in their order.
pub(in crate::shapes::square) fn check_rising(
    cells: &[u32],
    count: u32,
    part: &'static str,
) -> Result<(), PartsError> {
    base::check_rising(cells, count, part, "cells of the grid in rising order")
}
