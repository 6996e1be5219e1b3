//! The legend of a layer's colours, below the map.

use std::fmt::Write;

use crate::layout::LEGEND;
use crate::letters::{Anchor, Letters, outlines};
use crate::overlay::Overlay;
use crate::paint::{Meaning, Paint};
use crate::xml::{Hex, Num, escape};

/// The number of colours in a heat bar.
const STEPS: u32 = 32;

/// The width of a letter, as a fraction of the font size.
const LETTER: f64 = 0.55;

impl Overlay<'_> {
    /// The legend, shrunk to fit; nothing for layers that have none.
    pub(crate) fn legend(&self, out: &mut String, paint: &Paint<'_>) {
        if self.layout.legend == 0 {
            return;
        }
        let left = f64::from(self.layout.left);
        let room = f64::from(self.layout.width) - 2.0 * left;
        let top = f64::from(self.layout.height - self.layout.left.min(16) - LEGEND) + 14.0;
        match paint.meaning() {
            Meaning::None => {}
            Meaning::Heat { least, most, of } => {
                let text = format!("{of}: {least}");
                let letters = (text.chars().count() + most.chars().count()) as f64;
                let size = (room * 0.55 / (LETTER * letters.max(1.0))).clamp(1.0, 13.0);
                let begin = left + LETTER * size * text.chars().count() as f64 + size * 0.6;
                let end = left + room - LETTER * size * most.chars().count() as f64 - size * 0.6;
                let width = (end - begin).clamp(1.0, 320.0);
                self.text(out, (left, top + size), size, &text);
                for step in 0..STEPS {
                    let colour = Hex(self.palette.heat(step.into(), (STEPS - 1).into()));
                    let part = width / f64::from(STEPS);
                    let _ = writeln!(
                        out,
                        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" \
                         shape-rendering=\"crispEdges\"/>",
                        Num(begin + f64::from(step) * part),
                        Num(top),
                        Num(part + 0.5),
                        Num(size * 1.2)
                    );
                }
                self.text(out, (begin + width + size * 0.6, top + size), size, &most);
            }
            Meaning::Swatches(swatches) => {
                let letters: usize =
                    swatches.iter().map(|(_, text)| text.chars().count() + 5).sum();
                let size = (room / (LETTER * letters.max(1) as f64)).clamp(1.0, 13.0);
                let mut x = left;
                for (colour, text) in swatches {
                    let _ = writeln!(
                        out,
                        "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{}\"/>",
                        Num(x),
                        Num(top),
                        Hex(colour),
                        side = Num(size * 1.2)
                    );
                    self.text(out, (x + size * 1.7, top + size), size, &text);
                    x += LETTER * size * (text.chars().count() + 5) as f64;
                }
            }
        }
    }

    /// A line of text whose baseline starts at `(x, y)`.
    pub(crate) fn text(&self, out: &mut String, (x, y): (f64, f64), size: f64, text: &str) {
        let ink = self.palette.ink;
        if self.letters == Letters::Outlines {
            return outlines(out, Anchor::Left, (x, y), size, ink, text);
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>",
            Num(x),
            Num(y),
            Num(size),
            Hex(ink),
            escape(text)
        );
    }
}
