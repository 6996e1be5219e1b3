//! Bad input and usage: exit code 2, one line on standard error, never a panic.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{ARENA, astride, root, with_input};
use flate2::Compression;
use flate2::write::GzEncoder;

const SMALL: &[u8] = b"..#\n...\n";

#[test]
fn cells_must_be_on_the_map_and_free() {
    let ask = |from: &str, to: &str| with_input(&["path", "-", "--from", from, "--to", to], SMALL);
    ask("0,0", "9,0").refuses("--to 9,0 is off the map of 3x2 cells, expected x below 3");
    ask("4294967295,0", "0,0").refuses("--from 4294967295,0 is off the map");
    ask("2,0", "0,0").refuses("--from 2,0 is blocked: its terrain is '#'");
    ask("0,0", "2,0").refuses("--to 2,0 is blocked");
    for bad in ["-1,0", "1", "1,2,3", "x,y", "4294967296,0", "", "1;2"] {
        ask(bad, "0,0").refuses("expected x,y");
    }
    with_input(&["path", "-"], SMALL).refuses("expected --from X,Y, or a drawn map with one A");
    with_input(&["path", "-", "--from", "0,0"], SMALL).refuses("expected --to X,Y");
    with_input(&["path", "-", "--to", "0,0"], b"AA.").refuses("it has 2 starts");
    with_input(&["range", "-", "--steps", "2"], SMALL).refuses("expected --from X,Y");
    with_input(&["field", "-"], SMALL).refuses("expected --to X,Y");
}

#[test]
fn torn_and_lying_maps_are_refused() {
    let check = |map: &[u8], message: &str| {
        for command in ["info", "draw"] {
            with_input(&[command, "-"], map).refuses(message);
        }
    };
    check(b"", "the file is empty");
    check(b"\n\n", "the file is empty");
    check(b"type octile\n", "ends without a line \"map\"");
    check(b"type octile\nheight 2\nmap\n..\n", "missing \"width\"");
    check(b"height 1\nwidth 1\nmap\n.\n", "missing \"type octile\"");
    check(b"type tile\nheight 1\nwidth 1\nmap\n.\n", "expected \"octile\"");
    check(b"type octile\nheight 4294967295\nwidth 4294967295\nmap\n.\n", "is unusable");
    check(b"type octile\nheight 32768\nwidth 32768\nmap\n.\n", "the file has only");
    check(b"type octile\nheight 99999999999\nwidth 1\nmap\n.\n", "expected a whole number");
    check(b"type octile\nheight -1\nwidth 1\nmap\n.\n", "expected a whole number");
    check(b"type octile\nheight 2\nwidth 2\nmap\n..\n.\n", "row 1 has 1 cell, expected 2");
    check(b"type octile\nheight 1\nwidth 2\nmap\n..\n..\n", "text after the last");
    check(b"type octile\nheight 1\nwidth 2\nmap\n.?\n", "unknown terrain \"?\"");
    check(b"version 1\n0 a 1 1 0 0 0 0 0\n", "this is a scenario file");
    check("..\u{e9}\n".as_bytes(), "unknown letter");
    check(&(0..=255).collect::<Vec<u8>>(), "is not text");
    // A torn picture, and one of a kind that is not read.
    check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "expected a PNG that is whole");
    check(b"\xff\xd8\xff\xe0\0\x10JFIF", "is not text");
}

#[test]
fn files_that_are_none_are_refused() {
    astride(&["info", "no/such.map"]).refuses("cannot read no/such.map: no such file");
    astride(&["info", "data"]).refuses("data: is a directory, expected a file");
    astride(&["scen", ARENA, "no.scen"]).refuses("cannot read no.scen");
    astride(&["scen", ARENA, ARENA]).refuses("expected \"version 1\"");
    astride(&["scen", "data/grid/local/trap.map"]).refuses("no scenario beside it");
    astride(&["scen", "-"]).refuses("expected SCEN as well");
    astride(&["scen", "-", "-"]).refuses("cannot both be standard input");
    astride(&["bench", "no/such/folder"]).refuses("cannot read folder no/such/folder");
    astride(&["bench", "docs"]).refuses("no map with a scenario");
    astride(&["info", "a\nb"]).refuses("cannot read");
}

fn packed(chunks: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    chunks.for_each(|chunk| encoder.write_all(&chunk).unwrap());
    encoder.finish().unwrap()
}

#[test]
fn damaged_gzip_is_refused() {
    let whole = packed([SMALL.to_vec()].into_iter());
    with_input(&["draw", "-"], &whole).shows(0, &["..#\n...\n"]);
    for cut in [2, 5, whole.len() / 2, whole.len() - 1] {
        with_input(&["info", "-"], &whole[..cut]).refuses("the gzip data is damaged");
    }
    let mut flipped = whole.clone();
    let at = flipped.len() - 6;
    flipped[at] ^= 1;
    with_input(&["info", "-"], &flipped).refuses("the gzip data is damaged");
}

