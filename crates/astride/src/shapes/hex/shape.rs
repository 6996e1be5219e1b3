//! Hexagons as one shape among others.

use std::sync::Arc as Shared;

use super::{
    Hex, HexDir, HexEdit, HexError, HexLayout, HexMap, HexMover, HexPlaneSearch, HexPlanes, HexView,
};
use crate::base::{Budget, NodeId, Slot, Vec2};
use crate::search::{Event, Goals, Method, Outcome, PathQuery, Scratch, Unsupported};
use crate::shapes::{Cover, Editable, Opening, Opens, Refused, Shape, TileMap, Walls};
use crate::world::{Changes, Extent, Tiles, Way, fenced_sides, opening, see, shut_sides};

/// What bit planes need for one mover on one map of hexagons, including their memory.
#[derive(Clone, Debug, Default)]
pub struct HexKit {
    planes: Option<HexPlanes>,
    scratch: Scratch,
}

/// The planes of a mover as of this revision of a map, possibly from those of an earlier one.
fn planes_of(
    map: &HexMap,
    mover: &HexMover,
    method: Method,
    before: Option<HexPlanes>,
) -> Result<HexPlanes, Unsupported> {
    if method != Method::Planes {
        return Err(Unsupported::NO_INDEX);
    }
    match before.filter(|planes| planes.is_for(mover)) {
        Some(mut planes) => planes.update(map).map(|_| planes),
        None => HexPlanes::build(map, mover),
    }
    .map_err(Unsupported::from)
}

impl Shape for HexMap {
    const NAME: &'static str = "hexagons";
    const INDEXED: &'static [Method] = &[Method::Planes];

    type Place = Hex;
    type Mover = HexMover;
    type View<'a> = HexView<'a>;
    type Kit = HexKit;

    fn view<'a>(&'a self, mover: &HexMover) -> HexView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: Hex) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> Hex {
        self.hex(node)
    }

    fn class_of(&self, node: NodeId) -> Option<u8> {
        Some(self.class_at(node)).filter(|&class| class != Self::VOID)
    }

    fn factor_of(&self, mover: &HexMover, node: NodeId) -> u32 {
        match mover.radius() {
            0 => self.class_of(node).map_or(0, |class| mover.factor(class)),
            _ => self.seen_by(mover).factor_at(node, mover),
        }
    }

    fn shut(&self, mover: &HexMover, node: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot)) {
        shut_sides(self, mover, node, way, visit);
    }

    fn fenced(&self, class: u8) -> Vec<[NodeId; 2]> {
        fenced_sides(self, class)
    }

    fn outline_of(&self, place: Hex) -> Vec<Vec2> {
        place.outline(self.layout()).to_vec()
    }

    fn build(&self, mover: &HexMover, method: Method, kit: &mut HexKit) -> Result<(), Refused> {
        kit.planes = Some(planes_of(self, mover, method, kit.planes.take())?);
        Ok(())
    }

    fn answer(
        &self,
        mover: &HexMover,
        method: Method,
        query: &PathQuery<'_>,
        kit: &mut HexKit,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Unsupported> {
        if method != Method::Planes {
            return Err(Unsupported::NO_INDEX);
        }
        let query = match query.goals {
            Goals::Any(&[goal]) => PathQuery { goals: Goals::One(goal), ..*query },
            _ => *query,
        };
        let [start, goal] = query.ends()?;
        let planes =
            kit.planes.as_ref().filter(|planes| planes.is_of(self) && planes.is_for(mover));
        let planes = planes.ok_or(Unsupported("nothing is built for this map as it is now"))?;
        let search = HexPlaneSearch::new(self, planes, start, goal, &mut kit.scratch);
        let mut search = search.within(query.max_cost);
        Ok(search.run_watched(budget, notice))
    }
}

impl Opens for HexMap {
    fn is_free(mover: &HexMover, class: u8) -> bool {
        mover.is_passable(class)
    }

