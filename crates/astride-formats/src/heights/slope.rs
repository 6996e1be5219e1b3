//! Which slopes are blocked, and the cost of the others.

use std::str::FromStr;

use crate::legend::class;

/// The meaning of slopes: ground steeper than a limit is blocked, and below that the factor of a
/// cell grows with its slope (rise over run), from 1 on flat ground to the maximum at the limit.
///
/// # Examples
///
/// ```
/// use astride_formats::Slope;
/// let slope: Slope = "45,5".parse()?;
/// // Rises of 0, 1/2, 1 and more than 1 per unit of length.
/// assert_eq!([0.0, 0.5, 1.0, 1.01].map(|rise| slope.class_of(rise)), *b".35@");
/// # Ok::<(), astride_formats::SlopeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    limit: f64,
    factor: u8,
}

impl Slope {
    /// The maximum slope that is not blocked, in degrees above 0 and below 90, and the factor
    /// there, 1 to 9.
    ///
    /// # Errors
    ///
    /// If a number is out of range.
    pub fn new(degrees: f64, factor: u8) -> Result<Self, SlopeError> {
        let limit = degrees.to_radians().tan();
        let is_good = degrees > 0.0 && degrees < 90.0 && limit > 0.0;
        if is_good && class::of_factor(factor).is_some() {
            return Ok(Slope { limit, factor });
        }
        Err(SlopeError(format!("{degrees},{factor}")))
    }

    /// The class of a cell by its slope, rise over run.
    pub fn class_of(self, steepness: f64) -> u8 {
        // The computed tangent of 45 degrees is slightly less than 1.
        if steepness.is_nan() || steepness > self.limit * (1.0 + 1e-9) {
            return class::BLOCKED;
        }
        let more = f64::from(self.factor - 1) * (steepness / self.limit);
        class::of_factor(1 + more.round() as u8).unwrap_or(class::BLOCKED)
    }
}

/// 30 degrees, with factor 9 there.
impl Default for Slope {
    fn default() -> Self {
        Slope { limit: 30f64.to_radians().tan(), factor: 9 }
    }
}

impl FromStr for Slope {
    type Err = SlopeError;

    /// Parses `DEGREES` or `DEGREES,FACTOR`.
    fn from_str(text: &str) -> Result<Self, SlopeError> {
        let refused = || SlopeError(text.to_owned());
        let (degrees, factor) = text.split_once(',').unwrap_or((text, "9"));
        let degrees = degrees.trim().parse().map_err(|_| refused())?;
        let factor = factor.trim().parse().map_err(|_| refused())?;
        Slope::new(degrees, factor).map_err(|_| refused())
    }
}

/// An invalid slope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlopeError(String);

astride::errors! { struct SlopeError:
    Self(text) => ("not-a-slope",
        "{text:?} is no slope, expected degrees above 0 and below 90, and perhaps a factor from 1 \
        to 9: 30 or 30,9"),
}
