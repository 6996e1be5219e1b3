//! Adding, removing and ordering units.

use astride::base::{Cell, NodeId, Vec2};

use super::body::{Mark, Target, Unit};
use super::formation::exchanged;
use super::ground::Ground;
use super::near::NOBODY;
use super::pace::left_by;
use super::plane::{CELL, Point, in_parts, times, way};
use super::right_of_way::Promise;
use super::{Body, Crowd, CrowdError, Mode};
use crate::roadmap::Place;

impl Crowd {
    /// Adds a unit, which stands where it is placed, and returns its number, which is the number of
    /// units before. On a lattice it stands at the centre of the cell.
    ///
    /// # Errors
    ///
    /// If the body is out of range, or if at `point` it would be off the map, touch a wall or
    /// overlap a unit; on a lattice also if the cell is that of another unit, which may still be
    /// entering it or, in a step of several beats, leaving it.
    pub fn spawn(&mut self, point: Vec2, body: Body) -> Result<u32, CrowdError> {
        let radius = body.checked()?;
        let (at, place) = self.free_point(point, radius, NOBODY)?;
        Ok(self.add(Unit::new(radius, body.speed, at, place), at, place))
    }

    /// Adds `count` units at the centres of the free cells nearest to `point` by steps from cell to
    /// cell, and returns the number of the first.
    ///
    /// O(cells visited): a cell with a unit in it or too near is skipped.
    ///
    /// # Errors
    ///
    /// If the body is out of range, if the point is off the map or in a wall, or if there is not
    /// enough room within 2²⁰ cells. No unit is added in that case.
    pub fn spawn_near(&mut self, point: Vec2, count: u32, body: Body) -> Result<u32, CrowdError> {
        let radius = body.checked()?;
        let at = self.on_map(point)?;
        let from = self.ground.place_at(at).ok_or(CrowdError::Blocked { point })?;
        let is_free = |place: Place| self.is_vacant(self.ground.middle(place), radius, NOBODY);
        let places = places_round(&self.ground, from, count as usize, is_free);
        if places.len() < count as usize {
            return Err(CrowdError::NoRoom { point, count: count as usize });
        }
        let first = self.units.len() as u32;
        for place in places {
            let at = self.ground.middle(place);
            self.add(Unit::new(radius, body.speed, at, place), at, place);
        }
        Ok(first)
    }

    /// Moves a unit to another position, where it stays.
    ///
    /// # Errors
    ///
    /// If there is no such unit, or if it would be off the map, touch a wall or overlap another; on a
    /// lattice also if the cell is that of another, as for [`spawn`](Self::spawn).
    pub fn teleport(&mut self, unit: u32, point: Vec2) -> Result<(), CrowdError> {
        self.known(unit)?;
        let Unit { radius, speed, .. } = self.units[unit as usize];
        let (at, place) = self.free_point(point, radius, unit)?;
        self.release(unit);
        self.leave(unit);
        let from = self.ground.cell_index(self.positions[unit as usize]);
        self.near.step(unit, from, self.ground.cell_index(at));
        self.positions[unit as usize] = at;
        self.velocities[unit as usize] = [0, 0];
        self.units[unit as usize] = Unit::new(radius, speed, at, place);
        self.stand(unit, place);
        Ok(())
    }

    /// Removes a unit. The last unit gets its number. O(1), apart from others in the two cells.
    ///
    /// # Errors
    ///
    /// If there is no such unit.
    pub fn remove(&mut self, unit: u32) -> Result<(), CrowdError> {
        self.known(unit)?;
        self.release(unit);
        self.leave(unit);
        let last = self.units.len() as u32 - 1;
        let cells = [unit, last].map(|id| self.ground.cell_index(self.positions[id as usize]));
        self.near.remove(unit, cells[0], cells[1]);
        if let Some(promise) = self.units[last as usize].promise {
            self.right_of_way.holders[promise.place as usize] = unit;
        }
        self.renumber(last, unit);
        self.units.swap_remove(unit as usize);
        self.positions.swap_remove(unit as usize);
        self.velocities.swap_remove(unit as usize);
        self.fastest = self.units.iter().fold(0.0, |most, unit| unit.speed.max(most));
        Ok(())
    }

