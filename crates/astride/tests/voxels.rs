//! Maps of voxels: every general search and jump points against explicit arcs, edits against maps made
//! from scratch, recorded lengths.

use std::fs;

use astride::base::{Budget, NodeId};
use astride::io::{VoxelScenario, read_voxels, read_world_of, write_voxels, write_world_of};
use astride::search::{
    DistanceField, Estimate, Event, Heuristic, Outcome, PathQuery, Recorder, Replanner, Scratch,
    Why, astar,
};
use astride::shapes::voxel::{
    Voxel, VoxelEdit, VoxelHeuristic, VoxelJumpMap, VoxelJumpScratch, VoxelJumpSearch, VoxelMap,
    VoxelMaterial, VoxelMedium, VoxelMover, VoxelNeighbours, VoxelScale, VoxelWalk,
};
use astride::world::{self, Corners, Overlay, Way, World};
use astride_testkit::contestants::{Memory, Method, contestants, hold};
use astride_testkit::data::repository_root;
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference::{bellman_ford, dijkstra};
use astride_testkit::rng::Rng;
use astride_testkit::square::Corners as BookCorners;
use astride_testkit::tally::{cases, is_slow_run, spread};
use astride_testkit::voxel::{Legs, VoxelWorld};
use astride_testkit::world::arcs;

#[test]
fn jump_points_refuse_ends_in_water() {
    let mut map = VoxelMap::new(3, 1, 1).expect("a map");
    map.apply(VoxelEdit::new().flood((1, 0, 0))).expect("a voxel");
    let jumps = VoxelJumpMap::build(&map, &VoxelMover::flyer()).expect("jumps");
    let node = |x: u32| map.node((x, 0, 0)).expect("a voxel");
    let mut scratch = VoxelJumpScratch::new();
    for (from, to, why) in
        [(1, 1, Why::StartBlocked), (1, 0, Why::StartBlocked), (0, 1, Why::GoalBlocked)]
    {
        let mut search = VoxelJumpSearch::new(&map, &jumps, node(from), node(to), &mut scratch);
        let outcome = search.run(&mut Budget::unlimited(), &mut ());
        assert!(matches!(outcome, Outcome::Unreachable(end) if end.why == why), "{from} to {to}");
    }
}

/// Neighbours and corners of the engine, and the same by the book.
const RULES: [(VoxelNeighbours, Corners, usize, BookCorners); 7] = [
    (VoxelNeighbours::TwentySix, Corners::Never, 3, BookCorners::Never),
    (VoxelNeighbours::TwentySix, Corners::OneFree, 3, BookCorners::OneFree),
    (VoxelNeighbours::TwentySix, Corners::Always, 3, BookCorners::Always),
    (VoxelNeighbours::Eighteen, Corners::Never, 2, BookCorners::Never),
    (VoxelNeighbours::Eighteen, Corners::OneFree, 2, BookCorners::OneFree),
    (VoxelNeighbours::Eighteen, Corners::Always, 2, BookCorners::Always),
    (VoxelNeighbours::Six, Corners::Never, 1, BookCorners::Never),
];

/// Rules of single voxels that fly; as many again are bodies of any size that fly or walk.
const KINDS: usize = 2 * RULES.len();

/// Exact, classic, and as far as scales may go: where more axes cost as much as one after the other.
fn scales() -> [VoxelScale; 3] {
    [VoxelScale::EXACT, VoxelScale::CLASSIC, VoxelScale::new(10, 20, 30).expect("a scale")]
}

/// A map of the engine and the same by the book.
struct Pair {
    map: VoxelMap,
    mover: VoxelMover,
    book: VoxelWorld,
}

impl Pair {
    fn new(size: [usize; 3], rule: usize, scale: VoxelScale, blocked: &[Voxel]) -> Pair {
        let (neighbours, corners, axes, book_corners) = RULES[rule];
        let [width, height, depth] = size.map(|side| side as u32);
        let mut map = VoxelMap::new(width, height, depth).expect("a map");
        let mut book = VoxelWorld {
            size,
            free: vec![true; size.iter().product()],
            water: vec![false; size.iter().product()],
            media: [true, false],
            axes,
            corners: book_corners,
            costs: scale.ticks().map(u64::from),
            side: 1,
            height: 1,
            legs: None,
        };
        let mut edit = VoxelEdit::new();
        for &voxel in blocked {
            edit.block(voxel);
            book.free[map.node(voxel).expect("a voxel").index()] = false;
        }
        map.apply(&edit).expect("voxels of the map");
        let mover = VoxelMover::flyer().neighbours(neighbours).corners(corners).scale(scale);
        Pair { map, mover, book }
    }

    /// Another body.
    fn with(mut self, side: u32, height: u32, walk: Option<VoxelWalk>) -> Pair {
        self.mover = self.mover.body(side, height).expect("a body");
        (self.book.side, self.book.height) = (side as usize, height as usize);
        if let Some(walk) = walk {
            self.mover = self.mover.walk(walk).expect("legs");
            self.book.legs = Some(Legs {
                climb: walk.climb as usize,
                fall: walk.fall as usize,
                costs: [walk.climb_ticks, walk.fall_ticks].map(u64::from),
            });
        }
        self
    }

    /// Some of the voxels blocked, `percent` of them, and a body of one of [`KINDS`].
    fn any(rng: &mut Rng, size: [usize; 3], kind: usize, percent: u32) -> Pair {
        let scale = rng.pick(&scales());
        let voxels = voxels_of(size).filter(|_| rng.percent(percent)).collect::<Vec<_>>();
        let pair = Pair::new(size, kind % RULES.len(), scale, &voxels);
        if kind < RULES.len() {
            return pair;
        }
        let (side, height) = (rng.pick(&[1, 1, 2, 3]), rng.pick(&[1, 2, 3]));
        let ticks = |rng: &mut Rng| rng.pick(&[0, 7, VoxelScale::MAX]);
        let walk = rng.percent(70).then(|| VoxelWalk {
            climb: rng.below(4) as u32,
            fall: rng.below(6) as u32,
            climb_ticks: ticks(rng),
            fall_ticks: ticks(rng),
        });
        let pair = pair.with(side, height, walk);
        if rng.percent(50) { pair.with_water(rng) } else { pair }
    }

