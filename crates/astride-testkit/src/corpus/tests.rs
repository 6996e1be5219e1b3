//! The reader on valid and invalid text, and every case of the corpus against the references.

use super::*;
use crate::certificate::check_distances;
use crate::judge::Judge;
use crate::reference::{bellman_ford, cheapest_path, dijkstra};
use crate::square::{Corners, Direction, LAND, Neighbours, RefCell, WATER};
use crate::world::arcs;

#[test]
fn every_case_of_the_corpus_holds() {
    let cases = read_folder(&corpus_dir()).expect("a good corpus");
    assert!(cases.len() >= 40, "only {} cases", cases.len());
    let mut wrong = Vec::new();
    for (file, case) in &cases {
        let place = format!("{}:{} {}\n{}", file.display(), case.line, case.title, case.drawn);
        let (n, arcs) = (case.world.cells.len(), arcs(&case.world));
        let (start, goal) = (case.world.index(case.start), case.world.index(case.goal));
        let distances = bellman_ford(n, &arcs, start);
        if distances[goal] != case.expected {
            wrong.push(format!("{place}found {:?}, expected {:?}", distances[goal], case.expected));
        }
        assert_eq!(dijkstra(n, &arcs, &[start]), distances, "{place}");
        assert_eq!(check_distances(&arcs, &[start], &distances), Ok(()), "{place}");
        if let Some((cost, nodes)) = cheapest_path(n, &arcs, start, goal) {
            let judge = Judge::new(case.world.clone());
            assert_eq!(judge.check_walk(&(nodes, cost)), Ok(()), "{place}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// `ASTRIDE_BLESS=1` writes the table again.
#[test]
fn the_table_for_other_languages_is_of_these_cases() {
    let cases = read_folder(&corpus_dir()).expect("a good corpus");
    let (file, table) = (corpus_dir().join("cases.tsv"), table(&cases));
    if std::env::var_os("ASTRIDE_BLESS").is_some() {
        std::fs::write(&file, &table).expect("a writable folder");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == table, "{} is out of date; set ASTRIDE_BLESS=1", file.display());
    assert!(table.lines().filter(|line| line.starts_with("ask\t")).count() > 40);
}

#[test]
fn the_corpus_tells_the_corner_rules_apart() {
    let cases = read_folder(&corpus_dir()).expect("a good corpus");
    let rules = [Corners::Never, Corners::OneFree, Corners::Always];
    for rule in rules {
        for other in rules.into_iter().filter(|&other| other != rule) {
            let told_apart = cases.iter().any(|(_, case)| {
                let mut world = case.world.clone();
                world.corners = other;
                let distances =
                    bellman_ford(world.cells.len(), &arcs(&world), world.index(case.start));
                case.world.corners == rule && distances[world.index(case.goal)] != case.expected
            });
            assert!(told_apart, "no case fails when {rule:?} is taken for {other:?}");
        }
    }
}

const GOOD: &str = "# a comment\n\n\
    == one\n\
    neighbours: eight\n\
    corners: one-free\n\
    scale: 5/7\n\
    expect: 12\n\
    class: ~ 3 land water\n\
    block: 1,0 SW\n\
    wall: 0,0 1,0\n\
    link: 0,0 2,1 9\n\
    map:\n\
    A~#\n\
    ..B\n\n\
    == two\n\
    expect: unreachable\n\
    from: 0,0\n\
    to: 1,0\n\
    map:\n\
    .W\n";

fn fails(text: &str, message: &str) {
    assert_eq!(read_corpus(text).expect_err(message).to_string(), message);
}

/// The valid text with one line replaced.
fn changed(from: &str, to: &str, message: &str) {
    assert!(GOOD.contains(from), "`{from}` is in the good text");
    fails(&GOOD.replacen(from, to, 1), message);
}

#[test]
fn a_case_is_read_with_all_its_keys() {
    let cases = read_corpus(GOOD).expect("a good text");
    assert_eq!(cases.len(), 2);
    let case = &cases[0];
    assert_eq!((case.title.as_str(), case.line), ("one", 3));
    assert_eq!((case.start, case.goal, case.expected), ((0, 0), (2, 1), Some(12)));
    let world = &case.world;
    assert_eq!((world.neighbours, world.corners), (Neighbours::Eight, Corners::OneFree));
    assert_eq!((world.straight, world.diagonal), (5, 7));
    assert_eq!(world.cells[1], RefCell { factor: 3, media: LAND | WATER });
    assert_eq!(world.cells[2].factor, 0);
    assert_eq!(world.cells[0], RefCell { factor: 1, media: LAND });
    let blocked: Vec<(Cell, Direction)> = world.blocked_steps.iter().copied().collect();
    let expected = [((0, 0), Direction::E), ((1, 0), Direction::SW), ((1, 0), Direction::W)];
    assert_eq!(blocked, expected);
    assert_eq!(world.links, [((0, 0), (2, 1), 9)]);
    assert_eq!((cases[1].start, cases[1].goal, cases[1].expected), ((0, 0), (1, 0), None));
}

#[test]
fn broken_lines_are_named() {
    fails("map:\n", "line 1: expected `== ` and a title before anything else");
    changed("== two", "== one", "line 16: a second case `one`");
    changed(
        "corners: one-free",
        "corners one-free",
        "line 5: expected `key: value`, got `corners one-free`",
    );
    changed("corners: one-free", "corner: never", "line 5: unknown key `corner`");
    changed(
        "corners: one-free",
        "corners: sometimes",
        "line 5: `corners` wants `never`, `one-free` or `always`, got `sometimes`",
    );
    changed(
        "neighbours: eight",
        "neighbours: 8",
        "line 4: `neighbours` wants `four` or `eight`, got `8`",
    );
    changed("scale: 5/7", "scale: 5", "line 6: `scale` wants two costs as `10/14`, got `5`");
    changed("scale: 5/7", "corners: never", "line 6: a second `corners`");
    changed("expect: 12", "expect: -1", "line 7: `expect` wants a cost or `unreachable`, got `-1`");
    changed("from: 0,0", "from: 0 0", "line 18: `from` wants a cell as `3,1`, got `0 0`");
    changed(
        "~ 3 land",
        "~~ 3 land",
        "line 8: `class` wants letter, factor, media as `~ 2 land`, got `~~ 3 land water`",
    );
    changed(
        "land water",
        "air",
        "line 8: `class` wants letter, factor, media as `~ 2 land`, got `~ 3 air`",
    );
    changed(
        "1,0 SW",
        "1,0 SSW",
        "line 9: `block` wants a cell and a direction as `3,1 NE`, got `1,0 SSW`",
    );
    changed(
        "wall: 0,0 1,0",
        "wall: 0,0 2,0",
        "line 10: `wall` wants two touching cells as `3,1 4,1`, got `0,0 2,0`",
    );
    changed(
        "2,1 9",
        "2,1 1000001",
        "line 11: `link` wants cells and cost as `0,0 3,1 7`, got `0,0 2,1 1000001`",
    );
}

#[test]
fn broken_cases_are_named() {
    changed("..B", "..", "line 14: the row has 2 cells, expected 3");
    changed("..B", ". B", "line 14: a row is made of ASCII letters without spaces");
    changed("..B", "..A", "line 3: the case wants one start, drawn as `A` or named by `from`");
    changed("..B", "...", "line 3: the case wants one goal, drawn as `B` or named by `to`");
    changed("from: 0,0", "from: 2,0", "line 16: the case has its `from` outside the map");
    changed("to: 1,0", "to: 0,1", "line 16: the case has its `to` outside the map");
    changed("expect: 12\n", "", "line 3: the case has no `expect`");
    changed("2,1 9", "3,1 9", "line 11: the cell 3,1 lies outside the map");
    changed("block: 1,0", "block: 1,2", "line 9: the cell 1,2 lies outside the map");
    changed("..B\n\n", "..B\n\nexpect: 1\n", "line 16: expected `== ` and a title after the map");
    fails("== empty\nexpect: 1\n", "line 1: the case has no map");
}

#[test]
fn no_cut_of_a_good_text_panics() {
    for end in 0..GOOD.len() {
        let _ = read_corpus(&GOOD[..end]);
        let _ = read_corpus(&GOOD[end..]);
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let error = read_folder(&corpus_dir().join("nowhere")).expect_err("no such folder");
    assert_eq!(error.line(), None);
    assert!(error.to_string().contains("nowhere"), "{error}");
}
