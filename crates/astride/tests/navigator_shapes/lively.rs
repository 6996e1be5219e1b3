//! Shapes with random maps, movers and edits, and all that can be known of their maps.

use astride::base::{Cell, NodeId};
use astride::planner::{FactionId, Navigator};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorPlace, FloorSide, Wrap};
use astride::shapes::graph::{Graph, GraphBuilder, GraphEdit, GraphMover, GraphPlace};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
use astride::shapes::voxel::{
    Voxel, VoxelEdit, VoxelMap, VoxelMaterial, VoxelMedium, VoxelMover, VoxelNeighbours,
};
use astride::shapes::{Stored, Unseen};
use astride::world::{Tiles, Way, World};
use astride_testkit::rng::Rng;

/// A shape with random maps, movers and edits.
pub(super) trait Lively: Stored {
    fn any(rng: &mut Rng) -> Self;
    fn movers() -> Vec<Self::Mover>;
    fn places(&self) -> Vec<Self::Place>;
    fn change(&self, rng: &mut Rng) -> Self::Edit;
    fn assumed(rng: &mut Rng) -> Self::Assumed;

    /// All that is so on the map, or all that is assumed, in the same order.
    fn facts(&self, assumed: Option<Self::Assumed>) -> Vec<Fact>;

    /// A map of the same places on which these facts hold.
    fn of_facts(&self, facts: &[Fact]) -> Self;

    /// The nodes that a mover covers at one of them.
    fn covered(&self, _: &Self::Mover, at: NodeId) -> Vec<NodeId> {
        vec![at]
    }

    /// Whether it covers more than one.
    fn is_large(_: &Self::Mover) -> bool {
        false
    }

    /// Somebody of a faction looks around. Which places are in sight, if the shape has a sight.
    fn look(
        nav: &mut Navigator<Self>,
        faction: FactionId,
        eye: Self::Place,
    ) -> Option<Vec<Self::Place>>;
}

/// One thing that can be known of a map.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// It is known with each of these nodes.
    pub(super) nodes: Vec<usize>,
    pub(super) value: Vec<u64>,
}

impl Fact {
    pub(super) fn new(nodes: impl IntoIterator<Item = NodeId>, value: impl Into<u64>) -> Fact {
        Fact { nodes: nodes.into_iter().map(NodeId::index).collect(), value: vec![value.into()] }
    }

    pub(super) fn number(&self) -> u64 {
        self.value[0]
    }
}

impl Lively for HexMap {
    fn any(rng: &mut Rng) -> HexMap {
        let layout = rng.pick(&[HexLayout::Pointy, HexLayout::Flat]);
        let (width, height) = (2 + rng.below(5) as u32, 2 + rng.below(5) as u32);
        let mut map = HexMap::rectangle(layout, width, height, b'.').expect("a map");
        for _ in 0..rng.below(12) {
            let edit = map.change(rng);
            map.apply(&edit).expect("a possible edit");
        }
        map
    }

    fn movers() -> Vec<HexMover> {
        let swimmer = HexMover::walker().terrain(b'#', 4).expect("a factor");
        let slow = HexMover::walker().terrain(b'3', 9).expect("a factor").step(7);
        let rider = HexMover::walker().crosses(1, 20_000).and_then(|mover| mover.crosses(7, 0));
        let slow = slow.expect("ticks").crosses(7, 3).expect("ticks");
        let rider = rider.expect("ticks");
        let giant = rider.clone().body(1).expect("a body");
        vec![HexMover::walker(), swimmer, slow, rider, giant]
    }

    fn places(&self) -> Vec<Hex> {
        self.tiles().collect()
    }

    fn covered(&self, mover: &HexMover, at: NodeId) -> Vec<NodeId> {
        let middle = self.hex(at);
        let is_under = |hex: &Hex| middle.distance_to(*hex) <= u64::from(mover.radius());
        let under = self.tiles().filter(is_under);
        under.map(|hex| self.node(hex).expect("a tile")).collect()
    }

    fn is_large(mover: &HexMover) -> bool {
        mover.radius() > 0
    }

