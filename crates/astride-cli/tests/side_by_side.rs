//! Several processes that write one file at the same moment.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// A map that is longer than any pipe is deep, so that who has taken most of it has looked before
/// whether the file is there.
fn long_map() -> String {
    let row = |y: usize| -> String {
        (0..512).map(|x| if (x * 7 + y * 3).is_multiple_of(11) { '#' } else { '.' }).collect()
    };
    (0..512).map(|y| row(y) + "\n").collect()
}

/// Begins to bake a map of standard input, of which all but the last letter is handed over.
fn begin(map: &str, index: &str, file: &Path, more: &[&str]) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_astride"))
        .args(["bake", "-", "--index", index, "-o", file.to_str().unwrap()])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.as_mut().unwrap();
    input.write_all(&map.as_bytes()[..map.len() - 1]).unwrap();
    child
}

/// Lets all go on at once, and waits for them.
fn finish(mut children: Vec<Child>) -> Vec<Output> {
    for child in &mut children {
        // The last letter ends the last row, and may as well be missing.
        drop(child.stdin.take());
    }
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

const INDEXES: [&str; 2] = ["dead-ends", "clusters"];

/// What each index of the map is when it is baked alone.
fn alone(map: &str, folder: &Path) -> Vec<Vec<u8>> {
    let bake = |index: &str| {
        let file = folder.join(index);
        let outputs = finish(vec![begin(map, index, &file, &[])]);
        assert!(outputs[0].status.success(), "{:?}", outputs[0]);
        let bytes = fs::read(&file).unwrap();
        fs::remove_file(file).unwrap();
        bytes
    };
    INDEXES.map(bake).to_vec()
}

#[test]
fn of_two_processes_that_bake_into_one_file_one_wins_and_the_other_says_why_not() {
    let (map, folder) = (long_map(), tempfile::tempdir().unwrap());
    let whole = alone(&map, folder.path());
    let file = folder.path().join("map.index");
    for round in 0..3 {
        let children = INDEXES.iter().map(|index| begin(&map, index, &file, &[])).collect();
        let outputs = finish(children);
        let won: Vec<usize> = (0..2).filter(|&at| outputs[at].status.success()).collect();
        assert_eq!(won.len(), 1, "round {round}: {outputs:?}");
        let lost = &outputs[1 - won[0]];
        let said = String::from_utf8_lossy(&lost.stderr);
        assert_eq!((lost.status.code(), &lost.stdout[..]), (Some(2), &b""[..]), "{lost:?}");
        assert!(said.contains("is there already, expected a new name or --force"), "{said}");
        assert!(fs::read(&file).unwrap() == whole[won[0]], "the file is that of the winner");
        fs::remove_file(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }
}

#[test]
fn of_two_processes_that_may_replace_a_file_it_is_whole_and_of_one_of_them() {
    let (map, folder) = (long_map(), tempfile::tempdir().unwrap());
    let whole = alone(&map, folder.path());
    let file = folder.path().join("map.index");
    fs::write(&file, "older").unwrap();
    let children = INDEXES.iter().map(|index| begin(&map, index, &file, &["--force"])).collect();
    for output in finish(children) {
        assert!(output.status.success(), "{output:?}");
    }
    assert!(whole.contains(&fs::read(&file).unwrap()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}
