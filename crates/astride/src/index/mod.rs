//! Tables built once from a world, which answer many queries faster than a search from scratch.
//!
//! Imports `base`, `world`, `path` and `search`. Deliberately missing: files, threads, and choosing
//! which table to use.

mod jump_table;

pub use jump_table::{JumpTable, JumpTableError};
