//! Crowds keep the rules of the map, whatever is edited, and the same calls give the same history.

use astride::agents::{
    Body, Crowd, CrowdError, Herd, JumpRoutes, Pasture, Species, State, Will, Work,
};
use astride::base::{Cell, CellRect, NodeId};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{Corners, Edit, Grid, GridHeuristic, GridView, Mover, Neighbours};
use astride_testkit::generate::caves;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// Cells from which a step leads, found from the rules in prose and nothing else: terrain alone,
/// corners as the mover has them.
struct Slow {
    width: i64,
    height: i64,
    classes: Vec<u8>,
    corners: Corners,
    neighbours: Neighbours,
}

impl Slow {
    fn of(grid: &Grid, mover: &Mover) -> Self {
        let rows = (0..grid.height()).flat_map(|y| grid.row(y).unwrap().to_vec());
        Slow {
            width: grid.width().into(),
            height: grid.height().into(),
            classes: rows.collect(),
            corners: mover.corner_rule(),
            neighbours: mover.neighbour_rule(),
        }
    }

    /// 0 blocked, 1 land, 2 water.
    fn medium(&self, x: i64, y: i64) -> u8 {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return 0;
        }
        match self.classes[(y * self.width + x) as usize] {
            b'.' | b'G' | b'S' | b'1'..=b'9' => 1,
            b'W' => 2,
            _ => 0,
        }
    }

    fn may_step(&self, from: Cell, to: Cell) -> bool {
        let [x, y, to_x, to_y] = [from.x, from.y, to.x, to.y].map(i64::from);
        let medium = self.medium(x, y);
        if medium == 0 || medium != self.medium(to_x, to_y) {
            return false;
        }
        let (dx, dy) = (to_x - x, to_y - y);
        if dx.abs() > 1 || dy.abs() > 1 {
            return false;
        }
        if dx == 0 || dy == 0 {
            return true;
        }
        let open = [self.medium(to_x, y) == medium, self.medium(x, to_y) == medium];
        match (self.neighbours, self.corners) {
            (Neighbours::Four, _) => false,
            (_, Corners::Never) => open[0] && open[1],
            (_, Corners::OneFree) => open[0] || open[1],
            (_, Corners::Always) => true,
        }
    }
}

fn cells_of(crowd: &Crowd) -> Vec<Cell> {
    (0..crowd.len() as u32).map(|id| crowd.cell(id).unwrap()).collect()
}

/// After a timestep all agents stand on free cells and have made a legal step, if any.
fn check_steps(before: &[Cell], crowd: &Crowd, slow: &Slow, is_edited: bool, hint: &str) {
    for (id, (&from, to)) in before.iter().zip(cells_of(crowd)).enumerate() {
        let is_stuck = crowd.state(id as u32) == Some(State::Stuck);
        let is_free = slow.medium(to.x.into(), to.y.into()) != 0;
        assert!(is_free || is_stuck && from == to, "{hint}: agent {id} stands on blocked {to}");
        let was_free = slow.medium(from.x.into(), from.y.into()) != 0;
        let may_jump = is_edited && !was_free;
        assert!(
            from == to || may_jump || slow.may_step(from, to),
            "{hint}: agent {id} went from {from} to {to}"
        );
    }
}

/// Any body there may be, but no slower than a hundredth of a cell.
fn random_body(rng: &mut Rng) -> Body {
    let radius = rng.below(Body::MAX_RADIUS as usize + 1) as i32;
    Body::new(radius, 655 + rng.below((Body::SPEEDS.end() - 654) as usize) as i32).unwrap()
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
    let class = rng.pick(b"@@T...W3");
    grid.apply(Edit::new().fill(rect, class)).unwrap();
}

