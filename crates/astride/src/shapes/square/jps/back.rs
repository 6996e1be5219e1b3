//! Scanning back from a goal: the jump points that see it.
//!
//! A jump consists of first steps followed by straight ones. Seen from its end it goes straight
//! back and then back along first steps, so it needs planes of its own: along straight lines a bit
//! for every cell from which scanning back along first steps finds a jump point, and along lines of
//! first steps a bit for every jump point that takes them.

use super::build::step_plane;
use super::lines::{Lines, WALL};
use super::place::Place;
use super::planes::JumpMap;
use crate::base::Dir;
use crate::base::bits::{
    BitPlane, Slope, after, before, next_above_is_source, next_below_is_source,
};
use crate::shapes::square::Neighbours;

/// Lanes of straight lines, for each of the two directions in which a path may take them: where
/// scanning back ends (one position past the last cell to examine), jump points from which a path
/// continues in this direction, and cells from which scanning back along first steps, to one side
/// or the other, finds one.
type Straight = [u64; 8];
/// Lanes of lines of first steps, for each of the two directions: where scanning back ends, and
/// jump points from which a path continues in this direction.
type First = [u64; 4];

/// The planes for scanning back on a map.
#[derive(Clone, Debug)]
pub(crate) struct BackMap {
    /// Rows: for paths eastwards and westwards.
    rows: Lines<Straight>,
    /// Columns: for paths southwards and northwards. Empty where vertical steps are first ones.
    columns: Lines<Straight>,
    /// Rising and falling diagonals, or columns.
    firsts: Vec<Lines<First>>,
}

impl BackMap {
    pub(crate) fn new(map: &JumpMap) -> Self {
        let outs = outs(map);
        let stops = |dir: Dir| stops_of(map, dir);
        let (lines, columns) = (map.rows.line_count(), map.columns.line_count());
        let walls = map.rows.plane(WALL);
        let mut firsts = Vec::new();
        // From where scanning back along first steps finds a jump point, as rows.
        let mut sights: [Option<BitPlane>; 8] = [const { None }; 8];
        let pairs: &[(Dir, Option<Slope>)] = match map.rules.neighbours {
            Neighbours::Eight => &[(Dir::NE, Some(Slope::Rising)), (Dir::SE, Some(Slope::Falling))],
            Neighbours::Four => &[(Dir::S, None)],
        };
        for &(up, slope) in pairs {
            let lined = |plane: &BitPlane| match slope {
                Some(slope) => plane.skewed(slope),
                None => plane.transposed(columns),
            };
            let unlined = |plane: &BitPlane| match slope {
                Some(slope) => plane.unskewed(slope),
                None => plane.transposed(lines),
            };
            let down = up.opposite();
            let step = lined(&step_plane(map, up));
            let outs = [up, down].map(|dir| lined(&outs[dir as usize]));
            let ends = [up, down].map(|dir| lined(&stops(dir)));
            firsts.push(first_lines(&step, &outs, &ends));
            let [ahead, behind] = first_sights(&step, &outs);
            // At a stop a path does not turn off; the jump point there handles that.
            let turning = |sight: &BitPlane, dir: Dir| minus(&unlined(sight), &stops(dir));
            sights[up as usize] = Some(turning(&ahead, up));
            sights[down as usize] = Some(turning(&behind, down));
        }
        let sight = |dir: Dir| sights[dir as usize].as_ref();
        let straight = |up: Dir, walls: &BitPlane, turned: &dyn Fn(&BitPlane) -> BitPlane| {
            let lanes = [up, up.opposite()].map(|dir| {
                let sides = match map.rules.neighbours {
                    Neighbours::Eight => [dir.turned(7), dir.turned(1)],
                    Neighbours::Four => [Dir::N, Dir::S],
                };
                [turned(&stops(dir)), turned(&outs[dir as usize])]
                    .into_iter()
                    .chain(sides.into_iter().filter_map(sight).map(turned))
                    .collect::<Vec<_>>()
            });
            straight_lines(walls, &lanes)
        };
        let rows = straight(Dir::E, &walls, &BitPlane::clone);
        let columns = match map.rules.neighbours {
            Neighbours::Eight => {
                straight(Dir::S, &map.columns.plane(WALL), &|plane| plane.transposed(columns))
            }
            Neighbours::Four => Lines { words: Vec::new(), bits_per_line: 64 },
        };
        BackMap { rows, columns, firsts }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.bytes()
            + self.columns.bytes()
            + self.firsts.iter().map(Lines::bytes).sum::<usize>()
    }
}

