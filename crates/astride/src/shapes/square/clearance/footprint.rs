//! The cells that a body covers, and how they determine the place where it stands.
//!
//! The places of a rectangle are computed together, and only from the cells that a body on one of
//! them covers. Runs of cells are joined to runs twice as long until they are as long as the body,
//! first along rows and then along columns.

use super::distances::squared_half_cells;
use crate::base::{Cell, CellRect, NodeId, join_ahead};
use crate::shapes::square::{Grid, GridView};

/// The cells that a body covers around its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shapes::square) enum Footprint {
    /// This many cells per side, from the top left one.
    Square(u32),
    /// A disc around the centre of a cell, by its radius in half cells. Its cost and steps are
    /// those of its own cell.
    Round(u32),
}

/// How far a body extends from its place, in cells.
#[derive(Clone, Copy)]
struct Reach {
    /// To the left, and up.
    before: u32,
    /// To the right, and down.
    after: u32,
}

/// Values of the cells around some places, row by row; off the map they are `T::default`.
struct Window<T> {
    values: Vec<T>,
    /// The number of values in a row.
    wide: usize,
}

impl Footprint {
    fn reach(self) -> Reach {
        match self {
            Footprint::Square(side) => Reach { before: 0, after: side - 1 },
            Footprint::Round(radius) => Reach { before: radius / 2, after: radius / 2 },
        }
    }

    /// Whether the map is large enough for the body.
    pub(super) fn fits_on(self, grid: &Grid) -> bool {
        let Reach { before, after } = self.reach();
        before + after < grid.width().min(grid.height())
    }

    /// The most cells that a body covers.
    pub(in crate::shapes::square) fn most_cells(self) -> u64 {
        let Reach { before, after } = self.reach();
        u64::from(before + after + 1).pow(2)
    }

    /// The most cells that a body comes onto as it steps to a place next to its own.
    pub(in crate::shapes::square) fn most_ahead(self) -> u64 {
        let Reach { before, after } = self.reach();
        2 * u64::from(before + after + 1)
    }

    /// Whether a body at one place covers a cell.
    pub(in crate::shapes::square) fn covers(self, place: Cell, cell: Cell) -> bool {
        match self {
            Footprint::Square(side) => CellRect::new(place.x, place.y, side, side).contains(cell),
            Footprint::Round(radius) => {
                let away = |a: u32, b: u32| squared_half_cells(a.abs_diff(b));
                let most = u64::from(radius) * u64::from(radius);
                away(place.x, cell.x) + away(place.y, cell.y) < most
            }
        }
    }