    /// Changes the maximum speed of a unit, in cells per second.
    ///
    /// A unit that walks freely keeps to it from the next tick on; one that goes from cell to cell, on a
    /// lattice or by right of way, from the next beat on. That is when the units that keep step have
    /// come to their next cells ([`Mode::Lattice`]), or the next tick if this one is now more than
    /// twice as fast as they walk.
    ///
    /// # Errors
    ///
    /// If there is no such unit, or if the speed is out of the range of a [`Body`].
    pub fn set_speed(&mut self, unit: u32, speed: f64) -> Result<(), CrowdError> {
        self.known(unit)?;
        let body = &mut self.units[unit as usize];
        Body { radius: f64::from(body.radius) / f64::from(CELL), speed }.checked()?;
        (body.speed, body.pace) = (speed, speed);
        self.fastest = self.fastest.max(speed);
        self.hurry(unit);
        Ok(())
    }

    /// Sends units to a point: a single unit to the point itself, several to cells around it, which
    /// are the nearest ones by steps from cell to cell that are not the goal of any other unit.
    ///
    /// If a body at the point would touch a wall or could not come straight from the centre of the
    /// cell, and on a lattice, that centre is used instead.
    ///
    /// # Errors
    ///
    /// If a unit does not exist or is named twice, if the point is off the map or in a wall, if
    /// there are too few cells, or if a unit cannot get there. No unit has new orders in that case.
    pub fn order(&mut self, units: &[u32], point: Vec2) -> Result<(), CrowdError> {
        let place = self.goal_of(units, point)?;
        if let &[unit] = units {
            let goal = self.goal_at(in_parts(point), place, self.units[unit as usize].radius);
            let lead = self.ground.lead_near(place);
            let target = self.ways.target(&self.ground, place, lead);
            self.send(unit, goal, target);
            return Ok(());
        }
        let is_taken = self.taken_by_others(units);
        let is_free = |place: Place| !is_taken[place as usize];
        let places = places_round(&self.ground, place, units.len(), is_free);
        if places.len() < units.len() {
            return Err(CrowdError::NoRoom { point, count: units.len() });
        }
        let slots: Vec<Point> = places.iter().map(|&place| self.ground.middle(place)).collect();
        let at: Vec<Point> = units.iter().map(|&unit| self.positions[unit as usize]).collect();
        for (&unit, slot) in units.iter().zip(exchanged(&at, &slots)) {
            let target = self.ways.target(&self.ground, places[slot], place);
            self.send(unit, slots[slot], target);
        }
        Ok(())
    }

    /// Ends the orders and steering of units: each stays where it is or, if it goes from cell to cell,
    /// in the cell that it is entering, until others push it aside by right of way. It leaves its
    /// formation. O(units).
    ///
    /// # Errors
    ///
    /// If a unit does not exist or is named twice. No unit has stopped in that case.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::square::{Grid, Mover};
    /// use astride_agents::crowd::{Body, Crowd, Mode};
    ///
    /// let grid = Grid::new(20, 12, b'.')?;
    /// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
    /// let unit = crowd.spawn(Vec2::new(3.0, 6.0), Body::default())?;
    /// crowd.order(&[unit], Vec2::new(17.0, 6.0))?;
    /// crowd.tick(0.1)?;
    /// crowd.halt(&[unit])?;
    /// assert!(crowd.has_arrived(unit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn halt(&mut self, units: &[u32]) -> Result<(), CrowdError> {
        self.each_once(units)?;
        units.iter().for_each(|&unit| self.stay(unit));
        Ok(())
    }
}

impl Crowd {
    /// The place to which units can be sent, if all of them can get there.
    pub(super) fn goal_of(&self, units: &[u32], point: Vec2) -> Result<Place, CrowdError> {
        self.each_once(units)?;
        let goal = self.on_map(point)?;
        let place = self.ground.place_at(goal).ok_or(CrowdError::Blocked { point })?;
        for &unit in units {
            let at = self.positions[unit as usize];
            let own = self.ground.place_at(at);
            if own.is_none_or(|own| !self.ground.are_joined(own, place)) {
                return Err(CrowdError::NoWay { unit });
            }
        }
        Ok(place)
    }

    /// The point itself; or the centre of its place on a lattice, or if a body would touch a wall
    /// or could not come straight from that centre, since units whose goal is out of sight walk
    /// there first.
    pub(super) fn goal_at(&self, point: Point, place: Place, radius: i32) -> Point {
        let middle = self.ground.middle(place);
        let is_exact = self.mode == Mode::Free
            && self.ground.fits(point, radius)
            && self.ground.is_clear(middle, point, radius);
        if is_exact { point } else { middle }
    }

    /// The places where other units are going or staying.
    pub(super) fn taken_by_others(&self, units: &[u32]) -> Vec<bool> {
        let mut is_taken = vec![false; self.ground.roadmap.place_count()];
        self.units.iter().for_each(|unit| is_taken[unit.target.place as usize] = true);
        for &unit in units {
            is_taken[self.units[unit as usize].target.place as usize] = false;
        }
        is_taken
    }