/// For each direction, the jump points from which a canonical path may continue in it.
fn outs(map: &JumpMap) -> [BitPlane; 8] {
    let mut outs: [BitPlane; 8] =
        std::array::from_fn(|_| BitPlane::new(map.rows.line_count(), map.rows.bits_per_line));
    for number in 0..map.point_count() as u32 {
        let point = map.point(number);
        let taken = map.ever_taken(number);
        let row = map.row_place(point.at);
        for dir in Dir::ALL {
            outs[dir as usize].words_mut()[row / 64] |=
                u64::from(taken & dir.bit() != 0) << (row % 64);
        }
    }
    outs
}

/// Where an arrival in direction `dir` stops, as rows.
fn stops_of(map: &JumpMap, dir: Dir) -> BitPlane {
    let mut stops = BitPlane::new(map.rows.line_count(), map.rows.bits_per_line);
    for number in 0..map.point_count() as u32 {
        let point = map.point(number);
        let came = map.rules.steps(point.around) & dir.opposite().bit() != 0;
        let is_border = point.stops & dir.bit() != 0;
        if is_border || came && map.rules.is_forced(dir, point.around) {
            let row = map.row_place(point.at);
            stops.words_mut()[row / 64] |= 1 << (row % 64);
        }
    }
    stops
}

fn minus(a: &BitPlane, b: &BitPlane) -> BitPlane {
    let mut out = a.clone();
    out.words_mut().iter_mut().zip(b.words()).for_each(|(out, b)| *out &= !b);
    out
}

/// `step` has a bit where the step upwards in position is allowed.
fn first_lines(step: &BitPlane, outs: &[BitPlane; 2], stops: &[BitPlane; 2]) -> Lines<First> {
    let mut words = Vec::with_capacity(step.words().len());
    for line in 0..step.line_count() {
        let (steps, [out_up, out_down]) =
            (step.line(line), outs.each_ref().map(|out| out.line(line)));
        let [stop_up, stop_down] = stops.each_ref().map(|stop| stop.line(line));
        for word in 0..steps.len() {
            words.push([
                // A path upwards in position is traced back downwards, and vice versa. A step that
                // is not allowed ends it, and so does a stop, one position later.
                !steps[word] | after(stop_up, word),
                out_up[word],
                !before(steps, word) | before(stop_down, word),
                out_down[word],
            ]);
        }
    }
    Lines { words, bits_per_line: step.words_per_line() * 64 }
}

/// For each position, whether tracing back a path upwards in position (then downwards) finds a jump
/// point from which a path continues in this direction.
fn first_sights(step: &BitPlane, outs: &[BitPlane; 2]) -> [BitPlane; 2] {
    let mut sights = [step.clone(), step.clone()];
    let mut stops = vec![0; step.words_per_line()];
    for line in 0..step.line_count() {
        let steps = step.line(line);
        let [up, down] = outs.each_ref().map(|out| out.line(line));
        for (word, stop) in stops.iter_mut().enumerate() {
            *stop = up[word] | !steps[word];
        }
        next_below_is_source(up, &stops, sights[0].line_mut(line));
        for (word, stop) in stops.iter_mut().enumerate() {
            *stop = down[word] | !before(steps, word);
        }
        next_above_is_source(down, &stops, sights[1].line_mut(line));
    }
    sights
}

/// `lanes` are stops, jump points from which a path continues in this direction, and sights on both
/// sides, for paths upwards in position and for paths downwards.
fn straight_lines(walls: &BitPlane, lanes: &[Vec<BitPlane>; 2]) -> Lines<Straight> {
    let mut words = Vec::with_capacity(walls.words().len());
    for line in 0..walls.line_count() {
        let wall = walls.line(line);
        let [up, down] = lanes.each_ref().map(|lanes| {
            let mut lines = lanes.iter().map(|lane| lane.line(line));
            [(); 4].map(|()| lines.next().unwrap_or(wall))
        });
        for word in 0..wall.len() {
            words.push([
                wall[word] | after(up[0], word),
                up[1][word],
                up[2][word],
                up[3][word],
                wall[word] | before(down[0], word),
                down[1][word],
                down[2][word],
                down[3][word],
            ]);
        }
    }
    Lines { words, bits_per_line: walls.words_per_line() * 64 }
}

