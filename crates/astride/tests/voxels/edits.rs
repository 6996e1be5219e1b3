//! Edits of voxels against maps made from scratch, and what is refused.

use super::*;

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
fn memory_grows_with_what_is_there() {
    let mut map = VoxelMap::new(1024, 1024, 1024).expect("a map");
    assert!(map.bytes() < 10 << 20, "{}", map.bytes());
    let jumps = VoxelJumpMap::build(&map, &VoxelMover::flyer()).expect("jumps");
    assert!(jumps.bytes() < 4 << 20, "{}", jumps.bytes());
    let dry = map.bytes();
    map.apply(VoxelEdit::new().flood_box((100, 100, 0), (900, 900, 99))).expect("a lake");
    assert!(map.bytes() < dry + (16 << 20), "{dry}, then {}", map.bytes());
    let last = map.node((1023, 1023, 1023)).expect("a voxel");
    assert_eq!((last.get(), map.voxel(last)), (u32::MAX >> 2, Voxel::new(1023, 1023, 1023)));
}

/// Bounds for 1024 × 1024 × 1024 voxels, on a part of them with the same density.
#[test]
fn memory_is_bounded_where_a_hundredth_is_of_interest() {
    let side: u32 = if is_slow_run() { 1024 } else { 256 };
    let parts = (1024 / side as usize).pow(3);
    let bricks = side.pow(3) / 512 / 100;
    let mut rng = Rng::new(9);
    let any = |rng: &mut Rng| [0; 3].map(|_| rng.below(side as usize) as u32);
    // One brick in a hundred has something in it; or one voxel in a hundred is blocked, wherever it
    // may be, so that hardly a brick is left out.
    let (mut rooms, mut dust) = (VoxelEdit::new(), VoxelEdit::new());
    for _ in 0..bricks {
        let brick = any(&mut rng).map(|at| at / 8 * 8);
        for _ in 0..38 {
            rooms.block(brick.map(|at| at + rng.below(8) as u32));
        }
    }
    for _ in 0..side.pow(3) / 100 {
        dust.block(any(&mut rng));
    }
    // Jump maps take 40 bytes for a row of 512 voxels, along each axis. A part of 256 fills half of
    // each, so that there are twice as many: 3.75 MiB more for as many parts as make the whole.
    let more = if side < 512 { 4 << 20 } else { 0 };
    for (edit, most, most_jumps) in [(&rooms, 12 << 20, 32 << 20), (&dust, 144 << 20, 556 << 20)] {
        let mut map = VoxelMap::new(side, side, side).expect("a map");
        map.apply(edit).expect("voxels of the map");
        let jumps = VoxelJumpMap::build(&map, &VoxelMover::flyer()).expect("jumps");
        let [bytes, jump_bytes] = [map.bytes(), jumps.bytes()].map(|bytes| bytes * parts);
        assert!(bytes < most, "{bytes} of {most}");
        assert!(jump_bytes < most_jumps + more, "{jump_bytes} of {most_jumps} + {more}");
        let free = |rng: &mut Rng| loop {
            let at = any(rng);
            if !map.is_blocked(at) {
                break map.node(at).expect("a voxel");
            }
        };
        let (from, to, mut scratch) = (free(&mut rng), free(&mut rng), Scratch::new());
        let mut search = VoxelJumpSearch::new(&map, &jumps, from, to, &mut scratch);
        assert!(search.run(&mut Budget::unlimited(), &mut ()).path().is_some());
        // Without the table of pages of 4 × 4 × 4 voxels, which is provided where it is touched.
        let touched = scratch.bytes() - 4 * (side as usize / 4).pow(3);
        assert!(touched < 16 << 20, "{touched}");
    }
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
