//! Heuristics on squares, with and without the usual properties.

use astride::base::{Cost, NodeId};
use astride::search::{Custom, Estimate, Heuristic, Promise};
use astride::shapes::square::{AimedAtCells, GridHeuristic, GridView, Metric};

/// Names a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// A metric of the engine.
    By(Metric),
    /// Octile at some nodes, zero at others: admissible, not consistent.
    Bumpy,
    /// Octile, as a custom function: consistent.
    Custom,
}

impl Guess {
    /// All of them, the default first.
    pub const ALL: [Guess; 7] = [
        Guess::By(Metric::Octile),
        Guess::By(Metric::Zero),
        Guess::By(Metric::Manhattan),
        Guess::By(Metric::Chebyshev),
        Guess::By(Metric::Euclidean),
        Guess::Bumpy,
        Guess::Custom,
    ];
}

/// Any of the heuristics, built for one world.
#[derive(Debug, Clone, Copy)]
pub enum SquareHeuristic {
    /// A metric of the engine.
    By(GridHeuristic),
    /// Octile with bumps.
    Bumpy(Bumpy),
    /// Octile as a custom function.
    Custom(GridHeuristic),
}

/// [`SquareHeuristic`] for given goals.
pub enum SquareAimed {
    /// With a metric.
    By(AimedAtCells),
    /// With bumps.
    Bumpy(BumpyAimed),
    /// With a function.
    Custom(Box<dyn Estimate>),
}

impl SquareHeuristic {
    /// The heuristic for a world.
    pub fn new(view: &GridView<'_>, guess: Guess) -> SquareHeuristic {
        match guess {
            Guess::By(metric) => SquareHeuristic::By(GridHeuristic::new(view, metric)),
            Guess::Bumpy => SquareHeuristic::Bumpy(Bumpy(GridHeuristic::octile(view))),
            Guess::Custom => SquareHeuristic::Custom(GridHeuristic::octile(view)),
        }
    }
}

fn custom(octile: GridHeuristic) -> Custom<impl Fn(NodeId, NodeId) -> Cost + Clone> {
    Custom::new(Promise::Consistent, move |from, to| {
        octile.aim(&mut [to].into_iter()).estimate(from)
    })
}

impl Heuristic for SquareHeuristic {
    type Aimed = SquareAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> SquareAimed {
        match *self {
            SquareHeuristic::By(metric) => SquareAimed::By(metric.aim(goals)),
            SquareHeuristic::Bumpy(bumpy) => SquareAimed::Bumpy(bumpy.aim(goals)),
            SquareHeuristic::Custom(octile) => {
                SquareAimed::Custom(Box::new(custom(octile).aim(goals)))
            }
        }
    }

    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> SquareAimed {
        match *self {
            SquareHeuristic::By(metric) => SquareAimed::By(metric.aim_back(starts)),
            SquareHeuristic::Bumpy(bumpy) => SquareAimed::Bumpy(bumpy.aim_back(starts)),
            SquareHeuristic::Custom(octile) => {
                SquareAimed::Custom(Box::new(custom(octile).aim_back(starts)))
            }
        }
    }

    fn promise(&self) -> Promise {
        match self {
            SquareHeuristic::By(metric) => metric.promise(),
            SquareHeuristic::Bumpy(bumpy) => bumpy.promise(),
            SquareHeuristic::Custom(_) => Promise::Consistent,
        }
    }
}

impl Estimate for SquareAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        match self {
            SquareAimed::By(metric) => metric.estimate(node),
            SquareAimed::Bumpy(bumpy) => bumpy.estimate(node),
            SquareAimed::Custom(custom) => custom.estimate(node),
        }
    }
}

/// Octile estimates at half of the nodes and none at the others.
#[derive(Debug, Clone, Copy)]
pub struct Bumpy(pub GridHeuristic);

/// [`Bumpy`] for given goals.
#[derive(Debug, Clone, Copy)]
pub struct BumpyAimed(AimedAtCells);

impl Heuristic for Bumpy {
    type Aimed = BumpyAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> BumpyAimed {
        BumpyAimed(self.0.aim(goals))
    }

    fn promise(&self) -> Promise {
        Promise::Admissible
    }
}

impl Estimate for BumpyAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        let bump = node.get().wrapping_mul(0x9e37_79b9) >> 31;
        if bump == 0 { 0 } else { self.0.estimate(node) }
    }
}