    /// The cells that a body at a place covers, row by row; `None` if some of them are off the map.
    pub(in crate::shapes::square) fn cells(
        self,
        place: Cell,
        grid: &Grid,
    ) -> Option<impl Iterator<Item = Cell>> {
        let Reach { before, after } = self.reach();
        let along = |at: u32, length: u32| {
            let (first, last) = (at.checked_sub(before)?, at.checked_add(after)?);
            (last < length).then_some(first..=last)
        };
        let (columns, rows) = (along(place.x, grid.width())?, along(place.y, grid.height())?);
        let all = rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)));
        Some(all.filter(move |&cell| self.covers(place, cell)))
    }

    /// The places where a body covers a cell of `rect`.
    pub(super) fn around(self, rect: CellRect, grid: &Grid) -> CellRect {
        let Reach { before, after } = self.reach();
        let (x, y) = (rect.x.saturating_sub(after), rect.y.saturating_sub(after));
        let right = (rect.x + rect.width + before).min(grid.width());
        let bottom = (rect.y + rect.height + before).min(grid.height());
        CellRect::new(x, y, right - x, bottom - y)
    }

    /// The number of cells that bodies on the places of `rect` cover, including those off the map;
    /// 0 if the map is too small for the body.
    pub(super) fn cells_under(self, rect: CellRect, grid: &Grid) -> usize {
        let Reach { before, after } = self.reach();
        let side = |length: u32| (length + before + after) as usize;
        if self.fits_on(grid) { side(rect.width) * side(rect.height) } else { 0 }
    }

    /// For each place of `rect`, row by row, the media shared by all its cells.
    pub(super) fn media(self, view: &GridView<'_>, rect: CellRect) -> Vec<u8> {
        let media = view.meanings().0;
        let of_cell = |at| media[usize::from(view.grid().class_at(at))];
        match self {
            Footprint::Square(_) => self.over_square(view.grid(), rect, of_cell, |a, b| a & b),
            Footprint::Round(radius) => {
                shared_by_disc(self.window(view.grid(), rect, of_cell), rect, radius)
            }
        }
    }

    /// The largest factor among its cells.
    pub(super) fn factors(self, view: &GridView<'_>, rect: CellRect) -> Vec<u32> {
        if view.is_uniform() {
            return vec![view.least_factor(); rect.width as usize * rect.height as usize];
        }
        let factors = view.class_factors();
        let of_cell = |at| factors[usize::from(view.grid().class_at(at))];
        self.own_cells().over_square(view.grid(), rect, of_cell, u32::max)
    }

    /// The side in cells of the square whose costs, walls and fences apply to the body.
    pub(in crate::shapes::square) fn own_side(self) -> u32 {
        if let Footprint::Square(side) = self { side } else { 1 }
    }

    /// That square.
    pub(in crate::shapes::square) fn own_cells(self) -> Self {
        Footprint::Square(self.own_side())
    }

    /// For each place of `rect`, the joined values of all cells of a square there.
    pub(super) fn over_square<T: Copy + Default>(
        self,
        grid: &Grid,
        rect: CellRect,
        value_of: impl Fn(NodeId) -> T,
        join: impl Fn(T, T) -> T + Copy,
    ) -> Vec<T> {
        let side = self.reach().after as usize + 1;
        self.over(grid, rect, [side, side], value_of, join)
    }

    /// For each place of `rect`, the joined values of this many columns and rows of the square there.
    pub(super) fn over<T: Copy + Default>(
        self,
        grid: &Grid,
        rect: CellRect,
        [columns, rows]: [usize; 2],
        value_of: impl Fn(NodeId) -> T,
        join: impl Fn(T, T) -> T + Copy,
    ) -> Vec<T> {
        let Window { mut values, wide } = self.window(grid, rect, value_of);
        // The last values of a row run into the next row; they are cut off below.
        join_ahead(&mut values, 1, 1..columns, join);
        join_ahead(&mut values, wide, 1..rows, join);
        let lines = values.chunks_exact(wide).take(rect.height as usize);
        lines.flat_map(|line| &line[..rect.width as usize]).copied().collect()
    }

    /// The values of all cells that bodies on the places of `rect` cover.
    fn window<T: Copy + Default>(
        self,
        grid: &Grid,
        rect: CellRect,
        value_of: impl Fn(NodeId) -> T,
    ) -> Window<T> {
        let Reach { before, after } = self.reach();
        let wide = (rect.width + before + after) as usize;
        let mut values = vec![T::default(); self.cells_under(rect, grid)];
        let on_map = |start: u32, length: u32, last: u32| {
            start.saturating_sub(before)..(start + length + after).min(last)
        };
        let columns = on_map(rect.x, rect.width, grid.width());
        for y in on_map(rect.y, rect.height, grid.height()) {
            let (row, column) = (y + before - rect.y, columns.start + before - rect.x);
            let line = &mut values[row as usize * wide + column as usize..];
            for (value, x) in line.iter_mut().zip(columns.clone()) {
                *value = value_of(NodeId::new(y * grid.width() + x));
            }
        }
        Window { values, wide }
    }
}

/// The media shared by all cells of a disc, for each of the places in the middle of a window.
fn shared_by_disc(window: Window<u8>, rect: CellRect, radius: u32) -> Vec<u8> {
    let Window { mut values, wide } = window;
    let (reach, width) = (radius / 2, rect.width as usize);
    let most = u64::from(radius) * u64::from(radius);
    let mut shared = vec![u8::MAX; width * rect.height as usize];
    // From the tips of the disc to its middle, where it is widest.
    let mut aside = 0;
    for away in (0..=reach).rev() {
        let covered = 2 * aside as usize + 1;
        while aside < reach && squared_half_cells(aside + 1) + squared_half_cells(away) < most {
            aside += 1;
        }
        join_ahead(&mut values, 1, covered..2 * aside as usize + 1, |a, b| a & b);
        let first = (reach - aside) as usize;
        for top in [reach - away, reach + away].map(|line| line as usize) {
            for (y, line) in shared.chunks_exact_mut(width).enumerate() {
                let row = &values[(top + y) * wide + first..];
                line.iter_mut().zip(row).for_each(|(media, others)| *media &= others);
            }
        }
    }
    shared
}
