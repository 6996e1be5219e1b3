//! Jumps: from a place in a direction to the next jump points.

use super::place::Place;
use super::planes::JumpMap;
use crate::base::{Cell, Dir};
use crate::shapes::square::Neighbours;

/// Where a jump ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub(super) at: Place,
    /// The same as a position in the rows.
    pub(super) row: usize,
    /// The direction of arrival.
    pub(super) arrival: u32,
    /// Ticks from where the jump began, over terrain of factor 1 if costs differ.
    pub(super) cost: u64,
}

/// A place, and the same as a position in the rows.
type Spot = (Place, usize);

impl JumpMap {
    /// Passes to `visit` all jump points that are next in the direction with code `dir`: for a
    /// straight direction at most one, for a first-step direction all that are seen by turning off
    /// anywhere on the way.
    #[inline(always)]
    pub(super) fn for_each_jump<const PLAIN: bool>(
        &self,
        at: Place,
        dir: u32,
        visit: impl FnMut(Landing),
    ) {
        self.for_each_jump_past::<PLAIN>(at, dir, [0; 2], visit);
    }

    /// The same, except that first steps turn off only after more steps than `past` gives for each
    /// side, the one along the row first.
    #[inline(always)]
    pub(super) fn for_each_jump_past<const PLAIN: bool>(
        &self,
        at: Place,
        dir: u32,
        past: [u32; 2],
        visit: impl FnMut(Landing),
    ) {
        let from = (at, self.row_place(at));
        // One arm per direction, so that the jump is compiled separately for each.
        let neighbours = if PLAIN { Neighbours::Eight } else { self.rules.neighbours };
        match (dir, neighbours) {
            (0, Neighbours::Eight) => self.jump_straight::<0>(from, 0, visit),
            (2, _) => self.jump_straight::<2>(from, 0, visit),
            (4, Neighbours::Eight) => self.jump_straight::<4>(from, 0, visit),
            (6, _) => self.jump_straight::<6>(from, 0, visit),
            (0, _) => self.jump_first::<0, PLAIN>(from, past, visit),
            (1, _) => self.jump_first::<1, PLAIN>(from, past, visit),
            (3, _) => self.jump_first::<3, PLAIN>(from, past, visit),
            (4, _) => self.jump_first::<4, PLAIN>(from, past, visit),
            (5, _) => self.jump_first::<5, PLAIN>(from, past, visit),
            _ => self.jump_first::<7, PLAIN>(from, past, visit),
        }
    }

    /// The same as a list, compiled once for all searches on maps that are not plain.
    #[inline(never)]
    pub(super) fn collect_jumps_past(
        &self,
        at: Place,
        dir: u32,
        past: [u32; 2],
        landings: &mut Vec<Landing>,
    ) {
        self.for_each_jump_past::<false>(at, dir, past, |landing| landings.push(landing));
    }

    /// For maps with eight neighbours whose diagonal steps do not end at jump points: passes to
    /// `visit` all places that are next in a direction, and returns how many diagonal steps lead
    /// on.
    #[inline(always)]
    pub(super) fn for_each_stop(&self, at: Place, dir: Dir, visit: impl FnMut(Landing)) -> usize {
        let from = (at, self.row_place(at));
        match dir {
            Dir::N => self.jump_straight::<0>(from, 0, visit),
            Dir::E => self.jump_straight::<2>(from, 0, visit),
            Dir::S => self.jump_straight::<4>(from, 0, visit),
            Dir::W => self.jump_straight::<6>(from, 0, visit),
            Dir::NE => return self.turn_off::<1, true>(from, [0; 2], visit),
            Dir::SE => return self.turn_off::<3, true>(from, [0; 2], visit),
            Dir::SW => return self.turn_off::<5, true>(from, [0; 2], visit),
            Dir::NW => return self.turn_off::<7, true>(from, [0; 2], visit),
        }
        0
    }

    /// Passes to `visit` all jump points that are next on canonical paths from a start at `at`:
    /// number, place, and ticks from there, over terrain of factor 1 if costs differ.
    #[inline(always)]
    pub(crate) fn for_each_seen<const PLAIN: bool>(
        &self,
        at: Place,
        visit: impl FnMut(u32, Place, u64),
    ) {
        self.for_each_jump_among::<PLAIN>(at, self.rules.steps(self.free_around(at)), visit);
    }

    /// The number of jump points that are next on canonical paths from a cell.
    pub(crate) fn count_seen(&self, cell: Cell) -> u64 {
        let mut count = 0;
        if let Some(at) = self.place(cell) {
            self.visit_seen(at, &mut |_, _, _| count += 1);
        }
        count
    }

    /// As [`for_each_seen`](Self::for_each_seen), for what looks around rarely.
    fn visit_seen(&self, at: Place, visit: &mut dyn FnMut(u32, Place, u64)) {
        self.visit_jumps_among(at, self.rules.steps(self.free_around(at)), visit);
    }

    /// The same for paths that arrive at a jump point and continue.
    pub(crate) fn visit_seen_by_point(&self, number: u32, visit: &mut dyn FnMut(u32, Place, u64)) {
        self.visit_jumps_among(self.point(number).at, self.ever_taken(number), visit);
    }

