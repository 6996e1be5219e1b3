//! Recordings of navigators: replayed to the same answers, whatever happened; and the first answer that
//! is another one is found.

use astride::base::{Budget, CellRect, Container, ContainerError, TablesError};
use astride::planner::record::{RecordError, RecordedNavigator, Recording};
use astride::planner::{Ask, Navigator, Request, RequestOptions};
use astride::search::Outcome;
use astride::shapes::square::{Grid, Mover};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::fuzz::{record, sealed};
use astride_testkit::generate::{caves, fenced_world, random_obstacles, rooms};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// A life on some map.
fn lived(seed: u64, steps: usize) -> Recording {
    let mut rng = Rng::new(seed);
    let (grid, mover) = match seed % 4 {
        0 => build_world(&supported(&fenced_world(seed, 3 + rng.below(6), 3 + rng.below(5)))),
        1 => (grid_of(&random_obstacles(seed, 23, 17, 30)), Mover::walker()),
        2 => (grid_of(&caves(seed, 26, 18, 42, 3)), Mover::walker()),
        _ => (grid_of(&rooms(seed, 25, 21, 5, 60)), Mover::walker()),
    };
    record(grid, mover, steps, &mut |bound| rng.below(bound))
}

fn reload(recording: &Recording) -> Recording {
    Recording::load(&recording.save()).expect("it was saved")
}

#[test]
fn what_was_recorded_is_saved_loaded_and_replayed_to_the_same_digest() {
    let mut frames = 0;
    for seed in 0..if is_slow_run() { 5000 } else { 60 } {
        let recording = lived(seed, 60);
        let loaded = reload(&recording);
        assert_eq!(loaded.save(), recording.save(), "seed {seed}");
        assert_eq!(loaded.digest(), recording.digest(), "seed {seed}");
        let mut replay = loaded.replay().unwrap();
        while let Some(frame) = replay.next_frame() {
            assert!(frame.calls > 0, "seed {seed}");
            frames = frames.max(frame.number);
        }
        assert_eq!(replay.difference(), None, "seed {seed}");
        assert_eq!(replay.digest(), recording.digest(), "seed {seed}");
    }
    assert!(frames > 10, "at most {frames} frames");
}

/// The replies, and where they lie in the file.
fn replies(bytes: &[u8]) -> (usize, usize) {
    let container = Container::read(bytes, *b"reco").unwrap();
    let len = container.u8s("recording.replies").unwrap().len();
    (bytes.len() - len.next_multiple_of(8), len)
}

/// A recording whose engine answered otherwise is the same as one with an altered answer: the replay
/// says in which frame, whatever number of the answer it is.
#[test]
fn an_altered_answer_is_found_in_its_frame() {
    let (mut found, mut refused) = (0, 0);
    for seed in 0..if is_slow_run() { 400 } else { 8 } {
        let (recording, mut rng) = (lived(seed, 50), Rng::new(seed));
        let bytes = recording.save();
        let (start, len) = replies(&bytes);
        for _ in 0..12 {
            let at = rng.below(len);
            let mut altered = bytes.clone();
            altered[start + at] ^= 1 << rng.below(7);
            assert!(Recording::load(&altered).is_err(), "seed {seed}, byte {at}");
            let Ok(altered) = Recording::load(&sealed(altered)) else {
                refused += 1;
                continue;
            };
            found += 1;
            // The last frame whose replies begin before that byte.
            let is_before = |frames: u64| replies(&recording.cut(frames).save()).1 <= at;
            let frame = 1 + (1..=recording.frames()).filter(|&n| is_before(n)).count() as u64;
            let mut replay = altered.replay().unwrap();
            while replay.next_frame().is_some() {}
            let difference = replay.difference().expect("an answer is altered").clone();
            assert_eq!(difference.frame, frame, "seed {seed}, byte {at}: {difference}");
            assert_ne!(difference.recorded, difference.came, "seed {seed}: {difference}");
            assert_ne!(replay.digest(), altered.digest());
            assert_eq!(replay.digest(), recording.digest(), "seed {seed}: the world is the same");
        }
    }
    assert!(found > 10 && refused > 0, "{found} found, {refused} refused");
}

fn small() -> RecordedNavigator {
    let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(12, 8, b'.').unwrap())).unwrap();
    nav.request(&Ask::new((0, 0), (11, 7)), 1).unwrap();
    nav.work(&mut Budget::unlimited().expansions(50));
    nav.edit(|batch| _ = batch.set((3, 3), b'@')).unwrap();
    nav.request(&Ask::new((0, 3), (11, 3)), 1).unwrap();
    nav.work(&mut Budget::unlimited().expansions(50));
    nav
}

#[test]
fn the_first_difference_names_frame_request_and_both_answers() {
    let recording = small().recording().clone();
    let bytes = recording.save();
    let (start, len) = replies(&bytes);
    // The first byte of the last answer's sum of nodes is changed.
    let told = (0..len).rev().find_map(|at| {
        let mut altered = bytes.clone();
        altered[start + at] ^= 1;
        let altered = Recording::load(&sealed(altered)).ok()?;
        let mut replay = altered.replay().unwrap();
        while replay.next_frame().is_some() {}
        replay.difference().cloned()
    });
    let told = told.expect("some byte is that of a number");
    assert_eq!((told.frame, told.ticket, told.what.as_str()), (2, Some(2), "work"));
    let text = told.to_string();
    let expected =
        "frame 2, call 6, work: recorded ticket 2 after 1 frames: a path of 11 steps for ";
    assert!(text.starts_with(expected) && text.contains("; came ticket 2 after 1"), "{text}");
}

