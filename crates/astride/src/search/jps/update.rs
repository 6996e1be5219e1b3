//! Following edits: only what lies on rows and columns through a change is worked out anew.
//!
//! What is local (walls, steps, jump points) is redone in the rectangle that changed and the cells
//! around it. From where a jump point is seen along a row or column may change on the whole line:
//! both are worked out 64 cells at a time, before and after, and only the cells that differ are
//! written to the lines of first steps.

use crate::base::{Cell, Dir};
use crate::search::jps::lines::{DOWN, Lines, POINT, Straight, UP, WALL};
use crate::search::jps::place::Place;
use crate::search::jps::planes::{JumpMap, JumpMapError};
use crate::search::jps::points::Point;
use crate::search::jps::touched::{Stretch, Touched};
use crate::world::{GridView, Neighbours};

/// What an update had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Whether the map was made anew.
    pub rebuilt: bool,
    /// How many rows were looked through; all of them if it was made anew.
    pub rows: u32,
    /// How many columns were looked through; all of them if it was made anew.
    pub columns: u32,
}

impl Updated {
    /// Whether nothing had changed for this mover.
    pub fn is_nothing(&self) -> bool {
        *self == Updated::default()
    }
}

/// Cells that changed, as places; both ends are included.
#[derive(Clone, Copy, Debug)]
struct Patch {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

/// The cost of working out one cell of a patch, and one cell of a line, in the cost of making one
/// cell of the map anew: measured, with room for doubt.
const PATCH_COST: u64 = 24;
const LINE_COST: u64 = 2;

impl JumpMap {
    /// Follows the edits of the grid since the map was made or updated last. `view` is the same
    /// grid as seen by the same mover; for any other view the map is made anew.
    ///
    /// Afterwards the map answers as a new one would. Jump points that changed have new numbers,
    /// and so may win other ties: costs are the same, paths need not be.
    ///
    /// The map is made anew if the grid has forgotten some of the edits, if terrain begins or
    /// ceases to make a difference, or if that is less work: with `a` cells in and around the
    /// changes, and `l` cells on the rows and columns through them, if 24·a + 2·l is more than the
    /// cells of the map.
    ///
    /// # Errors
    ///
    /// If jump points are not right for the view any more, as for [`new`](Self::new). The map then
    /// still answers for [`revision`](Self::revision), says why it did not follow with
    /// [`refusal`](Self::refusal), and follows again once the reason is gone.
    ///
    /// # Complexity
    ///
    /// O(changed cells + (rows + columns through them) × side / 64 + cells from which other jump
    /// points are seen than before).
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Updated, JumpMapError> {
        self.update_telling(view, &mut None)
    }

    /// The same, and takes down in `touched`, if there is one, from where other jumps may be seen.
    pub(crate) fn update_telling(
        &mut self,
        view: &GridView<'_>,
        touched: &mut Option<Touched>,
    ) -> Result<Updated, JumpMapError> {
        self.update_within(view, u64::from(view.grid().cell_count()), touched)
    }

    /// The same; makes the map anew if following is more than `most` work.
    pub(super) fn update_within(
        &mut self,
        view: &GridView<'_>,
        most: u64,
        touched: &mut Option<Touched>,
    ) -> Result<Updated, JumpMapError> {
        self.refusal = JumpMap::check(view).err();
        if let Some(error) = self.refusal {
            return Err(error);
        }
        let grid = view.grid();
        let patches = match grid.changes().since(self.revision) {
            Some(changes) if self.is_of(view) => {
                let mut rects: Vec<_> =
                    changes.map(|rect| (rect.y, rect.x, rect.height, rect.width)).collect();
                rects.sort_unstable();
                rects.dedup();
                let patch = |&(y, x, height, width)| self.patch(view, [x, y, width, height]);
                rects.iter().filter_map(patch).collect::<Vec<_>>()
            }
            _ => return self.rebuild(view, touched),
        };
        let rows = lines_of(patches.iter().map(|patch| (patch.top, patch.bottom)), self.height);
        let columns = lines_of(patches.iter().map(|patch| (patch.left, patch.right)), self.width);
        let area = |patch: &Patch| {
            let [width, height] = [patch.right - patch.left, patch.bottom - patch.top];
            (u64::from(width) + 5) * (u64::from(height) + 5)
        };
        let areas: u64 = patches.iter().map(area).sum();
        let along = rows.len() as u64 * u64::from(self.width)
            + columns.len() as u64 * u64::from(self.height);
        if PATCH_COST * areas + LINE_COST * along > most {
            return self.rebuild(view, touched);
        }
        self.follow(view, &patches, [&rows, &columns], touched);
        self.revision = grid.revision();
        if let Some(terrain) = &mut self.terrain {
            terrain.least = u64::from(view.least_factor());
        }
        Ok(Updated { rebuilt: false, rows: rows.len() as u32, columns: columns.len() as u32 })
    }

