//! Grids for large bodies, in which a cell tells whether the whole body may stand there.
//!
//! A body of k×k cells, located by its top left cell, obeys the same step rules on the grid of
//! places where it fits as a body of one cell does on the original grid. For k ≥ 2 the corner rule
//! applies to the two cells that the moving square brushes in addition to those it starts and ends
//! on: if the body fits at both ends of a diagonal, it fits beside the diagonal exactly if the
//! brushed cell on that side is free, or a wall is there, which the corner rule sees on the way round.

use super::BodyError;
use super::footprint::Footprint;
use super::kinds::Kinds;
use crate::base::{Cell, CellRect, SmallSort};
use crate::shapes::square::origin::Origin;
use crate::shapes::square::{Edit, EditedView, Grid, GridError, GridView, Mover};
use crate::world::{Followed, Overlay};

/// The grid on which a large body moves as if it were one cell in size, and the mover with which to
/// view it.
///
/// Every search, field and index works on [`view`](Self::view) as on any other. Node ids are those
/// of the original grid. It is a separate grid: [`update`](Self::update) edits it where the body is
/// affected, so that whatever is built on it can follow, too.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::BodyGrid;
/// use astride::prelude::*;
/// let mut grid = Grid::from_classes(4, 3, b".......@....")?;
/// let mover = Mover::walker();
/// let mut cart = BodyGrid::square(&grid.seen_by(&mover), 2)?;
/// assert!(cart.view().is_free((1, 1)) && !cart.view().is_free((2, 1)));
///
/// grid.apply(Edit::new().set((3, 1), b'.'))?;
/// cart.update(&grid.seen_by(&mover))?;
/// assert!(cart.view().is_free((2, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BodyGrid {
    grid: Grid,
    kinds: Kinds,
    footprint: Footprint,
    origin: Origin,
}

/// The changes that an update will make.
struct Draft {
    kinds: Kinds,
    edit: Edit,
    update: Followed,
}

impl BodyGrid {
    /// The grid of a body of `side`×`side` cells, located by its top left cell.
    ///
    /// The body may stand where all the cells it covers are free in one medium, and a step there
    /// costs the highest factor among them. A straight step needs both ends free. A diagonal step
    /// also brushes two cells beside them, to which the mover's corner rule applies. A link can be
    /// used if the body fits at both ends.
    ///
    /// The body may not stand across a wall, or across a fence that the mover does not cross. A step
    /// is forbidden if a wall, a one-way step or a fence that the mover does not cross is in the way of
    /// any covered cell. A straight step over fences that the mover
    /// crosses costs as much extra as the costliest of them at the front of the body; the rest of the
    /// body follows for nothing. To diagonal steps every fence is a wall.
    ///
    /// # Errors
    ///
    /// If `side` is 0 or above 65 535, if the places have more than 255 combinations of factor
    /// and media, if a place would have too many links and fences, or if the body crosses fences and
    /// the mover pays for all 256 classes of them.
    ///
    /// # Complexity
    ///
    /// O(cells · log `side`) time, one byte per cell, and one more if there are walls or fences; each
    /// place from which the body crosses fences adds O(`side` · log fences) time and 8 bytes for each
    /// direction in which it does.
    pub fn square(view: &GridView<'_>, side: u32) -> Result<Self, BodyError> {
        match side {
            1..=0xffff => BodyGrid::new(view, Footprint::Square(side)),
            _ => Err(BodyError::Side(side)),
        }
    }

    /// The grid of a round body with its radius in half cells: it may stand at the centre of a cell
    /// if no obstacle is nearer than that. Steps, factors, links and fences are those of the cells;
    /// walls and fences that do not touch its own cell are not in its way.
    ///
    /// # Errors
    ///
    /// As for [`square`](Self::square), with `half_cells` instead of `side`.
    ///
    /// # Complexity
    ///
    /// O(cells · `half_cells`) byte operations, vectorised.
    pub fn round(view: &GridView<'_>, half_cells: u32) -> Result<Self, BodyError> {
        match half_cells {
            1..=0xffff => BodyGrid::new(view, Footprint::Round(half_cells)),
            _ => Err(BodyError::Radius(half_cells)),
        }
    }

    /// The grid of the same body for another mover.
    pub(in crate::shapes::square) fn like(&self, view: &GridView<'_>) -> Result<Self, BodyError> {
        BodyGrid::new(view, self.footprint)
    }

    /// The cells that the body covers around its place.
    pub(in crate::shapes::square) fn footprint(&self) -> Footprint {
        self.footprint
    }

    fn new(view: &GridView<'_>, footprint: Footprint) -> Result<Self, BodyError> {
        let (all, mut kinds) = (view.grid().bounds(), Kinds::new(view));
        let classes = classes_of(view, footprint, all, &mut kinds)?;
        let grid = Grid::from_classes(all.width, all.height, &classes);
        let mut grid = grid.map_err(|_| BodyError::Memory)?;
        grid.has_places = true;
        let mut body = BodyGrid { grid, kinds, footprint, origin: Origin::of_costs(view) };
        let mut edit = Edit::new();
        body.change_steps(view, all, &body.kinds, &mut edit)?;
        edit.relink(&body.grid, view.grid().links());
        if !edit.is_empty() {
            body.grid.apply(&edit).map_err(refusal)?;
        }
        Ok(body)
    }

