//! Boxes: for every jump point and direction, a rectangle around all goals to which a cheapest path
//! may go on in that direction. A search leaves out the directions whose box misses its goal.
//!
//! A goal that a jump point `q` does not see is *behind* direction `d` if some cheapest path from
//! `q` to it consists of jumps, the first of which goes in direction `d`, and some arrival at `q`
//! takes that direction. (For a goal that `q` sees the search needs no jump.) The box of a direction
//! holds all goals behind it.
//!
//! Pruning by them keeps answers cheapest. A search keeps one arrival at each jump point, the first
//! of the cheapest, and finds a cheapest path whichever of them it keeps. Take a search with boxes,
//! and one without that keeps the same arrivals wherever the first has any at the lowest cost. The
//! latter finds a cheapest path by jumps. Every rest of that path is a cheapest one from its jump
//! point, so the goal is behind each of its jumps, and no box prunes it. By induction from the
//! start, whose jumps have no boxes, the search with boxes makes the same jumps. All arrivals at the
//! lowest cost are followed when boxes are built, so ties are in every box to which they belong.
//!
//! One box only for each goal would be smaller, but the search could then not keep to its arrivals:
//! on game maps that took a quarter to three quarters more expansions.
//!
//! Rabin & Sturtevant, "Combining Bounding Boxes and JPS to Prune Grid Pathfinding", AAAI 2016;
//! Hu, Harabor, Qin & Yin, "Regarding Goal Bounding and Jump Point Search", JAIR 70, 2021.

use super::lines::WALL;
use super::place::Place;
use super::planes::JumpMap;
use super::rules::{is_first, turns_off};
use super::sight::Run;
use crate::base::{Cost, Crew, Dir, Entry, OpenList};
use crate::index::hubs::{Progress, Stage};

/// The usual maximum by which costs rise from one jump point to the next, in straight steps. It
/// affects only speed.
const SPREAD: u64 = 128;

/// The most places over which boxes and landmarks are flooded: an eighth of a gigabyte for each
/// thread that builds them.
pub(crate) const MOST_FLOODED: u64 = 1 << 24;

/// The most steps from one jump point, per cell of the map. Where equal paths lead along the same
/// lines again and again, as between a few scattered obstacles with four neighbours, it could be as
/// many as there are jump points.
const STEPS_PER_CELL: u64 = 32;

/// What a line counts beside its steps: so there are at most four lines for each cell.
const LINE: u64 = 8;

/// How many jump points are looked at between two calls of `tell`: at most [`PART`]. On large maps it
/// is as many as have [`PART_CELLS`] cells together, but at least [`LEAST_PART`], which keeps several
/// threads busy.
const PART: u64 = 256;
const PART_CELLS: u64 = 1 << 28;
const LEAST_PART: u64 = 32;

/// The boxes of all jump points of a map: 64 bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Boxes(Vec<Bounds>);

/// The boxes of a jump point, by direction: a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bounds {
    left: [u16; 8],
    top: [u16; 8],
    /// The rightmost column less the leftmost.
    width: [u16; 8],
    height: [u16; 8],
}

impl Bounds {
    /// No goal lies on the rim, which is what an empty box contains.
    const EMPTY: Bounds = Bounds { left: [0; 8], top: [0; 8], width: [0; 8], height: [0; 8] };

    const WHOLE: Bounds = Bounds { width: [u16::MAX; 8], height: [u16::MAX; 8], ..Bounds::EMPTY };
}

impl Boxes {
    /// The boxes of a map with uniform costs; `None` if `tell`, which receives the progress, returns
    /// `false`.
    ///
    /// O(jump points × cells). A jump point whose paths take too many steps gets boxes that contain
    /// all goals.
    pub(crate) fn new(map: &JumpMap, tell: &mut dyn FnMut(Progress) -> bool) -> Option<Self> {
        let points: Vec<u32> = (0..map.point_count() as u32).collect();
        let unknown = Flood::unknown(map);
        let mut crew = Crew::new(|| Flood::new(map, &unknown));
        let mut bounds = Vec::with_capacity(points.len());
        let part = (PART_CELLS / map.place_count()).clamp(LEAST_PART, PART) as usize;
        for part in points.chunks(part) {
            let (done, total) = (bounds.len() as u64, points.len() as u64);
            if !tell(Progress { stage: Stage::Box, done, total }) {
                return None;
            }
            bounds.extend(crew.map(part, |flood, &point| flood.bounds_of(point)));
        }
        Some(Boxes(bounds))
    }

