//! The map as jump point search sees it: lines of bits to scan, and numbers for jump points.

use std::fmt;

use crate::base::bits::{BitPlane, around};
use crate::base::{Cell, Dir, NodeId};
use crate::search::jps::build;
use crate::search::jps::rules::Rules;
use crate::world::{Corners, GridView, Neighbours};

/// Lanes of straight lines: stops on the way up in place (eastwards, southwards), stops on the way
/// down (westwards, northwards), walls; on rows also jump points.
pub(super) type Straight = [u64; 4];
/// Lanes of the lines of first steps: where the way up in place ends (one place past the last cell
/// that can be reached), where the way down does; then from where a jump point is seen: by turning
/// off one side and the other, on the way up and on the way down.
pub(super) type First = [u64; 6];

/// On straight lines: stops on the way up in place.
pub(super) const UP: usize = 0;
/// On straight lines: stops on the way down in place.
pub(super) const DOWN: usize = 1;
/// On straight lines: walls.
pub(super) const WALL: usize = 2;
/// On rows: jump points.
pub(super) const POINT: usize = 3;

/// Lines of bits, several lanes side by side. Places are counted through: bit `i` of line `l` is
/// place `l × bits_per_line + i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines<Lanes> {
    pub(super) words: Vec<Lanes>,
    pub(super) bits_per_line: usize,
}

impl<const N: usize> Lines<[u64; N]> {
    #[inline(always)]
    pub(super) fn has(&self, lane: usize, place: usize) -> bool {
        self.words[place / 64][lane] >> (place % 64) & 1 == 1
    }

    /// Whether `lane` has a bit among the `count` places from `place` on.
    #[inline(always)]
    pub(super) fn has_any(&self, lane: usize, place: usize, count: usize) -> bool {
        if count == 0 {
            return false;
        }
        let last = place + count - 1;
        let (mut word, end) = (place / 64, last / 64);
        let mut mask = !0 << (place % 64);
        while word < end {
            if self.words[word][lane] & mask != 0 {
                return true;
            }
            mask = !0;
            word += 1;
        }
        self.words[word][lane] & mask & (!0 >> (63 - last % 64)) != 0
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<[u64; N]>()
    }

    pub(super) fn line_count(&self) -> usize {
        self.words.len() * 64 / self.bits_per_line
    }

    /// One lane as a plane of its own.
    pub(super) fn plane(&self, lane: usize) -> BitPlane {
        let mut plane = BitPlane::new(self.line_count(), self.bits_per_line);
        plane.words_mut().iter_mut().zip(&self.words).for_each(|(to, lanes)| *to = lanes[lane]);
        plane
    }
}

impl Lines<Straight> {
    /// The first stop after `place`, and whether it is a wall. Every line ends in stops.
    #[inline(always)]
    pub(super) fn next_stop(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut lanes = &self.words[word];
        let mut bits = lanes[UP] & (!1 << (place % 64));
        while bits == 0 {
            word += 1;
            lanes = &self.words[word];
            bits = lanes[UP];
        }
        let bit = bits.trailing_zeros();
        (word * 64 + bit as usize, lanes[WALL] >> bit & 1 == 1)
    }

    /// The last stop before `place`, and whether it is a wall. Every line begins with a stop.
    #[inline(always)]
    pub(super) fn stop_before(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut lanes = &self.words[word];
        let mut bits = lanes[DOWN] & !(!0 << (place % 64));
        while bits == 0 {
            word -= 1;
            lanes = &self.words[word];
            bits = lanes[DOWN];
        }
        let bit = 63 - bits.leading_zeros();
        (word * 64 + bit as usize, lanes[WALL] >> bit & 1 == 1)
    }
}