    /// Water here and there, and a body that may be in it, or not.
    fn with_water(mut self, rng: &mut Rng) -> Pair {
        let (medium, media) = rng.pick(&[
            (VoxelMedium::Air, [true, false]),
            (VoxelMedium::Water, [false, true]),
            (VoxelMedium::Both, [true, true]),
        ]);
        (self.mover, self.book.media) = (self.mover.medium(medium), media);
        let (mut edit, percent) = (VoxelEdit::new(), rng.pick(&[5, 30, 90]));
        for voxel in voxels_of(self.book.size).filter(|_| rng.percent(percent)) {
            let at = self.map.node(voxel).expect("a voxel").index();
            if self.book.free[at] {
                edit.flood(voxel);
                self.book.water[at] = true;
            }
        }
        self.map.apply(&edit).expect("voxels of the map");
        self
    }

    /// One random edit, of the map and of the book.
    fn change(&mut self, rng: &mut Rng) {
        let any = |rng: &mut Rng| -> [usize; 3] { self.book.size.map(|side| rng.below(side)) };
        let (a, b) = (any(rng), any(rng));
        let b = if rng.percent(60) { a } else { b };
        let may_be_wet =
            self.book.water.contains(&true) || self.mover.moves_in() != VoxelMedium::Air;
        let material = match rng.below(if may_be_wet { 3 } else { 2 }) {
            0 => VoxelMaterial::Solid,
            1 => VoxelMaterial::Air,
            _ => VoxelMaterial::Water,
        };
        let [from, to] = [a, b].map(|at| Voxel::from(at.map(|at| at as u32)));
        let mut edit = VoxelEdit::new();
        edit.fill_box(from, to, material);
        for voxel in voxels_of(self.book.size) {
            let is_between = |axis: usize| {
                let at = voxel.axes()[axis] as usize;
                (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&at)
            };
            if (0..3).all(is_between) {
                let at = self.map.node(voxel).expect("a voxel").index();
                self.book.free[at] = material != VoxelMaterial::Solid;
                self.book.water[at] = material == VoxelMaterial::Water;
            }
        }
        self.map.apply(&edit).expect("a box of the map");
    }

    /// Distances by the book; nothing can be reached from where nobody can stand.
    fn truth_from(&self, start: NodeId) -> Vec<Option<u64>> {
        match self.book.is_place(start.index()) {
            false => vec![None; self.book.free.len()],
            true => bellman_ford(self.book.free.len(), &arcs(&self.book), start.index()),
        }
    }
}

fn voxels_of([width, height, depth]: [usize; 3]) -> impl Iterator<Item = Voxel> {
    let rows = (0..depth as u32).flat_map(move |z| (0..height as u32).map(move |y| (y, z)));
    rows.flat_map(move |(y, z)| (0..width as u32).map(move |x| Voxel::new(x, y, z)))
}

fn any_size(rng: &mut Rng, most: usize) -> [usize; 3] {
    [0; 3].map(|_| 1 + rng.below(most))
}

/// The arcs of the engine in the order of the book.
fn arcs_of(view: &impl World) -> Vec<(usize, usize, u64)> {
    let mut arcs = Vec::new();
    for node in (0..view.node_count()).map(NodeId::new) {
        let visit = |arc: world::Arc| {
            arcs.push((node.index(), arc.node.index(), u64::from(arc.cost)));
        };
        view.for_each_arc(node, Way::Forward, visit);
    }
    arcs.sort_unstable();
    arcs
}

#[test]
fn arcs_are_those_of_the_book_on_every_tiny_map() {
    let check = |pair: &Pair| {
        let mut book = arcs(&pair.book);
        book.sort_unstable();
        let view = pair.map.seen_by(&pair.mover);
        assert_eq!(arcs_of(&view), book, "{:?} {:?}", pair.mover, pair.book);
    };
    for size in [[2, 2, 2], [3, 2, 2], [2, 1, 3]] {
        let voxels: Vec<Voxel> = voxels_of(size).collect();
        for pattern in 0..1u32 << voxels.len() {
            let blocked = voxels.iter().enumerate().filter(|(at, _)| pattern >> at & 1 != 0);
            let blocked: Vec<Voxel> = blocked.map(|(_, &voxel)| voxel).collect();
            for rule in 0..RULES.len() {
                check(&Pair::new(size, rule, VoxelScale::EXACT, &blocked));
            }
        }
    }
    // Where bricks of voxels meet as well.
    for seed in 0..cases(120, 40_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 11);
        let percent = rng.pick(&[5, 25, 50]);
        check(&Pair::any(&mut rng, size, seed as usize % KINDS, percent));
    }
    for (size, walk, side, height) in [
        ([2, 2, 3], Some((1, 1)), 1, 1),
        ([2, 2, 3], Some((2, 1)), 1, 1),
        ([2, 1, 5], Some((1, 3)), 1, 2),
        ([3, 2, 2], Some((1, 1)), 2, 1),
        ([3, 2, 2], None, 2, 1),
        ([2, 2, 3], None, 1, 2),
    ] {
        let voxels: Vec<Voxel> = voxels_of(size).collect();
        for pattern in 0..1u32 << voxels.len() {
            let blocked = voxels.iter().enumerate().filter(|(at, _)| pattern >> at & 1 != 0);
            let blocked: Vec<Voxel> = blocked.map(|(_, &voxel)| voxel).collect();
            let walk =
                walk.map(|(climb, fall)| VoxelWalk { climb, fall, climb_ticks: 3, fall_ticks: 1 });
            let rule = pattern as usize % RULES.len();
            check(&Pair::new(size, rule, VoxelScale::EXACT, &blocked).with(side, height, walk));
        }
    }
}

