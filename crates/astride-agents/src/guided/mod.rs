//! A crowd whose units are guided: each follows a path of its own, from any method, or a distance
//! field that it shares with others.
//!
//! A [`GuidedCrowd`] is a layer on a [`Crowd`]: it finds a path and gives the crowd one turning point
//! after the other; the crowd walks there, around others, and never lets two overlap. Requests for
//! paths wait in one queue and are answered within a budget, so that thousands of orders cost no
//! frame more than it can spend. Terrain costs matter to paths, and edits of the map make units ask
//! again.

mod cells;
mod edits;
mod orders;
mod readings;
mod requests;
mod routes;
mod walking;

use astride::base::{Cell, CellRect, NodeId, Random, Vec2};
use astride::shapes::square::GridView;

use crate::crowd::{Body, Crowd, CrowdError, Mode, Point};

pub(crate) use orders::CONTENT;
pub use orders::Lead;
pub use routes::{JumpRoutes, Routes};

use cells::nearest_free;
pub(crate) use cells::square;
use requests::{NO_FIELD, Requests};

/// Stands for "none" among nodes.
pub(crate) const NONE: u32 = u32::MAX;

/// Memory for distances between turning points; they are short, and quickly computed again.
const FIELD_BYTES: usize = 32 << 20;

/// How much faster than usual a unit flees.
const FLIGHT: f64 = 1.75;

/// The activity of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum State {
    /// Stands where it is.
    #[default]
    Idle = 0,
    /// Follows its path.
    Moving = 1,
    /// Has no path yet.
    Waiting = 2,
    /// Flees from something.
    Fleeing = 3,
    /// Returns to where it lives.
    Returning = 4,
    /// There is no path to where it was sent, or it is walled in.
    Stuck = 5,
}

/// The work done by [`GuidedCrowd::advance`], including that of calls since the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes and jump points expanded by searches and fields.
    pub expanded: u64,
    /// Requests for paths still waiting.
    pub waiting: u32,
    /// Requests answered.
    pub answered: u32,
    /// Units that requested a new path because the map had changed on theirs, or because they had
    /// made no headway for ten seconds.
    pub replans: u32,
    /// Units that reached their destination.
    pub arrived: u32,
    /// Units moved to another cell because an edit left them no room in theirs.
    pub rescued: u32,
}

/// A crowd in free mode whose units follow paths from any method.
///
/// Calls take the map as it is now, and follow all its edits. Units are numbers, as in a [`Crowd`].
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_agents::crowd::Body;
/// use astride_agents::guided::{GuidedCrowd, JumpRoutes, State};
///
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
/// let mut crowd = GuidedCrowd::new(&view, 1)?;
/// let scout = crowd.spawn(&view, Cell::new(2, 2), Body::default())?;
/// crowd.order(&view, &[scout], Cell::new(17, 9))?;
/// while crowd.advance(&view, &mut routes, 1, 1000)?.arrived == 0 {}
/// assert_eq!(crowd.cell(scout), Some(Cell::new(17, 9)));
/// assert_eq!(crowd.state(scout), Some(State::Idle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GuidedCrowd {
    crowd: Crowd,
    walkers: Vec<Walker>,
    requests: Requests,
    pub(crate) random: Random,
    time: u32,
    /// The revision of the map up to which edits have been followed.
    revision: u64,
    changed: Vec<CellRect>,
    /// Whether the source of paths does not know of edits yet.
    is_news: bool,
    ended: Vec<u32>,
    /// The work done since the beginning of the last `advance`.
    work: Work,
    /// Working memory: nodes of a path.
    nodes: Vec<NodeId>,
}

/// What is stored about a unit in addition to the crowd.
#[derive(Clone, Debug)]
struct Walker {
    /// Its usual speed, in cells per second.
    speed: f64,
    state: State,
    /// Its state while it moves.
    gait: State,
    /// Its destination, until it is there.
    goal: u32,
    /// The ticks next to its destination after which it is content to be near.
    patience: u32,
    /// Ticks spent next to its destination.
    near: u32,
    /// Its remaining turning points, the next one last, and the one before these.
    turns: Vec<u32>,
    from: u32,
    /// The shared field that guides it.
    field: u8,
    is_queued: bool,
    /// The node where the crowd takes it, and the time of that order.
    led: u32,
    since: u32,
    heading: u16,
}

impl Walker {
    fn new(speed: f64) -> Self {
        Walker {
            speed,
            state: State::Idle,
            gait: State::Moving,
            goal: NONE,
            patience: u32::MAX,
            near: 0,
            turns: Vec::new(),
            from: NONE,
            field: NO_FIELD,
            is_queued: false,
            led: NONE,
            since: 0,
            heading: 0,
        }
    }

    fn walks(&self) -> bool {
        self.field != NO_FIELD && self.state != State::Waiting || !self.turns.is_empty()
    }
}

impl GuidedCrowd {
    /// The duration of a tick, in seconds.
    pub const TICK: f64 = 1.0 / 60.0;

