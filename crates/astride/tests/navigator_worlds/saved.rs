//! Navigators that are saved and loaded: the same answers, and they go on living.

use astride::base::{
    Budget, CellRect, Container, ContainerError, ContainerWriter, Dir, Numbers, TablesError,
};
use astride::planner::{Ask, Keep, Method, Navigator, NavigatorError, Upkeep};
use astride::search::{Outcome, Scratch};
use astride::shapes::square::{Grid, Mover};
use astride::world::Overlay;
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::fuzz::sealed;
use astride_testkit::generate::{caves, fenced_world};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::life::{Life, live};
use super::model::Model;
use super::{plain_life, small_life};

/// What is known of a question by a navigator.
fn answers(nav: &Navigator, ask: &Ask) -> impl PartialEq + std::fmt::Debug + use<> {
    let outcome = nav.route(ask, &mut Budget::unlimited()).map(|outcome| {
        let why = match &outcome {
            Outcome::Unreachable(none) => Some(none.why),
            _ => None,
        };
        let effort = outcome.effort();
        (outcome.path().cloned(), why, effort.expanded, effort.generated)
    });
    (nav.find(ask), nav.cost(ask), nav.stamp(ask), outcome)
}

/// The model with the handles of another navigator in place of the old ones.
fn model_of(nav: &Navigator, model: &Model) -> Model {
    let (blockers, suppositions) = (Vec::new(), Vec::new());
    let mut model = Model { blockers, suppositions, ..model.clone() };
    let counts = [nav.movers().len(), nav.factions().len(), nav.overlays().len()];
    assert_eq!(counts, [model.movers.len(), model.factions.len(), model.overlays.len()]);
    nav.movers().zip(&mut model.movers).for_each(|(id, mover)| mover.0 = id);
    nav.factions().zip(&mut model.factions).for_each(|(id, faction)| faction.0 = id);
    nav.overlays().zip(&mut model.overlays).for_each(|(id, overlay)| overlay.0 = id);
    model
}

