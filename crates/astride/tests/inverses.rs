//! The inverse of a batch undoes all that the batch does, on maps of every shape but squares, whose
//! inverses are tested beside their what-if queries.

use astride::base::{Cell, Coded, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::Method;
use astride::shapes::Stored;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorPlace, FloorSide, Wrap};
use astride::shapes::graph::{Graph, GraphEdit};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
use astride::shapes::voxel::{Voxel, VoxelEdit, VoxelMap, VoxelMaterial};
use astride::world::{Way, World};
use astride_testkit::adapter::checked_arcs;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

/// A shape with random maps and batches of which some are impossible.
trait Undone: Stored {
    fn any(rng: &mut Rng) -> Self;

    /// Adds a change to a batch.
    fn change(&self, rng: &mut Rng, batch: &mut Self::Edit);

    /// All that can be read from a map.
    fn facts(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn batch(&self, rng: &mut Rng) -> Self::Edit {
        let mut batch = Self::Edit::default();
        (0..rng.below(14)).for_each(|_| self.change(rng, &mut batch));
        batch
    }

    fn tile_count(&self) -> u32 {
        self.extent().tile_count() as u32
    }
}

/// One too many now and then.
fn below(rng: &mut Rng, side: u32) -> u32 {
    if rng.percent(1) { side } else { rng.below(side as usize) as u32 }
}

impl Undone for HexMap {
    fn any(rng: &mut Rng) -> HexMap {
        let layout = rng.pick(&[HexLayout::Pointy, HexLayout::Flat]);
        HexMap::hexagon(layout, 1 + rng.below(3) as u32, b'.').expect("a map")
    }

    fn change(&self, rng: &mut Rng, edit: &mut HexEdit) {
        let (hex, dir) = (rng.pick(&self.tiles().collect::<Vec<_>>()), rng.pick(&HexDir::ALL));
        let is_inner = rng.percent(2) || self.node(hex.beside(dir)).is_some();
        match rng.below(8) {
            6 if is_inner => edit.fence(hex, dir, rng.below(3) as u8),
            7 if is_inner => edit.fence_step(hex, dir, rng.below(3) as u8),
            0 if is_inner => edit.wall(hex, dir),
            1 if is_inner => edit.remove_wall(hex, dir),
            2 if is_inner => edit.forbid_step(hex, dir),
            3 if is_inner => edit.allow_step(hex, dir),
            4 if rng.percent(2) => edit.set(Hex::new(9, 9), b'#'),
            4 if rng.percent(2) => edit.set(hex, HexMap::VOID),
            _ => edit.set(hex, rng.pick(b"..#3")),
        };
    }
}

impl Undone for TriangleMap {
    fn any(rng: &mut Rng) -> TriangleMap {
        let (width, height) = (2 + rng.below(4) as u32, 1 + rng.below(3) as u32);
        TriangleMap::of_classes(width, height, |_| rng.pick(b"...#3")).expect("a map")
    }

    fn change(&self, rng: &mut Rng, edit: &mut TriangleEdit) {
        let cell = Cell::new(below(rng, self.width()), below(rng, self.height()));
        // Every side of a triangle in the middle has one behind it.
        let (inner, side) = (Cell::new(1, 0), rng.pick(&TriangleSide::ALL));
        let cell = if rng.percent(70) { inner } else { cell };
        let side = if rng.percent(80) { TriangleSide::Left } else { side };
        match rng.below(7) {
            5 => edit.fence(cell, side, rng.below(3) as u8),
            6 => edit.fence_step(cell, side, rng.below(3) as u8),
            0 => edit.wall(cell, side),
            1 => edit.remove_wall(cell, side),
            2 => edit.forbid_step(cell, side),
            3 => edit.allow_step(cell, side),
            _ => edit.set(cell, rng.pick(b"..#3")),
        };
    }
}

impl Undone for FloorMap {
    fn any(rng: &mut Rng) -> FloorMap {
        let size = [3 + rng.below(3), 3 + rng.below(2), 1 + rng.below(3)].map(|side| side as u32);
        let class = |at| if at == FloorPlace::default() { b'.' } else { rng.pick(b".....#3\0") };
        let map = FloorMap::of_classes(size, class).expect("a map");
        let wrap = Wrap { columns: rng.percent(50), rows: rng.percent(50) };
        map.wrapped(wrap).expect("three or more")
    }

