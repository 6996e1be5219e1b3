//! Why a picture could not be made.

use std::fmt;

/// A picture that cannot be made; the message says what it would take and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError(pub(crate) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    TooLarge { width: u64, height: u64, limit: u32 },
    TooMany { limit: u32 },
    NoCell,
    NoFrames,
    OtherWorld,
    Render(String),
    Encode(String),
}

impl DrawError {
    /// Whether the picture would be larger than its options allow.
    pub fn is_too_large(&self) -> bool {
        matches!(self.0, Kind::TooLarge { .. })
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::TooLarge { width, height, limit } => write!(
                f,
                "the picture would be {width}x{height} pixels, expected at most {limit} a side \
                 (draw cells smaller or raise the limit)"
            ),
            Kind::TooMany { limit } => {
                write!(f, "the map has too many places for a picture, expected at most {limit}")
            }
            Kind::NoCell => f.write_str("cells of 0 pixels cannot be seen, expected at least 1"),
            Kind::NoFrames => {
                f.write_str("an animation of 0 frames cannot be seen, expected at least 1")
            }
            Kind::OtherWorld => f.write_str(
                "the layer is of another map, mover or revision, expected one of the scene",
            ),
            Kind::Render(reason) => write!(f, "the picture could not be rendered: {reason}"),
            Kind::Encode(reason) => write!(f, "the picture could not be encoded: {reason}"),
        }
    }
}

impl std::error::Error for DrawError {}

impl From<Kind> for DrawError {
    fn from(kind: Kind) -> Self {
        DrawError(kind)
    }
}
