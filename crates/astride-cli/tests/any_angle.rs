//! `astride path --any-angle`.

use crate::common::with_input;
use serde_json::json;

const WALLED: &[u8] = b".......\n...#...\n.A.#.B.\n...#...\n.......\n";

#[test]
fn a_path_at_any_angle_says_how_long_it_is_and_where_it_turns() {
    let run = with_input(&["path", "-", "--any-angle", "optimal"], WALLED);
    run.shows(0, &["path from 1,2 to 5,2\n", "length      5.2426 cells\n"]);
    run.shows(
        0,
        &["guarantee   the shortest path of a point\n", "points      1.5,2.5 3,1 4,1 5.5,2.5\n"],
    );
    let run = with_input(&["path", "-", "--any-angle", "lazy-theta"], WALLED);
    run.shows(0, &["guarantee   not optimal\n"]);
    let run = with_input(&["path", "-", "--any-angle", "bounded"], WALLED);
    run.shows(0, &["guarantee   not optimal (at most 1."]);
    let json = with_input(&["path", "-", "--any-angle", "bounded", "--json"], WALLED).json(0);
    let within = json["within"].as_f64().unwrap();
    assert!(1.0 < within && within < 1.4143, "{within}");
    let json = with_input(&["path", "-", "--any-angle", "optimal", "--json"], WALLED).json(0);
    assert_eq!(json["points"], json!([[1.5, 2.5], [3.0, 1.0], [4.0, 1.0], [5.5, 2.5]]));
}

#[test]
fn what_has_no_path_at_any_angle_is_told_apart() {
    let shut = b"A.#.B\n..#..\n";
    with_input(&["path", "-", "--any-angle", "optimal"], shut)
        .shows(1, &["no path from 0,0 to 4,0"]);
    let run = with_input(&["path", "-", "--any-angle", "lazy-theta", "--budget", "2"], WALLED);
    run.shows(3, &["out of budget after 2 expanded nodes"]);
    with_input(&["path", "-", "--any-angle", "optimal"], b"A5.B\n").refuses("costs differ");
    for other in ["--straighten", "--exact", "--why"] {
        let both = ["path", "-", "--any-angle", "optimal", other];
        with_input(&both, WALLED).refuses(other);
    }
    with_input(&["path", "-", "--any-angle", "optimal"], b"A..B\n.B..\n").refuses("one goal");
}
