//! The herd: animals graze and wander by day, run from dogs, and return at dusk.
//!
//! A dog within sight makes an animal run for some cells, each the free neighbour that is farthest
//! from the dog; that needs no search. All else are requests like those of anybody who is sent.

use astride::base::{Cell, Dir, NodeId, Rect};
use astride::shapes::square::GridView;

use crate::units::body::{Body, CELL, Kind, NO_HOME, Purpose, State};
use crate::units::walk::dir_along;
use crate::units::{Units, size_of_map};

/// Ticks of a day, the first of which is at dawn.
pub(super) const DAY: u32 = 7200;

/// The tick of the day at which all return.
pub(super) const DUSK: u32 = 4800;

/// So far an animal sees a dog, in 65 536th parts of a cell.
const SIGHT: i64 = 6 * CELL as i64;

/// So many cells it runs before it looks again.
const RUN: usize = 6;

/// Every so many ticks an animal looks for dogs.
const LOOK_EVERY: u32 = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Herd {
    pub(super) pastures: Vec<Pasture>,
    /// Where dogs are under way this tick: one that sleeps frightens nobody.
    dogs: Vec<[i32; 2]>,
    /// Who is sent home.
    ids: Vec<u32>,
}

/// Where some animals live.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pasture {
    /// Where they wander by day.
    pub(super) land: Rect,
    /// Round which they sleep.
    pub(super) pen: Cell,
}

impl Units {
    /// Lets the animals have their ideas.
    pub(super) fn think(&mut self, view: &GridView<'_>) {
        let animals = self.bodies.iter().filter(|body| body.kind.is_animal());
        let dogs = animals.clone().filter(|body| body.kind == Kind::Dog);
        self.herd.dogs.clear();
        self.herd.dogs.extend(dogs.filter(|dog| !dog.rests()).map(|dog| [dog.x, dog.y]));
        if animals.count() == 0 {
            return;
        }
        if self.tick % DAY == DUSK {
            self.call_home();
        }
        for id in 0..self.bodies.len() {
            let body = &self.bodies[id];
            if !body.kind.is_animal() {
                continue;
            }
            let looks = self.tick.wrapping_add(id as u32).is_multiple_of(LOOK_EVERY);
            if looks
                && body.kind != Kind::Dog
                && (body.purpose != Purpose::Flee || body.rests())
                && let Some(dog) = self.herd.nearest_dog(body)
            {
                self.flee(view, id, dog);
            }
            let body = &self.bodies[id];
            if body.rests() && body.until <= self.tick {
                self.decide(view, id);
            }
        }
    }

    /// An animal has come to its place: it stays a while.
    pub(super) fn settle(&mut self, id: usize) {
        let body = &mut self.bodies[id];
        if body.kind.is_animal() {
            let pause = match body.purpose {
                Purpose::Flee => 30,
                _ => self.random.between(60, 300),
            };
            body.until = self.tick.saturating_add(pause);
            body.purpose = Purpose::Go;
        }
    }

    /// Sends all animals home, those of a pasture to one pen.
    fn call_home(&mut self) {
        let mut ids = std::mem::take(&mut self.herd.ids);
        for (home, pasture) in (0..).zip(&self.herd.pastures) {
            ids.clear();
            ids.extend(
                (0..).zip(&self.bodies).filter(|(_, body)| body.home == home).map(|(id, _)| id),
            );
            self.orders.note(&ids, pasture.pen, Purpose::Home);
        }
        self.herd.ids = ids;
        for (id, body) in (0..).zip(&mut self.bodies) {
            if body.kind.is_animal() && body.home == NO_HOME {
                return_to_post(body);
                self.requests.ask(body, id);
            }
        }
    }

    /// An animal that rests thinks of something to do.
    fn decide(&mut self, view: &GridView<'_>, id: usize) {
        let body = &self.bodies[id];
        let is_night = self.tick % DAY >= DUSK;
        let is_home = body.node(self.size[0]) == body.post;
        let pause = self.random.between(60, 240);
        let goal = match body.kind {
            _ if is_night && is_home || body.state == State::Stuck => None,
            _ if is_night => Some(body.post),
            Kind::Dog => self.prey(),
            _ if self.random.below(100) < 55 => None,
            _ => self.somewhere(view, id),
        };
        let body = &mut self.bodies[id];
        body.stop(State::Idle);
        body.until = self.tick.saturating_add(pause);
        let Some(goal) = goal else { return };
        if is_night {
            return_to_post(body);
        } else {
            (body.goal, body.purpose, body.state) = (goal, Purpose::Go, State::Waiting);
        }
        self.requests.ask(body, id as u32);
    }

