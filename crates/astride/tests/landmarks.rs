//! Landmarks against the references: no guess is ever too high, guesses are consistent, searches
//! with them find what searches without them find.

use allocation_counter::measure;
use astride::base::{Budget, Dir, NodeId, Spent};
use astride::index::{Landmarks, LandmarksError, Selection};
use astride::search::{
    Estimate, Heuristic, PathQuery, Promise, Scratch, astar, bidirectional, ida_star,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, GridView, Mover, Terrain};
use astride::world::{Overlay, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{caves, fenced_world, random_obstacles, rooms, terrain};
use astride_testkit::reference::{all_pairs, dijkstra};
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::square::SquareWorld;
use astride_testkit::world::{Arc, arcs};

const RULES: [Selection; 2] = [Selection::Farthest, Selection::Avoid];

fn make(view: &GridView<'_>, count: u32, selection: Selection) -> Landmarks {
    Landmarks::build(view, count, selection, &mut Budget::unlimited()).expect("landmarks")
}

fn node(at: usize) -> NodeId {
    NodeId::new(at as u32)
}

/// The reference's word on a world: arcs and all distances.
struct Known {
    arcs: Vec<Arc>,
    pairs: Vec<Vec<Option<u64>>>,
}

impl Known {
    fn of(world: &SquareWorld) -> Known {
        let arcs = arcs(world);
        let pairs = all_pairs(world.cells.len(), &arcs);
        Known { arcs, pairs }
    }

    /// Aims `heuristic` at some goals and from them, and checks every node and every arc.
    fn check(&self, heuristic: &impl Heuristic, goals: &[usize], place: &str) {
        assert_eq!(heuristic.promise(), Promise::Consistent);
        let ahead = heuristic.aim(&mut goals.iter().map(|&goal| node(goal)));
        let behind = heuristic.aim_back(&mut goals.iter().map(|&goal| node(goal)));
        for at in 0..self.pairs.len() {
            let to = goals.iter().filter_map(|&goal| self.pairs[at][goal]).min();
            let from = goals.iter().filter_map(|&goal| self.pairs[goal][at]).min();
            for (guess, least) in
                [(ahead.estimate(node(at)), to), (behind.estimate(node(at)), from)]
            {
                let is_low = least.is_none_or(|least| guess <= least);
                assert!(is_low, "{place}: {at} and {goals:?}: {guess}, but {least:?}");
            }
        }
        for &(from, to, cost) in &self.arcs {
            let fall = ahead.estimate(node(from)).saturating_sub(ahead.estimate(node(to)));
            assert!(fall <= cost, "{place}: {from} to {to} costs {cost}, falls {fall}");
            let rise = behind.estimate(node(to)).saturating_sub(behind.estimate(node(from)));
            assert!(rise <= cost, "{place}: {from} to {to} costs {cost}, rises {rise}");
        }
    }

    /// Checks guesses for every goal, by all landmarks and by few, with and without octile.
    fn check_all(&self, view: &GridView<'_>, landmarks: &Landmarks, rng: &mut Rng, place: &str) {
        let cells = self.pairs.len();
        let guess = landmarks.heuristic(view).expect("landmarks of this world");
        let octile = GridHeuristic::octile(view);
        for goal in 0..cells {
            self.check(&guess, &[goal], place);
            let query = PathQuery::new(node(rng.below(cells)), node(goal));
            self.check(&guess.for_query(&query), &[goal], place);
            self.check(&guess.over(octile).for_query(&query), &[goal], place);
            self.check(&guess.for_query(&query), &[rng.below(cells)], place);
            let goals = [goal, rng.below(cells), rng.below(cells)];
            self.check(&guess, &goals, place);
            self.check(&guess.over(octile).for_query(&query), &goals, place);
        }
    }
}

#[test]
fn guesses_are_never_too_high_on_small_worlds_of_every_kind() {
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(6), 1 + rng.below(6));
        let world = supported(&fenced_world(rng.next_u64(), width, height));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let known = Known::of(&world);
        let landmarks = make(&view, rng.pick(&[1, 2, 5, 8, 20, 32]), rng.pick(&RULES));
        known.check_all(&view, &landmarks, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn distances_past_32_bits_do_not_matter() {
    let mut world = supported(&fenced_world(3, 1, 1));
    (world.width, world.height) = (30, 2);
    let mut rng = Rng::new(1);
    let cell = astride_testkit::square::RefCell { factor: 1000, media: 1 };
    world.cells = (0..60).map(|_| cell).collect();
    world.cells.iter_mut().for_each(|cell| cell.factor = rng.pick(&[1000, 900, 1024]));
    (world.straight, world.diagonal) = (1 << 20, 1 << 20);
    world.links.clear();
    world.blocked_steps.clear();
    let (grid, mover) = build_world(&world);
    let view = grid.seen_by(&mover);
    let known = Known::of(&world);
    assert!(known.pairs[0][59] > Some(1 << 33), "far apart");
    for selection in RULES {
        known.check_all(&view, &make(&view, 6, selection), &mut rng, "far");
    }
}

/// A few dozen cells a side: terrain over caves, rooms or random obstacles, with walls, one-way
/// steps and links on some.
fn rough_world(seed: u64) -> (Grid, Mover) {
    let mut rng = Rng::new(seed);
    let (width, height) = (10 + rng.below(30), 10 + rng.below(30));
    let lot = rng.next_u64();
    let map = match rng.below(4) {
        0 => caves(lot, width, height, 42, 3),
        1 => rooms(lot, width, height, 4, 70),
        2 => random_obstacles(lot, width, height, 35),
        _ => terrain(lot, width, height, 5, 9),
    };
    let classes = 2 + rng.below(8) as u32;
    let blobs = Terrain::new(classes, lot).and_then(|t| t.blob(1 + rng.below(12) as u32));
    let mut grid = blobs.expect("usable terrain").over(&grid_of(&map)).expect("terrain");
    let mut edit = Edit::new();
    let mut any = || (rng.below(width) as u32, rng.below(height) as u32);
    if seed.is_multiple_of(3) {
        for dir in Dir::ALL {
            edit.forbid_step(any(), dir).forbid_step(any(), dir);
        }
    }
    if seed.is_multiple_of(4) {
        for cost in [9, 50_000, 200_000] {
            let (from, to) = (any(), any());
            if from != to {
                edit.link(from, to, cost);
            }
        }
    }
    grid.apply(&edit).expect("a good edit");
    (grid, Mover::walker())
}

#[test]
fn searches_with_landmarks_find_what_the_reference_finds() {
    let mut scratch = Scratch::new();
    let (mut found, mut lost) = (0, 0);
    for seed in 0..240 {
        let (grid, mover) = rough_world(seed);
        let view = grid.seen_by(&mover).prepared();
        let mut rng = Rng::new(!seed);
        let world = read_world(&grid, &mover);
        let (arcs, cells) = (arcs(&world), world.cells.len());
        let landmarks = make(&view, rng.pick(&[3, 8, 16]), rng.pick(&RULES));
        let guess = landmarks.heuristic(&view).expect("landmarks of this world");
        let octile = GridHeuristic::octile(&view);
        let free: Vec<usize> = (0..cells).filter(|&at| world.cells[at].factor > 0).collect();
        if free.is_empty() {
            continue;
        }
        for _ in 0..6 {
            let start = rng.pick(&free);
            let distances = dijkstra(cells, &arcs, &[start]);
            for _ in 0..6 {
                let goal = rng.pick(&free);
                let query = PathQuery::new(node(start), node(goal));
                let few = guess.for_query(&query);
                let over = guess.over(octile).for_query(&query);
                let both = [
                    bidirectional(&view, &few, &query, &mut scratch, &mut ()),
                    bidirectional(&view, &guess, &query, &mut scratch, &mut ()),
                ];
                let outcomes = [
                    astar(&view, &guess, &query, &mut scratch, &mut ()),
                    astar(&view, &few, &query, &mut scratch, &mut ()),
                    astar(&view, &over, &query, &mut scratch, &mut ()),
                ];
                let both = both.into_iter().map(|outcome| outcome.expect("a plain query"));
                for outcome in outcomes.into_iter().chain(both) {
                    assert_eq!(outcome.cost(), distances[goal], "seed {seed}: {start} to {goal}");
                    match outcome.path() {
                        Some(path) => {
                            path.validate(&view).expect("a good path");
                            assert!(outcome.guarantee().is_some_and(|g| g.is_optimal()));
                            found += 1;
                        }
                        None => lost += 1,
                    }
                }
            }
        }
    }
    assert!(found > 10_000 && lost > 1000, "{found} found, {lost} not");
}

#[test]
fn ida_star_takes_them_too() {
    let (grid, mover) =
        (Grid::from_classes(6, 4, b"..3..2.@@9...@.4.....5..").unwrap(), Mover::walker());
    let view = grid.seen_by(&mover);
    let known = Known::of(&read_world(&grid, &mover));
    let landmarks = make(&view, 4, Selection::Avoid);
    let guess = landmarks.heuristic(&view).unwrap();
    for goal in (0..24).filter(|&at| view.is_passable(node(at))) {
        let query = PathQuery::new(node(0), node(goal));
        let outcome = ida_star(&view, &guess, &query, &mut Scratch::new(), &mut ()).unwrap();
        assert_eq!(outcome.cost(), known.pairs[0][goal]);
    }
}

#[test]
fn landmarks_are_dealt_out_by_the_size_of_components() {
    // 60, 24 and 6 cells.
    let rows = "..........@....@.".repeat(6);
    let mut classes = rows.into_bytes();
    classes.truncate(17 * 6);
    let grid = Grid::from_classes(17, 6, &classes).unwrap();
    let view = grid.seen_by(&Mover::walker());
    for selection in RULES {
        let landmarks = make(&view, 15, selection);
        let of = |from, to| {
            let column = |node: &&NodeId| (from..to).contains(&(node.get() % 17));
            landmarks.nodes().iter().filter(column).count()
        };
        assert_eq!([of(0, 10), of(11, 15), of(16, 17)], [10, 4, 1], "{selection:?}");
    }
}

#[test]
fn no_node_is_taken_twice_and_few_nodes_are_enough() {
    for seed in 0..200 {
        let world = supported(&fenced_world(seed, 4, 3));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let free = world.cells.iter().filter(|cell| cell.factor > 0).count();
        for selection in RULES {
            let landmarks = make(&view, 32, selection);
            let mut nodes = landmarks.nodes().to_vec();
            assert!(nodes.iter().all(|&node| view.is_passable(node)));
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!((nodes.len(), landmarks.nodes().len()), (free, free), "seed {seed}");
        }
    }
}

#[test]
fn what_is_symmetric_takes_half_the_room() {
    let mut grid = Grid::new(20, 10, b'.').unwrap();
    let is_symmetric =
        |grid: &Grid| make(&grid.seen_by(&Mover::walker()), 16, RULES[0]).is_symmetric();
    assert!(is_symmetric(&grid));
    assert_eq!(make(&grid.seen_by(&Mover::walker()), 16, RULES[0]).bytes(), 200 * 64);
    grid.apply(Edit::new().link_both((0, 0), (9, 9), 40)).unwrap();
    assert!(is_symmetric(&grid));
    grid.apply(Edit::new().link((0, 0), (9, 9), 41)).unwrap();
    assert!(!is_symmetric(&grid));
    let mut grid = Grid::new(20, 10, b'.').unwrap();
    grid.apply(Edit::new().forbid_step((3, 3), Dir::E)).unwrap();
    assert!(!is_symmetric(&grid));
    let rough =
        Terrain::new(2, 0).unwrap().blob(4).unwrap().over(&Grid::new(20, 10, b'.').unwrap());
    let rough = rough.unwrap();
    assert_eq!(make(&rough.seen_by(&Mover::walker()), 16, RULES[0]).bytes(), 200 * 128);
}

#[test]
fn landmarks_are_good_for_one_revision_and_for_costlier_ones_if_asked() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let map = terrain(seed, 7, 6, 3, 5);
        let mut grid = grid_of(&map);
        let mover = Mover::walker();
        let landmarks = make(&grid.seen_by(&mover), 6, rng.pick(&RULES));
        let mut edit = Edit::new();
        for _ in 0..4 {
            let cell = (rng.below(7) as u32, rng.below(6) as u32);
            edit.set(cell, rng.pick(b"@9")).forbid_step(cell, rng.pick(&Dir::ALL));
        }
        grid.apply(&edit).unwrap();
        let view = grid.seen_by(&mover);
        let stale = landmarks.heuristic(&view).unwrap_err();
        assert!(!stale.is_wrong_world());
        let message = "the world has revision 1, the landmarks are for revision 0";
        assert_eq!(stale.to_string(), message);
        let known = Known::of(&read_world(&grid, &mover));
        let guess = landmarks.heuristic_if_only_costlier(&view).unwrap();
        for goal in 0..42 {
            known.check(&guess, &[goal], "costlier");
        }
    }
}

