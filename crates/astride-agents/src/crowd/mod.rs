//! Crowds whose units never overlap.
