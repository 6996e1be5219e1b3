//! Solutions as moves, and moves played on a level.

use std::collections::VecDeque;
use std::fmt;

use super::level::{STEPS, back};
use super::{Level, Square};

/// The moves that make these pushes, each from a square to one beside it, with shortest walks
/// between them; of equal ones the first in the order l u r d.
pub(super) fn moves_of(level: &Level, pushes: impl Iterator<Item = (usize, usize)>) -> String {
    let mut has_box: Vec<bool> = level.squares.iter().map(|square| square.has_box()).collect();
    let (mut man, mut moves) = (level.man, String::new());
    for (from, to) in pushes {
        let Some(dir) = (0..4).find(|&dir| level.beside(from, dir) == Some(to)) else { break };
        let Some(behind) = level.beside(from, back(dir)) else { break };
        walk(level, &has_box, man, behind, &mut moves);
        moves.push(char::from(STEPS[dir].to_ascii_uppercase()));
        has_box.swap(from, to);
        man = from;
    }
    moves
}

fn walk(level: &Level, has_box: &[bool], from: usize, to: usize, moves: &mut String) {
    let mut steps = vec![usize::MAX; level.squares.len()];
    let mut queue = VecDeque::from([to]);
    steps[to] = 0;
    while let Some(at) = queue.pop_front() {
        for next in (0..4).filter_map(|dir| level.beside(at, dir)) {
            let is_free = level.squares[next] != Square::Wall && !has_box[next];
            if is_free && steps[next] == usize::MAX {
                steps[next] = steps[at] + 1;
                queue.push_back(next);
            }
        }
    }
    let mut at = from;
    while at != to {
        let nearer = |&dir: &usize| level.beside(at, dir).is_some_and(|next| steps[next] < steps[at]);
        let Some(dir) = (0..4).find(nearer) else { return };
        moves.push(char::from(STEPS[dir]));
        at = level.beside(at, dir).unwrap_or(to);
    }
}

/// Why moves do not solve a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotASolution {
    at: usize,
    reason: &'static str,
}

impl fmt::Display for NotASolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} moves: {}", self.at, self.reason)
    }
}

impl std::error::Error for NotASolution {}

/// Plays moves in `lurdLURD` by the rules, and says how many of them push.
///
/// # Errors
///
/// At the first move that cannot be made, and at the end if a box is not on a goal.
pub fn check(level: &Level, moves: &str) -> Result<u64, NotASolution> {
    let mut has_box: Vec<bool> = level.squares.iter().map(|square| square.has_box()).collect();
    let (mut man, mut pushes) = (level.man, 0);
    for (at, mark) in moves.bytes().enumerate() {
        let fault = |reason| NotASolution { at, reason };
        let dir = STEPS.iter().position(|&step| step == mark.to_ascii_lowercase());
        let dir = dir.ok_or(fault("expected one of l u r d L U R D"))?;
        let free = |square: usize| {
            let next = level.beside(square, dir);
            next.filter(|&next| level.squares[next] != Square::Wall).ok_or(fault("there is a wall"))
        };
        let next = free(man)?;
        if has_box[next] != mark.is_ascii_uppercase() {
            return Err(fault("a capital is a push, and a small letter is not"));
        }
        if has_box[next] {
            let beyond = free(next)?;
            if has_box[beyond] {
                return Err(fault("there are two boxes"));
            }
            has_box.swap(next, beyond);
            pushes += 1;
        }
        man = next;
    }
    let is_solved = level.squares.iter().zip(&has_box).all(|(square, &here)| !here || square.is_goal());
    if is_solved {
        return Ok(pushes);
    }
    Err(NotASolution { at: moves.len(), reason: "a box is not on a goal" })
}
