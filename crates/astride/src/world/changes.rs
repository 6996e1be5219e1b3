//! Which tiles changed in which revision.

use crate::base::{CellRect, NodeId};

/// The latest edits of a map: which rectangles changed in which revision.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    revision: u64,
    /// Changes up to this revision have been forgotten.
    forgotten: u64,
    entries: Vec<(u64, CellRect)>,
}

impl Changes {
    /// How many rectangles are remembered before the older half is forgotten.
    pub const MEMORY: usize = 4096;

    /// The latest revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The rectangles changed after `revision`, oldest first, or `None` if everything has to be
    /// looked at again: some of them are forgotten by now, or there has been no such revision yet,
    /// as in an earlier state of a map.
    ///
    /// A step or wall names the cells on its sides, a link its two ends. What a change means for
    /// neighbours is for the reader to widen.
    pub fn since(&self, revision: u64) -> Option<impl Iterator<Item = CellRect> + '_> {
        let start = self.entries.partition_point(|&(at, _)| at <= revision);
        let is_known = (self.forgotten..=self.revision).contains(&revision);
        is_known.then(|| self.entries[start..].iter().map(|&(_, rect)| rect))
    }

    /// As after `revision` edits, all of which have been forgotten.
    pub(crate) fn forgotten_until(revision: u64) -> Self {
        Changes { revision, forgotten: revision, entries: Vec::new() }
    }

    /// Notes one more revision, in which these cells changed, all together.
    pub(crate) fn note_all(&mut self, rects: impl Iterator<Item = CellRect>) {
        rects.for_each(|rect| self.note(self.revision + 1, rect));
        self.raise();
    }

    /// Notes one more revision, in which these nodes changed, which rise: those of a row that touch
    /// as one. If there are none, nothing has changed.
    pub(crate) fn note_nodes(&mut self, nodes: &[NodeId], width: u32) {
        let is_run =
            |a: &NodeId, b: &NodeId| a.get() + 1 == b.get() && a.get() / width == b.get() / width;
        let rect = |run: &[NodeId]| {
            let first = run[0].get();
            CellRect::new(first % width, first / width, run.len() as u32, 1)
        };
        if !nodes.is_empty() {
            self.note_all(nodes.chunk_by(is_run).map(rect));
        }
    }

    /// Ends a revision whose changes have been noted.
    pub(crate) fn raise(&mut self) {
        self.revision += 1;
    }

    /// Notes a change of the revision to come.
    pub(crate) fn note(&mut self, revision: u64, rect: CellRect) {
        if rect.is_empty() {
            return;
        }
        if self.entries.len() == Self::MEMORY {
            self.entries.drain(..Self::MEMORY / 2);
            self.forgotten = self.entries[0].0.max(self.forgotten);
        }
        self.entries.push((revision, rect));
    }
}
