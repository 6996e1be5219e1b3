//! Any text is a drawing of hexagons, triangles or floors, or is refused; what was read can be saved.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::read_drawings(data));
