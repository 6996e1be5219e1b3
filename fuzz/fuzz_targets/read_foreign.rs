//! Files of other programs are refused, or are maps no larger than they can fill.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_formats::fuzz::read_foreign(data));
