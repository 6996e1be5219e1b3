//! Paths to goals: the remaining distance, and the next point to walk to in a straight line.

use super::body::{Target, Unit};
use super::ground::Ground;
use super::plane::{CELL, Point, in_cells, times, way};
use super::zones::{Zones, window_size};
use crate::fields::{FAR, Fields};
use crate::roadmap::{NOWHERE, Place};

/// Memory for distance fields unless a crowd says otherwise; the least recently used ones are
/// evicted.
pub(super) const FIELD_BYTES: usize = 512 << 20;

/// More than any number of steps.
const OUTSIDE: u32 = 1 << 20;

/// The number of cells of a path that are examined for a straight line.
const LOOK_AHEAD: usize = 12;

/// How far a unit that waits for its path looks along columns and rows, in parts.
const SIGHT: i64 = LOOK_AHEAD as i64 * CELL as i64;

/// The maximum number of ticks between two looks at an aim.
const AIM_TICKS: u64 = 8;

/// The widest zone around a goal, in steps: enough for the goals of a few hundred units.
const MOST_ZONE: u16 = 32;

/// In each tick fields grow over about this many places for units that do not know their way yet, and
/// over this many more for each unit of the crowd.
const PLACES_A_TICK: u32 = 1 << 15;
const PLACES_OF_UNIT: u32 = 8;

/// For this many ticks all places may go to one unit while others wait.
const TICKS_OF_UNIT: u64 = 16;

/// Distances to goals, shared by all units with the same goal cell and by targets with one lead.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    fields: Fields,
    zones: Zones,
    bytes: usize,
    /// Over how many places fields may grow in a tick for units that wait, besides those for each
    /// unit, and how many of all these are left.
    places_a_tick: u32,
    allowance: u32,
    /// The unit that finds out first, and the one with which nothing was left in this tick.
    first: u32,
    last: Option<u32>,
}

impl Ways {
    pub(super) fn new(ground: &Ground, bytes: usize) -> Self {
        let zones = Zones::new(ground, bytes / 4);
        let fields = Fields::new(&ground.roadmap, bytes - bytes / 4);
        let (places_a_tick, allowance) = (PLACES_A_TICK, 0);
        Ways { fields, zones, bytes, places_a_tick, allowance, first: 0, last: None }
    }

    /// The same on another ground.
    pub(super) fn on(&self, ground: &Ground) -> Self {
        Ways { first: self.first, last: self.last, ..Ways::new(ground, self.bytes) }
    }

    /// The target at a place that shares distances with others near `lead`.
    ///
    /// If that is too far away, those near the place are shared with the goals of its tile. On large
    /// maps only one place of each sector has a field of the whole map, except where the window of
    /// the zone of the lead would have more than a quarter of the cells of such a field.
    pub(super) fn target(&mut self, ground: &Ground, place: Place, lead: Place) -> Target {
        let far = ground.lead_of_sector(lead);
        let mut near = [lead, ground.lead_near(place)].into_iter().filter_map(|lead| {
            Some((self.within(ground, lead, MOST_ZONE - 2, place)? as u16 + 2, lead))
        });
        let (zone, lead) = near.next().unwrap_or((0, place));
        let zone = if lead == place { 0 } else { zone };
        let mut target = Target { place, zone, ..Target::single(lead) };
        if far != lead
            && let Some(steps) = self.exact(ground, far, lead)
            && let Ok(far_zone) = u16::try_from(steps + 2)
            && 4 * window_size(ground, lead, far_zone) <= ground.roadmap.place_count()
        {
            (target.far_zone, target.far) = (far_zone, far);
        }
        target
    }

    /// The number of steps over four neighbours from `place` to the goal of a unit, or `None` if
    /// there is no path.
    ///
    /// In the zone of the goal that is the distance. Outside, it is the distance to the lead plus
    /// [`OUTSIDE`], and outside the zone of the lead, the distance to the far place plus twice as
    /// much; these are more than any distance in a zone. A unit that always steps to a smaller
    /// number arrives: shortest paths from within a zone stay in it, and outside it the numbers lead
    /// to a place in it.
    pub(super) fn steps(&mut self, ground: &Ground, to: Target, place: Place) -> Option<u32> {
        if ground.is_open {
            return Some(ground.steps_at_least(to.place, place));
        }
        if to.lead == NOWHERE {
            return Some(u32::from(place != to.place));
        }
        let mut outside = 0;
        for (goal, zone) in [(to.place, to.zone), (to.lead, to.far_zone)] {
            if zone > 0 {
                if let Some(steps) = self.within(ground, goal, zone, place) {
                    return Some(outside + steps);
                }
                outside += OUTSIDE;
            }
        }
        Some(outside + self.exact(ground, to.far, place)?)
    }

