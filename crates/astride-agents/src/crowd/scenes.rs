//! Named scenes: units on a map with destinations, for tests, pictures and measurements.

use std::fmt;
use std::str::FromStr;

use astride::base::{Random, Vec2};
use astride::shapes::square::{Grid, Mover};

use super::plane::direction;
use super::{Body, Crowd, CrowdError, Formation, Mode, Shape};

/// A crowd with orders, of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Units on a circle, each of which goes to the opposite point; more than 5000 are on several
    /// circles around one centre, so that the map does not grow with the square of their number.
    Circle,
    /// Two blocks that change sides, head on.
    Cross,
    /// Concentric circles, on each of which all units go to the opposite point.
    Rings,
    /// A block that passes through a gate in a wall.
    Gate,
    /// Four blocks that meet at a crossing and go straight on.
    FourWay,
    /// The same with an island in the middle, round which all have to go.
    Roundabout,
    /// A block that passes between others that stand idle.
    Idlers,
    /// Herds among ponds, each sent to a pasture.
    Farm,
    /// A group in each formation, side by side across a meadow.
    Formation,
    /// A block in formation that passes through a gate too narrow for it.
    GateFormation,
}

/// The maximum number of units of a scene.
pub const MOST_UNITS: u32 = 100_000;

impl Scene {
    /// All of them.
    pub const ALL: [Scene; 10] = [
        Scene::Circle,
        Scene::Cross,
        Scene::Rings,
        Scene::Gate,
        Scene::FourWay,
        Scene::Roundabout,
        Scene::Idlers,
        Scene::Farm,
        Scene::Formation,
        Scene::GateFormation,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scene::Circle => "circle",
            Scene::Cross => "cross",
            Scene::Rings => "rings",
            Scene::Gate => "gate",
            Scene::FourWay => "four-way",
            Scene::Roundabout => "roundabout",
            Scene::Idlers => "idlers",
            Scene::Farm => "farm",
            Scene::Formation => "formation",
            Scene::GateFormation => "gate-formation",
        }
    }

    /// The scene with at least one and at most [`MOST_UNITS`] units, whose bodies are taken from
    /// `body` in turn; `seed` determines the positions of ponds and pastures.
    ///
    /// # Errors
    ///
    /// If a body is out of range, or if the map would be too large.
    pub fn build(
        self,
        units: u32,
        mode: Mode,
        bodies: &[Body],
        seed: u64,
    ) -> Result<Crowd, CrowdError> {
        let units = units.clamp(1, MOST_UNITS);
        let plan = match self {
            Scene::Circle => circle(units),
            Scene::Cross => cross(units),
            Scene::Rings => circles(units, 6.0),
            Scene::Gate => gate(units),
            Scene::FourWay => four_way(units),
            Scene::Roundabout => roundabout(units),
            Scene::Idlers => idlers(units),
            Scene::Farm => farm(units, seed),
            Scene::Formation => formations(units),
            Scene::GateFormation => gate_formation(units),
        };
        plan.build(mode, bodies)
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scene {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Scene::ALL.into_iter().find(|scene| scene.name() == name).ok_or_else(|| {
            let names = Scene::ALL.map(Scene::name).join(", ");
            format!("there is no scene {name:?}, expected one of {names}")
        })
    }
}

/// A map, and the start and goal of each unit, in cells.
struct Plan {
    rows: Vec<Vec<u8>>,
    ways: Vec<[Vec2; 2]>,
    herds: Vec<u32>,
    dice: Random,
    groups: Vec<Group>,
}

/// Units that start around a point and go to another one in formation.
struct Group {
    shape: Shape,
    count: u32,
    way: [Vec2; 2],
}

impl Plan {
    fn open(side: u32) -> Self {
        Plan::of_size(side, side)
    }

    fn of_size(width: u32, height: u32) -> Self {
        let rows = vec![vec![b'.'; width as usize]; height as usize];
        Plan { rows, ways: Vec::new(), herds: Vec::new(), dice: Random::new(0), groups: Vec::new() }
    }

