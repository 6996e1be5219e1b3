//! The farm: pastures with fences, gates and pens, a yard with a barn, a pond, trees and a field.

use astride::base::{Cell, CellRect, Random, Vec2};
use astride::shapes::square::{Edit, Grid, Mover};
use astride_agents::crowd::CrowdError;
use astride_agents::herd::{Herd, Pasture};

use crate::units::Kind;

/// A map with animals on it.
#[derive(Clone, Debug)]
pub struct Farm {
    /// The map, in the classes of MovingAI files.
    pub grid: Grid,
    /// The animals.
    pub herd: Herd,
}

/// Cells of the map per animal.
const ROOM: u32 = 18;

/// The shortest and the longest side, in cells.
const SIDES: [u32; 2] = [96, 512];

/// Cells of trees round the farm, and of the lanes between pastures.
const RIM: u32 = 3;
const LANE: u32 = 5;

/// Which of the six pastures is the yard with the barn, which have a pond and a field.
const YARD: u32 = 4;
const POND: [u32; 2] = [2, 4];
const FIELD: [u32; 2] = [0, 3];

impl Farm {
    /// A farm with `count` animals of four kinds, each on a pasture of its own kind; the same for
    /// the same seed. The map is a square of 96 to 512 cells a side, with about 18 cells for each
    /// animal.
    ///
    /// # Errors
    ///
    /// If a pasture has no room for more animals.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::Mover;
    /// use astride_agents::guided::JumpRoutes;
    /// use astride_play::units::Farm;
    /// let mut farm = Farm::new(7, 200)?;
    /// let mover = Mover::walker();
    /// let view = farm.grid.seen_by(&mover);
    /// farm.herd.advance(&view, &mut JumpRoutes::default(), 60, 10_000)?;
    /// assert_eq!(farm.herd.crowd().crowd().count(), 200);
    /// # Ok::<(), astride_agents::crowd::CrowdError>(())
    /// ```
    pub fn new(seed: u64, count: u32) -> Result<Farm, CrowdError> {
        let side = count.saturating_mul(ROOM).isqrt().clamp(SIDES[0], SIDES[1]);
        let mut plan = Plan { random: Random::new(seed), edit: Edit::new(), side };
        let pastures: [Pasture; 6] = std::array::from_fn(|number| plan.pasture(number as u32));
        plan.trees();
        let mut grid = Grid::new(side, side, b'.').expect("the side is small and not 0");
        grid.apply(&plan.edit).expect("all of the plan lies on the map");
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let species = Kind::ALL.map(Kind::species);
        let mut herd = Herd::new(&view, &species, plan.random.state())?;
        let free = pastures.map(|pasture| dry_cells(&grid, pasture.land));
        let each = count.div_ceil(6) as usize;
        for (pasture, free) in pastures.into_iter().zip(&free) {
            herd.add_pasture(pasture)?;
            if free.len() < each {
                let point = Vec2::new(f64::from(pasture.pen.x), f64::from(pasture.pen.y));
                return Err(CrowdError::NoRoom { point, count: each });
            }
        }
        for i in 0..count {
            herd.settle(&view, i % 6, &free[i as usize % 6], kind_of(i) as u8)?;
        }
        Ok(Farm { grid, herd })
    }
}

/// The kind of animal number `i`: hens and a few dogs live in the yard.
fn kind_of(i: u32) -> Kind {
    match i % 6 {
        YARD if (i / 6).is_multiple_of(20) => Kind::Dog,
        YARD => Kind::Hen,
        1 | 3 => Kind::Cow,
        _ => Kind::Sheep,
    }
}

/// The cells of ground in a rectangle.
fn dry_cells(grid: &Grid, land: CellRect) -> Vec<Cell> {
    let rows = land.y..land.y + land.height;
    let cells = rows.flat_map(|y| (land.x..land.x + land.width).map(move |x| Cell::new(x, y)));
    cells.filter(|&cell| matches!(grid.class(cell), Some(b'.' | b'2'))).collect()
}

