//! Right of way: units that go from cell to cell in lockstep, where each cell is promised to one of
//! them.
//!
//! Once per *beat* each unit with right of way to a cell is promised the next one, by priority
//! inheritance (see [`beat`](super::beat)); until the next beat all walk there uniformly, except that
//! much slower ones take several beats (see [`pace`](super::pace)). A unit that follows another round
//! a corner is at least half the diagonal of a cell behind, so no two of them ever collide, however
//! many there are.
//!
//! On a lattice all units are always in lockstep. A crowd that moves freely gives right of way to
//! units that make no headway: each is promised a cell, walks there within the [law](super::law),
//! and is in lockstep from the next beat on. Free units that get near those are included as well; a
//! unit for whose cell no near unit is heading is released.

use astride::base::{Random, Vec2};

use super::beat::{Beat, Outlook};
use super::body::{MOST_RADIUS, Mark, Target, Unit};
use super::ground::{Ground, cell_of};
use super::law::meet;
use super::near::NOBODY;
use super::pace::left_by;
use super::plane::{CELL, Point, direction, dot, in_cells, times, way};
use super::{Crowd, Mode};
use crate::pibt::Pibt;
use crate::roadmap::Place;

/// A unit that could have walked this many cells must have come nearer by a tenth of that.
const HEADWAY_CELLS: f64 = 2.0;

/// Free units within this many parts of one with right of way are included, too: right of way sends
/// units in any direction, and must not promise a cell occupied by a unit that it cannot move.
const JOIN: i64 = CELL as i64 * 7 / 4;

/// Units that near are at most this many columns and rows of cells away.
const JOIN_CELLS: i32 = 2;

/// A unit is released if no unit within this many cells is heading for its position.
const LEAVE_CELLS: i32 = 3;

/// The minimum number of beats for which a unit keeps right of way; it doubles each time the unit
/// is included on one path, so that in the end right of way alone decides.
const HELD_BEATS: u64 = 6;

/// The maximum number of places examined to find one that is not promised.
const MOST_LOOKED_AT: usize = 2_000;

/// The destination of a unit that has right of way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Promise {
    pub(super) place: Place,
    /// Its direction in lockstep, `[0, 0]` if it stands; `None` while it is neither at the centre
    /// of a cell nor between two.
    pub(super) step: Option<[i32; 2]>,
}

/// The place promised to each unit, and the progress of the beat.
#[derive(Clone, Debug)]
pub(super) struct RightOfWay {
    pub(super) pibt: Pibt,
    /// The unit to which each place is promised, or [`NOBODY`].
    pub(super) holders: Vec<u32>,
    /// The distance walked in lockstep since the last beat, in parts.
    pub(super) walked: i32,
    /// The speed in cells per second of those that take one beat for a step.
    pub(super) pace: f64,
    /// Whether the beat is too slow for a unit that has got right of way or somewhere to go since it
    /// began.
    pub(super) is_hurried: bool,
    pub(super) beats: u64,
    /// The next beat, as far as it is decided.
    pub(super) ahead: Option<Beat>,
    /// What was looked up for it for each unit, and for how many units, in free mode.
    pub(super) outlooks: Vec<Outlook>,
    pub(super) looked_out: usize,
    /// Working memory: which search last visited a place.
    looked_at: Vec<u64>,
    looks: u64,
}

impl RightOfWay {
    pub(super) fn new(ground: &Ground) -> Self {
        let places = ground.roadmap.place_count();
        RightOfWay {
            pibt: Pibt::new(&ground.roadmap, 0),
            holders: vec![NOBODY; places],
            walked: CELL,
            pace: 0.0,
            is_hurried: false,
            beats: 0,
            ahead: None,
            outlooks: Vec::new(),
            looked_out: 0,
            looked_at: vec![0; places],
            looks: 0,
        }
    }

    /// Continues the beat on a new map.
    pub(super) fn take_over(&mut self, old: &RightOfWay) {
        (self.walked, self.pace, self.beats) = (old.walked, old.pace, old.beats);
        self.is_hurried = old.is_hurried;
    }

