//! Bit planes: cheapest paths and ranges where all steps cost the same, 64 hexagons at once.
//!
//! A* takes places in the order of `f = g + h`. Where all steps cost the same, `f` rises in whole
//! steps, and a step raises it by 0, 1 or 2, which depends only on its direction and on the sector
//! around the goal: towards the goal, aside, or away. A row of hexagons meets at most three
//! sectors, so one shift and one mask move up to 64 hexagons of a row, and a word per row holds
//! what a heap held before. All of one `f` is one sweep over the rows, towards that of the goal;
//! along a row, steps towards the goal are the carries of one addition. What is left of the order
//! is the `f` of each hexagon modulo 4, two bits, from which the path is read backwards: [`search`].
//!
//! With no goal the same sweeps are rings of equal cost: [`reach`].
//!
//! Hart, Nilsson & Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
//! 1968, for the order; Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM
//! 12(11), 1969, for buckets, which are planes here.

mod map;
mod memory;
mod reach;
mod search;

pub use map::{HexPlanes, HexPlanesError};
pub use search::HexPlaneSearch;
