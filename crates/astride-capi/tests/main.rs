//! All tests of this crate, as one program.

mod asks;
mod calls;
mod counts;
mod csharp;
mod header;
mod hostile;
mod lines;
mod overhead;
mod programs;
mod same;
mod sanitizers;
mod threads;
mod worlds;
