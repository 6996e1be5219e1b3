//! Any bytes are read as a scenario or refused, and rows read can be written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_scenario(data));
