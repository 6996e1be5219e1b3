//! The navigator: whatever is edited, revealed and overlaid, its answers are those of the reference
//! on the composed rules, and snapshots stay as they were.

mod landmarks;
mod life;
mod model;
mod requests;
mod saved;
mod threads;

use astride::base::{Budget, Cell, CellRect};
use astride::planner::{Ask, Navigator, NavigatorError};
use astride::search::{Scratch, Why};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::world::Overlay;
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{caves, fenced_world, random_obstacles, rooms, wall_patterns};
use astride_testkit::larger::{larger_maps, movers};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use life::{Life, live};
use model::{Belief, Model, Question, cells, check_navigator, random_rect};

/// A life on a small world where everything can happen.
fn small_life(seed: u64, rng: &mut Rng) -> Life {
    let world = supported(&fenced_world(seed, 2 + rng.below(5), 2 + rng.below(4)));
    let (grid, mover) = build_world(&world);
    Life::new(grid, mover, true, rng)
}

/// A life on a map that has jump points.
fn plain_life(seed: u64, rng: &mut Rng) -> Life {
    let map = match seed % 3 {
        0 => random_obstacles(seed, 23, 17, 30),
        1 => caves(seed, 26, 18, 42, 3),
        _ => rooms(seed, 25, 21, 5, 60),
    };
    Life::new(grid_of(&map), Mover::walker(), false, rng)
}

