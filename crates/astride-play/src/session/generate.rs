//! Generated maps: caves, mazes, rooms, random blocks, cities and terrain, each from a seed.

use std::cmp::Ordering;

use astride::shapes::square::{Grid, Terrain};

use crate::session::growth::{Growth, MOST};
use crate::session::limits::Limits;
use crate::session::message::Generate;
use crate::session::random::Rng;
use crate::session::wire::Refusal;

/// What can be made.
pub(super) const KINDS: [&str; 9] = [
    "caves",
    "maze",
    "division",
    "division-across",
    "division-down",
    "rooms",
    "random",
    "city",
    "terrain",
];

const FREE: u8 = b'.';
const WALL: u8 = b'@';

/// Caves have halls on maps with at least this side.
const WIDE: usize = 256;

/// Checks sides before any memory is taken.
pub(super) fn check_size(width: u32, height: u32, limits: &Limits) -> Result<(), Refusal> {
    let sides = 1..=limits.max_side;
    let cells = u64::from(width) * u64::from(height);
    if sides.contains(&width) && sides.contains(&height) && cells <= limits.max_cells.into() {
        return Ok(());
    }
    Err(Refusal::size(format!(
        "a map of {width}x{height} cells, expected sides of 1 to {} and at most {} cells",
        limits.max_side, limits.max_cells
    )))
}

/// Makes the requested map, and reports how it was made unless it is too large to be watched.
pub(super) fn generate(
    wish: &Generate,
    limits: &Limits,
) -> Result<(Grid, Option<Growth>), Refusal> {
    check_size(wish.width, wish.height, limits)?;
    let percent = |usual: u32| match wish.percent.unwrap_or(usual) {
        percent @ 0..=100 => Ok(percent),
        other => Err(Refusal::value(format!("{other} percent, expected 0 to 100"))),
    };
    let mut canvas = Canvas::new(wish.width, wish.height);
    let rng = &mut Rng::new(wish.seed);
    match &wish.kind[..] {
        "random" => canvas.scatter(rng, percent(30)?),
        "caves" => canvas.caves(rng, percent(45)?),
        "maze" => canvas.maze(rng),
        "division" => canvas.division(rng, None),
        "division-across" => canvas.division(rng, Some(Wall::Across)),
        "division-down" => canvas.division(rng, Some(Wall::Down)),
        "rooms" => canvas.rooms(rng, percent(60)?),
        "city" => canvas.city(rng),
        "terrain" => canvas.caves(rng, percent(35)?),
        other => {
            let shown: String = other.chars().take(40).collect();
            let text = format!("cannot generate {shown:?}, expected one of {}", KINDS.join(", "));
            return Err(Refusal::value(text));
        }
    }
    canvas.end_stage();
    let grid = Grid::from_classes(wish.width, wish.height, &canvas.cells).map_err(Refusal::size)?;
    let classes = wish.classes.unwrap_or(if wish.kind == "terrain" { 5 } else { 1 });
    if classes == 1 {
        return Ok((grid, canvas.growth));
    }
    let over = |classes: u32| {
        let terrain = Terrain::new(classes, wish.seed).map_err(Refusal::value)?;
        let terrain = terrain.blob(wish.blob.unwrap_or(Terrain::BLOB)).map_err(Refusal::value)?;
        terrain.over(&grid).map_err(Refusal::size)
    };
    let laid = over(classes)?;
    if canvas.growth.is_some() {
        // An additional kind does not move the hills of the others: each rises where it is the highest.
        for fewer in 2..classes {
            canvas.become_map(&over(fewer)?);
        }
        canvas.become_map(&laid);
    }
    Ok((laid, canvas.growth))
}

/// Which way a wall runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wall {
    Across,
    Down,
}

/// The percentage of the walls of a skewed maze that run the way it is skewed.
const SKEW: u32 = 85;

/// A map while it is being made.
struct Canvas {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    growth: Option<Growth>,
}

