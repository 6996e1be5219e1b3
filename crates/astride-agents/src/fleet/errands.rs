//! Tasks, and which robot does which: errands in order, assigned and sometimes withdrawn.

use std::collections::VecDeque;

use astride::base::NodeId;
use astride::planner::{self, CostMatrix};

use super::distances::FAR;
use super::error::{FleetError, Kind};
use super::event::Event;
use super::floor::Floor;
use super::judge::Aim;
use super::traffic::UNIT;
use crate::roadmap::Place;

/// Places that one robot has to visit, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Where it has to be, one after the other; at least one.
    pub errands: Vec<NodeId>,
}

/// How tasks find robots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// A robot that has nothing to do takes the task that waits longest.
    InOrder,
    /// It takes the nearest one, also from a robot that is farther away and has not begun it; at
    /// most eight robots change their task for one that has none. If there is none on the 4096
    /// nearest places, and it can reach more, it takes the task that waits longest.
    #[default]
    Nearest,
    /// Whenever a task is new or a robot has nothing to do, all tasks that nobody has begun are
    /// shared out again among all robots that have begun none: as many robots as possible get a
    /// task, and their ways to the first errands are the shortest in total; of equally short ways,
    /// each robot keeps its task where it can. At most 262 144 pairs of a robot and a task are
    /// compared; if there are more, the newest tasks are left out, and where more than 512 robots
    /// have begun no task, [`Nearest`](Self::Nearest) decides.
    ///
    /// Each of these tasks needs a table of distances, and no deadline interrupts the sharing out.
    LeastTotal,
}

/// With [`Assignment::LeastTotal`] at most this many pairs of a robot and a task are compared.
const MOST_PAIRS: usize = 1 << 18;

/// This many robots change their task, one after the other, for one that has none.
const MOST_CHANGES: u32 = 8;

/// The nearest task is looked for on this many places.
const MOST_PLACES: usize = 4096;

/// A task is taken from a robot that is more than this many steps farther away.
const MARGIN: u32 = 4;

/// All tasks, and who does what.
#[derive(Clone, Debug)]
pub(super) struct Errands {
    /// Tasks from the oldest one on that is not done; those that are done have no errands any more.
    tasks: VecDeque<Known>,
    /// How many tasks were there before them.
    forgotten: u32,
    /// Tasks that wait, and may be in it no longer if somebody took them out of order.
    queue: VecDeque<u32>,
    /// What each robot does.
    duties: Vec<Option<Duty>>,
    /// Tasks that nobody has begun, by the place of their first errand.
    unbegun: Vec<Vec<u32>>,
    unbegun_count: usize,
    /// Whether a task is new, or a robot has ended or lost one, since tasks were shared out.
    has_changed: bool,
    /// For searches from a robot: in which round a place was met, and the places met.
    met: Vec<u64>,
    round: u64,
    ring: Vec<(Place, u32)>,
}

/// Where the errands of a task are, and the robot that does it.
#[derive(Clone, Debug)]
struct Known {
    places: Vec<Place>,
    owner: Option<u32>,
}

/// A task that a robot does, and how many of its errands are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Duty {
    task: u32,
    done: u32,
}

impl Errands {
    pub(super) fn new(floor: &Floor, robots: usize) -> Self {
        let places = floor.roadmap().place_count();
        Errands {
            tasks: VecDeque::new(),
            forgotten: 0,
            queue: VecDeque::new(),
            duties: vec![None; robots],
            unbegun: vec![Vec::new(); places],
            unbegun_count: 0,
            has_changed: false,
            met: vec![0; places],
            round: 0,
            ring: Vec::new(),
        }
    }

