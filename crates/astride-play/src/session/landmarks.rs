//! Landmarks as a heuristic: a few places on the map, chosen by the rule that searches use, and
//! draggable from then on.
//!
//! The places lie on the board as stops do; each panel keeps their distances for its mover, and
//! recomputes them when one is moved or the map is edited.

use std::sync::atomic::AtomicBool;

use astride::base::{Cell, NodeId};
use astride::index::{Landmarks, Selection};
use astride::shapes::square::GridView;

use crate::session::Session;
use crate::session::board::Board;
use crate::session::limits::Bounds;

/// The most landmarks at once.
pub(super) const MOST: u32 = Landmarks::USUAL;

/// The most cells of a map with landmarks: dragging one takes up to eight fields of distances for each
/// place on the way.
const MOST_CELLS: u32 = 1 << 18;

/// Why landmarks do not apply to a board, if they do not.
pub(super) fn refusal(board: &Board) -> Option<String> {
    let cells = board.grid.cell_count();
    (cells > MOST_CELLS).then(|| {
        format!(
            "landmarks are worked out again while one is dragged, so here they are for maps of at \
             most {MOST_CELLS} cells; this one has {cells}"
        )
    })
}

/// The distances of the landmarks on the board, for one mover.
#[derive(Default)]
pub(super) struct Kept {
    made: Option<Landmarks>,
}

impl Kept {
    /// The landmarks at these nodes, computed again if they moved or the map changed.
    pub(super) fn at(
        &mut self,
        view: &GridView<'_>,
        nodes: &[NodeId],
        bounds: Bounds<'_>,
    ) -> Result<&Landmarks, String> {
        let revision = view.grid().revision();
        let is_fresh = |made: &Landmarks| made.nodes() == nodes && made.revision() == revision;
        match self.made.take().filter(is_fresh) {
            Some(made) => Ok(self.made.insert(made)),
            None => {
                let budget = &mut bounds.budget(None);
                let made = Landmarks::at(view, nodes, budget).map_err(|error| error.to_string())?;
                Ok(self.made.insert(made))
            }
        }
    }
}

impl Session {
    /// Puts landmarks on the board if a panel uses them and there are none: those that the rule of
    /// searches chooses for the mover of that panel. Returns whether it did.
    pub(super) fn lay_landmarks(&mut self, stop: &AtomicBool) -> bool {
        let Session { board, panels, limits, .. } = self;
        let has_to = board.tiling.is_squares() && refusal(board).is_none();
        if !has_to || !board.landmarks().is_empty() {
            return false;
        }
        let Some(panel) = panels.iter_mut().find(|panel| panel.settings().asks_landmarks()) else {
            return false;
        };
        if panel.follow(board).is_err() {
            return false;
        }
        let bounds = Bounds { limits, stop };
        let view = panel.footing(board).view();
        let chosen = Landmarks::build(&view, MOST, Selection::default(), &mut bounds.budget(None));
        let nodes = chosen.map(|made| made.nodes().to_vec()).unwrap_or_default();
        let cells: Vec<Cell> = nodes.into_iter().map(|node| view.grid().cell(node)).collect();
        board.set_landmarks(cells);
        !board.landmarks().is_empty()
    }
}
