//! The navigator on other shapes than squares: while movers come, maps are edited, factions discover
//! them, extra cost is painted and requests are worked on in every frame, each answer is that of a
//! slow search in the state of the world it names, and every request is served.

mod life;
mod lively;
mod model;
mod opened;
mod opened_bodies;
mod recorded;
mod saved;
mod together;
mod what_if;

use astride::base::Cost;
use astride::planner::{Ask, Navigator, NavigatorError, Snapshot};
use astride::search::{Method, Scratch};
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::{Graph, GraphPlace};
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
use astride::shapes::square::{Grid, Mover};
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride::world::{Extent, Overlay};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;
use life::Life;
use lively::Lively;

/// Lives of one shape; how many answers were of an earlier state than the last, and of that.
fn live<S: Lively>(seeds: u64) {
    let (mut late, mut current, mut guided) = (0, 0, 0);
    for seed in 0..seeds {
        let (mut rng, what) = (Rng::new(seed), format!("{} of seed {seed}", S::NAME));
        let mut life = Life::<S>::new(&mut rng);
        let mut kept: Option<(Snapshot<S>, usize)> = None;
        for _ in 0..20 {
            (0..rng.below(4)).for_each(|_| life.request(&mut rng));
            life.frame(rng.pick(&[1, 2, 9, 60]), &mut rng, &what);
            life.ask(&mut rng, &what);
            let state = life.history.len() - 1;
            let (snapshot, then) = kept.get_or_insert_with(|| (life.nav.snapshot(), state));
            let (ask, question) = life.question(&mut rng);
            let model = &life.history[*then];
            let has_faction = question.faction.is_none_or(|at| at < model.factions.len());
            let has_blockers = question.around.is_none_or(|at| at < model.blockers.len());
            let has_edits = question.supposing.is_none_or(|at| at < model.suppositions.len());
            if has_faction
                && has_blockers
                && has_edits
                && model.ground(&question).is_some()
                && question.overlays.iter().all(|&at| at < model.extras.len())
            {
                let cost = snapshot.cost(&ask, &mut Scratch::new());
                assert_eq!(cost, Ok(model.truth(&question).cost()), "{what}");
            }
            if rng.percent(20) {
                kept = None;
            }
        }
        life.serve(&mut rng, &what);
        life.reload(&mut rng, &what);
        for _ in 0..4 {
            life.request(&mut rng);
            life.frame(60, &mut rng, &what);
            life.ask(&mut rng, &what);
        }
        life.serve(&mut rng, &what);
        (late, current) = (late + life.late, current + life.current);
        guided += life.guided.get();
    }
    assert_eq!(guided > 0, !S::INDEXED.is_empty(), "{guided} answers by an index");
    assert!(late > seeds / 2 && current > seeds / 2, "{late} late, {current} current");
}

#[test]
fn hexagons_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<HexMap>(cases(60, 10_000));
}

#[test]
fn triangles_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<TriangleMap>(cases(30, 5_000));
}

#[test]
fn floors_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<FloorMap>(cases(40, 5_000));
}

#[test]
fn voxels_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<VoxelMap>(cases(30, 5_000));
}

#[test]
fn graphs_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<Graph>(cases(40, 8_000));
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.').expect("a map");
    let (mut nav, mut other) = (Navigator::new(map.clone()), Navigator::new(map));
    let ask = Ask::new((0, 0), (1, 1));
    let error = nav.path((0, 0), (7, 0)).expect_err("off the map");
    assert_eq!(error, NavigatorError::NoPlace { place: Hex::new(7, 0) });
    assert_eq!(error.to_string(), "the map has no place (7, 0), expected one that is part of it");
    let (mover, overlay) = (other.add_mover(HexMover::walker()), other.add_overlay());
    assert_eq!(nav.find(&ask.mover(mover)), Err(NavigatorError::UnknownMover));
    let overlay = overlay.expect("there is room");
    assert_eq!(nav.request(&ask.overlay(overlay), 0), Err(NavigatorError::UnknownOverlay));
    assert!(nav.overlay_mut(overlay).is_err());
    let faction = Navigator::new(Grid::new(3, 3, b'.').expect("a grid")).add_faction(b'.');
    assert_eq!(nav.cost(&ask.faction(faction)), Err(NavigatorError::UnknownFaction));
    let mine = nav.add_overlay().expect("there is room");
    *nav.overlay_mut(mine).expect("an overlay") = Overlay::new(&Extent { width: 2, height: 2 });
    let error = nav.cost(&ask.overlay(mine)).expect_err("another size");
    assert_eq!(error, NavigatorError::OverlaySize { width: 2, height: 2 });
    assert_eq!(nav.cost(&ask), Ok(Some(2 * 13_860)));
}

