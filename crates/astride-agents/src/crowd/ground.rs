//! The cells on which units move, and the distances to walls.

use astride::base::{NodeId, Vec2};
use astride::shapes::square::{Grid, GridView, Mover, Neighbours};

use super::CrowdError;
use super::plane::{CELL, Point, cross, in_cells, way};
use crate::roadmap::{Place, Roadmap};

/// The maximum side of a map in cells: positions in parts stay well within 32 bits.
const MAX_SIDE: u32 = 16_384;

/// Free and blocked cells; everything outside is blocked.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    width: i32,
    height: i32,
    free: Vec<bool>,
    /// The free cells with steps to their four neighbours.
    pub(super) roadmap: Roadmap,
    /// The number of the connected piece of each place; places can reach each other if it is the
    /// same.
    pieces: Vec<u32>,
    /// The number of blocked cells above and to the left of each corner of a cell, row by row.
    blocked: Vec<u32>,
    /// Whether there are no blocked cells.
    pub(super) is_open: bool,
}

impl Ground {
    pub(super) fn new(view: &GridView<'_>) -> Result<Self, CrowdError> {
        let grid = view.grid();
        let (width, height) = (grid.width(), grid.height());
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(CrowdError::TooWide { width, height, most: MAX_SIDE });
        }
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let free: Vec<bool> = cells.map(|cell| view.is_free(cell)).collect();
        let classes: Vec<u8> = free.iter().map(|&free| if free { b'.' } else { b'@' }).collect();
        // Walls between cells, one-way steps and links are ignored for bodies in the plane.
        let plain = Grid::from_classes(width, height, &classes)
            .expect("a grid of this size is there already");
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let roadmap = Roadmap::new(&plain.seen_by(&mover));
        let is_open = free.iter().all(|&free| free);
        let pieces = pieces_of(&roadmap);
        let blocked = blocked_before(&free, width as usize);
        let [width, height] = [width as i32, height as i32];
        Ok(Ground { width, height, free, roadmap, pieces, blocked, is_open })
    }

    pub(super) fn size(&self) -> [u32; 2] {
        [self.width as u32, self.height as u32]
    }

    pub(super) fn cell_count(&self) -> usize {
        self.free.len()
    }

    pub(super) fn is_free(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && self.free[(y * self.width + x) as usize]
    }

    /// The number of the cell of a point on the map.
    pub(super) fn cell_index(&self, point: Point) -> usize {
        let [x, y] = cell_of(point);
        (y * self.width + x) as usize
    }

    /// The place of the cell of a point, if that is free.
    pub(super) fn place_at(&self, point: Point) -> Option<Place> {
        let [x, y] = cell_of(point);
        self.is_free(x, y).then(|| {
            let node = NodeId::new((y * self.width + x) as u32);
            self.roadmap.place(node).expect("free cells are places")
        })
    }

    /// Whether one place can be reached from the other.
    pub(super) fn are_joined(&self, a: Place, b: Place) -> bool {
        self.pieces[a as usize] == self.pieces[b as usize]
    }

    /// The number of steps between two places if nothing is blocked in the rectangle that they
    /// span, where no path is shorter.
    pub(super) fn steps_in_the_open(&self, a: Place, b: Place) -> Option<u32> {
        let (a, b) = (self.cell(a), self.cell(b));
        let low = [0, 1].map(|i| a[i].min(b[i]) as usize);
        let high = [0, 1].map(|i| a[i].max(b[i]) as usize + 1);
        let before = |x: usize, y: usize| self.blocked[y * (self.width as usize + 1) + x];
        let is_free = self.is_open
            || before(high[0], high[1]) + before(low[0], low[1])
                == before(low[0], high[1]) + before(high[0], low[1]);
        is_free.then(|| a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]))
    }

    /// The column and row of a place.
    pub(super) fn cell(&self, place: Place) -> [i32; 2] {
        let index = self.roadmap.node(place).get() as i32;
        [index % self.width, index / self.width]
    }

    /// The centre of the cell of a place.
    pub(super) fn middle(&self, place: Place) -> Point {
        self.cell(place).map(|side| side * CELL + CELL / 2)
    }

    /// Calls `visit` with the nearest point of each wall that a body near `point` can touch.
    ///
    /// The corner of a cell counts only if it is convex: otherwise the adjacent sides are already
    /// in the way, and a body sliding along a wall must not be held up where two cells meet.
    pub(super) fn for_each_wall(&self, point: Point, mut visit: impl FnMut(Point)) {
        let [x, y] = cell_of(point);
        let is_blocked = |right: i32, down: i32| !self.is_free(x + right, y + down);
        let edge = |at: i32, side: i32| if side < 0 { at * CELL } else { (at + 1) * CELL };
        for side in [-1, 1] {
            if is_blocked(side, 0) {
                visit([edge(x, side), point[1]]);
            }
            if is_blocked(0, side) {
                visit([point[0], edge(y, side)]);
            }
            for down in [-1, 1] {
                if is_blocked(side, down) && !is_blocked(side, 0) && !is_blocked(0, down) {
                    visit([edge(x, side), edge(y, down)]);
                }
            }
        }
    }

    /// Whether a body is on free ground and touches no wall.
    pub(super) fn fits(&self, point: Point, radius: i32) -> bool {
        let [x, y] = cell_of(point);
        let mut is_clear = self.is_free(x, y);
        self.for_each_wall(point, |wall| {
            let [right, down] = way(point, wall);
            is_clear &= right * right + down * down >= i64::from(radius) * i64::from(radius);
        });
        is_clear
    }

    /// Whether a body can go straight from one point to another; may return `false` if it just
    /// fits.
    pub(super) fn is_clear(&self, from: Point, to: Point, radius: i32) -> bool {
        if self.is_open {
            return true;
        }
        let line = in_cells(way(from, to));
        let margin = f64::from(radius) / f64::from(CELL) + 1.0 / 256.0;
        let [low, high]: [Point; 2] = [
            [0, 1].map(|i| (from[i].min(to[i]) - radius).div_euclid(CELL)),
            [0, 1].map(|i| (from[i].max(to[i]) + radius).div_euclid(CELL)),
        ];
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                if self.is_free(x, y) {
                    continue;
                }
                let middle = in_cells(way(from, [x * CELL + CELL / 2, y * CELL + CELL / 2]));
                if is_square_near(middle, line, margin) {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether the line from the origin to `line` comes within `margin` of the unit square around
/// `middle`: false if an axis or the normal of the line separates the two by such a gap.
fn is_square_near(middle: Vec2, line: Vec2, margin: f64) -> bool {
    let length = line.length();
    if length > 0.0 {
        let aside = cross(middle, line).abs();
        if aside >= 0.5 * (line.x.abs() + line.y.abs()) + margin * length {
            return false;
        }
    }
    let is_apart = |middle: f64, end: f64| {
        end.min(0.0) - (middle + 0.5) >= margin || (middle - 0.5) - end.max(0.0) >= margin
    };
    !is_apart(middle.x, line.x) && !is_apart(middle.y, line.y)
}

fn blocked_before(free: &[bool], width: usize) -> Vec<u32> {
    let mut sums = vec![0; width + 1];
    for (y, row) in free.chunks(width.max(1)).enumerate() {
        sums.push(0);
        let mut in_row = 0;
        for (x, &is_free) in row.iter().enumerate() {
            in_row += u32::from(!is_free);
            sums.push(sums[y * (width + 1) + x + 1] + in_row);
        }
    }
    sums
}

fn pieces_of(roadmap: &Roadmap) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut pieces = vec![NONE; roadmap.place_count()];
    let mut open = Vec::new();
    for begin in 0..pieces.len() as Place {
        if pieces[begin as usize] != NONE {
            continue;
        }
        pieces[begin as usize] = begin;
        open.push(begin);
        while let Some(place) = open.pop() {
            for &next in roadmap.neighbours(place) {
                if pieces[next as usize] == NONE {
                    pieces[next as usize] = begin;
                    open.push(next);
                }
            }
        }
    }
    pieces
}

/// The column and row that a point lies in.
pub(super) fn cell_of(point: Point) -> [i32; 2] {
    point.map(|side| side.div_euclid(CELL))
}