    /// Begins a tick for this many units.
    pub(super) fn begin_tick(&mut self, units: usize, tick: u64) {
        self.allowance =
            self.places_a_tick.saturating_add(PLACES_OF_UNIT.saturating_mul(units as u32));
        let Some(last) = self.last.take() else { return };
        // What a unit has begun is completed first, but not forever.
        let is_long = last == self.first && tick.is_multiple_of(TICKS_OF_UNIT);
        self.first = last + u32::from(is_long);
    }

    /// All of this many units in the order in which they find out, so that all have their turn
    /// even where edits or orders come before fields are complete.
    pub(super) fn turns(&self, units: usize) -> impl Iterator<Item = u32> + use<> {
        let units = units as u32;
        let first = if self.first < units { self.first } else { 0 };
        (first..units).chain(0..first)
    }

    /// Ends the turn of a unit.
    pub(super) fn end_turn(&mut self, id: u32) {
        if self.allowance == 0 {
            self.last.get_or_insert(id);
        }
    }

    /// Finds out about the way from a place to a target, as far as this tick allows; returns whether
    /// [`steps`](Self::steps) are known now, or there are none.
    pub(super) fn find_out(&mut self, ground: &Ground, to: Target, place: Place) -> bool {
        let is_near = |ways: &mut Self, goal: Place, zone: u16| {
            zone > 0 && ways.within(ground, goal, zone, place).is_some()
        };
        is_near(self, to.place, to.zone)
            || is_near(self, to.lead, to.far_zone)
            || self.fields.reach(&ground.roadmap, to.far, place, &mut self.allowance)
    }

    /// The number of steps, if they are at most `most`.
    fn within(&mut self, ground: &Ground, goal: Place, most: u16, place: Place) -> Option<u32> {
        if ground.steps_at_least(goal, place) > u32::from(most) {
            return None;
        }
        ground
            .steps_in_the_open(goal, place)
            .or_else(|| self.zones.steps(ground, goal, most, place).map(u32::from))
    }

    /// The number of steps; `None` if there is no path.
    fn exact(&mut self, ground: &Ground, goal: Place, place: Place) -> Option<u32> {
        if let Some(steps) = self.fields.known(goal, place) {
            return Some(steps.into());
        }
        ground.steps_in_the_open(goal, place).or_else(|| {
            let steps = self.fields.distance(&ground.roadmap, goal, place);
            (steps != FAR).then_some(u32::from(steps))
        })
    }

    /// How far a unit has to go, in cells: straight in the open and in the cell of its goal,
    /// otherwise in steps.
    pub(super) fn left(&mut self, ground: &Ground, unit: &Unit, at: Point) -> f64 {
        let steps = match ground.place_at(at) {
            Some(place) if !ground.is_open => self.steps(ground, unit.target, place),
            _ => None,
        };
        match steps.unwrap_or(0) {
            0 => in_cells(way(at, unit.goal)).length(),
            steps => f64::from(steps),
        }
    }

    /// Updates, from time to time, the point to which the unit can walk in a straight line on its
    /// path: when it has come half of the way there, has come no nearer, or has lost sight of it.
    ///
    /// Units look in turns, by number, so that no tick after the first has to look for all of them.
    pub(super) fn look(&mut self, ground: &Ground, id: u32, unit: &mut Unit, at: Point, tick: u64) {
        if ground.is_open {
            unit.aim = unit.goal;
            return;
        }
        let has_come = at == unit.aim && unit.aim != unit.goal;
        if tick < unit.aim_until && !has_come {
            return;
        }
        let left = square(at, unit.aim);
        let is_on_its_way = unit.aim_until != 0 && (unit.aim_half..unit.aim_left).contains(&left);
        if is_on_its_way && ground.is_clear(at, unit.aim, unit.radius) {
            unit.aim_left = left;
        } else {
            let Some(aim) = self.aim(ground, unit, at) else {
                // It goes on in a straight line as far as it sees, or waits.
                let is_seen = way(at, unit.aim).iter().all(|side| side.abs() <= SIGHT);
                if !is_seen || !ground.is_clear(at, unit.aim, unit.radius) {
                    unit.aim = at;
                }
                return;
            };
            (unit.aim, unit.knows_way) = (aim, true);
            unit.aim_left = square(at, unit.aim);
            unit.aim_half = if unit.aim == unit.goal { 0 } else { unit.aim_left / 4 };
        }
        unit.aim_until = tick + AIM_TICKS - (tick + u64::from(id)) % AIM_TICKS;
    }

