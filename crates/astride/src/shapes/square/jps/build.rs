//! Building the lines of a jump map from free cells, 64 cells at a time.
//!
//! Everything is computed on a map with a rim of walls one cell wide, so that no line has to know
//! where it ends.

use super::layers::Layers;
use super::lines::{First, Lines, Straight, WALL};
use super::pack::plane_of;
use super::planes::{JumpMap, JumpMapError, Terrain};
use super::rules::Rules;
use super::turns::Memo;
use crate::base::Dir;
use crate::base::bits::{
    BitPlane, Slope, after, before, next_above_is_source, next_below_is_source,
};
use crate::shapes::square::{Corners, Grid, GridView, Neighbours};

/// The number of patterns of terrain that are cached while a map is built.
pub(super) const MEMO_PLACES: usize = 1 << 12;

/// The planes of a map, line by line.
struct Built {
    /// Rows: stops eastwards and westwards, walls, jump points.
    pub(super) rows: Lines<Straight>,
    /// Columns: stops southwards and northwards, walls.
    pub(super) columns: Lines<Straight>,
    /// Lines of first steps, one set per slope.
    pub(super) firsts: Vec<Lines<First>>,
}

impl JumpMap {
    /// Prepares a map.
    ///
    /// # Errors
    ///
    /// If jump points would not be valid for this view: walls or one-way steps between cells, media
    /// that overlap, links, or a diagonal step more expensive than two straight ones. If the map is
    /// too large: sides longer than [`MAX_SIDE`](Self::MAX_SIDE), where the height counts once for
    /// each medium, or more than [`Grid::MAX_CELLS`] cells in all of these together.
    ///
    /// Media overlap if some terrain belongs to two of them that other terrain distinguishes, such
    /// as a beach where there is both land and water. They do not overlap if all water is shallow
    /// and open to walkers.
    ///
    /// # Complexity
    ///
    /// O(cells / 64) word operations for each medium, some milliseconds per million cells.
    pub fn build(view: &GridView<'_>) -> Result<Self, JumpMapError> {
        let layers = JumpMap::check(view)?;
        let grid = view.grid();
        let (width, height) = (grid.width(), layers.height() as u32);
        let terrain = (!view.is_uniform()).then(|| {
            Box::new(Terrain {
                classes: classes_of(grid, &layers),
                factors: view.class_factors(),
                taken: Vec::new(),
                least: u64::from(view.least_factor()),
            })
        });
        let rules = Rules::new(view.corners(), view.neighbours());
        let built = planes(view, &layers, &rules, terrain.as_deref());
        let mut map = JumpMap {
            rules,
            layers,
            terrain,
            costs: JumpMap::costs_of(view),
            rows: built.rows,
            columns: built.columns,
            firsts: built.firsts,
            wraps: (0..width + 2).map(|x| x % (height + 2)).collect(),
            bases: Vec::new(),
            points: Vec::new(),
            dead: 0,
            marks: None,
            width,
            height,
            revision: grid.revision(),
            refusal: None,
        };
        map.number_points();
        Ok(map)
    }

    /// The layout of the map for a view, if jump points are valid for it.
    pub(super) fn check(view: &GridView<'_>) -> Result<Layers, JumpMapError> {
        let (grid, scale) = (view.grid(), view.scale());
        let refuse = |why| Err(JumpMapError(why));
        if grid.width() > Self::MAX_SIDE || grid.height() > Self::MAX_SIDE {
            return refuse("the map is wider or higher than 65533 cells, the most for jump points");
        }
        if !grid.links().is_empty() {
            return refuse("the map has links, which jumps would miss");
        }
        if view.has_forbidden() {
            return refuse("there are walls or one-way steps between cells");
        }
        if view.neighbours() == Neighbours::Eight && scale.diagonal() > 2 * scale.straight() {
            return refuse("a diagonal step costs more than two straight ones");
        }
        let Some(media) = view.separate_media() else {
            return refuse("some terrain is of several media that other terrain tells apart");
        };
        let layers = Layers::new(view, media);
        if layers.height() > u64::from(Self::MAX_SIDE) {
            return refuse(
                "a map for each medium, one below the other, is higher than 65533 cells",
            );
        }
        if layers.height() * u64::from(grid.width()) > Grid::MAX_CELLS {
            return refuse("a map for each medium takes more than 2^30 cells in all");
        }
        Ok(layers)
    }