    fn rebuild(
        &mut self,
        view: &GridView<'_>,
        touched: &mut Option<Touched>,
    ) -> Result<Updated, JumpMapError> {
        touched.iter_mut().for_each(Touched::set_all);
        *self = JumpMap::new(view)?;
        Ok(Updated { rebuilt: true, rows: self.height, columns: self.width })
    }

    /// Whether the map is of this grid and mover, as far as can be seen.
    fn is_of(&self, view: &GridView<'_>) -> bool {
        let grid = view.grid();
        let is_alike = |terrain: &super::planes::Terrain| terrain.factors == view.class_factors();
        (self.width, self.height) == (grid.width(), grid.height())
            && self.revision <= grid.revision()
            && (self.rules.corners, self.rules.neighbours) == (view.corners(), view.neighbours())
            && self.costs == JumpMap::costs_of(view)
            && *self.free_classes == view.free_classes()
            && self.terrain.is_some() != view.is_uniform()
            && self.terrain.as_deref().is_none_or(is_alike)
    }

    /// The cells of a rectangle that are other ones to the mover than before.
    fn patch(&self, view: &GridView<'_>, [x, y, width, height]: [u32; 4]) -> Option<Patch> {
        let mut patch: Option<Patch> = None;
        for y in y..y + height {
            let row = view.grid().row(y).unwrap_or_default();
            for (x, &class) in (x..x + width).zip(row.iter().skip(x as usize)) {
                let at = Place::of(Cell::new(x, y));
                let is_wall = self.rows.has(WALL, self.row_place(at));
                let is_free = self.free_classes[usize::from(class)] != 0;
                let same_cost = || match &self.terrain {
                    Some(terrain) => {
                        u64::from(terrain.factors[usize::from(class)]) == self.factor(at)
                    }
                    None => true,
                };
                if is_wall == is_free || !same_cost() {
                    let known =
                        patch.unwrap_or(Patch { left: at.x, top: at.y, right: at.x, bottom: at.y });
                    patch = Some(Patch {
                        left: known.left.min(at.x),
                        right: known.right.max(at.x),
                        bottom: at.y,
                        ..known
                    });
                }
            }
        }
        patch
    }

    fn follow(
        &mut self,
        view: &GridView<'_>,
        patches: &[Patch],
        [rows, columns]: [&[u16]; 2],
        touched: &mut Option<Touched>,
    ) {
        let is_eight = self.rules.neighbours == Neighbours::Eight;
        let columns = if is_eight { columns } else { &[] };
        let before = [stretches(&self.rows, rows), stretches(&self.columns, columns)];
        let mut words = Vec::new();
        for patch in patches {
            self.write_terrain(view, patch);
            for at in patch.grown(1, [self.width, self.height]) {
                words.push(self.row_place(at) / 64);
            }
        }
        words.sort_unstable();
        words.dedup();
        let points_before: Vec<u64> =
            words.iter().map(|&word| self.rows.words[word][POINT]).collect();
        for patch in patches {
            for at in patch.grown(1, [self.width, self.height]) {
                self.write_stops(at);
            }
        }
        for patch in patches {
            for at in patch.grown(2, [self.width, self.height]) {
                self.write_first_steps(at);
            }
        }
        let now = [stretches(&self.rows, rows), stretches(&self.columns, columns)];
        self.write_sights(rows, [&before[0], &now[0]], [Dir::E, Dir::W]);
        self.write_sights(columns, [&before[1], &now[1]], [Dir::S, Dir::N]);
        if let Some(touched) = touched {
            for patch in patches {
                patch.grown(2, [self.width, self.height]).for_each(|at| touched.cell(self, at));
            }
            for (which, lines) in [rows, columns].into_iter().enumerate() {
                for (at, &line) in lines.iter().enumerate() {
                    touched.line(self, (line, which == 0), &before[which][at], &now[which][at]);
                }
            }
        }
        for (word, before) in words.into_iter().zip(points_before) {
            self.number_again(word, before, touched);
        }
        if self.dead > self.points.len() / 2 {
            self.number_points();
            touched.iter_mut().for_each(Touched::set_all);
        }
    }

