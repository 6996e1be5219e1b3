//! Solutions as moves, and moves played on a level.

use std::collections::VecDeque;

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
        let nearer =
            |&dir: &usize| level.beside(at, dir).is_some_and(|next| steps[next] < steps[at]);
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

astride::errors! { struct NotASolution:
    // moves do not solve the level; the message says after how many, and why
    Self { at, reason } => ("not-a-solution", "after {at} moves: {reason}"),
}

/// A level while moves are played on it.
struct Play<'l> {
    level: &'l Level,
    has_box: Vec<bool>,
    man: usize,
}

impl<'l> Play<'l> {
    fn new(level: &'l Level) -> Self {
        let has_box = level.squares.iter().map(|square| square.has_box()).collect();
        Play { level, has_box, man: level.man }
    }

    /// Makes one move; whether it was a push, or why it cannot be made.
    fn step(&mut self, mark: u8) -> Result<bool, &'static str> {
        let dir = STEPS.iter().position(|&step| step == mark.to_ascii_lowercase());
        let dir = dir.ok_or("expected one of l u r d L U R D")?;
        let free = |square: usize| {
            let next = self.level.beside(square, dir);
            next.filter(|&next| self.level.squares[next] != Square::Wall).ok_or("there is a wall")
        };
        let next = free(self.man)?;
        let is_push = self.has_box[next];
        if is_push != mark.is_ascii_uppercase() {
            return Err("a capital is a push, and a small letter is not");
        }
        if is_push {
            let beyond = free(next)?;
            if self.has_box[beyond] {
                return Err("there are two boxes");
            }
            self.has_box.swap(next, beyond);
        }
        self.man = next;
        Ok(is_push)
    }
}

/// Plays moves in `lurdLURD` by the rules, and says how many of them push.
///
/// # Errors
///
/// At the first move that cannot be made, and at the end if a box is not on a goal.
pub fn check(level: &Level, moves: &str) -> Result<u64, NotASolution> {
    let (mut play, mut pushes) = (Play::new(level), 0);
    for (at, mark) in moves.bytes().enumerate() {
        let is_push = play.step(mark).map_err(|reason| NotASolution { at, reason })?;
        pushes += u64::from(is_push);
    }
    let is_home = |(square, &here): (&Square, &bool)| !here || square.is_goal();
    if level.squares.iter().zip(&play.has_box).all(is_home) {
        return Ok(pushes);
    }
    Err(NotASolution { at: moves.len(), reason: "a box is not on a goal" })
}

/// The man and the boxes at the beginning and after each run of equal pushes.
pub(crate) fn runs(level: &Level, moves: &str) -> Vec<(usize, Vec<bool>)> {
    let mut play = Play::new(level);
    let mut frames = vec![(play.man, play.has_box.clone())];
    let moves = moves.as_bytes();
    for (at, &mark) in moves.iter().enumerate() {
        let Ok(is_push) = play.step(mark) else { break };
        if is_push && moves.get(at + 1) != Some(&mark) {
            frames.push((play.man, play.has_box.clone()));
        }
    }
    frames
}