/// Saves and loads, and asks both navigators the same.
fn check_reloaded(life: &Life, rng: &mut Rng, what: &str) -> (Navigator, Model) {
    let bytes = life.nav.save().unwrap_or_else(|error| panic!("{what}: {error}"));
    let loaded = Navigator::load(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let model = model_of(&loaded, &life.model);
    assert_eq!(loaded.revision(), life.nav.revision(), "{what}");
    assert_eq!(loaded.grid().fingerprint(), life.nav.grid().fingerprint(), "{what}");
    for ((old, mover, side), (new, ..)) in life.model.movers.iter().zip(&model.movers) {
        assert_eq!((loaded.mover(*new), loaded.side(*new)), (Ok(mover), Ok(*side)), "{what}");
        assert_eq!(loaded.tier(*new), life.nav.tier(*old), "{what}");
        let known = |nav: &Navigator, id| {
            (nav.components(id).unwrap().is_some(), nav.clusters(id).unwrap().is_some())
        };
        assert_eq!(known(&loaded, *new), known(&life.nav, *old), "{what}");
        assert!(loaded.find(&Ask::new((0, 0), (0, 0)).mover(*old)).is_err(), "{what}");
    }
    for _ in 0..12 {
        let question = model.random_question(rng);
        let [old, new] = [life.model.ask(&question), model.ask(&question)];
        let (old, new) = (answers(&life.nav, &old), answers(&loaded, &new));
        assert!(old == new, "{what}, {question:?}: {old:?} became {new:?}");
    }
    // What was loaded is saved the same, but for the revisions of grids made for large bodies.
    let again = loaded.save().expect("it was saved before");
    assert_eq!(Navigator::load(&again).unwrap().save().as_ref(), Ok(&again), "{what}");
    assert_eq!(again.len(), bytes.len(), "{what}");
    (loaded, model)
}

/// Lives, is saved and loaded in between, and lives on.
fn live_twice(mut life: Life, rng: &mut Rng, what: &str) {
    for round in 0..3 {
        for _ in 0..5 {
            life.step(rng);
        }
        let (nav, model) = check_reloaded(&life, rng, &format!("{what}, round {round}"));
        let Life { palette, window, is_rich, .. } = life;
        life = Life { nav, model, palette, window, is_rich, build: None, asked: Vec::new() };
    }
    live(life, 5, rng, what);
}

#[test]
fn what_was_loaded_answers_as_before_and_lives_on_where_everything_happens() {
    for seed in 0..if is_slow_run() { 8000 } else { 100 } {
        let mut rng = Rng::new(seed);
        live_twice(small_life(seed, &mut rng), &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn what_was_loaded_answers_as_before_and_lives_on_where_there_are_jump_points() {
    for seed in 0..if is_slow_run() { 600 } else { 12 } {
        let mut rng = Rng::new(seed);
        live_twice(plain_life(seed, &mut rng), &mut rng, &format!("seed {seed}"));
    }
}

/// A table of a file, with numbers of its own.
enum Table {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

/// A saved navigator as earlier versions wrote it: without what factions remember of sides.
fn of_earlier_version(bytes: &[u8]) -> Vec<u8> {
    let file = Container::read(bytes, *b"navi").unwrap();
    let names: Vec<&str> = file.names().filter(|name| !name.contains("side-")).collect();
    let names = names.into_iter().filter(|&name| name != "factions.sides");
    let tables: Vec<(&'static str, Table)> = names
        .map(|name| {
            let table = match (file.u8s(name), file.u16s(name), file.u32s(name)) {
                (Some(numbers), ..) => Table::U8(numbers.to_vec()),
                (_, Some(numbers), _) => Table::U16(numbers),
                (.., Some(numbers)) => Table::U32(numbers),
                _ => Table::U64(file.u64s(name).unwrap()),
            };
            (&*name.to_owned().leak(), table)
        })
        .collect();
    let mut writer = ContainerWriter::new(*b"navi", file.world());
    for (name, table) in &tables {
        writer.section(
            name,
            match table {
                Table::U8(numbers) => Numbers::U8(numbers),
                Table::U16(numbers) => Numbers::U16(numbers),
                Table::U32(numbers) => Numbers::U32(numbers),
                Table::U64(numbers) => Numbers::U64(numbers),
            },
        );
    }
    writer.finish()
}

#[test]
fn by_a_file_of_an_earlier_version_what_is_remembered_has_the_sides_of_the_map() {
    let mut wrong = 0;
    for seed in 0..if is_slow_run() { 3000 } else { 60 } {
        let (mut rng, what) = (Rng::new(seed), format!("seed {seed}"));
        let world = supported(&fenced_world(3 * seed, 2 + rng.below(5), 2 + rng.below(4)));
        let (grid, mover) = build_world(&world);
        let mut life = Life::new(grid, mover, true, &mut rng);
        (0..15).for_each(|_| life.step(&mut rng));
        let (faction, belief) = &mut life.model.factions[0];
        let all = life.model.grid.bounds();
        belief.reveal(&life.model.grid, all);
        life.nav.reveal(*faction, all).unwrap();
        belief.remember(&life.model.grid, all);
        life.nav.remember(*faction, all).unwrap();
        (0..6).for_each(|_| life.edit(&mut rng));
        let bytes = of_earlier_version(&life.nav.save().unwrap());
        let nav = Navigator::load(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
        let mut model = model_of(&nav, &life.model);
        for (_, belief) in &mut model.factions {
            wrong += belief.wrong_sides(&model.grid);
            belief.see_through_sides(&model.grid);
        }
        let Life { palette, window, is_rich, .. } = life;
        let life = Life { nav, model, palette, window, is_rich, build: None, asked: Vec::new() };
        live(life, 4, &mut rng, &what);
    }
    assert!(wrong > 0, "{wrong} sides were remembered as they no longer are");
}

/// Small, with labels and clusters.
fn plain() -> Navigator {
    let mut nav = Navigator::new(Grid::from_classes(5, 3, b".......@......5").unwrap());
    for keep in [Keep::Labels, Keep::Clusters] {
        nav.keep(nav.first_mover(), keep).unwrap();
    }
    while let Some(build) = nav.pending() {
        nav.adopt(build.run()).unwrap();
    }
    assert_eq!(nav.tier(nav.first_mover()), Ok(Method::Labels));
    nav
}

/// Small, with some of everything.
fn small() -> Navigator {
    let mut nav = Navigator::new(Grid::from_classes(5, 3, b".......@......5").unwrap());
    let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    nav.keep(ogre, Keep::Clusters).unwrap();
    let (scouts, danger) = (nav.add_faction(b'@'), nav.add_overlay().unwrap());
    nav.reveal(scouts, CellRect::new(0, 0, 4, 2)).unwrap();
    nav.edit(|batch| _ = batch.fence((0, 0), Dir::E, 2).forbid_step((0, 0), Dir::S)).unwrap();
    nav.remember(scouts, CellRect::new(0, 0, 2, 2)).unwrap();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(1, 0, 2, 1), 700);
    let edit = |batch: &mut astride::shapes::square::Edit| {
        batch.set((0, 0), b'5').wall((3, 1), Dir::S).forbid_step((4, 0), Dir::W);
        batch.remove_wall((0, 0), Dir::E);
        batch.link((0, 2), (4, 0), 99);
    };
    nav.edit(edit).unwrap();
    nav
}

fn all_asks(nav: &Navigator) -> Vec<Ask> {
    let movers = nav.movers().map(|mover| Ask::new((0, 0), (4, 2)).mover(mover));
    let mut asks: Vec<Ask> = movers.collect();
    let first = asks[0];
    asks.extend(nav.factions().map(|faction| first.faction(faction)));
    asks.extend(nav.overlays().map(|overlay| first.overlay(overlay)));
    asks
}

#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let bytes = small().save().unwrap();
    assert!(Navigator::load(&bytes).is_ok());
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        assert!(Navigator::load(&flipped).is_err(), "bit {at}");
    }
    for len in 0..bytes.len() {
        assert!(Navigator::load(&bytes[..len]).is_err(), "{len} bytes");
    }
}

/// With all checksums set right nothing is left but the tables themselves.
#[test]
fn forged_bytes_are_refused_or_a_navigator_that_answers() {
    let mut rng = Rng::new(4);
    let (mut accepted, mut refused) = (0, 0);
    let files = [small(), plain()].map(|nav| nav.save().unwrap());
    let step = if is_slow_run() { 1 } else { 11 };
    let places = files.iter().flat_map(|bytes| {
        let places = (24..bytes.len()).step_by(step);
        places.flat_map(move |at| [1, 0x80, 0xff].map(|bits| (bytes, at, bits)))
    });
    for (bytes, at, bits) in places {
        let mut forged = bytes.clone();
        forged[at] ^= bits;
        if rng.percent(20) {
            let more = rng.below(forged.len() - 24) + 24;
            forged[more] = rng.pick(&[0, 1, 2, 0xff]);
        }
        let Ok(mut nav) = Navigator::load(&sealed(forged)) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        for ask in all_asks(&nav) {
            if let (Ok(path), Some(mover)) = (nav.find(&ask), nav.movers().next()) {
                assert!(path.nodes().len() <= 15 && nav.view(mover).is_ok());
                assert_eq!(nav.cost(&ask), Ok(Some(path.cost())), "{at} {bits}");
            }
        }
        nav.edit(|batch| _ = batch.set((2, 2), b'@')).unwrap();
        nav.maintain(1000);
        for ask in all_asks(&nav) {
            assert!(nav.stamp(&ask).is_ok());
            let _ = nav.snapshot().path(&ask, &mut Scratch::new());
        }
    }
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused");
}

#[test]
fn other_files_are_named_and_what_cannot_be_saved_is_refused() {
    let refusal = |bytes: &[u8]| Navigator::load(bytes).expect_err("no navigator");
    assert_eq!(refusal(b"PNG"), TablesError::File(ContainerError::OtherFile));
    let mut bytes = small().save().unwrap();
    bytes[8] = 3;
    assert_eq!(refusal(&sealed(bytes.clone())).to_string(), "format version 3, expected 1");
    (bytes[8], bytes[12]) = (1, b'w');
    let expected = "the tables are of kind \"wavi\", expected \"navi\"";
    assert_eq!(refusal(&sealed(bytes)).to_string(), expected);
    let mut nav = small();
    let overlay = nav.overlays().next().unwrap();
    *nav.overlay_mut(overlay).unwrap() = Overlay::new(&Grid::new(3, 9, b'.').unwrap());
    assert_eq!(nav.save(), Err(NavigatorError::OverlaySize { width: 3, height: 9 }));
}

#[test]
fn what_was_adopted_is_loaded_and_nothing_is_built_again() {
    let mut nav = Navigator::new(grid_of(&caves(3, 60, 40, 42, 3))).upkeep(Upkeep::ByHand);
    let walker = nav.first_mover();
    nav.keep(walker, Keep::Labels).unwrap();
    nav.keep(walker, Keep::Clusters).unwrap();
    while let Some(build) = nav.pending() {
        nav.adopt(build.run()).unwrap();
    }
    let loaded = Navigator::load(&nav.save().unwrap()).unwrap();
    let again = loaded.first_mover();
    assert_eq!(loaded.tier(again), Ok(Method::Labels));
    assert!(loaded.clusters(again).unwrap() == nav.clusters(walker).unwrap());
    assert!(loaded.pending().is_none());
    // Out of date it stays so, and follows when there is budget for it.
    nav.edit(|batch| _ = batch.set((30, 20), b'@')).unwrap();
    let mut loaded = Navigator::load(&nav.save().unwrap()).unwrap();
    assert_eq!(loaded.tier(loaded.first_mover()), Ok(Method::AStar));
    assert!(loaded.components(loaded.first_mover()).unwrap().is_none());
    while loaded.maintain(100_000).waiting > 0 {}
    assert_eq!(loaded.tier(loaded.first_mover()), Ok(Method::Jps));
    assert!(loaded.clusters(loaded.first_mover()).unwrap().is_some());
}
