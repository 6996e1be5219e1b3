//! Which method fits: the rule of [`Method::Auto`], and the report of what was chosen and why.
//!
//! The rule is that of one who may rent or buy: go on with the cheaper index until the questions
//! asked about this state of the map would have paid for the dearer one, and then build it. So an
//! index costs at most about as much again as was spent without it, however often the map is edited
//! (Karlin, Manasse, Rudolph & Sleator, "Competitive snoopy caching", Algorithmica 3, 1988). A
//! promise of many questions buys at once.

use std::fmt;

use crate::index::{JumpTableError, LabelsError};
use crate::planner::Method;
use crate::search::JumpMapError;

/// Questions about one state of the map from which [`Method::Auto`] writes its jumps down, at least:
/// the planes alone answer the first few sooner than the table is made.
pub(super) const TABLE_FROM: u64 = 32;

/// Jump points per question from which that is so: the table is made in about the time in which
/// the planes alone answer one question per this many jump points.
pub(super) const POINTS_PER_QUERY: u64 = 256;

/// Questions about one state of the map, per jump point, that pay for labels: labels take about as
/// long to build as the jump table needs to answer two questions per jump point.
pub(super) const LABELS_QUERIES_PER_POINT: u64 = 2;

/// Questions below which labels are never built, however small the map.
pub(super) const LABELS_FROM: u64 = 1000;

/// Questions from which A* works out the steps of all cells beforehand.
pub(super) const STEPS_FROM: u64 = 4;

/// What is chosen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// Questions asked about this state of the map, or promised.
    pub(super) queries: u64,
    /// Jump points of the map.
    pub(super) points: u64,
}

impl Facts {
    /// From how many questions on the jumps are written down.
    pub(super) fn table_from(self) -> u64 {
        (self.points / POINTS_PER_QUERY).max(TABLE_FROM)
    }

    /// From how many questions on labels are built.
    pub(super) fn labels_from(self) -> u64 {
        self.points.saturating_mul(LABELS_QUERIES_PER_POINT).max(LABELS_FROM)
    }

    /// What fits, and from how many questions on something dearer would.
    pub(super) fn choice(self) -> (Method, Option<(Method, u64)>) {
        if self.queries >= self.labels_from() {
            (Method::Labels, None)
        } else if self.queries >= self.table_from() {
            (Method::JumpTable, Some((Method::Labels, self.labels_from())))
        } else {
            (Method::Jps, Some((Method::JumpTable, self.table_from())))
        }
    }
}

/// What a navigator has ready, and why that.
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
    /// Bytes of what was built.
    pub bytes: usize,
}

/// Why a navigator answers the way it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing was prepared yet.
    NotPrepared,
    /// It was asked for by name.
    Named,
    /// Labels that were saved were given to it.
    Loaded,
    /// It fits the number of questions; from so many on something else would.
    Fits(Option<(Method, u64)>),
    /// There are no jump points for this map and mover.
    NoJumpPoints(JumpMapError),
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
            Reason::Fits(None) => write!(f, "fits {} queries", self.queries),
            Reason::Fits(Some((next, from))) => {
                write!(f, "fits {} queries, {next} pays from {from}", self.queries)
            }
            Reason::NoJumpPoints(error) => error.fmt(f),
            Reason::NoTable(error) => error.fmt(f),
            Reason::NoLabels(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_questions_buy_more() {
        let choice = |queries, points| Facts { queries, points }.choice().0;
        assert_eq!(choice(0, 5000), Method::Jps);
        assert_eq!(choice(TABLE_FROM, 5000), Method::JumpTable);
        assert_eq!(choice(TABLE_FROM, 100_000), Method::Jps);
        assert_eq!(choice(9_999, 5000), Method::JumpTable);
        assert_eq!(choice(10_000, 5000), Method::Labels);
        assert_eq!(choice(LABELS_FROM, 0), Method::Labels);
        assert_eq!(choice(u64::MAX, u64::MAX), Method::Labels);
    }

    #[test]
    fn the_next_threshold_is_where_the_choice_changes() {
        for points in [0, 100, 5000, 1 << 20] {
            for queries in [0, 31, 32, 999, 1000, 4096, 1 << 21] {
                let (method, next) = Facts { queries, points }.choice();
                let Some((better, from)) = next else { continue };
                assert!(queries < from);
                assert_eq!(Facts { queries: from - 1, points }.choice().0, method);
                assert_eq!(Facts { queries: from, points }.choice().0, better);
            }
        }
    }
}
