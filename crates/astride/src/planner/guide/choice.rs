//! Which method fits: the rule of [`Method::Auto`], and the report of what was chosen and why.
//!
//! The rule is that of one who may rent or buy: go on with the cheaper index until what the costlier
//! one would have saved is about what it costs, and then build it. So an index costs at most about
//! as much again as was spent without it, however often the map is edited (Karlin, Manasse, Rudolph
//! & Sleator, "Competitive snoopy caching", Algorithmica 3, 1988). What is spent is counted in
//! expanded nodes, which are the same on every machine. A promise of many questions buys at once.
//!
//! How long labels take to build cannot be told beforehand: from 80 ms to 11 s on maps with about as
//! many jump points. So they are tried with as much work as has been spent, and if that does not do,
//! again once twice as much has been.

use std::fmt;

use crate::planner::Method;
use crate::shapes::square::{GridView, JumpMapError, JumpTableError, LabelsError};

/// A promise of this many questions writes the jumps down.
pub(super) const TABLE_FROM: u64 = 256;

/// This many expanded nodes per jump point do, too: a table saves a third of each expansion, and takes
/// as long to write as some expansions of each of its jump points (AR0011SR, 8room_000, Boston and
/// others, 2026-11).
pub(super) const TABLE_EXPANSIONS_PER_POINT: u64 = 8;

/// A promise of this many questions builds labels: between 400 and 30 000 pay for them on most maps.
pub(super) const LABELS_FROM: u64 = 10_000;

/// What a question of labels takes, in expansions of a jump table: about 4 µs.
const LABELS_EXPANSIONS: u64 = 50;

/// This many expansions saved are worth a first try at labels: about 10 ms.
pub(super) const FIRST_TRY: u64 = 1 << 17;

/// Steps of work of [`LabelsOptions::work`](crate::shapes::square::LabelsOptions) that take as long as one
/// expansion.
pub(super) const WORK_PER_EXPANSION: u64 = 8;

/// What a question for the cost alone counts as, in expansions.
pub(super) const COST_ALONE: u64 = 200;

/// Questions from which A* works out the steps of all cells beforehand.
pub(super) const STEPS_FROM: u64 = 4;

/// Whether A* is sooner than jump points: where terrain costs differ and more than two in five free
/// cells are jump points. On AR0011SR and brc202d jump points take 1.2 to 1.4 times the instructions
/// of A* where 60 of 100 free cells are jump points, about as many at 40, and a fourteenth at 3
/// (2026-11).
pub(super) fn is_dense(view: &GridView<'_>, points: u64) -> bool {
    let (histogram, free) = (view.grid().histogram(), view.class_factors());
    let cells: u64 = (0..256).filter(|&at| free[at] > 0).map(|at| u64::from(histogram[at])).sum();
    !view.is_uniform() && points.saturating_mul(5) > cells * 2
}

/// What is chosen from: what was asked about one state of the map.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// Questions promised.
    pub(super) promised: u64,
    /// Nodes expanded by the questions asked so far.
    pub(super) expanded: u64,
    /// What labels would have saved of these.
    pub(super) saved: u64,
    /// Jump points of the map.
    pub(super) points: u64,
}

impl Facts {
    /// Whether the jumps are to be written down.
    pub(super) fn want_table(self) -> bool {
        let from = self.points.max(256).saturating_mul(TABLE_EXPANSIONS_PER_POINT);
        self.promised >= TABLE_FROM || self.expanded >= from
    }

    /// With how much work labels are to be tried, of `most`; `None` if not yet. `next_try` is from
    /// how many expansions saved on.
    pub(super) fn labels_work(self, next_try: u64, most: u64) -> Option<u64> {
        if self.promised >= LABELS_FROM {
            return Some(most);
        }
        let spent = self.saved.saturating_mul(WORK_PER_EXPANSION);
        (self.saved >= next_try).then(|| most.min(spent))
    }
}

/// What labels would have saved of a question.
pub(super) fn saved_by_labels(expanded: u64) -> u64 {
    expanded.saturating_sub(LABELS_EXPANSIONS)
}

/// What a guide has ready, and why that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What answers questions now.
    pub tier: Method,
    /// Why that.
    pub reason: Reason,
    /// The revision of the grid it is for.
    pub revision: u64,
    /// Cells of the map.
    pub cells: u64,
    /// Jump points of the map, if they were looked for and the map can have them.
    pub jump_points: Option<u64>,
    /// Questions asked about this revision so far, or promised if that is more.
    pub queries: u64,
    /// Nodes that they expanded, as far as counted: under [`Method::Auto`], without labels.
    pub expanded: u64,
    /// Bytes of what was built.
    pub bytes: usize,
}

/// Why a guide answers the way it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing was prepared yet.
    NotPrepared,
    /// It was asked for by name.
    Named,
    /// Labels that were saved were given to it.
    Loaded,
    /// It fits what was asked so far and what was promised.
    Fits,
    /// There are no jump points for this map and mover.
    NoJumpPoints(JumpMapError),
    /// Terrain makes so many cells jump points that A* is sooner.
    Dense {
        /// How many.
        points: u64,
    },
    /// The jumps cannot be written down.
    NoTable(JumpTableError),
    /// Labels would pay, but cannot be built or were cancelled.
    NoLabels(LabelsError),
}

impl Report {
    pub(super) fn nothing() -> Self {
        Report {
            tier: Method::AStar,
            reason: Reason::NotPrepared,
            revision: 0,
            cells: 0,
            jump_points: None,
            queries: 0,
            expanded: 0,
            bytes: 0,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.tier)?;
        match &self.reason {
            Reason::NotPrepared => f.write_str("nothing is prepared yet"),
            Reason::Named => f.write_str("asked for by name"),
            Reason::Loaded => f.write_str("loaded"),
            Reason::Fits => {
                let Report { queries, expanded, .. } = self;
                let asked = if *queries == 1 { "query" } else { "queries" };
                write!(f, "fits {queries} {asked} that expanded {expanded} nodes so far")
            }
            Reason::NoJumpPoints(error) => error.fmt(f),
            Reason::Dense { points } => {
                write!(f, "terrain makes {points} cells jump points, and A* is sooner")
            }
            Reason::NoTable(error) => error.fmt(f),
            Reason::NoLabels(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_wanted_once_it_has_paid_or_is_promised_to() {
        let want = |promised, expanded, points| {
            Facts { promised, expanded, saved: 0, points }.want_table()
        };
        assert!(!want(0, 0, 0) && !want(255, 2047, 0));
        assert!(want(256, 0, 1 << 20) && want(0, 2048, 0));
        assert!(!want(0, 79_999, 10_000) && want(0, 80_000, 10_000));
        assert!(!want(0, u64::MAX - 1, u64::MAX));
    }

    #[test]
    fn labels_are_tried_with_as_much_work_as_was_spent() {
        let work = |promised, saved, next| {
            Facts { promised, saved, ..Facts::default() }.labels_work(next, 1 << 32)
        };
        assert_eq!(work(0, FIRST_TRY - 1, FIRST_TRY), None);
        assert_eq!(work(0, FIRST_TRY, FIRST_TRY), Some(1 << 20));
        assert_eq!(work(0, u64::MAX, FIRST_TRY), Some(1 << 32));
        assert_eq!(work(LABELS_FROM, 0, u64::MAX), Some(1 << 32));
        assert_eq!((saved_by_labels(49), saved_by_labels(60)), (0, 10));
    }
}
