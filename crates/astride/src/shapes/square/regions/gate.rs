//! Gates: lines of cells across a passage, from wall to wall.

use crate::base::{Cell, NodeId};
use crate::shapes::square::GridView;
use crate::world::World;

/// A narrow place between two regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    pub(super) regions: (u32, u32),
    pub(super) cells: Vec<Cell>,
}

impl Gate {
    /// The numbers of the regions on its two sides, the smaller one first.
    pub fn regions(&self) -> (u32, u32) {
        self.regions
    }

    /// Its cells, from one wall to the other; never empty. Consecutive cells share a side, so a
    /// slanted line has more cells than its width. Each belongs to the region on one of its sides.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Its width: the number of columns or of rows it spans, whichever is larger; at least 1.
    pub fn width(&self) -> u32 {
        let span = |of: fn(&Cell) -> u32| {
            let least = self.cells.iter().map(of).min().unwrap_or(0);
            self.cells.iter().map(of).max().unwrap_or(0) - least + 1
        };
        span(|cell| cell.x).max(span(|cell| cell.y))
    }
}

/// A place, which may lie just off the map.
type Point = (i64, i64);

/// A line from wall to wall.
pub(super) struct Line {
    /// Its free cells.
    pub nodes: Vec<NodeId>,
    /// The squared distance between the blocked places at its ends.
    pub squared_length: i64,
}

/// The line through `middle` from the nearest blocked place to the nearest one on the opposite
/// side, or `None` if there is none within about three times the distance.
pub(super) fn line_across(
    view: &GridView<'_>,
    middle: NodeId,
    squared_distance: u32,
) -> Option<Line> {
    let cell = view.grid().cell(middle);
    let middle = (i64::from(cell.x), i64::from(cell.y));
    let radius = i64::from(squared_distance.isqrt());
    let near = nearest(view, middle, radius + 1, |_| true)?;
    let (ax, ay) = (near.0 - middle.0, near.1 - middle.1);
    let far = nearest(view, middle, 3 * radius + 3, |(bx, by)| {
        // At least 120 degrees apart: cos ≤ −1/2, squared.
        let dot = ax * bx + ay * by;
        dot < 0 && 4 * dot * dot >= (ax * ax + ay * ay) * (bx * bx + by * by)
    })?;
    let mut points = Vec::new();
    walk(near, middle, &mut |point| points.push(point));
    points.push(middle);
    walk(middle, far, &mut |point| points.push(point));
    let free = |(x, y): Point| {
        let node = view.grid().node((u32::try_from(x).ok()?, u32::try_from(y).ok()?))?;
        view.is_passable(node).then_some(node)
    };
    let (dx, dy) = (far.0 - near.0, far.1 - near.1);
    let nodes = points.into_iter().filter_map(free).collect();
    Some(Line { nodes, squared_length: dx * dx + dy * dy })
}

/// The nearest blocked place around `middle` within `reach` columns and rows whose offset is
/// acceptable; ties go to the first, row by row.
fn nearest(
    view: &GridView<'_>,
    middle: Point,
    reach: i64,
    is_good: impl Fn(Point) -> bool,
) -> Option<Point> {
    let (width, height) = (i64::from(view.grid().width()), i64::from(view.grid().height()));
    let is_blocked = |(x, y): Point| {
        let is_around = x == -1 || y == -1 || x == width || y == height;
        let is_far_off = x < -1 || y < -1 || x > width || y > height;
        !is_far_off && (is_around || !view.is_free((x as u32, y as u32)))
    };
    let mut best: Option<(i64, i64, i64)> = None;
    // Ring by ring, until all further ones are farther than the best.
    for ring in 1..=reach {
        if best.is_some_and(|(squared, ..)| squared < ring * ring) {
            break;
        }
        for (dx, dy) in ring_of(ring) {
            let key = (dx * dx + dy * dy, dy, dx);
            if best.is_none_or(|best| key < best)
                && is_good((dx, dy))
                && is_blocked((middle.0 + dx, middle.1 + dy))
            {
                best = Some(key);
            }
        }
    }
    best.map(|(_, dy, dx)| (middle.0 + dx, middle.1 + dy))
}

/// The offsets whose larger coordinate is `ring`.
fn ring_of(ring: i64) -> impl Iterator<Item = Point> {
    let sides = (-ring..=ring).flat_map(move |along| [(along, -ring), (along, ring)]);
    sides.chain((1 - ring..ring).flat_map(move |along| [(-ring, along), (ring, along)]))
}

/// The points between two others, one straight step at a time along the line.
fn walk(from: Point, to: Point, tell: &mut impl FnMut(Point)) {
    let (dx, dy) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    let (right, down) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let (mut along, mut across) = (0, 0);
    while along + across < dx + dy - 1 {
        // Whichever step ends nearer to the line.
        if (2 * along + 1) * dy <= (2 * across + 1) * dx {
            along += 1;
        } else {
            across += 1;
        }
        tell((from.0 + right * along, from.1 + down * across));
    }
}