    /// The farthest point on the path of a unit to which it can walk in a straight line; `None` if
    /// the unit has to wait until its path is known.
    fn aim(&mut self, ground: &Ground, unit: &Unit, at: Point) -> Option<Point> {
        let Some(mut place) = ground.place_at(at) else { return Some(at) };
        let is_straight = ground.steps_in_the_open(unit.target.place, place).is_some();
        if is_straight && ground.is_clear(at, unit.goal, unit.radius) {
            return Some(unit.goal);
        }
        if !unit.knows_way && !self.find_out(ground, unit.target, place) {
            return None;
        }
        let mut ahead = [place; LOOK_AHEAD];
        let mut count = 0;
        let Some(mut left) = self.steps(ground, unit.target, place) else { return Some(at) };
        while count < LOOK_AHEAD && left > 0 {
            let Some(next) = self.next(ground, unit.target, place, left) else { break };
            (left, place) = next;
            ahead[count] = place;
            count += 1;
        }
        if left == 0 && ground.is_clear(at, unit.goal, unit.radius) {
            return Some(unit.goal);
        }
        // The farthest of 12, 6, 3 and 1 cells that is in sight; the centre of its own cell always
        // is.
        while count > 0 {
            let middle = ground.middle(ahead[count - 1]);
            if ground.is_clear(at, middle, unit.radius) {
                return Some(middle);
            }
            count /= 2;
        }
        Some(ground.place_at(at).map_or(at, |own| ground.middle(own)))
    }

    /// The neighbour with the least distance below `left`: the first with one step less, if any.
    fn next(
        &mut self,
        ground: &Ground,
        to: Target,
        place: Place,
        left: u32,
    ) -> Option<(u32, Place)> {
        let mut nearest = (left, place);
        for &next in ground.roadmap.neighbours(place) {
            match self.steps(ground, to, next) {
                Some(steps) if steps + 1 == left => return Some((steps, next)),
                Some(steps) if steps < nearest.0 => nearest = (steps, next),
                _ => {}
            }
        }
        (nearest.0 < left).then_some(nearest)
    }
}

