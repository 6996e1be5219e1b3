//! The fleet: tasks go in, and in each timestep a move of every robot comes out.

use std::fmt;

use astride::base::{Budget, NodeId, Random};

use super::distances::{Care, Distances, FAR};
use super::errands::{Assignment, Errands, Task};
use super::error::{FleetError, Kind};
use super::event::Event;
use super::floor::{Action, Floor, Heading};
use super::judge::{Aim, Desk, Judge, horizon};
use super::menu::Menus;
use super::operation::{MOST_SPAN, longest_span};
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
    /// slower and takes more memory: 8 bytes for each robot and each way to make the moves. Where a
    /// place has so many neighbours that a robot had more than 8192 ways, they plan fewer timesteps ahead:
    /// 4 moves with 8 neighbours, 2 with 26.
    ///
    /// `None` is as many as fleets of this size have time for: where robots turn 5 moves for up to
    /// 1000 robots, 4 for up to 5000 and 3 for more, but at most 4 where more than three quarters of all
    /// places are taken; elsewhere 4.
    pub span: Option<usize>,
    /// How tasks find robots.
    pub assignment: Assignment,
    /// Whether moves against the stream of traffic get costlier.
    pub learning: Learning,
    /// Decides what is left to chance.
    pub seed: u64,
    /// About how many bytes tables of distances may take: for each goal two for each way to face on
    /// each place if all goals fit so, or else two for each place; then robots foresee the turns
    /// before their next drive only. With less memory steps are slower and lead to other histories.
    /// The operations that robots choose from take up to a quarter of it more.
    pub table_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            span: None,
            assignment: Assignment::default(),
            learning: Learning::default(),
            seed: 0,
            table_bytes: 1 << 30,
        }
    }
}

/// Before robots move, distances are worked out over this many slices of places, which takes some ten
/// milliseconds; whatever is missing then comes after the moves.
const SLICES: u32 = 256;

/// A robot that has not come nearer for this many timesteps is stuck, until its errand is done. One
/// that has the right of way before all others and does not come nearer for as long loses it again.
const PATIENCE: u32 = 30;

/// Robots that do errands and never collide.
///
/// In each timestep every robot makes one move or waits. No two robots are ever on one place, and no
/// two exchange places; one may follow another at once. A step is right whenever its budget ends:
/// robots hold operations of a few moves that do not collide, and with no expansions each still
/// takes the best one that it gets by right of way. The same calls with the same budgets in
/// expansions give the same history on every machine. A clone is a snapshot.
///
/// A deadline ends a step wherever it is, and what is missing is made up for in the next steps: a
/// robot without a task gets one, one whose distances are not known waits, and one for which there was
/// no time keeps the rest of its operation and comes first in the next step. Without a deadline, too,
/// robots wait a step where many distances have to be worked out at once.
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
    span: usize,
    traffic: Traffic,
    distances: Distances,
    menus: Menus,
    desk: Desk,
    way: RightOfWay,
    errands: Errands,
    /// How each robot gets on with its errand.
    progress: Vec<Progress>,
    is_still: Vec<bool>,
    closed: Vec<bool>,
    aims: Vec<Aim>,
    /// The aims of those that can get there and know how far it is; the goal after the present one only
    /// where an operation may lead to it.
    reachable: Vec<Aim>,
    /// The first robot whose distances the next step looks at.
    first_prepared: usize,
    order: Vec<u32>,
    escort: Option<Escort>,
    actions: Vec<Action>,
    events: Vec<Event>,
    dice: Random,
    timestep: u32,
    tasks_done: u64,
    errands_done: u64,
}

