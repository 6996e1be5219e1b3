//! The fleet: tasks go in, and in each timestep a move of every robot comes out.

use std::fmt;

use astride::base::{Budget, NodeId, Random};

use super::distances::{Care, Distances, FAR};
use super::errands::{Assignment, Errands, Task};
use super::error::{FleetError, Kind};
use super::event::Event;
use super::floor::{Action, Floor, Heading};
use super::operation::{Aim, Judge, MOST_SPAN, longest_span};
use super::right_of_way::{RightOfWay, Wants};
use super::traffic::{Learning, Traffic, UNIT};
use crate::roadmap::{NOWHERE, Place};

/// A robot as it is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Robot {
    /// Where it stands.
    pub start: NodeId,
    /// Which way it faces; of no meaning on a floor without turning.
    pub heading: Heading,
}

/// How a fleet decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5. More is better,
    /// slower and takes more memory: 24 bytes for each robot and each way to make the moves. Where a
    /// place has so many neighbours that a robot had more than 8192 ways, they plan fewer timesteps ahead:
    /// 4 moves with 8 neighbours, 2 with 26.
    pub span: usize,
    /// How tasks find robots.
    pub assignment: Assignment,
    /// Whether moves against the stream of traffic get costlier.
    pub learning: Learning,
    /// Decides what is left to chance.
    pub seed: u64,
    /// About how many bytes tables of distances may take: for each goal two for each way to face on
    /// each place if all goals fit so, or else two for each place; then robots foresee the turns
    /// before their next drive only. With less memory steps are slower and lead to other histories.
    pub table_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            span: 4,
            assignment: Assignment::default(),
            learning: Learning::default(),
            seed: 0,
            table_bytes: 1 << 30,
        }
    }
}

/// A robot that has not come nearer for this many timesteps is stuck, until its errand is done. One
/// that has the right of way before all others and does not come nearer for as long loses it again.
const PATIENCE: u32 = 30;

/// Robots that do errands and never collide.
///
/// In each timestep every robot makes one move or waits. No two robots are ever on one place, and no
/// two exchange places; one may follow another at once. A step is right whenever its budget ends:
/// robots hold operations of a few moves that do not collide, and with a budget of nothing each
/// still takes the best one that it gets by right of way. The same calls with the same budgets in
/// expansions give the same history on every machine. A clone is a snapshot.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::fleet::{Fleet, Floor, Heading, Robot, Settings, Task};
///
/// let grid = Drawing::parse("....\n....\n")?.grid;
/// let mover = Mover::walker().neighbours(Neighbours::Four);
/// let floor = Floor::turning(&grid.seen_by(&mover), |node| grid.cell(node));
/// let node = |x, y| grid.node((x, y)).unwrap();
/// let robots = [node(0, 0), node(3, 0)].map(|start| Robot { start, heading: Heading::East });
/// let mut fleet = Fleet::new(floor, &robots, Settings::default())?;
/// let mut tasks = vec![Task { errands: vec![node(3, 1), node(0, 1)] }];
/// while fleet.tasks_done() == 0 {
///     fleet.step(&tasks, &mut Budget::unlimited().expansions(100))?;
///     tasks.clear();
/// }
/// assert!(fleet.timestep() < 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Fleet {
    floor: Floor,
    settings: Settings,
    traffic: Traffic,
    distances: Distances,
    way: RightOfWay,
    errands: Errands,
    /// How each robot gets on with its errand.
    progress: Vec<Progress>,
    is_still: Vec<bool>,
    closed: Vec<bool>,
    aims: Vec<Aim>,
    /// The aims of those that can get there.
    reachable: Vec<Aim>,
    order: Vec<u32>,
    escort: Option<Escort>,
    actions: Vec<Action>,
    events: Vec<Event>,
    dice: Random,
    timestep: u32,
    tasks_done: u64,
    errands_done: u64,
}

/// How near a robot has been to its errand.
#[derive(Clone, Copy, Debug)]
struct Progress {
    nearest: u32,
    /// When it last came nearer, or had the right of way in vain.
    since: u32,
    state: State,
}

/// The robot that was stuck longest and has the right of way before all others.
#[derive(Clone, Copy, Debug)]
struct Escort {
    robot: u32,
    nearest: u32,
    /// When it last came nearer.
    since: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Moving,
    Stuck,
    Unreachable,
}

