//! What a faction believes of a grid, written down as plainly as possible: a copy of the world in which
//! each cell is written again, with every side of it, whenever it is seen.

use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::shapes::square::{Edit, Grid};

/// What is in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Open,
    Shut,
    Fence(u8),
}

fn side_of(grid: &Grid, cell: Cell, dir: Dir) -> Side {
    match (grid.is_step_forbidden(cell, dir), grid.fence(cell, dir)) {
        (false, _) => Side::Open,
        (true, None) => Side::Shut,
        (true, Some(class)) => Side::Fence(class),
    }
}

#[derive(Clone)]
pub(crate) struct Belief {
    pub(crate) assumed: u8,
    /// A class for each known cell.
    classes: Vec<Option<u8>>,
    /// Whether edits of the cell go unnoticed.
    is_stale: Vec<bool>,
    /// What is believed of the eight steps out of each cell.
    sides: Vec<[Side; 8]>,
}

impl Belief {
    pub(crate) fn new(grid: &Grid, assumed: u8) -> Belief {
        let cells = grid.cell_count() as usize;
        let sides = vec![[Side::Open; 8]; cells];
        Belief { assumed, classes: vec![None; cells], is_stale: vec![false; cells], sides }
    }

    fn is_current(&self, grid: &Grid, cell: Cell) -> bool {
        let is_current =
            |node: NodeId| self.classes[node.index()].is_some() && !self.is_stale[node.index()];
        grid.node(cell).is_some_and(is_current)
    }

    /// Learns of what is edited in plain sight: of cells, and of sides of which either cell is seen.
    pub(crate) fn follow(&mut self, grid: &Grid) {
        for cell in cells(grid) {
            let at = grid.node(cell).unwrap().index();
            if self.is_current(grid, cell) {
                self.classes[at] = grid.class(cell);
            }
            for dir in Dir::ALL {
                let is_seen = cell.step(dir).is_some_and(|end| self.is_current(grid, end));
                if is_seen || self.is_current(grid, cell) {
                    self.sides[at][dir as usize] = side_of(grid, cell, dir);
                }
            }
        }
    }

    /// Sees a rectangle. Returns how many cells became known.
    pub(crate) fn reveal(&mut self, grid: &Grid, rect: CellRect) -> u32 {
        let mut count = 0;
        for cell in cells(grid).filter(|&cell| rect.contains(cell)) {
            let at = grid.node(cell).unwrap().index();
            count += u32::from(self.classes[at].replace(grid.class(cell).unwrap()).is_none());
            self.is_stale[at] = false;
        }
        self.follow(grid);
        count
    }

    /// Goes by what it saw last of a rectangle from now on.
    pub(crate) fn remember(&mut self, grid: &Grid, rect: CellRect) {
        for cell in cells(grid).filter(|&cell| rect.contains(cell)) {
            let at = grid.node(cell).unwrap().index();
            self.is_stale[at] |= self.classes[at].is_some();
        }
    }

    /// Moves along with the map. `olds` has the former cell of each cell.
    pub(crate) fn shift(&mut self, grid: &Grid, olds: &[Option<usize>]) {
        let old = |cell: Option<Cell>| olds[grid.node(cell?)?.index()];
        let mut sides = vec![[Side::Open; 8]; olds.len()];
        for cell in cells(grid) {
            let at = grid.node(cell).unwrap().index();
            for dir in Dir::ALL.into_iter().filter(|&dir| old(cell.step(dir)).is_some()) {
                let side = olds[at].map_or(Side::Open, |old| self.sides[old][dir as usize]);
                sides[at][dir as usize] = side;
            }
        }
        self.sides = sides;
        self.classes = olds.iter().map(|at| at.and_then(|at| self.classes[at])).collect();
        self.is_stale = olds.iter().map(|at| at.is_some_and(|at| self.is_stale[at])).collect();
    }

    /// Takes the sides of remembered cells for what they are, as earlier versions did.
    pub(crate) fn see_through_sides(&mut self, grid: &Grid) {
        let is_stale = std::mem::replace(&mut self.is_stale, vec![false; self.classes.len()]);
        let classes = self.classes.clone();
        self.follow(grid);
        (self.is_stale, self.classes) = (is_stale, classes);
    }

    /// A grid that is as this one is believed to be.
    pub(crate) fn as_grid(&self, grid: &Grid) -> Grid {
        let classes: Vec<u8> =
            self.classes.iter().map(|class| class.unwrap_or(self.assumed)).collect();
        let mut believed = Grid::from_classes(grid.width(), grid.height(), &classes).unwrap();
        let mut edit = Edit::new();
        for cell in cells(grid) {
            for dir in Dir::ALL {
                match self.sides[grid.node(cell).unwrap().index()][dir as usize] {
                    Side::Open => {}
                    Side::Shut => _ = edit.forbid_step(cell, dir),
                    Side::Fence(class) => _ = edit.fence_step(cell, dir, class),
                }
            }
        }
        for link in grid.links() {
            if self.classes[link.from.index()].is_some() {
                edit.link(grid.cell(link.from), grid.cell(link.to), link.cost);
            }
        }
        believed.apply(&edit).unwrap();
        believed
    }

    /// How many sides are believed to be other than they are.
    pub(crate) fn wrong_sides(&self, grid: &Grid) -> usize {
        let sides = |cell: Cell| Dir::ALL.map(|dir| side_of(grid, cell, dir));
        let wrong = cells(grid).zip(&self.sides).map(|(cell, believed)| {
            sides(cell).iter().zip(believed).filter(|(a, b)| a != b && **b != Side::Open).count()
        });
        wrong.sum()
    }
}

pub(crate) fn cells(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    grid.bounds().cells()
}