    /// Gives a unit a goal of its own, and removes it from its group.
    pub(super) fn send(&mut self, id: u32, goal: Point, target: Target) {
        self.leave(id);
        let unit = &mut self.units[id as usize];
        (unit.goal, unit.target) = (goal, target);
        (unit.aim, unit.aim_until, unit.knows_way) = (goal, 0, false);
        (unit.handed, unit.waited) = (0, 0);
        unit.wish = None;
        unit.mark = Mark::default();
        self.hurry(id);
    }

    fn add(&mut self, unit: Unit, at: Point, place: Place) -> u32 {
        let id = self.units.len() as u32;
        self.fastest = self.fastest.max(unit.speed);
        self.near.push(self.ground.cell_index(at));
        self.units.push(unit);
        self.positions.push(at);
        self.velocities.push([0, 0]);
        self.stand(id, place);
        id
    }

    /// On a lattice all units have right of way from the beginning.
    fn stand(&mut self, id: u32, place: Place) {
        if self.mode == Mode::Lattice {
            self.right_of_way.holders[place as usize] = id;
            self.units[id as usize].promise = Some(Promise { place, step: Some([0, 0]) });
        }
    }

    /// Gives a unit on its way another goal, the centre of a cell; everything else stays as it is.
    /// Returns `false` if it cannot get there.
    pub(crate) fn lead_to(&mut self, unit: u32, cell: Cell) -> bool {
        let goal = [cell.x, cell.y].map(|side| side as i32 * CELL + CELL / 2);
        let own = self.ground.place_at(self.positions[unit as usize]);
        let Some((place, own)) = self.ground.place_at(goal).zip(own) else { return false };
        let body = &mut self.units[unit as usize];
        (body.goal, body.target) = (goal, Target::single(place));
        body.aim_until = 0;
        body.mark = Mark::default();
        self.hurry(unit);
        self.ground.are_joined(own, place)
    }

    /// Lets a unit stay where it is or, if it goes from cell to cell, in the cell that it is entering.
    pub(crate) fn stay(&mut self, unit: u32) {
        let (at, place) = match self.units[unit as usize].promise {
            Some(Promise { place, step: Some(_) }) => (self.ground.middle(place), place),
            _ => {
                let at = self.positions[unit as usize];
                (at, self.ground.place_at(at).expect("units stand on free cells"))
            }
        };
        self.send(unit, at, Target::single(place));
    }

    /// The first `count` free cells by steps from a free cell that satisfy `is_wanted`.
    pub(crate) fn cells_round(
        &self,
        from: Cell,
        count: usize,
        is_wanted: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        let [x, y] = [from.x, from.y].map(|side| side as i32 * CELL + CELL / 2);
        let Some(from) = self.ground.place_at([x, y]) else { return Vec::new() };
        let node = |place: Place| self.ground.roadmap.node(place);
        let places = places_round(&self.ground, from, count, |place| is_wanted(node(place)));
        places.into_iter().map(node).collect()
    }

    /// A point on the map, in parts.
    fn on_map(&self, point: Vec2) -> Result<Point, CrowdError> {
        let [width, height] = self.ground.size();
        let is_on = (0.0..f64::from(width)).contains(&point.x)
            && (0.0..f64::from(height)).contains(&point.y);
        let parts = in_parts(if is_on { point } else { Vec2::default() });
        let is_on = is_on && parts[0] < width as i32 * CELL && parts[1] < height as i32 * CELL;
        is_on.then_some(parts).ok_or(CrowdError::OffMap { point, width, height })
    }

    /// A position where a unit can be placed, and the place of that cell; the unit `but` is
    /// ignored.
    fn free_point(&self, point: Vec2, radius: i32, but: u32) -> Result<(Point, Place), CrowdError> {
        let at = self.on_map(point)?;
        let place = self.ground.place_at(at).ok_or(CrowdError::Blocked { point })?;
        let at = if self.mode == Mode::Lattice { self.ground.middle(place) } else { at };
        if !self.ground.fits(at, radius) {
            return Err(CrowdError::Blocked { point });
        }
        match self.in_the_way(at, radius, but) {
            Some(unit) => Err(CrowdError::Occupied { point, unit }),
            None => Ok((at, place)),
        }
    }

    fn is_vacant(&self, at: Point, radius: i32, but: u32) -> bool {
        self.in_the_way(at, radius, but).is_none()
    }

