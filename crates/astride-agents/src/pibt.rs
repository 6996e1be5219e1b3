//! One step for many agents by right of way: priority inheritance with backtracking.
//!
//! Okumura, Machida, Défago & Tamura, "Priority Inheritance with Backtracking for Iterative
//! Multi-agent Path Finding", Artificial Intelligence 310, 2022. How two agents change places in a
//! narrow passage ("swap"): Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent
//! Pathfinding", IJCAI 2023.

use std::fmt;

use astride::base::Random;

use crate::roadmap::{NOWHERE, Place, Roadmap};

/// No agent, in arrays only.
const NOBODY: u32 = u32::MAX;

/// The preferences of agents.
pub trait Wishes {
    /// The distance of `agent` from its goal if it were on `place`, 0 on the goal itself: lower is
    /// better.
    fn distance(&mut self, agent: u32, place: Place) -> u32;

    /// As [`distance`](Self::distance), for a place that `agent` can choose in this step: neighbour
    /// number `way` of the roadmap, or its own place, which counts as the one after the last. Worth
    /// implementing where these distances can be looked up before the step, for all agents at once.
    fn distance_ahead(&mut self, agent: u32, way: usize, place: Place) -> u32 {
        let _ = way;
        self.distance(agent, place)
    }

    /// The only place where the distance of `agent` is 0, if there is one and it is known without a
    /// search. A step then asks for fewer distances and decides the same.
    fn goal(&self, agent: u32) -> Option<Place> {
        let _ = agent;
        None
    }

    /// The place next to `agent` that it prefers to all others, whatever the distances.
    fn preferred(&self, agent: u32) -> Option<Place> {
        let _ = agent;
        None
    }
}

/// Working memory for steps of many agents on one roadmap.
///
/// A step decides for each agent whether it moves to a neighbour or stays, such that no two agents
/// end on the same place and no two exchange places. Agents decide by right of way: each takes the
/// best place that is left, and an agent that stands there has to decide first, with the priority
/// of the one that pushes it. Ties go to unoccupied places, then to a seeded random choice.
///
/// Without swaps, as in fleets, the agent with the highest priority gets closer to its goal in
/// every step if every two neighbours lie on a cycle of the roadmap. With them two agents that meet
/// head on change places where one of them finds room, which may lead the first one back at first; so
/// more arrive in corridors and dead ends, where agents may still block each other forever.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::fields::Fields;
/// use astride_agents::pibt::{Pibt, Wishes};
/// use astride_agents::roadmap::{Place, Roadmap};
///
/// struct ToGoals<'a> { roadmap: &'a Roadmap, fields: Fields, goals: Vec<Place> }
///
/// impl Wishes for ToGoals<'_> {
///     fn distance(&mut self, agent: u32, place: Place) -> u32 {
///         self.fields.distance(self.roadmap, self.goals[agent as usize], place).into()
///     }
/// }
///
/// let grid = Drawing::parse("...\n...\n")?.grid;
/// let roadmap = Roadmap::new(&grid.seen_by(&Mover::walker().neighbours(Neighbours::Four)));
/// let fields = Fields::new(&roadmap, 1 << 20);
/// let mut wishes = ToGoals { roadmap: &roadmap, fields, goals: vec![2, 0] };
/// let mut pibt = Pibt::new(&roadmap, 7);
/// let (mut now, mut next) = (vec![0, 2], vec![Pibt::UNDECIDED; 2]);
/// for _ in 0..4 {
///     next.fill(Pibt::UNDECIDED);
///     assert!(pibt.step(&roadmap, &mut wishes, &[0, 1], &now, &mut next));
///     std::mem::swap(&mut now, &mut next);
/// }
/// assert_eq!(now, [2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Pibt {
    /// The agent on each place now, and after the step.
    now: Vec<u32>,
    next: Vec<u32>,
    /// Agents that are deciding, each pushed by the previous one.
    frames: Vec<Frame>,
    /// The choices of those agents, one list after the other.
    choices: Vec<Choice>,
    dice: Random,
    has_swaps: bool,
}

#[derive(Clone, Copy)]
struct Frame {
    agent: u32,
    /// Where its choices begin, and the next one.
    first: u32,
    at: u32,
    /// The agent that is to follow it, if it gets the first of its choices.
    pulled: u32,
}

/// A possible next place; the lower key is the better choice.
#[derive(Clone, Copy)]
struct Choice {
    key: u64,
    place: Place,
}

