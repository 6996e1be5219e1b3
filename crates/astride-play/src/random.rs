//! A small seeded generator of random numbers: SplitMix64.
//!
//! Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.

/// Numbers that depend on nothing but a seed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    /// The next number of the stream.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    /// A number below `bound`, 0 if that is 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `least` up to but not including `end`, `least` if there is none.
    pub(crate) fn between(&mut self, least: u32, end: u32) -> u32 {
        least + self.below(end.saturating_sub(least))
    }
}

/// Every bit of the result depends on every bit of `z`.
pub(crate) fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
