//! Any bytes are read as a map or refused, and a map read can be written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_map(data));
