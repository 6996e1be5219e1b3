//! A herd: a guided crowd in which some units have a will of their own. They graze and wander by
//! day, flee from hunters, and return at dusk.
//!
//! A will is a layer that gives orders: it decides at the beginning of a tick, and learns at its end
//! which paths have ended. A hunter within sight makes an animal flee some cells, which needs no
//! search; everything else is a request like that of any unit.

use astride::base::{Cell, CellRect, NodeId, Random};
use astride::shapes::square::GridView;

use crate::crowd::{Body, CELL, CrowdError, Point};
use crate::guided::{CONTENT, GuidedCrowd, Layer, Lead, NONE, Routes, State, Work, square};

/// The distance at which an animal sees a hunter.
const SIGHT: i64 = 6 * CELL as i64;

/// An animal looks for hunters once in this many ticks.
const LOOK_EVERY: u32 = 8;

/// What drives the units of a species.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Will {
    /// Goes only where it is ordered.
    Orders,
    /// Wanders a little, flees from hunters, returns at dusk.
    Graze,
    /// Chases others all day, returns at dusk.
    Hunt,
}

/// The common properties of all animals of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Species {
    /// Their width and walking speed.
    pub body: Body,
    /// How far they wander at once, in cells.
    pub range: u32,
    /// What drives them.
    pub will: Will,
}

/// An area where some animals live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pasture {
    /// The area in which they wander by day.
    pub land: CellRect,
    /// The cell around which they sleep.
    pub pen: Cell,
}

/// A [`GuidedCrowd`] with a will: each unit is an animal of a species.
///
/// A day is [`Herd::DAY`] ticks and begins at dawn. From [`Herd::DUSK`] on, all animals with a will
/// go home: those of a pasture to its pen, others to where they were placed. Orders are followed by
/// all, and forgotten when a hunter comes by.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_agents::crowd::Body;
/// use astride_agents::guided::{JumpRoutes, State};
/// use astride_agents::herd::{Herd, Species, Will};
///
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
/// let sheep = Species { body: Body::default(), range: 9, will: Will::Graze };
/// let dog = Species { will: Will::Hunt, ..sheep };
/// let mut herd = Herd::new(&view, &[sheep, dog], 7)?;
/// herd.scatter(&view, Cell::new(10, 10), 5, 20, 0)?;
/// herd.spawn(&view, Cell::new(1, 1), 1)?;
/// while herd.crowd().states().all(|state| state != State::Fleeing) {
///     herd.advance(&view, &mut routes, 1, 1000)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Herd {
    crowd: GuidedCrowd,
    species: Vec<Species>,
    pastures: Vec<Pasture>,
    animals: Vec<Animal>,
    /// The positions of moving hunters in this tick; a sleeping one frightens no animal.
    hunters: Vec<Point>,
}

/// What a herd stores about a unit in addition to the crowd.
#[derive(Clone, Copy, Debug)]
struct Animal {
    species: u8,
    /// The pasture on which it lives, or [`NONE`].
    pasture: u32,
    /// The node where it lives: where it was placed, or where it came to rest when it last returned.
    post: u32,
    /// The time of its next decision.
    until: u32,
}

impl Herd {
    /// The number of ticks in a day.
    pub const DAY: u32 = 7200;

    /// The tick of a day at which all return.
    pub const DUSK: u32 = 4800;

    /// No animals on a map, of up to 256 species (further ones cannot be used), with random numbers
    /// generated from `seed`.
    ///
    /// # Errors
    ///
    /// As for [`GuidedCrowd::new`].
    pub fn new(view: &GridView<'_>, species: &[Species], seed: u64) -> Result<Self, CrowdError> {
        Ok(Herd {
            crowd: GuidedCrowd::new(view, seed)?,
            species: species.to_vec(),
            pastures: Vec::new(),
            animals: Vec::new(),
            hunters: Vec::new(),
        })
    }

    /// The units.
    pub fn crowd(&self) -> &GuidedCrowd {
        &self.crowd
    }

