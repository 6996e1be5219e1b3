//! Bodies keep the rules of the map, whatever is edited, and the same calls give the same history.

use allocation_counter::measure;
use astride::base::{Cell, Rect};
use astride::shapes::square::{Corners, Edit, Grid, GridView, Mover, Neighbours};
use astride_play::units::{Kind, Prepared, State, Units, UnitsError, Work};
use astride_testkit::generate::caves;
use astride_testkit::rng::Rng;

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

fn cells_of(units: &Units) -> Vec<Cell> {
    (0..units.len() as u32).map(|id| units.cell(id).unwrap()).collect()
}

/// One tick, after which everybody stands on a free cell and has made a legal step, if any.
fn checked_tick(
    units: &mut Units,
    view: &GridView<'_>,
    prepared: &Prepared,
    slow: &Slow,
    is_edited: bool,
    hint: &str,
) -> Work {
    let before = cells_of(units);
    let work = units.advance(view, prepared, 1, 300);
    for (id, (from, to)) in before.into_iter().zip(cells_of(units)).enumerate() {
        let is_stuck = units.state(id as u32) == Some(State::Stuck);
        let is_free = slow.medium(to.x.into(), to.y.into()) != 0;
        assert!(is_free || is_stuck && from == to, "{hint}: body {id} stands on blocked {to}");
        let was_free = slow.medium(from.x.into(), from.y.into()) != 0;
        let may_jump = is_edited && !was_free;
        assert!(
            from == to || may_jump || slow.may_step(from, to),
            "{hint}: body {id} went from {from} to {to}"
        );
    }
    work
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
    let rect = Rect::new(x as u32, y as u32, wide as u32, high as u32);
    let class = rng.pick(b"@@T...W3");
    grid.apply(Edit::new().fill(rect, class)).unwrap();
}

/// A life of `ticks` ticks with edits, orders, additions and removals.
fn live(seed: u64, ticks: usize) -> (u64, u32) {
    let mut rng = Rng::new(seed);
    let mover = rng.pick(&[0, 1, 2, 3]);
    let mover = movers().swap_remove(mover);
    let side = 8 + rng.below(30);
    let map = caves(seed, side, 8 + rng.below(30), 30, 2);
    let mut grid = Grid::from_classes(map.width as u32, map.height as u32, &map.classes).unwrap();
    let mut prepared = Prepared::new(&grid, &mover);
    let mut units = Units::new();
    let middle = Cell::new(grid.width() / 2, grid.height() / 2);
    let mut slow = Slow::of(&grid, &mover);
    let mut arrived = 0;
    for tick in 0..ticks {
        let mut is_edited = false;
        if rng.percent(1) {
            random_edit(&mut grid, &mut rng);
            // Now and then nobody tells the index.
            if rng.percent(70) {
                prepared.follow(&grid, &mover);
            }
            (slow, is_edited) = (Slow::of(&grid, &mover), true);
        }
        let view = grid.seen_by(&mover);
        if units.len() < 40 && rng.percent(2) {
            let (radius, count) = (rng.below(20) as u32, rng.below(24) as u32);
            _ = units.scatter(&view, middle, radius, count, rng.below(5) as u8);
        }
        if rng.percent(1) {
            let ids: Vec<u32> = (0..rng.below(40) as u32).filter(|id| id % 3 == 0).collect();
            units.remove(&ids[..rng.below(ids.len() + 1)]);
        }
        if rng.percent(2) {
            let ids: Vec<u32> = (0..rng.below(60) as u32).collect();
            let to = Cell::new(rng.below(2 * side) as u32, rng.below(side) as u32);
            units.send(&ids, to);
        }
        let hint = format!("seed {seed}, tick {tick}");
        arrived += checked_tick(&mut units, &view, &prepared, &slow, is_edited, &hint).arrived;
    }
    (units.digest(), arrived)
}

#[test]
fn bodies_stand_on_free_cells_and_make_legal_steps_through_all_edits() {
    let mut arrived = 0;
    for seed in 0..40 {
        let (digest, came) = live(seed, 2500);
        arrived += came;
        if seed < 5 {
            assert_eq!(live(seed, 2500).0, digest, "seed {seed}: the same life twice");
        }
    }
    assert!(arrived > 2000, "only {arrived} arrivals: hardly anybody walks");
}

