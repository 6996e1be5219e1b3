//! The cost of turning, and the sharpest turn allowed.

use super::HeadingError;

/// The ticks for each turn before a step, and the sharpest turn that is possible at once. Going
/// straight on costs nothing.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::Turns;
/// let car = Turns::per_eighth(5_000)?.at_most(1); // 45° before each step, no more
/// let free_but_slow_to_reverse = Turns::new([0, 0, 0, 30_000])?;
/// # let _ = (car, free_but_slow_to_reverse);
/// # Ok::<(), astride::shapes::square::HeadingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// By eighths of a full turn, 0 to 4.
    ticks: [u32; 5],
    sharpest: u8,
}

impl Turns {
    /// The maximum cost of a turn, 2²⁴ ticks.
    pub const MOST: u32 = 1 << 24;

    /// The ticks for turning by 45°, 90°, 135° and 180°, to either side.
    ///
    /// # Errors
    ///
    /// If one is above [`MOST`](Self::MOST).
    pub fn new([eighth, quarter, three_eighths, half]: [u32; 4]) -> Result<Self, HeadingError> {
        let ticks = [0, eighth, quarter, three_eighths, half];
        match ticks.into_iter().find(|&ticks| ticks > Self::MOST) {
            Some(ticks) => Err(HeadingError::TurnTooCostly { ticks }),
            None => Ok(Turns { ticks, sharpest: 4 }),
        }
    }

    /// This many ticks for every 45°.
    ///
    /// # Errors
    ///
    /// If half a turn costs more than [`MOST`](Self::MOST).
    pub fn per_eighth(ticks: u32) -> Result<Self, HeadingError> {
        Turns::new([1, 2, 3, 4].map(|eighths| ticks.saturating_mul(eighths)))
    }

    /// Limits turns before a step to this many eighths of a full turn: 1 for 45°, 3 for everything
    /// except reversing, 0 for a mover that never turns; 4 or more for no limit.
    #[must_use]
    pub fn at_most(mut self, eighths: u8) -> Self {
        self.sharpest = eighths.min(4);
        self
    }

    /// The ticks of the most expensive turn that is possible.
    pub(super) fn costliest(&self) -> u32 {
        self.ticks[..=usize::from(self.sharpest)].iter().copied().max().unwrap_or(0)
    }

    /// The ticks for turning from one heading to another, if that is possible at once.
    #[inline(always)]
    pub(super) fn between(&self, from: u8, to: u8) -> Option<u32> {
        let right = to.wrapping_sub(from) & 7;
        let eighths = right.min(8 - right);
        (eighths <= self.sharpest).then(|| self.ticks[usize::from(eighths)])
    }
}
