//! The nearest passable cell: for a click on a wall, for placing a unit, or for a goal that cannot
//! be reached.
//!
//! Distance is the geometric estimate by which searches choose the nearest node: octile with eight
//! neighbours, Manhattan with four. The cell to which a goal is moved and the cell at which a path
//! to it ends are therefore equally near.

mod error;
mod instead;
mod squares;

pub use error::SnapError;
pub use instead::astar_or_nearest;
pub(crate) use instead::{Instead, Searched};

use std::fmt;

use super::Components;
use crate::base::{Budget, Cell, NodeId};
use crate::search::DistanceField;
use crate::shapes::square::GridView;
use crate::world::{Way, World};
use squares::nearest;

/// What to find: the nearest cell on which the mover can stand.
///
/// Ties go to the smaller `y`, then to the smaller `x`.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Near, snap};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(7, 2, b"..@@@.....@@@@")?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// assert_eq!(snap(&view, (3, 1))?, Cell::new(2, 1));
/// assert_eq!(snap(&view, (1, 0))?, Cell::new(1, 0), "it can stand there");
/// // A unit in the upper right cannot cross the wall.
/// assert_eq!(snap(&view, Near::new((3, 1)).reached_from((6, 0)))?, Cell::new(5, 0));
/// let error = snap(&view, Near::new((3, 1)).reached_from((6, 0)).within(1)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no cell within 1 cell of (3, 1) can be reached from (6, 0), expected a larger radius",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Near {
    cell: Cell,
    radius: u32,
    side: Side,
}

/// On which side of a start the place must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Anywhere,
    ReachedFrom(Cell),
    ConnectedTo(Cell),
}

impl Near {
    /// The nearest place to `cell`, at any distance.
    pub fn new(cell: impl Into<Cell>) -> Self {
        Near { cell: cell.into(), radius: u32::MAX, side: Side::Anywhere }
    }

    /// Limits the distance to this many columns and rows.
    #[must_use]
    pub fn within(mut self, cells: u32) -> Self {
        self.radius = cells;
        self
    }

    /// Requires that the mover can get there from `start`.
    #[must_use]
    pub fn reached_from(mut self, start: impl Into<Cell>) -> Self {
        self.side = Side::ReachedFrom(start.into());
        self
    }

    /// Requires that the mover can get there from `other` and back.
    #[must_use]
    pub fn connected_to(mut self, other: impl Into<Cell>) -> Self {
        self.side = Side::ConnectedTo(other.into());
        self
    }

    fn is_limited(&self) -> bool {
        self.radius != u32::MAX
    }

    /// The nearest of the cells that satisfy `is_wanted`.
    fn choose(
        &self,
        view: &GridView<'_>,
        is_wanted: impl Fn(NodeId) -> bool,
    ) -> Result<Cell, SnapError> {
        let places = nearest(view, self.cell, self.radius, is_wanted);
        let first = places.first().ok_or(SnapError::Nothing { near: *self });
        first.map(|&node| view.grid().cell(node))
    }

    /// The nodes of its cells: the first for the place, the other for the cell from which it must
    /// be reachable.
    fn nodes(&self, world: &impl World, view: &GridView<'_>) -> Result<Option<NodeId>, SnapError> {
        let (width, height) = (view.grid().width(), view.grid().height());
        let node = |cell| view.grid().node(cell).ok_or(SnapError::OffMap { cell, width, height });
        node(self.cell)?;
        let cell = match self.side {
            Side::Anywhere => return Ok(None),
            Side::ReachedFrom(cell) | Side::ConnectedTo(cell) => cell,
        };
        let other = node(cell)?;
        if world.is_passable(other) {
            Ok(Some(other))
        } else {
            Err(SnapError::StartBlocked { cell })
        }
    }

    /// The place in `world`, whose cells and distances are those of `view`; reachability is
    /// determined by a flood.
    pub(crate) fn find_in(
        &self,
        world: &impl World,
        view: &GridView<'_>,
    ) -> Result<Cell, SnapError> {
        let Some(other) = self.nodes(world, view)? else {
            return self.choose(view, |node| world.is_passable(node));
        };
        let flood = |way| {
            let mut field = DistanceField::default();
            // Without a limit it ends when everything has been reached.
            let _ = field.compute(world, &[(other, 0)], way, &mut Budget::unlimited());
            field
        };
        let reached = flood(Way::Forward);
        if let Side::ReachedFrom(_) = self.side {
            return self.choose(view, |node| reached.distance(node).is_some());
        }
        let leading = flood(Way::Backward);
        let is_both = |node| reached.distance(node).is_some() && leading.distance(node).is_some();
        self.choose(view, is_both)
    }
}

impl From<Cell> for Near {
    fn from(cell: Cell) -> Self {
        Near::new(cell)
    }
}

impl From<(u32, u32)> for Near {
    fn from(cell: (u32, u32)) -> Self {
        Near::new(cell)
    }
}

/// Describes the conditions, as the continuation of "no cell".
impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.radius {
            u32::MAX => write!(f, "near {}", self.cell)?,
            1 => write!(f, "within 1 cell of {}", self.cell)?,
            radius => write!(f, "within {radius} cells of {}", self.cell)?,
        }
        match self.side {
            Side::Anywhere => f.write_str(" can be stood on"),
            Side::ReachedFrom(start) => write!(f, " can be reached from {start}"),
            Side::ConnectedTo(other) => write!(f, " can be reached from {other} and back"),
        }
    }
}

/// The nearest cell on which the mover can stand, subject to the conditions of `near`.
///
/// If the place must be reachable, that is determined by a flood over the map; [`Components::snap`]
/// avoids this.
///
/// # Errors
///
/// If a cell is off the map, if the mover cannot stand on the cell from which the place must be
/// reachable, or if there is no such cell.
///
/// # Complexity
///
/// O(cells of a square that extends twice as far as the place, within the radius): usually less
/// than a microsecond on a game map. O(cells) if the place must be reachable.
pub fn snap(view: &GridView<'_>, near: impl Into<Near>) -> Result<Cell, SnapError> {
    near.into().find_in(view, view)
}

impl Components {
    /// The nearest cell on which the mover can stand, subject to the conditions of `near`: as
    /// [`snap`], without a flood.
    ///
    /// # Errors
    ///
    /// As for [`snap`], or if the components do not belong to `view`.
    ///
    /// # Complexity
    ///
    /// O(cells of a square that extends twice as far as the place, within the radius).
    pub fn snap(&self, view: &GridView<'_>, near: impl Into<Near>) -> Result<Cell, SnapError> {
        let near = near.into();
        if !self.is_of(view) {
            return Err(SnapError::stale(view, self));
        }
        match (near.nodes(view, view)?, near.side) {
            (Some(start), Side::ReachedFrom(_)) => {
                let side = self.reached_from(start);
                near.choose(view, |node| side.contains(node))
            }
            (Some(other), Side::ConnectedTo(_)) => {
                near.choose(view, |node| self.connected(node, other))
            }
            _ => near.choose(view, |node| view.is_passable(node)),
        }
    }
}