#[test]
fn landmarks_under_an_overlay_stay_good_while_it_only_grows() {
    let grid = Grid::new(8, 6, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mut danger = Overlay::new(&grid);
    danger.set((3, 3), 1000);
    let budget = &mut Budget::unlimited();
    let landmarks = Landmarks::build(&danger.over(&view), 4, RULES[0], budget).unwrap();
    for ticks in 1001..1033 {
        danger.set((3, 3), ticks);
        assert!(landmarks.heuristic(&danger.over(&view)).is_err());
        assert!(landmarks.heuristic_if_only_costlier(&danger.over(&view)).is_ok(), "{ticks}");
    }
}

#[test]
fn landmarks_of_another_world_are_refused() {
    let grid = Grid::new(5, 4, b'.').unwrap();
    let mover = Mover::walker();
    let landmarks = make(&grid.seen_by(&mover), 3, RULES[0]);
    let larger = Grid::new(5, 5, b'.').unwrap();
    let stale = landmarks.heuristic(&larger.seen_by(&mover)).unwrap_err();
    assert!(stale.is_wrong_world());
    assert_eq!(stale.to_string(), "the world has 25 nodes, the landmarks are for 20");
    assert!(landmarks.heuristic_if_only_costlier(&larger.seen_by(&mover)).is_err());
    let slow = mover.clone().terrain(b'.', 2).unwrap();
    let stale = landmarks.heuristic(&grid.seen_by(&slow)).unwrap_err();
    assert!(stale.is_wrong_world() && stale.to_string().contains("cost 27720 to 39202 ticks"));
    // An earlier revision may be cheaper.
    let mut edited = grid.clone();
    edited.apply(Edit::new().set((1, 1), b'@')).unwrap();
    let later = make(&edited.seen_by(&mover), 3, RULES[0]);
    assert!(later.heuristic_if_only_costlier(&grid.seen_by(&mover)).is_err());
}

/// A world of this many nodes and nothing else.
struct Claimed(u32);

impl World for Claimed {
    fn node_count(&self) -> u32 {
        self.0
    }
    fn is_passable(&self, _: NodeId) -> bool {
        false
    }
    fn max_arc_cost(&self) -> u32 {
        1
    }
    fn for_each_arc(&self, _: NodeId, _: astride::world::Way, _: impl FnMut(astride::world::Arc)) {}
    fn follow(&self, node: NodeId, _: astride::base::Slot, _: astride::world::Way) -> NodeId {
        node
    }
}

#[test]
fn sizes_are_refused_before_memory_is_taken() {
    let unlimited = || Budget::unlimited();
    let grid = Grid::new(50, 40, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    for count in [0, 33, u32::MAX] {
        let error = Landmarks::build(&view, count, RULES[0], &mut unlimited()).unwrap_err();
        assert_eq!(error, LandmarksError::Count(count));
        assert_eq!(error.to_string(), format!("{count} landmarks, expected 1 to 32"));
    }
    let enough = 50 * 40 * 64;
    let with = |bytes| Landmarks::build(&view, 16, RULES[0], &mut unlimited().bytes(bytes));
    assert_eq!(with(enough - 1).unwrap_err(), LandmarksError::Spent(Spent::Bytes));
    assert_eq!(with(enough).unwrap().bytes(), enough);
    let huge = Claimed(1 << 22);
    let budget = &mut unlimited().bytes(1 << 20);
    let taken = measure(|| {
        assert!(Landmarks::build(&huge, 32, RULES[0], budget).is_err());
    });
    assert_eq!(taken.count_total, 0);
    // With nothing to stand on there are no landmarks, and every guess is 0.
    let none = Landmarks::build(&Claimed(5), 4, RULES[1], &mut unlimited()).unwrap();
    assert!(none.nodes().is_empty());
    let guess = none.heuristic(&Claimed(5)).unwrap();
    let query = PathQuery::new(node(0), node(4));
    assert_eq!(guess.for_query(&query).aim(&mut [node(4)].into_iter()).estimate(node(0)), 0);
    assert_eq!(guess.aim(&mut std::iter::empty()).estimate(node(0)), 0);
}

#[test]
fn building_stops_when_the_budget_does() {
    let grid = Grid::new(50, 40, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let with =
        |most| Landmarks::build(&view, 4, RULES[1], &mut Budget::unlimited().expansions(most));
    for most in [0, 1, 1999, 5000] {
        assert_eq!(with(most).unwrap_err(), LandmarksError::Spent(Spent::Expansions));
    }
    assert!(with(100_000).is_ok());
}

#[test]
fn with_no_goals_and_with_many_the_guess_is_right() {
    let (grid, mover) = rough_world(7);
    let view = grid.seen_by(&mover);
    let landmarks = make(&view, 8, RULES[1]);
    let guess = landmarks.heuristic(&view).unwrap();
    let aimed = guess.aim(&mut std::iter::empty());
    assert!((0..view.node_count()).all(|at| aimed.estimate(NodeId::new(at)) == 0));
}

#[test]
fn queries_allocate_nothing_but_their_path() {
    let grid = Terrain::new(5, 2).unwrap().over(&Grid::new(60, 60, b'.').unwrap()).unwrap();
    let view = grid.seen_by(&Mover::walker());
    let landmarks = make(&view, 8, RULES[1]);
    let mut scratch = Scratch::new();
    let mut ask = |from, to| {
        let query = PathQuery::new(node(from), node(to));
        let guess = landmarks.heuristic(&view).unwrap().for_query(&query);
        assert!(astar(&view, &guess, &query, &mut scratch, &mut ()).path().is_some());
    };
    let pairs = [(0, 3599), (59, 3540), (1800, 1859), (7, 1200)];
    pairs.into_iter().for_each(|(from, to)| ask(from, to));
    // The other way round, so that no query follows itself.
    for (from, to) in pairs.into_iter().rev() {
        assert_eq!(measure(|| ask(from, to)).count_total, 1);
    }
}

fn shipped(name: &str) -> Grid {
    let bytes = std::fs::read(repository_root().join("data/grid").join(name)).expect("a map");
    grid_of(&scenario::read_map(&bytes).expect("a good map"))
}

#[test]
fn on_a_real_map_far_fewer_nodes_are_expanded() {
    let map = shipped("dao/lak303d.map");
    for classes in [3, 9] {
        let grid = Terrain::new(classes, 1).unwrap().over(&map).unwrap();
        let view = grid.seen_by(&Mover::walker()).prepared();
        let free: Vec<usize> =
            (0..grid.cell_count() as usize).filter(|&at| view.is_passable(node(at))).collect();
        let landmarks = RULES.map(|selection| make(&view, 8, selection));
        let octile = GridHeuristic::octile(&view);
        let (mut rng, mut scratch) = (Rng::new(5), Scratch::new());
        let mut expanded = [0; 3];
        for _ in 0..60 {
            let query = PathQuery::new(node(rng.pick(&free)), node(rng.pick(&free)));
            let plain = astar(&view, &octile, &query, &mut scratch, &mut ());
            expanded[0] += plain.effort().expanded;
            for (landmarks, expanded) in landmarks.iter().zip(&mut expanded[1..]) {
                let guess = landmarks.heuristic(&view).unwrap().for_query(&query);
                let informed = astar(&view, &guess, &query, &mut scratch, &mut ());
                assert_eq!(informed.cost(), plain.cost());
                *expanded += informed.effort().expanded;
            }
        }
        assert!(expanded[1] * 3 < expanded[0] && expanded[2] * 3 < expanded[0], "{expanded:?}");
    }
}

#[test]
fn the_choice_is_pinned() {
    let grid = Terrain::new(4, 8).unwrap().over(&shipped("dao/den011d.map")).unwrap();
    let view = grid.seen_by(&Mover::walker());
    let chosen = |selection| -> Vec<u32> {
        make(&view, 12, selection).nodes().iter().map(|node| node.get()).collect()
    };
    assert_eq!(chosen(Selection::Farthest)[..5], [40961, 4700, 432, 31387, 13226]);
    let avoided = [40961, 4704, 37507, 31387, 13234, 924, 12842, 2349, 2155, 2938, 35266, 27548];
    assert_eq!(chosen(Selection::Avoid), avoided);
}