    /// The grid as the body sees it; searches and indexes accept it like any other view.
    ///
    /// # Complexity
    ///
    /// O(n) for n fences of places and links, O(n log n) for the first view after a change if the body
    /// crosses any. A line of L fences makes about 2 · side · (L + side) fences of places.
    pub fn view(&self) -> GridView<'_> {
        self.grid.seen_by(&self.kinds.mover)
    }

    /// The view with some cells of the original grid in the way, for instance because units stand
    /// there: the body cannot stand where it would cover one of them. Nothing is changed.
    ///
    /// # Errors
    ///
    /// If a cell is off the map.
    ///
    /// # Complexity
    ///
    /// O(p log p) for p places where the body covers these cells, counted once for each cell, and memory
    /// for as many, but at most three times the places of the map, and what [`view`](Self::view) takes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::{BodyGrid, GridError};
    /// let grid = Grid::new(9, 4, b'.')?;
    /// let cart = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2)?;
    /// let [from, to] = [(0, 0), (7, 0)].map(|place| grid.node(place).unwrap());
    /// let cost = |others: &[Cell]| -> Result<_, GridError> {
    ///     let (view, query) = (cart.with_blocked(others)?, PathQuery::new(from, to));
    ///     Ok(astar(&view, &view.octile(), &query, &mut Scratch::new(), &mut ()).cost())
    /// };
    /// assert!(cost(&[])? < cost(&[Cell::new(4, 1)])?, "past it, below");
    /// assert_eq!(cost(&[Cell::new(4, 1), Cell::new(4, 2)])?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_blocked(&self, cells: &[Cell]) -> Result<EditedView<'_>, GridError> {
        let mut places = Vec::new();
        for &cell in cells {
            self.grid.checked_node(cell)?;
            let around = self.footprint.around(CellRect::of(cell), &self.grid);
            places.extend(around.cells().filter(|&place| self.footprint.covers(place, cell)));
            if places.len() > 2 * self.grid.cell_count() as usize {
                places.sort_unstable();
                places.dedup();
            }
        }
        self.view().with_blocked(&places)
    }

    /// The view as it would be if the original grid had become that of `view`, which is a copy with
    /// further edits and is seen by the same mover: the counterpart of [`GridView::with`] for bodies.
    /// Nothing is changed.
    ///
    /// # Errors
    ///
    /// As for [`update`](Self::update), or if the copy has another size.
    ///
    /// # Complexity
    ///
    /// That of [`update`](Self::update), and of [`GridView::with`] for the places that change.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::BodyGrid;
    /// let (grid, mover) = (Grid::from_classes(6, 2, b"...@........")?, Mover::walker());
    /// let cart = BodyGrid::square(&grid.seen_by(&mover), 2)?;
    /// let mut opened = grid.clone();
    /// opened.apply(Edit::new().set((3, 0), b'.'))?;
    /// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 0)).unwrap());
    /// let view = cart.with(&opened.seen_by(&mover))?;
    /// let outcome = astar(&view, &view.octile(), &query, &mut Scratch::new(), &mut ());
    /// assert_eq!(outcome.cost(), Some(4 * 13_860));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(&self, view: &GridView<'_>) -> Result<EditedView<'_>, BodyError> {
        if view.grid().bounds() != self.grid.bounds() {
            return Err(BodyError::Size);
        }
        let draft = self.draft_for(view)?;
        self.grid.seen_by(&draft.kinds.mover).with(&draft.edit).map_err(refusal)
    }

    /// The grid of places.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The mover that represents the body.
    pub fn mover(&self) -> &Mover {
        &self.kinds.mover
    }

    /// An overlay of the original grid as the body meets it, to be put [over](Overlay::over) its
    /// [view](Self::view): a step costs the most extra ticks of any cell covered at its end, as it costs
    /// the highest factor among them. For a round body that is its own cell.
    ///
    /// # Complexity
    ///
    /// O(cells · log side) of the rectangle around everything that was set, and 4 bytes per cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::BodyGrid;
    /// use astride::world::Overlay;
    /// let grid = Grid::new(5, 4, b'.')?;
    /// let cart = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2)?;
    /// let mut danger = Overlay::new(&grid);
    /// danger.set((2, 2), 500);
    /// let met = cart.overlay(&danger);
    /// assert_eq!([(1, 1), (2, 2), (0, 1), (3, 2)].map(|place| met.extra_of(place)), [500, 500, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlay(&self, of: &Overlay) -> Overlay {
        of.greatest_covered(self.footprint.own_side())
    }

    /// The revision of the original grid that it describes.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.grid.bytes() + self.kinds.bytes() + self.origin.bytes()
    }

    /// Follows the edits of the original grid, by the same mover, with one batch of edits of its
    /// own that names only places that changed for the body. All places are recomputed for another
    /// mover, if the log of changes does not reach back, or if kinds of places no longer in use
    /// leave no room for new ones.
    ///
    /// # Errors
    ///
    /// As for [`square`](Self::square); nothing is changed in that case.
    ///
    /// # Complexity
    ///
    /// O(cells covered at places where the body touches an edit · log of its side), plus O(links)
    /// if links have changed, and O((fences of places + links) · log) if walls or fences have.
    ///
    /// The report counts touched places, where a change may affect the body, cells looked at, which
    /// are all that it covers there, and as changed the rectangles of places whose kind is another.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, BodyError> {
        let all = view.grid().bounds();
        if all != self.grid.bounds() {
            *self = BodyGrid::new(view, self.footprint)?;
            let looked = self.footprint.cells_under(all, view.grid()) as u64;
            return Ok(Followed { looked, ..Followed::built(all.area()) });
        }
        let draft = self.draft_for(view)?;
        if !draft.edit.is_empty() {
            self.grid.apply(&draft.edit).map_err(refusal)?;
        }
        (self.kinds, self.origin) = (draft.kinds, Origin::of_costs(view));
        Ok(draft.update)
    }

    /// The changes needed to match `view`, of a grid of this size.
    fn draft_for(&self, view: &GridView<'_>) -> Result<Draft, BodyError> {
        let windows = self.windows(view).map(|at| self.draft(view, &at, self.kinds.clone()));
        match windows {
            // The known kinds may include some that no place has any more.
            None | Some(Err(BodyError::Kinds)) => {
                let mut draft = self.draft(view, &[view.grid().bounds()], Kinds::new(view))?;
                draft.update.rebuilt = true;
                Ok(draft)
            }
            Some(draft) => draft,
        }
    }

    /// Where an edit may affect the body; `None` if that is not known.
    fn windows(&self, view: &GridView<'_>) -> Option<Vec<CellRect>> {
        let rects = self.origin.changes(view)?;
        match self.footprint.fits_on(view.grid()) {
            true => {
                let around = rects.map(|rect| self.footprint.around(rect, view.grid()));
                Some(CellRect::joined(around.collect()))
            }
            false => Some(Vec::new()),
        }
    }

    /// The changes needed within some windows to match `view`.
    fn draft(
        &self,
        view: &GridView<'_>,
        windows: &[CellRect],
        mut kinds: Kinds,
    ) -> Result<Draft, BodyError> {
        let (mut edit, mut update, mut runs) = (Edit::new(), Followed::default(), Vec::new());
        for &window in windows {
            update.touched += window.area();
            update.looked += self.footprint.cells_under(window, view.grid()) as u64;
            let classes = classes_of(view, self.footprint, window, &mut kinds)?;
            for (cell, class) in window.cells().zip(classes) {
                let found = self.grid.class(cell).unwrap_or_default();
                if found != class || self.kinds.of_class(found) != kinds.of_class(class) {
                    runs.push((class, CellRect::of(cell)));
                }
            }
            self.change_steps(view, window, &kinds, &mut edit)?;
        }
        runs.sort_small_by_key(|&(class, _)| class);
        for run in runs.chunk_by(|a, b| a.0 == b.0) {
            for rect in CellRect::joined(run.iter().map(|&(_, rect)| rect).collect()) {
                edit.fill(rect, run[0].0);
                update.changed += 1;
            }
        }
        edit.relink(&self.grid, view.grid().links());
        Ok(Draft { kinds, edit, update })
    }

    /// Puts walls and fences in the way of the steps that meet some for any covered cell, and removes
    /// all others.
    fn change_steps(
        &self,
        view: &GridView<'_>,
        rect: CellRect,
        kinds: &Kinds,
        edit: &mut Edit,
    ) -> Result<(), BodyError> {
        if !view.has_forbidden() && self.grid.forbidden().is_empty() {
            return Ok(());
        }
        if !self.footprint.fits_on(&self.grid) {
            return Ok(());
        }
        for sides in self.footprint.edges(view, rect, kinds.follows) {
            let sides = sides?;
            sides
                .differing(&self.grid)
                .for_each(|(dir, side)| edit.side_as(sides.place, dir, side));
        }
        Ok(())
    }
}

/// Why the grid of places refuses an edit.
fn refusal(error: GridError) -> BodyError {
    if error.has_too_many_links() { BodyError::Links } else { BodyError::Memory }
}

/// The classes of the places in `rect`, row by row; new kinds are added.
fn classes_of(
    view: &GridView<'_>,
    footprint: Footprint,
    rect: CellRect,
    kinds: &mut Kinds,
) -> Result<Vec<u8>, BodyError> {
    if !footprint.fits_on(view.grid()) {
        return Ok(vec![0; rect.width as usize * rect.height as usize]);
    }
    let media = footprint.media(view, rect);
    let factors = footprint.factors(view, rect);
    let parted = footprint.parted(view, rect);
    let places = media.into_iter().zip(factors).zip(parted);
    places
        .map(|((media, factor), parted)| kinds.class_of(if parted { 0 } else { media }, factor))
        .collect()
}
