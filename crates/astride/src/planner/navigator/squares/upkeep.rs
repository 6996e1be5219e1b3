//! Keeping indexes up to date, within a budget per call or on other threads.

use std::sync::Arc as Shared;

use super::believed::Served;
use super::build::{Build, What};
use super::keep::{Keep, Upkeep};
use super::walker::Walker;
use crate::base::{Budget, CELLS_PER_EXPANSION};
use crate::planner::Method;
use crate::planner::navigator::requests::SHARE;
use crate::planner::watch::span;
use crate::planner::{MoverId, Navigator, NavigatorError};
use crate::shapes::square::{Clusters, Components};

/// The limit for upkeep in a frame that only a clock ends, in expansions.
const UPKEEP_BY_CLOCK: u64 = 1024;

/// The work done by a call of [`Navigator::maintain`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maintained {
    /// Cells processed, as estimated.
    pub spent: u64,
    /// Indexes brought up to date.
    pub repaired: u32,
    /// Indexes that are still out of date, not counting labels.
    pub waiting: u32,
    /// The estimate for the next one, if one is waiting.
    pub next: Option<u64>,
}

/// Something that is out of date.
struct Due {
    what: Late,
    /// The approximate number of cells to process.
    cells: u64,
    /// When it was last updated.
    served: Served,
}

/// What can be out of date.
enum Late {
    /// An index of the mover at a place.
    Index(usize, Keep),
    /// The belief of a faction, for all movers that were asked about.
    Belief(usize),
}

impl Navigator {
    /// Sets when indexes follow edits.
    #[must_use]
    pub fn upkeep(mut self, upkeep: Upkeep) -> Self {
        Shared::make_mut(&mut self.state).kept.upkeep = upkeep;
        self
    }

    /// Keeps an index for a mover from now on. It is built at once, or under [`Upkeep::ByHand`]
    /// when the budget allows; labels are built through [`pending`](Self::pending).
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// That of building the index.
    pub fn keep(&mut self, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        let place = self.state.walker_place(Some(mover))?;
        let state = Shared::make_mut(&mut self.state);
        let walker = Shared::make_mut(&mut state.walkers[place]);
        walker.kept |= keep.bit();
        if state.kept.upkeep == Upkeep::AtOnce {
            walker.repair_all(&state.map);
        }
        Ok(())
    }