/// A life of some timesteps with edits, orders, additions and removals.
fn live(seed: u64, timesteps: usize) -> (u64, u32) {
    let mut rng = Rng::new(seed);
    let mover = rng.pick(&[0, 1, 2, 3]);
    let mover = movers().swap_remove(mover);
    let side = 8 + rng.below(30);
    let map = caves(seed, side, 8 + rng.below(30), 30, 2);
    let mut grid = Grid::from_classes(map.width as u32, map.height as u32, &map.classes).unwrap();
    let mut routes = JumpRoutes::new(&grid, &mover);
    let mut herd = Herd::on(&grid.seen_by(&mover), &random_species(&mut rng), seed);
    let middle = Cell::new(grid.width() / 2, grid.height() / 2);
    let mut slow = Slow::of(&grid, &mover);
    let mut arrived = 0;
    for timestep in 0..timesteps {
        let mut is_edited = false;
        if rng.percent(1) {
            random_edit(&mut grid, &mut rng);
            // Now and then nobody tells the index.
            if rng.percent(70) {
                routes.follow(&grid, &mover);
            }
            (slow, is_edited) = (Slow::of(&grid, &mover), true);
        }
        let view = grid.seen_by(&mover);
        if herd.crowd().len() < 40 && rng.percent(2) {
            let (radius, count) = (rng.below(20) as u32, rng.below(24) as u32);
            _ = herd.scatter(&view, middle, radius, count, rng.below(5) as u8);
        }
        let present = herd.crowd().len();
        let mut some = |most: usize| 0..rng.below(most.min(present) + 1) as u32;
        let (gone, sent): (Vec<u32>, Vec<u32>) =
            (some(40).step_by(3).collect(), some(60).collect());
        if rng.percent(2) {
            let to = Cell::new(rng.below(side) as u32, rng.below(map.height) as u32);
            herd.order(&sent, to).unwrap();
        }
        if rng.percent(1) {
            herd.remove(&gone).unwrap();
        }
        let hint = format!("seed {seed}, timestep {timestep}");
        let before = cells_of(herd.crowd());
        arrived += herd.advance(&view, &mut routes, 1, 300).arrived;
        check_steps(&before, herd.crowd(), &slow, is_edited, &hint);
    }
    (herd.digest(), arrived)
}

#[test]
fn agents_stand_on_free_cells_and_make_legal_steps_through_all_edits() {
    let (lives, mut arrived) = (if is_slow_run() { 2000 } else { 40 }, 0);
    for seed in 0..lives {
        let (digest, came) = live(seed, 2500);
        arrived += came;
        if seed < 5 {
            assert_eq!(live(seed, 2500).0, digest, "seed {seed}: the same life twice");
        }
    }
    assert!(arrived > 2000, "only {arrived} arrivals: hardly any agent walks");
}

/// A crowd in caves with some agents under way, and the ways it asks for.
fn in_caves(seed: u64, mover: &Mover) -> (Grid, Herd) {
    let mut rng = Rng::new(seed);
    let map = caves(seed, 20 + rng.below(30), 20 + rng.below(30), 20, 2);
    let grid = Grid::from_classes(map.width as u32, map.height as u32, &map.classes).unwrap();
    let view = grid.seen_by(mover);
    let mut herd = Herd::on(&view, &random_species(&mut rng), seed);
    for species in 0..5 {
        let centre = Cell::new(rng.below(map.width) as u32, rng.below(map.height) as u32);
        _ = herd.scatter(&view, centre, 20, 20, species);
    }
    let ids: Vec<u32> = (0..herd.crowd().len() as u32).collect();
    herd.order(&ids, Cell::new(rng.below(map.width) as u32, 10)).unwrap();
    herd.order(&ids[ids.len() - 9..], Cell::new(4, 9)).unwrap();
    (grid, herd)
}

#[test]
fn timesteps_may_be_cut_into_calls_anyhow() {
    for seed in 0..if is_slow_run() { 500 } else { 12 } {
        let mut rng = Rng::new(seed);
        let mover = movers().swap_remove(seed as usize % 4);
        let (grid, mut one) = in_caves(seed, &mover);
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
        let (mut many, mut left) = (one.clone(), 6000);
        one.advance(&view, &mut routes, left, u64::MAX);
        while left > 0 {
            let some = left.min(1 + rng.below(99) as u32);
            many.advance(&view, &mut routes, some, u64::MAX);
            left -= some;
        }
        assert_eq!(one.digest(), many.digest(), "seed {seed}");
        many.advance(&view, &mut routes, 1, u64::MAX);
        assert_ne!(one.digest(), many.digest(), "a digest knows the time");
    }
}

