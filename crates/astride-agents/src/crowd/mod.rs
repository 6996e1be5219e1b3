//! Crowds whose units never overlap.
//!
//! A [`Crowd`] moves discs on a map of cells, tick by tick. Two things are separate. *Wishes* say
//! where a unit would like to go: towards its goal, avoiding others in time. The *law* says which
//! movements are possible: integer movements within half-planes that keep any two discs, and any
//! disc and wall, apart from the beginning of a movement to its end. No wish, jam, edit or rounding
//! can break it. [`overlaps`] counts violations, and shares no code with the crowd.
//!
//! Where wishes block each other, right of way decides: see [`Mode`].

mod beat;
mod body;
mod cells;
mod discs;
mod edits;
mod error;
mod film;
mod formation;
mod ground;
mod judge;
mod law;
mod near;
mod orders;
mod pace;
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
mod zones;

pub use body::{Body, Mode};
pub use error::CrowdError;
pub use film::{Difference, Film, FilmError};
pub use formation::{Formation, Shape};
pub use judge::{Overlap, overlaps, wall_contacts};
pub use plane::{CELL, Point};
pub use predict::Meeting;
pub use scenes::{MOST_UNITS, Scene};

use astride::shapes::square::GridView;

use crate::crew::Crew;
use body::{Target, Unit};
use cells::Cells;
use discs::Discs;
use formation::March;
use ground::Ground;
use near::Near;
use plane::{times, way};
use right_of_way::{Promise, RightOfWay};
use steer::Manners;
use ways::Ways;

/// The maximum distance a unit may move in one tick, in cells.
const LONGEST_STRIDE: f64 = 0.5;

/// A unit counts as at its goal within this distance.
const NEAR_ENOUGH: i64 = CELL as i64 / 8;

/// Discs on a map that go where they are ordered and never overlap.
///
/// Units are numbers: indices into the slices of [`positions`](Crowd::positions) and
/// [`velocities`](Crowd::velocities), in parts of which there are [`CELL`] to a cell. Everything
/// that is fed back is an integer or computed by operations that every machine rounds alike, so the
/// same calls give the same history everywhere; [`digest`](Crowd::digest) summarises it in one
/// number.
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
    /// All units at the beginning of the current tick, in free mode.
    discs: Discs,
    right_of_way: RightOfWay,
    /// Groups moving in formation.
    marches: Vec<March>,
    units: Vec<Unit>,
    positions: Vec<Point>,
    velocities: Vec<Point>,
    /// The movements of all units in the current tick.
    moves: Vec<Point>,
    /// The cells of units that move.
    stirred: Cells,
    /// The cells of units of a kind: working memory.
    spare_cells: Cells,
    /// The maximum speed of the fastest unit, in cells per second.
    fastest: f64,
    ticks: u64,
    /// Those who decide on movements, and how many units they steered in the last tick: all others
    /// take hardly any time.
    crew: Crew<steer::Desk>,
    steered: usize,
}

impl Crowd {
    /// An empty crowd on the free cells of a map; everything around it is wall, and so is the side
    /// between two cells unless the mover may step across it both ways: by terrain, as from land to
    /// water, by walls and fences.
    ///
    /// Links and terrain costs are ignored.
    ///
    /// # Errors
    ///
    /// If the map has more than 16 384 columns or rows.
    pub fn new(view: &GridView<'_>, mode: Mode) -> Result<Self, CrowdError> {
        Crowd::with_memory(view, mode, ways::FIELD_BYTES)
    }

