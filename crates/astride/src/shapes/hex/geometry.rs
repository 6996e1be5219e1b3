//! Geometry of hexagons: rows and columns, lines, rotations, and the hexagon at a point.
//!
//! After Red Blob Games, "Hexagonal Grids", 2013, in integers: ties are broken consistently, so a
//! line is the same from either end and on every machine.

use super::{Hex, HexLayout};
use crate::base::Vec2;

/// How hexagons are named by rows and columns if every other line is shifted by half a hexagon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HexOffset {
    /// Odd rows are shifted right ("odd-r"), as in [`HexMap::rectangle`](super::HexMap::rectangle)
    /// in the pointy layout.
    OddRows,
    /// Even rows are shifted right ("even-r").
    EvenRows,
    /// Odd columns are shifted down ("odd-q"), as in
    /// [`HexMap::rectangle`](super::HexMap::rectangle) in the flat layout.
    OddColumns,
    /// Even columns are shifted down ("even-q").
    EvenColumns,
}

impl HexOffset {
    /// The offset against the axial coordinate after `line` lines.
    const fn shift(self, line: i32) -> i32 {
        match self {
            HexOffset::OddRows | HexOffset::OddColumns => line.div_euclid(2),
            HexOffset::EvenRows | HexOffset::EvenColumns => line.div_euclid(2) + line.rem_euclid(2),
        }
    }
}

impl Hex {
    /// The hexagon in a column and a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexOffset};
    /// let hex = Hex::from_offset((3, 5), HexOffset::OddRows);
    /// assert_eq!(hex, Hex::new(1, 5));
    /// assert_eq!(hex.to_offset(HexOffset::OddRows), (3, 5));
    /// ```
    pub const fn from_offset((column, row): (i32, i32), offset: HexOffset) -> Hex {
        match offset {
            HexOffset::OddRows | HexOffset::EvenRows => {
                Hex::new(column.wrapping_sub(offset.shift(row)), row)
            }
            HexOffset::OddColumns | HexOffset::EvenColumns => {
                Hex::new(column, row.wrapping_sub(offset.shift(column)))
            }
        }
    }

    /// Its column and row.
    pub const fn to_offset(self, offset: HexOffset) -> (i32, i32) {
        match offset {
            HexOffset::OddRows | HexOffset::EvenRows => {
                (self.q.wrapping_add(offset.shift(self.r)), self.r)
            }
            HexOffset::OddColumns | HexOffset::EvenColumns => {
                (self.q, self.r.wrapping_add(offset.shift(self.q)))
            }
        }
    }

    /// The hexagons of a straight line, including both ends: one for each step of the distance, and
    /// the same from either end.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::Hex;
    /// let (from, to) = (Hex::new(0, 0), Hex::new(3, -1));
    /// assert_eq!(from.line_to(to).count(), 4);
    /// assert!(from.line_to(to).eq(to.line_to(from).collect::<Vec<_>>().into_iter().rev()));
    /// ```
    pub fn line_to(self, other: Hex) -> impl Iterator<Item = Hex> {
        let steps = self.distance_to(other);
        (0..=steps).map(move |step| self.between(other, step, Side::Plus))
    }

    /// The hexagon at `step` on the line to `other`. Where the line runs between two hexagons,
    /// `side` selects one of them.
    pub(super) fn between(self, other: Hex, step: u64, side: Side) -> Hex {
        let steps = i128::from(self.distance_to(other).max(1));
        let (step, part) = (i128::from(step), 16 * steps);
        let nudge = if side == Side::Plus { 1 } else { -1 };
        // In sixteenths of the spacing of points on the line, moved slightly off all edges.
        let on_line = |from: i32, to: i32| {
            16 * (i128::from(from) * steps + (i128::from(to) - i128::from(from)) * step)
        };
        let (q, r) = (on_line(self.q, other.q) + nudge, on_line(self.r, other.r) + 2 * nudge);
        let round = |sum: i128| (2 * sum + part).div_euclid(2 * part);
        let (near_q, near_r, near_s) = (round(q), round(r), round(-q - r));
        let off = |near: i128, sum: i128| (near * part - sum).abs();
        let [off_q, off_r, off_s] = [off(near_q, q), off(near_r, r), off(near_s, -q - r)];
        let (q, r) = if off_q > off_r && off_q > off_s {
            (-near_r - near_s, near_r)
        } else if off_r > off_s {
            (near_q, -near_q - near_s)
        } else {
            (near_q, near_r)
        };
        Hex::new(q as i32, r as i32)
    }

    /// Rotated clockwise around `centre` by this many sixths of a circle.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexDir};
    /// let centre = Hex::new(4, 4);
    /// let east = centre.beside(HexDir::East);
    /// assert_eq!(east.turned_around(centre, 1), centre.beside(HexDir::SouthEast));
    /// assert_eq!(east.turned_around(centre, 6), east);
    /// ```
    #[must_use]
    pub const fn turned_around(self, centre: Hex, sixths: u8) -> Hex {
        let (mut q, mut r) = (self.q.wrapping_sub(centre.q), self.r.wrapping_sub(centre.r));
        let mut turns = sixths % 6;
        while turns > 0 {
            (q, r) = (r.wrapping_neg(), q.wrapping_add(r));
            turns -= 1;
        }
        Hex::new(centre.q.wrapping_add(q), centre.r.wrapping_add(r))
    }

    /// Mirrored at `centre`, left to right: its columns change sides and its row stays (in the
    /// pointy layout; in the flat one the mirror axis is tilted).
    #[must_use]
    pub const fn mirrored_at(self, centre: Hex) -> Hex {
        let (q, r) = (self.q.wrapping_sub(centre.q), self.r.wrapping_sub(centre.r));
        Hex::new(centre.q.wrapping_sub(q).wrapping_sub(r), centre.r.wrapping_add(r))
    }

    /// The hexagon that contains a point, where the distance between adjacent centres is 1: the
    /// inverse of [`middle`](Self::middle). Coordinates are clamped to the range of `i32`; NaN
    /// counts as 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexLayout};
    /// let hex = Hex::new(-7, 12);
    /// assert_eq!(Hex::at(hex.middle(HexLayout::Flat), HexLayout::Flat), hex);
    /// ```
    pub fn at(point: Vec2, layout: HexLayout) -> Hex {
        let height = 3f64.sqrt() / 2.0;
        let (q, r) = match layout {
            HexLayout::Pointy => (point.x - point.y / height / 2.0, point.y / height),
            HexLayout::Flat => (point.x / height, point.y - point.x / height / 2.0),
        };
        let (near_q, near_r, near_s) = (q.round(), r.round(), (-q - r).round());
        let off = [near_q - q, near_r - r, near_s + q + r].map(f64::abs);
        let (q, r) = if off[0] > off[1] && off[0] > off[2] {
            (-near_r - near_s, near_r)
        } else if off[1] > off[2] {
            (near_q, -near_q - near_s)
        } else {
            (near_q, near_r)
        };
        Hex::new(q as i32, r as i32)
    }
}

/// Which of two hexagons a line takes when it runs along the edge between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Plus,
    Minus,
}
