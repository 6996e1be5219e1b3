//! The animals of the playground: their kinds, how the page reads them, and the farm.

mod farm;

use astride::agents::{Body, Herd, Species, Will};

pub use farm::Farm;

/// The kinds of units; all but the first have a will of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Goes where it is sent.
    Walker = 0,
    /// Wanders a little, flees from dogs, returns at dusk.
    Sheep = 1,
    /// As a sheep, and slower.
    Cow = 2,
    /// Runs after other animals all day, returns at dusk.
    Dog = 3,
    /// As a sheep, small and quick on short ways.
    Hen = 4,
}

impl Kind {
    /// All, in the order of their numbers.
    pub const ALL: [Kind; 5] = [Kind::Walker, Kind::Sheep, Kind::Cow, Kind::Dog, Kind::Hen];

    /// What a herd knows of it; the kinds are numbered as the species of a herd of [`Kind::ALL`].
    pub fn species(self) -> Species {
        let (radius, speed, range, will) = match self {
            Kind::Walker => (20_000, 4369, 0, Will::Orders),
            Kind::Sheep => (21_000, 1639, 9, Will::Graze),
            Kind::Cow => (26_000, 1421, 7, Will::Graze),
            Kind::Dog => (18_000, 3823, 40, Will::Hunt),
            Kind::Hen => (12_000, 1747, 5, Will::Graze),
        };
        let body = Body::new(radius, speed).expect("all are narrower than a cell");
        Species { body, range, will }
    }
}

/// Appends all units as the page reads them, little endian: `f32` x of each and `f32` y of each, in
/// cells, `u16` heading of each, `u8` state of each, `u8` kind of each; 12 bytes per unit.
pub fn write_frame(herd: &Herd, bytes: &mut Vec<u8>) {
    let crowd = herd.crowd();
    bytes.reserve(12 * crowd.len());
    for side in 0..2 {
        let in_cells = crowd.positions().iter().map(|at| at[side] as f32 / 65_536.0);
        in_cells.for_each(|at| bytes.extend(at.to_le_bytes()));
    }
    crowd.headings().for_each(|heading| bytes.extend(heading.to_le_bytes()));
    bytes.extend(crowd.states().map(|state| state as u8));
    bytes.extend(herd.species());
}
