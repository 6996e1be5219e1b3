//! Node ids: nodes are numbered `0..node_count` without gaps.

use std::fmt;
use std::num::NonZeroU32;

/// A node of a world, numbered `0..node_count`.
///
/// `Option<NodeId>` takes four bytes. In a grid the id of a cell is `y * width + x`.
///
/// # Examples
///
/// ```
/// use astride::base::NodeId;
/// assert_eq!(NodeId::new(7).index(), 7);
/// assert_eq!(size_of::<Option<NodeId>>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The largest index of a node: `2³² − 2`.
    pub const MAX_INDEX: u32 = u32::MAX - 1;

    /// The node with this index.
    ///
    /// # Panics
    ///
    /// If `index` is above [`NodeId::MAX_INDEX`]; worlds of that size are refused.
    #[inline(always)]
    pub const fn new(index: u32) -> Self {
        match NonZeroU32::new(index.wrapping_add(1)) {
            Some(id) => NodeId(id),
            None => panic!("a node index is at most 2^32 - 2"),
        }
    }

    /// The index, `0..node_count`.
    #[inline(always)]
    pub const fn get(self) -> u32 {
        self.0.get() - 1
    }

    /// The index as a `usize`, for slices.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.get() as usize
    }
}

#[cfg(feature = "serde")]
impl TryFrom<u32> for NodeId {
    type Error = &'static str;

    fn try_from(index: u32) -> Result<Self, Self::Error> {
        if index > Self::MAX_INDEX {
            return Err("a node index is 4294967295, expected at most 4294967294");
        }
        Ok(NodeId::new(index))
    }
}

#[cfg(feature = "serde")]
impl From<NodeId> for u32 {
    fn from(node: NodeId) -> u32 {
        node.get()
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.get())
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_their_index_up_to_the_largest() {
        for index in [0, 1, 77, NodeId::MAX_INDEX] {
            assert_eq!(NodeId::new(index).get(), index);
        }
    }

    #[test]
    #[should_panic(expected = "at most")]
    fn the_one_index_too_many_is_refused() {
        let _ = NodeId::new(u32::MAX);
    }
}
