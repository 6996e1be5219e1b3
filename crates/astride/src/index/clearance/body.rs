//! Grids for large bodies: a cell says whether the whole body may stand there.
//!
//! A body of k×k cells that moves by its top left cell obeys the same rules of steps as one of one
//! cell does on the grid of places where it fits. For k ≥ 2 that is what the corner rule says of
//! the two cells that the moving square brushes besides those it starts and ends on: if the body
//! fits at both ends of a diagonal, it fits beside the diagonal exactly where the brushed cell on
//! that side is free.

use std::fmt;

use super::Clearance;
use crate::base::{Cell, Dir, NodeId, Rect};
use crate::world::{Edit, Grid, GridView, Mover, World};

/// The grid that a large body moves on as if it were one cell in size, and the mover to see it by.
///
/// Every search, field and index works on [`view`](Self::view) as on any other. Node ids are those
/// of the grid it was made from. It is a grid of its own: [`update`](Self::update) edits it where
/// the body is concerned, so what is built on it can follow, too.
#[derive(Clone, Debug)]
pub struct BodyGrid {
    grid: Grid,
    mover: Mover,
    shape: Shape,
    revision: u64,
    /// Media and factor of each class; the first is for places where the body cannot stand.
    kinds: Vec<(u8, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Square(u32),
    /// By its radius in half cells.
    Round(u32),
}

impl Shape {
    /// Cells to the right and below that are covered, the own one included.
    fn side(self) -> u32 {
        if let Shape::Square(side) = self { side } else { 1 }
    }

    /// The places where a body may notice a change in `rect`.
    fn around(self, rect: Rect, width: u32, height: u32) -> Rect {
        let (before, after) = match self {
            Shape::Square(side) => (side - 1, 0),
            Shape::Round(radius) => (radius / 2 + 1, radius / 2 + 1),
        };
        let (x, y) = (rect.x.saturating_sub(before), rect.y.saturating_sub(before));
        let right = (rect.x + rect.width).saturating_add(after).min(width);
        let bottom = (rect.y + rect.height).saturating_add(after).min(height);
        Rect::new(x, y, right - x, bottom - y)
    }
}

impl Clearance {
    /// The grid of a body of `side`×`side` cells, at the place of its top left cell.
    ///
    /// It may stand where all cells it covers are free in one medium, and a step into such a place
    /// costs the factor of the dearest of them. A straight step needs both ends free. A diagonal
    /// step also brushes two cells beside them, and the mover's corner rule speaks of these two. A
    /// step is forbidden if it is for any covered cell; standing across a wall is allowed. A link
    /// can be taken where the body fits at both ends.
    ///
    /// # Errors
    ///
    /// If the clearance is not of `view`, `side` is 0 or above 65 535, or the cells have more
    /// than 255 kinds of factor and media together.
    ///
    /// # Complexity
    ///
    /// O(cells · log `side`); with walls, O(walls · `side`²) more.
    pub fn sized(&self, view: &GridView<'_>, side: u32) -> Result<BodyGrid, BodyError> {
        if side == 0 || side > u32::from(u16::MAX) {
            return Err(BodyError::Side(side));
        }
        BodyGrid::new(view, self, Shape::Square(side))
    }

    /// The grid of a round body, its radius in half cells: it may stand in the middle of a cell
    /// where nothing in its way is nearer than that. Steps, factors and links are those of the
    /// cells.
    ///
    /// # Errors
    ///
    /// As [`sized`](Self::sized), for `half_cells` instead of `side`.
    pub fn with_radius(&self, view: &GridView<'_>, half_cells: u32) -> Result<BodyGrid, BodyError> {
        if half_cells == 0 || half_cells > u32::from(u16::MAX) {
            return Err(BodyError::Radius(half_cells));
        }
        BodyGrid::new(view, self, Shape::Round(half_cells))
    }
}

impl BodyGrid {
    fn new(view: &GridView<'_>, clearance: &Clearance, shape: Shape) -> Result<Self, BodyError> {
        let (width, height) = (view.grid().width(), view.grid().height());
        let mover =
            Mover::new().scale(view.scale()).neighbours(view.neighbours()).corners(view.corners());
        let grid = Grid::new(1, 1, 0).map_err(|_| BodyError::Memory)?;
        let mut body = BodyGrid { grid, mover, shape, revision: 0, kinds: vec![(0, 0)] };
        let classes = body.classes(view, clearance, view.grid().bounds())?;
        body.grid = Grid::from_classes(width, height, &classes).map_err(|_| BodyError::Memory)?;
        let mut edit = Edit::new();
        body.change_steps(view, view.grid().bounds(), &mut edit);
        body.change_links(view, &mut edit);
        if !edit.is_empty() {
            body.grid.apply(&edit).map_err(|_| BodyError::Memory)?;
        }
        body.revision = view.revision();
        Ok(body)
    }

