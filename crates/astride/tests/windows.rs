//! A window that follows somebody: a grid, a navigator, requests and a field that were shifted all the
//! way are as those made where they are now.

use astride::base::{Budget, Cell, CellRect, Dir, NodeId};
use astride::planner::{Ask, Keep, Navigator, RequestOptions, Standing};
use astride::search::DistanceField;
use astride::shapes::square::{Corners, Edit, Grid, Mover, Window};
use astride::world::Way;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// A world of blocks of 5 x 5 places, some of which are rock, water or mud.
fn world(x: i64, y: i64) -> u8 {
    let block = Rng::new((x.div_euclid(5) * 7919 + y.div_euclid(5)) as u64).below(10);
    let grain = Rng::new((x * 104_729 + y) as u64).below(12);
    match (block, grain) {
        (0, _) | (_, 0) => b'@',
        (1, _) => b'W',
        (2, _) => b'5',
        _ => b'.',
    }
}

/// A walk of somebody, step by step and now and then by a leap.
struct Walk {
    window: Window,
    nav: Navigator,
    at: (i64, i64),
    rng: Rng,
}

impl Walk {
    fn new(seed: u64) -> Walk {
        let mut rng = Rng::new(seed);
        let (width, height) = (9 + rng.below(24) as u32, 9 + rng.below(24) as u32);
        let window = Window::new(-11, -4, width, height).unwrap();
        let options = RequestOptions::default().lanes(1 + rng.below(3)).quantum(20);
        let mut nav = Navigator::new(window.grid(world).unwrap()).requests(options);
        let first = nav.first_mover();
        [Keep::Table, Keep::Clusters].into_iter().for_each(|keep| nav.keep(first, keep).unwrap());
        nav.add_mover(Mover::walker().corners(Corners::Always));
        nav.add_mover_sized(Mover::walker(), 2).unwrap();
        Walk { window, nav, at: (0, 0), rng }
    }

    fn step(&mut self) {
        let leap = if self.rng.percent(10) { 50 } else { 4 };
        let mut far = || self.rng.below(2 * leap + 1) as i64 - leap as i64;
        self.at = (self.at.0 + far(), self.at.1 + far());
        let by = self.window.to_centre(self.at, 2);
        self.nav.shift(&mut self.window, by, world).unwrap();
        let shown = self.window.cell(self.at).expect("the unit that is followed is in the window");
        assert_eq!(self.window.place(shown), self.at);
    }

    fn ask(&mut self) -> (Ask, Ask, usize) {
        let mut cell = |size: u32| self.rng.below(size as usize) as u32;
        let [width, height] = [self.nav.grid().width(), self.nav.grid().height()];
        let (from, to) = ((cell(width), cell(height)), (cell(width), cell(height)));
        let place = self.rng.below(3);
        let mover = self.nav.movers().nth(place).unwrap();
        (Ask::new(from, to).mover(mover), Ask::new(from, to), place)
    }
}

#[test]
fn whoever_walks_far_has_the_answers_of_the_map_around_them() {
    let mut current = 0;
    for seed in 0..if is_slow_run() { 1500 } else { 25 } {
        let mut walk = Walk::new(seed);
        for step in 0..20 {
            let asked: Vec<_> = (0..3).map(|_| walk.ask()).collect();
            let tickets: Vec<_> =
                asked.iter().map(|(ask, ..)| walk.nav.request(ask, 0).unwrap()).collect();
            // Some are half done when the map moves on.
            walk.nav.work(&mut Budget::unlimited().expansions(7));
            let early = walk.nav.take_done().count();
            walk.step();
            let what = format!("seed {seed}, step {step}, at {:?}", walk.at);
            let mut fresh = Navigator::new(walk.window.grid(world).unwrap());
            fresh.add_mover(Mover::walker().corners(Corners::Always));
            fresh.add_mover_sized(Mover::walker(), 2).unwrap();
            let movers: Vec<_> = fresh.movers().collect();
            let (found, expected) = (walk.nav.grid(), fresh.grid());
            assert!((0..found.height()).all(|y| found.row(y) == expected.row(y)), "{what}");
            assert_eq!(found.histogram(), expected.histogram(), "{what}");
            for _ in 0..6 {
                let (ask, same, place) = walk.ask();
                let same = same.mover(movers[place]);
                let cost = fresh.cost(&same).unwrap();
                assert_eq!(walk.nav.cost(&ask), Ok(cost), "{what}: {ask:?}");
                let path = walk.nav.find(&ask);
                assert_eq!(path.ok().map(|path| path.cost()), cost, "{what}: {ask:?}");
            }
            walk.nav.work(&mut Budget::unlimited());
            let done: Vec<_> = walk.nav.take_done().collect();
            assert_eq!(early + done.len(), asked.len(), "{what}");
            for delivery in done {
                let at = tickets.iter().position(|&ticket| ticket == delivery.ticket).unwrap();
                let (_, same, place) = &asked[at];
                let expected = fresh.cost(&same.mover(movers[*place])).unwrap();
                if delivery.standing == Standing::Current {
                    current += 1;
                    assert_eq!(delivery.answer.unwrap().cost(), expected, "{what}: {same:?}");
                }
            }
        }
    }
    assert!(current > 300, "answers are worked out again after a shift: {current}");
}

