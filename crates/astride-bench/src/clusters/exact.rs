//! What a cheapest path takes: A* as it is, and with the route of clusters as its bound.

use astride::base::Budget;
use astride::index::{Landmarks, Selection};
use astride::search::{Outcome, Query, Scratch, Search};
use astride::shapes::square::{
    Clusters, ClustersScratch, GridHeuristic, JumpMap, JumpScratch, JumpSearch, Neighbours,
};

use super::{Options, Questions, walker};
use crate::Failure;
use crate::clock::timed;
use crate::stats::mean;

/// The contestants, A* first.
const NAMES: [&str; 6] = [
    "A*",
    "A*, canonical",
    "clusters and cells",
    "clusters and cells, 8 landmarks",
    "clusters and jump points",
    "jump points",
];

/// Landmarks of a map larger than this would take too long to make.
const MOST_CELLS: u32 = 1 << 24;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Expanded nodes and µs of the thread, means over the queries; the ratios are of their \
         sums, A* divided by each.\n\n| map | queries | contestant | expanded | fewer | µs | \
         quicker |\n|---|--:|---|--:|--:|--:|--:|"
    );
    options.large(|questions| measure(options, questions))
}

fn measure(options: &Options, questions: &Questions) -> Result<(), Failure> {
    let mover = walker(Neighbours::Eight);
    let view = questions.grid.seen_by(&mover);
    let clusters = Clusters::build(&view, &options.sizes(), &mut |_| true)?;
    let jumps = JumpMap::new(&view)?;
    let octile = GridHeuristic::octile(&view);
    let budget = || Budget::unlimited();
    let is_small = questions.grid.cell_count() <= MOST_CELLS;
    let count = if is_small { Landmarks::USUAL } else { 1 };
    let landmarks = Landmarks::new(&view, count, Selection::default(), &mut budget())?;
    let guess = landmarks.heuristic(&view)?.over(octile);
    let (mut coarse, mut cells) = (ClustersScratch::new(), Scratch::new());
    let mut jumping = JumpScratch::new();
    let mut taken = NAMES.map(|_| (Vec::new(), Vec::new()));
    for &[from, to] in questions.ends.iter().take(1).chain(&questions.ends) {
        let node = |cell| view.grid().node(cell).ok_or("an end is off the map");
        let query = Query::new(node(from)?, node(to)?);
        let canonical = query.canonical();
        let mut answers: Vec<(Outcome, f64)> = Vec::new();
        answers.push(timed(|| {
            Search::astar(&view, &octile, &query, &mut cells).run(&mut budget(), &mut ())
        }));
        answers.push(timed(|| {
            Search::astar(&view, &octile, &canonical, &mut cells).run(&mut budget(), &mut ())
        }));
        let (found, took) =
            timed(|| clusters.cheapest(&view, from, to, (&mut coarse, &mut cells), &mut budget()));
        answers.push((found?, took));
        let (found, took) = timed(|| {
            let lent = (&mut coarse, &mut cells);
            clusters.cheapest_guided(&view, &guess, (from, to), lent, &mut budget())
        });
        answers.push((found?, took));
        let (found, took) = timed(|| {
            let lent = (&mut coarse, &mut jumping);
            clusters.cheapest_by_jumps(&view, &jumps, (from, to), lent, &mut budget())
        });
        answers.push((found?, took));
        answers.push(timed(|| JumpSearch::new(&jumps, from, to, &mut jumping).run(&mut budget())));
        for ((outcome, took), (counts, times)) in answers.iter().zip(&mut taken) {
            if outcome.cost() != answers[0].0.cost() {
                return Err(format!("{}: {from} to {to}: costs differ", questions.name).into());
            }
            counts.push(outcome.effort().expanded as f64);
            times.push(*took);
        }
    }
    for (counts, times) in &mut taken {
        // The first question takes the memory; it is asked again.
        counts.remove(0);
        times.remove(0);
    }
    let (most, longest) = (mean(&taken[0].0), mean(&taken[0].1));
    for (name, (counts, times)) in NAMES.iter().zip(&taken) {
        let (count, time) = (mean(counts), mean(times));
        println!(
            "| {} | {} | {name} | {count:.0} | {:.1} | {time:.0} | {:.1} |",
            questions.name,
            counts.len(),
            most / count.max(1.0),
            longest / time.max(1e-3),
        );
    }
    Ok(())
}
