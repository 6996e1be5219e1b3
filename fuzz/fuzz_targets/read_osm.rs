//! Roads of OpenStreetMap are refused, or are a graph no larger than the file can fill.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_formats::fuzz::read_osm(data));