#[test]
fn a_herd_has_the_same_history_on_every_machine() {
    let mover = Mover::walker();
    let (grid, mut herd) = in_caves(7, &mover);
    herd.advance(&grid.seen_by(&mover), &mut JumpRoutes::new(&grid, &mover), 5500, u64::MAX);
    // Changes whenever anything that agents do changes; never by itself.
    assert_eq!(herd.digest(), 11_780_188_409_619_328_270);
}

#[test]
fn all_orders_on_open_maps_arrive() {
    for seed in 0..if is_slow_run() { 3000 } else { 60 } {
        let mut rng = Rng::new(seed);
        let mover = movers().swap_remove(seed as usize % 4);
        let (width, height) = (12 + rng.below(40) as u32, 12 + rng.below(40) as u32);
        let grid = Grid::new(width, height, b'.').unwrap();
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
        let mut crowd = Crowd::on(&view, seed);
        let mut cell =
            || Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32);
        let (centre, aims) = (cell(), [cell(), cell(), cell()]);
        let count = rng.below(width as usize * height as usize / 4) as u32;
        for _ in 0..count {
            crowd.scatter(&view, centre, 12, 1, random_body(&mut rng)).unwrap();
        }
        for (group, &aim) in (0..).zip(&aims) {
            let ids: Vec<u32> = (0..count).filter(|id| id % 3 == group).collect();
            crowd.order(&ids, aim).unwrap();
        }
        let (mut arrived, mut timesteps) = (0, 0);
        while arrived < count {
            arrived += crowd.advance(&view, &mut routes, 1, 2000).arrived;
            timesteps += 1;
            let late = crowd.states().filter(|&state| state != State::Idle).count();
            assert!(timesteps < 20_000, "seed {seed}: {late} of {count} never arrive");
        }
        assert!(crowd.states().all(|state| state == State::Idle), "seed {seed}");
    }
}

#[test]
fn every_speed_gets_round_and_between_corners() {
    let (mover, mut grid) =
        (Mover::walker().corners(Corners::Always), Grid::new(4, 4, b'@').unwrap());
    for at in 0..4 {
        grid.apply(Edit::new().set((at, 3 - at), b'.')).unwrap();
    }
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let step = if is_slow_run() { 1 } else { 64 };
    // A speed of 2897 is 2048 to each side, sixteen of which end exactly on a corner.
    for speed in Body::SPEEDS.step_by(step).chain([2897, 5794]) {
        let mut crowd = Crowd::new();
        for (from, to) in [((0, 3), (3, 0)), ((3, 0), (0, 3))] {
            let id = crowd.spawn(&view, from.into(), Body::new(0, speed).unwrap()).unwrap();
            crowd.order(&[id], to.into()).unwrap();
        }
        let timesteps = 8 * Crowd::CELL / speed;
        let work = crowd.advance(&view, &mut routes, timesteps as u32, u64::MAX);
        assert_eq!((work.arrived, work.replans), (2, 0), "speed {speed}");
    }
}

#[test]
fn velocities_add_up_to_positions_and_those_who_came_are_named() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let mut crowd = Crowd::on(&view, 4);
    let body = Body::default();
    let ids: Vec<u32> = crowd.scatter(&view, Cell::new(6, 6), 4, 20, body).unwrap().collect();
    crowd.order(&ids, Cell::new(25, 20)).unwrap();
    let (mut came, mut arrived) = (Vec::new(), 0);
    let mut at = crowd.positions().to_vec();
    for _ in 0..800 {
        arrived += crowd.advance(&view, &mut routes, 1, u64::MAX).arrived;
        came.extend_from_slice(crowd.ended());
        for (at, by) in at.iter_mut().zip(crowd.velocities()) {
            assert!(by.iter().all(|side| side.abs() <= 2 * body.speed()), "{by:?}");
            *at = [at[0] + by[0], at[1] + by[1]];
        }
        assert_eq!(at, crowd.positions());
    }
    came.sort_unstable();
    assert_eq!((arrived, came), (20, ids));
}

#[test]
fn ways_that_lead_through_walls_make_nobody_step_there() {
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
    let (view, slow) = (grid.seen_by(&mover), Slow::of(&grid, &mover));
    let mut crowd = Crowd::on(&view, 1);
    crowd.scatter(&view, Cell::new(4, 9), 4, 12, Body::default()).unwrap();
    let ids: Vec<u32> = (0..12).collect();
    for timestep in 0..3000_u32 {
        if timestep % 500 == 0 {
            crowd.order(&ids, Cell::new(15, timestep / 200)).unwrap();
        }
        let before = cells_of(&crowd);
        assert_eq!(crowd.advance(&view, &mut routes, 1, 9).arrived, 0);
        check_steps(&before, &crowd, &slow, false, &format!("timestep {timestep}"));
    }
}

