//! The rules of movement that contestants play by; costs compare only under one rule.

use astride::shapes::square::{Corners, Mover, Neighbours};

/// Which steps there are. A straight step costs 1 and a diagonal one √2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    /// Eight neighbours; both cells beside a diagonal step must be free. That of the recorded rows.
    NoCorners,
    /// Eight neighbours; a diagonal step may squeeze between two blocked cells.
    FreeDiagonals,
    /// Four neighbours.
    Four,
}

impl Rule {
    pub(crate) const ALL: [Rule; 3] = [Rule::NoCorners, Rule::FreeDiagonals, Rule::Four];

    /// As it stands behind a name in results.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Rule::NoCorners => "no corner cut",
            Rule::FreeDiagonals => "free diagonals",
            Rule::Four => "four neighbours",
        }
    }

    /// A walker that moves by this rule.
    pub(crate) fn mover(self) -> Mover {
        match self {
            Rule::NoCorners => Mover::walker(),
            Rule::FreeDiagonals => Mover::walker().corners(Corners::Always),
            Rule::Four => Mover::walker().neighbours(Neighbours::Four),
        }
    }
}
