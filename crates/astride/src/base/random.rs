//! Seeded pseudorandom numbers: SplitMix64.
//!
//! Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.

/// A stream of numbers that depends only on its seed, the same on every machine.
///
/// # Examples
///
/// ```
/// use astride::base::Random;
/// let mut dice = Random::new(7);
/// assert!((1..7).contains(&dice.between(1, 7)));
/// assert_eq!(Random::new(7).next(), Random::new(7).next());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The seed that continues the rest of the stream.
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next number of the stream, any 64-bit value.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    /// Leaves out the next `count` numbers. O(1).
    ///
    /// ```
    /// # use astride::base::Random;
    /// let (mut skips, mut draws) = (Random::new(3), Random::new(3));
    /// skips.skip(5);
    /// (0..5).for_each(|_| _ = draws.next());
    /// assert_eq!(skips.next(), draws.next());
    /// ```
    pub const fn skip(&mut self, count: u64) {
        self.state = self.state.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }

    /// A number below `bound`, or 0 if `bound` is 0. Of the 2³² possible draws each such number
    /// gets an equal share, or one more.
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// A number from `least` up to but not including `end`, or `least` if the range is empty.
    pub const fn between(&mut self, least: u32, end: u32) -> u32 {
        least + self.below(end.saturating_sub(least))
    }
}

/// Mixes the bits of `z`: every bit of the result depends on every bit of `z`, and no two numbers
/// share a result.
pub(crate) const fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
