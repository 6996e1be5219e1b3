//! What a beat decides: the next cell of each unit that has right of way.
//!
//! On a lattice all units are in lockstep, so where they will stand at the next beat is known as soon
//! as they set out. It is decided while they walk, a part in each tick, so that hardly any tick
//! decides for all of them. If anything that counts has changed at the beat, such as the goal of a
//! unit, the decision is made again, as if nothing had been decided before.
//!
//! In free mode others join and units are stopped until the beat, so it is decided then. What takes
//! most of the time, the distances around the cells where units will stand, is looked up while they
//! walk.

use std::cmp::Reverse;

use astride::base::Random;

use super::body::Target;
use super::ground::Ground;
use super::near::NOBODY;
use super::plane::CELL;
use super::ways::Ways;
use super::{Crowd, Mode};
use crate::pibt::{Pibt, Wishes};
use crate::roadmap::{NOWHERE, Place};

/// A beat: what it is to decide, and what it has decided.
#[derive(Clone, Debug, Default)]
pub(super) struct Beat {
    number: u64,
    /// The units that have right of way, where they stand at the beat, and where they are going.
    ///
    /// A unit whose step takes longer than this beat stands in the cell to which it walks and, after
    /// all others, once more in the one that it leaves.
    pub(super) ids: Vec<u32>,
    pub(super) now: Vec<Place>,
    pub(super) targets: Vec<Target>,
    /// The steps from there and around it, as far as they were looked up ahead, in free mode.
    outlooks: Vec<Option<[u32; 5]>>,
    /// How long each has waited.
    waited: Vec<u32>,
    /// Those that are not at the centre of their cell, which they keep.
    pub(super) is_pinned: Vec<bool>,
    /// Those of them whose step goes on.
    pub(super) is_midway: Vec<bool>,
    /// The number of units, without those that stand there a second time.
    pub(super) real: usize,
    pub(super) next: Vec<Place>,
    /// The order in which units decide, by their positions in the lists, and how many of them have.
    order: Vec<u32>,
    decided: usize,
    /// Whether every unit so far has found a place.
    is_possible: bool,
    /// The state of random choices before the first decision.
    dice: Random,
}

impl Beat {
    fn add(&mut self, id: u32, place: Place, target: Target, waited: u32, is_pinned: bool) {
        self.ids.push(id);
        self.now.push(place);
        self.targets.push(target);
        self.waited.push(waited);
        self.is_pinned.push(is_pinned);
        self.next.push(if is_pinned { place } else { Pibt::UNDECIDED });
    }

    /// Whether another beat decides the same.
    fn asks_as(&self, other: &Beat) -> bool {
        self.number == other.number
            && self.ids == other.ids
            && self.now == other.now
            && self.targets == other.targets
            && self.waited == other.waited
            && self.is_pinned == other.is_pinned
    }
}

/// The steps to a target from a place and from the neighbours of that place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    target: Target,
    place: Place,
    /// From each neighbour, and last from the place itself; `u32::MAX` if there is no path.
    steps: [u32; 5],
}

/// The position of the place itself among the steps of an outlook, after its neighbours.
const OWN: usize = 4;

impl Outlook {
    /// An outlook without steps.
    const NONE: Outlook =
        Outlook { target: Target::single(NOWHERE), place: NOWHERE, steps: [u32::MAX; 5] };

    fn new(ground: &Ground, ways: &mut Ways, target: Target, place: Place) -> Self {
        let mut outlook = Outlook { target, place, ..Outlook::NONE };
        for (known, &next) in outlook.steps.iter_mut().zip(ground.roadmap.neighbours(place)) {
            *known = steps(ground, ways, target, next);
        }
        outlook.steps[OWN] = steps(ground, ways, target, place);
        outlook
    }
}

/// Distances to goals for the units that decide at a beat.
struct Goals<'a> {
    ground: &'a Ground,
    ways: &'a mut Ways,
    beat: Asked<'a>,
}

