//! Batches of edits, applied all or none, and the log of what they touched.

use crate::base::{Cell, CellRect, Dir, NodeId};
use crate::shapes::square::grid::crossed::Recent;
use crate::shapes::square::grid::{Grid, GridError, Kind};
use crate::world::{Fences, Link, LinkChange, LinkFault, Links, Side};

/// A batch of changes to a [`Grid`], to be given to [`Grid::apply`].
///
/// Later changes of a batch see the earlier ones.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edit {
    pub(super) changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Change {
    Fill { rect: CellRect, class: u8 },
    Step { cell: Cell, dir: Dir, forbidden: bool },
    Wall { cell: Cell, dir: Dir, standing: bool },
    Fence { cell: Cell, dir: Dir, class: u8, both: bool },
    Link { from: Cell, to: Cell, cost: u32 },
    Unlink { from: Cell, to: Cell },
}

impl Edit {
    /// A batch without changes.
    pub fn new() -> Self {
        Edit::default()
    }

    /// Gives one cell another terrain class.
    pub fn set(&mut self, cell: impl Into<Cell>, class: u8) -> &mut Self {
        self.fill(CellRect::of(cell.into()), class)
    }

    /// Gives all cells of a rectangle another terrain class.
    pub fn fill(&mut self, rect: CellRect, class: u8) -> &mut Self {
        self.push(Change::Fill { rect, class })
    }

    /// Checks that `dir` faces a side of a cell, N, E, S or W, for callers that refuse a wall or a fence
    /// before its batch is applied.
    ///
    /// # Errors
    ///
    /// If `dir` is diagonal.
    pub fn check_side(cell: impl Into<Cell>, dir: Dir) -> Result<(), GridError> {
        let cell = cell.into();
        if dir.is_diagonal() { Err(GridError(Kind::DiagonalWall { cell, dir })) } else { Ok(()) }
    }

    /// Builds a wall on the side of `cell` that faces `dir` (N, E, S or W): no step crosses it, in
    /// either direction, and diagonal steps obey the corner rule.
    pub fn wall(&mut self, cell: impl Into<Cell>, dir: Dir) -> &mut Self {
        self.push(Change::Wall { cell: cell.into(), dir, standing: true })
    }

    /// Tears down the wall or fence on that side.
    pub fn remove_wall(&mut self, cell: impl Into<Cell>, dir: Dir) -> &mut Self {
        self.push(Change::Wall { cell: cell.into(), dir, standing: false })
    }