    fn change(&self, rng: &mut Rng) -> HexEdit {
        let (hex, dir) = (rng.pick(&Lively::places(self)), rng.pick(&HexDir::ALL));
        let mut edit = HexEdit::new();
        // Some maps keep to steps that all cost the same: fields run over those row by row.
        let is_even = self.extent().height.is_multiple_of(2);
        let class = rng.pick(&[1, 7]);
        match rng.below(6) {
            _ if is_even => edit.set(hex, rng.pick(b"...#")),
            0 if self.node(hex.beside(dir)).is_some() => edit.wall(hex, dir),
            1 if self.node(hex.beside(dir)).is_some() => edit.forbid_step(hex, dir),
            2 if self.node(hex.beside(dir)).is_some() => edit.remove_wall(hex, dir),
            3 if self.node(hex.beside(dir)).is_some() => edit.fence(hex, dir, class),
            4 if self.node(hex.beside(dir)).is_some() => edit.fence_step(hex, dir, class),
            _ => edit.set(hex, rng.pick(b"..#3")),
        };
        edit
    }

    fn assumed(rng: &mut Rng) -> u8 {
        rng.pick(b".#3")
    }

    /// The class of each tile, then whether one may step out at each side, or the class of the fence.
    fn facts(&self, assumed: Option<u8>) -> Vec<Fact> {
        let node = |hex: Hex| self.node(hex).expect("a tile");
        let class = |hex| Fact::new([node(hex)], assumed.or(self.class(hex)).expect("a tile"));
        let side = |(hex, dir): (Hex, HexDir)| {
            let is_forbidden = assumed.is_none() && self.is_step_forbidden(hex, dir);
            let fence = self.fence(hex, dir).filter(|_| is_forbidden);
            let side = fence.map_or(is_forbidden.into(), |class| 2 + u64::from(class));
            Fact::new([node(hex), node(hex.beside(dir))], side)
        };
        self.tiles().map(class).chain(hex_sides(self).map(side)).collect()
    }

    fn of_facts(&self, facts: &[Fact]) -> HexMap {
        let (mut map, mut edit, mut facts) = (self.clone(), HexEdit::new(), facts.iter());
        for (hex, fact) in self.tiles().zip(facts.by_ref()) {
            edit.set(hex, fact.number() as u8);
        }
        for ((hex, dir), fact) in hex_sides(self).zip(facts) {
            match fact.number() {
                0 => edit.allow_step(hex, dir),
                1 => edit.forbid_step(hex, dir),
                side => edit.fence_step(hex, dir, (side - 2) as u8),
            };
        }
        map.apply(&edit).expect("a possible edit");
        map
    }

    fn look(nav: &mut Navigator<HexMap>, faction: FactionId, eye: Hex) -> Option<Vec<Hex>> {
        let is_opaque = |class| class == b'#';
        nav.reveal_around(faction, eye, 2, is_opaque).expect("a faction");
        let map = nav.map();
        let is_seen = |hex: &Hex| eye.distance_to(*hex) <= 2 && map.can_see(eye, *hex, is_opaque);
        Some(map.tiles().filter(is_seen).collect())
    }
}

/// The sides between two tiles, from both of them.
fn hex_sides(map: &HexMap) -> impl Iterator<Item = (Hex, HexDir)> + '_ {
    let sides = map.tiles().flat_map(|hex| HexDir::ALL.map(|dir| (hex, dir)));
    sides.filter(|&(hex, dir)| map.node(hex.beside(dir)).is_some())
}

impl Lively for TriangleMap {
    fn any(rng: &mut Rng) -> TriangleMap {
        let (width, height) = (2 + rng.below(6) as u32, 1 + rng.below(4) as u32);
        TriangleMap::of_classes(width, height, |_| rng.pick(b"...#3")).expect("a map")
    }

    fn movers() -> Vec<TriangleMover> {
        let rider =
            TriangleMover::walker().crosses(1, 20_000).and_then(|mover| mover.crosses(7, 0));
        let swimmer = TriangleMover::walker().terrain(b'#', 2).expect("a factor");
        vec![TriangleMover::walker(), swimmer, rider.expect("ticks")]
    }