    fn opened(mover: &HexMover, class: u8) -> HexMover {
        mover.opened(class)
    }

    fn fence_at(&self, node: NodeId, slot: Slot) -> Option<u8> {
        let dir = HexDir::ALL.get(usize::from(slot.code()))?;
        self.terrain.fences().class(node, dir.bit())
    }

    fn walls<'v>(view: &'v HexView<'_>) -> Option<Box<dyn Walls + 'v>> {
        Some(Box::new(view.walls()?))
    }

    fn batch(&self, named: &Opening<Hex>) -> HexEdit {
        opening(self, &named.cells, named.class, &named.steps)
    }
}

impl TileMap for HexMap {
    const STEP_SLOTS: u16 = HexDir::ALL.len() as u16;

    fn step_count(_: &HexMover) -> usize {
        HexDir::ALL.len()
    }

    fn batch_of(edit: HexEdit) -> HexEdit {
        edit
    }

    fn tiles_around(&self, low: Vec2, high: Vec2) -> Vec<NodeId> {
        // Lines of hexagons are a height apart, and each is shifted by half a width more than the one
        // before. No corner is farther from the middle along an axis than `far`.
        let (far, apart, is_pointy) = (0.6, 3f64.sqrt() / 2.0, self.layout() == HexLayout::Pointy);
        let turned = |at: Vec2| if is_pointy { [at.x, at.y] } else { [at.y, at.x] };
        let ([least, first], [most, last]) = (turned(low), turned(high));
        // The rows of the map without their rim, which may be out of range.
        let Extent { width, height } = self.extent();
        let [columns, rows] =
            [(self.first.q, width), (self.first.r, height)].map(|(rim, length)| {
                let first = i64::from(rim.wrapping_add(1));
                [first, first + i64::from(length) - 3]
            });
        let (along, across) = if is_pointy { (columns, rows) } else { (rows, columns) };
        let within = |from: f64, to: f64, [first, last]: [i64; 2]| {
            (from.ceil() as i64).clamp(first, last)..=(to.floor() as i64).clamp(first, last)
        };
        let lines = within((first - far) / apart, (last + far) / apart, across);
        let places = lines.flat_map(|line| {
            let shift = line as f64 / 2.0;
            within(least - far - shift, most + far - shift, along).map(move |at| match is_pointy {
                true => Hex::new(at as i32, line as i32),
                false => Hex::new(line as i32, at as i32),
            })
        });
        places.filter_map(|hex| self.node(hex)).collect()
    }
}

impl Editable for HexMap {
    type Edit = HexEdit;
    type EditError = HexError;
    type Assumed = u8;
    type Index = HexPlanes;

    fn index(
        &self,
        mover: &HexMover,
        method: Method,
        before: Option<Shared<HexPlanes>>,
    ) -> Result<HexPlanes, Unsupported> {
        planes_of(self, mover, method, before.map(Shared::unwrap_or_clone))
    }

    fn nodes_to_follow(&self, before: &HexPlanes) -> u64 {
        before.due(self)
    }

    fn by_index(
        &self,
        planes: &HexPlanes,
        [start, goal]: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome> {
        let mut search = HexPlaneSearch::new(self, planes, start, goal, scratch);
        Some(search.run(budget, &mut ()))
    }

    fn cover(&self, mover: &HexMover) -> Cover {
        Cover::within(mover.radius(), self.extent().width)
    }

    fn is_empty(batch: &HexEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &HexEdit) -> Result<u64, HexError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &HexEdit) -> Result<HexEdit, HexError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        HexMap::changes(self)
    }

    fn unseen(&self, assumed: u8) -> HexMap {
        HexMap { terrain: self.terrain.unseen(assumed), ..*self }
    }

    fn see(&mut self, truth: &HexMap, nodes: &[NodeId]) {
        see(self, truth, nodes);
    }
}
