//! Saving a skeleton as bytes, and loading it without trusting them.

use super::Skeleton;
use crate::base::{
    Container, Groups, PartsError, TablesError, check, check_names, check_rows, u32s,
};
use crate::index::contraction::{ORDER, SparseGraph, ranks_of};

/// The kind of a file with a skeleton.
pub(crate) const KIND: [u8; 4] = *b"skel";

const STARTS: &str = "starts";
const HEADS: &str = "heads";

impl Skeleton {
    /// The skeleton as a file, to be read by [`load`](Self::load): the slow part of the work, which is
    /// the same for all costs.
    ///
    /// # Complexity
    ///
    /// O(bytes): 8 for each node and 4 for each arc.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::customisable::Skeleton;
    /// use astride::index::hubs::SparseGraph;
    /// use astride::search::Scratch;
    /// let roads = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 2, 7)])?;
    /// let file = Skeleton::build(&roads).save();
    ///
    /// let skeleton = Skeleton::load(&file)?;
    /// let today = skeleton.customise(&roads)?;
    /// assert_eq!(today.distance(0, 2, &mut Scratch::new()), Some(5 + 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut groups = Groups::default();
        groups.put(ORDER, &self.order[..]);
        groups.put(STARTS, &self.starts[..]);
        groups.put(HEADS, &self.heads[..]);
        groups.file(KIND, groups.checksum())
    }

    /// Loads a skeleton as written by [`save`](Self::save). It is not tied to one graph:
    /// [`customise`](Self::customise) refuses a graph with arcs that it lacks.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or not as they were written, or if they are forged with all
    /// their checksums and are not the result of a contraction. Whatever is loaded gives cheapest
    /// paths, because these do not depend on the order.
    ///
    /// # Complexity
    ///
    /// O(bytes · log arcs at a node).
    pub fn load(bytes: &[u8]) -> Result<Skeleton, TablesError> {
        let tables = Container::read(bytes, KIND)?;
        check_names(&tables, [ORDER, STARTS, HEADS].into_iter())?;
        let (order, starts, heads) =
            (u32s(&tables, ORDER)?, u32s(&tables, STARTS)?, u32s(&tables, HEADS)?);
        let is_small = order.len() <= SparseGraph::MAX_NODES as usize;
        check(is_small, ORDER, order.len(), "at most 2^30 nodes")?;
        let rank = ranks_of(&order, order.len() as u32)?;
        check_rows(&starts, order.len(), heads.len(), STARTS)?;
        check_contracted(&starts, &heads)?;
        Ok(Skeleton::of(order, rank, starts, heads))
    }
}

/// Checks that arcs lead up, and that contraction connected all nodes above each node: the lowest
/// of them has arcs to the others.
fn check_contracted(starts: &[u32], heads: &[u32]) -> Result<(), PartsError> {
    let nodes = starts.len() - 1;
    let row = |rank: usize| starts[rank] as usize..starts[rank + 1] as usize;
    for rank in 0..nodes {
        let arcs = row(rank);
        let Some(&parent) = heads[arcs.clone()].first() else { continue };
        let is_up = parent as usize > rank;
        check(is_up, HEADS, arcs.start, "a rank above that of its row")?;
        let own = &heads[arcs.clone()];
        let rises = own.is_sorted_by(|a, b| a < b) && (own[own.len() - 1] as usize) < nodes;
        check(rises, HEADS, arcs.start, "rising ranks of nodes")?;
        let above = &heads[row(parent as usize)];
        let lacks = |&at: &usize| above.binary_search(&heads[at]).is_err();
        let wrong = (arcs.start + 1..arcs.end).find(lacks);
        let expected = "a node to which the first of its row has an arc";
        check(wrong.is_none(), HEADS, wrong.unwrap_or(0), expected)?;
    }
    Ok(())
}
