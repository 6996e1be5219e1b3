//! How well the boxes on goals are packed: whether the other goals can still be filled.
//!
//! The end is played backwards, without the boxes that are not on goals: all goals are full, and one
//! box after the other is pulled to where a box stands at the beginning, and taken off the board.
//! What was taken off never hinders what is left, so any order that works is as good as another.
//! Shoham & Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE
//! Conference on Games 2020, find a whole plan of packing in this way; here it is asked of any goals.

use std::collections::BTreeMap;

use astride::base::Budget;

use super::room::{Marks, Room};
use super::ways::{Reach, Ways};

/// Levels with more goals are not looked at: all boxes on the first goals count, packed or not.
const MOST_GOALS: usize = 64;

/// Levels with more floor are not looked at either.
const MOST_CELLS: usize = 1024;

/// Answers kept; when there are more, they are forgotten.
const MOST_KNOWN: usize = 1 << 14;

/// Goals that are tried next.
const MOST_NEXT: usize = 3;

/// Entries of tables of what can be reached.
const MOST_TABLES: usize = 1 << 21;

pub(super) struct Packing {
    /// By cell the number of its goal.
    goals: Vec<Option<usize>>,
    /// The goals in the order in which they are emptied backwards.
    order: Vec<usize>,
    is_start: Marks,
    known: BTreeMap<u64, u64>,
    nexts: BTreeMap<u64, Vec<u16>>,
    /// By full goals, by cell the goals that a box can be pushed to from there.
    tables: BTreeMap<u64, Vec<u64>>,
    ways: Ways,
}

impl Packing {
    pub(super) fn new(room: &Room, budget: &mut Budget<'_>) -> Packing {
        let mut goals = vec![None; room.squares.len()];
        for (number, &goal) in room.goals.iter().enumerate() {
            goals[usize::from(goal)] = Some(number);
        }
        let mut is_start = vec![false; room.squares.len()];
        room.boxes.iter().for_each(|&cell| is_start[usize::from(cell)] = true);
        let mut order: Vec<usize> = (0..room.goals.len()).collect();
        // Goals near the boxes are emptied first, so that the far ones are filled first.
        let far = |&goal: &usize| {
            let pushes = room.boxes.iter().map(|&cell| room.pushes[usize::from(cell)][goal]);
            pushes.filter(|&pushes| pushes > 0).map(u32::from).sum::<u32>()
        };
        order.sort_by_key(far);
        let mut packing = Packing {
            goals,
            order,
            is_start,
            known: BTreeMap::new(),
            tables: BTreeMap::new(),
            nexts: BTreeMap::new(),
            ways: Ways::default(),
        };
        if !is_large(room) {
            packing.order = packing.empty(room, 0, budget).1;
        }
        packing
    }

    /// About the bytes of what is kept.
    pub(super) fn bytes(&self, room: &Room) -> usize {
        32 * self.known.len()
            + 64 * self.nexts.len()
            + self.tables.len() * (64 + 8 * room.squares.len())
    }

    /// Whether a cell is one of these goals.
    pub(super) fn is_in(&self, cell: u16, goals: u64) -> bool {
        let goal = self.goals[usize::from(cell)].filter(|&goal| goal < MOST_GOALS);
        goal.is_some_and(|goal| goals >> goal & 1 != 0)
    }

    /// How early the goal on a cell is to be filled: 0 is the last, or no goal.
    pub(super) fn depth(&self, cell: u16) -> i32 {
        let goal = self.goals[usize::from(cell)];
        let at = self.order.iter().position(|&other| Some(other) == goal);
        at.unwrap_or(0) as i32
    }

    /// How many boxes on goals may stay where they are, less those that find no goal if they do.
    pub(super) fn score(
        &mut self,
        room: &Room,
        boxes: &[u16],
        has_box: &Marks,
        budget: &mut Budget<'_>,
    ) -> u16 {
        let kept = self.kept(room, has_box, budget);
        (kept.count_ones() as u16).saturating_sub(self.astray(room, boxes, kept))
    }

    /// The goals whose boxes may stay where they are.
    pub(super) fn kept(&mut self, room: &Room, has_box: &Marks, budget: &mut Budget<'_>) -> u64 {
        let full = full(room, has_box);
        if is_large(room) {
            return full;
        }
        if let Some(&kept) = self.known.get(&full) {
            return kept;
        }
        let kept = self.empty(room, full, budget).0;
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(full, kept);
        kept
    }

    /// How many boxes have no goal of their own, if those on the goals in `full` never move again.
    pub(super) fn astray(&mut self, room: &Room, boxes: &[u16], full: u64) -> u16 {
        if is_large(room) {
            return 0;
        }
        if self.tables.len() >= MOST_TABLES / room.squares.len() {
            self.tables.clear();
        }
        if !self.tables.contains_key(&full) {
            let table = self.table(room, full);
            self.tables.insert(full, table);
        }
        let table = &self.tables[&full];
        let is_done = |cell: u16| self.is_in(cell, full);
        let mut owner = [u64::MAX; MOST_GOALS];
        let mut astray = 0;
        let wishes: Vec<u64> = boxes
            .iter()
            .filter(|&&cell| !is_done(cell))
            .map(|&cell| table[usize::from(cell)])
            .collect();
        for cargo in 0..wishes.len() {
            astray += u16::from(!give(&wishes, cargo, &mut owner, &mut 0));
        }
        astray
    }