    /// Builds a fence or a door on the side of `cell` that faces `dir` (N, E, S or W): a wall, except
    /// to movers that [cross](crate::shapes::square::Mover::crosses) fences of this class for extra
    /// ticks. It replaces a wall or another fence, and [`remove_wall`](Self::remove_wall) removes it.
    ///
    /// No mover crosses a fence diagonally, and diagonal steps past its ends obey the corner rule as
    /// they do at a wall.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::planner::find_path;
    /// const FENCE: u8 = 1;
    /// let mut grid = Grid::new(2, 1, b'.')?;
    /// grid.apply(Edit::new().fence((0, 0), Dir::E, FENCE))?;
    /// let (from, to) = (Cell::new(0, 0), Cell::new(1, 0));
    /// let walker = Mover::walker().crosses(FENCE, 30_000)?;
    /// assert_eq!(find_path(&grid, &walker, from, to)?.cost(), Some(13_860 + 30_000));
    /// let horse = Mover::walker();
    /// assert_eq!(find_path(&grid, &horse, from, to)?.cost(), None, "a wall to a horse");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fence(&mut self, cell: impl Into<Cell>, dir: Dir, class: u8) -> &mut Self {
        self.push(Change::Fence { cell: cell.into(), dir, class, both: true })
    }

    /// Puts a fence or a door in the way of the step from `cell` in direction `dir` (N, E, S or W), but
    /// not of the step back, so a door that opens freely from inside can have another class outside.
    pub fn fence_step(&mut self, cell: impl Into<Cell>, dir: Dir, class: u8) -> &mut Self {
        self.push(Change::Fence { cell: cell.into(), dir, class, both: false })
    }

    /// Forbids stepping from `cell` in direction `dir`, but not the way back: a one-way edge.
    pub fn forbid_step(&mut self, cell: impl Into<Cell>, dir: Dir) -> &mut Self {
        self.push(Change::Step { cell: cell.into(), dir, forbidden: true })
    }

    /// Allows stepping from `cell` in direction `dir` again, whatever was in the way.
    pub fn allow_step(&mut self, cell: impl Into<Cell>, dir: Dir) -> &mut Self {
        self.push(Change::Step { cell: cell.into(), dir, forbidden: false })
    }

    /// Adds a one-way link that costs `cost` ticks; it replaces an earlier one between the same
    /// cells.
    pub fn link(&mut self, from: impl Into<Cell>, to: impl Into<Cell>, cost: u32) -> &mut Self {
        self.push(Change::Link { from: from.into(), to: to.into(), cost })
    }

    /// Adds links both ways.
    pub fn link_both(&mut self, a: impl Into<Cell>, b: impl Into<Cell>, cost: u32) -> &mut Self {
        let (a, b) = (a.into(), b.into());
        self.link(a, b, cost).link(b, a, cost)
    }

    /// Removes the link from one cell to another.
    pub fn unlink(&mut self, from: impl Into<Cell>, to: impl Into<Cell>) -> &mut Self {
        self.push(Change::Unlink { from: from.into(), to: to.into() })
    }

    /// Whether the batch changes nothing.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    fn push(&mut self, change: Change) -> &mut Self {
        self.changes.push(change);
        self
    }

    /// Checks every change of the batch, and returns what becomes of links and fences if it changes any.
    pub(super) fn check(&self, grid: &Grid) -> Result<(Option<Links>, Option<Fences>), GridError> {
        let mut link_changes = Vec::new();
        for change in &self.changes {
            match *change {
                Change::Fill { rect, .. } => grid.check_rect(rect)?,
                Change::Step { cell, .. } => _ = grid.checked_node(cell)?,
                Change::Wall { cell, dir, .. } | Change::Fence { cell, dir, .. } => {
                    grid.wall_sides(cell, dir)?;
                }
                Change::Link { from, to, cost } => {
                    link_changes.push(LinkChange::Add(checked_link(grid, from, to, cost)?));
                }
                Change::Unlink { from, to } => link_changes
                    .push(LinkChange::Remove(grid.checked_node(from)?, grid.checked_node(to)?)),
            }
        }
        let links = match link_changes.is_empty() {
            true => None,
            false => Some(grid.links.with(&link_changes).map_err(|fault| refusal(grid, fault))?),
        };
        let fences = self.fences_on(grid);
        if let (Some(_), _) | (_, Some(_)) = (&links, &fences) {
            let (links, fences) =
                (links.as_ref().unwrap_or(&grid.links), fences.as_ref().unwrap_or(&grid.fences));
            let joined = fences.join(links, grid.width, |_, _| Some(1));
            joined.map_err(|node| refusal(grid, LinkFault::TooMany(node)))?;
        }
        Ok((links, fences))
    }

    /// What becomes of the fences, if the batch changes any; all its cells are on the map.
    fn fences_on(&self, grid: &Grid) -> Option<Fences> {
        let is_fence = |change: &Change| matches!(change, Change::Fence { .. });
        if grid.fences().is_empty() && !self.changes.iter().any(is_fence) {
            return None;
        }
        let sides = self.changes.iter().flat_map(Change::sides);
        let mut sides =
            sides.filter_map(|(cell, dir, side)| Some(((grid.node(cell)?, dir), side))).peekable();
        sides.peek()?;
        Some(grid.fences.with(sides))
    }

    /// Whether it forbids any step.
    fn forbids(&self) -> bool {
        self.changes.iter().flat_map(Change::sides).any(|(.., side)| side != Side::Open)
    }

    pub(super) fn apply(&self, grid: &mut Grid) -> Result<u64, GridError> {
        let (links, fences) = self.check(grid)?;
        if grid.forbidden.is_empty() && self.forbids() {
            let bytes = grid.cell_count() as usize;
            let memory = |_| GridError(Kind::Memory { bytes });
            grid.forbidden.try_reserve_exact(bytes).map_err(memory)?;
            grid.forbidden.resize(bytes, 0);
        }
        // Nothing can fail from here on.
        if let Some(links) = links {
            grid.links = links;
        }
        if let Some(fences) = fences {
            grid.fences = fences;
        }
        let revision = grid.log.revision() + 1;
        for change in &self.changes {
            let rect = change.write(grid);
            grid.log.note(revision, rect);
        }
        grid.log.raise();
        grid.recent = Recent::default();
        if grid.forbidding == 0 {
            grid.forbidden = Vec::new();
        }
        Ok(revision)
    }
}

