//! Worlds at the limits: very large, one cell wide, every class in use, links without end, costs
//! that pass 32 bits.

use astride::base::{Budget, Cost, NodeId, Scale, Weight};
use astride::search::{
    self, Bidirectional, Custom, DistanceField, Guarantee, Method, Outcome, PathQuery, Promise,
    Scratch, Search, astar, bidirectional, dijkstra,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, Link, MAX_LINKS_PER_CELL, Mover};
use astride::world::{Way, World};
use astride_testkit::adapter::{grid_of, read_world};
use astride_testkit::certificate::check_distances;
use astride_testkit::generate::{GenMap, comb, random_classes, spiral, terrain};
use astride_testkit::judge::{Ask, Claim, Judge};
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

#[test]
fn a_large_grid_takes_a_byte_per_cell() {
    let side: u32 = if is_slow_run() { 16_384 } else { 4096 };
    let grid = Grid::new(side, side, b'.').unwrap();
    let cells = side as usize * side as usize;
    assert!(grid.bytes() < cells + cells / 100, "{} bytes", grid.bytes());
    assert!(grid.bytes() < 300_000_000);
    let view = grid.seen_by(&Mover::walker());
    let ends = [grid.node((0, 0)).unwrap(), grid.node((side - 1, side - 1)).unwrap()];
    let mut scratch = Scratch::new();
    let query = PathQuery::new(ends[0], ends[1]);
    let outcome = astar(&view, &GridHeuristic::octile(&view), &query, &mut scratch, &mut ());
    assert_eq!(outcome.cost(), Some(Cost::from(side - 1) * 19_601));
    assert_eq!(scratch.records_bytes(), cells * 8);
}

#[test]
fn worlds_one_cell_wide_have_two_ends() {
    for (width, height) in [(5000, 1), (1, 5000), (1, 1), (2, 1), (1, 2)] {
        let map = GenMap::filled(width, height, b'.');
        let grid = grid_of(&map);
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let last = NodeId::new(grid.cell_count() - 1);
        let expected = u64::from(last.get()) * 13_860;
        let query = PathQuery::new(NodeId::new(0), last);
        let mut scratch = Scratch::new();
        let octile = GridHeuristic::octile(&view);
        assert_eq!(dijkstra(&view, &query, &mut scratch, &mut ()).cost(), Some(expected));
        let both = bidirectional(&view, &octile, &query, &mut scratch, &mut ()).unwrap();
        assert_eq!(both.cost(), Some(expected));
        check_field(&grid, &mover, NodeId::new(0));
    }
}

#[test]
fn all_256_classes_can_be_used_at_once() {
    let classes: Vec<u8> = (0..=255).collect();
    let map = random_classes(3, 40, 30, &classes);
    let grid = grid_of(&map);
    let mut mover = Mover::new();
    for class in 0..=255u8 {
        // Every factor up to the largest, and every medium.
        let factor = 1 + u32::from(class) * 4;
        let media = 1 << (class % 8) | 1;
        mover = mover.terrain_in(class, factor.min(Mover::MAX_FACTOR), media).unwrap();
    }
    for from in [0, 599, 1199] {
        check_field(&grid, &mover, NodeId::new(from));
    }
}

#[test]
fn a_cell_takes_so_many_links_and_not_one_more() {
    let side = 80;
    let start = (0, 0);
    let hub = (40, 40);
    let mut grid = Grid::new(side, side, b'.').unwrap();
    let others: Vec<(u32, u32)> =
        (0..side * side).map(|at| (at % side, at / side)).filter(|&cell| cell != hub).collect();
    let mut edit = Edit::new();
    for (at, &cell) in others[..MAX_LINKS_PER_CELL].iter().enumerate() {
        edit.link(hub, cell, 1 + at as u32).link(cell, hub, 5000 + at as u32);
    }
    grid.apply(&edit).unwrap();
    let before = (grid.revision(), grid.links().len());
    for (from, to) in [(hub, others[MAX_LINKS_PER_CELL]), (others[MAX_LINKS_PER_CELL], hub)] {
        let error = grid.apply(Edit::new().link(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), "cell (40, 40) has more than 4087 links and fences");
        assert_eq!((grid.revision(), grid.links().len()), before);
    }
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    // The link with the highest slot is used, both ways.
    let last = grid.node(others[MAX_LINKS_PER_CELL - 1]).unwrap();
    let middle = grid.node(hub).unwrap();
    let mut scratch = Scratch::new();
    for (from, to) in [(middle, last), (last, middle), (grid.node(start).unwrap(), last)] {
        let query = PathQuery::new(from, to);
        let octile = GridHeuristic::octile(&view);
        let outcomes = [
            dijkstra(&view, &query, &mut scratch, &mut ()),
            astar(&view, &octile, &query, &mut scratch, &mut ()),
            bidirectional(&view, &octile, &query, &mut scratch, &mut ()).unwrap(),
        ];
        for outcome in &outcomes {
            assert_eq!(outcome.path().unwrap().validate(&view), Ok(()));
            assert_eq!(outcome.cost(), outcomes[0].cost());
        }
    }
    check_field(&grid, &mover, middle);
}

#[test]
fn links_at_the_largest_cost_are_added_up() {
    let mut grid = Grid::new(9, 1, b'@').unwrap();
    let mut edit = Edit::new();
    for x in 0..9 {
        edit.set((x, 0), if x % 2 == 0 { b'.' } else { b'@' });
    }
    for x in [0, 2, 4, 6] {
        edit.link((x, 0), (x + 2, 0), Link::MAX_COST);
    }
    grid.apply(&edit).unwrap();
    assert_passes_32_bits(&grid, &Mover::walker(), NodeId::new(0), NodeId::new(8));
    let error = grid.apply(Edit::new().link((0, 0), (4, 0), Link::MAX_COST + 1)).unwrap_err();
    assert!(error.to_string().contains("expected 1 to 1073741824"), "{error}");
}

