//! Readers on valid and invalid text, and the printed lengths of every collection.

use super::*;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n..@\nWWT\n";
const SCENARIO: &str = "version 1\n0\tmaps/a.map\t3\t2\t0\t0\t1\t0\t1\n\
                        0\tmaps/a.map\t3\t2\t0\t0\t1\t1\t0\n";

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory takes bytes");
    encoder.finish().expect("memory takes bytes")
}

fn map_fails(text: &str, message: &str) {
    assert_eq!(read_map(text.as_bytes()).expect_err(message).to_string(), message);
}

fn scenario_fails(text: &str, message: &str) {
    assert_eq!(read_scenario(text.as_bytes()).expect_err(message).to_string(), message);
}

#[test]
fn a_map_is_read_plain_and_gzipped() {
    let map = read_map(MAP.as_bytes()).expect("a good map");
    assert_eq!(map.to_string(), "..@\nWWT\n");
    assert_eq!(read_map(&gzipped(MAP)), Ok(map.clone()));
    assert_eq!(read_map(MAP.replace('\n', "\r\n").as_bytes()), Ok(map));
}

#[test]
fn bad_maps_are_refused_with_their_line() {
    map_fails("", "line 1: the file ends early");
    map_fails("type tile", "line 1: expected `type octile`");
    map_fails("type octile\nwidth 3", "line 2: expected `height` and a number");
    map_fails("type octile\nheight -3", "line 2: expected `height` and a number");
    map_fails("type octile\nheight 1\nwidth 1 1", "line 3: expected `width` and a number");
    map_fails("type octile\nheight 1\nwidth 1\n.", "line 4: expected `map`");
    map_fails("type octile\nheight 4000000000\nwidth 1\nmap\n.", "line 6: the file ends early");
    map_fails(&MAP.replace("WWT", "WW"), "line 6: the row has 2 cells, expected 3");
    map_fails(&format!("{MAP}..."), "line 7: expected only 2 rows");
}

#[test]
fn broken_bytes_are_refused() {
    let gzipped = gzipped(MAP);
    assert_eq!(read_map(&gzipped[..20]).map_err(|error| error.line()), Err(None));
    assert_eq!(read_map(&[0xff, 0xfe]).map_err(|error| error.line()), Err(None));
    assert_eq!(read_scenario(&[0x1f, 0x8b]).map_err(|error| error.line()), Err(None));
}

#[test]
fn a_scenario_is_read() {
    let rows = read_scenario(&gzipped(SCENARIO)).expect("a good scenario");
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].bucket, rows[0].map.as_str()), (0, "maps/a.map"));
    assert_eq!((rows[0].width, rows[0].height), (3, 2));
    assert_eq!((rows[1].start, rows[1].goal, rows[1].length.as_str()), ((0, 0), (1, 1), "0"));
    assert_eq!((rows[0].is_without_path(), rows[1].is_without_path()), (false, true));
}

#[test]
fn bad_scenarios_are_refused_with_their_line() {
    scenario_fails("", "line 1: expected `version`");
    scenario_fails("0 a 1 1 0 0 0 0 0", "line 1: expected `version`");
    scenario_fails("version 1\n0 a 1 1 0 0 0 0", "line 2: the row has 8 fields, expected 9");
    scenario_fails("version 1\n0 a 1 x 0 0 0 0 0", "line 2: field 4 is `x`, not a number");
    for length in ["-1", "nan", "1e5", ".", ".5", "1.2.3", "inf"] {
        let text = format!("version 1\n\n0 a 1 1 0 0 0 0 {length}");
        scenario_fails(&text, &format!("line 3: the length `{length}` is not a decimal number"));
    }
}

#[test]
fn six_significant_digits_are_judged_as_such() {
    assert!(length_matches("2.41421", 1, 1));
    assert!(length_matches("12", 12, 0));
    assert!(!length_matches("12", 11, 1));
    assert!(!length_matches("12", 9, 2));
    assert!(!length_matches("12", 13, 0));
    // 19 + 12·√2 = 35.97056: "36" must not swallow it.
    assert!(!length_matches("36", 19, 12));
    // 300 + 661·√2 = 1234.795…
    assert!(length_matches("1234.8", 300, 661));
    assert!(!length_matches("1234.8", 301, 661));
    assert!(!length_matches("1234.8", 300 + 17, 661 - 12));
    assert!(length_matches("7.65685", 2, 4));
    assert!(!length_matches("7.65685", 1, 5));
    assert!(length_matches("0", 0, 0));
    assert!(!length_matches("0", 1, 0));
}

#[test]
fn fixed_decimals_are_judged_as_such() {
    assert!(length_matches("2.83", 0, 2));
    // 70 + 44·√2 = 132.2254 and 69 + 45·√2 = 132.6396.
    assert!(length_matches("132.23", 70, 44));
    assert!(!length_matches("132.23", 69, 45));
    assert!(length_matches("3.00000000", 3, 0));
    assert!(length_matches("1.41421356", 0, 1));
    assert!(!length_matches("1.41421356", 1, 0));
    assert!(length_matches("12.00", 12, 0));
    // A published row; the exact length is 33 + 36·√2 = 83.911688245….
    assert!(length_matches("83.91168823", 33, 36));
    assert!(length_matches("83.91168825", 33, 36));
    assert!(!length_matches("83.91168821", 33, 36));
}

#[test]
fn text_that_is_no_number_matches_nothing() {
    assert!(!length_matches("", 0, 0));
    assert!(!length_matches("zero", 0, 0));
    assert!(!Precision::Decimals(2).length_matches("-1", 0, 0));
}

#[test]
fn the_file_tells_what_a_row_does_not() {
    let rows = |lengths: &[&str]| -> Vec<Row> {
        let text: String =
            lengths.iter().map(|length| format!("0 a 9 9 0 0 1 1 {length}\n")).collect();
        read_scenario(format!("version 1\n{text}").as_bytes()).expect("a good scenario")
    };
    assert_eq!(Precision::of_rows(&rows(&["2.83", "132.40"])), Precision::Decimals(2));
    assert_eq!(Precision::of_rows(&rows(&["2.00000000"])), Precision::Decimals(8));
    assert_eq!(Precision::of_rows(&rows(&["2.83", "2.41421"])), Precision::Significant(6));
    assert_eq!(Precision::of_rows(&rows(&["2", "132"])), Precision::Significant(6));
    assert_eq!(Precision::of_rows(&[]), Precision::Significant(6));
    // 2·√2 = 2.82843 is 2.83 to two decimals, not to six digits.
    assert!(Precision::Decimals(2).length_matches("2.83", 0, 2));
    assert!(!Precision::Significant(6).length_matches("2.83", 0, 2));
}

#[test]
fn costs_split_into_steps() {
    assert_eq!(step_counts(0), Some((0, 0)));
    assert_eq!(step_counts(1), None);
    assert!(step_counts(u64::MAX).is_some());
    for straight in [0, 1, 17, 19_000] {
        for diagonal in [0, 1, 12, 13_859] {
            let cost = straight * 13_860 + diagonal * 19_601;
            assert_eq!(step_counts(cost), Some((straight, diagonal)));
        }
    }
}

#[test]
fn a_diagonal_of_single_precision_is_accepted() {
    // dao/lak303d: 155 + 96 √2 is 290.7645020 exactly.
    let six = Precision::Significant(6);
    assert!(six.length_matches("290.764", 155, 96));
    assert!(six.length_matches("290.765", 155, 96));
    assert!(!six.length_matches("290.763", 155, 96));
}
