//! Obstacles by handle: the grid is at any time what it is when all of them are painted from scratch
//! on the ground, and no more was touched than had to be.

use astride::base::{Cell, CellRect, Vec2};
use astride::planner::Navigator;
use astride::shapes::square::{Edit, Grid, ObstacleError, ObstacleId, Obstacles, Outline};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// The area that a convex polygon shares with a cell: it is cut at the four sides of the cell.
fn shared_area(corners: &[Vec2], cell: Cell) -> f64 {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    let sides = [(1.0, 0.0, x), (-1.0, 0.0, -(x + 1.0)), (0.0, 1.0, y), (0.0, -1.0, -(y + 1.0))];
    let mut points: Vec<Vec2> = corners.to_vec();
    for (nx, ny, least) in sides {
        let above = |point: Vec2| nx * point.x + ny * point.y - least;
        let mut cut = Vec::new();
        for at in 0..points.len() {
            let (a, b) = (points[at], points[(at + 1) % points.len()]);
            let (over_a, over_b) = (above(a), above(b));
            if over_a >= 0.0 {
                cut.push(a);
            }
            if (over_a > 0.0 && over_b < 0.0) || (over_a < 0.0 && over_b > 0.0) {
                let part = over_a / (over_a - over_b);
                cut.push(Vec2::new(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)));
            }
        }
        points = cut;
    }
    let twice = (0..points.len()).map(|at| {
        let (a, b) = (points[at], points[(at + 1) % points.len()]);
        a.x * b.y - b.x * a.y
    });
    twice.sum::<f64>().abs() / 2.0
}

/// Whether an outline covers a cell, by another hand.
fn covers(outline: &Outline, cell: Cell) -> bool {
    match outline {
        Outline::Rect(rect) => rect.contains(cell),
        Outline::Circle { centre, radius } => {
            let (x, y) = (f64::from(cell.x), f64::from(cell.y));
            let nearest = Vec2::new(centre.x.clamp(x, x + 1.0), centre.y.clamp(y, y + 1.0));
            centre.distance_to(nearest) < radius - 1e-9
        }
        Outline::Polygon(corners) => shared_area(corners, cell) > 1e-9,
        _ => unreachable!("there are three kinds"),
    }
}

/// In quarters of a cell, a little off the map as well.
fn coordinate(rng: &mut Rng, size: u32) -> f64 {
    (rng.below(4 * (size as usize + 8)) as f64) / 4.0 - 4.0
}

fn random_outline(grid: &Grid, rng: &mut Rng) -> Outline {
    let (width, height) = (grid.width(), grid.height());
    let mut point = || (coordinate(rng, width), coordinate(rng, height));
    let (x, y) = point();
    let (mut second, mut third) = (point(), point());
    let area = |second: (f64, f64), third: (f64, f64)| {
        ((second.0 - x) * (third.1 - y) - (second.1 - y) * (third.0 - x)).abs()
    };
    // Three corners on a line have no area, which is how cells are recognised here; coordinates are
    // whole parts of a cell, so any other area is far above 0.
    while area(second, third) < 1e-9 {
        (second, third) = (point(), point());
    }
    match rng.below(3) {
        0 => {
            let [x, y] = [x, y].map(|at| at.max(0.0) as u32);
            CellRect::new(x, y, rng.below(5) as u32, rng.below(5) as u32).into()
        }
        1 => Outline::circle(x, y, (1 + rng.below(14)) as f64 / 4.0),
        _ => {
            // Three corners are convex, whatever they are; the fourth makes a parallelogram.
            let fourth = (x + third.0 - second.0, y + third.1 - second.1);
            let corners = [(x, y), second, third, fourth];
            Outline::polygon(corners.into_iter().take(3 + rng.below(2)))
        }
    }
}

/// A grid that lives with obstacles, and what is known of it otherwise.
struct Life {
    nav: Navigator,
    obstacles: Obstacles,
    ground: Vec<u8>,
    model: Vec<(ObstacleId, Outline)>,
}

