//! All squares to which one box can be pushed, or pulled, while the others stand still.

use std::mem::replace;

use super::level::back;
use super::room::Room;

/// The boxes of a state as marks on cells.
pub(super) type Marks = Vec<bool>;

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
        let mut cells = vec![man];
        is_reached[usize::from(man)] = true;
        room.spread(&mut cells, |cell| {
            !has_box[usize::from(cell)] && !replace(&mut is_reached[usize::from(cell)], true)
        });
        let first = cells.iter().copied().min().unwrap_or(man);
        Reach { is_reached, first, count: cells.len() }
    }
}

/// No side.
const NONE: u8 = u8::MAX;

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

/// The areas around one cell when a box is on it.
#[derive(Clone, Copy)]
struct Around {
    /// For each side the number of its area; [`NONE`] at walls and boxes.
    area: [u8; 4],
    areas: u8,
    sizes: [u16; 4],
}

impl Around {
    fn same(&self, dir: usize) -> u8 {
        (0..4)
            .filter(|&side| self.area[side] == self.area[dir])
            .fold(0, |all, side| all | 1 << side)
    }
}

/// The ways of one box; kept for its memory.
#[derive(Default)]
pub(super) struct Ways {
    /// By cell the number of its area while the box is off the board, from 1.
    area: Vec<u16>,
    sizes: Vec<u16>,
    around: Vec<Option<Around>>,
    seen: Vec<u8>,
    ways: Vec<Way>,
    queue: Vec<u16>,
    marks: Vec<u32>,
    mark: u32,
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
        let cells = room.squares.len();
        self.area.clear();
        self.sizes.clear();
        if !is_pull {
            self.divide(room, has_box);
        }
        self.around.clear();
        self.around.resize(cells, None);
        self.seen.clear();
        self.seen.resize(cells, 0);
        self.ways.clear();
        let here = self.around(room, has_box, cargo);
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
                let around = self.around(room, has_box, next);
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
        self.divide(room, has_box);
        self.sizes.len() as u16
    }

    /// For each cell the areas of its sides when the only box is on it.
    pub(super) fn areas_beside(&mut self, room: &Room) -> Vec<[u8; 4]> {
        let has_box = vec![false; room.squares.len()];
        self.divide(room, &has_box);
        self.around.clear();
        self.around.resize(room.squares.len(), None);
        let cells = 0..room.squares.len() as u16;
        cells.map(|cell| self.around(room, &has_box, cell).area).collect()
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
        let sides = around.same(dir);
        let seen = &mut self.seen[usize::from(to)];
        if *seen & sides == 0 {
            *seen |= sides;
            let areas = (self.sizes.len() as u16 + u16::from(around.areas)).saturating_sub(1);
            let reach = around.sizes[usize::from(around.area[dir])];
            self.ways.push(Way { to, man, areas, reach, sides, before });
        }
    }

    /// Numbers the areas.
    fn divide(&mut self, room: &Room, has_box: &Marks) {
        self.area.clear();
        self.area.resize(room.squares.len(), 0);
        self.sizes.clear();
        for cell in 0..room.squares.len() as u16 {
            if self.area[usize::from(cell)] != 0 || has_box[usize::from(cell)] {
                continue;
            }
            let number = self.sizes.len() as u16 + 1;
            self.queue.clear();
            self.queue.push(cell);
            self.area[usize::from(cell)] = number;
            room.spread(&mut self.queue, |cell| {
                let known = &mut self.area[usize::from(cell)];
                *known == 0 && !has_box[usize::from(cell)] && replace(known, number) == 0
            });
            self.sizes.push(self.queue.len() as u16);
        }
    }

    fn around(&mut self, room: &Room, has_box: &Marks, cell: u16) -> Around {
        if let Some(around) = self.around[usize::from(cell)] {
            return around;
        }
        let side = |dir: usize| room.step(cell, dir).filter(|&side| !has_box[usize::from(side)]);
        let sides = [0, 1, 2, 3].map(side);
        let count = sides.iter().flatten().count();
        // Sides beside each other are joined by a free corner.
        let is_joined = |&dir: &usize| {
            let corner = sides[dir].filter(|_| sides[(dir + 1) % 4].is_some());
            let corner = corner.and_then(|side| room.step(side, (dir + 1) % 4));
            corner.is_some_and(|corner| !has_box[usize::from(corner)])
        };
        let joints = (0..4).filter(is_joined).count();
        let mut around = Around { area: [NONE; 4], areas: 0, sizes: [0; 4] };
        if count <= joints + 1 {
            around.areas = u8::from(count > 0);
            let area = self.area.get(usize::from(cell)).map_or(0, |&area| usize::from(area));
            around.sizes[0] = if area > 0 { self.sizes[area - 1] - 1 } else { 0 };
            sides
                .iter()
                .zip(&mut around.area)
                .filter(|(side, _)| side.is_some())
                .for_each(|(_, area)| *area = 0);
        } else {
            for dir in 0..4 {
                if let (Some(side), NONE) = (sides[dir], around.area[dir]) {
                    let size = self.flood(room, has_box, side, cell);
                    let number = usize::from(around.areas);
                    around.sizes[number] = size;
                    around.areas += 1;
                    for (side, area) in sides.iter().zip(&mut around.area) {
                        if side.is_some_and(|side| self.marks[usize::from(side)] == self.mark) {
                            *area = number as u8;
                        }
                    }
                }
            }
        }
        self.around[usize::from(cell)] = Some(around);
        around
    }

    /// Marks the area of `from` while a box is on `shut`, and counts its cells.
    fn flood(&mut self, room: &Room, has_box: &Marks, from: u16, shut: u16) -> u16 {
        if self.mark == u32::MAX || self.marks.len() != room.squares.len() {
            self.marks.clear();
            self.marks.resize(room.squares.len(), 0);
            self.mark = 0;
        }
        self.mark += 1;
        self.queue.clear();
        self.queue.push(from);
        self.marks[usize::from(from)] = self.mark;
        room.spread(&mut self.queue, |cell| {
            let is_free = cell != shut && !has_box[usize::from(cell)];
            is_free && replace(&mut self.marks[usize::from(cell)], self.mark) != self.mark
        });
        self.queue.len() as u16
    }
}
