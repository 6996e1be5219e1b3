//! A navigator on a window that follows a unit.

use std::sync::Arc as Shared;

use crate::planner::Navigator;
use crate::planner::watch::span;
use crate::shapes::square::{GridError, Window};

impl Navigator {
    /// Shifts the map, which shows `window`, by some columns and rows, and returns its revision.
    /// What stays in the window keeps its class, walls, links, extra cost in every overlay, and
    /// what factions know and remember about it; `class_of` returns the class of what comes in.
    /// Sets of [places](Self::set_places), whether blockers or goals, move along.
    ///
    /// Questions, waiting requests, goals of fields and
    /// [obstacles](crate::shapes::square::Obstacles) name cells of the map, which show other places
    /// now. Anything still under way has to be asked again, with [`Window::cell`]; a waiting
    /// request is answered for the cell that it named.
    ///
    /// # Errors
    ///
    /// As for [`Window::shifted`]; nothing has changed in that case.
    ///
    /// # Complexity
    ///
    /// That of [`Window::shifted`] and [`apply`](Self::apply) of its batch, plus O(cells) for each
    /// overlay and faction.
    pub fn shift(
        &mut self,
        window: &mut Window,
        by: (i64, i64),
        class_of: impl FnMut(i64, i64) -> u8,
    ) -> Result<u64, GridError> {
        if by == (0, 0) {
            return Ok(self.revision());
        }
        let span = span!("astride.shift", revision);
        let (next, batch) = window.shifted(self.grid(), by, class_of)?;
        let revision = self.apply(&batch)?;
        *window = next;
        let overlays: Vec<_> = self.overlays().collect();
        for overlay in overlays {
            if let Ok(overlay) = self.overlay_mut(overlay) {
                overlay.shift(by);
            }
        }
        self.move_places(|grid, cell| {
            grid.bounds().moved(cell, (by.0.saturating_neg(), by.1.saturating_neg()))
        });
        for knowledge in &mut Shared::make_mut(&mut self.state).factions {
            Shared::make_mut(knowledge).shift(by);
        }
        span.record("revision", revision);
        Ok(revision)
    }
}
