//! The distance of each agent to its goal from anywhere, computed only where it is needed.
//!
//! Each agent has a [`Field`] of its own.

use std::ops::Range;
use std::sync::Arc;

use super::field::{Field, Ground};
use super::instance::Instance;
use super::survey::{Charge, Survey};
use super::task::Ended;
use crate::crew;
use crate::roadmap::Place;

/// The most places whose distances are looked up for an agent before a step: those next to it, and
/// its own.
const AHEAD: usize = 8;

/// Fields on roadmaps of fewer places grow so quickly that it does not pay to wake another thread.
const FEW_PLACES: usize = 1 << 12;

/// How many places a field may reach between two looks at the budget.
const SHARE: usize = 1 << 16;

/// The distances of all agents to their goals.
///
/// When the fields take more than a number of bytes, whole fields are dropped in turn and grow again
/// when they are asked. Answers do not depend on that, nor does the work that is charged.
pub(super) struct Distances {
    survey: Arc<Survey>,
    fields: Vec<Field>,
    /// What was looked up for each agent before a step: distances plus 1, 0 where unknown.
    ahead: Vec<[u16; AHEAD]>,
    /// The bytes of all fields, and how many they may be.
    bytes: usize,
    most_bytes: usize,
    /// The agent whose field is dropped next.
    hand: usize,
    /// Places reached for the first time ever since they were last charged.
    reached: usize,
    next_ring: Vec<Place>,
}

impl Distances {
    /// No distances yet; the fields may take about this many bytes.
    pub(super) fn new(instance: &Instance, bytes: usize) -> Self {
        let agents = instance.agent_count();
        Distances {
            survey: Arc::default(),
            fields: (0..agents).map(|_| Field::default()).collect(),
            ahead: vec![[0; AHEAD]; agents],
            bytes: 0,
            most_bytes: bytes,
            hand: 0,
            reached: 0,
            next_ring: Vec::new(),
        }
    }

    /// The same distances for somebody else. Both may take half of the memory from here on.
    pub(super) fn fork(&mut self, instance: &Instance) -> Self {
        self.most_bytes /= 2;
        self.make_room(0);
        let (survey, fields, bytes) = (Arc::clone(&self.survey), self.fields.clone(), self.bytes);
        Distances { survey, fields, bytes, ..Distances::new(instance, self.most_bytes) }
    }

    /// Surveys the roadmap, before the first distance is asked for.
    pub(super) fn survey(
        &mut self,
        instance: &Instance,
        charge: &mut Charge<'_>,
    ) -> Result<(), Ended> {
        self.survey = Arc::new(Survey::of(instance, charge)?);
        Ok(())
    }

    /// The steps from the start to the goal of some agents, on all threads; [`FAR`](crate::fields::FAR)
    /// as in [`steps`](Self::steps).
    pub(super) fn steps_from_starts(
        &mut self,
        instance: &Instance,
        agents: Range<usize>,
        charge: &mut Charge<'_>,
    ) -> Result<Vec<u16>, Ended> {
        let Distances { survey, fields, .. } = self;
        let ground = Ground { roadmap: instance.roadmap(), survey };
        let ends = |at: usize| {
            let agent = agents.start + at;
            (instance.starts()[agent], instance.goals()[agent])
        };
        let mut growing: Vec<(&mut Field, usize, bool)> =
            fields[agents.clone()].iter_mut().map(|field| (field, 0, true)).collect();
        self.bytes -= growing.iter().map(|(field, ..)| field.bytes()).sum::<usize>();
        let load = if instance.roadmap().place_count() < FEW_PLACES { 0 } else { growing.len() };
        let mut ended = Ok(());
        while ended.is_ok() && growing.iter().any(|&(_, _, has_more)| has_more) {
            crew::for_each(&mut growing, load, |next_ring, at, (field, reached, has_more)| {
                let (start, goal) = ends(at);
                field.begin(ground, start, goal);
                (*reached, *has_more) = field.grow_to(ground, [start; 2], SHARE, next_ring);
            });
            ended = charge(growing.iter().map(|&(_, reached, _)| reached).sum());
        }
        self.bytes += growing.iter().map(|(field, ..)| field.bytes()).sum::<usize>();
        ended?;
        // Unknown is 0, which makes FAR.
        let steps = |(at, field): (usize, &Field)| field.known(ends(at).0).wrapping_sub(1);
        let found = self.fields[agents.clone()].iter().enumerate().map(steps).collect();
        self.make_room(agents.start);
        Ok(found)
    }

    /// The steps from `place` to the goal of `agent`, or [`FAR`](crate::fields::FAR) if there is no
    /// way or one of more than 65 533 steps. O(1) where the field has been, else as long as it takes
    /// to get there.
    #[inline(always)]
    pub(super) fn steps(&mut self, instance: &Instance, agent: u32, place: Place) -> u16 {
        match self.fields[agent as usize].known(place) {
            0 => self.grow_to(instance, agent as usize, place),
            known => known - 1,
        }
    }