fn square(from: Point, to: Point) -> i64 {
    let line = way(from, to);
    times(line, line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::{Body, Crowd, Mode, Scene};
    use crate::drawn::drawn;
    use astride::base::{Dir, Random, Vec2};
    use astride::io::Drawing;
    use astride::shapes::square::{Edit, Mover};
    use std::collections::VecDeque;

    /// A map with random walls, and walls between cells.
    fn scattered(dice: &mut Random) -> Ground {
        let [width, height] = [4 + dice.below(14), 4 + dice.below(14)];
        let percent = dice.below(45);
        let drawing = drawn(width, height, || dice.below(100) < percent);
        let mut grid = Drawing::parse(&drawing).unwrap().grid;
        for _ in 0..dice.below(30) {
            let cell = (dice.below(width - 1), dice.below(height));
            let _ = grid.apply(Edit::new().wall(cell, Dir::E));
        }
        Ground::new(&grid.seen_by(&Mover::walker())).unwrap()
    }

    /// The steps to a place from everywhere, by a plain search.
    fn slow_steps(ground: &Ground, goal: Place) -> Vec<Option<u32>> {
        let mut steps = vec![None; ground.roadmap.place_count()];
        steps[goal as usize] = Some(0);
        let mut queue = VecDeque::from([(goal, 0)]);
        while let Some((place, far)) = queue.pop_front() {
            for &next in ground.roadmap.neighbours(place) {
                if steps[next as usize].is_none() {
                    steps[next as usize] = Some(far + 1);
                    queue.push_back((next, far + 1));
                }
            }
        }
        steps
    }

    #[test]
    fn whoever_steps_to_a_smaller_number_arrives() {
        let mut dice = Random::new(5);
        let (mut shared, mut beyond, mut far) = (0, 0, 0);
        for round in 0..300 {
            let mut ground = scattered(&mut dice);
            if round % 2 == 1 {
                ground = ground.in_sectors(2 + dice.below(4) as i32);
            }
            let count = ground.roadmap.place_count() as Place;
            if count == 0 {
                continue;
            }
            let (place, lead) = (dice.below(count), dice.below(count));
            let near = ground.lead_near(place);
            let mut both = [1 << 20, 0].map(|bytes| Ways::new(&ground, bytes));
            let truth = slow_steps(&ground, place);
            for lead in [near, lead].into_iter().filter(|&lead| ground.are_joined(lead, place)) {
                let target = both[0].target(&ground, place, lead);
                assert!(target == both[1].target(&ground, place, lead));
                shared += u32::from(lead != place);
                let mut steps = |at| {
                    let [roomy, tight] =
                        both.each_mut().map(|ways| ways.steps(&ground, target, at));
                    assert_eq!(roomy, tight, "memory changes no answer");
                    roomy
                };
                for at in 0..count {
                    let Some(left) = steps(at) else {
                        assert_eq!(truth[at as usize], None);
                        continue;
                    };
                    let mut is_lower =
                        |&next: &Place| steps(next).is_some_and(|steps| steps < left);
                    let goes_on = ground.roadmap.neighbours(at).iter().any(&mut is_lower);
                    assert_eq!(goes_on, at != place, "{left} steps from {at} to {place}");
                    if left < OUTSIDE {
                        assert_eq!(Some(left), truth[at as usize]);
                    } else {
                        beyond += 1;
                        far += u32::from(left >= 2 * OUTSIDE);
                        let zone = if target.zone > 0 { target.zone } else { target.far_zone };
                        assert!(truth[at as usize] > Some(zone.into()));
                    }
                }
            }
        }
        assert!(shared > 200 && beyond > 2000, "{shared} shared, {beyond} beyond a zone");
        assert!(far > 1000, "{far} beyond two zones");
    }

    #[test]
    fn zones_end_at_their_last_step() {
        let mut dice = Random::new(8);
        for round in 0..100 {
            let ground = scattered(&mut dice);
            let count = ground.roadmap.place_count() as Place;
            if count == 0 {
                continue;
            }
            let mut zones = Zones::new(&ground, round % 2 * 10_000);
            for goal in (0..3).map(|_| dice.below(count)) {
                let truth = slow_steps(&ground, goal);
                for most in [3, 20, 7] {
                    for at in 0..count {
                        let expected = truth[at as usize].filter(|&steps| steps <= most);
                        let steps = zones.steps(&ground, goal, most as u16, at).map(u32::from);
                        assert_eq!(steps, expected, "{at} to {goal} in {most}");
                    }
                }
            }
        }
    }

    #[test]
    fn goals_of_a_tile_share_a_lead_unless_a_wall_is_between_them() {
        let grid = Drawing::parse("...#....\n...#....\n...#....\n").unwrap().grid;
        let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
        let lead = |x, y| ground.lead_near(ground.place_at(ground_point(x, y)).unwrap());
        assert_eq!([lead(0, 0), lead(2, 2)], [lead(1, 1); 2]);
        assert_eq!(lead(4, 2), lead(7, 0));
        assert_ne!(lead(2, 0), lead(4, 0));
    }

    fn ground_point(x: i32, y: i32) -> Point {
        [x, y].map(|side| side * CELL + 1)
    }

    /// A crowd whose fields hardly grow in a tick, and have room for this many bytes.
    fn in_no_hurry(scene: Scene, mode: Mode, bytes: usize) -> Crowd {
        let body = Body { radius: 0.35, speed: 7.5 };
        let mut crowd = scene.build(400, mode, &[body], 1).unwrap();
        crowd.ways = Ways::new(&crowd.ground, bytes);
        crowd.ways.places_a_tick = 0;
        crowd
    }

    #[test]
    fn paths_are_found_in_many_ticks_and_all_arrive() {
        for (scene, mode) in
            [(Scene::Farm, Mode::Free), (Scene::Gate, Mode::Free), (Scene::Farm, Mode::Lattice)]
        {
            let mut both = [1 << 24, 0].map(|bytes| in_no_hurry(scene, mode, bytes));
            let allowance = 400 * u64::from(PLACES_OF_UNIT);
            let (mut waits, mut before) = (0, 0);
            for _ in 0..100 {
                both.iter_mut().for_each(|crowd| crowd.tick(1.0 / 60.0).unwrap());
                let [roomy, tight] = both.each_ref().map(Crowd::digest);
                assert_eq!(roomy, tight, "{scene}: memory decides nothing");
                let reached = both[0].ways.fields.reached();
                assert!(reached - before < 3 * allowance / 2, "{scene}: {reached} after {before}");
                before = reached;
                waits += both[0].units.iter().filter(|unit| !unit.knows_way).count();
            }
            assert!(waits > 200 && both[0].units.iter().all(|unit| unit.knows_way), "{waits}");
            let mut crowd = both.into_iter().next().unwrap();
            for _ in 0..4000 {
                crowd.tick(1.0 / 60.0).unwrap();
            }
            assert_eq!(crowd.arrived_count(), 400, "{scene}");
        }
    }

    #[test]
    fn units_that_wait_for_their_paths_go_on_as_far_as_they_see() {
        let open = ".".repeat(40);
        let rows = format!("{open}\n.####{}\n{open}\n", &open[5..]);
        let mut grid = Drawing::parse(&rows).unwrap().grid;
        let mover = Mover::walker();
        let mut crowd = Crowd::new(&grid.seen_by(&mover), Mode::Free).unwrap();
        crowd.spawn(Vec2::new(38.5, 0.5), Body { radius: 0.3, speed: 4.0 }).unwrap();
        crowd.order(&[0], Vec2::new(3.5, 2.5)).unwrap();
        let goes_on = |crowd: &mut Crowd, places: u32| {
            crowd.ways.places_a_tick = places;
            crowd.tick(0.1).unwrap();
            [crowd.units[0].knows_way, crowd.velocities()[0] != [0, 0]]
        };
        assert_eq!(goes_on(&mut crowd, 0), [false, false], "it knows of no way");
        assert_eq!(goes_on(&mut crowd, 200), [true, true]);
        // After an edit all paths are new, but what it saw is still there.
        grid.apply(Edit::new().set((0, 1), b'@')).unwrap();
        crowd.follow(&grid.seen_by(&mover)).unwrap();
        assert_eq!(goes_on(&mut crowd, 0), [false, true]);
        assert_eq!(goes_on(&mut crowd, 200), [true, true]);
    }

    #[test]
    fn all_find_their_paths_in_turns_where_the_map_changes_all_the_time() {
        let open = ".".repeat(40);
        let rows = format!("{open}\n.####{}####.\n{open}\n", &open[10..]);
        let mut grid = Drawing::parse(&rows).unwrap().grid;
        let mover = Mover::walker();
        let mut crowd = Crowd::new(&grid.seen_by(&mover), Mode::Free).unwrap();
        for (id, at, goal) in [(0, (38.5, 0.5), (3.5, 2.5)), (1, (1.5, 0.5), (36.5, 2.5))] {
            crowd.spawn(Vec2::new(at.0, at.1), Body { radius: 0.3, speed: 4.0 }).unwrap();
            crowd.order(&[id], Vec2::new(goal.0, goal.1)).unwrap();
        }
        let mut known = [0; 2];
        for tick in 0..12 {
            grid.apply(Edit::new().set((20, 1), b"@."[tick % 2])).unwrap();
            crowd.follow(&grid.seen_by(&mover)).unwrap();
            crowd.ways.places_a_tick = 100;
            crowd.tick(0.1).unwrap();
            for (count, unit) in known.iter_mut().zip(&crowd.units) {
                *count += u32::from(unit.knows_way);
            }
        }
        assert!(known.iter().all(|&ticks| (4..12).contains(&ticks)), "{known:?}");
    }

    #[test]
    fn units_look_in_turns() {
        let rows = format!("#{}\n", ".".repeat(30)).repeat(3);
        let grid = Drawing::parse(&rows).unwrap().grid;
        let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
        let mut ways = Ways::new(&ground, 1 << 20);
        let (at, goal) = (ground_point(2, 1), ground_point(28, 1));
        let places = [at, goal].map(|point| ground.place_at(point).unwrap());
        let mut turns = [0; AIM_TICKS as usize];
        for id in 0..24 {
            let mut unit = Unit::new(1, 1.0, at, places[0]);
            (unit.goal, unit.target) = (goal, Target::single(places[1]));
            ways.look(&ground, id, &mut unit, at, 5);
            assert_eq!(unit.aim, goal);
            turns[(unit.aim_until - 6) as usize] += 1;
        }
        assert_eq!(turns, [3; AIM_TICKS as usize]);
    }
}