#[test]
fn one_that_flees_runs_as_far_as_it_can() {
    let mover = Mover::walker();
    let grid = Grid::new(20, 1, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let mut crowd = Crowd::new();
    let hare = crowd.spawn(&view, Cell::new(5, 0), Body::default()).unwrap();
    crowd.flee(&view, hare, [2 * Crowd::CELL, Crowd::CELL / 2]).unwrap();
    assert_eq!(crowd.state(hare), Some(State::Fleeing));
    let fast = (7 * Body::default().speed() / 4) | 1;
    crowd.advance(&view, &mut routes, 1, 0);
    assert_eq!(crowd.velocities(), [[fast, 0]]);
    crowd.advance(&view, &mut routes, 99, 0);
    assert_eq!((crowd.cell(hare), crowd.state(hare)), (Some(Cell::new(11, 0)), Some(State::Idle)));
    assert_eq!(crowd.ended(), [hare]);
    assert!(crowd.flee(&view, 1, [0, 0]).is_err());
    // From far off the map it runs the right way, too.
    crowd.flee(&view, hare, [i32::MIN; 2]).unwrap();
    crowd.advance(&view, &mut routes, 1, 0);
    assert_eq!(crowd.velocities(), [[fast, 0]]);
}

#[test]
fn everybody_sent_to_one_cell_arrives_at_a_place_of_his_own() {
    for (corners, count) in
        [(Corners::Never, 300), (Corners::OneFree, 60), (Corners::Always, 12), (Corners::Never, 3)]
    {
        let mover = Mover::walker().corners(corners);
        let mut grid = Grid::new(60, 40, b'.').unwrap();
        let wall = CellRect::new(30, 0, 1, 37);
        grid.apply(Edit::new().fill(wall, b'@').set((50, 20), b'@')).unwrap();
        let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
        let mut crowd = Crowd::new();
        let ids: Vec<u32> =
            crowd.scatter(&view, Cell::new(12, 20), 11, count, Body::default()).unwrap().collect();
        crowd.order(&ids, Cell::new(50, 20)).unwrap();
        let mut arrived = 0;
        for _ in 0..3000 {
            arrived += crowd.advance(&view, &mut routes, 1, 500).arrived;
        }
        assert_eq!(arrived, count, "{corners:?}");
        let mut cells = cells_of(&crowd);
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), count as usize, "{corners:?}: two share a place");
        assert!(cells.iter().all(|cell| cell.x > 30), "{corners:?}");
        assert!(crowd.states().all(|state| state == State::Idle));
    }
}

