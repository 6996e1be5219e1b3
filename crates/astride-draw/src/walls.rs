//! Walls, fences and one-way steps between places that touch.

use std::fmt::Write;

use crate::palette::Palette;
use crate::xml::{Hex, Num};

/// Pixels from one place to the next below which one-way steps have no tip.
const LEAST_TIPPED: f64 = 10.0;

/// Walls as lines, fences that the mover crosses as dashed lines; steps forbidden in one direction
/// only as thin lines with a tip that shows the open direction.
pub(crate) struct Walls {
    both: String,
    fences: String,
    one_way: String,
    pitch: f64,
    tips: f64,
}

impl Walls {
    /// For places that are `pitch` pixels apart, with tips of this fraction of their usual size.
    pub(crate) fn new(pitch: f64, tips: f64) -> Self {
        Walls { both: String::new(), fences: String::new(), one_way: String::new(), pitch, tips }
    }

    /// A side with the point `(x, y)` in its middle, `(dx, dy)` from there to the place behind it,
    /// and `(bx, by)` to one of its ends. `shut` says whether a step there and one back are
    /// forbidden; one of them is.
    pub(crate) fn add(
        &mut self,
        (x, y): (f64, f64),
        (dx, dy): (f64, f64),
        (bx, by): (f64, f64),
        shut: [bool; 2],
    ) {
        let both = shut == [true; 2];
        let line = if both { &mut self.both } else { &mut self.one_way };
        push(line, (x, y), (bx, by));
        if !both && self.pitch >= LEAST_TIPPED {
            let half = self.pitch / 2.0 * self.tips;
            let tip = half * if shut[0] { -0.4 } else { 0.4 };
            let side = half * 0.25;
            let _ = write!(
                line,
                "M{} {}L{} {}L{} {}",
                Num(x - dy * side),
                Num(y + dx * side),
                Num(x + dx * tip),
                Num(y + dy * tip),
                Num(x + dy * side),
                Num(y - dx * side)
            );
        }
    }

    /// As [`add`](Self::add), for a fence that the mover crosses in some direction.
    pub(crate) fn add_fence(&mut self, at: (f64, f64), to_end: (f64, f64)) {
        push(&mut self.fences, at, to_end);
    }

    /// Writes what was added.
    pub(crate) fn write(&self, out: &mut String, palette: &Palette) {
        let colour = Hex(palette.wall);
        if !self.both.is_empty() {
            let width = Num((self.pitch * 0.12).clamp(1.0, 6.0));
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>",
                self.both
            );
        }
        if !self.fences.is_empty() {
            let width = (self.pitch * 0.09).clamp(1.0, 4.5);
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
                 stroke-dasharray=\"{}\"/>",
                self.fences,
                Num(width),
                Num(self.pitch / 5.0)
            );
        }
        if !self.one_way.is_empty() {
            let width = Num((self.pitch * 0.05).clamp(1.0, 2.5));
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
                self.one_way
            );
        }
    }
}

/// A line with a point in its middle.
fn push(line: &mut String, (x, y): (f64, f64), (bx, by): (f64, f64)) {
    let ends = [Num(x - bx), Num(y - by), Num(x + bx), Num(y + by)];
    let _ = write!(line, "M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
}
