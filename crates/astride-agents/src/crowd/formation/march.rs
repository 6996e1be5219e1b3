//! A group on the move: the point that it follows, and where each unit walks.

use std::collections::VecDeque;

use astride::base::Vec2;

use super::beside;
use super::order::Seat;
use crate::crowd::Crowd;
use crate::crowd::body::{Target, Unit};
use crate::crowd::plane::{CELL, Point, cross, dot, in_cells, in_parts, way};
use crate::roadmap::Place;

/// How often a group checks whether there is enough room, in ticks.
const LOOK_TICKS: u64 = 8;

/// How far ahead it checks, in cells.
const LOOK_CELLS: i32 = 4;

/// The lag of a unit behind its slot at which the group begins to slow down, and at which it is
/// slowest, in cells. The first is small, because units as slow as the group would otherwise never
/// catch up.
const LAG_CELLS: [f64; 2] = [1.0 / 16.0, 2.0];

/// The minimum speed of a group, as a fraction of its pace, so that it always advances.
const SLOWEST: f64 = 0.125;

/// A unit at most this far from its slot is not considered stuck, in cells.
const IN_SLOT_CELLS: f64 = 0.5;

/// A unit farther ahead of its slot than this waits for it, in cells.
const WAIT_CELLS: f64 = 1.0;

/// The group of a unit and its position in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Slot {
    pub(super) march: u32,
    pub(super) member: u32,
}

/// A group on the move.
#[derive(Clone, Debug)]
pub(in crate::crowd) struct March {
    pub(super) members: Vec<Member>,
    /// The leading point that all follow, represented as a unit as wide as the widest.
    pub(super) lead: Unit,
    pub(super) at: Point,
    /// Its heading, as a direction of length 1.
    heading: Vec2,
    manner: Manner,
    /// Its track, newest last, with the distance covered at each point.
    track: VecDeque<Step>,
    /// The distance covered so far, in parts.
    walked: i64,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    walked: i64,
    at: Point,
}

/// How a group walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Formed,
    SingleFile,
}

/// A unit of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) unit: u32,
    /// Forward and to the right of the leading point, in cells.
    offset: Vec2,
    /// Its distance behind the leading point in single file, in parts.
    behind: i64,
    /// The current position of its slot.
    pub(super) slot: Point,
    /// Its distance from where it should be, in cells.
    lag: f64,
    pub(super) seat: Seat,
}

impl Member {
    pub(super) fn new(unit: u32, offset: Vec2, slot: Point, seat: Seat) -> Self {
        Member { unit, offset, behind: 0, slot, lag: 0.0, seat }
    }
}

impl March {
    /// A group whose leading point starts at `at`. In single file those in front go first.
    pub(super) fn new(lead: Unit, at: Point, heading: Vec2, mut members: Vec<Member>) -> Self {
        let mut ranked: Vec<usize> = (0..members.len()).collect();
        let key = |member: &Member| (-member.offset.x, member.offset.y.abs(), member.offset.y);
        ranked.sort_by(|&a, &b| {
            let (a, b) = (key(&members[a]), key(&members[b]));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        });
        let gap = i64::from(2 * lead.radius + CELL / 4);
        for (rank, member) in (0..).zip(ranked) {
            members[member].behind = rank * gap;
        }
        let track = VecDeque::from([Step { walked: 0, at }]);
        March { members, lead, at, heading, manner: Manner::Formed, track, walked: 0 }
    }

    /// Continues on a new map, to a goal whose place there is `goal`.
    pub(super) fn go_on(&mut self, goal: Place) {
        self.lead.target = Target::single(goal);
        self.lead.aim_until = 0;
    }

    fn is_there(&self) -> bool {
        self.at == self.lead.goal
    }

    /// Its speed, in cells per second.
    fn pace(&self) -> f64 {
        let lag = self.members.iter().map(|member| member.lag).fold(0.0, f64::max);
        let part = 1.0 - (lag - LAG_CELLS[0]) / (LAG_CELLS[1] - LAG_CELLS[0]);
        self.lead.speed * part.clamp(SLOWEST, 1.0)
    }

