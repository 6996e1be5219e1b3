//! Tasks, and which robot does which: errands in order, assigned and sometimes withdrawn.

use std::collections::VecDeque;

use astride::base::NodeId;

use super::error::{FleetError, Kind};
use super::event::Event;
use super::floor::Floor;
use super::judge::Aim;
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
}

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
    /// robots can, and `steps_left` how far a robot still is from the first errand of its task.
    pub(super) fn assign(
        &mut self,
        floor: &Floor,
        rule: Assignment,
        places: &[Place],
        mut may_work: impl FnMut(u32) -> bool,
        mut steps_left: impl FnMut(u32, Place) -> u32,
        events: &mut Vec<Event>,
    ) {
        for robot in 0..self.duties.len() as u32 {
            if self.duties[robot as usize].is_some() || !may_work(robot) {
                continue;
            }
            match rule {
                Assignment::InOrder => {
                    let Some(task) = self.longest_waiting() else { return };
                    self.give(task, robot, events);
                }
                Assignment::Nearest => {
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
        if self.queue.len() > 2 * self.unbegun_count + 64 {
            let mut queue = std::mem::take(&mut self.queue);
            queue.retain(|&task| self.is_waiting(task));
            self.queue = queue;
        }
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
            events.push(Event::TaskDone { robot, task });
            self.forget(task);
        }
        true
    }

    /// Takes a task away that a robot has not begun, if it has one: it waits again.
    pub(super) fn withdraw(&mut self, robot: u32, events: &mut Vec<Event>) {
        if let Some(Duty { task, done: 0 }) = self.duties[robot as usize] {
            self.duties[robot as usize] = None;
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