#[test]
fn a_budget_of_one_answers_everybody_in_the_end_in_the_order_of_asking() {
    let mover = Mover::walker();
    let grid = Grid::new(40, 40, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let mut crowd = Crowd::new();
    let ids: Vec<u32> =
        crowd.scatter(&view, Cell::new(9, 9), 6, 10, Body::default()).unwrap().collect();
    crowd.order(&ids, Cell::new(30, 30)).unwrap();
    for answered in 1..=10 {
        let work = crowd.advance(&view, &mut routes, 1, 1);
        assert_eq!((work.answered, work.waiting), (1, 10 - answered));
        let waits = crowd.states().filter(|&state| state == State::Waiting).count();
        assert_eq!(waits as u32, 10 - answered);
    }
    // A shared field is computed in slices, and leads all at once.
    let mut crowd = Crowd::new();
    let ids: Vec<u32> =
        crowd.scatter(&view, Cell::new(9, 9), 6, 50, Body::default()).unwrap().collect();
    crowd.order(&ids, Cell::new(30, 30)).unwrap();
    let mut slices = 0;
    loop {
        let work = crowd.advance(&view, &mut routes, 1, 100);
        assert!(work.expanded <= 100, "{work:?}");
        slices += 1;
        if crowd.states().all(|state| state == State::Moving) {
            break;
        }
    }
    assert!((16..40).contains(&slices), "{slices} slices of 100 for 1600 cells");
}

#[test]
fn an_edit_on_the_way_makes_a_body_ask_again_and_one_elsewhere_does_not() {
    let mover = Mover::walker();
    let mut grid = Grid::new(30, 30, b'.').unwrap();
    let mut routes = JumpRoutes::new(&grid, &mover);
    let mut crowd = Crowd::new();
    crowd.spawn(&grid.seen_by(&mover), Cell::new(2, 15), Body::default()).unwrap();
    crowd.order(&[0], Cell::new(27, 15)).unwrap();
    crowd.advance(&grid.seen_by(&mover), &mut routes, 5, u64::MAX);
    grid.apply(Edit::new().set((15, 3), b'@')).unwrap();
    routes.follow(&grid, &mover);
    assert_eq!(crowd.advance(&grid.seen_by(&mover), &mut routes, 1, u64::MAX).replans, 0);
    grid.apply(Edit::new().fill(CellRect::new(15, 10, 1, 11), b'@')).unwrap();
    routes.follow(&grid, &mover);
    assert_eq!(crowd.advance(&grid.seen_by(&mover), &mut routes, 1, u64::MAX).replans, 1);
    let mut path = Vec::new();
    crowd.path_of(&grid.seen_by(&mover), 0, &mut path);
    assert!(path.len() > 2 && path.last() == Some(&Cell::new(27, 15)), "{path:?}");
    let work = crowd.advance(&grid.seen_by(&mover), &mut routes, 1000, u64::MAX);
    assert_eq!((work.arrived, crowd.cell(0)), (1, Some(Cell::new(27, 15))));
    // Closed for good: stuck, until it is opened.
    grid.apply(Edit::new().fill(CellRect::new(15, 0, 1, 30), b'@')).unwrap();
    routes.follow(&grid, &mover);
    crowd.order(&[0], Cell::new(2, 15)).unwrap();
    crowd.advance(&grid.seen_by(&mover), &mut routes, 10, u64::MAX);
    assert_eq!(crowd.state(0), Some(State::Stuck));
    grid.apply(Edit::new().set((15, 29), b'.')).unwrap();
    routes.follow(&grid, &mover);
    let work = crowd.advance(&grid.seen_by(&mover), &mut routes, 1000, u64::MAX);
    assert_eq!((work.arrived, crowd.cell(0)), (1, Some(Cell::new(2, 15))));
}

#[test]
fn removing_closes_the_gaps_and_those_that_remain_go_on() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let mut herd = Herd::new(&[Species { body: Body::default(), range: 3, will: Will::Orders }; 3]);
    for x in 0..4 {
        herd.spawn(&view, Cell::new(4 * x, 0), x as u8 % 3).unwrap();
    }
    herd.order(&[0], Cell::new(0, 20)).unwrap();
    herd.remove(&[1, 1, 2]).unwrap();
    assert_eq!(herd.species().collect::<Vec<_>>(), [0, 0]);
    assert_eq!(herd.crowd().cell(1), Some(Cell::new(12, 0)));
    herd.order(&[1], Cell::new(29, 29)).unwrap();
    herd.remove(&[0]).unwrap();
    assert_eq!(herd.advance(&view, &mut routes, 1500, u64::MAX).arrived, 1);
    herd.remove(&[0]).unwrap();
    assert!(herd.crowd().is_empty());
    herd.advance(&view, &mut routes, 10, u64::MAX);
}

#[test]
fn at_dusk_those_with_a_will_go_home_and_those_without_stay() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let walker = Species { body: Body::default(), range: 3, will: Will::Orders };
    let mut herd = Herd::on(&view, &[walker, Species { will: Will::Graze, ..walker }], 3);
    let pen = Cell::new(25, 25);
    herd.add_pasture(Pasture { land: grid.bounds(), pen }).unwrap();
    for species in 0..2 {
        herd.settle(&view, 0, &[Cell::new(2, 2)], species).unwrap();
    }
    herd.advance(&view, &mut routes, Herd::DUSK + 1800, u64::MAX);
    assert_eq!(cells_of(herd.crowd()), [Cell::new(2, 2), pen]);
}

