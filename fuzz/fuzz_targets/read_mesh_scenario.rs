//! Any bytes are queries on a mesh or are refused; what was read can be written.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_mesh_scenario(data));
