//! Triangles as one shape among others.

use super::place::{STEPS, outline};
use super::{
    TriangleEdit, TriangleError, TriangleMap, TriangleMover, TriangleSide, TriangleSteps,
    TriangleView,
};
use crate::base::{Cell, NodeId, Slot, Vec2};
use crate::shapes::{Editable, Opening, Opens, Shape, TileMap};
use crate::world::{Changes, Way, fenced_sides, opening, see, shut_sides};

impl Shape for TriangleMap {
    const NAME: &'static str = "triangles";

    type Place = Cell;
    type Mover = TriangleMover;
    type View<'a> = TriangleView<'a>;
    type Kit = ();

    fn view<'a>(&'a self, mover: &TriangleMover) -> TriangleView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: Cell) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> Cell {
        self.cell(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(self.terrain.class_at(node)).filter(|&class| class != Self::VOID)
    }

    fn factor_of(&self, mover: &TriangleMover, node: NodeId) -> u32 {
        self.class_of(node).map_or(0, |class| mover.factor(class))
    }

    fn shut(
        &self,
        mover: &TriangleMover,
        node: NodeId,
        way: Way,
        visit: &mut dyn FnMut(NodeId, Slot),
    ) {
        shut_sides(self, mover, node, way, visit);
    }

    fn fenced(&self, class: u8) -> Vec<[NodeId; 2]> {
        fenced_sides(self, class)
    }

    fn outline_of(&self, place: Cell) -> Vec<Vec2> {
        outline(place).to_vec()
    }
}

impl Opens for TriangleMap {
    fn is_free(mover: &TriangleMover, class: u8) -> bool {
        mover.is_passable(class)
    }

    fn opened(mover: &TriangleMover, class: u8) -> TriangleMover {
        mover.opened(class).steps(TriangleSteps::Sides)
    }

    fn fence_at(&self, node: NodeId, slot: Slot) -> Option<u8> {
        let side = TriangleSide::ALL.get(usize::from(slot.code()))?;
        self.terrain.fences().class(node, side.bit())
    }

    fn batch(&self, named: &Opening<Cell>) -> TriangleEdit {
        opening(self, &named.cells, named.class, &named.steps)
    }
}

impl TileMap for TriangleMap {
    const STEP_SLOTS: u16 = STEPS.len() as u16;

    fn step_count(mover: &TriangleMover) -> usize {
        if mover.gait.steps == TriangleSteps::Sides { 3 } else { STEPS.len() }
    }

    fn batch_of(edit: TriangleEdit) -> TriangleEdit {
        edit
    }

    fn tiles_around(&self, low: Vec2, high: Vec2) -> Vec<NodeId> {
        let half = 3f64.sqrt() / 2.0;
        let column =
            |x: f64, more: f64| (x / half + more).clamp(0.0, f64::from(self.width())) as u32;
        let row = |y: f64| (y / 1.5).clamp(0.0, f64::from(self.height())) as u32;
        let columns = column(low.x, -1.0)..=column(high.x, 1.0);
        let cells =
            (row(low.y)..=row(high.y)).flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        cells.filter_map(|cell| self.node(cell)).collect()
    }
}

impl Editable for TriangleMap {
    type Edit = TriangleEdit;
    type EditError = TriangleError;
    type Assumed = u8;
    type Index = ();

    fn is_empty(batch: &TriangleEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &TriangleEdit) -> Result<u64, TriangleError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &TriangleEdit) -> Result<TriangleEdit, TriangleError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        TriangleMap::changes(self)
    }

    fn unseen(&self, assumed: u8) -> TriangleMap {
        TriangleMap { terrain: self.terrain.unseen(assumed) }
    }

    fn see(&mut self, truth: &TriangleMap, nodes: &[NodeId]) {
        see(self, truth, nodes);
    }
}
