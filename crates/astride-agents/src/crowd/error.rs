//! Why a crowd does not take what it is given.

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

astride::errors! { enum CrowdError:
    TooWide { width, height, most } => ("crowd-map-too-wide",
        "the map has {width}x{height} cells, expected at most {most} either way"),
    Body { radius, speed } => ("crowd-body",
        "a body of radius {radius} and speed {speed}, expected a radius of 1/64 to {} cells and a \
        speed of 1/1024 to 64 cells per second", super::Body::MAX_RADIUS),
    OffMap { point, width, height } => ("point-off-map",
        "point {} is off the map of {width}x{height} cells", at(point)),
    Blocked { point } => ("point-blocked",
        "a body at {} would touch a wall, expected a free point", at(point)),
    Occupied { point, unit } => ("point-occupied",
        "a body at {} would overlap unit {unit}, expected a free point", at(point)),
    NoRoom { point, count } => ("crowd-no-room",
        "fewer than {count} places are free and can be reached from {}", at(point)),
    NoUnit { unit, present } => ("no-such-unit",
        "unit {unit} does not exist, expected a number below {present}"),
    Twice { unit } => ("unit-twice", "unit {unit} is named twice, expected once"),
    NoWay { unit } => ("unit-no-way",
        "walls keep unit {unit} from there, expected a goal that it can reach"),
    InWall { unit } => ("unit-in-wall",
        "unit {unit} would stand in a wall, expected it to be moved away first"),
    Size { width, height } => ("crowd-other-map-size",
        "the new map has {width}x{height} cells, expected the size of the old one"),
    Slots { slots, units } => ("formation-slots",
        "a formation of {slots} slots for {units} units, expected as many"),
    Slot { slot } => ("formation-slot",
        "slot {} of a formation, expected at most 8192 cells away", at(slot)),
    Spacing { spacing } => ("formation-spacing",
        "a spacing of {spacing} cells, expected 1/4 to 64"),
    Facing { facing } => ("formation-facing",
        "a formation that faces {}, expected a direction", at(facing)),
    Horizon { seconds } => ("crowd-horizon", "a look {seconds} seconds ahead, expected 0 to 3600"),
    OnLattice { unit } => ("unit-on-lattice",
        "unit {unit} is on a lattice, expected a crowd in free mode to steer it"),
    Tick { seconds, most } => ("crowd-tick", "a tick of {seconds} seconds, expected 0 to {most}"),
}

fn at(point: &Vec2) -> String {
    format!("{}, {}", point.x, point.y)
}
