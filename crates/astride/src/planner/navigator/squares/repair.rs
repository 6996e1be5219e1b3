//! The work to bring the indexes of a mover up to date.

use super::keep::Keep;
use super::walker::Walker;
use crate::base::CellRect;
use crate::planner::Method;
use crate::shapes::square::{Clusters, ClustersOptions, Components, Grid};
use crate::world::{Changes, World};

/// The weight of a cell of a jump map in and around a change, and on a line through it, as in
/// [`JumpMap::update`](crate::shapes::square::JumpMap::update).
const PATCH: u64 = 48;
const LINE: u64 = 2;

/// The weight of a cell of touched clusters: costs are computed from each node of a cluster, which
/// takes 70 to 140 ns per cell where components and jump maps take 2 to 5 (AcrosstheCape, lak303d,
/// November 2026).
const CLUSTER: u64 = 32;

/// Rectangles changed since a revision; `None` if that is not known.
fn since(changes: &Changes, revision: Option<u64>) -> Option<impl Iterator<Item = CellRect> + '_> {
    changes.since(revision?)
}

/// The number of cells of the rectangle extended by `by` on all sides.
fn area(rect: CellRect, by: u64) -> u64 {
    (u64::from(rect.width) + 2 * by) * (u64::from(rect.height) + 2 * by)
}

/// The number of cells a jump map processes to follow changes.
pub(super) fn area_of_jumps(ground: &Grid, changes: impl Iterator<Item = CellRect>) -> u64 {
    let [width, height] = [ground.width(), ground.height()].map(u64::from);
    let work = |r: CellRect| {
        let [wide, high] = [r.width, r.height].map(u64::from);
        PATCH * area(r, 2) + LINE * ((high + 2) * width + (wide + 2) * height)
    };
    changes.map(work).sum()
}

impl Walker {
    pub(super) fn keeps(&self, keep: Keep) -> bool {
        self.kept & keep.bit() != 0
    }

    /// The approximate number of cells to process to update an index; `None` if there is nothing to
    /// do.
    pub(super) fn due(&self, keep: Keep, grid: &Grid) -> Option<u64> {
        let ground = self.usable().ok()?.ground(grid);
        let (cells, revision) = (u64::from(ground.cell_count()), ground.revision());
        let changes = ground.changes();
        match keep {
            Keep::Components => {
                let built = self.components.as_ref().map(Components::revision);
                let is_due = self.keeps(keep) && built != Some(revision);
                let touched = || since(changes, built).map(|rects| rects.map(|r| area(r, 1)).sum());
                is_due.then(|| touched().unwrap_or(cells).min(cells))
            }
            Keep::JumpMap => {
                let all = Keep::JumpMap.bit() | Keep::Table.bit() | Keep::Labels.bit();
                if self.kept & all == 0 {
                    return None;
                }
                if self.guide.is_ready_for(ground) {
                    return self.guide.wants_steps().then_some(cells);
                }
                let rects = since(changes, self.guide.revision());
                Some(rects.map_or(cells, |rects| area_of_jumps(ground, rects)).min(cells))
            }
            Keep::Table => {
                let is_due = self.keeps(keep)
                    && self.guide.is_ready_for(ground)
                    && self.guide.could_have_table();
                is_due.then_some(cells)
            }
            Keep::Clusters => {
                let built = self.clusters.as_ref().map(Clusters::revision);
                let is_due = self.keeps(keep)
                    && built != Some(revision)
                    && self.no_clusters != Some(revision);
                let side = u64::from(ClustersOptions::default().side);
                let touched =
                    || since(changes, built).map(|rects| rects.map(|r| area(r, side)).sum::<u64>());
                is_due.then(|| touched().unwrap_or(cells).min(cells).saturating_mul(CLUSTER))
            }
            Keep::Labels | Keep::Landmarks => None,
        }
    }

    /// Updates one index, and returns how many cells that processed if known, otherwise how many
    /// were estimated.
    pub(super) fn repair(&mut self, keep: Keep, grid: &Grid) -> u64 {
        let Some(due) = self.due(keep, grid) else { return 0 };
        let mut spent = due;
        let Walker { mover, body, components, guide, clusters, .. } = self;
        let (ground, mover) = match body {
            Some(body) => (body.places().grid(), body.places().mover()),
            None => (grid, &*mover),
        };
        let view = ground.seen_by(mover);
        match keep {
            Keep::Components => match components {
                Some(components) => {
                    let done = components.update(&view);
                    spent = due.max(done.touched + done.looked + done.changed);
                }
                None => *components = Some(Components::build(&view)),
            },
            Keep::JumpMap if guide.is_ready_for(ground) => guide.take_steps(&view),
            Keep::JumpMap => {
                // An automatic guide cannot fail: it searches if it has no index.
                let _ = guide.prepare(ground);
            }
            Keep::Table => guide.take_table(&view),
            Keep::Clusters => {
                let made = match clusters {
                    Some(clusters) => clusters.update(&view).map(|_| ()),
                    None => Clusters::build(&view, &ClustersOptions::default())
                        .map(|built| *clusters = Some(built)),
                };
                if made.is_err() {
                    *clusters = None;
                    self.no_clusters = Some(view.revision());
                }
            }
            Keep::Labels | Keep::Landmarks => {}
        }
        self.fresh[keep as usize] = grid.revision();
        self.version += 1;
        self.guided += u64::from(matches!(keep, Keep::JumpMap | Keep::Table));
        spent
    }

    /// Stops keeping an index and frees its memory.
    pub(super) fn drop_index(&mut self, keep: Keep) {
        self.kept &= !keep.bit();
        self.version += 1;
        match keep {
            Keep::Components => self.components = None,
            Keep::Clusters => self.clusters = None,
            Keep::Landmarks => {
                self.drop_landmarks();
                self.under = 0;
            }
            Keep::JumpMap | Keep::Table | Keep::Labels => {
                if self.guide.tier() == Method::JumpLandmarks {
                    // They were in place of labels.
                    self.no_labels = None;
                }
                self.guided += 1;
                self.guide.forget();
            }
        }
    }
}
