//! Links between places that need not touch.

use std::fmt::{Display, Formatter, Result, Write};

use crate::palette::Palette;
use crate::xml::{Hex, Num};

/// More links than this would hide the map, so the rest are left out.
pub(crate) const MAX_LINKS: usize = 4096;

/// Links as thin arcs with a dot where they lead to.
pub(crate) struct Links {
    arcs: String,
    dots: String,
    pitch: f64,
}

impl Links {
    /// For places that are `pitch` pixels apart.
    pub(crate) fn new(pitch: f64) -> Self {
        Links { arcs: String::new(), dots: String::new(), pitch }
    }

    /// The line of a link from a point, without dots.
    pub(crate) fn arc(&mut self, (x, y): (f64, f64), arc: &Arc) {
        let _ = write!(self.arcs, "M{} {}{arc}", Num(x), Num(y));
    }

    /// A dot at a point to which a link leads.
    pub(crate) fn dot(&mut self, (x, y): (f64, f64)) {
        let radius = (self.pitch * 0.09).clamp(1.2, 5.0);
        let (r, d, start) = (Num(radius), Num(2.0 * radius), Num(x - radius));
        let _ = write!(self.dots, "M{start} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0", Num(y));
    }

    /// Writes what was added.
    pub(crate) fn write(&self, out: &mut String, palette: &Palette) {
        if self.arcs.is_empty() {
            return;
        }
        let (arcs, dots, colour) = (&self.arcs, &self.dots, Hex(palette.link));
        let width = Num((self.pitch * 0.06).clamp(1.0, 2.5));
        let _ = writeln!(
            out,
            "<path d=\"{arcs}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-opacity=\"0.85\"/>\n<path d=\"{dots}\" fill=\"{colour}\"/>"
        );
    }
}

/// A slight curve to the left of the straight line, so that the two directions of a link do not
/// coincide.
pub(crate) struct Arc {
    control: (f64, f64),
    end: (f64, f64),
}

impl Arc {
    /// The curve between two points, no farther from the straight line than half of `most`.
    pub(crate) fn between(from: (f64, f64), to: (f64, f64), most: f64) -> Arc {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let bow = (most / dx.hypot(dy)).min(0.16);
        Arc { control: (middle.0 + dy * bow, middle.1 - dx * bow), end: to }
    }
}

impl Display for Arc {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let ((cx, cy), (x, y)) = (self.control, self.end);
        write!(f, "Q{} {} {} {}", Num(cx), Num(cy), Num(x), Num(y))
    }
}
