//! Square grids as one shape among others.

use super::{Grid, GridView, Mover};
use crate::base::{Cell, Dir, NodeId, Vec2};
use crate::shapes::Shape;

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

    fn shut_at(&self, mover: &Mover, node: NodeId, visit: &mut dyn FnMut(NodeId)) {
        let (cell, media) = (self.cell(node), mover.media_of(self.class_at(node)));
        for dir in [Dir::N, Dir::E, Dir::S, Dir::W] {
            let beside = cell.step(dir).and_then(|cell| self.node(cell));
            let is_shut = self.is_step_forbidden(cell, dir)
                && self.fence(cell, dir).is_none_or(|class| mover.crossing(class).is_none());
            if let Some(beside) = beside.filter(|_| is_shut)
                && media & mover.media_of(self.class_at(beside)) != 0
            {
                visit(beside);
            }
        }
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
