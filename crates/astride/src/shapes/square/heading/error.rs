//! Why a world of headings cannot be made or asked.

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

errors! { enum HeadingError:
    TooManyCells { cells, most } => ("headings-too-many-cells",
        "a world of {cells} cells with headings, expected at most {most} cells"),
    TooCostly { most } => ("headings-too-costly",
        "a step and a turn together cost up to {most} ticks, expected at most 2^31"),
    TurnTooCostly { ticks } => ("headings-turn-too-costly",
        "a turn costs {ticks} ticks, expected at most 2^24"),
    OtherWorld => ("headings-other-world",
        "the field is of another revision or size than the world, compute it on this world"),
    OtherWay => ("headings-other-way",
        "the field holds distances from its sources, expected a field of Way::Backward"),
}
