//! Scenarios that are played: what they tell, what they expect, and digests that do not change.

use crate::common::{ARENA, Run, astride, root, with_input};
use serde_json::json;

/// The scenarios of the repository with their digests: another number means that some answer, or the
/// order in which answers come, is another one.
const DIGESTS: [(&str, &str); 4] = [
    ("siege", "1d1cdddff9f31d8a"),
    ("scouts", "94b2f193fd863d00"),
    ("frames", "5e9025af619b7b4f"),
    ("tower", "ff176261c24235bc"),
];

#[test]
fn the_digests_of_the_scenarios_are_pinned_for_any_number_of_threads() {
    for (name, digest) in DIGESTS {
        let file = format!("corpus/simulate/{name}.txt");
        for threads in ["1", "2", "7"] {
            let json = astride(&["simulate", &file, "--threads", threads, "--json"]).json(0);
            assert_eq!(json["digest"], digest, "{name} on {threads} threads");
            assert_eq!(json["missed"], 0);
            assert!(json["met"].as_u64().unwrap() > 2);
        }
    }
    let files = std::fs::read_dir(root().join("corpus/simulate")).unwrap();
    assert_eq!(files.count(), DIGESTS.len(), "every scenario has its digest here");
}

fn play(text: &str) -> Run {
    with_input(&["simulate", "-"], text.as_bytes())
}

const FREE: &str = "map:\n......\n......\n......\n\n";

#[test]
fn a_scenario_is_told_line_by_line() {
    let run =
        play(&format!("{FREE}path a 0,0 5,0\nedit fill 3,0 1x3 @\npath b 0,0 5,0\nprint a\n"));
    run.shows(
        0,
        &[
            "    1  map of 6 x 3 cells",
            "    6  a: 69 300 ticks, 5 steps",
            "    7  revision 1",
            "    8  b: unreachable: the goal is enclosed in an area of 6 cells",
            "0,0 1,0 2,0 3,0 4,0 5,0",
            "digest      ",
        ],
    );
}

#[test]
fn what_is_not_as_expected_is_told_and_ends_with_1() {
    let text = format!(
        "{FREE}path a 0,0 5,0\nexpect a cost 1\nexpect a steps 4\nexpect a unreachable\n\
         expect revision 3\nexpect digest 0000000000000000\nexpect a steps 5\n"
    );
    play(&text).shows(
        1,
        &[
            "    7  MISSED: expected a: cost 1, found a: cost 69300",
            "    8  MISSED: expected a: steps 4, found a: steps 5",
            "    9  MISSED: expected a: unreachable, found a: cost 69300",
            "   10  MISSED: expected revision 3, found revision 0",
            "   11  MISSED: expected digest 0000000000000000, found digest ",
            "expected    1 expectation met, 5 missed",
        ],
    );
    let json = with_input(&["simulate", "-", "--json"], text.as_bytes()).json(1);
    assert_eq!((&json["missed"], &json["events"][0]["cost"]), (&json!(5), &json!(69_300)));
}

#[test]
fn whatever_changes_an_answer_changes_the_digest() {
    let digest = |text: &str| {
        let run = with_input(&["simulate", "-", "--json"], format!("{FREE}{text}").as_bytes());
        run.json(0)["digest"].as_str().unwrap().to_owned()
    };
    let texts = [
        "path a 0,0 5,0\n",
        "path a 0,0 5,1\n",
        "path a 0,1 5,1\n",
        "edit set 0,2 @\npath a 0,0 5,0\n",
        "edit set 1,2 @\npath a 0,0 5,0\n",
        "overlay o\ncost o 0,0 6x3 5\npath a 0,0 5,0 with o\n",
        "faction f assume @\nreveal f 0,0 6x3\npath a 0,0 5,0 by f\n",
        "path a 0,0 5,0 if set 1,0 @\n",
        "path a 0,0 5,0\nwould-part b a if set 1,0 @\n",
        "path a 0,0 5,0\nwould-part b a if fill 1,0 1x3 @\n",
        "request a 0,0 5,0 within 1\nwork 0\n",
        "edit set 5,0 @\npath a 0,0 5,0\n",
        "edit set 5,0 @\npath a 0,0 5,0 nearest\n",
    ];
    let mut digests: Vec<String> = texts.iter().map(|text| digest(text)).collect();
    assert_eq!(digests[0], digest("# The same.\n\npath other-name 0,0 5,0\nprint map\n"));
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), texts.len());
}

