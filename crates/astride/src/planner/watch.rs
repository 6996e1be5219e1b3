//! Spans of the planner for subscribers of the crate `tracing`; they compile to nothing without the
//! feature.
//!
//! They enclose calls made by a program and never occur inside a search. The table of all of them
//! is `docs/tracing.md`, and a test compares it with what a subscriber receives.

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

/// A placeholder for a span if nothing can subscribe.
#[cfg(not(feature = "tracing"))]
pub(in crate::planner) struct Silent;

#[cfg(not(feature = "tracing"))]
impl Silent {
    pub(in crate::planner) fn record<N>(&self, _count: &str, _number: N) {}
}
