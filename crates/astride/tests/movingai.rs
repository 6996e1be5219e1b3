//! Real maps with recorded lengths: every shipped scenario row by jump points and labels, a third of
//! them by A* and a fifth by bidirectional A*, and a sample of the larger folder.
//!
//! With `ASTRIDE_SLOW_TESTS=1` (and `--release`) every row of every scenario file, also of the
//! larger folder, is answered by A*, by Dijkstra's search, by bidirectional A*, by jump point search with
//! and without a table of jumps, and by labels.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path as FilePath, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use astride::base::Budget;
use astride::base::{Cell, Cost};
use astride::io::{Scenario, read_map};
use astride::search::{Outcome, PathQuery, Scratch, astar, bidirectional, dijkstra};
use astride::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, JumpTable, Labels, LabelsOptions, Measure, Mover,
};
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::scenario::{Precision, Row, read_scenario};
use astride_testkit::tally::is_slow_run;

/// A map with its recorded queries, each read twice: by the engine and by the testkit.
struct Set {
    name: String,
    grid: Grid,
    scenario: Scenario,
    rows: Vec<Row>,
    precision: Precision,
}

/// Which rows a method answers: every n-th.
#[derive(Clone, Copy)]
struct Strides {
    astar: usize,
    bidirectional: usize,
    dijkstra: usize,
    jumps: usize,
    /// None where they are not built.
    labels: Option<usize>,
}

/// The most work for boxes.
const BOXES_WORK: u64 = 500_000_000;

/// A map made ready.
struct Prepared {
    table: JumpTable,
    /// With boxes, where these are built in seconds.
    boxed: Option<JumpTable>,
    /// With landmarks, where labels are built as well.
    marked: Option<JumpMap>,
    labels: Option<Labels>,
}

impl Prepared {
    fn new(view: &GridView<'_>, with_labels: bool) -> Prepared {
        let map = JumpMap::build(view).expect("jump points");
        let table = JumpTable::build(map).expect("small costs");
        let mut boxed = table.clone();
        let boxed = boxed.add_boxes(BOXES_WORK).is_ok().then_some(boxed);
        let mut marked = table.map().clone();
        let marked = (with_labels && marked.add_landmarks().is_ok()).then_some(marked);
        let build = || Labels::build(view, &LabelsOptions::default());
        Prepared { table, boxed, marked, labels: with_labels.then(|| build().expect("labels")) }
    }
}

/// How often each method was asked, and which answers were wrong.
#[derive(Default)]
struct Tally {
    astar: usize,
    bidirectional: usize,
    dijkstra: usize,
    jumps: usize,
    labels: usize,
    mismatches: Vec<String>,
}

/// What one thread holds.
#[derive(Default)]
struct Work {
    scratch: Scratch,
    jumps: Scratch,
    labels: Scratch,
    tally: Tally,
}

fn unpacked(path: &FilePath) -> Vec<u8> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|extension| extension != "gz") {
        return bytes;
    }
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(&bytes[..])
        .read_to_end(&mut plain)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    plain
}

/// The files of a folder, by name.
fn listed(folder: &FilePath) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    paths
}

/// The scenario files below a `grid` folder, each with its map.
fn scenario_files(grid_folder: &FilePath) -> Vec<(PathBuf, PathBuf)> {
    let mut files = Vec::new();
    for folder in listed(grid_folder).iter().filter(|path| path.is_dir()) {
        for file in listed(folder) {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_scenario = name.ends_with(".scen") || name.ends_with(".scen.gz");
            let Some((stem, _)) = name.split_once(".map.").filter(|_| is_scenario) else {
                continue;
            };
            let plain = folder.join(format!("{stem}.map"));
            let map = if plain.is_file() { plain } else { folder.join(format!("{stem}.map.gz")) };
            files.push((map, file));
        }
    }
    assert!(!files.is_empty(), "no scenario files below {}", grid_folder.display());
    files
}