    /// The directions from a jump point whose boxes contain `goal`.
    #[inline(always)]
    pub(super) fn toward(&self, point: u32, goal: Place) -> u8 {
        let bounds = &self.0[point as usize];
        let mut dirs = 0;
        for dir in 0..8 {
            let is_inside = (goal.x.wrapping_sub(bounds.left[dir]) <= bounds.width[dir])
                & (goal.y.wrapping_sub(bounds.top[dir]) <= bounds.height[dir]);
            dirs |= u8::from(is_inside) << dir;
        }
        dirs
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Bounds>()
    }
}

/// Cells on a line that were reached from a jump point: those up to step `to` in direction `dir`, as
/// far as nothing reaches them sooner.
#[derive(Clone, Copy)]
struct Reached {
    at: Place,
    row: u32,
    dir: Dir,
    to: u32,
    /// The cost at `at`.
    cost: Cost,
    /// The first directions of the paths that lead there.
    firsts: u8,
}

/// How paths arrive at a jump point.
#[derive(Clone, Copy)]
struct Arrivals {
    /// The lowest cost, which is that of the cell or, if paths only pass there, more.
    cost: Cost,
    /// The directions of arrival at the lowest cost.
    dirs: u8,
    /// For each of them a byte: the first directions of these paths, less those in which no arrival
    /// at the source goes on.
    firsts: u64,
}

/// Cheapest canonical paths from one jump point to all cells.
pub(super) struct Flood<'a> {
    map: &'a JumpMap,
    /// As [`Flood::unknown`] says.
    unknown: &'a [Cost],
    /// The lowest cost known of each cell.
    least: Vec<Cost>,
    arrivals: Vec<Arrivals>,
    open: OpenList,
    reached: Vec<Reached>,
    /// The steps that may still be walked.
    left: u64,
}

impl<'a> Flood<'a> {
    /// What is known of the cells of a map before a flood: zero for walls, otherwise more than any
    /// cost, by position in the rows.
    pub(super) fn unknown(map: &JumpMap) -> Vec<Cost> {
        let unknown = |place| if map.rows.has(WALL, place) { 0 } else { Cost::MAX };
        (0..map.place_count() as usize).map(unknown).collect()
    }

    pub(super) fn new(map: &'a JumpMap, unknown: &'a [Cost]) -> Self {
        Flood {
            map,
            unknown,
            least: Vec::new(),
            arrivals: Vec::new(),
            open: OpenList::default(),
            reached: Vec::new(),
            left: 0,
        }
    }

    /// The lowest cost of a cell in the last flood; [`Cost::MAX`] if it was not reached.
    pub(super) fn least_at(&self, row: usize) -> Cost {
        self.least[row]
    }

    fn bounds_of(&mut self, source: u32) -> Bounds {
        self.bounds_within(source, STEPS_PER_CELL * self.map.place_count())
    }

    fn bounds_within(&mut self, source: u32, most: u64) -> Bounds {
        self.reached.clear();
        if !self.map.is_live(source) {
            return Bounds::EMPTY;
        }
        if self.fill(source, self.map.ever_taken(source), most) {
            self.bounds()
        } else {
            Bounds::WHOLE
        }
    }

    /// Finds the lowest costs from a jump point to all cells, and what is reached by first steps in
    /// the directions `used`. Gives up and returns `false` after `most` steps.
    pub(super) fn fill(&mut self, source: u32, used: u8, most: u64) -> bool {
        let map = self.map;
        let at = map.place_of(source);
        let row = map.row_place(at);
        self.least.clear();
        self.least.extend_from_slice(self.unknown);
        self.arrivals.clear();
        self.arrivals.resize(map.point_count(), Arrivals { cost: Cost::MAX, dirs: 0, firsts: 0 });
        self.open.begin(0, SPREAD * u64::from(map.costs[0]));
        self.left = most;
        self.least[row] = 0;
        for dir in dirs_of(map.rules.steps(map.free_around(at))) {
            // No arrival takes the others, but they may be cheaper.
            self.go((at, row), dir, 0, used & dir.bit(), true);
        }
        while let Some(entry) = self.open.pop() {
            let at = map.place_of(entry.node);
            let row = map.row_place(at);
            if self.least[row] < entry.f {
                continue;
            }
            let Arrivals { dirs, firsts, .. } = self.arrivals[entry.node as usize];
            let mut all = [None; 8];
            for arrival in dirs_of(dirs) {
                let firsts = (firsts >> (8 * arrival as u32)) as u8;
                for dir in dirs_of(map.taken(entry.node, arrival)) {
                    *all[dir as usize].get_or_insert(0) |= firsts;
                }
            }
            for dir in Dir::ALL {
                if let Some(firsts) = all[dir as usize] {
                    self.go((at, row), dir, entry.f, firsts, false);
                }
            }
            if self.left == 0 {
                return false;
            }
        }
        true
    }

