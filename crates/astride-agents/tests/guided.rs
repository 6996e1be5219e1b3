//! Guided crowds and herds keep the rules of the map, whatever is edited, never overlap, and the
//! same calls give the same history.

use astride::base::{Budget, Cell, CellRect, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{Corners, Edit, Grid, GridHeuristic, GridView, Mover, Neighbours};
use astride_agents::crowd::{Body, CELL, CrowdError, overlaps, wall_contacts};
use astride_agents::guided::{GuidedCrowd, JumpRoutes, Lead, State, Work};
use astride_agents::herd::{Herd, Pasture, Species, Will};
use astride_testkit::generate::caves;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// Whether a cell is 0 blocked, 1 land or 2 water, from the rules in prose and nothing else.
fn medium(grid: &Grid, x: i64, y: i64) -> u8 {
    let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    match cell.and_then(|cell| grid.class(cell)) {
        Some(b'.' | b'G' | b'S' | b'1'..=b'9') => 1,
        Some(b'W') => 2,
        _ => 0,
    }
}

/// Whether a body may have gone from one cell to the other in a tick: to a neighbour of the same
/// medium, and round a corner only by cells of that medium.
fn may_step(grid: &Grid, from: Cell, to: Cell) -> bool {
    let [x, y, to_x, to_y] = [from.x, from.y, to.x, to.y].map(i64::from);
    let own = medium(grid, x, y);
    let is = |x, y| medium(grid, x, y) == own;
    let is_near = (to_x - x).abs() <= 1 && (to_y - y).abs() <= 1;
    own != 0 && is_near && is(to_x, to_y) && (is(to_x, y) || is(x, to_y))
}

fn cells_of(crowd: &GuidedCrowd) -> Vec<Cell> {
    (0..crowd.crowd().count() as u32).map(|id| crowd.cell(id).unwrap()).collect()
}

/// A tick after which nobody overlaps anybody or a wall, and all have kept to their medium.
fn watched_tick(herd: &mut Herd, grid: &Grid, mover: &Mover, routes: &mut JumpRoutes, hint: &str) {
    let view = grid.seen_by(mover);
    // Those in new walls are moved before the tick begins.
    herd.advance(&view, routes, 0, 0).unwrap();
    let (cells, before) = (cells_of(herd.crowd()), herd.crowd().crowd().positions().to_vec());
    herd.advance(&view, routes, 1, 300).unwrap();
    let crowd = herd.crowd().crowd();
    let radii: Vec<i32> = crowd.radii().collect();
    assert_eq!(overlaps(&radii, &before, crowd.positions()), [], "{hint}");
    let is_wall = |x: i32, y: i32| medium(grid, x.into(), y.into()) == 0;
    for contact in wall_contacts(&radii, &before, crowd.positions(), CELL, is_wall) {
        let cell = cells[contact as usize];
        assert!(!grid.seen_by(mover).is_free(cell), "{hint}: {contact} touches a wall");
    }
    for (id, (&from, to)) in cells.iter().zip(cells_of(herd.crowd())).enumerate() {
        assert!(from == to || may_step(grid, from, to), "{hint}: {id} went from {from} to {to}");
    }
}

/// Any body there may be, but no slower than a cell in two seconds.
fn random_body(rng: &mut Rng) -> Body {
    let part = |rng: &mut Rng| rng.below(1001) as f64 / 1000.0;
    Body { radius: 0.016 + 0.337 * part(rng), speed: 0.5 + 4.0 * part(rng) }
}

/// Two that follow orders, two that graze, and one that hunts.
fn random_species(rng: &mut Rng) -> Vec<Species> {
    let wills = [Will::Orders, Will::Graze, Will::Graze, Will::Hunt, Will::Orders];
    let range = rng.below(12) as u32;
    wills.map(|will| Species { body: random_body(rng), range, will }).to_vec()
}

fn movers() -> Vec<Mover> {
    vec![
        Mover::walker(),
        Mover::walker().corners(Corners::OneFree),
        Mover::walker().corners(Corners::Always),
        Mover::walker().neighbours(Neighbours::Four),
    ]
}

/// Paints a small rectangle, mostly free again, now and then water.
fn random_edit(grid: &mut Grid, rng: &mut Rng) {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let (x, y) = (rng.below(width), rng.below(height));
    let (wide, high) = (1 + rng.below(4.min(width - x)), 1 + rng.below(4.min(height - y)));
    let rect = CellRect::new(x as u32, y as u32, wide as u32, high as u32);
    grid.apply(Edit::new().fill(rect, rng.pick(b"@@T...W3"))).unwrap();
}

/// A life of some ticks with edits, orders, additions and removals.
fn live(seed: u64, ticks: usize) -> (u64, u32) {
    let mut rng = Rng::new(seed);
    let mover = movers().swap_remove(seed as usize % 4);
    let side = 8 + rng.below(30);
    let map = caves(seed, side, 8 + rng.below(30), 30, 2);
    let mut grid = Grid::from_classes(map.width as u32, map.height as u32, &map.classes).unwrap();
    let mut routes = JumpRoutes::default();
    let mut herd = Herd::new(&grid.seen_by(&mover), &random_species(&mut rng), seed).unwrap();
    let middle = Cell::new(grid.width() / 2, grid.height() / 2);
    let mut ended = 0;
    for tick in 0..ticks {
        if rng.percent(1) {
            random_edit(&mut grid, &mut rng);
        }
        let view = grid.seen_by(&mover);
        if herd.crowd().crowd().count() < 40 && rng.percent(2) {
            let (radius, count) = (rng.below(20) as u32, rng.below(24) as u32);
            _ = herd.scatter(&view, middle, radius, count, rng.below(5) as u8);
        }
        let present = herd.crowd().crowd().count();
        let mut some = |most: usize| 0..rng.below(most.min(present) + 1) as u32;
        let (gone, sent): (Vec<u32>, Vec<u32>) =
            (some(40).step_by(3).collect(), some(60).collect());
        if rng.percent(2) {
            let to = Cell::new(rng.below(side) as u32, rng.below(map.height) as u32);
            let lead = rng.pick(&[Lead::Quickest, Lead::Field, Lead::Ways]);
            herd.order_by(&view, &sent, to, lead).unwrap();
        }
        if rng.percent(1) {
            herd.remove(&gone).unwrap();
        }
        watched_tick(&mut herd, &grid, &mover, &mut routes, &format!("seed {seed}, tick {tick}"));
        ended += herd.crowd().ended().len() as u32;
    }
    (herd.digest(), ended)
}

#[test]
fn nobody_overlaps_or_leaves_its_medium_through_all_edits() {
    let (lives, mut ended) = (if is_slow_run() { 600 } else { 12 }, 0);
    for seed in 0..lives {
        let (digest, came) = live(seed, 1500);
        ended += came;
        if seed < 2 {
            assert_eq!(live(seed, 1500).0, digest, "seed {seed}: the same life twice");
        }
    }
    assert!(ended > 40 * lives as u32, "only {ended} arrivals: hardly anybody walks");
}

/// A herd in caves with some units under way.
fn in_caves(seed: u64, mover: &Mover) -> (Grid, Herd) {
    let mut rng = Rng::new(seed);
    let map = caves(seed, 20 + rng.below(30), 20 + rng.below(30), 20, 2);
    let grid = Grid::from_classes(map.width as u32, map.height as u32, &map.classes).unwrap();
    let view = grid.seen_by(mover);
    let mut herd = Herd::new(&view, &random_species(&mut rng), seed).unwrap();
    for species in 0..5 {
        let centre = Cell::new(rng.below(map.width) as u32, rng.below(map.height) as u32);
        _ = herd.scatter(&view, centre, 20, 12, species);
    }
    let ids: Vec<u32> = (0..herd.crowd().crowd().count() as u32).collect();
    let to = Cell::new(rng.below(map.width) as u32, 10);
    herd.order_by(&view, &ids, to, Lead::Quickest).unwrap();
    herd.order_by(&view, &ids[ids.len() - 9..], Cell::new(4, 9), Lead::Quickest).unwrap();
    (grid, herd)
}

#[test]
fn ticks_may_be_cut_into_calls_anyhow() {
    for seed in 0..if is_slow_run() { 200 } else { 4 } {
        let mut rng = Rng::new(seed);
        let mover = movers().swap_remove(seed as usize % 4);
        let (grid, mut one) = in_caves(seed, &mover);
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
        let (mut many, mut left) = (one.clone(), 1500);
        one.advance(&view, &mut routes, left, u64::MAX).unwrap();
        while left > 0 {
            let some = left.min(1 + rng.below(99) as u32);
            many.advance(&view, &mut routes, some, u64::MAX).unwrap();
            left -= some;
        }
        assert_eq!(one.digest(), many.digest(), "seed {seed}");
        many.advance(&view, &mut routes, 1, u64::MAX).unwrap();
        assert_ne!(one.digest(), many.digest(), "a digest knows the time");
    }
}

#[test]
fn a_herd_has_the_same_history_on_every_machine() {
    let mover = Mover::walker();
    let (grid, mut herd) = in_caves(7, &mover);
    herd.advance(&grid.seen_by(&mover), &mut JumpRoutes::default(), 5500, u64::MAX).unwrap();
    // Changes whenever anything that units do changes; never by itself.
    assert_eq!(herd.digest(), 8_379_353_405_457_815_186);
}

#[test]
fn all_orders_on_open_maps_arrive() {
    for seed in 0..if is_slow_run() { 400 } else { 8 } {
        let mut rng = Rng::new(seed);
        let mover = movers().swap_remove(seed as usize % 4);
        let (width, height) = (12 + rng.below(30) as u32, 12 + rng.below(30) as u32);
        let grid = Grid::new(width, height, b'.').unwrap();
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
        let mut crowd = GuidedCrowd::new(&view, seed).unwrap();
        let mut cell =
            || Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32);
        let (centre, aims) = (cell(), [cell(), cell(), cell()]);
        let count = rng.below(width as usize * height as usize / 5) as u32;
        for _ in 0..count {
            crowd.scatter(&view, centre, 12, 1, random_body(&mut rng)).unwrap();
        }
        for (group, &aim) in (0..).zip(&aims) {
            let ids: Vec<u32> = (0..count).filter(|id| id % 3 == group).collect();
            crowd.order(&view, &ids, aim).unwrap();
        }
        let (mut arrived, mut ticks) = (0, 0);
        while arrived < count {
            arrived += crowd.advance(&view, &mut routes, 1, 2000).unwrap().arrived;
            ticks += 1;
            let late = crowd.states().filter(|&state| state != State::Idle).count();
            assert!(ticks < 20_000, "seed {seed}: {late} of {count} never arrive");
        }
        assert!(crowd.states().all(|state| state == State::Idle), "seed {seed}");
    }
}

