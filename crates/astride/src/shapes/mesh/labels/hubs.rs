//! Hub labels of the corners, by pruned searches.
//!
//! Akiba, Iwata & Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned
//! Landmark Labeling", SIGMOD 2013.

use std::ops::Range;

use super::graph::{Sight, Tree};
use super::{Spent, Work};
use crate::index::hubs::Stage;
use crate::shapes::mesh::polygons::NONE;

/// One hub of a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The length of the way to the hub.
    pub(super) length: f64,
    /// The hub, by importance: 0 is the most important corner.
    pub(super) hub: u32,
    /// The corner after this one on the way to the hub; [`NONE`] at the hub itself.
    pub(super) next: u32,
}

/// The labels of all corners, each by hub.
#[derive(Clone, Debug)]
pub(super) struct Hubs {
    pub(super) first: Vec<u32>,
    pub(super) entries: Vec<Entry>,
}

impl Hubs {
    /// Labels for corners that become hubs in this order, with at most `most` entries in all.
    pub(super) fn new(
        graph: &Sight,
        order: &[u32],
        most: usize,
        work: &mut Work<'_>,
    ) -> Result<Self, Spent> {
        let mut tree = Tree::new(order.len());
        let mut labels: Vec<Vec<Entry>> = vec![Vec::new(); order.len()];
        let mut of_root = vec![f64::INFINITY; order.len()];
        let mut total = 0;
        for (hub, &root) in order.iter().enumerate() {
            work.tell(Stage::Label, hub, order.len())?;
            for entry in &labels[root as usize] {
                of_root[entry.hub as usize] = entry.length;
            }
            let mut looked = 0;
            let legs = tree.search(graph, root, |corner, length| {
                let label = &labels[corner as usize];
                looked += label.len() as u64;
                !label.iter().any(|entry| of_root[entry.hub as usize] + entry.length <= length)
            });
            for entry in &labels[root as usize] {
                of_root[entry.hub as usize] = f64::INFINITY;
            }
            for &corner in &tree.settled {
                let (length, next) = (tree.length[corner as usize], tree.parent[corner as usize]);
                labels[corner as usize].push(Entry { length, hub: hub as u32, next });
            }
            total += tree.settled.len();
            work.spend(looked + legs)?;
            if total > most {
                return Err(Spent::Bytes);
            }
        }
        let mut first = Vec::with_capacity(labels.len() + 1);
        let mut entries = Vec::with_capacity(total);
        first.push(0);
        for label in &labels {
            entries.extend_from_slice(label);
            first.push(entries.len() as u32);
        }
        Ok(Hubs { first, entries })
    }

    #[inline(always)]
    pub(super) fn of(&self, corner: u32) -> &[Entry] {
        &self.entries[self.row(corner)]
    }

    /// Where the label of a corner is.
    #[inline(always)]
    pub(super) fn row(&self, corner: u32) -> Range<usize> {
        self.first[corner as usize] as usize..self.first[corner as usize + 1] as usize
    }

    /// Where a hub of a corner is.
    pub(super) fn position(&self, corner: u32, hub: u32) -> Option<usize> {
        let at = self.of(corner).binary_search_by_key(&hub, |entry| entry.hub).ok()?;
        Some(self.row(corner).start + at)
    }

    fn entry(&self, corner: u32, hub: u32) -> Option<&Entry> {
        self.position(corner, hub).map(|at| &self.entries[at])
    }

    /// The length of the way from a corner to one of its hubs.
    pub(super) fn length(&self, corner: u32, hub: u32) -> Option<f64> {
        self.entry(corner, hub).map(|entry| entry.length)
    }

    /// The corners on the way from one corner to a hub of it, both included.
    pub(super) fn way(&self, corner: u32, hub: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(corner), move |&corner| {
            Some(self.entry(corner, hub)?.next).filter(|&next| next != NONE)
        })
    }

    #[inline(always)]
    pub(super) fn corner_count(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.first.len() * 4 + self.entries.len() * size_of::<Entry>()
    }
}
