//! Squares: the rules of movement on a square grid, written down as plainly as possible, and as arcs.
//!
//! * A cell can be stood on when its factor is above 0. It belongs to a set of media (land,
//!   water, …). A step happens within one medium `m`: its two ends, and every side cell that the
//!   corner rule needs free, are passable and have `m`.
//! * A straight step is possible when it is not blocked.
//! * A diagonal step `a → b` must not be blocked itself, and there are two ways round its corner,
//!   each by one side cell `s` (`a → s` straight, `s → b` straight). A way is open when `s` is
//!   inside the map, passable in `m`, and neither of its two straight steps is blocked.
//!   [`Corners::Never`] wants both ways open, [`Corners::OneFree`] at least one,
//!   [`Corners::Always`] ignores side cells and forbids the diagonal only when both ways contain a
//!   blocked step.
//! * One medium must fulfil all of this at once.
//! * A step costs the scale of its kind times the factor of the entered cell.
//! * A fence blocks a straight step, unless the mover crosses it: then the step can be taken, at its
//!   cost and some ticks more, but still counts as blocked for diagonal steps. Beside a link between the
//!   same cells the cheaper of both counts.
//! * A link is an extra one-way arc between two passable cells, with its own cost.

use crate::generate::GenMap;
use crate::world::{RefWorld, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// A cell as `(x, y)`; `(0, 0)` is the top left, `y` grows downward.
pub type Cell = (usize, usize);

/// The medium bit of land.
pub const LAND: u8 = 1;
/// The medium bit of water.
pub const WATER: u8 = 2;

/// One of the eight ways to leave a cell, clockwise from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Up.
    N,
    /// Up and right.
    NE,
    /// Right.
    E,
    /// Down and right.
    SE,
    /// Down.
    S,
    /// Down and left.
    SW,
    /// Left.
    W,
    /// Up and left.
    NW,
}

impl Direction {
    /// All eight, clockwise from north; the position is the number of the direction.
    pub const ALL: [Direction; 8] = [
        Direction::N,
        Direction::NE,
        Direction::E,
        Direction::SE,
        Direction::S,
        Direction::SW,
        Direction::W,
        Direction::NW,
    ];

    /// How `x` and `y` change on the way.
    pub fn offset(self) -> (i64, i64) {
        match self {
            Direction::N => (0, -1),
            Direction::NE => (1, -1),
            Direction::E => (1, 0),
            Direction::SE => (1, 1),
            Direction::S => (0, 1),
            Direction::SW => (-1, 1),
            Direction::W => (-1, 0),
            Direction::NW => (-1, -1),
        }
    }

    /// Whether both coordinates change.
    pub fn is_diagonal(self) -> bool {
        let (dx, dy) = self.offset();
        dx != 0 && dy != 0
    }

    /// The direction that leads from `from` to its neighbour `to`, or `None` if they do not touch.
    pub fn between(from: Cell, to: Cell) -> Option<Direction> {
        let offset = (to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64);
        Direction::ALL.into_iter().find(|direction| direction.offset() == offset)
    }

    /// The name as in `"NE"`.
    pub fn name(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }
}

/// How many neighbours a cell has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbours {
    /// Straight steps only.
    Four,
    /// Straight and diagonal steps.
    Eight,
}

/// Which side cells of a diagonal step must be free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corners {
    /// Both ways round the corner must be open.
    Never,
    /// At least one way round the corner must be open.
    OneFree,
    /// Side cells do not matter; blocked steps on both ways do.
    Always,
}

/// What stands in one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefCell {
    /// Multiplies the cost of a step into the cell; 0 means impassable.
    pub factor: u32,
    /// The media of the cell, one per bit, as [`LAND`] and [`WATER`].
    pub media: u8,
}

/// A grid world and its rules of movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareWorld {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The cells, row by row from the top left; `width * height` of them.
    pub cells: Vec<RefCell>,
    /// Steps that must not be taken, one-way: a wall between two cells is two entries.
    pub blocked_steps: BTreeSet<(Cell, Direction)>,
    /// Extra one-way arcs as `(from, to, cost)`.
    pub links: Vec<(Cell, Cell, u64)>,
    /// Straight steps among the blocked ones that have a fence which the mover crosses, and the extra
    /// ticks.
    pub crossings: BTreeMap<(Cell, Direction), u64>,
    /// Whether diagonal steps exist.
    pub neighbours: Neighbours,
    /// The rule for diagonal steps.
    pub corners: Corners,
    /// Cost of a straight step into a cell of factor 1.
    pub straight: u64,
    /// Cost of a diagonal step into a cell of factor 1.
    pub diagonal: u64,
}