#[test]
fn paths_that_lead_through_walls_take_nobody_there() {
    let mover = Mover::walker();
    let mut grid = Grid::new(20, 20, b'.').unwrap();
    let old = grid.clone();
    grid.apply(Edit::new().fill(CellRect::new(9, 0, 1, 20), b'@')).unwrap();
    let mut rng = Rng::new(3);
    let mut scratch = Scratch::new();
    // A source that knows nothing of the wall, and now and then speaks of another start.
    let mut routes = |_: &GridView<'_>, from: NodeId, to: NodeId| {
        let view = old.seen_by(&mover);
        let from = if rng.percent(20) { NodeId::new(rng.below(400) as u32) } else { from };
        let octile = GridHeuristic::octile(&view);
        astar(&view, &octile, &PathQuery::new(from, to), &mut scratch, &mut ())
    };
    let view = grid.seen_by(&mover);
    let mut crowd = GuidedCrowd::new(&view, 1).unwrap();
    crowd.scatter(&view, Cell::new(4, 9), 4, 12, Body::default()).unwrap();
    let ids: Vec<u32> = (0..12).collect();
    for tick in 0..1500_u32 {
        if tick % 500 == 0 {
            crowd.order(&view, &ids, Cell::new(15, tick / 200)).unwrap();
        }
        assert_eq!(crowd.advance(&view, &mut routes, 1, 9).unwrap().arrived, 0);
        assert!(cells_of(&crowd).iter().all(|cell| cell.x < 9), "tick {tick}");
    }
    assert!(crowd.states().all(|state| state == State::Stuck));
}