    /// What the body sees; searches and indexes take it as they take any view.
    pub fn view(&self) -> GridView<'_> {
        self.grid.seen_by(&self.mover)
    }

    /// The grid of places.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The mover that stands for the body.
    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// The revision of the grid it was made from, which it describes.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.grid.bytes() + self.kinds.capacity() * size_of::<(u8, u32)>()
    }

    /// Follows the edits of the grid it was made from, by one batch of edits of its own that names
    /// only places where something is different for the body. `clearance` must have followed first.
    ///
    /// # Errors
    ///
    /// As [`Clearance::sized`]; nothing is changed then.
    ///
    /// # Complexity
    ///
    /// O(places whose body may touch an edit); all places if the log of changes does not reach
    /// back.
    pub fn update(&mut self, view: &GridView<'_>, clearance: &Clearance) -> Result<(), BodyError> {
        let (width, height) = (view.grid().width(), view.grid().height());
        if (width, height) != (self.grid.width(), self.grid.height()) {
            *self = BodyGrid::new(view, clearance, self.shape)?;
            return Ok(());
        }
        let rects = view.grid().changes().since(self.revision).map(|rects| rects.collect());
        let rects: Vec<Rect> = rects.unwrap_or_else(|| vec![view.grid().bounds()]);
        let mut edit = Edit::new();
        for rect in rects {
            let rect = self.shape.around(rect, width, height);
            let classes = self.classes(view, clearance, rect)?;
            for (cell, class) in cells_of(rect).zip(classes) {
                if self.grid.class(cell) != Some(class) {
                    edit.set(cell, class);
                }
            }
            self.change_steps(view, rect, &mut edit);
        }
        self.change_links(view, &mut edit);
        if !edit.is_empty() {
            self.grid.apply(&edit).map_err(|_| BodyError::Memory)?;
        }
        self.revision = view.revision();
        Ok(())
    }

    /// The classes of the places in `rect`, row by row; new kinds are noted.
    fn classes(
        &mut self,
        view: &GridView<'_>,
        clearance: &Clearance,
        rect: Rect,
    ) -> Result<Vec<u8>, BodyError> {
        if !clearance.is_of(view) {
            return Err(BodyError::Stale);
        }
        let shape = self.shape;
        let dearest = dearest(view, rect, shape.side());
        let mut classes = Vec::with_capacity(dearest.len());
        for (cell, factor) in cells_of(rect).zip(dearest) {
            let at = (cell.y * view.grid().width() + cell.x) as usize;
            let media = clearance.media_where(|layer| match shape {
                Shape::Square(side) => u32::from(layer.squares[at]) >= side,
                Shape::Round(radius) => {
                    u64::from(layer.distances[at]) >= u64::from(radius) * u64::from(radius)
                }
            });
            let kind = if media == 0 { (0, 0) } else { (media, factor) };
            classes.push(self.class_of(kind)?);
        }
        Ok(classes)
    }

    fn class_of(&mut self, kind: (u8, u32)) -> Result<u8, BodyError> {
        let known = self.kinds.iter().position(|&other| other == kind);
        let at = known.unwrap_or(self.kinds.len());
        let class = u8::try_from(at).map_err(|_| BodyError::Kinds)?;
        if known.is_none() {
            let mover = self.mover.clone().terrain_in(class, kind.1, kind.0);
            self.mover = mover.map_err(|_| BodyError::Kinds)?;
            self.kinds.push(kind);
        }
        Ok(class)
    }

    /// Forbids what is forbidden for any covered cell, and allows the rest again.
    fn change_steps(&self, view: &GridView<'_>, rect: Rect, edit: &mut Edit) {
        if !view.has_forbidden() && self.grid.forbidden().is_empty() {
            return;
        }
        let side = self.shape.side();
        for cell in cells_of(rect) {
            let body = covered(cell, side, view.grid());
            let wanted =
                cells_of(body).fold(0, |bits, cell| bits | view.grid().forbidden_steps(cell));
            let found = self.grid.forbidden_steps(cell);
            for dir in Dir::ALL.into_iter().filter(|dir| (wanted ^ found) & dir.bit() != 0) {
                if wanted & dir.bit() != 0 {
                    edit.forbid_step(cell, dir);
                } else {
                    edit.allow_step(cell, dir);
                }
            }
        }
    }

    fn change_links(&self, view: &GridView<'_>, edit: &mut Edit) {
        let (wanted, found) = (view.grid().links(), self.grid.links());
        if wanted == found {
            return;
        }
        let cell = |node: NodeId| view.grid().cell(node);
        for link in found {
            if wanted.binary_search_by_key(&(link.from, link.to), |l| (l.from, l.to)).is_err() {
                edit.unlink(cell(link.from), cell(link.to));
            }
        }
        for link in wanted.iter().filter(|link| found.binary_search(link).is_err()) {
            edit.link(cell(link.from), cell(link.to), link.cost);
        }
    }
}

