//! Why a picture could not be made.

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

astride::errors! { DrawError(Kind):
    TooLarge { width, height, limit } => ("picture-too-large",
        "the picture would be {width}x{height} pixels, expected at most {limit} a side (draw cells \
        smaller or raise the limit)"),
    TooMany { limit } => ("picture-too-many",
        "the map has too many places for a picture, expected at most {limit}"),
    NoCell => ("picture-without-cells", "cells of 0 pixels cannot be seen, expected at least 1"),
    NoFrames => ("picture-without-frames",
        "an animation of 0 frames cannot be seen, expected at least 1"),
    OtherWorld => ("picture-other-world",
        "the layer is of another map, mover or revision, expected one of the scene"),
    Render(reason) => ("picture-render", "the picture could not be rendered: {reason}"),
    Encode(reason) => ("picture-encode", "the picture could not be encoded: {reason}"),
}

impl From<Kind> for DrawError {
    fn from(kind: Kind) -> Self {
        DrawError(kind)
    }
}