/// What a beat says about them.
struct Asked<'a> {
    number: u64,
    now: &'a [Place],
    targets: &'a [Target],
    outlooks: &'a [Option<[u32; 5]>],
}

impl Goals<'_> {
    /// The number of steps to the goal of an agent, or `u32::MAX`.
    fn steps(&mut self, agent: u32, place: Place) -> u32 {
        let agent = agent as usize;
        let known = self.beat.outlooks.get(agent).copied().flatten().and_then(|outlook| {
            let now = self.beat.now[agent];
            let mut neighbours = self.ground.roadmap.neighbours(now).iter();
            let own = (place == now).then_some(OWN);
            own.or_else(|| neighbours.position(|&next| next == place)).map(|way| outlook[way])
        });
        known.unwrap_or_else(|| steps(self.ground, self.ways, self.beat.targets[agent], place))
    }

    /// Twice this number, plus one at random.
    fn weighed(&self, agent: u32, place: Place, steps: u32) -> u32 {
        if steps == 0 || steps == u32::MAX {
            return steps;
        }
        let seed = self.beat.number << 40 ^ u64::from(agent) << 20 ^ u64::from(place);
        2 * steps + u32::from(Random::new(seed).next() < u64::MAX / 4)
    }
}

/// The number of steps from a place, or `u32::MAX` if there is no path.
pub(super) fn steps(ground: &Ground, ways: &mut Ways, to: Target, from: Place) -> u32 {
    ways.steps(ground, to, from).unwrap_or(u32::MAX)
}

impl Wishes for Goals<'_> {
    /// Twice the number of steps, plus one at random, once in four times, so that among two equally
    /// good places the free one does not always come first. Otherwise two units that stand on each
    /// other's goals among others that have arrived would change places forever: the one that is
    /// pushed steps straight back into the open, and pushes the other one back to where it came
    /// from.
    fn distance(&mut self, agent: u32, place: Place) -> u32 {
        let steps = self.steps(agent, place);
        self.weighed(agent, place, steps)
    }

    fn distance_ahead(&mut self, agent: u32, way: usize, place: Place) -> u32 {
        let own = if place == self.beat.now[agent as usize] { OWN } else { way };
        let known = self.beat.outlooks.get(agent as usize).copied().flatten();
        let steps = known.map_or_else(|| self.steps(agent, place), |outlook| outlook[own]);
        self.weighed(agent, place, steps)
    }

    fn goal(&self, agent: u32) -> Option<Place> {
        Some(self.beat.targets[agent as usize].place)
    }
}

impl Crowd {
    /// Prepares a part of the next beat, as much as units have walked of the way there. In free mode
    /// that is all of it if the beat comes after they have walked another `stride` parts.
    pub(super) fn prepare_beat(&mut self, stride: i32) {
        let walked = self.right_of_way.walked;
        if walked >= CELL {
            return;
        }
        let part = |count: usize, way: i32| {
            count.min((count as u64 * walked as u64 / way.max(1) as u64) as usize)
        };
        match self.mode {
            Mode::Free => self.look_out(part(self.units.len(), CELL - stride)),
            Mode::Lattice => self.decide_ahead(|count| part(count, CELL)),
        }
    }

    /// Looks up distances for the first `due` units.
    fn look_out(&mut self, due: usize) {
        let mut outlooks = std::mem::take(&mut self.right_of_way.outlooks);
        outlooks.resize(self.units.len(), Outlook::NONE);
        let begin = self.right_of_way.looked_out.min(due);
        for (unit, outlook) in self.units[begin..due].iter().zip(&mut outlooks[begin..due]) {
            let Some(place) = unit.promise.map(|promise| promise.place) else { continue };
            let target = self.present_target(unit);
            // In a formation the target will have moved on, and at its goal a unit does not ask.
            if unit.slot.is_none() && target.place != place {
                *outlook = Outlook::new(&self.ground, &mut self.ways, target, place);
            }
        }
        self.right_of_way.looked_out = due;
        self.right_of_way.outlooks = outlooks;
    }

