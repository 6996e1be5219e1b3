//! What does a tick of a farm cost?
//! `cargo run --release -p astride-play --no-default-features --example animals [count]`
//!
//! A busy machine takes the processor away for milliseconds at a time, so each tick is timed in
//! several runs of the same history, and its least time counts.

use std::time::Instant;

use astride::shapes::square::Mover;
use astride_agents::guided::{JumpRoutes, Work};
use astride_play::units::Farm;

/// From some time before dusk to some after it.
const FIRST: u32 = 3000;
const TICKS: usize = 3000;
const RUNS: usize = 3;
const BUDGET: u64 = 20_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).map_or(Ok(5000), |text| text.parse())?;
    let mover = Mover::walker();
    let mut least = vec![u64::MAX; TICKS];
    let (mut digest, mut all, mut side) = (0, Work::default(), 0);
    for run in 0..RUNS {
        let mut farm = Farm::new(7, count)?;
        let mut routes = JumpRoutes::default();
        let view = farm.grid.seen_by(&mover);
        farm.herd.advance(&view, &mut routes, FIRST, u64::MAX)?;
        all = Work::default();
        for least in &mut least {
            let begin = Instant::now();
            // As a server does it: a view per tick.
            let view = farm.grid.seen_by(&mover);
            let work = farm.herd.advance(&view, &mut routes, 1, BUDGET)?;
            *least = (*least).min(begin.elapsed().as_nanos() as u64);
            all.expanded += work.expanded;
            all.answered += work.answered;
            all.arrived += work.arrived;
            all.waiting = all.waiting.max(work.waiting);
        }
        assert!(run == 0 || digest == farm.herd.digest(), "each run is the same history");
        (digest, side) = (farm.herd.digest(), farm.grid.width());
    }
    let slowest = (0..TICKS).max_by_key(|&tick| least[tick]).unwrap_or(0);
    least.sort_unstable();
    let micros = |nanos: u64| nanos as f64 / 1000.0;
    let mean = micros(least.iter().sum::<u64>()) / TICKS as f64;
    println!("{count} animals on {side}x{side} cells, {TICKS} ticks, least of {RUNS} runs:");
    println!(
        "mean {mean:.0} us, median {:.0} us, p99 {:.0} us, most {:.0} us in tick {}",
        micros(least[TICKS / 2]),
        micros(least[TICKS * 99 / 100]),
        micros(least[TICKS - 1]),
        FIRST as usize + slowest + 1
    );
    println!(
        "{} requests answered, {} expansions, at most {} waiting, {} arrivals; digest {digest:016x}",
        all.answered, all.expanded, all.waiting, all.arrived
    );
    Ok(())
}
