//! Which nodes of a cluster reach each other within it, determined from the map.

use super::entrances::is_open;
use crate::base::{Cell, CellRect, Dir, NodeId};
use crate::shapes::square::{Corners, GridView};
use crate::world::{Way, World};

/// The cells of a rectangle that are reached from one of them within it.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    is_seen: Vec<bool>,
    open: Vec<Cell>,
}

impl Flood {
    /// The first pair of cells, as `from · count + to`, for which `reach` contradicts the map;
    /// `can_return` says that every step is reversible.
    pub(super) fn first_wrong(
        &mut self,
        view: &GridView<'_>,
        rect: CellRect,
        cells: &[u32],
        can_return: bool,
        reach: impl Fn(usize, usize) -> bool,
    ) -> Option<usize> {
        let k = cells.len();
        if k < 2 || is_open(view, rect) {
            return (0..k * k).find(|&at| !reach(at / k, at % k));
        }
        let mut is_known = vec![false; k];
        let cell = |at: usize| view.grid().cell(NodeId::new(cells[at]));
        for from in 0..k {
            if is_known[from] {
                continue;
            }
            self.spread(view, rect, cell(from));
            let reached: Vec<bool> = (0..k).map(|to| self.is_seen[local(rect, cell(to))]).collect();
            // If all steps are reversible, this holds for every cell reached.
            for other in (0..k).filter(|&other| other == from || (can_return && reached[other])) {
                is_known[other] = true;
                let bad = (0..k).find(|&to| reach(other, to) != reached[to]);
                if let Some(to) = bad {
                    return Some(other * k + to);
                }
            }
        }
        None
    }

    fn spread(&mut self, view: &GridView<'_>, rect: CellRect, from: Cell) {
        // The rectangle is surrounded by a rim of cells that count as visited.
        let stride = rect.width as usize + 2;
        self.is_seen.clear();
        self.is_seen.resize(stride, true);
        for _ in 0..rect.height {
            self.is_seen.push(true);
            self.is_seen.resize(self.is_seen.len() + rect.width as usize, false);
            self.is_seen.push(true);
        }
        self.is_seen.resize(self.is_seen.len() + stride, true);
        let near =
            Dir::ALL.map(|dir| dir.offset().0 as isize + dir.offset().1 as isize * stride as isize);
        let telling = telling(view);
        self.see(rect, from);
        while let Some(cell) = self.open.pop() {
            let Some(node) = view.grid().node(cell) else { continue };
            let mut left = view.steps_from(node) & telling;
            while left != 0 {
                let code = left.trailing_zeros() as usize;
                left &= left - 1;
                let place = local(rect, cell).wrapping_add_signed(near[code]);
                if !self.is_seen[place]
                    && let Some(next) = cell.step(Dir::ALL[code])
                {
                    self.is_seen[place] = true;
                    self.open.push(next);
                }
            }
            if view.has_links() {
                view.for_each_arc(node, Way::Forward, |arc| {
                    let next = view.grid().cell(arc.node);
                    if rect.contains(next) {
                        self.see(rect, next);
                    }
                });
            }
        }
    }

    fn see(&mut self, rect: CellRect, cell: Cell) {
        let place = local(rect, cell);
        if !std::mem::replace(&mut self.is_seen[place], true) {
            self.open.push(cell);
        }
    }
}

/// The directions relevant for reachability: diagonals only if they may pass between blocked cells,
/// or if there are walls.
fn telling(view: &GridView<'_>) -> u8 {
    let squeezes = view.corners() == Corners::Always || view.has_forbidden();
    if squeezes { 0xFF } else { Dir::STRAIGHT_BITS }
}

fn local(rect: CellRect, cell: Cell) -> usize {
    (cell.y - rect.y + 1) as usize * (rect.width as usize + 2) + (cell.x - rect.x + 1) as usize
}