    /// Looks up what all agents but those at their goals ask for in a step by right of way. Here
    /// nothing depends on what was found before, so many waits for memory pass at once.
    pub(super) fn look_ahead(&mut self, instance: &Instance, now: &[Place]) {
        let trips = now.iter().zip(instance.goals());
        for ((ahead, field), (&place, &goal)) in self.ahead.iter_mut().zip(&self.fields).zip(trips)
        {
            let ways = instance.roadmap().neighbours(place);
            if place == goal || ways.len() >= AHEAD {
                *ahead = [0; AHEAD];
                continue;
            }
            for (ahead, &way) in ahead.iter_mut().zip(ways) {
                *ahead = field.known(way);
            }
            ahead[ways.len()] = field.known(place);
        }
    }

    /// As [`steps`](Self::steps) from the place that a way leads to, of an agent that is where it was
    /// when somebody [looked ahead](Self::look_ahead).
    #[inline(always)]
    pub(super) fn steps_ahead(
        &mut self,
        instance: &Instance,
        agent: u32,
        way: usize,
        place: Place,
    ) -> u16 {
        match self.ahead[agent as usize].get(way) {
            Some(&known) if known != 0 => known - 1,
            _ => self.steps(instance, agent, place),
        }
    }

    /// How many places were reached for the first time since this was last asked.
    pub(super) fn take_reached(&mut self) -> usize {
        std::mem::take(&mut self.reached)
    }

    #[cold]
    fn grow_to(&mut self, instance: &Instance, agent: usize, place: Place) -> u16 {
        self.reached += self.grow(instance, agent, place, usize::MAX).0;
        // Unknown is 0, which makes FAR.
        self.fields[agent].known(place).wrapping_sub(1)
    }

    /// Lets the field of an agent grow; results as of [`Field::grow_to`].
    fn grow(
        &mut self,
        instance: &Instance,
        agent: usize,
        place: Place,
        enough: usize,
    ) -> (usize, bool) {
        self.make_room(agent);
        let Distances { survey, fields, bytes, next_ring, .. } = self;
        let ground = Ground { roadmap: instance.roadmap(), survey };
        let (start, goal) = (instance.starts()[agent], instance.goals()[agent]);
        let field = &mut fields[agent];
        *bytes -= field.bytes();
        field.begin(ground, start, goal);
        let grown = field.grow_to(ground, [place, start], enough, next_ring);
        *bytes += field.bytes();
        grown
    }

