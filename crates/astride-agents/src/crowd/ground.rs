//! The cells on which units move, and the distances to walls.

use astride::base::{Dir, NodeId, Vec2};
use astride::shapes::square::GridView;

use super::CrowdError;
use super::plane::{CELL, Point, cross, in_cells, way};
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// The maximum side of a map in cells: positions in parts stay well within 32 bits.
const MAX_SIDE: u32 = 16_384;

/// The side of the tiles in which goals share a lead: a tile has as many cells as a word has bits.
const TILE: i32 = 8;

/// Fields of a map to one place in each sector take at most this many bytes together: the share of
/// fields in the memory of a crowd, unless another amount was given.
const SECTOR_BYTES: usize = 384 << 20;

/// In a cell: it is free.
const FREE: u8 = 16;

/// In a cell: it and the eight around it are on the map, free and open to each other, so that a body in
/// it touches no wall.
const CLEAR: u8 = 32;

/// The four sides of a cell: the bit that says that it is open, the way across, the direction.
const SIDES: [(u8, [i32; 2], Dir); 4] =
    [(1, [0, -1], Dir::N), (2, [1, 0], Dir::E), (4, [0, 1], Dir::S), (8, [-1, 0], Dir::W)];

/// Free and blocked cells, and the sides between free cells that are open; everything outside is
/// blocked.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    width: i32,
    height: i32,
    /// [`FREE`], a bit for each side across which a mover may step both ways, and [`CLEAR`].
    cells: Vec<u8>,
    /// The free cells with steps to their four neighbours.
    pub(super) roadmap: Roadmap,
    /// The column and row of each place.
    cell_of_place: Vec<[i16; 2]>,
    /// The number of the connected piece of each place; places can reach each other if it is the
    /// same.
    pieces: Vec<Place>,
    /// For each place the one nearest to the middle of its sector that it can reach without leaving
    /// it; empty if there are no sectors.
    sectors: Vec<Place>,
    /// The number of cells above and to the left of each corner of a cell, row by row, that are
    /// blocked or have a closed side to a free cell.
    blocked: Vec<u32>,
    /// Whether there are none of these.
    pub(super) is_open: bool,
}