    /// The species of each unit, as an index into the list of species.
    pub fn species(&self) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.animals.iter().map(|animal| animal.species)
    }

    /// Adds a pasture for animals to live on; returns its number.
    ///
    /// # Errors
    ///
    /// If its pen is off the map.
    pub fn add_pasture(&mut self, pasture: Pasture) -> Result<u32, CrowdError> {
        self.crowd.on_map(pasture.pen)?;
        self.pastures.push(pasture);
        Ok(self.pastures.len() as u32 - 1)
    }

    /// Places an animal at the centre of `cell`, where it lives, and returns its number.
    ///
    /// # Errors
    ///
    /// As for [`GuidedCrowd::spawn`]; and if there is no such species.
    pub fn spawn(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        species: u8,
    ) -> Result<u32, CrowdError> {
        let unit = self.crowd.spawn(view, cell, self.kind(species)?.body)?;
        self.adopt(species, NONE);
        Ok(unit)
    }

    /// Places `count` animals around `centre`, where they live, and returns the number of the first.
    ///
    /// # Errors
    ///
    /// As for [`GuidedCrowd::scatter`]; and if there is no such species.
    pub fn scatter(
        &mut self,
        view: &GridView<'_>,
        centre: Cell,
        radius: u32,
        count: u32,
        species: u8,
    ) -> Result<u32, CrowdError> {
        let first = self.crowd.scatter(view, centre, radius, count, self.kind(species)?.body)?;
        self.adopt(species, NONE);
        Ok(first)
    }

    /// Places an animal on a random one of `cells` of a pasture, or on the first one after it that
    /// is free and vacant. It lives there, has a random heading, and makes its first decision within
    /// 300 ticks.
    ///
    /// # Errors
    ///
    /// If there is no such species or pasture, if none of the cells is free and vacant, or if the
    /// map has another size.
    pub fn settle(
        &mut self,
        view: &GridView<'_>,
        pasture: u32,
        cells: &[Cell],
        species: u8,
    ) -> Result<u32, CrowdError> {
        let (body, known) = (self.kind(species)?.body, self.pastures.len());
        let Some(&Pasture { pen, .. }) = self.pastures.get(pasture as usize) else {
            return Err(CrowdError::NoPasture { pasture, known });
        };
        let first = self.crowd.random.below(cells.len() as u32) as usize;
        let (before, after) = cells.split_at(first);
        let mut spawned = Err(CrowdError::NoRoom { point: pen.centre(), count: 1 });
        for &cell in after.iter().chain(before) {
            spawned = self.crowd.spawn(view, cell, body);
            if !matches!(spawned, Err(CrowdError::Occupied { .. } | CrowdError::Blocked { .. })) {
                break;
            }
        }
        let unit = spawned?;
        self.adopt(species, pasture);
        let heading = self.crowd.random.below(1 << 16) as u16;
        self.crowd.set_heading(unit as usize, heading);
        self.animals[unit as usize].until = self.crowd.random.below(300);
        Ok(unit)
    }

    /// Removes animals, as [`GuidedCrowd::remove`] does.
    ///
    /// # Errors
    ///
    /// If one of them does not exist.
    pub fn remove(&mut self, units: &[u32]) -> Result<(), CrowdError> {
        let olds = self.crowd.take_away(units)?;
        self.animals = olds.into_iter().map(|old| self.animals[old as usize]).collect();
        Ok(())
    }

    /// Sends animals to a cell, as [`GuidedCrowd::order_by`] does.
    ///
    /// # Errors
    ///
    /// As for [`GuidedCrowd::order`].
    pub fn order_by(
        &mut self,
        view: &GridView<'_>,
        units: &[u32],
        to: Cell,
        lead: Lead,
    ) -> Result<(), CrowdError> {
        self.crowd.order_by(view, units, to, lead)
    }

    /// As [`GuidedCrowd::map_changed`].
    pub fn map_changed(&mut self, changed: CellRect) {
        self.crowd.map_changed(changed);
    }

    /// Advances time, as [`GuidedCrowd::advance`] does; at the beginning of each tick the animals
    /// make their decisions.
    ///
    /// # Errors
    ///
    /// If the map has another size.
    ///
    /// # Complexity
    ///
    /// That of [`GuidedCrowd::advance`]; in addition each grazing animal examines all moving hunters
    /// in one of eight ticks.
    pub fn advance(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        ticks: u32,
        budget: u64,
    ) -> Result<Work, CrowdError> {
        self.pass(view, routes, ticks, budget)
    }

    /// As [`GuidedCrowd::digest`], including the species of the animals and the times of their next
    /// decisions.
    pub fn digest(&self) -> u64 {
        let mut digest = self.crowd.digest();
        for animal in &self.animals {
            let word = u64::from(animal.until) << 32 | u64::from(animal.species);
            digest = Random::new(digest ^ word).next();
        }
        digest
    }

    fn kind(&self, species: u8) -> Result<Species, CrowdError> {
        let known = self.species.len();
        let kind = self.species.get(usize::from(species));
        kind.copied().ok_or(CrowdError::NoSpecies { species, known })
    }

    /// Makes the units that were added animals of a species.
    fn adopt(&mut self, species: u8, pasture: u32) {
        for id in self.animals.len()..self.crowd.crowd().count() {
            let post = self.crowd.node(id).get();
            self.animals.push(Animal { species, pasture, post, until: 0 });
        }
    }

    fn will(&self, id: usize) -> Will {
        self.species[usize::from(self.animals[id].species)].will
    }

    /// Sends all animals with a will home, those of a pasture to one pen.
    fn call_home(&mut self, view: &GridView<'_>) {
        let called = |herd: &Self, home: u32| -> Vec<u32> {
            let lives = |id: usize| herd.animals[id].pasture == home;
            let called = |&id: &usize| lives(id) && herd.will(id) != Will::Orders;
            (0..herd.animals.len()).filter(called).map(|id| id as u32).collect()
        };
        for number in 0..self.pastures.len() {
            let (ids, pen) = (called(self, number as u32), self.pastures[number].pen);
            self.crowd.send_to_places(view, &ids, pen, (State::Returning, Lead::Quickest));
        }
        for id in called(self, NONE) {
            let post = self.animals[id as usize].post;
            self.crowd.send(id as usize, post, State::Returning, CONTENT);
        }
    }

    /// Chooses what a resting animal does next.
    fn choose(&mut self, view: &GridView<'_>, id: usize, now: u32) {
        let post = self.animals[id].post;
        let is_night = now % Self::DAY >= Self::DUSK;
        let is_home = self.crowd.node(id).get() == post;
        let pause = self.crowd.random.between(60, 240);
        let goal = match self.will(id) {
            _ if is_night && is_home || self.crowd.state(id as u32) == Some(State::Stuck) => None,
            _ if is_night => Some(post),
            Will::Hunt => self.prey(),
            _ if self.crowd.random.below(100) < 55 => None,
            _ => self.somewhere(view, id),
        };
        self.animals[id].until = now.saturating_add(pause);
        let gait = if is_night { State::Returning } else { State::Moving };
        match goal {
            None => self.crowd.stop(id, State::Idle),
            Some(goal) => self.crowd.send(id, goal, gait, CONTENT),
        }
    }

    /// The node of a random animal.
    fn prey(&mut self) -> Option<u32> {
        let id = self.crowd.random.below(self.animals.len() as u32);
        Some(self.crowd.node(id as usize).get())
    }

    /// A random free cell not far away, on its own pasture, on land for those on land and in water
    /// for those in water; `None` if a few draws find none.
    fn somewhere(&mut self, view: &GridView<'_>, id: usize) -> Option<u32> {
        let grid = view.grid();
        let Animal { species, pasture, post, .. } = self.animals[id];
        let range = self.species[usize::from(species)].range;
        let here = grid.cell(self.crowd.node(id));
        let land = match self.pastures.get(pasture as usize) {
            Some(pasture) => pasture.land,
            None => around(grid.cell(NodeId::new(post)), range.saturating_mul(2)),
        };
        let is_wet = |cell| grid.class(cell) == Some(b'W');
        let swims = is_wet(here);
        (0..4).find_map(|_| {
            let mut draw = |at: u32, side: u32| {
                let (least, end) = (at.saturating_sub(range), at.saturating_add(range));
                self.crowd.random.between(least, end.saturating_add(1).min(side))
            };
            let cell = Cell::new(draw(here.x, grid.width()), draw(here.y, grid.height()));
            let fits = land.contains(cell) && view.is_free(cell) && is_wet(cell) == swims;
            grid.node(cell).filter(|_| fits && cell != here).map(|node| node.get())
        })
    }

    /// The nearest hunter that an animal sees; the first one on a tie.
    fn nearest_hunter(&self, at: Point) -> Option<Point> {
        let apart =
            |hunter: &Point| square([0, 1].map(|i| i64::from(hunter[i]) - i64::from(at[i])));
        let seen = self.hunters.iter().filter(|&hunter| apart(hunter) < SIGHT * SIGHT);
        seen.min_by_key(|&hunter| apart(hunter)).copied()
    }
}

