//! Which method fits: the rule of [`Method::Auto`], and the report of what was chosen and why.
//!
//! The rule is that of the ski rental problem: use the cheaper index until the more expensive one
//! would have saved about as much as it costs, and then build it. An index therefore costs at most
//! about as much again as was spent without it, however often the map is edited (Karlin, Manasse,
//! Rudolph & Sleator, "Competitive snoopy caching", Algorithmica 3, 1988). Work is counted in
//! expanded nodes, which are the same on every machine. If many queries are announced, the index is
//! built at once: landmarks or labels if sample queries show that they will pay off, else a table.
//!
//! Landmarks on the jump points lie in between: on any map of uniform cost they take tens of
//! milliseconds to a second, where labels may take many or be refused, and they save most of the
//! expansions of long queries.
//!
//! The time to build labels cannot be predicted: from 80 ms to 11 s on maps with about the same
//! number of jump points. They are therefore attempted with as much work as has been spent so far,
//! and if that does not suffice, again once twice as much has been spent.

use std::fmt;

use crate::planner::Method;
use crate::shapes::square::{GridView, JumpMapError, JumpTableError, LabelsError};

/// Jumps are precomputed if at least this many queries are announced.
pub(super) const TABLE_FROM: u64 = 256;

/// So they are after this many expanded nodes per jump point: a table saves a third of each
/// expansion, and takes as long to build as some expansions of each of its jump points (AR0011SR,
/// 8room_000, Boston and others, 2026-11).
pub(super) const TABLE_EXPANSIONS_PER_POINT: u64 = 8;

/// With this many jump points or more, a table is no faster than the planes: these fit into the
/// caches, and it does not. With 36 220 jump points, on maze512-1-0, both took as long; with 47 301,
/// 66 874 and 85 347, on random512-40-0, -10-0 and -25-0, the table took 1.5 to 1.8 times as long on
/// a busy machine. With 15 645, on Cauldron, it took two thirds of the time (2026-11).
pub(super) const TABLE_POINTS: u64 = 1 << 15;

/// If at least this many queries are announced, sample queries decide whether landmarks pay off.
pub(super) const LANDMARKS_FROM: u64 = 1024;

/// Landmarks pay off if a query expands this many nodes or more on average: on AR0011SR, with 16, and
/// 32room_000, with 93, a table is as fast or nearly so; on brc202d, with 313, landmarks answer in a
/// third of the time (2026-11).
pub(super) const LANDMARKS_EXPANSIONS: u64 = 128;

/// After this many expanded nodes per jump point landmarks are built, which takes as long: 110 on
/// brc202d, 43 on random512-10-0 on one thread (2026-11).
pub(super) const LANDMARKS_EXPANSIONS_PER_POINT: u64 = 96;

/// An expansion with landmarks takes as long as this many without: 3.0 on brc202d, 3.7 on
/// random512-10-0 (2026-11).
pub(super) const LANDMARKS_WEIGHT: u64 = 3;

/// If at least this many queries are announced, labels are considered without waiting for them: on
/// most maps labels pay off after 400 to 30 000 queries.
pub(super) const LABELS_FROM: u64 = 10_000;

/// This many queries say more about those to come than sample queries do.
pub(super) const ASKED_ENOUGH: u64 = 32;

/// The cost of a query by labels, in expansions of jump points, where these are not known: in those of
/// a jump table, 23 on maze512-32-0, 31 on AR0011SR, 45 on brc202d (2026-11). Most of it is the look
/// at what start and goal see.
pub(super) const LABELS_EXPANSIONS: u64 = 20;

/// After this many saved expansions, labels are first attempted: about 10 ms.
pub(super) const FIRST_TRY: u64 = 1 << 17;

/// The number of work steps of [`LabelsOptions::work`](crate::shapes::square::LabelsOptions) that
/// take as long as one expansion.
pub(super) const WORK_PER_EXPANSION: u64 = 8;

/// The assumed number of expansions of a query for the cost alone.
pub(super) const COST_ALONE: u64 = 200;

/// A* precomputes the steps of all cells if there are at least this many queries.
pub(super) const STEPS_FROM: u64 = 4;

