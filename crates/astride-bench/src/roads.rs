//! Road networks: a hierarchy and hub labels beside the crate `fast_paths`, on the same graph in turns.
//!
//! All costs are compared with those of Dijkstra's search for some of the questions, and with each
//! other for all. The peer skips arcs that cost nothing, so these cost 1 here, for all contestants.

use std::io::Read;
use std::path::{Path, PathBuf};

use astride::base::NodeId;
use astride::index::hierarchy::{Hierarchy, HierarchyScratch};
use astride::index::hubs::{HubLabels, HubOptions, HubScratch, SparseGraph};
use astride::io::read_graph;
use astride::search::{Query, Scratch, dijkstra};
use astride::shapes::graph::Graph;
use astride::world::World;
use astride_testkit::data;
use astride_testkit::rng::Rng;
use fast_paths::InputGraph;
use flate2::read::MultiGzDecoder;

use crate::Failure;
use crate::clock::timed;

/// The networks that are measured if none is named, below the folder of data.
const CHOSEN: [&str; 3] = [
    "road/osm/andorra.time.gr",
    "road/fast_paths/bremen_time.gr.gz",
    "road/fast_paths/graph_ballard.gr.gz",
];

/// This many of the questions are asked of Dijkstra's search, too.
const CHECKED: usize = 20;

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Graphs: .gr, plain or .gz [default: those in the folder of data]
    files: Vec<PathBuf>,
    /// How many questions are asked
    #[arg(long, value_name = "N", default_value_t = 2000)]
    questions: usize,
    /// How often each contestant is timed; the median counts
    #[arg(long, value_name = "N", default_value_t = 7)]
    repeat: usize,
}

type Pair = (u32, u32);

/// Something that answers with costs, the sum of nodes of paths for those that are asked for.
struct Contestant<'a> {
    name: &'static str,
    /// Seconds and bytes of what was built.
    built: (f64, usize),
    cost: Box<dyn FnMut(Pair) -> Option<u64> + 'a>,
    path: Box<dyn FnMut(Pair) -> usize + 'a>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = data::data_dir();
    let files = match (&options.files[..], folder) {
        ([], Some(folder)) => CHOSEN.map(|name| folder.join(name)).to_vec(),
        ([], None) => return Err("no folder of data, expected files".into()),
        (files, _) => files.to_vec(),
    };
    println!(
        "| network | nodes | arcs | method | build, s | over fast_paths | MiB | cost, µs | over \
         fast_paths | path, µs | over fast_paths |\n|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|"
    );
    files.iter().try_for_each(|file| measure(file, options))
}

fn read(file: &Path) -> Result<Graph, Failure> {
    let mut bytes = std::fs::read(file)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain)?;
        bytes = plain;
    }
    let graph = read_graph(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(graph.reweighted(|_, _, cost| cost.max(1))?)
}

