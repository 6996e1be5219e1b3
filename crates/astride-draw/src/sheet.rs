//! An SVG document of polygons in the plane, with a path and dots over them.

use std::fmt::Write;

use astride::base::Vec2;

use crate::palette::{Palette, Rgb, Theme};
use crate::xml::{Hex, Num};

/// The longer side of a picture, in pixels, without the margin.
const SIDE: f64 = 1024.0;

const MARGIN: f64 = 16.0;

/// A document that is being written.
pub(crate) struct Sheet {
    out: String,
    frame: Frame,
    pub(crate) palette: &'static Palette,
    size: [u32; 2],
}

impl Sheet {
    /// An empty document that has room for all these corners.
    pub(crate) fn around(corners: impl Iterator<Item = Vec2>, theme: Theme) -> Self {
        let (frame, palette) = (Frame::around(corners), theme.palette());
        let size =
            [frame.size.x, frame.size.y].map(|side| (side * frame.zoom + 2.0 * MARGIN).ceil());
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"0 0 {0} {1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"{2}\"/>",
            size[0],
            size[1],
            Hex(palette.page)
        );
        Sheet { out, frame, palette, size: size.map(|side| side as u32) }
    }

    /// A polygon with an outline in the colour of the page.
    pub(crate) fn polygon(&mut self, corners: &[Vec2], colour: Rgb) {
        let _ = write!(self.out, "<path fill=\"{}\" d=\"", Hex(colour));
        for (at, &corner) in corners.iter().enumerate() {
            let at_pixel = self.frame.pixel(corner);
            let word = if at == 0 { 'M' } else { 'L' };
            let _ = write!(self.out, "{word}{} {}", Num(at_pixel.x), Num(at_pixel.y));
        }
        let line = (self.frame.zoom / 24.0).clamp(0.25, 2.0);
        let _ = writeln!(
            self.out,
            "z\" stroke=\"{}\" stroke-width=\"{}\"/>",
            Hex(self.palette.page),
            Num(line)
        );
    }

    /// Thin lines between places.
    pub(crate) fn segments(&mut self, segments: impl ExactSizeIterator<Item = [Vec2; 2]>) {
        if segments.len() == 0 {
            return;
        }
        let _ = write!(self.out, "<path fill=\"none\" stroke=\"{}\" d=\"", Hex(self.palette.link));
        for ends in segments {
            let [from, to] = ends.map(|at| self.frame.pixel(at));
            let ends = [Num(from.x), Num(from.y), Num(to.x), Num(to.y)];
            let _ = write!(self.out, "M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
        }
        let width = (self.frame.zoom / 24.0).clamp(0.75, 2.0);
        let _ = writeln!(self.out, "\" stroke-width=\"{}\"/>", Num(width));
    }

    /// A path.
    pub(crate) fn line(&mut self, points: impl Iterator<Item = Vec2>) {
        let _ = write!(
            self.out,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\" points=\"",
            Hex(self.palette.path),
            Num(self.width())
        );
        for at in points {
            let at = self.frame.pixel(at);
            let _ = write!(self.out, "{},{} ", Num(at.x), Num(at.y));
        }
        self.out.push_str("\"/>\n");
    }

    /// Starts or goals.
    pub(crate) fn dots(&mut self, places: impl Iterator<Item = Vec2>, colour: Rgb) {
        let width = self.width();
        for at in places {
            let at = self.frame.pixel(at);
            let _ = writeln!(
                self.out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" \
                 stroke-width=\"{}\"/>",
                Num(at.x),
                Num(at.y),
                Num(width * 1.6),
                Hex(colour),
                Hex(self.palette.halo),
                Num(width / 3.0)
            );
        }
    }

    /// The document and its size in pixels.
    pub(crate) fn finished(mut self) -> (String, [u32; 2]) {
        self.out.push_str("</svg>\n");
        (self.out, self.size)
    }

    fn width(&self) -> f64 {
        (self.frame.zoom / 5.0).clamp(1.5, 8.0)
    }
}

/// Where the map lies on the picture.
struct Frame {
    first: Vec2,
    size: Vec2,
    /// Pixels per unit.
    zoom: f64,
}

impl Frame {
    fn around(corners: impl Iterator<Item = Vec2>) -> Self {
        let bounds = corners.fold(None, |bounds: Option<[Vec2; 2]>, at| {
            let [least, most] = bounds.unwrap_or([at, at]);
            let least = Vec2::new(least.x.min(at.x), least.y.min(at.y));
            Some([least, Vec2::new(most.x.max(at.x), most.y.max(at.y))])
        });
        let [first, most] = bounds.unwrap_or([Vec2::new(0.0, 0.0); 2]);
        let size = Vec2::new((most.x - first.x).max(1e-9), (most.y - first.y).max(1e-9));
        Frame { first, size, zoom: (SIDE / size.x.max(size.y)).clamp(1e-10, 48.0) }
    }

    fn pixel(&self, at: Vec2) -> Vec2 {
        let off = at.minus(self.first).times(self.zoom);
        Vec2::new(off.x + MARGIN, off.y + MARGIN)
    }
}
