//! A path that is promised to be cheapest is one.

use super::*;

#[test]
fn a_cheapest_path_is_a_cheapest_path() {
    let mut scratch = Scratch::new();
    for (seed, map) in larger_maps().into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let (grid, mover) = (grid_of(&map), Mover::walker());
        let view = grid.seen_by(&mover);
        let clusters = build(&view, &ClustersOptions::default());
        let jumps = JumpMap::build(&view).ok();
        let landmarks = Landmarks::build(&view, 4, Selection::default(), &mut Budget::unlimited());
        let landmarks = landmarks.expect("enough memory");
        let guess = landmarks.heuristic(&view).expect("the same map");
        for _ in 0..20 {
            let [from, to] = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            let query = PathQuery::new(from, to);
            let least = search_dijkstra(&view, &query, &mut scratch, &mut ()).cost();
            let ends = (grid.cell(from), grid.cell(to));
            let what = format!("map {seed}: {from} to {to}");
            let budget = &mut Budget::unlimited();
            let found = clusters.cheapest(&view, ends.0, ends.1, &mut scratch, budget);
            assert_eq!(found.expect("the same map").cost(), least, "{what}");
            let found = clusters.cheapest_guided(&view, &guess, ends, &mut scratch, budget);
            assert_eq!(found.expect("the same map").cost(), least, "{what}, landmarks");
            let Some(jumps) = &jumps else { continue };
            let found = clusters.cheapest_by_jumps(&view, jumps, ends, &mut scratch, budget);
            assert_eq!(found.expect("the same map").cost(), least, "{what}, jump points");
        }
    }
}

#[test]
fn on_every_small_map_a_cheapest_path_is_one() {
    let mut scratch = Scratch::new();
    let mover = Mover::walker().scale(Scale::CLASSIC);
    for map in wall_patterns(3, 3) {
        let tiny = Tiny::new(&map, Neighbours::Eight, Corners::Never, 10, 14);
        let grid = grid_of(&map);
        let view = grid.seen_by(&mover);
        let clusters = build(&view, &SMALL);
        let jumps = JumpMap::build(&view).expect("one medium");
        for (from, to) in (0..9).flat_map(|from| (0..9).map(move |to| (from, to))) {
            let ends = [from, to].map(|at| grid.cell(NodeId::new(at as u32)));
            let least = Some(u64::from(tiny.distance(from, to))).filter(|&d| d != u64::from(NONE));
            let budget = &mut Budget::unlimited();
            let found = clusters.cheapest(&view, ends[0], ends[1], &mut scratch, budget);
            assert_eq!(found.expect("the same map").cost(), least, "{from} to {to}\n{map}");
            let ends = (ends[0], ends[1]);
            let found = clusters.cheapest_by_jumps(&view, &jumps, ends, &mut scratch, budget);
            assert_eq!(found.expect("the same map").cost(), least, "{from} to {to}\n{map}");
        }
    }
}

#[test]
fn jump_points_of_another_map_are_refused() {
    let (mut grid, mover) = (Grid::new(40, 40, b'.').expect("a size"), Mover::walker());
    let jumps = JumpMap::build(&grid.seen_by(&mover)).expect("one medium");
    let mut scratch = Scratch::new();
    let mut ask = |view: &GridView<'_>| {
        let clusters = build(view, &SMALL);
        let ends = (Cell::new(1, 1), Cell::new(30, 30));
        let budget = &mut Budget::unlimited();
        let asked = clusters.cheapest_by_jumps(view, &jumps, ends, &mut scratch, budget);
        asked.map(|outcome| outcome.cost())
    };
    assert_eq!(ask(&grid.seen_by(&mover)), Ok(Some(29 * 19_601)));
    let other = mover.clone().corners(engine_corners(Corners::Always));
    assert_eq!(ask(&grid.seen_by(&other)), Err(RouteError::WrongWorld));
    grid.apply(Edit::new().set((5, 5), b'@')).expect("on the map");
    let stale = RouteError::Stale { found: 1, expected: 0 };
    assert_eq!(ask(&grid.seen_by(&mover)), Err(stale));
}