    /// Takes tasks in, all or none; the number of the first.
    pub(super) fn add(&mut self, floor: &Floor, tasks: &[Task]) -> Result<u32, FleetError> {
        let first = self.forgotten as usize + self.tasks.len();
        let places = |(at, task): (usize, &Task)| {
            let number = first + at;
            if task.errands.is_empty() {
                return Err(FleetError(Kind::NoErrand { task: number }));
            }
            let place = |(errand, &node): (usize, &NodeId)| {
                let blocked = Kind::BlockedErrand { task: number, errand, node };
                floor.roadmap().place(node).ok_or(FleetError(blocked))
            };
            task.errands.iter().enumerate().map(place).collect()
        };
        let new: Vec<Vec<Place>> =
            tasks.iter().enumerate().map(places).collect::<Result<_, _>>()?;
        self.has_changed |= !new.is_empty();
        for places in new {
            let task = self.forgotten + self.tasks.len() as u32;
            self.unbegun[places[0] as usize].push(task);
            self.unbegun_count += 1;
            self.queue.push_back(task);
            self.tasks.push_back(Known { places, owner: None });
        }
        Ok(first as u32)
    }

    /// How many tasks nobody does.
    pub(super) fn waiting(&self) -> usize {
        self.queue.iter().filter(|&&task| self.is_waiting(task)).count()
    }

    /// What is known of a task, `None` if it was forgotten.
    fn known(&self, task: u32) -> Option<&Known> {
        self.tasks.get(task.checked_sub(self.forgotten)? as usize)
    }

    fn is_waiting(&self, task: u32) -> bool {
        self.known(task).is_some_and(|known| known.owner.is_none())
    }

    fn set_owner(&mut self, task: u32, owner: Option<u32>) {
        let at = task - self.forgotten;
        self.tasks[at as usize].owner = owner;
    }

    /// Forgets a task that is done.
    fn forget(&mut self, task: u32) {
        self.tasks[(task - self.forgotten) as usize].places = Vec::new();
        while self.tasks.front().is_some_and(|known| known.places.is_empty()) {
            self.tasks.pop_front();
            self.forgotten += 1;
        }
    }

    /// Where a robot goes.
    pub(super) fn aim(&self, robot: u32) -> Aim {
        let Some(Duty { task, done }) = self.duties[robot as usize] else { return Aim::default() };
        let places = self.known(task).map_or(&[][..], |known| &known.places);
        let at = |errand: u32| places.get(errand as usize).copied();
        Aim { goal: at(done), next: at(done + 1) }
    }

    /// Gives tasks to all robots that have none, as long as there are some. `may_work` says which
    /// robots can, and `steps_left` how far a robot still is from the first errand of a task.
    pub(super) fn assign(
        &mut self,
        floor: &Floor,
        rule: Assignment,
        places: &[Place],
        mut may_work: impl FnMut(u32) -> bool,
        mut steps_left: impl FnMut(u32, Place) -> u32,
        events: &mut Vec<Event>,
    ) {
        if rule == Assignment::LeastTotal && self.share_out(&mut may_work, &mut steps_left, events)
        {
            return;
        }
        for robot in 0..self.duties.len() as u32 {
            if self.duties[robot as usize].is_some() || !may_work(robot) {
                continue;
            }
            match rule {
                Assignment::InOrder => {
                    let Some(task) = self.longest_waiting() else { return };
                    self.give(task, robot, events);
                }
                Assignment::Nearest | Assignment::LeastTotal => {
                    let mut idle = robot;
                    for _ in 0..MOST_CHANGES {
                        let from = places[idle as usize];
                        let Some(task) = self.nearest(floor, idle, from, &mut steps_left) else {
                            break;
                        };
                        let owner = self.known(task).and_then(|known| known.owner);
                        if let Some(owner) = owner {
                            self.duties[owner as usize] = None;
                            events.push(Event::Withdrawn { robot: owner, task });
                        }
                        self.give(task, idle, events);
                        let Some(owner) = owner else { break };
                        idle = owner;
                    }
                }
            }
        }
        self.shrink_queue();
    }

