//! Any bytes are read as a road graph or refused, and what was read is the same when written and read
//! again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_graph(data));
