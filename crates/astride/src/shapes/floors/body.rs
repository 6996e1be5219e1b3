//! Bodies larger than a cell.

use super::FloorMover;
use crate::world::{Body, Gait, Mover};

/// How large a mover is, in cells; see [`FloorMover::body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
pub struct FloorBody {
    side: u32,
}

impl Default for FloorBody {
    /// One cell.
    fn default() -> Self {
        FloorBody { side: 1 }
    }
}

impl TryFrom<u32> for FloorBody {
    type Error = FloorBodyError;

    /// A body of `side`×`side` cells; as for [`FloorMover::body`].
    fn try_from(side: u32) -> Result<Self, FloorBodyError> {
        let is_body = (1..=FloorMover::MOST_SIDE).contains(&side);
        if is_body { Ok(FloorBody { side }) } else { Err(FloorBodyError { side }) }
    }
}

impl From<FloorBody> for u32 {
    fn from(body: FloorBody) -> u32 {
        body.side
    }
}

impl Body for FloorBody {
    fn side(self) -> u32 {
        self.side
    }

    fn of_side(side: u32) -> Option<Self> {
        side.try_into().ok()
    }
}

impl FloorMover {
    /// The maximum side of a body, in cells.
    pub const MOST_SIDE: u32 = 32;

    /// Sets the number of columns and rows that the body covers, 1 by default. Its place is that of its
    /// top left cell.
    ///
    /// It moves as a [`BodyGrid`](crate::shapes::square::BodyGrid) says of a square body on a grid: it
    /// stands where all cells that it covers are on one floor and free in one medium, and pays for the
    /// costliest of them. Walls, fences and one-way steps count for each of its cells. It takes a stair
    /// from its place to that at the other end, where it fits at both; stairs at its other cells are not
    /// for it. Across a joined border it stands as anywhere else.
    ///
    /// # Errors
    ///
    /// If `side` is 0 or above [`MOST_SIDE`](Self::MOST_SIDE).
    ///
    /// # Complexity
    ///
    /// Nothing is stored, so edits cost nothing more. A search reads O(`side`²) cells for each place and
    /// each of its neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::floors::{FloorMap, FloorMover};
    /// // On the lower floor a pillar leaves one row free, and on the upper one two.
    /// let mut nav = Navigator::new(FloorMap::of_classes([9, 3, 2], |place| match place {
    ///     place if place.x == 4 && place.y <= 1 - place.floor => b'#',
    ///     _ => b'.',
    /// })?);
    /// let cart = nav.add_mover(FloorMover::walker().body(2)?);
    /// nav.edit(|batch| {
    ///     batch.stairs((2, 1, 0), (2, 1, 1), 20_000).stairs((6, 1, 0), (6, 1, 1), 20_000);
    /// })?;
    /// let ask = Ask::new((0, 1, 0), (7, 1, 0));
    /// assert_eq!(nav.cost(&ask.mover(cart))?, Some(7 * 13_860 + 2 * 20_000), "up and down again");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn body(mut self, side: u32) -> Result<Self, FloorBodyError> {
        self.gait.body = FloorBody::try_from(side)?;
        Ok(self)
    }

    /// The number of columns and rows that the body covers.
    pub fn side(&self) -> u32 {
        self.gait.body.side
    }
}

impl From<Mover<Gait>> for FloorMover {
    /// A mover of squares on floors, with a body of one cell.
    fn from(mover: Mover<Gait>) -> Self {
        mover.with_body(FloorBody::default())
    }
}

/// A body that is too large, or of no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorBodyError {
    side: u32,
}

errors! { struct FloorBodyError:
    Self { side } => ("floor-body",
        "a body of side {side} is unusable, expected 1 to {} cells", FloorMover::MOST_SIDE),
}
