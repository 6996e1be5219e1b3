//! Obstacles by handle: the grid is at any time what it is when all of them are painted from scratch
//! on the ground, one after the other, and no more was touched than had to be.

use astride::base::{Cell, CellRect, ContainerError, TablesError, Vec2};
use astride::planner::{Ask, Navigator};
use astride::shapes::square::{Edit, Grid, ObstacleError, ObstacleId, Obstacles, Outline};
use astride_testkit::fuzz::sealed;
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
    /// In the order in which they were placed.
    model: Vec<(ObstacleId, Outline, u8)>,
}

impl Life {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.nav.grid().bounds().cells()
    }

    fn classes(&self) -> Vec<u8> {
        self.cells().map(|cell| self.nav.grid().class(cell).unwrap()).collect()
    }

    /// What each cell shows, which obstacles are on it, and the ground below them.
    fn found(&self) -> Vec<(u8, Vec<ObstacleId>, Option<u8>)> {
        let (grid, obstacles) = (self.nav.grid(), &self.obstacles);
        let of_cell =
            |cell| (grid.class(cell).unwrap(), obstacles.at(cell).collect(), obstacles.under(cell));
        self.cells().map(of_cell).collect()
    }

    /// The same, painted from scratch in the order in which they were placed.
    fn repainted(&self) -> Vec<(u8, Vec<ObstacleId>, Option<u8>)> {
        let of_cell = |(cell, &ground)| {
            let mut painted = (ground, Vec::new(), None);
            for (id, _, class) in self.model.iter().filter(|(_, o, _)| covers(o, cell)) {
                painted.0 = *class;
                painted.1.push(*id);
                painted.2 = Some(ground);
            }
            painted
        };
        self.cells().zip(&self.ground).map(of_cell).collect()
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
                let (id, ..) = self.model.remove(rng.below(count));
                self.obstacles.remove(grid, id).unwrap()
            }
            3 => {
                let mut moved = Vec::new();
                for at in 0..count {
                    if rng.percent(50) {
                        self.model[at].1 = random_outline(grid, rng);
                        moved.push((self.model[at].0, self.model[at].1.clone()));
                    }
                }
                self.obstacles.change_all(grid, moved).unwrap()
            }
            _ => {
                let class = rng.pick(b"@T5");
                let placed = match class {
                    b'@' => self.obstacles.place(grid, outline.clone()),
                    _ => self.obstacles.place_as(grid, outline.clone(), class),
                };
                let (id, batch) = placed.unwrap();
                self.model.push((id, outline, class));
                batch
            }
        };
        self.apply(&batch);
    }

    /// Places some and takes them back in any order, without applying a batch.
    fn think(&mut self, rng: &mut Rng) {
        let grid = self.nav.grid();
        let mut thought: Vec<ObstacleId> = Vec::new();
        for _ in 0..rng.below(4) {
            let outline = random_outline(grid, rng);
            let placed = self.obstacles.place_as(grid, outline, rng.pick(b"@T5")).unwrap();
            thought.push(placed.0);
        }
        while !thought.is_empty() {
            let id = thought.swap_remove(rng.below(thought.len()));
            let batch = self.obstacles.remove(grid, id).unwrap();
            assert!(batch.is_empty() || !thought.is_empty(), "there is nothing to take back");
        }
    }

    fn save_and_load(&mut self) {
        let bytes = self.obstacles.save();
        self.obstacles = Obstacles::load(&bytes, self.nav.grid()).unwrap();
        assert_eq!(self.obstacles.save(), bytes);
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
            if rng.percent(30) {
                life.think(&mut rng);
            }
            if rng.percent(20) {
                life.save_and_load();
            }
            assert_eq!(
                life.found(),
                life.repainted(),
                "seed {seed}, round {round}: {:?}",
                life.model
            );
            let found = life
                .obstacles
                .iter()
                .map(|(id, outline)| (id, outline.clone(), life.obstacles.class(id).unwrap()));
            assert_eq!(found.collect::<Vec<_>>(), life.model, "seed {seed}, round {round}");
        }
        while !life.model.is_empty() {
            let (id, ..) = life.model.swap_remove(rng.below(life.model.len()));
            let batch = life.obstacles.remove(life.nav.grid(), id).unwrap();
            life.apply(&batch);
        }
        assert_eq!(life.classes(), life.ground, "seed {seed}");
        assert!(life.obstacles.is_empty());
    }
}

