//! The cells beside a rectangle, from which a unit can work on a building.

use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::GridView;
use crate::world::World;

impl GridView<'_> {
    /// The cells from which a body of `side`×`side` cells touches the sides of a rectangle from
    /// outside, as nodes: the passable cells along its four sides, without those at its corners.
    /// Use them as the goals of a path to a building. Cells behind a wall are included.
    ///
    /// A large body is located by its top left cell; `view` is then the view of its places
    /// ([`BodyGrid::view`](crate::shapes::square::BodyGrid::view)).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let mut grid = Grid::new(20, 10, b'.')?;
    /// let mine = CellRect::new(9, 3, 3, 2);
    /// grid.apply(Edit::new().fill(mine, b'@'))?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let places = view.places_beside(mine, 1);
    /// assert_eq!(places.len(), 10);
    /// let query = PathQuery::to_nearest(grid.node((0, 4)).unwrap(), &places);
    /// let octile = GridHeuristic::octile(&view);
    /// let outcome = astar(&view, &octile, &query, &mut Scratch::new(), &mut ());
    /// assert_eq!(outcome.goal(), grid.node((8, 4)));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn places_beside(&self, rect: CellRect, side: u32) -> Vec<NodeId> {
        if rect.is_empty() || side == 0 {
            return Vec::new();
        }
        // A body extends to the right and down from its place.
        let right = rect.x.saturating_add(rect.width);
        let below = rect.y.saturating_add(rect.height);
        let (left, above) = (rect.x.checked_sub(side), rect.y.checked_sub(side));
        let rows = rect.y.saturating_sub(side - 1)..below.min(self.grid().height());
        let columns = rect.x.saturating_sub(side - 1)..right.min(self.grid().width());
        let beside = [left, Some(right)].into_iter().flatten();
        let beside = beside.flat_map(|x| rows.clone().map(move |y| Cell::new(x, y)));
        let over = [above, Some(below)].into_iter().flatten();
        let over = over.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        let nodes = beside.chain(over).filter_map(|cell| self.grid().node(cell));
        let mut places: Vec<NodeId> = nodes.filter(|&node| self.is_passable(node)).collect();
        places.sort_unstable();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::shapes::square::{Grid, Mover};

    #[test]
    fn a_body_beside_a_rectangle_touches_it_and_does_not_overlap_it() {
        let mut dice = Random::new(5);
        for _ in 0..300 {
            let classes: Vec<u8> =
                (0..8 * 6).map(|_| if dice.below(4) == 0 { b'@' } else { b'.' }).collect();
            let grid = Grid::from_classes(8, 6, &classes).unwrap();
            let view = grid.seen_by(&Mover::walker());
            let [x, y, width, height] = [9, 7, 4, 3].map(|bound| dice.below(bound));
            let (rect, side) = (CellRect::new(x, y, width, height), dice.below(4));
            let beside = |node: &NodeId| {
                let place = grid.cell(*node);
                // The number of rows and columns that a body there shares with the rectangle, and
                // the gap.
                let overlap = |at: u32, from: u32, length: u32| {
                    let (end, to) = (i64::from(at + side), i64::from(from + length));
                    end.min(to) - i64::from(at.max(from))
                };
                let across = overlap(place.x, x, width);
                let down = overlap(place.y, y, height);
                let touches = (across == 0 && down > 0) || (across > 0 && down == 0);
                side > 0 && width > 0 && height > 0 && touches && view.is_passable(*node)
            };
            let nodes = (0..grid.cell_count()).map(NodeId::new);
            let expected: Vec<NodeId> = nodes.filter(beside).collect();
            assert_eq!(view.places_beside(rect, side), expected, "{rect} {side}");
        }
        let grid = Grid::new(3, 3, b'.').unwrap();
        let view = grid.seen_by(&Mover::walker());
        let far = CellRect::new(u32::MAX, 1, u32::MAX, u32::MAX);
        assert!(view.places_beside(far, 5).is_empty());
        let east = CellRect::new(1, 1, u32::MAX, u32::MAX);
        assert_eq!(view.places_beside(east, 1).len(), 4);
    }
}