fn refusal(grid: &Grid, fault: LinkFault) -> GridError {
    GridError(match fault {
        LinkFault::Missing(from, to) => {
            let (from, to) = (grid.cell(from), grid.cell(to));
            Kind::NoLink { from, to }
        }
        LinkFault::TooMany(node) => Kind::TooManyLinks { cell: grid.cell(node) },
    })
}

/// Checks a link between two cells of `grid`.
fn checked_link(grid: &Grid, from: Cell, to: Cell, cost: u32) -> Result<Link, GridError> {
    if from == to {
        return Err(GridError(Kind::LinkLoop { cell: from }));
    }
    if cost == 0 || cost > Link::MAX_COST {
        return Err(GridError(Kind::LinkCost { from, to, cost }));
    }
    Ok(Link { from: grid.checked_node(from)?, to: grid.checked_node(to)?, cost })
}

impl Change {
    /// The sides of cells that the change sets: cell, direction, and what stands there afterwards.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Cell, Dir, Side)> + use<> {
        let (side, both) = match *self {
            Change::Step { cell, dir, forbidden } => {
                (Some((cell, dir, Side::shut(forbidden))), false)
            }
            Change::Wall { cell, dir, standing } => (Some((cell, dir, Side::shut(standing))), true),
            Change::Fence { cell, dir, class, both } => {
                (Some((cell, dir, Side::Fenced(class))), both)
            }
            Change::Fill { .. } | Change::Link { .. } | Change::Unlink { .. } => (None, false),
        };
        let back = side
            .filter(|_| both)
            .and_then(|(cell, dir, side)| Some((cell.step(dir)?, dir.opposite(), side)));
        side.into_iter().chain(back)
    }

    /// Writes the change and returns the cells it touched.
    fn write(self, grid: &mut Grid) -> CellRect {
        let mut touched = CellRect::default();
        for (cell, dir, side) in self.sides() {
            grid.write_step(cell, dir, side != Side::Open);
            touched = touched.union(CellRect::of(cell));
        }
        match self {
            Change::Fill { rect, class } => {
                grid.write_class(rect, class);
                rect
            }
            Change::Step { .. } | Change::Wall { .. } | Change::Fence { .. } => touched,
            Change::Link { from, to, .. } | Change::Unlink { from, to } => {
                // Two distant cells: the rectangle around both would cover half the map.
                grid.log.note(grid.log.revision() + 1, CellRect::of(from));
                CellRect::of(to)
            }
        }
    }
}

impl Grid {
    /// Sets the classes of the cells in some rectangles to those that `class_of` returns: one
    /// revision, if any of them changes.
    pub(in crate::shapes::square) fn retake(
        &mut self,
        rects: &[CellRect],
        class_of: impl Fn(NodeId) -> u8,
    ) {
        let mut changed: Vec<CellRect> = Vec::new();
        for &rect in rects {
            let other = self.retake_rect(rect, &class_of);
            // Whatever follows the grid examines the cells around a change, too, so neighbouring
            // rows of one discovery are combined to one change.
            match changed.last_mut().map(|last| (last.union(other), last)) {
                _ if other.is_empty() => {}
                Some((both, last)) if widened(both) <= widened(*last) + widened(other) => {
                    *last = both;
                }
                _ => changed.push(other),
            }
        }
        if !changed.is_empty() {
            self.log.note_all(changed.into_iter());
            self.recent = Recent::default();
        }
    }

