//! Every general search over voxels against explicit arcs, also under overlays; planted faults are caught.

use super::*;

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