#[test]
fn what_a_crowd_does_not_take_is_refused_with_the_reason() {
    let mover = Mover::walker();
    let mut grid = Grid::new(5, 4, b'.').unwrap();
    grid.apply(Edit::new().set((1, 1), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    let mut crowd = Crowd::new();
    let body = Body::default();
    let message = |result: Result<u32, CrowdError>| result.unwrap_err().to_string();
    let off = crowd.spawn(&view, Cell::new(5, 0), body);
    assert_eq!(message(off), "cell (5, 0) is off the map of 5x4 cells");
    let blocked = crowd.spawn(&view, Cell::new(1, 1), body);
    assert_eq!(message(blocked), "cell (1, 1) is blocked, expected a free one");
    assert!(crowd.scatter(&view, Cell::new(1, 1), 0, 1, body).is_err());
    assert!(crowd.scatter(&view, Cell::new(1, 1), u32::MAX, u32::MAX, body).is_err());
    assert_eq!(crowd.scatter(&view, Cell::new(1, 1), u32::MAX, 30, body), Ok(0..30));
    let many = Crowd::MOST as u32 - 29;
    assert!(crowd.scatter(&view, Cell::new(0, 0), 9, many, body).is_err());
    let nobody = CrowdError::NoAgent { id: 30, present: 30 };
    assert_eq!(nobody.to_string(), "there is no agent 30, there are 30");
    assert_eq!(crowd.order(&[2, 30], Cell::new(0, 0)), Err(nobody));
    assert_eq!(crowd.remove(&[30, 2]), Err(nobody));
    assert!(crowd.order(&[2], Cell::new(0, 4)).is_err());
    assert_eq!(
        (crowd.len(), crowd.advance(&view, &mut JumpRoutes::new(&grid, &mover), 1, 9)),
        (30, Work::default())
    );
    for (radius, speed) in [(-1, 1000), (Body::MAX_RADIUS + 1, 1000), (9, 63), (9, 8193)] {
        let fault = Body::new(radius, speed).unwrap_err().to_string();
        let expected = "are no body, expected 0 to 32768 and 64 to 8192";
        assert_eq!(fault, format!("a radius of {radius} and a speed of {speed} {expected}"));
    }
    let mut herd = Herd::on(&view, &random_species(&mut Rng::new(1)), 0);
    assert_eq!(
        message(herd.spawn(&view, Cell::new(0, 0), 5)),
        "there is no species 5, expected less than 5"
    );
    assert!(herd.settle(&view, 0, &[Cell::new(0, 0)], 0).is_err(), "there is no pasture");
    let land = grid.bounds();
    assert!(herd.add_pasture(Pasture { land, pen: Cell::new(5, 0) }).is_err());
    assert_eq!(herd.add_pasture(Pasture { land, pen: Cell::new(4, 3) }), Ok(0));
    assert!(herd.settle(&view, 0, &[], 0).is_err());
    assert_eq!(herd.settle(&view, 0, &[Cell::new(2, 2)], 1), Ok(0));
}

#[test]
fn a_map_of_another_size_begins_without_agents() {
    let mover = Mover::walker();
    let (small, large) = (Grid::new(5, 5, b'.').unwrap(), Grid::new(9, 9, b'.').unwrap());
    let mut herd = Herd::new(&random_species(&mut Rng::new(1)));
    herd.spawn(&large.seen_by(&mover), Cell::new(8, 8), 0).unwrap();
    herd.order(&[0], Cell::new(0, 0)).unwrap();
    herd.advance(&small.seen_by(&mover), &mut JumpRoutes::new(&small, &mover), 3, 9);
    assert!(herd.crowd().is_empty());
    herd.spawn(&small.seen_by(&mover), Cell::new(4, 4), 1).unwrap();
    let pasture = Pasture { land: small.bounds(), pen: Cell::new(1, 1) };
    assert_eq!(herd.add_pasture(pasture), Ok(0));
    let of_before = CrowdError::Pasture { pasture: 0, known: 0 };
    let settled = herd.settle(&large.seen_by(&mover), 0, &[Cell::new(8, 8)], 1);
    assert_eq!(settled, Err(of_before));
    assert_eq!(herd.spawn(&large.seen_by(&mover), Cell::new(8, 8), 2), Ok(0));
    assert_eq!(herd.species().collect::<Vec<_>>(), [2]);
}
