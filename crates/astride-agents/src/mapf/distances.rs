//! How far every agent has to go from anywhere, found out only where it is asked.
//!
//! Each agent has a field of distances that grows from its goal toward its start. It grows in
//! rings, like a breadth-first search, but only over places that lie on ways to the start which are
//! no longer than some limit as far as landmarks tell; what lies beyond waits on the border until
//! the limit is raised. So fields cover a strip between start and goal instead of a disc around the
//! goal. After "Reverse Resumable A*" of Silver, "Cooperative Pathfinding", AIIDE 2005, with the
//! rings in place of an open list.
//!
//! Why every distance is exact although rings leave places out: bounds of neighbours differ by 1 and
//! all cycles have even lengths, so along any way the length of ways to the start changes by 0 or 2.
//! Suppose a step reaches a place at a distance that is too large, then it is at least 2 too large.
//! That place lies on the border at most, 2 beyond the limit, so at its true distance it is within
//! the limit, as all places on its way to the goal are; then an earlier ring has met it already.
//! Where bounds are all 0, the limit is the number of the ring, and rings are whole.

use super::instance::Instance;
use super::survey::{Charge, Survey};
use super::task::Ended;
use crate::fields::FAR;
use crate::roadmap::{CLUSTER, Place};

/// The number of places whose distances lie together: as many as fill a cache line, and near each
/// other on a clustered roadmap.
const BLOCK: usize = CLUSTER;

/// How many blocks are copied for each agent: an agent walks along a border of clusters as a rule.
const RECENT: usize = 2;

/// Distances plus 1 of consecutive places, 0 where unknown.
type Block = [u16; BLOCK];

/// The distances of all agents to their goals, each field in as many blocks as it has reached.
///
/// When the blocks take more than a number of bytes, whole fields are dropped in turn and grow again
/// when they are asked. Growing is always by the same rings in the same order, so answers do not
/// depend on that, nor does the work that is charged.
pub(super) struct Distances {
    survey: Survey,
    /// For each agent the block of every `BLOCK` places; block 0 is that of unknown distances.
    /// Empty if the agent has no field.
    indexes: Vec<Vec<u32>>,
    fronts: Vec<Front>,
    /// Copies of blocks that an agent has asked for lately, those of all agents close together: in
    /// steps by right of way agents take turns, and their own blocks lie on a page each. A distance
    /// never changes once it is known, so no copy is ever wrong.
    recent: Vec<[(u32, Block); RECENT]>,
    blocks: Vec<Block>,
    /// Blocks of fields that were dropped.
    free: Vec<u32>,
    most_blocks: usize,
    /// The number of agents that have a field, and the one whose field is dropped next.
    fields: usize,
    hand: usize,
    /// Places reached for the first time ever since they were last charged.
    reached: usize,
    next_ring: Vec<Place>,
}

/// Where a field goes on growing.
#[derive(Default)]
struct Front {
    /// Ways of at most this length to the start are followed.
    limit: u32,
    /// The places that grow next, all at one distance.
    ring: Vec<Place>,
    /// Places beyond the limit in order of distance. Those from `done` to `end` are still to be
    /// looked at under the limit; those from `end` on wait for the next.
    border: Vec<Place>,
    done: usize,
    end: usize,
    /// How many places the field has reached, and how many it had when it was largest.
    reached: usize,
    most_reached: usize,
}