    /// The first place that satisfies `is_wanted`, ring by ring from `from`.
    pub(super) fn find(
        &mut self,
        ground: &Ground,
        from: Place,
        mut is_wanted: impl FnMut(Place, &[u32]) -> bool,
    ) -> Option<Place> {
        self.looks += 1;
        let mut queue = vec![from];
        self.looked_at[from as usize] = self.looks;
        let mut at = 0;
        while let Some(&place) = queue.get(at) {
            if is_wanted(place, &self.holders) {
                return Some(place);
            }
            for &next in ground.roadmap.neighbours(place) {
                if self.looked_at[next as usize] != self.looks && queue.len() < MOST_LOOKED_AT {
                    self.looked_at[next as usize] = self.looks;
                    queue.push(next);
                }
            }
            at += 1;
        }
        None
    }
}

impl Crowd {
    /// At the end of a beat, which is when units at full pace have come to the centre of a cell:
    /// decides which ones are included or released, and where each walks next.
    pub(super) fn decide_right_of_way(&mut self) {
        if self.right_of_way.is_hurried {
            self.end_beat();
        }
        if self.right_of_way.walked < CELL {
            return;
        }
        if self.mode == Mode::Free {
            if self.handed_over_count() == 0 {
                return;
            }
            self.hand_back();
            self.hand_over_those_near();
            self.exchange_promises();
        }
        self.right_of_way.beats += 1;
        self.beat();
    }

    fn beat(&mut self) {
        let mut beat = self.present_beat();
        if beat.ids.is_empty() {
            return;
        }
        self.complete(&mut beat);
        self.set_pace(&mut beat);
        for &place in &beat.now {
            self.right_of_way.holders[place as usize] = NOBODY;
        }
        for (agent, &id) in beat.ids[..beat.real].iter().enumerate() {
            let (from, to) = (beat.now[agent], beat.next[agent]);
            let [a, b] = [from, to].map(|place| self.ground.cell(place));
            let (is_pinned, is_midway) = (beat.is_pinned[agent], beat.is_midway[agent]);
            let aside = if is_pinned && !is_midway { self.aside(id) } else { None };
            let unit = &mut self.units[id as usize];
            if !is_midway {
                let step = (!is_pinned).then_some([b[0] - a[0], b[1] - a[1]]);
                unit.promise = Some(Promise { place: to, step });
            }
            unit.aside = aside;
            unit.waited = if to == beat.targets[agent].place { 0 } else { unit.waited + 1 };
            self.right_of_way.holders[to as usize] = id;
        }
        (self.right_of_way.walked, self.right_of_way.looked_out) = (0, 0);
    }

    /// The distance walked in lockstep during a tick, in parts.
    pub(super) fn stride(&self, seconds: f64) -> i32 {
        let left = CELL - self.right_of_way.walked;
        let far = self.right_of_way.pace * seconds * f64::from(CELL);
        (far.min(f64::from(left))) as i32
    }

    /// Stops units in lockstep that would collide with one that is not. Two in lockstep never
    /// collide, and two that are not follow the law, under which standing still is always allowed.
    pub(super) fn stop_those_that_would_meet(&mut self) {
        if self.mode == Mode::Lattice {
            return;
        }
        let is_walking = |unit: &Unit| {
            unit.promise.and_then(|promise| promise.step).is_some_and(|step| step != [0, 0])
        };
        // Two discs meet in a tick only if the room between them is less than both move.
        let longest = self.moves.iter().flatten().map(|side| side.abs()).max().unwrap_or(0);
        let reach = (2 * (MOST_RADIUS + longest) + CELL - 1) / CELL;
        let is_in_step = |unit: &Unit| unit.promise.is_some_and(|promise| promise.step.is_some());
        let mut in_step: Vec<bool> = self.units.iter().map(is_in_step).collect();
        let units = (0..).zip(&self.units);
        let mut waiting: Vec<u32> =
            units.filter(|(_, unit)| is_walking(unit)).map(|(id, _)| id).collect();
        let mut loose = std::mem::take(&mut self.spare_cells);
        if !waiting.is_empty() {
            loose.clear(&self.ground);
            let alone = self.positions.iter().zip(&in_step).filter(|of| !of.1);
            alone.for_each(|(&at, _)| loose.insert_around(&self.ground, at, reach));
        }
        while let Some(id) = waiting.pop() {
            if !loose.has(self.ground.cell_index(self.positions[id as usize])) {
                continue;
            }
            if !is_walking(&self.units[id as usize]) || !self.would_meet(id, reach, &in_step) {
                continue;
            }
            self.moves[id as usize] = [0, 0];
            in_step[id as usize] = false;
            loose.insert_around(&self.ground, self.positions[id as usize], reach);
            if let Some(promise) = &mut self.units[id as usize].promise {
                promise.step = None;
            }
            // Other units in lockstep may now collide with this one.
            self.near.for_each(&self.ground, self.positions[id as usize], reach, |other| {
                if is_walking(&self.units[other as usize]) {
                    waiting.push(other);
                }
            });
        }
        self.spare_cells = loose;
    }

