//! The upkeep of a navigator: budgets are kept, nobody starves, nothing stale is shown, what was
//! built elsewhere is taken only if it fits, and kept answers are those that would be found.

use astride::base::{Budget, CellRect, Scale};
use astride::planner::{
    Adopted, Ask, Keep, Maintained, Method, MoverId, Navigator, NavigatorError, Upkeep,
};
use astride::shapes::square::{Grid, Mover};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, rooms};
use astride_testkit::rng::Rng;

fn by_hand(grid: Grid) -> (Navigator, MoverId) {
    let nav = Navigator::new(grid).upkeep(Upkeep::ByHand);
    let mover = nav.first_mover();
    (nav, mover)
}

fn toggle(nav: &mut Navigator, rng: &mut Rng) {
    let cell = (rng.below(nav.grid().width() as usize) as u32, rng.below(20) as u32);
    let class = if nav.grid().class(cell) == Some(b'.') { b'@' } else { b'.' };
    nav.edit(|batch| _ = batch.set(cell, class)).expect("on the map");
}

/// Components, jump points, table, clusters: which of them are of the present state.
fn current(nav: &Navigator, mover: MoverId) -> [bool; 4] {
    let tier = nav.tier(mover).unwrap();
    [
        nav.components(mover).unwrap().is_some(),
        matches!(tier, Method::Jps | Method::JumpTable),
        tier == Method::JumpTable,
        nav.clusters(mover).unwrap().is_some(),
    ]
}

#[test]
fn after_an_edit_every_index_is_out_of_date_until_it_is_maintained() {
    let (mut nav, mover) = by_hand(grid_of(&caves(3, 60, 40, 40, 3)));
    for keep in [Keep::Table, Keep::Clusters] {
        nav.keep(mover, keep).unwrap();
    }
    assert_eq!(current(&nav, mover), [true, true, false, false]);
    let maintained = nav.maintain(u64::MAX);
    assert_eq!((maintained.repaired, maintained.waiting, maintained.next), (2, 0, None));
    assert_eq!(current(&nav, mover), [true; 4]);
    nav.edit(|batch| _ = batch.set((5, 5), b'@').set((6, 6), b'.')).unwrap();
    assert_eq!(current(&nav, mover), [false; 4]);
    assert_eq!(nav.maintain(0), Maintained { waiting: 3, next: Some(18), ..Maintained::default() });
    let maintained = nav.maintain(18);
    assert_eq!((maintained.repaired, maintained.waiting), (1, 2), "components are the first");
    assert_eq!(current(&nav, mover), [true, false, false, false]);
    assert_eq!(nav.maintain(u64::MAX).waiting, 0);
    assert_eq!(current(&nav, mover), [true; 4], "the table followed with its jump points");
    assert_eq!(nav.maintain(u64::MAX), Maintained::default(), "nothing is left to do");
    nav.drop_index(mover, Keep::Components).unwrap();
    assert_eq!(current(&nav, mover), [false, true, true, true]);
}

#[test]
fn budgets_are_kept_and_nobody_starves_while_the_map_is_edited_in_every_frame() {
    for (seed, budget) in [(1, 60), (2, 300), (3, 5000), (4, 9)] {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&rooms(seed, 60, 40, 7, 60));
        let cells = u64::from(grid.cell_count());
        let (mut nav, first) = by_hand(grid);
        let second =
            nav.add_mover(Mover::walker().corners(astride::shapes::square::Corners::Always));
        let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
        let movers = [first, second, ogre];
        movers.iter().for_each(|&mover| nav.keep(mover, Keep::Clusters).unwrap());
        // A round takes all indexes once at most, and none takes more than being built from scratch.
        let round = 3 * (cells + cells + 32 * cells);
        let frames = 3 * round / budget + 10;
        let (mut seen, mut spent) = ([[0u32; 4]; 3], 0);
        for frame in 0..frames.min(200_000) {
            if frame % 7 != 3 || budget > 10 {
                toggle(&mut nav, &mut rng);
            }
            let done = nav.maintain(budget);
            spent += done.spent;
            // Saved or owed, it is never more than one index that was begun.
            assert!(spent <= (frame + 1) * budget + 2 * cells, "{spent} by frame {frame}");
            for (seen, &mover) in seen.iter_mut().zip(&movers) {
                for (seen, is_current) in seen.iter_mut().zip(current(&nav, mover)) {
                    *seen += u32::from(is_current);
                }
            }
        }
        for [components, jumps, _, clusters] in seen {
            assert!(components > 0 && jumps > 0 && clusters > 0, "budget {budget}: {seen:?}");
        }
    }
}

