//! Pictures of maps of any shape: every place is drawn as its outline.

use astride::base::{NodeId, Vec2};
use astride::planner::Board;

use crate::error::DrawError;
use crate::palette::Theme;
use crate::sheet::Sheet;
use crate::turns::Turns;

/// The contents of a picture of a board.
#[derive(Clone, Copy)]
pub struct Outlines<'a> {
    /// The map and its mover.
    pub board: &'a dyn Board,
    /// The starts of the path.
    pub starts: &'a [NodeId],
    /// The goals of the path.
    pub goals: &'a [NodeId],
    /// The path, if there is one.
    pub path: Option<&'a [NodeId]>,
    /// The nodes expanded by a search, in order; later ones (at their first expansion) are
    /// brighter.
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
    /// O(nodes + lines · log lines + expanded nodes).
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
        Ok(self.drawn(theme)?.svg())
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// As for [`svg`](Self::svg), or if there is not enough memory for the pixels.
    ///
    /// # Complexity
    ///
    /// O(places and pixels).
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        self.drawn(theme)?.png()
    }

    fn drawn(&self, theme: Theme) -> Result<Sheet, DrawError> {
        let (board, count) = (self.board, self.board.node_count());
        Sheet::check(count.div_ceil(8) as usize)?;
        let nodes = (0..count).map(NodeId::new);
        let places: Vec<NodeId> = nodes.filter(|&node| board.class(node).is_some()).collect();
        Sheet::check(places.len())?;
        let corners = places.iter().flat_map(|&node| board.outline(node));
        let mut sheet = Sheet::around(corners, theme);
        let palette = sheet.palette;
        let turns = Turns::of(self.expanded.iter().map(|node| node.index()), count);
        for &node in &places {
            let class = board.class(node).unwrap_or_default();
            let factor = match class {
                _ if !board.is_passable(node) => 0,
                b'1'..=b'9' => u32::from(class - b'0'),
                _ => 1,
            };
            let colour = turns.over(palette.terrain(class, factor), node.index(), palette);
            sheet.polygon(&board.outline(node), colour, palette.page);
        }
        let middle = |node: NodeId| {
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
        // One line for both directions.
        lines.dedup();
        sheet.segments(lines.into_iter().map(|(from, to)| [middle(from), middle(to)]));
        let place = |&node: &NodeId| (node.get() < count).then(|| middle(node));
        let [path, starts, goals] = [self.path.unwrap_or_default(), self.starts, self.goals]
            .map(|nodes| nodes.iter().filter_map(place));
        sheet.path(path, starts, goals);
        Ok(sheet)
    }
}