#[test]
fn a_field_follows_shifts_as_it_follows_edits() {
    let mover = Mover::walker();
    for seed in 0..if is_slow_run() { 2000 } else { 40 } {
        let mut rng = Rng::new(seed);
        let mut window = Window::new(0, 0, 12 + rng.below(20) as u32, 12).unwrap();
        let mut grid = window.grid(world).unwrap();
        let goal = grid.node((5, 5)).unwrap();
        let mut field = DistanceField::new();
        let compute = |field: &mut DistanceField, grid: &Grid| {
            let view = grid.seen_by(&mover);
            field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        };
        compute(&mut field, &grid);
        for round in 0..12 {
            let by = (rng.below(5) as i64 - 2, rng.below(3) as i64 - 1);
            let (next, batch) = window.shifted(&grid, by, world).unwrap();
            grid.apply(&batch).unwrap();
            window = next;
            let mut fresh = DistanceField::new();
            compute(&mut fresh, &grid);
            if let Err(error) = field.repair(&grid.seen_by(&mover)) {
                assert!(error.is_stale(), "{error}");
                field = fresh.clone();
            }
            let all = |field: &DistanceField| -> Vec<_> {
                (0..grid.cell_count()).map(|n| field.distance(NodeId::new(n))).collect()
            };
            assert_eq!(all(&field), all(&fresh), "seed {seed}, round {round}, by {by:?}");
        }
    }
}

#[test]
fn what_was_built_and_learnt_moves_with_the_map_and_is_lost_with_it() {
    let plain = |_: i64, _: i64| b'.';
    let mut window = Window::new(0, 0, 8, 6).unwrap();
    let mut nav = Navigator::new(window.grid(plain).unwrap());
    let (faction, danger) = (nav.add_faction(b'@'), nav.add_overlay().unwrap());
    let mut batch = Edit::new();
    batch
        .wall((3, 2), Dir::E)
        .wall((0, 5), Dir::E)
        .link_both((2, 2), (6, 4), 500)
        .set((7, 0), b'@');
    nav.apply(&batch).unwrap();
    nav.reveal(faction, CellRect::new(2, 1, 2, 2)).unwrap();
    nav.overlay_mut(danger).unwrap().set((4, 3), 900);

    nav.shift(&mut window, (1, 1), plain).unwrap();
    let is_walled = |grid: &Grid| grid.has_wall((2, 1), Dir::E) && grid.has_wall((3, 1), Dir::W);
    assert!(is_walled(nav.grid()));
    assert_eq!(nav.grid().forbidden_steps((0, 4)), 0, "half of this wall has left");
    assert_eq!(nav.grid().links().len(), 2);
    assert_eq!((nav.grid().class((6, 0)), nav.grid().class((7, 5))), (Some(b'.'), Some(b'.')));
    let knowledge = nav.knowledge(faction).unwrap();
    assert_eq!(knowledge.known_count(), 4);
    assert!(
        knowledge.is_known((1, 0)) && knowledge.is_known((2, 1)) && !knowledge.is_known((3, 2))
    );
    assert_eq!(nav.overlay(danger).unwrap().extra_of((3, 2)), 900);
    assert_eq!(nav.overlay(danger).unwrap().extra_of((4, 3)), 0);

    nav.shift(&mut window, (2, 0), plain).unwrap();
    assert_eq!(nav.grid().links().len(), 0, "one end has left");
    nav.shift(&mut window, (-3, -1), plain).unwrap();
    assert_eq!((window.corner(), nav.grid().links().len()), ((0, 0), 0), "and does not come back");
    assert_eq!(nav.knowledge(faction).unwrap().known_count(), 2);
    let revision = nav.revision();
    assert_eq!(nav.shift(&mut window, (0, 0), plain), Ok(revision), "nothing happens");
    let refused = nav.shift(&mut window, (i64::MAX, 0), plain);
    assert!(refused.is_err() && window.corner() == (0, 0) && nav.revision() == revision);
    assert_eq!(window.cell((-1, 0)), None);
    assert_eq!(window.cell((7, 5)), Some(Cell::new(7, 5)));
}
