//! Landmarks for questions under overlays: right answers whatever changes, and no landmark is
//! believed once a cell has less extra cost than it was built with.

use astride::base::{Budget, Cell, CellRect, Dir};
use astride::planner::{Adopted, Ask, Keep, Navigator, NavigatorError, OverlayId, Request};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{Corners, Edit, Grid, GridHeuristic, Mover, Near, Neighbours};
use astride::world::{Overlay, media};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{
    caves, fenced_world, random_classes, random_obstacles, rooms, terrain, wall_patterns,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::life::Life;
use super::model::{Model, Question, cells, check_navigator};

/// Builds all that is wanted; how many landmarks that were.
fn build_all(nav: &mut Navigator) -> u32 {
    let mut built = 0;
    while let Some(build) = nav.pending() {
        let is_landmarks = build.keep() == Keep::Landmarks;
        let adopted = nav.adopt(build.run()).expect("its own");
        assert!(adopted == Adopted::Taken || !is_landmarks, "{adopted:?}");
        built += u32::from(is_landmarks);
    }
    built
}

/// The usual mover, which also lands and sets out at a beach.
fn amphibian() -> Mover {
    Mover::walker().terrain_in(b'~', 1, media::LAND | media::WATER).expect("a small factor")
}

/// A world of every kind, jump points or not, and whether walls and links are built in it.
fn any_world(seed: u64) -> (Grid, Mover, bool) {
    let classes = |palette| grid_of(&random_classes(seed, 23, 17, palette));
    let (grid, mover) = match seed % 7 {
        0 => (grid_of(&random_obstacles(seed, 23, 17, 30)), Mover::walker()),
        1 => (grid_of(&caves(seed, 26, 18, 42, 3)), Mover::walker()),
        2 => (grid_of(&rooms(seed, 25, 21, 5, 60)), Mover::walker()),
        3 => (classes(b"......WWW@"), Mover::walker()),
        4 => (classes(b"....WW~~~@"), amphibian()),
        5 => (grid_of(&terrain(seed, 23, 17, 6, 4)), Mover::walker()),
        _ => {
            let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 8)));
            return (grid, mover, true);
        }
    };
    (grid, mover, false)
}

#[test]
fn answers_under_changing_overlays_are_those_of_the_composed_rules() {
    let mut built = 0;
    // In the last of them landmarks of an overlay that is not asked about would mislead.
    for seed in (0..if is_slow_run() { 4000 } else { 42 }).chain([165]) {
        let mut rng = Rng::new(seed);
        let (grid, mover, is_rich) = any_world(seed);
        let mut life = Life::new(grid, mover, is_rich, &mut rng);
        for round in 0..12 {
            let what = format!("seed {seed}, round {round}");
            if rng.percent(25) {
                let Model { movers, overlays, .. } = &life.model;
                let under: Vec<OverlayId> =
                    overlays.iter().map(|one| one.0).filter(|_| rng.percent(50)).collect();
                let mover = movers[rng.below(movers.len())].0;
                life.nav.keep_landmarks(mover, &under).expect("its own");
            }
            life.step(&mut rng);
            if rng.percent(50) {
                built += build_all(&mut life.nav);
            }
            for _ in 0..6 {
                let mut question = life.model.random_question(&mut rng);
                question.faction = question.faction.filter(|_| rng.percent(20));
                check_navigator(
                    &life.nav,
                    &life.model,
                    &question,
                    &format!("{what}, {question:?}"),
                );
            }
        }
    }
    assert!(built > 60, "{built} landmarks");
}

