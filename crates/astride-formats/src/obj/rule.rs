//! How the ground is found in an OBJ file.

use std::str::FromStr;

/// What the faces of an OBJ file are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum GroundRule {
    /// A navigation mesh if all of them look up and none is steep; otherwise a level.
    #[default]
    ByContent,
    /// A navigation mesh: all of them are ground.
    Mesh,
    /// The surfaces of a level.
    Level(LevelRule),
}

/// On which surfaces of a level a mover can stand and walk. Lengths are in the units of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRule {
    height: f64,
    step: f64,
    degrees: f64,
}

impl LevelRule {
    /// The least room between ground and ceiling, above 0; the greatest difference in height between
    /// one cell of ground and the next, at least 0; and the steepest slope, from 0 to below 90 degrees.
    ///
    /// # Errors
    ///
    /// If a number is out of range.
    pub fn new(height: f64, step: f64, degrees: f64) -> Result<Self, GroundRuleError> {
        let is_right = height > 0.0
            && height.is_finite()
            && (0.0..f64::INFINITY).contains(&step)
            && (0.0..90.0).contains(&degrees);
        let refused = || GroundRuleError(format!("{height},{step},{degrees}"));
        is_right.then_some(LevelRule { height, step, degrees }).ok_or_else(refused)
    }

    /// The least room between ground and ceiling.
    pub fn height(self) -> f64 {
        self.height
    }

    /// The greatest difference in height between one cell of ground and the next.
    pub fn step(self) -> f64 {
        self.step
    }

    /// The steepest slope, in degrees.
    pub fn degrees(self) -> f64 {
        self.degrees
    }

    /// How much of its length the normal of the steepest ground points up.
    pub(super) fn flattest(self) -> f64 {
        // The computed cosine of 45 degrees is slightly more than that of its slope.
        self.degrees.to_radians().cos() * (1.0 - 1e-9)
    }
}

/// Headroom 2, steps of 0.5 and slopes of 45 degrees, which suits people and files in metres.
impl Default for LevelRule {
    fn default() -> Self {
        LevelRule { height: 2.0, step: 0.5, degrees: 45.0 }
    }
}

impl FromStr for GroundRule {
    type Err = GroundRuleError;

    /// Parses `mesh` or `HEIGHT,STEP,DEGREES`.
    fn from_str(text: &str) -> Result<Self, GroundRuleError> {
        if text == "mesh" {
            return Ok(GroundRule::Mesh);
        }
        let refused = || GroundRuleError(text.to_owned());
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[height, step, degrees]) => {
                let rule = LevelRule::new(height, step, degrees).map_err(|_| refused())?;
                Ok(GroundRule::Level(rule))
            }
            _ => Err(refused()),
        }
    }
}

/// An invalid rule for the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundRuleError(String);

astride::errors! { struct GroundRuleError:
    Self(text) => ("not-a-ground-rule",
        "{text:?} is no rule for the ground, expected mesh, or headroom above 0, a step of at least 0 \
        and a slope from 0 to below 90 degrees: 2,0.5,45"),
}

/// The axis of an OBJ file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// The second coordinate is the height, and places on the mesh are `x,z`.
    Y,
    /// The third coordinate is the height, and places on the mesh are `x,y`.
    Z,
}

impl FromStr for Up {
    type Err = UpError;

    /// Parses `y` or `z`.
    fn from_str(text: &str) -> Result<Self, UpError> {
        match text {
            "y" => Ok(Up::Y),
            "z" => Ok(Up::Z),
            _ => Err(UpError(text.to_owned())),
        }
    }
}

/// An invalid axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpError(String);

astride::errors! { struct UpError:
    Self(text) => ("not-an-axis", "{text:?} is no axis that can point up, expected y or z"),
}
