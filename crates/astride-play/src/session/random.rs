//! Seeded random numbers for generated maps and drawn questions.

use astride::base::Random;

/// A stream of numbers that depends on nothing but its seed.
pub(super) struct Rng(Random);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Rng(Random::new(seed))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}
