//! How long each index of a road network takes to build and to answer.
//!
//! `cargo run --release --example road_times -- data/road/monaco.time.gr` reads a graph in the
//! format of DIMACS or PACE, uncompressed. Every distance is compared with that of the hierarchy.
//! Times are of one thread; "again" repeats a hundred pairs that stay in the cache, "apart" asks
//! pairs that lie anywhere.

use std::hint::black_box;
use std::time::Instant;

use astride::base::Cost;
use astride::index::customisable::Skeleton;
use astride::index::hierarchy::Hierarchy;
use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
use astride::io::read_graph;
use astride::search::Scratch;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("data/road/monaco.time.gr".to_owned());
    let graph = read_graph(&std::fs::read(&file)?)?;
    let arcs = SparseGraph::of_world(&graph)?;
    println!("{file}: {} places, {} arcs", arcs.node_count(), arcs.arc_count());
    let pairs = pairs(arcs.node_count(), 20_000);
    let few: Vec<[u32; 2]> = pairs.iter().take(100).copied().cycle().take(20_000).collect();

    let (hierarchy, seconds) = timed(|| Hierarchy::build(&arcs));
    let hierarchy = hierarchy?;
    built("hierarchy", seconds, hierarchy.bytes());
    let mut scratch = Scratch::new();
    let truth: Vec<Option<Cost>> =
        pairs.iter().map(|&[from, to]| hierarchy.distance(from, to, &mut scratch)).collect();
    ask("again", &few, |from, to| hierarchy.distance(from, to, &mut scratch));
    ask("apart", &pairs, |from, to| hierarchy.distance(from, to, &mut scratch));
    let mut nodes = Vec::new();
    ask("paths", &pairs, |from, to| hierarchy.path(from, to, &mut scratch, &mut nodes));
    let (sources, targets): (Vec<u32>, Vec<u32>) =
        pairs.iter().take(1000).map(|&[from, to]| (from, to)).unzip();
    let (costs, seconds) = timed(|| hierarchy.matrix(&sources, &targets, &mut scratch));
    println!("  matrix    {:9.1} ns an entry", seconds * 1e9 / 1e6);

    let (labels, seconds) = timed(|| HubLabels::build(&arcs, &HubOptions::default()));
    let labels = labels?;
    let summary = labels.summary();
    built("labels", seconds, summary.bytes);
    println!(
        "  {:.1} hubs a label, {} at most, {} labels",
        summary.mean(),
        summary.largest,
        summary.stored
    );
    let mut hubs = Scratch::new();
    let mut cost = |from: u32, to: u32| {
        labels.distance(&[(from, 0)], &[(to, 0)], &mut hubs).map(|meeting| meeting.total)
    };
    for (&[from, to], &cost_there) in pairs.iter().zip(&truth) {
        assert_eq!(cost(from, to), cost_there, "{from} to {to}");
    }
    ask("again", &few, &mut cost);
    ask("apart", &pairs, &mut cost);
    ask("paths", &pairs, |from, to| {
        let meeting = labels.distance(&[(from, 0)], &[(to, 0)], &mut hubs)?;
        labels.unpack(&meeting, &mut hubs, &mut nodes);
        Some(nodes.len() as u64)
    });
    let (same, seconds) = timed(|| labels.matrix(&sources, &targets, &mut hubs));
    assert!(same == costs, "both matrices are the same");
    println!("  matrix    {:9.1} ns an entry", seconds * 1e9 / 1e6);

    let (skeleton, seconds) = timed(|| Skeleton::build(&arcs));
    built("skeleton", seconds, skeleton.bytes());
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let (customised, seconds) = timed(|| skeleton.customise(&arcs));
        black_box(customised?);
        least = least.min(seconds);
    }
    println!("  new costs {:9.2} ms for all arcs", least * 1e3);
    let customised = skeleton.customise(&arcs)?;
    let mut scratch = Scratch::new();
    for (&[from, to], &cost) in pairs.iter().zip(&truth) {
        assert_eq!(customised.distance(from, to, &mut scratch), cost, "{from} to {to}");
    }
    ask("again", &few, |from, to| customised.distance(from, to, &mut scratch));
    ask("apart", &pairs, |from, to| customised.distance(from, to, &mut scratch));
    ask("paths", &pairs, |from, to| customised.path(from, to, &mut scratch, &mut nodes));
    Ok(())
}

/// Random pairs of places, the same each time.
fn pairs(places: u32, count: usize) -> Vec<[u32; 2]> {
    let mut state = 7_u64;
    let mut place = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) % u64::from(places)) as u32
    };
    (0..count).map(|_| [place(), place()]).collect()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let made = work();
    (made, began.elapsed().as_secs_f64())
}

fn built(name: &str, seconds: f64, bytes: usize) {
    println!("{name}: {seconds:.2} s, {:.1} MB", bytes as f64 / 1e6);
}

/// The least mean of five runs over all pairs, in microseconds.
fn ask(name: &str, pairs: &[[u32; 2]], mut query: impl FnMut(u32, u32) -> Option<u64>) {
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let ((), seconds) = timed(|| {
            for &[from, to] in pairs {
                black_box(query(from, to));
            }
        });
        least = least.min(seconds);
    }
    println!("  {name:9} {:9.3} us", least * 1e6 / pairs.len() as f64);
}
