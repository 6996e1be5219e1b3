//! The walk of one agent that collides with as few others as possible, and is the shortest of those:
//! safe intervals with soft constraints (SIPPS).
//!
//! Li, Chen, Harabor, Stuckey & Koenig, "MAPF-LNS2: Fast Repairing for Multi-Agent Path Finding via
//! Large Neighborhood Search", AAAI 2022.
//!
//! Walks of others cut the time on a place into segments, during each of which the same agents are
//! there. Waiting into a segment collides with those that come, entering it with all that are there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use astride::base::Budget;

use super::met::Met;
use super::sipp::{NONE, write};
use super::table::{FOREVER, Visit, for_each_visit};
use super::task::{Ended, Task, Walk};
use crate::fields::FAR;
use crate::roadmap::Place;

/// A search takes what it has done out of the budget whenever it has made this many states.
const PIECE: usize = 1 << 12;

/// A piece of the time on a place, during which the same agents are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    /// The first and last timestep.
    since: u32,
    until: u32,
    /// How many agents are there, and how many of them have just come.
    there: u32,
    come: u32,
}

/// The whole time on a place that nobody visits.
const ALONE: [Segment; 1] = [Segment { since: 0, until: FOREVER, there: 0, come: 0 }];

/// For each place, the visits of agents, which may overlap.
pub(super) struct Crowd {
    /// In order of their beginnings.
    visits: Vec<Vec<Visit>>,
    /// The segments of the places whose visits have not changed since.
    segments: Vec<Vec<Segment>>,
    is_stale: Vec<bool>,
    /// When the number of agents changes, and by how much.
    changes: Vec<(u32, i32)>,
}

impl Crowd {
    pub(super) fn new(places: usize) -> Self {
        let (visits, segments) = (vec![Vec::new(); places], vec![Vec::new(); places]);
        Crowd { visits, segments, is_stale: vec![false; places], changes: Vec::new() }
    }

    /// The visits of a place, in order of their beginnings.
    pub(super) fn at(&self, place: Place) -> &[Visit] {
        &self.visits[place as usize]
    }

    /// Enters a walk, at the end of which the agent stays forever.
    pub(super) fn insert(&mut self, agent: u32, walk: &[Place]) {
        for_each_visit(agent, walk, FOREVER, |place, visit| {
            let visits = &mut self.visits[place as usize];
            let at = visits.partition_point(|other| key(other) < key(&visit));
            visits.insert(at, visit);
            self.is_stale[place as usize] = true;
        });
    }

    /// Removes a walk that was entered.
    pub(super) fn remove(&mut self, agent: u32, walk: &[Place]) {
        for_each_visit(agent, walk, FOREVER, |place, visit| {
            let visits = &mut self.visits[place as usize];
            let at = visits.partition_point(|other| key(other) < key(&visit));
            debug_assert_eq!(visits[at], visit);
            visits.remove(at);
            self.is_stale[place as usize] = true;
        });
    }

    /// Tells of every collision of a walk that was not entered: with whom, several times if they
    /// collide several times.
    pub(super) fn for_each_collision(&self, agent: u32, walk: &[Place], mut tell: impl FnMut(u32)) {
        let mut before = None;
        for_each_visit(agent, walk, FOREVER, |place, visit| {
            let others = self.at(place);
            let end = others.partition_point(|other| other.since <= visit.until);
            for other in &others[..end] {
                if other.until >= visit.since {
                    tell(other.agent);
                }
            }
            if let Some(from) = before.replace(place) {
                self.for_each_swap(from, place, visit.since, &mut tell);
            }
        });
    }

    /// Those that go the other way while an agent goes from one place to another and arrives at a
    /// timestep.
    fn for_each_swap(&self, from: Place, to: Place, timestep: u32, tell: &mut impl FnMut(u32)) {
        let comers = self.at(from);
        let first = comers.partition_point(|comer| comer.since < timestep);
        let comers = comers[first..].iter().take_while(|comer| comer.since == timestep);
        let goers = self.at(to);
        let goers = &goers[..goers.partition_point(|goer| goer.since < timestep)];
        for &Visit { agent, .. } in comers {
            if goers.iter().any(|goer| goer.agent == agent && goer.until == timestep - 1) {
                tell(agent);
            }
        }
    }

    fn segments(&mut self, place: Place) -> &[Segment] {
        let at = place as usize;
        if self.is_stale[at] {
            self.is_stale[at] = false;
            cut(&self.visits[at], &mut self.changes, &mut self.segments[at]);
        }
        match self.segments[at].is_empty() {
            true => &ALONE,
            false => &self.segments[at],
        }
    }
}

