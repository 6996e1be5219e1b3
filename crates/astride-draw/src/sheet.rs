//! A picture of polygons or squares in the plane, with a path and marks over them.

use std::fmt::Write;

use astride::base::{NodeId, Vec2};

use crate::error::{DrawError, Kind};
use crate::links::{Arc, Links, MAX_LINKS};
use crate::marks::Marks;
use crate::palette::{Palette, Rgb, Theme};
use crate::progress::Progress;
use crate::raster;
use crate::sides::Shut;
use crate::tree;
use crate::walls::Walls;
use crate::xml::{Hex, Num};

/// The longer side of a picture, in pixels, without the margin.
const SIDE: f64 = 1024.0;

const MARGIN: f64 = 16.0;

/// The maximum number of pixels per unit of the map.
const MOST_ZOOM: f64 = 48.0;

/// The maximum number of places in a picture, since each is a polygon of its own.
const MOST_PLACES: usize = 1 << 18;

/// A document under construction.
pub(crate) struct Sheet {
    out: String,
    frame: Frame,
    pub(crate) palette: &'static Palette,
    size: [u32; 2],
}

impl Sheet {
    /// Checks that a picture may have this many places.
    pub(crate) fn check(places: usize) -> Result<(), DrawError> {
        match places > MOST_PLACES {
            true => Err(Kind::TooMany { limit: MOST_PLACES as u32 }.into()),
            false => Ok(()),
        }
    }

    /// An empty document with room for all these corners.
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

    /// Fills the bounding box of the corners.
    pub(crate) fn backdrop(&mut self, colour: Rgb) {
        let size = [self.frame.size.x, self.frame.size.y].map(|side| side * self.frame.zoom);
        let _ = writeln!(
            self.out,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Num(size[0]),
            Num(size[1]),
            Hex(colour)
        );
    }

    /// A polygon in one colour, with an outline in another.
    pub(crate) fn polygon(&mut self, corners: &[Vec2], colour: Rgb, edge: Rgb) {
        let line = self.frame.line(corners.iter().copied());
        let width = (self.frame.zoom / 24.0).clamp(0.25, 2.0);
        let _ = writeln!(
            self.out,
            "<path fill=\"{}\" d=\"{line}z\" stroke=\"{}\" stroke-width=\"{}\"/>",
            Hex(colour),
            Hex(edge),
            Num(width)
        );
    }

    /// Squares of one colour: drawing commands in units of the map, relative to a corner.
    pub(crate) fn squares(&mut self, corner: Vec2, colour: Rgb, squares: &str) {
        let (x, y) = self.frame.pixel(corner);
        let _ = writeln!(
            self.out,
            "<path transform=\"translate({},{}) scale({})\" shape-rendering=\"crispEdges\" \
             fill=\"{}\" d=\"{squares}\"/>",
            Num(x),
            Num(y),
            self.frame.zoom,
            Hex(colour)
        );
    }

    /// Thin lines between places.
    pub(crate) fn segments(&mut self, segments: impl Iterator<Item = [Vec2; 2]>) {
        let lines: String = segments.map(|ends| self.frame.line(ends.into_iter())).collect();
        if lines.is_empty() {
            return;
        }
        let width = (self.frame.zoom / 24.0).clamp(0.75, 2.0);
        let _ = writeln!(
            self.out,
            "<path fill=\"none\" stroke=\"{}\" d=\"{lines}\" stroke-width=\"{}\"/>",
            Hex(self.palette.link),
            Num(width)
        );
    }

    /// The tree of a search, for nodes at some points of the map.
    pub(crate) fn tree(&mut self, progress: &Progress, at: impl Fn(NodeId) -> Option<Vec2>) {
        let pixel = |node| at(node).map(|at| self.frame.pixel(at));
        tree::write(&mut self.out, progress, self.frame.zoom, self.palette, pixel);
    }

    /// Walls and one-way steps. Left out if several places share a pixel.
    pub(crate) fn walls(&mut self, sides: impl Iterator<Item = Shut>) {
        if self.frame.zoom < 1.0 {
            return;
        }
        let mut walls = Walls::new(self.frame.zoom, 1.0);
        for Shut { ends: [from, to], behind, ways } in sides {
            let (at, half) = (from.plus(to).times(0.5), to.minus(from).times(0.5));
            let (across, there) = (Vec2::new(-half.y, half.x), behind.minus(at));
            let is_there = across.x * there.x + across.y * there.y > 0.0;
            let across = across.times(if is_there { 1.0 } else { -1.0 } / half.length());
            let bar = half.times(self.frame.zoom);
            walls.add(self.frame.pixel(at), (across.x, across.y), (bar.x, bar.y), ways);
        }
        walls.write(&mut self.out, self.palette);
    }

    /// Links between two places, and whether they lead there and back.
    pub(crate) fn links(&mut self, pairs: impl Iterator<Item = ([Vec2; 2], [bool; 2])>) {
        let mut links = Links::new(self.frame.zoom);
        for (ends, [there, back]) in pairs.take(MAX_LINKS) {
            let [from, to] = ends.map(|at| self.frame.pixel(at));
            // Long ones stay within their row.
            links.arc(from, &Arc::between(from, to, self.frame.zoom * 0.9));
            [(there, to), (back, from)].iter().for_each(|&(leads, end)| {
                if leads {
                    links.dot(end);
                }
            });
        }
        links.write(&mut self.out, self.palette);
    }

    /// A path, with starts and goals on top.
    pub(crate) fn path(
        &mut self,
        path: impl Iterator<Item = Vec2>,
        starts: impl Iterator<Item = Vec2>,
        goals: impl Iterator<Item = Vec2>,
    ) {
        let side = self.size[0].max(self.size[1]);
        let marks = Marks::new(self.frame.zoom, side.into(), self.palette);
        marks.path(&mut self.out, &self.frame.line(path));
        starts.for_each(|at| marks.start(&mut self.out, self.frame.pixel(at)));
        goals.for_each(|at| marks.goal(&mut self.out, self.frame.pixel(at)));
    }

    /// The document.
    pub(crate) fn svg(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// The document as a PNG file.
    pub(crate) fn png(self) -> Result<Vec<u8>, DrawError> {
        let [width, height] = self.size;
        let mut pixmap = raster::pixels(width, height)?;
        raster::render(&self.svg(), &mut pixmap)?;
        raster::encode(&pixmap)
    }
}

/// The position of the map in the picture.
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
        Frame { first, size, zoom: (SIDE / size.x.max(size.y)).min(MOST_ZOOM) }
    }

    fn pixel(&self, at: Vec2) -> (f64, f64) {
        let off = at.minus(self.first).times(self.zoom);
        (off.x + MARGIN, off.y + MARGIN)
    }

    /// A line through points as drawing commands; a line without extent is drawn as a dot.
    fn line(&self, points: impl Iterator<Item = Vec2>) -> String {
        let mut line = String::new();
        for (at, point) in points.enumerate() {
            let (x, y) = self.pixel(point);
            let word = if at == 0 { 'M' } else { 'L' };
            let _ = write!(line, "{word}{} {}", Num(x), Num(y));
        }
        if !line.is_empty() && !line.contains('L') {
            line.push_str("h0");
        }
        line
    }
}
