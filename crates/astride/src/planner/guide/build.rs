//! Building the index of a guide, and following edits.

use std::sync::Arc as Shared;

use super::choice::{
    ASKED_ENOUGH, FIRST_TRY, Facts, LABELS_FROM, LANDMARKS_FROM, STEPS_FROM, Usual, is_dense,
};
use super::sample::{HALVINGS, MOST_FAR, MOST_NEAR, draw, labels_from, usual_of};
use super::{Guide, GuideError, Reason, Stamp};
use crate::base::Budget;
use crate::index::hubs::{BuildError, Progress};
use crate::index::{Landmarks, Selection};
use crate::planner::Method;
use crate::search::{Scratch, Unsupported};
use crate::shapes::square::{
    Clusters, ClustersOptions, Grid, GridView, JumpMap, JumpMapError, JumpTable, JumpTableError,
    Labels, LabelsError, LabelsOptions,
};

/// What has been built.
#[derive(Clone)]
pub(super) enum Index {
    Nothing,
    /// The allowed steps of all cells, for searches.
    Steps(Shared<[u8]>),
    Planes(JumpMap),
    Table(JumpTable),
    Labels {
        labels: Box<Labels>,
        /// Nodes nearer to each other than this are left to jump points.
        from: u32,
    },
    Landmarks(Box<Landmarks>),
    Clusters(Box<Clusters>),
}

impl Guide {
    /// Follows an edit: updates planes and tables, and drops what cannot be updated.
    pub(super) fn renew(&mut self, grid: &Grid, stamp: Stamp) {
        let view = grid.seen_by(&self.mover);
        let is_followed = self.stamp.is_some_and(|built| built.is_before(stamp));
        self.index = match std::mem::replace(&mut self.index, Index::Nothing) {
            _ if !is_followed => Index::Nothing,
            // Labels cannot follow, but the planes from which they were built can.
            Index::Labels { labels, .. } if self.method == Method::Auto => {
                followed(labels.into_map(), &view)
            }
            Index::Planes(map) => followed(map, &view),
            Index::Table(mut table) => match table.update(&view) {
                Ok(_) => Index::Table(table),
                Err(_) => Index::Nothing,
            },
            Index::Clusters(mut clusters) => match clusters.update(&view) {
                Ok(_) => Index::Clusters(clusters),
                Err(_) => Index::Nothing,
            },
            _ => Index::Nothing,
        };
        self.stamp = Some(stamp);
        (*self.asked.get_mut(), *self.costs.get_mut()) = (0, 0);
        (*self.expanded.get_mut(), *self.saved.get_mut()) = (0, 0);
        (self.promised, self.next_try) = (0, FIRST_TRY);
        (self.no_table, self.no_labels, self.dense, self.drawn) = (None, None, None, None);
    }

    /// Builds what the method needs, or adds what did not follow an edit: boxes and landmarks.
    pub(super) fn build_named(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), GuideError> {
        if let Index::Nothing = self.index {
            self.index = self.named(view, tell)?;
        }
        let added = match (&mut self.index, self.method) {
            (Index::Table(table), Method::JumpBoxes) if !table.has_boxes() => {
                table.add_boxes_with(JumpTable::USUAL_BOX_WORK, tell).map_err(GuideError::Boxes)
            }
            (Index::Planes(map), Method::JumpLandmarks) if !map.has_landmarks() => {
                map.add_landmarks_with(tell).map_err(GuideError::JumpLandmarks)
            }
            _ => Ok(()),
        };
        if added.is_err() {
            self.index = Index::Nothing;
        }
        added
    }

