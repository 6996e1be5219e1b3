//! A herd: a crowd in which some agents have a will of their own. They graze and wander by day,
//! flee from hunters, and return at dusk.
//!
//! A hunter within sight makes an animal flee some cells, which needs no search. Everything else is
//! a request like that of any agent.

use std::ops::Range;

use crate::agents::crowd::{Agent, Body, Crowd, Label, NONE, Purpose, State, Work, keep};
use crate::agents::plane::{CELL, Point, square_of, way_to};
use crate::agents::square::{cell_at, node_at, size_of};
use crate::agents::{CrowdError, Lead, Routes};
use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::GridView;

/// The distance at which an animal sees a hunter.
const SIGHT: i64 = 6 * CELL as i64;

/// An animal looks for hunters once in this many timesteps.
const LOOK_EVERY: u32 = 8;

/// What drives the agents of a species.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A [`Crowd`] with a will: each agent is an animal of a species.
///
/// A day is [`Herd::DAY`] timesteps and begins at dawn. From [`Herd::DUSK`] on, all animals with a
/// will go home: those of a pasture to its pen, others to where they were placed. Orders are
/// followed by all, and forgotten when a hunter comes by.
///
/// # Examples
///
/// ```
/// use astride::agents::{Body, Herd, JumpRoutes, Species, State, Will};
/// use astride::prelude::*;
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
/// let sheep = Species { body: Body::default(), range: 9, will: Will::Graze };
/// let dog = Species { will: Will::Hunt, ..sheep };
/// let mut herd = Herd::on(&view, &[sheep, dog], 7);
/// herd.scatter(&view, Cell::new(10, 10), 5, 20, 0)?;
/// herd.spawn(&view, Cell::new(1, 1), 1)?;
/// while herd.crowd().states().all(|state| state != State::Fleeing) {
///     herd.advance(&view, &mut routes, 1, 1000);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Herd {
    crowd: Crowd,
    species: Vec<Species>,
    pastures: Vec<Pasture>,
    animals: Vec<Animal>,
    /// The positions of moving hunters in this timestep; a sleeping one frightens nobody.
    hunters: Vec<Point>,
    /// Working memory: the animals sent home.
    ids: Vec<u32>,
}

/// What a herd stores about an agent in addition to the crowd.
#[derive(Clone, Copy, Debug)]
struct Animal {
    species: u8,
    /// The pasture on which it lives, or [`NONE`].
    pasture: u32,
    /// The time of its next decision.
    until: u32,
}

impl Herd {
    /// The number of timesteps in a day.
    pub const DAY: u32 = 7200;

    /// The timestep of a day at which all return.
    pub const DUSK: u32 = 4800;

    /// No animals, of up to 256 species (further ones cannot be used); the map is that of the first
    /// animal added.
    pub fn new(species: &[Species]) -> Self {
        Herd { species: species.to_vec(), ..Herd::default() }
    }

    /// The same on a map, with random numbers generated from `seed`.
    pub fn on(view: &GridView<'_>, species: &[Species], seed: u64) -> Self {
        Herd { crowd: Crowd::on(view, seed), ..Herd::new(species) }
    }