#[test]
fn one_call_of_many_ticks_is_many_calls_of_one() {
    let mover = Mover::walker();
    for seed in 0..6 {
        let farm = Units::farm(seed, 240).unwrap();
        let (view, prepared) = (farm.grid.seen_by(&mover), Prepared::new(&farm.grid, &mover));
        let (mut one, mut many) = (farm.units.clone(), farm.units.clone());
        for units in [&mut one, &mut many] {
            let ids: Vec<u32> = (0..60).collect();
            units.send(&ids, Cell::new(40, 40));
            units.send(&ids[..5], Cell::new(10, 9));
        }
        assert_eq!(one.digest(), many.digest());
        one.advance(&view, &prepared, 6000, u64::MAX);
        for _ in 0..6000 {
            many.advance(&view, &prepared, 1, u64::MAX);
        }
        assert_eq!(one.digest(), many.digest(), "seed {seed}");
        many.advance(&view, &prepared, 1, u64::MAX);
        assert_ne!(one.digest(), many.digest(), "a digest knows the tick");
    }
}

#[test]
fn everybody_sent_to_one_cell_arrives_at_a_place_of_his_own() {
    for (corners, count) in
        [(Corners::Never, 300), (Corners::OneFree, 60), (Corners::Always, 12), (Corners::Never, 3)]
    {
        let mover = Mover::walker().corners(corners);
        let mut grid = Grid::new(60, 40, b'.').unwrap();
        let wall = Rect::new(30, 0, 1, 37);
        grid.apply(Edit::new().fill(wall, b'@').set((50, 20), b'@')).unwrap();
        let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
        let mut units = Units::new();
        let ids: Vec<u32> = units
            .scatter(&view, Cell::new(12, 20), 11, count, Kind::Walker as u8)
            .unwrap()
            .collect();
        units.send(&ids, Cell::new(50, 20));
        let mut arrived = 0;
        for _ in 0..3000 {
            arrived += units.advance(&view, &prepared, 1, 500).arrived;
        }
        assert_eq!(arrived, count, "{corners:?}");
        let mut cells = cells_of(&units);
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), count as usize, "{corners:?}: two share a place");
        assert!(cells.iter().all(|cell| cell.x > 30), "{corners:?}");
        assert!(units.states().all(|state| state == State::Idle));
    }
}

#[test]
fn a_budget_of_one_answers_everybody_in_the_end_in_the_order_of_asking() {
    let mover = Mover::walker();
    let grid = Grid::new(40, 40, b'.').unwrap();
    let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
    let mut units = Units::new();
    let ids: Vec<u32> = units.scatter(&view, Cell::new(9, 9), 6, 10, 0).unwrap().collect();
    units.send(&ids, Cell::new(30, 30));
    for answered in 1..=10 {
        let work = units.advance(&view, &prepared, 1, 1);
        assert_eq!((work.answered, work.waiting), (1, 10 - answered));
        let waits = units.states().filter(|&state| state == State::Waiting).count();
        assert_eq!(waits as u32, 10 - answered);
    }
    // A shared field is computed in slices, and leads all at once.
    let mut units = Units::new();
    let ids: Vec<u32> = units.scatter(&view, Cell::new(9, 9), 6, 50, 0).unwrap().collect();
    units.send(&ids, Cell::new(30, 30));
    let mut slices = 0;
    loop {
        let work = units.advance(&view, &prepared, 1, 100);
        assert!(work.expanded <= 100, "{work:?}");
        slices += 1;
        if units.states().all(|state| state == State::Moving) {
            break;
        }
    }
    assert!((16..40).contains(&slices), "{slices} slices of 100 for 1600 cells");
}

