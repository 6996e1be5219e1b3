//! Why a crowd does not take what it is given.

use std::fmt;

use astride::base::Vec2;

/// What a crowd refuses; the message says what would be right. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrowdError {
    /// The map is too large for positions.
    TooWide {
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
        /// The most of either.
        most: u32,
    },
    /// The body is no number, too small, too wide, too slow or too fast.
    Body {
        /// Its radius in cells.
        radius: f64,
        /// Its speed in cells per second.
        speed: f64,
    },
    /// The point is no point of the map.
    OffMap {
        /// The point, in cells.
        point: Vec2,
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
    /// A body at the point would touch a wall.
    Blocked {
        /// The point, in cells.
        point: Vec2,
    },
    /// A body at the point would overlap a unit.
    Occupied {
        /// The point, in cells.
        point: Vec2,
        /// The unit that is there.
        unit: u32,
    },
    /// There are not enough places that can be reached from a point.
    NoRoom {
        /// The point, in cells.
        point: Vec2,
        /// How many places were asked for.
        count: usize,
    },
    /// There is no unit with this number.
    NoUnit {
        /// The number.
        unit: u32,
        /// How many units there are.
        present: usize,
    },
    /// One unit is named twice.
    Twice {
        /// The unit.
        unit: u32,
    },
    /// Walls keep a unit from where it is sent.
    NoWay {
        /// The unit.
        unit: u32,
    },
    /// A unit would stand in a wall.
    InWall {
        /// The unit.
        unit: u32,
    },
    /// The new map has another size.
    Size {
        /// Columns of the new map.
        width: u32,
        /// Rows of the new map.
        height: u32,
    },
    /// A formation has fewer slots than there are units.
    Slots {
        /// How many slots there are.
        slots: usize,
        /// How many units.
        units: usize,
    },
    /// A slot of a formation is no point, or too far away.
    Slot {
        /// Forward and to the right, in cells.
        slot: Vec2,
    },
    /// A formation is spaced too tightly or too widely.
    Spacing {
        /// How far neighbours are from each other, in cells.
        spacing: f64,
    },
    /// A formation faces nowhere.
    Facing {
        /// The direction given.
        facing: Vec2,
    },
    /// The time to look ahead is no number, below 0 or too long.
    Horizon {
        /// The time given, in seconds.
        seconds: f64,
    },
    /// On a lattice units go from cell to cell, and cannot be steered.
    OnLattice {
        /// The unit.
        unit: u32,
    },
    /// A tick is no number, below 0, or so long that the fastest unit would go too far in it.
    Tick {
        /// The time given, in seconds.
        seconds: f64,
        /// The longest time that is taken.
        most: f64,
    },
}

impl fmt::Display for CrowdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |point: Vec2| format!("{}, {}", point.x, point.y);
        match *self {
            CrowdError::TooWide { width, height, most } => {
                write!(f, "the map has {width}x{height} cells, expected at most {most} either way")
            }
            CrowdError::Body { radius, speed } => write!(
                f,
                "a body of radius {radius} and speed {speed}, expected a radius of 1/64 to {} \
                 cells and a speed of 1/1024 to 64 cells per second",
                super::Body::MAX_RADIUS
            ),
            CrowdError::OffMap { point, width, height } => {
                write!(f, "point {} is off the map of {width}x{height} cells", at(point))
            }
            CrowdError::Blocked { point } => {
                write!(f, "a body at {} would touch a wall, expected a free point", at(point))
            }
            CrowdError::Occupied { point, unit } => {
                write!(
                    f,
                    "a body at {} would overlap unit {unit}, expected a free point",
                    at(point)
                )
            }
            CrowdError::NoRoom { point, count } => {
                write!(
                    f,
                    "fewer than {count} places are free and can be reached from {}",
                    at(point)
                )
            }
            CrowdError::NoUnit { unit, present } => {
                write!(f, "unit {unit} does not exist, expected a number below {present}")
            }
            CrowdError::Twice { unit } => write!(f, "unit {unit} is named twice, expected once"),
            CrowdError::NoWay { unit } => {
                write!(f, "walls keep unit {unit} from there, expected a goal that it can reach")
            }
            CrowdError::InWall { unit } => {
                write!(f, "unit {unit} would stand in a wall, expected it to be moved away first")
            }
            CrowdError::Size { width, height } => {
                write!(
                    f,
                    "the new map has {width}x{height} cells, expected the size of the old one"
                )
            }
            CrowdError::Slots { slots, units } => {
                write!(f, "a formation of {slots} slots for {units} units, expected as many")
            }
            CrowdError::Slot { slot } => {
                write!(f, "slot {} of a formation, expected at most 8192 cells away", at(slot))
            }
            CrowdError::Spacing { spacing } => {
                write!(f, "a spacing of {spacing} cells, expected 1/4 to 64")
            }
            CrowdError::Facing { facing } => {
                write!(f, "a formation that faces {}, expected a direction", at(facing))
            }
            CrowdError::Horizon { seconds } => {
                write!(f, "a look {seconds} seconds ahead, expected 0 to 3600")
            }
            CrowdError::OnLattice { unit } => {
                write!(f, "unit {unit} is on a lattice, expected a crowd in free mode to steer it")
            }
            CrowdError::Tick { seconds, most } => {
                write!(f, "a tick of {seconds} seconds, expected 0 to {most}")
            }
        }
    }
}

impl std::error::Error for CrowdError {}