    /// Jumps in eight directions are much to compile: all that ask rarely share one copy.
    #[inline(never)]
    fn visit_jumps_among(&self, at: Place, dirs: u8, visit: &mut dyn FnMut(u32, Place, u64)) {
        self.for_each_jump_among::<false>(at, dirs, visit);
    }

    #[inline(always)]
    fn for_each_jump_among<const PLAIN: bool>(
        &self,
        at: Place,
        dirs: u8,
        mut visit: impl FnMut(u32, Place, u64),
    ) {
        let mut left = dirs;
        while left != 0 {
            self.for_each_jump::<PLAIN>(at, left.trailing_zeros(), |landing| {
                visit(self.number_at(landing.row), landing.at, landing.cost);
            });
            left &= left - 1;
        }
    }

    /// Jumps straight in direction `D` to the next jump point.
    #[inline(always)]
    fn jump_straight<const D: u8>(&self, from: Spot, paid: u64, mut visit: impl FnMut(Landing)) {
        let run = self.straight::<D>(from.0, from.1);
        if run.is_point {
            let (at, row) = self.moved::<D>(from, run.steps);
            let cost = paid + run.steps as u64 * u64::from(self.costs[0]);
            visit(Landing { at, row, arrival: u32::from(D), cost });
        }
    }

    /// Jumps along first steps in direction `D`, and straight on from every cell that sees a jump
    /// point.
    #[inline(always)]
    fn jump_first<const D: u8, const PLAIN: bool>(
        &self,
        from: Spot,
        past: [u32; 2],
        mut visit: impl FnMut(Landing),
    ) {
        let furthest = self.turn_off::<D, PLAIN>(from, past, &mut visit);
        if !PLAIN && furthest > 0 {
            let dir = const { Dir::from_code(D) };
            let (at, row) = self.moved::<D>(from, furthest);
            if self.stops_first_steps(at, row, dir) {
                let step = u64::from(self.costs[usize::from(dir.is_diagonal())]);
                let cost = furthest as u64 * step;
                visit(Landing { at, row, arrival: u32::from(D), cost });
            }
        }
    }

    /// Walks along first steps in direction `D`, and straight on from every cell that sees a jump
    /// point. Returns the number of first steps.
    #[inline(always)]
    fn turn_off<const D: u8, const PLAIN: bool>(
        &self,
        from: Spot,
        past: [u32; 2],
        mut visit: impl FnMut(Landing),
    ) -> usize {
        let dir = const { Dir::from_code(D) };
        let step = u64::from(self.costs[usize::from(dir.is_diagonal())]);
        self.walk_first::<D>(from.0, |side, steps| {
            if !PLAIN && steps <= past[side] as usize {
                return;
            }
            let turning = self.moved::<D>(from, steps);
            let paid = steps as u64 * step;
            match (D, side) {
                (0 | 4, 0) | (1 | 3, 0) => self.jump_straight::<2>(turning, paid, &mut visit),
                (0 | 4, _) | (_, 0) => self.jump_straight::<6>(turning, paid, &mut visit),
                (1 | 7, _) => self.jump_straight::<0>(turning, paid, &mut visit),
                _ => self.jump_straight::<4>(turning, paid, &mut visit),
            }
        })
    }

    /// For observers: the part of a jump from `at` that found nothing, as its beginning and the
    /// last place before a wall. `landings` are all landings of the jump; what lies before the last
    /// place where it turned off to one of them was not in vain.
    pub(super) fn nothing_ahead(
        &self,
        at: Place,
        dir: Dir,
        landings: &[Landing],
    ) -> Option<(Place, Place)> {
        let is_four = self.rules.neighbours == Neighbours::Four;
        let turns_off = dir.is_diagonal() || is_four && matches!(dir, Dir::N | Dir::S);
        let is_end = |landing: &Landing| !turns_off || landing.arrival == dir as u32;
        if landings.iter().any(is_end) {
            return None;
        }
        let turned = |landing: &Landing| {
            let [dx, dy] = at.apart(landing.at);
            if is_four { dy } else { dx.min(dy) }
        };
        let used = landings.iter().map(turned).max().unwrap_or(0) as usize;
        let row = self.row_place(at);
        let steps = match dir {
            Dir::N if is_four => self.walk_first::<0>(at, |_, _| {}),
            Dir::S if is_four => self.walk_first::<4>(at, |_, _| {}),
            Dir::N => self.straight::<0>(at, row).steps,
            Dir::E => self.straight::<2>(at, row).steps,
            Dir::S => self.straight::<4>(at, row).steps,
            Dir::W => self.straight::<6>(at, row).steps,
            _ => self.first_run(at, dir),
        };
        (used < steps).then(|| (at.moved(dir, used), at.moved(dir, steps)))
    }

    /// The spot after `steps` steps in direction `D`.
    #[inline(always)]
    fn moved<const D: u8>(&self, (at, row): Spot, steps: usize) -> Spot {
        let dir = const { Dir::from_code(D) };
        let (x, y) = dir.offset();
        let along = (x as isize + y as isize * self.rows.bits_per_line as isize) * steps as isize;
        (at.moved(dir, steps), row.wrapping_add_signed(along))
    }
}
