//! What a field is asked for, and how far its computation got.

use crate::base::{Cost, NodeId, Spent};
use crate::world::Way;

/// A query to a [`DistanceField`](crate::search::DistanceField): from where, in which direction,
/// and how far.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{DistanceField, FieldQuery, FieldStatus};
/// use astride::shapes::square::{Grid, Mover};
/// use astride::world::Way;
/// let grid = Grid::new(100, 100, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let [goal, unit] = [(0, 0), (7, 0)].map(|cell| grid.node(cell).unwrap());
/// let (sources, units) = ([(goal, 0)], [unit]);
/// let query = FieldQuery::new(&sources, Way::Backward).until_settled(&units);
/// let mut field = DistanceField::new();
/// let status = field.answer(&view, &query, &mut Budget::unlimited());
/// assert!(matches!(status, FieldStatus::Stopped { .. }));
/// assert_eq!(field.distance(unit), Some(7 * 13_860));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FieldQuery<'a> {
    /// The nodes where the distance is 0, or a cost already paid, in ticks.
    pub sources: &'a [(NodeId, Cost)],
    /// From the sources to everywhere (`Forward`) or back (`Backward`).
    pub way: Way,
    /// Unless this is empty, the field stops once all of these are settled. A target that cannot be
    /// reached makes it run to the end.
    pub targets: &'a [NodeId],
    /// The field stops once all distances up to this number of ticks are final.
    pub max_cost: Cost,
}

impl<'a> FieldQuery<'a> {
    /// The whole field around `sources`.
    pub fn new(sources: &'a [(NodeId, Cost)], way: Way) -> Self {
        FieldQuery { sources, way, targets: &[], max_cost: Cost::MAX }
    }

    /// Stops once all of `targets` are settled; with no targets, computes everything.
    #[must_use]
    pub fn until_settled(self, targets: &'a [NodeId]) -> Self {
        FieldQuery { targets, ..self }
    }

    /// Stops at `max_cost` ticks.
    #[must_use]
    pub fn within(self, max_cost: Cost) -> Self {
        FieldQuery { max_cost, ..self }
    }
}

/// How far a field has been computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldStatus {
    /// All distances are final.
    Complete,
    /// Everything the query asked for is final: the distances below `settled_below` ticks, which
    /// include those of its targets, or all distances up to its `max_cost`. All others are upper
    /// bounds. [`DistanceField::resume`](crate::search::DistanceField::resume) computes the rest.
    Stopped {
        /// Distances below this are final.
        settled_below: Cost,
    },
    /// The budget ran out: distances below `settled_below` ticks are final, the others are upper
    /// bounds. Call [`DistanceField::resume`](crate::search::DistanceField::resume) to continue.
    Partial {
        /// Distances below this are final.
        settled_below: Cost,
        /// Which limit was reached.
        spent: Spent,
    },
}
