//! A log of which tiles changed in which revision.

use crate::base::{CellRect, NodeId};

/// The most recent edits of a map: which rectangles changed in which revision.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    revision: u64,
    /// Changes up to this revision have been discarded.
    forgotten: u64,
    entries: Vec<(u64, CellRect)>,
}

impl Changes {
    /// How many rectangles are kept before the older half is discarded.
    pub const MEMORY: usize = 4096;

    /// The latest revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The rectangles changed after `revision`, oldest first. `None` if everything has to be
    /// treated as changed, because part of the log has been discarded or because this revision does
    /// not exist yet, as in an earlier state of a map.
    ///
    /// A step or wall is logged as the cells on its sides, a link as its two ends. Extending a
    /// change to its neighbours is up to the reader.
    pub fn since(&self, revision: u64) -> Option<impl Iterator<Item = CellRect> + '_> {
        let start = self.entries.partition_point(|&(at, _)| at <= revision);
        let is_known = (self.forgotten..=self.revision).contains(&revision);
        is_known.then(|| self.entries[start..].iter().map(|&(_, rect)| rect))
    }

    /// A log after `revision` edits, all of which have been discarded.
    pub(crate) fn forgotten_until(revision: u64) -> Self {
        Changes { revision, forgotten: revision, entries: Vec::new() }
    }

    /// Logs one more revision, in which all of these cells changed.
    pub(crate) fn note_all(&mut self, rects: impl Iterator<Item = CellRect>) {
        rects.for_each(|rect| self.note(self.revision + 1, rect));
        self.raise();
    }

    /// Logs one more revision, in which these nodes changed; they must be in increasing order.
    /// Adjacent nodes of a row are logged as one rectangle. If there are none, nothing has changed.
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

    /// Ends a revision whose changes have been logged.
    pub(crate) fn raise(&mut self) {
        self.revision += 1;
    }

    /// Logs a change of the revision in progress.
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
