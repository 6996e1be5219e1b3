//! Crowds never overlap, plans and the histories of fleets are right, and what is refused changes
//! nothing.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    astride_agents::fuzz::units(data);
});