impl Layer for Herd {
    fn guided(&mut self) -> &mut GuidedCrowd {
        &mut self.crowd
    }

    /// Lets the animals make their decisions.
    fn decide(&mut self, view: &GridView<'_>) {
        let now = self.crowd.time();
        self.hunters.clear();
        for id in 0..self.animals.len() {
            if self.will(id) == Will::Hunt && !self.crowd.rests(id) {
                self.hunters.push(self.crowd.crowd().positions()[id]);
            }
        }
        if now % Self::DAY == Self::DUSK {
            self.call_home(view);
        }
        for id in 0..self.animals.len() {
            let will = self.will(id);
            if will == Will::Orders {
                continue;
            }
            if now.wrapping_add(id as u32).is_multiple_of(LOOK_EVERY)
                && will == Will::Graze
                && !self.crowd.flees(id)
                && let Some(hunter) = self.nearest_hunter(self.crowd.crowd().positions()[id])
            {
                self.crowd.run_away(view, id, hunter);
            }
            if self.crowd.rests(id) && self.animals[id].until <= now {
                self.choose(view, id, now);
            }
        }
    }

    /// An animal at the end of its path stays there for a while.
    fn rest(&mut self, id: usize) {
        if self.will(id) == Will::Orders {
            return;
        }
        let gait = self.crowd.gait(id);
        let pause = match gait {
            State::Fleeing => 30,
            _ => self.crowd.random.between(60, 300),
        };
        self.animals[id].until = self.crowd.time().saturating_add(pause);
        if gait == State::Returning {
            self.animals[id].post = self.crowd.node(id).get();
        }
    }
}

/// The square of cells at most `range` from a cell, clipped at the upper and left rim.
fn around(cell: Cell, range: u32) -> CellRect {
    let (x, y) = (cell.x.saturating_sub(range), cell.y.saturating_sub(range));
    let side = |from: u32, middle: u32| (middle - from).saturating_add(range).saturating_add(1);
    CellRect::new(x, y, side(x, cell.x), side(y, cell.y))
}
