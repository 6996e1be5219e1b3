//! Why there is no path, and what would open one, for whatever a question supposes.

use std::fmt;

use super::places::Closed;
use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::{Budget, NodeId, Spent};
use crate::search::{Scratch, Why};
use crate::shapes::square::Grid;
use crate::shapes::{Explanation, MayOpen, Terms, is_place};
use crate::world::Rule;

/// A map on which a [`Navigator`] explains why there is no path: squares, and every map that
/// [`Opens`](crate::shapes::Opens). It cannot be implemented by other crates.
#[diagnostic::on_unimplemented(
    message = "a navigator cannot explain why there is no path on a `{Self}`",
    note = "it explains on square grids, and on maps that are `astride::shapes::Opens`"
)]
pub trait Explains: Navigable {
    #[doc(hidden)]
    fn explain(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        terms: &ExplainTerms<'_, Self>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<Self::Place>>, Self>;
}

/// What an explanation heeds besides the map and the question, for
/// [`Navigator::explain_with`]: any of a batch of edits, a rule, and a choice of what may be opened.
///
/// # Examples
///
/// A wall is planned while a patrol guards the gate in it. Which doors would help?
///
/// ```
/// use astride::base::{Budget, Dir};
/// use astride::planner::{Ask, ExplainTerms, Navigator};
/// use astride::prelude::*;
/// use astride::shapes::Closing;
/// const DOOR: u8 = 7;
/// let mut nav = Navigator::new(Grid::new(20, 9, b'.')?);
/// let mut wall = Edit::new();
/// wall.fill(CellRect::new(10, 0, 1, 9), b'@').set((10, 7), b'.').set((10, 1), b'.');
/// wall.fence((10, 1), Dir::E, DOOR);
/// let gate = nav.grid().node((10, 7)).unwrap();
/// let guarded = |_, to: NodeId| (to != gate).then_some(0);
/// let doors = |closing| matches!(closing, Closing::Step { fence: Some(DOOR), .. });
///
/// let ask = Ask::new((0, 5), (19, 5));
/// let terms = ExplainTerms::new().after(&wall).under(&guarded).opening(&doors);
/// let explanation = nav.explain_with(&ask, &terms, &mut Budget::unlimited())?.unwrap();
/// assert!(explanation.shut.contains(&[Cell::new(10, 1), Cell::new(11, 1)]), "the door");
/// assert!(explanation.shut.contains(&[Cell::new(9, 7), Cell::new(10, 7)]), "the patrol");
/// assert!(explanation.opening.unwrap().steps.is_empty(), "without the patrol there is the gate");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExplainTerms<'a, S: Navigable = Grid> {
    batch: Option<&'a S::Edit>,
    rule: Option<Rule<'a>>,
    may_open: &'a MayOpen<'a, S::Place>,
}

impl<'a, S: Navigable> ExplainTerms<'a, S> {
    /// The map as it is, no rule; every blocked place may be opened, and no step.
    pub fn new() -> Self {
        ExplainTerms { batch: None, rule: None, may_open: &is_place }
    }

    /// On the map as it would be after a batch of edits that is not applied, for a faction on the
    /// map in which it believes: why [`Navigator::route_if`] finds no path.
    #[must_use]
    pub fn after(self, batch: &'a S::Edit) -> Self {
        ExplainTerms { batch: Some(batch), ..self }
    }

    /// Under a rule for this question alone: why [`Navigator::route_by`] finds no path. The steps
    /// that the rule forbids are named in [`Explanation::shut`], for a large body by its own place,
    /// and [`Explanation::opening`] is what would have to be opened if there were no rule.
    #[must_use]
    pub fn under(self, rule: &'a dyn Fn(NodeId, NodeId) -> Option<u32>) -> Self {
        ExplainTerms { rule: Some(rule), ..self }
    }

    /// A closure says what may be opened: which blocked places, and which forbidden steps with the
    /// fences in their way. It must always return the same for the same thing. Steps are not opened
    /// for a large body.
    #[must_use]
    pub fn opening(self, may_open: &'a MayOpen<'a, S::Place>) -> Self {
        ExplainTerms { may_open, ..self }
    }

