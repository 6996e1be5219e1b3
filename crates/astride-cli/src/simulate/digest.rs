//! A number that distinguishes one course of events from others.

use astride::base::{NodeId, checksum};

/// What has happened so far, in 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest(u64);

impl Digest {
    /// Takes in some numbers.
    pub(super) fn take(&mut self, numbers: &[u64]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.0 = checksum(self.0, &bytes);
    }

    /// Takes in the nodes of a path.
    pub(super) fn take_nodes(&mut self, nodes: &[NodeId]) {
        let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.get().to_le_bytes()).collect();
        self.0 = checksum(self.0, &bytes);
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}