    /// Ticks of a straight and a diagonal step, on terrain of factor 1 if costs differ.
    pub(super) fn costs_of(view: &GridView<'_>) -> [u32; 2] {
        let factor = if view.is_uniform() { view.least_factor() } else { 1 };
        [view.scale().straight() * factor, view.scale().diagonal() * factor]
    }
}

fn planes(view: &GridView<'_>, layers: &Layers, rules: &Rules, terrain: Option<&Terrain>) -> Built {
    let free = plane_of(view.grid(), layers, |layer| layers.free_classes(layer));
    let (height, width) = (free.line_count(), view.grid().width() as usize + 2);
    let mut marks = Marks::new(&free, rules);
    if let Some(terrain) = terrain {
        marks.mark_borders(view, layers, &free, rules, terrain);
    }
    let walls = inverted(&free);
    let columns_of = |plane: &BitPlane| plane.transposed(width);
    let rows_of = |plane: &BitPlane| plane.transposed(height);
    let wall_columns = inverted(&columns_of(&free));

    // Where a straight path would find a jump point, and thus where first steps may turn off.
    let [east, west] = sights(&marks.jumps[Dir::E as usize], &marks.jumps[Dir::W as usize], &walls);
    let rows = Lines::of(
        [&marks.jumps[Dir::E as usize], &marks.jumps[Dir::W as usize], &walls, &marks.points],
        |[east, west, wall, point]| [east | wall, west | wall, wall, point],
    );
    if rules.neighbours == Neighbours::Four {
        let [east, west] = [columns_of(&east), columns_of(&west)];
        let columns = Lines::of([&wall_columns], |[wall]| [wall, wall, wall, 0]);
        let turns = [Dir::S, Dir::N]
            .map(|dir| (!view.is_uniform()).then(|| columns_of(&marks.jumps[dir as usize])));
        let seen = [&east, &west, &east, &west].map(BitPlane::clone);
        let steps = columns_of(&marks.steps[0]);
        let firsts = Lines::of_first_steps(&steps, turns, seen);
        return Built { rows, columns, firsts: vec![firsts] };
    }
    let [down, up] = [Dir::S, Dir::N].map(|dir| columns_of(&marks.jumps[dir as usize]));
    let [south, north] = sights(&down, &up, &wall_columns).map(|plane| rows_of(&plane));
    let columns = Lines::of([&down, &up, &wall_columns], |[south, north, wall]| {
        [south | wall, north | wall, wall, 0]
    });
    let has_turns = !view.is_uniform() || rules.corners != Corners::Never;
    let turns = |dir: Dir| has_turns.then(|| &marks.jumps[dir as usize]);
    let firsts = diagonals(marks.steps.each_ref(), turns, [&east, &south, &west, &north]);
    Built { rows, columns, firsts }
}

/// The lines of diagonal steps, rising and falling. `steps` has a bit where a step north-east is
/// allowed, and one where a step south-east is; `turns`, where an arrival in a direction has a
/// forced neighbour and so ends; and `seen`, from where jump points are seen in the east, south,
/// west and north.
pub(super) fn diagonals<'a>(
    [rise, fall]: [&BitPlane; 2],
    turns: impl Fn(Dir) -> Option<&'a BitPlane>,
    [east, south, west, north]: [&BitPlane; 4],
) -> Vec<Lines<First>> {
    let firsts = |slope: Slope, ahead: Dir, step: &BitPlane, seen: [&BitPlane; 4]| {
        let turns =
            [ahead, ahead.opposite()].map(|dir| turns(dir).map(|plane| plane.skewed(slope)));
        Lines::of_first_steps(&step.skewed(slope), turns, seen.map(|plane| plane.skewed(slope)))
    };
    vec![
        firsts(Slope::Rising, Dir::NE, rise, [east, north, west, south]),
        firsts(Slope::Falling, Dir::SE, fall, [east, south, west, north]),
    ]
}

