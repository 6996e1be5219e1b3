//! Every small wall pattern, all pairs, every method and rule, against a table filled in by Floyd
//! and Warshall.
//!
//! By default: all 3×3 and smaller maps, all pairs, by every contestant that promises cheapest
//! paths; a sample of the 3×4 and 4×4 maps by distance fields and by the others.
//! `ASTRIDE_SLOW_TESTS=1`: all pairs by all contestants on all 3×4 and 4×4 maps, and 4×5 maps by
//! fields, with pairs drawn for the others.
//!
//! The same on every pattern of walls, land and water up to 2×3, and on a sample of those of 3×3
//! and 4×3 cells, which the slow run makes whole.

use astride::base::{Budget, NodeId, Scale};
use astride::search::DistanceField;
use astride::shapes::square::{Grid, Metric, Mover};
use astride::world::Way;
use astride_testkit::adapter::{engine_corners, engine_neighbours, grid_of};
use astride_testkit::contestants::square::{Contestant, Guess, Memory};
use astride_testkit::contestants::{Field, Method};
use astride_testkit::generate::{GenMap, media_patterns, wall_patterns};
use astride_testkit::judge::{Answer, Ask};
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners, Neighbours, SquareWorld};
use astride_testkit::tally::{Tally, is_slow_run, spread};
use astride_testkit::tiny::{NONE, Tiny};

const RULES: [(Neighbours, Corners); 4] = [
    (Neighbours::Four, Corners::Never),
    (Neighbours::Eight, Corners::Never),
    (Neighbours::Eight, Corners::OneFree),
    (Neighbours::Eight, Corners::Always),
];

/// Which pairs the searches are asked.
#[derive(Clone, Copy)]
enum Pairs {
    /// All pairs, by all contestants.
    All,
    /// All pairs of free cells, by the first contestant of each method.
    FreeOncePerMethod,
    /// This many pairs of each map, by all contestants.
    Drawn(usize),
}

#[test]
fn every_small_map_is_solved_by_every_optimal_method() {
    for (width, height) in [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3)] {
        exhaust("exhaustive, small maps", wall_patterns(width, height), Pairs::All);
    }
}

/// Every map in a slow run, else one of `count`. A prime `count` is coprime to the number of
/// patterns of one row, so that each row is seen with all of its patterns.
fn one_of(count: usize) -> usize {
    if is_slow_run() { 1 } else { count }
}

#[test]
fn maps_of_four_by_four_are_solved_by_every_optimal_method() {
    let pairs = if is_slow_run() { Pairs::All } else { Pairs::FreeOncePerMethod };
    exhaust("exhaustive 4x4", wall_patterns(4, 4).step_by(one_of(53)), pairs);
}

#[test]
fn maps_of_three_by_four_are_solved_by_every_optimal_method() {
    let pairs = if is_slow_run() { Pairs::All } else { Pairs::Drawn(24) };
    exhaust("exhaustive 3x4", wall_patterns(3, 4).step_by(one_of(11)), pairs);
}

#[test]
fn every_map_of_four_by_five_is_solved_by_fields() {
    if is_slow_run() {
        exhaust("exhaustive 4x5", wall_patterns(4, 5), Pairs::Drawn(1));
    }
}

#[test]
fn small_maps_of_land_and_water_are_solved_by_every_optimal_method() {
    for (width, height) in [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3)] {
        exhaust("exhaustive, small waters", media_patterns(width, height), Pairs::All);
    }
    let pairs = if is_slow_run() { Pairs::All } else { Pairs::FreeOncePerMethod };
    exhaust("exhaustive waters 3x3", media_patterns(3, 3).step_by(one_of(31)), pairs);
}

#[test]
fn maps_of_land_and_water_of_four_by_three_are_solved_by_every_optimal_method() {
    exhaust("waters 4x3", media_patterns(4, 3).step_by(one_of(733)), Pairs::Drawn(24));
}

fn methods() -> Vec<Contestant> {
    let octile = Guess::By(Metric::Octile);
    let optimal = [
        (Method::AStar, octile),
        (Method::AStar, Guess::By(Metric::Euclidean)),
        (Method::AStar, Guess::By(Metric::Chebyshev)),
        (Method::AStar, Guess::Bumpy),
        (Method::Canonical, octile),
        (Method::Canonical, Guess::By(Metric::Zero)),
        (Method::Dijkstra, octile),
        (Method::Bidirectional, octile),
        (Method::Bidirectional, Guess::By(Metric::Zero)),
        (Method::IdaStar, octile),
        (Method::Reachable, octile),
        (Method::BreadthFirst, octile),
    ];
    let own = SquareWorld::OWN.iter().filter(|own| own.name != "few labels");
    let own = own.map(|own| (Method::Own(own.name), octile));
    optimal.into_iter().chain(own).map(|(method, guess)| Contestant::new(method, guess)).collect()
}

