//! Pushing Boxes beside a search over man and box that is too simple to be wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use astride_puzzles::boxes::{answers, read, solve};
use astride_testkit::rng::Rng;

use crate::data::is_slow;

/// Dijkstra's search over places of man and box, ordered by pushes and then by moves.
fn brute_force(rows: &[String]) -> Option<(u32, u32)> {
    let at = |mark: char| {
        let (y, row) = rows.iter().enumerate().find(|(_, row)| row.contains(mark)).unwrap();
        (row.find(mark).unwrap() as i32, y as i32)
    };
    let is_free = |(x, y): (i32, i32)| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        let mark = row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.as_bytes().get(x)));
        mark.is_some_and(|&mark| mark != b'#')
    };
    let (man, cargo, target) = (at('S'), at('B'), at('T'));
    let mut best = BTreeMap::from([((man, cargo), (0, 0))]);
    let mut queue = BinaryHeap::from([Reverse(((0, 0), (man, cargo)))]);
    while let Some(Reverse((cost, place))) = queue.pop() {
        if best[&place] < cost {
            continue;
        }
        let (man, cargo) = place;
        if cargo == target {
            return Some(cost);
        }
        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let to = (man.0 + dx, man.1 + dy);
            let pushed = (to.0 + dx, to.1 + dy);
            let next = match to == cargo {
                true if is_free(pushed) => ((to, pushed), (cost.0 + 1, cost.1 + 1)),
                false if is_free(to) => ((to, cargo), (cost.0, cost.1 + 1)),
                _ => continue,
            };
            if best.get(&next.0).is_none_or(|&known| next.1 < known) {
                best.insert(next.0, next.1);
                queue.push(Reverse((next.1, next.0)));
            }
        }
    }
    None
}

/// Plays moves; whether the box ends on the target, and pushes and moves.
fn play(rows: &[String], moves: &str) -> (u32, u32) {
    let find = |mark| {
        let y = rows.iter().position(|row| row.contains(mark)).unwrap();
        (rows[y].find(mark).unwrap() as i32, y as i32)
    };
    let (mut man, mut cargo) = (find('S'), find('B'));
    let mut pushes = 0;
    for mark in moves.chars() {
        let (dx, dy) = match mark.to_ascii_lowercase() {
            'n' => (0, -1),
            's' => (0, 1),
            'w' => (-1, 0),
            _ => (1, 0),
        };
        man = (man.0 + dx, man.1 + dy);
        assert_eq!(man == cargo, mark.is_ascii_uppercase(), "{rows:?} {moves}");
        if man == cargo {
            cargo = (cargo.0 + dx, cargo.1 + dy);
            pushes += 1;
        }
        for (x, y) in [man, cargo] {
            assert_ne!(rows[y as usize].as_bytes()[x as usize], b'#', "{rows:?} {moves}");
        }
    }
    assert_eq!(cargo, find('T'), "{rows:?} {moves}");
    (pushes, moves.len() as u32)
}

fn compare(rows: &[String]) {
    let text = format!("{} {}\n{}\n0 0\n", rows.len(), rows[0].len(), rows.join("\n"));
    let mazes = read(&text).unwrap();
    let moves = solve(&mazes[0]);
    assert_eq!(moves.as_deref().map(|moves| play(rows, moves)), brute_force(rows), "{text}");
}

fn rows(width: usize, squares: &[u8]) -> Vec<String> {
    squares.chunks(width).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

#[test]
fn two_nested_searches_get_this_one_wrong() {
    // A search of the box that remembers one way to each square misses the cheaper walk.
    let drawn = [".....", "..BS.", ".#.#.", "T...."].map(String::from);
    compare(&drawn);
}

#[test]
fn the_answers_of_the_contest() {
    let text = "1 7\nSB....T\n1 7\nSB..#.T\n7 11\n###########\n#T##......#\n#.#.#..####\n\
        #....B....#\n#.######..#\n#.....S...#\n###########\n8 4\n....\n.##.\n.#..\n.#..\n.#.B\n\
        .##S\n....\n###T\n0 0\n";
    let expected = "Maze #1\nEEEEE\n\nMaze #2\nImpossible.\n\nMaze #3\n\
        eennwwWWWWeeeeeesswwwwwwwnNN\n\nMaze #4\nswwwnnnnnneeesssSSS\n\n";
    assert_eq!(answers(&read(text).unwrap()), expected);
}

#[test]
fn all_small_mazes() {
    // Every way to put rock, man, box and target on so few squares.
    for (width, height) in [(3, 2), (4, 2), (3, 3)] {
        let count = width * height;
        let every = if is_slow() || count < 9 { 1 } else { 7 };
        let mut squares = vec![b'.'; count];
        for (number, [man, cargo, target]) in triples(count).into_iter().enumerate() {
            for rock in (number % every..1 << count).step_by(every) {
                if [man, cargo, target].iter().any(|&at| rock >> at & 1 != 0) {
                    continue;
                }
                for (at, square) in squares.iter_mut().enumerate() {
                    *square = if rock >> at & 1 != 0 { b'#' } else { b'.' };
                }
                (squares[man], squares[cargo], squares[target]) = (b'S', b'B', b'T');
                compare(&rows(width, &squares));
            }
        }
    }
}

fn triples(count: usize) -> Vec<[usize; 3]> {
    let all = (0..count * count * count).map(|n| [n / count / count, n / count % count, n % count]);
    all.filter(|[a, b, c]| a != b && a != c && b != c).collect()
}

#[test]
fn random_mazes() {
    let mut rng = Rng::new(5);
    for _ in 0..if is_slow() { 20_000 } else { 500 } {
        let (width, height) = (3 + rng.below(6), 3 + rng.below(6));
        let dense = 10 + rng.below(35) as u32;
        let squares = (0..width * height).map(|_| if rng.percent(dense) { b'#' } else { b'.' });
        let mut squares: Vec<u8> = squares.collect();
        for mark in b"SBT" {
            let at = loop {
                let at = rng.below(squares.len());
                if !b"SBT".contains(&squares[at]) {
                    break at;
                }
            };
            squares[at] = *mark;
        }
        compare(&rows(width, &squares));
    }
}

#[test]
fn a_hall_of_the_largest_size_is_answered() {
    let mut squares = vec![b'.'; 20 * 20];
    (squares[0], squares[21], squares[399]) = (b'S', b'B', b'T');
    compare(&rows(20, &squares));
}

#[test]
fn of_equal_answers_the_first_is_given() {
    // North or west first: N comes before W, and n before w.
    let mazes = read("4 4\nT...\n....\n..B.\n...S\n0 0\n").unwrap();
    assert_eq!(solve(&mazes[0]).unwrap(), "wNNenWW");
}

#[test]
fn what_is_wrong_is_said() {
    for (text, says) in [
        ("1 3\nSB\n", "line 2: the row has 2 squares, expected 3"),
        ("1 3\nSBX\n", "line 2: 'X' is no square, expected one of # . S B T"),
        ("1 3\nSB.\n", "line 1: the maze has no target (T)"),
        ("1 4\nSBTT\n", "line 1: the maze has more than one target (T)"),
        ("2 3\nSBT\n", "line 2: the maze ends after 1 rows, expected 2"),
        ("3\n", "line 1: expected rows and columns such as \"7 11\", or \"0 0\""),
        ("1 65\n", "line 1: 65 is too many, expected at most 64"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), says);
    }
}
