//! Erosion: a margin along everything that is in a mover's way.

use super::{Edit, GridView, Neighbours};
use crate::base::{CellRect, Dir, NodeId};
use crate::world::World;

impl GridView<'_> {
    /// The batch that gives `class` to all cells within `cells` steps of an edge. At an edge, 1 step from
    /// it, are the cells from which the mover cannot take all of its four or eight steps, because of an
    /// impassable cell, a wall, a fence or the border of the map. A cell beside one that is n steps away is
    /// n + 1 steps away, or fewer; diagonal neighbours count if the mover has eight neighbours.
    ///
    /// A blocked `class` keeps movers away from edges; a costly one lets them near where nothing else is
    /// left. For bodies of a known size, [`BodyGrid`](super::BodyGrid) says exactly where they fit.
    ///
    /// # Complexity
    ///
    /// O(cells) time, 1 byte for each cell of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let mut grid = Grid::from_classes(7, 5, &[b"......." as &[u8]; 5].concat())?;
    /// grid.apply(Edit::new().set((0, 2), b'@'))?;
    /// let margin = grid.seen_by(&Mover::walker()).erosion(1, b'3');
    /// grid.apply(&margin)?;
    /// assert_eq!(grid.row(1), Some(&b"33....3"[..]));
    /// assert_eq!(grid.row(2), Some(&b"@3....3"[..]));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn erosion(&self, cells: u32, class: u8) -> Edit {
        let all = match self.neighbours() {
            Neighbours::Four => Dir::N.bit() | Dir::E.bit() | Dir::S.bit() | Dir::W.bit(),
            Neighbours::Eight => 0xFF,
        };
        let count = self.grid().cell_count();
        let mut is_near = vec![false; count as usize];
        let at_edge = |&node: &NodeId| self.is_passable(node) && self.steps_from(node) & all != all;
        let mut rim: Vec<NodeId> = match cells {
            0 => Vec::new(),
            _ => (0..count).map(NodeId::new).filter(at_edge).collect(),
        };
        rim.iter().for_each(|node| is_near[node.index()] = true);
        for _ in 1..cells {
            let mut next = Vec::new();
            for &node in &rim {
                let inside = self.inside(node) & all;
                for dir in Dir::ALL.into_iter().filter(|dir| inside & dir.bit() != 0) {
                    let beside = self.beside(node, dir);
                    if self.is_passable(beside) && !is_near[beside.index()] {
                        is_near[beside.index()] = true;
                        next.push(beside);
                    }
                }
            }
            rim = next;
            if rim.is_empty() {
                break;
            }
        }
        self.filled_where(&is_near, class)
    }

    /// The batch that gives `class` to the cells that are marked.
    fn filled_where(&self, marks: &[bool], class: u8) -> Edit {
        let mut edit = Edit::new();
        for (y, row) in (0..).zip(marks.chunks_exact(self.grid().width() as usize)) {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let width = run.len() as u32;
                if run[0] {
                    edit.fill(CellRect::new(x, y, width, 1), class);
                }
                x += width;
            }
        }
        edit
    }
}
