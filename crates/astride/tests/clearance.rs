//! Clearance and large bodies against trying every covered cell.

use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{
    BelievedGrid, BodyError, BodyGrid, Clearance, Corners, Edit, Grid, GridHeuristic, GridView,
    Knowledge, Link, Mover, Neighbours,
};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{
    caves, fenced_world, media_patterns, random_classes, wall_patterns,
};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

#[test]
#[should_panic(expected = "knowledge is of terrain: make a body's grid of a BelievedGrid")]
fn knowledge_of_terrain_is_not_laid_over_places_of_a_body() {
    let grid = Grid::new(9, 9, b'.').unwrap();
    let body = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2).unwrap();
    let _ = Knowledge::new(&grid, b'.').view(&body.view());
}

#[test]
fn a_large_body_fits_where_a_faction_takes_it_to_fit() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&random_classes(seed, 10, 8, b"......@5"));
        let mut knowledge = Knowledge::new(&grid, b'.');
        let seen = CellRect::new(rng.below(6) as u32, rng.below(5) as u32, 4, 3);
        knowledge.reveal(&grid, seen, &mut Vec::new());
        let believed = BelievedGrid::new(&grid, &knowledge).unwrap();
        let body = BodyGrid::square(&believed.grid().seen_by(&Mover::walker()), 2).unwrap();
        for y in 0..7 {
            for x in 0..9 {
                let covered = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(Cell::from);
                let is_rock = |cell| seen.contains(cell) && grid.class(cell) == Some(b'@');
                let fits = body.view().is_passable(grid.node((x, y)).unwrap());
                assert_eq!(fits, !covered.into_iter().any(is_rock), "seed {seed}: ({x}, {y})");
            }
        }
    }
}

/// A map and a mover, asked cell by cell.
struct Plain<'a> {
    grid: &'a Grid,
    mover: &'a Mover,
}

