//! Building the index of a guide, and following edits.

use std::sync::Arc as Shared;

use super::choice::{FIRST_TRY, Facts, STEPS_FROM, is_dense};
use super::{Guide, GuideError, Reason, Stamp};
use crate::base::Budget;
use crate::index::hubs::{BuildError, Progress};
use crate::index::{Landmarks, Selection};
use crate::planner::Method;
use crate::search::Unsupported;
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
    Labels(Box<Labels>),
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
            Index::Labels(labels) if self.method == Method::Auto => {
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
        for count in [&mut self.asked, &mut self.expanded, &mut self.saved] {
            *count.get_mut() = 0;
        }
        (self.promised, self.next_try) = (0, FIRST_TRY);
        (self.no_table, self.no_labels, self.dense) = (None, None, None);
    }

    pub(super) fn build_named(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), GuideError> {
        if !matches!(self.index, Index::Nothing) {
            return Ok(());
        }
        let planes = || JumpMap::build(view).map_err(GuideError::Map);
        self.index = match self.method {
            Method::Jps => Index::Planes(planes()?),
            Method::JumpTable => {
                Index::Table(JumpTable::build(planes()?).map_err(GuideError::Table)?)
            }
            Method::Labels => {
                let labels = Labels::build_with(view, &self.options, tell);
                Index::Labels(Box::new(labels.map_err(|error| match error {
                    LabelsError::Map(error) => GuideError::Map(error),
                    error => GuideError::Labels(error),
                })?))
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
            Method::Hierarchy | Method::Polyanya => {
                return Err(GuideError::Query(Unsupported::NO_INDEX.into()));
            }
            _ => steps_of(view),
        };
        Ok(())
    }

    /// Chooses what fits the map and the number of queries, for [`Method::Auto`].
    pub(super) fn choose(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Reason {
        if let Index::Labels(_) = self.index {
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
        let facts = Facts {
            promised: self.promised,
            expanded: *self.expanded.get_mut(),
            saved: *self.saved.get_mut(),
            points,
        };
        let mut reason = Reason::Fits;
        if let Some(work) = facts.labels_work(self.next_try, self.options.work) {
            match self.try_labels(view, work, tell) {
                Ok(()) => return reason,
                Err(error) => reason = Reason::NoLabels(error),
            }
        }
        if self.dense.is_some() {
            self.ensure_steps(view);
            return if reason == Reason::Fits { Reason::Dense { points } } else { reason };
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
        work: u64,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), LabelsError> {
        if let Some(error) = &self.no_labels {
            return Err(error.clone());
        }
        let error = match Labels::build_with(view, &LabelsOptions { work, ..self.options }, tell) {
            Ok(labels) => {
                self.index = Index::Labels(Box::new(labels));
                return Ok(());
            }
            Err(error) => error,
        };
        match &error {
            // After a cancellation there may be more time at the next attempt.
            LabelsError::Build(BuildError::Cancelled) => {}
            LabelsError::Build(BuildError::TooDense { .. }) if work < self.options.work => {
                self.next_try = self.saved.get_mut().saturating_mul(2);
            }
            _ => self.no_labels = Some(error.clone()),
        }
        Err(error)
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
            (Index::Planes(_), _) => Method::Jps,
            (Index::Table(_), _) => Method::JumpTable,
            (Index::Labels(_), _) => Method::Labels,
            (_, Method::Auto) => Method::AStar,
            (_, method) => method,
        }
    }
}

impl Index {
    pub(super) fn points(&self) -> Option<u64> {
        match self {
            Index::Nothing | Index::Steps(_) | Index::Landmarks(_) | Index::Clusters(_) => None,
            Index::Planes(map) => Some(map.point_count() as u64),
            Index::Table(table) => Some(table.map().point_count() as u64),
            Index::Labels(labels) => Some(labels.summary().nodes.into()),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Index::Nothing => 0,
            Index::Steps(steps) => steps.len(),
            Index::Planes(map) => map.bytes(),
            Index::Table(table) => table.bytes(),
            Index::Labels(labels) => labels.bytes(),
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
