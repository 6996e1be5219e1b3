//! Crowds whose units never overlap.
//!
//! A [`Crowd`] moves discs on a map of cells, tick by tick. Two things are kept apart. *Wishes* say
//! where a unit would like to go: towards its goal, giving way to others in time. The *law* says
//! which movements there are at all: those of whole numbers within half-planes that keep any two
//! discs, and any disc and wall, apart from the beginning of a movement to its end. No wish, jam,
//! edit or rounding can break it. [`overlaps`] counts what should not be, and shares no code with
//! the crowd.
//!
//! Where wishes block each other, right of way decides: see [`Mode`].

mod body;
mod error;
mod formation;
mod ground;
mod judge;
mod law;
mod near;
mod orders;
mod plan;
mod plane;
mod predict;
mod right_of_way;
mod scenes;
mod steer;
pub mod steering;
mod traffic;
mod ways;
mod wish;

pub use body::{Body, Mode};
pub use error::CrowdError;
pub use formation::{Formation, Shape};
pub use judge::{Overlap, overlaps, wall_contacts};
pub use plane::{CELL, Point};
pub use predict::Meeting;
pub use scenes::{MOST_UNITS, Scene};

use astride::shapes::square::GridView;

use body::{Target, Unit};
use formation::March;
use ground::Ground;
use near::Near;
use plane::{times, way};
use right_of_way::{Promise, RightOfWay};
use steer::Manners;
use ways::Ways;

/// The longest way that a unit may go in one tick, in cells.
const LONGEST_STRIDE: f64 = 0.5;

/// A unit is at its goal if it is at most this far from it.
const NEAR_ENOUGH: i64 = CELL as i64 / 8;

/// Discs on a map that go where they are ordered to, and never overlap.
///
/// Units are numbers: places in the slices of [`positions`](Crowd::positions) and
/// [`velocities`](Crowd::velocities), in parts of which there are [`CELL`] to a cell. Everything
/// that is fed back is whole or made by operations that every machine rounds alike, so the same
/// calls give the same history everywhere; [`digest`](Crowd::digest) is one number for all of it.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::shapes::square::{Grid, Mover};
/// use astride_agents::crowd::{Body, Crowd, Mode};
///
/// let grid = Grid::new(20, 12, b'.')?;
/// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
/// let left = crowd.spawn(Vec2::new(3.0, 6.0), Body::default())?;
/// let right = crowd.spawn(Vec2::new(17.0, 6.0), Body::default())?;
/// crowd.order(&[left], Vec2::new(17.0, 6.0))?;
/// crowd.order(&[right], Vec2::new(3.0, 6.0))?;
/// while crowd.arrived_count() < 2 {
///     crowd.tick(1.0 / 60.0)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    mode: Mode,
    ground: Ground,
    ways: Ways,
    near: Near,
    right_of_way: RightOfWay,
    /// Groups on their way in formation.
    marches: Vec<March>,
    units: Vec<Unit>,
    positions: Vec<Point>,
    velocities: Vec<Point>,
    /// What everybody does in the tick at hand.
    moves: Vec<Point>,
    /// The top speed of the fastest, in cells per second.
    fastest: f64,
    ticks: u64,
    desk: steer::Desk,
}

impl Crowd {
    /// A crowd of nobody on the free cells of a map; everything around it is wall.
    ///
    /// Walls between cells, one-way steps, links and the costs of terrain mean nothing to it.
    ///
    /// # Errors
    ///
    /// If the map has more than 16 384 columns or rows.
    pub fn new(view: &GridView<'_>, mode: Mode) -> Result<Self, CrowdError> {
        let ground = Ground::new(view)?;
        Ok(Crowd {
            mode,
            ways: Ways::new(&ground),
            near: Near::of(&ground, &[]),
            right_of_way: RightOfWay::new(&ground),
            ground,
            marches: Vec::new(),
            units: Vec::new(),
            positions: Vec::new(),
            velocities: Vec::new(),
            moves: Vec::new(),
            fastest: 0.0,
            ticks: 0,
            desk: steer::Desk::default(),
        })
    }

    /// How many units there are.
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// Where the middle of each unit is, in parts from the corner of the map.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// How each unit moved in the last tick that took time, in parts per second.
    pub fn velocities(&self) -> &[Point] {
        &self.velocities
    }

    /// The radius of each unit, in parts.
    pub fn radii(&self) -> impl ExactSizeIterator<Item = i32> {
        self.units.iter().map(|unit| unit.radius)
    }