/// Whether A* is faster than jump points: if terrain costs differ and more than two in five free
/// cells are jump points. On AR0011SR and brc202d, jump points take 1.2 to 1.4 times the
/// instructions of A* if 60 of 100 free cells are jump points, about as many at 40, and a
/// fourteenth at 3 (2026-11).
pub(super) fn is_dense(view: &GridView<'_>, points: u64) -> bool {
    let (histogram, free) = (view.grid().histogram(), view.class_factors());
    let cells: u64 = (0..256).filter(|&at| free[at] > 0).map(|at| u64::from(histogram[at])).sum();
    !view.is_uniform() && points.saturating_mul(5) > cells * 2
}

/// The basis of the choice: what was queried on one state of the map.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// The number of queries announced.
    pub(super) promised: u64,
    /// The number of queries so far.
    pub(super) asked: u64,
    /// How many of these were for costs alone; their effort is assumed.
    pub(super) costs: u64,
    /// Nodes expanded by the queries so far.
    pub(super) expanded: u64,
    /// How many of these labels would have saved on balance.
    pub(super) saved: u64,
    /// What drawn queries take, if enough were drawn.
    pub(super) drawn: Option<Usual>,
    /// Jump points of the map.
    pub(super) points: u64,
    /// Cells of the map.
    pub(super) cells: u64,
}

impl Facts {
    /// Whether jumps are to be precomputed.
    pub(super) fn want_table(self) -> bool {
        let from = self.points.max(256).saturating_mul(TABLE_EXPANSIONS_PER_POINT);
        let has_paid = self.promised >= TABLE_FROM || self.expanded >= from;
        has_paid && self.points < TABLE_POINTS
    }

    /// Whether landmarks are to be added to the jump points.
    pub(super) fn want_landmarks(self) -> bool {
        let (asked, assumed) =
            (self.asked.saturating_sub(self.costs), self.costs.saturating_mul(COST_ALONE));
        let known = Facts { asked, expanded: self.expanded.saturating_sub(assumed), ..self };
        let Some(usual) = known.usual() else { return false };
        // Where there are few jump points, floods take as long as there are cells.
        let points = self.points.max(self.cells / 256).max(1024);
        let from = points.saturating_mul(LANDMARKS_EXPANSIONS_PER_POINT);
        let expanded = usual.on(usual.expanded, self.promised).max(self.expanded);
        usual.on(usual.expanded, 1) >= LANDMARKS_EXPANSIONS && expanded >= from
    }

    /// What a query usually takes: those so far, or drawn ones as long as there were only few.
    fn usual(self) -> Option<Usual> {
        let Facts { asked: queries, expanded, saved, .. } = self;
        if queries >= ASKED_ENOUGH { Some(Usual { queries, expanded, saved }) } else { self.drawn }
    }

    /// The expansions that labels would have saved on the queries so far, or will save on those
    /// announced if that is more.
    pub(super) fn worth(self) -> u64 {
        if self.promised < LABELS_FROM {
            return self.saved;
        }
        // If nothing is known of the queries, the announcement alone decides.
        let all = |usual: Usual| usual.on(usual.saved, self.promised).max(self.saved);
        self.usual().map_or(u64::MAX, all)
    }

    /// The work limit for an attempt at labels, at most `most`; `None` if it is too early.
    /// `next_try` is the number of saved expansions from which on to try.
    pub(super) fn labels_work(self, next_try: u64, most: u64) -> Option<u64> {
        let worth = self.worth();
        (worth >= next_try).then(|| most.min(worth.saturating_mul(WORK_PER_EXPANSION)))
    }
}

/// What some queries take, all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usual {
    /// Their number.
    pub(super) queries: u64,
    /// The nodes expanded.
    pub(super) expanded: u64,
    /// How many of these labels would save.
    pub(super) saved: u64,
}

impl Usual {
    /// The same sum for this many such queries.
    fn on(self, sum: u64, queries: u64) -> u64 {
        let sum = u128::from(sum) * u128::from(queries);
        u64::try_from(sum / u128::from(self.queries.max(1))).unwrap_or(u64::MAX)
    }
}

/// The index of a guide, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The method that answers queries now.
    pub tier: Method,
    /// The reason.
    pub reason: Reason,
    /// The revision of the grid to which it applies.
    pub revision: u64,
    /// The number of cells of the map.
    pub cells: u64,
    /// The number of jump points of the map, if they were computed and are valid for the map.
    pub jump_points: Option<u64>,
    /// Queries on this revision so far, or the number announced if that is larger.
    pub queries: u64,
    /// The nodes they expanded, as far as counted: under [`Method::Auto`], without labels.
    pub expanded: u64,
    /// Bytes of the index.
    pub bytes: usize,
}

