//! Following edits: opened cells join labels, and closed ones are flooded from all their sides at
//! once.
//!
//! Every step that an edit changes lies between two touched cells, so only these are examined, and
//! the cells that floods from them reach.

use super::cuts::Repair;
use super::{Components, NOWHERE, one_way_from};
use crate::base::{CellRect, NodeId};
use crate::shapes::square::GridView;
use crate::world::{Followed, World};

/// If more than this fraction of all cells is touched, or if one question floods more than that,
/// relabelling everything is cheaper. All questions together may flood as many cells as there are.
const MOST_PART: usize = 8;

impl Components {
    /// Follows the edits of the grid, by the same mover. Afterwards all answers are those of a new
    /// build, though components may have other numbers.
    ///
    /// Everything is relabelled if the view has another size or mover, if the log of changes does
    /// not reach back, if more than an eighth of the map is touched, or if more than an eighth of
    /// it would be flooded to answer a single question, or more than all of it for a batch.
    ///
    /// # Complexity
    ///
    /// O(touched cells + floods), plus O(labels + one-way arcs) if pieces were joined, separated,
    /// created or removed, or if there are one-way arcs; 4 more bytes per cell.
    ///
    /// Cells that open need no flood, nor do cells that close where the surrounding cells are still
    /// connected to each other. Otherwise the sides of what closed are flooded in turn. If they are
    /// still connected, that takes the cells up to where the floods meet; if not, at most twice as
    /// many cells as all parts but the largest have.
    ///
    /// The work of a batch is at most the sum of that of its edits, however far apart they are.
    ///
    /// The report counts touched cells with those around them, cells looked at by floods, once for
    /// every question that reached one, and as changed the cells that got a new label because their
    /// piece fell apart.
    pub fn update(&mut self, view: &GridView<'_>) -> Followed {
        let mut updated = Followed::default();
        if self.is_of(view) {
            return updated;
        }
        let has_followed =
            self.changed(view).is_some_and(|rects| self.follow(view, &rects, &mut updated));
        if has_followed {
            self.origin.follow(view);
        } else {
            let repair = std::mem::take(&mut self.repair);
            *self = Components { repair, ..Components::build(view) };
            (updated.touched, updated.rebuilt) = (self.labels.len() as u64, true);
        }
        updated
    }

    /// What has changed, if that is known and little enough to be followed.
    fn changed(&self, view: &GridView<'_>) -> Option<Vec<CellRect>> {
        let rects: Vec<CellRect> = self.origin.changes(view)?.collect();
        let cells: u64 = rects.iter().map(|rect| rect.grown_area()).sum();
        (cells <= (self.labels.len() / MOST_PART) as u64).then_some(rects)
    }

    /// Returns `false` if it gave up; the labels are then invalid.
    fn follow(&mut self, view: &GridView<'_>, rects: &[CellRect], updated: &mut Followed) -> bool {
        let mut repair = std::mem::take(&mut self.repair);
        repair.begin(self.labels.len());
        self.has_same_pieces = true;
        for &rect in rects {
            repair.touch(view, rect, |node| self.root(self.labels[node.index()]));
        }
        updated.touched = repair.touched.len() as u64;
        self.forget_blocked(view, &repair.seen);
        repair.join_touched(view);
        let most = self.labels.len() / MOST_PART;
        let is_answered = self.answer(view, &mut repair, most, updated);
        if is_answered {
            self.label_what_is_left(view, &mut repair);
            self.list_one_way(view, &repair);
            if self.has_same_pieces && self.is_plain && self.is_plain_in(view) {
                self.count_again(&repair);
            } else {
                self.condense(view);
            }
        }
        repair.end();
        self.repair = repair;
        is_answered
    }

    fn forget_blocked(&mut self, view: &GridView<'_>, touched: &[NodeId]) {
        for &node in touched {
            let label = self.labels[node.index()];
            if label != NOWHERE && !view.is_passable(node) {
                let root = self.root(label) as usize;
                self.cells[root] -= 1;
                self.has_same_pieces &= self.cells[root] > 0;
                self.labels[node.index()] = NOWHERE;
            }
        }
    }

    /// Joins the labels of touched cells that are now connected, and assigns them to cells that
    /// have opened.
    fn label_what_is_left(&mut self, view: &GridView<'_>, repair: &mut Repair) {
        let places = (0..repair.touched.len() as u32).filter(|&place| {
            let node = repair.seen[place as usize];
            view.is_passable(node) && !repair.touched[place as usize].has_ended
        });
        let mut left: Vec<(u32, u32)> = places.map(|place| (place, place)).collect();
        left.iter_mut().for_each(|(root, place)| *root = repair.find(*place));
        left.sort_unstable();
        let labels = |piece: &[(u32, u32)]| {
            let places = piece.iter().map(|&(_, place)| repair.touched[place as usize].before);
            places.filter(|&label| label != NOWHERE).collect::<Vec<u32>>()
        };
        let pieces = left.chunk_by(|a, b| a.0 == b.0).map(|piece| (labels(piece), piece));
        // New labels are assigned last: creating one may free another that was joined here, and
        // touched cells are identified by their earlier labels.
        let (known, new): (Vec<_>, Vec<_>) = pieces.partition(|(labels, _)| !labels.is_empty());
        for (labels, piece) in known.into_iter().chain(new) {
            let label = labels.into_iter().reduce(|a, b| self.join(a, b));
            // The only label of a piece may have been joined to another one before this piece.
            let label = label.map(|label| self.root(label));
            let label = label.unwrap_or_else(|| self.fresh_label());
            for &(_, place) in piece {
                let node = repair.seen[place as usize].index();
                if self.labels[node] == NOWHERE {
                    self.labels[node] = label;
                    self.cells[label as usize] += 1;
                }
            }
        }
    }

    fn list_one_way(&mut self, view: &GridView<'_>, repair: &Repair) {
        self.one_way.retain(|&(from, _)| !repair.has_touched(from));
        if view.has_forbidden() {
            repair.seen.iter().for_each(|&node| one_way_from(view, node, &mut self.one_way));
        }
    }

    /// Recounts the cells of components with touched cells, where each is still one piece.
    fn count_again(&mut self, repair: &Repair) {
        let before = repair.touched.iter().map(|cell| cell.before);
        for label in before.filter(|&label| label != NOWHERE) {
            let component = self.table[label as usize] as usize;
            self.sizes[component] = self.cells[label as usize];
        }
    }
}