    /// The cell of somebody.
    fn prey(&mut self) -> Option<u32> {
        let id = self.random.below(self.bodies.len() as u32);
        Some(self.bodies[id as usize].node(self.size[0]))
    }

    /// A free cell not far away, on the own pasture; `None` if a few draws find none.
    fn somewhere(&mut self, view: &GridView<'_>, id: usize) -> Option<u32> {
        let [width, height] = size_of_map(view);
        let body = &self.bodies[id];
        let (here, range) = (body.cell(), body.kind.range());
        let post = view.grid().cell(NodeId::new(body.post));
        let land = match self.herd.pastures.get(usize::from(body.home)) {
            Some(pasture) => pasture.land,
            None => around(post, 2 * range),
        };
        let is_wet = |cell| view.grid().class(cell) == Some(b'W');
        let swims = is_wet(here);
        (0..4).find_map(|_| {
            let mut draw = |at: u32, side: u32| {
                let least = at.saturating_sub(range);
                self.random.between(least, at.saturating_add(range + 1).min(side))
            };
            let cell = Cell::new(draw(here.x, width), draw(here.y, height));
            let fits = land.contains(cell) && view.is_free(cell) && is_wet(cell) == swims;
            (fits && cell != here).then_some(cell.y * width + cell.x)
        })
    }

    /// Runs away from a dog, as far as the next cells allow.
    fn flee(&mut self, view: &GridView<'_>, id: usize, dog: [i32; 2]) {
        let grid = view.grid();
        let body = &mut self.bodies[id];
        let mut nodes = [NodeId::new(body.node(grid.width())); RUN + 1];
        let mut len = 1;
        let mut at = body.cell();
        let first = dir_along([i64::from(body.x - dog[0]), i64::from(body.y - dog[1])]);
        while len <= RUN {
            let steps = view.steps_from(nodes[len - 1]);
            let ahead = (0..8).map(|turn| first.turned(turn));
            let next = ahead
                .filter(|dir: &Dir| steps & dir.bit() != 0)
                .filter_map(|dir| at.step(dir))
                .max_by_key(|&cell| far_from(dog, cell));
            let Some(next) = next.filter(|&next| far_from(dog, next) > far_from(dog, at)) else {
                break;
            };
            (at, nodes[len]) = (next, NodeId::new(next.y * grid.width() + next.x));
            len += 1;
        }
        if len > 1 {
            body.stop(State::Fleeing);
            body.purpose = Purpose::Flee;
            self.set_out_along(view, id, &nodes[..len]);
        }
    }
}

impl Herd {
    /// The nearest dog that an animal sees; among equals the first.
    fn nearest_dog(&self, body: &Body) -> Option<[i32; 2]> {
        let apart = |dog: &[i32; 2]| {
            let [dx, dy] = [dog[0] - body.x, dog[1] - body.y].map(i64::from);
            dx * dx + dy * dy
        };
        let seen = self.dogs.iter().filter(|&dog| apart(dog) < SIGHT * SIGHT);
        seen.min_by_key(|&dog| apart(dog)).copied()
    }
}

/// Makes a body want to go to its place at home.
fn return_to_post(body: &mut Body) {
    body.stop(State::Waiting);
    (body.goal, body.purpose) = (body.post, Purpose::Home);
}

/// The square of the distance from a dog to the middle of a cell.
fn far_from(dog: [i32; 2], cell: Cell) -> i64 {
    let [x, y] = crate::units::body::middle(cell);
    let [dx, dy] = [x - dog[0], y - dog[1]].map(i64::from);
    dx * dx + dy * dy
}

/// The square of cells at most `range` from a cell, cut at the upper and left rim.
fn around(cell: Cell, range: u32) -> Rect {
    let (x, y) = (cell.x.saturating_sub(range), cell.y.saturating_sub(range));
    Rect::new(x, y, cell.x - x + range + 1, cell.y - y + range + 1)
}