impl Lines<First> {
    /// Walks up in place from `place`, out of which the first step must be allowed, and tells
    /// `visit` on which side (0 or 1) and how many steps from there a jump point is seen. Returns
    /// how many steps the way is long.
    #[inline(always)]
    pub(super) fn walk_up(&self, place: usize, mut visit: impl FnMut(usize, usize)) -> usize {
        let mut word = (place + 1) / 64;
        let mut mask = !0 << ((place + 1) % 64);
        // That the way ends here because `place` is itself a jump point does not matter.
        let mut ends_mask = mask & (mask - 1);
        loop {
            let lanes = &self.words[word];
            let ends = lanes[0] & ends_mask;
            // All places before the first end; all of the word if there is none.
            let inside = mask & (ends & ends.wrapping_neg()).wrapping_sub(1);
            for side in 0..2 {
                let mut seen = lanes[2 + side] & inside;
                while seen != 0 {
                    visit(side, word * 64 + seen.trailing_zeros() as usize - place);
                    seen &= seen - 1;
                }
            }
            if ends != 0 {
                return word * 64 + ends.trailing_zeros() as usize - place - 1;
            }
            word += 1;
            mask = !0;
            ends_mask = !0;
        }
    }

    /// The same down in place.
    #[inline(always)]
    pub(super) fn walk_down(&self, place: usize, mut visit: impl FnMut(usize, usize)) -> usize {
        let mut word = (place - 1) / 64;
        let mut mask = !(!1 << ((place - 1) % 64));
        let mut ends_mask = mask >> 1;
        loop {
            let lanes = &self.words[word];
            let ends = lanes[1] & ends_mask;
            let last = 63 - (ends | 1).leading_zeros();
            let inside = if ends != 0 { mask & (!1 << last) } else { mask };
            for side in 0..2 {
                let mut seen = lanes[4 + side] & inside;
                while seen != 0 {
                    visit(side, place - (word * 64 + seen.trailing_zeros() as usize));
                    seen &= seen - 1;
                }
            }
            if ends != 0 {
                return place - (word * 64 + last as usize) - 1;
            }
            word -= 1;
            mask = !0;
            ends_mask = !0;
        }
    }
}

/// Where scans stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stops {
    /// At cells where the direction of the scan is forced to turn: the fewest stops.
    Directed,
    /// At every jump point, whatever direction makes it one: what is seen from a jump point is then
    /// a graph that can be walked both ways.
    All,
}

/// Terrain of different costs.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    classes: Vec<u8>,
    factors: [u32; 256],
    /// The least factor there is.
    least: u64,
}

/// A map made ready for jump point search: 3 bytes per cell, one more where terrain costs differ.
///
/// It is made of planes of bits. Along rows, columns and diagonals there is a bit for every cell
/// where a scan has to stop, so that one instruction looks at 64 cells. It belongs to a revision of
/// the grid and follows edits with [`update`](JumpMap::update).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::{JumpMap, JumpScratch};
/// let grid = Grid::from_classes(4, 3, b".....@.......")?;
/// # let _ = grid;
/// # Ok::<(), astride::world::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpMap {
    pub(super) rules: Rules,
    pub(super) stops: Stops,
    /// Terrain, where costs differ.
    pub(super) terrain: Option<Box<Terrain>>,
    /// Ticks of a straight and a diagonal step, on terrain of factor 1 where costs differ.
    pub(super) costs: [u32; 2],
    pub(super) rows: Lines<Straight>,
    pub(super) columns: Lines<Straight>,
    /// Lines of first steps: rising and falling diagonals, or columns.
    pub(super) firsts: Vec<Lines<First>>,
    /// `x % (height + 2)` for each column, to find the line of a diagonal.
    wraps: Vec<u32>,
    /// The number of the first jump point of each word of the rows.
    bases: Vec<u32>,
    /// Where each jump point is.
    points: Vec<Point>,
    width: u32,
    height: u32,
    revision: u64,
}

/// A jump point: where it is, and which of its neighbours are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) at: Place,
    pub(super) around: u8,
    /// Whether terrain of another cost is beside, so that any step may be the next.
    pub(super) is_border: bool,
}

/// A place on a map with its rim: both coordinates are one more than the cell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) x: u16,
    pub(crate) y: u16,
}

impl Place {
    pub(crate) fn of(cell: Cell) -> Self {
        Place { x: cell.x as u16 + 1, y: cell.y as u16 + 1 }
    }

    pub(crate) fn cell(self) -> Cell {
        Cell::new(u32::from(self.x) - 1, u32::from(self.y) - 1)
    }