    fn build(&self, mode: Mode, bodies: &[Body]) -> Result<Crowd, CrowdError> {
        let (width, height) = (self.rows[0].len() as u32, self.rows.len() as u32);
        let wide = CrowdError::TooWide { width, height, most: 16_384 };
        let grid = Grid::from_classes(width, height, &self.rows.concat()).map_err(|_| wide)?;
        let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), mode)?;
        let bodies = if bodies.is_empty() { &[Body::default()] } else { bodies };
        for (at, &[start, _]) in self.ways.iter().enumerate() {
            let body = bodies[at % bodies.len()];
            // On a lattice two points of a circle may be in one cell.
            match crowd.spawn(start, body) {
                Err(CrowdError::Occupied { .. }) => crowd.spawn_near(start, 1, body)?,
                other => other?,
            };
        }
        for (unit, &[_, goal]) in self.ways.iter().enumerate() {
            crowd.order(&[unit as u32], goal)?;
        }
        let mut dice = self.dice.clone();
        for (at, &herd) in self.herds.iter().enumerate() {
            let body = bodies[at % bodies.len()];
            settle(&mut crowd, &mut dice, herd, body)?;
        }
        for Group { shape, count, way: [start, goal] } in &self.groups {
            let first = crowd.count() as u32;
            for (at, &body) in (0..).zip(bodies) {
                let kinds = bodies.len() as u32;
                crowd.spawn_near(*start, (count + kinds - 1 - at) / kinds, body)?;
            }
            let all: Vec<u32> = (first..first + count).collect();
            crowd.order_formation(&all, *goal, &Formation::of(shape.clone()))?;
        }
        Ok(crowd)
    }
}

/// Places a herd somewhere and sends it somewhere else; draws again if a pond is in the way.
fn settle(crowd: &mut Crowd, dice: &mut Random, count: u32, body: Body) -> Result<(), CrowdError> {
    let [width, height] = crowd.size();
    let mut draw = || {
        let [x, y] = [dice.below(width), dice.below(height)];
        Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5)
    };
    let mut tries = (0..1000).map(|_| crowd.spawn_near(draw(), count, body));
    let first = tries.find(|found| !is_bad_luck(found)).unwrap_or(Ok(0))?;
    let herd: Vec<u32> = (first..first + count).collect();
    let mut tries = (0..1000).map(|_| crowd.order(&herd, draw()));
    tries.find(|sent| !is_bad_luck(sent)).unwrap_or(Ok(()))
}

fn is_bad_luck<T>(found: &Result<T, CrowdError>) -> bool {
    use CrowdError::{Blocked, NoRoom, NoWay};
    matches!(found, Err(Blocked { .. } | NoRoom { .. } | NoWay { .. }))
}

/// The distance between neighbours on a circle, in cells: on a lattice each has a cell of its own.
const ON_CIRCLE: f64 = 1.5;

/// The distance between circles around one centre, in cells.
const BETWEEN_CIRCLES: f64 = 3.0;

/// The most units of a scene that share a circle: the map of 5000 has six million cells.
const ON_ONE_CIRCLE: u32 = 5000;

fn circle(units: u32) -> Plan {
    if units > ON_ONE_CIRCLE {
        // From this radius to twice as much there is room for all of them.
        let room = f64::from(units) * ON_CIRCLE * BETWEEN_CIRCLES / std::f64::consts::TAU;
        let mut plan = circles(units, (room / 1.5).sqrt());
        let side = plan.rows.len() as f64;
        // The last circle may hold so few units that none of its places is opposite another.
        for [start, goal] in &mut plan.ways {
            *goal = Vec2::new(side - start.x, side - start.y);
        }
        return plan;
    }
    let radius = (f64::from(units) * ON_CIRCLE / std::f64::consts::TAU).max(3.0);
    let side = (2.0 * radius) as u32 + 24;
    let mut plan = Plan::open(side);
    plan.add_circle(f64::from(side) / 2.0, radius, units);
    plan
}

/// Circles from the one of radius `inner` outwards, each as full as a circle of that size can be.
fn circles(units: u32, inner: f64) -> Plan {
    let (mut left, mut circles, mut radius) = (units, Vec::new(), inner);
    while left > 0 {
        let fill = (std::f64::consts::TAU * radius / ON_CIRCLE) as u32;
        let count = left.min(fill);
        circles.push((radius, count));
        left -= count;
        radius += BETWEEN_CIRCLES;
    }
    let side = (2.0 * radius) as u32 + 16;
    let mut plan = Plan::open(side);
    for (radius, count) in circles {
        plan.add_circle(f64::from(side) / 2.0, radius, count);
    }
    plan
}

