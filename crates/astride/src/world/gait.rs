//! How a body steps from square cell to square cell, on any map made of square cells.

mod saved;

pub(crate) use saved::rules_of;

use crate::base::Scale;

use super::Corners;
use super::mover::MoverError;

type Mover = super::Mover<Gait>;

/// The number of neighbours of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Neighbours {
    /// North, east, south and west.
    Four,
    /// Diagonals as well.
    #[default]
    Eight,
}

/// Which neighbours a body can step to, past which corners, and at what cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gait {
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
}

impl Mover {
    /// Sets four or eight neighbours.
    #[must_use]
    pub fn neighbours(mut self, neighbours: Neighbours) -> Self {
        self.gait.neighbours = neighbours;
        self
    }

    /// Sets the corner rule.
    #[must_use]
    pub fn corners(mut self, corners: Corners) -> Self {
        self.gait.corners = corners;
        self
    }

    /// Sets the ticks of a straight and a diagonal step.
    #[must_use]
    pub fn scale(mut self, scale: Scale) -> Self {
        self.gait.scale = scale;
        self
    }

    /// Lets the mover cross fences of `class` for `extra` ticks on top of the step, 0 for a door that is
    /// open to it. Fences of all other classes are walls to it.
    ///
    /// Only square grids have fences; on floors and in streamed worlds this has no effect.
    ///
    /// # Errors
    ///
    /// If `extra` is above 2³⁰.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::Mover;
    /// let (fence, gate) = (1, 2);
    /// let walker = Mover::walker().crosses(fence, 30_000)?.crosses(gate, 0)?;
    /// assert_eq!(walker.crossing(fence), Some(30_000));
    /// assert_eq!(Mover::walker().crossing(fence), None, "a wall to everybody else");
    /// # Ok::<(), astride::world::MoverError>(())
    /// ```
    pub fn crosses(mut self, class: u8, extra: u32) -> Result<Self, MoverError> {
        self.set_crossing(class, extra)?;
        Ok(self)
    }

    /// Makes fences of `class` walls to the mover, which is the default.
    #[must_use]
    pub fn stopped_by(mut self, class: u8) -> Self {
        self.crossings.set(class, None);
        self
    }

    /// The ticks that crossing a fence of `class` costs extra; `None` if the mover cannot.
    pub fn crossing(&self, class: u8) -> Option<u32> {
        self.crossings.extra(class)
    }

    /// Four or eight.
    pub fn neighbour_rule(&self) -> Neighbours {
        self.gait.neighbours
    }

    /// The corner rule.
    pub fn corner_rule(&self) -> Corners {
        self.gait.corners
    }

    /// The ticks of a straight and a diagonal step.
    pub fn step_scale(&self) -> Scale {
        self.gait.scale
    }
}