#[test]
fn units_that_know_only_what_they_have_seen_find_their_way_round_a_wall() {
    // Units are led farther ahead than they see: one of these walls is where they are led to.
    for column in 14..17 {
        let mut nav = Navigator::new(Grid::new(30, 20, b'.').unwrap());
        nav.edit(|batch| _ = batch.fill(CellRect::new(column, 0, 1, 17), b'@')).unwrap();
        let (walker, scouts) = (nav.first_mover(), nav.add_faction(b'.'));
        let mut crowd = GuidedCrowd::new(&nav.view(walker).unwrap(), 1).unwrap();
        let view = nav.view(walker).unwrap();
        let start = (4..8).map(|y| Cell::new(3, y));
        let troop: Vec<u32> =
            start.map(|cell| crowd.spawn(&view, cell, Body::default()).unwrap()).collect();
        crowd.order_by(&view, &troop, Cell::new(26, 5), Lead::Ways).unwrap();
        for _ in 0..2400 {
            for eye in cells_of(&crowd) {
                if nav.reveal_around(scouts, eye, 6, |class| class == b'@').unwrap() > 0 {
                    let [left, top] = [eye.x, eye.y].map(|side| side.saturating_sub(6));
                    crowd.map_changed(CellRect::new(left, top, 13, 13));
                }
            }
            let mut routes = |view: &GridView<'_>, from: NodeId, to: NodeId| {
                let [from, to] = [from, to].map(|node| view.grid().cell(node));
                let ask = Ask::new(from, to).faction(scouts);
                nav.route(&ask, &mut Budget::unlimited()).unwrap()
            };
            crowd.advance(&nav.view(walker).unwrap(), &mut routes, 1, 20_000).unwrap();
        }
        let cells = cells_of(&crowd);
        assert!(cells.iter().all(|cell| cell.x > 20), "{column}: {cells:?}");
    }
}