/// The cells of a rectangle, row by row.
fn cells_of(rect: Rect) -> impl Iterator<Item = Cell> {
    let rows = rect.y..rect.y + rect.height;
    rows.flat_map(move |y| (rect.x..rect.x + rect.width).map(move |x| Cell::new(x, y)))
}

/// The cells that a body at `cell` covers, as far as they are on the map.
fn covered(cell: Cell, side: u32, grid: &Grid) -> Rect {
    let (width, height) = (side.min(grid.width() - cell.x), side.min(grid.height() - cell.y));
    Rect::new(cell.x, cell.y, width, height)
}

/// The largest factor among the cells that a body covers, for each place in `rect`.
fn dearest(view: &GridView<'_>, rect: Rect, side: u32) -> Vec<u32> {
    if view.is_uniform() {
        return vec![view.least_factor(); rect.width as usize * rect.height as usize];
    }
    let factors = view.class_factors();
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let wide = (right + side - 1).min(view.grid().width()) - rect.x;
    let high = (bottom + side - 1).min(view.grid().height()) - rect.y;
    // Row by row, the largest to the right; then the same down the columns.
    let mut lines: Vec<Vec<u32>> = Vec::new();
    for y in rect.y..rect.y + high {
        let row = view.grid().row(y).unwrap_or_default();
        let row = &row[rect.x as usize..(rect.x + wide) as usize];
        let mut line: Vec<u32> = row.iter().map(|&class| factors[usize::from(class)]).collect();
        largest_ahead(&mut line, side as usize);
        line.truncate(rect.width as usize);
        lines.push(line);
    }
    let mut largest = vec![0; rect.width as usize * rect.height as usize];
    for x in 0..rect.width as usize {
        let mut column: Vec<u32> = lines.iter().map(|line| line[x]).collect();
        largest_ahead(&mut column, side as usize);
        for y in 0..rect.height as usize {
            largest[y * rect.width as usize + x] = column[y];
        }
    }
    largest
}

/// Replaces each number by the largest of itself and those after it, `window` in all.
fn largest_ahead(line: &mut [u32], window: usize) {
    let mut covered = 1;
    while covered < window {
        let step = covered.min(window - covered);
        for at in 0..line.len().saturating_sub(step) {
            line[at] = line[at].max(line[at + step]);
        }
        covered += step;
    }
}

/// Why there is no grid for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyError {
    /// The clearance is of another revision, grid or mover.
    Stale,
    /// A square body of this many cells a side.
    Side(u32),
    /// A round body with this radius in half cells.
    Radius(u32),
    /// More than 255 kinds of factor and media.
    Kinds,
    /// Not enough memory.
    Memory,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyError::Stale => {
                f.write_str("the clearance is not of this view; update or build it first")
            }
            BodyError::Side(side) => {
                write!(f, "a body has a side of {side} cells, expected 1 to 65535")
            }
            BodyError::Radius(radius) => {
                write!(f, "a body has a radius of {radius} half cells, expected 1 to 65535")
            }
            BodyError::Kinds => f.write_str(
                "the places of the body have more than 255 kinds of factor and media together",
            ),
            BodyError::Memory => f.write_str("there is not enough memory for the grid of a body"),
        }
    }
}

impl std::error::Error for BodyError {}