    fn change(&self, rng: &mut Rng, edit: &mut FloorEdit) {
        let place = |rng: &mut Rng| loop {
            let [x, y, floor] = self.size().map(|side| below(rng, side));
            let at = FloorPlace { x, y, floor };
            if rng.percent(1) || self.node(at).is_some() {
                return at;
            }
        };
        let (at, other, side) = (place(rng), place(rng), rng.pick(&FloorSide::ALL));
        let stair = self.stairs().first().filter(|_| rng.percent(30));
        let other = if rng.percent(60) { FloorPlace::default() } else { other };
        let cost = rng.pick(&[1, 20_000, 7]);
        match rng.below(11) {
            9 => edit.fence(FloorPlace::default(), FloorSide::East, rng.below(3) as u8),
            10 => edit.fence_step(FloorPlace::default(), FloorSide::East, rng.below(3) as u8),
            0 if rng.percent(30) => edit.wall(at, side),
            1 => edit.remove_wall(FloorPlace::default(), FloorSide::East),
            2 => edit.forbid_step(FloorPlace::default(), FloorSide::East),
            3 => edit.allow_step(FloorPlace::default(), FloorSide::East),
            4 if at != other => edit.stairs(at, other, cost),
            5 if at != other => edit.stair(at, other, cost).remove_stair(at, other),
            6 if at != other => edit.stair(at, other, cost),
            7 if stair.is_some() => {
                let stair = stair.expect("one");
                edit.remove_stair(self.place(stair.from), self.place(stair.to))
            }
            _ => edit.set(at, rng.pick(b"..#3")),
        };
    }
}

impl Undone for VoxelMap {
    fn any(rng: &mut Rng) -> VoxelMap {
        let side = |rng: &mut Rng| 1 + rng.below(11) as u32;
        let mut map = VoxelMap::new(side(rng), side(rng), side(rng)).expect("a map");
        let batch = map.batch(rng);
        _ = map.apply(&batch);
        map
    }

    fn change(&self, rng: &mut Rng, edit: &mut VoxelEdit) {
        let [a, b] = [0; 2].map(|_| Voxel::from(self.size().map(|side| below(rng, side))));
        let materials = [VoxelMaterial::Air, VoxelMaterial::Water, VoxelMaterial::Solid];
        let b = if rng.percent(40) { a } else { b };
        edit.fill_box(a, b, rng.pick(&materials));
    }
}

impl Undone for Graph {
    fn any(rng: &mut Rng) -> Graph {
        let nodes = 1 + rng.below(6) as u32;
        let mut node = || rng.below(nodes as usize) as u32;
        let arcs: Vec<_> = (0..4 * nodes).map(|_| (node(), node(), 5 + node())).collect();
        Graph::from_arcs(nodes, &arcs).expect("a graph")
    }

    fn change(&self, rng: &mut Rng, edit: &mut GraphEdit) {
        let count = self.tile_count();
        let (from, to) = (below(rng, count), below(rng, count));
        let cost = if rng.percent(1) { u32::MAX } else { 5 + rng.below(4) as u32 };
        let is_there = self.node_count() > from.max(to)
            && self.arc_cost(NodeId::new(from), NodeId::new(to)).is_some();
        match rng.below(10) {
            0..3 => edit.add(from, to, cost),
            3..5 if is_there => edit.remove(from, to),
            5 if is_there => edit.remove(from, to).add(from, to, cost).add(from, to, cost ^ 1),
            _ if is_there => edit.cost(from, to, cost),
            _ => edit.add(from, to, cost).remove(from, to),
        };
    }

    /// Bounds of the costs and the scale of the heuristic may be wider than before.
    fn facts(&self) -> Vec<u8> {
        let row = |node, way| format!("{:?}", self.arcs(node, way));
        let rows = self.nodes().map(|node| row(node, Way::Forward) + &row(node, Way::Backward));
        rows.collect::<String>().into_bytes()
    }
}

/// A map and what its first mover can do there.
fn all_of<S: Undone>(map: &S) -> (Vec<u8>, Vec<(usize, usize, u64)>) {
    (map.facts(), checked_arcs(&map.view(&S::Mover::default()), Way::Forward))
}

/// Undoes and redoes random batches. How many were possible, and how many were not.
fn undo_some<S: Undone>(count: u64) -> (u64, u64) {
    let (mut possible, mut refused) = (0, 0);
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut map = S::any(&mut rng);
        for _ in 0..6 {
            let before = all_of(&map);
            let batch = map.batch(&mut rng);
            let undo = map.inverse_of(&batch);
            if let Err(fault) = map.apply_batch(&batch) {
                let undo = undo.err().expect("no inverse");
                assert_eq!((undo.code(), undo.to_string()), (fault.code(), fault.to_string()));
                assert_eq!(all_of(&map), before, "{} {seed}", S::NAME);
                refused += 1;
                continue;
            }
            possible += 1;
            let undo = undo.unwrap_or_else(|fault| panic!("{} {seed}: {fault}", S::NAME));
            let after = all_of(&map);
            let redo = map.inverse_of(&undo).expect("possible");
            map.apply_batch(&undo).expect("possible");
            assert_eq!(all_of(&map), before, "{} {seed}", S::NAME);
            map.apply_batch(&redo).expect("possible");
            assert_eq!(all_of(&map), after, "{} {seed}", S::NAME);
        }
    }
    (possible, refused)
}