#[test]
fn one_that_flees_runs_as_far_as_it_can() {
    let mover = Mover::walker();
    let grid = Grid::new(20, 1, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
    let mut crowd = GuidedCrowd::new(&view, 0).unwrap();
    let body = Body { radius: 0.3, speed: 4.0 };
    let hare = crowd.spawn(&view, Cell::new(5, 0), body).unwrap();
    crowd.flee(&view, hare, [2 * CELL, CELL / 2]).unwrap();
    assert_eq!(crowd.state(hare), Some(State::Fleeing));
    crowd.advance(&view, &mut routes, 2, 0).unwrap();
    assert_eq!(crowd.crowd().velocities()[0][0] / CELL, 6, "seven in a second, rounded down");
    crowd.advance(&view, &mut routes, 99, 0).unwrap();
    assert_eq!((crowd.cell(hare), crowd.state(hare)), (Some(Cell::new(11, 0)), Some(State::Idle)));
    assert_eq!(crowd.ended(), [hare]);
    crowd.order(&view, &[hare], Cell::new(2, 0)).unwrap();
    crowd.advance(&view, &mut routes, 20, 100).unwrap();
    assert_eq!(crowd.crowd().velocities()[0][0] / CELL, -3, "it walks again");
    assert!(crowd.flee(&view, 1, [0, 0]).is_err());
    // From far off the map it runs the right way, too.
    crowd.flee(&view, hare, [i32::MIN; 2]).unwrap();
    crowd.advance(&view, &mut routes, 2, 0).unwrap();
    assert!(crowd.crowd().velocities()[0][0] > 0);
}

#[test]
fn all_who_are_sent_to_one_cell_arrive_at_a_place_of_their_own() {
    for (corners, count) in [(Corners::Never, 60), (Corners::Always, 12), (Corners::Never, 3)] {
        let mover = Mover::walker().corners(corners);
        let mut grid = Grid::new(60, 40, b'.').unwrap();
        let wall = CellRect::new(30, 0, 1, 37);
        grid.apply(Edit::new().fill(wall, b'@').set((50, 20), b'@')).unwrap();
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
        let mut crowd = GuidedCrowd::new(&view, 5).unwrap();
        let body = Body { radius: 0.3, speed: 4.0 };
        crowd.scatter(&view, Cell::new(12, 20), 11, count, body).unwrap();
        let ids: Vec<u32> = (0..count).collect();
        crowd.order(&view, &ids, Cell::new(50, 20)).unwrap();
        let (mut arrived, mut came) = (0, Vec::new());
        for _ in 0..3000 {
            arrived += crowd.advance(&view, &mut routes, 1, 500).unwrap().arrived;
            came.extend_from_slice(crowd.ended());
        }
        came.sort_unstable();
        assert_eq!((arrived, came), (count, ids), "{corners:?}");
        let mut cells = cells_of(&crowd);
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), count as usize, "{corners:?}: two share a place");
        assert!(cells.iter().all(|cell| cell.x > 30), "{corners:?}");
    }
}

