//! Recordings that are played again: what is printed, and what is printed of an answer that is another
//! one.

use astride::base::Container;
use astride::planner::record::RecordedNavigator;
use astride::planner::{Ask, Navigator};
use astride::prelude::{Budget, Grid};
use astride::shapes::hex::{HexLayout, HexMap};
use astride_testkit::fuzz::sealed;

use crate::common::{astride, with_input};

/// Two frames with a request each.
fn recorded() -> Vec<u8> {
    let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(30, 20, b'.').unwrap())).unwrap();
    for y in [3, 9] {
        nav.edit(|batch| _ = batch.set((9, y), b'@')).unwrap();
        nav.request(&Ask::new((0, y), (29, y)), 1).unwrap();
        nav.work(&mut Budget::unlimited().expansions(1000));
    }
    nav.recording().save()
}

#[test]
fn a_recording_comes_as_recorded_for_any_number_of_threads() {
    let bytes = recorded();
    let told = ["played      2 frames, 7 calls", "served      2 requests", "all as recorded"];
    with_input(&["replay", "-"], &bytes).shows(0, &told);
    let digests = ["1", "2", "7"].map(|threads| {
        let json = with_input(&["replay", "-", "--threads", threads, "--json"], &bytes).json(0);
        assert_eq!(json["digest"], json["recorded"]);
        assert_eq!(
            (json["calls"].as_u64(), json["frames"][1]["served"].as_u64()),
            (Some(7), Some(1))
        );
        let timing = &json["timing"];
        let micros: Vec<f64> = serde_json::from_value(timing["frames_us"].clone()).unwrap();
        let worst = timing["worst_frame"].as_u64().unwrap() as usize;
        assert_eq!((micros.len(), Some(micros[worst - 1])), (2, timing["max_us"].as_f64()));
        // A short frame may take no time by a coarse clock.
        assert!(micros.iter().all(|&time| 0.0 <= time && time <= micros[worst - 1]));
        json["digest"].clone()
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]));
}

#[test]
fn the_first_other_answer_is_told_and_ends_with_1() {
    let bytes = recorded();
    let len = Container::read(&bytes, *b"reco").unwrap().u8s("recording.replies").unwrap().len();
    let start = bytes.len() - len.next_multiple_of(8);
    // The revision of the second edit stands behind what was told of the first frame.
    let told = (0..len).find_map(|at| {
        let mut altered = bytes.clone();
        altered[start + at] ^= 3;
        let run = with_input(&["replay", "-"], &sealed(altered));
        (run.code == 1 && run.out.contains("DIFFERENT   frame 2")).then_some(run.out)
    });
    let told = told.expect("some byte is that of a revision");
    assert!(told.contains("DIFFERENT   frame 2, call 5, an edit: recorded 1; came 2"), "{told}");
    assert!(told.contains("\nrecorded    "), "{told}");
}

#[test]
fn a_recording_is_cut_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, short] = ["whole", "short"].map(|name| folder.path().join(name));
    std::fs::write(&whole, recorded()).unwrap();
    let [whole, short] = [&whole, &short].map(|file| file.to_str().unwrap());
    let told = ["played      1 frame, 4 calls", "all as recorded"];
    astride(&["replay", whole, "--frames", "1", "--cut", short]).shows(0, &told);
    astride(&["replay", short]).shows(0, &told);
    with_input(&["replay", "-"], b"map").refuses("no file of Astride's tables");
    let saved = Navigator::new(Grid::new(2, 2, b'.').unwrap()).save().unwrap();
    with_input(&["replay", "-"], &saved).refuses("of kind \"navi\", expected \"reco\"");
}

#[test]
fn a_recording_on_hexagons_is_played_and_its_first_other_answer_told() {
    let map = HexMap::hexagon(HexLayout::Pointy, 9, b'.').unwrap();
    let mut nav = RecordedNavigator::new(Navigator::new(map)).unwrap();
    for r in [0, 3] {
        nav.edit(|batch| _ = batch.set((2, r), b'#')).unwrap();
        nav.request(&Ask::new((0, r), (6, r)), 1).unwrap();
        nav.work(&mut Budget::unlimited().expansions(1000));
    }
    let bytes = nav.recording().save();
    let told = ["played      2 frames, 7 calls", "served      2 requests", "all as recorded"];
    with_input(&["replay", "-"], &bytes).shows(0, &told);
    let len = Container::read(&bytes, *b"rhex").unwrap().u8s("recording.replies").unwrap().len();
    let start = bytes.len() - len.next_multiple_of(8);
    let is_told = (0..len).any(|at| {
        let mut altered = bytes.clone();
        altered[start + at] ^= 3;
        let run = with_input(&["replay", "-"], &sealed(altered));
        run.code == 1 && run.out.contains("frame 2, call 5, an edit: recorded 1; came 2")
    });
    assert!(is_told, "some byte is that of a revision");
}