    /// Follows all canonical paths from a place in a direction up to the next jump points.
    fn go(&mut self, spot: (Place, usize), dir: Dir, cost: Cost, firsts: u8, is_source: bool) {
        let (map, (at, row)) = (self.map, spot);
        if !is_first(dir, map.rules.neighbours) {
            self.go_straight(spot, dir, cost, firsts, is_source);
            return;
        }
        let step = u64::from(map.costs[usize::from(dir.is_diagonal())]);
        let (run, by) = (map.run_of_firsts(at, dir), self.step(dir));
        let (sides, mut to) = (turns_off(dir, map.rules.neighbours), 0);
        for steps in 1..=run {
            let here = (at.moved(dir, steps), row.wrapping_add_signed(by * steps as isize));
            let paid = cost + steps as u64 * step;
            if self.least[here.1] < paid {
                break;
            }
            self.least[here.1] = paid;
            to = steps;
            if steps == run && map.stops_first_steps(here.0, here.1, dir) {
                self.arrive(here.1, dir, paid, firsts);
            } else {
                sides.into_iter().for_each(|side| {
                    self.go_straight(here, side, paid, firsts, is_source);
                });
            }
        }
        self.reach(spot, dir, [cost, to as u64], firsts, is_source);
    }

    /// The same in a direction in which paths do not turn off.
    fn go_straight(
        &mut self,
        spot: (Place, usize),
        dir: Dir,
        cost: Cost,
        firsts: u8,
        is_source: bool,
    ) {
        let (map, by) = (self.map, self.step(dir));
        let straight = u64::from(map.costs[0]);
        let (mut row, mut paid) = (spot.1.wrapping_add_signed(by), cost + straight);
        // Most lines are known to begin with a wall or a cell that is reached sooner.
        if self.least[row] < paid {
            return;
        }
        let run = map.run_of(spot.0, spot.1, dir);
        let mut to = 0;
        while to < run.steps {
            if self.least[row] < paid {
                break;
            }
            self.least[row] = paid;
            to += 1;
            if to == run.steps && run.is_point {
                self.arrive(row, dir, paid, firsts);
            }
            row = row.wrapping_add_signed(by);
            paid += straight;
        }
        self.reach(spot, dir, [cost, to as u64], firsts, is_source);
    }

    /// Counts the cells reached, and notes them if they may be in a box. Those that the source sees
    /// are in none.
    fn reach(
        &mut self,
        (at, row): (Place, usize),
        dir: Dir,
        [cost, to]: [u64; 2],
        firsts: u8,
        is_source: bool,
    ) {
        self.left = self.left.saturating_sub(LINE + to);
        if to > 0 && firsts != 0 && !is_source {
            self.reached.push(Reached { at, row: row as u32, dir, to: to as u32, cost, firsts });
        }
    }

    /// Notes an arrival at a jump point, at a cost no higher than those known.
    fn arrive(&mut self, row: usize, dir: Dir, paid: Cost, firsts: u8) {
        let point = self.map.number_at(row);
        let arrivals = &mut self.arrivals[point as usize];
        if paid < arrivals.cost {
            *arrivals = Arrivals { cost: paid, dirs: 0, firsts: 0 };
            self.open.push(Entry { f: paid, tie: u64::from(point), node: point });
        }
        arrivals.dirs |= dir.bit();
        arrivals.firsts |= u64::from(firsts) << (8 * dir as u32);
    }