impl Set {
    fn load(map: &FilePath, scenario: &FilePath) -> Set {
        let text = unpacked(scenario);
        let name = scenario.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rows = read_scenario(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let set = Set {
            grid: read_map(&unpacked(map)).unwrap_or_else(|error| panic!("{name}: {error}")),
            scenario: Scenario::read(&text).unwrap_or_else(|error| panic!("{name}: {error}")),
            precision: Precision::of_rows(&rows),
            rows,
            name,
        };
        set.check_readers_agree();
        set
    }

    fn check_readers_agree(&self) {
        assert_eq!(self.scenario.rows().len(), self.rows.len(), "{}", self.name);
        assert!(!self.rows.is_empty(), "{} has no rows", self.name);
        for (ours, theirs) in self.scenario.rows().iter().zip(&self.rows) {
            let cell = |(x, y): (usize, usize)| Cell::new(x as u32, y as u32);
            assert_eq!((ours.start, ours.goal), (cell(theirs.start), cell(theirs.goal)));
            assert_eq!((ours.width, ours.height), (self.grid.width(), self.grid.height()));
            assert_eq!(ours.length, theirs.length);
            assert_eq!(ours.is_without_path(), theirs.is_without_path());
        }
    }

    /// Answers row `index` by the methods whose turn it is.
    fn check_row(
        &self,
        (view, prepared): (&GridView<'_>, &Prepared),
        index: usize,
        strides: Strides,
        work: &mut Work,
    ) {
        let row = &self.scenario.rows()[index];
        let [start, goal] = [row.start, row.goal].map(|cell| {
            self.grid.node(cell).unwrap_or_else(|| panic!("{} row {index} is off", self.name))
        });
        let (query, guess) = (PathQuery::new(start, goal), GridHeuristic::octile(view));
        let Work { scratch, jumps, labels, tally } = work;
        let mut answers = Vec::new();
        if index.is_multiple_of(strides.astar) {
            tally.astar += 1;
            answers.push(("A*", astar(view, &guess, &query, scratch, &mut ())));
        }
        if index.is_multiple_of(strides.bidirectional) {
            tally.bidirectional += 1;
            let outcome = bidirectional(view, &guess, &query, scratch, &mut ());
            answers.push(("bidirectional A*", outcome.expect("both ends are named")));
        }
        if index.is_multiple_of(strides.dijkstra) {
            tally.dijkstra += 1;
            answers.push(("Dijkstra", dijkstra(view, &query, scratch, &mut ())));
        }
        let Prepared { table, boxed, marked, labels: built } = prepared;
        if index.is_multiple_of(strides.jumps) {
            tally.jumps += 1;
            let mut search = table.map().search(&query, jumps).expect("one to one");
            answers.push(("jump point search", search.run(&mut Budget::unlimited(), &mut ())));
            let mut search = table.search(&query, jumps).expect("one to one");
            answers.push(("jumps from a table", search.run(&mut Budget::unlimited(), &mut ())));
            if let Some(boxed) = boxed {
                let mut search = boxed.search(&query, jumps).expect("one to one");
                answers.push(("jumps within boxes", search.run(&mut Budget::unlimited(), &mut ())));
            }
            if let Some(marked) = marked {
                let mut search = marked.search(&query, jumps).expect("one to one");
                let outcome = search.run(&mut Budget::unlimited(), &mut ());
                answers.push(("jumps with landmarks", outcome));
            }
        }
        if let Some(built) = built
            && strides.labels.is_some_and(|stride| index.is_multiple_of(stride))
        {
            tally.labels += 1;
            let mut search = built.search(&query, labels).expect("one to one");
            let outcome = search.run(&mut Budget::unlimited(), &mut ());
            if search.cost() != outcome.cost() {
                tally.mismatches.push(format!("{} row {index}: another cost alone", self.name));
            }
            answers.push(("labels", outcome));
        }
        for (method, outcome) in &answers {
            if let Err(fault) = self.judge(view, index, outcome) {
                tally.mismatches.push(format!("{} row {index} by {method}: {fault}", self.name));
            }
        }
        let costs: Vec<Option<Cost>> = answers.iter().map(|(_, outcome)| outcome.cost()).collect();
        if costs.windows(2).any(|pair| pair[0] != pair[1]) {
            tally.mismatches.push(format!("{} row {index}: costs {costs:?}", self.name));
        }
    }

    /// Whether an answer is a valid path of the recorded length, or there is rightly none.
    fn judge(&self, view: &GridView<'_>, index: usize, outcome: &Outcome) -> Result<(), String> {
        let (row, theirs) = (&self.scenario.rows()[index], &self.rows[index]);
        let found = match outcome {
            Outcome::Found(found) => found,
            Outcome::Unreachable(_) => {
                let agreed = theirs.is_without_path() && self.scenario.length_matches(row, None);
                return agreed.then_some(()).ok_or(format!("no path, expected {}", row.length));
            }
            Outcome::OutOfBudget(_) => return Err("it stopped without a limit".to_owned()),
        };
        let path = &found.path;
        path.validate(view).map_err(|fault| fault.to_string())?;
        if !found.guarantee.is_optimal() {
            return Err(format!("the guarantee is {}", found.guarantee));
        }
        let ends = [path.start(), path.goal()].map(|node| self.grid.cell(node));
        if ends != [row.start, row.goal] {
            return Err(format!("the path leads from {} to {}", ends[0], ends[1]));
        }
        let measure = path.measure(&self.grid);
        let Measure { straight, diagonal, links } = measure;
        let agreed = links == 0
            && self.scenario.length_matches(row, Some(measure))
            && self.precision.length_matches(&theirs.length, straight, diagonal)
            && path.cost() == straight * 13_860 + diagonal * 19_601;
        agreed.then_some(()).ok_or(format!("{measure:?}, expected {}", row.length))
    }
}

/// Answers the rows of a set on all cores.
fn check_set(set: &Set, strides: Strides) -> Tally {
    const CHUNK: usize = 16;
    let mover = Mover::walker();
    let view = set.grid.seen_by(&mover);
    let prepared = Prepared::new(&view, strides.labels.is_some());
    let next = AtomicUsize::new(0);
    let whole = Mutex::new(Tally::default());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut work = Work::default();
                loop {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if first >= set.rows.len() {
                        break;
                    }
                    for index in first..set.rows.len().min(first + CHUNK) {
                        set.check_row((&view, &prepared), index, strides, &mut work);
                    }
                }
                whole.lock().expect("no thread panicked").add(work.tally);
            });
        }
    });
    whole.into_inner().expect("no thread panicked")
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.astar += other.astar;
        self.bidirectional += other.bidirectional;
        self.dijkstra += other.dijkstra;
        self.jumps += other.jumps;
        self.labels += other.labels;
        self.mismatches.extend(other.mismatches);
    }

    /// One line on standard error, past the capture of the test harness.
    fn report(&self, name: &str) {
        let Tally { astar, bidirectional, dijkstra, jumps, labels, mismatches } = self;
        let line = format!(
            "{name}: {astar} rows by A*, {bidirectional} by bidirectional A*, {dijkstra} by \
             Dijkstra, {jumps} by jump points, {labels} by labels, {} mismatches\n",
            mismatches.len()
        );
        std::io::stderr().write_all(line.as_bytes()).expect("standard error takes a line");
    }

    fn assert_right(&self) {
        let shown: Vec<&String> = self.mismatches.iter().take(20).collect();
        assert!(shown.is_empty(), "{} mismatches: {shown:#?}", self.mismatches.len());
        assert!(self.astar > 0 && self.bidirectional > 0 && self.dijkstra > 0 && self.jumps > 0);
    }
}

