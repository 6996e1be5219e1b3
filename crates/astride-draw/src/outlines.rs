//! Pictures of maps of any shape: every place is painted by its outline.

use astride::base::{NodeId, Vec2};
use astride::planner::Board;

use crate::error::{DrawError, Kind};
use crate::palette::{Palette, Rgb, Theme, mix};
use crate::raster;
use crate::sheet::Sheet;

/// The most places that a picture may have: each is a polygon of its own.
const MOST_PLACES: u32 = 1 << 18;

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
        raster::png(self.drawn(theme)?)
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
        let corners = places.iter().flat_map(|&node| board.outline(node));
        let mut sheet = Sheet::around(corners, theme);
        for (node, colour) in places.iter().zip(self.colours(&places, sheet.palette)) {
            sheet.polygon(&board.outline(*node), colour);
        }
        let middle = |&node: &NodeId| {
            let corners = board.outline(node);
            let part = 1.0 / corners.len().max(1) as f64;
            corners.iter().fold(Vec2::new(0.0, 0.0), |sum, &at| sum.plus(at.times(part)))
        };
        let row = |&from: &NodeId| {
            let there = board.lines(from).into_iter();
            there.map(move |to| (from.min(to), from.max(to)))
        };
        let mut lines: Vec<(NodeId, NodeId)> = places.iter().flat_map(row).collect();
        lines.sort_unstable();
        // One line for both ways.
        lines.dedup();
        sheet.segments(lines.iter().map(|(from, to)| [middle(from), middle(to)]));
        if let Some(path) = self.path {
            sheet.line(path.iter().map(middle));
        }
        sheet.dots(self.starts.iter().map(middle), sheet.palette.start);
        sheet.dots(self.goals.iter().map(middle), sheet.palette.goal);
        Ok(sheet.finished())
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
}
