//! Where the man can walk while the box stands still.

use std::collections::VecDeque;

use super::{Maze, WALKS};

/// Distances of the man, in steps; kept for their memory.
pub(super) struct Walks<'m> {
    maze: &'m Maze,
    steps: Vec<u32>,
    queue: VecDeque<usize>,
}

const UNREACHED: u32 = u32::MAX;

impl<'m> Walks<'m> {
    pub(super) fn new(maze: &'m Maze) -> Self {
        Walks { maze, steps: Vec::new(), queue: VecDeque::new() }
    }

    /// Counts the steps from `man` to everywhere, around the box.
    pub(super) fn flood(&mut self, man: usize, cargo: usize) {
        self.steps.clear();
        self.steps.resize(self.maze.rock.len(), UNREACHED);
        self.steps[man] = 0;
        self.queue.push_back(man);
        while let Some(at) = self.queue.pop_front() {
            for next in (0..4).filter_map(|dir| self.maze.beside(at, dir)) {
                if next != cargo && self.steps[next] == UNREACHED {
                    self.steps[next] = self.steps[at] + 1;
                    self.queue.push_back(next);
                }
            }
        }
    }

    /// Steps to `square` from where the last flood began.
    pub(super) fn far(&self, square: usize) -> Option<u32> {
        Some(self.steps[square]).filter(|&steps| steps != UNREACHED)
    }

    /// Writes a shortest walk; of equal ones the first in the order n s w e.
    pub(super) fn write(&mut self, from: usize, to: usize, cargo: usize, moves: &mut String) {
        self.flood(to, cargo);
        let mut at = from;
        while at != to {
            let nearer = |&dir: &usize| {
                let next = self.maze.beside(at, dir).filter(|&next| next != cargo);
                next.is_some_and(|next| self.steps[next] < self.steps[at])
            };
            let Some(dir) = (0..4).find(nearer) else { return };
            moves.push(WALKS[dir]);
            at = self.maze.beside(at, dir).unwrap_or(to);
        }
    }
}