    fn places(&self) -> Vec<Cell> {
        let columns = |y| (0..self.width()).map(move |x| (x, y).into());
        (0..self.height()).flat_map(columns).collect()
    }

    fn change(&self, rng: &mut Rng) -> TriangleEdit {
        let cell = rng.pick(&Lively::places(self));
        let (side, class) = (TriangleSide::Right, rng.pick(&[1, 7]));
        let mut edit = TriangleEdit::new();
        match (cell.x + 1 < self.width(), rng.below(6)) {
            (true, 0) => edit.wall(cell, side),
            (true, 1) => edit.fence(cell, side, class),
            (true, 2) => edit.fence_step(cell, side, class),
            _ => edit.set(cell, rng.pick(b"..#3")),
        };
        edit
    }

    fn assumed(rng: &mut Rng) -> u8 {
        rng.pick(b".#3")
    }

    /// The class of each tile, then what is in the way of the step to its right and of the step back.
    fn facts(&self, assumed: Option<u8>) -> Vec<Fact> {
        let node = |cell: Cell| self.node(cell).expect("a tile");
        let class = |cell| Fact::new([node(cell)], assumed.or(self.class(cell)).expect("a tile"));
        let stands = |(cell, side): (Cell, TriangleSide)| match assumed {
            Some(_) => 0,
            None => self.fence(cell, side).map_or_else(
                || u64::from(self.is_step_forbidden(cell, side)),
                |class| 2 + u64::from(class),
            ),
        };
        let side = |[here, there]: [(Cell, TriangleSide); 2]| {
            Fact::new([node(here.0), node(there.0)], stands(here))
        };
        let sides = triangle_sides(self).into_iter();
        let sides = sides.flat_map(|[here, there]| [[here, there], [there, here]]);
        Lively::places(self).into_iter().map(class).chain(sides.map(side)).collect()
    }

    fn of_facts(&self, facts: &[Fact]) -> TriangleMap {
        let (mut map, mut edit, mut facts) = (self.clone(), TriangleEdit::new(), facts.iter());
        let places = Lively::places(self);
        for (&cell, fact) in places.iter().zip(facts.by_ref()) {
            edit.set(cell, fact.number() as u8);
        }
        for ((cell, side), fact) in triangle_sides(self).into_iter().flatten().zip(facts) {
            match fact.number() {
                0 => edit.allow_step(cell, side),
                1 => edit.forbid_step(cell, side),
                stands => edit.fence_step(cell, side, (stands - 2) as u8),
            };
        }
        map.apply(&edit).expect("a possible edit");
        map
    }

    fn look(_: &mut Navigator<TriangleMap>, _: FactionId, _: Cell) -> Option<Vec<Cell>> {
        None
    }
}

/// The sides between neighbours in a row, from both of them.
fn triangle_sides(map: &TriangleMap) -> Vec<[(Cell, TriangleSide); 2]> {
    let inner = Lively::places(map).into_iter().filter(|cell| cell.x + 1 < map.width());
    let right = |cell: Cell| (Cell::new(cell.x + 1, cell.y), TriangleSide::Left);
    inner.map(|cell| [(cell, TriangleSide::Right), right(cell)]).collect()
}

/// The stairs that may be there: from each cell to the one at the same place of the next floor.
fn floor_stairs(map: &FloorMap) -> Vec<[FloorPlace; 2]> {
    let above = |at: FloorPlace| [at, FloorPlace { floor: at.floor + 1, ..at }];
    let pairs = Lively::places(map).into_iter().map(above);
    pairs.filter(|&[_, above]| map.node(above).is_some()).collect()
}

/// The walls that may be there: to the east of each cell that has one there.
fn floor_walls(map: &FloorMap) -> Vec<[FloorPlace; 2]> {
    let [width, ..] = map.size();
    let wraps = map.wrap().columns;
    let is_inner = |at: &FloorPlace| wraps || at.x + 1 < width;
    let east = |at: FloorPlace| [at, FloorPlace { x: (at.x + 1) % width, ..at }];
    let pairs = Lively::places(map).into_iter().filter(is_inner).map(east);
    pairs.filter(|&[_, east]| map.node(east).is_some()).collect()
}