fn key(visit: &Visit) -> (u32, u32) {
    (visit.since, visit.agent)
}

/// Cuts the time on a place at the beginnings and ends of visits; no segments if there are none.
fn cut(visits: &[Visit], changes: &mut Vec<(u32, i32)>, segments: &mut Vec<Segment>) {
    segments.clear();
    if visits.is_empty() {
        return;
    }
    changes.clear();
    changes.push((0, 0));
    for visit in visits {
        changes.push((visit.since, 1));
        if visit.until != FOREVER {
            changes.push((visit.until + 1, -1));
        }
    }
    changes.sort_unstable();
    let mut there = 0;
    for same in changes.chunk_by(|a, b| a.0 == b.0) {
        let since = same[0].0;
        if let Some(last) = segments.last_mut() {
            last.until = since - 1;
        }
        there += same.iter().map(|&(_, change)| change).sum::<i32>();
        let come = same.iter().filter(|&&(_, change)| change > 0).count() as u32;
        segments.push(Segment { since, until: FOREVER, there: there as u32, come });
    }
}

/// Memory for searches on one roadmap.
pub(super) struct Sipps {
    states: Vec<State>,
    /// States, those with the fewest collisions first, then those with the least arrival plus distance,
    /// then the newest. A heap, as buckets for both numbers might take more memory than the states.
    open: BinaryHeap<(Reverse<[u32; 2]>, u32)>,
    /// The places that were met, and where their segments begin in `known`.
    met: Met,
    first: Vec<u32>,
    known: Vec<Known>,
}

/// What is known of a segment.
#[derive(Clone, Copy)]
struct Known {
    /// The fewest collisions of a state that was added, and the earliest arrival with them.
    collisions: u32,
    timestep: u32,
    /// The earliest arrival that was followed; what is followed next collides no less.
    followed: u32,
}

/// An agent in a segment of a place.
#[derive(Clone, Copy)]
struct State {
    place: Place,
    /// The arrival in the segment, and its last timestep.
    timestep: u32,
    until: u32,
    segment: u32,
    parent: u32,
    collisions: u32,
    /// Whether the agent stays there forever.
    is_last: bool,
}

impl Sipps {
    pub(super) fn new(places: usize) -> Self {
        Sipps {
            states: Vec::new(),
            open: BinaryHeap::new(),
            met: Met::new(places),
            first: vec![0; places],
            known: Vec::new(),
        }
    }

    /// Finds a walk from an agent's start to its goal and writes it into `walk`. Others cannot prevent
    /// it; gives up if there is no way at all.
    pub(super) fn find(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        crowd: &mut Crowd,
        agent: u32,
        walk: &mut Walk,
    ) -> Result<(), Ended> {
        let [from, goal] =
            [task.instance.starts(), task.instance.goals()].map(|ends| ends[agent as usize]);
        self.met.begin();
        self.states.clear();
        self.known.clear();
        self.open.clear();
        let distance = task.distance(agent, from);
        if distance >= u32::from(FAR) {
            return Err(Ended::GaveUp);
        }
        let Segment { until, there, .. } = crowd.segments(from)[0];
        let first = State {
            place: from,
            timestep: 0,
            until,
            segment: 0,
            parent: NONE,
            collisions: there,
            is_last: false,
        };
        self.add(crowd, first, distance);
        let mut paid = 0;
        while let Some((_, id)) = self.open.pop() {
            let state = self.states[id as usize];
            if state.is_last {
                write(walk, id, |id| {
                    let State { place, timestep, parent, .. } = self.states[id as usize];
                    (place, timestep, parent)
                });
                return task.spend(budget, self.states.len() - paid);
            }
            let slot = self.slot(&state);
            let followed = &mut self.known[slot].followed;
            if *followed <= state.timestep {
                continue;
            }
            *followed = state.timestep;
            if state.place == goal {
                // Those that still come collide with it.
                let visits = crowd.at(goal);
                let to_come =
                    visits.len() - visits.partition_point(|visit| visit.since <= state.until);
                let collisions = state.collisions + to_come as u32;
                self.push(State { is_last: true, parent: id, collisions, ..state }, state.timestep);
            }
            self.expand(task, crowd, agent, id);
            if self.states.len() - paid >= PIECE {
                task.spend(budget, self.states.len() - paid)?;
                paid = self.states.len();
            }
        }
        task.spend(budget, self.states.len() - paid)?;
        Err(Ended::GaveUp)
    }