impl Ground {
    pub(super) fn new(view: &GridView<'_>) -> Result<Self, CrowdError> {
        let grid = view.grid();
        let (width, height) = (grid.width(), grid.height());
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(CrowdError::TooWide { width, height, most: MAX_SIDE });
        }
        Ok(Ground::of(cells_of(view), [width as i32, height as i32]))
    }

    fn of(cells: Vec<u8>, [width, height]: [i32; 2]) -> Self {
        let across = |node: NodeId, visit: &mut dyn FnMut(NodeId)| {
            for (bit, [right, down], _) in SIDES {
                if cells[node.index()] & bit != 0 {
                    visit(NodeId::new((node.get() as i32 + down * width + right) as u32));
                }
            }
        };
        let is_free = |node: NodeId| cells[node.index()] & FREE != 0;
        let roadmap =
            Roadmap::of(cells.len() as u32, is_free, |node, _, visit| across(node, visit));
        let cell_of_place: Vec<[i16; 2]> = (0..roadmap.place_count() as Place)
            .map(|place| roadmap.node(place).get() as i32)
            .map(|node| [(node % width) as i16, (node / width) as i16])
            .collect();
        let pieces = pieces_of(&roadmap, |_, _| true);
        let is_fenced = |at: usize| {
            let is_shut = |&(bit, [right, down], _): &(u8, [i32; 2], Dir)| {
                let [x, y] = [at as i32 % width + right, at as i32 / width + down];
                let is_on = (0..width).contains(&x) && (0..height).contains(&y);
                cells[at] & bit == 0 && is_on && cells[(y * width + x) as usize] & FREE != 0
            };
            cells[at] & FREE == 0 || SIDES.iter().any(is_shut)
        };
        let fenced: Vec<bool> = (0..cells.len()).map(is_fenced).collect();
        let blocked = blocked_before(&fenced, width as usize);
        let is_open = !fenced.contains(&true);
        let side = sector_side(roadmap.place_count());
        let sectors = Vec::new();
        let mut ground = Ground {
            width,
            height,
            cells,
            roadmap,
            cell_of_place,
            pieces,
            sectors,
            blocked,
            is_open,
        };
        for at in 0..ground.cells.len() {
            let [x, y] = [at as i32 % width, at as i32 / width];
            if ground.are_open([x - 1, y - 1], [x + 1, y + 1]) {
                ground.cells[at] |= CLEAR;
            }
        }
        if side > TILE && !is_open { ground.in_sectors(side) } else { ground }
    }

    /// The same in sectors with sides of this many cells.
    pub(super) fn in_sectors(mut self, side: i32) -> Self {
        let sector = |place: Place| self.cell(place).map(|at| at / side);
        let from_middle = |place: Place| -> i32 {
            self.cell(place).iter().map(|at| (at % side - side / 2).abs()).sum()
        };
        let pieces = pieces_of(&self.roadmap, |a, b| sector(a) == sector(b));
        let mut leads: Vec<Place> = (0..pieces.len() as Place).collect();
        for (&piece, place) in pieces.iter().zip(0..) {
            let lead = &mut leads[piece as usize];
            if from_middle(place) < from_middle(*lead) {
                *lead = place;
            }
        }
        self.sectors = pieces.iter().map(|&piece| leads[piece as usize]).collect();
        self
    }

    /// The same with more free cells, without a way out of them.
    pub(super) fn with_cells(mut self, more: &[[i32; 2]]) -> Self {
        for &[x, y] in more {
            self.cells[(y * self.width + x) as usize] |= FREE;
        }
        Ground::of(self.cells, [self.width, self.height])
    }

    pub(super) fn size(&self) -> [u32; 2] {
        [self.width as u32, self.height as u32]
    }

    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn is_free(&self, x: i32, y: i32) -> bool {
        self.has(x, y, FREE)
    }

    /// Whether a cell is on the map and has these bits.
    fn has(&self, x: i32, y: i32, bits: u8) -> bool {
        (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && self.cells[(y * self.width + x) as usize] & bits == bits
    }

    /// Whether bodies can cross from a cell to the one `right` and `down` of it, one of which is 0.
    fn is_open_to(&self, x: i32, y: i32, right: i32, down: i32) -> bool {
        let side = SIDES.iter().find(|side| side.1 == [right, down]);
        side.is_some_and(|&(bit, ..)| self.has(x, y, FREE | bit))
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

    /// No path between two places has fewer steps.
    pub(super) fn steps_at_least(&self, a: Place, b: Place) -> u32 {
        let (a, b) = (self.cell(a), self.cell(b));
        a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
    }

    /// The number of steps between two places if nothing is closed in the rectangle that they span,
    /// where no path is shorter.
    pub(super) fn steps_in_the_open(&self, a: Place, b: Place) -> Option<u32> {
        let ends = [a, b].map(|place| self.cell(place));
        let low = [0, 1].map(|i| ends[0][i].min(ends[1][i]));
        let high = [0, 1].map(|i| ends[0][i].max(ends[1][i]));
        let is_free = self.is_open || self.are_open(low, high);
        is_free.then(|| self.steps_at_least(a, b))
    }

    /// Whether all cells of a rectangle are on the map and nothing in it is closed. O(1).
    fn are_open(&self, low: [i32; 2], high: [i32; 2]) -> bool {
        let is_on =
            low.iter().all(|&side| side >= 0) && high[0] < self.width && high[1] < self.height;
        let before = |x: i32, y: i32| self.blocked[(y * (self.width + 1) + x) as usize];
        let (right, down) = (high[0] + 1, high[1] + 1);
        is_on
            && before(right, down) + before(low[0], low[1])
                == before(low[0], down) + before(right, low[1])
    }

    /// The lowest place in its 8×8 tile that `place` can reach without leaving the tile: the lead of
    /// all goals there.
    pub(super) fn lead_near(&self, place: Place) -> Place {
        let tile = |place: Place| self.cell(place).map(|side| side / TILE);
        let bit = |place: Place| {
            let [x, y] = self.cell(place).map(|side| side % TILE);
            1u64 << (y * TILE + x)
        };
        let (mut open, mut seen, mut lead) = (vec![place], bit(place), place);
        while let Some(from) = open.pop() {
            lead = lead.min(from);
            for &next in self.roadmap.neighbours(from) {
                if tile(next) == tile(place) && seen & bit(next) == 0 {
                    seen |= bit(next);
                    open.push(next);
                }
            }
        }
        lead
    }

    /// The place near `place` to which there is a field of the whole map: the place itself, except
    /// on maps so large that such fields would not fit into memory.
    pub(super) fn lead_of_sector(&self, place: Place) -> Place {
        self.sectors.get(place as usize).copied().unwrap_or(place)
    }

    /// The column and row of a place.
    pub(super) fn cell(&self, place: Place) -> [i32; 2] {
        self.cell_of_place[place as usize].map(i32::from)
    }

    /// The centre of the cell of a place.
    pub(super) fn middle(&self, place: Place) -> Point {
        self.cell(place).map(|side| side * CELL + CELL / 2)
    }

    /// The place from which a step leads to another, if that cell is free.
    pub(super) fn before(&self, place: Place, step: [i32; 2]) -> Option<Place> {
        let [x, y] = self.middle(place);
        self.place_at([x - step[0] * CELL, y - step[1] * CELL])
    }

    /// Calls `visit` with the nearest point of each wall that a body near `point` can touch.
    ///
    /// The corner of a cell counts only if walls end there: otherwise the adjacent sides are already
    /// in the way, and a body sliding along a wall must not be held up where two cells meet.
    pub(super) fn for_each_wall(&self, point: Point, mut visit: impl FnMut(Point)) {
        let [x, y] = cell_of(point);
        if self.has(x, y, CLEAR) {
            return;
        }
        let is_shut = |right: i32, down: i32| !self.is_open_to(x, y, right, down);
        let edge = |at: i32, side: i32| if side < 0 { at * CELL } else { (at + 1) * CELL };
        for side in [-1, 1] {
            if is_shut(side, 0) {
                visit([edge(x, side), point[1]]);
            }
            if is_shut(0, side) {
                visit([point[0], edge(y, side)]);
            }
            for down in [-1, 1] {
                let ends_here = || {
                    !self.is_open_to(x + side, y, 0, down) || !self.is_open_to(x, y + down, side, 0)
                };
                if !is_shut(side, 0) && !is_shut(0, down) && ends_here() {
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
        let [low, high]: [Point; 2] = [
            [0, 1].map(|i| (from[i].min(to[i]) - radius).div_euclid(CELL)),
            [0, 1].map(|i| (from[i].max(to[i]) + radius).div_euclid(CELL)),
        ];
        if self.are_open(low, high) {
            return true;
        }
        let line = in_cells(way(from, to));
        let margin = f64::from(radius) / f64::from(CELL) + 1.0 / 256.0;
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let middle = in_cells(way(from, [x * CELL + CELL / 2, y * CELL + CELL / 2]));
                if !self.is_free(x, y) {
                    if is_box_near(middle, Vec2::new(0.5, 0.5), line, margin) {
                        return false;
                    }
                    continue;
                }
                let is_wall_near = |&(bit, [right, down], _): &(u8, [i32; 2], Dir)| {
                    let side = [right, down].map(|part| f64::from(part) * 0.5);
                    let half = Vec2::new(side[1].abs(), side[0].abs());
                    self.cells[(y * self.width + x) as usize] & bit == 0
                        && self.is_free(x + right, y + down)
                        && is_box_near(middle.plus(Vec2::new(side[0], side[1])), half, line, margin)
                };
                if SIDES.iter().any(is_wall_near) {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether the line from the origin to `line` comes within `margin` of the box around `middle` that
/// extends `half` to each side: false if an axis or the normal of the line separates the two by such
/// a gap.
fn is_box_near(middle: Vec2, half: Vec2, line: Vec2, margin: f64) -> bool {
    let length = line.length();
    if length > 0.0 {
        let aside = cross(middle, line).abs();
        if aside >= half.y * line.x.abs() + half.x * line.y.abs() + margin * length {
            return false;
        }
    }
    let is_apart = |middle: f64, half: f64, end: f64| {
        end.min(0.0) - (middle + half) >= margin || (middle - half) - end.max(0.0) >= margin
    };
    !is_apart(middle.x, half.x, line.x) && !is_apart(middle.y, half.y, line.y)
}

/// The cells of a map as a ground stores them.
fn cells_of(view: &GridView<'_>) -> Vec<u8> {
    let grid = view.grid();
    let width = grid.width() as usize;
    let has_fences = !grid.fences().is_empty();
    let may = |node: NodeId, dir: Dir| {
        let crosses = || has_fences && view.crossing(grid.cell(node), dir).is_some();
        view.steps_from(node) & dir.bit() != 0 || crosses()
    };
    let mut cells = vec![0; grid.cell_count() as usize];
    for node in (0..grid.cell_count()).map(NodeId::new) {
        let at = node.index();
        cells[at] |= if view.is_free(grid.cell(node)) { FREE } else { 0 };
        for (out, back, next) in [(1, 3, at + 1), (2, 0, at + width)] {
            let is_on = next < cells.len() && (out == 2 || next % width != 0);
            let [(bit, _, there), (bit_back, _, home)] = [SIDES[out], SIDES[back]];
            if is_on && may(node, there) && may(NodeId::new(next as u32), home) {
                cells[at] |= bit;
                cells[next] |= bit_back;
            }
        }
    }
    cells
}

/// For each corner of a cell, the number of cells above and to the left of it that are marked.
fn blocked_before(marked: &[bool], width: usize) -> Vec<u32> {
    let mut sums = vec![0; width + 1];
    for (y, row) in marked.chunks(width.max(1)).enumerate() {
        sums.push(0);
        let mut in_row = 0;
        for (x, &is_marked) in row.iter().enumerate() {
            in_row += u32::from(is_marked);
            sums.push(sums[y * (width + 1) + x + 1] + in_row);
        }
    }
    sums
}

/// The side of the sectors of a map, a multiple of that of tiles.
fn sector_side(places: usize) -> i32 {
    let fits = |side: &i32| {
        let sectors = places / (side * side) as usize;
        sectors.saturating_mul(2 * places) <= SECTOR_BYTES
    };
    let sides = (1..).map(|tiles| tiles * TILE);
    sides.take_while(|&side| side <= MAX_SIDE as i32).find(fits).unwrap_or(MAX_SIDE as i32)
}

/// For each place the lowest one that it is connected with by steps between places that belong
/// together.
fn pieces_of(roadmap: &Roadmap, belong: impl Fn(Place, Place) -> bool) -> Vec<Place> {
    let mut pieces = vec![NOWHERE; roadmap.place_count()];
    let mut open = Vec::new();
    for begin in 0..pieces.len() as Place {
        if pieces[begin as usize] != NOWHERE {
            continue;
        }
        pieces[begin as usize] = begin;
        open.push(begin);
        while let Some(place) = open.pop() {
            for &next in roadmap.neighbours(place) {
                if pieces[next as usize] == NOWHERE && belong(place, next) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;
    use astride::shapes::square::{Edit, Grid, Mover};

    #[test]
    fn a_body_in_a_clear_cell_touches_no_wall() {
        let (mut dice, mut clear) = (Random::new(5), 0);
        for _ in 0..100 {
            let [width, height] = [1 + dice.below(12), 1 + dice.below(12)];
            let mut grid = Grid::new(width, height, b'.').unwrap();
            let mut edit = Edit::new();
            for _ in 0..dice.below(8) {
                let cell = (dice.below(width), dice.below(height));
                match dice.below(3) {
                    0 => edit.set(cell, b'@'),
                    1 => edit.forbid_step(cell, Dir::N),
                    _ => edit.forbid_step(cell, Dir::E),
                };
            }
            grid.apply(&edit).unwrap();
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let mut plain = ground.clone();
            plain.cells.iter_mut().for_each(|cell| *cell &= !CLEAR);
            for (x, y) in (-2..14).flat_map(|y| (-2..14).map(move |x| (x, y))) {
                let point = [x * CELL + CELL / 3, y * CELL + CELL / 5];
                let [walls, expected] = [&ground, &plain].map(|ground| {
                    let mut walls = Vec::new();
                    ground.for_each_wall(point, |wall| walls.push(wall));
                    walls
                });
                assert_eq!(walls, expected, "{x}, {y}");
                clear += u32::from(ground.has(x, y, CLEAR));
            }
        }
        assert!(clear > 500, "{clear}");
    }
}
