//! Any text is read as a weight or method name or refused, and names read are written the same.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::weight_and_method_names(data));