#[test]
fn bad_lines_are_named() {
    let refused = |text: &str, piece: &str| play(text).refuses(piece);
    refused(
        "path a 0,0 1,1\n",
        "standard input: line 1: there is no map yet, expected a line `map`",
    );
    refused(&format!("{FREE}{FREE}"), "line 6: there is a map already");
    refused("map:\n.é\n", "line 1: line 1, column 2: unknown letter");
    refused("map no/such.map\n", "line 1: cannot read no/such.map: no such file");
    let refused = |line: &str, piece: &str| play(&format!("{FREE}{line}\n")).refuses(piece);
    refused("path a 0,0 6,0", "line 6: cell (6, 0) is off the map of 6x3 cells");
    refused("path a 0,0 1,1 for ogre", "line 6: there is no mover ogre, expected one of walker");
    refused("path a 0,0 1,1 by red", "there is no faction red, expected a line `faction red …`");
    refused("edit set 0,0 . ; wall 0,0 n", "line 6: ");
    refused("edit link 0,0 1,1 0", "line 6: ");
    refused("mover walker", "line 6: there is a mover walker already, expected another name");
    refused("mover m side 0", "line 6: ");
    refused("cost o 0,0 1x1 5", "there is no overlay o");
    refused("overlay o\ncost o 5,0 2x1 5", "line 7: 2x1 cells from 5,0 on are not all on the map");
    refused("faction f assume .\nreveal f around 6,0 3", "line 7: cell 6,0 is off the map");
    refused("expect a cost 5", "there is no answer a, expected a line `path a …` or `request a …`");
    refused("path a 0,0 1,1\npath a 0,0 1,1", "line 7: there is a path a already");
    // Nothing is played if any line is wrong.
    refused("path a 0,0 6,0\nnonsense", "line 7: \"nonsense\" is no command");
    with_input(&["simulate", "-"], b"map:\n\xff").refuses("byte 5 is not text");
    astride(&["simulate", "no/such.txt"]).refuses("cannot read no/such.txt: no such file");
}

#[test]
fn requests_are_answered_by_work() {
    let text = format!(
        "{FREE}queue lanes 1 quantum 1\nrequest a 0,0 5,0 priority 1\nrequest b 0,2 5,2 priority 9\n\
         request c 0,1 5,1\nwork 0\nexpect b running\nexpect a waiting\ncancel c\n\
         expect c cancelled\nwork 1000 times 50\nexpect a cost 69300\nexpect b steps 5\n"
    );
    play(&text).shows(
        0,
        &[
            "work: 1 frame, 0 expansions, 0 served, 1 running, 2 waiting",
            "b: 69 300 ticks, 5 steps, after 2 frames",
            "work: 1 frame, ",
            " 2 served, 0 running, 0 waiting",
            "expected    5 expectations met",
        ],
    );
    let refused = |line: &str, piece: &str| play(&format!("{FREE}{line}\n")).refuses(piece);
    refused("request a 0,0 9,0", "line 6: cell (9, 0) is off the map");
    refused("request a 0,0 1,0 priority 256", "\"256\" is not a priority, expected 0 to 255");
    refused("request a 0,0 1,0\nqueue lanes 2", "line 7: there are requests already");
    refused("request a 0,0 1,0\nwork 9\ncancel a", "line 8: a does not wait");
    refused("queue most 1\nrequest a 0,0 1,0\nrequest b 0,0 1,0", "the queue holds 1 requests");
    refused("queue speed 3", "queue does not know \"speed\", expected lanes, ageing, quantum");
    refused("work 5 time 3", "\"time\" is wrong here, expected times");
    let limited = format!("{FREE}request a 0,0 5,2 limit 1\nwork 100\n");
    play(&limited).shows(0, &["a: "]);
}

