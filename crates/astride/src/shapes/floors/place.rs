//! Places on floors, and their sides.

use std::fmt;
use std::str::FromStr;

use super::FloorError;
use super::map::Kind;
use crate::base::Dir;
use crate::world::TileSide;

/// A place on a map of floors: column `x`, row `y` and `floor`, each from 0.
///
/// # Examples
///
/// ```
/// use astride::shapes::floors::FloorPlace;
/// assert_eq!("4, 0, 1".parse(), Ok(FloorPlace::new(4, 0, 1)));
/// assert_eq!(FloorPlace::new(4, 0, 1).to_string(), "4,0,1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloorPlace {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// The floor; 0 is the lowest.
    pub floor: u32,
}

impl FloorPlace {
    /// The place in column `x` and row `y` of a floor.
    pub const fn new(x: u32, y: u32, floor: u32) -> Self {
        FloorPlace { x, y, floor }
    }
}

impl From<(u32, u32, u32)> for FloorPlace {
    fn from((x, y, floor): (u32, u32, u32)) -> Self {
        FloorPlace { x, y, floor }
    }
}

impl fmt::Display for FloorPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.floor)
    }
}

impl FromStr for FloorPlace {
    type Err = FloorError;

    /// Parses `x,y,floor`.
    fn from_str(text: &str) -> Result<Self, FloorError> {
        let mut numbers = text.split(',').map(|part| part.trim().parse::<u32>());
        let mut next = || numbers.next().and_then(Result::ok).ok_or(FloorError(Kind::Name));
        let place = FloorPlace::new(next()?, next()?, next()?);
        if numbers.next().is_some() { Err(FloorError(Kind::Name)) } else { Ok(place) }
    }
}

/// One of the four sides of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FloorSide {
    /// Towards row 0.
    North,
    /// Towards the last column.
    East,
    /// Towards the last row.
    South,
    /// Towards column 0.
    West,
}

impl FloorSide {
    /// All four, clockwise from north.
    pub const ALL: [FloorSide; 4] =
        [FloorSide::North, FloorSide::East, FloorSide::South, FloorSide::West];

    /// The direction of a step over this side.
    pub const fn dir(self) -> Dir {
        Dir::from_code(2 * self as u8)
    }

    /// The same side, seen from the cell behind it.
    #[must_use]
    pub const fn opposite(self) -> FloorSide {
        FloorSide::ALL[(self as usize + 2) % 4]
    }
}

impl TileSide for FloorSide {
    const TILE: &'static str = "cell";
}
