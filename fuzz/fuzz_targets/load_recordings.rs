//! A recording is replayed to its digest, and changed or forged ones are refused or replayed to an end.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::load_recordings(data));