impl Pibt {
    /// Stands for the next place of an agent that has not decided yet.
    pub const UNDECIDED: Place = NOWHERE;

    /// Working memory for steps on `roadmap`; ties are broken randomly with `seed`.
    pub fn new(roadmap: &Roadmap, seed: u64) -> Self {
        let nobody = vec![NOBODY; roadmap.place_count()];
        Pibt {
            now: nobody.clone(),
            next: nobody,
            frames: Vec::new(),
            choices: Vec::new(),
            dice: Random::new(seed),
            has_swaps: true,
        }
    }

    /// As [`new`](Self::new), without swaps: the first agent in order always gets the best possible
    /// place, even if it pushes another one, which wants to come back, through a passage.
    pub(crate) fn without_swaps(self) -> Self {
        Pibt { has_swaps: false, ..self }
    }

    /// Decides where every agent goes next.
    ///
    /// `order` lists all agents, highest priority first; `now` contains their places, all
    /// different. `next` is filled in; an agent whose entry is not [`UNDECIDED`](Self::UNDECIDED)
    /// goes there, which must be its place or a neighbour. Returns whether there is such a step:
    /// always, unless the given decisions contradict each other or leave an agent no place. In that
    /// case `next` is invalid.
    ///
    /// O(sum of degrees) in most steps; after the first few steps no memory is allocated.
    ///
    /// # Panics
    ///
    /// If the lengths of the three lists differ, or if a place or agent does not exist.
    pub fn step(
        &mut self,
        roadmap: &Roadmap,
        wishes: &mut impl Wishes,
        order: &[u32],
        now: &[Place],
        next: &mut [Place],
    ) -> bool {
        assert!(order.len() == now.len() && now.len() == next.len(), "one entry an agent");
        let is_done = self.begin(now, next) && self.go_on(roadmap, wishes, order, now, next);
        self.end(now, next);
        is_done
    }

    /// The first part of [`step`](Self::step): takes the given decisions; returns `false` if they
    /// contradict each other.
    ///
    /// A step may be taken in pieces, all with the same lists and wishes, until [`end`](Self::end).
    pub(crate) fn begin(&mut self, now: &[Place], next: &[Place]) -> bool {
        for (agent, &place) in now.iter().enumerate() {
            self.now[place as usize] = agent as u32;
        }
        for (agent, &to) in (0..).zip(next) {
            if to == Self::UNDECIDED {
                continue;
            }
            if self.is_refused(agent, to, now, next) {
                return false;
            }
            self.next[to as usize] = agent;
        }
        true
    }

    /// Whether another agent goes to `to`, or comes from there to the place of `agent`.
    fn is_refused(&self, agent: u32, to: Place, now: &[Place], next: &[Place]) -> bool {
        let (from, there) = (now[agent as usize], self.now[to as usize]);
        self.next[to as usize] != NOBODY
            || (there != NOBODY && there != agent && next[there as usize] == from)
    }

    /// Decides for some agents, and those that they push; returns `false` if one has no place, after
    /// which the step can only be ended.
    pub(crate) fn go_on(
        &mut self,
        roadmap: &Roadmap,
        wishes: &mut impl Wishes,
        some: &[u32],
        now: &[Place],
        next: &mut [Place],
    ) -> bool {
        let mut step = Step { pibt: self, roadmap, wishes, now, next };
        some.iter().all(|&agent| step.settle(agent))
    }

    /// Forgets the agents of a step, whether it was taken to its end or not.
    pub(crate) fn end(&mut self, now: &[Place], next: &[Place]) {
        for &place in now {
            self.now[place as usize] = NOBODY;
        }
        // All marks correspond to recorded decisions, even after a step that failed.
        for &place in next.iter().filter(|&&place| place != Self::UNDECIDED) {
            self.next[place as usize] = NOBODY;
        }
    }

    /// The state of the random choices, to which [`set_dice`](Self::set_dice) returns.
    pub(crate) fn dice(&self) -> Random {
        self.dice.clone()
    }

    pub(crate) fn set_dice(&mut self, dice: Random) {
        self.dice = dice;
    }
}

/// A step in progress.
struct Step<'a, W> {
    pibt: &'a mut Pibt,
    roadmap: &'a Roadmap,
    wishes: &'a mut W,
    now: &'a [Place],
    next: &'a mut [Place],
}