    /// Where each unit is going or, if it has arrived or was never sent anywhere, staying.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = Point> {
        self.units.iter().map(|unit| unit.goal)
    }

    /// Whether a unit is within an eighth of a cell of its goal; `false` if there is none.
    pub fn has_arrived(&self, unit: u32) -> bool {
        self.units.get(unit as usize).is_some_and(|body| self.is_home(unit, body))
    }

    /// How many units are within an eighth of a cell of their goals. O(units).
    pub fn arrived_count(&self) -> usize {
        let units = self.units.iter().zip(0..);
        units.filter(|&(body, unit)| self.is_home(unit, body)).count()
    }

    /// How many units right of way moves at present: all of them on a lattice.
    pub fn handed_over_count(&self) -> usize {
        self.units.iter().filter(|unit| unit.promise.is_some()).count()
    }

    /// Columns and rows of the map.
    pub fn size(&self) -> [u32; 2] {
        self.ground.size()
    }

    /// Whether a cell is wall; everything off the map is.
    pub fn is_wall(&self, column: i32, row: i32) -> bool {
        !self.ground.is_free(column, row)
    }

    /// One number for the history so far: positions, velocities and who has the right of way.
    pub fn digest(&self) -> u64 {
        let both = |[x, y]: Point| u64::from(x as u32) << 32 | u64::from(y as u32);
        let mut digest = self.ticks;
        let mut add = |value: u64| digest = astride::base::Random::new(digest ^ value).next();
        for ((unit, &at), &velocity) in self.units.iter().zip(&self.positions).zip(&self.velocities)
        {
            add(both(at));
            add(both(velocity));
            add(both(unit.goal));
            add(unit.promise.map_or(u64::MAX, |promise| promise.place.into()));
        }
        digest
    }

    /// The longest time in seconds that a tick may take: the fastest unit goes half a cell in it.
    pub fn longest_tick(&self) -> f64 {
        if self.fastest > 0.0 { (LONGEST_STRIDE / self.fastest).min(1.0) } else { 1.0 }
    }

    /// Moves everybody for one frame of up to a second, in as many equal ticks as the fastest unit
    /// needs.
    ///
    /// # Errors
    ///
    /// If `seconds` is no number, below 0 or above 1.
    pub fn advance(&mut self, seconds: f64) -> Result<(), CrowdError> {
        if !(0.0..=1.0).contains(&seconds) {
            return Err(CrowdError::Tick { seconds, most: 1.0 });
        }
        let longest = self.longest_tick();
        let ticks = (seconds / longest).ceil().max(1.0);
        // Where both quotients are rounded, a tick may come out too long by its last bit.
        let tick = (seconds / ticks).min(longest);
        (0..ticks as u32).try_for_each(|_| self.tick(tick))
    }

    /// Moves everybody for `seconds`. In a tick of no time nothing happens.
    ///
    /// All decide by what they see at the beginning and then move evenly. O(units) and, where there
    /// are walls, what the distance fields of new goals take.
    ///
    /// # Errors
    ///
    /// If `seconds` is no number, below 0 or above [`longest_tick`](Crowd::longest_tick).
    pub fn tick(&mut self, seconds: f64) -> Result<(), CrowdError> {
        let most = self.longest_tick();
        if !(0.0..=most).contains(&seconds) {
            return Err(CrowdError::Tick { seconds, most });
        }
        // Within less than a millionth of a second nobody gets anywhere.
        if seconds < 1e-6 {
            return Ok(());
        }
        self.look_ahead();
        self.march(seconds);
        self.decide_right_of_way();
        self.moves.clear();
        self.moves.resize(self.units.len(), [0, 0]);
        let mut desk = std::mem::take(&mut self.desk);
        let stride = self.stride(seconds);
        for id in 0..self.units.len() as u32 {
            self.moves[id as usize] = self.movement(&mut desk, id, seconds, stride);
        }
        self.desk = desk;
        self.stop_those_that_would_meet();
        self.right_of_way.walked += stride;
        self.move_all(seconds);
        self.ticks += 1;
        if self.mode == Mode::Free {
            self.notice_jams(seconds);
        }
        Ok(())
    }

    /// What a unit does in this tick; those in step walk `stride` parts.
    fn movement(&self, desk: &mut steer::Desk, id: u32, seconds: f64, stride: i32) -> Point {
        let unit = self.units[id as usize];
        match unit.promise {
            Some(Promise { step: Some(step), .. }) => step.map(|side| side * stride),
            Some(Promise { place, step: None }) => {
                let middle = self.ground.middle(place);
                self.steer(desk, id, middle, seconds, Manners::Straight)
            }
            None => {
                let at = self.positions[id as usize];
                let after = |velocity: i32| (f64::from(velocity) * seconds) as i32;
                let wished = unit.wish.map(|[x, y]| [at[0] + after(x), at[1] + after(y)]);
                self.steer(desk, id, wished.unwrap_or(unit.aim), seconds, Manners::Polite)
            }
        }
    }

    /// Looks, now and then, where units can walk to in a straight line on their way.
    fn look_ahead(&mut self) {
        if self.mode == Mode::Free {
            let alone = self.units.iter_mut().zip(&self.positions);
            for (unit, &at) in alone.filter(|(unit, _)| unit.slot.is_none()) {
                self.ways.look(&self.ground, unit, at, self.ticks);
            }
        }
    }

    fn move_all(&mut self, seconds: f64) {
        for id in 0..self.moves.len() {
            let [right, down] = self.moves[id];
            let from = self.positions[id];
            if [right, down] != [0, 0] {
                let to = [from[0] + right, from[1] + down];
                let cells = [from, to].map(|point| self.ground.cell_index(point));
                self.near.step(id as u32, cells[0], cells[1]);
                self.positions[id] = to;
                self.stay_if_steered(id, to);
            }
            let per_second = |part: i32| (f64::from(part) / seconds).round() as i32;
            self.velocities[id] = [per_second(right), per_second(down)];
        }
    }

    /// One that is steered has no goal but where it is.
    fn stay_if_steered(&mut self, id: usize, at: Point) {
        let unit = &mut self.units[id];
        if unit.wish.is_some() {
            let place = self.ground.place_at(at).expect("units stand on free cells");
            (unit.goal, unit.target) = (at, Target::single(place));
        }
    }

    fn is_home(&self, id: u32, unit: &Unit) -> bool {
        let left = way(self.positions[id as usize], unit.goal);
        times(left, left) <= NEAR_ENOUGH * NEAR_ENOUGH
    }
}
