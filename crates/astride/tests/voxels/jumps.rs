//! Jump points among voxels: cheapest paths on maps of all densities, after edits, and of recorded lengths.

use super::*;

#[test]
fn jump_points_refuse_ends_in_water() {
    let mut map = VoxelMap::new(3, 1, 1).expect("a map");
    map.apply(VoxelEdit::new().flood((1, 0, 0))).expect("a voxel");
    let jumps = VoxelJumpMap::build(&map, &VoxelMover::flyer()).expect("jumps");
    let node = |x: u32| map.node((x, 0, 0)).expect("a voxel");
    let mut scratch = Scratch::new();
    for (from, to, why) in
        [(1, 1, Why::StartBlocked), (1, 0, Why::StartBlocked), (0, 1, Why::GoalBlocked)]
    {
        let mut search = VoxelJumpSearch::new(&map, &jumps, node(from), node(to), &mut scratch);
        let outcome = search.run(&mut Budget::unlimited(), &mut ());
        assert!(matches!(outcome, Outcome::Unreachable(end) if end.why == why), "{from} to {to}");
    }
}

/// Asks jump points for ways to all voxels, or to some.
fn check_jumps(pair: &Pair, jumps: &VoxelJumpMap, rng: &mut Rng, goals: usize, context: &str) {
    let mut scratch = Scratch::new();
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

/// Lanes are stored in rows of 512 voxels.
#[test]
fn scans_go_on_from_row_to_row() {
    for seed in 0..cases(18, 2_000) {
        let mut rng = Rng::new(seed);
        let mut size = [0; 3].map(|_| 1 + rng.below(3));
        size[seed as usize % 3] = rng.pick(&[511, 512, 513, 600, 1024, 1030]);
        let mut pair = Pair::any(&mut rng, size, 0, 1);
        let mut jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
        for step in 0..2 {
            check_jumps(&pair, &jumps, &mut rng, 20, &format!("seed {seed}, {size:?}, {step}"));
            pair.change(&mut rng);
            jumps.update(&pair.map);
        }
    }
}

#[test]
fn events_of_jumps_tell_a_whole_search() {
    let pair = Pair::any(&mut Rng::new(5), [12, 9, 10], 0, 20);
    let jumps = VoxelJumpMap::build(&pair.map, &pair.mover).expect("jumps");
    let (mut scratch, mut recorder) = (Scratch::new(), Recorder::default());
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
fn recorded_lengths_are_found_to_their_last_digit() {
    let read = |name: &str| fs::read(repository_root().join("data/voxel").join(name)).expect(name);
    let map = read_voxels(&read("Simple.3dmap")).expect("a map");
    let scenario = VoxelScenario::read(&read("Simple.3dmap.sample.3dscen")).expect("a scenario");
    assert_eq!((map.size(), map.blocked_count()), ([105, 132, 105], 512));
    assert_eq!((scenario.map(), scenario.rows().len()), ("Simple.3dmap", 501));
    let mover = VoxelMover::flyer();
    let (view, jumps) = (map.seen_by(&mover), VoxelJumpMap::build(&map, &mover).expect("jumps"));
    let (mut scratch, mut cells) = (Scratch::new(), Scratch::new());
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

/// Every recorded length of every map that is there; by default some of each.
#[test]
fn lengths_recorded_for_large_maps_are_found() {
    let Some(folder) = data_dir().map(|folder| folder.join("voxel")).filter(|at| at.is_dir())
    else {
        return skip("lengths_recorded_for_large_maps_are_found: no folder of voxels");
    };
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.to_string_lossy().trim_end_matches(".gz").ends_with(".3dmap"));
    files.sort();
    assert!(!files.is_empty(), "no maps of voxels");
    spread(
        files.len() as u64,
        || (),
        |(), at| {
            let file = &files[at as usize];
            let name = file.to_string_lossy();
            let scenario = format!("{}.3dscen.gz", name.trim_end_matches(".gz"));
            let map = read_voxels(&plain(file)).expect("a map");
            let scenario = VoxelScenario::read(&plain(Path::new(&scenario))).expect("a scenario");
            let mover = VoxelMover::flyer();
            let jumps = VoxelJumpMap::build(&map, &mover).expect("jumps");
            let mut scratch = Scratch::new();
            let rows = scenario.rows().iter().step_by(cases(997, 1) as usize);
            for row in rows {
                let [from, to] = [row.start, row.goal].map(|at| map.node(at).expect("a voxel"));
                let mut search = VoxelJumpSearch::new(&map, &jumps, from, to, &mut scratch);
                let found = search.run(&mut Budget::unlimited(), &mut ());
                let path = found.path().expect("a path");
                assert!(row.matches(map.measure(path)), "{name}: {row:?} {:?}", map.measure(path));
            }
        },
    );
}

/// The bytes of a file that may be gzipped.
fn plain(file: &Path) -> Vec<u8> {
    let (bytes, mut plain) = (fs::read(file).expect("a readable file"), Vec::new());
    if file.extension().is_none_or(|ending| ending != "gz") {
        return bytes;
    }
    MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).expect("gzip");
    plain
}