    fn slot(&self, state: &State) -> usize {
        (self.first[state.place as usize] + state.segment) as usize
    }

    fn meet(&mut self, crowd: &mut Crowd, place: Place) {
        if self.met.is_first(place as usize) {
            self.first[place as usize] = self.known.len() as u32;
            let unknown = Known { collisions: u32::MAX, timestep: FOREVER, followed: FOREVER };
            self.known.resize(self.known.len() + crowd.segments(place).len(), unknown);
        }
    }

    fn add(&mut self, crowd: &mut Crowd, state: State, length: u32) {
        self.meet(crowd, state.place);
        let slot = self.slot(&state);
        let known = &mut self.known[slot];
        let is_worse = known.collisions <= state.collisions && known.timestep <= state.timestep;
        if is_worse || known.followed <= state.timestep {
            return;
        }
        if (state.collisions, state.timestep) < (known.collisions, known.timestep) {
            (known.collisions, known.timestep) = (state.collisions, state.timestep);
        }
        self.push(state, length);
    }

    /// Adds a state; walks on which it lies take `length` timesteps at least.
    fn push(&mut self, state: State, length: u32) {
        self.open.push((Reverse([state.collisions, length]), self.states.len() as u32));
        self.states.push(state);
    }

    fn expand(&mut self, task: &mut Task<'_>, crowd: &mut Crowd, agent: u32, id: u32) {
        let from = self.states[id as usize];
        let earliest = from.timestep + 1;
        let last = from.until.saturating_add(1);
        let here = task.distance(agent, from.place);
        if let Some(&Segment { since, until, come, .. }) =
            crowd.segments(from.place).get(from.segment as usize + 1)
        {
            let state = State {
                timestep: since,
                until,
                segment: from.segment + 1,
                parent: id,
                collisions: from.collisions + come,
                ..from
            };
            self.add(crowd, state, since + here);
        }
        for &place in task.instance.roadmap().neighbours(from.place) {
            let distance = task.distance(agent, place);
            if distance >= u32::from(FAR) {
                continue;
            }
            let segments = crowd.segments(place);
            let mut at = segments.partition_point(|segment| segment.until < earliest);
            while let Some(&Segment { since, until, there, .. }) = crowd.segments(place).get(at) {
                let timestep = earliest.max(since);
                if timestep > last {
                    break;
                }
                let mut collisions = from.collisions + there;
                if timestep == last && timestep == since {
                    crowd.for_each_swap(from.place, place, timestep, &mut |_| collisions += 1);
                }
                let segment = at as u32;
                let state = State {
                    place,
                    timestep,
                    until,
                    segment,
                    parent: id,
                    collisions,
                    is_last: false,
                };
                self.add(crowd, state, timestep + distance);
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::drawn;
    use crate::mapf::{Instance, Objective, Trip};
    use astride::base::Random;
    use astride::io::Drawing;
    use astride::shapes::square::{Mover, Neighbours};

    /// The fewest collisions and the earliest arrival with them, timestep by timestep.
    fn slowly(instance: &Instance, crowd: &Crowd, agent: usize, horizon: u32) -> (u32, u32) {
        let roadmap = instance.roadmap();
        let places = roadmap.place_count();
        let goal = instance.goals()[agent];
        let is_on = |visit: &Visit, timestep| visit.since <= timestep && timestep <= visit.until;
        let count = |place: Place, is_met: &dyn Fn(&Visit) -> bool| {
            crowd.at(place).iter().filter(|&visit| is_met(visit)).count() as u32
        };
        let mut fewest = vec![u32::MAX; places];
        let start = instance.starts()[agent];
        fewest[start as usize] = count(start, &|visit| is_on(visit, 0));
        let mut best = (u32::MAX, 0);
        for timestep in 0..=horizon {
            let here = fewest[goal as usize];
            let to_come = count(goal, &|visit| visit.since > timestep);
            best = best.min((here.saturating_add(to_come), timestep));
            let mut next = vec![u32::MAX; places];
            for from in (0..places as Place).filter(|&from| fewest[from as usize] != u32::MAX) {
                let so_far = fewest[from as usize];
                let waits = so_far + count(from, &|visit| visit.since == timestep + 1);
                next[from as usize] = next[from as usize].min(waits);
                for &to in roadmap.neighbours(from) {
                    let swaps = count(to, &|goer| {
                        let is_same = |comer: &Visit| {
                            comer.agent == goer.agent && comer.since == timestep + 1
                        };
                        goer.until == timestep && crowd.at(from).iter().any(is_same)
                    });
                    let goes = so_far + count(to, &|visit| is_on(visit, timestep + 1)) + swaps;
                    next[to as usize] = next[to as usize].min(goes);
                }
            }
            fewest = next;
        }
        best
    }

    #[test]
    fn walks_have_the_fewest_collisions_and_then_the_earliest_arrival() {
        let mut dice = Random::new(8);
        let (mut collided, mut waited) = (0, 0);
        for _ in 0..300 {
            let [width, height] = [2 + dice.below(4), 1 + dice.below(4)];
            let drawing = drawn(width, height, || dice.below(5) == 0);
            let grid = Drawing::parse(&drawing).unwrap().grid;
            let mover = Mover::walker().neighbours(Neighbours::Four);
            let world = grid.seen_by(&mover);
            let roadmap = crate::roadmap::Roadmap::new(&world);
            if roadmap.place_count() == 0 {
                continue;
            }
            let mut node = || roadmap.node(dice.below(roadmap.place_count() as Place));
            let trips = [Trip { start: node(), goal: node() }];
            let instance = Instance::new(&world, &trips).unwrap();
            let mut crowd = Crowd::new(instance.roadmap().place_count());
            let mut others: Vec<Walk> = Vec::new();
            for other in 1..=dice.below(7) {
                let mut place = dice.below(instance.roadmap().place_count() as Place);
                let mut walk = vec![place];
                for _ in 0..dice.below(8) {
                    let ways = instance.roadmap().neighbours(place);
                    let way = ways.get(dice.below(ways.len() as u32 + 1) as usize);
                    place = way.copied().unwrap_or(place);
                    walk.push(place);
                }
                crowd.insert(other, &walk);
                others.push(walk);
            }
            // Walks that come and go leave nothing behind.
            if let Some(walk) = others.first() {
                crowd.segments(walk[0]);
                crowd.remove(1, walk);
                crowd.segments(walk[0]);
                crowd.insert(1, walk);
            }
            let mut task = Task::new(&instance, Objective::SumOfCosts, 0, 1 << 20);
            let mut sipps = Sipps::new(instance.roadmap().place_count());
            let mut walk = Walk::new();
            let expected = slowly(&instance, &crowd, 0, 40);
            let budget = &mut Budget::unlimited();
            let found = sipps.find(&mut task, budget, &mut crowd, 0, &mut walk);
            assert_eq!(found.is_ok(), expected.0 != u32::MAX, "{drawing}");
            if found.is_err() {
                continue;
            }
            assert_eq!((walk[0], walk.last()), (instance.starts()[0], Some(&instance.goals()[0])));
            let mut collisions = 0;
            crowd.for_each_collision(0, &walk, |_| collisions += 1);
            let arrival = walk.len() as u32 - 1;
            assert_eq!((collisions, arrival), expected, "{drawing}{others:?} {walk:?}");
            collided += u32::from(collisions > 0);
            waited += u32::from(arrival > task.distance(0, walk[0]));
        }
        assert!(collided > 30 && waited > 30, "{collided} of 300 collide, {waited} wait");
    }

    #[test]
    fn a_long_search_ends_with_the_budget() {
        let grid = Drawing::parse(&drawn(100, 100, || false)).unwrap().grid;
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let world = grid.seen_by(&mover);
        let [start, goal] = [(0, 0), (50, 50)].map(|cell| grid.node(cell).unwrap());
        let instance = Instance::new(&world, &[Trip { start, goal }]).unwrap();
        let mut crowd = Crowd::new(instance.roadmap().place_count());
        // Others stand around the goal, so all other places are searched for a way past them.
        for (other, &place) in (1..).zip(instance.roadmap().neighbours(instance.goals()[0])) {
            crowd.insert(other, &[place]);
        }
        let mut sipps = Sipps::new(instance.roadmap().place_count());
        let mut find = |expansions| {
            let mut task = Task::new(&instance, Objective::SumOfCosts, 0, 1 << 20);
            let mut budget = Budget::unlimited().expansions(expansions);
            let found = sipps.find(&mut task, &mut budget, &mut crowd, 0, &mut Walk::new());
            (found, sipps.states.len())
        };
        let (found, states) = find(1 << 20);
        assert!(found.is_ok() && states > 2 * PIECE, "{found:?} after {states} states");
        let (found, states) = find(1);
        assert!(found.is_err() && states < 2 * PIECE, "{found:?} after {states} states");
    }
}
