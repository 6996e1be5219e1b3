//! Any bytes are voxels or queries on them, or are refused; jump points find what A* finds.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_voxels(data));
