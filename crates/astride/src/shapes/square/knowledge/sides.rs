//! What a faction remembers of the sides of cells: walls, fences and one-way steps.

use std::collections::BTreeMap;

use super::Knowledge;
use crate::base::{Cell, CellRect, Dir, NodeId, SmallSort};
use crate::shapes::square::{Fence, Grid};
use crate::world::{Fences, MAX_LINKS_PER_CELL, Side};

/// The fences that a cell can have: one for each straight step out of it, or into it.
const MOST_FENCES: usize = 4;

/// The sides that are not as they are but as they were when they were last seen, by start and direction
/// of the step; open ones are left out. All of them are beside a cell that is remembered, and none is
/// beside a cell that is known as it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides(BTreeMap<(NodeId, Dir), Side>);

impl Sides {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = ((NodeId, Dir), Side)> + '_ {
        self.0.iter().map(|(&step, &side)| (step, side))
    }

    pub(super) fn put(&mut self, step: (NodeId, Dir), side: Side) {
        if side != Side::Open {
            self.0.insert(step, side);
        }
    }

    /// Those that are left when each cell shows what was `by` columns and rows further on: both ends of
    /// a step stay on the map.
    pub(super) fn moved(&self, bounds: CellRect, by: (i64, i64)) -> Sides {
        let back = (by.0.saturating_neg(), by.1.saturating_neg());
        let moved = |(&(from, dir), &side): (&(NodeId, Dir), &Side)| {
            let cell = Cell::new(from.get() % bounds.width, from.get() / bounds.width);
            bounds.moved(cell.step(dir).filter(|&end| bounds.contains(end))?, back)?;
            let cell = bounds.moved(cell, back)?;
            Some(((NodeId::new(cell.y * bounds.width + cell.x), dir), side))
        };
        // Extended, since collecting compiles a sort.
        let mut sides = BTreeMap::new();
        sides.extend(self.0.iter().filter_map(moved));
        Sides(sides)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.len() * (size_of::<(NodeId, Dir)>() + size_of::<Side>()) * 2
    }
}

impl Knowledge {
    /// The directions in which the faction believes stepping out of a cell to be forbidden by walls,
    /// one-way steps and fences, one bit per [`Dir`]; 0 off the map. Of the true map it is
    /// [`Grid::forbidden_steps`].
    ///
    /// # Panics
    ///
    /// If the size of the grid differs, or if it is the grid of a
    /// [`BodyGrid`](crate::shapes::square::BodyGrid).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{CellRect, Dir};
    /// use astride::shapes::square::{Edit, Grid, Knowledge};
    /// const DOOR: u8 = 1;
    /// let mut grid = Grid::new(9, 1, b'.')?;
    /// grid.apply(Edit::new().fence((4, 0), Dir::E, DOOR))?;
    /// let mut knowledge = Knowledge::new(&grid, b'.');
    /// assert_eq!(knowledge.forbidden_steps(&grid, (4, 0)), 0, "nobody has seen the door");
    /// knowledge.reveal(&grid, grid.bounds(), &mut Vec::new());
    /// assert_eq!(knowledge.fence(&grid, (4, 0), Dir::E), Some(DOOR));
    ///
    /// // The door is bricked up while nobody looks.
    /// knowledge.remember(&grid, CellRect::new(4, 0, 2, 1));
    /// grid.apply(Edit::new().wall((4, 0), Dir::E))?;
    /// assert_eq!(knowledge.fence(&grid, (4, 0), Dir::E), Some(DOOR));
    /// knowledge.reveal(&grid, CellRect::new(5, 0, 1, 1), &mut Vec::new());
    /// assert_eq!(knowledge.fence(&grid, (4, 0), Dir::E), None);
    /// assert_eq!(knowledge.forbidden_steps(&grid, (4, 0)), Dir::E.bit());
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn forbidden_steps(&self, grid: &Grid, cell: impl Into<Cell>) -> u8 {
        self.check_size(grid);
        grid.node(cell).map_or(0, |node| self.forbidden_at(grid, node))
    }

    /// The class of the fence or door that the faction believes to be in the way of the step from
    /// `cell` in direction `dir`; `None` if it knows of none. Of the true map it is [`Grid::fence`].
    ///
    /// # Panics
    ///
    /// If the size of the grid differs, or if it is the grid of a
    /// [`BodyGrid`](crate::shapes::square::BodyGrid).
    pub fn fence(&self, grid: &Grid, cell: impl Into<Cell>, dir: Dir) -> Option<u8> {
        self.check_size(grid);
        self.side(grid, grid.node(cell)?, dir).class()
    }

    /// Whether any wall, fence or one-way step is remembered.
    pub(super) fn recalls_sides(&self) -> bool {
        !self.sides.is_empty()
    }

    /// The directions in which the faction believes stepping out of a cell to be forbidden.
    pub(super) fn forbidden_at(&self, grid: &Grid, node: NodeId) -> u8 {
        let real = grid.forbidden().get(node.index()).copied().unwrap_or(0);
        let seen = match real {
            0 => 0,
            _ if self.is_current(node) => real,
            _ => self.seen_among(grid, node, real),
        };
        seen | self.recalled(node)
    }

    /// Whether the faction believes that the step from `node` to `end` is forbidden.
    #[inline(always)]
    pub(super) fn forbids(&self, grid: &Grid, node: NodeId, dir: Dir, end: NodeId) -> bool {
        let real = grid.forbidden().get(node.index()).copied().unwrap_or(0);
        let is_seen = || self.sees_side(node, Some(end));
        (real & dir.bit() != 0 && is_seen())
            || (self.recalls_at(node) && self.sides.0.contains_key(&(node, dir)))
    }

