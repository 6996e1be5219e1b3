//! `astride`: paths, ranges, fields and benchmarks on grid maps, from the command line.
#![forbid(unsafe_code)]

mod bodies;
mod build;
mod changes;
mod cli;
mod commands;
mod describe;
mod error;
mod fits;
mod foreign;
mod layers;
mod load;
mod meshes;
mod options;
mod parse;
mod pictures;
mod progress;
mod read;
mod ready;
mod reasons;
mod report;
mod roads;
mod save;
mod scenarios;
mod shaped;
mod simulate;
mod tally;
mod trace;

fn main() -> std::process::ExitCode {
    cli::main()
}
