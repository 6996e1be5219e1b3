//! Costs are integers, called ticks, so that sums are the same in any order and on any machine.

use std::fmt;

/// A cost in ticks: the sum of the arcs of a path.
///
/// Sums cannot overflow in a world that was accepted: a cheapest path has fewer than 2³² arcs of at
/// most 2³¹ ticks each.
pub type Cost = u64;

/// The cost in ticks of a straight and a diagonal step on terrain of factor 1.
///
/// # Examples
///
/// ```
/// use astride::base::Scale;
/// assert_eq!(Scale::EXACT.straight(), 13_860);
/// let tutorial = Scale::new(10, 14)?;
/// assert_eq!(tutorial, Scale::CLASSIC);
/// assert!(Scale::new(10, 9).is_err());
/// # Ok::<(), astride::base::ScaleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "(u32, u32)", into = "(u32, u32)")
)]
pub struct Scale {
    straight: u32,
    diagonal: u32,
}

impl Scale {
    /// 13 860 and 19 601: their ratio is √2 to nine digits (19601² − 2·13860² = 1), so any two
    /// paths whose numbers of diagonal steps differ by less than 13 860 compare exactly as with √2.
    pub const EXACT: Scale = Scale { straight: 13_860, diagonal: 19_601 };

    /// 10 and 14, as in the classic tutorials.
    pub const CLASSIC: Scale = Scale { straight: 10, diagonal: 14 };

    /// The maximum cost of one step in ticks, before the terrain factor.
    pub const MAX: u32 = 1 << 20;

    /// A custom scale, in ticks per step.
    ///
    /// # Errors
    ///
    /// If `straight` is 0, if `diagonal` is below `straight` (zigzags would then beat straight
    /// lines, and no usual heuristic would be valid), or if either is above [`Scale::MAX`].
    pub fn new(straight: u32, diagonal: u32) -> Result<Self, ScaleError> {
        if straight == 0 || diagonal < straight || diagonal > Self::MAX {
            return Err(ScaleError { straight, diagonal });
        }
        Ok(Scale { straight, diagonal })
    }

    /// Ticks of a straight step.
    pub const fn straight(self) -> u32 {
        self.straight
    }

    /// Ticks of a diagonal step.
    pub const fn diagonal(self) -> u32 {
        self.diagonal
    }

    /// Ticks of the cheapest way to a diagonal neighbour on open terrain: one diagonal step or two
    /// straight ones.
    pub(crate) const fn corner(self) -> u32 {
        if self.diagonal < 2 * self.straight { self.diagonal } else { 2 * self.straight }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Scale::EXACT
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.straight, self.diagonal)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<(u32, u32)> for Scale {
    type Error = ScaleError;

    fn try_from((straight, diagonal): (u32, u32)) -> Result<Self, ScaleError> {
        Scale::new(straight, diagonal)
    }
}

#[cfg(feature = "serde")]
impl From<Scale> for (u32, u32) {
    fn from(Scale { straight, diagonal }: Scale) -> Self {
        (straight, diagonal)
    }
}

/// An invalid scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleError {
    straight: u32,
    diagonal: u32,
}

errors! { struct ScaleError:
    Self { straight, diagonal } => ("scale-out-of-range",
        "scale {straight}/{diagonal} is unusable, expected 1 <= straight <= diagonal <= {}",
        Scale::MAX),
}

/// The factor `w` on `h` in weighted searches, as an exact fraction of at least 1.
///
/// # Examples
///
/// ```
/// use astride::base::Weight;
/// let w = Weight::new(3, 2)?;
/// assert_eq!(w.to_string(), "1.5");
/// # Ok::<(), astride::base::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "(u32, u32)", into = "(u32, u32)")
)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

impl Weight {
    /// A factor of exactly 1: no weighting.
    pub const ONE: Weight = Weight { numerator: 1, denominator: 1 };

    /// A factor of 2: the usual trade-off between path cost and time.
    pub const TWICE: Weight = Weight { numerator: 2, denominator: 1 };

    /// A factor of 3.
    pub(crate) const THRICE: Weight = Weight { numerator: 3, denominator: 1 };

    /// A weight of one half, for heuristics only: [`new`](Self::new) refuses it because it makes no
    /// sense as a bound on costs.
    pub(crate) const HALF: Weight = Weight { numerator: 1, denominator: 2 };