#[test]
fn long_costly_ways_pass_32_bits_in_every_search() {
    let costly = Scale::new(Scale::MAX, Scale::MAX).unwrap();
    let mover = Mover::walker().scale(costly).terrain(b'.', Mover::MAX_FACTOR).unwrap();
    for map in [spiral(25, 25), comb(31, 20)] {
        let grid = grid_of(&map);
        let free: Vec<usize> =
            (0..map.classes.len()).filter(|&at| map.classes[at] == b'.').collect();
        let field = check_field(&grid, &mover, NodeId::new(free[0] as u32));
        let far = free.iter().map(|&at| NodeId::new(at as u32)).max_by_key(|&n| field.distance(n));
        assert_passes_32_bits(&grid, &mover, NodeId::new(free[0] as u32), far.unwrap());
    }
    let hills = terrain(4, 40, 40, 8, 9);
    let mover = (1..=9u8).fold(Mover::new().scale(costly), |mover, digit| {
        mover.terrain(b'0' + digit, u32::from(digit) * 113).unwrap()
    });
    assert_passes_32_bits(&grid_of(&hills), &mover, NodeId::new(0), NodeId::new(1599));
}

/// All methods agree with the reference on a way that costs more than 32 bits hold, also when they
/// are stopped at every step.
fn assert_passes_32_bits(grid: &Grid, mover: &Mover, from: NodeId, to: NodeId) {
    let view = grid.seen_by(mover);
    let mut judge = Judge::new(read_world(grid, mover));
    let ask = Ask::new(from.index(), to.index());
    let least = judge.least(&ask).expect("there is a way");
    assert!(least > u64::from(u32::MAX), "{least} fits 32 bits");
    let mut scratch = Scratch::new();
    let octile = GridHeuristic::octile(&view);
    let query = PathQuery::new(from, to);
    let mut stepped = |query: &PathQuery<'_>| {
        let mut search = Search::astar(&view, &octile, query, &mut scratch);
        loop {
            let outcome = search.run(&mut Budget::unlimited().expansions(1), &mut ());
            if outcome.is_final() {
                return outcome;
            }
        }
    };
    let outcomes = [
        stepped(&query),
        astar(&view, &octile, &query, &mut Scratch::new(), &mut ()),
        dijkstra(&view, &query, &mut Scratch::new(), &mut ()),
        bidirectional(&view, &octile, &query, &mut Scratch::new(), &mut ()).unwrap(),
    ];
    for outcome in outcomes {
        let Outcome::Found(found) = outcome else { panic!("no path") };
        let nodes = found.path.nodes().iter().map(|node| node.index()).collect();
        let answer = astride_testkit::judge::Answer::Path((nodes, found.path.cost()));
        assert_eq!(judge.check(&ask, Claim::Optimal, &answer), Ok(()));
    }
    for (way, source, end) in [(Way::Forward, from, to), (Way::Backward, to, from)] {
        let mut field = DistanceField::new();
        field.compute(&view, &[(source, 0)], way, &mut Budget::unlimited());
        assert_eq!(field.distance(end), Some(least));
        assert_eq!(field.path_from(&view, end).unwrap().unwrap().cost(), least);
    }
    // Narrow again after a wide search with the same memory.
    let query = PathQuery::new(from, from);
    assert_eq!(stepped(&query).cost(), Some(0));
}

/// The field around a node proves itself on the reference's arcs.
fn check_field(grid: &Grid, mover: &Mover, source: NodeId) -> DistanceField {
    let view = grid.seen_by(mover);
    let mut field = DistanceField::new();
    field.compute(&view, &[(source, 0)], Way::Forward, &mut Budget::unlimited());
    let distances: Vec<Option<Cost>> =
        (0..view.node_count()).map(|at| field.distance(NodeId::new(at))).collect();
    let arcs = arcs(&read_world(grid, mover));
    assert_eq!(check_distances(&arcs, &[source.index()], &distances), Ok(()));
    field
}

/// No guess is so high that it is taken for the word that there is no way.
#[test]
fn the_highest_guesses_hide_no_path() {
    let grid = Grid::new(20, 5, b'.').unwrap();
    let (walker, budget) = (Mover::walker(), &mut Budget::unlimited());
    let (view, mut scratch) = (grid.seen_by(&walker), Scratch::new());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(99));
    for height in [Cost::MAX / 3, Cost::MAX] {
        let guess = |from, to| if from == to { 0 } else { height };
        let high = Custom::new(Promise::Nothing, guess);
        for method in Method::searches() {
            let method = method.with_weight("1000".parse().unwrap());
            if height < Cost::MAX || method.to_string().starts_with("bidirectional") {
                let outcome =
                    search::search(&view, &high, method, &query, &mut scratch, budget, &mut ());
                assert!(outcome.unwrap().cost().is_some(), "{method}");
            }
        }
    }
}

#[test]
fn a_search_from_both_ends_promises_what_it_was_made_last() {
    let grid = Grid::new(9, 9, b'.').unwrap();
    let (walker, budget) = (Mover::walker(), &mut Budget::unlimited());
    let (view, mut scratch) = (grid.seen_by(&walker), Scratch::new());
    let (query, octile) =
        (PathQuery::new(NodeId::new(0), NodeId::new(80)), GridHeuristic::octile(&view));
    let mut search = Bidirectional::new(&view, &octile, &query, &mut scratch)
        .unwrap()
        .breadth_first()
        .weighted(Weight::ONE);
    assert_eq!(search.run(budget, &mut ()).guarantee(), Some(Guarantee::None));
}
