//! Grids made by rules: heights of steps, erosion and closures, against the rules in plain words.

use astride::base::{Cell, CellRect, Dir};
use astride::shapes::square::{Edit, Grid, Mover, StepRule};
use astride::world::Way;
use astride_testkit::adapter::{
    build_world, engine_corners, engine_neighbours, read_world, sorted_arcs, supported,
};
use astride_testkit::generate::{fenced_world, random_classes, random_obstacles};
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners, Direction, Neighbours, SquareWorld};
use astride_testkit::tally::cases;
use astride_testkit::world::{Arc, Shape};

const RAMP: u8 = 7;
const LEDGE: u8 = 9;

/// Heights of some cells, a rule for steps, and who climbs what.
struct Hills {
    world: SquareWorld,
    heights: Vec<Option<i32>>,
    /// Up and down: what is open, then what each class of fence allows.
    limits: [(u32, u32); 3],
    /// Extra ticks for each class, if the mover crosses it.
    crossed: [Option<u32>; 2],
}

impl Hills {
    fn random(seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        let map = random_classes(seed, 1 + rng.below(8), 1 + rng.below(7), b".....3@W");
        let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
        let neighbours = rng.pick(&[Neighbours::Four, Neighbours::Eight]);
        let world = SquareWorld::from_classes(&map, neighbours, corners, 13_860, 19_601);
        let heights = map.classes.iter().map(|_| random_height(rng)).collect();
        let limits = [(); 3].map(|()| (rng.below(4) as u32, rng.below(4) as u32));
        let crossed = [(); 2].map(|()| rng.percent(60).then(|| rng.below(3) as u32 * 500));
        Hills { world, heights, limits, crossed }
    }

    fn rule(&self) -> StepRule {
        let [open, ramp, ledge] = self.limits;
        StepRule::new(open.0, open.1)
            .or_fence(RAMP, ramp.0, ramp.1)
            .or_fence(LEDGE, ledge.0, ledge.1)
    }

    fn mover(&self) -> Mover {
        let mover = Mover::walker()
            .corners(engine_corners(self.world.corners))
            .neighbours(engine_neighbours(self.world.neighbours));
        [RAMP, LEDGE].into_iter().zip(self.crossed).fold(mover, |mover, (class, extra)| {
            extra.map_or(mover.clone(), |extra| mover.crosses(class, extra).expect("ticks"))
        })
    }

    fn edit(&self, grid: &Grid, rect: CellRect) -> Edit {
        let width = self.world.width;
        let height = |cell: Cell| self.heights[cell.y as usize * width + cell.x as usize];
        self.rule().edit(grid, rect, height)
    }

    /// Each step by itself: how far it leads up, and which limit allows that first.
    fn arcs(&self) -> Vec<Arc> {
        let mut world = self.world.clone();
        for at in 0..world.cells.len() {
            let cell = world.cell_at(at);
            for direction in Direction::ALL {
                let (dx, dy) = direction.offset();
                let (x, y) = (cell.0 as i64 + dx, cell.1 as i64 + dy);
                if x < 0 || y < 0 || x >= world.width as i64 || y >= world.height as i64 {
                    continue;
                }
                let there = world.index((x as usize, y as usize));
                let (Some(from), Some(to)) = (self.heights[at], self.heights[there]) else {
                    continue;
                };
                let (up, down) = (to.saturating_sub(from), from.saturating_sub(to));
                let allows = |&(most_up, most_down): &(u32, u32)| {
                    up <= most_up as i32 && down <= most_down as i32
                };
                let first = self.limits.iter().position(allows);
                if first == Some(0) {
                    continue;
                }
                world.blocked_steps.insert((cell, direction));
                if let (Some(class @ 1..), false) = (first, direction.is_diagonal())
                    && let Some(extra) = self.crossed[class - 1]
                {
                    world.crossings.insert((cell, direction), u64::from(extra));
                }
            }
        }
        let mut arcs = world.write().arcs;
        arcs.sort_unstable();
        arcs
    }

    fn check(&self, grid: &Grid, message: &str) {
        assert_eq!(
            sorted_arcs(&grid.seen_by(&self.mover()), Way::Forward),
            self.arcs(),
            "{message}"
        );
    }
}

fn random_height(rng: &mut Rng) -> Option<i32> {
    match rng.below(20) {
        0 => None,
        1 => Some(rng.pick(&[i32::MIN, i32::MAX])),
        other => Some(other as i32 % 6),
    }
}

/// Wide ground with few obstacles, over which several rounds spread.
fn open_world(seed: u64) -> SquareWorld {
    let map = random_obstacles(seed, 24, 20, 1);
    let rng = &mut Rng::new(seed);
    let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
    let neighbours = rng.pick(&[Neighbours::Four, Neighbours::Eight]);
    SquareWorld::from_classes(&map, neighbours, corners, 13_860, 19_601)
}