#[test]
fn every_search_keeps_its_promise() {
    let all = contestants::<VoxelWorld>();
    spread(cases(210, 60_000), Memory::default, |memory, seed| {
        let mut rng = Rng::new(seed);
        let size =
            any_size(&mut rng, if seed % KINDS as u64 >= RULES.len() as u64 { 6 } else { 4 });
        let percent = rng.pick(&[10, 30, 50]);
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, percent);
        let view = pair.map.seen_by(&pair.mover);
        let mut judge = Judge::new(pair.book.clone());
        memory.enter();
        for _ in 0..3 {
            let nodes = judge.node_count();
            let mut ask = Ask::new(rng.below(nodes), rng.below(nodes));
            ask.nearest = rng.percent(30);
            for contestant in all.iter().filter(|contestant| contestant.takes(&ask)) {
                let lot = rng.next_u64();
                let held = hold(contestant, &view, &view, &mut judge, &ask, memory, lot);
                held.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            }
        }
    });
}

#[test]
fn faults_are_caught() {
    // What the engine is given, while the judge knows the true rules.
    type Alter = fn(&mut Pair);
    let faults: [(&str, Alter); 4] = [
        ("corners cut", |pair| pair.mover = pair.mover.corners(Corners::OneFree)),
        ("steps along three axes forgotten", |pair| {
            pair.mover = pair.mover.neighbours(VoxelNeighbours::Eighteen);
        }),
        ("a voxel read as free", |pair| {
            let blocked = pair.map.blocked().next();
            let edit = blocked.map(|voxel| VoxelEdit::new().free(voxel).clone());
            pair.map.apply(&edit.unwrap_or_default()).expect("a voxel of the map");
        }),
        ("a layer lost", |pair| {
            let [width, height, depth] = pair.map.size();
            let ends = ((0, 0, depth - 1), (width - 1, height - 1, depth - 1));
            pair.map.apply(VoxelEdit::new().block_box(ends.0, ends.1)).expect("a layer");
        }),
    ];
    let all = contestants::<VoxelWorld>();
    for own in [false, true] {
        let named = |method| matches!(method, Method::Own(_)) == own;
        let contestant = all.iter().find(|contestant| named(contestant.method)).expect("one");
        for (name, alter) in faults {
            let mut memory = Memory::<VoxelWorld>::default();
            let caught = (0..500).any(|seed| {
                let mut rng = Rng::new(seed);
                let mut pair = Pair::any(&mut rng, [3, 3, 3], 0, 25);
                alter(&mut pair);
                let view = pair.map.seen_by(&pair.mover);
                let mut judge = Judge::new(pair.book.clone());
                memory.enter();
                let ask = Ask::new(rng.below(27), rng.below(27));
                hold(contestant, &view, &view, &mut judge, &ask, &mut memory, 0).is_err()
            });
            assert!(caught, "{name} was not caught");
        }
    }
}

#[test]
fn faults_of_legs_are_caught() {
    type Alter = fn(VoxelMover, VoxelWalk) -> VoxelMover;
    let faults: [(&str, Alter); 7] = [
        ("a step too high", |mover, walk| {
            mover.walk(VoxelWalk { climb: walk.climb + 1, ..walk }).expect("legs")
        }),
        ("a fall too deep", |mover, walk| {
            mover.walk(VoxelWalk { fall: walk.fall + 1, ..walk }).expect("legs")
        }),
        ("climbing for nothing", |mover, walk| {
            mover.walk(VoxelWalk { climb_ticks: 0, ..walk }).expect("legs")
        }),
        ("the head forgotten", |mover, _| mover.body(1, 1).expect("a body")),
        ("a foot forgotten", |mover, _| mover.body(1, 2).expect("a body")),
        ("corners cut", |mover, _| mover.corners(Corners::Always)),
        ("wings", |_, _| VoxelMover::flyer().body(2, 2).expect("a body")),
    ];
    let walk = VoxelWalk { climb: 1, fall: 1, climb_ticks: 5, fall_ticks: 3 };
    let all = contestants::<VoxelWorld>();
    let contestant = all.iter().find(|it| !matches!(it.method, Method::Own(_))).expect("one");
    for (name, alter) in faults {
        let mut memory = Memory::<VoxelWorld>::default();
        let caught = (0..2000).any(|seed| {
            let mut rng = Rng::new(seed);
            let mut pair = Pair::any(&mut rng, [5, 5, 6], 0, 12).with(2, 2, Some(walk));
            pair.mover = alter(pair.mover, walk);
            let view = pair.map.seen_by(&pair.mover);
            let mut judge = Judge::new(pair.book.clone());
            memory.enter();
            let ask = Ask::new(rng.below(150), rng.below(150));
            hold(contestant, &view, &view, &mut judge, &ask, &mut memory, 0).is_err()
        });
        assert!(caught, "{name} was not caught");
    }
}

#[test]
fn views_keep_the_rules_of_worlds() {
    for seed in 0..cases(120, 50_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 6);
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, 30);
        let view = pair.map.seen_by(&pair.mover);
        world::check(&view).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
}

