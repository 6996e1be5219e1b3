//! Seeded random numbers for generated maps: SplitMix64.
//!
//! Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.

/// A stream of numbers that depends on nothing but its seed.
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Rng(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}
