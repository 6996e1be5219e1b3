//! Marks on top of a map of any shape: a path, starts and goals.

use std::fmt::Write;

use crate::palette::{Palette, Rgb};
use crate::xml::{Hex, Num};

/// The size of the path, starts and goals in a picture.
pub(crate) struct Marks {
    palette: &'static Palette,
    line: f64,
    radius: f64,
}

impl Marks {
    /// For places that are `pitch` pixels apart in a picture whose longer side has `side` pixels.
    /// Large pictures are viewed scaled down, so marks are bolder there.
    pub(crate) fn new(pitch: f64, side: f64, palette: &'static Palette) -> Self {
        let zoom = (side / 600.0).clamp(1.0, 3.0);
        let line = (pitch * 0.3).clamp(2.0 * zoom, 9.0);
        Marks { palette, line, radius: (pitch * 0.36).clamp(4.5 * zoom, 14.0) }
    }

    /// A path, given as drawing commands: a line with round joins, on a halo that separates it from
    /// the heat.
    pub(crate) fn path(&self, out: &mut String, line: &str) {
        self.line(out, line, self.palette.path);
    }

    /// A path in some colour.
    pub(crate) fn line(&self, out: &mut String, line: &str, colour: Rgb) {
        if line.is_empty() {
            return;
        }
        let halo = self.line + (self.line * 0.7).min(3.0);
        for (colour, width) in [(self.palette.halo, halo), (colour, self.line)] {
            let _ = writeln!(
                out,
                "<path d=\"{line}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                Hex(colour),
                Num(width)
            );
        }
    }

    /// A start: a disc.
    pub(crate) fn start(&self, out: &mut String, (x, y): (f64, f64)) {
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            Num(x),
            Num(y),
            Num(self.radius),
            Hex(self.palette.start),
            Hex(self.palette.halo),
            self.rim()
        );
    }

    /// A goal: a diamond, so that it differs from a start in shape as well as in colour.
    pub(crate) fn goal(&self, out: &mut String, (x, y): (f64, f64)) {
        let reach = self.radius * 1.2;
        let r = Num(reach);
        let _ = writeln!(
            out,
            "<path d=\"M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            Num(x),
            Num(y - reach),
            Hex(self.palette.goal),
            Hex(self.palette.halo),
            self.rim()
        );
    }

    fn rim(&self) -> Num {
        Num((self.radius * 0.28).clamp(1.2, 3.0))
    }
}
