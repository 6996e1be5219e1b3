//! Sliding tiles: known depths, recorded lengths, and each way of answering beside the others.

use astride::base::{Budget, Spent};
use astride::search::states::{deepen, solve};
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
}