#[test]
fn a_budget_of_one_answers_all_in_the_end_in_the_order_of_asking() {
    let mover = Mover::walker();
    let grid = Grid::new(40, 40, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
    let mut crowd = GuidedCrowd::new(&view, 2).unwrap();
    crowd.scatter(&view, Cell::new(9, 9), 6, 10, Body::default()).unwrap();
    let ids: Vec<u32> = (0..10).collect();
    crowd.order(&view, &ids, Cell::new(30, 30)).unwrap();
    for answered in 1..=10 {
        let work = crowd.advance(&view, &mut routes, 1, 1).unwrap();
        assert_eq!((work.answered, work.waiting), (1, 10 - answered));
        let waits = crowd.states().filter(|&state| state == State::Waiting).count();
        assert_eq!(waits as u32, 10 - answered);
    }
    // A shared field is computed in slices, and leads all at once; fields are used again.
    let mut crowd = GuidedCrowd::new(&view, 2).unwrap();
    crowd.scatter(&view, Cell::new(9, 9), 6, 50, Body::default()).unwrap();
    let ids: Vec<u32> = (0..50).collect();
    for round in 0..40 {
        crowd.order(&view, &ids, Cell::new(30, 30 - round % 7)).unwrap();
        let mut slices = 0;
        while crowd.states().any(|state| state == State::Waiting) {
            let work = crowd.advance(&view, &mut routes, 1, 100).unwrap();
            assert!(work.expanded <= 100, "{work:?}");
            slices += 1;
        }
        assert!((16..40).contains(&slices), "{slices} slices of 100 for 1600 cells");
        assert!(crowd.field_of(7).is_some(), "round {round}");
    }
}

#[test]
fn an_edit_on_the_way_makes_a_unit_ask_again_and_one_elsewhere_does_not() {
    let mover = Mover::walker();
    let mut grid = Grid::new(30, 30, b'.').unwrap();
    let mut routes = JumpRoutes::default();
    let mut crowd = GuidedCrowd::new(&grid.seen_by(&mover), 0).unwrap();
    crowd.spawn(&grid.seen_by(&mover), Cell::new(2, 15), Body::default()).unwrap();
    crowd.order(&grid.seen_by(&mover), &[0], Cell::new(27, 15)).unwrap();
    let mut advance = |crowd: &mut GuidedCrowd, grid: &Grid, ticks| {
        crowd.advance(&grid.seen_by(&mover), &mut routes, ticks, u64::MAX).unwrap()
    };
    advance(&mut crowd, &grid, 5);
    grid.apply(Edit::new().set((15, 3), b'@')).unwrap();
    assert_eq!(advance(&mut crowd, &grid, 1).replans, 0);
    grid.apply(Edit::new().fill(CellRect::new(15, 10, 1, 11), b'@')).unwrap();
    assert_eq!(advance(&mut crowd, &grid, 1).replans, 1);
    let mut path = Vec::new();
    crowd.path_of(&grid.seen_by(&mover), 0, &mut path);
    assert!(path.len() > 2 && path.last() == Some(&Cell::new(27, 15)), "{path:?}");
    let work = advance(&mut crowd, &grid, 1500);
    assert_eq!((work.arrived, crowd.cell(0)), (1, Some(Cell::new(27, 15))));
    // Closed for good: stuck, until it is opened.
    grid.apply(Edit::new().fill(CellRect::new(15, 0, 1, 30), b'@')).unwrap();
    crowd.order(&grid.seen_by(&mover), &[0], Cell::new(2, 15)).unwrap();
    advance(&mut crowd, &grid, 10);
    assert_eq!(crowd.state(0), Some(State::Stuck));
    grid.apply(Edit::new().set((15, 29), b'.')).unwrap();
    let work = advance(&mut crowd, &grid, 1500);
    assert_eq!((work.arrived, crowd.cell(0)), (1, Some(Cell::new(2, 15))));
    // The cell under it is blocked, and then all of them.
    grid.apply(Edit::new().set((2, 15), b'@')).unwrap();
    assert_eq!(advance(&mut crowd, &grid, 1).rescued, 1);
    assert_eq!(crowd.cell(0), Some(Cell::new(1, 14)), "the first of the ring around it");
    grid.apply(Edit::new().fill(grid.bounds(), b'@')).unwrap();
    assert_eq!(advance(&mut crowd, &grid, 9).rescued, 0);
    assert_eq!((crowd.state(0), crowd.cell(0)), (Some(State::Stuck), Some(Cell::new(1, 14))));
    grid.apply(Edit::new().set((3, 14), b'.')).unwrap();
    assert_eq!(advance(&mut crowd, &grid, 1).rescued, 1);
    assert_eq!(crowd.cell(0), Some(Cell::new(3, 14)));
}

#[test]
fn fences_and_water_keep_units_out_and_terrain_costs_lead_them_round() {
    let mover = Mover::walker();
    let mut grid = Grid::new(21, 11, b'.').unwrap();
    // A swamp with a dry way round it.
    grid.apply(Edit::new().fill(CellRect::new(8, 2, 3, 9), b'9')).unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
    let mut crowd = GuidedCrowd::new(&view, 0).unwrap();
    crowd.spawn(&view, Cell::new(2, 6), Body::default()).unwrap();
    crowd.order(&view, &[0], Cell::new(18, 6)).unwrap();
    for _ in 0..900 {
        crowd.advance(&view, &mut routes, 1, 1000).unwrap();
        // At a turning point it may cut the corner of the swamp.
        let cell = crowd.cell(0).unwrap();
        assert!(cell.x != 9 || cell.y < 3, "through the swamp at {cell}");
    }
    assert_eq!(crowd.cell(0), Some(Cell::new(18, 6)));
    // A wall between two columns of cells, but for the last row.
    for y in 0..10 {
        grid.apply(Edit::new().wall((14, y), astride::base::Dir::E)).unwrap();
    }
    let view = grid.seen_by(&mover);
    crowd.order(&view, &[0], Cell::new(12, 0)).unwrap();
    for _ in 0..900 {
        let before = crowd.cell(0).unwrap();
        crowd.advance(&view, &mut routes, 1, 1000).unwrap();
        let after = crowd.cell(0).unwrap();
        assert!(before.x != 15 || after.x != 14 || after.y == 10, "through the wall at {after}");
        let [x, y] = crowd.crowd().positions()[0];
        let off = (x - 15 * CELL).abs();
        assert!(off >= crowd.crowd().radii().next().unwrap() || y > 10 * CELL, "{x}, {y}");
    }
    assert_eq!(crowd.cell(0), Some(Cell::new(12, 0)));
}

#[test]
fn the_last_units_take_the_numbers_of_removed_ones_and_all_go_on() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
    let kind = Species { body: Body::default(), range: 3, will: Will::Orders };
    let mut herd = Herd::new(&view, &[kind; 3], 0).unwrap();
    for x in 0..4 {
        herd.spawn(&view, Cell::new(4 * x, 0), x as u8 % 3).unwrap();
    }
    herd.order_by(&view, &[3, 0], Cell::new(0, 20), Lead::Ways).unwrap();
    herd.remove(&[1, 1, 2]).unwrap();
    assert_eq!(herd.species().collect::<Vec<_>>(), [0, 0]);
    assert_eq!(herd.crowd().cell(1), Some(Cell::new(12, 0)));
    herd.remove(&[0]).unwrap();
    let work = herd.advance(&view, &mut routes, 1500, u64::MAX).unwrap();
    assert_eq!((work.arrived, work.answered, herd.crowd().ended()), (1, 1, &[0][..]));
    herd.remove(&[0]).unwrap();
    assert_eq!(herd.crowd().crowd().count(), 0);
    herd.advance(&view, &mut routes, 10, u64::MAX).unwrap();
}

