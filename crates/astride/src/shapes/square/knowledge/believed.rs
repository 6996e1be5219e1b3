//! What a faction believes, as a grid of its own.

use super::Knowledge;
use crate::base::{Cell, CellRect, Dir, NodeId, SmallSort};
use crate::shapes::square::{Edit, Grid, GridError};
use crate::world::Followed;

/// The grid as a faction believes it to be: a copy that follows edits and discoveries.
///
/// [`Knowledge::view`] evaluates beliefs at every step, and only searches can use it. Here they are
/// stored, so anything that can be built for a grid can be built for this one and follow it: jump
/// points, components, places for large bodies. A view of it has the same arcs in the same order as
/// [`KnownView`](super::KnownView).
///
/// # Complexity
///
/// A byte per cell, one more if there are walls or one-way steps, and the believed links.
///
/// # Examples
///
/// ```
/// use astride::base::CellRect;
/// use astride::shapes::square::{BelievedGrid, Grid, Knowledge};
/// let grid = Grid::from_classes(3, 1, b".@.")?;
/// let mut knowledge = Knowledge::new(&grid, b'.');
/// let mut believed = BelievedGrid::build(&grid, &knowledge)?;
/// assert_eq!(believed.grid().row(0), Some(&b"..."[..]));
///
/// knowledge.reveal(&grid, CellRect::new(1, 0, 1, 1), &mut Vec::new());
/// believed.update(&grid, &knowledge)?;
/// assert_eq!(believed.grid().row(0), Some(&b".@."[..]));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BelievedGrid {
    grid: Grid,
    /// The revisions of the map and of the knowledge that it has followed.
    followed: [u64; 2],
}

impl BelievedGrid {
    /// Creates the copy of what is believed about `grid`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    ///
    /// # Complexity
    ///
    /// O(cells).
    ///
    /// # Panics
    ///
    /// If the size of the grid differs from that of `knowledge`; the same holds for
    /// [`update`](Self::update).
    pub fn build(grid: &Grid, knowledge: &Knowledge) -> Result<Self, GridError> {
        let mut believed = Grid::new(grid.width(), grid.height(), knowledge.assumed())?;
        write(&mut believed, grid, knowledge, &[grid.bounds()])?;
        Ok(BelievedGrid { grid: believed, followed: revisions(grid, knowledge) })
    }

    /// The grid, whose revision increases with every change of belief.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether it has followed all edits of the map and all that the faction has learned.
    pub fn is_of(&self, grid: &Grid, knowledge: &Knowledge) -> bool {
        self.followed == revisions(grid, knowledge)
    }

    /// Follows edits of the map and what the faction has learned since. Both must be those from
    /// which it was built.
    ///
    /// # Errors
    ///
    /// If there is not enough memory; it then stays out of date.
    ///
    /// # Complexity
    ///
    /// O(cells that were edited or whose belief changed + links), and never more than O(cells +
    /// links).
    ///
    /// The report counts touched cells, once for every edit and everything learned. If these are not
    /// known, or too many, all cells are written again, which counts as rebuilt.
    pub fn update(&mut self, grid: &Grid, knowledge: &Knowledge) -> Result<Followed, GridError> {
        let all = [grid.bounds()];
        let rects = self.changed(grid, knowledge).unwrap_or_else(|| all.to_vec());
        write(&mut self.grid, grid, knowledge, &rects)?;
        self.followed = revisions(grid, knowledge);
        let touched = rects.iter().map(CellRect::area).sum();
        Ok(Followed { touched, rebuilt: rects == all, ..Followed::default() })
    }

    /// Where beliefs may have changed since the last update; `None` if that is not known.
    pub(crate) fn changed(&self, grid: &Grid, knowledge: &Knowledge) -> Option<Vec<CellRect>> {
        let edits = grid.changes().since(self.followed[0])?;
        let mut rects: Vec<CellRect> =
            edits.chain(knowledge.changes().since(self.followed[1])?).collect();
        rects.sort_small_by_key(|rect| (rect.y, rect.x, rect.height, rect.width));
        rects.dedup();
        let looked: u64 = rects.iter().map(|rect| rect.grown_area()).sum();
        // The log may contain the whole map thousands of times.
        if looked > grid.bounds().grown_area() { Some(vec![grid.bounds()]) } else { Some(rects) }
    }

    /// Bytes held, excluding the log of changes.
    pub fn bytes(&self) -> usize {
        self.grid.bytes()
    }
}

fn revisions(grid: &Grid, knowledge: &Knowledge) -> [u64; 2] {
    [grid.revision(), knowledge.revision()]
}

/// Writes what is believed about the cells in some rectangles.
fn write(
    believed: &mut Grid,
    grid: &Grid,
    knowledge: &Knowledge,
    rects: &[CellRect],
) -> Result<(), GridError> {
    knowledge.check_size(grid);
    let mut edit = Edit::new();
    let are_all_open = grid.forbidden().is_empty() && believed.forbidden().is_empty();
    if !are_all_open || knowledge.recalls_sides() {
        rects.iter().for_each(|&rect| forbid(believed, grid, knowledge, rect, &mut edit));
    }
    if !(grid.links().is_empty() && believed.links().is_empty()) {
        link(believed, grid, knowledge, &mut edit);
    }
    // First what can fail for lack of memory.
    if !edit.is_empty() {
        believed.apply(&edit)?;
    }
    believed.retake(rects, |node| knowledge.class_at(grid, node));
    Ok(())
}

/// What is believed of a side depends on both cells beside it, so the cells around count as well.
fn forbid(believed: &Grid, grid: &Grid, knowledge: &Knowledge, rect: CellRect, edit: &mut Edit) {
    let rows = rect.y.saturating_sub(1)..(rect.y + rect.height + 1).min(grid.height());
    for y in rows {
        for x in rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(grid.width()) {
            let (cell, node) = (Cell::new(x, y), NodeId::new(y * grid.width() + x));
            let found = believed.forbidden_steps(cell);
            let dirs = found | knowledge.forbidden_at(grid, node);
            for dir in Dir::ALL.into_iter().filter(|dir| dirs & dir.bit() != 0) {
                let wanted = knowledge.side(grid, node, dir);
                if wanted != believed.side(cell, dir) {
                    edit.side_as(cell, dir, wanted);
                }
            }
        }
    }
}

/// A link is known if the cell where it starts is.
fn link(believed: &Grid, grid: &Grid, knowledge: &Knowledge, edit: &mut Edit) {
    let cell = |node: NodeId| grid.cell(node);
    let is_believed = |from: NodeId| knowledge.is_known(cell(from));
    let (wanted, found) = (grid.links(), believed.links());
    for link in found {
        let same_ends = wanted.binary_search_by_key(&(link.from, link.to), |l| (l.from, l.to));
        if same_ends.is_err() || !is_believed(link.from) {
            edit.unlink(cell(link.from), cell(link.to));
        }
    }
    for link in wanted.iter().filter(|link| is_believed(link.from)) {
        if found.binary_search(link).is_err() {
            edit.link(cell(link.from), cell(link.to), link.cost);
        }
    }
}