    /// The same for one rectangle; returns the bounds of all cells whose class changed.
    fn retake_rect(&mut self, rect: CellRect, class_of: impl Fn(NodeId) -> u8) -> CellRect {
        let mut changed = CellRect::default();
        for y in rect.y..rect.y + rect.height {
            let before = y * self.width;
            let padding = self.width as usize + 1;
            for x in rect.x..rect.x + rect.width {
                let class = class_of(NodeId::new(before + x));
                let known = &mut self.terrain[(before + x) as usize + padding];
                if *known != class {
                    self.histogram[usize::from(*known)] -= 1;
                    self.histogram[usize::from(class)] += 1;
                    *known = class;
                    changed = changed.union(CellRect::of(Cell::new(x, y)));
                }
            }
        }
        changed
    }

    pub(in crate::shapes::square) fn checked_node(&self, cell: Cell) -> Result<NodeId, GridError> {
        let (width, height) = (self.width, self.height);
        self.node(cell).ok_or(GridError(Kind::OffMap { cell, width, height }))
    }

    /// Checks that a rectangle is on the map, for callers that receive rectangles from elsewhere
    /// and paint overlays or beliefs with them, which clip at the border.
    ///
    /// # Errors
    ///
    /// If it leaves the map.
    pub fn check_rect(&self, rect: CellRect) -> Result<(), GridError> {
        let right = u64::from(rect.x) + u64::from(rect.width);
        let bottom = u64::from(rect.y) + u64::from(rect.height);
        if right > u64::from(self.width) || bottom > u64::from(self.height) {
            let (width, height) = (self.width, self.height);
            return Err(GridError(Kind::RectOffMap { rect, width, height }));
        }
        Ok(())
    }

    /// The two cells on either side of a wall.
    pub(super) fn wall_sides(&self, cell: Cell, dir: Dir) -> Result<(Cell, Cell), GridError> {
        self.checked_node(cell)?;
        Edit::check_side(cell, dir)?;
        match cell.step(dir).filter(|&far| self.node(far).is_some()) {
            Some(far) => Ok((cell, far)),
            None => Err(GridError(Kind::WallAtRim { cell, dir })),
        }
    }

    fn write_class(&mut self, rect: CellRect, class: u8) {
        for y in rect.y..rect.y + rect.height {
            let start = (y as usize + 1) * self.width as usize + 1 + rect.x as usize;
            for cell in &mut self.terrain[start..start + rect.width as usize] {
                self.histogram[*cell as usize] -= 1;
                *cell = class;
            }
            self.histogram[class as usize] += rect.width;
        }
    }

    fn write_step(&mut self, cell: Cell, dir: Dir, forbidden: bool) {
        let Some(node) = self.node(cell) else { return };
        // If there are no bytes, nothing is forbidden, and so there is nothing to allow.
        let Some(byte) = self.forbidden.get_mut(node.index()) else { return };
        let before = *byte;
        *byte = if forbidden { before | dir.bit() } else { before & !dir.bit() };
        match (before, *byte) {
            (0, 1..) => self.forbidding += 1,
            (1.., 0) => self.forbidding -= 1,
            _ => {}
        }
    }
}