#[test]
fn all_walls_of_three_by_three_cells_are_searched_right_with_landmarks() {
    let mut rng = Rng::new(4);
    for map in wall_patterns(3, 3).step_by(if is_slow_run() { 1 } else { 5 }) {
        let grid = grid_of(&map);
        let mut nav = Navigator::new(grid.clone());
        let danger = nav.add_overlay().unwrap();
        let extras: Vec<u32> =
            (0..9).map(|_| rng.pick(&[0, 0, 1, 7000, 30_000, Overlay::MOST])).collect();
        for (at, &extra) in (0..).zip(&extras) {
            nav.overlay_mut(danger).unwrap().set((at % 3, at / 3), extra);
        }
        nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
        build_all(&mut nav);
        let model = Model {
            grid,
            movers: vec![(nav.first_mover(), Mover::walker(), 1)],
            factions: Vec::new(),
            overlays: vec![(danger, extras)],
            blockers: Vec::new(),
            suppositions: Vec::new(),
        };
        for at in 0..81 {
            let (from, to) = (Cell::new(at % 3, at / 3 % 3), Cell::new(at / 9 % 3, at / 27));
            let overlays = vec![0];
            let (faction, around, supposing) = (None, None, None);
            let question = Question { from, to, mover: 0, faction, overlays, around, supposing };
            check_navigator(&nav, &model, &question, &format!("{question:?}\n{map}"));
        }
    }
}

/// A cave with danger in the middle, and a question that has to do with it, if it names it.
fn dangerous() -> (Navigator, OverlayId, Ask) {
    let mut nav = Navigator::new(grid_of(&caves(5, 120, 90, 40, 3)));
    let (danger, ask) = endanger(&mut nav, CellRect::new(50, 20, 20, 30));
    (nav, danger, ask)
}

/// Danger in a part of a cave, and a question from the west of it to the east.
fn endanger(nav: &mut Navigator, rect: CellRect) -> (OverlayId, Ask) {
    let danger = nav.add_overlay().unwrap();
    nav.overlay_mut(danger).unwrap().fill(rect, 30_000);
    let from = nav.snap((10, 40)).expect("there is room");
    let to = nav.snap(Near::new((110, 40)).reached_from(from)).expect("the cave is one");
    (danger, Ask::new(from, to))
}

/// Nodes expanded for a question, and what the way costs.
fn effort(nav: &Navigator, ask: &Ask) -> (u64, Option<u64>) {
    let outcome = nav.route(ask, &mut Budget::unlimited()).expect("a good question");
    (outcome.effort().expanded, outcome.cost())
}

#[test]
fn landmarks_guess_for_a_star_where_jump_points_do_not_answer() {
    let cave = || grid_of(&caves(5, 120, 90, 40, 3));
    let with = |letter, rect: CellRect| {
        let mut grid = cave();
        let mut edit = Edit::new();
        let is_free = |&cell: &Cell| rect.contains(cell) && grid.class(cell) == Some(b'.');
        cells(&grid).filter(is_free).for_each(|cell| _ = edit.set(cell, letter));
        grid.apply(&edit).expect("on the map");
        grid
    };
    let edited = |edit: &Edit| {
        let mut grid = cave();
        grid.apply(edit).expect("on the map");
        grid
    };
    let beach = with(b'~', CellRect::new(60, 0, 30, 90));
    let mut sea = beach.clone();
    sea.apply(Edit::new().fill(CellRect::new(70, 30, 5, 5), b'W')).expect("on the map");
    let worlds = [
        ("corners cut", cave(), Mover::walker().corners(Corners::OneFree)),
        ("four neighbours", cave(), Mover::walker().neighbours(Neighbours::Four)),
        ("media that overlap", sea, amphibian()),
        ("terrain", with(b'3', CellRect::new(20, 0, 20, 90)), Mover::walker()),
        ("a wall", edited(Edit::new().wall((30, 40), Dir::E)), Mover::walker()),
        ("one way", edited(Edit::new().forbid_step((30, 40), Dir::E)), Mover::walker()),
        ("a link", edited(Edit::new().link((20, 40), (45, 40), 90_000)), Mover::walker()),
    ];
    for (what, grid, mover) in worlds {
        let mut nav = Navigator::with_mover(grid, mover);
        // No way leads round it, so guesses by geometry are far too low.
        let (danger, ask) = endanger(&mut nav, CellRect::new(50, 0, 20, 90));
        let (without, ask) = (effort(&nav, &ask), ask.overlay(danger));
        let before = effort(&nav, &ask);
        assert!(before.1 > without.1, "{what}: the danger is in the way");
        nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
        assert_eq!(build_all(&mut nav), 1, "{what}");
        let after = effort(&nav, &ask);
        assert_eq!(after.1, before.1, "{what}");
        assert!(after.0 * 2 < before.0, "{what}: {after:?} after {before:?}");
        // A request is worked on in slices, by the same guess.
        nav.submit(Request::new(ask, 0)).expect("there is room");
        let report = nav.work(&mut Budget::unlimited().expansions(after.0 + 2));
        let done = nav.take_done().next().expect("no more than at once").answer;
        assert_eq!(done.expect("a good question").cost(), after.1, "{what}: {report:?}");
    }
}