impl Fleet {
    /// A fleet that has nothing to do yet. O(places + robots).
    ///
    /// # Errors
    ///
    /// If there are more robots than places, a robot stands where nobody can, two stand on one
    /// place, or the span of [`Settings`] is not 3 to 5 where they turn, or else 1 to 5.
    pub fn new(floor: Floor, robots: &[Robot], settings: Settings) -> Result<Self, FleetError> {
        let places = floor.roadmap().place_count();
        if robots.len() > places {
            return Err(FleetError(Kind::TooMany { robots: robots.len(), places }));
        }
        let (least, most) = (if floor.is_turning() { 3 } else { 1 }, MOST_SPAN);
        if !(least..=most).contains(&settings.span) {
            return Err(FleetError(Kind::Span { span: settings.span, least, most }));
        }
        let settings = Settings { span: longest_span(&floor, settings.span), ..settings };
        let mut on = vec![NOWHERE; places];
        let mut poses = Vec::with_capacity(robots.len());
        for (robot, &Robot { start, heading }) in robots.iter().enumerate() {
            let blocked = FleetError(Kind::Blocked { robot, node: start });
            let place = floor.roadmap().place(start).ok_or(blocked)?;
            let other = std::mem::replace(&mut on[place as usize], robot as u32);
            if other != NOWHERE {
                let robots = [other as usize, robot];
                return Err(FleetError(Kind::Shared { robots, node: start }));
            }
            poses.push(floor.pose(place, heading));
        }
        let count = robots.len();
        let progress = Progress { nearest: u32::MAX, since: 0, state: State::Moving };
        Ok(Fleet {
            traffic: Traffic::new(&floor, settings.learning),
            distances: Distances::new(&floor, count, settings.table_bytes),
            way: RightOfWay::new(&floor, &poses, settings.span),
            errands: Errands::new(&floor, count),
            progress: vec![progress; count],
            is_still: vec![false; count],
            closed: vec![false; places],
            aims: vec![Aim::default(); count],
            reachable: vec![Aim::default(); count],
            order: (0..count as u32).collect(),
            escort: None,
            actions: vec![Action::Wait; count],
            events: Vec::new(),
            dice: Random::new(settings.seed),
            timestep: 0,
            tasks_done: 0,
            errands_done: 0,
            floor,
            settings,
        })
    }

    /// Takes new tasks in before the next [`step`](Self::step), as that does; gives the number of the
    /// first. O(errands).
    ///
    /// # Errors
    ///
    /// If a task has no errand or one where nobody can stand; then none is taken in.
    pub fn add(&mut self, tasks: &[Task]) -> Result<u32, FleetError> {
        self.errands.add(&self.floor, tasks)
    }

    /// Takes new tasks in, and moves every robot once; returns what each robot does.
    ///
    /// Tasks are numbered from 0 in the order in which they are handed over. The budget is what may
    /// be spent on better moves than right of way finds; an expansion is one attempt of one robot.
    /// With a budget that has no limit, a step never ends.
    ///
    /// Right of way takes O(robots · operations) in most steps, distances to new errands O(places)
    /// each, and with [`Assignment::Nearest`] each robot that looks for a task up to eight searches
    /// of 4096 places. If the tables of all errands that robots go to, and of those after them, do
    /// not fit into [`Settings::table_bytes`], many are made again in each step, O(places) each.
    /// Tasks are forgotten when they and all before them are done.
    ///
    /// # Errors
    ///
    /// If a task has no errand or one where nobody can stand; then nothing has happened.
    pub fn step(
        &mut self,
        tasks: &[Task],
        budget: &mut Budget<'_>,
    ) -> Result<&[Action], FleetError> {
        self.errands.add(&self.floor, tasks)?;
        self.events.clear();
        self.assign();
        self.rank();
        let Fleet { floor, traffic, distances, way, reachable, order, is_still, .. } = self;
        let mut judge = Judge { floor, traffic, distances, span: self.settings.span };
        let wants = Wants {
            aims: reachable,
            order,
            is_still,
            escorted: self.escort.map(|escort| escort.robot),
        };
        way.decide(&mut judge, &wants, budget, &mut self.dice);
        self.advance();
        Ok(&self.actions)
    }

