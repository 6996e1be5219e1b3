//! The shapes of formations: the positions of their slots.

use std::fmt;

use astride::base::Vec2;

use crate::crowd::plane::direction;

/// The shape of a formation.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Side by side.
    Line,
    /// One behind the other.
    Column,
    /// An arrowhead, with its arms swept back by half a right angle.
    Wedge,
    /// As many columns as rows, or one more; the last row is centred.
    Box,
    /// A ring; slot 0 is in front, and the others follow clockwise.
    Circle,
    /// These slots, forward (x) and to the right (y) of the leading point in cells, at most 8192
    /// from it; the spacing does not affect them. If there are more slots than units, the first
    /// ones are used.
    Slots(Vec<Vec2>),
}

impl Shape {
    /// All shapes whose slots are determined by the number of units.
    pub const NAMED: [Shape; 5] =
        [Shape::Line, Shape::Column, Shape::Wedge, Shape::Box, Shape::Circle];

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Line => "line",
            Shape::Column => "column",
            Shape::Wedge => "wedge",
            Shape::Box => "box",
            Shape::Circle => "circle",
            Shape::Slots(_) => "slots",
        }
    }

    /// The slots for this many units, forward and to the right of the centre, in cells.
    pub(super) fn slots(&self, units: usize, spacing: f64) -> Vec<Vec2> {
        let middle = (units as f64 - 1.0) / 2.0;
        let slots: Vec<Vec2> = match self {
            Shape::Line => (0..units).map(|unit| Vec2::new(0.0, unit as f64 - middle)).collect(),
            Shape::Column => (0..units).map(|unit| Vec2::new(middle - unit as f64, 0.0)).collect(),
            Shape::Wedge => wedge(units),
            Shape::Box => rows(units),
            Shape::Circle => ring(units),
            Shape::Slots(slots) => return slots.iter().take(units).copied().collect(),
        };
        slots.iter().map(|slot| slot.times(spacing)).collect()
    }
}

fn wedge(units: usize) -> Vec<Vec2> {
    let leg = std::f64::consts::FRAC_1_SQRT_2;
    let slot = |unit: usize| {
        let back = unit.div_ceil(2) as f64 * leg;
        Vec2::new(-back, if unit % 2 == 1 { -back } else { back })
    };
    let slots: Vec<Vec2> = (0..units).map(slot).collect();
    let mean = slots.iter().map(|slot| slot.x).sum::<f64>() / units.max(1) as f64;
    slots.iter().map(|slot| Vec2::new(slot.x - mean, slot.y)).collect()
}

fn rows(units: usize) -> Vec<Vec2> {
    let columns = (1..).find(|side| side * side >= units).unwrap_or(1);
    let rows = units.div_ceil(columns);
    let slot = |unit: usize| {
        let (row, column) = (unit / columns, unit % columns);
        let in_row = columns.min(units - row * columns);
        let centred = |at: usize, count: usize| at as f64 - (count as f64 - 1.0) / 2.0;
        Vec2::new(-centred(row, rows), centred(column, in_row))
    };
    (0..units).map(slot).collect()
}

fn ring(units: usize) -> Vec<Vec2> {
    let count = units.max(1) as f64;
    let radius = if units < 2 { 0.0 } else { 0.5 / direction(0.5 / count).y };
    (0..units).map(|unit| direction(unit as f64 / count).times(radius)).collect()
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_as_far_apart_as_was_asked() {
        for shape in Shape::NAMED {
            for units in 1..30 {
                let slots = shape.slots(units, 1.5);
                assert_eq!(slots.len(), units);
                let over = |at: usize, other: usize| slots[at].distance_to(slots[other]) - 1.5;
                let others = |at: usize| (0..units).filter(move |&other| other != at);
                for at in 0..units {
                    assert!(others(at).all(|other| over(at, other) > -1e-9), "{shape} of {units}");
                    let is_near = units == 1 || others(at).any(|other| over(at, other) < 1e-9);
                    // A single unit in the last row stands between two.
                    assert!(is_near || shape == Shape::Box, "{shape} of {units}");
                }
                let sum = slots.iter().fold(Vec2::default(), |sum, slot| sum.plus(*slot));
                assert!(sum.length() < 1e-9 || shape == Shape::Box || shape == Shape::Wedge);
            }
        }
    }
}
