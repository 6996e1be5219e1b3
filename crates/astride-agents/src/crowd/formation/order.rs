//! Sending a group in formation.

use astride::base::Vec2;

use super::assign::assign;
use super::march::{March, Member};
use super::{Formation, beside};
use crate::crowd::body::{Target, Unit};
use crate::crowd::orders::Rings;
use crate::crowd::plane::{CELL, Point, in_cells, in_parts, times, way};
use crate::crowd::{Crowd, CrowdError, Mode};
use crate::roadmap::Place;

/// The maximum number of places visited near a slot to find another for it.
const MOST_NEAR: usize = 512;

/// The final position of a unit of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) at: Point,
    pub(super) target: Target,
}

impl Crowd {
    /// Sends units to a point in formation: each to a slot of its own and, in free mode, in
    /// formation all the way.
    ///
    /// Slots are assigned such that the sum of straight distances is least, both where the group
    /// forms up and where it arrives; for more than 200 units nearly so. The group walks at the
    /// pace of its slowest unit, waits for those that fall behind, goes in single file where there
    /// is not enough room, and arrives together. [`slot`](Crowd::slot) returns where each unit
    /// should currently be. A slot that is off the map, blocked, unreachable or taken moves to the
    /// nearest cell that is none of these, or to one near the point if the 512 nearest are all taken;
    /// on a lattice each is the centre of a cell. A new order removes a unit from its group.
    ///
    /// At most O(units³), for 200 of them; otherwise O(units + cells), and up to 512 cells visited
    /// for each slot that moves to another cell.
    ///
    /// # Errors
    ///
    /// As for [`order`](Crowd::order); and if the formation has too few slots, or if one of them,
    /// the spacing or the facing is out of range. No unit has new orders in that case.
    pub fn order_formation(
        &mut self,
        units: &[u32],
        point: Vec2,
        formation: &Formation,
    ) -> Result<(), CrowdError> {
        let place = self.goal_of(units, point)?;
        let slots = formation.slots(units.len())?;
        let facing = formation.direction()?;
        let Some(begin) = self.begin(units) else { return Ok(()) };
        let goal = self.goal_at(in_parts(point), place, self.widest(units));
        let line = in_cells(way(begin, goal));
        let length = line.length();
        let came = if length > 0.0 { line.times(1.0 / length) } else { Vec2::new(0.0, -1.0) };
        let points: Vec<Vec2> =
            slots.iter().map(|&slot| beside(point, facing.unwrap_or(came), slot)).collect();
        let seats = self
            .seats(units, place, &points)
            .ok_or(CrowdError::NoRoom { point, count: units.len() })?;
        let reach = slots.iter().map(|slot| slot.length()).fold(1.0, f64::max);
        if self.mode == Mode::Lattice || length <= reach + 1.0 {
            self.seat(units, &seats);
            return Ok(());
        }
        units.iter().for_each(|&unit| self.leave(unit));
        let lead = self.lead(units, begin, goal, place);
        let ahead = in_cells(way(begin, lead.aim));
        let heading = if ahead.length() > 0.0 { ahead.times(1.0 / ahead.length()) } else { came };
        let formed: Vec<Point> = slots
            .iter()
            .map(|&slot| in_parts(beside(in_cells(begin.map(i64::from)), heading, slot)))
            .collect();
        let at: Vec<Point> = units.iter().map(|&unit| self.positions[unit as usize]).collect();
        let mut members = Vec::with_capacity(units.len());
        for (&unit, slot) in units.iter().zip(assign(&at, &formed)) {
            self.send(unit, seats[slot].at, seats[slot].target);
            members.push(Member::new(unit, slots[slot], formed[slot], seats[slot]));
        }
        self.set_out(March::new(lead, begin, heading, members));
        Ok(())
    }

    /// The current position of the slot of a unit, if it is moving in formation.
    pub fn slot(&self, unit: u32) -> Option<Point> {
        let slot = self.units.get(unit as usize)?.slot?;
        Some(self.marches[slot.march as usize].members[slot.member as usize].slot)
    }

