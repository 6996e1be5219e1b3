//! Any sequence of calls from C ends in statuses, and what is live at its end can be freed.

#![no_main]

// The body is a test of the C interface, the one crate with `unsafe` code.
#[path = "../../crates/astride-capi/tests/calls.rs"]
mod calls;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    calls::c_calls(data);
});
