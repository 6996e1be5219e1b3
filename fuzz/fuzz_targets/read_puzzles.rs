//! Any bytes are read as puzzles or refused, and what is small and solved is solved right.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_puzzles::fuzz::read_puzzles(data));