/// The terrain classes of all layers, row by row, with arbitrary ones between layers.
fn classes_of(grid: &Grid, layers: &Layers) -> Vec<u8> {
    let width = grid.width() as usize;
    let mut classes = Vec::with_capacity(layers.height() as usize * width);
    for layer in layers.all() {
        if layer > 0 {
            classes.resize(classes.len() + width, 0);
        }
        (0..grid.height()).for_each(|y| classes.extend(grid.row(y).unwrap_or_default()));
    }
    classes
}

/// Local patterns, as planes.
struct Marks {
    /// Where an arrival in each direction has a forced neighbour.
    jumps: [BitPlane; 8],
    /// Where any arrival has one.
    points: BitPlane,
    /// Where a step north-east is allowed, and where one south-east is; without diagonals, where a
    /// step south is.
    steps: [BitPlane; 2],
}

impl Marks {
    fn new(free: &BitPlane, rules: &Rules) -> Self {
        let empty = || BitPlane::new(free.line_count(), free.words_per_line() * 64);
        let mut marks = Marks {
            jumps: std::array::from_fn(|_| empty()),
            points: empty(),
            steps: std::array::from_fn(|_| empty()),
        };
        let lines = free.line_count();
        for y in 1..lines - 1 {
            marks.line(free, y, rules);
        }
        marks
    }

    /// Marks where terrain of another cost allows arrivals to turn, or ends jumps. Around all other
    /// cells costs are uniform, and the same steps can be pruned as on a uniform map.
    fn mark_borders(
        &mut self,
        view: &GridView<'_>,
        layers: &Layers,
        free: &BitPlane,
        rules: &Rules,
        terrain: &Terrain,
    ) {
        let (borders, mut memo) = (borders(view, layers, free), Memo::new(MEMO_PLACES));
        let (costs, width) = (JumpMap::costs_of(view), view.grid().width() as usize);
        let per_line = free.words_per_line();
        for (word, &border) in borders.words().iter().enumerate() {
            let (y, left) = (word / per_line, word % per_line * 64);
            let mut bits = border;
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let patch = std::array::from_fn(|at| {
                    let (x, y) = (left + bit as usize + at % 3 - 1, y + at / 3 - 1);
                    let is_free = free.line(y)[x / 64] >> (x % 64) & 1 == 1;
                    if is_free { terrain.factor_at((y - 1) * width + x - 1) } else { 0 }
                });
                let stops = memo.turns(&patch, rules, costs).stops;
                for (dir, plane) in self.jumps.iter_mut().enumerate() {
                    plane.words_mut()[word] |= u64::from(stops >> dir & 1) << bit;
                }
                self.points.words_mut()[word] |= u64::from(stops != 0) << bit;
            }
        }
    }

    fn line(&mut self, free: &BitPlane, y: usize, rules: &Rules) {
        for word in 0..free.words_per_line() {
            let around = Around::new(free, y, word);
            let at = y * free.words_per_line() + word;
            let mut points = 0;
            if rules.neighbours == Neighbours::Four {
                for dir in [Dir::E, Dir::W] {
                    let forced = around.forced(dir, Corners::Never);
                    self.jumps[dir as usize].words_mut()[at] = forced;
                    points |= forced;
                }
                self.steps[0].words_mut()[at] = around.step(Dir::S, Corners::Never);
            } else {
                let corners = rules.corners;
                macro_rules! mark {
                    ($($dir:ident),*) => {$(
                        let forced = around.forced(Dir::$dir, corners);
                        self.jumps[Dir::$dir as usize].words_mut()[at] = forced;
                        points |= forced;
                    )*};
                }
                mark!(N, E, S, W);
                if corners != Corners::Never {
                    mark!(NE, SE, SW, NW);
                }
                self.steps[0].words_mut()[at] = around.step(Dir::NE, corners);
                self.steps[1].words_mut()[at] = around.step(Dir::SE, corners);
            }
            self.points.words_mut()[at] = points;
        }
    }
}