#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let bytes = small().recording().save();
    assert!(Recording::load(&bytes).is_ok());
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        assert!(Recording::load(&flipped).is_err(), "bit {at}");
    }
    for len in 0..bytes.len() {
        assert!(Recording::load(&bytes[..len]).is_err(), "{len} bytes");
    }
    let other = Recording::load(&Navigator::new(Grid::new(2, 2, b'.').unwrap()).save().unwrap());
    let Err(TablesError::File(ContainerError::Kind { found, .. })) = other else {
        panic!("a navigator is no recording");
    };
    assert_eq!(found, *b"navi");
}

#[test]
fn a_recording_is_cut_and_begins_only_with_an_empty_queue() {
    let recorder = small();
    let cut = reload(&recorder.recording().cut(1));
    assert_eq!((cut.frames(), cut.calls()), (1, 3));
    let mut replay = cut.replay().unwrap();
    let frame = replay.next_frame().unwrap();
    assert_eq!((frame.number, frame.calls, frame.served), (1, 3, 1));
    assert!(frame.expansions > 0 && replay.next_frame().is_none());
    assert_eq!(replay.digest(), cut.digest());
    let (mut nav, _) = recorder.finish();
    assert_eq!(nav.take_done().count(), 2);
    let ticket = nav.submit(Request::new(Ask::new((0, 0), (1, 1)), 0)).unwrap();
    let refused = RecordedNavigator::new(nav).unwrap_err();
    assert_eq!(refused, RecordError::Waiting { requests: 1 });
    assert!(refused.to_string().ends_with("work, and take the answers") && ticket.number() == 3);
}

#[test]
fn the_limit_of_fields_outlives_a_recording() {
    let nav = Navigator::new(Grid::new(9, 9, b'.').unwrap()).fields(0);
    let (nav, _) = RecordedNavigator::new(nav).unwrap().finish();
    nav.field(&Ask::new((0, 0), (8, 8)), &[]).unwrap();
    assert_eq!(nav.field_bytes(), 0);
}

#[test]
fn handles_stay_good_and_those_of_others_are_refused_again() {
    let mut nav = Navigator::new(Grid::new(9, 9, b'.').unwrap());
    let (scouts, danger) = (nav.add_faction(b'.'), nav.add_overlay().unwrap());
    let mut other = Navigator::new(Grid::new(9, 9, b'.').unwrap());
    let foreign = other.add_overlay().unwrap();
    let mut recorder = RecordedNavigator::new(nav).unwrap();
    recorder.paint(danger, |overlay| overlay.set((4, 4), 99_000)).unwrap();
    let ask = Ask::new((0, 4), (8, 4));
    assert!(recorder.find(&ask.faction(scouts).overlay(danger)).is_ok());
    assert!(recorder.find(&ask.overlay(foreign)).is_err());
    assert!(recorder.find(&ask.mover(other.first_mover())).is_err());
    assert!(recorder.paint(foreign, |_| {}).is_err());
    let recording = reload(recorder.recording());
    let mut replay = recording.replay().unwrap();
    while replay.next_frame().is_some() {}
    assert_eq!((replay.difference(), replay.digest()), (None, recording.digest()));
}

#[test]
fn a_clock_that_never_said_to_stop_is_a_limit_in_the_replay_as_well() {
    let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(9, 9, b'.').unwrap())).unwrap();
    nav.edit(|batch| _ = batch.fill(CellRect::new(5, 3, 3, 3), b'@').set((6, 4), b'.')).unwrap();
    // Without a limit the reason comes from components, with one from the search.
    let ask = Ask::new((0, 4), (6, 4)).or_nearest();
    let mut never = || false;
    let limited = nav.route(&ask, &mut Budget::unlimited().deadline(&mut never)).unwrap();
    let unlimited = nav.route(&ask, &mut Budget::unlimited()).unwrap();
    let why = |outcome: &Outcome| match outcome {
        Outcome::Unreachable(none) => none.why,
        _ => panic!("it is walled in"),
    };
    assert_ne!(why(&limited), why(&unlimited));
    let recording = reload(nav.recording());
    let mut replay = recording.replay().unwrap();
    while replay.next_frame().is_some() {}
    assert_eq!((replay.difference(), replay.digest()), (None, recording.digest()));
}

/// Who forges a recording that makes more worlds than memory holds is refused before any is made.
#[test]
fn a_recording_that_makes_too_much_is_refused_before_it_is_played() {
    let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(2, 2, b'.').unwrap())).unwrap();
    (0..520).for_each(|_| _ = nav.add_faction(b'.'));
    (0..520).for_each(|_| _ = nav.add_mover(Mover::walker()));
    let recording = reload(nav.recording());
    let refused = recording.replay().err().map(|error| error.to_string());
    let expected = "table `recording.calls` is wrong at 0, expected movers, factions, suppositions, \
                    lanes and sets that take at most 2^30 cells in all";
    assert_eq!(refused.as_deref(), Some(expected));
}

#[test]
fn sets_of_places_count_as_the_bits_that_they_hold() {
    let replayed = |sets: usize| {
        let nav = Navigator::new(Grid::new(1024, 1024, b'.').unwrap());
        let mut nav = RecordedNavigator::new(nav).unwrap();
        (0..sets).for_each(|_| _ = nav.add_places());
        reload(nav.recording()).replay().is_ok()
    };
    // 1024 maps of that size are allowed, of which the mover and the lanes of a queue take some.
    let spare = 1023 - RequestOptions::default().lanes;
    assert!(replayed(64 * spare) && !replayed(64 * spare + 1));
}
