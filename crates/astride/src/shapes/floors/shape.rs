//! Floors as one shape among others.

use super::{FloorEdit, FloorError, FloorMap, FloorMover, FloorPlace, FloorSide, FloorView};
use crate::base::{Dir, NodeId, Slot, SmallSort, Vec2};
use crate::shapes::{Cover, Editable, Opening, Opens, Shape, TileMap, Walls};
use crate::world::{
    Changes, Corners, Link, Links, Neighbours, TileEdit, Way, fenced_sides, opening, shut_sides,
    take_as_on,
};

impl Shape for FloorMap {
    const NAME: &'static str = "floors";

    type Place = FloorPlace;
    type Mover = FloorMover;
    type View<'a> = FloorView<'a>;
    type Kit = ();

    fn view<'a>(&'a self, mover: &FloorMover) -> FloorView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: FloorPlace) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> FloorPlace {
        self.place(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(self.terrain.class_at(node)).filter(|&class| class != Self::VOID)
    }

    fn factor_of(&self, mover: &FloorMover, node: NodeId) -> u32 {
        match mover.side() {
            1 => self.class_of(node).map_or(0, |class| mover.factor(class)),
            _ => self.seen_by(mover).factor_at(node),
        }
    }

    fn shut(
        &self,
        mover: &FloorMover,
        node: NodeId,
        way: Way,
        visit: &mut dyn FnMut(NodeId, Slot),
    ) {
        shut_sides(self, mover, node, way, visit);
    }

    fn fenced(&self, class: u8) -> Vec<[NodeId; 2]> {
        fenced_sides(self, class)
    }

    /// Floors are drawn side by side, the lowest on the left, one column apart.
    fn outline_of(&self, FloorPlace { x, y, floor }: FloorPlace) -> Vec<Vec2> {
        let left = f64::from(floor) * (f64::from(self.size()[0]) + 1.0) + f64::from(x);
        let top = f64::from(y);
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(across, down)| Vec2::new(left + across, top + down))
            .to_vec()
    }

    /// The other ends of stairs.
    fn lines_at(&self, node: NodeId) -> Vec<NodeId> {
        self.stairs.leaving(node).iter().map(|stair| stair.to).collect()
    }
}

impl Opens for FloorMap {
    fn is_free(mover: &FloorMover, class: u8) -> bool {
        mover.is_passable(class)
    }

    fn opened(mover: &FloorMover, class: u8) -> FloorMover {
        match mover.corner_rule() {
            Corners::Always => mover.opened(class),
            _ => mover.opened(class).neighbours(Neighbours::Four),
        }
    }

    fn fence_at(&self, node: NodeId, slot: Slot) -> Option<u8> {
        let dir = Dir::ALL.get(usize::from(slot.code()))?;
        self.terrain.fences().class(node, dir.bit())
    }

    fn walls<'v>(view: &'v FloorView<'_>) -> Option<Box<dyn Walls + 'v>> {
        Some(Box::new(view.walls()?))
    }

    fn batch(&self, named: &Opening<FloorPlace>) -> FloorEdit {
        FloorEdit::of(opening(self, &named.cells, named.class, &named.steps))
    }
}

impl TileMap for FloorMap {
    const STEP_SLOTS: u16 = Dir::ALL.len() as u16;

    fn step_count(mover: &FloorMover) -> usize {
        if mover.neighbour_rule() == Neighbours::Four { 4 } else { 8 }
    }

    fn batch_of(edit: TileEdit<FloorPlace, FloorSide>) -> FloorEdit {
        FloorEdit::of(edit)
    }

    fn tiles_around(&self, low: Vec2, high: Vec2) -> Vec<NodeId> {
        let [width, height, floors] = self.size();
        let within = |at: f64, most: u32| at.clamp(0.0, f64::from(most)) as u32;
        let wide = f64::from(width) + 1.0;
        let rows = within(low.y, height)..=within(high.y, height);
        let places =
            (within(low.x / wide, floors)..=within(high.x / wide, floors)).flat_map(|floor| {
                let left = f64::from(floor) * wide;
                let columns = within(low.x - left, width)..=within(high.x - left, width);
                let row = move |y| columns.clone().map(move |x| FloorPlace { x, y, floor });
                rows.clone().flat_map(row)
            });
        places.filter_map(|place| self.node(place)).collect()
    }
}

impl Editable for FloorMap {
    type Edit = FloorEdit;
    type EditError = FloorError;
    type Assumed = u8;
    type Index = ();

    fn cover(&self, mover: &FloorMover) -> Cover {
        self.layout.cover(mover.side())
    }

    fn is_empty(batch: &FloorEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &FloorEdit) -> Result<u64, FloorError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &FloorEdit) -> Result<FloorEdit, FloorError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        FloorMap::changes(self)
    }

    /// Stairs are never assumed.
    fn unseen(&self, assumed: u8) -> FloorMap {
        FloorMap { terrain: self.terrain.unseen(assumed), stairs: Links::default(), ..*self }
    }

    /// A stair is known if either of its ends is.
    fn see(&mut self, truth: &FloorMap, nodes: &[NodeId]) {
        let mut differ = take_as_on(self, truth, nodes);
        let is_seen = |stair: &&Link| {
            [stair.from, stair.to].iter().any(|end| nodes.binary_search(end).is_ok())
        };
        let mut kept: Vec<Link> =
            self.stairs().iter().filter(|stair| !is_seen(stair)).copied().collect();
        let seen: Vec<Link> = truth.stairs().iter().filter(is_seen).copied().collect();
        let stairs = loop {
            let mut all = [&kept[..], &seen].concat();
            all.sort_small();
            match Links::of(all) {
                Ok(stairs) => break stairs,
                // The map has not too many anywhere, so some that are remembered here are gone.
                Err(crowded) => kept.retain(|stair| ![stair.from, stair.to].contains(&crowded)),
            }
        };
        differ.extend(self.stairs.ends_that_differ(&stairs));
        self.stairs = stairs;
        differ.sort_unstable();
        differ.dedup();
        self.terrain.note_nodes(&differ);
    }
}