    /// The same with about this many bytes for distances to goals, instead of 512 MiB. Less memory
    /// changes only the speed: distances that were dropped are computed again.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_memory(view: &GridView<'_>, mode: Mode, bytes: usize) -> Result<Self, CrowdError> {
        let ground = Ground::new(view)?;
        Ok(Crowd {
            mode,
            ways: Ways::new(&ground, bytes),
            near: Near::of(&ground, &[]),
            discs: Discs::default(),
            right_of_way: RightOfWay::new(&ground),
            ground,
            marches: Vec::new(),
            units: Vec::new(),
            positions: Vec::new(),
            velocities: Vec::new(),
            moves: Vec::new(),
            stirred: Cells::default(),
            spare_cells: Cells::default(),
            fastest: 0.0,
            ticks: 0,
            crew: Crew::default(),
            steered: 0,
        })
    }

    /// The number of units.
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// The centre of each unit, in parts from the corner of the map.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// The velocity of each unit in the last tick of nonzero duration, in parts per second.
    pub fn velocities(&self) -> &[Point] {
        &self.velocities
    }

    /// The radius of each unit, in parts.
    pub fn radii(&self) -> impl ExactSizeIterator<Item = i32> {
        self.units.iter().map(|unit| unit.radius)
    }

    /// The goal of each unit or, if it has arrived or was never sent anywhere, its position.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = Point> {
        self.units.iter().map(|unit| unit.goal)
    }

    /// Whether a unit is within an eighth of a cell of its goal; `false` if there is no such unit.
    pub fn has_arrived(&self, unit: u32) -> bool {
        self.units.get(unit as usize).is_some_and(|body| self.is_home(unit, body))
    }

    /// The number of units within an eighth of a cell of their goals. O(units).
    pub fn arrived_count(&self) -> usize {
        let units = self.units.iter().zip(0..);
        units.filter(|&(body, unit)| self.is_home(unit, body)).count()
    }

    /// The number of units currently moved by right of way: all of them on a lattice.
    pub fn handed_over_count(&self) -> usize {
        self.units.iter().filter(|unit| unit.promise.is_some()).count()
    }

    /// The numbers of columns and rows of the map.
    pub fn size(&self) -> [u32; 2] {
        self.ground.size()
    }

    /// Whether a cell is a wall, as is everything off the map.
    pub fn is_wall(&self, column: i32, row: i32) -> bool {
        !self.ground.is_free(column, row)
    }

    /// A digest of the history so far: positions, velocities and right of way.
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

    /// The maximum duration of a tick in seconds: the fastest unit moves half a cell in it.
    pub fn longest_tick(&self) -> f64 {
        if self.fastest > 0.0 { (LONGEST_STRIDE / self.fastest).min(1.0) } else { 1.0 }
    }

    /// Moves all units for one frame of up to a second, in as many equal ticks as the fastest unit
    /// requires.
    ///
    /// # Errors
    ///
    /// If `seconds` is NaN, negative or above 1.
    pub fn advance(&mut self, seconds: f64) -> Result<(), CrowdError> {
        if !(0.0..=1.0).contains(&seconds) {
            return Err(CrowdError::Tick { seconds, most: 1.0 });
        }
        let longest = self.longest_tick();
        let ticks = (seconds / longest).ceil().max(1.0);
        // As both quotients are rounded, a tick may be too long by its last bit.
        let tick = (seconds / ticks).min(longest);
        (0..ticks as u32).try_for_each(|_| self.tick(tick))
    }

    /// Moves all units for `seconds`. In a tick of zero duration nothing happens.
    ///
    /// All units decide by the state at the beginning and then move uniformly. O(units): if there are
    /// walls, distance fields of new goals grow over about 32 768 cells and 8 more for each unit in
    /// a tick. Units whose field has not come to them yet go on in a straight line as far as they see,
    /// or wait.
    ///
    /// # Errors
    ///
    /// If `seconds` is NaN, negative or above [`longest_tick`](Crowd::longest_tick).
    pub fn tick(&mut self, seconds: f64) -> Result<(), CrowdError> {
        let most = self.longest_tick();
        if !(0.0..=most).contains(&seconds) {
            return Err(CrowdError::Tick { seconds, most });
        }
        // In less than a millionth of a second no unit gets anywhere.
        if seconds < 1e-6 {
            return Ok(());
        }
        self.ways.begin_tick(self.units.len(), self.ticks);
        self.look_ahead();
        self.march(seconds);
        self.prepare_beat(self.stride(seconds));
        self.decide_right_of_way();
        // On a lattice no unit steers.
        if self.mode == Mode::Free {
            self.stir();
            self.look_at_all();
        }
        let stride = self.stride(seconds);
        self.decide_movements(seconds, stride);
        self.stop_those_that_would_meet();
        self.right_of_way.walked += stride;
        self.move_all(seconds);
        self.ticks += 1;
        if self.mode == Mode::Free {
            self.notice_jams(seconds);
        }
        Ok(())
    }

    fn decide_movements(&mut self, seconds: f64, stride: i32) {
        let mut crew = std::mem::take(&mut self.crew);
        let mut moves = std::mem::take(&mut self.moves);
        moves.resize(self.units.len(), [0, 0]);
        crew.fill(&mut moves, self.steered, |desk, id| {
            self.movement(desk, id as u32, seconds, stride)
        });
        self.steered = crew.memories().map(steer::Desk::take_steered).sum();
        (self.crew, self.moves) = (crew, moves);
    }

    /// The movement of a unit in this tick; units in lockstep that take one beat for a step walk
    /// `stride` parts.
    fn movement(&self, desk: &mut steer::Desk, id: u32, seconds: f64, stride: i32) -> Point {
        let unit = &self.units[id as usize];
        match unit.promise {
            Some(Promise { step: Some(step), .. }) => {
                let walked = self.right_of_way.walked;
                let far = unit.walked(walked + stride) - unit.walked(walked);
                step.map(|side| side * far)
            }
            Some(Promise { place, step: None }) => {
                let to = unit.aside.unwrap_or_else(|| self.ground.middle(place));
                self.steer(desk, id, to, seconds, Manners::Straight)
            }
            None if self.is_at_rest(id) => [0, 0],
            None => {
                let at = self.positions[id as usize];
                let after = |velocity: i32| (f64::from(velocity) * seconds) as i32;
                let wished = unit.wish.map(|[x, y]| [at[0] + after(x), at[1] + after(y)]);
                self.steer(desk, id, wished.unwrap_or(unit.aim), seconds, Manners::Polite)
            }
        }
    }

    /// Updates, from time to time, the points to which units can walk in a straight line on their
    /// path.
    fn look_ahead(&mut self) {
        if self.mode == Mode::Free {
            for id in self.ways.turns(self.units.len()) {
                let (unit, at) = (&mut self.units[id as usize], self.positions[id as usize]);
                if unit.slot.is_none() {
                    self.ways.look(&self.ground, id, unit, at, self.ticks);
                    self.ways.end_turn(id);
                }
            }
        } else if !self.ground.is_open {
            self.find_ways();
        }
    }

    fn move_all(&mut self, seconds: f64) {
        for id in 0..self.moves.len() {
            let [right, down] = self.moves[id];
            if [right, down] == [0, 0] {
                self.velocities[id] = [0, 0];
                continue;
            }
            let from = self.positions[id];
            let to = [from[0] + right, from[1] + down];
            let cells = [from, to].map(|point| self.ground.cell_index(point));
            self.near.step(id as u32, cells[0], cells[1]);
            self.positions[id] = to;
            self.stay_if_steered(id, to);
            let per_second = |part: i32| (f64::from(part) / seconds).round() as i32;
            self.velocities[id] = [per_second(right), per_second(down)];
        }
    }

    /// A steered unit has no goal but its own position.
    fn stay_if_steered(&mut self, id: usize, at: Point) {
        let unit = &mut self.units[id];
        if unit.wish.is_some() {
            let place = self.ground.place_at(at).expect("units stand on free cells");
            (unit.goal, unit.aim, unit.target) = (at, at, Target::single(place));
        }
    }

    fn is_home(&self, id: u32, unit: &Unit) -> bool {
        let left = way(self.positions[id as usize], unit.goal);
        times(left, left) <= NEAR_ENOUGH * NEAR_ENOUGH
    }
}
