//! `astride`: paths, ranges, fields and benchmarks on grid maps, from the command line.
//!
//! A library, because Cargo compiles one while the optimiser is still at work on those that it uses; the
//! program, which has to wait for them, is a call.
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
mod keys;
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
mod smooth;
mod tally;
mod trace;

/// Reads the arguments of the process, runs the command, prints the answer.
pub fn main() -> std::process::ExitCode {
    cli::main()
}
