//! Pictures of maps of any shape: every place is painted by its outline.

use std::fmt::Write;

use astride::base::{NodeId, Vec2};
use astride::planner::Board;

use crate::error::{DrawError, Kind};
use crate::palette::{Palette, Rgb, Theme, mix};
use crate::raster;
use crate::xml::{Hex, Num};

/// The most places that a picture may have: each is a polygon of its own.
const MOST_PLACES: u32 = 1 << 18;

/// The longer side of a picture, in pixels, without the margin.
const SIDE: f64 = 1024.0;

const MARGIN: f64 = 16.0;

/// How much of a place that was expanded is coloured, in parts of 256.
const SHARE: u32 = 150;

/// What a picture of a board shows.
#[derive(Clone, Copy)]
pub struct Outlines<'a> {
    /// The map and its mover.
    pub board: &'a dyn Board,
    /// Where the path begins.
    pub starts: &'a [NodeId],
    /// Where it may end.
    pub goals: &'a [NodeId],
    /// The path, if there is one.
    pub path: Option<&'a [NodeId]>,
    /// The nodes that a search expanded, in order; the later for the first time, the brighter.
    pub expanded: &'a [NodeId],
}

impl Outlines<'_> {
    /// The picture as an SVG document.
    ///
    /// # Errors
    ///
    /// If the map has more than 2¹⁸ places, or more than eight times as many nodes.
    ///
    /// # Complexity
    ///
    /// O(nodes + n log n) for n expanded nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::OnBoard;
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
    /// use astride_draw::{Outlines, Theme};
    /// let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
    /// let board = OnBoard::new(map, HexMover::walker());
    /// let bare = Outlines { board: &board, starts: &[], goals: &[], path: None, expanded: &[] };
    /// assert_eq!(bare.svg(Theme::Light)?.matches('z').count(), 37);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> Result<String, DrawError> {
        Ok(self.drawn(theme)?.0)
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// As of [`svg`](Self::svg), or if there is no memory for the pixels.
    ///
    /// # Complexity
    ///
    /// O(places and pixels).
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        let (svg, [width, height]) = self.drawn(theme)?;
        let mut pixmap = raster::pixels(width, height)?;
        raster::render(&svg, &mut pixmap)?;
        raster::encode(&pixmap)
    }

    /// The document and its size in pixels.
    fn drawn(&self, theme: Theme) -> Result<(String, [u32; 2]), DrawError> {
        let board = self.board;
        if board.node_count() > 8 * MOST_PLACES {
            return Err(Kind::TooMany { limit: MOST_PLACES }.into());
        }
        let nodes = (0..board.node_count()).map(NodeId::new);
        let places: Vec<NodeId> = nodes.filter(|&node| board.class(node).is_some()).collect();
        if places.len() as u64 > u64::from(MOST_PLACES) {
            return Err(Kind::TooMany { limit: MOST_PLACES }.into());
        }
        let frame = Frame::around(places.iter().flat_map(|&node| board.outline(node)));
        let palette = theme.palette();
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
        for (node, colour) in places.iter().zip(self.colours(&places, palette)) {
            let _ = write!(out, "<path fill=\"{}\" d=\"", Hex(colour));
            for (at, corner) in board.outline(*node).into_iter().enumerate() {
                let at_pixel = frame.pixel(corner);
                let word = if at == 0 { 'M' } else { 'L' };
                let _ = write!(out, "{word}{} {}", Num(at_pixel.x), Num(at_pixel.y));
            }
            let line = (frame.zoom / 24.0).clamp(0.25, 2.0);
            let _ = writeln!(
                out,
                "z\" stroke=\"{}\" stroke-width=\"{}\"/>",
                Hex(palette.page),
                Num(line)
            );
        }
        self.lines(&mut out, &places, &frame, palette);
        self.over_places(&mut out, &frame, palette);
        out.push_str("</svg>\n");
        Ok((out, size.map(|side| side as u32)))
    }

    /// The lines between places, one for both ways.
    fn lines(&self, out: &mut String, places: &[NodeId], frame: &Frame, palette: &Palette) {
        let row = |&from: &NodeId| {
            let there = self.board.lines(from).into_iter();
            there.map(move |to| (from.min(to), from.max(to)))
        };
        let mut lines: Vec<(NodeId, NodeId)> = places.iter().flat_map(row).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.is_empty() {
            return;
        }
        let _ = write!(out, "<path fill=\"none\" stroke=\"{}\" d=\"", Hex(palette.link));
        for (from, to) in lines {
            let [from, to] = [from, to].map(|node| self.middle(frame, node));
            let ends = [Num(from.x), Num(from.y), Num(to.x), Num(to.y)];
            let _ = write!(out, "M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
        }
        let width = (frame.zoom / 24.0).clamp(0.75, 2.0);
        let _ = writeln!(out, "\" stroke-width=\"{}\"/>", Num(width));
    }

    /// The middle of a place, in pixels.
    fn middle(&self, frame: &Frame, node: NodeId) -> Vec2 {
        let corners = self.board.outline(node);
        let part = 1.0 / corners.len().max(1) as f64;
        frame.pixel(corners.iter().fold(Vec2::new(0.0, 0.0), |sum, &at| sum.plus(at.times(part))))
    }

    /// Terrain, under what was expanded.
    fn colours(&self, places: &[NodeId], palette: &'static Palette) -> impl Iterator<Item = Rgb> {
        let mut turns: Vec<(NodeId, usize)> =
            self.expanded.iter().enumerate().map(|(turn, &node)| (node, turn)).collect();
        turns.sort_unstable();
        turns.dedup_by_key(|turn| turn.0);
        let (board, most) = (self.board, self.expanded.len() as u64);
        places.iter().map(move |&node| {
            let class = board.class(node).unwrap_or_default();
            let factor = match class {
                b'1'..=b'9' => u32::from(class - b'0'),
                _ => 1,
            };
            let terrain = palette.terrain(class, if board.is_passable(node) { factor } else { 0 });
            match turns.binary_search_by_key(&node, |turn| turn.0) {
                Ok(at) => mix(terrain, palette.heat(turns[at].1 as u64, most), SHARE),
                Err(_) => terrain,
            }
        })
    }

    /// Path, starts and goals.
    fn over_places(&self, out: &mut String, frame: &Frame, palette: &Palette) {
        let middle = |&node: &NodeId| self.middle(frame, node);
        let width = (frame.zoom / 5.0).clamp(1.5, 8.0);
        if let Some(path) = self.path {
            let _ = write!(
                out,
                "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\" points=\"",
                Hex(palette.path),
                Num(width)
            );
            for at in path.iter().map(middle) {
                let _ = write!(out, "{},{} ", Num(at.x), Num(at.y));
            }
            out.push_str("\"/>\n");
        }
        let ends = [(self.starts, palette.start), (self.goals, palette.goal)];
        for (nodes, colour) in ends {
            for at in nodes.iter().map(middle) {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" \
                     stroke-width=\"{}\"/>",
                    Num(at.x),
                    Num(at.y),
                    Num(width * 1.6),
                    Hex(colour),
                    Hex(palette.halo),
                    Num(width / 3.0)
                );
            }
        }
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
        Frame { first, size, zoom: (SIDE / size.x.max(size.y)).clamp(1e-3, 48.0) }
    }

    fn pixel(&self, at: Vec2) -> Vec2 {
        let off = at.minus(self.first).times(self.zoom);
        Vec2::new(off.x + MARGIN, off.y + MARGIN)
    }
}
