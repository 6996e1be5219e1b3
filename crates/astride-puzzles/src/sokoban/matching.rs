//! The cheapest way to give each box a goal of its own.
//!
//! Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2,
//! 1955, by shortest augmenting paths. The planner's `assign` also finds who goes where, with ties;
//! here the sum is wanted, of a few boxes, some hundred thousand times a second.

use super::room::{FAR, Room};

/// Memory of one assignment; kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    /// By goal from 1: its box from 1, or 0; entry 0 is the box that looks for a goal.
    owner: Vec<usize>,
    before: Vec<usize>,
    /// Potentials of boxes and goals.
    paid: Vec<i64>,
    price: Vec<i64>,
    least: Vec<i64>,
    is_done: Vec<bool>,
}

impl Matching {
    /// The least sum of pushes, or `None` if some box has to do without a goal.
    pub(super) fn least(&mut self, room: &Room, boxes: &[u16]) -> Option<u64> {
        let goals = room.goals.len();
        for list in [&mut self.owner, &mut self.before] {
            list.clear();
            list.resize(goals + 1, 0);
        }
        self.price.clear();
        self.price.resize(goals + 1, 0);
        self.paid.clear();
        self.paid.resize(boxes.len() + 1, 0);
        for cargo in 1..=boxes.len() {
            self.give(room, boxes, cargo)?;
        }
        let sum = (1..=goals)
            .filter(|&goal| self.owner[goal] > 0)
            .map(|goal| u64::from(room.pushes[usize::from(boxes[self.owner[goal] - 1])][goal - 1]));
        Some(sum.sum())
    }

    /// Finds a goal for one more box; others may have to change theirs.
    fn give(&mut self, room: &Room, boxes: &[u16], cargo: usize) -> Option<()> {
        let goals = room.goals.len();
        self.least.clear();
        self.least.resize(goals + 1, i64::MAX);
        self.is_done.clear();
        self.is_done.resize(goals + 1, false);
        self.owner[0] = cargo;
        let mut at = 0;
        loop {
            self.is_done[at] = true;
            let owner = self.owner[at];
            let row = &room.pushes[usize::from(boxes[owner - 1])];
            let (mut delta, mut next) = (i64::MAX, 0);
            for goal in 1..=goals {
                if self.is_done[goal] {
                    continue;
                }
                if row[goal - 1] != FAR {
                    let cost = i64::from(row[goal - 1]) - self.paid[owner] - self.price[goal];
                    if cost < self.least[goal] {
                        self.least[goal] = cost;
                        self.before[goal] = at;
                    }
                }
                if self.least[goal] < delta {
                    delta = self.least[goal];
                    next = goal;
                }
            }
            if next == 0 {
                return None;
            }
            for goal in 0..=goals {
                if self.is_done[goal] {
                    self.paid[self.owner[goal]] += delta;
                    self.price[goal] -= delta;
                } else if self.least[goal] < i64::MAX {
                    self.least[goal] -= delta;
                }
            }
            at = next;
            if self.owner[at] == 0 {
                break;
            }
        }
        while at != 0 {
            let before = self.before[at];
            self.owner[at] = self.owner[before];
            at = before;
        }
        Some(())
    }
}
