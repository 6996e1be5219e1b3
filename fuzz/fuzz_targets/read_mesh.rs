//! Files of navigation meshes are read or refused, and questions to what was read end.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_mesh(data));
