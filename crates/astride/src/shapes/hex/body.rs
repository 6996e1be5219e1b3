//! Bodies larger than a hexagon.

use super::HexMover;

impl HexMover {
    /// The maximum radius of a body.
    pub const MOST_RADIUS: u32 = 16;

    /// Makes the body a hexagon and this many rings around it, 0 by default: 7 hexagons with one ring, 19
    /// with two. Its place is that of the hexagon in the middle.
    ///
    /// It stands where all hexagons that it covers are free in one medium, and not across a wall; a step
    /// costs the factor of the costliest hexagon that it covers at its end. A step is forbidden if a wall,
    /// a one-way step or a fence that the mover does not cross is in the way of any hexagon of the body;
    /// for fences that it crosses, it pays for the costliest that its front crosses.
    ///
    /// # Errors
    ///
    /// If `radius` is above [`MOST_RADIUS`](Self::MOST_RADIUS).
    ///
    /// # Complexity
    ///
    /// Nothing is stored, so edits cost nothing more. A search reads O(`radius`²) hexagons for each place
    /// and each of its neighbours, and fields go step by step.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
    /// let mut nav = Navigator::new(HexMap::rectangle(HexLayout::Pointy, 11, 7, b'.')?);
    /// let giant = nav.add_mover(HexMover::walker().body(1)?);
    /// nav.edit(|batch| _ = batch.set((4, 2), b'#'))?;
    /// let ask = Ask::new((0, 3), (6, 3));
    /// assert_eq!(nav.cost(&ask)?, Some(6 * 13_860));
    /// assert_eq!(nav.cost(&ask.mover(giant))?, Some(7 * 13_860), "one row further down");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn body(mut self, radius: u32) -> Result<Self, HexBodyError> {
        if radius > Self::MOST_RADIUS {
            return Err(HexBodyError { radius });
        }
        self.gait.radius = radius;
        Ok(self)
    }

    /// The number of rings of the body around its hexagon.
    pub fn radius(&self) -> u32 {
        self.gait.radius
    }
}

/// A body that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexBodyError {
    radius: u32,
}

errors! { struct HexBodyError:
    Self { radius } => ("hex-body",
        "a body of {radius} rings is unusable, expected at most {}", HexMover::MOST_RADIUS),
}