    /// The index of the method, without boxes and landmarks.
    fn named(
        &self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Index, GuideError> {
        let planes = || JumpMap::build(view).map_err(GuideError::Map);
        let table = |map| JumpTable::build(map).map(Index::Table).map_err(GuideError::Table);
        Ok(match self.method {
            Method::Jps | Method::JumpLandmarks => Index::Planes(planes()?),
            Method::JumpTable => table(planes()?)?,
            Method::JumpBoxes => {
                let map = planes()?;
                map.check_boxes(JumpTable::USUAL_BOX_WORK).map_err(GuideError::Boxes)?;
                table(map)?
            }
            Method::Labels => {
                let labels = Labels::build_with(view, &self.options, tell);
                let labels = labels.map_err(|error| match error {
                    LabelsError::Map(error) => GuideError::Map(error),
                    error => GuideError::Labels(error),
                })?;
                Index::Labels { labels: Box::new(labels), from: 0 }
            }
            Method::Landmarks => {
                let (count, by) = (Landmarks::USUAL, Selection::default());
                let landmarks = Landmarks::build(view, count, by, &mut Budget::unlimited());
                Index::Landmarks(Box::new(landmarks.map_err(GuideError::Landmarks)?))
            }
            Method::Clusters => {
                let clusters = Clusters::build(view, &ClustersOptions::default());
                Index::Clusters(Box::new(clusters.map_err(GuideError::Clusters)?))
            }
            Method::Hierarchy | Method::Customisable | Method::Planes | Method::Polyanya => {
                return Err(GuideError::Query(Unsupported::NO_INDEX.into()));
            }
            _ => steps_of(view),
        })
    }

    /// Chooses what fits the map and the number of queries, for [`Method::Auto`].
    pub(super) fn choose(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Reason {
        if let Index::Labels { .. } = self.index {
            return Reason::Fits;
        }
        if self.dense.is_none()
            && let Err(error) = self.ensure_planes(view)
        {
            self.ensure_steps(view);
            return Reason::NoJumpPoints(error);
        }
        let points = self.dense.or(self.index.points()).unwrap_or(0);
        if is_dense(view, points) && self.dense.is_none() {
            (self.dense, self.index) = (Some(points), Index::Nothing);
        }
        let can_mark = self.index.map().is_some_and(|map| map.check_landmarks().is_ok());
        let draw_from = if can_mark { LANDMARKS_FROM } else { LABELS_FROM };
        let is_unknown = *self.asked.get_mut() < ASKED_ENOUGH && self.drawn.is_none();
        if self.promised >= draw_from && is_unknown {
            self.drawn = Some(self.draw_usual(view));
        }
        // What was lost on queries for which labels are not needed does not count against them for
        // ever.
        let saved = (*self.saved.get_mut()).max(0);
        *self.saved.get_mut() = saved;
        let facts = Facts {
            promised: self.promised,
            asked: *self.asked.get_mut(),
            costs: *self.costs.get_mut(),
            expanded: *self.expanded.get_mut(),
            saved: saved as u64,
            drawn: self.drawn.flatten(),
            points,
            cells: view.grid().cell_count().into(),
        };
        let mut reason = Reason::Fits;
        if let Some(work) = facts.labels_work(self.next_try, self.options.work) {
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
        if self.index.has_landmarks() || wants_landmarks && self.add_landmarks(tell) {
            return reason;
        }
        if facts.want_table()
            && let Err(error) = self.ensure_table(view)
        {
            reason = Reason::NoTable(error);
        }
        reason
    }

    /// Precomputes the steps of all cells for A*, once that pays off.
    fn ensure_steps(&mut self, view: &GridView<'_>) {
        if self.queries() >= STEPS_FROM && matches!(self.index, Index::Nothing) {
            self.index = steps_of(view);
        }
    }

    /// Builds the planes, unless they or something better are available.
    fn ensure_planes(&mut self, view: &GridView<'_>) -> Result<(), JumpMapError> {
        if let Index::Nothing | Index::Steps(_) = self.index {
            self.index = Index::Planes(JumpMap::build(view)?);
        }
        Ok(())
    }

    /// Adds landmarks to the jump points, if that is possible and not cancelled. A table gives way:
    /// beside landmarks it saves a tenth at best, and on large maps nothing.
    fn add_landmarks(&mut self, tell: &mut dyn FnMut(Progress) -> bool) -> bool {
        let mut map = match &mut self.index {
            Index::Planes(map) => return map.add_landmarks_with(tell).is_ok(),
            Index::Table(table) => table.map().clone(),
            _ => return false,
        };
        let is_done = map.add_landmarks_with(tell).is_ok();
        if is_done {
            self.index = Index::Planes(map);
        }
        is_done
    }

    /// Converts planes to a table.
    pub(super) fn ensure_table(&mut self, view: &GridView<'_>) -> Result<(), JumpTableError> {
        if let Some(error) = self.no_table {
            return Err(error);
        }
        match std::mem::replace(&mut self.index, Index::Nothing) {
            Index::Planes(map) => match JumpTable::build(map) {
                Ok(table) => self.index = Index::Table(table),
                Err(error) => {
                    self.no_table = Some(error);
                    // The attempt consumed the planes; they were valid, so they can be rebuilt.
                    self.index = JumpMap::build(view).map_or(Index::Nothing, Index::Planes);
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
        let error = match Labels::build_with(view, &LabelsOptions { work, ..self.options }, tell) {
            Ok(labels) => {
                self.keep_labels(view, Box::new(labels));
                return Ok(());
            }
            Err(error) => error,
        };
        match &error {
            // After a cancellation there may be more time at the next attempt.
            LabelsError::Build(BuildError::Cancelled) => {}
            LabelsError::Build(BuildError::TooDense { .. }) if work < self.options.work => {
                self.next_try = worth.saturating_mul(2);
            }
            _ => self.no_labels = Some(error.clone()),
        }
        Err(error)
    }

    /// Answers by these labels of the view from now on.
    pub(super) fn keep_labels(&mut self, view: &GridView<'_>, labels: Box<Labels>) {
        let (mut from, mut scratch, map) = (0, Scratch::new(), labels.map());
        if self.method == Method::Auto {
            from = labels_from(draw(view, Some(map), HALVINGS, MOST_NEAR, |query, budget| {
                Some(map.search(query, &mut scratch).ok()?.run(budget, &mut ()))
            }));
        }
        self.index = Index::Labels { labels, from };
    }

    /// What drawn queries take, if enough of them have a path.
    fn draw_usual(&self, view: &GridView<'_>) -> Option<Usual> {
        let mut scratch = Scratch::new();
        usual_of(&draw(view, self.index.map(), 0, MOST_FAR, |query, budget| {
            self.ask(view.grid(), query, &mut scratch, budget, None).ok()
        }))
    }

    /// Gives jump points the numbers they would have in a new map, so that ties between paths do
    /// not depend on which edits were followed together.
    pub(in crate::planner) fn number_as_new(&mut self) {
        if let Index::Planes(map) = &mut self.index {
            map.number_as_new();
        }
    }

    /// The method that answers now.
    pub(in crate::planner) fn tier(&self) -> Method {
        match (&self.index, self.method) {
            (Index::Planes(map), _) if map.has_landmarks() => Method::JumpLandmarks,
            (Index::Planes(_), _) => Method::Jps,
            (Index::Table(table), _) if table.has_boxes() => Method::JumpBoxes,
            (Index::Table(_), _) => Method::JumpTable,
            (Index::Labels { .. }, _) => Method::Labels,
            (_, Method::Auto) => Method::AStar,
            (_, method) => method,
        }
    }
}

impl Index {
    /// The jump points, unless labels answer by them.
    fn map(&self) -> Option<&JumpMap> {
        match self {
            Index::Planes(map) => Some(map),
            Index::Table(table) => Some(table.map()),
            _ => None,
        }
    }

    pub(super) fn has_landmarks(&self) -> bool {
        self.map().is_some_and(JumpMap::has_landmarks)
    }

    pub(super) fn points(&self) -> Option<u64> {
        match self {
            Index::Nothing | Index::Steps(_) | Index::Landmarks(_) | Index::Clusters(_) => None,
            Index::Planes(map) => Some(map.point_count() as u64),
            Index::Table(table) => Some(table.map().point_count() as u64),
            Index::Labels { labels, .. } => Some(labels.summary().nodes.into()),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Index::Nothing => 0,
            Index::Steps(steps) => steps.len(),
            Index::Planes(map) => map.bytes(),
            Index::Table(table) => table.bytes(),
            Index::Labels { labels, .. } => labels.bytes(),
            Index::Landmarks(landmarks) => landmarks.bytes(),
            Index::Clusters(clusters) => clusters.bytes(),
        }
    }
}

fn followed(mut map: JumpMap, view: &GridView<'_>) -> Index {
    if map.update(view).is_ok() { Index::Planes(map) } else { Index::Nothing }
}

pub(super) fn steps_of(view: &GridView<'_>) -> Index {
    let prepared = view.clone().prepared();
    prepared.step_table().map_or(Index::Nothing, |steps| Index::Steps(Shared::clone(steps)))
}
