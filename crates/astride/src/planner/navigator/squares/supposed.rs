//! Squares as they would be after edits that are supposed.

use std::sync::Arc as Shared;

use super::believed::Supposer;
use super::seen::{Seen, Stand};
use super::walker::kept_by;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, NavigatorError};
use crate::shapes::square::Grid;

impl State {
    /// The world of a question after the edits that it supposes, if it supposes any.
    pub(super) fn after_supposed<'a>(
        &'a self,
        ask: &Ask,
        seen: Seen<'a>,
    ) -> Result<Seen<'a>, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let knowledge = self.knowledge_of(ask)?;
        let who = (place, kept_by(&self.walkers[place]));
        let supposer = self.supposed(ask, who, knowledge, |batch| {
            let (walker, map) = seen.walker_and_grid();
            let mut grid: Grid = map.clone();
            grid.apply(batch)?;
            let mut walker = walker.on(&grid)?;
            walker.repair_all(&grid);
            Ok(Supposer { walker: Shared::new(walker), grid: Shared::new(grid) })
        })?;
        Ok(match supposer {
            Some(supposer) => Seen { stand: Stand::Supposed(supposer), guides: None, ..seen },
            None => seen,
        })
    }
}
