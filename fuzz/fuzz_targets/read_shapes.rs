//! A map of any shape is read as it was written, and changed or forged files are refused or are a map.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_shapes(data));