    /// No units on a map, with random numbers generated from `seed`.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::new`].
    pub fn new(view: &GridView<'_>, seed: u64) -> Result<Self, CrowdError> {
        Ok(GuidedCrowd {
            crowd: Crowd::with_memory(view, Mode::Free, FIELD_BYTES)?,
            walkers: Vec::new(),
            requests: Requests::default(),
            random: Random::new(seed),
            time: 0,
            revision: view.grid().revision(),
            changed: Vec::new(),
            is_news: true,
            ended: Vec::new(),
            work: Work::default(),
            nodes: Vec::new(),
        })
    }

    /// Places a unit at the centre of `cell`, and returns its number.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::spawn`]; and if the map has another size.
    pub fn spawn(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        body: Body,
    ) -> Result<u32, CrowdError> {
        self.follow(view)?;
        let unit = self.crowd.spawn(cell.centre(), body)?;
        self.walkers.push(Walker::new(body.speed));
        Ok(unit)
    }

    /// Places `count` units on random free cells at most `radius` cells from `centre`, and if there
    /// are too few of these, on the free cells nearest to it by steps. Returns the number of the
    /// first.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::spawn_near`], except that `centre` may be blocked; and if the map has another
    /// size. No unit is added in that case.
    ///
    /// # Complexity
    ///
    /// O(cells within the radius).
    pub fn scatter(
        &mut self,
        view: &GridView<'_>,
        centre: Cell,
        radius: u32,
        count: u32,
        body: Body,
    ) -> Result<u32, CrowdError> {
        self.follow(view)?;
        let near = nearest_free(view, self.on_map(centre)?).unwrap_or(centre);
        let first = self.walkers.len() as u32;
        let done = self.place_on(cells::free_within(view, centre, radius), near, count, body);
        if done.is_err() {
            for unit in (first..self.crowd.count() as u32).rev() {
                self.crowd.remove(unit)?;
            }
        }
        self.walkers.resize(self.crowd.count(), Walker::new(body.speed));
        done.map(|()| first)
    }