    /// Moves the leading point towards its aim, turning only as fast as the outermost unit can
    /// walk.
    fn step(&mut self, seconds: f64) {
        let pace = self.pace();
        let line = in_cells(way(self.at, self.lead.aim));
        let length = line.length();
        let from = self.at;
        if length <= pace * seconds {
            self.at = self.lead.aim;
        } else {
            let [right, down] = in_parts(line.times(pace * seconds / length));
            self.at = [self.at[0] + right, self.at[1] + down];
        }
        if length > 0.0 {
            let reach =
                self.members.iter().map(|member| member.offset.length()).fold(1.0, f64::max);
            self.turn(line.times(1.0 / length), self.lead.speed * seconds / reach);
        }
        self.walked += (in_cells(way(from, self.at)).length() * f64::from(CELL)) as i64;
        let newest = self.track.back().map_or(0, |step| step.walked);
        if self.walked >= newest + i64::from(CELL / 4) {
            self.track.push_back(Step { walked: self.walked, at: self.at });
        }
        let longest = self.members.iter().map(|member| member.behind).max().unwrap_or(0);
        let old = self.walked - longest - i64::from(8 * CELL);
        while self.track.get(1).is_some_and(|step| step.walked < old) {
            self.track.pop_front();
        }
    }

    fn turn(&mut self, wanted: Vec2, most: f64) {
        let aside = cross(self.heading, wanted);
        if dot(self.heading, wanted) > 0.0 && aside.abs() <= most {
            self.heading = wanted;
            return;
        }
        let right = Vec2::new(-self.heading.y, self.heading.x);
        let turned = self.heading.plus(right.times(most.copysign(aside)));
        self.heading = turned.times(1.0 / turned.length());
    }

    /// The position of the leading point `behind` parts ago; `None` if that was before its start.
    fn track_at(&self, behind: i64) -> Option<Point> {
        let walked = self.walked - behind;
        if behind == 0 || walked < 0 {
            return (walked >= 0).then_some(self.at);
        }
        let at = self.track.partition_point(|step| step.walked < walked);
        self.track.get(at).map(|step| step.at)
    }

    fn slot(&self, offset: Vec2) -> Point {
        in_parts(beside(in_cells(self.at.map(i64::from)), self.heading, offset))
    }
}

impl Crowd {
    /// Advances all groups, and sets where their units walk.
    pub(in crate::crowd) fn march(&mut self, seconds: f64) {
        let mut marches = std::mem::take(&mut self.marches);
        for (number, march) in (0..).zip(&mut marches) {
            self.ways.look(&self.ground, number, &mut march.lead, march.at, self.ticks);
            march.step(seconds);
            if self.ticks.is_multiple_of(LOOK_TICKS) {
                march.manner = self.manner(march);
            }
            for at in 0..march.members.len() {
                let member = march.members[at];
                let slot = march.slot(member.offset);
                march.members[at].lag = self.follow_lead(march, &Member { slot, ..member });
                march.members[at].slot = slot;
            }
        }
        self.marches = marches;
        for number in (0..self.marches.len() as u32).rev() {
            if self.marches[number as usize].is_there() {
                let March { members, .. } = self.disband(number);
                let units: Vec<u32> = members.iter().map(|member| member.unit).collect();
                let seats: Vec<Seat> = members.iter().map(|member| member.seat).collect();
                self.seat(&units, &seats);
            }
        }
    }

