//! Maps that change in batches and come to be known place by place, so that they can be owned and
//! asked while they change.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc as Shared;

use super::Shape;
use crate::base::{Budget, NodeId};
use crate::search::{Method, Outcome, Scratch, Unsupported};
use crate::world::{Changes, Tiles};

/// A shape whose maps take batches of changes, and can be known in part.
///
/// A [`Navigator`](crate::planner::Navigator) owns such a map: movers, overlays, factions, edits,
/// requests over frames and snapshots need nothing else of a shape. Square grids are not
/// `Editable`: a navigator keeps indexes for them, and has answers of its own.
///
/// Batches change what steps there are and what they cost. Which places there are, the node of each,
/// and the [extent](Tiles::extent) stay as they are, since overlays and requests go by them.
pub trait Editable:
    Shape<Place: Eq + Hash + Send + Sync, Mover: Clone + Send + Sync> + Tiles + Clone + Send + Sync
{
    /// A batch of changes.
    type Edit: Default;

    /// Why a batch cannot be applied.
    type EditError: Error;

    /// What places are taken for that nobody has seen: a terrain class, or [`Unseen`] where there
    /// is no terrain.
    type Assumed: Copy + Debug;

    /// What a [`Navigator`](crate::planner::Navigator) may [keep](crate::planner::Navigator::keep)
    /// for a mover, to answer without a search step by step; `()` where there is nothing better.
    type Index: Send + Sync;

    /// Builds what `method`, one of [`INDEXED`](Shape::INDEXED), answers from, maybe of what it
    /// answered from at an earlier revision, which snapshots may hold as well.
    ///
    /// # Errors
    ///
    /// If the shape has no such method, or it would not be right on this map for this mover.
    fn index(
        &self,
        mover: &Self::Mover,
        method: Method,
        before: Option<Shared<Self::Index>>,
    ) -> Result<Self::Index, Unsupported> {
        let _ = (mover, method, before);
        Err(Unsupported::NO_INDEX)
    }

    /// About how many nodes [`index`](Self::index) looks at when it is handed what was built at an
    /// earlier revision of this map: all of them, where it builds from scratch all the same.
    fn nodes_to_follow(&self, before: &Self::Index) -> u64 {
        let _ = before;
        self.extent().tile_count() as u64
    }

    /// A cheapest path from one node to another, by an index of this map at this revision; `None` if
    /// the shape has no index, and the question is searched then.
    fn by_index(
        &self,
        index: &Self::Index,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome> {
        let _ = (index, ends, scratch, budget);
        None
    }

    /// Whether a batch holds no change.
    fn is_empty(batch: &Self::Edit) -> bool;

    /// Applies a batch, all or none, and returns the new revision, which is one more.
    ///
    /// # Errors
    ///
    /// If a change of the batch is impossible; nothing is changed then.
    fn apply_batch(&mut self, batch: &Self::Edit) -> Result<u64, Self::EditError>;

    /// Where something changed in which revision. A change of what joins two places names both.
    fn changes(&self) -> &Changes;

    /// Rises by one with every batch that is applied.
    fn revision(&self) -> u64 {
        self.changes().revision()
    }

    /// The same places as somebody takes them to be who has seen none of them, at revision 0.
    fn unseen(&self, assumed: Self::Assumed) -> Self;

    /// Takes these places for what they are on `truth`, and with them all that joins them with
    /// others. `truth` has the same places, and `nodes` rise. If that makes a difference, it is one
    /// more revision.
    fn see(&mut self, truth: &Self, nodes: &[NodeId]);
}

/// What places without terrain are taken for that nobody has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unseen {
    /// Free. Of a graph: with the arcs that it has when this is said, as on an old map.
    #[default]
    Free,
    /// Blocked. Of a graph: without arcs.
    Blocked,
}
