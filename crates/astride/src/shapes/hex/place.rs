//! Hexagons in axial coordinates: neighbours, distances, outlines.

use std::fmt;
use std::str::FromStr;

use crate::base::Vec2;

/// The orientation of all hexagons of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HexLayout {
    /// Corners up and down: rows are straight, and every other one is shifted by half a hexagon.
    #[default]
    Pointy,
    /// Corners left and right: columns are straight.
    Flat,
}

/// A hexagon by its axial coordinates.
///
/// # Examples
///
/// ```
/// use astride::shapes::hex::{Hex, HexDir};
/// let here = Hex::new(2, -1);
/// assert_eq!(here.distance_to(Hex::new(0, 2)), 3);
/// assert_eq!(HexDir::ALL.map(|dir| here.beside(dir).distance_to(here)), [1; 6]);
/// assert_eq!("2,-1".parse(), Ok(here));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hex {
    /// Along a row, eastward.
    pub q: i32,
    /// Rows, downward.
    pub r: i32,
}

vectors! {
    "glam": Hex { q: x, r: y } = glam::IVec2;
    "mint": Hex { q: x, r: y } = mint::Point2<i32>;
}

impl Hex {
    /// The hexagon at these coordinates.
    pub const fn new(q: i32, r: i32) -> Self {
        Hex { q, r }
    }

    /// The adjacent hexagon in direction `dir`; coordinates wrap at the limits of `i32`.
    #[must_use]
    pub const fn beside(self, dir: HexDir) -> Self {
        let (q, r) = dir.offset();
        Hex { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// The number of steps to another hexagon without obstacles.
    pub fn distance_to(self, other: Hex) -> u64 {
        let (q, r) =
            (i64::from(other.q) - i64::from(self.q), i64::from(other.r) - i64::from(self.r));
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// All hexagons exactly `radius` steps away, clockwise from the northeast; itself for 0.
    /// Coordinates wrap at the limits of `i32`.
    pub fn ring(self, radius: u32) -> impl Iterator<Item = Hex> {
        let sides = HexDir::ALL.into_iter().flat_map(move |dir| {
            let corner = self.along(dir, radius);
            (0..radius).map(move |at| corner.along(dir.turned(2), at))
        });
        (radius == 0).then_some(self).into_iter().chain(sides)
    }

    /// All hexagons at most `radius` steps away, row by row. Coordinates wrap at the limits of
    /// `i32`.
    pub fn range(self, radius: u32) -> impl Iterator<Item = Hex> {
        let radius = i64::from(radius);
        (-radius..=radius).flat_map(move |r| {
            let columns = (-radius).max(-r - radius)..=radius.min(-r + radius);
            let row = self.r.wrapping_add(r as i32);
            columns.map(move |q| Hex::new(self.q.wrapping_add(q as i32), row))
        })
    }

    /// The hexagon this many steps straight ahead.
    pub(super) const fn along(self, dir: HexDir, steps: u32) -> Self {
        let ((q, r), steps) = (dir.offset(), steps as i32);
        Hex {
            q: self.q.wrapping_add(q.wrapping_mul(steps)),
            r: self.r.wrapping_add(r.wrapping_mul(steps)),
        }
    }

    /// The centre of the hexagon, where the distance between adjacent centres is 1.
    pub fn middle(self, layout: HexLayout) -> Vec2 {
        let (q, r) = (f64::from(self.q), f64::from(self.r));
        let height = 3f64.sqrt() / 2.0;
        match layout {
            HexLayout::Pointy => Vec2::new(q + r / 2.0, r * height),
            HexLayout::Flat => Vec2::new(q * height, r + q / 2.0),
        }
    }

    /// The six corners of the hexagon, clockwise.
    pub fn outline(self, layout: HexLayout) -> [Vec2; 6] {
        // In sixths of a circle a sine is a half or a square root: the same on every machine.
        let (half, far) = (0.5, 1.0 / 3f64.sqrt());
        let near = far / 2.0;
        let corners = match layout {
            HexLayout::Pointy => [
                (0.0, -far),
                (half, -near),
                (half, near),
                (0.0, far),
                (-half, near),
                (-half, -near),
            ],
            HexLayout::Flat => [
                (-near, -half),
                (near, -half),
                (far, 0.0),
                (near, half),
                (-near, half),
                (-far, 0.0),
            ],
        };
        corners.map(|(x, y)| self.middle(layout).plus(Vec2::new(x, y)))
    }
}

impl From<(i32, i32)> for Hex {
    fn from((q, r): (i32, i32)) -> Self {
        Hex { q, r }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.q, self.r)
    }
}

impl FromStr for Hex {
    type Err = HexNameError;

    /// Parses `q,r`.
    fn from_str(text: &str) -> Result<Self, HexNameError> {
        let parts = text.trim_matches(['(', ')']).split_once(',');
        let numbers =
            parts.and_then(|(q, r)| Some((q.trim().parse().ok()?, r.trim().parse().ok()?)));
        numbers.map(Hex::from).ok_or_else(|| HexNameError(text.to_owned()))
    }
}

/// A text that is not a hexagon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexNameError(String);

errors! { struct HexNameError:
    Self(text) => ("not-a-hexagon",
        "{text:?} is no hexagon, expected axial coordinates such as 3,-1"),
}

/// One of the six sides of a hexagon, clockwise from the northeast of the pointy layout, which is
/// also called northeast in the flat one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HexDir {
    /// (+1, −1)
    NorthEast,
    /// (+1, 0): southeast in the flat layout.
    East,
    /// (0, +1): south in the flat layout.
    SouthEast,
    /// (−1, +1)
    SouthWest,
    /// (−1, 0): northwest in the flat layout.
    West,
    /// (0, −1): north in the flat layout.
    NorthWest,
}

impl HexDir {
    /// All six, clockwise.
    pub const ALL: [HexDir; 6] = [
        HexDir::NorthEast,
        HexDir::East,
        HexDir::SouthEast,
        HexDir::SouthWest,
        HexDir::West,
        HexDir::NorthWest,
    ];

    /// What it adds to `q` and `r`.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            HexDir::NorthEast => (1, -1),
            HexDir::East => (1, 0),
            HexDir::SouthEast => (0, 1),
            HexDir::SouthWest => (-1, 1),
            HexDir::West => (-1, 0),
            HexDir::NorthWest => (0, -1),
        }
    }

    /// Rotated clockwise by this many sixths of a circle.
    #[must_use]
    pub const fn turned(self, sixths: u8) -> HexDir {
        HexDir::ALL[(self as usize + sixths as usize) % 6]
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> HexDir {
        self.turned(3)
    }

    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}
