//! Errors of building and querying worlds of headings.

/// What is wrong with a world of headings or a query to it; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadingError {
    /// Too many cells to give an id to each of their headings.
    TooManyCells {
        /// The number of cells.
        cells: u32,
        /// The maximum number.
        most: u32,
    },
    /// A step with a turn could cost more than 2³¹ ticks.
    TooCostly {
        /// The cost of the most expensive one.
        most: u64,
    },
    /// A turn costs more than [`Turns::MOST`](super::Turns::MOST).
    TurnTooCostly {
        /// Its cost.
        ticks: u32,
    },
    /// The field has another revision, or belongs to a world of another size.
    OtherWorld,
    /// The field contains distances from its sources; expected are distances to them
    /// (`Way::Backward`).
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
