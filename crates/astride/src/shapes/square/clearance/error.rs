//! Why the grid of a body could not be built.

/// Why the grid of a body could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyError {
    /// A square body with this many cells per side.
    Side(u32),
    /// A round body with this radius in half cells.
    Radius(u32),
    /// More than 255 combinations of factor and media.
    Kinds,
    /// Not enough memory.
    Memory,
}

errors! { enum BodyError:
    Side(side) => ("body-side", "a body has a side of {side} cells, expected 1 to 65535"),
    Radius(radius) => ("body-radius",
        "a body has a radius of {radius} half cells, expected 1 to 65535"),
    Kinds => ("body-too-many-kinds",
        "the places of the body have more than 255 kinds of factor and media together"),
    Memory => ("body-memory", "there is not enough memory for the grid of a body"),
}
