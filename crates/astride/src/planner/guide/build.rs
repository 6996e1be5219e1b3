//! Building the index of a guide, and following edits.

use std::sync::Arc as Shared;

use super::choice::{
    ASKED_ENOUGH, FIRST_TRY, Facts, LABELS_FROM, LANDMARKS_FROM, STEPS_FROM, Usual, is_dense,
};
use super::sample::{LEAST_LOOKUP, MOST_FAR, Near, by_table, draw, lookup, usual_lookup, usual_of};
use super::{Guide, GuideError, Reason, Stamp};
use crate::base::{Budget, NodeId};
use crate::index::hubs::{BuildError, Progress};
use crate::planner::Method;
use crate::search::{Basis, PathQuery, Scratch};
use crate::shapes::square::{
    Grid, GridView, JumpMap, JumpMapError, JumpTable, JumpTableError, Labels, LabelsError,
    LabelsOptions, SquareIndex,
};

impl Guide {
    /// Follows an edit: updates planes and tables, and drops what cannot be updated.
    pub(super) fn renew(&mut self, grid: &Grid, stamp: Stamp) {
        let view = grid.seen_by(&self.mover);
        let is_followed = self.stamp.is_some_and(|built| built.is_before(stamp));
        let index = match self.index.take().filter(|_| is_followed) {
            // Labels cannot follow, but the planes from which they were built can.
            Some(SquareIndex::Labels(labels)) if self.method == Method::Auto => {
                Some(SquareIndex::Planes(labels.into_map()))
            }
            index => index,
        };
        self.index = index.and_then(|index| index.follow(&view));
        (self.steps, self.stamp) = (None, Some(stamp));
        (*self.asked.get_mut(), *self.costs.get_mut()) = (0, 0);
        *self.expanded.get_mut() = 0;
        self.forget_lookups();
        (self.near, self.lookup) = (Near::default(), None);
        (self.promised, self.next_try) = (0, FIRST_TRY);
        (self.no_table, self.no_labels, self.dense, self.drawn) = (None, None, None, None);
    }

    /// Builds what the method needs, or adds what did not follow an edit.
    pub(super) fn build_named(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), GuideError> {
        if self.method.row().basis == Basis::Steps {
            if self.steps.is_none() {
                self.steps = steps_of(view);
            }
            return Ok(());
        }
        let kept = self.index.take();
        self.keep(SquareIndex::ready(kept, view, self.method, &self.options, tell)?);
        Ok(())
    }

    /// Answers by this index from now on.
    pub(super) fn keep(&mut self, index: SquareIndex) {
        (self.index, self.steps, self.near) = (Some(index), None, Near::default());
    }

