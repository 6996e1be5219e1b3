//! Sliding tiles: known depths, recorded lengths, and each way of answering beside the others.

use std::collections::BTreeSet;

use astride::base::{Budget, ContainerWriter, Numbers, Spent};
use astride::search::states::{States, deepen, solve};
use astride::search::{Method, Scratch};
use astride_puzzles::sliding::{
    Board, EightTable, Goal, Patterns, Slid, Slides, read, solve_by_conflicts,
};
use astride_testkit::rng::Rng;

use crate::data::{is_slow, own};

/// A board this many random moves from the goal.
fn shuffled(side: usize, moves: usize, rng: &mut Rng) -> Board {
    let tiles: Vec<u8> = (0..(side * side) as u8).collect();
    let mut board = Board::new(&tiles).unwrap();
    for _ in 0..moves {
        let all: Vec<Board> = board.moves().map(|(_, board)| board).collect();
        board = all[rng.below(all.len())];
    }
    board
}

/// Plays the tiles, and says how many they are.
fn play(mut board: Board, tiles: &[u8]) -> usize {
    for &tile in tiles {
        let next = board.moves().find(|&(moved, _)| moved == tile);
        board = next.expect("the tile is beside the empty square").1;
    }
    assert!(board.tiles().iter().enumerate().all(|(at, &tile)| at == usize::from(tile)));
    tiles.len()
}

#[test]
fn all_boards_of_eight_tiles_are_as_far_as_is_known() {
    // Reinefeld, "Complete Solution of the Eight-Puzzle", IJCAI 1993.
    let known = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let counts = EightTable::new().counts();
    assert_eq!(counts.iter().sum::<u32>(), 181_440);
    assert_eq!(counts, known);
}

#[test]
fn every_search_agrees_with_the_table() {
    let (table, states) = (EightTable::new(), Slides::new(3));
    let (mut scratch, mut rng) = (Scratch::new(), Rng::new(1));
    for _ in 0..if is_slow() { 2000 } else { 12 } {
        let board = shuffled(3, 200, &mut rng);
        let far = u64::from(table.distance(&board).unwrap());
        assert_eq!(play(board, &table.solve(&board).unwrap()) as u64, far);
        let searches =
            [Method::AStar, Method::Dijkstra, Method::BreadthFirst, Method::Bidirectional];
        for method in searches {
            let budget = &mut Budget::unlimited();
            let solved = solve(&states, &board, method, &mut scratch, budget).unwrap();
            assert_eq!(solved.outcome.cost(), Some(far), "{method} {board:?}");
            assert_eq!((solved.states.len() as u64, solved.states[0]), (far + 1, board));
        }
        let solved = deepen(&states, &board, &mut Budget::unlimited());
        assert_eq!(solved.outcome.cost(), Some(far));
    }
}

#[test]
fn half_of_all_boards_cannot_be_solved() {
    let table = EightTable::new();
    let swapped = Board::new(&[0, 2, 1, 3, 4, 5, 6, 7, 8]).unwrap();
    assert!(!swapped.is_solvable() && table.solve(&swapped).is_none());
    let budget = &mut Budget::unlimited();
    let asked =
        solve(&Slides::new(3), &swapped, Method::AStar, &mut Scratch::new(), budget).unwrap();
    assert!(asked.outcome.is_final() && asked.states.is_empty());
    assert_eq!(asked.outcome.effort().expanded, 181_440);
    let mut tiles: Vec<u8> = (0..16).collect();
    tiles.swap(14, 15);
    let swapped = Board::new(&tiles).unwrap();
    assert_eq!(solve_by_conflicts(&swapped, &mut Budget::unlimited()), Slid::Unsolvable);
}

#[test]
fn boards_with_the_empty_square_last_are_those_of_the_other_corner() {
    let board = Board::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]).unwrap();
    let turned = board.towards(Goal::EmptyLast);
    assert_eq!(turned.tiles()[..3], [1, 0, 2]);
    let Slid::Solved { tiles, .. } = solve_by_conflicts(&turned, &mut Budget::unlimited()) else {
        panic!("it can be solved");
    };
    assert_eq!(tiles, [1]);
}

/// Boards and recorded lengths.
fn recorded() -> Vec<(Board, usize)> {
    let text = own("korf15_optimal.txt");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let lengths = rows.iter().map(|row| row.split('|').nth(2).unwrap().trim().parse().unwrap());
    let boards = read(&text, 4).unwrap();
    boards.into_iter().map(|(_, board)| board).zip(lengths).collect()
}