/// Asks jump points for ways to all voxels, or to some.
fn check_jumps(pair: &Pair, jumps: &VoxelJumpMap, rng: &mut Rng, goals: usize, context: &str) {
    let mut scratch = VoxelJumpScratch::new();
    let nodes = pair.map.voxel_count();
    let any = |rng: &mut Rng| NodeId::new(rng.below(nodes as usize) as u32);
    let free: Vec<NodeId> =
        (0..nodes).map(NodeId::new).filter(|node| pair.book.free[node.index()]).collect();
    let start = if free.is_empty() { any(rng) } else { rng.pick(&free) };
    let all_arcs = arcs(&pair.book);
    let truth = match pair.book.free[start.index()] {
        true => dijkstra(nodes as usize, &all_arcs, &[start.index()]),
        false => vec![None; nodes as usize],
    };
    let goals: Vec<NodeId> = match goals as u32 >= nodes {
        true => (0..nodes).map(NodeId::new).collect(),
        false => (0..goals).map(|_| any(rng)).collect(),
    };
    let view = pair.map.seen_by(&pair.mover);
    for goal in goals {
        let search = VoxelJumpSearch::new(&pair.map, jumps, start, goal, &mut scratch);
        let outcome = { search }.run(&mut Budget::unlimited(), &mut ());
        let (from, to) = (pair.map.voxel(start), pair.map.voxel(goal));
        assert_eq!(outcome.cost(), truth[goal.index()], "{context}: {from} to {to}");
        if let Some(path) = outcome.path() {
            path.validate(&view).unwrap_or_else(|fault| panic!("{context}: {fault}"));
            assert_eq!((path.start(), path.goal()), (start, goal), "{context}");
        }
    }
}

#[test]
fn jump_points_find_cheapest_paths_on_maps_of_all_densities() {
    spread(
        cases(260, 60_000),
        || (),
        |(), seed| {
            let mut rng = Rng::new(seed);
            let size = match seed % 5 {
                0 => [60 + rng.below(20), 1 + rng.below(5), 1 + rng.below(5)],
                1 => [1 + rng.below(5), 60 + rng.below(75), 1 + rng.below(4)],
                2 => [1 + rng.below(5), 1 + rng.below(5), 120 + rng.below(16)],
                _ => any_size(&mut rng, 12),
            };
            let percent = rng.pick(&[1, 3, 8, 15, 25, 35, 50, 70]);
            let pair = Pair::any(&mut rng, size, 0, percent);
            let jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
            let context = format!("seed {seed}, {size:?}, {percent} % blocked");
            check_jumps(&pair, &jumps, &mut rng, 60, &context);
        },
    );
}

#[test]
fn jump_points_find_cheapest_paths_on_every_tiny_map() {
    let sizes: &[[usize; 3]] = if is_slow_run() {
        &[[2, 2, 2], [3, 2, 2], [2, 3, 2], [2, 2, 3], [3, 3, 2], [5, 2, 2]]
    } else {
        &[[2, 2, 2], [3, 2, 2]]
    };
    for &size in sizes {
        let voxels: Vec<Voxel> = voxels_of(size).collect();
        spread(
            1 << voxels.len(),
            || (),
            |(), pattern| {
                let blocked = voxels.iter().enumerate().filter(|(at, _)| pattern >> at & 1 != 0);
                let blocked: Vec<Voxel> = blocked.map(|(_, &voxel)| voxel).collect();
                let pair = Pair::new(size, 0, VoxelScale::EXACT, &blocked);
                let jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
                let mut rng = Rng::new(pattern);
                check_jumps(&pair, &jumps, &mut rng, usize::MAX >> 32, &format!("{pattern:b}"));
            },
        );
    }
}

#[test]
fn jumps_follow_edits() {
    for seed in 0..cases(60, 20_000) {
        let mut rng = Rng::new(seed);
        let size = if rng.percent(50) { any_size(&mut rng, 10) } else { [70, 3, 9] };
        let mut pair = Pair::any(&mut rng, size, 0, 20);
        let mut jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
        for step in 0..4 {
            for _ in 0..1 + rng.below(3) {
                pair.change(&mut rng);
            }
            assert!(!jumps.is_of(&pair.map));
            jumps.update(&pair.map);
            check_jumps(&pair, &jumps, &mut rng, 12, &format!("seed {seed}, edit {step}"));
        }
    }
}

#[test]
fn edited_maps_are_those_made_from_scratch() {
    for seed in 0..cases(150, 30_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 20);
        let mut pair = Pair::any(&mut rng, size, 0, 10);
        if seed % 2 == 1 {
            pair = pair.with_water(&mut rng);
        }
        for _ in 0..6 {
            pair.change(&mut rng);
        }
        let at = |voxel: Voxel| pair.map.node(voxel).expect("a voxel").index();
        let blocked = voxels_of(size).filter(|&voxel| !pair.book.free[at(voxel)]);
        let mut fresh = Pair::new(size, 0, VoxelScale::EXACT, &blocked.collect::<Vec<_>>());
        let mut flood = VoxelEdit::new();
        let wet = voxels_of(size).filter(|&voxel| pair.book.water[at(voxel)]);
        wet.for_each(|voxel| _ = flood.flood(voxel));
        fresh.map.apply(&flood).expect("voxels of the map");
        let counts = |map: &VoxelMap| (map.blocked_count(), map.water_count());
        assert_eq!(counts(&pair.map), counts(&fresh.map), "seed {seed}");
        let voxels = |map: &VoxelMap| [map.blocked().collect::<Vec<_>>(), map.water().collect()];
        assert_eq!(voxels(&pair.map), voxels(&fresh.map), "seed {seed}");
        assert_eq!(voxels(&pair.map)[1].len() as u64, pair.map.water_count(), "seed {seed}");
        let written = write_world_of(&pair.map);
        assert!(written == write_world_of(&fresh.map), "seed {seed}");
        let read: VoxelMap = read_world_of(&written).expect("a map");
        assert_eq!(voxels(&read), voxels(&pair.map), "seed {seed}");
        match pair.map.water().next() {
            None => assert_eq!(write_voxels(&pair.map), write_voxels(&fresh.map), "seed {seed}"),
            Some(voxel) => {
                let error = write_voxels(&pair.map).expect_err("water").to_string();
                assert_eq!(
                    error,
                    format!("a .3dmap file cannot hold water (the first at {voxel})")
                );
            }
        }
        let view = pair.map.seen_by(&pair.mover);
        assert_eq!(arcs_of(&view), arcs_of(&fresh.map.seen_by(&pair.mover)), "seed {seed}");
    }
}

