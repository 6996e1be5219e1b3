//! The nearest passable cell: for a click on a wall, for placing a unit, or for a goal that cannot
//! be reached.
//!
//! Distance is the geometric estimate by which searches choose the nearest node: octile with eight
//! neighbours, Manhattan with four. The cell to which a goal is moved and the cell at which a path
//! to it ends are therefore equally near.

mod instead;
mod squares;

pub use instead::astar_or_nearest;
pub(crate) use instead::{Instead, Searched};

use super::Components;
use crate::base::{Budget, Cell, NodeId, Spent};
use crate::shapes::square::GridView;
use crate::shapes::{Looks, Near, Side, SnapError};
use crate::world::World;
use squares::nearest;

impl Near {
    /// The nearest of the cells that satisfy `is_wanted`.
    fn choose(
        &self,
        view: &GridView<'_>,
        is_wanted: impl Fn(NodeId) -> bool,
        mut looks: Looks<'_, '_>,
    ) -> Result<Option<NodeId>, Spent> {
        let pay = |cells| looks.pay(cells);
        Ok(nearest(view, self.place(), self.radius, is_wanted, pay)?.first().copied())
    }

    /// The node of the cell from which the place must be reachable, if there is one.
    fn start_on(&self, view: &GridView<'_>) -> Result<Option<NodeId>, SnapError> {
        let (width, height) = (view.grid().width(), view.grid().height());
        let node = |cell| view.grid().node(cell).ok_or(SnapError::OffMap { cell, width, height });
        node(self.place())?;
        self.start().map(node).transpose()
    }

    /// The place in `world`, whose cells and distances are those of `view`; reachability is
    /// determined by a flood, and anywhere it must not be taken.
    pub(crate) fn find_on(
        &self,
        view: &GridView<'_>,
        world: &impl World,
        is_taken: impl Fn(NodeId) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<Cell, SnapError> {
        let nearest = |is_wanted: &dyn Fn(NodeId) -> bool, looks: Looks<'_, '_>| {
            self.choose(view, is_wanted, looks)
        };
        let found = self.find_in(world, self.start_on(view)?, is_taken, budget, nearest)?;
        Ok(view.grid().cell(found))
    }
}

fn stale(view: &GridView<'_>, components: &Components) -> SnapError {
    SnapError::Stale { components: components.revision(), grid: view.revision() }
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
    near.into().find_on(view, view, |_| false, &mut Budget::unlimited())
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
        self.snap_within(view, near.into(), &mut Budget::unlimited())
    }

    /// As [`snap`](Self::snap), where 64 cells that are looked at count as one expansion.
    pub(crate) fn snap_within(
        &self,
        view: &GridView<'_>,
        near: Near,
        budget: &mut Budget<'_>,
    ) -> Result<Cell, SnapError> {
        let looks = Looks::new(budget);
        if !self.is_of(view) {
            return Err(stale(view, self));
        }
        let found = match (near.start_on(view)?, near.side) {
            (Some(start), Side::ReachedFrom(place) | Side::ConnectedTo(place))
                if !view.is_passable(start) =>
            {
                return Err(SnapError::StartBlocked { place });
            }
            (Some(start), Side::ReachedFrom(_)) => {
                let side = self.reached_from(start);
                near.choose(view, |node| side.contains(node), looks)
            }
            (Some(other), Side::ConnectedTo(_)) => {
                near.choose(view, |node| self.connected(node, other), looks)
            }
            _ => near.choose(view, |node| view.is_passable(node), looks),
        };
        found?.map(|node| view.grid().cell(node)).ok_or(SnapError::Nothing { near })
    }
}
