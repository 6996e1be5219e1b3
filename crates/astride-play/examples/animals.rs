//! What does a tick of a farm cost? `cargo run --release -p astride-play --example animals [count]`

use std::time::Instant;

use astride::world::Mover;
use astride_play::units::{Prepared, Units};

const TICKS: usize = 3000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).map_or(Ok(5000), |text| text.parse())?;
    let mover = Mover::walker();
    for run in 1..=3 {
        let mut farm = Units::farm(7, count)?;
        let prepared = Prepared::new(&farm.grid, &mover);
        let (mut micros, mut expanded, mut waiting) = (Vec::with_capacity(TICKS), 0, 0);
        for _ in 0..TICKS {
            let begin = Instant::now();
            let view = farm.grid.seen_by(&mover);
            let work = farm.units.advance(&view, &prepared, 1, 20_000);
            micros.push(begin.elapsed().as_micros());
            expanded += work.expanded;
            waiting = waiting.max(work.waiting);
        }
        micros.sort_unstable();
        let mean = micros.iter().sum::<u128>() as f64 / TICKS as f64;
        let (p99, most) = (micros[TICKS * 99 / 100], micros[TICKS - 1]);
        println!(
            "run {run}: {count} animals on {side}x{side} cells, {TICKS} ticks: mean {mean:.0} us, \
             p99 {p99} us, most {most} us; {expanded} expansions, at most {waiting} waiting, \
             digest {digest:016x}",
            side = farm.grid.width(),
            digest = farm.units.digest(),
        );
    }
    Ok(())
}
