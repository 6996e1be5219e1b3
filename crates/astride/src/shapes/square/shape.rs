//! Square grids as one shape among others.

use super::{Grid, GridView, IndexFile, Mover, SquareIndex, SquareKit};
use crate::base::{Budget, Cell, Cost, Dir, NodeId, Slot, Vec2};
use crate::search::{Event, Method, Outcome, PathQuery, Unsupported};
use crate::shapes::{Refused, Shape};
use crate::world::{Crossings, Fence, Way};

impl Shape for Grid {
    const NAME: &'static str = "squares";
    const INDEXED: &'static [Method] = SquareIndex::METHODS;

    type Place = Cell;
    type Mover = Mover;
    type View<'a> = GridView<'a>;
    type Kit = SquareKit;

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

    fn fenced(&self, class: u8) -> Vec<[NodeId; 2]> {
        let step =
            |fence: &Fence| Some([fence.from, self.node(self.cell(fence.from).step(fence.dir)?)?]);
        self.fences().iter().filter(|fence| fence.class == class).filter_map(step).collect()
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

    fn build(&self, mover: &Mover, method: Method, kit: &mut SquareKit) -> Result<(), Refused> {
        kit.prepare(&self.seen_by(mover), method, &mut |_| true)?;
        Ok(())
    }

    fn refusal(&self, mover: &Mover, method: Method, kit: &mut SquareKit) -> Option<Refused> {
        kit.check(&self.seen_by(mover), method).err().map(Refused::from)
    }

    fn save_index(&self, mover: &Mover, method: Method, kit: &SquareKit) -> Option<Vec<u8>> {
        kit.get(method)?.save(&self.seen_by(mover)).ok()?
    }

    /// A file may hold indexes of several methods; the first of them is loaded.
    fn load_index(
        &self,
        mover: &Mover,
        bytes: &[u8],
        kit: &mut SquareKit,
    ) -> Option<Result<Method, Refused>> {
        let loaded = IndexFile::read(bytes).and_then(|file| {
            let method = file.names().iter().find_map(|name| name.parse().ok());
            kit.load(&self.seen_by(mover), method.unwrap_or(Method::Labels), bytes)
        });
        Some(loaded.map_err(Refused::of))
    }

    fn answer(
        &self,
        mover: &Mover,
        method: Method,
        query: &PathQuery<'_>,
        kit: &mut SquareKit,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Unsupported> {
        kit.answer(self, mover, method, query, budget, notice)
    }

    fn cost_by(
        &self,
        mover: &Mover,
        method: Method,
        ends: [NodeId; 2],
        kit: &mut SquareKit,
    ) -> Result<Option<Cost>, Unsupported> {
        kit.cost(self, mover, method, ends)
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
