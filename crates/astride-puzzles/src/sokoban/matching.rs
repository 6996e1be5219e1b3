//! The cheapest way to give each box a goal of its own.
//!
//! Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2,
//! 1955, by shortest augmenting paths. The planner's `assign` also finds who goes where, with ties;
//! here the sum is wanted, of a few boxes, some hundred thousand times a second.

use super::room::{FAR, Room};

/// Memory of one assignment; kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    now: Duals,
    before: Vec<usize>,
    least: Vec<i32>,
    is_done: Vec<bool>,
    /// Boxes that are not given their nearest goals at once.
    others: Vec<usize>,
    /// The boxes and the assignment that others are made from by moving one box.
    base: Option<Duals>,
    boxes: Vec<u16>,
}

/// Who has which goal, and the potentials that prove that it is cheapest.
#[derive(Clone, Debug, Default)]
struct Duals {
    /// By goal from 1: its box from 1, or 0; entry 0 is the box that looks for a goal.
    owner: Vec<u16>,
    paid: Vec<i32>,
    price: Vec<i32>,
}

impl Duals {
    /// Becomes equal to another one, without taking memory.
    fn copy(&mut self, other: &Duals) {
        self.owner.clone_from(&other.owner);
        self.paid.clone_from(&other.paid);
        self.price.clone_from(&other.price);
    }
}

impl Matching {
    /// The least sum of pushes, or `None` if some box has to do without a goal.
    pub(super) fn least(&mut self, room: &Room, boxes: &[u16]) -> Option<u64> {
        let Duals { owner, paid, price } = &mut self.now;
        let goals = room.goals.len();
        owner.clear();
        owner.resize(goals + 1, 0);
        price.clear();
        price.resize(goals + 1, 0);
        paid.clear();
        paid.resize(boxes.len() + 1, 0);
        self.before.clear();
        self.before.resize(goals + 1, 0);
        // Most boxes can have a nearest goal, at which no other has to be asked.
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        for (at, &cell) in boxes.iter().enumerate() {
            let row = &room.pushes[usize::from(cell)];
            let &pushes = row.iter().min().filter(|&&pushes| pushes != FAR)?;
            paid[at + 1] = i32::from(pushes);
            let free = (1..=goals).find(|&goal| row[goal - 1] == pushes && owner[goal] == 0);
            match free {
                Some(goal) => owner[goal] = at as u16 + 1,
                None => others.push(at + 1),
            }
        }
        let is_done = others.iter().all(|&cargo| self.give(room, boxes, cargo).is_some());
        self.others = others;
        is_done.then(|| self.sum())
    }

    /// Takes `boxes` for the base of [`least_after`](Self::least_after).
    pub(super) fn start_from(&mut self, boxes: impl Iterator<Item = u16>) {
        self.base = None;
        self.boxes.clear();
        self.boxes.extend(boxes);
    }

    /// As [`least`](Self::least), after one box of the base has gone `from` a cell `to` another: in
    /// the time of one box. Only where there is a box for each goal; else a goal that is given up
    /// could have been too cheap.
    pub(super) fn least_after(&mut self, room: &Room, from: u16, to: u16) -> Option<u64> {
        let mut boxes = std::mem::take(&mut self.boxes);
        let sum = self.moved(room, &mut boxes, from, to);
        self.boxes = boxes;
        sum
    }

    fn moved(&mut self, room: &Room, boxes: &mut [u16], from: u16, to: u16) -> Option<u64> {
        let moved = boxes.iter().position(|&cell| cell == from)?;
        let is_square = room.goals.len() == boxes.len();
        if is_square && self.base.is_none() {
            self.least(room, boxes)?;
            self.base = Some(self.now.clone());
        }
        boxes[moved] = to;
        let sum = match &self.base {
            Some(base) => {
                self.now.copy(base);
                let cargo = moved as u16 + 1;
                // Its goal is free, and it looks for one again.
                for owner in self.now.owner.iter_mut().filter(|owner| **owner == cargo) {
                    *owner = 0;
                }
                self.now.paid[moved + 1] = 0;
                self.give(room, boxes, moved + 1).map(|()| self.sum())
            }
            None => self.least(room, boxes),
        };
        boxes[moved] = from;
        sum
    }

    /// What the potentials prove when all boxes have goals, which is what these goals cost.
    fn sum(&self) -> u64 {
        let Duals { paid, price, .. } = &self.now;
        let sum: i32 = paid[1..].iter().chain(&price[1..]).sum();
        sum.unsigned_abs().into()
    }

    /// Finds a goal for one more box; others may have to change theirs.
    fn give(&mut self, room: &Room, boxes: &[u16], cargo: usize) -> Option<()> {
        let goals = room.goals.len();
        self.least.clear();
        self.least.resize(goals + 1, i32::MAX);
        self.is_done.clear();
        self.is_done.resize(goals + 1, false);
        let Duals { owner, paid, price } = &mut self.now;
        // All of one length, which saves most checks of indices.
        let (owner, price) = (&mut owner[..=goals], &mut price[..=goals]);
        let (least, is_done) = (&mut self.least[..=goals], &mut self.is_done[..=goals]);
        let before = &mut self.before[..=goals];
        owner[0] = cargo as u16;
        let mut at = 0;
        loop {
            is_done[at] = true;
            let asking = usize::from(owner[at]);
            let row = &room.pushes[usize::from(boxes[asking - 1])][..goals];
            let (mut delta, mut next) = (i32::MAX, 0);
            for goal in 1..goals + 1 {
                if is_done[goal] {
                    continue;
                }
                if row[goal - 1] != FAR {
                    let cost = i32::from(row[goal - 1]) - paid[asking] - price[goal];
                    if cost < least[goal] {
                        least[goal] = cost;
                        before[goal] = at;
                    }
                }
                if least[goal] < delta {
                    delta = least[goal];
                    next = goal;
                }
            }
            if next == 0 {
                return None;
            }
            for goal in 0..goals + 1 {
                if is_done[goal] {
                    paid[usize::from(owner[goal])] += delta;
                    price[goal] -= delta;
                } else if least[goal] < i32::MAX {
                    least[goal] -= delta;
                }
            }
            at = next;
            if owner[at] == 0 {
                break;
            }
        }
        while at != 0 {
            owner[at] = owner[before[at]];
            at = before[at];
        }
        Some(())
    }
}