#[test]
fn an_edit_on_the_way_makes_a_body_ask_again_and_one_elsewhere_does_not() {
    let mover = Mover::walker();
    let mut grid = Grid::new(30, 30, b'.').unwrap();
    let mut prepared = Prepared::new(&grid, &mover);
    let mut units = Units::new();
    units.add(&grid.seen_by(&mover), Cell::new(2, 15), 0).unwrap();
    units.send(&[0], Cell::new(27, 15));
    units.advance(&grid.seen_by(&mover), &prepared, 5, u64::MAX);
    grid.apply(Edit::new().set((15, 3), b'@')).unwrap();
    prepared.follow(&grid, &mover);
    assert_eq!(units.advance(&grid.seen_by(&mover), &prepared, 1, u64::MAX).replans, 0);
    grid.apply(Edit::new().fill(Rect::new(15, 10, 1, 11), b'@')).unwrap();
    prepared.follow(&grid, &mover);
    assert_eq!(units.advance(&grid.seen_by(&mover), &prepared, 1, u64::MAX).replans, 1);
    let mut path = Vec::new();
    units.path_of(&grid.seen_by(&mover), 0, &mut path);
    assert!(path.len() > 2 && path.last() == Some(&Cell::new(27, 15)), "{path:?}");
    let work = units.advance(&grid.seen_by(&mover), &prepared, 1000, u64::MAX);
    assert_eq!((work.arrived, units.cell(0)), (1, Some(Cell::new(27, 15))));
    // Closed for good: stuck, until it is opened.
    grid.apply(Edit::new().fill(Rect::new(15, 0, 1, 30), b'@')).unwrap();
    prepared.follow(&grid, &mover);
    units.send(&[0], Cell::new(2, 15));
    units.advance(&grid.seen_by(&mover), &prepared, 10, u64::MAX);
    assert_eq!(units.state(0), Some(State::Stuck));
    grid.apply(Edit::new().set((15, 29), b'.')).unwrap();
    prepared.follow(&grid, &mover);
    let work = units.advance(&grid.seen_by(&mover), &prepared, 1000, u64::MAX);
    assert_eq!((work.arrived, units.cell(0)), (1, Some(Cell::new(2, 15))));
}

#[test]
fn removing_closes_the_gaps_and_those_that_remain_go_on() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
    let mut units = Units::new();
    for x in 0..4 {
        units.add(&view, Cell::new(4 * x, 0), x as u8 % 3).unwrap();
    }
    units.send(&[0], Cell::new(0, 20));
    units.remove(&[1, 9, 1, 2]);
    let kinds: Vec<Kind> = units.kinds().collect();
    assert_eq!(kinds, [Kind::Walker; 2]);
    assert_eq!(units.cell(1), Some(Cell::new(12, 0)));
    units.send(&[1, 7], Cell::new(29, 29));
    units.remove(&[0]);
    assert_eq!(units.advance(&view, &prepared, 1500, u64::MAX).arrived, 1);
    units.remove(&[0]);
    assert!(units.is_empty());
    units.advance(&view, &prepared, 10, u64::MAX);
}

