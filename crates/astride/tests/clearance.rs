//! Clearance and large bodies against trying every covered cell.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{Budget, Cell, CellRect, Coded, Dir, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{self, PathQuery, Replanner, Scratch};
use astride::shapes::square::{
    BelievedGrid, BodyError, BodyGrid, Clearance, Corners, Edit, EditedView, Grid, GridView,
    Knowledge, Link, MAX_LINKS_PER_CELL, Mover, Neighbours,
};
use astride::world::{Overlay, Way, World, check};
use astride_testkit::adapter::{arcs_of, build_world, by_astar, grid_of, supported};
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
        let believed = BelievedGrid::build(&grid, &knowledge).unwrap();
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

    /// What the step of one cell in a straight direction meets: nothing, a fence that costs this many
    /// ticks, or what cannot be crossed.
    fn side(&self, (x, y): (i64, i64), dir: Dir) -> Result<Option<u64>, ()> {
        let cell = (x as u32, y as u32);
        match (self.grid.is_step_forbidden(cell, dir), self.grid.fence(cell, dir)) {
            (false, _) => Ok(None),
            (true, None) => Err(()),
            (true, Some(class)) => {
                self.mover.crossing(class).map(|extra| Some(u64::from(extra))).ok_or(())
            }
        }
    }

    /// Whether two cells side by side that a body covers are closed to each other both ways.
    fn is_parted(&self, x: i64, y: i64, side: i64) -> bool {
        let is_covered = |far: (i64, i64)| far.0 < x + side && far.1 < y + side;
        Self::body(x, y, side).any(|(x, y)| {
            let pairs = [(Dir::E, (x + 1, y), Dir::W), (Dir::S, (x, y + 1), Dir::N)];
            pairs.into_iter().any(|(dir, far, back)| {
                is_covered(far) && self.side((x, y), dir).is_err() && self.side(far, back).is_err()
            })
        })
    }

    /// What a straight step of a body over fences costs extra; `None` if it meets none, or a wall.
    fn crossing(&self, x: i64, y: i64, side: i64, dir: Dir) -> Option<u64> {
        let (dx, dy) = (i64::from(dir.offset().0), i64::from(dir.offset().1));
        let (mut crosses, mut most) = (false, 0);
        for cell in Self::body(x, y, side) {
            if let Some(extra) = self.side(cell, dir).ok()? {
                crosses = true;
                let ahead = (cell.0 + dx, cell.1 + dy);
                let is_front = !Self::body(x, y, side).any(|covered| covered == ahead);
                most = most.max(if is_front { extra } else { 0 });
            }
        }
        crosses.then_some(most)
    }

    /// Every arc of a body of this many cells a side, by the words of the manual.
    fn arcs(&self, side: i64) -> Vec<(usize, usize, u64)> {
        let at = |x, y| (y * i64::from(self.grid.width()) + x) as usize;
        let parted: Vec<bool> = self.nodes().map(|(_, x, y)| self.is_parted(x, y, side)).collect();
        let free_in = |bit: u8, x, y| {
            Self::body(x, y, side).all(|(x, y)| self.media(x, y) >> bit & 1 == 1)
                && !parted[at(x, y)]
        };
        let stands = |x, y| (0..8).any(|bit| free_in(bit, x, y));
        let mut list = Vec::new();
        let mut ways = BTreeMap::new();
        for (node, x, y) in self.nodes() {
            for dir in Dir::ALL {
                let (dx, dy) = dir.offset();
                let (dx, dy) = (i64::from(dx), i64::from(dy));
                let is_open = |bit: u8| {
                    free_in(bit, x, y)
                        && free_in(bit, x + dx, y + dy)
                        && self.may_turn(bit, (x, y), dir, side)
                };
                let is_open = (0..8).any(is_open);
                let crossing = || self.crossing(x, y, side, dir).filter(|_| !dir.is_diagonal());
                let is_forbidden = is_open && self.forbids(x, y, side, dir);
                let extra = if is_forbidden { crossing() } else { None };
                if is_open && (!is_forbidden || extra.is_some()) {
                    let covered = Self::body(x + dx, y + dy, side);
                    let class = |(x, y): (i64, i64)| self.grid.class((x as u32, y as u32)).unwrap();
                    let factor = covered.map(|cell| self.mover.factor(class(cell))).max().unwrap();
                    let scale = self.mover.step_scale();
                    let ticks = if dx * dy == 0 { scale.straight() } else { scale.diagonal() };
                    let to = (y + dy) * i64::from(self.grid.width()) + x + dx;
                    let ticks = u64::from(ticks * factor);
                    match extra {
                        None => list.push((node.index(), to as usize, ticks)),
                        Some(extra) => {
                            _ = ways.insert((node.index(), to as usize), ticks + extra);
                        }
                    }
                }
            }
        }
        for &Link { from, to, cost } in self.grid.links() {
            let at = |node| (i64::from(self.grid.cell(node).x), i64::from(self.grid.cell(node).y));
            if stands(at(from).0, at(from).1) && stands(at(to).0, at(to).1) {
                let way = ways.entry((from.index(), to.index())).or_insert(u64::from(cost));
                *way = (*way).min(u64::from(cost));
            }
        }
        list.extend(ways.into_iter().map(|((from, to), cost)| (from, to, cost)));
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

/// All ways in which the four sides of a square of four cells may be fenced and walled, on a map of
/// these columns and rows.
fn fence_patterns(width: u32, height: u32) -> impl Iterator<Item = Grid> {
    (0..5u32.pow(4)).map(move |code| {
        let mut grid = Grid::new(width, height, b'.').expect("a good size");
        let (x, y) = (width / 2 - 1, height / 2 - 1);
        let sides =
            [((x, y), Dir::E), ((x, y + 1), Dir::E), ((x, y), Dir::S), ((x + 1, y), Dir::S)];
        let mut edit = Edit::new();
        for (at, (cell, dir)) in (0..).zip(sides) {
            match code / 5u32.pow(at) % 5 {
                0 => {}
                1 => _ = edit.wall(cell, dir),
                2 => _ = edit.fence_step(cell, dir, 1),
                class => _ = edit.fence(cell, dir, class as u8 - 2),
            }
        }
        grid.apply(&edit).expect("on the map");
        grid
    })
}

#[test]
fn bodies_meet_every_small_pattern_of_fences_as_every_covered_cell_does() {
    let every = if is_slow_run() { 1 } else { 7 };
    let crosses = Mover::walker().crosses(1, 500).and_then(|mover| mover.crosses(9, 0));
    for grid in fence_patterns(4, 4).step_by(every).chain(fence_patterns(5, 3).step_by(every)) {
        for mover in [Mover::walker(), crosses.clone().expect("few ticks")] {
            for mover in rules(mover) {
                let (view, plain) = (grid.seen_by(&mover), Plain { grid: &grid, mover: &mover });
                for side in 1..=4 {
                    let body = BodyGrid::square(&view, side as u32).expect("few kinds");
                    let what = || format!("{:?}, side {side}", grid.fences());
                    assert_eq!(arcs_of(&body.view()), plain.arcs(side), "{}", what());
                }
            }
        }
    }
}

#[test]
fn a_fence_costs_a_body_of_any_size_once() {
    let mut grid = Grid::new(20, 9, b'.').expect("a good size");
    let mut edit = Edit::new();
    (0..9).for_each(|y| _ = edit.fence((9, y), Dir::E, if y == 4 { 2 } else { 1 }));
    grid.apply(&edit).expect("on the map");
    let keeper = Mover::walker().crosses(1, 500).and_then(|mover| mover.crosses(2, 20));
    let keeper = keeper.expect("few ticks");
    let cost = |mover: &Mover, side| {
        let body = BodyGrid::square(&grid.seen_by(mover), side).expect("few kinds");
        let query = PathQuery::new(grid.node((2, 4)).unwrap(), grid.node((14, 4)).unwrap());
        by_astar(&body.view(), &query, &mut Scratch::new())
    };
    assert_eq!([1, 2, 3, 5].map(|side| cost(&keeper, side)), {
        [20, 500, 500, 500].map(|extra| Some(12 * 13_860 + extra))
    });
    assert_eq!([1, 2].map(|side| cost(&keeper.clone().stopped_by(1), side)), {
        [Some(12 * 13_860 + 20), None]
    });
    let horse = Mover::walker();
    assert_eq!([1, 2].map(|side| cost(&horse, side)), [None; 2]);
}

#[test]
fn fences_that_leave_no_room_for_those_of_a_body_are_refused() {
    let mut grid = Grid::new(40, 120, b'.').expect("a good size");
    grid.apply(Edit::new().fence((4, 4), Dir::E, 7)).expect("on the map");
    let all = |ticks| {
        let crosses =
            (0..=255).try_fold(Mover::walker(), |mover, class| mover.crosses(class, ticks));
        crosses.expect("few ticks")
    };
    let body = |grid: &Grid, mover: &Mover, side| {
        BodyGrid::square(&grid.seen_by(mover), side)
            .map(|body| body.view().may_step((0, 0), Dir::E))
    };
    assert_eq!(body(&grid, &all(5), 2), Err(BodyError::Fences));
    assert_eq!(body(&grid, &all(5), 1), Ok(true));
    assert_eq!(body(&grid, &all(0), 2), Ok(true));
    assert_eq!(body(&grid, &all(5).stopped_by(3), 2), Ok(true));

    // As many links as a cell may have, and no fence at this cell, but one beside it.
    let mut edit = Edit::new();
    let ends = (1..=MAX_LINKS_PER_CELL as u32).map(|at| grid.cell(NodeId::new(at + 300)));
    ends.for_each(|to| _ = edit.link((4, 3), to, 5));
    grid.apply(&edit).expect("as many as there may be");
    let mut body = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2).expect("no fence crossed");
    let keeper = Mover::walker().crosses(7, 5).expect("few ticks");
    assert_eq!(body.update(&grid.seen_by(&keeper)).err(), Some(BodyError::Links));
    let mut nav = Navigator::with_mover(grid, keeper.clone());
    let refused = nav.add_mover_sized(keeper, 2).expect_err("too many");
    assert_eq!(refused.code(), "body-too-many-links");
}

