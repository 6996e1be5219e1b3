//! Square grids as one shape among others.

use super::{Grid, GridView, Mover};
use crate::base::{Cell, Dir, NodeId, Slot, Vec2};
use crate::shapes::Shape;
use crate::world::{Crossings, Way};

impl Shape for Grid {
    const NAME: &'static str = "squares";

    type Place = Cell;
    type Mover = Mover;
    type View<'a> = GridView<'a>;
    type Kit = ();

    fn view<'a>(&'a self, mover: &Mover) -> GridView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: Cell) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> Cell {
        self.cell(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(self.class_at(node))
    }

    fn factor_of(&self, mover: &Mover, node: NodeId) -> u32 {
        self.class_of(node).map_or(0, |class| mover.factor(class))
    }

    fn shut(&self, mover: &Mover, node: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot)) {
        shut(self, |class| mover.media_of(class), &mover.crossings, node, way, visit);
    }

    fn outline_of(&self, place: Cell) -> Vec<Vec2> {
        let (x, y) = (f64::from(place.x), f64::from(place.y));
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(right, down)| Vec2::new(x + right, y + down))
            .to_vec()
    }

    /// The other ends of links.
    fn lines_at(&self, node: NodeId) -> Vec<NodeId> {
        self.link_table().leaving(node).iter().map(|link| link.to).collect()
    }
}

/// As [`Shape::shut`], for a mover with these media by class that crosses these fences.
pub(super) fn shut(
    grid: &Grid,
    media_of: impl Fn(u8) -> u8,
    crossings: &Crossings,
    node: NodeId,
    way: Way,
    visit: &mut dyn FnMut(NodeId, Slot),
) {
    let cell = grid.cell(node);
    for &side in if grid.forbidden().is_empty() { &[][..] } else { &Dir::STRAIGHT } {
        let beside = cell.step(side).and_then(|other| Some((other, grid.node(other)?)));
        let Some((other, beside)) = beside else { continue };
        let (from, dir) = match way {
            Way::Forward => (cell, side),
            Way::Backward => (other, side.opposite()),
        };
        let is_shut = grid.side(from, dir).is_closed_to(crossings);
        let media_at = |node| media_of(grid.class_at(node));
        if is_shut && media_at(node) & media_at(beside) != 0 {
            visit(beside, Slot::new(dir as u16));
        }
    }
}