impl<W: Wishes> Step<'_, W> {
    /// Decides for `agent` and for all agents it has to push; returns `false` if it finds no place.
    fn settle(&mut self, agent: u32) -> bool {
        if self.next[agent as usize] != Pibt::UNDECIDED {
            return true;
        }
        if self.may_rest(agent) {
            return true;
        }
        self.push(agent);
        // The result of the agent that was pushed last; `None` while it is still deciding.
        let mut found = None;
        while let Some(&frame) = self.pibt.frames.last() {
            if found == Some(true) {
                self.pull(frame);
                self.pop(frame);
                continue;
            }
            found = self.try_next(frame);
            if found == Some(false) {
                self.pop(frame);
            }
        }
        self.pibt.choices.clear();
        found == Some(true)
    }

    /// Lets an agent stay if it has arrived and is not in the way. Its list of choices would have
    /// the same result.
    fn may_rest(&mut self, agent: u32) -> bool {
        let from = self.now[agent as usize];
        let rests = self.pibt.next[from as usize] == NOBODY
            && self.wishes.goal(agent) == Some(from)
            && self.wishes.preferred(agent).is_none();
        if rests {
            // One random number for each choice.
            self.pibt.dice.skip(self.roadmap.neighbours(from).len() as u64 + 1);
            self.next[agent as usize] = from;
            self.pibt.next[from as usize] = agent;
        }
        rests
    }

    /// Tries the next choice of the agent on top: it gets it, has none left, or pushes another
    /// agent that must decide first.
    fn try_next(&mut self, frame: Frame) -> Option<bool> {
        let (agent, from) = (frame.agent, self.now[frame.agent as usize]);
        let Some(choice) = self.pibt.choices.get(frame.at as usize) else {
            // It stays, and the one that pushed it goes elsewhere.
            self.next[agent as usize] = from;
            self.pibt.next[from as usize] = agent;
            return Some(false);
        };
        let to = choice.place;
        self.pibt.frames.last_mut().expect("a frame is on top").at += 1;
        if self.pibt.is_refused(agent, to, self.now, self.next) {
            return None;
        }
        self.next[agent as usize] = to;
        self.pibt.next[to as usize] = agent;
        let there = self.pibt.now[to as usize];
        if there == NOBODY || self.next[there as usize] != Pibt::UNDECIDED {
            return Some(true);
        }
        self.push(there);
        None
    }

    fn push(&mut self, agent: u32) {
        let first = self.pibt.choices.len() as u32;
        let pulled = self.list_choices(agent);
        self.pibt.frames.push(Frame { agent, first, at: first, pulled });
    }

    fn pop(&mut self, frame: Frame) {
        self.pibt.choices.truncate(frame.first as usize);
        self.pibt.frames.pop();
    }

    /// Lists the possible places of `agent`, best first. If it has to change places with another
    /// agent in a narrow passage, the list is reversed and that agent, which is to follow it, is
    /// returned.
    fn list_choices(&mut self, agent: u32) -> u32 {
        let from = self.now[agent as usize];
        let first = self.pibt.choices.len();
        let preferred = self.wishes.preferred(agent);
        let roadmap = self.roadmap;
        for (way, &place) in roadmap.neighbours(from).iter().chain([&from]).enumerate() {
            let distance = u64::from(self.wishes.distance_ahead(agent, way, place));
            let there = self.pibt.now[place as usize];
            let is_taken = u64::from(there != NOBODY && there != agent);
            let is_other = u64::from(preferred != Some(place));
            let lot = self.pibt.dice.next() >> 34;
            let key = is_other << 63 | distance << 31 | is_taken << 30 | lot;
            let choices = &mut self.pibt.choices;
            choices.push(Choice { key, place });
            // There are few, so each goes right to where it belongs.
            let mut at = choices.len() - 1;
            while at > first && choices[at - 1].key > key {
                choices.swap(at - 1, at);
                at -= 1;
            }
        }
        let best = self.pibt.choices[first].place;
        let pulled = self.swap_partner(agent, best);
        if pulled != NOBODY {
            self.pibt.choices[first..].reverse();
        }
        pulled
    }

    /// After the agent of `frame` has found a place, the agent that is to follow it takes the place
    /// it leaves.
    fn pull(&mut self, frame: Frame) {
        let from = self.now[frame.agent as usize];
        let has_first = frame.at == frame.first + 1;
        if frame.pulled != NOBODY
            && has_first
            && self.next[frame.pulled as usize] == Pibt::UNDECIDED
            && self.pibt.next[from as usize] == NOBODY
        {
            self.next[frame.pulled as usize] = from;
            self.pibt.next[from as usize] = frame.pulled;
        }
    }

    /// The agent that has to change places with `agent`, which prefers `best`: the agent there, or
    /// one next to it that wants to pass through.
    fn swap_partner(&mut self, agent: u32, best: Place) -> u32 {
        let from = self.now[agent as usize];
        if best == from || !self.pibt.has_swaps || !self.roadmap.is_two_way() {
            return NOBODY;
        }
        let ahead = self.pibt.now[best as usize];
        let mut beyond = None;
        if ahead != NOBODY
            && self.next[ahead as usize] == Pibt::UNDECIDED
            && self.must_swap(agent, ahead, [from, best], &mut beyond)
            && self.can_swap(best, from)
        {
            return ahead;
        }
        let roadmap = self.roadmap;
        for &beside in roadmap.neighbours(from) {
            let other = self.pibt.now[beside as usize];
            if beside != best
                && other != NOBODY
                && self.must_swap(other, agent, [from, best], &mut beyond)
                && self.can_swap(best, from)
            {
                return other;
            }
        }
        NOBODY
    }

    /// Whether `pusher`, going from `from` through `to` and pushing `pulled` before it, gets into a
    /// passage where the two want to pass each other. `first` is what lies beyond `to`, once known.
    fn must_swap(
        &mut self,
        pusher: u32,
        pulled: u32,
        [mut from, mut to]: [Place; 2],
        first: &mut Option<Beyond>,
    ) -> bool {
        let mut beyond = *first.get_or_insert_with(|| self.beyond(from, to));
        // A push around a cycle would never end.
        for _ in 0..self.roadmap.place_count() {
            // In the open, distances matter only to one that has arrived.
            let is_away = self.wishes.goal(pusher).is_some_and(|goal| goal != from);
            if is_away && matches!(beyond, Beyond::Room) {
                return false;
            }
            if self.wishes.distance(pusher, to) >= self.wishes.distance(pusher, from) {
                break;
            }
            match beyond {
                Beyond::Room => return false,
                Beyond::One(next) => (from, to) = (to, next),
                Beyond::Nothing => break,
            }
            beyond = self.beyond(from, to);
        }
        let wants_back = self.wishes.distance(pulled, from) < self.wishes.distance(pulled, to);
        let (behind, before) =
            (self.wishes.distance(pusher, from), self.wishes.distance(pusher, to));
        wants_back && (behind == 0 || before < behind)
    }

    /// Whether an agent that continues from `to`, away from `from` and followed by the other,
    /// reaches a fork before a dead end, where the two can change their order.
    fn can_swap(&mut self, from: Place, to: Place) -> bool {
        let (begin, mut from, mut to) = (from, from, to);
        loop {
            match self.beyond(from, to) {
                Beyond::Room => return true,
                Beyond::Nothing => return false,
                Beyond::One(next) => (from, to) = (to, next),
            }
            if to == begin {
                return false;
            }
        }
    }

    /// Where an agent can continue from `to` after coming from `from`. A dead end in which an agent
    /// has arrived does not count.
    fn beyond(&mut self, from: Place, to: Place) -> Beyond {
        let mut found = Beyond::Nothing;
        let roadmap = self.roadmap;
        for &next in roadmap.neighbours(to) {
            if next == from || self.is_settled_end(next) {
                continue;
            }
            found = match found {
                Beyond::Nothing => Beyond::One(next),
                _ => return Beyond::Room,
            };
        }
        found
    }

    fn is_settled_end(&mut self, place: Place) -> bool {
        let there = self.pibt.now[place as usize];
        self.roadmap.neighbours(place).len() == 1
            && there != NOBODY
            && self.wishes.distance(there, place) == 0
    }
}