    /// Finds out about the paths of units of a lattice that wait, as far as a tick allows. A unit that
    /// was to wait at the beat that is being decided sets out after it, so that the decision holds.
    pub(super) fn find_ways(&mut self) {
        let ahead = self.right_of_way.ahead.as_ref();
        for id in self.ways.turns(self.units.len()) {
            let unit = &mut self.units[id as usize];
            let place = unit.promise.map(|promise| promise.place);
            let Some(place) = place.filter(|_| !unit.knows_way) else { continue };
            let waiting = Target::waiting_at(place);
            let is_waiting = |beat: &Beat| beat.targets.get(id as usize) == Some(&waiting);
            let is_known = self.ways.find_out(&self.ground, unit.target, place);
            unit.knows_way = is_known && !ahead.is_some_and(is_waiting);
            self.ways.end_turn(id);
        }
    }

    /// Decides for some units of a lattice, of which there are as many as `due` says of all.
    fn decide_ahead(&mut self, due: impl Fn(usize) -> usize) {
        let mut beat = match self.right_of_way.ahead.take() {
            Some(beat) => beat,
            None => {
                let number = self.right_of_way.beats + 1;
                let mut beat = self.beat_of(number, |_, _| false);
                self.begin_beat(&mut beat);
                beat
            }
        };
        let due = due(beat.ids.len());
        self.decide_some(&mut beat, due);
        self.right_of_way.ahead = Some(beat);
    }

    /// The beat that is due, with what was decided ahead, if that still holds.
    pub(super) fn present_beat(&mut self) -> Beat {
        let is_away = |id: u32, place| self.positions[id as usize] != self.ground.middle(place);
        let mut beat = self.beat_of(self.right_of_way.beats, is_away);
        if let Some(ahead) = self.right_of_way.ahead.take() {
            if ahead.asks_as(&beat) {
                return ahead;
            }
            let pibt = &mut self.right_of_way.pibt;
            pibt.end(&ahead.now, &ahead.next);
            pibt.set_dice(ahead.dice);
        }
        self.begin_beat(&mut beat);
        beat.outlooks = self.outlooks_of(&beat).collect();
        beat
    }

    /// What was looked up for the units of a beat and still holds.
    fn outlooks_of(&self, beat: &Beat) -> impl Iterator<Item = Option<[u32; 5]>> {
        beat.ids.iter().zip(&beat.now).zip(&beat.targets).map(|((&id, &place), &target)| {
            let outlook = self.right_of_way.outlooks.get(id as usize)?;
            let holds = outlook.place == place && outlook.target == target;
            holds.then_some(outlook.steps)
        })
    }

    /// Decides what is left. If there is no such step, all stay.
    pub(super) fn complete(&mut self, beat: &mut Beat) {
        self.decide_some(beat, beat.ids.len());
        self.right_of_way.pibt.end(&beat.now, &beat.next);
        if !beat.is_possible {
            beat.next.clone_from(&beat.now);
        }
    }

    /// A beat by what units were promised; nothing is decided yet.
    fn beat_of(&self, number: u64, is_pinned: impl Fn(u32, Place) -> bool) -> Beat {
        let mut beat = Beat { number, is_possible: true, ..Beat::default() };
        let mut left = Vec::new();
        for (id, unit) in (0..).zip(&self.units) {
            let Some(place) = unit.promise.map(|promise| promise.place) else { continue };
            let is_midway = unit.is_midway();
            let is_pinned = is_midway || is_pinned(id, place);
            let target = self.present_target(unit);
            beat.add(id, place, target, unit.waited, is_pinned);
            beat.is_midway.push(is_midway);
            let from = unit.leaves(&self.ground);
            left.extend(from.map(|from| (id, from, target, unit.waited)));
        }
        beat.real = beat.ids.len();
        let mut held = Vec::new();
        for (id, from, target, waited) in left {
            match self.right_of_way.holders[from as usize] {
                NOBODY => beat.add(id, from, target, waited, true),
                // One that follows stands there already; until the cell has been left, it stays.
                holder => held.push(holder),
            }
        }
        for holder in held {
            let agent = beat.ids[..beat.real].binary_search(&holder);
            let agent = agent.expect("a holder has right of way");
            beat.next[agent] = beat.now[agent];
        }
        beat
    }