impl Lively for FloorMap {
    fn any(rng: &mut Rng) -> FloorMap {
        let size = [3 + rng.below(4), 1 + rng.below(4), 1 + rng.below(3)].map(|side| side as u32);
        let class = |at| if at == FloorPlace::default() { b'.' } else { rng.pick(b"....#3\0") };
        let map = FloorMap::of_classes(size, class).expect("a map");
        let wrap = Wrap { columns: rng.percent(50), rows: size[1] > 2 && rng.percent(50) };
        map.wrapped(wrap).expect("three or more")
    }

    fn movers() -> Vec<FloorMover> {
        let four = astride::world::Neighbours::Four;
        let swimmer = FloorMover::walker().terrain(b'#', 2).expect("a factor");
        let rider = FloorMover::walker().crosses(1, 20_000).and_then(|mover| mover.crosses(7, 0));
        let rider = rider.expect("ticks");
        let [cart, house] = [2, 3].map(|side| rider.clone().body(side).expect("a body"));
        vec![FloorMover::walker(), swimmer.neighbours(four), rider, cart, house]
    }

    fn places(&self) -> Vec<FloorPlace> {
        let [width, height, floors] = self.size();
        let row = |(y, floor)| (0..width).map(move |x| FloorPlace { x, y, floor });
        let rows = (0..floors).flat_map(|floor| (0..height).map(move |y| (y, floor)));
        rows.flat_map(row).filter(|&at| self.node(at).is_some()).collect()
    }

    fn covered(&self, mover: &FloorMover, at: NodeId) -> Vec<NodeId> {
        let ([width, height, _], corner) = (self.size(), self.place(at));
        let along = |from: u32, count: u32, is_joined: bool| -> Vec<u32> {
            let all = (from..from + mover.side()).filter(|&at| is_joined || at < count);
            all.map(|at| at % count).collect()
        };
        let (wrap, mut covered) = (self.wrap(), Vec::new());
        if self.node(corner).is_none() {
            return covered;
        }
        for y in along(corner.y, height, wrap.rows) {
            let cells = along(corner.x, width, wrap.columns).into_iter();
            covered.extend(cells.filter_map(|x| self.node((x, y, corner.floor))));
        }
        covered
    }

    fn is_large(mover: &FloorMover) -> bool {
        mover.side() > 1
    }

    fn change(&self, rng: &mut Rng) -> FloorEdit {
        let mut edit = FloorEdit::new();
        let (stairs, walls) = (floor_stairs(self), floor_walls(self));
        let class = rng.pick(&[1, 7]);
        match rng.below(5) {
            3 if !walls.is_empty() => _ = edit.fence(rng.pick(&walls)[0], FloorSide::East, class),
            4 if !walls.is_empty() => {
                _ = edit.fence_step(rng.pick(&walls)[1], FloorSide::West, class);
            }
            0 if !stairs.is_empty() => {
                let [below, above] = rng.pick(&stairs);
                edit.stairs(below, above, rng.pick(&[1, 20_000]));
            }
            1 if !walls.is_empty() => _ = edit.wall(rng.pick(&walls)[0], FloorSide::East),
            _ => _ = edit.set(rng.pick(&Lively::places(self)), rng.pick(b"..#3")),
        }
        edit
    }

    fn assumed(rng: &mut Rng) -> u8 {
        rng.pick(b".#3")
    }

    /// The class of each cell, what is in the way of the step to its east and of the step back, and what a
    /// stair up costs.
    fn facts(&self, assumed: Option<u8>) -> Vec<Fact> {
        let node = |place| self.node(place).expect("a cell");
        let class = |at| Fact::new([node(at)], assumed.or(self.class(at)).expect("a cell"));
        let wall = |[at, east]: [FloorPlace; 2]| {
            let stands = |place, side| match self.fence(place, side) {
                _ if assumed.is_some() => 0,
                Some(class) => 2 + u64::from(class),
                None => u64::from(self.is_step_forbidden(place, side)),
            };
            let sides = [stands(at, FloorSide::East), stands(east, FloorSide::West)];
            sides.map(|stands| Fact::new([node(at), node(east)], stands))
        };
        let stair = |ends: [FloorPlace; 2]| {
            let [below, above] = ends.map(node);
            let found = self.stairs().iter().find(|stair| (stair.from, stair.to) == (below, above));
            let cost = found.filter(|_| assumed.is_none()).map_or(0, |stair| stair.cost);
            Fact::new([below, above], cost)
        };
        let classes = Lively::places(self).into_iter().map(class);
        let walls = floor_walls(self).into_iter().flat_map(wall);
        classes.chain(walls).chain(floor_stairs(self).into_iter().map(stair)).collect()
    }