#[test]
fn answers_are_those_of_the_composed_rules_on_small_worlds_where_everything_happens() {
    for seed in 0..if is_slow_run() { 40_000 } else { 250 } {
        let mut rng = Rng::new(seed);
        live(small_life(seed, &mut rng), 14, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn answers_are_those_of_the_composed_rules_where_jump_points_follow_edits() {
    for seed in 0..if is_slow_run() { 3000 } else { 24 } {
        let mut rng = Rng::new(seed);
        live(plain_life(seed, &mut rng), 12, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn answers_are_those_of_the_composed_rules_on_larger_maps() {
    // One map of each of the six kinds, of any of the four sizes, and long enough for indexes to be built
    // while it is edited.
    let is_slow = is_slow_run();
    let rounds = if is_slow { 6 } else { 8 };
    let is_chosen = |seed: u64| is_slow || seed / 6 == seed % 6 % 4;
    for (seed, map) in (0..).zip(larger_maps()).filter(|&(seed, _)| is_chosen(seed)) {
        let mut rng = Rng::new(seed);
        let life = Life::new(grid_of(&map), movers()[rng.below(4)].clone(), false, &mut rng);
        live(life, rounds, &mut rng, &format!("map {seed}"));
    }
}

#[test]
fn all_walls_of_three_by_three_cells_are_known_believed_and_overlaid_as_the_reference_has_it() {
    let mut rng = Rng::new(8);
    let mut nav = Navigator::new(Grid::new(3, 3, b'.').unwrap());
    let (faction, danger) = (nav.add_faction(b'.'), nav.add_overlay().unwrap());
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(1, 0, 1, 2), 30_000);
    let extras = [0, 30_000, 0, 0, 30_000, 0, 0, 0, 0].to_vec();
    let belief = Belief::new(nav.grid(), b'.');
    let mut model = Model {
        grid: nav.grid().clone(),
        movers: vec![(nav.first_mover(), Mover::walker(), 1)],
        factions: vec![(faction, belief)],
        overlays: vec![(danger, extras)],
        blockers: Vec::new(),
        suppositions: Vec::new(),
    };
    for map in wall_patterns(3, 3) {
        let wanted = grid_of(&map);
        let mut edit = Edit::new();
        cells(&wanted).for_each(|cell| _ = edit.set(cell, wanted.class(cell).unwrap()));
        assert_eq!(nav.apply(&edit), model.grid.apply(&edit));
        model.factions[0].1.follow(&model.grid);
        let seen = random_rect(&model.grid, &mut rng);
        nav.reveal(faction, seen).unwrap();
        model.factions[0].1.reveal(&model.grid, seen);
        for at in 0..81 {
            let (from, to) = (Cell::new(at % 3, at / 3 % 3), Cell::new(at / 9 % 3, at / 27));
            let (overlays, faction) = (vec![0; rng.below(2)], rng.percent(30).then_some(0));
            let (around, supposing) = (None, None);
            let question = Question { from, to, mover: 0, faction, overlays, around, supposing };
            check_navigator(&nav, &model, &question, &format!("{question:?}\n{map}"));
        }
    }
}

#[test]
fn the_map_is_copied_only_for_a_snapshot_that_is_held() {
    let mut nav = Navigator::new(Grid::new(9, 9, b'.').unwrap());
    let overlay = nav.add_overlay().unwrap();
    let address = |nav: &Navigator| std::ptr::from_ref(nav.grid()).addr();
    let set = |nav: &mut Navigator, x: u32| {
        nav.edit(|batch| _ = batch.set((x, 0), b'@')).expect("on the map");
    };
    let first = address(&nav);
    (0..5).for_each(|x| set(&mut nav, x));
    assert_eq!(address(&nav), first, "nobody else reads it");
    let snapshot = nav.snapshot();
    assert_eq!(std::ptr::from_ref(snapshot.grid()).addr(), first, "shared");
    nav.overlay_mut(overlay).unwrap().set((1, 1), 5);
    assert_eq!(address(&nav), first, "an overlay is not the map");
    set(&mut nav, 6);
    let second = address(&nav);
    assert_ne!(second, first, "the snapshot keeps the old one");
    set(&mut nav, 7);
    assert_eq!(address(&nav), second, "copied once");
    drop(snapshot);
    set(&mut nav, 8);
    assert_eq!(address(&nav), second);
}

#[test]
fn foreign_handles_and_cells_off_the_map_are_refused_by_name() {
    let grid = || Grid::new(6, 5, b'.').unwrap();
    let (mut nav, mut other) = (Navigator::new(grid()), Navigator::new(grid()));
    let (mover, faction) = (other.add_mover(Mover::walker()), other.add_faction(b'.'));
    let overlay = other.add_overlay().unwrap();
    let (own, units) = (nav.add_overlay().unwrap(), other.add_places());
    let ask = Ask::new((0, 0), (5, 4));
    assert!(nav.find(&ask.overlay(own)).is_ok());
    let refused = [
        (ask.mover(mover), NavigatorError::UnknownMover),
        (ask.mover(other.first_mover()), NavigatorError::UnknownMover),
        (ask.faction(faction), NavigatorError::UnknownFaction),
        (ask.overlay(overlay), NavigatorError::UnknownOverlay),
        (ask.around(units), NavigatorError::UnknownPlaces),
        (ask.supposing(other.add_supposition(Edit::new())), NavigatorError::UnknownSupposition),
        (ask.overlay(own).overlay(overlay), NavigatorError::UnknownOverlay),
        (
            Ask::new((0, 0), (6, 0)),
            NavigatorError::OffMap { cell: Cell::new(6, 0), width: 6, height: 5 },
        ),
    ];
    for (ask, error) in refused {
        assert_eq!(nav.find(&ask), Err(error.clone()), "{ask:?}");
        assert_eq!(nav.cost(&ask), Err(error.clone()), "{ask:?}");
        assert_eq!(nav.route(&ask, &mut Budget::unlimited()), Err(error.clone()), "{ask:?}");
        let mut scratch = Scratch::new();
        assert_eq!(nav.snapshot().cost(&ask, &mut scratch), Err(error), "{ask:?}");
    }
    assert_eq!(nav.reveal(faction, CellRect::new(0, 0, 9, 9)), Err(NavigatorError::UnknownFaction));
    assert!(nav.overlay_mut(overlay).is_err() && nav.overlay(overlay).is_err());
    assert!(nav.knowledge(faction).is_err() && nav.remember(faction, CellRect::default()).is_err());
    // Handles are good for snapshots of their navigator, but for older ones.
    let older = other.snapshot();
    let later = [
        (ask.mover(other.add_mover(Mover::walker())), NavigatorError::UnknownMover),
        (ask.faction(other.add_faction(b'.')), NavigatorError::UnknownFaction),
        (ask.overlay(other.add_overlay().unwrap()), NavigatorError::UnknownOverlay),
        (ask.around(other.add_places()), NavigatorError::UnknownPlaces),
        (ask.supposing(other.add_supposition(Edit::new())), NavigatorError::UnknownSupposition),
    ];
    for (ask, error) in later {
        assert!(other.find(&ask).is_ok());
        assert_eq!(older.path(&ask, &mut Scratch::new()), Err(error), "{ask:?}");
    }
    let snapshot = other.snapshot();
    let all = ask.mover(mover).faction(faction).overlay(overlay);
    assert!(snapshot.path(&all, &mut Scratch::new()).is_ok());
    (1..64).for_each(|_| _ = nav.add_overlay().unwrap());
    assert_eq!(nav.add_overlay(), Err(NavigatorError::TooManyOverlays));
    *nav.overlay_mut(own).unwrap() = Overlay::new(&Grid::new(3, 9, b'.').unwrap());
    let wrong = NavigatorError::OverlaySize { width: 3, height: 9 };
    assert_eq!(nav.find(&ask.overlay(own)), Err(wrong));
    let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    let faction = nav.add_faction(b'.');
    let fits = Ask::new((0, 0), (4, 3)).mover(ogre).faction(faction);
    assert!(nav.find(&fits).is_ok(), "a large body goes by what is believed");
    assert!(nav.add_mover_sized(Mover::walker(), 0).is_err());
}

#[test]
fn what_is_known_beforehand_is_answered_without_looking() {
    let mut nav = Navigator::new(Grid::new(40, 20, b'.').unwrap());
    nav.edit(|batch| _ = batch.fill(CellRect::new(30, 0, 1, 20), b'@')).unwrap();
    let outcome = nav.route(&Ask::new((0, 0), (35, 5)), &mut Budget::unlimited().expansions(0));
    let outcome = outcome.expect("on the map");
    assert_eq!((outcome.is_final(), outcome.effort().expanded), (true, 0));
    let error = nav.path((35, 5), (0, 0)).expect_err("walled off");
    assert_eq!(error.why(), Some(Why::StartEnclosed { cells: 9 * 20 }));
    let faction = nav.add_faction(b'.');
    assert!(nav.find(&Ask::new((0, 0), (35, 5)).faction(faction)).is_ok(), "so it believes");
}
