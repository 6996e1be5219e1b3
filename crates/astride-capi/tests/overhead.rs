//! What a call from C costs over the same call in Rust, in nanoseconds: the least of many batches,
//! each so short that the machine rarely has something else to do meanwhile.
//!
//! It is measured with `ASTRIDE_SLOW_TESTS=1`, printed with `--nocapture`, and judged in a release build;
//! without optimisation it only has to be of that order.

use std::hint::black_box;
use std::time::Instant;

use astride::base::{Budget, Cell};
use astride::prelude::{Grid, Mover, PathQuery, Scratch};
use astride::shapes::square::JumpMap;

use crate::programs::{Language, both_ways, is_slow};

/// As `tests/c/overhead.c` does.
const BATCHES: u32 = 2_000;
const CALLS: u32 = 500;

fn nanoseconds(mut call: impl FnMut(u32)) -> f64 {
    let mut batch = |_: u32| {
        let begin = Instant::now();
        (0..CALLS).for_each(&mut call);
        begin.elapsed().as_nanos() as f64 / f64::from(CALLS)
    };
    (0..BATCHES).map(&mut batch).fold(f64::INFINITY, f64::min)
}

/// The same three questions as the program in C.
fn in_rust() -> [f64; 3] {
    let grid = Grid::new(64, 64, b'.').expect("a grid");
    let mover = Mover::walker();
    let jumps = JumpMap::build(&grid.seen_by(&mover)).expect("jump points");
    let (mut scratch, mut free) = (Scratch::new(), Budget::unlimited());
    let goal = grid.node((5, 4)).expect("a cell of it");
    let query = |x: u32| PathQuery::new(grid.node((x, 3u32)).expect("a cell of it"), goal);
    let class = nanoseconds(|at| {
        black_box(grid.class(Cell::new(at & 63, 3)));
    });
    let cost = nanoseconds(|at| {
        black_box(jumps.search(&query(at & 7), &mut scratch).expect("two ends").cost());
    });
    let path = nanoseconds(|at| {
        let mut search = jumps.search(&query(at & 7), &mut scratch).expect("two ends");
        black_box(&search.run(&mut free, &mut ()));
    });
    [class, cost, path]
}

#[test]
fn a_call_from_c_costs_little_more() {
    if !is_slow() || !Language::C.is_here("a_call_from_c_costs_little_more") {
        return;
    }
    let rust = in_rust();
    let [linked, shared] = both_ways(Language::C, "tests/c/overhead.c", &[]);
    let lines = linked.lines().zip(rust).chain(shared.lines().zip(rust));
    for (line, rust) in lines {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let c: f64 = words.next().and_then(|number| number.parse().ok()).expect("a number");
        println!("{name}: {c:.1} ns from C, {rust:.1} ns in Rust, {:.1} ns over", c - rust);
        // A path is copied into the `AstridePath`.
        let most = match name {
            _ if cfg!(debug_assertions) => 200.0,
            "path" => 100.0,
            _ => 20.0,
        };
        assert!(c - rust < most, "{name}: {c} ns from C, {rust} ns in Rust");
    }
}