    /// What the faction believes to be in the way of a step.
    ///
    /// A fence that is remembered counts as a wall where there are now so many links that no map
    /// could have it as well.
    pub(super) fn side(&self, grid: &Grid, node: NodeId, dir: Dir) -> Side {
        let cell = grid.cell(node);
        let end = end_of(grid, node, dir);
        if self.sees_side(node, end) {
            return grid.side(cell, dir);
        }
        // Where the map has a fence now, one fits.
        let fits = |end| grid.fence(cell, dir).is_some() || has_room(grid, node, end);
        match self.sides.0.get(&(node, dir)) {
            Some(Side::Fenced(_)) if !end.is_some_and(fits) => Side::Shut,
            side => side.copied().unwrap_or(Side::Open),
        }
    }

    /// The fences in which the faction believes.
    pub(super) fn believed_fences(&self, grid: &Grid) -> Fences {
        let is_seen = |fence: &&Fence| self.sees_side(fence.from, Some(fence.to(grid.width())));
        let recalled = |((from, dir), _): ((NodeId, Dir), Side)| {
            Some(Fence { from, dir, class: self.side(grid, from, dir).class()? })
        };
        let seen = grid.fences().iter().filter(is_seen).copied();
        let mut all: Vec<Fence> = seen.chain(self.sides.iter().filter_map(recalled)).collect();
        all.sort_small();
        Fences::of(all)
    }

    /// Whether a cell is known as it is, and with it all its sides.
    #[inline(always)]
    pub(super) fn is_current(&self, node: NodeId) -> bool {
        self.known.get(node) && !self.stale.get(node)
    }

    /// Whether either cell beside a side is known as it is.
    #[inline(always)]
    pub(super) fn sees_side(&self, node: NodeId, end: Option<NodeId>) -> bool {
        self.is_current(node) || end.is_some_and(|end| self.is_current(end))
    }

    /// The directions among `dirs` that lead to a cell known as it is.
    fn seen_among(&self, grid: &Grid, node: NodeId, dirs: u8) -> u8 {
        let is_seen = |dir: &Dir| {
            let end = || end_of(grid, node, *dir);
            dirs & dir.bit() != 0 && end().is_some_and(|end| self.is_current(end))
        };
        Dir::ALL.into_iter().filter(is_seen).fold(0, |bits, dir| bits | dir.bit())
    }

    /// Whether sides of a cell may be remembered: what is remembered is beside a cell that is.
    #[inline(always)]
    fn recalls_at(&self, node: NodeId) -> bool {
        !self.sides.is_empty() && self.stale.around(node) != 0
    }

    /// The directions in which steps are remembered as forbidden.
    fn recalled(&self, node: NodeId) -> u8 {
        if !self.recalls_at(node) {
            return 0;
        }
        let steps = self.sides.0.range((node, Dir::ALL[0])..=(node, Dir::ALL[7]));
        steps.fold(0, |bits, (&(_, dir), _)| bits | dir.bit())
    }

    /// Remembers the sides of a cell that has just become remembered itself, as far as no cell beside
    /// it is known as it is.
    pub(super) fn remember_sides(&mut self, grid: &Grid, node: NodeId) {
        if !has_sides_near(grid, node) {
            return;
        }
        for (from, dir, end) in steps_at(grid, node) {
            if !self.sees_side(from, end) {
                self.sides.put((from, dir), grid.side(grid.cell(from), dir));
            }
        }
    }

    /// Forgets what is remembered of the sides of a cell that is about to be seen. Returns whether any
    /// is other than it was believed to be.
    pub(super) fn see_sides(&mut self, grid: &Grid, node: NodeId) -> bool {
        if !self.recalls_at(node) && !has_sides_near(grid, node) {
            return false;
        }
        let mut differs = false;
        for (from, dir, _) in steps_at(grid, node) {
            differs |= self.side(grid, from, dir) != grid.side(grid.cell(from), dir);
            self.sides.0.remove(&(from, dir));
        }
        differs
    }
}

/// Where a step leads, if that is on the map.
pub(super) fn end_of(grid: &Grid, node: NodeId, dir: Dir) -> Option<NodeId> {
    grid.cell(node).step(dir).and_then(|end| grid.node(end))
}

/// All steps out of a cell and into it, and where they lead if that is on the map.
fn steps_at(
    grid: &Grid,
    node: NodeId,
) -> impl Iterator<Item = (NodeId, Dir, Option<NodeId>)> + use<> {
    let (cell, bounds, width) = (grid.cell(node), grid.bounds(), grid.width());
    Dir::ALL.into_iter().flat_map(move |dir| {
        let end = cell.step(dir).filter(|&end| bounds.contains(end));
        let end = end.map(|end| NodeId::new(end.y * width + end.x));
        let back = end.map(|end| (end, dir.opposite(), Some(node)));
        [Some((node, dir, end)), back].into_iter().flatten()
    })
}

/// Whether anything on the map may be in the way of a step out of a cell or into it.
fn has_sides_near(grid: &Grid, node: NodeId) -> bool {
    let forbidden = grid.forbidden();
    if forbidden.is_empty() || grid.is_far_from_walls(node) {
        return false;
    }
    let is_shut =
        |(from, dir, _): (NodeId, Dir, Option<NodeId>)| forbidden[from.index()] & dir.bit() != 0;
    steps_at(grid, node).any(is_shut)
}

/// Whether a fence fits between two cells whatever other fences they have.
fn has_room(grid: &Grid, from: NodeId, to: NodeId) -> bool {
    let most = MAX_LINKS_PER_CELL - MOST_FENCES;
    let links = grid.link_table();
    links.leaving(from).len() <= most && links.arriving(to).len() <= most
}
