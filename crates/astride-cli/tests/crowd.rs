//! Crowds from the command line.

use std::fs;

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