#[test]
fn jump_points_answer_under_overlays_on_each_side_of_a_shore() {
    let mut grid = grid_of(&caves(5, 120, 90, 40, 3));
    let mut edit = Edit::new();
    // The sea lies in the east, so all ways on land are where its layer has nothing but walls.
    cells(&grid).filter(|cell| cell.x >= 60).for_each(|cell| {
        if grid.class(cell) == Some(b'.') {
            edit.set(cell, b'W');
        }
    });
    grid.apply(&edit).expect("on the map");
    let mut nav = Navigator::new(grid);
    let danger = nav.add_overlay().unwrap();
    for x in [20, 90] {
        nav.overlay_mut(danger).unwrap().fill(CellRect::new(x, 20, 10, 30), 30_000);
    }
    let place = |near: (u32, u32), from: Cell| nav.snap(Near::new(near).reached_from(from));
    let ends = [(5, 40), (115, 40)].map(|outer| {
        let from = nav.snap(outer).expect("there is room");
        (from, place((60, 40), from).expect("where it stands"))
    });
    let asks = ends.map(|(from, to)| Ask::new(from, to).overlay(danger));
    let without = asks.map(|ask| effort(&nav, &ask));
    nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
    assert_eq!(build_all(&mut nav), 1);
    let with = asks.map(|ask| effort(&nav, &ask));
    let grid = nav.grid().clone();
    let view = grid.seen_by(&Mover::walker());
    let world = nav.overlay(danger).unwrap().over(&view);
    for (at, (from, to)) in ends.into_iter().enumerate() {
        let query = PathQuery::new(grid.node(from).unwrap(), grid.node(to).unwrap());
        let octile = GridHeuristic::octile(&view);
        let stars = astar(&world, &octile, &query, &mut Scratch::new(), &mut ());
        let expanded = stars.effort().expanded;
        assert_eq!([without[at].1, with[at].1], [stars.cost(); 2], "{from} to {to}");
        assert!(without[at].0 * 3 < expanded && with[at].0 * 9 < expanded, "{expanded} by A*");
    }
}

#[test]
fn landmarks_are_believed_while_extra_cost_only_rises() {
    let (mut nav, danger, plain) = dangerous();
    let ask = plain.overlay(danger);
    let crowd = nav.add_overlay().unwrap();
    let mover = nav.first_mover();
    let without = effort(&nav, &ask);
    nav.keep_landmarks(mover, &[danger]).unwrap();
    assert_eq!(effort(&nav, &ask), without, "they are not built yet");
    let (held, before) = (nav.snapshot(), nav.stamp(&ask));
    assert_eq!(build_all(&mut nav), 1);
    assert!(nav.stamp(&ask) != before, "another path may be found");
    let with = effort(&nav, &ask);
    assert!(with.0 < without.0 && with.1 == without.1, "{with:?} after {without:?}");
    let outcome = held.route(&ask, &mut Scratch::new(), &mut Budget::unlimited()).unwrap();
    assert_eq!(outcome.effort().expanded, without.0, "a snapshot stays as it was");

    // More of it, or another overlay on top: they stay.
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(30, 60, 9, 9), 4000);
    nav.overlay_mut(crowd).unwrap().fill(CellRect::new(80, 40, 3, 3), 9000);
    assert!(nav.pending().is_none());
    let (expanded, cost) = effort(&nav, &ask.overlay(crowd));
    assert!(expanded < without.0);
    let mut fresh = Navigator::load(&nav.save().unwrap()).unwrap();
    let all: Vec<OverlayId> = fresh.overlays().collect();
    let again = plain.overlay(all[0]).overlay(all[1]);
    assert_eq!(fresh.cost(&again), Ok(cost));
    assert!(fresh.pending().is_none(), "what was loaded keeps none");
    fresh.keep_landmarks(fresh.first_mover(), &[]).unwrap();
    assert_eq!(build_all(&mut fresh), 1);
    assert_eq!(fresh.cost(&again), Ok(cost), "those without overlays serve all of them");
    // Of another set, or for another mover, they say nothing.
    let other = plain.overlay(crowd);
    assert_eq!(
        nav.cost(&other).unwrap(),
        nav.snapshot().cost(&other, &mut Scratch::new()).unwrap()
    );

    nav.drop_index(mover, Keep::Landmarks).unwrap();
    assert!(nav.pending().is_none());
}