    /// Takes tasks out of the queue that wait no longer, if they are many.
    fn shrink_queue(&mut self) {
        if self.queue.len() > 2 * self.unbegun_count + 64 {
            let mut queue = std::mem::take(&mut self.queue);
            queue.retain(|&task| self.is_waiting(task));
            self.queue = queue;
        }
    }

    /// Shares out all tasks that nobody has begun, so that the ways to them are the shortest in
    /// total; returns whether that could be done, as it cannot for many robots.
    fn share_out(
        &mut self,
        may_work: &mut impl FnMut(u32) -> bool,
        steps_left: &mut impl FnMut(u32, Place) -> u32,
        events: &mut Vec<Event>,
    ) -> bool {
        let is_free = |duty: &Option<Duty>| duty.is_none_or(|duty| duty.done == 0);
        let robots = 0..self.duties.len() as u32;
        let robots: Vec<u32> = robots
            .filter(|&robot| is_free(&self.duties[robot as usize]) && may_work(robot))
            .collect();
        if robots.len() * robots.len() > MOST_PAIRS {
            return false;
        }
        let is_idle = |&robot: &u32| self.duties[robot as usize].is_none();
        let is_due = self.has_changed || (robots.iter().any(is_idle) && self.waiting() > 0);
        if robots.is_empty() || !is_due {
            return true;
        }
        // Tasks of others stay with them: those that have been begun, and those of robots that have
        // broken down or for which there is no time. Tasks that are done have no places any more.
        let open = |(task, known): (u32, &Known)| {
            let is_open = known.owner.is_none_or(|owner| robots.binary_search(&owner).is_ok());
            known.places.first().filter(|_| is_open).map(|&place| (task, place))
        };
        let tasks = (self.forgotten..).zip(&self.tasks).filter_map(open);
        let tasks: Vec<(u32, Place)> = tasks.take(MOST_PAIRS / robots.len()).collect();
        // Task by task, so that where memory is short each table is still computed only once.
        let mut steps = Vec::with_capacity(tasks.len() * robots.len());
        for &(_, place) in &tasks {
            steps.extend(robots.iter().map(|&robot| steps_left(robot, place)));
        }
        // A step more of the total counts more than all robots that would keep their tasks.
        let keeping = robots.len() as u64 + 1;
        let cost = |robot: usize, task: usize| {
            let steps = steps[task * robots.len() + robot];
            let is_kept =
                self.duties[robots[robot] as usize].is_some_and(|duty| duty.task == tasks[task].0);
            let cost = u64::from(steps) * keeping + u64::from(!is_kept);
            (steps < FAR / UNIT).then_some(cost)
        };
        let Ok(costs) = CostMatrix::from_fn(robots.len(), tasks.len(), cost) else { return false };
        let shared = planner::Assignment::least_sum(&costs);
        let given = shared.targets().iter().map(|&target| target.map(|target| tasks[target].0));
        let changed: Vec<(u32, Option<u32>)> = robots
            .iter()
            .copied()
            .zip(given)
            .filter(|&(robot, task)| self.duties[robot as usize].map(|duty| duty.task) != task)
            .collect();
        for &(robot, _) in &changed {
            self.withdraw(robot, events);
        }
        for (robot, task) in changed {
            if let Some(task) = task {
                self.give(task, robot, events);
            }
        }
        self.has_changed = false;
        self.shrink_queue();
        true
    }

    fn longest_waiting(&mut self) -> Option<u32> {
        while let Some(&task) = self.queue.front() {
            if self.is_waiting(task) {
                return Some(task);
            }
            self.queue.pop_front();
        }
        None
    }

    fn give(&mut self, task: u32, robot: u32, events: &mut Vec<Event>) {
        self.set_owner(task, Some(robot));
        self.duties[robot as usize] = Some(Duty { task, done: 0 });
        events.push(Event::Assigned { robot, task });
    }

