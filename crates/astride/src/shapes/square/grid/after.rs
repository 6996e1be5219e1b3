//! The effect of a batch of edits before it is applied, for asking "what if" and for undoing it.

use super::edit::Change;
use super::{Edit, Grid, GridError};
use crate::base::{Cell, CellRect, Dir, NodeId, SmallSort};
use crate::world::{Fence, Fences, Link, LinkChange, Links, Side, keep_last, relinking};

/// What is no longer as it was once a batch is applied.
pub(in crate::shapes::square) struct After {
    /// The cells that have another class then, and which, by node.
    pub classes: Vec<(NodeId, u8)>,
    /// The cells with other forbidden steps, and which, by node.
    pub forbidden: Vec<(NodeId, u8)>,
    /// All links, if the batch changes any.
    pub links: Option<Links>,
    /// All fences, if the batch changes any.
    pub fences: Option<Fences>,
}

impl Edit {
    /// The batch that undoes this one: applied after it, all is again as it is on `grid` now. It names
    /// only what this batch changes, be it terrain, walls, fences, one-way steps or links.
    ///
    /// # Errors
    ///
    /// If any change of this batch is impossible on `grid`.
    ///
    /// # Complexity
    ///
    /// O(k log k) for k cells that the batch names, and what [`Grid::apply`] adds for links and fences.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let mut grid = Grid::from_classes(4, 1, b".W#.")?;
    /// let mut batch = Edit::new();
    /// batch.fill(grid.bounds(), b'@').wall((0, 0), Dir::E);
    /// let undo = batch.inverse(&grid)?;
    /// grid.apply(&batch)?;
    /// grid.apply(&undo)?;
    /// assert_eq!(grid.row(0), Some(&b".W#."[..]));
    /// assert!(!grid.has_wall((0, 0), Dir::E));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn inverse(&self, grid: &Grid) -> Result<Edit, GridError> {
        let After { classes, forbidden, links, fences } = self.after(grid)?;
        let mut undo = Edit::new();
        let before = |&(node, _): &(NodeId, u8)| (grid.cell(node), grid.class_at(node));
        let cells: Vec<(Cell, u8)> = classes.iter().map(before).collect();
        let is_beside = |(a, class): &(Cell, u8), (b, other): &(Cell, u8)| {
            (a.y, a.x + 1, class) == (b.y, b.x, other)
        };
        for run in cells.chunk_by(is_beside) {
            let (Cell { x, y }, class) = run[0];
            undo.fill(CellRect::new(x, y, run.len() as u32, 1), class);
        }
        for (node, after) in forbidden {
            let cell = grid.cell(node);
            undo.forbid_as(cell, after, grid.forbidden_steps(cell));
        }
        // At this point sides that were open are open again, and all others are walls.
        for Fence { from, dir, .. } in fences.iter().flat_map(|after| grid.fences.differing(after))
        {
            let cell = grid.cell(from);
            if grid.is_step_forbidden(cell, dir) {
                undo.side_as(cell, dir, grid.side(cell, dir));
            }
        }
        if let Some(links) = links {
            undo.relink_from(grid, links.all(), grid.links());
        }
        Ok(undo)
    }

    /// What the batch comes to on `grid`.
    pub(in crate::shapes::square) fn after(&self, grid: &Grid) -> Result<After, GridError> {
        let (links, fences) = self.check(grid)?;
        let (mut classes, mut forbidden) = (Vec::new(), Vec::new());
        let mut forbid = |cell: Cell, dir: Dir, is_forbidden: bool| {
            let Some(node) = grid.node(cell) else { return };
            forbidden.push((node, dir.bit(), is_forbidden));
        };
        for change in &self.changes {
            change.sides().for_each(|(cell, dir, side)| forbid(cell, dir, side != Side::Open));
            if let Change::Fill { rect, class } = *change {
                for y in rect.y..rect.y + rect.height {
                    let columns = rect.x..rect.x + rect.width;
                    let nodes = columns.filter_map(|x| grid.node((x, y)));
                    classes.extend(nodes.map(|node| (node, class)));
                }
                // However often a batch fills the map, at most three changes for each cell are held.
                if classes.len() > 2 * grid.cell_count() as usize {
                    keep_last(&mut classes);
                }
            }
        }
        keep_last(&mut classes);
        classes.retain(|&(node, class)| grid.class_at(node) != class);
        // Stable, so that of several changes of one step the last one comes last.
        forbidden.sort_small_by_key(|&(node, ..)| node);
        let steps = forbidden.chunk_by(|a, b| a.0 == b.0).map(|all| {
            let node = all[0].0;
            let before = grid.forbidden_steps(grid.cell(node));
            let after =
                all.iter().fold(
                    before,
                    |steps, &(_, bit, is_forbidden)| {
                        if is_forbidden { steps | bit } else { steps & !bit }
                    },
                );
            (node, before, after)
        });
        let changed = steps.filter(|(_, before, after)| before != after);
        let forbidden = changed.map(|(node, _, after)| (node, after)).collect();
        Ok(After { classes, forbidden, links, fences })
    }

    /// Makes the forbidden steps out of a cell `wanted` where they are `found`.
    pub(in crate::shapes::square) fn forbid_as(&mut self, cell: Cell, found: u8, wanted: u8) {
        for dir in Dir::ALL.into_iter().filter(|dir| (wanted ^ found) & dir.bit() != 0) {
            match wanted & dir.bit() != 0 {
                true => self.forbid_step(cell, dir),
                false => self.allow_step(cell, dir),
            };
        }
    }

    /// Makes what stands on a side of a cell `wanted`.
    pub(in crate::shapes::square) fn side_as(&mut self, cell: Cell, dir: Dir, wanted: Side) {
        match wanted {
            Side::Open => self.allow_step(cell, dir),
            Side::Shut => self.forbid_step(cell, dir),
            Side::Fenced(class) => self.fence_step(cell, dir, class),
        };
    }

    /// Gives `grid` these links in place of those it has.
    pub(in crate::shapes::square) fn relink(&mut self, grid: &Grid, wanted: &[Link]) {
        self.relink_from(grid, grid.links(), wanted);
    }

    /// Turns the links that are `found` into those `wanted`; both by start, then by end.
    fn relink_from(&mut self, grid: &Grid, found: &[Link], wanted: &[Link]) {
        for change in relinking(found, wanted) {
            match change {
                LinkChange::Add(Link { from, to, cost }) => {
                    self.link(grid.cell(from), grid.cell(to), cost)
                }
                LinkChange::Remove(from, to) => self.unlink(grid.cell(from), grid.cell(to)),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_changes_of_a_cell_the_last_one_counts() {
        let mut grid = Grid::new(4, 3, b'.').unwrap();
        let mut batch = Edit::new();
        for class in b'a'..=b'e' {
            batch.fill(grid.bounds(), class).set((1, 1), b'.');
        }
        let After { classes, .. } = batch.after(&grid).unwrap();
        let middle = grid.node((1, 1)).unwrap();
        let others = (0..12).map(NodeId::new).filter(|&node| node != middle);
        assert_eq!(classes, others.map(|node| (node, b'e')).collect::<Vec<_>>());

        let undo = batch.inverse(&grid).unwrap();
        grid.apply(&batch).unwrap();
        grid.apply(&undo).unwrap();
        assert_eq!(grid.histogram()[usize::from(b'.')], 12);
    }
}
