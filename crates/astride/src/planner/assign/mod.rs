//! Who takes what: each source gets a target of its own.

mod least_sum;
mod makespan;
mod ties;

use super::CostMatrix;
use crate::base::Cost;

/// Which target each source gets, no target twice.
///
/// However it was asked for, as many sources as possible get a target that they can reach. Between
/// assignments that are equally good the one counts whose list of targets comes first, looking at
/// source 0, then at source 1 and so on, where a smaller number comes before a larger one and any
/// before none. So the answer depends on nothing but the costs.
///
/// # Examples
///
/// ```
/// use astride::planner::{Assignment, CostMatrix};
/// // Both are near the first mine; the second one has no other.
/// let costs = [[Some(1), Some(5)], [Some(2), None]];
/// let matrix = CostMatrix::from_fn(2, 2, |source, target| costs[source][target])?;
/// let assignment = Assignment::least_sum(&matrix);
/// assert_eq!(assignment.targets(), [Some(1), Some(0)]);
/// assert_eq!((assignment.sum(), assignment.makespan()), (7, Some(5)));
/// # Ok::<(), astride::planner::GuideError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    targets: Vec<Option<usize>>,
    sum: u128,
    makespan: Option<Cost>,
}

impl Assignment {
    /// The assignment whose costs add up to the least.
    ///
    /// Shortest augmenting paths, one per source: Jonker & Volgenant, "A Shortest Augmenting Path
    /// Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38, 1987. Here being
    /// left out is one more target, which is costlier than anything and takes any number.
    ///
    /// # Complexity
    ///
    /// O(sources × targets × (sources + min(sources, targets))) time at most and
    /// O(sources + targets) memory.
    pub fn least_sum(costs: &CostMatrix) -> Self {
        Self::within(costs, Cost::MAX)
    }

    /// The assignment whose costliest pair costs the least, and of these the one whose costs add up
    /// to the least: everyone has arrived soonest.
    ///
    /// The bottleneck is found by halving the sorted costs; each is tried by matching sources and
    /// targets that cost no more. Then the least sum within it.
    ///
    /// # Complexity
    ///
    /// As [`least_sum`](Self::least_sum), and O(sources × targets × min(sources, targets)) for each
    /// of the log₂(sources × targets) costs tried; O(sources × targets) memory.
    pub fn least_makespan(costs: &CostMatrix) -> Self {
        Self::within(costs, makespan::bottleneck(costs).unwrap_or(0))
    }

    /// The least sum over pairs that cost `most` at most.
    fn within(costs: &CostMatrix, most: Cost) -> Self {
        let pairs = Pairs { costs, most };
        let mut solution = least_sum::solve(&pairs);
        ties::settle(&pairs, &mut solution);
        let targets = solution.place;
        let paid = || {
            let pairs = targets.iter().enumerate();
            pairs.filter_map(|(source, &target)| costs.get(source, target?))
        };
        let (sum, makespan) = (paid().map(u128::from).sum(), paid().max());
        Assignment { targets, sum, makespan }
    }

    /// For each source the number of its target; `None` if it gets none.
    pub fn targets(&self) -> &[Option<usize>] {
        &self.targets
    }

    /// How many sources got a target.
    pub fn assigned_count(&self) -> usize {
        self.targets.iter().flatten().count()
    }

    /// The costs of all pairs added up, in ticks.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The cost of the costliest pair; `None` if there is no pair.
    pub fn makespan(&self) -> Option<Cost> {
        self.makespan
    }
}

impl CostMatrix {
    /// The `most` targets that are nearest to source number `source`, nearest first, with what they
    /// cost; fewer if fewer can be reached. Equal costs are ordered by the target's number.
    ///
    /// # Panics
    ///
    /// If there is no such source.
    ///
    /// # Complexity
    ///
    /// O(targets + most × log most).
    pub fn nearest(&self, source: usize, most: usize) -> Vec<(usize, Cost)> {
        let costs = self.row(source).enumerate();
        let mut ranked: Vec<_> = costs.filter_map(|(target, cost)| Some((cost?, target))).collect();
        if most < ranked.len() {
            ranked.select_nth_unstable(most);
            ranked.truncate(most);
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(cost, target)| (target, cost)).collect()
    }
}

/// The pairs that may be chosen: those that cost `most` at most.
struct Pairs<'a> {
    costs: &'a CostMatrix,
    most: Cost,
}

impl Pairs<'_> {
    /// What `source` pays for `target`, if it may have it.
    fn cost(&self, source: usize, target: usize) -> Option<i128> {
        self.costs.get(source, target).filter(|&cost| cost <= self.most).map(i128::from)
    }
}

/// A cheapest assignment with the prices that prove it: `paid[source] + price[target]` is at most
/// the cost of any pair, and equal to it for the chosen ones. A price is 0 or less, and 0 for what
/// nobody took; being left out has the price 0.
struct Solution {
    /// Each source's target.
    place: Vec<Option<usize>>,
    /// Each target's source.
    holder: Vec<Option<usize>>,
    paid: Vec<i128>,
    price: Vec<i128>,
    /// What being left out costs: more than any assignment without.
    left_out: i128,
}

impl Solution {
    /// Whether `source` may have `place` in some cheapest assignment, as far as prices say.
    fn is_tight(&self, pairs: &Pairs<'_>, source: usize, place: Option<usize>) -> bool {
        match place {
            None => self.paid[source] == self.left_out,
            Some(target) => pairs
                .cost(source, target)
                .is_some_and(|cost| cost == self.paid[source] + self.price[target]),
        }
    }
}