    /// The agents.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The species of each agent, as an index into the list of species.
    pub fn species(&self) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.animals.iter().map(|animal| animal.species)
    }

    /// Removes all animals and pastures, and restarts at time 0 with seed 0.
    pub fn clear(&mut self) {
        let species = std::mem::take(&mut self.species);
        *self = Herd { species, ..Herd::default() };
    }

    /// Adds a pasture for animals to live on; returns its number.
    ///
    /// # Errors
    ///
    /// If its pen is off the map.
    pub fn add_pasture(&mut self, pasture: Pasture) -> Result<u32, CrowdError> {
        let ([width, height], cell) = (self.crowd.size, pasture.pen);
        if cell.x >= width || cell.y >= height {
            return Err(CrowdError::OffMap { cell, width, height });
        }
        self.pastures.push(pasture);
        Ok(self.pastures.len() as u32 - 1)
    }

    /// Places an animal at the centre of `cell`, where it lives, and returns its id.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::spawn`]; and if there is no such species.
    pub fn spawn(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        species: u8,
    ) -> Result<u32, CrowdError> {
        self.grow(species, |crowd, body| crowd.spawn(view, cell, body))
    }

    /// Places `count` animals on random free cells at most `radius` cells from `centre`, where they
    /// live, and returns their ids.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::scatter`]; and if there is no such species.
    pub fn scatter(
        &mut self,
        view: &GridView<'_>,
        centre: Cell,
        radius: u32,
        count: u32,
        species: u8,
    ) -> Result<Range<u32>, CrowdError> {
        self.grow(species, |crowd, body| crowd.scatter(view, centre, radius, count, body))
    }

    /// Places an animal on a random one of `cells` of a pasture. It lives there, has a random
    /// heading, and makes its first decision within 300 timesteps.
    ///
    /// # Errors
    ///
    /// As for [`Crowd::spawn`]; if there is no such species or pasture; and if `cells` is empty.
    pub fn settle(
        &mut self,
        view: &GridView<'_>,
        pasture: u32,
        cells: &[Cell],
        species: u8,
    ) -> Result<u32, CrowdError> {
        // On a map of another size the herd restarts, without its pastures.
        let known = if self.crowd.size == size_of(view) { self.pastures.len() } else { 0 };
        let Some(&Pasture { pen, .. }) = self.pastures[..known].get(pasture as usize) else {
            return Err(CrowdError::Pasture { pasture, known });
        };
        let lot = self.crowd.random.below(cells.len() as u32) as usize;
        let &cell = cells.get(lot).ok_or(CrowdError::NoRoom { cell: pen, radius: 0 })?;
        let id = self.spawn(view, cell, species)?;
        let heading = self.crowd.random.below(1 << 16) as u16;
        self.crowd.agents[id as usize].heading = heading;
        let until = self.crowd.random.below(300);
        self.animals[id as usize] = Animal { species, pasture, until };
        Ok(id)
    }

    /// Removes animals, as [`Crowd::remove`] does.
    ///
    /// # Errors
    ///
    /// If one of them does not exist.
    pub fn remove(&mut self, ids: &[u32]) -> Result<(), CrowdError> {
        let new_ids = self.crowd.renumber(ids)?;
        keep(&new_ids, &mut self.animals);
        Ok(())
    }

    /// Sends animals to a cell, as [`Crowd::order`] does.
    ///
    /// # Errors
    ///
    /// If one of them does not exist, or if the cell is off the map.
    pub fn order(&mut self, ids: &[u32], to: Cell) -> Result<(), CrowdError> {
        self.crowd.order(ids, to)
    }

    /// Sends animals to a cell, as [`Crowd::order_by`] does.
    ///
    /// # Errors
    ///
    /// If one of them does not exist, or if the cell is off the map.
    pub fn order_by(&mut self, ids: &[u32], to: Cell, lead: Lead) -> Result<(), CrowdError> {
        self.crowd.order_by(ids, to, lead)
    }

    /// As [`Crowd::map_changed`].
    pub fn map_changed(&mut self, changed: CellRect) {
        self.crowd.map_changed(changed);
    }

    /// Advances time, as [`Crowd::advance`] does; at the beginning of each timestep the animals
    /// make their decisions.
    ///
    /// # Complexity
    ///
    /// That of [`Crowd::advance`]; in addition each grazing animal examines all moving hunters in
    /// one of eight timesteps.
    pub fn advance(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        timesteps: u32,
        budget: u64,
    ) -> Work {
        if self.crowd.size != size_of(view) {
            self.clear();
        }
        let (mut work, mut left) = (self.crowd.look(view), budget);
        for _ in 0..timesteps {
            self.crowd.begin_timestep();
            self.think(view);
            let before = self.crowd.ended.len();
            self.crowd.move_on(view, routes, &mut left, &mut work);
            for at in before..self.crowd.ended.len() {
                self.rest(self.crowd.ended[at] as usize);
            }
        }
        work
    }

    /// As [`Crowd::digest`], including the species of the animals and the times of their next
    /// decisions.
    pub fn digest(&self) -> u64 {
        self.crowd.digest_with(|id| {
            let Animal { until, species, .. } = self.animals[id];
            Label { until, species }
        })
    }

    /// Adds agents to the crowd, which become animals of a species. If the crowd restarts on
    /// another map, so does the herd.
    fn grow<T>(
        &mut self,
        species: u8,
        add: impl FnOnce(&mut Crowd, Body) -> Result<T, CrowdError>,
    ) -> Result<T, CrowdError> {
        let known = self.species.len();
        let Some(&Species { body, .. }) = self.species.get(usize::from(species)) else {
            return Err(CrowdError::Species { species, known });
        };
        let size = self.crowd.size;
        let added = add(&mut self.crowd, body);
        if self.crowd.size != size {
            self.animals.clear();
            self.pastures.clear();
        }
        self.animals.resize(self.crowd.len(), Animal { species, pasture: NONE, until: 0 });
        added
    }

    fn will(&self, id: usize) -> Will {
        self.species[usize::from(self.animals[id].species)].will
    }

    /// Lets the animals make their decisions.
    fn think(&mut self, view: &GridView<'_>) {
        self.hunters.clear();
        let mut is_any = false;
        for id in 0..self.animals.len() {
            is_any |= self.will(id) != Will::Orders;
            if self.will(id) == Will::Hunt && !self.crowd.agents[id].rests() {
                self.hunters.push(self.crowd.positions()[id]);
            }
        }
        if !is_any {
            return;
        }
        if self.crowd.time % Self::DAY == Self::DUSK {
            self.call_home();
        }
        for id in 0..self.animals.len() {
            let will = self.will(id);
            if will == Will::Orders {
                continue;
            }
            let (agent, at) = (&self.crowd.agents[id], self.crowd.positions()[id]);
            let looks = self.crowd.time.wrapping_add(id as u32).is_multiple_of(LOOK_EVERY);
            if looks
                && will == Will::Graze
                && (agent.purpose != Purpose::Flee || agent.rests())
                && let Some(hunter) = self.nearest_hunter(at)
            {
                self.crowd.run_away(view, id, hunter);
            }
            if self.crowd.agents[id].rests() && self.animals[id].until <= self.crowd.time {
                self.decide(view, id);
            }
        }
    }

    /// Called when an agent has come to the end of its path: an animal stays for a while.
    fn rest(&mut self, id: usize) {
        if self.will(id) == Will::Orders {
            return;
        }
        let pause = match self.crowd.agents[id].purpose {
            Purpose::Flee => 30,
            _ => self.crowd.random.between(60, 300),
        };
        self.animals[id].until = self.crowd.time.saturating_add(pause);
        self.crowd.agents[id].purpose = Purpose::Go;
    }

    /// Sends all animals with a will home, those of a pasture to one pen.
    fn call_home(&mut self) {
        let mut ids = std::mem::take(&mut self.ids);
        for (number, pasture) in (0..).zip(&self.pastures) {
            ids.clear();
            let live_here =
                |id: usize| self.animals[id].pasture == number && self.will(id) != Will::Orders;
            ids.extend((0..self.animals.len()).filter(|&id| live_here(id)).map(|id| id as u32));
            self.crowd.order_home(&ids, pasture.pen);
        }
        self.ids = ids;
        for id in 0..self.animals.len() {
            if self.will(id) != Will::Orders && self.animals[id].pasture == NONE {
                self.crowd.send(id, self.crowd.agents[id].post, Purpose::Home);
            }
        }
    }

    /// Lets a resting animal decide what to do next.
    fn decide(&mut self, view: &GridView<'_>, id: usize) {
        let Agent { post, state, .. } = self.crowd.agents[id];
        let is_night = self.crowd.time % Self::DAY >= Self::DUSK;
        let is_home = node_at(self.crowd.positions()[id], self.crowd.size[0]) == post;
        let pause = self.crowd.random.between(60, 240);
        let goal = match self.will(id) {
            _ if is_night && is_home || state == State::Stuck => None,
            _ if is_night => Some(post),
            Will::Hunt => self.prey(),
            _ if self.crowd.random.below(100) < 55 => None,
            _ => self.somewhere(view, id),
        };
        self.animals[id].until = self.crowd.time.saturating_add(pause);
        match goal {
            None => self.crowd.agents[id].stop(State::Idle),
            Some(goal) if is_night => self.crowd.send(id, goal, Purpose::Home),
            Some(goal) => self.crowd.send(id, goal, Purpose::Go),
        }
    }

    /// The node of a random agent.
    fn prey(&mut self) -> Option<u32> {
        let id = self.crowd.random.below(self.animals.len() as u32);
        Some(node_at(self.crowd.positions()[id as usize], self.crowd.size[0]))
    }

    /// A random free cell not far away, on its own pasture, on land for those on land and in water
    /// for those in water; `None` if a few draws find none.
    fn somewhere(&mut self, view: &GridView<'_>, id: usize) -> Option<u32> {
        let [width, height] = size_of(view);
        let Animal { species, pasture, .. } = self.animals[id];
        let range = self.species[usize::from(species)].range;
        let here = cell_at(self.crowd.positions()[id]);
        let post = view.grid().cell(NodeId::new(self.crowd.agents[id].post));
        let land = match self.pastures.get(pasture as usize) {
            Some(pasture) => pasture.land,
            None => around(post, range.saturating_mul(2)),
        };
        let is_wet = |cell| view.grid().class(cell) == Some(b'W');
        let swims = is_wet(here);
        (0..4).find_map(|_| {
            let mut draw = |at: u32, side: u32| {
                let (least, end) = (at.saturating_sub(range), at.saturating_add(range));
                self.crowd.random.between(least, end.saturating_add(1).min(side))
            };
            let cell = Cell::new(draw(here.x, width), draw(here.y, height));
            let fits = land.contains(cell) && view.is_free(cell) && is_wet(cell) == swims;
            (fits && cell != here).then_some(cell.y * width + cell.x)
        })
    }

    /// The nearest hunter that an animal sees; the first one on a tie.
    fn nearest_hunter(&self, at: Point) -> Option<Point> {
        let apart = |hunter: &Point| square_of(way_to(*hunter, at));
        let seen = self.hunters.iter().filter(|&hunter| apart(hunter) < SIGHT * SIGHT);
        seen.min_by_key(|&hunter| apart(hunter)).copied()
    }
}

/// The square of cells at most `range` from a cell, clipped at the upper and left rim.
fn around(cell: Cell, range: u32) -> CellRect {
    let (x, y) = (cell.x.saturating_sub(range), cell.y.saturating_sub(range));
    let side = |from: u32, middle: u32| (middle - from).saturating_add(range).saturating_add(1);
    CellRect::new(x, y, side(x, cell.x), side(y, cell.y))
}