/// How many moves robots think ahead unless they are told. What a step costs grows with the ways to
/// make the moves (31, 88 and 249 for 3, 4 and 5 moves with turns), and with the robots that have to
/// make room for one.
fn usual_span(floor: &Floor, robots: usize) -> usize {
    let is_crowded = 4 * robots > 3 * floor.roadmap().place_count();
    match robots {
        _ if !floor.is_turning() => 4,
        0..=1000 if !is_crowded => 5,
        0..=5000 => 4,
        _ => 3,
    }
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
        let span = settings.span.unwrap_or_else(|| usual_span(&floor, robots.len()));
        if !(least..=most).contains(&span) {
            return Err(FleetError(Kind::Span { span, least, most }));
        }
        let span = longest_span(&floor, span);
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
            menus: Menus::new(&floor, span, settings.table_bytes / 4),
            desk: Desk::default(),
            way: RightOfWay::new(&floor, &poses, span),
            errands: Errands::new(&floor, count),
            progress: vec![progress; count],
            is_still: vec![false; count],
            closed: vec![false; places],
            aims: vec![Aim::default(); count],
            reachable: vec![Aim::default(); count],
            first_prepared: 0,
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
            span,
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
    /// Tasks are numbered from 0 in the order in which they are handed over. Expansions are what may
    /// be spent on better moves than right of way finds; one is an attempt of one robot. A deadline
    /// holds for all of the step: it is looked at between pieces of work, and after it the moves are
    /// made, O(robots). With a budget that has no limit, a step never ends.
    ///
    /// Right of way takes O(robots · operations) in most steps, distances to new errands O(places)
    /// each, and with [`Assignment::Nearest`] each robot that looks for a task up to eight searches
    /// of 4096 places. If the tables of all errands that robots go to, and of those after them, do
    /// not fit into [`Settings::table_bytes`], many are made again in each step, O(places) each,
    /// whatever the deadline. Tasks are forgotten when they and all before them are done.
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
        self.assign(budget);
        self.reachable.fill(Aim::default());
        let is_prepared = self.prepare(budget, SLICES, true);
        self.rank();
        let (way, mut judge, wants, _) = self.parts();
        way.decide(&mut judge, &wants, budget);
        if !is_prepared {
            self.prepare(budget, u32::MAX, false);
        }
        let (way, mut judge, wants, dice) = self.parts();
        way.improve(&mut judge, &wants, budget, dice);
        self.advance();
        Ok(&self.actions)
    }

    /// What decides on moves, and what it needs for that.
    fn parts(&mut self) -> (&mut RightOfWay, Judge<'_>, Wants<'_>, &mut Random) {
        let Fleet { floor, traffic, distances, menus, desk, way, dice, .. } = self;
        let judge = Judge { floor, traffic, distances, menus, desk, span: self.span };
        let wants = Wants {
            aims: &self.reachable,
            order: &self.order,
            is_still: &self.is_still,
            escorted: self.escort.map(|escort| escort.robot),
        };
        (way, judge, wants, dice)
    }

    fn assign(&mut self, budget: &mut Budget<'_>) {
        let Fleet { floor, traffic, distances, way, is_still, .. } = self;
        let places: Vec<Place> = way.poses().iter().map(|&pose| floor.place(pose)).collect();
        let steps_left = |robot: u32, goal| {
            distances.cost(floor, traffic, goal, way.poses()[robot as usize], Care::Turns) / UNIT
        };
        let mut is_late = false;
        let may_work = |robot: u32| {
            // Who gets nothing now because time is up gets something in the next step.
            is_late = is_late || budget.interrupted().is_some();
            !is_late && !is_still[robot as usize]
        };
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

    /// Works out how far robots have to go, over about this many slices of places and as long as time
    /// allows; returns whether all is known. What is known in time for the moves of this step
    /// (`is_in_time`), now or since earlier steps, gives robots their goals; the others have none in
    /// this step.
    fn prepare(&mut self, budget: &mut Budget<'_>, mut slices: u32, is_in_time: bool) -> bool {
        let Fleet { floor, traffic, distances, way, reachable, .. } = self;
        let (count, first) = (self.aims.len(), self.first_prepared);
        let horizon = horizon(self.span);
        let mut may_go_on = || {
            let may = slices > 0 && budget.interrupted().is_none();
            slices = slices.saturating_sub(1);
            may
        };
        let mut is_all = true;
        for at in 0..count {
            let robot = (first + at) % count;
            let Some(goal) = self.aims[robot].goal.filter(|_| !self.is_still[robot]) else {
                continue;
            };
            let pose = way.poses()[robot];
            // When the slices are used up, the others go on with what is at hand.
            let mut is_ready = |distances: &mut Distances, goal, pose| match is_all {
                true => distances.prepare(floor, traffic, goal, pose, &mut may_go_on),
                false => distances.is_at_hand(floor, goal, pose),
            };
            if !is_ready(distances, goal, pose) {
                if is_all {
                    // Memory may not suffice for all of them, so the next time begins with this one.
                    self.first_prepared = robot;
                    is_all = false;
                }
                if !is_in_time {
                    break;
                }
                continue;
            }
            let mut aim = Aim { goal: Some(goal), next: None };
            if let Some(next) = self.aims[robot].next
                && distances.cost(floor, traffic, goal, pose, Care::Rough) <= horizon
            {
                let mut poses = floor.poses(goal);
                aim.next = poses.all(|from| is_ready(distances, next, from)).then_some(next);
            }
            if is_in_time {
                reachable[robot] = aim;
            }
        }
        is_all
    }

    /// Puts robots in order: the one that has been stuck longest; then the nearest to their goals, so
    /// that most is done; those without a goal, and those that have broken down, last.
    fn rank(&mut self) {
        let Fleet { floor, traffic, distances, way, events, timestep, .. } = self;
        let mut keys = vec![(0u8, 0u32); self.aims.len()];
        for (robot, key) in keys.iter_mut().enumerate() {
            // Who has broken down must not keep the right of way from those that can use it.
            let Some(goal) = self.reachable[robot].goal else {
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

    /// How many moves robots think ahead.
    pub fn span(&self) -> usize {
        self.span
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
            self.begin_again(place);
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
            self.begin_again(place);
        }
        Ok(())
    }

    /// After a place was closed or opened: distances and operations over it may be wrong.
    fn begin_again(&mut self, place: Place) {
        self.distances.edit(&self.floor, &self.traffic, place);
        self.menus.edit(&self.floor, place);
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