impl Canvas {
    fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        let cells = vec![FREE; width * height];
        let growth = (cells.len() <= MOST).then(|| Growth::new(FREE));
        Canvas { width, height, cells, growth }
    }

    /// Begins with a map of one class.
    fn fill(&mut self, class: u8) {
        self.cells.fill(class);
        self.growth = self.growth.take().map(|_| Growth::new(class));
    }

    fn put(&mut self, at: usize, class: u8) {
        if self.cells[at] == class {
            return;
        }
        self.cells[at] = class;
        if let Some(growth) = &mut self.growth {
            growth.step(at, class);
        }
    }

    fn end_stage(&mut self) {
        self.growth.iter_mut().for_each(Growth::end_stage);
    }

    /// Turns into these cells, in one stage.
    fn become_cells(&mut self, cells: &[u8]) {
        cells.iter().enumerate().for_each(|(at, &class)| self.put(at, class));
        self.end_stage();
    }

    fn become_map(&mut self, grid: &Grid) {
        let rows = (0..grid.height()).filter_map(|y| grid.row(y));
        self.become_cells(&rows.flatten().copied().collect::<Vec<u8>>());
    }

    fn scatter(&mut self, rng: &mut Rng, percent: u32) {
        for at in 0..self.cells.len() {
            self.put(at, if rng.percent(percent) { WALL } else { FREE });
        }
        self.end_stage();
    }

    /// Random blocks, smoothed four times; on maps that are large enough, halls four times as wide
    /// with rough walls.
    fn caves(&mut self, rng: &mut Rng, percent: u32) {
        if self.width.min(self.height) < WIDE {
            self.scatter(rng, percent);
            return self.smooth(4);
        }
        let (width, height) = (self.width.div_ceil(4), self.height.div_ceil(4));
        let mut halls = Canvas::new(width as u32, height as u32);
        halls.scatter(rng, percent);
        halls.smooth(4);
        for (at, cell) in self.cells.iter_mut().enumerate() {
            let (x, y) = (at % self.width, at / self.width);
            let hall = halls.cells[y / 4 * width + x / 4];
            let rough = rng.percent(18);
            *cell = if rough == (hall == WALL) { FREE } else { WALL };
        }
        self.smooth(2);
    }

    /// A cell becomes a wall where most cells around it are walls; everything off the map is wall.
    fn smooth(&mut self, rounds: u32) {
        let mut next = self.cells.clone();
        let mut columns = vec![0u8; self.width];
        for _ in 0..rounds {
            for y in 0..self.height {
                columns.fill(0);
                let rows = [y.checked_sub(1), Some(y), Some(y + 1).filter(|&y| y < self.height)];
                for row in rows {
                    match row {
                        Some(row) => {
                            let cells = &self.cells[row * self.width..][..self.width];
                            for (count, &cell) in columns.iter_mut().zip(cells) {
                                *count += u8::from(cell == WALL);
                            }
                        }
                        None => columns.iter_mut().for_each(|count| *count += 1),
                    }
                }
                for x in 0..self.width {
                    let left = if x > 0 { columns[x - 1] } else { 3 };
                    let right = if x + 1 < self.width { columns[x + 1] } else { 3 };
                    let walls = left + columns[x] + right;
                    next[y * self.width + x] = if walls >= 5 { WALL } else { FREE };
                }
            }
            if self.growth.is_some() {
                self.become_cells(&next);
            } else {
                std::mem::swap(&mut self.cells, &mut next);
            }
        }
    }

    /// A maze without loops: from the latest room with an undug neighbour, dig to one of them.
    fn maze(&mut self, rng: &mut Rng) {
        self.fill(WALL);
        let (columns, rows) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let width = self.width;
        let at = |room: usize| (2 * (room / columns)) * width + 2 * (room % columns);
        let mut path = vec![0u32];
        self.put(0, FREE);
        while let Some(&room) = path.last() {
            let room = room as usize;
            let (x, y) = (room % columns, room / columns);
            let beside = [
                (x > 0).then(|| room - 1),
                (x + 1 < columns).then(|| room + 1),
                (y > 0).then(|| room - columns),
                (y + 1 < rows).then(|| room + columns),
            ];
            let undug = beside.into_iter().flatten().filter(|&room| self.cells[at(room)] == WALL);
            let mut choice = [0; 4];
            let mut count = 0;
            for room in undug {
                choice[count] = room;
                count += 1;
            }
            if count == 0 {
                path.pop();
                continue;
            }
            let next = choice[rng.below(count as u32) as usize];
            let between = (at(room) + at(next)) / 2;
            self.put(between, FREE);
            self.put(at(next), FREE);
            path.push(next as u32);
        }
    }

    /// A maze without loops, by recursive division: a wall with one door divides a chamber in
    /// two, and so on, until chambers are one room wide. Walls divide the longer side; in a
    /// skewed maze most of them run one way. The walls of all chambers that come from the same number
    /// of cuts grow together.
    fn division(&mut self, rng: &mut Rng, skew: Option<Wall>) {
        let (columns, rows) = (self.width.div_ceil(2), self.height.div_ceil(2));
        // Beyond the last rooms there is no chamber.
        for at in 0..self.cells.len() {
            if at % self.width > 2 * (columns - 1) || at / self.width > 2 * (rows - 1) {
                self.put(at, WALL);
            }
        }
        let mut cuts = vec![0; self.growth.as_ref().map_or(0, Growth::len)];
        let mut chambers = vec![(0, 0, columns, rows, 1)];
        while let Some((left, top, right, bottom, depth)) = chambers.pop() {
            let (wide, high) = (right - left, bottom - top);
            if wide < 2 || high < 2 {
                continue;
            }
            let wall = match (skew, wide.cmp(&high)) {
                (Some(skew), _) if rng.percent(SKEW) => skew,
                (Some(Wall::Across), _) => Wall::Down,
                (Some(Wall::Down), _) => Wall::Across,
                (None, Ordering::Less) => Wall::Across,
                (None, Ordering::Greater) => Wall::Down,
                (None, Ordering::Equal) if rng.percent(50) => Wall::Across,
                (None, Ordering::Equal) => Wall::Down,
            };
            let (along, deep) = if wall == Wall::Across { (wide, high) } else { (high, wide) };
            let cut = 1 + rng.below(deep as u32 - 1) as usize;
            let door = 2 * rng.below(along as u32) as usize;
            for at in (0..2 * along - 1).filter(|&at| at != door) {
                let (x, y) = match wall {
                    Wall::Across => (2 * left + at, 2 * (top + cut) - 1),
                    Wall::Down => (2 * (left + cut) - 1, 2 * top + at),
                };
                self.put(y * self.width + x, WALL);
            }
            cuts.resize(self.growth.as_ref().map_or(0, Growth::len), depth);
            match wall {
                Wall::Across => {
                    chambers.push((left, top, right, top + cut, depth + 1));
                    chambers.push((left, top + cut, right, bottom, depth + 1));
                }
                Wall::Down => {
                    chambers.push((left, top, left + cut, bottom, depth + 1));
                    chambers.push((left + cut, top, right, bottom, depth + 1));
                }
            }
        }
        self.growth.iter_mut().for_each(|growth| growth.rank(&cuts));
    }

    /// Square rooms in rows; each wall between two has a door with this probability.
    fn rooms(&mut self, rng: &mut Rng, percent: u32) {
        let side = (self.width.min(self.height) / 12).clamp(4, 32);
        for y in 0..self.height {
            for x in 0..self.width {
                if x % side == side - 1 || y % side == side - 1 {
                    self.put(y * self.width + x, WALL);
                }
            }
        }
        self.end_stage();
        for top in (0..self.height).step_by(side) {
            for left in (0..self.width).step_by(side) {
                let mut door = || (rng.percent(percent), rng.below(side as u32 - 1) as usize);
                let (east, south) = (door(), door());
                let doors = [
                    (east.0, left + side - 1, top + east.1),
                    (south.0, left + south.1, top + side - 1),
                ];
                for (is_there, x, y) in doors {
                    if is_there && x + 1 < self.width && y + 1 < self.height {
                        self.put(y * self.width + x, FREE);
                    }
                }
            }
        }
    }

    /// Blocks cut by streets, wide ones first, until they are the size of a house; some houses
    /// have a yard, and some blocks are parks.
    fn city(&mut self, rng: &mut Rng) {
        let mut blocks = vec![(1, 1, self.width.saturating_sub(1), self.height.saturating_sub(1))];
        while let Some((left, top, right, bottom)) = blocks.pop() {
            let (wide, high) = (right.saturating_sub(left), bottom.saturating_sub(top));
            let longer = wide.max(high);
            if longer > 22 {
                let street = (longer / 24).clamp(1, 4);
                let cut = longer / 3 + rng.below(longer as u32 / 3) as usize;
                if wide >= high {
                    blocks.push((left, top, left + cut, bottom));
                    blocks.push((left + cut + street, top, right, bottom));
                } else {
                    blocks.push((left, top, right, top + cut));
                    blocks.push((left, top + cut + street, right, bottom));
                }
            } else if wide > 0 && high > 0 && !rng.percent(6) {
                self.house(rng, (left, top, right, bottom));
            }
        }
    }

    fn house(&mut self, rng: &mut Rng, (left, top, right, bottom): (usize, usize, usize, usize)) {
        let depth = 3 + rng.below(2) as usize;
        let has_yard = rng.percent(50);
        let (gate, is_below) = (rng.below((right - left).max(1) as u32) as usize, rng.percent(50));
        for y in top..bottom {
            for x in left..right {
                let rim = (x - left).min(right - 1 - x).min(y - top).min(bottom - 1 - y);
                let is_gate = x - left == gate && (y >= (top + bottom) / 2) == is_below;
                if !has_yard || (rim < depth && !is_gate) {
                    self.put(y * self.width + x, WALL);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(kind: &str, width: u32, height: u32, seed: u64) -> Generate {
        let kind = kind.to_owned();
        Generate { kind, width, height, seed, percent: None, classes: None, blob: None }
    }

    #[test]
    fn a_seed_gives_the_same_map_and_another_seed_another() {
        for kind in KINDS {
            let make = |seed| {
                let grid = generate(&wish(kind, 61, 43, seed), &Limits::default()).unwrap().0;
                (0..43).flat_map(|y| grid.row(y).unwrap().to_vec()).collect::<Vec<u8>>()
            };
            assert_eq!(make(5), make(5), "{kind}");
            assert_ne!(make(5), make(6), "{kind}");
        }
    }

    #[test]
    fn every_size_is_made_or_refused() {
        for kind in KINDS {
            for (width, height) in [(1, 1), (2, 1), (1, 9), (5, 2), (16, 16)] {
                let (grid, _) =
                    generate(&wish(kind, width, height, 1), &Limits::default()).unwrap();
                assert_eq!((grid.width(), grid.height()), (width, height), "{kind}");
            }
            for (width, height) in [(0, 5), (5, 0), (u32::MAX, u32::MAX), (16_385, 1)] {
                assert!(generate(&wish(kind, width, height, 1), &Limits::default()).is_err());
            }
        }
        assert!(generate(&wish("dreams", 5, 5, 1), &Limits::default()).is_err());
    }

    #[test]
    fn the_steps_by_which_a_map_grew_lead_to_it_stage_by_stage() {
        let stages = |kind: &str, width: u32, height: u32| {
            let wish = wish(kind, width, height, 3);
            let (grid, growth) = generate(&wish, &Limits::default()).unwrap();
            let told = growth.unwrap();
            let mut cells = vec![told.first; (width * height) as usize];
            for &(cell, class) in &told.steps {
                let cell = &mut cells[cell as usize];
                assert_ne!(*cell, class, "{kind}: a step changes something");
                *cell = class;
            }
            let made: Vec<u8> = (0..height).flat_map(|y| grid.row(y).unwrap().to_vec()).collect();
            assert!(cells == made, "{kind}");
            assert!(told.stages.is_sorted_by(|one, next| one < next), "{kind}");
            let steps = told.steps.len() as u32;
            assert_eq!(told.stages.last().copied().unwrap_or(0), steps, "{kind}");
            told.stages.len()
        };
        // Fill and four rounds; four kinds of ground over the first; walls and doors; block by block.
        for (kind, expected) in
            [("caves", 5), ("terrain", 9), ("rooms", 2), ("random", 1), ("city", 1), ("maze", 1)]
        {
            assert_eq!(stages(kind, 96, 64), expected, "{kind}");
        }
        assert!((6..30).contains(&stages("division", 61, 43)));
        for kind in KINDS {
            for (width, height) in [(1, 1), (2, 1), (1, 9), (16, 17)] {
                stages(kind, width, height);
            }
        }
        let (_, growth) = generate(&wish("caves", 300, 300, 1), &Limits::default()).unwrap();
        assert!(growth.is_none(), "too large to be watched");
    }

    /// The walls of a division come in the order of their length, except in chambers of other shapes.
    #[test]
    fn a_division_begins_with_walls_from_side_to_side() {
        let (_, growth) = generate(&wish("division", 41, 31, 2), &Limits::default()).unwrap();
        let told = growth.unwrap();
        let first = &told.steps[..told.stages[0] as usize];
        assert_eq!(first.len(), 30, "one wall from top to bottom with one door");
        assert!(first.iter().all(|&(cell, _)| cell % 41 == first[0].0 % 41));
    }

    /// Whether each free cell is reached from the first by one way only.
    fn check_tree(kind: &str, width: u32, height: u32, seed: u64) -> Grid {
        let (grid, _) = generate(&wish(kind, width, height, seed), &Limits::default()).unwrap();
        let free = |x: u32, y: u32| grid.class((x, y)) == Some(FREE);
        let (mut cells, mut doors) = (0, 0);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if free(x, y) {
                cells += 1;
                doors += u32::from(x > 0 && free(x - 1, y)) + u32::from(y > 0 && free(x, y - 1));
            }
        }
        let (mut seen, mut waiting) = (vec![false; (width * height) as usize], vec![(0, 0)]);
        let mut reached = 0;
        while let Some((x, y)) = waiting.pop() {
            if !free(x, y) || std::mem::replace(&mut seen[(y * width + x) as usize], true) {
                continue;
            }
            reached += 1;
            waiting.extend([
                (x + 1, y),
                (x, y + 1),
                (x.wrapping_sub(1), y),
                (x, y.wrapping_sub(1)),
            ]);
        }
        let told = format!("{kind} of {width}x{height} from {seed}");
        assert_eq!((reached, doors), (cells, cells - 1), "{told}");
        assert_eq!(cells, 2 * width.div_ceil(2) * height.div_ceil(2) - 1, "{told}");
        grid
    }

    #[test]
    fn mazes_have_one_way_between_any_two_cells() {
        for kind in ["maze", "division", "division-across", "division-down"] {
            for (width, height) in [(1, 1), (1, 8), (2, 2), (9, 9), (10, 7), (31, 18), (64, 48)] {
                (0..5).for_each(|seed| _ = check_tree(kind, width, height, seed));
            }
        }
    }

    #[test]
    fn skewed_mazes_have_long_walls_one_way() {
        let lengths = |kind: &str| {
            let grid = check_tree(kind, 61, 61, 3);
            let wall = |x: u32, y: u32| u32::from(grid.class((x, y)) == Some(WALL));
            // Cells of walls between rooms above each other, and between rooms side by side.
            let (mut across, mut down) = (0, 0);
            for (x, y) in (0..61).flat_map(|y| (0..61).map(move |x| (x, y))) {
                match (x % 2, y % 2) {
                    (0, 1) => across += wall(x, y),
                    (1, 0) => down += wall(x, y),
                    _ => {}
                }
            }
            (across, down)
        };
        let (across, down) = lengths("division");
        assert!(across.abs_diff(down) * 4 < across + down, "{across} across, {down} down");
        let (across, down) = lengths("division-across");
        assert!(across > 2 * down, "{across} across, {down} down");
        let (across, down) = lengths("division-down");
        assert!(down > 2 * across, "{across} across, {down} down");
    }
}