#[test]
fn fields_and_replanners_follow_edits() {
    for seed in 0..cases(60, 20_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 6);
        let mut pair = Pair::any(&mut rng, size, seed as usize % KINDS, 20);
        let mover = pair.mover;
        let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
        let (start, goal) = (any(&mut rng), any(&mut rng));
        let (mut field, mut replanner) = (DistanceField::new(), Replanner::new());
        let budget = &mut Budget::unlimited();
        field.compute(&pair.map.seen_by(&mover), &[(start, 0)], Way::Forward, budget);
        for _ in 0..5 {
            for _ in 0..rng.below(3) {
                pair.change(&mut rng);
            }
            let view = pair.map.seen_by(&mover);
            field.repair(&view).expect("a log that reaches back");
            let truth = pair.truth_from(start);
            for (at, &least) in truth.iter().enumerate() {
                let node = NodeId::new(at as u32);
                assert_eq!(field.distance(node), least, "seed {seed}: {}", pair.map.voxel(node));
            }
            let found = replanner.replan_over(&view, start, goal, budget, &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
        }
    }
}

#[test]
fn an_edit_touches_every_node_whose_arcs_it_changes() {
    let rows_of = |pair: &Pair| -> Vec<Vec<world::Arc>> {
        let (view, mut rows) = (pair.map.seen_by(&pair.mover), Vec::new());
        for node in (0..view.node_count()).map(NodeId::new) {
            let mut row = Vec::new();
            for way in [Way::Forward, Way::Backward] {
                view.for_each_arc(node, way, |arc| row.push(arc));
            }
            rows.push(row);
        }
        rows
    };
    for seed in 0..cases(300, 30_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 8);
        let mut pair = Pair::any(&mut rng, size, seed as usize % KINDS, 20);
        let (before, revision) = (rows_of(&pair), pair.map.revision());
        pair.change(&mut rng);
        let (after, mut touched) = (rows_of(&pair), Vec::new());
        let view = pair.map.seen_by(&pair.mover);
        let rects = pair.map.changes().since(revision).expect("a log that reaches back");
        rects.for_each(|rect| view.tiled().expect("tiles").touch(rect, &mut touched));
        for (at, (before, after)) in before.iter().zip(&after).enumerate() {
            let node = NodeId::new(at as u32);
            let is_told = before == after || touched.contains(&node);
            assert!(is_told, "seed {seed}: {} {:?}", pair.map.voxel(node), pair.mover);
        }
    }
}

#[test]
fn overlays_lie_on_voxels() {
    for seed in 0..cases(60, 20_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 5);
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, 15);
        let view = pair.map.seen_by(&pair.mover);
        let mut crowd = Overlay::new(&pair.map);
        let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
        for _ in 0..4 {
            let (node, width) = (any(&mut rng).get(), size[0] as u32);
            crowd.set((node % width, node / width), rng.below(900_000) as u32);
        }
        let mut crowded = arcs(&pair.book);
        for (_, to, cost) in &mut crowded {
            *cost += u64::from(crowd.extra(NodeId::new(*to as u32)));
        }
        let (start, goal) = (any(&mut rng), any(&mut rng));
        let least = match pair.book.is_place(start.index()) {
            true => bellman_ford(pair.book.voxel_count(), &crowded, start.index())[goal.index()],
            false => None,
        };
        let (over, guess) = (crowd.over(&view), VoxelHeuristic::new(&view));
        let query = PathQuery::new(start, goal);
        let found = astar(&over, &guess, &query, &mut Scratch::new(), &mut ());
        assert_eq!(found.cost(), least, "seed {seed}");
    }
}

#[test]
fn guesses_are_exact_where_nothing_is_in_the_way_and_consistent_elsewhere() {
    for (rule, scale) in (0..RULES.len()).flat_map(|rule| scales().map(|scale| (rule, scale))) {
        let pair = Pair::new([5, 4, 6], rule, scale, &[]);
        let view = pair.map.seen_by(&pair.mover);
        for goal in [0, 37, 119].map(NodeId::new) {
            let aimed = VoxelHeuristic::new(&view).aim(&mut std::iter::once(goal));
            for (at, &least) in pair.truth_from(goal).iter().enumerate() {
                let node = NodeId::new(at as u32);
                assert_eq!(Some(aimed.estimate(node)), least, "{at} to {goal}, rule {rule}");
                assert_eq!(view.estimate(node, goal), aimed.estimate(node));
            }
        }
        let goals = [3, 44, 61].map(NodeId::new);
        let aimed = VoxelHeuristic::new(&view).aim(&mut goals.into_iter());
        for (from, to, cost) in arcs(&pair.book) {
            let [from, to] = [from, to].map(|at| aimed.estimate(NodeId::new(at as u32)));
            assert!(from <= to + cost, "rule {rule}");
        }
    }
}