    /// The weight `numerator / denominator`.
    ///
    /// # Errors
    ///
    /// If the fraction is below 1 or above 1000, or the denominator is 0 or above
    /// [`Weight::MAX_DENOMINATOR`].
    pub const fn new(numerator: u32, denominator: u32) -> Result<Self, WeightError> {
        let in_range = 1 <= denominator
            && denominator <= Self::MAX_DENOMINATOR
            && numerator >= denominator
            && numerator as u64 <= denominator as u64 * 1000;
        if !in_range {
            return Err(WeightError { numerator, denominator });
        }
        Ok(Weight { numerator, denominator })
    }

    /// The largest denominator: searches multiply costs by it, which must not overflow.
    pub const MAX_DENOMINATOR: u32 = 1 << 20;

    /// The weight as a float, for display.
    pub fn as_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// Numerator and denominator.
    pub const fn parts(self) -> (u32, u32) {
        (self.numerator, self.denominator)
    }

    /// Whether an estimate with this weight may exceed what it estimates.
    pub(crate) const fn exceeds_one(self) -> bool {
        self.numerator > self.denominator
    }

    /// A cost times this weight, in whole ticks, rounded down; a consistent estimate stays
    /// consistent if the weight is at most 1. `Cost::MAX` is returned unchanged, and any other
    /// result is capped at half of it: `Cost::MAX` tells a search that no path exists, which a
    /// heavily weighted estimate must not do.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Weight;
    /// assert_eq!(Weight::new(3, 2)?.times(1001), 1501);
    /// # Ok::<(), astride::base::WeightError>(())
    /// ```
    pub fn times(self, cost: Cost) -> Cost {
        if self == Weight::ONE || cost == Cost::MAX {
            return cost;
        }
        let product = u128::from(cost) * u128::from(self.numerator) / u128::from(self.denominator);
        product.min(u128::from(Cost::MAX / 2)) as Cost
    }
}

/// Parses decimal numbers with up to six digits after the point, exactly.
impl std::str::FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let error = WeightError { numerator: 0, denominator: 0 };
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || part.len() > 6 || !digits(whole) || !digits(part) {
            return Err(error);
        }
        let denominator = 10u64.pow(part.len() as u32);
        let numerator: u64 = format!("{whole}{part}").parse().map_err(|_| error)?;
        let common = greatest_common_divisor(numerator, denominator);
        let shrink = |value: u64| u32::try_from(value / common).map_err(|_| error);
        Weight::new(shrink(numerator)?, shrink(denominator)?)
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}

#[cfg(feature = "serde")]
impl TryFrom<(u32, u32)> for Weight {
    type Error = WeightError;

    fn try_from((numerator, denominator): (u32, u32)) -> Result<Self, WeightError> {
        Weight::new(numerator, denominator)
    }
}

#[cfg(feature = "serde")]
impl From<Weight> for (u32, u32) {
    fn from(Weight { numerator, denominator }: Weight) -> Self {
        (numerator, denominator)
    }
}

/// An invalid weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightError {
    numerator: u32,
    denominator: u32,
}

errors! { struct WeightError:
    Self { numerator, denominator } => ("weight-out-of-range",
        "weight {numerator}/{denominator} is unusable, expected 1 <= w <= 1000 with a denominator \
        of at most {}", Weight::MAX_DENOMINATOR),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_scale_is_a_convergent_of_the_square_root_of_two() {
        let (s, d) = (u64::from(Scale::EXACT.straight()), u64::from(Scale::EXACT.diagonal()));
        assert_eq!(d * d, 2 * s * s + 1);
    }

    #[test]
    fn weights_are_read_as_written() {
        for text in ["1", "1.5", "2.25", "1000", "1.000001"] {
            assert_eq!(text.parse::<Weight>().map(|w| w.to_string()), Ok(text.to_owned()));
        }
        for text in
            ["", ".5", "0.5", "-1", "1e3", "nan", "1001", "1.0000001", "99999999999999999999"]
        {
            assert!(text.parse::<Weight>().is_err(), "{text}");
        }
    }

    #[test]
    fn unusable_scales_and_weights_are_refused() {
        for (s, d) in [(0, 0), (0, 5), (5, 4), (1, Scale::MAX + 1)] {
            assert!(Scale::new(s, d).is_err(), "{s}/{d}");
        }
        for (n, d) in [(0, 0), (1, 0), (1, 2), (1001, 1), (u32::MAX, u32::MAX)] {
            assert!(Weight::new(n, d).is_err(), "{n}/{d}");
        }
    }
}
