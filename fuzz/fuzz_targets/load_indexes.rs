//! Saved indexes that were changed are refused, and forged ones keep what their loaders promise.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::load_indexes(data));