#[test]
fn every_shipped_row_has_its_recorded_length() {
    let mut whole = Tally::default();
    for (map, scenario) in scenario_files(&repository_root().join("data/grid")) {
        let set = Set::load(&map, &scenario);
        let (astar, bidirectional) = if is_slow_run() { (1, 1) } else { (3, 5) };
        let strides = Strides { astar, bidirectional, dijkstra: 16, jumps: 1, labels: Some(1) };
        whole.add(check_set(&set, strides));
    }
    whole.report("shipped maps");
    whole.assert_right();
}

#[test]
fn the_larger_folder_has_its_recorded_lengths() {
    let Some(folder) = data_dir() else {
        skip("the_larger_folder_has_its_recorded_lengths\tno data folder");
        return;
    };
    let is_slow = is_slow_run();
    let mut whole = Tally::default();
    for (map, scenario) in scenario_files(&folder.join("grid")) {
        let set = Set::load(&map, &scenario);
        let strides = if is_slow {
            Strides { astar: 1, bidirectional: 1, dijkstra: 1, jumps: 1, labels: Some(1) }
        } else {
            let every = set.rows.len() / 24 + 1;
            Strides {
                astar: every,
                bidirectional: every,
                dijkstra: 12 * every,
                jumps: every,
                labels: None,
            }
        };
        let tally = check_set(&set, strides);
        if is_slow {
            tally.report(&set.name);
        }
        whole.add(tally);
    }
    whole.report("the larger folder");
    whole.assert_right();
}

#[test]
fn a_wrong_length_is_noticed() {
    let text = b"version 1\n0\tm\t3\t1\t0\t0\t2\t0\t3.00000\n0\tm\t3\t1\t0\t0\t1\t0\t0\n";
    let rows = read_scenario(text).expect("a good scenario");
    let set = Set {
        name: "planted".to_owned(),
        grid: Grid::from_classes(3, 1, b"...").expect("a good grid"),
        scenario: Scenario::read(text).expect("a good scenario"),
        precision: Precision::of_rows(&rows),
        rows,
    };
    let strides = Strides { astar: 1, bidirectional: 1, dijkstra: 1, jumps: 1, labels: Some(1) };
    let tally = check_set(&set, strides);
    assert_eq!((tally.astar, tally.mismatches.len()), (2, 16), "{:#?}", tally.mismatches);
}