fn measure(file: &Path, options: &Options) -> Result<(), Failure> {
    let graph = read(file)?;
    let sparse = SparseGraph::of_world(&graph)?;
    let (peer, peer_built) = timed(|| {
        let mut input = InputGraph::new();
        for (from, to, cost) in graph.all_arcs() {
            input.add_edge(from as usize, to as usize, cost as usize);
        }
        input.freeze();
        fast_paths::prepare(&input)
    });
    let (hierarchy, hierarchy_built) = timed(|| Hierarchy::build(&sparse, &mut |_| true));
    let (labels, labels_built) =
        timed(|| HubLabels::build(&sparse, &HubOptions::default(), &mut |_| true));
    let (hierarchy, labels) = (hierarchy?, labels?);
    let mut calculators = [0; 2].map(|_| fast_paths::create_calculator(&peer));
    let [ask, walk] = &mut calculators;
    let mut climbs = [HierarchyScratch::new(), HierarchyScratch::new()];
    let [climb, way] = &mut climbs;
    let mut hubs = [HubScratch::new(), HubScratch::new()];
    let [merge, along] = &mut hubs;
    let (mut nodes, mut places) = (Vec::new(), Vec::new());
    let edges = peer.get_num_out_edges() + peer.get_num_in_edges();
    let contestants = vec![
        Contestant {
            name: "fast_paths",
            // Five words an edge; a rank and two row starts a node.
            built: (peer_built / 1e6, 40 * edges + 24 * peer.get_num_nodes()),
            cost: Box::new(|(from, to)| {
                let found = ask.calc_path(&peer, from as usize, to as usize);
                found.map(|path| path.get_weight() as u64)
            }),
            path: Box::new(|(from, to)| {
                let found = walk.calc_path(&peer, from as usize, to as usize);
                found.map_or(0, |path| path.get_nodes().len())
            }),
        },
        Contestant {
            name: "hierarchy",
            built: (hierarchy_built / 1e6, hierarchy.bytes()),
            cost: Box::new(|(from, to)| hierarchy.distance(from, to, climb)),
            path: Box::new(|(from, to)| {
                hierarchy.path(from, to, way, &mut nodes);
                nodes.len()
            }),
        },
        Contestant {
            name: "labels",
            built: (labels_built / 1e6, labels.summary().bytes),
            cost: Box::new(|(from, to)| {
                labels.distance(&[(from, 0)], &[(to, 0)], merge).map(|met| met.total)
            }),
            path: Box::new(|(from, to)| {
                let Some(met) = labels.distance(&[(from, 0)], &[(to, 0)], along) else { return 0 };
                labels.unpack(&met, along, &mut places);
                places.len()
            }),
        },
    ];
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    compare(&name, &graph, contestants, options)
}

fn compare(
    name: &str,
    graph: &Graph,
    mut contestants: Vec<Contestant<'_>>,
    options: &Options,
) -> Result<(), Failure> {
    let mut rng = Rng::new(1);
    let mut node = || rng.below(graph.node_count() as usize) as u32;
    let pairs: Vec<Pair> = (0..options.questions).map(|_| (node(), node())).collect();
    check(name, graph, &mut contestants, &pairs)?;
    let mut micros = vec![[Vec::new(), Vec::new()]; contestants.len()];
    for _ in 0..options.repeat.max(1) {
        for (contestant, [costs, paths]) in contestants.iter_mut().zip(&mut micros) {
            let Contestant { cost, path, .. } = contestant;
            let each = 1.0 / pairs.len().max(1) as f64;
            let ((), spent) = timed(|| {
                let sum = pairs.iter().filter_map(|&pair| cost(pair)).fold(0, u64::wrapping_add);
                std::hint::black_box(sum);
            });
            costs.push(spent * each);
            let ((), spent) = timed(|| {
                std::hint::black_box(pairs.iter().map(|&pair| path(pair)).sum::<usize>());
            });
            paths.push(spent * each);
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let mut first = None;
    for (contestant, [costs, paths]) in contestants.iter().zip(&mut micros) {
        let (seconds, bytes) = contestant.built;
        let row = [seconds, median(costs), median(paths)];
        let base = *first.get_or_insert(row);
        let over = |at: usize| row[at] / base[at];
        println!(
            "| {name} | {} | {} | {} | {:.2} | {:.2} | {:.1} | {:.2} | {:.3} | {:.2} | {:.3} |",
            graph.node_count(),
            graph.arc_count(),
            contestant.name,
            row[0],
            over(0),
            bytes as f64 / f64::from(1 << 20),
            row[1],
            over(1),
            row[2],
            over(2),
        );
    }
    Ok(())
}

/// Whether all agree on all questions, and with Dijkstra's search on some.
fn check(
    name: &str,
    graph: &Graph,
    contestants: &mut [Contestant<'_>],
    pairs: &[Pair],
) -> Result<(), Failure> {
    let mut scratch = Scratch::new();
    for (at, &pair) in pairs.iter().enumerate() {
        let query = Query::new(NodeId::new(pair.0), NodeId::new(pair.1));
        let mut truth = None;
        if at < CHECKED {
            truth = Some(dijkstra(graph, &query, &mut scratch, &mut ()).cost());
        }
        for Contestant { name: method, cost, .. } in &mut *contestants {
            let found = cost(pair);
            let truth = *truth.get_or_insert(found);
            if found != truth {
                let message =
                    format!("{name}: {method} finds {found:?} for {pair:?}, not {truth:?}");
                return Err(message.into());
            }
        }
    }
    Ok(())
}