#[test]
fn sets_of_places_are_gone_around_and_gone_to() {
    let text = format!(
        "{FREE}places units 0,0 2,0 1x2\npath a 0,0 5,0 around units\nexpect a cost 92264\n\
         places units\npath b 0,0 5,0 around units\nexpect b cost 69300\n\
         places exits 0,2 5,2\npath c 1,1 5,0 or exits\nexpect c ends 0,2\n\
         request d 1,1 5,0 or exits\nwork 1000\nexpect d ends 0,2\n\
         edit fill 0,2 2x1 @ ; fill 0,0 2x1 @ ; set 2,1 @\npath e 1,1 5,0 or exits\n\
         expect e unreachable\n"
    );
    let told =
        ["c: 19 601 ticks, 1 step, to 0,2", "d: 19 601 ticks, 1 step, to 0,2, after 1 frame"];
    play(&text).shows(0, &[&told[..], &["expected    5 expectations met"]].concat());
    let refused = |line: &str, piece: &str| play(&format!("{FREE}{line}\n")).refuses(piece);
    let unknown = "there is no set of places p, expected a line `places p …` before";
    refused("path a 0,0 1,0 around p", unknown);
    refused("path a 0,0 1,0 or p", unknown);
    refused("places q 1,1\npath a 0,0 1,0 or p", "no set of places p, expected one of q");
    refused("places p 1,1 5,0 2x1", "2x1 cells from 5,0 on are not all on the map of 6x3 cells");
    let twice = "19 cells are listed, expected at most the 18 of the map";
    refused("places p 0,0 6x3 0,0", twice);
    refused("places p 1,1 2x", "\"2x\" is no size, expected WxH in cells");
}

#[test]
fn the_nearest_cell_is_told_where_there_is_no_path() {
    let text = format!(
        "{FREE}edit fill 3,0 1x3 @\npath a 0,0 5,0 nearest\nexpect a unreachable\n\
         expect a ends 2,0\nexpect a ends 1,0\nprint a\npath b 0,0 2,2 nearest\nexpect b ends 2,2\n"
    );
    let run = play(&text);
    run.shows(
        1,
        &[
            "; the nearest cell is 2,0, 2 steps away\n",
            "   10  MISSED: expected a: ends 1,0, found a: ends 2,0",
            "   11  a is no path; the way to the nearest cell is",
            "0,0 1,0 2,0",
            "   12  b: 39 202 ticks, 2 steps\n",
        ],
    );
}

#[test]
fn a_request_that_comes_too_late_expires() {
    let text = format!(
        "{FREE}queue lanes 1 quantum 1\nrequest a 0,0 5,0 within 2\nrequest b 0,2 5,2\nwork 0\n\
         expect a running\nwork 0\nexpect a expired\nexpect b waiting\nwork 100\nexpect b steps 5\n\
         expect a cost 1\n"
    );
    let told = ["a: expired after 2 frames", "MISSED: expected a: cost 1, found a: expired"];
    play(&text).shows(1, &[&told[..], &["4 expectations met, 1 missed"]].concat());
}

#[test]
fn what_if_edits_nothing() {
    let text = format!(
        "{FREE}path far 0,0 5,0\npath near 0,0 2,0\n\
         path around 0,0 5,0 if fill 3,0 1x2 @\nexpect around cost 100383\n\
         path none 0,0 5,0 if fill 3,0 1x2 @ ; set 3,2 @\nexpect none unreachable\n\
         would-part wall near far if fill 3,0 1x3 @\nexpect wall parts far\n\
         would-part tower far near if fill 3,0 1x2 @\nexpect tower parts-nothing\n\
         would-part box far near if set 0,1 @ ; fill 1,0 1x2 @\nexpect box parts near far\n\
         expect tower parts far\nexpect revision 0\npath if 0,0 5,0 if set 3,0 .\nexpect if cost 69300\n"
    );
    let told = [
        "wall: would part far\n",
        "tower: would part nothing\n",
        "box: would part far, near\n",
        "MISSED: expected tower: parts far, found tower: parts nothing",
        "7 expectations met, 1 missed",
    ];
    play(&text).shows(1, &told);
    let refused = |line: &str, piece: &str| play(&format!("{FREE}{line}\n")).refuses(piece);
    refused("path a 0,0 1,1 if set 6,0 @", "line 6: ");
    refused("path a 0,0 1,1 if", "path ends too soon, expected set, fill");
    let unknown = "there is no answer a, expected a line `path a …` or `request a …`";
    refused("would-part t a if set 1,1 @", unknown);
    refused("path a 0,0 1,1\nwould-part a a if set 1,1 @", "line 7: there is a path a already");
}

#[test]
fn a_map_from_the_command_line_replaces_that_of_the_scenario() {
    let text = b"map no/such.map\npath a 1,11 46,47\nexpect a cost 830376\n";
    let run = with_input(&["simulate", "-", "--map", ARENA], text);
    run.shows(0, &["map of 49 x 49 cells", "a: 830 376 ticks"]);
}
