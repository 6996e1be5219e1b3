//! How high a step may lead, in metres.

use std::str::FromStr;

use astride::shapes::square::StepRule;

/// How many metres up and down a step from cell to cell may lead, to the centimetre.
///
/// # Examples
///
/// ```
/// use astride_formats::StepHeight;
/// let step: StepHeight = "0.4,1.5".parse()?;
/// assert_eq!(Ok(step), StepHeight::new(0.4, 1.5));
/// assert_eq!("0.4".parse::<StepHeight>(), StepHeight::new(0.4, 0.4));
/// # Ok::<(), astride_formats::StepHeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepHeight {
    /// In centimetres.
    up: u32,
    down: u32,
}

impl StepHeight {
    /// The most metres up and down, each from 0 to 10 000.
    ///
    /// # Errors
    ///
    /// If a number is out of range.
    pub fn new(up: f64, down: f64) -> Result<Self, StepHeightError> {
        let centimetres = |metres: f64| {
            (0.0..=10_000.0).contains(&metres).then_some((metres * 100.0).round() as u32)
        };
        match (centimetres(up), centimetres(down)) {
            (Some(up), Some(down)) => Ok(StepHeight { up, down }),
            _ => Err(StepHeightError(format!("{up},{down}"))),
        }
    }

    /// The rule for steps between cells with heights in centimetres.
    pub fn rule(self) -> StepRule {
        StepRule::new(self.up, self.down)
    }
}

impl FromStr for StepHeight {
    type Err = StepHeightError;

    /// Parses `UP,DOWN`, or `UP` for both.
    fn from_str(text: &str) -> Result<Self, StepHeightError> {
        let refused = || StepHeightError(text.to_owned());
        let (up, down) = text.split_once(',').unwrap_or((text, text));
        let up = up.trim().parse().map_err(|_| refused())?;
        let down = down.trim().parse().map_err(|_| refused())?;
        StepHeight::new(up, down).map_err(|_| refused())
    }
}

/// An invalid height of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepHeightError(String);

astride::errors! { struct StepHeightError:
    Self(text) => ("not-a-step-height",
        "{text:?} is no height of a step, expected metres up, and perhaps metres down, from 0 to \
        10000: 0.5 or 0.5,2"),
}