#[test]
fn what_cannot_be_added_is_refused_with_the_reason() {
    let mover = Mover::walker();
    let mut grid = Grid::new(5, 4, b'.').unwrap();
    grid.apply(Edit::new().set((1, 1), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    let mut units = Units::new();
    let message = |result: Result<u32, UnitsError>| result.unwrap_err().to_string();
    let off = units.add(&view, Cell::new(5, 0), 0);
    assert_eq!(message(off), "cell (5, 0) is off the map of 5x4 cells");
    let blocked = units.add(&view, Cell::new(1, 1), 0);
    assert_eq!(message(blocked), "cell (1, 1) is blocked, expected a free one");
    let kind = units.add(&view, Cell::new(0, 0), 5);
    assert_eq!(message(kind), "there is no kind 5 of body, expected less than 5");
    assert!(units.scatter(&view, Cell::new(1, 1), 0, 1, 0).is_err());
    assert!(units.scatter(&view, Cell::new(1, 1), u32::MAX, u32::MAX, 0).is_err());
    assert_eq!(units.scatter(&view, Cell::new(1, 1), u32::MAX, 30, 0), Ok(0..30));
    assert!(units.scatter(&view, Cell::new(0, 0), 9, Units::MOST as u32 - 29, 0).is_err());
    assert!(Units::farm(1, Units::MOST as u32 + 1).is_err());
}

#[test]
fn a_map_of_another_size_begins_without_bodies() {
    let mover = Mover::walker();
    let (small, large) = (Grid::new(5, 5, b'.').unwrap(), Grid::new(9, 9, b'.').unwrap());
    let mut units = Units::new();
    units.add(&large.seen_by(&mover), Cell::new(8, 8), 0).unwrap();
    units.send(&[0], Cell::new(0, 0));
    units.advance(&small.seen_by(&mover), &Prepared::new(&small, &mover), 3, 9);
    assert!(units.is_empty());
}

#[test]
fn a_frame_holds_twelve_bytes_for_each_body() {
    let farm = Units::farm(3, 77).unwrap();
    let mut bytes = Vec::new();
    farm.units.write_frame(&mut bytes);
    assert_eq!(bytes.len(), 12 * 77);
    let x = f32::from_le_bytes(bytes[4 * 76..4 * 77].try_into().unwrap());
    assert_eq!(x.to_bits(), farm.units.positions().last().unwrap().0.to_bits());
    assert_eq!(x.fract().to_bits(), 0.5_f32.to_bits(), "an animal begins in the middle of a cell");
    let kinds: Vec<u8> = farm.units.kinds().map(|kind| kind as u8).collect();
    assert_eq!(bytes[11 * 77..], kinds);
}

#[test]
fn animals_return_at_dusk_flee_from_dogs_and_wander_by_day() {
    let mover = Mover::walker();
    let mut farm = Units::farm(5, 300).unwrap();
    let (view, prepared) = (farm.grid.seen_by(&mover), Prepared::new(&farm.grid, &mover));
    let mut seen = [0_u32; 6];
    for _ in 0..4790 {
        farm.units.advance(&view, &prepared, 1, 2000);
        farm.units.states().for_each(|state| seen[state as usize] += 1);
    }
    assert!(
        seen[State::Moving as usize] > 10_000 && seen[State::Fleeing as usize] > 500,
        "{seen:?}"
    );
    assert_eq!(seen[State::Returning as usize], 0);
    let mut returning = 0;
    for _ in 0..2400 {
        farm.units.advance(&view, &prepared, 1, 2000);
        let home = farm.units.states().filter(|&state| state == State::Returning).count();
        returning = returning.max(home);
    }
    assert!(returning > 200, "{returning} return at once");
    let at_rest = farm.units.states().filter(|&state| state == State::Idle).count();
    assert!(at_rest > 270, "{at_rest} of 300 sleep at the end of the night");
}

#[test]
fn a_farm_has_the_same_history_on_every_machine() {
    let mover = Mover::walker();
    let mut farm = Units::farm(2, 500).unwrap();
    let (view, prepared) = (farm.grid.seen_by(&mover), Prepared::new(&farm.grid, &mover));
    farm.units.advance(&view, &prepared, 5500, u64::MAX);
    // Changes whenever anything that bodies do changes; never by itself.
    assert_eq!(farm.units.digest(), 9_656_187_888_344_567_966);
}

#[test]
fn the_farm_has_room_for_everybody_and_every_gate_is_open() {
    for (seed, count) in [(1, 0), (2, 1), (3, 372), (4, 5000), (5, 20_000)] {
        let farm = Units::farm(seed, count).unwrap();
        let slow = Slow::of(&farm.grid, &Mover::walker());
        let cells = cells_of(&farm.units);
        assert_eq!(cells.len(), count as usize);
        // Land is one piece.
        let first = Cell::new(4, 4);
        let mut seen = vec![false; farm.grid.cell_count() as usize];
        let mut open = vec![first];
        seen[farm.grid.node(first).unwrap().index()] = true;
        while let Some(at) = open.pop() {
            for (x, y) in [(at.x + 1, at.y), (at.x - 1, at.y), (at.x, at.y + 1), (at.x, at.y - 1)] {
                let next = Cell::new(x, y);
                let Some(node) = farm.grid.node(next) else { continue };
                if slow.may_step(at, next) && !std::mem::replace(&mut seen[node.index()], true) {
                    open.push(next);
                }
            }
        }
        let apart = cells.iter().filter(|&&cell| !seen[farm.grid.node(cell).unwrap().index()]);
        let apart = apart.count();
        assert!(apart * 1000 <= count as usize, "seed {seed}: {apart} of {count} are shut in");
    }
}

#[test]
fn a_tick_allocates_nothing_but_the_paths_of_searches() {
    let mover = Mover::walker();
    let mut farm = Units::farm(9, 400).unwrap();
    let prepared = Prepared::new(&farm.grid, &mover);
    let view = farm.grid.seen_by(&mover);
    // Two days, so that all has grown as far as it will.
    farm.units.advance(&view, &prepared, 14_400, u64::MAX);
    let (mut paths, mut grown) = (0, 0);
    for tick in 0..7200 {
        let mut work = Work::default();
        let counted = measure(|| work = farm.units.advance(&view, &prepared, 1, u64::MAX));
        paths += u64::from(work.answered);
        grown += u32::from(counted.count_total > u64::from(work.answered));
        assert!(counted.count_total <= u64::from(work.answered) + 4, "tick {tick}: {counted:?}");
    }
    assert!(paths > 1000, "{paths} paths");
    assert!(
        grown < 8,
        "memory grew in {grown} ticks: now and then a search is harder than all before"
    );
}
