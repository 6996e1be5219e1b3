//! What a mover among voxels guesses and sees: heuristics, lines of sight, straightened paths.

use super::*;

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

/// Whether a line between two points, in eighths of voxels, meets the inside of a voxel, or that with its
/// faces, edges and corners.
fn passes(from: [i64; 3], to: [i64; 3], voxel: Voxel, with_faces: bool) -> bool {
    let (mut least, mut most) = ((0, 1), (1, 1));
    for axis in 0..3 {
        let (a, way) = (from[axis], to[axis] - from[axis]);
        let near = 8 * i64::from(voxel.axes()[axis]);
        if way == 0 {
            let is_off =
                if with_faces { a < near || a > near + 8 } else { a <= near || a >= near + 8 };
            if is_off {
                return false;
            }
            continue;
        }
        let ends = match way > 0 {
            true => [(near - a, way), (near + 8 - a, way)],
            false => [(a - near - 8, -way), (a - near, -way)],
        };
        let is_less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
        least = if is_less(least, ends[0]) { ends[0] } else { least };
        most = if is_less(ends[1], most) { ends[1] } else { most };
    }
    let (a, b) = (least.0 * most.1, most.0 * least.1);
    if with_faces { a <= b } else { a < b }
}

#[test]
fn rays_between_any_points_are_stopped_by_what_they_pass() {
    let (mut stopped, mut clear) = (0, 0);
    for seed in 0..cases(300, 30_000) {
        let mut rng = Rng::new(seed);
        let (size, percent) = (any_size(&mut rng, 8), rng.pick(&[2, 8, 25]));
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, percent);
        if pair.mover.walks().is_some() {
            continue;
        }
        let view = pair.map.seen_by(&pair.mover);
        for _ in 0..20 {
            let mut any =
                || pair.map.size().map(|length| rng.below(8 * length as usize + 1) as i64);
            let ends = [any(), any()];
            let met = |with_faces: bool| -> Vec<Voxel> {
                let all = voxels_of(size);
                all.filter(|&voxel| passes(ends[0], ends[1], voxel, with_faces)).collect()
            };
            // What it only touches depends on the rule for corners.
            if met(false) != met(true) {
                continue;
            }
            let is_place =
                |voxel: &Voxel| pair.book.is_place(pair.map.node(*voxel).expect("a voxel").index());
            let [from, to] = ends.map(|end| end.map(|at| at as f64 / 8.0));
            let ray = view.cast_ray_from(from, to);
            let what = format!("seed {seed}: {from:?} to {to:?}, {:?} {:?}", pair.mover, pair.book);
            let is_clear = met(false).iter().all(is_place);
            let through = ray.is_some_and(|ray| ray.hit.is_none());
            assert_eq!(through, is_clear, "{what}");
            if let Some(hit) = ray.and_then(|ray| ray.hit) {
                let last = pair.map.voxel(ray.expect("a ray").last);
                assert!(met(false).contains(&last) && met(false).contains(&hit.voxel), "{what}");
                let off = |axis: usize| hit.point[axis] - f64::from(hit.voxel.axes()[axis]);
                assert!((0..3).all(|axis| (-1e-9..=1.0 + 1e-9).contains(&off(axis))), "{what}");
                stopped += 1;
            }
            clear += u32::from(through);
        }
        // From centre to centre both are the same.
        let any = |rng: &mut Rng| NodeId::new(rng.below(pair.book.voxel_count()) as u32);
        let ends = [any(&mut rng), any(&mut rng)];
        let [from, to] = ends.map(|node| pair.map.voxel(node).axes().map(|at| f64::from(at) + 0.5));
        assert_eq!(view.cast_ray_from(from, to), view.cast_ray(ends[0], ends[1]), "seed {seed}");
    }
    assert!(stopped > 200 && clear > 200, "{stopped} and {clear}");
    let map = VoxelMap::new(3, 3, 3).expect("a map");
    let view = map.seen_by(&VoxelMover::flyer());
    for far in [f64::NAN, -0.1, 3.1, f64::INFINITY] {
        assert_eq!(view.cast_ray_from([1.0; 3], [far, 1.0, 1.0]), None);
        assert_eq!(view.cast_ray_from([1.0, far, 1.0], [1.0; 3]), None);
    }
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