impl Distances {
    /// No distances yet; the fields may take about this many bytes.
    pub(super) fn new(instance: &Instance, bytes: usize) -> Self {
        let agents = instance.agent_count();
        Distances {
            survey: Survey::default(),
            indexes: vec![Vec::new(); agents],
            fronts: (0..agents).map(|_| Front::default()).collect(),
            recent: vec![[(0, [0; BLOCK]); RECENT]; agents],
            blocks: vec![[0; BLOCK]],
            free: Vec::new(),
            most_blocks: bytes / size_of::<Block>(),
            fields: 0,
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

    /// The steps from `place` to the goal of `agent`, or [`FAR`] if there is no way or one of more
    /// than 65 533 steps. O(1) where the field has been, else as long as it takes to get there.
    #[inline(always)]
    pub(super) fn steps(&mut self, instance: &Instance, agent: u32, place: Place) -> u16 {
        let (number, at) = (place / BLOCK as u32, place as usize % BLOCK);
        let (recent, steps) = &self.recent[agent as usize][number as usize % RECENT];
        match steps[at] {
            known if known != 0 && *recent == number => known - 1,
            _ => self.look_up(instance, agent as usize, place),
        }
    }

    /// The steps from `place` according to the field itself; copies the block around it.
    #[inline(never)]
    fn look_up(&mut self, instance: &Instance, agent: usize, place: Place) -> u16 {
        let steps = match self.known(agent, place) {
            0 => self.grow_to(instance, agent, place),
            known => known - 1,
        };
        let number = place as usize / BLOCK;
        let block = self.indexes[agent][number] as usize;
        self.recent[agent][number % RECENT] = (number as u32, self.blocks[block]);
        steps
    }

    /// As [`steps`](Self::steps), charging for every ring of the field.
    pub(super) fn steps_within(
        &mut self,
        instance: &Instance,
        agent: u32,
        place: Place,
        charge: &mut Charge<'_>,
    ) -> Result<u16, Ended> {
        let agent = agent as usize;
        self.begin(instance, agent);
        while self.known(agent, place) == 0 && self.grow(instance, agent) {
            charge(self.take_reached())?;
        }
        Ok(self.known(agent, place).wrapping_sub(1))
    }

    /// How many places were reached for the first time since this was last asked.
    pub(super) fn take_reached(&mut self) -> usize {
        std::mem::take(&mut self.reached)
    }

    /// The distance plus 1, or 0 if it is unknown.
    #[inline(always)]
    fn known(&self, agent: usize, place: Place) -> u16 {
        let place = place as usize;
        let index = self.indexes[agent].get(place / BLOCK);
        index.map_or(0, |&block| self.blocks[block as usize][place % BLOCK])
    }

    #[cold]
    fn grow_to(&mut self, instance: &Instance, agent: usize, place: Place) -> u16 {
        self.begin(instance, agent);
        while self.known(agent, place) == 0 && self.grow(instance, agent) {}
        // Unknown is 0, which makes FAR.
        self.known(agent, place).wrapping_sub(1)
    }

    /// Begins the field of an agent if it has none, and makes room for it to grow.
    fn begin(&mut self, instance: &Instance, agent: usize) {
        let places = instance.roadmap().place_count();
        self.make_room(agent, places);
        if !self.indexes[agent].is_empty() {
            return;
        }
        self.fields += 1;
        self.indexes[agent] = vec![0; places.div_ceil(BLOCK)];
        let goal = instance.goals()[agent];
        let front = &mut self.fronts[agent];
        front.limit = self.survey.bound(goal, instance.starts()[agent]);
        front.ring.push(goal);
        let mut field = Field { index: &mut self.indexes[agent], blocks: &mut self.blocks };
        field.meet(goal, 1, &mut self.free);
    }

    /// Drops fields of other agents until the rest fits into memory.
    fn make_room(&mut self, agent: usize, places: usize) {
        let index_blocks = places.div_ceil(BLOCK) * size_of::<u32>() / size_of::<Block>();
        for _ in 0..self.indexes.len() {
            let used = self.blocks.len() - self.free.len() + self.fields * index_blocks;
            if used <= self.most_blocks {
                return;
            }
            let hand = self.hand;
            self.hand = (hand + 1) % self.indexes.len();
            if hand != agent && !self.indexes[hand].is_empty() {
                self.drop_field(hand);
            }
        }
    }

    fn drop_field(&mut self, agent: usize) {
        self.fields -= 1;
        for block in std::mem::take(&mut self.indexes[agent]) {
            if block != 0 {
                self.blocks[block as usize] = [0; BLOCK];
                self.free.push(block);
            }
        }
        let most_reached = self.fronts[agent].most_reached;
        self.fronts[agent] = Front { most_reached, ..Front::default() };
    }

    /// Grows a field by one ring; returns `false` if there is nothing left for it to reach.
    fn grow(&mut self, instance: &Instance, agent: usize) -> bool {
        let Distances { survey, indexes, fronts, blocks, free, reached, next_ring, .. } = self;
        let mut field = Field { index: &mut indexes[agent], blocks };
        let (front, roadmap) = (&mut fronts[agent], instance.roadmap());
        let Some(distance) = front.next_distance(&field) else { return false };
        front.admit(&field, distance);
        let most = i64::from(front.limit) - i64::from(distance + 1);
        let near = survey.around(instance.starts()[agent], most);
        for &place in &front.ring {
            for &before in roadmap.neighbours_back(place) {
                if field.meet(before, distance + 2, free) {
                    front.reached += 1;
                    let list = if near.holds(before) { &mut *next_ring } else { &mut front.border };
                    list.push(before);
                }
            }
        }
        std::mem::swap(&mut front.ring, next_ring);
        next_ring.clear();
        *reached += front.reached.saturating_sub(front.most_reached);
        front.most_reached = front.most_reached.max(front.reached);
        true
    }
}

impl Front {
    /// The distance of the places that grow next, after raising the limit if none are left under
    /// it; `None` if there are none at all, or they are too far for two bytes.
    fn next_distance(&mut self, field: &Field<'_>) -> Option<u16> {
        if self.ring.is_empty() && self.done == self.end {
            self.border.drain(..self.end);
            (self.done, self.end) = (0, self.border.len());
            if self.border.is_empty() {
                return None;
            }
            // By a part of itself, so that no border is gone through too often.
            self.limit += (2 + self.limit / 16) & !1;
        }
        let next = self.ring.first().unwrap_or_else(|| &self.border[self.done]);
        let distance = field.known(*next) - 1;
        (distance < FAR - 2).then_some(distance)
    }

    /// Moves the places of the border at `distance` to the ring. All of them are within the limit:
    /// they were at most 2 beyond the one before.
    fn admit(&mut self, field: &Field<'_>, distance: u16) {
        let waiting = &self.border[self.done..self.end];
        let is_next = |&&place: &&Place| field.known(place) == distance + 1;
        let admitted = waiting.iter().take_while(is_next).count();
        self.ring.extend_from_slice(&waiting[..admitted]);
        self.done += admitted;
    }
}

/// The distances of one agent.
struct Field<'a> {
    index: &'a mut [u32],
    blocks: &'a mut Vec<Block>,
}

impl Field<'_> {
    #[inline(always)]
    fn known(&self, place: Place) -> u16 {
        let place = place as usize;
        self.blocks[self.index[place / BLOCK] as usize][place % BLOCK]
    }

