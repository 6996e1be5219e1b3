//! Why a world of headings cannot be made or asked.

use std::fmt;

/// What is wrong with a world of headings or a question to one; the message says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadingError {
    /// More cells than ids for their headings.
    TooManyCells {
        /// How many there are.
        cells: u32,
        /// How many there may be.
        most: u32,
    },
    /// A step with a turn could cost more than 2³¹ ticks.
    TooCostly {
        /// What the costliest could cost.
        most: u64,
    },
    /// A turn costs more than [`Turns::MOST`](super::Turns::MOST).
    TurnTooCostly {
        /// What it costs.
        ticks: u32,
    },
    /// The field is of another revision, or of a world of another size.
    OtherWorld,
    /// The field holds distances from its sources, expected distances to them (`Way::Backward`).
    OtherWay,
}

impl fmt::Display for HeadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HeadingError::TooManyCells { cells, most } => {
                write!(f, "a world of {cells} cells with headings, expected at most {most} cells")
            }
            HeadingError::TooCostly { most } => write!(
                f,
                "a step and a turn together cost up to {most} ticks, expected at most 2^31"
            ),
            HeadingError::TurnTooCostly { ticks } => {
                write!(f, "a turn costs {ticks} ticks, expected at most 2^24")
            }
            HeadingError::OtherWorld => f.write_str(
                "the field is of another revision or size than the world, compute it on this world",
            ),
            HeadingError::OtherWay => f.write_str(
                "the field holds distances from its sources, expected a field of Way::Backward",
            ),
        }
    }
}

impl std::error::Error for HeadingError {}