    /// Assigns seats to units such that the total distance is least, and sends them there so that
    /// all arrive together.
    pub(super) fn seat(&mut self, units: &[u32], seats: &[Seat]) {
        let at: Vec<Point> = units.iter().map(|&unit| self.positions[unit as usize]).collect();
        let slots: Vec<Point> = seats.iter().map(|seat| seat.at).collect();
        let taken = assign(&at, &slots);
        let seconds = |unit: usize| {
            let far = in_cells(way(at[unit], slots[taken[unit]])).length();
            far / self.units[units[unit] as usize].speed
        };
        let seconds: Vec<f64> = (0..units.len()).map(seconds).collect();
        let last = seconds.iter().copied().fold(0.0, f64::max);
        for (member, &unit) in units.iter().enumerate() {
            let seat = seats[taken[member]];
            self.send(unit, seat.at, seat.target);
            // No unit slows down to less than a quarter of its speed.
            let part = if last > 0.0 { (seconds[member] / last).max(0.25) } else { 1.0 };
            let unit = &mut self.units[unit as usize];
            unit.pace = unit.speed * part;
        }
    }

    /// The leading point of a group, with a first aim: as wide as its widest unit and as slow as
    /// its slowest.
    fn lead(&mut self, units: &[u32], begin: Point, goal: Point, place: Place) -> Unit {
        let paces = units.iter().map(|&unit| self.units[unit as usize].speed);
        let pace = paces.fold(f64::INFINITY, f64::min);
        let own = self.ground.place_at(begin).expect("units stand on free cells");
        let mut lead = Unit::new(self.widest(units), pace, begin, own);
        (lead.goal, lead.target) = (goal, Target::single(place));
        self.ways.look(&self.ground, 0, &mut lead, begin, self.ticks);
        lead
    }

    /// The position of the unit nearest to the centroid of all of them.
    fn begin(&self, units: &[u32]) -> Option<Point> {
        let at = |unit: u32| self.positions[unit as usize].map(i64::from);
        let count = units.len().max(1) as i64;
        let sum =
            units.iter().map(|&unit| at(unit)).fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
        let middle = sum.map(|side| (side / count) as i32);
        let square = |unit: u32| {
            let line = way(self.positions[unit as usize], middle);
            times(line, line)
        };
        let nearest = units.iter().copied().min_by_key(|&unit| (square(unit), unit))?;
        Some(self.positions[nearest as usize])
    }

    fn widest(&self, units: &[u32]) -> i32 {
        units.iter().map(|&unit| self.units[unit as usize].radius).max().unwrap_or(0)
    }

    /// A seat for each point, each in a cell of its own: the point itself or the nearest free cell
    /// by steps; `None` if there are too few.
    fn seats(&mut self, units: &[u32], lead: Place, points: &[Vec2]) -> Option<Vec<Seat>> {
        let radius = self.widest(units);
        let mut is_taken = self.taken_by_others(units);
        // The seat in each place, for those already assigned.
        let mut seated: Vec<Option<Point>> = vec![None; is_taken.len()];
        let [width, height] = self.ground.size();
        let on_map = |point: Vec2| {
            let side = |at: f64, most: u32| at.max(0.0).min(f64::from(most) - 1.0 / 1024.0);
            in_parts(Vec2::new(side(point.x, width), side(point.y, height)))
        };
        let mut seats: Vec<Option<Point>> = vec![None; points.len()];
        for (seat, &point) in seats.iter_mut().zip(points) {
            let exact = on_map(point);
            let Some(place) = self.ground.place_at(exact) else { continue };
            let at = self.goal_at(exact, place, radius);
            if self.is_seat(at, place, lead, radius, &is_taken, &seated) {
                *seat = Some(at);
                (is_taken[place as usize], seated[place as usize]) = (true, Some(at));
            }
        }
        let mut near = Rings::new(&self.ground, MOST_NEAR);
        let mut anywhere = Rings::new(&self.ground, 1 << 20);
        for (seat, &point) in seats.iter_mut().zip(points) {
            if seat.is_some() {
                continue;
            }
            let from = self.ground.place_at(on_map(point));
            let from = from.filter(|&from| self.ground.are_joined(from, lead)).unwrap_or(lead);
            let is_free = |place: Place| {
                let middle = self.ground.middle(place);
                self.is_seat(middle, place, lead, radius, &is_taken, &seated)
            };
            let place = near.next(from, is_free).or_else(|| anywhere.next(lead, is_free))?;
            let at = self.ground.middle(place);
            *seat = Some(at);
            (is_taken[place as usize], seated[place as usize]) = (true, Some(at));
        }
        let seats: Vec<Point> = seats.into_iter().flatten().collect();
        let places: Vec<Place> = seats.iter().filter_map(|&at| self.ground.place_at(at)).collect();
        let seat = |(&at, &place)| Seat { at, target: self.ways.target(&self.ground, place, lead) };
        Some(seats.iter().zip(&places).map(seat).collect())
    }

