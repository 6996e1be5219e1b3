//! A whole scenario at once: queries per second on one thread, on several, and their ratio.
//!
//! On a busy machine that ratio says little; what threads cost each other shows in the ratio of the
//! processor times of the whole batch, on several threads to one.

use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Cell, Cost};
use astride::planner::{Guide, Method};
use astride::search::Outcome;
use astride::shapes::square::Mover;

use crate::Failure;
use crate::clock;
use crate::count::Digest;
use crate::maps;

/// What is asked.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Maps, or folders of them [default: the chosen maps]
    maps: Vec<PathBuf>,
    /// How to answer (repeat for more) [default: jps, jump-table and labels]
    #[arg(long, value_name = "NAME")]
    method: Vec<Method>,
    /// How many threads are compared with one
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// How often each is timed; the least time counts
    #[arg(long, value_name = "N", default_value_t = 7)]
    repeat: usize,
    /// How often the rows of the scenario are asked in one batch
    #[arg(long, value_name = "N", default_value_t = 4)]
    times: usize,
    /// Costs alone, without paths
    #[arg(long)]
    cost_only: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let methods = match &options.method[..] {
        [] => vec![Method::Jps, Method::JumpTable, Method::Labels],
        methods => methods.to_vec(),
    };
    let many = options.threads;
    let pools = [1, many].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build());
    let [one, more] = pools;
    let (one, more) = (one?, more?);
    println!(
        "| map | method | questions | per second, 1 thread | {many} threads | ratio | processor | \
         digest |\n|---|---|--:|--:|--:|--:|--:|---|"
    );
    for place in maps::places(&options.maps)? {
        let Some(case) = maps::load_place(&place)? else { continue };
        let grid = &case.map.grid;
        let rows: Vec<(Cell, Cell)> =
            case.rows(usize::MAX).iter().map(|(_, row)| (row.start, row.goal)).collect();
        let pairs = rows.repeat(options.times.max(1));
        for &method in &methods {
            let mut guide = Guide::new(Mover::walker()).method(method);
            let name = &case.map.name;
            if let Err(error) = guide.prepare_for(grid, pairs.len() as u64) {
                println!("| {name} | {method} | {error} | | | | | |");
                continue;
            }
            // Only the batch is timed, neither reading nor dropping the answers.
            let ask = || match options.cost_only {
                true => {
                    let (costs, spent) = timed(|| guide.many_costs(grid, &pairs));
                    (digest(costs.into_iter().map(|cost| cost.ok().flatten())), spent)
                }
                false => {
                    let (answers, spent) = timed(|| guide.many(grid, &pairs));
                    let cost = |answer: &Result<Outcome, _>| answer.as_ref().ok()?.cost();
                    (digest(answers.iter().map(cost)), spent)
                }
            };
            let (mut least, mut digests) = ([[f64::INFINITY; 2]; 2], Vec::new());
            // They take turns, so that both see the same weather.
            for _ in 0..options.repeat.max(1) {
                for (least, pool) in least.iter_mut().zip([&one, &more]) {
                    let (digest, spent) = pool.install(ask);
                    *least = [0, 1].map(|clock| least[clock].min(spent[clock]));
                    digests.push(digest);
                }
            }
            digests.dedup();
            let [digest] = digests[..] else {
                return Err(format!("{name}: {method} answers differ between threads").into());
            };
            let [alone, together] = least.map(|[seconds, _]| pairs.len() as f64 / seconds);
            let [[_, alone_processor], [_, together_processor]] = least;
            let processor = together_processor / alone_processor;
            println!(
                "| {name} | {method} | {} | {alone:.0} | {together:.0} | {:.2} | {processor:.2} | {digest:016x} |",
                pairs.len(),
                together / alone
            );
        }
    }
    Ok(())
}

/// What `work` gives, and the seconds that it took: on the wall, since threads are what is measured here,
/// and of all threads together.
fn timed<T>(work: impl FnOnce() -> T) -> (T, [f64; 2]) {
    let (began, processor) = (Instant::now(), clock::all_threads());
    let result = work();
    (result, [began.elapsed(), clock::all_threads() - processor].map(|time| time.as_secs_f64()))
}

fn digest(costs: impl Iterator<Item = Option<Cost>>) -> u64 {
    let mut digest = Digest::new();
    costs.for_each(|cost| digest.add(cost));
    digest.0
}
