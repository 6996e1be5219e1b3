//! Maps that change in batches and are discovered place by place, so that they can be owned and
//! queried while they change.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc as Shared;

use super::{Cover, Shape};
use crate::base::{Budget, Coded, NodeId, pack_by_number};
use crate::search::{Method, Outcome, Scratch, Unsupported};
use crate::world::{Changes, Tiles};

/// A shape whose maps accept batches of changes and can be partially known.
///
/// A [`Navigator`](crate::planner::Navigator) owns such a map: movers, overlays, factions, edits,
/// requests over frames and snapshots need nothing else from a shape. Square grids are not
/// `Editable`, because a navigator keeps indexes for them and answers in its own ways.
///
/// Batches change which steps exist and what they cost. The set of places, the node of each, and
/// the [extent](Tiles::extent) never change, since overlays and requests rely on them.
pub trait Editable:
    Shape<Place: Eq + Hash + Send + Sync, Mover: Clone + Send + Sync> + Tiles + Clone + Send + Sync
{
    /// A batch of changes.
    type Edit: Default + Send + Sync;

    /// Why a batch cannot be applied.
    type EditError: Coded;

    /// What unseen places are assumed to be: a terrain class, or [`Unseen`] if there is no terrain.
    type Assumed: Copy + Debug;

    /// What a [`Navigator`](crate::planner::Navigator) may [keep](crate::planner::Navigator::keep)
    /// for a mover, to answer without a step-by-step search; `()` if there is none.
    type Index: Send + Sync;

    /// Builds what `method`, one of [`INDEXED`](Shape::INDEXED), needs, possibly from its index at
    /// an earlier revision, which snapshots may share.
    ///
    /// # Errors
    ///
    /// If the shape has no such method, or if it is not valid on this map for this mover.
    fn index(
        &self,
        mover: &Self::Mover,
        method: Method,
        before: Option<Shared<Self::Index>>,
    ) -> Result<Self::Index, Unsupported> {
        let _ = (mover, method, before);
        Err(Unsupported::NO_INDEX)
    }

    /// The approximate number of nodes that [`index`](Self::index) visits when given the index of
    /// an earlier revision of this map: all of them if it would be built from scratch.
    fn nodes_to_follow(&self, before: &Self::Index) -> u64 {
        let _ = before;
        self.extent().tile_count() as u64
    }

    /// A cheapest path from one node to another, by an index of this map at this revision; `None`
    /// if the shape has no index, and the query has to be searched.
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

    /// The nodes that a mover covers when it is at one of them; by default that node alone.
    ///
    /// Blockers of a [`Navigator`](crate::planner::Navigator::set_places) are in its way wherever
    /// it would cover them, and under [overlays](crate::planner::Navigator::add_overlay) it pays the most
    /// extra ticks of any node that it covers at the end of a step.
    fn cover(&self, mover: &Self::Mover) -> Cover {
        let _ = mover;
        Cover::ONE
    }

    /// Whether a batch is empty.
    fn is_empty(batch: &Self::Edit) -> bool;

    /// Applies a batch, all or none, and returns the new revision, which is one more.
    ///
    /// # Errors
    ///
    /// If a change in the batch is invalid; nothing is changed in that case.
    fn apply_batch(&mut self, batch: &Self::Edit) -> Result<u64, Self::EditError>;

    /// The batch that undoes another one: applied after `batch`, all is again as it is on this map
    /// now, except the revision. Each kind of batch also has it as a method `inverse`.
    ///
    /// # Errors
    ///
    /// That of [`apply_batch`](Self::apply_batch), if the map does not take `batch`.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::Editable;
    /// /// Tells something of a map as it would be after a batch.
    /// fn after<S: Editable, T>(
    ///     map: &mut S,
    ///     batch: &S::Edit,
    ///     tell: impl Fn(&S) -> T,
    /// ) -> Result<T, S::EditError> {
    ///     let undo = map.inverse_of(batch)?;
    ///     map.apply_batch(batch)?;
    ///     let told = tell(map);
    ///     map.apply_batch(&undo)?;
    ///     Ok(told)
    /// }
    /// ```
    fn inverse_of(&self, batch: &Self::Edit) -> Result<Self::Edit, Self::EditError>;

    /// The log of what changed in which revision. A change of a connection between two places names
    /// both.
    fn changes(&self) -> &Changes;

    /// Increases by one with every batch applied.
    fn revision(&self) -> u64 {
        self.changes().revision()
    }

    /// The same places as believed by an observer who has seen none of them, at revision 0.
    fn unseen(&self, assumed: Self::Assumed) -> Self;

    /// Updates these places, and everything that connects them to others, to what they are on
    /// `truth`, which has the same places; `nodes` must be in increasing order. If that makes a
    /// difference, it is one revision.
    fn see(&mut self, truth: &Self, nodes: &[NodeId]);
}

/// What unseen places without terrain are assumed to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unseen {
    /// Free. For a graph: with the arcs it has at that moment, as on an old map.
    #[default]
    Free,
    /// Blocked. For a graph: without arcs.
    Blocked,
}

impl Unseen {
    const ALL: [Unseen; 2] = [Unseen::Free, Unseen::Blocked];
}

pack_by_number! { Unseen => "0 or 1" }