impl Life {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.nav.grid().width(), self.nav.grid().height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// Paints everything from scratch.
    fn repainted(&self) -> Vec<u8> {
        let is_covered = |cell: Cell| self.model.iter().any(|(_, outline)| covers(outline, cell));
        let class = |(cell, &ground)| if is_covered(cell) { b'@' } else { ground };
        self.cells().zip(&self.ground).map(class).collect()
    }

    fn apply(&mut self, batch: &Edit) {
        let before: Vec<Option<u8>> =
            self.cells().map(|cell| self.nav.grid().class(cell)).collect();
        let revision = self.nav.revision();
        self.nav.apply(batch).expect("cells of the map");
        let same = self.cells().zip(before).all(|(cell, c)| self.nav.grid().class(cell) == c);
        assert!(!same || batch.is_empty(), "a batch that changes nothing");
        assert_eq!(self.nav.revision(), revision + u64::from(!batch.is_empty()));
    }

    fn step(&mut self, rng: &mut Rng) {
        let outline = random_outline(self.nav.grid(), rng);
        let (count, grid) = (self.model.len(), self.nav.grid());
        let batch = match rng.below(5) {
            0 | 1 if count > 0 => {
                let at = rng.below(count);
                self.model[at].1 = outline.clone();
                self.obstacles.change(grid, self.model[at].0, outline).unwrap()
            }
            2 if count > 0 => {
                let (id, _) = self.model.swap_remove(rng.below(count));
                self.obstacles.remove(grid, id).unwrap()
            }
            3 => {
                let mut moved = Vec::new();
                for at in 0..count {
                    if rng.percent(50) {
                        self.model[at].1 = random_outline(grid, rng);
                        moved.push(self.model[at].clone());
                    }
                }
                self.obstacles.change_all(grid, moved).unwrap()
            }
            _ => {
                let (id, batch) = self.obstacles.place(grid, outline.clone()).unwrap();
                self.model.push((id, outline));
                batch
            }
        };
        self.apply(&batch);
    }
}

#[test]
fn the_grid_is_what_it_is_when_all_is_painted_from_scratch() {
    for seed in 0..if is_slow_run() { 2000 } else { 60 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(18) as u32, 1 + rng.below(14) as u32);
        let ground: Vec<u8> = (0..width * height).map(|_| rng.pick(b"..@5")).collect();
        let nav = Navigator::new(Grid::from_classes(width, height, &ground).unwrap());
        let obstacles = Obstacles::new(nav.grid(), b'@');
        let mut life = Life { nav, obstacles, ground, model: Vec::new() };
        for round in 0..25 {
            life.step(&mut rng);
            let classes: Vec<u8> =
                life.cells().map(|cell| life.nav.grid().class(cell).unwrap()).collect();
            assert_eq!(classes, life.repainted(), "seed {seed}, round {round}: {:?}", life.model);
            let found: Vec<u32> = life.cells().map(|cell| life.obstacles.count_at(cell)).collect();
            let count = |cell| life.model.iter().filter(|(_, o)| covers(o, cell)).count() as u32;
            assert_eq!(found, life.cells().map(count).collect::<Vec<_>>(), "seed {seed}");
        }
        while let Some((id, _)) = life.model.pop() {
            let batch = life.obstacles.remove(life.nav.grid(), id).unwrap();
            life.apply(&batch);
        }
        assert_eq!(life.repainted(), life.ground, "seed {seed}");
        assert!(life.obstacles.is_empty());
    }
}

fn drawn(outline: Outline) -> Vec<String> {
    let mut grid = Grid::new(6, 5, b'.').unwrap();
    let (_, batch) = Obstacles::new(&grid, b'@').place(&grid, outline).unwrap();
    grid.apply(&batch).unwrap();
    let row = |y| (0..6).map(|x| char::from(grid.class((x, y)).unwrap())).collect();
    (0..5).map(row).collect()
}

