//! Letters: as text in documents, as outlines where pixels are rendered.
//!
//! SVG viewers have fonts. A rasteriser would need a font stack to set a few digits, so it gets the
//! outlines of the glyphs instead.

use std::fmt::Write;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::palette::Rgb;
use crate::xml::{Hex, Num};

/// Digits, Latin letters and some signs of DejaVu Sans; see `assets/README.md`.
static FONT: &[u8] = include_bytes!("../assets/DejaVuSans-subset.ttf");

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// As text, for documents.
    Text,
    /// As outlines, for pixels.
    Outlines,
}

/// Which end of a line of text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its left end.
    Left,
    /// Its right end.
    Right,
}

/// Writes the outlines of `text` as one path, with the `anchor` of its baseline at `(x, y)` and the
/// font size `size`, in pixels. A letter missing in the font leaves a blank.
pub(crate) fn outlines(
    out: &mut String,
    anchor: Anchor,
    (x, y): (f64, f64),
    size: f64,
    colour: Rgb,
    text: &str,
) {
    let Some(face) = face() else { return };
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { out: String::new(), x, y, scale };
    if anchor == Anchor::Right {
        pen.x -= text.chars().map(|letter| advance(face, letter)).sum::<f64>() * scale;
    }
    for letter in text.chars() {
        face.outline_glyph(glyph(face, letter), &mut pen);
        pen.x += advance(face, letter) * scale;
    }
    if !pen.out.is_empty() {
        let _ = writeln!(out, "<path d=\"{}\" fill=\"{}\"/>", pen.out, Hex(colour));
    }
}

/// The width of `text` as outlines, in font sizes.
pub(crate) fn width(text: &str) -> f64 {
    let of = |face: &Face<'_>| text.chars().map(|letter| advance(face, letter)).sum::<f64>();
    face().map_or(0.0, |face| of(face) / f64::from(face.units_per_em()))
}

/// The font, parsed once; the tests check that it can be parsed.
fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FONT, 0).ok()).as_ref()
}

fn glyph(face: &Face<'_>, letter: char) -> GlyphId {
    face.glyph_index(letter).unwrap_or(GlyphId(0))
}

/// The advance width of a letter, in font units.
fn advance(face: &Face<'_>, letter: char) -> f64 {
    f64::from(face.glyph_hor_advance(glyph(face, letter)).unwrap_or(0))
}

/// Writes a glyph as drawing commands, with its origin at `(x, y)`; in the font, y points up.
struct Pen {
    out: String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> (Num, Num) {
        let (x, y) = (f64::from(x) * self.scale, f64::from(y) * self.scale);
        (Num(self.x + x), Num(self.y - y))
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        let _ = write!(self.out, "M{x} {y}");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        let _ = write!(self.out, "L{x} {y}");
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        let _ = write!(self.out, "Q{x1} {y1} {x} {y}");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.point(x1, y1), self.point(x2, y2));
        let (x, y) = self.point(x, y);
        let _ = write!(self.out, "C{x1} {y1} {x2} {y2} {x} {y}");
    }

    fn close(&mut self) {
        self.out.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(anchor: Anchor, text: &str) -> String {
        let mut out = String::new();
        outlines(&mut out, anchor, (100.0, 50.0), 20.0, [1, 2, 3], text);
        out
    }

    /// The smallest and largest x coordinate of the points at which outlines begin.
    fn reach(path: &str) -> (f64, f64) {
        let starts = path.split('M').skip(1);
        let xs = starts.map(|part| part.split(' ').next().unwrap().parse::<f64>().unwrap());
        xs.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)))
    }

    #[test]
    fn letters_stand_beside_each_other_from_the_end_that_is_given() {
        let (from, to) = reach(&path(Anchor::Left, "108.5"));
        assert!(from >= 100.0 && to <= 100.0 + 5.0 * 0.65 * 20.0, "{from} to {to}");
        let (from, to) = reach(&path(Anchor::Right, "108.5"));
        assert!(from >= 100.0 - 5.0 * 0.65 * 20.0 && to <= 100.0, "{from} to {to}");
    }

    #[test]
    fn spaces_and_letters_the_font_lacks_are_empty_places() {
        assert_eq!(path(Anchor::Left, "\u{4e16}"), "");
        assert!(reach(&path(Anchor::Left, " 1")).0 > reach(&path(Anchor::Left, "1")).0 + 5.0);
        assert_eq!(path(Anchor::Left, " "), "");
        assert_eq!(path(Anchor::Left, ""), "");
    }
}