#[test]
fn recorded_lengths_of_fifteen_tiles() {
    let boards = recorded();
    assert_eq!(boards.len(), 50);
    // Linear conflicts alone are quick enough for the easy ones; the 12th is the easiest of all.
    let easy = boards.iter().filter(|(_, length)| *length <= 42);
    for (board, length) in
        if is_slow() { boards.iter().collect() } else { easy.collect::<Vec<_>>() }
    {
        let Slid::Solved { tiles, .. } = solve_by_conflicts(board, &mut Budget::unlimited()) else {
            panic!("all of them can be solved");
        };
        assert_eq!(play(*board, &tiles), *length, "{board:?}");
    }
}

/// Building the databases takes longer than a quick test may.
#[test]
fn recorded_lengths_by_patterns() {
    if !is_slow() {
        return;
    }
    let patterns = Patterns::new();
    assert!(patterns.bytes() <= 16 << 20);
    for (board, length) in recorded() {
        assert!(patterns.at_least(&board).unwrap() as usize <= length);
        let Slid::Solved { tiles, .. } = patterns.solve(&board, &mut Budget::unlimited()) else {
            panic!("all of them can be solved");
        };
        assert_eq!(play(board, &tiles), length, "{board:?}");
    }
    check_guesses(&patterns);
    let bytes = patterns.to_bytes();
    assert_eq!(Patterns::from_bytes(bytes.clone()).unwrap().to_bytes(), bytes);
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let board = shuffled(4, 40, &mut rng);
        let far = deepen(&Slides::new(4), &board, &mut Budget::unlimited()).outcome.cost();
        let Slid::Solved { tiles, .. } = patterns.solve(&board, &mut Budget::unlimited()) else {
            panic!("all of them can be solved");
        };
        assert_eq!(far, Some(tiles.len() as u64), "{board:?}");
    }
}

/// As the other one, with the databases of seven and eight: half a minute and 720 MB.
#[test]
fn recorded_lengths_by_larger_patterns() {
    if !is_slow() {
        return;
    }
    let (small, large) = (Patterns::new(), Patterns::seven_eight(2).unwrap());
    check_guesses(&large);
    let mut looked_at = [0; 2];
    for (board, length) in recorded() {
        for (patterns, sum) in [&small, &large].into_iter().zip(&mut looked_at) {
            assert!(patterns.at_least(&board).unwrap() as usize <= length);
            let Slid::Solved { tiles, boards } = patterns.solve(&board, &mut Budget::unlimited())
            else {
                panic!("all of them can be solved");
            };
            assert_eq!(play(board, &tiles), length, "{board:?}");
            *sum += boards;
        }
    }
    assert_eq!(looked_at, [10_823_520, 747_180]);
}

/// No guess says more than it takes, on all boards near the goal and on walks away from it. From one
/// board to the next it may change by more than one, as it says nothing of the empty square.
fn check_guesses(patterns: &Patterns) {
    let goal = Board::new(&(0..16).collect::<Vec<u8>>()).unwrap();
    let (mut known, mut layer) = (BTreeSet::from([goal.tiles().to_vec()]), vec![goal]);
    for moves in 0..14 {
        for board in std::mem::take(&mut layer) {
            assert!(patterns.at_least(&board).unwrap() <= moves, "{board:?}");
            let next = board.moves().map(|(_, next)| next);
            layer.extend(next.filter(|next| known.insert(next.tiles().to_vec())));
        }
    }
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        let mut board = goal;
        for moves in 1..=60_u32 {
            let all: Vec<Board> = board.moves().map(|(_, board)| board).collect();
            board = all[rng.below(all.len())];
            let least = patterns.at_least(&board).unwrap();
            assert!(least <= moves && (moves - least).is_multiple_of(2), "{board:?}");
        }
    }
}

/// Which group each tile from 1 is in, in databases of 6, 6 and 3 tiles.
const GROUPS: [u8; 15] = [1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 2, 0];

