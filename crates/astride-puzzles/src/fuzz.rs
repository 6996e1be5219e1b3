//! The body of a fuzz target: any bytes as any puzzle.

use astride::base::Budget;
use astride::search::Scratch;

use crate::{boxes, picture, sliding, sokoban};

/// Reads `data` as every kind of puzzle, and solves what is small.
///
/// # Panics
///
/// If a promise is broken: a solution does not solve, or tiles are not as many as are needed.
pub fn read_puzzles(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(mazes) = boxes::read(text) {
        let small = mazes.iter().filter(|maze| maze.width() * maze.height() <= 100);
        small.take(8).for_each(|maze| drop(boxes::solve(maze)));
    }
    for side in [3, 4] {
        for (_, board) in sliding::read(text, side).unwrap_or_default().iter().take(4) {
            let budget = &mut Budget::unlimited().expansions(1);
            let slid = sliding::solve_by_conflicts(board, budget);
            if let sliding::Slid::Solved { tiles, .. } = slid {
                assert!(board.is_solvable() && side == 4);
                let frames = picture::slides(board, &tiles);
                assert_eq!(frames.matches("<text").count(), 15 * (tiles.len() + 1));
            }
        }
    }
    let mut scratch = Scratch::new();
    for level in sokoban::read(text).unwrap_or_default().iter().take(8) {
        let budget = &mut Budget::unlimited().expansions(200).bytes(1 << 20);
        if let sokoban::Answer::Solved(solution) = sokoban::solve(level, &mut scratch, budget) {
            assert_eq!(sokoban::check(level, &solution.lurd), Ok(solution.pushes));
        }
        let budget = &mut Budget::unlimited().expansions(2000).bytes(1 << 20);
        if let sokoban::Answer::Solved(solution) = sokoban::solve_soon(level, budget) {
            assert_eq!(sokoban::check(level, &solution.lurd), Ok(solution.pushes));
        }
    }
}
