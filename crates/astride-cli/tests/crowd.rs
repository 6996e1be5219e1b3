//! Crowds from the command line.

use std::fs;

use serde_json::Value;

use crate::common::astride;

#[test]
fn all_arrive_and_nobody_overlaps() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("gate.svg");
    for mode in ["lattice", "free"] {
        let ask = ["crowd", "gate", "--units", "20", "--frames", "2000", "--mode", mode, "--json"];
        let told = astride(&[&ask[..], &["--draw", picture.to_str().unwrap()]].concat()).json(0);
        assert_eq!((&told["arrived"], &told["units"]), (&20.into(), &20.into()));
        assert_eq!((&told["overlaps"], &told["wall_contacts"]), (&0.into(), &0.into()));
        assert!(told["timing"]["ms_99"].is_number());
        assert_eq!(told["digest"], astride(&ask).json(0)["digest"]);
        assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    }
    astride(&["crowd", "cross", "--units", "10", "--frames", "1"])
        .shows(1, &["arrived     0 in 1 frame", "overlaps    0 (walls 0)"]);
    astride(&["crowd", "square"]).refuses("expected one of circle, cross, rings, gate");
    astride(&["crowd", "farm", "--units", "0"]).refuses("--units");
}

#[test]
fn frames_are_recorded_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("farm.film");
    let film = film.to_str().unwrap();
    let with = |more: &[&str]| {
        let frames = if more.contains(&"--frames") { &[][..] } else { &["--frames", "500"] };
        astride(&[&["crowd", "farm", "--units", "40"][..], frames, more].concat())
    };
    let told = with(&["--record", film, "--json"]);
    assert!(told.code < 2, "{}", told.err);
    let same = with(&["--compare", film, "--json"]).json(told.code);
    assert_eq!((&same["is_same"], &same["first_difference"]), (&true.into(), &Value::Null));
    let other = with(&["--compare", film, "--json", "--seed", "2"]).json(1);
    assert_eq!(other["is_same"], false);
    assert_eq!(other["first_difference"], serde_json::json!({ "frame": 0, "unit": 0 }));
    with(&["--compare", film, "--frames", "9"]).shows(1, &["compared    frame 9 differs"]);
    fs::write(film, "type octile\n").unwrap();
    with(&["--compare", film]).refuses("this is no film of a crowd");
}