impl Plain<'_> {
    /// The media of a cell, none off the map.
    fn media(&self, x: i64, y: i64) -> u8 {
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        cell.and_then(|cell| self.grid.class(cell)).map_or(0, |class| self.mover.media_of(class))
    }

    fn nodes(&self) -> impl Iterator<Item = (NodeId, i64, i64)> {
        let grid = self.grid;
        (0..grid.cell_count()).map(NodeId::new).map(move |node| {
            let cell = grid.cell(node);
            (node, i64::from(cell.x), i64::from(cell.y))
        })
    }

    fn body(x: i64, y: i64, side: i64) -> impl Iterator<Item = (i64, i64)> {
        (y..y + side).flat_map(move |y| (x..x + side).map(move |x| (x, y)))
    }

    fn square(&self, x: i64, y: i64) -> u16 {
        let fits = |side: i64| {
            (0..8).any(|bit| Self::body(x, y, side).all(|(x, y)| self.media(x, y) >> bit & 1 == 1))
        };
        (1..).take_while(|&side| fits(side)).last().unwrap_or(0) as u16
    }

    fn squared(&self, x: i64, y: i64) -> u32 {
        let (width, height) = (i64::from(self.grid.width()), i64::from(self.grid.height()));
        let half_cells = |a: i64, b: i64| (2 * (a - b).abs() - 1).max(0);
        let nearest = |bit: u8| {
            let blocked = (-1..=height).flat_map(|v| (-1..=width).map(move |u| (u, v)));
            let blocked = blocked.filter(|&(u, v)| self.media(u, v) >> bit & 1 == 0);
            blocked.map(|(u, v)| half_cells(u, x).pow(2) + half_cells(v, y).pow(2)).min()
        };
        (0..8).filter_map(nearest).max().unwrap_or(0) as u32
    }

    fn forbids(&self, x: i64, y: i64, side: i64, dir: Dir) -> bool {
        Self::body(x, y, side).any(|(x, y)| self.grid.is_step_forbidden((x as u32, y as u32), dir))
    }

    /// Every arc of a body of this many cells a side, by the words of the manual.
    fn arcs(&self, side: i64) -> Vec<(usize, usize, u64)> {
        let free_in =
            |bit: u8, x, y| Self::body(x, y, side).all(|(x, y)| self.media(x, y) >> bit & 1 == 1);
        let stands = |x, y| (0..8).any(|bit| free_in(bit, x, y));
        let mut list = Vec::new();
        for (node, x, y) in self.nodes() {
            for dir in Dir::ALL {
                let (dx, dy) = dir.offset();
                let (dx, dy) = (i64::from(dx), i64::from(dy));
                let is_open = |bit: u8| {
                    free_in(bit, x, y)
                        && free_in(bit, x + dx, y + dy)
                        && self.may_turn(bit, (x, y), dir, side)
                };
                if (0..8).any(is_open) && !self.forbids(x, y, side, dir) {
                    let covered = Self::body(x + dx, y + dy, side);
                    let class = |(x, y): (i64, i64)| self.grid.class((x as u32, y as u32)).unwrap();
                    let factor = covered.map(|cell| self.mover.factor(class(cell))).max().unwrap();
                    let scale = self.mover.step_scale();
                    let ticks = if dx * dy == 0 { scale.straight() } else { scale.diagonal() };
                    let to = (y + dy) * i64::from(self.grid.width()) + x + dx;
                    list.push((node.index(), to as usize, u64::from(ticks * factor)));
                }
            }
        }
        for &Link { from, to, cost } in self.grid.links() {
            let at = |node| (i64::from(self.grid.cell(node).x), i64::from(self.grid.cell(node).y));
            if stands(at(from).0, at(from).1) && stands(at(to).0, at(to).1) {
                list.push((from.index(), to.index(), u64::from(cost)));
            }
        }
        list.sort_unstable();
        list
    }

    /// What the corner rule says: of the two cells that the swept squares touch besides those of
    /// both ends, and of the walls on the two ways round.
    fn may_turn(&self, bit: u8, (x, y): (i64, i64), dir: Dir, side: i64) -> bool {
        if !dir.is_diagonal() {
            return true;
        }
        let (dx, dy) = (i64::from(dir.offset().0), i64::from(dir.offset().1));
        // The squares of both ends lie in one that is a cell larger; two of its corners are left.
        let (left, right) = if dx > 0 { (x, x + side) } else { (x + side - 1, x - 1) };
        let (near, far) = if dy > 0 { (y, y + side) } else { (y + side - 1, y - 1) };
        let free = |x, y| self.media(x, y) >> bit & 1 == 1;
        let (aside, ahead) = (Dir::ALL.into_iter()).fold((Dir::N, Dir::N), |(a, b), d| {
            let (u, v) = (i64::from(d.offset().0), i64::from(d.offset().1));
            (if (u, v) == (dx, 0) { d } else { a }, if (u, v) == (0, dy) { d } else { b })
        });
        let wall_by_x = self.forbids(x, y, side, aside) || self.forbids(x + dx, y, side, ahead);
        let wall_by_y = self.forbids(x, y, side, ahead) || self.forbids(x, y + dy, side, aside);
        // Going by x first brushes the cell at the near end of the far column.
        let (by_x, by_y) = (free(right, near) && !wall_by_x, free(left, far) && !wall_by_y);
        match (self.mover.neighbour_rule(), self.mover.corner_rule()) {
            (Neighbours::Four, _) => false,
            (_, Corners::Never) => by_x && by_y,
            (_, Corners::OneFree) => by_x || by_y,
            (_, Corners::Always) => !(wall_by_x && wall_by_y),
        }
    }

    fn check(&self, clearance: &Clearance, what: &str) {
        for (node, x, y) in self.nodes() {
            assert_eq!(clearance.square(node), self.square(x, y), "{what}: ({x}, {y})");
            assert_eq!(clearance.squared(node), self.squared(x, y), "{what}: ({x}, {y})");
        }
    }
}

fn arcs_of(view: &GridView<'_>) -> Vec<(usize, usize, u64)> {
    let mut list = Vec::new();
    for node in (0..view.node_count()).map(NodeId::new) {
        view.for_each_arc(node, Way::Forward, |arc| {
            list.push((node.index(), arc.node.index(), u64::from(arc.cost)));
        });
    }
    list.sort_unstable();
    list
}

fn rules(mover: Mover) -> [Mover; 4] {
    [
        mover.clone().neighbours(Neighbours::Four),
        mover.clone(),
        mover.clone().corners(Corners::OneFree),
        mover.corners(Corners::Always),
    ]
}