    /// Single file if there are walls beside the path that are nearer than the outermost slots,
    /// from the last slot behind the leading point to a little ahead of it.
    fn manner(&self, march: &March) -> Manner {
        if self.ground.is_open {
            return Manner::Formed;
        }
        let offsets = march.members.iter().map(|member| member.offset);
        let most = |of: fn(Vec2) -> f64| offsets.clone().map(of).fold(0.0, f64::max);
        let sides = [most(|offset| offset.y), -most(|offset| -offset.y)];
        let behind = most(|offset| -offset.x) as i64 + 1;
        let is_wide = |at: Point| {
            let from = in_cells(at.map(i64::from));
            sides.iter().all(|&side| {
                let edge = in_parts(beside(from, march.heading, Vec2::new(0.0, side)));
                self.ground.is_clear(at, edge, march.lead.radius)
            })
        };
        let passed = (0..=behind).filter_map(|cells| march.track_at(cells * i64::from(CELL)));
        let line = in_cells(way(march.at, march.lead.aim));
        let far = line.length();
        let coming = (1..=LOOK_CELLS).map(f64::from).filter(|&cells| cells < far).map(|cells| {
            let [right, down] = in_parts(line.times(cells / far));
            [march.at[0] + right, march.at[1] + down]
        });
        let mut all = passed.chain(coming);
        if all.all(is_wide) { Manner::Formed } else { Manner::SingleFile }
    }

    /// Sets where a unit walks, and returns how far behind it is, in cells.
    fn follow_lead(&mut self, march: &March, member: &Member) -> f64 {
        let id = member.unit as usize;
        let (at, radius) = (self.positions[id], self.units[id].radius);
        let to = |aim: Point| in_cells(way(at, aim)).length();
        let is_free = self.ground.fits(member.slot, radius)
            && self.ground.is_clear(march.at, member.slot, radius);
        if march.manner == Manner::Formed && is_free {
            // A unit that is ahead waits for its slot, and moves sideways only once the slot is
            // near: otherwise all would head for the same point of their column.
            let line = in_cells(way(at, member.slot));
            let ahead = -dot(line, march.heading);
            let [right, down] = in_parts(march.heading.times(ahead.max(0.0)));
            let beside = [member.slot[0] + right, member.slot[1] + down];
            let aim = if ahead > WAIT_CELLS { at } else { beside };
            if self.ground.is_clear(at, aim, radius) {
                (self.units[id].aim, self.units[id].aim_until) = (aim, 0);
                return if ahead > 0.0 { 0.0 } else { line.length() };
            }
        }
        let behind = match march.manner {
            Manner::Formed => (-member.offset.x * f64::from(CELL)).max(0.0) as i64,
            Manner::SingleFile => member.behind,
        };
        let turn = march.track_at(behind);
        if march.manner == Manner::SingleFile
            && turn.is_none_or(|turn| self.is_before(march, at, turn))
        {
            (self.units[id].aim, self.units[id].aim_until) = (at, 0);
            return 0.0;
        }
        let steps = (0..12).map(|step| behind + step * i64::from(CELL / 2));
        let seen = steps
            .filter_map(|behind| march.track_at(behind))
            .find(|&point| self.ground.is_clear(at, point, radius));
        match seen {
            Some(aim) => (self.units[id].aim, self.units[id].aim_until) = (aim, 0),
            None => {
                self.ways.look(&self.ground, member.unit, &mut self.units[id], at, self.ticks);
            }
        }
        to(turn.unwrap_or(march.at))
    }

    /// Whether `at` is nearer to the goal of a group than `turn` is.
    fn is_before(&mut self, march: &March, at: Point, turn: Point) -> bool {
        let steps = [at, turn].map(|point| {
            let place = self.ground.place_at(point)?;
            self.ways.steps(&self.ground, march.lead.target, place)
        });
        matches!(steps, [Some(own), Some(turn)] if own < turn)
    }

    /// Whether a unit in formation is about where it should be.
    pub(in crate::crowd) fn is_in_slot(&self, unit: &Unit) -> bool {
        unit.slot.is_some_and(|slot| self.lag(slot) <= IN_SLOT_CELLS)
    }

    fn lag(&self, slot: Slot) -> f64 {
        self.marches[slot.march as usize].members[slot.member as usize].lag
    }

    /// How far a unit in formation has to go, in cells; this decreases when it moves to where it
    /// should be, even backwards.
    pub(in crate::crowd) fn left_in_formation(&mut self, id: u32, slot: Slot) -> f64 {
        let at = self.positions[id as usize];
        self.lag(slot) + self.ways.left(&self.ground, &self.units[id as usize], at) / 2.0
    }
}
