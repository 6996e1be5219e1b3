//! Every index that follows edits equals one built from scratch, and says what the reference says.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| astride_testkit::fuzz::indexes_follow_edits(data));