#[test]
fn outlines_cover_the_cells_that_they_share_area_with() {
    let disc = ["......", "..@@..", ".@@@@.", ".@@@@.", "..@@.."];
    assert_eq!(
        drawn(Outline::circle(3.0, 3.0, 2.0)),
        ["......", ".@@@@.", ".@@@@.", ".@@@@.", ".@@@@."]
    );
    assert_eq!(drawn(Outline::circle(3.0, 3.0, 1.25)), disc);
    let hook = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)];
    assert_eq!(drawn(Outline::polygon(hook)), ["@@@@..", "@.....", "@.....", "@.....", "......"]);
    // Two triangles whose tips meet.
    let bow = [(1.0, 0.0), (5.0, 0.0), (1.0, 4.0), (5.0, 4.0)];
    assert_eq!(drawn(Outline::polygon(bow)), [".@@@@.", "..@@..", "..@@..", ".@@@@.", "......"]);
    // Without any area, it is what its sides come through.
    let line = Outline::polygon([(0.0, 0.0), (4.0, 4.0), (2.0, 2.0)]);
    assert_eq!(drawn(line), ["@.....", ".@....", "..@...", "...@..", "......"]);
}

#[test]
fn what_is_edited_under_an_obstacle_is_what_it_stands_on_from_then_on() {
    let mut nav = Navigator::new(Grid::new(5, 1, b'.').unwrap());
    let mut obstacles = Obstacles::new(nav.grid(), b'@');
    let (cart, batch) = obstacles.place(nav.grid(), CellRect::new(1, 0, 2, 1)).unwrap();
    nav.apply(&batch).unwrap();
    nav.edit(|batch| _ = batch.set((2, 0), b'5')).unwrap();
    assert_eq!((obstacles.under((1, 0)), obstacles.under((0, 0))), (Some(b'.'), None));
    let batch = obstacles.change(nav.grid(), cart, Outline::from(Cell::new(2, 0))).unwrap();
    nav.apply(&batch).unwrap();
    assert_eq!((nav.grid().class((2, 0)), obstacles.under((2, 0))), (Some(b'@'), Some(b'5')));
    nav.apply(&obstacles.remove(nav.grid(), cart).unwrap()).unwrap();
    assert_eq!(nav.grid().class((2, 0)), Some(b'5'));
}

#[test]
fn what_cannot_be_is_refused_and_nothing_has_changed() {
    let (grid, other) = (Grid::new(5, 4, b'.').unwrap(), Grid::new(4, 5, b'.').unwrap());
    let mut obstacles = Obstacles::new(&grid, b'@');
    let (id, _) = obstacles.place(&grid, Cell::new(1, 1)).unwrap();
    let mut refusal = |outline: Outline| {
        let refused = obstacles.change(&grid, id, outline.clone()).unwrap_err();
        let message = refused.to_string();
        assert!(!message.ends_with('.') && message.contains("expected"), "{message}");
        let placed = obstacles.place(&grid, outline).unwrap_err();
        assert_eq!(placed.to_string(), message);
        refused
    };
    let far = refusal(Outline::circle(f64::INFINITY, 0.0, 1.0));
    assert_eq!(far, ObstacleError::Coordinate { found: f64::INFINITY });
    assert!(matches!(
        refusal(Outline::circle(0.0, f64::NAN, 1.0)),
        ObstacleError::Coordinate { .. }
    ));
    for radius in [0.0, -1.0, 0.001, f64::NAN, 2e9] {
        assert!(matches!(refusal(Outline::circle(0.0, 0.0, radius)), ObstacleError::Radius { .. }));
    }
    let two = Outline::polygon([(0.0, 0.0), (1.0, 1.0)]);
    assert_eq!(refusal(two), ObstacleError::Corners { found: 2 });
    assert_eq!(obstacles.outline(id), Some(&Outline::from(Cell::new(1, 1))));
    let refused = obstacles.place(&other, Cell::new(0, 0)).unwrap_err();
    assert_eq!(refused, ObstacleError::OtherGrid { width: 4, height: 5 });
    obstacles.remove(&grid, id).unwrap();
    assert_eq!(obstacles.remove(&grid, id).err(), Some(ObstacleError::Unknown));
    assert_eq!(obstacles.change(&grid, id, Cell::new(0, 0)).err(), Some(ObstacleError::Unknown));
    assert!(obstacles.is_empty() && obstacles.iter().count() == 0);
}