/// A grid with the classes of a generated map.
fn grid_of(hills: &Hills, seed: u64) -> Grid {
    let (width, height) = (hills.world.width, hills.world.height);
    let map = random_classes(seed, width, height, b".....3@W");
    let class_of = |cell: Cell| map.at(cell.x as usize, cell.y as usize);
    let grid = Grid::from_fn(width as u32, height as u32, class_of).expect("a size");
    let same = Grid::from_classes(width as u32, height as u32, &map.classes).expect("a size");
    assert_eq!(grid.histogram(), same.histogram());
    assert!((0..grid.height()).all(|y| grid.row(y) == same.row(y)));
    grid
}

#[test]
fn steps_are_those_that_heights_allow_and_follow_them() {
    for seed in 0..cases(400, 20_000) {
        let mut hills = Hills::random(seed);
        let mut grid = grid_of(&hills, seed);
        let batch = hills.edit(&grid, grid.bounds());
        grid.apply(&batch).expect("steps of the map");
        hills.check(&grid, &format!("seed {seed}"));
        assert!(hills.edit(&grid, grid.bounds()).is_empty(), "seed {seed}: nothing is left to do");

        // Other heights within a rectangle, and walls that others built there.
        let rng = &mut Rng::new(!seed);
        let (width, height) = (grid.width(), grid.height());
        let (x, y) = (rng.below(width as usize) as u32, rng.below(height as usize) as u32);
        let rect = CellRect::new(x, y, 1 + rng.below((width - x) as usize) as u32, height - y);
        for cell in (rect.y..height).flat_map(|y| (x..x + rect.width).map(move |x| (x, y))) {
            let at = (cell.1 * width + cell.0) as usize;
            if hills.heights[at].is_some() {
                hills.heights[at] = random_height(rng).or(Some(0));
                let dir = Dir::ALL[rng.below(8)];
                let is_inside = Cell::from(cell).step(dir).is_some_and(|far| {
                    grid.node(far).is_some_and(|far| hills.heights[far.index()].is_some())
                });
                if is_inside {
                    grid.apply(Edit::new().forbid_step(cell, dir)).expect("a step of the map");
                }
            }
        }
        // A rectangle may reach beyond the map.
        let wide = CellRect::new(rect.x, rect.y, rect.width, u32::MAX);
        let batch = hills.edit(&grid, wide);
        grid.apply(&batch).expect("steps of the map");
        hills.check(&grid, &format!("seed {seed} after {rect}"));
    }
}

#[test]
fn a_batch_for_no_cells_or_cells_off_the_map_is_empty() {
    let grid = Grid::new(3, 3, b'.').expect("a size");
    let rule = StepRule::new(0, 0);
    let steep = |cell: Cell| Some(cell.x as i32 * 10);
    let edges = [
        CellRect::default(),
        CellRect::new(1, 1, 0, 5),
        CellRect::new(9, 9, 2, 2),
        CellRect::new(u32::MAX, u32::MAX, u32::MAX, u32::MAX),
    ];
    assert!(edges.into_iter().all(|rect| rule.edit(&grid, rect, steep).is_empty()));
}

#[test]
fn erosion_takes_round_after_round_of_the_cells_that_lack_a_step() {
    const GONE: u8 = 255;
    for seed in 0..cases(300, 5000) {
        let rng = &mut Rng::new(seed);
        let generated = match seed % 3 {
            0 => open_world(seed),
            _ => fenced_world(seed, 1 + rng.below(11), 1 + rng.below(9)),
        };
        let (mut grid, mover) = build_world(&supported(&generated));
        let rounds = rng.below(5);
        let margin = grid.seen_by(&mover).erosion(rounds as u32, GONE);

        let mut left = read_world(&grid, &mover);
        left.links.clear();
        left.crossings.clear();
        let wanted = if left.neighbours == Neighbours::Four { 4 } else { 8 };
        let mut is_gone = vec![false; left.cells.len()];
        for _ in 0..rounds {
            let mut steps = vec![0; left.cells.len()];
            left.write().arcs.iter().for_each(|arc| steps[arc.0] += 1);
            for at in 0..steps.len() {
                if left.cells[at].factor > 0 && steps[at] < wanted {
                    left.cells[at].factor = 0;
                    is_gone[at] = true;
                }
            }
        }
        let before = grid.clone();
        grid.apply(&margin).expect("cells of the map");
        for (at, is_gone) in is_gone.into_iter().enumerate() {
            let cell = Cell::new((at % left.width) as u32, (at / left.width) as u32);
            let expected = if is_gone { Some(GONE) } else { before.class(cell) };
            assert_eq!(grid.class(cell), expected, "seed {seed}, {rounds} rounds: {cell}");
        }
    }
}
