//! OBJ files are refused, or are meshes no larger than the file can fill.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_formats::fuzz::read_obj(data));
