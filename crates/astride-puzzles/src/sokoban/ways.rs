//! All squares to which one box can be pushed, or pulled, while the others stand still.

use std::mem::replace;

use super::cuts::{Around, Cuts, NONE};
use super::level::back;
use super::room::{Marks, Room};

/// The man's area.
pub(super) struct Reach {
    pub(super) is_reached: Marks,
    /// The first of its cells, which stands for all.
    pub(super) first: u16,
    pub(super) count: usize,
}

impl Reach {
    /// The area of `man` among these boxes.
    pub(super) fn of(room: &Room, has_box: &Marks, man: u16) -> Reach {
        let mut is_reached = vec![false; room.squares.len()];
        let mut cells = Vec::with_capacity(room.squares.len());
        cells.push(man);
        is_reached[usize::from(man)] = true;
        room.spread(&mut cells, |cell| {
            !has_box[usize::from(cell)] && !replace(&mut is_reached[usize::from(cell)], true)
        });
        let first = cells.iter().copied().min().unwrap_or(man);
        Reach { is_reached, first, count: cells.len() }
    }
}

/// Nothing is before the first way.
const NO_WAY: u32 = u32::MAX;

/// A box on a cell, and the man beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Where the box is now.
    pub(super) to: u16,
    /// Where the man is now.
    pub(super) man: u16,
    /// Into how many areas all boxes together divide the floor.
    pub(super) areas: u16,
    /// The cells of the area in which the man is.
    pub(super) reach: u16,
    /// The sides of the box that the man can reach.
    sides: u8,
    /// The way that is one push shorter.
    before: u32,
}

/// The ways of one box; kept for its memory.
#[derive(Default)]
pub(super) struct Ways {
    /// The floor while the box is off the board.
    cuts: Cuts,
    around: Vec<Option<Around>>,
    seen: Vec<u8>,
    ways: Vec<Way>,
}

impl Ways {
    /// Finds all ways of the box on `cargo`, which `has_box` must not hold. It is pushed, or pulled
    /// if `is_pull`; `is_near` says which cells beside it the man can reach at first. Nothing is
    /// looked for after a way to a cell that `is_last`. Areas are only counted for pushes.
    pub(super) fn explore(
        &mut self,
        room: &Room,
        has_box: &Marks,
        cargo: u16,
        is_pull: bool,
        is_near: impl Fn(u16) -> bool,
        is_last: impl Fn(u16) -> bool,
    ) -> &[Way] {
        self.ways.clear();
        let to = |dir| room.step(cargo, if is_pull { dir } else { back(dir) });
        let is_free = |cell: u16| usize::from(cell) < room.live && !has_box[usize::from(cell)];
        let is_way =
            |dir| room.step(cargo, dir).is_some_and(&is_near) && to(dir).is_some_and(is_free);
        if !(0..4).any(is_way) {
            return &[]; // many boxes cannot be moved at all, and the floor need not be looked at
        }
        let cells = room.squares.len();
        self.cuts.find(room, has_box);
        self.around.clear();
        self.around.resize(cells, None);
        self.seen.clear();
        self.seen.resize(cells, 0);
        let here = self.around(room, cargo);
        for dir in 0..4 {
            if here.area[dir] != NONE && room.step(cargo, dir).is_some_and(&is_near) {
                self.arrive(&here, cargo, dir, room.beside[usize::from(cargo)][dir], NO_WAY);
            }
        }
        let starts = self.ways.len();
        let mut at = 0;
        while at < self.ways.len() {
            let Way { to: cell, sides, .. } = self.ways[at];
            for dir in (0..4).filter(|dir| sides >> dir & 1 != 0) {
                let next = room.step(cell, if is_pull { dir } else { back(dir) });
                let Some(next) = next.filter(|&next| usize::from(next) < room.live) else {
                    continue;
                };
                if has_box[usize::from(next)] {
                    continue;
                }
                let around = self.around(room, next);
                if around.area[dir] != NONE {
                    let man = room.beside[usize::from(next)][dir];
                    self.arrive(&around, next, dir, man, at as u32);
                    if is_last(next) {
                        return &self.ways[starts..];
                    }
                }
            }
            at += 1;
        }
        &self.ways[starts..]
    }

    /// Into how many areas the boxes divide the floor.
    pub(super) fn areas(&mut self, room: &Room, has_box: &Marks) -> u16 {
        self.cuts.find(room, has_box);
        self.cuts.areas()
    }

    /// For each cell the areas of its sides when the only box is on it.
    pub(super) fn areas_beside(&mut self, room: &Room) -> Vec<[u8; 4]> {
        let has_box = vec![false; room.squares.len()];
        self.cuts.find(room, &has_box);
        let cells = 0..room.squares.len() as u16;
        cells.map(|cell| self.cuts.around(room, cell).area).collect()
    }

    /// The cells of the box on a way found last, from where it was.
    pub(super) fn track(&self, mut way: Way) -> Vec<u16> {
        let mut track = vec![way.to];
        while let Some(&before) = self.ways.get(way.before as usize) {
            track.push(before.to);
            way = before;
        }
        track.reverse();
        track
    }

    fn arrive(&mut self, around: &Around, to: u16, dir: usize, man: u16, before: u32) {
        let same = (0..4).filter(|&side| around.area[side] == around.area[dir]);
        let sides = same.fold(0, |all, side| all | 1 << side);
        let seen = &mut self.seen[usize::from(to)];
        if *seen & sides == 0 {
            *seen |= sides;
            let areas = (self.cuts.areas() + u16::from(around.areas)).saturating_sub(1);
            let reach = around.sizes[usize::from(around.area[dir])];
            self.ways.push(Way { to, man, areas, reach, sides, before });
        }
    }

    fn around(&mut self, room: &Room, cell: u16) -> Around {
        *self.around[usize::from(cell)].get_or_insert_with(|| self.cuts.around(room, cell))
    }
}
