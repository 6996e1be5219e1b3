//! The indexes of a panel: built when a method first needs them, and kept up to date.

use astride::base::Budget;
use astride::index::hubs::Progress;
use astride::index::{Landmarks, Selection};
use astride::planner::Guide;
use astride::shapes::square::{Grid, GridView, JumpMap, JumpTable, Labels, LabelsOptions, Mover};
use astride::world::Followed;

use crate::session::limits::Bounds;
use crate::session::limits::Limits;

/// The most work for labels that are built on demand: about a second.
const LABELS_WORK: u64 = 400_000_000;

/// The most work for the boxes of a jump table: about a second.
pub(super) const BOXES_WORK: u64 = 400_000_000;

/// The most cells of a map on which landmarks are chosen: about a second.
const MOST_FOR_LANDMARKS: u32 = 1 << 20;

/// Indexes. Each belongs to the mover of the panel and to a revision of the grid.
#[derive(Default)]
pub(super) struct Ready {
    pub(super) planes: Option<JumpMap>,
    table: Option<JumpTable>,
    /// Another jump table, with boxes.
    boxed: Option<JumpTable>,
    /// Jump points with landmarks.
    marked: Option<JumpMap>,
    labels: Option<Labels>,
    /// The revision for which labels could not be built, and why.
    pub(super) no_labels: Option<(u64, String)>,
    guide: Option<Guide>,
    landmarks: Option<Landmarks>,
}

impl Ready {
    /// Planes of bits for the current revision.
    pub(super) fn planes(&mut self, view: &GridView<'_>) -> Result<&mut JumpMap, String> {
        repaired(&mut self.planes, view).map(|(map, _)| map)
    }

    /// Brings the planes up to date, and returns what that took.
    pub(super) fn repair_planes(&mut self, view: &GridView<'_>) -> Result<Followed, String> {
        repaired(&mut self.planes, view).map(|(_, updated)| updated)
    }

    pub(super) fn table(&mut self, view: &GridView<'_>) -> Result<&mut JumpTable, String> {
        repair_table(&mut self.table, view)
    }

    pub(super) fn boxed(&mut self, view: &GridView<'_>) -> Result<&mut JumpTable, String> {
        let table = repair_table(&mut self.boxed, view)?;
        if !table.has_boxes() {
            table.add_boxes(BOXES_WORK).map_err(|error| error.to_string())?;
        }
        Ok(table)
    }

    pub(super) fn marked(
        &mut self,
        view: &GridView<'_>,
        bounds: Bounds<'_>,
    ) -> Result<&mut JumpMap, String> {
        let (map, _) = repaired(&mut self.marked, view)?;
        if !map.has_landmarks() {
            let mut tell = |_: Progress| !bounds.is_stopped();
            map.add_landmarks_with(&mut tell).map_err(|error| error.to_string())?;
        }
        Ok(map)
    }

    pub(super) fn labels(
        &mut self,
        view: &GridView<'_>,
        bounds: Bounds<'_>,
    ) -> Result<&Labels, String> {
        let revision = view.grid().revision();
        if self.labels.as_ref().is_none_or(|labels| labels.revision() != revision) {
            if let Some((_, why)) = self.no_labels.as_ref().filter(|(at, _)| *at == revision) {
                return Err(why.clone());
            }
            self.labels = None;
            match build_labels(view, bounds) {
                Ok(labels) => self.labels = Some(labels),
                Err(why) => {
                    // It was stopped; there may be more time the next time.
                    if !bounds.is_stopped() {
                        self.no_labels = Some((revision, why.clone()));
                    }
                    return Err(why);
                }
            }
        }
        self.labels.as_ref().ok_or_else(String::new)
    }

    pub(super) fn landmarks(
        &mut self,
        view: &GridView<'_>,
        bounds: Bounds<'_>,
    ) -> Result<&Landmarks, String> {
        if let Some(why) = too_large_for_landmarks(view.grid()) {
            return Err(why);
        }
        let revision = view.grid().revision();
        let kept = self.landmarks.take().filter(|landmarks| landmarks.revision() == revision);
        let stop = &mut || bounds.is_stopped();
        let budget = &mut Budget::unlimited().deadline(stop);
        let build = || Landmarks::build(view, Landmarks::USUAL, Selection::default(), budget);
        let landmarks = kept.map_or_else(build, Ok).map_err(|error| error.to_string())?;
        Ok(self.landmarks.insert(landmarks))
    }

    pub(super) fn guide(&mut self, mover: &Mover) -> &mut Guide {
        let options = LabelsOptions { work: LABELS_WORK, ..LabelsOptions::default() };
        self.guide.get_or_insert_with(|| Guide::new(mover.clone()).labels(options))
    }
}

/// Planes brought up to date, and what that took. Those that cannot follow are dropped.
fn repaired<'a>(
    planes: &'a mut Option<JumpMap>,
    view: &GridView<'_>,
) -> Result<(&'a mut JumpMap, Followed), String> {
    let (map, updated) = match planes.take() {
        Some(mut map) => map.update(view).map(|updated| (map, updated)),
        None => JumpMap::build(view).map(|map| (map, Followed::built(0))),
    }
    .map_err(|error| error.to_string())?;
    Ok((planes.insert(map), updated))
}

fn repair_table<'a>(
    kept: &'a mut Option<JumpTable>,
    view: &GridView<'_>,
) -> Result<&'a mut JumpTable, String> {
    // What cannot follow is dropped.
    let table = match kept.take() {
        Some(mut table) => {
            table.update(view).map_err(|error| error.to_string())?;
            table
        }
        None => {
            let map = JumpMap::build(view).map_err(|error| error.to_string())?;
            JumpTable::build(map).map_err(|error| error.to_string())?
        }
    };
    Ok(kept.insert(table))
}

fn build_labels(view: &GridView<'_>, bounds: Bounds<'_>) -> Result<Labels, String> {
    if let Some(why) = too_large_for_labels(view.grid(), bounds.limits) {
        return Err(why);
    }
    let options = LabelsOptions { work: LABELS_WORK, ..LabelsOptions::default() };
    let mut tell = |_: Progress| !bounds.is_stopped();
    Labels::build_with(view, &options, &mut tell).map_err(|error| error.to_string())
}

pub(super) fn too_large_for_landmarks(grid: &Grid) -> Option<String> {
    let cells = grid.cell_count();
    (cells > MOST_FOR_LANDMARKS).then(|| {
        format!(
            "landmarks take 16 bytes for every cell, so here they are chosen on maps of at most \
             {MOST_FOR_LANDMARKS} cells; this one has {cells}"
        )
    })
}

pub(super) fn too_large_for_labels(grid: &Grid, limits: &Limits) -> Option<String> {
    let (cells, most) = (grid.cell_count(), limits.max_label_cells);
    (cells > most).then(|| {
        format!(
            "labels take seconds to build, so here they are built for maps of at most {most} \
             cells; this one has {cells}"
        )
    })
}