fn check_all(grid: &Grid, mover: &Mover, what: &str) {
    let (view, plain) = (grid.seen_by(mover), Plain { grid, mover });
    let clearance = Clearance::build(&view);
    plain.check(&clearance, what);
    for side in 1..=7 {
        let body = BodyGrid::square(&view, side as u32).expect("few kinds of cells");
        assert_eq!(arcs_of(&body.view()), plain.arcs(side), "{what}, side {side}");
    }
    for radius in 1..=8 {
        let round = BodyGrid::round(&view, radius).expect("few kinds of cells");
        for (node, x, y) in plain.nodes() {
            let stands = clearance.squared(node) >= radius * radius;
            assert_eq!(round.view().is_passable(node), stands, "{what}, {radius}: ({x}, {y})");
        }
    }
}

#[test]
fn room_and_steps_on_every_small_pattern_are_those_of_every_covered_cell() {
    let every = if is_slow_run() { 1 } else { 149 };
    let larger = wall_patterns(4, 4).step_by(every).chain(media_patterns(3, 3).step_by(every));
    for map in wall_patterns(3, 3).chain(wall_patterns(4, 2)).chain(larger) {
        for mover in rules(Mover::walker()) {
            check_all(&grid_of(&map), &mover, &format!("\n{map}"));
        }
    }
}

#[test]
fn room_and_steps_among_terrain_and_overlapping_media_are_those_of_every_covered_cell() {
    let duck = Mover::walker().terrain_in(b'b', 2, 3).expect("a good terrain");
    let amphibian = duck.terrain_in(b'c', 3, 6).expect("a good terrain");
    for seed in 0..150 {
        let palette: &[u8] = if seed % 2 == 0 { b"...19@" } else { b"..bbcWW.@" };
        let map = random_classes(seed, 3 + seed as usize % 5, 6, palette);
        for mover in rules(amphibian.clone()) {
            check_all(&grid_of(&map), &mover, &format!("seed {seed}\n{map}"));
        }
    }
}

#[test]
fn steps_among_walls_one_way_steps_and_links_are_those_of_every_covered_cell() {
    for seed in 0..600 {
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 6, 5)));
        check_all(&grid, &mover, &format!("seed {seed}"));
    }
}

#[test]
fn clearance_and_bodies_follow_edits() {
    let rounds = if is_slow_run() { 20_000 } else { 60 };
    for seed in 0..12u64 {
        let mut rng = Rng::new(seed);
        let map = caves(seed, 30, 20, 30, 2);
        let mover = rng.pick(&[0, 1, 2, 3]);
        let mover = rules(Mover::walker())[mover].clone();
        let mut grid = grid_of(&map);
        let mut clearance = Clearance::build(&grid.seen_by(&mover));
        let shapes: [(bool, u32); 3] = [(true, 2), (true, 4), (false, 4)];
        let make = |view: &GridView<'_>, (is_square, size): (bool, u32)| {
            let body = match is_square {
                true => BodyGrid::square(view, size),
                false => BodyGrid::round(view, size),
            };
            body.expect("few kinds of cells")
        };
        let view = grid.seen_by(&mover);
        let mut bodies: Vec<BodyGrid> = shapes.iter().map(|&shape| make(&view, shape)).collect();
        let mut local = 0;
        for round in 0..rounds {
            let mut edit = Edit::new();
            for _ in 0..1 + rng.below(3) {
                let cell = (rng.below(29) as u32, rng.below(19) as u32);
                match rng.below(8) {
                    0 => _ = edit.wall(cell, rng.pick(&[Dir::E, Dir::S])),
                    1 => _ = edit.remove_wall(cell, rng.pick(&[Dir::E, Dir::S])),
                    2 => _ = edit.link(cell, (29, 19), 1 + rng.below(9) as u32),
                    _ => _ = edit.set(cell, rng.pick(b"...@3")),
                }
            }
            grid.apply(&edit).expect("on the map");
            let view = grid.seen_by(&mover);
            local += usize::from(!clearance.update(&view).rebuilt);
            let built = Clearance::build(&view);
            let what = format!("seed {seed}, round {round}");
            for node in (0..view.node_count()).map(NodeId::new) {
                let found = (clearance.square(node), clearance.squared(node));
                assert_eq!(found, (built.square(node), built.squared(node)), "{what}: {node:?}");
            }
            for (body, &shape) in bodies.iter_mut().zip(&shapes) {
                body.update(&view).expect("few kinds of cells");
                let made = make(&view, shape);
                assert_eq!(arcs_of(&body.view()), arcs_of(&made.view()), "{what}: {shape:?}");
            }
        }
        assert!(local * 10 > rounds * 9, "{local} local updates");
    }
}

