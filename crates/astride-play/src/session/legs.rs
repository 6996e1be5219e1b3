//! A path over stops: each leg is answered on its own, and all are joined into one answer.

use astride::base::{Cost, NodeId};
use astride::path::Path;
use astride::search::{
    Effort, Found, Guarantee, OutOfBudget, Outcome, SearchObserver, Unreachable,
};

/// Watches searches, and is informed when the next leg begins.
pub(super) trait LegObserver: SearchObserver {
    /// What comes from now on belongs to the next leg.
    fn begin_leg(&mut self) {}
}

impl LegObserver for () {}

/// The sum of the legs so far.
#[derive(Default)]
pub(super) struct Legs {
    nodes: Vec<NodeId>,
    /// The cost of each leg that was found.
    costs: Vec<Cost>,
    /// What is promised for all of them.
    guarantee: Option<Guarantee>,
    /// A proven lower bound on the cost of a way over these stops.
    least: Cost,
    effort: Effort,
}

impl Legs {
    /// Adds the answer of the next leg, and returns the answer as if the way ended with it.
    pub(super) fn add(&mut self, outcome: Outcome) -> Outcome {
        self.effort += outcome.effort();
        let effort = self.effort;
        match outcome {
            Outcome::Found(Found { path, guarantee, .. }) => {
                let cost = path.cost();
                self.least += if guarantee.is_optimal() { cost } else { 0 };
                let guarantee = self.guarantee.map_or(guarantee, |legs| weaker(legs, guarantee));
                self.guarantee = Some(guarantee);
                let path = self.joined(path);
                self.costs.push(cost);
                self.nodes = path.nodes().to_vec();
                Outcome::Found(Found { path, guarantee, effort })
            }
            Outcome::Unreachable(Unreachable { why, nearest, .. }) => {
                let nearest = self.as_far_as(nearest);
                Outcome::Unreachable(Unreachable { why, nearest, effort })
            }
            Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, .. }) => {
                let (nearest, lower_bound) = (self.as_far_as(nearest), self.least + lower_bound);
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
            }
        }
    }

    /// The cost of each leg that was found, in order.
    pub(super) fn into_costs(self) -> Vec<Cost> {
        self.costs
    }

    /// The way so far and this path, which begins where that ends.
    fn joined(&self, path: Path) -> Path {
        let cost = self.costs.iter().sum::<Cost>() + path.cost();
        let mut nodes = self.nodes.clone();
        nodes.extend(&path.nodes()[usize::from(!nodes.is_empty())..]);
        Path::new(nodes, cost).unwrap_or(path)
    }

    /// The way so far and the path into the leg that was not found, or as much as there is of both.
    fn as_far_as(&self, nearest: Option<Path>) -> Option<Path> {
        let so_far = || Path::new(self.nodes.clone(), self.costs.iter().sum());
        nearest.map(|path| self.joined(path)).or_else(so_far)
    }
}

/// What is promised for two legs together.
fn weaker(a: Guarantee, b: Guarantee) -> Guarantee {
    use Guarantee::{Optimal, Within};
    match (a, b) {
        (a, b) if a == b => a,
        (Within(a), Within(b)) => Within(if a.as_f64() < b.as_f64() { b } else { a }),
        (Optimal, Within(w)) | (Within(w), Optimal) => Within(w),
        _ => Guarantee::None,
    }
}
