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
    /// For a unit that is already on its way and should not go back to a centre first.
    Along(Vec3),
    /// Where the path leaves the cell or enters it: the middle of a side, or a corner. For a unit
    /// that stops at the threshold, such as before a counter.
    Edge,
}

impl End {
    /// The centre instead of a point that is not finite.
    fn finite(self) -> Self {
        match self {
            End::At(point) | End::Along(point) if !point.is_finite() => End::Centre,
            _ => self,
        }
    }
}

impl Frame {
    /// The line along the cells of a path, as its turning points in the world.
    ///
    /// It stays within the cells of the path and passes from one to the next where the path does,
    /// so a unit that can walk from centre to centre can walk along it. A step between cells that do not
    /// touch, as over a link, is a straight line from centre to centre. A point that is not finite
    /// counts as the centre.
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
        let (start, goal) = (start.finite(), goal.finite());
        let mut points = self.end(start, first, cells.get(1).copied());
        if cells.len() > 2 {
            points.extend(cells[1..cells.len() - 1].iter().map(|&cell| cell.centre()));
        }
        let before = cells.len().checked_sub(2).map(|at| cells[at]);
        points.extend(self.end(goal, last, before).into_iter().rev());
        let mut line: Vec<Vec3> =
            turns(&points).iter().map(|point| self.point(point.x, point.y)).collect();
        // A point that was asked for keeps its digits, and its height above the plane.
        let exact = |end: End, cell: Cell| match end {
            End::At(point) => self.inside(cell, point).map(|_| point),
            _ => None,
        };
        let to = line.len() - 1;
        line[0] = exact(start, first).unwrap_or(line[0]);
        line[to] = exact(goal, last).unwrap_or(line[to]);
        line
    }

    /// The points in a cell at an end of a path, from the end to the next cell.
    fn end(&self, end: End, cell: Cell, next: Option<Cell>) -> Vec<Vec2> {
        let here = cell.centre();
        let place = match end {
            End::At(point) => {
                self.inside(cell, point).unwrap_or_else(|| self.nearest_on_sides(cell, point))
            }
            End::Centre | End::Along(_) | End::Edge => here,
        };
        let Some(next) = next else { return vec![place] };
        let there = next.centre();
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

    /// The grid coordinates of a point that is in a cell.
    fn inside(&self, cell: Cell, point: Vec3) -> Option<Vec2> {
        let (column, row) = self.grid_coordinates(point);
        let is_between = |at: f64, cell: u32| at >= f64::from(cell) && at <= f64::from(cell) + 1.0;
        let is_inside = is_between(column, cell.x) && is_between(row, cell.y);
        is_inside.then_some(Vec2::new(column, row))
    }

    /// The place on the sides of a cell that is nearest to a point, in grid coordinates. Where sides are
    /// slanted, it need not be the place with the nearest coordinates.
    fn nearest_on_sides(&self, cell: Cell, point: Vec3) -> Vec2 {
        let half = |x, y| cell.centre().plus(Vec2::new(x, y));
        let corners = [half(-0.5, -0.5), half(0.5, -0.5), half(0.5, 0.5), half(-0.5, 0.5)];
        let distance =
            |at: &Vec2| self.in_plane(self.point(at.x, at.y)).distance_to(self.in_plane(point));
        (0..4)
            .map(|k| self.nearest_between(corners[k], corners[(k + 1) % 4], point))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(corners[0])
    }

    /// The place between two others, in grid coordinates, that is nearest to a point of the world.
    fn nearest_between(&self, from: Vec2, to: Vec2, point: Vec3) -> Vec2 {
        let world = |at: Vec2| self.in_plane(self.point(at.x, at.y));
        let (start, way) = (world(from), world(to).minus(world(from)));
        let share = self.in_plane(point).minus(start).dot(way) / way.dot(way);
        // Products of very large numbers may be no numbers.
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        from.plus(to.minus(from).times(share))
    }

    fn in_plane(&self, point: Vec3) -> Vec2 {
        let (x, y) = self.axes.read(point);
        Vec2::new(x, y)
    }
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
