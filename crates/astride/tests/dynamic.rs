//! The dynamic track of the Grid-based Path Planning Competition: a map that is patched between
//! recorded queries, answered by a replanner that follows the patches.

use std::fs;
use std::io::Read;
use std::path::Path as FilePath;

use astride::base::{Budget, Cell, NodeId};
use astride::search::{Replanner, Scratch, dijkstra};
use astride::shapes::square::{Edit, Grid, Mover};
use astride_testkit::data::{data_dir, skip};

/// Rows of letters, to be pasted onto the map.
struct Patch {
    rows: Vec<Vec<u8>>,
}

impl Patch {
    fn paste(&self, grid: &mut Grid, left: u32, top: u32) {
        let mut edit = Edit::new();
        for (y, row) in (top..).zip(&self.rows) {
            for (x, &class) in (left..).zip(row) {
                if grid.node((x, y)).is_some() {
                    edit.set((x, y), class);
                }
            }
        }
        grid.apply(&edit).expect("cells of the map");
    }
}

fn unpacked(path: &FilePath) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    match path.extension().is_some_and(|extension| extension == "gz") {
        true => flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text),
        false => bytes.as_slice().read_to_string(&mut text),
    }
    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

/// The number after a word such as `height`.
fn number<'a>(lines: &mut impl Iterator<Item = &'a str>, word: &str) -> usize {
    let line = lines.next().unwrap_or_else(|| panic!("expected `{word}`"));
    let rest = line.strip_prefix(word).unwrap_or_else(|| panic!("`{line}`, expected `{word}`"));
    rest.trim().parse().unwrap_or_else(|_| panic!("`{line}` has no number"))
}

fn read_patches(text: &str) -> Vec<Patch> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("type patch"));
    let count = number(&mut lines, "patches");
    let patch = |at| {
        assert_eq!(number(&mut lines, "patch"), at);
        let (height, width) = (number(&mut lines, "height"), number(&mut lines, "width"));
        assert_eq!(lines.next(), Some("map"));
        let rows: Vec<Vec<u8>> =
            lines.by_ref().take(height).map(|row| row.as_bytes().to_vec()).collect();
        assert!(rows.len() == height && rows.iter().all(|row| row.len() == width));
        Patch { rows }
    };
    (0..count).map(patch).collect()
}

/// Replays a recording; returns how many queries were answered and the lengths that were wrong.
fn replay(scenario: &str, patches: &[Patch]) -> (usize, Vec<String>) {
    let mut lines = scenario.lines();
    assert_eq!(lines.next(), Some("version 2"));
    let (height, width) = (number(&mut lines, "height"), number(&mut lines, "width"));
    let mut grid = Grid::new(width as u32, height as u32, b'.').expect("a usable size");
    let mover = Mover::walker();
    let (mut replanner, mut scratch) = (Replanner::new(), Scratch::new());
    let (mut queries, mut wrong) = (0, Vec::new());
    for line in lines.skip_while(|line| *line != "commands").skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = |place: usize| words[place].parse::<u32>().expect("a whole number");
        if words[0] == "P" {
            patches[at(2) as usize].paste(&mut grid, at(3), at(4));
            continue;
        }
        queries += 1;
        let view = grid.seen_by(&mover);
        let node = |x, y| grid.node(Cell::new(x, y)).expect("a cell of the map");
        let [start, goal]: [NodeId; 2] = [node(at(2), at(3)), node(at(4), at(5))];
        let outcome = replanner.replan_over(&view, start, goal, &mut Budget::unlimited(), &mut ());
        let expected: f64 = words[6].parse().expect("a length");
        let length = outcome.path().map(|path| {
            path.validate(&view).expect("a walk on the map as it is now");
            path.measure(&grid).length()
        });
        if !length.is_some_and(|length| (length - expected).abs() < 1e-6) {
            wrong.push(format!("`{line}`: {length:?}"));
        }
        if queries % 20 == 0 {
            let query = astride::search::PathQuery::new(start, goal);
            let fresh = dijkstra(&view, &query, &mut scratch, &mut ());
            assert_eq!(outcome.cost(), fresh.cost(), "`{line}`");
        }
    }
    (queries, wrong)
}

#[test]
fn a_map_patched_between_queries_gives_the_recorded_lengths() {
    let Some(folder) = data_dir().map(|folder| folder.join("dynamic")).filter(|f| f.is_dir())
    else {
        return skip("the dynamic track of the competition, 2000 queries (no data folder)");
    };
    let patches = read_patches(&unpacked(&folder.join("dao_arena2.patch")));
    let (queries, wrong) = replay(&unpacked(&folder.join("dao_arena2.scen.gz")), &patches);
    assert_eq!(queries, 2000);
    assert!(
        wrong.is_empty(),
        "{} of {queries} wrong: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
}

#[test]
fn a_wrong_length_in_a_recording_is_noticed() {
    let patches = read_patches("type patch\npatches 1\npatch 0\nheight 2\nwidth 1\nmap\n@\n@\n");
    let recording = "version 2\nheight 3\nwidth 3\ncost 1 octile\npatch x.patch\ncommands\n\
                     Q 0 0 0 2 0 2\nP 1 0 1 0\nQ 1 0 0 2 0 4.828427\nQ 1 0 0 2 0 6\nQ 1 0 0 1 1 0\n";
    let (queries, wrong) = replay(recording, &patches);
    assert_eq!((queries, wrong.len()), (4, 2), "{wrong:?}");
}
