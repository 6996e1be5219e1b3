//! Any text is read as a drawing or refused, and a drawing read can be written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::drawing(data));