#[test]
fn a_gzip_bomb_is_refused_at_the_limit() {
    let bomb = packed((0..520).map(|_| vec![b'.'; 1 << 20]));
    assert!(bomb.len() < 8 << 20);
    with_input(&["info", "-"], &bomb).refuses("more than 512 MiB when unpacked");
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().to_str().unwrap();
    astride(&["draw", ARENA, "--draw", "png", "-o", here]).refuses("is a directory");
    astride(&["draw", ARENA, "-o", "no/such/a.png"]).refuses("cannot write no/such/a.png");
    astride(&["draw", ARENA, "-o", "a.xyz"]).refuses("no known kind of picture");
    astride(&["convert", ARENA, "no/such/a.txt"]).refuses("cannot write no/such/a.txt");
    let ends = ["--from", "1,11", "--to", "1,12", "--trace", "no/such/t"];
    astride(&[&["path", ARENA][..], &ends].concat()).refuses("cannot write no/such/t");
    assert_eq!(fs::read_dir(here).unwrap().count(), 0);
}

#[test]
fn usage_is_explained_in_one_line() {
    astride(&["paht"]).refuses("unrecognized subcommand 'paht'");
    astride(&["path"]).refuses("required arguments were not provided: <MAP>");
    astride(&["path", ARENA, "--method", "psychic"]).refuses("there is no method \"psychic\"");
    astride(&["path", ARENA, "--method", "asta"]).refuses("(did you mean astar?), expected one of");
    astride(&["path", ARENA, "--method", "cluster"]).refuses("(did you mean clusters?)");
    astride(&["path", ARENA, "--method", "weighted:0"])
        .refuses("the weight of \"weighted:0\" is unusable, expected a number from 1 to 1000");
    astride(&["path", ARENA, "--method", "weighted:0.5"]).refuses("from 1 to 1000");
    astride(&["path", ARENA, "--scale", "10/9"]).refuses("expected 1 <= straight");
    astride(&["path", ARENA, "--scale", "0/0"]).refuses("is unusable");
    astride(&["path", ARENA, "--terrain", "S"]).refuses("expected LETTER=FACTOR");
    let costly = ["--from", "1,11", "--to", "1,12", "--terrain", "S=4294967295"];
    astride(&[&["path", ARENA][..], &costly].concat()).refuses("--terrain");
    astride(&["path", ARENA, "--alternatives", "4294967295"]).refuses("not in 1..=1000");
    astride(&["path", ARENA, "--budget=-1"]).refuses("--budget <NODES>");
    astride(&["range", ARENA, "--from", "9,9"]).refuses("required arguments");
    astride(&["range", ARENA, "--from", "9,9", "--steps", "nan"]).refuses("expected a number");
    astride(&["path", ARENA, "--step", "3"]).refuses("--step needs a picture");
    astride(&["draw", ARENA, "--draw", "apng"]).refuses("shows a search");
    astride(&["path", ARENA, "--form", "1,1"])
        .refuses("found; a similar argument exists: '--from'");
    let large = ["path", "data/grid/dao/lak303d.map", "--from", "127,124", "--to", "100,1"];
    astride(&[&large[..], &["--draw", "figure-png"]].concat())
        .refuses("a map of 194x194 cells is too large for numbers in every square");
    let far = ["--from", "1,11", "--to", "1,12", "--draw", "text", "--step", "4294967295"];
    astride(&[&["path", ARENA][..], &far].concat()).refuses("the search has");
}

#[test]
fn a_closed_pipe_ends_in_silence() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("astride"))
        .current_dir(root())
        .args(["field", ARENA, "--to", "20,20", "--csv", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn what_cannot_be_baked_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().to_str().unwrap();
    let file = folder.path().join("a.labels");
    let name = file.to_str().unwrap();
    astride(&["bake", ARENA]).refuses("required arguments were not provided: --output <FILE>");
    astride(&["bake", "no/such.map", "-o", name]).refuses("cannot read no/such.map");
    astride(&["bake", ARENA, "-o", here]).refuses("is a directory");
    astride(&["bake", ARENA, "-o", "no/such/a.labels"]).refuses("cannot write no/such/a.labels");
    astride(&["bake", ARENA, "-o", name, "--index", "magic"]).refuses("invalid value 'magic'");
    astride(&["bake", ARENA, "-o", name, "--bytes-per-cell=-1"]).refuses("--bytes-per-cell");
    let index = |names| astride(&["bake", ARENA, "-o", name, "--index", names]);
    index("labels,components").refuses("built as quickly as it could be read");
    index("labels,,").refuses("expected labels, clusters, landmarks, dead-ends, regions or all");
    let sides = ["bake", ARENA, "-o", name, "--index", "clusters", "--cluster-side", "5"];
    astride(&sides).refuses("clusters of 5 cells a side, expected 2, 4, 8, 16, 32 or 64");
    let many = ["bake", ARENA, "-o", name, "--index", "landmarks", "--landmarks", "33"];
    astride(&many).refuses("33 landmarks, expected 1 to 32");
    let costly = ["bake", "-", "-o", name, "--scale", "10/21"];
    with_input(&costly, b"...\n").refuses("no jump points on this map");
    with_input(&["bake", "-", "-o", name], b"type octile\nheight 2\n").refuses("standard input: ");
    assert_eq!(fs::read_dir(here).unwrap().count(), 0, "nothing is left behind");
}

/// A folder that may not be written to; for the superuser there is no such thing.
#[cfg(unix)]
#[test]
fn a_folder_that_is_closed_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.labels");
    fs::write(&file, "before").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(folder.path().join("probe"), "").is_err() {
        let name = file.to_str().unwrap();
        astride(&["bake", ARENA, "-o", name, "--force"]).refuses("permission denied");
        assert_eq!(fs::read_to_string(&file).unwrap(), "before");
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}