impl JumpMap {
    /// Passes to `visit` all jump points from which a canonical path may lead to `goal` without
    /// another stop: number, place, and ticks from there, over terrain of factor 1 if costs differ.
    #[inline(always)]
    pub(crate) fn for_each_seeing(
        &self,
        back: &BackMap,
        goal: Place,
        mut visit: impl FnMut(u32, Place, u64),
    ) {
        // A step back is allowed if the step is.
        let steps = self.rules.steps(self.free_around(goal));
        let has = |dir: Dir| steps & dir.bit() != 0;
        if self.rules.neighbours == Neighbours::Four {
            if has(Dir::S) {
                self.back_first::<0>(back, goal, 0, &mut visit);
            }
            if has(Dir::N) {
                self.back_first::<4>(back, goal, 0, &mut visit);
            }
            if has(Dir::W) {
                self.back_straight::<2, 0, 4>(back, goal, &mut visit);
            }
            if has(Dir::E) {
                self.back_straight::<6, 0, 4>(back, goal, &mut visit);
            }
            return;
        }
        if has(Dir::SW) {
            self.back_first::<1>(back, goal, 0, &mut visit);
        }
        if has(Dir::NW) {
            self.back_first::<3>(back, goal, 0, &mut visit);
        }
        if has(Dir::NE) {
            self.back_first::<5>(back, goal, 0, &mut visit);
        }
        if has(Dir::SE) {
            self.back_first::<7>(back, goal, 0, &mut visit);
        }
        if has(Dir::S) {
            self.back_straight::<0, 7, 1>(back, goal, &mut visit);
        }
        if has(Dir::W) {
            self.back_straight::<2, 1, 3>(back, goal, &mut visit);
        }
        if has(Dir::N) {
            self.back_straight::<4, 3, 5>(back, goal, &mut visit);
        }
        if has(Dir::E) {
            self.back_straight::<6, 5, 7>(back, goal, &mut visit);
        }
    }

    /// Traces back a path straight in direction `D`, and from every cell where it may have turned
    /// off from first steps in directions `A` and `B`.
    #[inline(always)]
    fn back_straight<const D: u8, const A: u8, const B: u8>(
        &self,
        back: &BackMap,
        goal: Place,
        visit: &mut impl FnMut(u32, Place, u64),
    ) {
        let dir = const { Dir::from_code(D) };
        let is_up = matches!(D, 2 | 4);
        let (lines, place) = match D {
            2 | 6 => (&back.rows, self.row_place(goal)),
            _ => (&back.columns, self.column_place(goal)),
        };
        let straight = u64::from(self.costs[0]);
        let visit = |which, steps| {
            let at = goal.moved(dir.opposite(), steps);
            let cost = steps as u64 * straight;
            match which {
                0 => visit(self.number_at(self.row_place(at)), at, cost),
                1 => self.back_first::<A>(back, at, cost, visit),
                _ => self.back_first::<B>(back, at, cost, visit),
            }
        };
        // A path upwards in position is traced back downwards.
        if is_up {
            lines.walk_down(place, (0, [1, 2, 3]), visit);
        } else {
            lines.walk_up(place, (4, [5, 6, 7]), visit);
        }
    }

    /// Traces back a path along first steps in direction `D`; the first step back must be allowed.
    #[inline(always)]
    fn back_first<const D: u8>(
        &self,
        back: &BackMap,
        from: Place,
        paid: u64,
        visit: &mut impl FnMut(u32, Place, u64),
    ) {
        let dir = const { Dir::from_code(D) };
        let is_up = matches!(D, 1 | 3 | 4);
        let (lines, place) = match D {
            1 | 5 => (&back.firsts[0], self.rising_place(from)),
            3 | 7 => (&back.firsts[1], self.falling_place(from)),
            _ => (&back.firsts[0], self.column_place(from)),
        };
        let step = u64::from(self.costs[usize::from(dir.is_diagonal())]);
        let visit = |_, steps| {
            let at = from.moved(dir.opposite(), steps);
            visit(self.number_at(self.row_place(at)), at, paid + steps as u64 * step);
        };
        if is_up {
            lines.walk_down(place, (0, [1]), visit);
        } else {
            lines.walk_up(place, (2, [3]), visit);
        }
    }
}