    fn assign(&mut self) {
        let Fleet { floor, traffic, distances, way, is_still, .. } = self;
        let places: Vec<Place> = way.poses().iter().map(|&pose| floor.place(pose)).collect();
        let steps_left = |robot: u32, goal| {
            distances.cost(floor, traffic, goal, way.poses()[robot as usize], Care::Turns) / UNIT
        };
        let may_work = |robot: u32| !is_still[robot as usize];
        let rule = self.settings.assignment;
        self.errands.assign(floor, rule, &places, may_work, steps_left, &mut self.events);
        for robot in 0..self.aims.len() {
            let aim = self.errands.aim(robot as u32);
            if aim.goal != self.aims[robot].goal {
                if let Some(goal) = aim.goal {
                    self.distances.renew(&self.floor, &self.traffic, goal);
                }
                if self.progress[robot].state == State::Stuck {
                    self.events.push(Event::Freed { robot: robot as u32 });
                }
                let state = State::Moving;
                self.progress[robot] = Progress { nearest: u32::MAX, since: self.timestep, state };
            }
            self.aims[robot] = aim;
        }
    }

    /// Puts robots in order: the one that has been stuck longest; then the nearest to their goals, so
    /// that most is done; those without a goal, and those that have broken down, last.
    fn rank(&mut self) {
        let Fleet { floor, traffic, distances, way, events, timestep, .. } = self;
        let mut keys = vec![(0u8, 0u32); self.aims.len()];
        for (robot, key) in keys.iter_mut().enumerate() {
            self.reachable[robot] = self.aims[robot];
            // Who has broken down must not keep the right of way from those that can use it.
            let goal = self.aims[robot].goal.filter(|_| !self.is_still[robot]);
            let Some(goal) = goal else {
                *key = (2, 0);
                continue;
            };
            distances.touch(goal);
            let left = distances.cost(floor, traffic, goal, way.poses()[robot], Care::Turns);
            let (at, robot) = (robot, robot as u32);
            let progress = &mut self.progress[at];
            if left < progress.nearest && progress.state != State::Stuck {
                *progress = Progress { nearest: left, since: *timestep, state: State::Moving };
            } else if left == FAR && progress.state != State::Unreachable {
                progress.state = State::Unreachable;
                events.push(Event::Unreachable { robot });
            } else if progress.state == State::Moving && *timestep - progress.since > PATIENCE {
                progress.state = State::Stuck;
                events.push(Event::Stuck { robot });
            }
            *key = (1, left);
            if progress.state == State::Unreachable {
                self.reachable[at] = Aim::default();
                *key = (2, 0);
            }
        }
        self.choose_escort(&keys);
        if let Some(Escort { robot, .. }) = self.escort {
            keys[robot as usize] = (0, 0);
        }
        self.order.sort_by_key(|&robot| (keys[robot as usize], robot));
    }

    /// Lets one robot that is stuck have the right of way until its errand is done. If that is no use,
    /// it is the turn of another one, which may have to leave a dead end first.
    fn choose_escort(&mut self, keys: &[(u8, u32)]) {
        let is_stuck = |progress: &[Progress], robot: u32| {
            progress[robot as usize].state == State::Stuck && keys[robot as usize].0 == 1
        };
        let since = self.timestep;
        self.escort = self.escort.take().filter(|escort| is_stuck(&self.progress, escort.robot));
        if let Some(escort) = &mut self.escort {
            let nearest = keys[escort.robot as usize].1;
            if nearest < escort.nearest {
                *escort = Escort { nearest, since, ..*escort };
            } else if since - escort.since > PATIENCE {
                self.progress[escort.robot as usize].since = since;
                self.escort = None;
            }
        }
        if self.escort.is_none() {
            let robots = 0..keys.len() as u32;
            let stuck = robots.filter(|&robot| is_stuck(&self.progress, robot));
            let longest = stuck.min_by_key(|&robot| self.progress[robot as usize].since);
            let escort = |robot| Escort { robot, nearest: keys[robot as usize].1, since };
            self.escort = longest.map(escort);
        }
    }

    fn advance(&mut self) {
        let Fleet { floor, traffic, way, errands, events, .. } = self;
        for robot in 0..self.actions.len() {
            let (from, to) = (way.poses()[robot], way.next(robot));
            traffic.see(floor, from, to);
            self.actions[robot] = floor.action(from, to);
        }
        traffic.end_step();
        way.advance(floor);
        self.timestep += 1;
        for robot in 0..self.actions.len() {
            let place = floor.place(way.poses()[robot]);
            let is_done = !self.is_still[robot] && errands.arrive(robot as u32, place, events);
            self.errands_done += u64::from(is_done);
            if is_done && matches!(events.last(), Some(Event::TaskDone { .. })) {
                self.tasks_done += 1;
            }
        }
    }