fn exhaust(name: &'static str, maps: impl Iterator<Item = GenMap>, pairs: Pairs) {
    let maps: Vec<GenMap> = maps.collect();
    let mut methods = methods();
    if let Pairs::FreeOncePerMethod = pairs {
        methods.dedup_by_key(|contestant| contestant.method);
    }
    let tally = Tally::new(name);
    let cells = maps[0].classes.len() as u64;
    spread(maps.len() as u64, Memory::default, |memory, at| {
        let map = &maps[at as usize];
        let grid = grid_of(map);
        let mut asked = 0;
        for (rule, (neighbours, corners)) in RULES.into_iter().enumerate() {
            let mover = Mover::walker()
                .scale(Scale::CLASSIC)
                .neighbours(engine_neighbours(neighbours))
                .corners(engine_corners(corners));
            let tiny = Tiny::new(map, neighbours, corners, 10, 14);
            let seed = at * 4 + rule as u64;
            let world = &Small { grid: &grid, mover: &mover, tiny: &tiny, map };
            check_fields(world, &mut memory.field);
            asked += cells * cells;
            asked += check_pairs(world, &methods, pairs, seed, memory);
        }
        tally.add(1, asked);
    });
    tally.finish();
    assert!(tally.queries() >= maps.len() as u64 * 4 * cells * cells);
}

/// A map under one rule, with its table.
struct Small<'a> {
    grid: &'a Grid,
    mover: &'a Mover,
    tiny: &'a Tiny,
    map: &'a GenMap,
}

fn check_fields(world: &Small<'_>, field: &mut DistanceField) {
    let Small { grid, mover, tiny, map } = world;
    let view = grid.seen_by(mover);
    for from in 0..tiny.cells() {
        let source = [(NodeId::new(from as u32), 0)];
        field.compute(&view, &source, Way::Forward, &mut Budget::unlimited());
        for to in 0..tiny.cells() {
            let found = field.distance(NodeId::new(to as u32));
            let expected = tiny.distance(from, to);
            let expected = (expected != NONE).then_some(u64::from(expected));
            assert_eq!(
                found,
                expected,
                "{from} to {to}, {mover_rules:?}\n{map}",
                mover_rules = (mover.neighbour_rule(), mover.corner_rule())
            );
        }
    }
}

fn check_pairs(
    world: &Small<'_>,
    methods: &[Contestant],
    pairs: Pairs,
    seed: u64,
    memory: &mut Memory,
) -> u64 {
    let Small { grid, mover, tiny, map } = world;
    let view = grid.seen_by(mover);
    let mut rng = Rng::new(seed);
    let mut asked = 0;
    // Tables and labels take longer to make than to ask: of the many, some worlds at random.
    let is_all = !matches!(pairs, Pairs::FreeOncePerMethod);
    let has_table = is_all || rng.below(4) == 0;
    let has_labels = is_all || rng.below(16) == 0;
    let is_helped = is_all || rng.below(48) == 0;
    memory.enter();
    let is_ready = |contestant: &&Contestant| match contestant.method {
        Method::Own("jump map") => true,
        Method::Own("jump table" | "jump boxes" | "jump landmarks") => has_table,
        Method::Own("labels") => has_labels,
        Method::Own(_) => is_helped,
        _ => true,
    };
    let cells = tiny.cells();
    let count = match pairs {
        Pairs::All | Pairs::FreeOncePerMethod => cells * cells,
        Pairs::Drawn(count) => count,
    };
    for at in 0..count {
        let (from, to) = match pairs {
            Pairs::All | Pairs::FreeOncePerMethod => (at / cells, at % cells),
            Pairs::Drawn(_) => (rng.below(cells), rng.below(cells)),
        };
        let is_free = |cell: usize| tiny.distance(cell, cell) != NONE;
        if matches!(pairs, Pairs::FreeOncePerMethod) && !(is_free(from) && is_free(to)) {
            continue;
        }
        let ask = Ask::new(from, to);
        for contestant in methods.iter().filter(is_ready) {
            let reply = contestant.answer(&view, &view, &ask, memory, 0);
            let verdict = match &reply.answer {
                Answer::Path(walk) if contestant.method == Method::Own("clusters") => {
                    tiny.check_walk(from, to, walk)
                }
                Answer::Path(walk) if contestant.method != Method::BreadthFirst => {
                    tiny.check_cheapest(from, to, walk)
                }
                Answer::Path(walk) => tiny.check_fewest(from, to, walk),
                Answer::NoPath { .. } if tiny.distance(from, to) == NONE => Ok(()),
                Answer::NoPath { .. } => Err("no path, but there is one".to_owned()),
            };
            let refusal = reply.refused.map(|refused| format!("{refused:?} refused"));
            if let Some(fault) = verdict.err().or(reply.fault).or(refusal) {
                let rules = (mover.neighbour_rule(), mover.corner_rule());
                panic!(
                    "{contestant}: {fault}\n{from} to {to}, {rules:?}\n{:?}\n{map}",
                    reply.answer
                );
            }
            asked += 1;
        }
    }
    asked
}