    fn of_facts(&self, facts: &[Fact]) -> FloorMap {
        let (mut map, mut edit, mut facts) = (self.clone(), FloorEdit::new(), facts.iter());
        for (at, fact) in Lively::places(self).into_iter().zip(facts.by_ref()) {
            edit.set(at, fact.number() as u8);
        }
        let sides = |[at, east]: [FloorPlace; 2]| [(at, FloorSide::East), (east, FloorSide::West)];
        let sides = floor_walls(self).into_iter().flat_map(sides);
        for ((at, side), fact) in sides.zip(facts.by_ref()) {
            match fact.number() {
                0 => edit.allow_step(at, side),
                1 => edit.forbid_step(at, side),
                stands => edit.fence_step(at, side, (stands - 2) as u8),
            };
        }
        for ([below, above], fact) in floor_stairs(self).into_iter().zip(facts) {
            let ends = [below, above].map(|end| self.node(end).expect("a cell"));
            let is_there = |ends: [NodeId; 2]| {
                self.stairs().iter().any(|stair| [stair.from, stair.to] == ends)
            };
            match fact.number() as u32 {
                0 if is_there(ends) => {
                    edit.remove_stair(below, above).remove_stair(above, below);
                }
                0 => {}
                cost => _ = edit.stairs(below, above, cost),
            }
        }
        map.apply(&edit).expect("a possible edit");
        map
    }

    fn look(_: &mut Navigator<FloorMap>, _: FactionId, _: FloorPlace) -> Option<Vec<FloorPlace>> {
        None
    }
}

impl Lively for VoxelMap {
    fn any(rng: &mut Rng) -> VoxelMap {
        let side = |rng: &mut Rng| 1 + rng.below(4) as u32;
        let mut map = VoxelMap::new(side(rng), side(rng), side(rng)).expect("a map");
        for _ in 0..rng.below(12) {
            let edit = map.change(rng);
            map.apply(&edit).expect("a possible edit");
        }
        map
    }

    fn movers() -> Vec<VoxelMover> {
        let flyers = [VoxelMover::flyer(), VoxelMover::flyer().neighbours(VoxelNeighbours::Six)];
        let large = VoxelMover::flyer().body(2, 1).expect("a body");
        let walker = VoxelMover::walker().body(1, 1).expect("a body");
        let wader = VoxelMover::walker().medium(VoxelMedium::Both);
        [flyers[0], flyers[1], walker, wader, large, VoxelMover::swimmer()].to_vec()
    }

    fn places(&self) -> Vec<Voxel> {
        (0..self.voxel_count()).map(|at| self.voxel(NodeId::new(at))).collect()
    }

    fn change(&self, rng: &mut Rng) -> VoxelEdit {
        let voxel = rng.pick(&Lively::places(self));
        let mut edit = VoxelEdit::new();
        match rng.below(10) {
            0..2 => edit.flood(voxel),
            2..7 => edit.block(voxel),
            _ => edit.free(voxel),
        };
        edit
    }

    fn covered(&self, mover: &VoxelMover, at: NodeId) -> Vec<NodeId> {
        let corner = self.voxel(at);
        let along = |from: u32, count: u32| from..from + count;
        let mut covered = Vec::new();
        for z in along(corner.z, mover.height()) {
            for y in along(corner.y, mover.side()) {
                covered.extend(along(corner.x, mover.side()).filter_map(|x| self.node((x, y, z))));
            }
        }
        covered
    }

    fn is_large(mover: &VoxelMover) -> bool {
        mover.side() * mover.height() > 1
    }

