//! Lines through the world along the cells of a path, with a choice of where they begin and end.

use super::Frame;
use crate::base::{Cell, Vec2, Vec3};

/// Where the line of a path begins or ends in its first or last cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum End {
    /// At the centre of the cell.
    #[default]
    Centre,
    /// At this point, or if it is outside the cell, at the nearest place of the cell. For a unit that
    /// stands anywhere, and a target that was clicked.
    At(Vec3),
    /// At the place nearest to this point between the centre of the cell and that of the next one.
    /// For a unit that is already on its way, which should not go back to a centre first.
    Along(Vec3),
    /// Where the path leaves the cell or enters it: the middle of a side, or a corner. For a unit
    /// that stops at the threshold, such as before a counter.
    Edge,
}

impl Frame {
    /// The line along the cells of a path, as its turning points in the world.
    ///
    /// It stays within the cells of the path and passes from one to the next where the path does,
    /// so a unit that can walk from centre to centre can walk along it. A step between cells that do not
    /// touch, as over a link, is a straight line from centre to centre. A point with a coordinate
    /// that is not a number counts as the centre.
    ///
    /// # Complexity
    ///
    /// O(cells).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, Vec3};
    /// use astride::shapes::square::{End, Frame};
    /// let frame = Frame::new(8, 4, Vec3::default(), 2.0, 2.0)?;
    /// let cells = [(0, 0), (1, 0), (2, 0), (3, 1)].map(Cell::from);
    /// // From where the unit stands to the edge of the last cell.
    /// let unit = Vec3::new(0.5, 1.5, 0.0);
    /// let line = frame.line(&cells, End::At(unit), End::Edge);
    /// let turns = [(0.5, 1.5), (3.0, 1.0), (5.0, 1.0), (6.0, 2.0)];
    /// assert_eq!(line, turns.map(|(x, y)| Vec3::new(x, y, 0.0)));
    /// # Ok::<(), astride::shapes::square::FrameError>(())
    /// ```
    pub fn line(&self, cells: &[Cell], start: End, goal: End) -> Vec<Vec3> {
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return Vec::new() };
        let mut points = self.end(start, first, cells.get(1).copied());
        if cells.len() > 2 {
            points.extend(cells[1..cells.len() - 1].iter().map(|&cell| centre(cell)));
        }
        let before = cells.len().checked_sub(2).map(|at| cells[at]);
        points.extend(self.end(goal, last, before).into_iter().rev());
        let mut line: Vec<Vec3> =
            turns(&points).iter().map(|point| self.point(point.x, point.y)).collect();
        // A point that was asked for keeps its digits, and its height above the plane.
        let exact = |end: End, cell: Cell| match end {
            End::At(point) => self.within(cell, point).1.then_some(point),
            _ => None,
        };
        let to = line.len() - 1;
        line[0] = exact(start, first).unwrap_or(line[0]);
        line[to] = exact(goal, last).unwrap_or(line[to]);
        line
    }

    /// The points in a cell at an end of a path, from the end to the next cell.
    fn end(&self, end: End, cell: Cell, next: Option<Cell>) -> Vec<Vec2> {
        let here = centre(cell);
        let place = match end {
            End::At(point) => self.within(cell, point).0,
            End::Centre | End::Along(_) | End::Edge => here,
        };
        let Some(next) = next else { return vec![place] };
        let there = centre(next);
        let touches = cell.direction_to(next);
        match (end, touches) {
            // Over a link only from its end.
            (End::At(_), None) => vec![place, here],
            // Past the corner, and not through the cells beside it.
            (End::At(_), Some(dir)) if dir.is_diagonal() => {
                vec![place, here.plus(there).times(0.5)]
            }
            (End::Edge, Some(_)) => vec![here.plus(there).times(0.5)],
            (End::Along(point), Some(_)) => vec![self.nearest_between(here, there, point)],
            _ => vec![place],
        }
    }

    /// The grid coordinates of a point, moved into a cell, and whether it was there already.
    fn within(&self, cell: Cell, point: Vec3) -> (Vec2, bool) {
        let (column, row) = self.grid_coordinates(point);
        if column.is_nan() || row.is_nan() {
            return (centre(cell), false);
        }
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        let inside = Vec2::new(column.clamp(x, x + 1.0), row.clamp(y, y + 1.0));
        (inside, inside == Vec2::new(column, row))
    }

    /// The place between two others, in grid coordinates, that is nearest to a point of the world.
    fn nearest_between(&self, from: Vec2, to: Vec2, point: Vec3) -> Vec2 {
        let world = |at: Vec2| {
            let (x, y) = self.axes.read(self.point(at.x, at.y));
            Vec2::new(x, y)
        };
        let (start, way) = (world(from), world(to).minus(world(from)));
        let (x, y) = self.axes.read(point);
        let share = Vec2::new(x, y).minus(start).dot(way) / way.dot(way);
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        from.plus(to.minus(from).times(share))
    }
}

fn centre(cell: Cell) -> Vec2 {
    Vec2::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5)
}

/// The points of a line without repeated ones, and without those at which it goes straight on.
fn turns(points: &[Vec2]) -> Vec<Vec2> {
    let mut kept: Vec<Vec2> = Vec::new();
    for &point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., before, at] = kept[..] {
            let (way, on) = (at.minus(before), point.minus(at));
            if way.cross(on) == 0.0 && way.dot(on) > 0.0 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}
