//! Areas that the man cannot reach and whose boxes can never all be brought to goals.
//!
//! The boxes around and in such an area are searched alone, as Junghanns & Schaeffer search for
//! deadlocks: if they cannot be solved without the other boxes, they cannot with them. A box that
//! leaves the area is taken off the board, which makes it only easier. The search is small, and only
//! what it has proved is used.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::replace;

use astride::base::Budget;

use super::freeze::is_frozen;
use super::level::back;
use super::matching::Matching;
use super::room::{Marks, Room};
use super::ways::Reach;

/// States of one small search.
const MOST_STATES: usize = 100;

/// Boxes of one small search.
const MOST_BOXES: usize = 14;

/// Verdicts kept; when there are more, they are forgotten.
const MOST_KNOWN: usize = 1 << 17;

/// What the small searches have found.
#[derive(Default)]
pub(super) struct Traps {
    /// Whether boxes are lost, with the man in the area of the last entry. The area that was searched
    /// need not be part of it: without the boxes that left it, the others are lost as well.
    known: BTreeMap<Vec<u16>, bool>,
    matching: Matching,
}

impl Traps {
    /// About the bytes of what is kept.
    pub(super) fn bytes(&self) -> usize {
        self.known.len() * (64 + 2 * MOST_BOXES)
    }

    /// Whether some area that is not reached has proved to be lost.
    pub(super) fn holds(
        &mut self,
        room: &Room,
        has_box: &Marks,
        reach: &Reach,
        budget: &mut Budget<'_>,
    ) -> bool {
        let mut is_seen = reach.is_reached.clone();
        for cell in 0..room.squares.len() as u16 {
            if is_seen[usize::from(cell)] {
                continue;
            }
            let area = area(room, cell, &mut is_seen);
            let mut boxes: Vec<u16> =
                area.iter().copied().filter(|&cell| has_box[usize::from(cell)]).collect();
            let is_done = boxes.iter().all(|&cell| room.is_goal[usize::from(cell)]);
            if is_done || boxes.len() > MOST_BOXES {
                continue;
            }
            boxes.sort_unstable();
            if self.is_lost(room, boxes, reach.first, &area, budget) {
                return true;
            }
        }
        false
    }

    fn is_lost(
        &mut self,
        room: &Room,
        boxes: Vec<u16>,
        man: u16,
        area: &[u16],
        budget: &mut Budget<'_>,
    ) -> bool {
        let mut marks = vec![false; room.squares.len()];
        boxes.iter().for_each(|&cell| marks[usize::from(cell)] = true);
        let mut key = boxes;
        key.push(Reach::of(room, &marks, man).first);
        if let Some(&is_lost) = self.known.get(&key) {
            return is_lost;
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let (is_lost, seen) = self.search(room, &key, area, budget);
        if is_lost {
            // Whatever can be reached from a lost state is lost as well.
            self.known.extend(seen.into_iter().map(|state| (state, true)));
        } else {
            self.known.insert(key, false);
        }
        is_lost
    }

    /// Whether the boxes in `start`, of which the last entry is the man, cannot be solved alone.
    /// Also returns the states that were seen.
    fn search(
        &mut self,
        room: &Room,
        start: &[u16],
        area: &[u16],
        budget: &mut Budget<'_>,
    ) -> (bool, BTreeSet<Vec<u16>>) {
        let mut is_inside = vec![false; room.squares.len()];
        area.iter().for_each(|&cell| is_inside[usize::from(cell)] = true);
        let mut seen = BTreeSet::from([start.to_vec()]);
        let mut open = BTreeSet::from([(0, start.to_vec())]);
        let mut marks = vec![false; room.squares.len()];
        while let Some((_, state)) = open.pop_first() {
            let Some((&man, boxes)) = state.split_last() else { break };
            if seen.len() > MOST_STATES || budget.take().is_some() {
                return (false, seen);
            }
            boxes.iter().for_each(|&cell| marks[usize::from(cell)] = true);
            let reach = Reach::of(room, &marks, man);
            let is_open = reach.count + boxes.len() == room.squares.len();
            if is_open || boxes.iter().all(|&cell| room.is_goal[usize::from(cell)]) {
                return (false, seen);
            }
            for at in 0..boxes.len() {
                for dir in 0..4 {
                    let Some(next) =
                        self.push(room, &mut marks, boxes, [at, dir], &reach, &is_inside)
                    else {
                        continue;
                    };
                    let (left, next) = next;
                    if self.known.get(&next) != Some(&true) && !seen.contains(&next) {
                        seen.insert(next.clone());
                        open.insert((left, next));
                    }
                }
            }
            boxes.iter().for_each(|&cell| marks[usize::from(cell)] = false);
        }
        (true, seen)
    }

    /// The state after a push, and how many cells it leaves unreached.
    fn push(
        &mut self,
        room: &Room,
        marks: &mut Marks,
        boxes: &[u16],
        [at, dir]: [usize; 2],
        reach: &Reach,
        is_inside: &Marks,
    ) -> Option<(usize, Vec<u16>)> {
        let cargo = boxes[at];
        let (to, from) = (room.step(cargo, dir)?, room.step(cargo, back(dir))?);
        let is_free = usize::from(to) < room.live && !marks[usize::from(to)];
        if !is_free || !reach.is_reached[usize::from(from)] {
            return None;
        }
        let mut next = boxes.to_vec();
        let leaves = !is_inside[usize::from(to)];
        marks[usize::from(cargo)] = false;
        if leaves {
            next.remove(at);
        } else {
            next[at] = to;
            next.sort_unstable();
            marks[usize::from(to)] = true;
        }
        let is_lost = !leaves
            && (is_frozen(room, to, &|cell| marks[usize::from(cell)])
                || (room.kind[usize::from(to)] != room.kind[usize::from(cargo)]
                    && self.matching.least(room, &next).is_none()));
        let after = (!is_lost).then(|| Reach::of(room, marks, cargo));
        marks[usize::from(cargo)] = true;
        marks[usize::from(to)] = false;
        let after = after?;
        next.push(after.first);
        Some((room.squares.len() - after.count, next))
    }
}

/// The cells joined with `cell` that are not seen yet.
fn area(room: &Room, cell: u16, is_seen: &mut Marks) -> Vec<u16> {
    let mut area = vec![cell];
    is_seen[usize::from(cell)] = true;
    room.spread(&mut area, |cell| !replace(&mut is_seen[usize::from(cell)], true));
    area
}
