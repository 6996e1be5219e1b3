//! Maps that change in batches, so that they can be owned and asked while they change.

use std::error::Error;
use std::hash::Hash;

use super::Shape;
use crate::world::Tiles;

/// A shape whose maps take batches of changes.
///
/// A [`Navigator`](crate::planner::Navigator) owns such a map: movers, overlays, edits, requests
/// over frames and snapshots need nothing else of a shape. Square grids are not `Editable`: a
/// navigator keeps indexes for them, and has answers of its own.
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

    /// Whether a batch holds no change.
    fn is_empty(batch: &Self::Edit) -> bool;

    /// Applies a batch, all or none, and returns the new revision, which is one more.
    ///
    /// # Errors
    ///
    /// If a change of the batch is impossible; nothing is changed then.
    fn apply_batch(&mut self, batch: &Self::Edit) -> Result<u64, Self::EditError>;

    /// Rises by one with every batch that is applied.
    fn revision(&self) -> u64;
}