    /// What happened in the last step, in this order: tasks handed out, robots stuck or freed,
    /// errands done.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many steps were made.
    pub fn timestep(&self) -> u32 {
        self.timestep
    }

    /// How many robots there are.
    pub fn robot_count(&self) -> usize {
        self.actions.len()
    }

    /// What they drive on.
    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    /// Where a robot is, and which way it faces.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn robot(&self, robot: u32) -> Robot {
        let pose = self.way.poses()[robot as usize];
        let start = self.floor.roadmap().node(self.floor.place(pose));
        Robot { start, heading: self.floor.heading(pose) }
    }

    /// Where a robot goes at present, if anywhere.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn goal(&self, robot: u32) -> Option<NodeId> {
        self.errands.aim(robot).goal.map(|place| self.floor.roadmap().node(place))
    }

    /// How many tasks are done.
    pub fn tasks_done(&self) -> u64 {
        self.tasks_done
    }

    /// How many errands are done, those of tasks that are not done included.
    pub fn errands_done(&self) -> u64 {
        self.errands_done
    }

    /// How many tasks nobody does. O(tasks handed over and not begun).
    pub fn tasks_waiting(&self) -> usize {
        self.errands.waiting()
    }

    /// A robot breaks down where it stands: it does not move, and the others drive round it. A task
    /// that it has not begun goes to another, as [`events`](Self::events) says until the next step;
    /// one that it has begun waits for it.
    ///
    /// # Errors
    ///
    /// If there is no such robot.
    pub fn disable(&mut self, robot: u32) -> Result<(), FleetError> {
        self.set_still(robot, true)
    }

    /// A robot that had broken down works again.
    ///
    /// # Errors
    ///
    /// If there is no such robot.
    pub fn enable(&mut self, robot: u32) -> Result<(), FleetError> {
        self.set_still(robot, false)
    }

    fn set_still(&mut self, robot: u32, is_still: bool) -> Result<(), FleetError> {
        let (at, robots) = (robot as usize, self.is_still.len());
        if at >= robots {
            return Err(FleetError(Kind::NoRobot { robot: at, robots }));
        }
        if self.is_still[at] != is_still {
            self.is_still[at] = is_still;
            let place = self.floor.place(self.way.poses()[at]);
            if is_still {
                self.floor.close(place);
                self.errands.withdraw(robot, &mut self.events);
            } else {
                self.floor.open(place);
            }
            self.begin_again();
        }
        Ok(())
    }

    /// Nobody may enter a place from now on; a robot that stands there may leave.
    ///
    /// # Errors
    ///
    /// If the node is no place of the floor.
    pub fn close(&mut self, node: NodeId) -> Result<(), FleetError> {
        self.set_closed(node, true)
    }

    /// A place that was closed may be entered again.
    ///
    /// # Errors
    ///
    /// If the node is no place of the floor.
    pub fn open(&mut self, node: NodeId) -> Result<(), FleetError> {
        self.set_closed(node, false)
    }

    fn set_closed(&mut self, node: NodeId, is_closed: bool) -> Result<(), FleetError> {
        let place = self.floor.roadmap().place(node).ok_or(FleetError(Kind::NoPlace { node }))?;
        let known = &mut self.closed[place as usize];
        if *known != is_closed {
            *known = is_closed;
            if is_closed {
                self.floor.close(place)
            } else {
                self.floor.open(place)
            }
            self.begin_again();
        }
        Ok(())
    }

    /// After the floor has changed: all distances and operations may be wrong.
    fn begin_again(&mut self) {
        self.distances.clear();
        self.way.stop_all(&self.floor);
        self.escort = None;
        for progress in &mut self.progress {
            *progress = Progress { nearest: u32::MAX, since: self.timestep, state: State::Moving };
        }
    }

    /// One number for the timestep, where each robot is and goes, the dice and the tasks done: two
    /// runs can be compared by it. What robots hold, tasks that wait and traffic are not in it.
    pub fn digest(&self) -> u64 {
        let mut digest = u64::from(self.timestep);
        let mut add = |value: u64| digest = Random::new(digest ^ value).next();
        add(self.dice.state());
        for robot in 0..self.robot_count() {
            add(self.way.poses()[robot].into());
            add(self.aims[robot].goal.map_or(u64::MAX, u64::from));
        }
        add(self.tasks_done);
        digest
    }
}

impl fmt::Debug for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Fleet");
        told.field("robots", &self.robot_count()).field("timestep", &self.timestep);
        told.field("tasks_done", &self.tasks_done).finish_non_exhaustive()
    }
}
