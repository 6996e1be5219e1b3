//! Why a crowd refuses a call.

use astride::base::Vec2;

/// An invalid call of a crowd; the message says what is expected. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrowdError {
    /// The map is too large for positions.
    TooWide {
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
        /// The maximum of either.
        most: u32,
    },
    /// A value of the body is NaN, too small, too large, too slow or too fast.
    Body {
        /// Its radius in cells.
        radius: f64,
        /// Its speed in cells per second.
        speed: f64,
    },
    /// The point is not on the map.
    OffMap {
        /// The point, in cells.
        point: Vec2,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// A body at the point would touch a wall.
    Blocked {
        /// The point, in cells.
        point: Vec2,
    },
    /// A body at the point would overlap a unit or, on a lattice, would stand in the cell of one.
    Occupied {
        /// The point, in cells.
        point: Vec2,
        /// The unit that is there, or is entering or leaving the cell.
        unit: u32,
    },
    /// There are not enough places reachable from a point.
    NoRoom {
        /// The point, in cells.
        point: Vec2,
        /// The number of places required.
        count: usize,
    },
    /// There is no unit with this number.
    NoUnit {
        /// The number.
        unit: u32,
        /// The number of units.
        present: usize,
    },
    /// A unit is named twice.
    Twice {
        /// The unit.
        unit: u32,
    },
    /// Walls separate a unit from its destination.
    NoWay {
        /// The unit.
        unit: u32,
    },
    /// A unit would stand in a wall, or is on its way into one or across a side that is shut.
    InWall {
        /// The unit.
        unit: u32,
    },
    /// The new map has another size.
    Size {
        /// The number of columns of the new map.
        width: u32,
        /// The number of rows of the new map.
        height: u32,
    },
    /// A formation has fewer slots than there are units.
    Slots {
        /// The number of slots.
        slots: usize,
        /// The number of units.
        units: usize,
    },
    /// A slot of a formation is not a valid point, or too far away.
    Slot {
        /// Forward and to the right, in cells.
        slot: Vec2,
    },
    /// A formation is spaced too tightly or too widely.
    Spacing {
        /// The distance between neighbours, in cells.
        spacing: f64,
    },
    /// The facing of a formation has no direction.
    Facing {
        /// The direction given.
        facing: Vec2,
    },
    /// The time to look ahead is NaN, negative or too long.
    Horizon {
        /// The time given, in seconds.
        seconds: f64,
    },
    /// On a lattice units go from cell to cell, and cannot be steered.
    OnLattice {
        /// The unit.
        unit: u32,
    },
    /// A herd has no such species.
    NoSpecies {
        /// The number of the species.
        species: u8,
        /// The number of species.
        known: usize,
    },
    /// A herd has no such pasture.
    NoPasture {
        /// The number of the pasture.
        pasture: u32,
        /// The number of pastures.
        known: usize,
    },
    /// A tick is NaN, negative, or so long that the fastest unit would go too far in it.
    Tick {
        /// The time given, in seconds.
        seconds: f64,
        /// The maximum time.
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
        "unit {unit} would stand in a wall or is on its way into one, expected it to be moved away \
        first"),
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
    NoSpecies { species, known } => ("no-such-species",
        "there is no species {species}, expected a number below {known}"),
    NoPasture { pasture, known } => ("no-such-pasture",
        "there is no pasture {pasture}, expected a number below {known}"),
    Tick { seconds, most } => ("crowd-tick", "a tick of {seconds} seconds, expected 0 to {most}"),
}

fn at(point: &Vec2) -> String {
    format!("{}, {}", point.x, point.y)
}
