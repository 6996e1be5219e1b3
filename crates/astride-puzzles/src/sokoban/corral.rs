//! Corrals: areas that the man cannot reach, and when nothing else needs to be pushed first.
//!
//! A corral is a connected area of squares that he cannot reach, boxes included. If every push of its
//! boxes that he can make leads further into it, then these pushes and pushes elsewhere do not hinder
//! each other; and if it holds a box off the goals, or a goal that must get a box, one of these pushes
//! has to be made some time. It can just as well be made now, and nothing else is tried: no solution
//! gets longer. Solvers call these PI-corrals, after Brian Damgaard (YASS) and Matthias Meger (JSoko).

use super::level::back;
use super::room::Room;

/// The corrals of one state; kept for its memory.
#[derive(Default)]
pub(super) struct Corrals {
    /// For each cell the number of its corral, from 1; 0 for what can be reached.
    corrals: Vec<u16>,
    queue: Vec<u16>,
}

impl Corrals {
    /// The corral that is to be opened next, if there is one: that with the fewest pushes.
    pub(super) fn choose(
        &mut self,
        room: &Room,
        is_reached: &impl Fn(u16) -> bool,
        has_box: &impl Fn(u16) -> bool,
    ) -> Option<u16> {
        self.corrals.clear();
        self.corrals.resize(room.squares.len(), 0);
        let (mut count, mut best) = (0, None);
        for cell in 0..room.squares.len() as u16 {
            if self.corrals[usize::from(cell)] != 0 || is_reached(cell) {
                continue;
            }
            count += 1;
            self.flood(room, cell, count, is_reached);
            let pushes = self.pushes(room, count, is_reached, has_box);
            if let Some(pushes) =
                pushes.filter(|&pushes| best.is_none_or(|(least, _)| pushes < least))
            {
                best = Some((pushes, count));
            }
        }
        best.map(|(_, corral)| corral)
    }

    /// Whether a cell belongs to a corral.
    #[inline(always)]
    pub(super) fn holds(&self, corral: u16, cell: u16) -> bool {
        self.corrals[usize::from(cell)] == corral
    }

    /// Marks the corral around `cell` and leaves its cells in the queue.
    fn flood(&mut self, room: &Room, cell: u16, corral: u16, is_reached: &impl Fn(u16) -> bool) {
        self.queue.clear();
        self.queue.push(cell);
        self.corrals[usize::from(cell)] = corral;
        let mut at = 0;
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            for next in (0..4).filter_map(|dir| room.step(cell, dir)) {
                let known = &mut self.corrals[usize::from(next)];
                if *known == 0 && !is_reached(next) {
                    *known = corral;
                    self.queue.push(next);
                }
            }
        }
    }

    /// How many pushes lead into the corral in the queue, if it can and must be opened first.
    fn pushes(
        &self,
        room: &Room,
        corral: u16,
        is_reached: &impl Fn(u16) -> bool,
        has_box: &impl Fn(u16) -> bool,
    ) -> Option<u32> {
        let (mut pushes, mut must) = (0, false);
        let every_goal_is_wanted = room.boxes.len() == room.goals.len();
        for &cell in &self.queue {
            let is_goal = room.is_goal[usize::from(cell)];
            if !has_box(cell) {
                must |= is_goal && every_goal_is_wanted;
                continue;
            }
            must |= !is_goal;
            for dir in 0..4 {
                let (Some(to), Some(from)) = (room.step(cell, dir), room.step(cell, back(dir)))
                else {
                    continue;
                };
                if !is_reached(from) || usize::from(to) >= room.live {
                    continue;
                }
                if !self.holds(corral, to) {
                    return None; // it can be pushed out of the corral
                }
                pushes += u32::from(!has_box(to));
            }
        }
        must.then_some(pushes)
    }
}