#[test]
fn clearance_and_bodies_follow_edits() {
    let rounds = if is_slow_run() { 20_000 } else { 60 };
    for seed in 0..12u64 {
        let mut rng = Rng::new(seed);
        let map = caves(seed, 30, 20, 30, 2);
        let mover = rng.pick(&[0, 1, 2, 3]);
        let crosses = Mover::walker().crosses(1, 500).and_then(|mover| mover.crosses(2, 70));
        let mover = rules(crosses.expect("few ticks"))[mover].clone();
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
                match rng.below(10) {
                    8 => _ = edit.fence(cell, rng.pick(&[Dir::E, Dir::S]), rng.below(3) as u8),
                    9 => _ = edit.fence_step(cell, rng.pick(&[Dir::E, Dir::S]), 1),
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
                let cost = by_astar(&view, &query, &mut Scratch::new());
                assert_eq!(cost, distances[goal], "seed {seed}: {start} to {goal}");
                found += u32::from(distances[goal].is_some_and(|cost| cost > 0));
            }
        }
    }
    assert!(found > 1000, "{found} paths");
}

#[test]
fn an_overlay_costs_a_body_what_it_costs_at_the_costliest_covered_cell() {
    for seed in 0..if is_slow_run() { 3000 } else { 200 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(9) as u32, 1 + rng.below(9) as u32);
        let grid = Grid::new(width, height, b'.').expect("a good size");
        let mut overlay = Overlay::new(&grid);
        for _ in 0..rng.below(6) {
            let (x, y) = (rng.below(11) as u32, rng.below(11) as u32);
            match rng.below(8) {
                0 => overlay.clear(),
                1 => overlay.shift((rng.below(5) as i64 - 2, rng.below(5) as i64 - 2)),
                2 => overlay.set((x, y), 0),
                3 => overlay.set((x, y), Overlay::MOST),
                _ => {
                    let (wide, high) = (rng.below(4) as u32, rng.below(4) as u32);
                    overlay.fill(CellRect::new(x, y, wide, high), rng.below(90) as u32);
                }
            }
        }
        let view = grid.seen_by(&Mover::walker());
        for side in [1, 2, 3, 4, 5, 7, 8, 12, 65_535] {
            let body = BodyGrid::square(&view, side).expect("one kind");
            let met = body.overlay(&overlay);
            let most = |cell: Cell| {
                let covered = CellRect::new(cell.x, cell.y, side, side);
                let cells = (0..grid.cell_count()).map(|at| grid.cell(NodeId::new(at)));
                cells.filter(|&at| covered.contains(at)).map(|at| overlay.extra_of(at)).max()
            };
            for node in (0..grid.cell_count()).map(NodeId::new) {
                let cell = grid.cell(node);
                assert_eq!(Some(met.extra(node)), most(cell), "seed {seed}, side {side}: {cell}");
            }
            let under = met.over(body.view());
            check(&under).expect("a sound world");
        }
        let round = BodyGrid::round(&view, 3).expect("one kind").overlay(&overlay);
        let nodes = (0..grid.cell_count()).map(NodeId::new);
        assert!(nodes.clone().all(|node| round.extra(node) == overlay.extra(node)));
    }
}