/// A corridor that winds over the whole map.
fn winding(width: u32, height: u32) -> Grid {
    let is_free =
        |x: u32, y: u32| y.is_multiple_of(2) || x == if y % 4 == 1 { width - 1 } else { 0 };
    let cells = (0..width * height).map(|at| (at % width, at / width));
    let classes = cells.map(|(x, y)| if is_free(x, y) { b'.' } else { b'@' });
    Grid::from_classes(width, height, &classes.collect::<Vec<u8>>()).unwrap()
}

#[test]
fn landmarks_take_the_place_of_labels_that_are_not_possible() {
    // From the middle to the ends it is farther than labels can store.
    let slow = Mover::walker().scale(Scale::new(1 << 20, 1 << 20).unwrap());
    let mut nav = Navigator::with_mover(winding(140, 139), slow);
    let mover = nav.first_mover();
    nav.keep(mover, Keep::Table).unwrap();
    nav.keep(mover, Keep::Labels).unwrap();
    let ends = [(0, 0), (0, 138)];
    let before = nav.cost(&Ask::new(ends[0], ends[1])).unwrap();
    assert!(before.is_some_and(|cost| cost > 2 * u64::from(u32::MAX)), "{before:?}");
    for calls in 1.. {
        let (mut left, build) = (calls, nav.pending().unwrap());
        let built = build.run_while(&mut || {
            left -= 1;
            left > 0
        });
        match nav.adopt(built) {
            Ok(Adopted::Cancelled) => assert_eq!(nav.tier(mover), Ok(Method::JumpTable)),
            adopted => {
                assert_eq!(adopted, Ok(Adopted::Instead));
                break;
            }
        }
    }
    assert_eq!(nav.tier(mover), Ok(Method::JumpLandmarks));
    assert_eq!(nav.cost(&Ask::new(ends[0], ends[1])), Ok(before));
    assert!(nav.pending().is_none(), "it was tried in this state of the map");
    nav.maintain(u64::MAX);
    assert_eq!(nav.tier(mover), Ok(Method::JumpLandmarks), "a table saves nothing beside them");

    // They do not follow edits, and are not saved.
    let mut restored = Navigator::load(&nav.save().unwrap()).unwrap();
    assert!(restored.pending().is_some(), "labels are offered again");
    let built = restored.pending().unwrap().run();
    assert_eq!(restored.adopt(built), Ok(Adopted::Instead));
    restored.drop_index(restored.first_mover(), Keep::Table).unwrap();
    let late = restored.pending().expect("they went with the table").run();
    restored.edit(|batch| _ = batch.set((9, 0), b'@')).unwrap();
    assert_eq!(restored.adopt(late), Ok(Adopted::OutOfDate));
    nav.edit(|batch| _ = batch.set((5, 0), b'@')).unwrap();
    assert_eq!(nav.tier(mover), Ok(Method::JumpTable));
    assert_eq!(nav.cost(&Ask::new(ends[0], ends[1])), Ok(None));
    assert!(nav.pending().is_some());
}