#[test]
fn inverse_batches_of_every_shape_undo_all_that_batches_did() {
    let counts = [
        undo_some::<HexMap>(cases(80, 20_000)),
        undo_some::<TriangleMap>(cases(80, 20_000)),
        undo_some::<FloorMap>(cases(80, 20_000)),
        undo_some::<VoxelMap>(cases(40, 5_000)),
        undo_some::<Graph>(cases(120, 30_000)),
    ];
    for (possible, refused) in counts {
        assert!(possible > 90 && refused > 10, "{counts:?}");
    }
}

/// A navigator that undoes a batch answers everything as before, by what it keeps as well.
fn navigate<S: Undone>(count: u64) {
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut nav = Navigator::new(S::any(&mut rng)).cache(16, 1 << 16);
        let mover = nav.first_mover();
        for method in [Method::Jps, Method::Hierarchy].into_iter().filter(|_| rng.percent(50)) {
            _ = nav.keep(mover, method);
        }
        let node = |rng: &mut Rng| NodeId::new(rng.below(nav.map().tile_count() as usize) as u32);
        let is_place = |node: &NodeId| nav.map().node_of(nav.map().place_of(*node)) == Some(*node);
        let ends: Vec<_> = (0..40).map(|_| node(&mut rng)).filter(is_place).collect();
        let places: Vec<_> = ends.iter().map(|&node| nav.map().place_of(node)).collect();
        let asks: Vec<_> = places.windows(2).map(|ends| Ask::new(ends[0], ends[1])).collect();
        let costs = |nav: &Navigator<S>| -> Vec<_> {
            asks.iter().map(|ask| nav.cost(ask).expect("places")).collect()
        };
        let before = costs(&nav);
        for _ in 0..4 {
            let batch = nav.map().batch(&mut rng);
            let Ok(undo) = nav.map().inverse_of(&batch) else { continue };
            nav.apply(&batch).expect("possible");
            let after = costs(&nav);
            nav.apply(&undo).expect("possible");
            assert_eq!(costs(&nav), before, "{} {seed}", S::NAME);
            if rng.percent(50) {
                nav.maintain(1 << 20);
            }
            assert_eq!(costs(&nav), before, "{} {seed}", S::NAME);
            let mut plain = nav.map().clone();
            plain.apply_batch(&batch).expect("possible");
            assert_eq!(costs(&Navigator::new(plain)), after, "{} {seed}", S::NAME);
        }
    }
}

#[test]
fn a_navigator_of_any_shape_that_undoes_a_batch_answers_as_before() {
    navigate::<HexMap>(cases(30, 3_000));
    navigate::<TriangleMap>(cases(30, 3_000));
    navigate::<FloorMap>(cases(30, 3_000));
    navigate::<VoxelMap>(cases(15, 1_000));
    navigate::<Graph>(cases(40, 3_000));
}

#[test]
fn a_batch_of_voxels_is_undone_in_as_few_boxes_as_it_was_made_of() {
    let mut map = VoxelMap::new(40, 40, 40).expect("a map");
    let mut batch = VoxelEdit::new();
    batch.block_box((3, 5, 2), (36, 37, 31)).flood_box((0, 0, 35), (39, 39, 39));
    batch.block((20, 20, 20)).free((1, 1, 1));
    let undo = batch.inverse(&map).expect("possible");
    map.apply(&batch).expect("possible");
    let revision = map.revision();
    map.apply(&undo).expect("possible");
    let rects = map.changes().since(revision).expect("known").count();
    assert_eq!((map.blocked_count(), map.water_count(), rects), (0, 0, 30 + 5));
}

#[test]
fn a_place_with_too_many_roads_is_refused_by_the_same_name() {
    let arcs: Vec<_> = (0..4095).map(|at| (0, 1 + at % 3, at)).collect();
    let mut graph = Graph::from_arcs(5, &arcs).expect("a graph");
    let mut batch = GraphEdit::new();
    batch.add(0, 4, 1).cost(0, 1, 7);
    let fault = batch.inverse(&graph).expect_err("one too many");
    assert_eq!(Err(fault), graph.apply(&batch));
    batch.remove(0, 2);
    let undo = batch.inverse(&graph).expect("enough were removed");
    graph.apply(&batch).expect("possible");
    graph.apply(&undo).expect("possible");
    assert!(graph.all_arcs().eq(arcs), "in the same order");
}