/// Why a guide uses its current method.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing was prepared yet.
    NotPrepared,
    /// The method was chosen by name.
    Named,
    /// A saved index was loaded.
    Loaded,
    /// It fits the queries so far and those announced.
    Fits,
    /// Jump points are not valid for this map and mover.
    NoJumpPoints(JumpMapError),
    /// Terrain makes so many cells jump points that A* is faster.
    Dense {
        /// The number of jump points.
        points: u64,
    },
    /// The jumps cannot be precomputed.
    NoTable(JumpTableError),
    /// Labels would pay off, but cannot be built or were cancelled.
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
            Facts { promised, expanded, points, ..Facts::default() }.want_table()
        };
        assert!(!want(0, 0, 0) && !want(255, 2047, 0));
        assert!(want(256, 0, TABLE_POINTS - 1) && want(0, 2048, 0));
        assert!(!want(256, u64::MAX, TABLE_POINTS));
        assert!(!want(0, 79_999, 10_000) && want(0, 80_000, 10_000));
        assert!(!want(0, u64::MAX - 1, u64::MAX));
    }

    #[test]
    fn landmarks_are_wanted_where_queries_are_long_once_they_have_paid_or_are_promised_to() {
        let want = |promised, asked, expanded, points| {
            Facts { promised, asked, expanded, points, ..Facts::default() }.want_landmarks()
        };
        assert!(want(0, 32, 98_304, 0) && !want(0, 32, 98_303, 0) && !want(0, 31, 98_304, 0));
        assert!(want(0, 2000, 96 * 10_000, 10_000) && !want(0, 2000, 96 * 10_000 - 1, 10_000));
        assert!(!want(0, 10_000, 1_279_999, 0) && want(0, 10_000, 1_280_000, 0));
        assert!(want(768, 100, 12_800, 0) && !want(767, 100, 12_800, 0));
        let drawn = Some(Usual { queries: 64, expanded: 12_800, saved: 0 });
        let costs = Facts { asked: 1000, costs: 969, expanded: 10_000_000, ..Facts::default() };
        assert!(!costs.want_landmarks() && Facts { costs: 968, ..costs }.want_landmarks());
        assert!(!Facts { asked: 1, costs: 2, ..Facts::default() }.want_landmarks());
        let wide = Facts { asked: 2000, expanded: 96 << 14, cells: 1 << 22, ..Facts::default() };
        assert!(wide.want_landmarks() && !Facts { cells: 1 << 23, ..wide }.want_landmarks());
        let by_drawn = |promised| Facts { promised, drawn, ..Facts::default() }.want_landmarks();
        assert!(by_drawn(492) && !by_drawn(491) && by_drawn(u64::MAX));
    }

    #[test]
    fn labels_are_tried_with_as_much_work_as_was_spent() {
        let work = |promised, saved, next| {
            Facts { promised, saved, ..Facts::default() }.labels_work(next, 1 << 32)
        };
        assert_eq!(work(0, FIRST_TRY - 1, FIRST_TRY), None);
        assert_eq!(work(0, FIRST_TRY, FIRST_TRY), Some(1 << 20));
        assert_eq!(work(0, u64::MAX, FIRST_TRY), Some(1 << 32));
        assert_eq!(work(LABELS_FROM - 1, 0, FIRST_TRY), None);
        // Nothing is known of the queries announced.
        assert_eq!(work(LABELS_FROM, 0, u64::MAX), Some(1 << 32));
    }

    #[test]
    fn announced_queries_are_worth_what_drawn_or_earlier_ones_are() {
        let drawn = Some(Usual { queries: 64, expanded: 999, saved: 300 });
        let worth = |promised, asked, saved| {
            Facts { promised, asked, saved, drawn, ..Facts::default() }.worth()
        };
        assert_eq!(worth(64_000, 0, 0), 300_000);
        assert_eq!(worth(64_000, ASKED_ENOUGH - 1, 1 << 20), 1 << 20);
        assert_eq!(worth(64_000, ASKED_ENOUGH, 0), 0);
        assert_eq!(worth(64_000, 100, 250), 160_000);
        assert_eq!(worth(LABELS_FROM - 1, 0, 7), 7);
        assert_eq!(worth(u64::MAX, 0, 0), u64::MAX);
    }
}