    /// Walls, and terrain where costs differ.
    fn write_terrain(&mut self, view: &GridView<'_>, patch: &Patch) {
        for at in patch.grown(0, [self.width, self.height]) {
            let node = self.node(at);
            let class = view.grid().class_at(node);
            let is_wall = self.free_classes[usize::from(class)] == 0;
            let (row, column) = (self.row_place(at), self.column_place(at));
            self.rows.set(WALL, row, is_wall);
            self.columns.set(WALL, column, is_wall);
            if let Some(terrain) = &mut self.terrain {
                terrain.classes[node.index()] = class;
            }
        }
    }

    /// Where straight scans stop at a cell.
    fn write_stops(&mut self, at: Place) {
        let (row, column) = (self.row_place(at), self.column_place(at));
        let is_wall = self.rows.has(WALL, row);
        let forced = if is_wall { 0 } else { self.rules.forced_arrivals(self.free_around(at)) };
        let is_border = !is_wall && self.is_border(at);
        let is_point = forced != 0 || is_border;
        let stops = |dir: Dir| is_wall || is_border || forced & dir.bit() != 0;
        let [east, west, south, north] = [Dir::E, Dir::W, Dir::S, Dir::N].map(stops);
        let (south, north) = match self.rules.neighbours {
            Neighbours::Eight => (south, north),
            Neighbours::Four => (is_wall, is_wall),
        };
        self.rows.set(UP, row, east);
        self.rows.set(DOWN, row, west);
        self.rows.set(POINT, row, is_point);
        self.columns.set(UP, column, south);
        self.columns.set(DOWN, column, north);
    }

    /// All lanes of the lines of first steps at a cell; needs straight scans that are right.
    fn write_first_steps(&mut self, at: Place) {
        for which in 0..self.firsts.len() {
            let (up, place) = self.first_line(which, at);
            let down = up.opposite();
            let (ahead, behind) = (at.moved(up, 1), at.moved(down, 1));
            let mut lanes = [false; 6];
            lanes[0] = !self.may_step(behind, up) || self.ends_first_steps(behind, up);
            lanes[1] = !self.may_step(at, up) || self.ends_first_steps(ahead, down);
            for (lane, side, dir) in self.seeing_lanes(which) {
                lanes[lane] = self.finds_point(at, side) && !self.ends_first_steps(at, dir);
            }
            for (lane, is_set) in lanes.into_iter().enumerate() {
                self.firsts[which].set(lane, place, is_set);
            }
        }
    }

    /// Writes what is seen along `lines` where it is not what it was: upwards and downwards.
    fn write_sights(&mut self, lines: &[u16], [before, now]: [&[Stretch]; 2], dirs: [Dir; 2]) {
        for ((&line, before), now) in lines.iter().zip(before).zip(now) {
            for ((before, now), dir) in before.sights().iter().zip(now.sights()).zip(dirs) {
                for (word, (before, now)) in before.iter().zip(now).enumerate() {
                    let mut changed = before ^ now;
                    while changed != 0 {
                        let bit = changed.trailing_zeros();
                        changed &= changed - 1;
                        let along = (word * 64) as u16 + bit as u16;
                        let at = match dir {
                            Dir::E | Dir::W => Place { x: along, y: line },
                            _ => Place { x: line, y: along },
                        };
                        self.write_sight(at, dir, now >> bit & 1 == 1);
                    }
                }
            }
        }
    }

    fn write_sight(&mut self, at: Place, seen: Dir, is_seen: bool) {
        for which in 0..self.firsts.len() {
            for (lane, side, dir) in self.seeing_lanes(which) {
                if side == seen {
                    let (_, place) = self.first_line(which, at);
                    let is_set = is_seen && !self.ends_first_steps(at, dir);
                    self.firsts[which].set(lane, place, is_set);
                }
            }
        }
    }

    /// Numbers the jump points of a word of the rows, which were `before`, if there are others now.
    fn number_again(&mut self, word: usize, before: u64, touched: &mut Option<Touched>) {
        let now = self.rows.words[word][POINT];
        let base = self.bases[word] as usize;
        let count = before.count_ones() as usize;
        let at = if now == before { base } else { self.points.len() };
        if now != before {
            // Nobody gets there, and from there no step leads on.
            self.points[base..base + count].iter_mut().for_each(Point::kill);
            self.dead += count;
            self.bases[word] = at as u32;
        }
        let per_line = self.rows.bits_per_line / 64;
        let (y, left) = (word / per_line, word % per_line * 64);
        let mut bits = now;
        for number in at..at + now.count_ones() as usize {
            let x = left + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let point = self.new_point(Place { x: x as u16, y: y as u16 });
            if let Some(touched) = touched.as_mut().filter(|_| now != before) {
                touched.point(self, point.at);
            }
            match self.points.get_mut(number) {
                Some(known) => *known = point,
                None => self.points.push(point),
            }
        }
    }