    #[inline(always)]
    pub(crate) fn moved(self, dir: Dir, steps: usize) -> Self {
        let (x, y) = dir.offset();
        let steps = steps as i32;
        Place {
            x: (i32::from(self.x) + x * steps) as u16,
            y: (i32::from(self.y) + y * steps) as u16,
        }
    }

    /// How far apart two places are in columns and rows.
    #[inline(always)]
    pub(crate) fn apart(self, other: Place) -> [u32; 2] {
        [u32::from(self.x.abs_diff(other.x)), u32::from(self.y.abs_diff(other.y))]
    }
}

impl JumpMap {
    /// The largest width and height.
    pub const MAX_SIDE: u32 = 65_533;

    /// Makes a map ready.
    ///
    /// # Errors
    ///
    /// If jump points would not be right for this view: walls between cells, terrain of several
    /// media, links, a diagonal dearer than two straight steps, or sides longer than
    /// [`MAX_SIDE`](Self::MAX_SIDE).
    ///
    /// # Complexity
    ///
    /// O(cells / 64) operations on words, some milliseconds per million cells.
    pub fn new(view: &GridView<'_>) -> Result<Self, JumpMapError> {
        let stops = if view.is_uniform() { Stops::Directed } else { Stops::All };
        Self::with_stops(view, stops)
    }

    pub(crate) fn with_stops(view: &GridView<'_>, stops: Stops) -> Result<Self, JumpMapError> {
        let grid = view.grid();
        let (width, height) = (grid.width(), grid.height());
        let refuse = |why| Err(JumpMapError(why));
        if width > Self::MAX_SIDE || height > Self::MAX_SIDE {
            return refuse("the map is wider or higher than 65533 cells");
        }
        if !grid.links().is_empty() {
            return refuse("the map has links, which jumps would miss");
        }
        if !view.is_only_blocked_by_cells() {
            return refuse("there are walls between cells or terrain of several media");
        }
        let scale = view.scale();
        if view.neighbours() == Neighbours::Eight && scale.diagonal() > 2 * scale.straight() {
            return refuse("a diagonal step costs more than two straight ones");
        }
        let factor = if view.is_uniform() { view.least_factor() } else { 1 };
        let terrain = (!view.is_uniform()).then(|| {
            let classes = (0..height).flat_map(|y| grid.row(y).unwrap_or_default()).copied();
            Box::new(Terrain {
                classes: classes.collect(),
                factors: view.class_factors(),
                least: u64::from(view.least_factor()),
            })
        });
        let rules = Rules::new(view.corners(), view.neighbours());
        let built = build::build(view, &rules, stops);
        let mut map = JumpMap {
            rules,
            stops,
            terrain,
            costs: [scale.straight() * factor, scale.diagonal() * factor],
            rows: built.rows,
            columns: built.columns,
            firsts: built.firsts,
            wraps: (0..width + 2).map(|x| x % (height + 2)).collect(),
            bases: Vec::new(),
            points: Vec::new(),
            width,
            height,
            revision: grid.revision(),
        };
        map.number_points();
        Ok(map)
    }

    /// Gives each jump point a number, row by row.
    fn number_points(&mut self) {
        let words_per_line = self.rows.bits_per_line / 64;
        self.bases.clear();
        self.points.clear();
        self.bases.reserve_exact(self.rows.words.len());
        for (word, lanes) in self.rows.words.iter().enumerate() {
            self.bases.push(self.points.len() as u32);
            let (y, left) = (word / words_per_line, word % words_per_line * 64);
            let mut bits = lanes[POINT];
            while bits != 0 {
                let x = left + bits.trailing_zeros() as usize;
                let at = Place { x: x as u16, y: y as u16 };
                let is_border = self.is_border(at);
                self.points.push(Point { at, around: self.free_around(at), is_border });
                bits &= bits - 1;
            }
        }
    }

    /// Whether terrain of another cost is beside a free cell.
    fn is_border(&self, at: Place) -> bool {
        let Some(terrain) = &self.terrain else { return false };
        let around = self.free_around(at);
        let factor = self.factor(at);
        Dir::ALL.into_iter().any(|dir| {
            around & dir.bit() != 0 && {
                let class = terrain.classes[self.node(at.moved(dir, 1)).index()];
                u64::from(terrain.factors[usize::from(class)]) != factor
            }
        })
    }