impl Plan {
    fn add_circle(&mut self, middle: f64, radius: f64, count: u32) {
        let at = |part: f64| {
            let direction = direction(part);
            Vec2::new(middle + direction.x * radius, middle + direction.y * radius)
        };
        for unit in 0..count {
            let part = f64::from(unit) / f64::from(count);
            // As many places as there are units: the opposite one, or half a place beside that.
            let across = f64::from((unit + count / 2) % count) / f64::from(count);
            self.ways.push([at(part), at(across)]);
        }
    }

    /// The centre of a cell, with columns in pairs and a gap behind each: a little more than a
    /// quarter of the area is covered.
    fn add_block(
        &mut self,
        corner: [u32; 2],
        columns: u32,
        count: u32,
        goal: impl Fn(Vec2) -> Vec2,
    ) {
        for unit in 0..count {
            let (column, row) = (unit % columns, unit / columns);
            let [x, y] = [corner[0] + column + column / 2, corner[1] + row];
            let start = Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            self.ways.push([start, goal(start)]);
        }
    }
}

/// The smallest integer whose square is not below `number`.
fn root(number: u32) -> u32 {
    (0..).find(|&root: &u32| root.saturating_mul(root) >= number).unwrap_or(u32::MAX)
}

fn cross(units: u32) -> Plan {
    let half = units.div_ceil(2);
    let columns = root(half);
    let wide = columns + columns / 2;
    let rows = half.div_ceil(columns);
    let (gap, edge) = (10, 8 + rows / 4);
    let (width, height) = (2 * (wide + edge) + gap, rows + 2 * edge);
    let mut plan = Plan::of_size(width, height);
    let goal = |start: Vec2| Vec2::new(f64::from(width) - start.x, start.y);
    plan.add_block([edge, edge], columns, half, goal);
    let mirrored: Vec<[Vec2; 2]> = plan.ways.iter().map(|&[start, goal]| [goal, start]).collect();
    plan.ways.extend(&mirrored[..(units - half) as usize]);
    plan
}

fn gate(units: u32) -> Plan {
    let columns = root(units);
    let wide = columns + columns / 2;
    let rows = units.div_ceil(columns);
    let edge = 6;
    let (width, height) = (2 * (wide + 2 * edge) + 1, rows + 2 * edge);
    let mut plan = Plan::of_size(width, height);
    let open = (rows / 5).max(2);
    for (y, row) in (0..).zip(&mut plan.rows) {
        let is_open = (height / 2 - open / 2..).take(open as usize).any(|gate| gate == y);
        row[width as usize / 2] = if is_open { b'.' } else { b'@' };
    }
    let over = f64::from(wide + 2 * edge + 1);
    plan.add_block([edge, edge], columns, units, |start| Vec2::new(start.x + over, start.y));
    plan
}

fn four_way(units: u32) -> Plan {
    let most = units.div_ceil(4);
    let street = root(most).max(4) + 2;
    let long = street + street / 2 + 8;
    let side = 2 * long + street;
    let mut plan = Plan::open(side);
    for y in 0..side {
        for x in 0..side {
            let is_street = |at: u32| (long..long + street).contains(&at);
            if !is_street(x) && !is_street(y) {
                plan.rows[y as usize][x as usize] = b'@';
            }
        }
    }
    let across = |start: Vec2| Vec2::new(f64::from(side) - start.x, start.y);
    let mut west = Plan::open(side);
    west.add_block([2, long + 1], street - 2, most, across);
    // The same block from all four sides: mirrored, and with rows and columns exchanged.
    let turned = |point: Vec2, quarter: usize| match quarter {
        0 => point,
        1 => across(point),
        2 => Vec2::new(point.y, point.x),
        _ => Vec2::new(point.y, f64::from(side) - point.x),
    };
    for unit in 0..units as usize {
        let way = west.ways[unit / 4].map(|point| turned(point, unit % 4));
        plan.ways.push(way);
    }
    plan
}

/// A crossing of four streets, wide enough for a street round an island in its middle.
fn roundabout(units: u32) -> Plan {
    let mut plan = four_way(units);
    let side = plan.rows.len();
    let street = plan.rows[0].iter().filter(|&&class| class == b'.').count();
    let crossing = (side - street) / 2..(side + street) / 2;
    let square = crossing.start - street / 2..crossing.end + street / 2;
    let island = crossing.start + street / 4..crossing.end - street / 4;
    for y in square.clone() {
        plan.rows[y][square.clone()].fill(b'.');
        if island.contains(&y) {
            plan.rows[y][island.clone()].fill(b'@');
        }
    }
    plan
}