fn row(grid: &Grid) -> String {
    (0..grid.width()).map(|x| char::from(grid.class((x, 0)).unwrap())).collect()
}

/// A swamp drifts under a tower and away, and the tower leaves before it.
#[test]
fn what_was_placed_last_lies_on_top() {
    let mut nav = Navigator::new(Grid::new(10, 1, b'.').unwrap());
    let mut obstacles = Obstacles::new(nav.grid(), b'T');
    let cells = |x, width| CellRect::new(x, 0, width, 1);
    let (swamp, batch) = obstacles.place_as(nav.grid(), cells(2, 3), b'3').unwrap();
    nav.apply(&batch).unwrap();
    let (tower, batch) = obstacles.place(nav.grid(), cells(4, 2)).unwrap();
    nav.apply(&batch).unwrap();
    assert_eq!(row(nav.grid()), "..33TT....");
    nav.apply(&obstacles.change(nav.grid(), swamp, cells(3, 3)).unwrap()).unwrap();
    assert_eq!(row(nav.grid()), "...3TT....");
    assert_eq!(obstacles.at((4, 0)).collect::<Vec<_>>(), [swamp, tower]);
    assert_eq!((obstacles.class(swamp), obstacles.class(tower)), (Some(b'3'), Some(b'T')));
    nav.apply(&obstacles.change(nav.grid(), swamp, cells(7, 3)).unwrap()).unwrap();
    assert_eq!(row(nav.grid()), "....TT.333");
    nav.apply(&obstacles.remove(nav.grid(), tower).unwrap()).unwrap();
    assert_eq!(row(nav.grid()), ".......333");
    nav.apply(&obstacles.remove(nav.grid(), swamp).unwrap()).unwrap();
    assert_eq!(row(nav.grid()), "..........");
}

#[test]
fn an_unwanted_tower_is_taken_back_without_a_trace() {
    let mut nav = Navigator::new(Grid::new(5, 3, b'.').unwrap());
    let mut obstacles = Obstacles::new(nav.grid(), b'@');
    let (_, batch) = obstacles.place_as(nav.grid(), CellRect::new(1, 0, 3, 2), b'5').unwrap();
    nav.apply(&batch).unwrap();
    let way = [Ask::new((0, 0), (4, 0))];
    let before = nav.grid().fingerprint();
    let (tower, batch) = obstacles.place(nav.grid(), CellRect::new(2, 0, 1, 3)).unwrap();
    assert_eq!(nav.would_part(&batch, &way).unwrap(), [0]);
    assert!(obstacles.remove(nav.grid(), tower).unwrap().is_empty());
    assert_eq!((obstacles.count_at((2, 0)), obstacles.under((2, 0))), (1, Some(b'.')));
    // One that is applied is taken back by the batch of `remove`.
    let (tower, batch) = obstacles.place(nav.grid(), CellRect::new(2, 0, 1, 2)).unwrap();
    assert_eq!(nav.would_part(&batch, &way).unwrap(), [0; 0]);
    nav.apply(&batch).unwrap();
    nav.apply(&obstacles.remove(nav.grid(), tower).unwrap()).unwrap();
    assert_eq!(nav.grid().fingerprint(), before);
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
    // Below the top one of two, too.
    let (tower, batch) = obstacles.place_as(nav.grid(), Cell::new(2, 0), b'T').unwrap();
    nav.apply(&batch).unwrap();
    nav.edit(|batch| _ = batch.set((2, 0), b'3')).unwrap();
    nav.apply(&obstacles.remove(nav.grid(), tower).unwrap()).unwrap();
    assert_eq!((nav.grid().class((2, 0)), obstacles.under((2, 0))), (Some(b'@'), Some(b'3')));
    nav.apply(&obstacles.remove(nav.grid(), cart).unwrap()).unwrap();
    assert_eq!(nav.grid().class((2, 0)), Some(b'3'));
}