    /// What the ticks of steps into `at` are multiplied by. All cells of a jump have the factor of
    /// its last.
    #[inline(always)]
    pub(crate) fn factor(&self, at: Place) -> u64 {
        match &self.terrain {
            None => 1,
            Some(terrain) => {
                let class = terrain.classes[self.node(at).index()];
                u64::from(terrain.factors[usize::from(class)])
            }
        }
    }

    /// How many jump points the map has.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
            + self.columns.bytes()
            + self.firsts.iter().map(Lines::bytes).sum::<usize>()
            + (self.wraps.capacity() + self.bases.capacity()) * size_of::<u32>()
            + self.points.capacity() * size_of::<Point>()
            + self.terrain.as_ref().map_or(0, |terrain| terrain.classes.capacity())
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// The revision of the grid it was made from.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the mover can stand on `cell`; `false` off the map.
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height && {
            let place = self.row_place(Place::of(cell));
            !self.rows.has(WALL, place)
        }
    }

    #[inline(always)]
    pub(super) fn row_place(&self, at: Place) -> usize {
        usize::from(at.y) * self.rows.bits_per_line + usize::from(at.x)
    }

    #[inline(always)]
    pub(super) fn column_place(&self, at: Place) -> usize {
        usize::from(at.x) * self.columns.bits_per_line + usize::from(at.y)
    }

    /// The number of the jump point at a place of the rows.
    #[inline(always)]
    pub(super) fn number_at(&self, place: usize) -> u32 {
        let before = self.rows.words[place / 64][POINT] & !(!0 << (place % 64));
        self.bases[place / 64] + before.count_ones()
    }

    /// The number of the jump point at `at`, if there is one.
    #[inline(always)]
    pub(super) fn point_at(&self, at: Place) -> Option<u32> {
        let row = self.row_place(at);
        self.rows.has(POINT, row).then(|| self.number_at(row))
    }

    #[inline(always)]
    pub(super) fn point(&self, number: u32) -> Point {
        self.points[number as usize]
    }

    /// The free neighbours of a place on the map.
    #[inline(always)]
    pub(super) fn free_around(&self, at: Place) -> u8 {
        let place = self.row_place(at) - 1;
        let three = |place: usize| {
            let (word, shift) = (place / 64, place % 64);
            let low = self.rows.words[word][WALL] >> shift;
            let high = if shift > 61 { self.rows.words[word + 1][WALL] << (64 - shift) } else { 0 };
            (!(low | high) & 7) as u8
        };
        let bits = self.rows.bits_per_line;
        around(three(place - bits), three(place), three(place + bits))
    }

    /// The rising diagonal through `at`, as a place on its lines.
    #[inline(always)]
    pub(super) fn rising_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let line = self.wraps[usize::from(at.x)] + u32::from(at.y);
        let line = if line >= lines { line - lines } else { line };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }

    /// The falling diagonal through `at`, as a place on its lines.
    #[inline(always)]
    pub(super) fn falling_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let (wrap, y) = (self.wraps[usize::from(at.x)], u32::from(at.y));
        let line = if wrap >= y { wrap - y } else { wrap + lines - y };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }
}

/// A map that jump point search cannot be right on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpMapError(&'static str);

impl fmt::Display for JumpMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no jump points on this map: {}; A* (astar) answers on any map", self.0)
    }
}

impl std::error::Error for JumpMapError {}

impl JumpMap {
    /// The corner rule.
    pub fn corners(&self) -> Corners {
        self.rules.corners
    }
}

impl JumpMap {
    /// The direction of first steps from `a` to `b`.
    fn toward(&self, a: Place, b: Place) -> Dir {
        match (self.rules.neighbours, b.x >= a.x, b.y >= a.y) {
            (Neighbours::Four, _, true) => Dir::S,
            (Neighbours::Four, _, false) => Dir::N,
            (Neighbours::Eight, true, false) => Dir::NE,
            (Neighbours::Eight, true, true) => Dir::SE,
            (Neighbours::Eight, false, true) => Dir::SW,
            (Neighbours::Eight, false, false) => Dir::NW,
        }
    }

