//! Every method keeps its promise on small worlds drawn from the bytes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::engine_vs_reference(data));