/// Cells of a rectangle and of two rows and columns more on each side.
fn widened(rect: CellRect) -> u64 {
    (u64::from(rect.width) + 4) * (u64::from(rect.height) + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_applied_all_or_none() {
        let mut grid = Grid::new(4, 4, b'.').unwrap();
        let bad = grid.apply(Edit::new().set((1, 1), b'@').set((4, 0), b'@'));
        assert_eq!(
            bad.unwrap_err().to_string(),
            "cell (4, 0) is off the map of 4x4 cells"
                .replace("cell (4, 0) is off", "rectangle 1x1 at (4, 0) leaves")
        );
        assert_eq!((grid.class((1, 1)), grid.revision()), (Some(b'.'), 0));
        assert_eq!(grid.apply(Edit::new().set((1, 1), b'@').set((1, 1), b'W')), Ok(1));
        assert_eq!(grid.histogram()[b'W' as usize], 1);
        assert_eq!(grid.histogram()[b'@' as usize], 0);
    }

    #[test]
    fn the_log_names_what_changed_since() {
        let mut grid = Grid::new(9, 9, b'.').unwrap();
        grid.apply(Edit::new().set((1, 1), b'@')).unwrap();
        grid.apply(Edit::new().wall((2, 2), Dir::E).link((0, 0), (8, 8), 5)).unwrap();
        let since: Vec<_> = grid.changes().since(1).unwrap().collect();
        let expected = [
            CellRect::new(2, 2, 2, 1),
            CellRect::of(Cell::new(0, 0)),
            CellRect::of(Cell::new(8, 8)),
        ];
        assert_eq!(since, expected);
        assert_eq!(grid.changes().since(0).unwrap().count(), 4);
        assert_eq!(grid.changes().since(2).unwrap().count(), 0);
        assert!(grid.changes().since(3).is_none());
    }

    #[test]
    fn a_long_log_forgets_and_says_so() {
        let mut grid = Grid::new(2, 2, b'.').unwrap();
        for _ in 0..5000 {
            grid.apply(Edit::new().set((0, 0), b'@')).unwrap();
        }
        assert!(grid.changes().since(10).is_none());
        assert_eq!(grid.changes().since(4990).unwrap().count(), 10);
    }

    #[test]
    fn nothing_is_left_of_walls_that_are_all_gone() {
        let mut grid = Grid::new(3, 3, b'.').unwrap();
        let plain = grid.bytes();
        grid.apply(Edit::new().remove_wall((0, 0), Dir::E).allow_step((1, 1), Dir::N)).unwrap();
        assert!(grid.forbidden().is_empty());
        let mut edit = Edit::new();
        edit.wall((0, 0), Dir::E).wall((0, 0), Dir::E).forbid_step((0, 0), Dir::SE);
        grid.apply(&edit).unwrap();
        grid.apply(Edit::new().remove_wall((0, 0), Dir::E)).unwrap();
        assert!(grid.is_step_forbidden((0, 0), Dir::SE), "a one-way step is left");
        grid.apply(Edit::new().remove_wall((0, 0), Dir::E).allow_step((0, 0), Dir::SE)).unwrap();
        assert!(grid.forbidden().is_empty());
        assert_eq!(grid.bytes(), plain);
        let mut edit = Edit::new();
        grid.apply(edit.wall((0, 0), Dir::E).remove_wall((0, 0), Dir::E)).unwrap();
        assert!(grid.forbidden().is_empty());
    }

    #[test]
    fn impossible_edits_name_the_culprit() {
        let mut grid = Grid::new(3, 3, b'.').unwrap();
        let mut check = |edit: &mut Edit, message: &str| {
            let error = grid.apply(edit).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        check(Edit::new().wall((0, 0), Dir::NE), "is diagonal");
        check(Edit::new().wall((0, 0), Dir::N), "no cell behind it");
        check(Edit::new().link((0, 0), (0, 0), 5), "leads back to itself");
        check(Edit::new().link((0, 0), (0, 1), 0), "costs 0 ticks");
        check(Edit::new().unlink((0, 0), (0, 1)), "there is no link from (0, 0) to (0, 1)");
        check(Edit::new().fill(CellRect::new(1, 1, u32::MAX, 1), 0), "leaves the map");
    }

    #[test]
    fn links_are_found_from_both_ends() {
        let mut grid = Grid::new(3, 1, b'.').unwrap();
        let edit = &mut Edit::new();
        grid.apply(edit.link((0, 0), (2, 0), 9).link((1, 0), (2, 0), 8).link((0, 0), (1, 0), 7))
            .unwrap();
        let node = |x| grid.node((x, 0)).unwrap();
        assert_eq!(grid.link_table().leaving(node(0)).len(), 2);
        assert_eq!(grid.link_table().arriving(node(2)).len(), 2);
        let link = grid.link_table().arriving(node(2))[1];
        assert_eq!(grid.link_table().place_among_arriving(&link), 1);
        assert_eq!(grid.link_table().place_among_leaving(&link), 0);
    }
}