    /// Whether a unit in lockstep would collide with one that is not.
    fn would_meet(&self, id: u32, reach: i32, in_step: &[bool]) -> bool {
        let at = self.positions[id as usize];
        self.near.any(&self.ground, at, reach, |other| {
            !in_step[other as usize] && {
                let change = way(self.moves[id as usize], self.moves[other as usize]);
                let [own, theirs] = [id, other].map(|unit| self.units[unit as usize].radius);
                meet(way(at, self.positions[other as usize]), change, own + theirs)
            }
        })
    }

    /// Gives right of way to free units that make no headway.
    pub(super) fn notice_jams(&mut self, seconds: f64) {
        for id in 0..self.units.len() as u32 {
            let at = self.positions[id as usize];
            let unit = &self.units[id as usize];
            if unit.promise.is_some() || self.waits_for_way(unit) {
                continue;
            }
            if self.is_home(id, unit) || self.is_in_slot(unit) {
                self.units[id as usize].mark = Mark::default();
                continue;
            }
            let could = unit.mark.could + unit.pace * seconds;
            if could < HEADWAY_CELLS {
                self.units[id as usize].mark.could = could;
                continue;
            }
            let before = unit.mark.left;
            let left = match unit.slot {
                None => self.ways.left(&self.ground, unit, at),
                Some(slot) => self.left_in_formation(id, slot),
            };
            let is_stuck = before - left < 0.1 * could;
            self.units[id as usize].mark = Mark { left, could: 0.0 };
            if is_stuck {
                self.hand_over(id);
            }
        }
    }

    /// Promises a unit its current cell, or the nearest one that is not promised.
    fn hand_over(&mut self, id: u32) {
        let Some(own) = self.ground.place_at(self.positions[id as usize]) else { return };
        let (ground, near, units) = (&self.ground, &self.near, &self.units);
        let is_free = |place: Place, holders: &[u32]| {
            holders[place as usize] == NOBODY && left_by(ground, near, units, place).is_none()
        };
        let Some(place) = self.right_of_way.find(&self.ground, own, is_free) else { return };
        self.right_of_way.holders[place as usize] = id;
        let beats = self.right_of_way.beats;
        let unit = &mut self.units[id as usize];
        unit.promise = Some(Promise { place, step: None });
        unit.held_until = beats + (HELD_BEATS << unit.handed.min(12));
        unit.handed += 1;
        unit.waited = 0;
        self.hurry(id);
    }

    /// Withdraws the promise to a unit.
    pub(super) fn release(&mut self, id: u32) {
        if let Some(promise) = self.units[id as usize].promise.take() {
            self.right_of_way.holders[promise.place as usize] = NOBODY;
        }
        self.units[id as usize].mark = Mark::default();
        self.units[id as usize].aside = None;
    }

    fn hand_back(&mut self) {
        let wishes: Vec<Vec2> = (0..self.units.len() as u32).map(|id| self.wish_of(id)).collect();
        for id in 0..self.units.len() as u32 {
            let unit = &self.units[id as usize];
            let is_held = self.right_of_way.beats < unit.held_until;
            let may_leave = unit.promise.is_some_and(|promise| {
                let is_there = self.positions[id as usize] == self.ground.middle(promise.place);
                is_there && (!is_held || promise.place == self.present_target(unit).place)
            });
            if !may_leave {
                continue;
            }
            let rival = Some(unit.rival).filter(|&rival| self.closes_in(id, rival, &wishes));
            match rival.or_else(|| self.rival(id, &wishes)) {
                Some(rival) => self.units[id as usize].rival = rival,
                None => self.release(id),
            }
        }
    }

