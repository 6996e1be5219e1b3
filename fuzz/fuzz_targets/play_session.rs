//! Any conversation with the playground is answered to its end, and a refused message changes
//! nothing.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_play::session::fuzz::converse(data));
