//! Drives from the command line.

use std::fs;

use crate::common::with_input;

const STREET: &[u8] = b"\
..............................
..............................
..............................
..............................
..............................
###########.......############
###########.......############
###########.......############
##############################
";

const PARK: [&str; 9] =
    ["drive", "-", "--from", "3.5,3", "--to", "12.3,6.3,0", "--radius", "4", "--reverse"];

fn drive(more: &[&str]) -> crate::common::Run {
    with_input(&[&PARK[..], more].concat(), STREET)
}

#[test]
fn a_car_parks_and_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("parking.svg");
    let told = drive(&["--json", "-o", picture.to_str().unwrap()]).json(0);
    assert_eq!(told["outcome"], "found");
    assert!(told["gear_changes"].as_u64().unwrap() >= 1);
    let poses = told["poses"].as_array().unwrap();
    assert_eq!(poses[0], serde_json::json!([3.5, 3.0, 0.0]));
    assert!(poses.len() as f64 > told["length"].as_f64().unwrap() * 8.0);
    let picture = fs::read_to_string(&picture).unwrap();
    assert!(picture.starts_with("<svg") && picture.matches("<polygon").count() > 5);
    drive(&[]).shows(0, &["length", "gears", "segments", "digest"]);
    drive(&["--budget", "3"]).shows(3, &["out of budget", "3 poses expanded"]);
}

#[test]
fn what_cannot_be_is_said() {
    drive(&["--length", "8"]).shows(1, &["no drive: at its goal the vehicle is on cell"]);
    drive(&["--length", "nan"]).refuses("a vehicle of NaN by 1.8 cells");
    drive(&["--places", "9"]).refuses("9 places to a cell");
    with_input(&["drive", "-", "--from", "3", "--to", "9,3", "--radius", "4"], STREET)
        .refuses("expected x,y or x,y,degrees");
}