    /// The nearest task of a robot that nobody does, or that somebody farther away has not begun; the
    /// one that waits longest if none is among the nearest places and there are more.
    fn nearest(
        &mut self,
        floor: &Floor,
        robot: u32,
        from: Place,
        steps_left: &mut impl FnMut(u32, Place) -> u32,
    ) -> Option<u32> {
        if self.unbegun_count == 0 {
            return None;
        }
        self.round += 1;
        self.ring.clear();
        self.ring.push((from, 0));
        self.met[from as usize] = self.round;
        let mut at = 0;
        while let Some(&(place, steps)) = self.ring.get(at) {
            if at == MOST_PLACES {
                return self.longest_waiting();
            }
            at += 1;
            for &task in &self.unbegun[place as usize] {
                let is_better = match self.known(task).and_then(|known| known.owner) {
                    None => true,
                    // Both are measured alike, with turns, or they would take it from each other again
                    // and again. The steps without turns are known already and rule most owners out.
                    Some(owner) => {
                        let left = steps_left(owner, place);
                        left > steps + MARGIN && left > steps_left(robot, place) + MARGIN
                    }
                };
                if is_better {
                    return Some(task);
                }
            }
            for &next in floor.roadmap().neighbours(place) {
                if self.met[next as usize] != self.round && !floor.is_closed(next) {
                    self.met[next as usize] = self.round;
                    self.ring.push((next, steps + 1));
                }
            }
        }
        None
    }

    /// Notes that a robot has come to a place: an errand may be done.
    pub(super) fn arrive(&mut self, robot: u32, place: Place, events: &mut Vec<Event>) -> bool {
        let Some(Duty { task, done }) = self.duties[robot as usize] else { return false };
        let Some(Known { places, .. }) = self.known(task) else { return false };
        if places.get(done as usize) != Some(&place) {
            return false;
        }
        let is_last = done as usize + 1 == places.len();
        if done == 0 {
            let list = &mut self.unbegun[place as usize];
            list.retain(|&other| other != task);
            self.unbegun_count -= 1;
        }
        events.push(Event::ErrandDone { robot, task, errand: done });
        self.duties[robot as usize] = (!is_last).then_some(Duty { task, done: done + 1 });
        if is_last {
            self.has_changed = true;
            events.push(Event::TaskDone { robot, task });
            self.forget(task);
        }
        true
    }

