//! The nearest of some wanted cells, by squares around a cell, each twice as wide as the previous
//! one.

use crate::base::{Cell, Cost, NodeId, SmallSort};
use crate::shapes::square::{GridView, Neighbours};

/// The first square extends this many cells to every side.
const FIRST: u32 = 4;

/// All wanted nodes with the lowest geometric estimate to `centre`, as defined by
/// [`World::estimate`](crate::world::World::estimate), in id order; none is more than `radius`
/// columns or rows away.
///
/// Cells are examined row by row, each once, and only while they could be as near as the nearest
/// one so far. `pay` is told how many were, and may end it.
///
/// # Complexity
///
/// O(cells of a square that extends twice as far as the nearest wanted node).
pub(super) fn nearest<E>(
    view: &GridView<'_>,
    centre: Cell,
    radius: u32,
    is_wanted: impl Fn(NodeId) -> bool,
    pay: impl FnMut(u64) -> Result<(), E>,
) -> Result<Vec<NodeId>, E> {
    let (width, height) = (view.grid().width(), view.grid().height());
    let sides = [centre.x, width - 1 - centre.x, centre.y, height - 1 - centre.y];
    let farthest = sides.into_iter().max().unwrap_or(0).min(radius);
    let geometry = Geometry::of(view);
    let mut squares = Squares {
        width,
        height,
        centre,
        geometry,
        is_wanted,
        pay,
        least: Cost::MAX,
        places: Vec::new(),
    };
    let (mut inner, mut outer) = (None, FIRST.min(farthest));
    loop {
        squares.look_between(inner, outer)?;
        let least_outside = geometry.straight * (u64::from(outer) + 1);
        if outer == farthest || squares.least < least_outside {
            break;
        }
        (inner, outer) = (Some(outer), (2 * outer).min(farthest));
    }
    squares.places.sort_small();
    Ok(squares.places)
}

/// The geometric estimate in ticks, without the terrain factor, which does not affect the order.
#[derive(Clone, Copy)]
struct Geometry {
    /// For each unit of the larger of columns and rows.
    straight: Cost,
    /// In addition, for each unit of the smaller of the two.
    extra: Cost,
}

impl Geometry {
    fn of(view: &GridView<'_>) -> Self {
        let straight = view.scale().straight();
        let corner = match view.neighbours() {
            Neighbours::Four => 2 * straight,
            Neighbours::Eight => view.scale().corner(),
        };
        Geometry { straight: straight.into(), extra: (corner - straight).into() }
    }

    fn guess(self, columns: u32, rows: u32) -> Cost {
        self.straight * u64::from(columns.max(rows)) + self.extra * u64::from(columns.min(rows))
    }

    /// The maximum number of columns between the centre and a cell `rows` rows away with an
    /// estimate of at most `most`.
    fn columns(self, rows: u32, most: Cost) -> Option<u32> {
        let rows = u64::from(rows);
        let ahead = most.checked_sub(self.straight * rows)?;
        let columns = match most.checked_sub((self.straight + self.extra) * rows) {
            Some(left) => rows + left / self.straight,
            // Fewer than on the diagonal, so `extra` is not 0.
            None => ahead / self.extra,
        };
        Some(u32::try_from(columns).unwrap_or(u32::MAX))
    }
}

struct Squares<F, P> {
    width: u32,
    height: u32,
    centre: Cell,
    geometry: Geometry,
    is_wanted: F,
    pay: P,
    /// The lowest estimate of a wanted node so far.
    least: Cost,
    /// The nodes with that estimate.
    places: Vec<NodeId>,
}

impl<E, F: Fn(NodeId) -> bool, P: FnMut(u64) -> Result<(), E>> Squares<F, P> {
    /// Examines the square that extends `outer` cells to every side, without the one that extends
    /// `inner`.
    fn look_between(&mut self, inner: Option<u32>, outer: u32) -> Result<(), E> {
        for rows in 0..=outer {
            if self.geometry.columns(rows, self.least).is_none() {
                break;
            }
            let first = inner.filter(|&inner| rows <= inner).map_or(0, |inner| inner + 1);
            if let Some(above) = self.centre.y.checked_sub(rows) {
                self.look_along(above, first, outer)?;
            }
            let below = self.centre.y + rows;
            if rows > 0 && below < self.height {
                self.look_along(below, first, outer)?;
            }
        }
        Ok(())
    }

    /// Examines row `y` from `first` to `last` columns beside the centre, on both sides.
    fn look_along(&mut self, y: u32, first: u32, last: u32) -> Result<(), E> {
        let (x, rows) = (self.centre.x, self.centre.y.abs_diff(y));
        let middle = y * self.width + x;
        self.look_from(rows, first, last.min(x), |columns| middle - columns)?;
        let right = last.min(self.width - 1 - x);
        self.look_from(rows, first.max(1), right, |columns| middle + columns)
    }