/// A file of databases; each entry of which is `entry`.
fn kept(kind: [u8; 4], names: &[&'static str], groups: &[u8], entry: u8) -> Vec<u8> {
    let [six, three] = [8008 * 720 / 2, 560 * 6 / 2].map(|len| vec![entry; len]);
    let mut writer = ContainerWriter::new(kind, 0);
    writer.section("tiles", Numbers::U8(groups));
    for (at, &name) in names.iter().enumerate() {
        writer.section(name, Numbers::U8(if at == 2 { &three } else { &six }));
    }
    writer.finish()
}

#[test]
fn databases_are_read_from_a_file() {
    let names = ["first", "second", "third"];
    // Nothing but zeros adds nothing to Manhattan distances.
    let bytes = kept(*b"tile", &names, &GROUPS, 0);
    let patterns = Patterns::from_bytes(bytes.clone()).unwrap();
    assert_eq!(patterns.to_bytes(), bytes);
    assert_eq!(patterns.groups().iter().map(|group| group.len()).collect::<Vec<_>>(), [6, 6, 3]);
    let mut rng = Rng::new(6);
    for _ in 0..20 {
        let board = shuffled(4, 30, &mut rng);
        assert_eq!(patterns.at_least(&board).map(u64::from), Some(Slides::new(4).guess(&board)));
        let far = deepen(&Slides::new(4), &board, &mut Budget::unlimited()).outcome.cost();
        let Slid::Solved { tiles, .. } = patterns.solve(&board, &mut Budget::unlimited()) else {
            panic!("all of them can be solved");
        };
        assert_eq!(far, Some(play(board, &tiles) as u64));
    }
    let says = |bytes: &[u8]| Patterns::from_bytes(bytes.to_vec()).err().unwrap().to_string();
    assert_eq!(says(b"0 1 2"), "this is no file of Astride's tables");
    assert!(says(&bytes[..bytes.len() - 1]).contains("bytes long, expected"));
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    assert!(says(&changed).starts_with("damaged from byte"));
    for (bytes, expected) in [
        (kept(*b"navi", &names, &GROUPS, 0), "the tables are of kind \"navi\", expected \"tile\""),
        (kept(*b"tile", &names, &[0; 15], 0), "table `tiles` is wrong at 0"),
        (kept(*b"tile", &names[..2], &GROUPS, 0), "there is no table `third`"),
        (kept(*b"tile", &["first", "x"], &GROUPS, 0), "there is a table \"x\""),
        (kept(*b"tile", &["first", "second", "third", "x"], &GROUPS, 0), "there is a table \"x\""),
        (kept(*b"tile", &names, &GROUPS, 0x11), "expected 0 at home"),
        (kept(*b"tile", &["first", "second", "third"], &GROUPS[..14], 0), "table `tiles` is wrong"),
    ] {
        assert!(says(&bytes).contains(expected), "{}", says(&bytes));
    }
    let mut writer = ContainerWriter::new(*b"tile", 0);
    writer.section("tiles", Numbers::U8(&GROUPS));
    names.iter().for_each(|name| writer.section(name, Numbers::U8(&[0; 8])));
    assert!(says(&writer.finish()).contains("table `first` is wrong at 8"));
    // All lengths come before the entries of the first one.
    let first = vec![0x11; 8008 * 720 / 2];
    let mut writer = ContainerWriter::new(*b"tile", 0);
    writer.section("tiles", Numbers::U8(&GROUPS));
    writer.section("first", Numbers::U8(&first));
    names[1..].iter().for_each(|name| writer.section(name, Numbers::U8(&[0; 8])));
    assert!(says(&writer.finish()).contains("table `second` is wrong at 8"));
}

#[test]
fn conflicts_agree_with_the_general_search() {
    let mut rng = Rng::new(3);
    for _ in 0..if is_slow() { 2000 } else { 60 } {
        let board = shuffled(4, 30, &mut rng);
        let far = deepen(&Slides::new(4), &board, &mut Budget::unlimited()).outcome.cost();
        let Slid::Solved { tiles, .. } = solve_by_conflicts(&board, &mut Budget::unlimited())
        else {
            panic!("all of them can be solved");
        };
        assert_eq!(far, Some(play(board, &tiles) as u64), "{board:?}");
    }
}

#[test]
fn a_budget_ends_it() {
    let (board, _) = recorded()[0];
    let budget = &mut Budget::unlimited().expansions(1);
    let Slid::OutOfBudget { spent, at_least, .. } = solve_by_conflicts(&board, budget) else {
        panic!("it takes more than that");
    };
    assert_eq!(spent, Spent::Expansions);
    assert!((41..=57).contains(&at_least));
    let budget = &mut Budget::unlimited().bytes(1 << 20);
    let board = Slides::new(4);
    let start = recorded()[0].0;
    let solved = solve(&board, &start, Method::AStar, &mut Scratch::new(), budget).unwrap();
    assert!(!solved.outcome.is_final() && solved.states.is_empty());
}

#[test]
fn what_is_wrong_is_said() {
    for (text, says) in [
        ("1 2 3", "line 1: 3 tiles, expected 9 with the empty one"),
        ("\n# x\n0 1 2 3 4 5 6 7 9", "line 3: \"9\" is no tile, expected a number below 9"),
        ("0 1 2 3 4 5 6 7 x", "line 1: \"x\" is no tile, expected a number below 9"),
        ("0 1 2 3 4 5 6 7 7", "line 1: the tile 7 is there 2 times, expected once"),
    ] {
        assert_eq!(read(text, 3).unwrap_err().to_string(), says);
    }
    assert!(read("0 1", usize::MAX).is_err());
}