    fn begin_beat(&mut self, beat: &mut Beat) {
        let pibt = &mut self.right_of_way.pibt;
        beat.dice = pibt.dice();
        beat.order = (0..beat.ids.len() as u32).collect();
        beat.order.sort_by_key(|&agent| Reverse(beat.waited[agent as usize]));
        beat.is_possible = pibt.begin(&beat.now, &beat.next);
    }

    /// Decides for the first `due` units of the order.
    fn decide_some(&mut self, beat: &mut Beat, due: usize) {
        let Beat { now, next, targets, outlooks, number, order, decided, is_possible, .. } = beat;
        if due <= *decided || !*is_possible {
            return;
        }
        let (ground, ways) = (&self.ground, &mut self.ways);
        let beat = Asked { number: *number, now, targets, outlooks };
        let mut goals = Goals { ground, ways, beat };
        let pibt = &mut self.right_of_way.pibt;
        let some = &order[*decided..due];
        *is_possible = pibt.go_on(&ground.roadmap, &mut goals, some, now, next);
        *decided = due;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::{Body, Mode, Scene};
    use astride::base::Vec2;

    /// Two crowds to which the same happens, one of which finds at each beat that something has
    /// changed, or knows of nothing that was looked up.
    #[test]
    fn what_is_decided_ahead_is_what_the_beat_decides() {
        let (mut held, mut all, mut known, mut midway) = (0, 0, 0, 0);
        for seed in 0..18 {
            let mut dice = Random::new(seed);
            let scene = [Scene::Farm, Scene::Cross, Scene::FourWay][seed as usize % 3];
            let body = Body { radius: 0.35, speed: 7.5 };
            let mode = if seed < 12 { Mode::Lattice } else { Mode::Free };
            let build = || scene.build(60, mode, &[body], seed).unwrap();
            let mut crowds = [build(), build()];
            for _ in 0..400 {
                let seconds = [1.0 / 60.0, 1.0 / 25.0, 0.0][dice.below(8).min(2) as usize];
                let lot = dice.below(150);
                let unit = dice.below(crowds[0].count() as u32);
                let speed = [5.0, 1.3][dice.below(2) as usize];
                let [width, height] = crowds[0].size();
                let to = Vec2::new(dice.below(width).into(), dice.below(height).into());
                if let Some(ahead) = &mut crowds[1].right_of_way.ahead {
                    ahead.number = u64::MAX;
                }
                crowds[1].right_of_way.outlooks.clear();
                for crowd in &mut crowds {
                    let _ = match lot {
                        0 => crowd.order(&[unit], to),
                        1 => crowd.remove(unit),
                        2 => crowd.spawn(to, body).map(drop),
                        3 => crowd.set_speed(unit, speed),
                        4 => crowd.teleport(unit, to),
                        5 => {
                            *crowd = crowd.clone();
                            Ok(())
                        }
                        _ => Ok(()),
                    };
                }
                let [ahead, plain] = &mut crowds;
                if ahead.right_of_way.walked >= CELL {
                    let due = ahead.beat_of(ahead.right_of_way.beats + 1, |_, _| false);
                    known += ahead.outlooks_of(&due).flatten().count();
                    midway += due.ids.len() - due.real;
                    all += u32::from(mode == Mode::Lattice);
                    let is_held = |beat: &Beat| beat.asks_as(&due);
                    held += u32::from(ahead.right_of_way.ahead.as_ref().is_some_and(is_held));
                }
                assert_eq!(ahead.tick(seconds), plain.tick(seconds));
                assert_eq!(ahead.digest(), plain.digest(), "seed {seed}, {scene}");
            }
        }
        assert!(held > all / 2 && held < all, "{held} of {all} beats were decided ahead");
        assert!(midway > 200, "{midway} units were in a step of several beats");
        assert!(known > 5_000, "{known} units knew what was around them");
    }
}
