//! The fuzz targets without the fuzzer: kept crashes, seeds, and hundreds or thousands of mutated seeds.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use astride_testkit::data::repository_root;
use astride_testkit::fuzz::TARGETS;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

/// Mutated inputs per target, and in a slow run.
const MUTATED: [u64; 2] = [5_000, 20_000];

/// Targets that take longer, and how many mutated inputs they get.
const SLOWER: [(&str, [u64; 2]); 2] =
    [("indexes_follow_edits", [400, 1500]), ("load_recordings", [200, 600])];

/// Pieces that readers look for, so that mutations come past the first check.
const PIECES: [&str; 20] = [
    "type octile\n",
    "height 4294967295\n",
    "width 0\n",
    "map\n",
    "version 1\n",
    "\r\n",
    "\t",
    "0.00",
    "weighted:",
    "1.000001",
    "□",
    "AB#",
    "p sp 3 2\n",
    "a 1 2 ",
    "\nv 1 -5 ",
    "voxel 9 9 9\n",
    "hex flat\n",
    "triangles\n",
    "floors wrap columns\n",
    "\nstair 0,0,0 1,1,1 ",
];

/// The files of a folder by name; none if there is no such folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a readable file")))
        .collect();
    files.sort();
    files
}

/// Runs one input; a panic names the target and the input.
fn run(name: &str, body: fn(&[u8]), origin: &str, input: &[u8]) {
    if catch_unwind(|| body(input)).is_err() {
        panic!("{name} fails on {origin}: b\"{}\"", input.escape_ascii());
    }
}

fn mutate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = match seeds {
        [] => Vec::new(),
        seeds => seeds[rng.below(seeds.len())].clone(),
    };
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(input.len() + 1);
        let end = (at + rng.below(9)).min(input.len());
        match rng.below(7) {
            0 if at < input.len() => input[at] = rng.next_u64() as u8,
            1 if at < input.len() => input[at] ^= 1 << rng.below(8),
            2 => _ = input.drain(at..end),
            3 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            4 => {
                let piece = PIECES[rng.below(PIECES.len())];
                input.splice(at..end, piece.bytes());
            }
            5 if !seeds.is_empty() => {
                let other = &seeds[rng.below(seeds.len())];
                let from = rng.below(other.len() + 1);
                input.splice(at..end, other[from..].iter().copied());
            }
            _ => input.insert(at, rng.next_u64() as u8),
        }
        input.truncate(4096);
    }
    input
}

fn check(name: &str) {
    let (name, body) = TARGETS.into_iter().find(|target| target.0 == name).expect("a target");
    let folder = repository_root().join("fuzz");
    for (file, input) in files(&folder.join("regressions").join(name)) {
        run(name, body, &file, &input);
    }
    let seeds = files(&folder.join("seeds").join(name));
    assert!(!seeds.is_empty(), "{name} has no seeds");
    for (file, input) in &seeds {
        run(name, body, file, input);
    }
    let seeds: Vec<Vec<u8>> = seeds.into_iter().map(|(_, input)| input).collect();
    let slower = SLOWER.iter().find(|slower| slower.0 == name);
    let [quick, slow] = slower.map_or(MUTATED, |slower| slower.1);
    for seed in 0..cases(quick, slow) {
        let mut rng = Rng::new(seed);
        let input = mutate(&mut rng, &seeds);
        run(name, body, &format!("seed {seed}"), &input);
    }
}

#[test]
fn read_map_holds() {
    check("read_map");
}

#[test]
fn read_scenario_holds() {
    check("read_scenario");
}

#[test]
fn read_graph_holds() {
    check("read_graph");
}

#[test]
fn read_world_holds() {
    check("read_world");
}

#[test]
fn read_mesh_holds() {
    check("read_mesh");
}

#[test]
fn drawing_holds() {
    check("drawing");
}

#[test]
fn read_voxels_holds() {
    check("read_voxels");
}

#[test]
fn read_drawings_holds() {
    check("read_drawings");
}

#[test]
fn read_mesh_scenario_holds() {
    check("read_mesh_scenario");
}

#[test]
fn read_shapes_holds() {
    check("read_shapes");
}

#[test]
fn engine_vs_reference_holds() {
    check("engine_vs_reference");
}

#[test]
fn edits_holds() {
    check("edits");
}

#[test]
fn indexes_follow_edits_holds() {
    check("indexes_follow_edits");
}

#[test]
fn load_labels_holds() {
    check("load_labels");
}

#[test]
fn load_mesh_labels_holds() {
    check("load_mesh_labels");
}

#[test]
fn load_recordings_holds() {
    check("load_recordings");
}

#[test]
fn load_indexes_holds() {
    check("load_indexes");
}

#[test]
fn weight_and_method_names_holds() {
    check("weight_and_method_names");
}

/// Targets whose bodies live with what they try, and the tests that replay them.
const ELSEWHERE: [(&str, &str); 7] = [
    ("c_calls", "crates/astride-capi/tests/calls.rs"),
    ("play_session", "crates/astride-play/tests/hostile.rs"),
    ("read_puzzles", "crates/astride-puzzles/tests/hostile.rs"),
    ("read_foreign", "crates/astride-formats/tests/damaged.rs"),
    ("read_obj", "crates/astride-formats/tests/obj.rs"),
    ("read_osm", "crates/astride-formats/tests/roads.rs"),
    ("units", "crates/astride-agents/tests/fuzzed.rs"),
];

/// A target that the manifest or this file forgets would never run.
#[test]
fn every_target_is_named_everywhere() {
    let manifest = fs::read_to_string(repository_root().join("fuzz/Cargo.toml")).expect("readable");
    let bins = manifest.split("[[bin]]").skip(1);
    let mut in_manifest: BTreeSet<&str> = bins.filter_map(|bin| bin.split('"').nth(1)).collect();
    for (name, test) in ELSEWHERE {
        assert!(in_manifest.remove(name), "{name} is not in the manifest");
        let test = fs::read_to_string(repository_root().join(test)).expect("a test file");
        assert!(test.contains(&format!("/{name}")), "{name} is not replayed");
    }
    let in_testkit: BTreeSet<&str> = TARGETS.into_iter().map(|target| target.0).collect();
    assert_eq!(in_manifest, in_testkit);
    let here = include_str!("fuzz_regressions.rs");
    for name in in_testkit {
        assert!(here.contains(&format!("check(\"{name}\")")), "{name} has no test here");
        let target = repository_root().join(format!("fuzz/fuzz_targets/{name}.rs"));
        let text = fs::read_to_string(target).expect("a target file");
        assert!(text.contains(&format!("astride_testkit::fuzz::{name}(data)")));
    }
}

#[test]
fn a_planted_panic_is_named() {
    let body: fn(&[u8]) = |data| assert!(data != b"bad\n");
    run("planted", body, "nowhere", b"good");
    let fault = catch_unwind(|| run("planted", body, "nowhere", b"bad\n")).expect_err("a panic");
    let message = fault.downcast_ref::<String>().expect("a message");
    assert_eq!(message, "planted fails on nowhere: b\"bad\\n\"");
}