#[test]
fn what_was_built_elsewhere_is_taken_if_it_fits_or_can_follow() {
    let (mut nav, mover) = by_hand(grid_of(&caves(5, 50, 40, 40, 3)));
    assert!(nav.pending().is_none(), "nothing is wanted that takes long");
    nav.keep(mover, Keep::Labels).unwrap();
    let build = nav.pending().expect("labels are wanted");
    assert_eq!((build.mover(), build.keep()), (mover, Keep::Labels));
    let cancelled = nav.pending().unwrap().run_while(&mut || false);
    assert_eq!(nav.adopt(cancelled), Ok(Adopted::Cancelled));
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::Taken));
    assert_eq!(nav.tier(mover), Ok(Method::Labels));
    assert!(nav.pending().is_none());

    nav.keep(mover, Keep::Clusters).unwrap();
    let clusters = nav.pending().expect("clusters were never built");
    assert_eq!(clusters.keep(), Keep::Clusters);
    nav.edit(|batch| _ = batch.set((7, 7), b'@').set((8, 8), b'.')).unwrap();
    assert_eq!(nav.tier(mover), Ok(Method::AStar), "labels are of the map before");
    assert_eq!(nav.adopt(clusters.run()), Ok(Adopted::CaughtUp));
    assert!(nav.clusters(mover).unwrap().is_some());
    nav.maintain(u64::MAX);
    assert_eq!(nav.tier(mover), Ok(Method::Jps), "the jump points of the labels followed");

    let labels = nav.pending().expect("labels again");
    nav.edit(|batch| _ = batch.set((9, 9), b'@')).unwrap();
    let built = labels.run();
    assert_eq!(nav.adopt(built), Ok(Adopted::OutOfDate));
    let labels = nav.pending().unwrap().run();
    nav.drop_index(mover, Keep::Labels).unwrap();
    assert_eq!(nav.adopt(labels), Ok(Adopted::NotKept));

    // Walls between cells leave no jump points, and so no labels; that is not tried twice.
    nav.keep(mover, Keep::Labels).unwrap();
    nav.edit(|batch| _ = batch.wall((20, 20), astride::base::Dir::E)).unwrap();
    let labels = nav.pending().unwrap().run();
    assert_eq!(nav.adopt(labels), Ok(Adopted::Impossible));
    assert!(nav.pending().is_none());
    nav.edit(|batch| _ = batch.remove_wall((20, 20), astride::base::Dir::E)).unwrap();
    let labels = nav.pending().expect("it may be possible by now").run();
    let mut other = Navigator::new(Grid::new(50, 40, b'.').unwrap());
    assert_eq!(other.adopt(labels), Err(NavigatorError::UnknownMover));
}

#[test]
fn a_request_in_progress_starts_again_when_its_index_is_built_anew() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut nav = Navigator::new(grid_of(&caves(seed, 60, 50, 42, 3)));
        let mover = nav.first_mover();
        // Jump points that follow edits have other numbers than those of a map made from scratch.
        (0..9).for_each(|_| toggle(&mut nav, &mut rng));
        let asks: Vec<Ask> = (0..4)
            .map(|_| {
                let mut cell = || (rng.below(60) as u32, rng.below(50) as u32);
                Ask::new(cell(), cell())
            })
            .collect();
        asks.iter().for_each(|ask| _ = nav.request(ask, 5).expect("on the map"));
        for budget in [3, 20] {
            nav.work(&mut Budget::unlimited().expansions(budget));
            let stamp = nav.stamp(&asks[0]);
            nav.drop_index(mover, Keep::JumpMap).expect("a known mover");
            nav.keep(mover, if budget == 3 { Keep::JumpMap } else { Keep::Table }).unwrap();
            assert_ne!(nav.stamp(&asks[0]), stamp);
        }
        nav.work(&mut Budget::unlimited());
        let costs: Vec<_> = asks.iter().map(|ask| nav.cost(ask).expect("on the map")).collect();
        let mut done: Vec<_> = nav.take_done().map(|done| (done.ticket, done.answer)).collect();
        done.sort_by_key(|done| done.0);
        let found: Vec<_> =
            done.into_iter().map(|done| done.1.expect("on the map").cost()).collect();
        assert_eq!(found, costs, "seed {seed}");
    }
}