    /// Places units on random ones of `cells`, and those that find none around `near`.
    fn place_on(
        &mut self,
        mut cells: Vec<Cell>,
        near: Cell,
        count: u32,
        body: Body,
    ) -> Result<(), CrowdError> {
        let end = self.crowd.count() + count as usize;
        for at in 0..cells.len() {
            if self.crowd.count() == end {
                break;
            }
            // One step of a shuffle for each cell.
            let other = at + self.random.below((cells.len() - at) as u32) as usize;
            cells.swap(at, other);
            match self.crowd.spawn(cells[at].centre(), body) {
                Ok(_) | Err(CrowdError::Occupied { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        match (end - self.crowd.count()) as u32 {
            0 => Ok(()),
            left => self.crowd.spawn_near(near.centre(), left, body).map(drop),
        }
    }

    /// Removes units. As in [`Crowd::remove`], the last ones get their numbers.
    ///
    /// # Errors
    ///
    /// If one of the units does not exist. No unit is removed in that case.
    pub fn remove(&mut self, units: &[u32]) -> Result<(), CrowdError> {
        self.take_away(units).map(drop)
    }

    /// Removes units, and returns the old number of each one that remains.
    pub(crate) fn take_away(&mut self, units: &[u32]) -> Result<Vec<u32>, CrowdError> {
        self.check(units)?;
        let mut units = units.to_vec();
        units.sort_unstable();
        units.dedup();
        let mut olds: Vec<u32> = (0..self.walkers.len() as u32).collect();
        for &unit in units.iter().rev() {
            self.crowd.remove(unit)?;
            self.walkers.swap_remove(unit as usize);
            olds.swap_remove(unit as usize);
        }
        let mut news = vec![NONE; olds.len() + units.len()];
        for (new, &old) in (0..).zip(&olds) {
            news[old as usize] = new;
        }
        let rename = |unit: &mut u32| {
            *unit = news[*unit as usize];
            *unit != NONE
        };
        self.ended.retain_mut(rename);
        self.requests.rename(rename);
        Ok(olds)
    }

    /// Makes a unit flee some cells from a point, given like a position, at 7/4 of its speed; its
    /// orders are forgotten. No search is needed. Nothing happens if no adjacent cell is farther
    /// away. Negative numbers count as 0.
    ///
    /// # Errors
    ///
    /// If there is no such unit, or if the map has another size.
    pub fn flee(
        &mut self,
        view: &GridView<'_>,
        unit: u32,
        from: [i32; 2],
    ) -> Result<(), CrowdError> {
        self.follow(view)?;
        self.check(&[unit])?;
        self.run_away(view, unit as usize, from.map(|side| side.max(0)));
        Ok(())
    }

    /// Reports that the allowed steps in `changed` have changed: units whose path crosses these
    /// cells request a new one.
    ///
    /// Edits of the grid itself are always detected; this is for changes that are not in its log,
    /// such as another mover, or what a faction has discovered if the paths follow its knowledge.
    pub fn map_changed(&mut self, changed: CellRect) {
        self.changed.push(changed);
    }

    /// Advances time by ticks of a sixtieth of a second.
    ///
    /// Requests for paths are answered in order of arrival until `budget` expansions are spent,
    /// where each request counts as ten more; the others wait for the next call. Distance fields
    /// keep exactly to the budget and continue where they stopped. A single search is not
    /// interrupted, so the last one may exceed the budget. With a budget of at least 1, every call
    /// answers at least one request, or continues a field.
    ///
    /// With an unlimited budget, `n` calls of one tick are the same as one call of `n`.
    ///
    /// # Errors
    ///
    /// If the map has another size.
    ///
    /// # Complexity
    ///
    /// O(units) per tick, plus the searches; after an edit, O(cells).
    pub fn advance(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        ticks: u32,
        budget: u64,
    ) -> Result<Work, CrowdError> {
        self.pass(view, routes, ticks, budget)
    }

    pub(crate) fn run_away(&mut self, view: &GridView<'_>, id: usize, from: Point) {
        let mut nodes = std::mem::take(&mut self.nodes);
        cells::flight(view, self.crowd.positions()[id], from, &mut nodes);
        if nodes.len() > 1 {
            self.stop(id, State::Fleeing);
            (self.walkers[id].gait, self.walkers[id].patience) = (State::Fleeing, CONTENT);
            self.set_out(view, id, &nodes);
        }
        self.nodes = nodes;
    }

    /// Drops the path of a unit, which stays where it is.
    pub(crate) fn stop(&mut self, id: usize, state: State) {
        let walker = &mut self.walkers[id];
        walker.turns.clear();
        (walker.goal, walker.field, walker.led) = (NONE, NO_FIELD, NONE);
        (walker.patience, walker.near) = (u32::MAX, 0);
        self.crowd.stay(id as u32);
        self.change(id, state);
    }

    /// Changes the state of a unit; one that flees runs.
    fn change(&mut self, id: usize, state: State) {
        let walker = &mut self.walkers[id];
        let was = std::mem::replace(&mut walker.state, state);
        if (was == State::Fleeing) != (state == State::Fleeing) {
            let fast = if state == State::Fleeing { FLIGHT } else { 1.0 };
            let speed = (walker.speed * fast).min(64.0);
            self.crowd.set_speed(id as u32, speed).expect("in the range of bodies");
        }
    }

    /// Called if there is no path to the destination of a unit, which is kept in case the map
    /// changes.
    fn get_stuck(&mut self, id: usize) {
        let goal = self.walkers[id].goal;
        self.stop(id, State::Stuck);
        self.walkers[id].goal = goal;
    }

    fn check(&self, units: &[u32]) -> Result<(), CrowdError> {
        let present = self.walkers.len();
        match units.iter().find(|&&unit| unit as usize >= present) {
            Some(&unit) => Err(CrowdError::NoUnit { unit, present }),
            None => Ok(()),
        }
    }

    pub(crate) fn on_map(&self, cell: Cell) -> Result<Cell, CrowdError> {
        let [width, height] = self.crowd.size();
        let point = Vec2::new(f64::from(cell.x), f64::from(cell.y));
        let is_on = cell.x < width && cell.y < height;
        is_on.then_some(cell).ok_or(CrowdError::OffMap { point, width, height })
    }

    /// The node on which a unit stands.
    pub(crate) fn node(&self, id: usize) -> NodeId {
        let [x, y] = self.crowd.positions()[id].map(|side| (side >> 16) as u32);
        NodeId::new(y * self.crowd.size()[0] + x)
    }
}

/// A crowd, or a layer above one that gives it orders.
pub(crate) trait Layer {
    fn guided(&mut self) -> &mut GuidedCrowd;

    /// Called at the beginning of each tick.
    fn decide(&mut self, _: &GridView<'_>) {}

    /// Called at the end of a tick for each unit whose path has ended in it.
    fn rest(&mut self, _unit: usize) {}

    /// Advances time, as [`GuidedCrowd::advance`] says.
    fn pass(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        ticks: u32,
        mut budget: u64,
    ) -> Result<Work, CrowdError> {
        let crowd = self.guided();
        crowd.follow(view)?;
        if std::mem::take(&mut crowd.is_news) {
            routes.follow(view);
        }
        crowd.ended.clear();
        for _ in 0..ticks {
            let crowd = self.guided();
            crowd.time = crowd.time.wrapping_add(1);
            self.decide(view);
            let crowd = self.guided();
            let before = crowd.ended.len();
            crowd.answer(view, routes, &mut budget);
            crowd.guide(view);
            crowd.crowd.advance(GuidedCrowd::TICK)?;
            crowd.look_after();
            for at in before..crowd.ended.len() {
                let unit = self.guided().ended[at];
                self.rest(unit as usize);
            }
        }
        let crowd = self.guided();
        let work = Work { waiting: crowd.requests.waiting(), ..crowd.work };
        crowd.work = Work::default();
        Ok(work)
    }
}

impl Layer for GuidedCrowd {
    fn guided(&mut self) -> &mut GuidedCrowd {
        self
    }
}