impl SquareWorld {
    /// Reads `map` by the default legend: `.`, `G` and `S` are land, `1` to `9` land with that
    /// factor, `W` water; everything else is impassable. Nothing is blocked or linked.
    ///
    /// # Panics
    ///
    /// If `map` does not have `width * height` classes.
    pub fn from_classes(
        map: &GenMap,
        neighbours: Neighbours,
        corners: Corners,
        straight: u64,
        diagonal: u64,
    ) -> SquareWorld {
        assert_eq!(map.classes.len(), map.width * map.height, "a class for each cell");
        SquareWorld {
            width: map.width,
            height: map.height,
            cells: map.classes.iter().map(|&class| cell_of_class(class)).collect(),
            blocked_steps: BTreeSet::new(),
            links: Vec::new(),
            crossings: BTreeMap::new(),
            neighbours,
            corners,
            straight,
            diagonal,
        }
    }

    /// The node number of a cell inside the map: `y * width + x`.
    pub fn index(&self, cell: Cell) -> usize {
        cell.1 * self.width + cell.0
    }

    /// The cell of a node number.
    pub fn cell_at(&self, index: usize) -> Cell {
        (index % self.width, index / self.width)
    }

    /// Whether `cell` lies inside the map and can be stood on.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.inside(cell) && self.cells[self.index(cell)].factor > 0
    }

    /// Forbids stepping between two touching cells, both ways.
    ///
    /// # Panics
    ///
    /// If the cells do not touch.
    pub fn add_wall(&mut self, a: Cell, b: Cell) {
        let there = Direction::between(a, b).expect("a wall stands between touching cells");
        let back = Direction::between(b, a).expect("a wall stands between touching cells");
        self.blocked_steps.insert((a, there));
        self.blocked_steps.insert((b, back));
    }

    /// The arc over a fence, if both cells can be stood on in one medium.
    fn cross(&self, from: Cell, direction: Direction, extra: u64) -> Option<(usize, usize, u64)> {
        let to = self.neighbour(from, direction.offset())?;
        let is_joined =
            (0..8).any(|bit| self.passable_in(from, 1 << bit) && self.passable_in(to, 1 << bit));
        let cost = self.straight * u64::from(self.cells[self.index(to)].factor) + extra;
        is_joined.then_some((self.index(from), self.index(to), cost))
    }

    fn inside(&self, cell: Cell) -> bool {
        cell.0 < self.width && cell.1 < self.height
    }

    fn passable_in(&self, cell: Cell, medium: u8) -> bool {
        self.is_passable(cell) && self.cells[self.index(cell)].media & medium != 0
    }

    /// The cell next to `cell`, or `None` at the rim of the map.
    pub(crate) fn neighbour(&self, cell: Cell, offset: (i64, i64)) -> Option<Cell> {
        let x = cell.0 as i64 + offset.0;
        let y = cell.1 as i64 + offset.1;
        if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 {
            return None;
        }
        Some((x as usize, y as usize))
    }

    fn may_step(&self, from: Cell, direction: Direction) -> bool {
        let Some(to) = self.neighbour(from, direction.offset()) else {
            return false;
        };
        if self.blocked_steps.contains(&(from, direction)) {
            return false;
        }
        for bit in 0..8 {
            let medium = 1 << bit;
            if !self.passable_in(from, medium) || !self.passable_in(to, medium) {
                continue;
            }
            if !direction.is_diagonal() {
                return true;
            }
            if self.neighbours == Neighbours::Eight && self.may_cut(from, direction, medium) {
                return true;
            }
        }
        false
    }

    /// Whether the corner rule lets a diagonal step pass within `medium`.
    fn may_cut(&self, from: Cell, diagonal: Direction, medium: u8) -> bool {
        let (dx, dy) = diagonal.offset();
        let ways = [((dx, 0), (0, dy)), ((0, dy), (dx, 0))];
        match self.corners {
            Corners::Never => ways.iter().all(|&way| self.way_is_open(from, way, medium)),
            Corners::OneFree => ways.iter().any(|&way| self.way_is_open(from, way, medium)),
            Corners::Always => !ways.iter().all(|&way| self.way_has_blocked_step(from, way)),
        }
    }

    fn way_is_open(&self, from: Cell, way: ((i64, i64), (i64, i64)), medium: u8) -> bool {
        match self.neighbour(from, way.0) {
            None => false,
            Some(side) => self.passable_in(side, medium) && !self.way_has_blocked_step(from, way),
        }
    }

    fn way_has_blocked_step(&self, from: Cell, way: ((i64, i64), (i64, i64))) -> bool {
        if self.blocked_steps.contains(&(from, straight_direction(way.0))) {
            return true;
        }
        match self.neighbour(from, way.0) {
            None => false,
            Some(side) => self.blocked_steps.contains(&(side, straight_direction(way.1))),
        }
    }
}