    /// Takes a task away that a robot has not begun, if it has one: it waits again.
    pub(super) fn withdraw(&mut self, robot: u32, events: &mut Vec<Event>) {
        if let Some(Duty { task, done: 0 }) = self.duties[robot as usize] {
            self.duties[robot as usize] = None;
            self.has_changed = true;
            self.set_owner(task, None);
            // It may still stand in the queue, since nobody takes it out before its turn.
            self.queue.retain(|&other| other != task);
            self.queue.push_front(task);
            events.push(Event::Withdrawn { robot, task });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::floor::tests::drawn;

    #[test]
    fn two_robots_as_far_away_do_not_take_a_task_from_each_other() {
        let floor = drawn(".......\n", true);
        let mut errands = Errands::new(&floor, 2);
        errands.add(&floor, &[Task { errands: vec![floor.roadmap().node(3)] }]).unwrap();
        let (places, rule) = ([0, 6], Assignment::Nearest);
        let mut events = Vec::new();
        let mut assign = |left: [u32; 2], events: &mut Vec<Event>| {
            let steps_left = |robot: u32, _| left[robot as usize];
            errands.assign(&floor, rule, &places, |_| true, steps_left, events);
        };
        // Both are three places away, and turn for long before they drive.
        assign([9, 9], &mut events);
        assert_eq!(events, [Event::Assigned { robot: 0, task: 0 }]);
        events.clear();
        assign([9, 4], &mut events);
        let [withdrawn, given] =
            [Event::Withdrawn { robot: 0, task: 0 }, Event::Assigned { robot: 1, task: 0 }];
        assert_eq!(events, [withdrawn, given]);
    }

    /// The least total over all ways to share tasks out, with as many robots as can get one.
    fn least_total(left: &[Vec<u32>], tasks: &mut Vec<usize>) -> (usize, u32) {
        let Some((first, others)) = left.split_first() else { return (0, 0) };
        let mut best = least_total(others, tasks);
        for at in 0..tasks.len() {
            let task = tasks.swap_remove(at);
            if first[task] < FAR / UNIT {
                let (count, total) = least_total(others, tasks);
                let with = (count + 1, total + first[task]);
                if with.0 > best.0 || (with.0 == best.0 && with.1 < best.1) {
                    best = with;
                }
            }
            tasks.push(task);
            let last = tasks.len() - 1;
            tasks.swap(at, last);
        }
        best
    }

    #[test]
    fn tasks_are_shared_out_at_the_least_total_and_kept_where_that_is_no_longer() {
        let floor = drawn(".....\n.....\n", false);
        let mut dice = astride::base::Random::new(5);
        for round in 0..200 {
            let [robots, tasks] = [1 + dice.below(5) as usize, 1 + dice.below(6) as usize];
            let mut left = vec![vec![0; tasks]; robots];
            for steps in left.iter_mut().flatten() {
                *steps = if dice.below(5) == 0 { FAR / UNIT } else { dice.below(8) };
            }
            let mut errands = Errands::new(&floor, robots);
            let task = |place| Task { errands: vec![floor.roadmap().node(place as Place)] };
            errands.add(&floor, &(0..tasks).map(task).collect::<Vec<_>>()).unwrap();
            let places: Vec<Place> = (0..robots as Place).collect();
            let assign = |errands: &mut Errands, left: &[Vec<u32>]| {
                let mut events = Vec::new();
                let steps_left = |robot: u32, place: Place| left[robot as usize][place as usize];
                let rule = Assignment::LeastTotal;
                errands.assign(&floor, rule, &places, |_| true, steps_left, &mut events);
                events
            };
            let total = |errands: &Errands| {
                let given = errands.duties.iter().enumerate();
                let given = given
                    .filter_map(|(robot, duty)| Some(left[robot][duty.as_ref()?.task as usize]));
                (given.clone().count(), given.sum::<u32>())
            };
            assign(&mut errands, &left);
            let best = least_total(&left, &mut (0..tasks).collect());
            assert_eq!(total(&errands), best, "round {round}: {left:?}");
            // A task that nobody can get to makes nobody change.
            errands.add(&floor, &[task(tasks)]).unwrap();
            let far: Vec<Vec<u32>> =
                left.iter().map(|row| [&row[..], &[FAR / UNIT]].concat()).collect();
            assert_eq!(assign(&mut errands, &far), [], "round {round}");
        }
    }

    #[test]
    fn tasks_that_are_done_are_forgotten() {
        let floor = drawn("...\n", false);
        let mut errands = Errands::new(&floor, 2);
        let node = |place| floor.roadmap().node(place);
        let task = |place| Task { errands: vec![node(place)] };
        let mut events = Vec::new();
        errands.add(&floor, &[task(0), task(1), task(2)]).unwrap();
        let mut assign = |errands: &mut Errands| {
            let rule = Assignment::InOrder;
            errands.assign(&floor, rule, &[0, 1], |_| true, |_, _| 0, &mut events);
        };
        assign(&mut errands);
        assert!(errands.arrive(1, 1, &mut Vec::new()));
        assert_eq!((errands.tasks.len(), errands.forgotten), (3, 0), "the oldest is not done");
        assert!(errands.arrive(0, 0, &mut Vec::new()));
        assert_eq!((errands.tasks.len(), errands.forgotten), (1, 2));
        assign(&mut errands);
        assert_eq!(errands.aim(0).goal, Some(2), "tasks keep their numbers");
        errands.add(&floor, &[task(1)]).unwrap();
        assert_eq!((errands.tasks.len(), errands.waiting()), (2, 1));
    }
}
