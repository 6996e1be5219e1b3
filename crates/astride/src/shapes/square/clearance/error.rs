//! Why the grid of a body could not be built.

use crate::world::MAX_LINKS_PER_CELL;

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
    /// Only a part of the body behind its front crosses some fence, which costs nothing, but the mover
    /// pays for fences of all 256 classes: no class is left for this.
    Fences,
    /// The links and fences at one place are too many.
    Links,
    /// A grid of another size than the one that the body was made for.
    Size,
    /// Not enough memory.
    Memory,
}

errors! { enum BodyError:
    Side(side) => ("body-side", "a body has a side of {side} cells, expected 1 to 65535"),
    Radius(radius) => ("body-radius",
        "a body has a radius of {radius} half cells, expected 1 to 65535"),
    Kinds => ("body-too-many-kinds",
        "the places of the body have more than 255 kinds of factor and media together"),
    Fences => ("body-too-many-fences",
        "the mover pays for fences of all 256 classes, and a body of several cells needs one class \
        that costs nothing"),
    Links => ("body-too-many-links",
        "a place of the body has more than {MAX_LINKS_PER_CELL} links and fences"),
    Size => ("body-other-size", "the grid has another size than the one that the body was made for"),
    Memory => ("body-memory", "there is not enough memory for the grid of a body"),
}
