//! What comes back from a search whose paths turn anywhere.

use crate::base::{Spent, Vec2};
use crate::search::{Effort, Why};

/// The answer of an any-angle search. Only `Found` leads to the goal.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum AnyAngle {
    /// The goal was reached.
    Found(AnyAngleFound),
    /// The goal cannot be reached.
    Unreachable {
        /// Why there is no path.
        why: Why,
        /// What it took.
        effort: Effort,
    },
    /// The budget ran out first; the search can be continued.
    OutOfBudget {
        /// Which limit was reached.
        spent: Spent,
        /// What it took so far, earlier slices included.
        effort: Effort,
    },
}

/// A path of straight legs.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyAngleFound {
    /// Where it begins, turns and ends, in the units of the map; on a grid these are cell widths from
    /// the top left, and cell (x, y) is the square from (x, y) to (x + 1, y + 1). One point where
    /// start and goal are the same.
    pub points: Vec<Vec2>,
    /// How long it is, in the same units. On a grid, ground of factor `k` counts `k`-fold, and a link
    /// counts its ticks over those of a straight step.
    pub length: f64,
    /// What it took.
    pub effort: Effort,
}

impl AnyAngle {
    /// The path, if there is one.
    pub fn found(&self) -> Option<&AnyAngleFound> {
        match self {
            AnyAngle::Found(found) => Some(found),
            _ => None,
        }
    }

    /// The length of the path, if there is one.
    pub fn length(&self) -> Option<f64> {
        self.found().map(|found| found.length)
    }

    /// What it took.
    pub fn effort(&self) -> Effort {
        match self {
            AnyAngle::Found(found) => found.effort,
            AnyAngle::Unreachable { effort, .. } | AnyAngle::OutOfBudget { effort, .. } => *effort,
        }
    }
}