    /// Whether first steps end at jump points.
    #[inline(always)]
    pub(super) fn stops_first_steps(&self) -> bool {
        self.stops == Stops::All
            || self.rules.corners != Corners::Never && self.rules.neighbours == Neighbours::Eight
    }

    /// Whether first steps in direction `dir` end at `at` because it is a jump point.
    #[inline(always)]
    pub(super) fn stops_at(&self, at: Place, row: usize, dir: Dir) -> bool {
        match self.stops {
            Stops::All => self.rows.has(POINT, row),
            Stops::Directed => self.rules.is_forced(dir, self.free_around(at)),
        }
    }

    /// The steps that some canonical path takes from a jump point after a jump to it.
    pub(super) fn ever_taken(&self, point: Point) -> u8 {
        if point.is_border {
            self.rules.steps(point.around)
        } else {
            self.rules.ever_taken(point.around, self.stops == Stops::All)
        }
    }

    /// The steps that a canonical path may take from a jump point.
    #[inline(always)]
    pub(super) fn taken(&self, point: Point, arrival: Dir) -> u8 {
        if point.is_border {
            self.rules.steps(point.around)
        } else {
            self.rules.taken(arrival, point.around)
        }
    }

    /// Ticks from `a` to `b` over terrain of factor 1 if nothing is in the way.
    #[inline(always)]
    pub(crate) fn octile(&self, a: Place, b: Place) -> u64 {
        let [dx, dy] = a.apart(b);
        let [straight, diagonal] = self.costs.map(u64::from);
        match self.rules.neighbours {
            Neighbours::Four => u64::from(dx + dy) * straight,
            Neighbours::Eight => {
                u64::from(dx.min(dy)) * diagonal + u64::from(dx.abs_diff(dy)) * straight
            }
        }
    }

    /// No path from `a` to `b` costs fewer ticks.
    #[inline(always)]
    pub(crate) fn guess(&self, a: Place, b: Place) -> u64 {
        let least = self.terrain.as_ref().map_or(1, |terrain| terrain.least);
        self.octile(a, b) * least
    }

    /// Ticks from `a` to `b`, which it sees.
    #[inline(always)]
    pub(crate) fn cost_in_sight(&self, a: Place, b: Place) -> u64 {
        self.octile(a, b) * self.factor(b)
    }

    #[inline(always)]
    pub(crate) fn node(&self, at: Place) -> NodeId {
        NodeId::new((u32::from(at.y) - 1) * self.width + u32::from(at.x) - 1)
    }
}

impl JumpMap {
    /// How far a straight path can go in direction `D` before it meets a jump point or a wall, and
    /// whether it is a jump point. `row` is the place of `at` on the rows.
    #[inline(always)]
    pub(super) fn straight<const D: u8>(&self, at: Place, row: usize) -> Run {
        let (steps, is_wall) = match D {
            0 => {
                let place = self.column_place(at);
                let (stop, is_wall) = self.columns.stop_before(place);
                (place - stop, is_wall)
            }
            2 => {
                let (stop, is_wall) = self.rows.next_stop(row);
                (stop - row, is_wall)
            }
            4 => {
                let place = self.column_place(at);
                let (stop, is_wall) = self.columns.next_stop(place);
                (stop - place, is_wall)
            }
            _ => {
                let (stop, is_wall) = self.rows.stop_before(row);
                (row - stop, is_wall)
            }
        };
        Run { steps: steps - usize::from(is_wall), is_point: !is_wall }
    }

    /// Walks by first steps in direction `D` and tells `visit` on which side and after how many
    /// steps a jump point is seen: side 0 is along the row (eastwards, where there are two).
    /// Returns how many steps the way is long.
    #[inline(always)]
    pub(super) fn walk_first<const D: u8>(
        &self,
        at: Place,
        visit: impl FnMut(usize, usize),
    ) -> usize {
        match D {
            0 => self.firsts[0].walk_down(self.column_place(at), visit),
            1 => self.firsts[0].walk_up(self.rising_place(at), visit),
            3 => self.firsts[1].walk_up(self.falling_place(at), visit),
            4 => self.firsts[0].walk_up(self.column_place(at), visit),
            5 => self.firsts[0].walk_down(self.rising_place(at), visit),
            _ => self.firsts[1].walk_down(self.falling_place(at), visit),
        }
    }
}

