//! How soon the first steps are there: clusters beside searches that find the whole path first.

use astride::base::{Budget, Cell, NodeId};
use astride::search::{Outcome, Query, Scratch, Search};
use astride::shapes::square::{
    Clusters, ClustersScratch, GridHeuristic, GridView, JumpMap, JumpScratch, JumpSearch,
    Neighbours,
};

use super::{Options, Questions, walker};
use crate::Failure;
use crate::clock::timed;
use crate::stats::{geometric_mean, percentile};

/// A* is stopped after so many nodes; it would have taken longer.
const MOST_EXPANDED: u64 = 20_000_000;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Times are µs of the thread until the first steps can be walked; ratios are geometric \
         means over the queries. A* is stopped after {MOST_EXPANDED} nodes.\n\n| map | queries | built ms | bytes/cell | clusters 50 % | 99 % \
         | most | A* 50 % | 99 % | most | A*/clusters | jump points 50 % | 99 % | most | \
         JPS/clusters |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    options.large(|questions| measure(options, questions))
}

fn measure(options: &Options, questions: &Questions) -> Result<(), Failure> {
    let mover = walker(Neighbours::Eight);
    let view = questions.grid.seen_by(&mover);
    let (built, build) = timed(|| Clusters::build(&view, &options.sizes(), &mut |_| true));
    let clusters = built?;
    let jumps = JumpMap::new(&view)?;
    let mut scratch = (ClustersScratch::new(), JumpScratch::new(), Scratch::new());
    let octile = GridHeuristic::octile(&view);
    let mut micros = [(); 3].map(|()| Vec::with_capacity(questions.ends.len()));
    // The first question takes the memory; it is asked again.
    for &[from, to] in questions.ends.iter().take(1).chain(&questions.ends) {
        let (first, ours) = timed(|| first_steps(&clusters, &view, [from, to], &mut scratch.0));
        let (path, jumped) = timed(|| {
            JumpSearch::new(&jumps, from, to, &mut scratch.1).run(&mut Budget::unlimited())
        });
        let node = |cell| view.grid().node(cell).ok_or("an end is off the map");
        let query = Query::new(node(from)?, node(to)?);
        let (whole, searched) = timed(|| {
            Search::astar(&view, &octile, &query, &mut scratch.2)
                .run(&mut Budget::unlimited().expansions(MOST_EXPANDED), &mut ())
        });
        let is_cut = matches!(whole, Outcome::OutOfBudget(_));
        let differ = path.cost() != whole.cost() && !is_cut;
        if first.is_some() != path.path().is_some() || differ {
            return Err(format!("{}: {from} to {to}: the searches differ", questions.name).into());
        }
        for (times, took) in micros.iter_mut().zip([ours, searched, jumped]) {
            times.push(took);
        }
    }
    for times in &mut micros {
        times.remove(0);
    }
    let [ours, searched, jumped] = &micros;
    let text = |times: &[f64]| {
        let [half, most, all] = [50, 99, 100].map(|percent| percentile(times, percent));
        format!("{half:.0} | {most:.0} | {all:.0}")
    };
    let ratio = |theirs: &[f64]| {
        geometric_mean(&theirs.iter().zip(ours).map(|(a, b)| a / b).collect::<Vec<_>>())
    };
    println!(
        "| {} | {} | {:.1} | {:.2} | {} | {} | {:.1} | {} | {:.2} |",
        questions.name,
        ours.len(),
        build / 1e3,
        clusters.bytes() as f64 / f64::from(questions.grid.cell_count()),
        text(ours),
        text(searched),
        ratio(searched),
        text(jumped),
        ratio(jumped),
    );
    Ok(())
}

/// How many steps come first, 0 where start and goal are the same; `None` if there is no path.
pub(super) fn first_steps(
    clusters: &Clusters,
    view: &GridView<'_>,
    [from, to]: [Cell; 2],
    scratch: &mut ClustersScratch,
) -> Option<usize> {
    let outcome = clusters.route(view, from, to, scratch, &mut Budget::unlimited()).ok()?;
    let mut route = outcome.route()?;
    let steps = route.next_steps(clusters, view, scratch).ok()?;
    Some(steps.map_or(0, <[NodeId]>::len))
}