#[test]
fn guesses_of_bodies_are_consistent() {
    for seed in 0..cases(200, 30_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 8);
        let pair = Pair::any(&mut rng, size, RULES.len() + seed as usize % RULES.len(), 25);
        let view = pair.map.seen_by(&pair.mover);
        let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
        let goals = [any(&mut rng), any(&mut rng)];
        for goals in [&goals[..1], &goals] {
            let aimed = VoxelHeuristic::new(&view).aim(&mut goals.iter().copied());
            goals.iter().for_each(|&goal| assert_eq!(aimed.estimate(goal), 0));
            for (from, to, cost) in arcs(&pair.book) {
                let [from, to] = [from, to].map(|at| aimed.estimate(NodeId::new(at as u32)));
                assert!(from <= to + cost, "seed {seed}: {:?}", pair.mover);
            }
        }
        let aimed = VoxelHeuristic::new(&view).aim(&mut goals[..1].iter().copied());
        for node in (0..view.node_count()).map(NodeId::new) {
            let told = view.estimate(node, goals[0]);
            assert_eq!(told, aimed.estimate(node));
            let by_book = pair
                .book
                .ruler()
                .cost(pair.book.voxel_at(node.index()), pair.book.voxel_at(goals[0].index()));
            assert_eq!(told, by_book, "seed {seed}");
        }
    }
}

/// Whether the line between the middles of two voxels meets another one, in exact fractions: the part
/// of the line that lies between its two faces along each axis, all three together. The voxel is its
/// inside, or that with its faces, edges and corners.
fn meets(from: Voxel, to: Voxel, voxel: Voxel, with_faces: bool) -> bool {
    let (mut least, mut most) = ((0, 1), (1, 1));
    for axis in 0..3 {
        let [a, b, at] = [from, to, voxel].map(|voxel| i64::from(voxel.axes()[axis]));
        let (along, off) = (2 * (b - a), 2 * (at - a));
        if along == 0 {
            if off != 0 {
                return false;
            }
            continue;
        }
        let ends = match along > 0 {
            true => [(off - 1, along), (off + 1, along)],
            false => [(-off - 1, -along), (-off + 1, -along)],
        };
        let is_less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
        least = if is_less(least, ends[0]) { ends[0] } else { least };
        most = if is_less(ends[1], most) { ends[1] } else { most };
    }
    let (a, b) = (least.0 * most.1, most.0 * least.1);
    if with_faces { a <= b } else { a < b }
}

#[test]
fn lines_of_sight_meet_what_they_meet_by_fractions() {
    let mut hits = 0;
    for seed in 0..cases(400, 50_000) {
        let mut rng = Rng::new(seed);
        let (size, percent) = (any_size(&mut rng, 9), rng.pick(&[2, 8, 25]));
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, percent);
        if pair.mover.walks().is_some() {
            continue;
        }
        let view = pair.map.seen_by(&pair.mover);
        for _ in 0..20 {
            let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
            let ends = [any(&mut rng), any(&mut rng)];
            let [from, to] = ends.map(|node| pair.map.voxel(node));
            let all_free = |with_faces: bool| {
                let mut met = voxels_of(size).filter(|&voxel| meets(from, to, voxel, with_faces));
                let is_place = |voxel| pair.map.node(voxel).expect("a voxel").index();
                met.all(|voxel| pair.book.is_place(is_place(voxel)))
            };
            let sees = view.sees(ends[0], ends[1]);
            let what = format!("seed {seed}: {from} to {to}, {:?} {:?}", pair.mover, pair.book);
            match pair.mover.cuts() {
                Corners::Never => assert_eq!(sees, all_free(true), "{what}"),
                Corners::Always => assert_eq!(sees, all_free(false), "{what}"),
                Corners::OneFree => {
                    assert!(sees || !all_free(true), "{what}");
                    assert!(!sees || all_free(false), "{what}");
                }
            }
            assert_eq!(sees, view.sees(ends[1], ends[0]), "{what}");
            let Some(ray) = view.cast_ray(ends[0], ends[1]) else {
                assert!(!pair.book.is_place(ends[0].index()), "{what}");
                continue;
            };
            assert_eq!(ray.hit.is_none(), sees, "{what}");
            let Some(hit) = ray.hit else {
                assert_eq!(ray.last, ends[1], "{what}");
                continue;
            };
            // The point lies on the rim of the voxel, and on the line.
            let middle = |voxel: Voxel| [voxel.x, voxel.y, voxel.z].map(|at| f64::from(at) + 0.5);
            let [a, b, last, next] = [from, to, pair.map.voxel(ray.last), hit.voxel].map(middle);
            let off: [f64; 3] = std::array::from_fn(|axis| (hit.point[axis] - next[axis]).abs());
            let most = off.into_iter().fold(0.0, f64::max);
            assert!((most - 0.5).abs() < 1e-9, "{what}: {hit:?}");
            assert!((0..3).all(|axis| (last[axis] - next[axis]).abs() <= 1.0), "{what}");
            let share = |axis: usize| (hit.point[axis] - a[axis]) / (b[axis] - a[axis]);
            let shares: Vec<f64> =
                (0..3).filter(|&axis| (a[axis] - b[axis]).abs() > 0.5).map(share).collect();
            assert!(shares.windows(2).all(|two| (two[0] - two[1]).abs() < 1e-9), "{what}: {hit:?}");
            hits += 1;
        }
    }
    assert!(hits > 500, "{hits} lines were stopped");
}

#[test]
fn walkers_see_over_level_ground_alone() {
    let mut map = VoxelMap::new(6, 6, 6).expect("a map");
    map.apply(VoxelEdit::new().block_box((4, 0, 0), (5, 5, 0))).expect("a step");
    map.apply(VoxelEdit::new().block((2, 2, 0))).expect("a block");
    let view = map.seen_by(&VoxelMover::walker());
    let sees = |from, to| view.sees(map.node(from).expect("one"), map.node(to).expect("one"));
    assert!(sees((0, 0, 0), (3, 1, 0)) && sees((4, 0, 1), (5, 5, 1)));
    assert!(!sees((0, 0, 0), (5, 5, 1)), "up a step");
    assert!(!sees((0, 2, 0), (3, 2, 0)), "through the block");
    assert!(!sees((2, 0, 1), (3, 0, 1)), "in the air");
}

