//! The indexes of a panel: built when a method first needs them, and kept up to date.

use astride::planner::{Guide, Method};
use astride::shapes::square::{
    Grid, GridView, IndexOptions, LabelsOptions, Mover, SquareIndex, SquareKit,
};
use astride::world::Followed;

use crate::session::limits::{Bounds, Limits};

/// The most work for labels that are built on demand: about a second.
const LABELS_WORK: u64 = 400_000_000;

/// The most work for the boxes of a jump table: about a second.
const BOXES_WORK: u64 = 400_000_000;

/// The most cells of a map on which landmarks are chosen: about a second.
const MOST_FOR_LANDMARKS: u32 = 1 << 20;

/// Indexes. Each belongs to the mover of the panel and to a revision of the grid.
pub(super) struct Ready {
    kit: SquareKit,
    /// The revision for which labels could not be built, and why.
    no_labels: Option<(u64, String)>,
    guide: Option<Guide>,
}

impl Default for Ready {
    fn default() -> Self {
        Ready { kit: SquareKit::new(options()), no_labels: None, guide: None }
    }
}

fn options() -> IndexOptions {
    let labels = LabelsOptions { work: LABELS_WORK, ..LabelsOptions::default() };
    IndexOptions::default().labels(labels).box_work(BOXES_WORK)
}

impl Ready {
    /// The index of a method for the current revision.
    pub(super) fn index(
        &mut self,
        view: &GridView<'_>,
        method: Method,
        bounds: Bounds<'_>,
    ) -> Result<&SquareIndex, String> {
        if let Some(why) = self.too_large(view.grid(), method, bounds.limits) {
            return Err(why);
        }
        let mut tell = |_| !bounds.is_stopped();
        let built = self.kit.prepare(view, method, &mut tell).map_err(|error| error.to_string());
        // If it was stopped, there may be more time the next time.
        if let (Err(why), Method::Labels, false) = (&built, method, bounds.is_stopped()) {
            self.no_labels = Some((view.grid().revision(), why.clone()));
        }
        built
    }

    /// Why there is no index of a method for the current revision, as far as that is known without
    /// building it.
    pub(super) fn refusal(
        &mut self,
        view: &GridView<'_>,
        method: Method,
        limits: &Limits,
    ) -> Option<String> {
        let unfit = self.kit.check(view, method).err().map(|error| error.to_string());
        unfit.or_else(|| self.too_large(view.grid(), method, limits))
    }

    /// Why a map is too large for the index of a method here, or was when it was built.
    fn too_large(&self, grid: &Grid, method: Method, limits: &Limits) -> Option<String> {
        match method {
            Method::Landmarks => too_large_for_landmarks(grid),
            Method::Labels => {
                let known = self.no_labels.as_ref().filter(|(at, _)| *at == grid.revision());
                known.map(|(_, why)| why.clone()).or_else(|| too_large_for_labels(grid, limits))
            }
            _ => None,
        }
    }

    /// Brings the planes up to date, and returns what that took.
    pub(super) fn repair_planes(&mut self, view: &GridView<'_>) -> Result<Followed, String> {
        self.kit.follow_jump_points(view).map_err(|error| error.to_string())
    }

    pub(super) fn guide(&mut self, mover: &Mover) -> &mut Guide {
        self.guide.get_or_insert_with(|| Guide::new(mover.clone()).options(options()))
    }
}

fn too_large_for_landmarks(grid: &Grid) -> Option<String> {
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