    /// A unit that a body would overlap; on a lattice also one that was promised the cell, or leaves it
    /// in a step of several beats.
    fn in_the_way(&self, at: Point, radius: i32, but: u32) -> Option<u32> {
        let found = self.touching(at, radius, but);
        if self.mode == Mode::Free || found.is_some() {
            return found;
        }
        let place = self.ground.place_at(at)?;
        let holder = self.right_of_way.holders[place as usize];
        let left = left_by(&self.ground, &self.near, &self.units, place);
        [Some(holder), left].into_iter().flatten().find(|unit| ![NOBODY, but].contains(unit))
    }

    /// The first unit that a body would overlap.
    pub(super) fn touching(&self, at: Point, radius: i32, but: u32) -> Option<u32> {
        let mut found = None;
        self.near.for_each(&self.ground, at, 1, |other| {
            let line = way(at, self.positions[other as usize]);
            let apart = i64::from(radius + self.units[other as usize].radius);
            if other != but && times(line, line) < apart * apart {
                found = Some(found.map_or(other, |found: u32| found.min(other)));
            }
        });
        found
    }

    pub(super) fn known(&self, unit: u32) -> Result<(), CrowdError> {
        let present = self.units.len();
        let is_known = (unit as usize) < present;
        is_known.then_some(()).ok_or(CrowdError::NoUnit { unit, present })
    }

    fn each_once(&self, units: &[u32]) -> Result<(), CrowdError> {
        let mut is_named = vec![false; self.units.len()];
        for &unit in units {
            self.known(unit)?;
            if std::mem::replace(&mut is_named[unit as usize], true) {
                return Err(CrowdError::Twice { unit });
            }
        }
        Ok(())
    }
}

/// The first `count` places that satisfy `is_free`, ring by ring from `from`; at most 2²⁰ are
/// visited.
pub(super) fn places_round(
    ground: &Ground,
    from: Place,
    count: usize,
    is_free: impl Fn(Place) -> bool,
) -> Vec<Place> {
    let mut rings = Rings::new(ground, 1 << 20);
    (0..count).map_while(|_| rings.next(from, &is_free)).collect()
}

/// Searches for free places, ring by ring. As long as it begins at the same place, a search goes on
/// where the last one ended.
pub(super) struct Rings<'a> {
    ground: &'a Ground,
    /// The maximum number of places that a search visits.
    most: usize,
    /// The search that last saw a place.
    seen: Vec<u32>,
    search: u32,
    queue: Vec<Place>,
    at: usize,
}

impl<'a> Rings<'a> {
    pub(super) fn new(ground: &'a Ground, most: usize) -> Self {
        let seen = vec![0; ground.roadmap.place_count()];
        Rings { ground, most, seen, search: 0, queue: Vec::new(), at: 0 }
    }

    /// The next place that satisfies `is_free`, which no place may that did not in an earlier call.
    pub(super) fn next(&mut self, from: Place, is_free: impl Fn(Place) -> bool) -> Option<Place> {
        if self.queue.first() != Some(&from) {
            (self.search, self.queue, self.at) = (self.search + 1, vec![from], 0);
            self.seen[from as usize] = self.search;
        }
        while self.at < self.queue.len().min(self.most) {
            let place = self.queue[self.at];
            self.at += 1;
            for &next in self.ground.roadmap.neighbours(place) {
                if std::mem::replace(&mut self.seen[next as usize], self.search) != self.search {
                    self.queue.push(next);
                }
            }
            if is_free(place) {
                return Some(place);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;
    use astride::shapes::square::{Edit, Grid, Mover};

    #[test]
    fn a_search_that_goes_on_finds_what_a_new_one_finds() {
        let mut dice = Random::new(3);
        for _ in 0..20 {
            let mut grid = Grid::new(12, 9, b'.').unwrap();
            for _ in 0..30 {
                grid.apply(Edit::new().set((dice.below(12), dice.below(9)), b'@')).unwrap();
            }
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let count = ground.roadmap.place_count() as u32;
            let mut is_free: Vec<bool> = (0..count).map(|_| dice.below(3) > 0).collect();
            let mut rings = Rings::new(&ground, 1 << 20);
            let mut from = 0;
            for _ in 0..80 {
                if dice.below(4) == 0 {
                    from = dice.below(count);
                }
                let found = rings.next(from, |place| is_free[place as usize]);
                let again = places_round(&ground, from, 1, |place| is_free[place as usize]);
                assert_eq!(found, again.first().copied());
                if let Some(place) = found {
                    is_free[place as usize] = false;
                }
            }
        }
    }
}
