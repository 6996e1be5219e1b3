//! How a box on a cell would divide the floor around it, for all cells at once.
//!
//! A depth-first search enters all cells. What hangs below a cell and reaches nothing above it is
//! cut off when a box is put there; the other sides of the cell stay joined. Tarjan, "Depth-first
//! search and linear graph algorithms", SIAM Journal on Computing 1, 1972.

use super::room::{Marks, Room, WALL};

/// No side.
pub(super) const NONE: u8 = u8::MAX;

/// The areas around one cell when a box is on it.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// For each side the number of its area; [`NONE`] at walls and boxes.
    pub(super) area: [u8; 4],
    pub(super) areas: u8,
    /// The cells of each area.
    pub(super) sizes: [u16; 4],
}

/// What the search knows of a cell.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// When it was entered, from 1; 0 if it was not.
    entered: u16,
    /// The first cell entered that is beside one entered from here on.
    low: u16,
    /// The last cell that was entered from here on.
    last: u16,
    /// Where it was entered from.
    before: u16,
    area: u16,
    next: u8,
}

/// The areas of a floor with boxes; kept for its memory.
#[derive(Default)]
pub(super) struct Cuts {
    seen: Vec<Seen>,
    /// The cells of each area.
    sizes: Vec<u16>,
}

impl Cuts {
    /// Searches a floor on which these boxes stand.
    pub(super) fn find(&mut self, room: &Room, has_box: &Marks) {
        self.seen.clear();
        self.seen.resize(room.squares.len(), Seen::default());
        self.sizes.clear();
        let mut count = 0;
        for cell in 0..room.squares.len() as u16 {
            if self.seen[usize::from(cell)].entered == 0 && !has_box[usize::from(cell)] {
                let before = count;
                self.search(room, has_box, cell, &mut count);
                self.sizes.push(count - before);
            }
        }
    }

    /// How many areas there are.
    pub(super) fn areas(&self) -> u16 {
        self.sizes.len() as u16
    }

    fn search(&mut self, room: &Room, has_box: &Marks, start: u16, count: &mut u16) {
        let area = self.areas();
        let mut enter = |before: u16| {
            *count += 1;
            Seen { entered: *count, low: *count, last: *count, before, area, next: 0 }
        };
        self.seen[usize::from(start)] = enter(WALL);
        let mut at = usize::from(start);
        loop {
            let here = &mut self.seen[at];
            if here.next == 4 {
                let Seen { low, last, before, .. } = *here;
                if before == WALL {
                    return;
                }
                at = usize::from(before);
                let here = &mut self.seen[at];
                (here.low, here.last) = (here.low.min(low), last);
                continue;
            }
            let next = room.beside[at][usize::from(here.next)];
            here.next += 1;
            if !room.is_cell(next) || has_box[usize::from(next)] {
                continue;
            }
            match self.seen[usize::from(next)].entered {
                0 => {
                    self.seen[usize::from(next)] = enter(at as u16);
                    at = usize::from(next);
                }
                entered => self.seen[at].low = self.seen[at].low.min(entered),
            }
        }
    }

    /// The areas around a cell without a box, if a box were put there.
    pub(super) fn around(&self, room: &Room, cell: u16) -> Around {
        let here = self.seen[usize::from(cell)];
        let sides = room.beside[usize::from(cell)].map(|side| {
            let side = room.is_cell(side).then(|| self.seen[usize::from(side)]);
            side.filter(|side| side.entered > 0)
        });
        let mut around = Around { area: [NONE; 4], areas: 0, sizes: [0; 4] };
        let mut rest = self.sizes[usize::from(here.area)] - 1;
        // The sides that are cut off, each with the others that hang on it.
        for top in sides.iter().flatten() {
            if top.before == cell && top.low >= here.entered {
                let number = around.areas;
                around.areas += 1;
                around.sizes[usize::from(number)] = top.last - top.entered + 1;
                rest -= around.sizes[usize::from(number)];
                for (side, area) in sides.iter().zip(&mut around.area) {
                    if side.is_some_and(|side| (top.entered..=top.last).contains(&side.entered)) {
                        *area = number;
                    }
                }
            }
        }
        let others = sides.iter().zip(&mut around.area);
        let others = others.filter(|(side, area)| side.is_some() && **area == NONE);
        let mut is_any = false;
        others.for_each(|(_, area)| (*area, is_any) = (around.areas, true));
        if is_any {
            around.sizes[usize::from(around.areas)] = rest;
            around.areas += 1;
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use astride_testkit::rng::Rng;

    /// The cells joined with `start` that have no box.
    fn flood(room: &Room, has_box: &Marks, start: u16) -> Vec<u16> {
        let (mut cells, mut is_seen) = (vec![start], has_box.clone());
        is_seen[usize::from(start)] = true;
        room.spread(&mut cells, |cell| !std::mem::replace(&mut is_seen[usize::from(cell)], true));
        cells
    }

    #[test]
    fn areas_around_a_box_are_those_of_floods() {
        let mut rng = Rng::new(5);
        let mut divided = 0;
        for _ in 0..40 {
            let inside: String = (0..49).map(|_| if rng.percent(25) { '#' } else { ' ' }).collect();
            let rows: Vec<String> =
                (0..7).map(|y| format!("#{}#", &inside[7 * y..][..7])).collect();
            let text = format!("#########\n#@$.    #\n{}\n#########", rows.join("\n"));
            let room = Room::new(&read(&text).unwrap()[0]);
            let cells = 0..room.squares.len() as u16;
            let mut has_box: Marks = cells.clone().map(|_| rng.percent(20)).collect();
            let mut cuts = Cuts::default();
            cuts.find(&room, &has_box);
            for cell in cells.filter(|&cell| !has_box[usize::from(cell)]).collect::<Vec<u16>>() {
                let around = cuts.around(&room, cell);
                has_box[usize::from(cell)] = true;
                for dir in 0..4 {
                    let side = room.step(cell, dir).filter(|&side| !has_box[usize::from(side)]);
                    assert_eq!(side.is_none(), around.area[dir] == NONE, "\n{text}");
                    let Some(side) = side else { continue };
                    let area = flood(&room, &has_box, side);
                    let size = around.sizes[usize::from(around.area[dir])];
                    assert_eq!(usize::from(size), area.len(), "\n{text}");
                    for other in 0..4 {
                        let is_same = room.step(cell, other).is_some_and(|at| area.contains(&at));
                        assert_eq!(is_same, around.area[other] == around.area[dir], "\n{text}");
                    }
                }
                divided += u32::from(around.areas > 1);
                has_box[usize::from(cell)] = false;
            }
        }
        assert!(divided > 100, "only {divided} cells divide the floor");
    }
}