#[test]
fn a_search_for_a_large_body_finds_the_cheapest_way_of_the_reference() {
    let mut found = 0;
    for seed in 0..40u64 {
        let grid = grid_of(&random_classes(seed, 16, 14, b"........2.3..@"));
        for mover in rules(Mover::walker()) {
            let view = grid.seen_by(&mover);
            let plain = Plain { grid: &grid, mover: &mover };
            let body = BodyGrid::square(&view, 2).expect("few kinds of cells");
            let (view, n) = (body.view(), grid.cell_count() as usize);
            let standing = (0..n).filter(|&at| view.is_passable(NodeId::new(at as u32)));
            let Some(start) = standing.clone().next() else { continue };
            let distances = dijkstra(n, &plain.arcs(2), &[start]);
            for goal in standing {
                let query = PathQuery::new(NodeId::new(start as u32), NodeId::new(goal as u32));
                let guess = GridHeuristic::octile(&view);
                let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
                assert_eq!(outcome.cost(), distances[goal], "seed {seed}: {start} to {goal}");
                found += u32::from(distances[goal].is_some_and(|cost| cost > 0));
            }
        }
    }
    assert!(found > 1000, "{found} paths");
}

#[test]
fn bodies_that_cannot_be_are_refused() {
    let (grid, mover) = (Grid::new(3, 3, b'.').expect("a good size"), Mover::walker());
    let view = grid.seen_by(&mover);
    let message = |body: Result<BodyGrid, BodyError>| body.unwrap_err().to_string();
    assert!(message(BodyGrid::square(&view, 0)).contains("a side of 0 cells, expected 1"));
    assert!(message(BodyGrid::square(&view, 1 << 16)).contains("expected 1 to 65535"));
    assert!(message(BodyGrid::round(&view, 0)).contains("a radius of 0 half cells"));
    let large = BodyGrid::square(&view, 9).expect("it just stands nowhere");
    assert!((0..9).all(|at| !large.view().is_passable(NodeId::new(at))));
}

/// Land on top, water below it and a beach, then all of the water is filled up: what was of two
/// media among others is now of one that matters.
fn beach() -> (Grid, Mover, Edit) {
    let mover = Mover::walker().terrain_in(b'b', 1, 3).expect("a good terrain");
    let grid = Grid::from_classes(2, 4, b"WWWWbbbb").expect("a good size");
    let mut edit = Edit::new();
    edit.fill(CellRect::new(0, 0, 2, 2), b'.');
    (grid, mover, edit)
}

#[test]
fn a_large_body_keeps_its_way_where_an_edit_leaves_another_medium() {
    let (mut grid, mover, edit) = beach();
    let mut body = BodyGrid::square(&grid.seen_by(&mover), 2).expect("few kinds of cells");
    let before = arcs_of(&body.view());
    grid.apply(&edit).expect("on the map");
    body.update(&grid.seen_by(&mover)).expect("few kinds of cells");
    // Two straight steps down the column of places, there and back.
    assert_eq!((arcs_of(&body.view()), before.len()), (before, 4));
}

#[test]
fn a_navigator_leads_a_large_body_where_an_edit_leaves_another_medium() {
    let (grid, mover, edit) = beach();
    let mut nav = Navigator::with_mover(grid, mover.clone());
    let ogre = nav.add_mover_sized(mover.clone(), 2).expect("few kinds of cells");
    let ask = |nav: &Navigator, ogre| nav.cost(&Ask::new((0, 0), (0, 2)).mover(ogre));
    assert_eq!(ask(&nav, ogre), Ok(Some(27_720)));
    nav.apply(&edit).expect("on the map");
    let mut fresh = Navigator::with_mover(nav.grid().clone(), mover.clone());
    let other = fresh.add_mover_sized(mover, 2).expect("few kinds of cells");
    assert_eq!((ask(&nav, ogre), ask(&fresh, other)), (Ok(Some(27_720)), Ok(Some(27_720))));
}