impl Shape for SquareWorld {
    /// The number of a cell is `y * width + x`. Steps come first, by cell and clockwise; then links in
    /// their order, then crossed fences. A link whose ends are not both passable does not exist. A link beside a step
    /// gives two arcs between the same nodes.
    fn write(&self) -> RefWorld {
        let mut arcs = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                for direction in Direction::ALL {
                    if self.may_step((x, y), direction) {
                        let to = self
                            .neighbour((x, y), direction.offset())
                            .expect("a possible step ends inside the map");
                        let base =
                            if direction.is_diagonal() { self.diagonal } else { self.straight };
                        let factor = u64::from(self.cells[self.index(to)].factor);
                        let cost = base.checked_mul(factor).expect("step costs fit in 64 bits");
                        arcs.push((self.index((x, y)), self.index(to), cost));
                    }
                }
            }
        }
        for &(from, to, cost) in &self.links {
            if self.is_passable(from) && self.is_passable(to) {
                arcs.push((self.index(from), self.index(to), cost));
            }
        }
        for (&(from, direction), &extra) in &self.crossings {
            let Some(arc) = self.cross(from, direction, extra) else { continue };
            // There is no step between these two, so another arc is a link.
            match arcs.iter_mut().find(|other| (other.0, other.1) == (arc.0, arc.1)) {
                Some(link) => link.2 = link.2.min(arc.2),
                None => arcs.push(arc),
            }
        }
        RefWorld { passable: self.cells.iter().map(|cell| cell.factor > 0).collect(), arcs }
    }

    /// The guess by geometry, in which a factor common to all cells is left out.
    fn guess(&self, from: usize, to: usize) -> u64 {
        let corner = match self.neighbours {
            Neighbours::Four => 2 * self.straight,
            Neighbours::Eight => self.diagonal.min(2 * self.straight),
        };
        let ((x, y), (to_x, to_y)) = (self.cell_at(from), self.cell_at(to));
        let (dx, dy) = (to_x.abs_diff(x) as u64, to_y.abs_diff(y) as u64);
        self.straight * (dx.max(dy) - dx.min(dy)) + corner * dx.min(dy)
    }

    fn place(&self, node: usize) -> String {
        format!("{:?}", self.cell_at(node))
    }

    /// Letters and rules: `@` cannot be stood on, digits are factors, `~` is water.
    fn draw(&self) -> String {
        let mut text = String::new();
        for (at, cell) in self.cells.iter().enumerate() {
            text.push(match (cell.factor, cell.media) {
                (0, _) => '@',
                (1, 1) => '.',
                (1, 2) => '~',
                (factor @ 1..=9, _) => char::from(b'0' + factor as u8),
                _ => '+',
            });
            if (at + 1) % self.width == 0 {
                text.push('\n');
            }
        }
        let rules = (self.neighbours, self.corners, self.straight, self.diagonal);
        text + &format!("{rules:?}\nsteps {:?}\nlinks {:?}\n", self.blocked_steps, self.links)
            + &format!("crossings {:?}\n", self.crossings)
    }
}

fn straight_direction(offset: (i64, i64)) -> Direction {
    Direction::ALL
        .into_iter()
        .find(|direction| direction.offset() == offset)
        .expect("a way round a corner is made of neighbouring cells")
}

/// What a letter of a generated map means.
pub(crate) fn cell_of_class(class: u8) -> RefCell {
    match class {
        b'.' | b'G' | b'S' => RefCell { factor: 1, media: LAND },
        b'1'..=b'9' => RefCell { factor: u32::from(class - b'0'), media: LAND },
        b'W' => RefCell { factor: 1, media: WATER },
        _ => RefCell { factor: 0, media: 0 },
    }
}

#[cfg(test)]
mod tests;