#[test]
fn landmarks_are_not_believed_after_a_cell_has_less_extra_cost_or_an_edit() {
    let (mut nav, danger, plain) = dangerous();
    let ask = plain.overlay(danger);
    nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
    assert_eq!(build_all(&mut nav), 1);
    nav.overlay_mut(danger).unwrap().clear();
    assert_eq!(nav.cost(&ask), nav.cost(&plain), "the danger has gone");
    let build = nav.pending().expect("they are wanted again");
    nav.overlay_mut(danger).unwrap().set((60, 40), 50);
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::Taken), "it has risen since");
    let build = {
        nav.overlay_mut(danger).unwrap().clear();
        nav.edit(|batch| _ = batch.set((60, 40), b'@')).unwrap();
        nav.pending().expect("of the map before")
    };
    assert_eq!((build.keep(), build.mover()), (Keep::Landmarks, nav.first_mover()));
    nav.edit(|batch| _ = batch.set((60, 40), b'.')).unwrap();
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::OutOfDate));
    let cancelled = nav.pending().unwrap().run_while(&mut || false);
    assert_eq!(nav.adopt(cancelled), Ok(Adopted::Cancelled));
    let build = nav.pending().unwrap();
    nav.keep_landmarks(nav.first_mover(), &[]).unwrap();
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::OutOfDate), "they are of other overlays");

    // An overlay of another size has no place under them.
    nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
    *nav.overlay_mut(danger).unwrap() = Overlay::new(&Grid::new(3, 9, b'.').unwrap());
    assert!(nav.pending().is_none() && nav.find(&ask).is_err());
    let foreign = Navigator::new(Grid::new(3, 9, b'.').unwrap()).add_overlay().unwrap();
    let refused = nav.keep_landmarks(nav.first_mover(), &[foreign]);
    assert_eq!(refused, Err(NavigatorError::UnknownOverlay));
}

#[test]
fn landmarks_and_jumps_under_one_overlay_are_not_those_under_another_or_two() {
    let (mut nav, danger, plain) = dangerous();
    let crowd = nav.add_overlay().unwrap();
    nav.overlay_mut(crowd).unwrap().fill(CellRect::new(75, 0, 9, 90), 25_000);
    // Next to nothing, so the way is the plain one, which landmarks under the danger go round.
    let speck = nav.add_overlay().unwrap();
    nav.overlay_mut(speck).unwrap().set((0, 0), 1);
    let asks = [
        plain.overlay(speck),
        plain.overlay(danger),
        plain.overlay(crowd),
        plain.overlay(danger).overlay(crowd),
    ];
    let costs = asks.map(|ask| nav.cost(&ask).unwrap());
    assert!(costs[0] == nav.cost(&plain).unwrap() && costs[0] < costs[1], "{costs:?}");
    assert!(costs[1].max(costs[2]) < costs[3], "{costs:?}");
    nav.keep_landmarks(nav.first_mover(), &[danger]).unwrap();
    assert_eq!(build_all(&mut nav), 1);
    // Where jumps end is written down by the first question under the one, not under both.
    assert_eq!(nav.cost(&plain.overlay(danger)).unwrap(), costs[1]);
    for (ask, cost) in asks.into_iter().zip(costs) {
        assert_eq!(nav.cost(&ask).unwrap(), cost, "{ask:?}");
    }
}