    /// Drops fields of other agents than this until the rest fits into memory.
    fn make_room(&mut self, agent: usize) {
        for _ in 0..self.fields.len() {
            if self.bytes <= self.most_bytes {
                return;
            }
            let hand = self.hand;
            self.hand = (hand + 1) % self.fields.len();
            if hand != agent {
                self.bytes -= self.fields[hand].bytes();
                self.fields[hand].drop_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::drawn;
    use crate::fields::FAR;
    use crate::mapf::{Objective, Trip};
    use crate::roadmap::Roadmap;
    use astride::base::{Budget, NodeId, Random};
    use astride::io::Drawing;
    use astride::shapes::square::{Edit, Grid, Mover, Neighbours};

    use super::super::task::Task;

    /// A map with random walls.
    fn scattered(width: u32, height: u32, percent: u32, dice: &mut Random) -> Grid {
        let drawing = drawn(width, height, || dice.below(100) < percent);
        Drawing::parse(&drawing).unwrap().grid
    }

    /// Agents between random places, if `is_joined` all in one room.
    fn team(
        grid: &Grid,
        mover: &Mover,
        agents: usize,
        is_joined: bool,
        dice: &mut Random,
    ) -> Instance {
        let world = grid.seen_by(mover);
        let roadmap = Roadmap::new(&world);
        let places = roadmap.place_count() as Place;
        let room = if is_joined && places > 0 {
            slow_steps(&roadmap, dice.below(places))
        } else {
            vec![0; places as usize]
        };
        let is_in = |&place: &Place| room[place as usize] != FAR;
        let mut starts: Vec<NodeId> =
            (0..places).filter(is_in).map(|place| roadmap.node(place)).collect();
        let mut goals = starts.clone();
        super::super::prioritised::shuffle(&mut starts, dice);
        super::super::prioritised::shuffle(&mut goals, dice);
        let ends = starts.into_iter().zip(goals).take(agents);
        let trips: Vec<Trip> = ends.map(|(start, goal)| Trip { start, goal }).collect();
        Instance::new(&world, &trips).unwrap()
    }

    /// The steps to a goal from everywhere, by a search over everything.
    fn slow_steps(roadmap: &Roadmap, goal: Place) -> Vec<u16> {
        let mut steps = vec![FAR; roadmap.place_count()];
        let mut queue = std::collections::VecDeque::from([goal]);
        steps[goal as usize] = 0;
        while let Some(place) = queue.pop_front() {
            for &before in roadmap.neighbours_back(place) {
                if steps[before as usize] == FAR {
                    steps[before as usize] = steps[place as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        steps
    }

    /// Asks for distances in random order, with much and with hardly any memory, and compares them
    /// with the slow search. Returns how many places fields have reached, or `None` if somebody
    /// cannot get to its goal.
    fn check(instance: &Instance, dice: &mut Random) -> Option<usize> {
        let (roadmap, agents) = (instance.roadmap(), instance.agent_count() as u32);
        let expected: Vec<Vec<u16>> =
            instance.goals().iter().map(|&goal| slow_steps(roadmap, goal)).collect();
        let ends = instance.starts().iter().zip(&expected);
        let from_starts: Vec<u16> = ends.map(|(&start, steps)| steps[start as usize]).collect();
        let is_possible = !from_starts.contains(&FAR);
        let mut both = [1 << 20, 0].map(|bytes| Distances::new(instance, bytes));
        let surveyed = both.each_mut().map(|known| known.survey(instance, &mut |_| Ok(())));
        let is_proved = surveyed == [Err(Ended::Unsolvable); 2];
        assert!(!is_proved || !is_possible);
        assert!(is_possible || is_proved || !roadmap.is_two_way());
        if is_proved {
            return None;
        }
        let mut reached = [0; 2];
        for (known, reached) in both.iter_mut().zip(&mut reached) {
            let mut charge = |places: usize| -> Result<(), Ended> {
                *reached += places;
                Ok(())
            };
            for (at, expected) in from_starts.chunks(7).enumerate() {
                let some = 7 * at..7 * at + expected.len();
                let found = known.steps_from_starts(instance, some, &mut charge);
                assert_eq!(found, Ok(expected.to_vec()));
            }
        }
        assert_eq!(reached[0], reached[1]);
        for _ in 0..40 * agents {
            let (agent, place) = (dice.below(agents), dice.below(roadmap.place_count() as Place));
            for known in &mut both {
                let found = known.steps(instance, agent, place);
                assert_eq!(found, expected[agent as usize][place as usize], "{agent} on {place}");
            }
            let [roomy, tight] = both.each_mut().map(Distances::take_reached);
            assert_eq!(roomy, tight, "work does not depend on memory");
        }
        let now: Vec<Place> =
            (0..agents).map(|_| dice.below(roadmap.place_count() as Place)).collect();
        for known in &mut both {
            known.look_ahead(instance, &now);
            for (agent, (&from, expected)) in now.iter().zip(&expected).enumerate() {
                for (way, &place) in roadmap.neighbours(from).iter().chain([&from]).enumerate() {
                    let found = known.steps_ahead(instance, agent as u32, way, place);
                    assert_eq!(found, expected[place as usize], "{agent} from {from} to {place}");
                }
            }
        }
        assert!(both[1].fields.iter().filter(|field| field.is_begun()).count() <= 1);
        Some(reached[0])
    }

    #[test]
    fn distances_are_those_of_a_search_over_everything() {
        let mut dice = Random::new(3);
        let (four, eight) = (Mover::walker().neighbours(Neighbours::Four), Mover::walker());
        let mut proofs = 0;
        for round in 0..90 {
            let [width, height] = [4 + dice.below(21), 4 + dice.below(21)];
            let mut grid = scattered(width, height, 5 * (round % 10), &mut dice);
            if round % 5 == 4 {
                // Shortcuts for one way, and cycles of odd lengths.
                let mut cell = || (dice.below(width), dice.below(height));
                let mut edit = Edit::new();
                (0..4).for_each(|_| {
                    edit.link(cell(), cell(), 9);
                });
                let _ = grid.apply(&edit);
            }
            let mover = if round % 3 == 2 { &eight } else { &four };
            let agents = 1 + dice.below(24) as usize;
            let instance = team(&grid, mover, agents, round % 4 > 0, &mut dice);
            proofs += usize::from(check(&instance, &mut dice).is_none());
        }
        assert!((5..40).contains(&proofs), "{proofs} of 90 end before they begin");
    }

    #[test]
    fn fields_keep_to_the_ways_between_start_and_goal() {
        let mut dice = Random::new(4);
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let grid = scattered(60, 60, 0, &mut dice);
        let instance = team(&grid, &mover, 50, true, &mut dice);
        // A ninth of the map lies between two places of it on average, and half of it is as near.
        let reached = check(&instance, &mut dice).unwrap();
        assert!(reached < 50 * 3600 / 4, "{reached}");
    }

    #[test]
    fn a_budget_ends_while_distances_grow() {
        const TEAM: usize = 96;
        let mut dice = Random::new(5);
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let grid = scattered(200, 200, 0, &mut dice);
        let instance = team(&grid, &mover, TEAM, true, &mut dice);
        let measured = |expansions| {
            let mut task = Task::new(&instance, Objective::SumOfCosts, 0, 1 << 30);
            let ended = task.measure(&mut Budget::unlimited().expansions(expansions)).err();
            (ended, task.distances.iter().filter(|&&steps| steps > 0).count())
        };
        // The survey alone visits each place nine times.
        assert_eq!(measured(9 * 40_000 / 256 - 1), (Some(Ended::OutOfBudget), 0));
        let (ended, known) = measured(9 * 40_000 / 256 + 1500);
        assert!(ended == Some(Ended::OutOfBudget) && (1..TEAM).contains(&known), "{known}");
        assert_eq!(measured(10_000), (None, TEAM));
    }
}