/// Idlers on every third cell of every third row, and as many units that pass between them.
fn idlers(units: u32) -> Plan {
    let movers = units.div_ceil(2);
    let columns = root(movers);
    let rows = movers.div_ceil(columns);
    let (wide, deep, edge) = (columns + columns / 2, 3 * root(units - movers), 6);
    let (width, height) = (2 * wide + deep + 4 * edge, rows.max(deep) + 2 * edge);
    let mut plan = Plan::of_size(width, height);
    let over = f64::from(wide + deep + 2 * edge);
    let top = (height - rows) / 2;
    plan.add_block([edge, top], columns, movers, |start| Vec2::new(start.x + over, start.y));
    for idler in 0..units - movers {
        let [column, row] = [idler % (deep / 3), idler / (deep / 3)];
        let [x, y] = [wide + 2 * edge + 3 * column, (height - deep) / 2 + 3 * row];
        let stands = Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        plan.ways.push([stands, stands]);
    }
    plan
}

fn farm(units: u32, seed: u64) -> Plan {
    const HERD: u32 = 40;
    let mut dice = Random::new(seed);
    let side = root(units * 6).max(24) + 12;
    let mut plan = Plan::open(side);
    for _ in 0..side * side / 220 {
        let [x, y] = [dice.between(2, side - 6), dice.between(2, side - 6)];
        let [wide, high] = [dice.between(1, 5), dice.between(1, 5)];
        for row in y..y + high {
            plan.rows[row as usize][x as usize..(x + wide) as usize].fill(b'@');
        }
    }
    plan.herds = (0..units.div_ceil(HERD)).map(|herd| HERD.min(units - herd * HERD)).collect();
    plan.dice = dice;
    plan
}

fn formations(units: u32) -> Plan {
    let shapes = Shape::NAMED.len() as u32;
    let most = units.div_ceil(shapes);
    // A line is the widest formation, with a cell and a half per unit.
    let lane = most + most / 2 + 4;
    let width = 2 * lane + 40;
    let mut plan = Plan::of_size(width, shapes * lane);
    for (at, shape) in (0..).zip(Shape::NAMED) {
        let count = most.min(units.saturating_sub(at * most));
        let row = f64::from(at * lane + lane / 2) + 0.5;
        let ends = [lane / 2, width - lane / 2 - 1].map(|column| f64::from(column) + 0.5);
        let way = ends.map(|column| Vec2::new(column, row));
        plan.groups.push(Group { shape, count, way });
    }
    plan
}

fn gate_formation(units: u32) -> Plan {
    let side = 2 * root(units) + 8;
    // A group in single file is this long before it forms up again.
    let (width, height) = (2 * (2 * side + units / 4) + 1, side);
    let mut plan = Plan::of_size(width, height);
    for (y, row) in (0..).zip(&mut plan.rows) {
        let is_open = (height / 2 - 1..=height / 2).contains(&y);
        row[width as usize / 2] = if is_open { b'.' } else { b'@' };
    }
    let point = |x: u32| Vec2::new(f64::from(x) + 0.5, f64::from(height / 2) + 0.5);
    let way = [point(side / 2), point(width - side / 2 - 1)];
    plan.groups.push(Group { shape: Shape::Box, count: units, way });
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_units_of_a_circle_share_a_map_that_grows_as_they_do() {
        for units in [250, 5000, 5001, 5002, 5276, 20_000, MOST_UNITS] {
            let plan = circle(units);
            let middle = plan.rows.len() as f64 / 2.0;
            assert_eq!(plan.ways.len(), units as usize);
            let mut radii = Vec::new();
            for way in &plan.ways {
                let [start, goal] = way.map(|end| [end.x - middle, end.y - middle]);
                let [radius, other] = [start, goal].map(|[x, y]| x.hypot(y));
                assert!((radius - other).abs() < 1e-6, "{start:?} to {goal:?}");
                // Across the centre, except for half a place where one circle has an odd number of
                // them.
                let beside = (start[0] + goal[0]).hypot(start[1] + goal[1]);
                let most = if units <= 5000 { ON_CIRCLE * 0.51 } else { 1e-6 };
                assert!(beside < most, "{start:?} to {goal:?}");
                radii.push(radius as u32);
            }
            radii.dedup();
            let cells = plan.rows.len() * plan.rows[0].len();
            if units <= 5000 {
                assert_eq!(radii.len(), 1, "{units}");
            } else {
                assert!(cells < 10 * units as usize, "{units} on {cells} cells");
            }
        }
    }
}