    /// Chooses what fits the map and the number of queries, for [`Method::Auto`].
    pub(super) fn choose(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Reason {
        if let Some(SquareIndex::Labels(_)) = self.index {
            return Reason::Fits;
        }
        if self.dense.is_none()
            && let Err(error) = self.ensure_planes(view)
        {
            self.ensure_steps(view);
            return Reason::NoJumpPoints(error);
        }
        let points = self.dense.or(self.points()).unwrap_or(0);
        if is_dense(view, points) && self.dense.is_none() {
            (self.dense, self.index) = (Some(points), None);
        }
        let can_mark = self.map().is_some_and(|map| map.check_landmarks().is_ok());
        let draw_from = if can_mark { LANDMARKS_FROM } else { LABELS_FROM };
        let is_unknown = *self.asked.get_mut() < ASKED_ENOUGH && self.drawn.is_none();
        if self.promised >= draw_from && is_unknown {
            self.drawn = Some(self.draw_usual(view));
        }
        let saved = self.saved_by_labels(view);
        let facts = Facts {
            promised: self.promised,
            asked: *self.asked.get_mut(),
            costs: *self.costs.get_mut(),
            expanded: *self.expanded.get_mut(),
            saved,
            drawn: self.drawn.flatten(),
            points,
            cells: view.grid().cell_count().into(),
        };
        let mut reason = Reason::Fits;
        if let Some(work) = facts.labels_work(self.next_try, self.options.labels.work) {
            match self.try_labels(view, (facts.worth(), work), tell) {
                Ok(()) => return reason,
                Err(error) => reason = Reason::NoLabels(error),
            }
        }
        if self.dense.is_some() {
            self.ensure_steps(view);
            return if reason == Reason::Fits { Reason::Dense { points } } else { reason };
        }
        let is_cancelled = matches!(&reason, Reason::NoLabels(error) if error.is_cancelled());
        let wants_landmarks = can_mark && !is_cancelled && facts.want_landmarks();
        if self.has_landmarks() || wants_landmarks && self.add_landmarks(view, tell) {
            return reason;
        }
        if facts.want_table()
            && let Err(error) = self.ensure_table(view)
        {
            reason = Reason::NoTable(error);
        }
        reason
    }

    /// The expansions that labels would have saved on the queries so far.
    fn saved_by_labels(&mut self, view: &GridView<'_>) -> u64 {
        let (looked, weighed) = (*self.looked.get_mut(), *self.weighed.get_mut());
        let saved = |lookup: u64| weighed.saturating_sub(looked.saturating_mul(lookup));
        let matters = self.promised >= LABELS_FROM || saved(LEAST_LOOKUP) >= self.next_try;
        if matters && self.lookup.is_none() {
            self.lookup = Some(usual_lookup(view, self.map()));
        }
        let saved = saved(self.lookup.unwrap_or(LEAST_LOOKUP));
        if saved == 0 {
            // What was lost on queries for which labels are not needed does not count against them
            // for ever.
            self.forget_lookups();
        }
        saved
    }

    fn forget_lookups(&mut self) {
        (*self.looked.get_mut(), *self.weighed.get_mut()) = (0, 0);
    }

    /// Precomputes the steps of all cells for A*, once that pays off.
    fn ensure_steps(&mut self, view: &GridView<'_>) {
        if self.queries() >= STEPS_FROM && self.index.is_none() && self.steps.is_none() {
            self.steps = steps_of(view);
        }
    }

    /// Builds the planes, unless they or something better are available.
    fn ensure_planes(&mut self, view: &GridView<'_>) -> Result<(), JumpMapError> {
        if self.index.is_none() {
            self.keep(SquareIndex::Planes(JumpMap::build(view)?));
        }
        Ok(())
    }

    /// Adds landmarks to the jump points, if that is possible and not cancelled. A table gives way:
    /// beside landmarks it saves a tenth at best, and on large maps nothing.
    fn add_landmarks(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> bool {
        let Some(mut map) = self.map().cloned() else { return false };
        let is_done = map.add_landmarks_with(tell).is_ok();
        if is_done {
            self.keep_marked(view, map);
        }
        is_done
    }

    /// Converts planes to a table.
    pub(super) fn ensure_table(&mut self, view: &GridView<'_>) -> Result<(), JumpTableError> {
        if let Some(error) = self.no_table {
            return Err(error);
        }
        match self.index.take() {
            Some(SquareIndex::Planes(map)) => match JumpTable::build(map) {
                Ok(table) => self.keep(SquareIndex::Table(table)),
                Err(error) => {
                    self.no_table = Some(error);
                    // The attempt consumed the planes; they were valid, so they can be rebuilt.
                    self.index = JumpMap::build(view).ok().map(SquareIndex::Planes);
                    return Err(error);
                }
            },
            other => self.index = other,
        }
        Ok(())
    }

    fn try_labels(
        &mut self,
        view: &GridView<'_>,
        (worth, work): (u64, u64),
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), LabelsError> {
        if let Some(error) = &self.no_labels {
            return Err(error.clone());
        }
        let error =
            match Labels::build_with(view, &LabelsOptions { work, ..self.options.labels }, tell) {
                Ok(labels) => {
                    self.keep_labels(view, Box::new(labels));
                    return Ok(());
                }
                Err(error) => error,
            };
        match &error {
            // After a cancellation there may be more time at the next attempt.
            LabelsError::Build(BuildError::Cancelled) => {}
            LabelsError::Build(BuildError::TooDense { .. }) if work < self.options.labels.work => {
                self.next_try = worth.saturating_mul(2);
            }
            _ => self.no_labels = Some(error.clone()),
        }
        Err(error)
    }

    /// Answers by these labels of the view from now on.
    pub(super) fn keep_labels(&mut self, view: &GridView<'_>, labels: Box<Labels>) {
        let is_chosen = self.method == Method::Auto;
        let near = is_chosen.then(|| Near::beside_labels(view, labels.map()));
        self.keep(SquareIndex::Labels(labels));
        self.near = near.unwrap_or_default();
    }

    /// Answers by these jump points of the view and their landmarks from now on.
    pub(super) fn keep_marked(&mut self, view: &GridView<'_>, map: JumpMap) {
        let near = Near::beside_landmarks(view, &map);
        self.keep(SquareIndex::Planes(map));
        self.near = near;
    }

    /// What drawn queries take, if enough of them have a path.
    fn draw_usual(&self, view: &GridView<'_>) -> Option<Usual> {
        let mut scratch = Scratch::new();
        let (grid, map) = (view.grid(), self.map());
        let answer = |[start, goal]: [NodeId; 2], budget: &mut Budget<'_>| {
            self.ask(grid, &PathQuery::new(start, goal), &mut scratch, budget, None).ok()
        };
        let lookup = |ends| by_table(lookup(grid, map, ends));
        usual_of(&draw(view, 0, MOST_FAR, answer, lookup))
    }

    /// Gives jump points the numbers they would have in a new map, so that ties between paths do
    /// not depend on which edits were followed together.
    pub(in crate::planner) fn number_as_new(&mut self) {
        if let Some(SquareIndex::Planes(map)) = &mut self.index {
            map.number_as_new();
        }
    }

    /// The method that answers now.
    pub(in crate::planner) fn tier(&self) -> Method {
        match (&self.index, self.method) {
            (Some(index), _) => index.method(),
            (None, Method::Auto) => Method::AStar,
            (None, method) => method,
        }
    }

    /// The jump points, unless labels answer by them.
    fn map(&self) -> Option<&JumpMap> {
        let index = self.index.as_ref().filter(|index| !matches!(index, SquareIndex::Labels(_)));
        index.and_then(SquareIndex::jump_points)
    }

    pub(super) fn has_landmarks(&self) -> bool {
        self.map().is_some_and(JumpMap::has_landmarks)
    }

    /// The number of jump points.
    pub(super) fn points(&self) -> Option<u64> {
        match &self.index {
            Some(SquareIndex::Labels(labels)) => Some(labels.summary().nodes.into()),
            _ => self.map().map(|map| map.point_count() as u64),
        }
    }
}

/// The allowed steps of all cells, if the view can have them.
pub(super) fn steps_of(view: &GridView<'_>) -> Option<Shared<[u8]>> {
    view.clone().prepared().step_table().map(Shared::clone)
}