/// What is drawn on the empty map.
struct Plan {
    random: Random,
    edit: Edit,
    side: u32,
}

impl Plan {
    /// Fences pasture `number` of six, with gates, a pen, and what else belongs to it.
    fn pasture(&mut self, number: u32) -> Pasture {
        let width = (self.side - 2 * RIM - 4 * LANE) / 3;
        let height = (self.side - 2 * RIM - 3 * LANE) / 2;
        let (column, row) = (number % 3, number / 3);
        let left = RIM + LANE + column * (width + LANE);
        let top = RIM + LANE + row * (height + LANE);
        let fence = CellRect::new(left, top, width, height);
        self.scatter_trees(fence);
        if FIELD.contains(&number) {
            self.edit
                .fill(CellRect::new(left + 2, top + height * 2 / 3, width - 4, height / 4), b'2');
        }
        if POND.contains(&number) {
            self.pond(Cell::new(left + width / 2, top + height * 3 / 4), width / 5, height / 8);
        }
        let pen = CellRect::new(left + 2, top + 3, width / 2, height / 2);
        self.edit.fill(pen, b'.');
        self.outline(pen);
        // The way out leads into the pasture.
        let wide = pen.height / 2;
        let exit = self.random.between(pen.y + 1, pen.y + pen.height - wide - 1);
        self.edit.fill(CellRect::new(pen.x + pen.width - 1, exit, 1, wide), b'.');
        if number == YARD {
            self.edit.fill(CellRect::new(pen.x + 1, pen.y + pen.height - 1, 3, 1), b'.');
        }
        self.outline(fence);
        for y in [top, top + height - 1] {
            let gate = self.random.between(left + 2, left + width - 5);
            self.edit.fill(CellRect::new(gate, y, 3, 1), b'.');
        }
        for x in [left, left + width - 1] {
            let gate = self.random.between(top + height / 2 + 4, top + height - 4);
            self.edit.fill(CellRect::new(x, gate, 1, 3), b'.');
        }
        let land = CellRect::new(left + 1, top + 1, width - 2, height - 2);
        Pasture { land, pen: Cell::new(pen.x + pen.width / 2, pen.y + pen.height / 2) }
    }

    fn outline(&mut self, rect: CellRect) {
        let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1);
        self.edit
            .fill(CellRect::new(rect.x, rect.y, rect.width, 1), b'@')
            .fill(CellRect::new(rect.x, bottom, rect.width, 1), b'@')
            .fill(CellRect::new(rect.x, rect.y, 1, rect.height), b'@')
            .fill(CellRect::new(right, rect.y, 1, rect.height), b'@');
    }

    /// An ellipse of water.
    fn pond(&mut self, middle: Cell, wide: u32, high: u32) {
        for dy in 0..=high {
            // Half the width of the row: wide · √(1 − (dy / high)²).
            let half = wide * (high * high - dy * dy).isqrt() / high.max(1);
            for y in [middle.y - dy, middle.y + dy] {
                self.edit.fill(CellRect::new(middle.x - half, y, 2 * half + 1, 1), b'W');
            }
        }
    }

    /// A tree on about every eightieth cell.
    fn scatter_trees(&mut self, land: CellRect) {
        for _ in 0..land.width * land.height / 80 {
            let x = self.random.between(land.x, land.x + land.width);
            let y = self.random.between(land.y, land.y + land.height);
            self.edit.set((x, y), b'T');
        }
    }

    /// A wood all around.
    fn trees(&mut self) {
        for along in 0..self.side {
            for deep in 0..RIM {
                for (x, y) in [
                    (along, deep),
                    (along, self.side - 1 - deep),
                    (deep, along),
                    (self.side - 1 - deep, along),
                ] {
                    if self.random.below(3) >= deep {
                        self.edit.set((x, y), b'T');
                    }
                }
            }
        }
    }
}