#[test]
fn straightened_paths_are_the_shortest_chains_over_turning_points() {
    for seed in 0..cases(200, 20_000) {
        let mut rng = Rng::new(seed);
        let size = [0; 3].map(|_| 2 + rng.below(8));
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, 30);
        let view = pair.map.seen_by(&pair.mover);
        let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
        let query = PathQuery::new(any(&mut rng), any(&mut rng));
        let outcome =
            astar(&view, &VoxelHeuristic::new(&view), &query, &mut Scratch::new(), &mut ());
        let Some(path) = outcome.path() else { continue };
        let line = view.straighten(path);
        let at = |node: NodeId| pair.map.voxel(node).axes().map(f64::from);
        let apart = |a: NodeId, b: NodeId| {
            let sum: f64 = at(a).iter().zip(at(b)).map(|(a, b)| (a - b) * (a - b)).sum();
            sum.sqrt()
        };
        let length = |nodes: &[NodeId]| -> f64 {
            nodes.windows(2).map(|ends| apart(ends[0], ends[1])).sum()
        };
        assert!((line.length - length(&line.nodes)).abs() < 1e-9, "seed {seed}");
        assert!(line.length <= length(path.nodes()) + 1e-9, "seed {seed}");
        let ends = (line.nodes.first().copied(), line.nodes.last().copied());
        assert_eq!(ends, (Some(path.start()), Some(path.goal())), "seed {seed}");
        for ends in line.nodes.windows(2) {
            let layer = |node: NodeId| pair.map.voxel(node).z;
            let is_tread = layer(ends[0]) != layer(ends[1])
                && pair.mover.walks().is_some()
                && view.arc_cost(ends[0], ends[1]).is_some();
            assert!(view.sees(ends[0], ends[1]) || is_tread, "seed {seed}");
        }
        // The shortest of all chains over the path's turning points, by trying all of them.
        let nodes = path.nodes();
        let is_turn = |place: &usize| {
            let step = |place: usize| {
                let ends = [nodes[place], nodes[place + 1]];
                let [from, to] = ends.map(|node| pair.map.voxel(node).axes());
                std::array::from_fn::<i64, 3, _>(|axis| i64::from(to[axis]) - i64::from(from[axis]))
            };
            *place == 0
                || *place + 1 == nodes.len()
                || step(place - 1) != step(*place)
                || pair.mover.walks().is_some() && step(*place)[2] != 0
        };
        let turns = (0..nodes.len()).filter(is_turn).map(|place| nodes[place]).collect::<Vec<_>>();
        if turns.len() > 9 {
            continue;
        }
        let between = turns.len().saturating_sub(2);
        let chains = (0..1u32 << between).map(|taken| {
            let is_taken = |place: usize| {
                place == 0 || place + 1 == turns.len() || taken >> (place - 1) & 1 != 0
            };
            (0..turns.len()).filter(|&place| is_taken(place)).collect::<Vec<_>>()
        });
        let is_possible = |chain: &Vec<usize>| {
            let is_leg =
                |leg: &[usize]| leg[0] + 1 == leg[1] || view.sees(turns[leg[0]], turns[leg[1]]);
            chain.windows(2).all(is_leg)
        };
        let lengths = chains
            .filter(is_possible)
            .map(|chain| length(&chain.iter().map(|&place| turns[place]).collect::<Vec<_>>()));
        let least = lengths.fold(f64::INFINITY, f64::min);
        assert!((least - line.length).abs() < 1e-9, "seed {seed}: {least} {}", line.length);
    }
}

#[test]
fn events_of_jumps_tell_a_whole_search() {
    let pair = Pair::any(&mut Rng::new(5), [12, 9, 10], 0, 20);
    let jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
    let (mut scratch, mut recorder) = (VoxelJumpScratch::new(), Recorder::default());
    let free = |from: u32| {
        let mut nodes = (from..).map(NodeId::new);
        nodes.find(|node| pair.book.free[node.index()]).expect("a free voxel")
    };
    let (from, to) = (free(0), free(1000));
    let mut search = VoxelJumpSearch::new(&pair.map, &jumps, from, to, &mut scratch);
    let whole = search.run(&mut Budget::unlimited(), &mut recorder);
    assert_eq!(search.run(&mut Budget::unlimited(), &mut ()), whole, "it answers again");
    let last = Event::Goal { node: to, g: whole.cost().expect("a path") };
    assert_eq!(recorder.events().last(), Some(&last));
    let closes = recorder.events().iter().filter(|event| matches!(event, Event::Close { .. }));
    assert_eq!(closes.count() as u64, whole.effort().expanded);
    let mut search = VoxelJumpSearch::new(&pair.map, &jumps, from, to, &mut scratch);
    let mut slices = 1;
    let sliced = loop {
        match search.run(&mut Budget::unlimited().expansions(2), &mut ()) {
            Outcome::OutOfBudget(out) => assert!(out.lower_bound <= whole.cost().unwrap()),
            outcome => break outcome,
        }
        slices += 1;
    };
    assert_eq!((sliced.path(), slices), (whole.path(), whole.effort().expanded.div_ceil(2)));
}

#[test]
fn memory_grows_with_what_is_there() {
    let mut map = VoxelMap::new(1024, 1024, 1024).expect("a map");
    assert!(map.bytes() < 10 << 20, "{}", map.bytes());
    let mut rng = Rng::new(9);
    // One voxel in a hundred, wherever it may be: hardly a brick is left out.
    let share = if is_slow_run() { 1 } else { 50 };
    let mut edit = VoxelEdit::new();
    for _ in 0..(1 << 30) / 100 / share {
        edit.block([0; 3].map(|_| rng.below(1024) as u32));
    }
    map.apply(&edit).expect("voxels of the map");
    assert!(map.bytes() < 256 << 20, "{}", map.bytes());
    let dry = map.bytes();
    map.apply(VoxelEdit::new().flood_box((100, 100, 0), (900, 900, 99))).expect("a lake");
    assert!(map.bytes() < dry + (16 << 20), "{dry}, then {}", map.bytes());
    let last = map.node((1023, 1023, 1023)).expect("a voxel");
    assert_eq!((last.get(), map.voxel(last)), (u32::MAX >> 2, Voxel::new(1023, 1023, 1023)));
}