/// The cells next to terrain of another cost.
fn borders(view: &GridView<'_>, layers: &Layers, free: &BitPlane) -> BitPlane {
    let mut borders = BitPlane::new(free.line_count(), free.words_per_line() * 64);
    let factors = view.class_factors();
    let mut kinds: Vec<u32> = (0..256)
        .filter(|&class| view.grid().histogram()[class] > 0)
        .map(|class| factors[class])
        .filter(|&factor| factor > 0)
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let plane = plane_of(view.grid(), layers, |layer| {
            std::array::from_fn(|class| {
                u8::from(factors[class] == kind && layers.has(layer, class as u8))
            })
        });
        for y in 1..free.line_count() - 1 {
            for word in 0..free.words_per_line() {
                let (alike, around) = (Around::new(&plane, y, word), Around::new(free, y, word));
                let other = alike.beside.iter().zip(around.beside);
                let border = other.fold(0, |mask, (alike, free)| mask | free & !alike);
                let at = y * free.words_per_line() + word;
                borders.words_mut()[at] |= border & alike.here;
            }
        }
    }
    borders
}

/// 64 cells of a row and their neighbours on all sides; set bits are free cells.
struct Around {
    here: u64,
    beside: [u64; 8],
}

impl Around {
    #[inline(always)]
    fn new(free: &BitPlane, y: usize, word: usize) -> Self {
        let (up, mid, down) = (free.line(y - 1), free.line(y), free.line(y + 1));
        let beside = [
            up[word],
            after(up, word),
            after(mid, word),
            after(down, word),
            down[word],
            before(down, word),
            before(mid, word),
            before(up, word),
        ];
        Around { here: mid[word], beside }
    }

    #[inline(always)]
    fn free(&self, dir: Dir) -> u64 {
        self.beside[dir as usize]
    }

    /// The cells from which a step is allowed: [`Rules::steps`] for whole words.
    #[inline(always)]
    fn step(&self, dir: Dir, corners: Corners) -> u64 {
        let both_ends = self.here & self.free(dir);
        if !dir.is_diagonal() {
            return both_ends;
        }
        let (left, right) = (self.free(dir.turned(7)), self.free(dir.turned(1)));
        both_ends
            & match corners {
                Corners::Never => left & right,
                Corners::OneFree => left | right,
                Corners::Always => u64::MAX,
            }
    }

    /// The cells where an arrival in direction `dir` has a forced neighbour: [`Rules::is_forced`]
    /// for whole words.
    #[inline(always)]
    fn forced(&self, dir: Dir, corners: Corners) -> u64 {
        // Steps are reversible, so the last step was allowed if the one back is.
        let came = self.step(dir.opposite(), corners);
        let side = |ahead: u8, beside: u8, behind: u8| {
            let [ahead, beside, behind] = [ahead, beside, behind].map(|turn| dir.turned(turn));
            match (dir.is_diagonal(), corners) {
                (false, Corners::Never) => !self.free(behind) & self.step(beside, corners),
                (false, _) => !self.free(beside) & self.step(ahead, corners),
                (true, Corners::Never) => 0,
                (true, _) => !self.free(behind) & self.step(beside, corners),
            }
        };
        came & (side(7, 6, 5) | side(1, 2, 3))
    }
}

