//! Spans of the planner for whoever listens by the crate `tracing`; nothing at all without the feature.
//!
//! They stand around what a program asks for, never inside a search. The table of all of them is
//! `docs/tracing.md`, and a test compares it with what a subscriber hears.

/// Opens a span that ends with the block; counters named here are recorded in it by `record`.
#[cfg(feature = "tracing")]
macro_rules! span {
    ($name:literal $(, $count:ident)*) => {
        tracing::debug_span!(target: "astride", $name $(, $count = tracing::field::Empty)*).entered()
    };
}

#[cfg(not(feature = "tracing"))]
macro_rules! span {
    ($name:literal $(, $count:ident)*) => {
        crate::planner::watch::Silent
    };
}

pub(in crate::planner) use span;

/// What stands in place of a span where nobody can listen.
#[cfg(not(feature = "tracing"))]
pub(in crate::planner) struct Silent;

#[cfg(not(feature = "tracing"))]
impl Silent {
    pub(in crate::planner) fn record<N>(&self, _count: &str, _number: N) {}
}
