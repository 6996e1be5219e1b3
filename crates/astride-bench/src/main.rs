//! Benchmarks: Astride and its peers on real maps, distance fields, and counted instructions.
//!
//! Every benchmark checks its answers. Times are only comparable within one run; only the ratios
//! between contestants, which take turns on one thread, carry over to other machines.
#![forbid(unsafe_code)]

mod batch;
mod chart;
mod clock;
mod clusters;
mod compare;
mod contestant;
mod count;
mod danger;
mod desk;
mod engine;
mod field;
mod fog;
mod follow;
mod followers;
mod large;
mod lineup;
mod machine;
mod maps;
mod measure;
mod overlays;
mod peers;
mod plain;
mod record;
mod replan;
mod requests;
mod rules;
mod sheet;
mod stats;
mod suite;
mod table;
mod terrain;
mod turns;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What any command may fail with, in the words of the part that failed.
pub(crate) type Failure = Box<dyn std::error::Error>;

#[derive(Parser)]
#[command(name = "astride-bench", version, about = "Measures Astride, and its peers beside it")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Queries on real maps: Astride's searches and other libraries, taking turns
    Compare(compare::Options),
    /// Distance fields over whole maps, in cells per second
    Field(field::Options),
    /// A whole scenario at once: questions per second on one thread and on more
    Batch(batch::Options),
    /// A peer that answers queries from the standard input; `compare` starts it
    #[command(hide = true)]
    Serve {
        /// Its name
        peer: String,
    },
    /// A fixed workload for counting instructions under valgrind; prints a digest of the answers
    Count(count::Options),
    /// Maps of up to 16384×16384 cells: time and memory of jump points and distance fields
    Large(large::Options),
    /// Units that plan again at each step, with memory and from nothing; prints a table
    Replan(replan::Options),
    /// Hierarchical search beside its peer: build, query, cost of the path, edit; prints a table
    Clusters(clusters::Options),
    /// Requests spread over frames beside questions asked at once; prints a table
    Requests(requests::Options),
    /// Queries by belief and under danger beside plain ones and A*; prints a table
    Fog(fog::Options),
    /// Queries under danger beside A*; prints a table
    Overlays(overlays::Options),
    /// Indexes that follow edits beside building them from scratch, and searches under overlays; prints tables
    Follow(follow::Options),
    /// Queries on real maps with generated terrain, with and without landmarks; prints a table
    Terrain(terrain::Options),
}

/// Where results go and what they are called; the same for every command.
#[derive(clap::Args)]
pub(crate) struct Output {
    /// Folder for the results [default: benches/results/DATE-MACHINE]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Date of the results [default: today, UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// Name of the machine in the results [default: its processor]
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Compare(options) => compare::run(&options),
        Command::Batch(options) => batch::run(&options),
        Command::Field(options) => field::run(&options),
        Command::Serve { peer } => peers::serve::run(&peer),
        Command::Count(options) => count::run(&options),
        Command::Large(options) => large::run(&options),
        Command::Replan(options) => replan::run(&options),
        Command::Clusters(options) => clusters::run(&options),
        Command::Requests(options) => requests::run(&options),
        Command::Fog(options) => fog::run(&options),
        Command::Overlays(options) => overlays::run(&options),
        Command::Follow(options) => follow::run(&options),
        Command::Terrain(options) => terrain::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("astride-bench: {failure}");
            ExitCode::FAILURE
        }
    }
}
