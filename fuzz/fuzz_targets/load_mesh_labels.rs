//! Saved labels of meshes that were changed are refused, and forged ones answer without panic.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::load_mesh_labels(data));