    /// The batch, if one is supposed.
    pub(super) fn batch(&self) -> Option<&'a S::Edit> {
        self.batch
    }

    /// Explains with what is closed to the question as a part of the rule. If the goal itself is
    /// closed, that is why, whatever else is in the way.
    pub(super) fn explain_around(
        &self,
        closed: Option<Closed<'_>>,
        goal: NodeId,
        place: impl Fn(NodeId) -> S::Place,
        explain: impl FnOnce(Terms<'_, S::Place>) -> Result<Option<Explanation<S::Place>>, Spent>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let &ExplainTerms { rule, may_open, .. } = self;
        let terms = Terms { rule, most_extra: rule.map_or(0, |_| u32::MAX), may_open };
        let Some(closed) = closed else { return Ok(explain(terms)?) };
        let whole = |from, to| match closed.bars(from) || closed.bars(to) {
            true => None,
            false => rule.map_or(Some(0), |rule| rule(from, to)),
        };
        let mut explained = explain(Terms { rule: Some(&whole), ..terms })?;
        if let Some(Explanation { why, frontier, shut, .. }) = &mut explained
            && !matches!(why, Why::StartBlocked | Why::GoalBlocked)
            && closed.bars(goal)
        {
            (*why, *shut) = (Why::GoalBlocked, Vec::new());
            *frontier = closed.under(goal).map(place).collect();
        }
        Ok(explained)
    }
}

impl<S: Navigable> Default for ExplainTerms<'_, S> {
    fn default() -> Self {
        ExplainTerms::new()
    }
}

impl<S: Navigable> fmt::Debug for ExplainTerms<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (has_batch, has_rule) = (self.batch.is_some(), self.rule.is_some());
        write!(f, "ExplainTerms {{ batch: {has_batch}, rule: {has_rule} }}")
    }
}

impl<S: Explains> Navigator<S> {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// places and forbidden steps, the nearest reachable alternative, and the smallest set of
    /// blocked places to open. `None` if there is a path. See
    /// [`square::explain`](fn@crate::shapes::square::explain) and
    /// [`shapes::explain`](fn@crate::shapes::explain), and
    /// [`explain_body`](crate::shapes::square::explain_body) for a large body on squares, of which
    /// the cells are named as well.
    ///
    /// For a faction, this is about the map in which it believes. Overlays block nothing and are
    /// ignored; [blockers](Ask::around) are named by the steps that they forbid or, if they stand on
    /// the goal, by their places. [`explain_with`](Self::explain_with) supposes more.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, if the question has [several goals](Ask::or_to), if `budget`
    /// runs out, or for a mover that [walks among voxels](crate::shapes::voxel::VoxelWalk).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(10, 0, 2, 10), b'@').set((10, 7), b'.');
    /// })?;
    /// let ask = Ask::new((0, 5), (19, 5));
    /// let explanation = nav.explain(&ask, &mut Budget::unlimited())?.unwrap();
    /// let opening = explanation.opening.unwrap();
    /// assert_eq!(opening.cells, [Cell::new(11, 7)]);
    ///
    /// nav.apply(&opening.edit())?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// On other shapes, [`Opens::batch`](crate::shapes::Opens::batch) opens the way:
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::Opens;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| Hex::new(0, 0).ring(2).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let opening = nav.explain(&ask, &mut Budget::unlimited())?.unwrap().opening.unwrap();
    /// assert_eq!(opening.cells, [Hex::new(0, 2)]);
    ///
    /// nav.apply(&nav.map().batch(&opening))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        self.explain_with(ask, &ExplainTerms::new(), budget)
    }

    /// As [`explain`](Self::explain), on terms: after a batch of edits that is not applied, under a
    /// rule, with a choice of what may be opened, or any of these together. See [`ExplainTerms`].
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain), or if the batch cannot be applied to the map, or to the one
    /// in which the faction believes.
    ///
    /// # Complexity
    ///
    /// That of [`explain`](Self::explain), and of a copy of the map if a batch is supposed.
    pub fn explain_with(
        &self,
        ask: &Ask<S::Place>,
        terms: &ExplainTerms<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        S::explain(&self.state, ask, terms, &mut self.idle.lend(), budget)
    }
}

impl<S: Explains> Snapshot<S> {
    /// As [`Navigator::explain_with`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn explain_with(
        &self,
        ask: &Ask<S::Place>,
        terms: &ExplainTerms<'_, S>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        S::explain(&self.state, ask, terms, scratch, budget)
    }
}
