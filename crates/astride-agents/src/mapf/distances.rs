//! How far every agent has to go from anywhere, found out only where it is asked.
//!
//! Each agent has a [`Field`] of its own. Fields of many agents grow at once on as many threads as
//! there are; no field knows of another, so the number of threads changes nothing.

use std::ops::Range;

use super::field::{Field, Ground};
use super::instance::Instance;
use super::survey::{Charge, Survey};
use super::task::Ended;
use crate::crew;
use crate::roadmap::Place;

/// The most places whose distances are looked up for an agent before a step: those next to it, and
/// its own.
const AHEAD: usize = 8;

/// The most fields that grow at once, and the most places that all of them may have.
const TOGETHER: usize = 32;
const PLACES_TOGETHER: usize = 1 << 22;

/// How many places each of them may reach between two looks at the budget, so that even with all of
/// them on one thread the next look is some hundredths of a second away.
const SHARE: usize = 1 << 16;

/// The distances of all agents to their goals.
///
/// When the fields take more than a number of bytes, whole fields are dropped in turn and grow again
/// when they are asked. Answers do not depend on that, nor does the work that is charged.
pub(super) struct Distances {
    survey: Survey,
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
            survey: Survey::default(),
            fields: (0..agents).map(|_| Field::default()).collect(),
            ahead: vec![[0; AHEAD]; agents],
            bytes: 0,
            most_bytes: bytes,
            hand: 0,
            reached: 0,
            next_ring: Vec::new(),
        }
    }

    /// Surveys the roadmap, before the first distance is asked for.
    pub(super) fn survey(
        &mut self,
        instance: &Instance,
        charge: &mut Charge<'_>,
    ) -> Result<(), Ended> {
        self.survey = Survey::of(instance, charge)?;
        Ok(())
    }

    /// Of how many agents fields should grow at once: of fewer on large roadmaps, so that they stay
    /// near the limit on bytes.
    pub(super) fn together(instance: &Instance) -> usize {
        (PLACES_TOGETHER / instance.roadmap().place_count().max(1)).clamp(1, TOGETHER)
    }

    /// The steps from their starts to their goals for some agents, whose fields grow at once;
    /// [`FAR`](crate::fields::FAR) as in [`steps`](Self::steps).
    pub(super) fn steps_from_starts(
        &mut self,
        instance: &Instance,
        agents: Range<usize>,
        charge: &mut Charge<'_>,
    ) -> Result<Vec<u16>, Ended> {
        self.make_room(agents.clone());
        while self.grow_some(instance, agents.clone(), charge)? {}
        let known = |agent: usize| self.fields[agent].known(instance.starts()[agent]);
        Ok(agents.map(|agent| known(agent).wrapping_sub(1)).collect())
    }

    /// Lets these fields reach their share of places; returns whether there is more to do.
    fn grow_some(
        &mut self,
        instance: &Instance,
        agents: Range<usize>,
        charge: &mut Charge<'_>,
    ) -> Result<bool, Ended> {
        let Distances { survey, fields, bytes, .. } = self;
        let ground = Ground { roadmap: instance.roadmap(), survey };
        let fields = &mut fields[agents.clone()];
        *bytes -= fields.iter().map(Field::bytes).sum::<usize>();
        let grown = crew::map(fields, Vec::new, |next_ring, at, field| {
            let agent = agents.start + at;
            let (start, goal) = (instance.starts()[agent], instance.goals()[agent]);
            field.begin(ground, start, goal);
            field.grow_to(ground, [start; 2], SHARE, next_ring)
        });
        *bytes += fields.iter().map(Field::bytes).sum::<usize>();
        let mut has_more = false;
        for (reached, is_unfinished) in grown {
            has_more |= is_unfinished;
            charge(reached)?;
        }
        Ok(has_more)
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
        self.make_room(agent..agent + 1);
        let Distances { survey, fields, bytes, reached, next_ring, .. } = self;
        let ground = Ground { roadmap: instance.roadmap(), survey };
        let (start, goal) = (instance.starts()[agent], instance.goals()[agent]);
        let field = &mut fields[agent];
        *bytes -= field.bytes();
        field.begin(ground, start, goal);
        *reached += field.grow_to(ground, [place, start], usize::MAX, next_ring).0;
        *bytes += field.bytes();
        // Unknown is 0, which makes FAR.
        field.known(place).wrapping_sub(1)
    }

    /// Drops fields of other agents than these until the rest fits into memory.
    fn make_room(&mut self, agents: Range<usize>) {
        for _ in 0..self.fields.len() {
            if self.bytes <= self.most_bytes {
                return;
            }
            let hand = self.hand;
            self.hand = (hand + 1) % self.fields.len();
            if !agents.contains(&hand) {
                self.bytes -= self.fields[hand].bytes();
                self.fields[hand].drop_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::FAR;
    use crate::mapf::{Objective, Trip};
    use crate::roadmap::Roadmap;
    use astride::base::{Budget, NodeId, Random};
    use astride::io::Drawing;
    use astride::shapes::square::{Edit, Grid, Mover, Neighbours};

    use super::super::task::Task;

    /// A map with random walls.
    fn scattered(width: u32, height: u32, percent: u32, dice: &mut Random) -> Grid {
        let mut row = || -> String {
            let letters = (0..width).map(|_| if dice.below(100) < percent { '#' } else { '.' });
            letters.chain(['\n']).collect()
        };
        Drawing::parse(&(0..height).map(|_| row()).collect::<String>()).unwrap().grid
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
            let found = known.steps_from_starts(instance, 0..agents as usize, &mut charge);
            assert_eq!(found, Ok(from_starts.clone()));
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

    #[cfg(feature = "parallel")]
    #[test]
    fn any_number_of_threads_grows_the_same_fields() {
        let mut dice = Random::new(6);
        let grid = scattered(80, 80, 20, &mut dice);
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let instance = team(&grid, &mover, 70, true, &mut dice);
        let grown = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (mut known, mut charges) = (Distances::new(&instance, 1 << 20), Vec::new());
                known.survey(&instance, &mut |_| Ok(())).unwrap();
                let mut charge = |places| -> Result<(), Ended> {
                    charges.push(places);
                    Ok(())
                };
                let steps = known.steps_from_starts(&instance, 0..70, &mut charge).unwrap();
                (steps, charges, known.bytes)
            })
        };
        let one = grown(1);
        assert_eq!(one.1.len(), 70);
        (2..=5).for_each(|threads| assert_eq!(grown(threads), one, "{threads} threads"));
    }

    #[test]
    fn a_budget_ends_while_distances_grow() {
        let mut dice = Random::new(5);
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let grid = scattered(200, 200, 0, &mut dice);
        let instance = team(&grid, &mover, 3 * TOGETHER, true, &mut dice);
        let measured = |expansions| {
            let mut task = Task::new(&instance, Objective::SumOfCosts, 0, 1 << 30);
            let ended = task.measure(&mut Budget::unlimited().expansions(expansions)).err();
            (ended, task.distances.iter().filter(|&&steps| steps > 0).count())
        };
        // The survey alone visits each place nine times.
        assert_eq!(measured(9 * 40_000 / 256 - 1), (Some(Ended::OutOfBudget), 0));
        let (ended, known) = measured(9 * 40_000 / 256 + 1500);
        assert!(ended == Some(Ended::OutOfBudget) && (1..3 * TOGETHER).contains(&known), "{known}");
        assert_eq!(measured(10_000), (None, 3 * TOGETHER));
    }
}
