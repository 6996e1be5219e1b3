//! What walls and fences between cells mean to a body: where it cannot stand, which steps they forbid,
//! and what the other steps over them cost.
//!
//! A body pays for a fence when its front crosses it. The rest of the body follows for nothing, so that
//! a fence costs a body of any size once.

use super::BodyError;
use super::footprint::Footprint;
use crate::base::{Cell, CellRect, Dir, NodeId};
use crate::shapes::square::{Grid, GridView};
use crate::world::{Crossings, Side};

/// The steps out of a cell that are closed to a mover, and those over fences that it crosses.
#[derive(Clone, Copy, Default)]
struct Sides {
    closed: u8,
    crossed: u8,
}

impl Sides {
    fn of(view: &GridView<'_>, node: NodeId) -> Self {
        let forbidden = view.grid().forbidden().get(node.index()).copied().unwrap_or(0);
        let mut crossed = 0;
        if forbidden != 0 && view.has_crossings() {
            for fence in view.grid().fence_table().leaving(node) {
                let is_crossed = view.crossings().extra(fence.class).is_some();
                crossed |= if is_crossed { fence.dir.bit() } else { 0 };
            }
        }
        Sides { closed: forbidden & !crossed, crossed }
    }

    fn or(self, other: Self) -> Self {
        Sides { closed: self.closed | other.closed, crossed: self.crossed | other.crossed }
    }
}

/// Whether a step is closed to the mover of a view, by a wall, a one-way step or a fence.
pub(in crate::shapes::square) fn is_closed(view: &GridView<'_>, cell: Cell, dir: Dir) -> bool {
    view.grid().side(cell, dir).is_closed_to(view.crossings())
}

/// Whether something on the side of a cell that faces `dir` is closed to the mover in both directions.
pub(in crate::shapes::square) fn is_parted(view: &GridView<'_>, cell: Cell, dir: Dir) -> bool {
    let is_back_closed = |far: Cell| is_closed(view, far, dir.opposite());
    is_closed(view, cell, dir) && cell.step(dir).is_some_and(is_back_closed)
}

impl Footprint {
    /// For each place of `rect`, row by row, whether a body there would stand across something that is
    /// closed to it in both directions.
    pub(super) fn parted(self, view: &GridView<'_>, rect: CellRect) -> Vec<bool> {
        let side = self.own_side() as usize;
        let grid = view.grid();
        let mut parted = vec![false; rect.width as usize * rect.height as usize];
        if side == 1 || !view.has_forbidden() {
            return parted;
        }
        for (dir, span) in [(Dir::E, [side - 1, side]), (Dir::S, [side, side - 1])] {
            let of_cell = |at: NodeId| {
                let is_forbidden = grid.forbidden()[at.index()] & dir.bit() != 0;
                is_forbidden && is_parted(view, grid.cell(at), dir)
            };
            let inside = self.over(grid, rect, span, of_cell, |a, b| a | b);
            parted.iter_mut().zip(inside).for_each(|(parted, inside)| *parted |= inside);
        }
        parted
    }

    /// For each place of `rect`, row by row, what the steps of a body from there meet: a step that is
    /// closed to any of its cells is shut, and one over fences has the class of the costliest fence that
    /// its front crosses, or `follows` if only the rest of the body crosses one.
    pub(super) fn edges(
        self,
        view: &GridView<'_>,
        rect: CellRect,
        follows: Option<u8>,
    ) -> impl Iterator<Item = Result<PlaceSides, BodyError>> {
        let of_cell = |at| Sides::of(view, at);
        let own = self.own_cells();
        let all = own.over_square(view.grid(), rect, of_cell, Sides::or);
        let grid = view.grid();
        rect.cells().zip(all).map(move |(place, Sides { closed, crossed })| {
            let mut sides = PlaceSides { place, closed, fences: [None; 4] };
            // A body partly off the map goes nowhere.
            let is_on = |place| self.cells(place, grid).is_some();
            let leads = |dir| is_on(place) && place.step(dir).is_some_and(is_on);
            let fenced = Dir::STRAIGHT.into_iter().zip(&mut sides.fences);
            let is_fenced = |dir: Dir| crossed & !closed & dir.bit() != 0 && leads(dir);
            for (dir, fence) in fenced.filter(|(dir, _)| is_fenced(*dir)) {
                *fence = self.at_front(view, place, dir).or(follows);
                if fence.is_none() {
                    return Err(BodyError::Fences);
                }
            }
            Ok(sides)
        })
    }

    /// The class of the costliest fence that the front of a body crosses, of several the lowest.
    fn at_front(self, view: &GridView<'_>, place: Cell, dir: Dir) -> Option<u8> {
        let last = self.own_side() - 1;
        let (right, bottom) = (place.x + last, place.y + last);
        let (x, y) = match dir {
            Dir::E => (right..=right, place.y..=bottom),
            Dir::W => (place.x..=place.x, place.y..=bottom),
            Dir::S => (place.x..=right, bottom..=bottom),
            _ => (place.x..=right, place.y..=place.y),
        };
        let cells = y.flat_map(|y| x.clone().map(move |x| Cell::new(x, y)));
        let ticks = |class: u8| Some((view.crossings().extra(class)?, 255 - class));
        let fences = cells.filter_map(|cell| ticks(view.grid().fence(cell, dir)?));
        fences.max().map(|(_, class)| 255 - class)
    }
}

/// What the steps of a body from a place meet.
pub(super) struct PlaceSides {
    pub(super) place: Cell,
    closed: u8,
    /// To the north, east, south and west.
    fences: [Option<u8>; 4],
}

impl PlaceSides {
    /// The sides that are otherwise on the grid of places.
    pub(super) fn differing(&self, places: &Grid) -> impl Iterator<Item = (Dir, Side)> {
        let wanted = |dir: Dir| match self.fences[dir as usize / 2].filter(|_| !dir.is_diagonal()) {
            Some(class) => Side::Fenced(class),
            None if self.closed & dir.bit() != 0 => Side::Shut,
            None => Side::Open,
        };
        let has_fences = self.fences != [None; 4] || !places.fences().is_empty();
        let is_same = !has_fences && places.forbidden_steps(self.place) == self.closed;
        let all = Dir::ALL.into_iter().filter(move |_| !is_same).map(move |dir| (dir, wanted(dir)));
        all.filter(|&(dir, side)| places.side(self.place, dir) != side)
    }
}

/// The class of fences that a body of several cells crosses for nothing, if the mover leaves one.
pub(super) fn followed(crossings: &Crossings) -> Option<u8> {
    let costs = |ticks| (0..=255).find(|&class| crossings.extra(class) == ticks);
    costs(Some(0)).or_else(|| costs(None))
}