/// The cells from which a step in direction `dir` is allowed.
pub(super) fn step_plane(map: &JumpMap, dir: Dir) -> BitPlane {
    let free = inverted(&map.rows.plane(WALL));
    let mut steps = BitPlane::new(free.line_count(), map.rows.bits_per_line);
    for y in 1..free.line_count() - 1 {
        for (word, out) in steps.line_mut(y).iter_mut().enumerate() {
            *out = Around::new(&free, y, word).step(dir, map.rules.corners);
        }
    }
    steps
}

fn inverted(plane: &BitPlane) -> BitPlane {
    let mut out = plane.clone();
    out.words_mut().iter_mut().for_each(|word| *word = !*word);
    out
}

/// For each cell, whether a straight path upwards in position (then downwards) finds a jump point
/// before a wall.
pub(super) fn sights(up: &BitPlane, down: &BitPlane, walls: &BitPlane) -> [BitPlane; 2] {
    let mut sights = [walls.clone(), walls.clone()];
    let mut stops = vec![0; walls.words_per_line()];
    for (sight, (jumps, find)) in sights.iter_mut().zip([
        (up, next_above_is_source as fn(&[u64], &[u64], &mut [u64])),
        (down, next_below_is_source),
    ]) {
        for y in 0..walls.line_count() {
            for ((stop, jump), wall) in stops.iter_mut().zip(jumps.line(y)).zip(walls.line(y)) {
                *stop = jump | wall;
            }
            find(jumps.line(y), &stops, sight.line_mut(y));
        }
    }
    sights
}

impl<const M: usize> Lines<[u64; M]> {
    /// Combines planes: each word of the lanes is made from one word of each plane.
    fn of<const N: usize>(planes: [&BitPlane; N], lanes: impl Fn([u64; N]) -> [u64; M]) -> Self {
        let words_per_line = planes[0].words_per_line();
        let words = (0..planes[0].words().len())
            .map(|at| lanes(planes.map(|plane| plane.words()[at])))
            .collect();
        Lines { words, bits_per_line: words_per_line * 64 }
    }
}

impl Lines<First> {
    /// Lines of first steps. `steps` has a bit where the step upwards in position is allowed;
    /// `turns`, where a path upwards and one downwards have a forced neighbour and so end; `seen`,
    /// from where jump points are seen.
    fn of_first_steps(steps: &BitPlane, turns: [Option<BitPlane>; 2], seen: [BitPlane; 4]) -> Self {
        let mut words = Vec::with_capacity(steps.words().len());
        for line in 0..steps.line_count() {
            let step = steps.line(line);
            let turns = turns.each_ref().map(|plane| plane.as_ref().map(|plane| plane.line(line)));
            for word in 0..step.len() {
                let [turn_up, turn_down] = turns.map(|turns| turns.map_or(0, |turn| turn[word]));
                let past_turn_up = turns[0].map_or(0, |turn| before(turn, word));
                let past_turn_down = turns[1].map_or(0, |turn| after(turn, word));
                let [a, b, c, d] = seen.each_ref().map(|seen| seen.line(line)[word]);
                words.push([
                    !before(step, word) | past_turn_up,
                    !step[word] | past_turn_down,
                    // What is seen from where the path ends is visited by the jump point there.
                    a & !turn_up,
                    b & !turn_up,
                    c & !turn_down,
                    d & !turn_down,
                ]);
            }
        }
        Lines { words, bits_per_line: steps.words_per_line() * 64 }
    }
}

/// Whether a step from cell (x, y) is allowed, and whether an arrival there has a forced neighbour,
/// according to the words.
#[cfg(test)]
pub(super) fn around_bit(
    free: &BitPlane,
    (x, y): (usize, usize),
    dir: Dir,
    corners: Corners,
) -> (bool, bool) {
    let around = Around::new(free, y, x / 64);
    let bit = |word: u64| word >> (x % 64) & 1 == 1;
    (bit(around.step(dir, corners)), bit(around.forced(dir, corners)))
}