#[test]
fn an_answer_is_kept_until_something_it_depends_on_changes() {
    let grid = grid_of(&caves(9, 60, 50, 38, 3));
    let mut nav = Navigator::new(grid).cache(1 << 12, 1 << 22);
    let (danger, scouts) = (nav.add_overlay().unwrap(), nav.add_faction(b'.'));
    let ask = Ask::new((3, 3), (55, 45));
    let mut counts = (0, 0);
    let mut check = |nav: &Navigator, ask: &Ask, is_kept: bool, what: &str| {
        let (stamp, found) = (nav.stamp(ask).unwrap(), nav.find(ask));
        if is_kept {
            counts.0 += 1
        } else {
            counts.1 += 1
        }
        let found_counts = (nav.cache_counts().hits, nav.cache_counts().misses);
        assert_eq!(found_counts, counts, "{what}");
        assert_eq!(nav.find(ask), found, "{what}");
        counts.0 += 1;
        assert_eq!(nav.stamp(ask).unwrap(), stamp, "{what}");
    };
    let with_all = ask.faction(scouts).overlay(danger);
    let all = [ask, ask.overlay(danger), ask.faction(scouts), with_all];
    all.iter().for_each(|ask| check(&nav, ask, false, "asked for the first time"));
    check(&nav, &ask.mover(nav.first_mover()), true, "the first mover by name");
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(0, 0, 20, 20), 500);
    let kept = [true, false, true, false];
    all.iter().zip(kept).for_each(|(ask, kept)| check(&nav, ask, kept, "after an overlay"));
    nav.reveal(scouts, CellRect::new(0, 0, 20, 20)).unwrap();
    let kept = [true, true, false, false];
    all.iter().zip(kept).for_each(|(ask, kept)| check(&nav, ask, kept, "after a look"));
    nav.edit(|batch| _ = batch.set((59, 0), b'@')).unwrap();
    all.iter().for_each(|ask| check(&nav, ask, false, "after an edit"));
    let refused = nav.edit(|batch| _ = batch.set((60, 0), b'@'));
    assert!(refused.is_err());
    all.iter().for_each(|ask| check(&nav, ask, true, "after an edit that was refused"));
    assert_eq!(Navigator::new(Grid::new(3, 3, b'.').unwrap()).cache_counts(), Default::default());
}

/// Answers of a frame with edits, upkeep and a batch of questions.
fn frames() -> Vec<String> {
    let mut rng = Rng::new(77);
    let (mut nav, mover) = by_hand(grid_of(&caves(7, 70, 50, 40, 3)));
    nav = nav.cache(64, 1 << 16);
    nav.keep(mover, Keep::Clusters).unwrap();
    let danger = nav.add_overlay().unwrap();
    let mut lines = Vec::new();
    for _ in 0..20 {
        toggle(&mut nav, &mut rng);
        let mut cell = || (rng.below(70) as u32, rng.below(50) as u32);
        nav.overlay_mut(danger).unwrap().set(cell(), 9000);
        lines.push(format!("{:?}", nav.maintain(400)));
        let asks: Vec<Ask> = (0..64).map(|_| Ask::new(cell(), cell())).collect();
        let asks = asks.iter().flat_map(|ask| [*ask, ask.overlay(danger)]).collect::<Vec<_>>();
        let answers = nav.many(&asks).into_iter().map(|answer| {
            let answer = answer.expect("on the map");
            (answer.path().cloned(), answer.effort().expanded)
        });
        lines.push(format!("{:?}", answers.collect::<Vec<_>>()));
    }
    lines
}

#[test]
fn frames_are_the_same_on_any_number_of_threads() {
    let expected = frames();
    assert_eq!(frames(), expected);
    #[cfg(feature = "parallel")]
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(frames), expected, "{threads} threads");
    }
}