    /// The boxes around what was reached at the lowest cost.
    fn bounds(&self) -> Bounds {
        // Leftmost, topmost, rightmost, bottommost.
        let mut corners = [[u16::MAX, u16::MAX, 0, 0]; 8];
        for reached in &self.reached {
            let Some(last) = self.last_at_least(reached) else { continue };
            for steps in [1, last] {
                let at = reached.at.moved(reached.dir, steps as usize);
                for first in dirs_of(reached.firsts) {
                    let [left, top, right, bottom] = &mut corners[first as usize];
                    (*left, *top) = ((*left).min(at.x), (*top).min(at.y));
                    (*right, *bottom) = ((*right).max(at.x), (*bottom).max(at.y));
                }
            }
        }
        let mut bounds = Bounds::EMPTY;
        for (dir, [left, top, right, bottom]) in corners.into_iter().enumerate() {
            if left <= right {
                (bounds.left[dir], bounds.width[dir]) = (left, right - left);
                (bounds.top[dir], bounds.height[dir]) = (top, bottom - top);
            }
        }
        bounds
    }

    /// The last step to a cell that nothing reaches sooner. Where a path is not cheapest, neither
    /// is what continues it, so these steps come first.
    fn last_at_least(&self, reached: &Reached) -> Option<u32> {
        let step = u64::from(self.map.costs[usize::from(reached.dir.is_diagonal())]);
        let by = self.step(reached.dir);
        let is_least = |steps: u32| {
            let row = (reached.row as usize).wrapping_add_signed(by * steps as isize);
            self.least[row] == reached.cost + u64::from(steps) * step
        };
        if is_least(reached.to) {
            return Some(reached.to);
        }
        let (mut yes, mut no) = (0, reached.to);
        while no - yes > 1 {
            let middle = yes + (no - yes) / 2;
            if is_least(middle) { yes = middle } else { no = middle }
        }
        (yes > 0).then_some(yes)
    }

    /// What a step adds to a position in the rows.
    fn step(&self, dir: Dir) -> isize {
        let (x, y) = dir.offset();
        x as isize + y as isize * self.map.rows.bits_per_line as isize
    }
}

impl JumpMap {
    /// How far a straight path can go, as [`straight`](Self::straight) says.
    fn run_of(&self, at: Place, row: usize, dir: Dir) -> Run {
        match dir {
            Dir::N => self.straight::<0>(at, row),
            Dir::E => self.straight::<2>(at, row),
            Dir::S => self.straight::<4>(at, row),
            _ => self.straight::<6>(at, row),
        }
    }

    /// How far first steps lead from a place, where at least one must be allowed.
    fn run_of_firsts(&self, at: Place, dir: Dir) -> usize {
        match dir {
            Dir::N => self.walk_first::<0>(at, |_, _| {}),
            Dir::S => self.walk_first::<4>(at, |_, _| {}),
            _ => self.first_run(at, dir),
        }
    }
}

fn dirs_of(mask: u8) -> impl Iterator<Item = Dir> {
    Dir::ALL.into_iter().filter(move |dir| mask & dir.bit() != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Grid, Mover};

    #[test]
    fn a_walk_that_is_too_long_gives_boxes_with_all_goals() {
        let cells = |at: u32| if at % 7 == 3 || at % 11 == 5 { b'@' } else { b'.' };
        let cells: Vec<u8> = (0..900).map(cells).collect();
        let grid = Grid::from_classes(30, 30, &cells).expect("a square");
        let map = JumpMap::build(&grid.seen_by(&Mover::walker())).expect("jump points");
        let unknown = Flood::unknown(&map);
        let mut flood = Flood::new(&map, &unknown);
        let mut is_shorter = false;
        for point in 0..map.point_count() as u32 {
            let usual = Boxes(vec![flood.bounds_of(point)]);
            is_shorter |= usual.toward(0, Place { x: 1, y: 1 }) != u8::MAX;
            let cut = Boxes(vec![flood.bounds_within(point, 1)]);
            // What reaches no jump point is not cut off, and its boxes are empty anyway.
            let places = (1..=30).flat_map(|y| (1..=30).map(move |x| Place { x, y }));
            for place in places {
                let all = [&usual, &cut].map(|boxes| boxes.toward(0, place));
                assert_eq!(all[0] & !all[1], 0, "{point} {place:?}");
                assert!(all[1] == u8::MAX || all == [0; 2], "{point} {place:?}");
            }
        }
        assert!(is_shorter);
    }
}