/// What lies beyond a place.
#[derive(Clone, Copy)]
enum Beyond {
    Nothing,
    One(Place),
    /// At least two ways.
    Room,
}

impl fmt::Debug for Pibt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pibt").field("places", &self.now.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;
    use crate::roadmap::tests::drawn;

    struct ToGoals<'a> {
        roadmap: &'a Roadmap,
        fields: Fields,
        goals: Vec<Place>,
        /// Whether a step may know the goals.
        tells: bool,
        asked: usize,
    }

    impl<'a> ToGoals<'a> {
        fn new(roadmap: &'a Roadmap, goals: &[Place], tells: bool) -> Self {
            let fields = Fields::new(roadmap, 1 << 20);
            ToGoals { roadmap, fields, goals: goals.to_vec(), tells, asked: 0 }
        }
    }

    impl Wishes for ToGoals<'_> {
        fn distance(&mut self, agent: u32, place: Place) -> u32 {
            self.asked += 1;
            self.fields.distance(self.roadmap, self.goals[agent as usize], place).into()
        }

        fn goal(&self, agent: u32) -> Option<Place> {
            self.tells.then(|| self.goals[agent as usize])
        }
    }

    /// The number of steps until all have arrived, each of which is checked; `None` after `most`
    /// steps.
    fn steps(
        drawing: &str,
        starts: &[Place],
        goals: &[Place],
        seed: u64,
        most: u32,
    ) -> Option<u32> {
        let roadmap = drawn(drawing);
        let mut wishes = ToGoals::new(&roadmap, goals, true);
        let mut pibt = Pibt::new(&roadmap, seed);
        let mut now = starts.to_vec();
        let mut waited = vec![0; now.len()];
        for step in 0..most {
            if now == goals {
                return Some(step);
            }
            let mut order: Vec<u32> = (0..now.len() as u32).collect();
            order.sort_by_key(|&agent| std::cmp::Reverse(waited[agent as usize]));
            let mut next = vec![Pibt::UNDECIDED; now.len()];
            assert!(pibt.step(&roadmap, &mut wishes, &order, &now, &mut next));
            check(&roadmap, &now, &next);
            for agent in 0..now.len() {
                waited[agent] = if next[agent] == goals[agent] { 0 } else { waited[agent] + 1 };
            }
            now = next;
        }
        None
    }

    /// Checks every pair of agents.
    fn check(roadmap: &Roadmap, now: &[Place], next: &[Place]) {
        for agent in 0..now.len() {
            let is_step =
                next[agent] == now[agent] || roadmap.neighbours(now[agent]).contains(&next[agent]);
            assert!(is_step, "agent {agent} jumps from {} to {}", now[agent], next[agent]);
            for other in 0..agent {
                assert_ne!(next[agent], next[other], "{other} and {agent} meet");
                let is_swap = next[agent] == now[other] && next[other] == now[agent];
                assert!(!is_swap, "{other} and {agent} exchange places");
            }
        }
    }

    /// `count` of the first `places` places, all different.
    fn lots(dice: &mut Random, places: u32, count: usize) -> Vec<Place> {
        let mut all: Vec<Place> = (0..places).collect();
        for at in 0..count {
            all.swap(at, at + dice.below(places - at as u32) as usize);
        }
        all.truncate(count);
        all
    }

    #[test]
    fn known_goals_save_questions_and_change_no_decision() {
        let drawings =
            ["........\n........\n........\n", "........\n#.###.#.\n..#...#.\n.#.....#\n"];
        let (mut dice, mut asked) = (Random::new(6), [0, 0]);
        for round in 0..60 {
            let roadmap = drawn(drawings[round % 2]);
            let places = roadmap.place_count() as u32;
            let count = 1 + dice.below(places - 1) as usize;
            let [starts, goals] = [(); 2].map(|()| lots(&mut dice, places, count));
            let order: Vec<u32> = (0..count as u32).collect();
            let histories = [false, true].map(|tells| {
                let mut wishes = ToGoals::new(&roadmap, &goals, tells);
                let mut pibt = Pibt::new(&roadmap, round as u64);
                let mut history = vec![starts.clone()];
                for step in 0..30 {
                    let mut next = vec![Pibt::UNDECIDED; count];
                    // Every third time an agent has to go where another may be at home.
                    if step % 3 == 2 {
                        let sent = step % count;
                        next[sent] = roadmap.neighbours(history[step][sent])[0];
                    }
                    let order = &order;
                    if !pibt.step(&roadmap, &mut wishes, order, &history[step], &mut next) {
                        next.clone_from(&history[step]);
                    }
                    history.push(next);
                }
                asked[usize::from(tells)] += wishes.asked;
                history
            });
            assert!(histories[0] == histories[1], "round {round}");
        }
        assert!(asked[1] * 3 < asked[0] * 2, "{asked:?}");
    }

    /// Whether every step from one place to the next lies on a cycle: the other end can be reached
    /// without it.
    fn lies_on_cycles(roadmap: &Roadmap) -> bool {
        let is_round = |from: Place, to: Place| {
            let mut met = vec![from];
            let mut at = 0;
            while let Some(&place) = met.get(at) {
                at += 1;
                for &next in roadmap.neighbours(place) {
                    if (place, next) != (from, to) && !met.contains(&next) {
                        met.push(next);
                    }
                }
            }
            met.contains(&to)
        };
        (0..roadmap.place_count() as Place)
            .all(|from| roadmap.neighbours(from).iter().all(|&to| is_round(from, to)))
    }

    /// The law of progress: where every step lies on a cycle and nobody swaps, the first in order gets
    /// nearer in every step, however full the map is.
    #[test]
    fn the_first_in_order_goes_straight_to_its_goal() {
        let mut dice = Random::new(8);
        let mut seen = 0;
        while seen < 200 {
            let drawing = crate::drawn::drawn(5, 4, || dice.below(5) == 0);
            let roadmap = drawn(&drawing);
            let places = roadmap.place_count() as u32;
            if places < 4 || !lies_on_cycles(&roadmap) {
                continue;
            }
            let count = 1 + dice.below(places) as usize;
            let [starts, goals] = [(); 2].map(|()| lots(&mut dice, places, count));
            let mut wishes = ToGoals::new(&roadmap, &goals, true);
            let far = wishes.distance(0, starts[0]);
            if far == u32::from(u16::MAX) {
                continue;
            }
            seen += 1;
            let mut pibt = Pibt::new(&roadmap, seen).without_swaps();
            let (mut now, mut order) = (starts, (0..count as u32).collect::<Vec<_>>());
            for step in 1..=far {
                // The others come in another order each time.
                let by = dice.below(count as u32 - 1) as usize;
                order[1..].rotate_left(by);
                let mut next = vec![Pibt::UNDECIDED; count];
                assert!(pibt.step(&roadmap, &mut wishes, &order, &now, &mut next));
                check(&roadmap, &now, &next);
                now = next;
                assert_eq!(wishes.distance(0, now[0]), far - step, "{count} on\n{drawing}");
            }
        }
    }

    #[test]
    fn two_change_sides_in_a_room() {
        assert!(steps("...\n...\n", &[0, 2], &[2, 0], 1, 20).is_some());
    }

    #[test]
    fn two_change_places_in_a_corridor_with_a_side_arm() {
        for seed in 0..10 {
            let count = steps(".....\n##.##\n", &[0, 4], &[4, 0], seed, 60);
            assert!(count.is_some(), "seed {seed}");
            let beside = steps(".....\n###.#\n", &[1, 2], &[2, 1], seed, 60);
            assert!(beside.is_some(), "seed {seed}");
        }
    }

    #[test]
    fn a_full_circle_turns() {
        assert_eq!(steps("..\n..\n", &[0, 1, 3, 2], &[1, 3, 2, 0], 3, 1), None);
        assert_eq!(steps("..\n..\n", &[0, 1, 3, 2], &[1, 3, 2, 0], 3, 2), Some(1));
    }

    #[test]
    fn a_crowded_room_is_sorted_without_a_meeting() {
        let drawing = "......\n......\n......\n......\n";
        let mut dice = Random::new(5);
        // Each arrives, but not necessarily all at once: sometimes some go round in circles.
        let arrive = |seed: &u64| {
            let [starts, goals] = [(); 2].map(|()| lots(&mut dice, 24, 12));
            steps(drawing, &starts, &goals, *seed, 300).is_some()
        };
        assert!((0..20).filter(arrive).count() >= 15);
    }

    #[test]
    fn a_thousand_agents_push_each_other_along_a_corridor() {
        let drawing = format!("{}\n", ".".repeat(1002));
        let starts: Vec<Place> = (0..1000).collect();
        let goals: Vec<Place> = (2..1002).collect();
        assert_eq!(steps(&drawing, &starts, &goals, 9, 10), Some(2));
    }

    #[test]
    fn given_decisions_are_kept_or_refused() {
        let roadmap = drawn("...\n...\n");
        let mut wishes = ToGoals::new(&roadmap, &[2, 0], true);
        let mut pibt = Pibt::new(&roadmap, 1);
        let mut step = |now: [Place; 2], given: [Place; 2]| {
            let mut next = given;
            pibt.step(&roadmap, &mut wishes, &[0, 1], &now, &mut next).then_some(next)
        };
        let free = Pibt::UNDECIDED;
        assert_eq!(step([0, 1], [3, free]), Some([3, 0]));
        assert_eq!(step([0, 1], [1, 0]), None);
        assert_eq!(step([0, 2], [1, 1]), None);
        assert_eq!(step([0, 1], [0, free]).map(|next| next[0]), Some(0));
        let corridor = step([0, 2], [free, free]);
        assert!(corridor.is_some());
    }
}
