//! A world is read as it was written, and changed or forged files are refused or are a world.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_world(data));