impl JumpMap {
    /// Whether first steps and then a straight rest lead from `a` to `b` with nothing in the way:
    /// a path that costs what is guessed.
    #[inline(always)]
    pub(crate) fn sees(&self, a: Place, b: Place) -> bool {
        let (right, down) = (b.x >= a.x, b.y >= a.y);
        let [dx, dy] = a.apart(b).map(|apart| apart as usize);
        // Where the way up in place would end, and where the way down would.
        const END: [usize; 2] = [0, 1];
        let (lines, place, is_up, first) = match self.rules.neighbours {
            Neighbours::Eight if right != down => {
                (&self.firsts[0], self.rising_place(a), right, dx.min(dy))
            }
            Neighbours::Eight => (&self.firsts[1], self.falling_place(a), right, dx.min(dy)),
            Neighbours::Four => (&self.firsts[0], self.column_place(a), down, dy),
        };
        // If jump points end the way, one at `a` itself does not.
        let skip = usize::from(self.stops_first_steps() && first > 0);
        if skip == 1 && self.rules.steps(self.free_around(a)) & self.toward(a, b).bit() == 0 {
            return false;
        }
        let ends = if is_up {
            lines.has_any(END[0], place + 1 + skip, first - skip)
        } else {
            lines.has_any(END[1], place - first, first - skip)
        };
        if ends {
            return false;
        }
        let sign = |is_more: bool| if is_more { 1 } else { -1 };
        let along_row = self.rules.neighbours == Neighbours::Four || dx > dy;
        let turn = match self.rules.neighbours {
            Neighbours::Four => Place { x: a.x, y: b.y },
            Neighbours::Eight if along_row => {
                Place { x: (i32::from(a.x) + sign(right) * dy as i32) as u16, y: b.y }
            }
            Neighbours::Eight => {
                Place { x: b.x, y: (i32::from(a.y) + sign(down) * dx as i32) as u16 }
            }
        };
        if self.terrain.is_some() && [dx, dy].iter().all(|&apart| apart > 0) {
            // Beyond a jump point costs may be others.
            let is_turn = first > 0 && dx != dy || self.rules.neighbours == Neighbours::Four;
            if is_turn && first > 0 && self.rows.has(POINT, self.row_place(turn)) {
                return false;
            }
        }
        if self.terrain.is_some() {
            let run = match (along_row, right, down) {
                (true, true, _) => self.straight::<2>(turn, self.row_place(turn)),
                (true, false, _) => self.straight::<6>(turn, self.row_place(turn)),
                (false, _, true) => self.straight::<4>(turn, 0),
                (false, _, false) => self.straight::<0>(turn, 0),
            };
            return run.steps >= self.steps_between(turn, b);
        }
        if along_row {
            let (from, to) = (self.row_place(turn), self.row_place(b));
            !self.rows.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        } else {
            let (from, to) = (self.column_place(turn), self.column_place(b));
            !self.columns.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        }
    }
}

/// How far a scan went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Steps to the jump point, or to the last cell before the wall.
    pub(super) steps: usize,
    /// Whether it ended at a jump point.
    pub(super) is_point: bool,
}

impl JumpMap {
    /// Whether all terrain costs the same.
    pub(crate) fn is_uniform(&self) -> bool {
        self.terrain.is_none()
    }

    /// Where a jump point is.
    #[inline(always)]
    pub(crate) fn place_of(&self, number: u32) -> Place {
        self.point(number).at
    }

    /// No leg between two places that see each other costs more ticks.
    pub(crate) fn dearest_leg(&self) -> u64 {
        let corner = Place { x: self.width as u16, y: self.height as u16 };
        let most = self
            .terrain
            .as_ref()
            .map_or(1, |terrain| u64::from(terrain.factors.iter().copied().max().unwrap_or(1)));
        let across = self.octile(Place { x: 1, y: 1 }, corner);
        across.max(u64::from(self.costs[0]) * u64::from(self.width.max(self.height))) * most
    }
}