#[test]
fn replanners_follow_what_a_body_pays_on_an_overlay_that_changes() {
    let grid = Grid::new(14, 9, b'.').expect("a map");
    let cart = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2).expect("one kind");
    let [from, to] = [14 * 4, 14 * 4 + 12].map(NodeId::new);
    let query = PathQuery::new(from, to);
    let mut costs = BTreeSet::new();
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let (mut crowd, mut replanner) = (Overlay::new(&grid), Replanner::new());
        for round in 0..12 {
            match rng.below(6) {
                0 => crowd.clear(),
                1 => crowd.shift((rng.below(5) as i64 - 2, rng.below(3) as i64 - 1)),
                _ => {
                    let corner = (rng.below(12) as u32, rng.below(7) as u32);
                    crowd.fill(CellRect::new(corner.0, corner.1, 2, 3), rng.below(90_000) as u32);
                }
            }
            let met = cart.overlay(&crowd);
            let world = met.over(cart.view());
            let budget = &mut Budget::unlimited();
            let found = replanner.replan_over(&world, from, to, budget, &mut ()).cost();
            let expected = search::dijkstra(&world, &query, &mut Scratch::new(), &mut ()).cost();
            assert_eq!(found, expected, "seed {seed}, round {round}");
            costs.insert(found);
        }
    }
    assert!(costs.len() > 50, "{}", costs.len());
}