#[test]
fn impossible_maps_and_edits_are_refused_and_change_nothing() {
    let refused =
        |width, height, depth| VoxelMap::new(width, height, depth).unwrap_err().to_string();
    assert!(refused(0, 4, 4).contains("0x4x4 voxels is unusable, expected sides of 1 to 4096"));
    assert!(refused(4097, 1, 1).contains("expected sides of 1 to 4096"));
    assert!(refused(2048, 2048, 2048).contains("at most 1073741824 voxels"));
    assert!(refused(u32::MAX, u32::MAX, u32::MAX).contains("unusable"));
    let mut map = VoxelMap::new(4, 5, 6).expect("a map");
    let edit = VoxelEdit::new().block((1, 1, 1)).free_box((0, 0, 0), (3, 5, 5)).clone();
    assert_eq!(
        map.apply(&edit).unwrap_err().to_string(),
        "voxel 3,5,5 is off a map of 4x5x6 voxels"
    );
    assert_eq!((map.revision(), map.blocked_count()), (0, 0));
    let thin = VoxelMover::flyer().neighbours(VoxelNeighbours::Six);
    let error = VoxelJumpMap::build(&map, &thin).unwrap_err().to_string();
    assert!(error.contains("26 neighbours"), "{error}");
    let even = VoxelMover::flyer().scale(VoxelScale::new(7, 7, 7).expect("a scale"));
    let error = VoxelJumpMap::build(&map, &even).unwrap_err().to_string();
    assert!(error.contains("pays more for steps along more axes"), "{error}");
    for name in ["", "1,2", "1,2,3,4", "1,2,-3", "a,b,c"] {
        assert!(
            name.parse::<Voxel>().unwrap_err().to_string().contains("such as 4,0,17"),
            "{name}"
        );
    }
    let walk = |climb, fall, ticks| VoxelWalk { climb, fall, climb_ticks: ticks, fall_ticks: 0 };
    for (mover, message) in [
        (
            VoxelMover::flyer().body(0, 1),
            "a body of side 0 and height 1 is unusable, expected 1 to 32",
        ),
        (VoxelMover::flyer().body(2, 33), "expected 1 to 32 voxels"),
        (
            VoxelMover::walker().walk(walk(40, 22, 0)),
            "height 2 with climb 40 and fall 22 is unusable",
        ),
        (VoxelMover::walker().walk(walk(u32::MAX, u32::MAX, 0)), "expected at most 63 together"),
        (VoxelMover::walker().walk(walk(1, 1, u32::MAX)), "ticks up and 0 down are unusable"),
    ] {
        let error = mover.unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let far = VoxelMover::walker().body(32, 1).expect("a body");
    let far = far.walk(walk(31, 31, VoxelScale::MAX)).expect("legs that just reach");
    let large = VoxelMover::flyer().body(2, 1).expect("a body");
    for mover in [far, VoxelMover::walker(), large, VoxelMover::swimmer()] {
        let error = VoxelJumpMap::build(&map, &mover).unwrap_err().to_string();
        assert!(error.contains("a flyer of one voxel"), "{error}");
    }
    for (straight, diagonal, spatial) in [(0, 1, 1), (10, 9, 9), (10, 21, 30), (10, 14, 19)] {
        let error = VoxelScale::new(straight, diagonal, spatial).unwrap_err().to_string();
        assert!(error.contains("is unusable"), "{error}");
    }
}

#[test]
fn the_exact_scale_is_exact_to_nine_digits() {
    let [straight, diagonal, spatial] = VoxelScale::EXACT.ticks().map(f64::from);
    for (ticks, root) in [(diagonal, 2f64.sqrt()), (spatial, 3f64.sqrt())] {
        assert!((ticks / straight / root - 1.0).abs() < 5e-10);
    }
}

#[test]
fn recorded_lengths_are_found_to_their_last_digit() {
    let read = |name: &str| fs::read(repository_root().join("data/voxel").join(name)).expect(name);
    let map = read_voxels(&read("Simple.3dmap")).expect("a map");
    let scenario = VoxelScenario::read(&read("Simple.3dmap.sample.3dscen")).expect("a scenario");
    assert_eq!((map.size(), map.blocked_count()), ([105, 132, 105], 512));
    assert_eq!((scenario.map(), scenario.rows().len()), ("Simple.3dmap", 501));
    let mover = VoxelMover::flyer();
    let (view, jumps) = (map.seen_by(&mover), VoxelJumpMap::build(&map, &mover).expect("jumps"));
    let (mut scratch, mut cells) = (VoxelJumpScratch::new(), Scratch::new());
    for (at, row) in scenario.rows().iter().enumerate() {
        let [from, to] = [row.start, row.goal].map(|at| map.node(at).expect("a voxel"));
        let mut search = VoxelJumpSearch::new(&map, &jumps, from, to, &mut scratch);
        let found = search.run(&mut Budget::unlimited(), &mut ());
        let path = found.path().expect("a path");
        assert!(row.matches(map.measure(path)), "row {at}: {row:?} {:?}", map.measure(path));
        if at % 25 == 0 {
            let query = PathQuery::new(from, to);
            let other = astar(&view, &VoxelHeuristic::new(&view), &query, &mut cells, &mut ());
            assert_eq!(other.cost(), found.cost(), "row {at}");
        }
    }
}