    /// Notes what is known of a place unless something is known already; returns whether it was
    /// unknown.
    #[inline(always)]
    fn meet(&mut self, place: Place, steps: u16, free: &mut Vec<u32>) -> bool {
        let place = place as usize;
        let block = &mut self.index[place / BLOCK];
        if *block == 0 {
            *block = free.pop().unwrap_or_else(|| {
                self.blocks.push([0; BLOCK]);
                self.blocks.len() as u32 - 1
            });
        }
        let known = &mut self.blocks[*block as usize][place % BLOCK];
        let is_new = *known == 0;
        if is_new {
            *known = steps;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let is_possible = ends.clone().all(|(&start, steps)| steps[start as usize] != FAR);
        let mut both = [1 << 20, 0].map(|bytes| Distances::new(instance, bytes));
        let surveyed = both.each_mut().map(|known| known.survey(instance, &mut |_| Ok(())));
        let is_proved = surveyed == [Err(Ended::Unsolvable); 2];
        assert!(!is_proved || !is_possible);
        assert!(is_possible || is_proved || !roadmap.is_two_way());
        if is_proved {
            return None;
        }
        let mut reached = [0; 2];
        for (agent, (&start, steps)) in ends.enumerate() {
            for (known, reached) in both.iter_mut().zip(&mut reached) {
                let mut charge = |places: usize| -> Result<(), Ended> {
                    *reached += places;
                    Ok(())
                };
                let found = known.steps_within(instance, agent as u32, start, &mut charge);
                assert_eq!(found, Ok(steps[start as usize]));
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
        assert!(both[1].fields <= 1);
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
        let mut dice = Random::new(5);
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let grid = scattered(200, 200, 0, &mut dice);
        let instance = team(&grid, &mover, 20, true, &mut dice);
        let measured = |expansions| {
            let mut task = Task::new(&instance, Objective::SumOfCosts, 0, 1 << 30);
            let ended = task.measure(&mut Budget::unlimited().expansions(expansions)).err();
            (ended, task.distances.iter().filter(|&&steps| steps > 0).count())
        };
        // The survey alone visits each place five times.
        assert_eq!(measured(5 * 40_000 / 256 - 1), (Some(Ended::OutOfBudget), 0));
        let (ended, known) = measured(5 * 40_000 / 256 + 100);
        assert!(ended == Some(Ended::OutOfBudget) && (1..20).contains(&known), "{known}");
        assert_eq!(measured(10_000), (None, 20));
    }
}
