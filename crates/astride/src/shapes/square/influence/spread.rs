//! The cells that a source reaches, and their distances.

use super::falloff::PARTS;
use super::{Falloff, Placed};
use crate::base::{Cell, CellRect, Cost, NodeId};
use crate::search::{Event, PathQuery, Scratch, SearchObserver, dijkstra};
use crate::shapes::square::OnGrid;

/// How the distance of a cell from a source is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    /// The straight line, through walls.
    Euclidean,
    /// Straight and diagonal steps, through walls; a diagonal one counts as 362/256.
    Octile,
    /// A cheapest path in the world, from the source to the cell.
    Paths {
        /// The number of ticks that count as one cell, usually those of a straight step; 0 counts
        /// as 1.
        ticks_per_cell: u32,
    },
}

/// Computes the stamp of a source at `at`.
pub(super) fn spread(
    world: &impl OnGrid,
    at: Cell,
    mut placed: Placed,
    scratch: &mut Scratch,
) -> Placed {
    let (falloff, width) = (&placed.source.falloff, world.grid().width());
    let mut stamp = Stamp { falloff, width, cells: placed.stamp, area: CellRect::default() };
    stamp.cells.clear();
    match placed.source.spread {
        Spread::Euclidean => stamp.around(world.grid().bounds(), at, |dx, dy| {
            ((dx * dx + dy * dy) * PARTS * PARTS).isqrt()
        }),
        Spread::Octile => stamp
            .around(world.grid().bounds(), at, |dx, dy| dx.abs_diff(dy) * PARTS + dx.min(dy) * 362),
        Spread::Paths { ticks_per_cell } => {
            let ticks = Cost::from(ticks_per_cell.max(1));
            let start = NodeId::new(at.y * width + at.x);
            let query = PathQuery::everywhere(start)
                .within(ticks.saturating_mul(stamp.falloff.radius().into()));
            let mut closed = Closed { stamp: &mut stamp, ticks };
            let _ = dijkstra(world, &query, scratch, &mut closed);
        }
    }
    let (cells, area) = (stamp.cells, stamp.area);
    placed.stamp = cells;
    Placed { area, revision: world.revision(), ..placed }
}

struct Stamp<'a> {
    falloff: &'a Falloff,
    width: u32,
    cells: Vec<(NodeId, u32)>,
    area: CellRect,
}

impl Stamp<'_> {
    fn around(&mut self, bounds: CellRect, at: Cell, distance: impl Fn(u64, u64) -> u64) {
        let radius = self.falloff.radius();
        let reach = |at: u32, size: u32| at.saturating_sub(radius)..=(at + radius).min(size - 1);
        for y in reach(at.y, bounds.height) {
            for x in reach(at.x, bounds.width) {
                let apart = distance(x.abs_diff(at.x).into(), y.abs_diff(at.y).into());
                self.mark(Cell::new(x, y), apart);
            }
        }
    }

    fn mark(&mut self, cell: Cell, distance: u64) {
        let factor = self.falloff.factor(distance);
        if factor > 0 {
            self.cells.push((NodeId::new(cell.y * self.width + cell.x), factor));
            self.area = self.area.union(CellRect::of(cell));
        }
    }
}

/// Adds each node that a search closes.
struct Closed<'a, 's> {
    stamp: &'a mut Stamp<'s>,
    ticks: Cost,
}

impl SearchObserver for Closed<'_, '_> {
    fn notice(&mut self, event: Event) {
        if let Event::Close { node, g } = event {
            let width = self.stamp.width;
            let distance = (u128::from(g) * u128::from(PARTS) / u128::from(self.ticks)) as u64;
            self.stamp.mark(Cell::new(node.get() % width, node.get() / width), distance);
        }
    }
}
