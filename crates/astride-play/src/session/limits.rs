//! How large things may get in one session, and what ends a search early.

use std::sync::atomic::{AtomicBool, Ordering};

use astride::base::Budget;

/// What one session may hold and spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells of a map.
    pub max_cells: u32,
    /// Columns or rows of a map.
    pub max_side: u32,
    /// Bodies on the map.
    pub max_units: u32,
    /// Bytes of one message.
    pub max_message: usize,
    /// Events of one trace.
    pub max_events: u32,
    /// Expansions of one answer, unless the page asks for fewer.
    pub max_expansions: u64,
    /// Bytes of memory of one search.
    pub max_search_bytes: usize,
    /// Bytes kept for undoing.
    pub max_undo_bytes: usize,
    /// Cells of a map for which labels are built.
    pub max_label_cells: u32,
    /// Cells of a map that is explored in the fog, or has a queue of requests.
    pub max_explored_cells: u32,
}

impl Default for Limits {
    /// For one's own machine: maps of up to 4096 × 4096 cells.
    fn default() -> Self {
        Limits {
            max_cells: 4096 * 4096,
            max_side: 16_384,
            max_units: 20_000,
            max_message: 20 << 20,
            max_events: 4_000_000,
            max_expansions: 20_000_000,
            max_search_bytes: 2 << 30,
            max_undo_bytes: 64 << 20,
            max_label_cells: 512 * 512,
            max_explored_cells: 2048 * 2048,
        }
    }
}

impl Limits {
    /// For a machine that many share: maps of up to 1024 × 1024 cells.
    pub fn shared() -> Self {
        Limits {
            max_cells: 1024 * 1024,
            max_side: 4096,
            max_units: 5_000,
            max_message: 3 << 20,
            max_events: 1_000_000,
            max_expansions: 4_000_000,
            max_search_bytes: 256 << 20,
            max_undo_bytes: 8 << 20,
            max_label_cells: 256 * 256,
            max_explored_cells: 512 * 512,
        }
    }
}

/// What ends a search early: counts, and a flag that the transport raises.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Bounds<'a> {
    /// The budget of one answer, with at most `wanted` expansions if that is given.
    pub(super) fn budget(&self, wanted: Option<u64>) -> Budget<'a> {
        let most = self.limits.max_expansions;
        Budget::unlimited()
            .expansions(wanted.unwrap_or(most).min(most))
            .bytes(self.limits.max_search_bytes)
            .cancel(self.stop)
    }

    /// Whether the current work is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