/// Obstacles of each kind that overlap, and their grid.
fn some() -> (Grid, Obstacles) {
    let mut grid = Grid::new(9, 7, b'.').unwrap();
    let mut obstacles = Obstacles::new(&grid, b'@');
    let triangle = Outline::polygon([(1.0, 1.0), (6.0, 2.5), (3.0, 5.0)]);
    let outlines = [CellRect::new(1, 1, 4, 3).into(), Outline::circle(5.0, 4.0, 2.0), triangle];
    for (outline, class) in outlines.into_iter().zip(*b"@T5") {
        let (_, batch) = obstacles.place_as(&grid, outline, class).unwrap();
        grid.apply(&batch).unwrap();
    }
    (grid, obstacles)
}

/// Whatever is loaded keeps working, and leaves when it is told to.
fn live_on(mut obstacles: Obstacles, mut grid: Grid, rng: &mut Rng) {
    assert_eq!(Obstacles::load(&obstacles.save(), &grid).unwrap().save(), obstacles.save());
    let ids: Vec<ObstacleId> = obstacles.iter().map(|(id, _)| id).collect();
    let (new, batch) = obstacles.place(&grid, random_outline(&grid, rng)).unwrap();
    grid.apply(&batch).unwrap();
    assert!(ids.last().is_none_or(|&last| last < new), "a handle is issued twice");
    for id in ids {
        let moved = obstacles.change(&grid, id, random_outline(&grid, rng)).unwrap();
        grid.apply(&moved).unwrap();
        grid.apply(&obstacles.remove(&grid, id).unwrap()).unwrap();
    }
    let outline = obstacles.outline(new).unwrap();
    assert!(
        (0..7)
            .flat_map(|y| (0..9).map(move |x| Cell::new(x, y)))
            .all(|cell| { (obstacles.count_at(cell) == 1) == covers(outline, cell) })
    );
}

#[test]
fn bytes_that_were_not_saved_are_refused_or_do_no_harm() {
    let (grid, obstacles) = some();
    let bytes = obstacles.save();
    let refused = |bytes: &[u8]| Obstacles::load(bytes, &grid).unwrap_err();
    for len in 0..bytes.len() {
        assert!(matches!(refused(&bytes[..len]), ObstacleError::File(TablesError::File(_))));
        assert!(matches!(refused(&sealed(bytes[..len].to_vec())), ObstacleError::File(_)));
    }
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        refused(&flipped);
    }
    let other = Grid::new(7, 9, b'.').unwrap();
    let error = Obstacles::load(&bytes, &other).unwrap_err();
    assert_eq!(error, ObstacleError::OtherGrid { width: 7, height: 9 });
    assert_eq!(refused(b""), ObstacleError::File(ContainerError::OtherFile.into()));

    // With all checksums right.
    let (mut rng, mut loaded) = (Rng::new(1), 0);
    for _ in 0..if is_slow_run() { 100_000 } else { 4000 } {
        let mut forged = bytes.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(forged.len());
            forged[at] = match rng.below(3) {
                0 => rng.below(256) as u8,
                1 => forged[at].wrapping_add(1),
                _ => forged[at] ^ (1 << rng.below(8)),
            };
        }
        match Obstacles::load(&sealed(forged), &grid) {
            Ok(obstacles) => {
                live_on(obstacles, grid.clone(), &mut rng);
                loaded += 1;
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(loaded > 20, "classes and ground may be any: {loaded}");
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