    fn hand_over_those_near(&mut self) {
        let is_promised = |unit: &Unit| unit.promise.is_some();
        let mut promised: Vec<bool> = self.units.iter().map(is_promised).collect();
        let mut near = std::mem::take(&mut self.spare_cells);
        near.clear(&self.ground);
        let all = self.positions.iter().zip(&promised).filter(|of| *of.1);
        all.for_each(|(&at, _)| near.insert_around(&self.ground, at, JOIN_CELLS));
        for id in 0..self.units.len() as u32 {
            let at = self.positions[id as usize];
            if !promised[id as usize]
                && near.has(self.ground.cell_index(at))
                && self.is_beside(id, &promised)
            {
                self.hand_over(id);
                promised[id as usize] = self.units[id as usize].promise.is_some();
                near.insert_around(&self.ground, at, JOIN_CELLS);
            }
        }
        self.spare_cells = near;
    }

    /// Whether a unit that was promised a cell is near.
    fn is_beside(&self, id: u32, promised: &[bool]) -> bool {
        let at = self.positions[id as usize];
        self.near.any(&self.ground, at, JOIN_CELLS, |other| {
            let line = way(at, self.positions[other as usize]);
            promised[other as usize] && times(line, line) < JOIN * JOIN
        })
    }

    /// A unit nearby such that the two want to approach each other.
    fn rival(&self, id: u32, wishes: &[Vec2]) -> Option<u32> {
        let (at, mut found) = (self.positions[id as usize], None);
        self.near.any(&self.ground, at, LEAVE_CELLS, |other| {
            found = Some(other).filter(|&other| self.closes_in(id, other, wishes));
            found.is_some()
        });
        found
    }

    /// Whether there is such a unit, it is near, and the two want to approach each other.
    fn closes_in(&self, id: u32, other: u32, wishes: &[Vec2]) -> bool {
        let most = i64::from(LEAVE_CELLS * CELL);
        self.positions.get(other as usize).is_some_and(|&there| {
            let line = way(self.positions[id as usize], there);
            let closing = wishes[other as usize].minus(wishes[id as usize]);
            other != id && times(line, line) < most * most && dot(in_cells(line), closing) < -1e-6
        })
    }

    /// Whether a unit waits until distances to its goal are known.
    fn waits_for_way(&self, unit: &Unit) -> bool {
        !unit.knows_way && unit.slot.is_none() && !self.ground.is_open
    }

    /// The target of a unit under right of way: its goal or, in formation, where it should
    /// currently be. A unit that waits for its path does so in its cell.
    pub(super) fn present_target(&self, unit: &Unit) -> Target {
        if let Some(promise) = unit.promise
            && self.waits_for_way(unit)
        {
            return Target::waiting_at(promise.place);
        }
        let aim = unit.slot.and_then(|_| self.ground.place_at(unit.aim));
        aim.map_or(unit.target, Target::single)
    }

    /// The desired velocity of a unit; zero in the cell of its goal.
    fn wish_of(&self, id: u32) -> Vec2 {
        let unit = &self.units[id as usize];
        let at = self.positions[id as usize];
        if cell_of(at) == self.ground.cell(self.present_target(unit).place) {
            return Vec2::default();
        }
        let line = in_cells(way(at, unit.aim));
        let length = line.length();
        if length > 0.0 { line.times(unit.speed / length) } else { line }
    }