    fn table(&mut self, room: &Room, full: u64) -> Vec<u64> {
        let mut table = vec![0; room.squares.len()];
        let mut has_box = vec![false; room.squares.len()];
        let is_full = |goal: usize| full >> goal & 1 != 0;
        for (goal, &cell) in room.goals.iter().enumerate() {
            has_box[usize::from(cell)] = is_full(goal);
        }
        for (goal, &cell) in room.goals.iter().enumerate().filter(|&(goal, _)| !is_full(goal)) {
            table[usize::from(cell)] |= 1 << goal;
            for way in self.ways.explore(room, &has_box, cell, true, |_| true, |_| false) {
                table[usize::from(way.to)] |= 1 << goal;
            }
        }
        table
    }

    /// Empty goals that may be filled next.
    pub(super) fn next(&mut self, room: &Room, full: u64, budget: &mut Budget<'_>) -> Vec<u16> {
        if is_large(room) {
            return room.goals.iter().copied().filter(|&goal| !self.is_in(goal, full)).collect();
        }
        if let Some(next) = self.nexts.get(&full) {
            return next.clone();
        }
        let emptied = self.empty(room, full, budget).1;
        let mut next = Vec::new();
        for goal in emptied.into_iter().rev().filter(|goal| full >> goal & 1 == 0) {
            let is_next =
                next.is_empty() || self.empty(room, full | 1 << goal, budget).0 == full | 1 << goal;
            if is_next {
                next.push(room.goals[goal]);
            }
            if next.len() == MOST_NEXT {
                break;
            }
        }
        if self.nexts.len() >= MOST_KNOWN {
            self.nexts.clear();
        }
        self.nexts.insert(full, next.clone());
        next
    }

    /// Empties all goals that are not in `full`, and of these as few as are in the way. Returns those
    /// that stay, and the goals as they were emptied.
    fn empty(&mut self, room: &Room, mut full: u64, budget: &mut Budget<'_>) -> (u64, Vec<usize>) {
        let mut has_box = vec![false; room.squares.len()];
        room.goals.iter().for_each(|&goal| has_box[usize::from(goal)] = true);
        let (mut emptied, mut left) = (Vec::new(), self.order.clone());
        let mut near = None;
        loop {
            let mut first = |is_wanted: bool| {
                (0..left.len()).filter(|&at| (full >> left[at] & 1 == 0) == is_wanted).find_map(
                    |at| Some((at, self.pull(room, &mut has_box, left[at], &near, budget)?)),
                )
            };
            let found = first(true).or_else(|| first(false));
            let Some((at, after)) = found else { break };
            let goal = left.remove(at);
            full &= !(1 << goal);
            has_box[usize::from(room.goals[goal])] = false;
            near = Some(Reach::of(room, &has_box, after).is_reached);
            emptied.push(goal);
            if left.iter().all(|&goal| full >> goal & 1 != 0) {
                break;
            }
        }
        // What cannot be emptied is filled first.
        emptied.extend(left);
        (full, emptied)
    }

    /// Pulls the box on a goal to where a box was at the beginning, and says where the man is then.
    fn pull(
        &mut self,
        room: &Room,
        has_box: &mut Marks,
        goal: usize,
        near: &Option<Marks>,
        budget: &mut Budget<'_>,
    ) -> Option<u16> {
        let cargo = room.goals[goal];
        let free =
            |cell: u16, dir| room.step(cell, dir).filter(|&next| !has_box[usize::from(next)]);
        if !(0..4).any(|dir| free(cargo, dir).is_some_and(|next| free(next, dir).is_some())) {
            return None;
        }
        if budget.take().is_some() {
            return None; // nothing that is found now is used
        }
        has_box[usize::from(cargo)] = false;
        let is_near = |cell: u16| near.as_ref().is_none_or(|near| near[usize::from(cell)]);
        let is_out = |to: u16| self.is_start[usize::from(to)] && to != cargo;
        let ways = self.ways.explore(room, has_box, cargo, true, is_near, is_out);
        let out = ways.last().filter(|way| is_out(way.to)).map(|way| way.man);
        has_box[usize::from(cargo)] = true;
        out
    }
}

fn is_large(room: &Room) -> bool {
    room.goals.len() > MOST_GOALS || room.squares.len() > MOST_CELLS
}

/// The goals that have a box.
pub(super) fn full(room: &Room, has_box: &Marks) -> u64 {
    let goals = room.goals.iter().take(MOST_GOALS).enumerate();
    let full = goals.filter(|&(_, &cell)| has_box[usize::from(cell)]);
    full.fold(0, |all, (goal, _)| all | 1 << goal)
}

/// Finds a goal for one more box, if others can change theirs; `asked` are goals asked already.
fn give(wishes: &[u64], cargo: usize, owner: &mut [u64; MOST_GOALS], asked: &mut u64) -> bool {
    loop {
        let left = wishes[cargo] & !*asked;
        if left == 0 {
            return false;
        }
        let goal = left.trailing_zeros() as usize;
        *asked |= 1 << goal;
        let is_free = owner[goal] == u64::MAX;
        if is_free || give(wishes, owner[goal] as usize, owner, asked) {
            owner[goal] = cargo as u64;
            return true;
        }
    }
}