    /// The direction upwards in place of a set of lines of first steps, and the place of a cell.
    fn first_line(&self, which: usize, at: Place) -> (Dir, usize) {
        match (self.rules.neighbours, which) {
            (Neighbours::Four, _) => (Dir::S, self.column_place(at)),
            (Neighbours::Eight, 0) => (Dir::NE, self.rising_place(at)),
            (Neighbours::Eight, _) => (Dir::SE, self.falling_place(at)),
        }
    }

    /// The lanes that say where to turn off first steps: lane, direction turned to, direction of
    /// the steps.
    fn seeing_lanes(&self, which: usize) -> [(usize, Dir, Dir); 4] {
        match (self.rules.neighbours, which) {
            (Neighbours::Four, _) => {
                [(2, Dir::E, Dir::S), (3, Dir::W, Dir::S), (4, Dir::E, Dir::N), (5, Dir::W, Dir::N)]
            }
            (Neighbours::Eight, 0) => [
                (2, Dir::E, Dir::NE),
                (3, Dir::N, Dir::NE),
                (4, Dir::W, Dir::SW),
                (5, Dir::S, Dir::SW),
            ],
            (Neighbours::Eight, _) => [
                (2, Dir::E, Dir::SE),
                (3, Dir::S, Dir::SE),
                (4, Dir::W, Dir::NW),
                (5, Dir::N, Dir::NW),
            ],
        }
    }

    fn is_on_rim(&self, at: Place) -> bool {
        let (x, y) = (u32::from(at.x), u32::from(at.y));
        x == 0 || y == 0 || x > self.width || y > self.height
    }

    /// Whether a step is allowed out of a place, which may be on the rim.
    fn may_step(&self, at: Place, dir: Dir) -> bool {
        !self.is_on_rim(at)
            && !self.rows.has(WALL, self.row_place(at))
            && self.rules.steps(self.free_around(at)) & dir.bit() != 0
    }

    /// Whether first steps in direction `dir` end at a place, which may be on the rim.
    fn ends_first_steps(&self, at: Place, dir: Dir) -> bool {
        if self.is_plain() || self.is_on_rim(at) || self.rows.has(WALL, self.row_place(at)) {
            return false;
        }
        let forced = self.rules.forced_arrivals(self.free_around(at));
        forced & dir.bit() != 0 || self.is_border(at)
    }

    fn finds_point(&self, at: Place, dir: Dir) -> bool {
        let row = self.row_place(at);
        let run = match dir {
            Dir::N => self.straight::<0>(at, row),
            Dir::E => self.straight::<2>(at, row),
            Dir::S => self.straight::<4>(at, row),
            _ => self.straight::<6>(at, row),
        };
        run.is_point
    }
}

impl Patch {
    /// Its places and those at most `by` away, but none of the rim.
    fn grown(self, by: u16, [width, height]: [u32; 2]) -> impl Iterator<Item = Place> {
        let up_to = |end: u16, last: u32| (u32::from(end) + u32::from(by)).min(last) as u16;
        let from = |start: u16| start.saturating_sub(by).max(1);
        let (right, bottom) = (up_to(self.right, width), up_to(self.bottom, height));
        let left = from(self.left);
        (from(self.top)..=bottom).flat_map(move |y| (left..=right).map(move |x| Place { x, y }))
    }
}

/// The lines of some ranges and those beside them, none of them twice and none of the rim.
fn lines_of(ranges: impl Iterator<Item = (u16, u16)>, last: u32) -> Vec<u16> {
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_unstable();
    let (mut lines, mut next) = (Vec::new(), 1);
    for (start, end) in ranges {
        let end = (u32::from(end) + 1).min(last);
        let start = u32::from(start).saturating_sub(1).max(next);
        lines.extend((start..=end).map(|line| line as u16));
        next = next.max(end + 1);
    }
    lines
}

fn stretches(lines: &Lines<Straight>, which: &[u16]) -> Vec<Stretch> {
    which.iter().map(|&line| Stretch::of(lines, line)).collect()
}
