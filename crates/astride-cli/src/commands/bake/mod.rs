//! `astride bake`: indexes of a map, built once and written to a file.

mod build;
mod tell;

use std::path::PathBuf;

use astride::index::Landmarks;
use astride::planner::Method;
use astride::shapes::Shape;
use astride::shapes::graph::Graph;
use astride::shapes::square::{Clusters, ClustersOptions, DeadEnds, Labels, Regions, Stored};

use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_with};
use crate::options::{MoverArgs, no_index_files};
use crate::read::name_of;
use crate::report::Report;
use crate::save::Existing;
use crate::shaped::Shaped;
use build::{Any, Built};

const EXAMPLES: &str = "\
Examples:
  astride bake data/grid/dao/lak303d.map -o lak303d.labels
  astride bake data/grid/dao/lak303d.map -o lak303d.labels --force --bytes-per-cell 10
  astride bake data/grid/dao/lak303d.map -o lak303d.index --index labels,clusters,regions
  astride bake data/road/monaco.time.gr -o monaco.index --index hierarchy
  astride bake data/road/monaco.osm.gz -o monaco.foot --index labels --profile foot
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --baked lak303d.labels
  astride scen data/grid/dao/lak303d.map --baked lak303d.labels

Exit codes: 0 done, 2 bad input or usage";

/// Builds indexes of a map and writes them to a file, so that later questions need not wait for them.
///
/// An index is of one map for one mover: what is said here of the mover has to be said again when
/// it is used, and after an edit of the map it is refused.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: one of squares, a graph, or roads; - is standard input
    map: PathBuf,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What to build: labels, clusters, landmarks, dead-ends or regions, several with commas
    /// between, or all; of a graph labels, hierarchy or customisable
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "labels",
          value_parser = index_name)]
    index: Vec<Wanted>,

    /// Bytes of labels per cell, at most; with fewer, answers take longer
    #[arg(long, value_name = "N")]
    bytes_per_cell: Option<u32>,

    /// Cells a side of the smallest clusters: 2, 4, 8, 16, 32 or 64
    #[arg(long, value_name = "CELLS", default_value_t = ClustersOptions::default().side)]
    cluster_side: u32,

    /// How many landmarks, at most 32
    #[arg(long, value_name = "N", default_value_t = Landmarks::USUAL)]
    landmarks: u32,

    /// Replace the file if there is one
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    read: ReadArgs,
}

/// An index by name, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    One(IndexName),
    All,
    /// A hierarchy, which only graphs have.
    Hierarchy,
    /// A skeleton for any costs of a graph.
    Customisable,
}

/// The indexes that are kept in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum IndexName {
    Labels,
    Clusters,
    Landmarks,
    DeadEnds,
    Regions,
}

impl IndexName {
    const ALL: [IndexName; 5] = [
        IndexName::Labels,
        IndexName::Clusters,
        IndexName::Landmarks,
        IndexName::DeadEnds,
        IndexName::Regions,
    ];

    fn text(self) -> &'static str {
        match self {
            IndexName::Labels => Labels::NAME,
            IndexName::Clusters => Clusters::NAME,
            IndexName::Landmarks => Landmarks::NAME,
            IndexName::DeadEnds => DeadEnds::NAME,
            IndexName::Regions => Regions::NAME,
        }
    }
}

fn index_name(text: &str) -> Result<Wanted, String> {
    const EXPECTED: &str = "expected labels, clusters, landmarks, dead-ends, regions or all, of a graph \
                            labels, hierarchy or customisable";
    let quick = ["components", "clearance", "jps", "jump-map", "jump-table"];
    match text {
        "all" => Ok(Wanted::All),
        "hierarchy" => Ok(Wanted::Hierarchy),
        "customisable" => Ok(Wanted::Customisable),
        text if quick.contains(&text) => Err(format!(
            "this is built as quickly as it could be read, so it is not kept, {EXPECTED}"
        )),
        text => {
            let found = IndexName::ALL.into_iter().find(|index| index.text() == text);
            found.map(Wanted::One).ok_or(EXPECTED.to_owned())
        }
    }
}

impl Args {
    /// What is to be built, each once and in the order of the file.
    fn indexes(&self) -> Vec<IndexName> {
        let is_wanted = |index: &IndexName| {
            self.index.contains(&Wanted::All) || self.index.contains(&Wanted::One(*index))
        };
        IndexName::ALL.into_iter().filter(is_wanted).collect()
    }
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let existing = Existing::forced(args.force);
    existing.look_at(&args.output)?;
    let map = match load_with(&args.map, &args.read)?.map {
        Loaded::Squares(map) => map,
        Loaded::Other(map) if map.shape() == Graph::NAME => {
            return args.bake_one(map.seen_by(&args.mover)?, existing);
        }
        Loaded::Other(map) => return Err(no_index_files(name_of(&args.map), map.shape())),
        Loaded::Mesh(_) => return Err(no_index_files(name_of(&args.map), "navigation meshes")),
    };
    if let Some(of_graphs) =
        [Wanted::Hierarchy, Wanted::Customisable].into_iter().find(|name| args.index.contains(name))
    {
        let name = if of_graphs == Wanted::Hierarchy { "hierarchy" } else { "customisable" };
        let message = "is for graphs, expected labels, clusters, landmarks, dead-ends, \
                       regions or all";
        return Err(Failure::at(format!("--index {name}"), message));
    }
    let mover = args.mover.mover()?;
    let view = map.grid.seen_by(&mover);
    let indexes = args.indexes();
    let built = indexes.iter().map(|&index| build::one(index, args, &view));
    let built = built.collect::<Result<Vec<_>, _>>()?;
    let bytes = match &built[..] {
        // A file of labels alone has a form of its own, which older versions read, too.
        [Built { index: Any::Labels(labels), .. }] => labels.save(),
        built => build::file(built, &view)?,
    };
    let (text, json) = tell::tell(args, &view, &built, &bytes);
    let mut report = Report::good(text, json);
    report.save_unless(&args.output, &bytes, existing)?;
    Ok(report)
}

impl Args {
    /// Bakes the one index of a graph.
    fn bake_one(&self, mut map: Shaped, existing: Existing) -> Result<Report, Failure> {
        let given = [
            ("--bytes-per-cell", self.bytes_per_cell.is_some()),
            ("--cluster-side", self.cluster_side != ClustersOptions::default().side),
            ("--landmarks", self.landmarks != Landmarks::USUAL),
        ];
        if let Some((option, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
            return Err(Failure::at(option, "is for maps of squares"));
        }
        let method = match self.index[..] {
            [Wanted::One(IndexName::Labels)] => Method::Labels,
            [Wanted::Hierarchy] => Method::Hierarchy,
            [Wanted::Customisable] => Method::Customisable,
            _ => {
                let message = "a graph has one index in a file, expected labels, hierarchy or \
                               customisable";
                return Err(Failure::at("--index", message));
            }
        };
        let seconds = map.prepare(method, "--index")?;
        let bytes = map.save_index(method)?;
        let (text, json) = tell::tell_one(self, method, bytes.len(), seconds);
        let mut report = Report::good(text, json);
        report.save_unless(&self.output, &bytes, existing)?;
        Ok(report)
    }
}