#[test]
fn at_dusk_those_with_a_will_go_home_and_those_without_stay() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::default());
    let walker = Species { body: Body::default(), range: 3, will: Will::Orders };
    let kinds = [walker, Species { will: Will::Graze, ..walker }];
    let mut herd = Herd::new(&view, &kinds, 3).unwrap();
    let pen = Cell::new(25, 25);
    herd.add_pasture(Pasture { land: grid.bounds(), pen }).unwrap();
    for species in 0..2 {
        let cells = [Cell::new(2, 2), Cell::new(3, 2)];
        herd.settle(&view, 0, &cells, species).unwrap();
    }
    let stood = herd.crowd().cell(0).unwrap();
    herd.advance(&view, &mut routes, Herd::DUSK + 1800, u64::MAX).unwrap();
    assert_eq!(cells_of(herd.crowd()), [stood, pen]);
}

#[test]
fn what_a_herd_does_not_take_is_refused_with_the_reason() {
    let mover = Mover::walker();
    let mut grid = Grid::new(5, 4, b'.').unwrap();
    grid.apply(Edit::new().set((1, 1), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    let mut herd = Herd::new(&view, &random_species(&mut Rng::new(1)), 0).unwrap();
    let message = |result: Result<u32, CrowdError>| result.unwrap_err().to_string();
    assert!(message(herd.spawn(&view, Cell::new(5, 0), 0)).contains("off the map of 5x4 cells"));
    assert!(message(herd.spawn(&view, Cell::new(1, 1), 0)).contains("would touch a wall"));
    assert_eq!(herd.scatter(&view, Cell::new(1, 1), 0, 3, 0), Ok(0), "beside it");
    assert!(herd.scatter(&view, Cell::new(9, 9), 2, 1, 0).is_err());
    assert!(herd.scatter(&view, Cell::new(1, 1), u32::MAX, u32::MAX, 0).is_err());
    assert_eq!((herd.crowd().crowd().count(), herd.species().len()), (3, 3), "nobody was added");
    let nobody = Err(CrowdError::NoUnit { unit: 3, present: 3 });
    assert_eq!(herd.order_by(&view, &[2, 3], Cell::new(0, 0), Lead::Ways), nobody);
    assert_eq!(herd.remove(&[3, 2]), nobody);
    assert!(herd.order_by(&view, &[2], Cell::new(0, 4), Lead::Ways).is_err());
    assert_eq!(
        message(herd.spawn(&view, Cell::new(4, 0), 5)),
        "there is no species 5, expected a number below 5"
    );
    assert!(herd.settle(&view, 0, &[Cell::new(4, 0)], 0).is_err(), "there is no pasture");
    let land = grid.bounds();
    assert!(herd.add_pasture(Pasture { land, pen: Cell::new(5, 0) }).is_err());
    assert_eq!(herd.add_pasture(Pasture { land, pen: Cell::new(4, 3) }), Ok(0));
    assert!(herd.settle(&view, 0, &[], 0).is_err());
    assert_eq!(herd.settle(&view, 0, &[Cell::new(1, 1), Cell::new(4, 3)], 1), Ok(3));
    let other = Grid::new(9, 9, b'.').unwrap();
    let moved = herd.advance(&other.seen_by(&mover), &mut JumpRoutes::default(), 1, 9);
    assert_eq!(moved, Err(CrowdError::Size { width: 9, height: 9 }));
    let work = herd.advance(&view, &mut JumpRoutes::default(), 0, 9);
    assert_eq!(work, Ok(Work::default()));
}
