//! Areas that the man cannot reach, and when nothing else needs to be pushed first.
//!
//! Take all squares that he cannot reach, boxes included, and a piece of them that hangs together. If
//! every push of its boxes that he could ever make first leads further into the piece, then pushes
//! elsewhere and these do not hinder each other; and if the piece holds a box that is not at home, or
//! a goal that wants one, some of these must be made. So they can just as well be made now, and
//! nothing else is tried: no solution gets longer. Known among solvers as PI-corrals, after Brian
//! Damgaard (YASS) and Matthias Meger (JSoko).

use super::level::back;
use super::room::Room;

/// The pieces of what cannot be reached; kept for its memory.
#[derive(Default)]
pub(super) struct Corrals {
    /// For each cell the number of its piece, from 1; 0 for what can be reached.
    pieces: Vec<u16>,
    queue: Vec<u16>,
}

impl Corrals {
    /// The piece that is to be opened next, if there is one.
    pub(super) fn choose(
        &mut self,
        room: &Room,
        is_reached: &impl Fn(u16) -> bool,
        has_box: &impl Fn(u16) -> bool,
    ) -> Option<u16> {
        self.pieces.clear();
        self.pieces.resize(room.squares.len(), 0);
        let (mut count, mut best) = (0, None);
        for cell in 0..room.squares.len() as u16 {
            if self.pieces[usize::from(cell)] != 0 || is_reached(cell) {
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
        best.map(|(_, piece)| piece)
    }

    /// Whether a cell belongs to a piece.
    #[inline(always)]
    pub(super) fn holds(&self, piece: u16, cell: u16) -> bool {
        self.pieces[usize::from(cell)] == piece
    }

    /// Marks the piece around `cell` and leaves its cells in the queue.
    fn flood(&mut self, room: &Room, cell: u16, piece: u16, is_reached: &impl Fn(u16) -> bool) {
        self.queue.clear();
        self.queue.push(cell);
        self.pieces[usize::from(cell)] = piece;
        let mut at = 0;
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            for next in (0..4).filter_map(|dir| room.step(cell, dir)) {
                let known = &mut self.pieces[usize::from(next)];
                if *known == 0 && !is_reached(next) {
                    *known = piece;
                    self.queue.push(next);
                }
            }
        }
    }

    /// How many pushes lead into the piece, if it may and must be opened first.
    fn pushes(
        &self,
        room: &Room,
        piece: u16,
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
                if !self.holds(piece, to) {
                    return None; // it can be pushed away from the piece
                }
                pushes += u32::from(!has_box(to));
            }
        }
        must.then_some(pushes)
    }
}
