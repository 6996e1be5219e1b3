//! Pictures of maps of any shape: every place is drawn as its outline.

use astride::base::{Cost, NodeId, Vec2};
use astride::planner::Board;

use crate::error::DrawError;
use crate::palette::Theme;
use crate::progress::Progress;
use crate::sheet::Sheet;
use crate::sides::{Sides, middle};
use crate::tints::Tints;

/// The contents of a picture of a board.
///
/// Ground has the colour of what it costs the mover. Where a wall or a fence that the mover does
/// not cross forbids the step both ways, there is a wall; where it can step one way only, a thin
/// line with a tip that points there. Stairs and other links are arcs between the middles of
/// places, with a dot where they lead to; the lines of a graph are straight. Nodes off the map are
/// ignored.
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
    /// A line that is drawn instead of the path, such as a smooth one, in the coordinates of outlines;
    /// empty if there is none.
    pub line: &'a [Vec2],
    /// The nodes expanded by a search, in order; later ones (at their first expansion) are
    /// brighter.
    pub expanded: &'a [NodeId],
    /// A search whose tree is shown: a thin line from each node to the one it was reached from.
    pub tree: Option<&'a Progress>,
    /// What nodes cost, such as a movement range or a field of distances; costlier ones are
    /// brighter. Unless it is empty it is shown instead of `expanded`.
    pub costs: &'a [(NodeId, Cost)],
}

impl<'a> Outlines<'a> {
    /// The bare map, without marks, path, search or costs.
    pub fn new(board: &'a dyn Board) -> Self {
        let (starts, goals, line, expanded, costs) = (&[], &[], &[], &[], &[]);
        Outlines { board, starts, goals, path: None, line, expanded, tree: None, costs }
    }

    /// The picture as an SVG document.
    ///
    /// # Errors
    ///
    /// If the map has more than 2¹⁸ places, or more than eight times as many nodes.
    ///
    /// # Complexity
    ///
    /// O(corners · log corners + lines · log lines + steps + expanded nodes + costs).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::OnBoard;
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
    /// use astride_draw::{Outlines, Theme};
    /// let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
    /// let board = OnBoard::new(map, HexMover::walker());
    /// assert_eq!(Outlines::new(&board).svg(Theme::Light)?.matches('z').count(), 37);
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
        let tints = match self.costs {
            [] => Tints::of(self.expanded.iter().map(|node| node.index()), count),
            costs => Tints::of_costs(costs, count),
        };
        for &node in &places {
            let ground = palette.terrain(board.class(node).unwrap_or_default(), board.factor(node));
            let colour = tints.over(ground, node.index(), palette);
            sheet.polygon(&board.outline(node), colour, palette.page);
        }
        self.joins(&mut sheet, &places);
        let place = |&node: &NodeId| (node.get() < count).then(|| self.middle(node));
        if let Some(progress) = self.tree {
            sheet.tree(progress, |node| place(&node));
        }
        let [path, starts, goals] = [self.path.unwrap_or_default(), self.starts, self.goals]
            .map(|nodes| nodes.iter().filter_map(place));
        let path = path.filter(|_| self.line.is_empty());
        sheet.path(path.chain(self.line.iter().copied()), starts, goals);
        Ok(sheet)
    }

    fn middle(&self, node: NodeId) -> Vec2 {
        middle(&self.board.outline(node))
    }

    /// The walls between places, and the lines from place to place.
    fn joins(&self, sheet: &mut Sheet, places: &[NodeId]) {
        let sides = Sides::of(self.board, places);
        sheet.walls(sides.shut());
        let lines_of = |&from: &NodeId| {
            let there = self.board.lines(from).into_iter();
            there.map(move |to| (from.min(to), from.max(to), to < from))
        };
        let mut lines: Vec<(NodeId, NodeId, bool)> = places.iter().flat_map(lines_of).collect();
        lines.sort_unstable();
        // One line for both directions.
        let pairs = lines.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).map(|pair| {
            let leads = [false, true].map(|back| pair.iter().any(|line| line.2 == back));
            ([pair[0].0, pair[0].1].map(|end| self.middle(end)), leads)
        });
        match sides.is_empty() {
            true => sheet.segments(pairs.map(|(ends, _)| ends)),
            false => sheet.links(pairs),
        }
    }
}
