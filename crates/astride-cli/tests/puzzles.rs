//! Puzzles from the command line: the judge's format byte for byte, lengths, levels, and refusals.

use std::fs;

use astride::base::{ContainerWriter, Numbers};

use crate::common::{astride, with_input};

#[test]
fn boxes_as_a_judge_wants_them() {
    let text = b"1 7\nSB....T\n1 7\nSB..#.T\n4 5\n.....\n..BS.\n.#.#.\nT....\n0 0\n";
    let run = with_input(&["puzzle", "boxes"], text);
    assert_eq!((run.code, &run.err[..]), (0, ""));
    let (first, rest) = run.out.split_at(36);
    assert_eq!(first, "Maze #1\nEEEEE\n\nMaze #2\nImpossible.\n\n"[..36].to_owned());
    assert!(run.out.ends_with("\n\n") && rest.contains("Maze #3\n"));
    let told = with_input(&["puzzle", "boxes", "--json"], text).json(0);
    assert_eq!((&told["mazes"][0]["pushes"], &told["mazes"][2]["pushes"]), (&5.into(), &4.into()));
    assert_eq!(told["mazes"][1]["outcome"], "impossible");
    with_input(&["puzzle", "boxes"], b"1 3\nSB\n").refuses("line 2: the row has 2 squares");
}

#[test]
fn lengths_of_sliding_tiles() {
    let run = with_input(&["puzzle", "8", "-"], b"8 6 7 2 5 4 3 0 1\n0 1 2 3 4 5 6 7 8\n");
    assert_eq!((run.code, &run.out[..]), (0, "27\n0\n"));
    let last = ["puzzle", "8", "-", "--goal", "last"];
    assert_eq!(with_input(&last, b"8 6 7 2 5 4 3 0 1\n").out, "31\n");
    let run = with_input(&["puzzle", "8", "-"], b"0 2 1 3 4 5 6 7 8\n");
    assert_eq!((run.code, &run.out[..]), (1, "unsolvable\n"));
    let last = ["puzzle", "8", "-", "--goal", "last", "--moves"];
    assert_eq!(with_input(&last, b"1,2,3,4,5,6,0,7,8\n").out, "2: 7 8\n");
    let board = b"12 | 4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15 | 1 | x\n";
    let ask = ["puzzle", "15", "-", "--guess", "conflicts", "--json"];
    let told = with_input(&ask, board).json(0);
    assert_eq!((&told["boards"][0]["moves"], &told["solved"]), (&1.into(), &1.into()));
    let hard = b"15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0\n";
    let ask = ["puzzle", "15", "-", "--guess", "conflicts", "--seconds", "0.05"];
    with_input(&ask, hard).shows(1, &["out of time, at least "]);
    with_input(&["puzzle", "8", "-"], b"1 2\n").refuses("line 1: 2 tiles, expected 9");
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tiles.bin");
    fs::write(&store, "0 1 2").unwrap();
    let ask = ["puzzle", "15", "-", "--store", store.to_str().unwrap()];
    with_input(&ask, board).refuses("expected --guess patterns-7-8 with it");
    with_input(&[&ask[..], &["--guess", "patterns-7-8"]].concat(), board)
        .refuses("this is no file of Astride's tables");
}

/// Refusals that come before half a minute of building, in a folder that stays empty.
#[test]
fn stores_of_databases_that_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tiles.bin");
    let board = b"4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15\n";
    let ask = |file, store| ["puzzle", "15", file, "--guess", "patterns-7-8", "--store", store];
    let new = store.to_str().unwrap();
    astride(&ask("no/such/boards.txt", new)).refuses("cannot read no/such/boards.txt");
    with_input(&ask("-", new), b"1 2\n").refuses("line 1: 2 tiles, expected 16");
    with_input(&ask("-", "no/such/tiles.bin"), board).refuses("cannot write no/such/tiles.bin");
    with_input(&ask("-", "-"), board).refuses("--store: expected the name of a file");
    // A folder that is there, but takes no files.
    if cfg!(target_os = "linux") {
        with_input(&ask("-", "/proc/tiles.bin"), board).refuses("cannot write /proc/tiles.bin");
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    // Databases of 6, 6 and 3 tiles that add nothing: of the groups of this version, and of those of
    // an earlier one.
    let zeros = vec![0; 8008 * 360];
    let refuse = |tiles: [u8; 15], expected: &str| {
        let mut writer = ContainerWriter::new(*b"tile", 0);
        writer.section("tiles", Numbers::U8(&tiles));
        for (name, len) in [("first", zeros.len()), ("second", zeros.len()), ("third", 560 * 3)] {
            writer.section(name, Numbers::U8(&zeros[..len]));
        }
        fs::write(&store, writer.finish()).unwrap();
        with_input(&ask("-", new), board).refuses(expected);
    };
    let groups = [1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 2, 0];
    refuse(groups, "tiles.bin: the databases are of [6, 6, 3] tiles, expected [7, 8]");
    let earlier = [0, 2, 2, 2, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1];
    refuse(earlier, "expected the groups of 6, 6 and 3 tiles of this version, or those of 7 and 8");
}

#[test]
fn levels_of_sokoban() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("level.svg");
    let ask = ["puzzle", "sokoban", "data/puzzle/microban.xsb", "--level", "1"];
    astride(&[&ask[..], &["--draw", picture.to_str().unwrap()]].concat())
        .shows(0, &["1: 8 pushes, 33 moves: ", "1 of 1 level solved"]);
    assert!(fs::read_to_string(picture).unwrap().starts_with("<svg"));
    let told = astride(&[&ask[..], &["--json", "--seconds", "10"]].concat()).json(0);
    let level = &told["levels"][0];
    assert_eq!((&level["pushes"], &level["moves"]), (&8.into(), &33.into()));
    assert_eq!((&level["title"], &level["outcome"]), (&"1".into(), &"solved".into()));
    assert_eq!(level["guarantee"], "fewest pushes");
    let stuck = b"#####\n#$ .#\n#@  #\n#####\n";
    with_input(&["puzzle", "sokoban", "-"], stuck).shows(1, &["1: unsolvable", "0 of 1 level"]);
    let ask = ["puzzle", "sokoban", "data/puzzle/microban.xsb", "--level", "144", "--seconds"];
    astride(&[&ask[..], &["0.01"]].concat()).shows(1, &["out of time, at least "]);
    astride(&[&ask[..], &["0.01", "--fewest"]].concat()).shows(1, &["out of time, at least "]);
    let open = b"####\n#@ \n####\n";
    with_input(&["puzzle", "sokoban", "-"], open).refuses("line 1: the man could leave the level");
    astride(&["puzzle", "sokoban", "data/puzzle/microban.xsb", "--level", "156"])
        .refuses("there are 155 levels");
}
