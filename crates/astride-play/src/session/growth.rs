//! How a generated map was made: which cell became what, in the order of the generator.

use crate::session::wire::{Frame, kind};

/// The most cells of a map for which steps are noted: more would be too many to follow.
pub(super) const MOST: usize = 60_000;

/// The steps by which a map was made, in stages.
pub(super) struct Growth {
    /// The class of every cell before the first step.
    pub(super) first: u8,
    pub(super) steps: Vec<(u32, u8)>,
    /// How many steps had been made when each stage ended.
    pub(super) stages: Vec<u32>,
}

impl Growth {
    /// Before anything is made.
    pub(super) fn new(first: u8) -> Self {
        Growth { first, steps: Vec::new(), stages: Vec::new() }
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// A cell became this class.
    pub(super) fn step(&mut self, cell: usize, class: u8) {
        self.steps.push((cell as u32, class));
    }

    /// Ends a stage; a stage without steps does not count.
    pub(super) fn end_stage(&mut self) {
        let made = self.steps.len() as u32;
        if self.stages.last().copied().unwrap_or(0) < made {
            self.stages.push(made);
        }
    }

    /// Puts the steps into the order of these ranks, one for each step; each rank is a stage.
    pub(super) fn rank(&mut self, ranks: &[u32]) {
        let mut ranked: Vec<(u32, (u32, u8))> =
            ranks.iter().copied().zip(std::mem::take(&mut self.steps)).collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        for same in ranked.chunk_by(|one, other| one.0 == other.0) {
            self.steps.extend(same.iter().map(|&(_, step)| step));
            self.end_stage();
        }
    }

    /// What the page shows.
    pub(super) fn frame(&self, re: u32) -> Frame {
        let (steps, stages) = (self.steps.len(), self.stages.len());
        let numbers = [steps as u32, stages as u32, self.first.into(), 0];
        let mut frame = Frame::new(kind::GROWTH, re, numbers, 5 * steps + 4 * stages);
        self.steps.iter().for_each(|&(cell, _)| frame.u32(cell));
        self.stages.iter().for_each(|&end| frame.u32(end));
        frame.payload().extend(self.steps.iter().map(|&(_, class)| class));
        frame
    }
}