    /// Two units that would both have a shorter path to what the other was promised exchange it. A
    /// unit at the centre of a cell takes that cell if a body is where it was promised to stand; so
    /// does any unit whose cell is not promised, or that is next to such a cell.
    fn exchange_promises(&mut self) {
        for id in 0..self.units.len() as u32 {
            let Some(promise) = self.units[id as usize].promise else { continue };
            let at = self.positions[id as usize];
            if at == self.ground.middle(promise.place) || self.is_midway(id) {
                continue;
            }
            let own = self.ground.place_at(at).unwrap_or(promise.place);
            if self.is_unclaimed(own) {
                self.right_of_way.holders[promise.place as usize] = NOBODY;
                self.promise(id, own);
                continue;
            }
            // Units that were promised each other's cells in a cycle would wait forever, as would
            // some that push from two sides. Each exchange of the first kind lets one more unit
            // stand where it was promised; of the others, some are tried at random. A unit whose
            // promised place is empty walks there instead.
            let (middle, holder) =
                (self.ground.middle(own), self.right_of_way.holders[own as usize]);
            let is_wedged = || {
                self.positions[holder as usize] != middle
                    && self.is_still(id)
                    && self.lot(id) < u64::MAX / 8
            };
            let is_occupied = || {
                let there = self.ground.middle(promise.place);
                self.touching(there, self.units[id as usize].radius, id).is_some()
            };
            let is_to_be_had = holder != NOBODY && !self.is_midway(holder);
            if is_to_be_had && (at == middle && is_occupied() || is_wedged()) {
                self.promise(id, own);
                self.promise(holder, promise.place);
                continue;
            }
            if let Some(place) = self.nearer_place(id, promise.place) {
                self.right_of_way.holders[promise.place as usize] = NOBODY;
                self.promise(id, place);
                continue;
            }
            let square = |unit: u32, place: Place| {
                let line = way(self.positions[unit as usize], self.ground.middle(place));
                times(line, line)
            };
            let mut best = None;
            self.near.for_each(&self.ground, at, 2, |other| {
                let theirs = self.units[other as usize].promise;
                let Some(theirs) = theirs.filter(|_| !self.is_midway(other)) else { return };
                let before = square(id, promise.place) + square(other, theirs.place);
                let after = square(id, theirs.place) + square(other, promise.place);
                if after < before {
                    let gain = (before - after, std::cmp::Reverse(other));
                    best = best.max(Some((gain, other, theirs.place)));
                }
            });
            if let Some((_, other, theirs)) = best {
                self.promise(id, theirs);
                self.promise(other, promise.place);
            }
        }
    }

    /// Whether a unit is in a step that takes several beats.
    fn is_midway(&self, id: u32) -> bool {
        self.units[id as usize].is_midway()
    }

    /// Whether a place is not promised, and no unit is in a step of several beats away from it.
    fn is_unclaimed(&self, place: Place) -> bool {
        self.right_of_way.holders[place as usize] == NOBODY
            && left_by(&self.ground, &self.near, &self.units, place).is_none()
    }

    /// Whether a unit is at rest, or nearly.
    fn is_still(&self, id: u32) -> bool {
        let velocity = self.velocity_in_cells(id).length();
        velocity < self.units[id as usize].speed / 16.0
    }

    /// A point one cell away in a random direction, for a unit at rest that cannot reach its promised
    /// cell; in one beat of eight. This frees units wedged between others and walls.
    fn aside(&self, id: u32) -> Option<Point> {
        // Other bits than those by which promises are exchanged in the same beat.
        let lot = self.lot(id) << 3;
        let turns = lot < u64::MAX / 8 && self.is_still(id);
        turns.then(|| {
            let way = direction((lot >> 48) as f64 / f64::from(1 << 13)).times(f64::from(CELL));
            let at = self.positions[id as usize];
            [at[0] + way.x as i32, at[1] + way.y as i32]
        })
    }

    /// A random number for a unit at this beat.
    fn lot(&self, id: u32) -> u64 {
        Random::new(self.right_of_way.beats << 32 ^ u64::from(id)).next()
    }

    /// The nearest cell around a unit that is not promised, if the unit can walk straight there and
    /// it is nearer than the one promised.
    fn nearer_place(&self, id: u32, promised: Place) -> Option<Place> {
        let at = self.positions[id as usize];
        let square = |middle: Point| {
            let line = way(at, middle);
            times(line, line)
        };
        let most = square(self.ground.middle(promised));
        let around = [-CELL, 0, CELL];
        let points =
            around.iter().flat_map(|down| around.map(|right| [at[0] + right, at[1] + down]));
        let free = points.filter_map(|point| self.ground.place_at(point)).filter(|&place| {
            let middle = self.ground.middle(place);
            square(middle) < most
                && self.is_unclaimed(place)
                && self.ground.is_clear(at, middle, self.units[id as usize].radius)
        });
        free.min_by_key(|&place| (square(self.ground.middle(place)), place))
    }

    fn promise(&mut self, id: u32, place: Place) {
        self.units[id as usize].promise = Some(Promise { place, step: None });
        self.right_of_way.holders[place as usize] = id;
    }
}