    /// Whether a body may have its seat there: in no other unit's cell, and not too near another
    /// seat.
    fn is_seat(
        &self,
        at: Point,
        place: Place,
        lead: Place,
        radius: i32,
        is_taken: &[bool],
        seated: &[Option<Point>],
    ) -> bool {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| [right, down]));
        let mut near = around
            .filter_map(|[right, down]| {
                let place = self.ground.place_at([at[0] + right * CELL, at[1] + down * CELL])?;
                seated[place as usize]
            })
            .map(|other| way(at, other));
        let apart = 2 * i64::from(radius);
        self.ground.are_joined(place, lead)
            && !is_taken[place as usize]
            && near.all(|line| times(line, line) >= apart * apart)
    }

    /// Starts a group.
    fn set_out(&mut self, march: March) {
        let number = self.marches.len() as u32;
        for (member, &Member { unit, .. }) in (0..).zip(&march.members) {
            self.units[unit as usize].slot = Some(super::Slot { march: number, member });
        }
        self.marches.push(march);
    }

    /// Removes a unit from its group.
    pub(in crate::crowd) fn leave(&mut self, unit: u32) {
        let body = &mut self.units[unit as usize];
        body.pace = body.speed;
        let Some(slot) = body.slot.take() else { return };
        let members = &mut self.marches[slot.march as usize].members;
        members.swap_remove(slot.member as usize);
        if let Some(moved) = members.get(slot.member as usize) {
            self.units[moved.unit as usize].slot = Some(slot);
        }
        if members.is_empty() {
            self.disband(slot.march);
        }
    }

    /// Called when the number of a unit changes.
    pub(in crate::crowd) fn renumber(&mut self, from: u32, to: u32) {
        if let Some(slot) = self.units[from as usize].slot {
            self.marches[slot.march as usize].members[slot.member as usize].unit = to;
        }
    }

    /// Removes a group; its units keep their goals.
    pub(super) fn disband(&mut self, march: u32) -> March {
        let old = self.marches.swap_remove(march as usize);
        for member in &old.members {
            self.units[member.unit as usize].slot = None;
        }
        if let Some(moved) = self.marches.get(march as usize) {
            for (member, &Member { unit, .. }) in (0..).zip(&moved.members) {
                self.units[unit as usize].slot = Some(super::Slot { march, member });
            }
        }
        old
    }

    /// Continues groups on a new map, if their path still leads to their goal.
    pub(in crate::crowd) fn march_on_new_ground(&mut self) {
        for number in (0..self.marches.len() as u32).rev() {
            let lead = &self.marches[number as usize].lead;
            let at = self.marches[number as usize].at;
            let [own, goal] = [at, lead.goal].map(|point| self.ground.place_at(point));
            let is_kept = |&(own, goal): &(Place, Place)| {
                self.ground.fits(at, lead.radius)
                    && self.ground.are_joined(own, goal)
                    && self.goal_at(lead.goal, goal, lead.radius) == lead.goal
            };
            match own.zip(goal).filter(is_kept) {
                Some((_, goal)) => self.marches[number as usize].go_on(goal),
                None => drop(self.disband(number)),
            }
        }
        for march in &mut self.marches {
            for member in &mut march.members {
                let unit = &self.units[member.unit as usize];
                member.seat = Seat { at: unit.goal, target: unit.target };
            }
        }
    }
}