    /// Stops keeping an index and frees its memory. An index that needs a dropped jump map still
    /// keeps one.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn drop_index(&mut self, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        let place = self.state.walker_place(Some(mover))?;
        let state = Shared::make_mut(&mut self.state);
        let walker = Shared::make_mut(&mut state.walkers[place]);
        walker.drop_index(keep);
        if state.kept.upkeep == Upkeep::AtOnce {
            walker.repair_all(&state.map);
        }
        Ok(())
    }

    /// The method that currently answers questions of a mover about the actual map.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn tier(&self, mover: MoverId) -> Result<Method, NavigatorError> {
        let walker = self.walker(mover)?;
        let is_ready = walker.guide.is_ready_for(walker.ground(&self.state.map));
        Ok(if is_ready { walker.guide.tier() } else { Method::AStar })
    }

    /// The components kept for a mover; `None` if there are none for the current state of the map.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn components(&self, mover: MoverId) -> Result<Option<&Components>, NavigatorError> {
        Ok(self.walker(mover)?.current_components(&self.state.map))
    }

    /// The clusters kept for a mover; `None` if there are none for the current state of the map.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn clusters(&self, mover: MoverId) -> Result<Option<&Clusters>, NavigatorError> {
        Ok(self.walker(mover)?.current_clusters(&self.state.map))
    }

    fn walker(&self, mover: MoverId) -> Result<&Walker, NavigatorError> {
        Ok(&self.state.walkers[self.state.walker_place(Some(mover))?])
    }

    /// Updates indexes, one after the other, until `cells` cells have been processed.
    ///
    /// What has been out of date for longest comes first. Ties are broken by the order in which
    /// movers were registered, for one mover by the order of [`Keep`], and then come the beliefs of
    /// factions whose knowledge was asked about, each as a whole. The work for an index is
    /// estimated from the changes it has missed, and never exceeds that of building it from
    /// scratch; one that does not fit is not begun. The remaining allowance is saved for the next
    /// call, so it is begun eventually, however small the budgets; what was spent beyond the
    /// estimate is owed by later calls.
    ///
    /// Questions asked before an index is up to date are answered without it.
    ///
    /// # Complexity
    ///
    /// About `cells` and what was saved before, each processed as often as the index needs.
    pub fn maintain(&mut self, cells: u64) -> Maintained {
        let span = span!("astride.maintain", spent, repaired, waiting);
        let mut maintained = Maintained::default();
        self.credit = self.credit.saturating_add(i64::try_from(cells).unwrap_or(i64::MAX));
        while let Some(Due { what, cells, served }) = self.oldest_due() {
            if i64::try_from(cells).unwrap_or(i64::MAX) > self.credit {
                break;
            }
            let state = Shared::make_mut(&mut self.state);
            let spent = match what {
                Late::Index(place, keep) => {
                    Shared::make_mut(&mut state.walkers[place]).repair(keep, &state.map)
                }
                Late::Belief(faction) => {
                    let turn = served.turn + 1;
                    let now = Served { revision: state.map.revision(), turn };
                    state.kept.beliefs[faction].maintain(state.facts(faction), now);
                    cells
                }
            };
            self.credit = self.credit.saturating_sub_unsigned(spent);
            maintained.spent += spent;
            maintained.repaired += 1;
        }
        maintained.next = self.oldest_due().map(|due| due.cells);
        maintained.waiting = self.all_due().count() as u32;
        if maintained.next.is_none() {
            // There is nothing to save for.
            self.credit = self.credit.min(0);
        }
        span.record("spent", maintained.spent);
        span.record("repaired", maintained.repaired);
        span.record("waiting", maintained.waiting);
        maintained
    }

    /// Upkeep within its share of the budget, in expansions.
    pub(super) fn keep_up(&mut self, budget: &mut Budget<'_>) -> u64 {
        if budget.left() == 0 || self.state.kept.upkeep == Upkeep::AtOnce {
            return 0;
        }
        let is_counted = budget.left() < u64::MAX;
        let share = if is_counted { budget.left().div_ceil(SHARE) } else { UPKEEP_BY_CLOCK };
        let Ok(share) = budget.take_slice(share) else { return 0 };
        let maintained = self.maintain(share.saturating_mul(CELLS_PER_EXPANSION));
        let spent = maintained.spent.div_ceil(CELLS_PER_EXPANSION).min(share);
        budget.return_slice(share - spent);
        spent
    }

    /// Everything that is out of date.
    fn all_due(&self) -> impl Iterator<Item = Due> + '_ {
        let state = &*self.state;
        let of_walker = move |(place, walker): (usize, &'_ Shared<Walker>)| {
            Keep::REPAIRED.map(|keep| {
                let cells = walker.due(keep, &state.map)?;
                let served = Served { revision: walker.fresh[keep as usize], turn: 0 };
                Some(Due { what: Late::Index(place, keep), cells, served })
            })
        };
        let indexes = state.walkers.iter().enumerate().flat_map(of_walker).flatten();
        let beliefs = (0..state.kept.beliefs.len()).filter_map(move |faction| {
            let (served, cells) = state.kept.beliefs[faction].due(state.facts(faction))?;
            Some(Due { what: Late::Belief(faction), cells, served })
        });
        indexes.chain(beliefs)
    }

    fn oldest_due(&self) -> Option<Due> {
        self.all_due().min_by_key(|due| due.served)
    }

    /// An index that takes long to build, to be built from a snapshot on any thread and then
    /// [adopted](Self::adopt): labels, landmarks, and clusters that were never built. `None` if
    /// none is wanted. While it is held, edits copy what they change.
    ///
    /// The same one is offered until it is adopted, so call this again only then.
    pub fn pending(&self) -> Option<Build> {
        let grid = &*self.state.map;
        let wanted = |(place, walker): (usize, &Shared<Walker>)| {
            let ground = walker.usable().ok()?.ground(grid);
            let revision = Some(ground.revision());
            let is_without = walker.clusters.is_none() && walker.no_clusters != revision;
            if walker.keeps(Keep::Clusters) && is_without {
                return Some((place, What::Clusters));
            }
            let is_without = !walker.has_labels(grid) && walker.no_labels != revision;
            if walker.keeps(Keep::Labels) && is_without {
                return Some((place, What::Labels));
            }
            self.state.wants_landmarks(place).then_some((place, What::Landmarks))
        };
        let (place, what) = self.state.walkers.iter().enumerate().find_map(wanted)?;
        Some(Build { state: Shared::clone(&self.state), place, what })
    }
}