    fn assumed(rng: &mut Rng) -> Unseen {
        rng.pick(&[Unseen::Free, Unseen::Blocked])
    }

    /// What each voxel is made of.
    fn facts(&self, assumed: Option<Unseen>) -> Vec<Fact> {
        let material = |voxel| match assumed {
            None => self.material(voxel).expect("a voxel"),
            Some(Unseen::Free) => VoxelMaterial::Air,
            Some(Unseen::Blocked) => VoxelMaterial::Solid,
        };
        let fact = |voxel: Voxel| Fact::new(self.node(voxel), material(voxel) as u32);
        Lively::places(self).into_iter().map(fact).collect()
    }

    fn of_facts(&self, facts: &[Fact]) -> VoxelMap {
        let (mut map, mut edit) = (self.clone(), VoxelEdit::new());
        for (voxel, fact) in Lively::places(self).into_iter().zip(facts) {
            match fact.number() {
                0 => edit.free(voxel),
                1 => edit.flood(voxel),
                _ => edit.block(voxel),
            };
        }
        map.apply(&edit).expect("a possible edit");
        map
    }

    fn look(_: &mut Navigator<VoxelMap>, _: FactionId, _: Voxel) -> Option<Vec<Voxel>> {
        None
    }
}

impl Lively for Graph {
    fn any(rng: &mut Rng) -> Graph {
        let nodes = 2 + rng.below(12) as u32;
        let mut graph = GraphBuilder::with_nodes(nodes);
        graph.count_from(rng.below(2) as u32);
        let mut graph = graph.finish().expect("a graph");
        for _ in 0..3 * nodes {
            let edit = graph.change(rng);
            graph.apply(&edit).expect("a possible edit");
        }
        graph
    }

    fn movers() -> Vec<GraphMover> {
        let lorry = GraphMover::new().closed(0, 1).closed(2, 0).extra(1, 2, 30).expect("few ticks");
        vec![GraphMover::new(), lorry.extra(3, 1, 7).expect("few ticks")]
    }

    fn places(&self) -> Vec<GraphPlace> {
        (0..self.node_count()).map(|at| self.place(NodeId::new(at))).collect()
    }

    fn change(&self, rng: &mut Rng) -> GraphEdit {
        let nodes = self.node_count() as usize;
        let (from, to) = (rng.below(nodes) as u32, rng.below(nodes) as u32);
        let mut edit = GraphEdit::new();
        match self.arc_cost(NodeId::new(from), NodeId::new(to)) {
            Some(_) if rng.percent(50) => edit.remove(from, to),
            Some(_) => edit.cost(from, to, rng.below(50) as u32),
            None => edit.add(from, to, rng.below(50) as u32),
        };
        edit
    }

    fn assumed(rng: &mut Rng) -> Unseen {
        rng.pick(&[Unseen::Free, Unseen::Blocked])
    }

    /// The costs of all arcs from each node to each.
    fn facts(&self, assumed: Option<Unseen>) -> Vec<Fact> {
        let costs = |from: NodeId, to: NodeId| {
            let arcs = self.arcs(from, Way::Forward).iter().filter(|arc| arc.node == to);
            let mut value: Vec<u64> = arcs.map(|arc| arc.cost.into()).collect();
            value.retain(|_| assumed != Some(Unseen::Blocked));
            value.sort_unstable();
            Fact { nodes: vec![from.index(), to.index()], value }
        };
        let pairs = self.nodes().flat_map(|from| self.nodes().map(move |to| (from, to)));
        pairs.map(|(from, to)| costs(from, to)).collect()
    }

    fn of_facts(&self, facts: &[Fact]) -> Graph {
        let mut graph = GraphBuilder::with_nodes(self.node_count());
        graph.count_from(self.place(NodeId::new(0)).0);
        for Fact { nodes, value } in facts {
            for &cost in value {
                graph.arc(nodes[0] as u32, nodes[1] as u32, cost as u32);
            }
        }
        graph.finish().expect("a graph")
    }

    fn look(_: &mut Navigator<Graph>, _: FactionId, _: GraphPlace) -> Option<Vec<GraphPlace>> {
        None
    }
}
