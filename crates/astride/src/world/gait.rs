//! How a body steps from square cell to square cell, on any map made of square cells.

mod saved;

pub(crate) use saved::{Body, rules_of};

use crate::base::Scale;

use super::Corners;

type Mover<B> = super::Mover<Gait<B>>;

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

/// Which neighbours a body can step to, past which corners, and at what cost. On shapes where the mover
/// says how large it is, `B` is that size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gait<B = ()> {
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_nothing"))]
    pub(crate) body: B,
}

#[cfg(feature = "serde")]
fn is_nothing<B>(_: &B) -> bool {
    size_of::<B>() == 0
}

impl<B> Mover<B> {
    /// The same mover with a body of another kind.
    pub(crate) fn with_body<C>(self, body: C) -> Mover<C> {
        let Gait { neighbours, corners, scale, .. } = self.gait;
        self.with_gait(Gait { neighbours, corners, scale, body })
    }

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
