//! Astride.
#![forbid(unsafe_code)]
