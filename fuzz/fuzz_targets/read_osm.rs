//! Roads of OpenStreetMap, roadmaps, trips and plans are refused, or are no larger than the file can
//! fill.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_formats::fuzz::read_osm(data));
