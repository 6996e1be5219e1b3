//! A grid after batches of edits is the grid made from the same facts at once.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::edits(data));
