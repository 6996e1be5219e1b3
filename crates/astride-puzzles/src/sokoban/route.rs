//! The way of one box to a goal on which fewest other boxes stand.
//!
//! Boxes may be walked and pushed through, at the price of one each. The boxes on the way that costs
//! least are those to move first: the hot spots of Shoham & Schaeffer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::level::back;
use super::room::{FAR, Marks, Room};
use super::ways::Ways;

#[derive(Default)]
pub(super) struct Routes {
    /// For each cell with a box on it the areas of its sides, without other boxes.
    areas: Vec<[u8; 4]>,
    /// By cell the boxes that are in the way of the man.
    walk: Vec<u16>,
    walked_from: Vec<u16>,
    /// By cell and side the boxes in the way, and where it comes from.
    cost: Vec<[u16; 4]>,
    from: Vec<[(u16, u8); 4]>,
    open: BinaryHeap<Reverse<(u16, u16, u16, u8)>>,
    /// The box that goes.
    pub(super) cargo: u16,
    /// The boxes in the way.
    pub(super) boxes: u16,
    /// By cell the number of its step on the way, from 1.
    pub(super) step: Vec<u16>,
    /// The cells of the way and of the walk to it.
    pub(super) is_used: Marks,
}

impl Routes {
    pub(super) fn new(room: &Room, ways: &mut Ways) -> Routes {
        Routes { areas: ways.areas_beside(room), ..Routes::default() }
    }

    /// Finds the way of some box that is not packed to one of `goals`.
    pub(super) fn find(
        &mut self,
        room: &Room,
        boxes: &[u16],
        has_box: &Marks,
        goals: &[u16],
        man: u16,
        is_packed: impl Fn(u16) -> bool,
    ) {
        let cells = room.squares.len();
        self.step.clear();
        self.step.resize(cells, 0);
        self.is_used.clear();
        self.is_used.resize(cells, false);
        (self.boxes, self.cargo) = (FAR, FAR);
        self.walk(room, has_box, man);
        self.cost.clear();
        self.cost.resize(cells, [FAR; 4]);
        self.from.clear();
        self.from.resize(cells, [(FAR, 0); 4]);
        self.open.clear();
        for &cargo in boxes.iter().filter(|&&cargo| !is_packed(cargo)) {
            for dir in 0..4 {
                if let Some(side) = room.step(cargo, dir) {
                    self.reach([cargo, dir as u16], (FAR, 0), self.walk[usize::from(side)], 0);
                }
            }
        }
        while let Some(Reverse((cost, steps, cell, dir))) = self.open.pop() {
            let side = usize::from(dir);
            if cost > self.cost[usize::from(cell)][side] {
                continue;
            }
            if goals.contains(&cell) {
                self.boxes = cost;
                self.trace(room, has_box, cell, side);
                return;
            }
            for other in (0..4).filter(|&other| other != side) {
                let areas = self.areas[usize::from(cell)];
                if areas[other] == areas[side] && areas[other] != u8::MAX {
                    let walk =
                        room.step(cell, other).map_or(0, |cell| self.walk[usize::from(cell)]);
                    self.reach([cell, other as u16], (cell, dir), cost + walk.min(1), steps);
                }
            }
            let next = room.step(cell, back(side)).filter(|&next| usize::from(next) < room.live);
            if let Some(next) = next.filter(|_| room.step(cell, side).is_some()) {
                let more = u16::from(has_box[usize::from(next)]);
                self.reach([next, u16::from(dir)], (cell, dir), cost + more, steps + 1);
            }
        }
    }

    fn reach(&mut self, [cell, dir]: [u16; 2], from: (u16, u8), cost: u16, steps: u16) {
        let known = &mut self.cost[usize::from(cell)][usize::from(dir)];
        if cost < *known {
            *known = cost;
            self.from[usize::from(cell)][usize::from(dir)] = from;
            self.open.push(Reverse((cost, steps, cell, dir as u8)));
        }
    }

    /// How many boxes the man would have to walk through, to each cell.
    fn walk(&mut self, room: &Room, has_box: &Marks, man: u16) {
        self.walk.clear();
        self.walk.resize(room.squares.len(), FAR);
        self.walked_from.clear();
        self.walked_from.resize(room.squares.len(), FAR);
        let mut queue = VecDeque::from([man]);
        self.walk[usize::from(man)] = 0;
        while let Some(cell) = queue.pop_front() {
            for next in room.beside[usize::from(cell)] {
                if !room.is_cell(next) {
                    continue;
                }
                let is_box = has_box[usize::from(next)];
                let cost = self.walk[usize::from(cell)] + u16::from(is_box);
                if cost < self.walk[usize::from(next)] {
                    self.walk[usize::from(next)] = cost;
                    self.walked_from[usize::from(next)] = cell;
                    match is_box {
                        true => queue.push_back(next),
                        false => queue.push_front(next),
                    }
                }
            }
        }
    }

    /// Marks the way that ends on `cell`.
    fn trace(&mut self, room: &Room, has_box: &Marks, mut cell: u16, mut side: usize) {
        let mut track = Vec::new();
        loop {
            track.push(cell);
            self.is_used[usize::from(cell)] = true;
            let (before, dir) = self.from[usize::from(cell)][side];
            // Where the man stands for it, and how he came there.
            let mut stand = room.beside[usize::from(cell)][side];
            while room.is_cell(stand) && !self.is_used[usize::from(stand)] {
                self.is_used[usize::from(stand)] |= has_box[usize::from(stand)] || before == FAR;
                stand = self.walked_from[usize::from(stand)];
            }
            if before == FAR {
                break;
            }
            (cell, side) = (before, usize::from(dir));
        }
        self.cargo = cell;
        for (step, &cell) in track.iter().rev().enumerate() {
            self.step[usize::from(cell)] = step as u16 + 1;
        }
    }
}