    /// Examines the cells `first` to `last` columns beside the centre on one side of a row, in this
    /// order: estimates only increase on the way.
    fn look_from(
        &mut self,
        rows: u32,
        mut first: u32,
        last: u32,
        index: impl Fn(u32) -> u32,
    ) -> Result<(), E> {
        while let Some(most) = self.geometry.columns(rows, self.least) {
            let last = last.min(most);
            let found = (first..=last).find(|&at| (self.is_wanted)(NodeId::new(index(at))));
            (self.pay)((u64::from(found.unwrap_or(last)) + 1).saturating_sub(first.into()))?;
            let Some(columns) = found else { break };
            let guess = self.geometry.guess(columns, rows);
            if guess < self.least {
                self.least = guess;
                self.places.clear();
            }
            self.places.push(NodeId::new(index(columns)));
            first = columns + 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Counter;
    use std::convert::Infallible;

    use super::*;
    use crate::base::Scale;
    use crate::shapes::square::{Corners, Grid, Mover};
    use crate::world::World;

    fn movers() -> Vec<Mover> {
        let scale = |straight, diagonal| Scale::new(straight, diagonal).expect("a good scale");
        let scales = [scale(13_860, 19_601), scale(5, 7), scale(2, 3), scale(1, 1), scale(3, 9)];
        let eight = scales.map(|scale| Mover::walker().corners(Corners::Never).scale(scale));
        let four = Mover::walker().neighbours(Neighbours::Four);
        eight.into_iter().chain([four]).collect()
    }

    /// All wanted nodes with the lowest estimate, by brute force.
    fn brute(view: &GridView<'_>, centre: Cell, radius: u32, wanted: &[bool]) -> Vec<NodeId> {
        let goal = view.grid().node(centre).expect("on the map");
        let is_near = |&node: &NodeId| {
            let cell = view.grid().cell(node);
            wanted[node.index()]
                && cell.x.abs_diff(centre.x).max(cell.y.abs_diff(centre.y)) <= radius
        };
        let near = || (0..view.node_count()).map(NodeId::new).filter(is_near);
        let least = near().map(|node| view.estimate(node, goal)).min();
        near().filter(|&node| Some(view.estimate(node, goal)) == least).collect()
    }

    #[test]
    fn the_nearest_are_those_of_trying_all_cells_by_every_metric() {
        let mut seed = 7u32;
        let mut roll = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        for (width, height) in [(1, 1), (1, 40), (40, 1), (23, 17), (41, 40)] {
            let grid = Grid::new(width, height, b'.').expect("a good size");
            for mover in movers() {
                let view = grid.seen_by(&mover);
                for share in [2, 30, 400, 100_000] {
                    let wanted: Vec<bool> = (0..width * height).map(|_| roll(share) == 0).collect();
                    for _ in 0..12 {
                        let centre = Cell::new(roll(width), roll(height));
                        let radius = if roll(2) == 0 { u32::MAX } else { roll(12) };
                        let is_wanted = |node: NodeId| wanted[node.index()];
                        let Ok(found) =
                            nearest(&view, centre, radius, is_wanted, |_| Ok::<(), Infallible>(()));
                        let expected = brute(&view, centre, radius, &wanted);
                        let what = format!("{mover:?} {width}x{height} {centre} {radius}");
                        assert_eq!(found, expected, "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_cell_is_looked_at_twice_and_none_far_beyond_the_nearest() {
        let grid = Grid::new(1024, 1024, b'.').expect("a good size");
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let centre = Cell::new(512, 512);
        let looked = |wanted: Option<Cell>| {
            let counts = vec![Counter::new(0u32); 1 << 20];
            let wanted = wanted.map(|cell| grid.node(cell).expect("on the map"));
            let mut paid = 0;
            let is_wanted = |node: NodeId| {
                counts[node.index()].set(counts[node.index()].get() + 1);
                Some(node) == wanted
            };
            let Ok(found) = nearest(&view, centre, u32::MAX, is_wanted, |cells| {
                paid += cells;
                Ok::<(), Infallible>(())
            });
            assert_eq!(found, Vec::from_iter(wanted));
            assert!(counts.iter().all(|count| count.get() <= 1));
            let looked = counts.iter().map(Counter::get).sum::<u32>();
            assert_eq!(paid, u64::from(looked));
            looked
        };
        assert_eq!(looked(None), 1 << 20);
        assert_eq!(looked(Some(centre)), 1);
        assert!(looked(Some(Cell::new(513, 512))) <= 9);
        assert!(looked(Some(Cell::new(532, 512))) <= 65 * 65);
        assert!(looked(Some(Cell::new(612, 612))) <= 257 * 257);
    }
}