#[test]
fn a_body_asks_what_if_as_one_made_for_the_edited_map() {
    for seed in 0..if is_slow_run() { 20_000 } else { 300 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 7, 6)));
        let view = grid.seen_by(&mover);
        for (is_square, size) in [(true, 1), (true, 2), (true, 3), (false, 2), (false, 4)] {
            let make = if is_square { BodyGrid::square } else { BodyGrid::round };
            let body = make(&view, size).expect("few kinds");
            let what = format!("seed {seed}, square {is_square}, {size}");
            let cell = |rng: &mut Rng| {
                grid.cell(NodeId::new(rng.below(grid.cell_count() as usize) as u32))
            };

            let others: Vec<Cell> = (0..rng.below(4)).map(|_| cell(&mut rng)).collect();
            let mut crowded = grid.clone();
            let mut edit = Edit::new();
            others.iter().for_each(|&cell| _ = edit.set(cell, u8::MAX));
            crowded.apply(&edit).expect("on the map");
            let made = make(&crowded.seen_by(&mover), size).expect("few kinds");
            let asked = body.with_blocked(&others).expect("on the map");
            assert_eq!(arcs_of(&asked), arcs_of(&made.view()), "{what}: {others:?}");

            let mut edited = grid.clone();
            for _ in 0..1 + rng.below(2) {
                let mut edit = Edit::new();
                for _ in 0..1 + rng.below(3) {
                    let (at, other) = (cell(&mut rng), cell(&mut rng));
                    let dir = if at.x > 0 { Dir::W } else { Dir::E };
                    match rng.below(6) {
                        _ if grid.width() == 1 => _ = edit.set(at, u8::MAX),
                        0 => _ = edit.fence(at, dir, rng.below(3) as u8),
                        1 => _ = edit.fence_step(at, dir, rng.below(3) as u8),
                        2 => _ = edit.wall(at, dir),
                        3 => _ = edit.remove_wall(at, dir),
                        _ => _ = edit.set(at, grid.class(other).expect("on the map")),
                    }
                }
                edited.apply(&edit).expect("on the map");
            }
            let made = make(&edited.seen_by(&mover), size).expect("few kinds");
            let asked = body.with(&edited.seen_by(&mover)).expect("few kinds");
            assert_eq!(arcs_of(&asked), arcs_of(&made.view()), "{what}");
            let backward = |world: &EditedView<'_>| {
                let mut list = Vec::new();
                for node in (0..world.node_count()).map(NodeId::new) {
                    world.for_each_arc(node, Way::Backward, |arc| {
                        list.push((arc.node.index(), node.index(), u64::from(arc.cost)));
                    });
                }
                list.sort_unstable();
                list
            };
            assert_eq!(backward(&asked), arcs_of(&asked), "{what}");
        }
        let body = BodyGrid::square(&view, 2).expect("few kinds");
        let off = Cell::new(grid.width(), 0);
        assert!(body.with_blocked(&[off]).is_err_and(|error| error.is_off_map()));
        let other = Grid::new(9, 9, b'.').expect("a good size");
        assert_eq!(body.with(&other.seen_by(&mover)).err(), Some(BodyError::Size));
    }
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