#[test]
fn an_edit_that_cannot_be_changes_nothing_and_an_empty_one_neither() {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 3, b'.').expect("a map"));
    let refused = nav.edit(|batch| _ = batch.set((0, 0), b'#').set((9, 9), b'#'));
    assert!(refused.is_err());
    assert_eq!(nav.edit(|_| ()), Ok(0));
    assert_eq!((nav.revision(), nav.map().class((0, 0))), (0, Some(b'.')));
    assert_eq!(nav.edit(|batch| _ = batch.set((0, 0), b'#')), Ok(1));
    let error = nav.path((0, 0), (1, 1)).expect_err("nobody stands there");
    assert_eq!(error.to_string(), "no path from (0, 0) to (1, 1): the start cannot be stood on");
}

#[test]
fn the_map_is_copied_only_for_a_snapshot_that_is_held() {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 4, b'.').expect("a map"));
    let address = |nav: &Navigator<HexMap>| std::ptr::from_ref(nav.map()).addr();
    let set = |nav: &mut Navigator<HexMap>, q: i32| {
        nav.edit(|batch| _ = batch.set((q, 0), b'#')).expect("on the map");
    };
    let first = address(&nav);
    set(&mut nav, 1);
    assert_eq!(address(&nav), first, "nobody else reads it");
    let snapshot = nav.snapshot();
    set(&mut nav, 2);
    assert_ne!(address(&nav), first, "the snapshot keeps the old one");
    assert_eq!((snapshot.revision(), nav.revision()), (1, 2));
    assert_eq!(snapshot.map().class((2, 0)), Some(b'.'));
}

#[test]
fn an_index_that_is_refused_is_built_after_a_later_edit() {
    // Distances of labels take 32 bits.
    let line: Vec<_> = (0..8).map(|at| (at, at + 1, 7)).collect();
    let mut nav = Navigator::new(Graph::from_arcs(9, &line).expect("a graph"));
    let mover = nav.first_mover();
    nav.keep(mover, Method::Labels).expect("no distance is too long");
    for (cost, repaired, tier) in [(1 << 31, 0, Method::AStar), (5, 1, Method::Labels)] {
        nav.edit(|batch| (0..8).for_each(|at| _ = batch.cost(at, at + 1, cost))).expect("arcs");
        let done = nav.maintain(100);
        assert_eq!((done.repaired, done.waiting), (repaired, 0));
        assert_eq!((nav.tier(mover), nav.maintain(100).spent), (Ok(tier), 0));
        let ask = Ask::new(GraphPlace(0), GraphPlace(8));
        assert_eq!(nav.cost(&ask), Ok(Some(8 * u64::from(cost))));
    }
}

#[test]
fn an_index_that_follows_is_due_at_what_changed_also_while_it_is_held() {
    let map = VoxelMap::new(64, 64, 32).expect("a map");
    let all = u64::from(map.voxel_count());
    let mut nav = Navigator::new(map);
    let mover = nav.first_mover();
    nav.keep(mover, Method::Jps).expect("for flyers");
    let held = nav.snapshot();
    for at in [(9, 9, 9), (50, 9, 20)] {
        nav.edit(|batch| _ = batch.block(at)).expect("on the map");
        let done = nav.maintain(all / 8);
        assert_eq!((done.repaired, done.waiting, nav.tier(mover)), (1, 0, Ok(Method::Jps)));
        assert!((1..=all / 8).contains(&done.spent), "{done:?} of {all}");
    }
    assert_eq!(held.revision(), 0);
}

#[test]
fn a_navigator_on_squares_is_named_as_before() {
    fn first_cost(nav: &Navigator, ask: &Ask) -> Result<Option<Cost>, NavigatorError> {
        nav.cost(ask)
    }
    let nav = Navigator::with_mover(Grid::new(5, 4, b'.').expect("a grid"), Mover::walker());
    assert_eq!(first_cost(&nav, &Ask::new((0, 0), (4, 0))), Ok(Some(4 * 13_860)));
    assert_eq!(std::ptr::from_ref(nav.map()), std::ptr::from_ref(nav.grid()));
}
