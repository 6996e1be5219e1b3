//! The animals of the playground: their kinds, how the page reads them, and the farm.

mod farm;

use astride_agents::crowd::{Body, CELL};
use astride_agents::herd::{Herd, Species, Will};

pub use farm::Farm;

/// The kinds of units; all except the first have a will of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Goes where it is sent.
    Walker = 0,
    /// Wanders a little, flees from dogs, returns at dusk.
    Sheep = 1,
    /// As a sheep, but slower.
    Cow = 2,
    /// Runs after other animals all day, returns at dusk.
    Dog = 3,
    /// As a sheep, but small, and quick over short distances.
    Hen = 4,
}

impl Kind {
    /// All, in the order of their numbers.
    pub const ALL: [Kind; 5] = [Kind::Walker, Kind::Sheep, Kind::Cow, Kind::Dog, Kind::Hen];

    /// What a herd knows about it; the kinds are numbered like the species of a herd of [`Kind::ALL`].
    pub fn species(self) -> Species {
        let (radius, speed, range, will) = match self {
            Kind::Walker => (0.3, 4.0, 0, Will::Orders),
            Kind::Sheep => (0.32, 1.5, 9, Will::Graze),
            Kind::Cow => (0.35, 1.3, 7, Will::Graze),
            Kind::Dog => (0.27, 3.5, 40, Will::Hunt),
            Kind::Hen => (0.18, 1.6, 5, Will::Graze),
        };
        Species { body: Body { radius, speed }, range, will }
    }
}

/// Appends all units as the page reads them, little endian: `f32` x of each and `f32` y of each, in
/// cells, `u16` heading of each, `u8` state of each, `u8` kind of each; 12 bytes per unit.
pub fn write_frame(herd: &Herd, bytes: &mut Vec<u8>) {
    let crowd = herd.crowd();
    bytes.reserve(12 * crowd.crowd().count());
    for side in 0..2 {
        let in_cells = crowd.crowd().positions().iter().map(|at| at[side] as f32 / CELL as f32);
        in_cells.for_each(|at| bytes.extend(at.to_le_bytes()));
    }
    crowd.headings().for_each(|heading| bytes.extend(heading.to_le_bytes()));
    bytes.extend(crowd.states().map(|state| state as u8));
    bytes.extend(herd.species());
}
