//! Assignment: each source gets a target of its own.

mod least_sum;
mod makespan;
mod ties;

use super::CostMatrix;
use crate::base::{Cost, SmallSort};

/// The target that each source gets; no target is assigned twice.
///
/// Whatever the objective, as many sources as possible get a target that they can reach. Among
/// equally good assignments, the one with the lexicographically first list of targets is chosen,
/// where "none" comes last. The answer therefore depends only on the costs.
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
    /// The assignment with the least sum of costs.
    ///
    /// Shortest augmenting paths, one per source: Jonker & Volgenant, "A Shortest Augmenting Path
    /// Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38, 1987. Here being
    /// left out is an additional target, which is more expensive than any other and accepts any
    /// number of sources.
    ///
    /// # Complexity
    ///
    /// At most O(sources × targets × (sources + min(sources, targets))) time, and O(sources +
    /// targets) memory.
    pub fn least_sum(costs: &CostMatrix) -> Self {
        Self::within(costs, Cost::MAX)
    }

    /// The assignment that minimises the highest cost of a pair and, among these, the sum of costs:
    /// all have arrived as early as possible.
    ///
    /// The bottleneck is found by binary search over the sorted costs; each is tested by matching
    /// sources and targets whose cost is no higher. Then the least sum within it is computed.
    ///
    /// # Complexity
    ///
    /// That of [`least_sum`](Self::least_sum), plus O(sources × targets × min(sources, targets))
    /// for each of the log₂(sources × targets) costs tested; O(sources × targets) memory.
    pub fn least_makespan(costs: &CostMatrix) -> Self {
        Self::within(costs, makespan::bottleneck(costs).unwrap_or(0))
    }

    /// The least sum over pairs that cost at most `most`.
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

    /// For each source the index of its target; `None` if it gets none.
    pub fn targets(&self) -> &[Option<usize>] {
        &self.targets
    }

    /// The number of sources that got a target.
    pub fn assigned_count(&self) -> usize {
        self.targets.iter().flatten().count()
    }

    /// The sum of the costs of all pairs, in ticks.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The highest cost of a pair; `None` if there is no pair.
    pub fn makespan(&self) -> Option<Cost> {
        self.makespan
    }
}

impl CostMatrix {
    /// The `most` targets nearest to the source with index `source`, nearest first, with their
    /// costs; fewer if fewer can be reached. Ties are ordered by the index of the target.
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
        ranked.sort_small();
        ranked.into_iter().map(|(cost, target)| (target, cost)).collect()
    }
}

/// The pairs that may be chosen: those that cost at most `most`.
struct Pairs<'a> {
    costs: &'a CostMatrix,
    most: Cost,
}

impl Pairs<'_> {
    /// The cost of `target` for `source`, if the pair may be chosen.
    fn cost(&self, source: usize, target: usize) -> Option<i128> {
        self.costs.get(source, target).filter(|&cost| cost <= self.most).map(i128::from)
    }
}

/// A cheapest assignment with the prices that prove it: `paid[source] + price[target]` is at most
/// the cost of any pair, and equal to it for those chosen. A price is at most 0, and 0 for targets
/// not assigned; being left out has the price 0.
struct Solution {
    /// The target of each source.
    place: Vec<Option<usize>>,
    /// The source of each target.
    holder: Vec<Option<usize>>,
    paid: Vec<i128>,
    price: Vec<i128>,
    /// The cost of being left out: more than any assignment in which nobody is.
    left_out: i128,
}

impl Solution {
    /// Whether the pair of `source` and `place` is tight, so that it may be part of some cheapest
    /// assignment.
    fn is_tight(&self, pairs: &Pairs<'_>, source: usize, place: Option<usize>) -> bool {
        match place {
            None => self.paid[source] == self.left_out,
            Some(target) => pairs
                .cost(source, target)
                .is_some_and(|cost| cost == self.paid[source] + self.price[target]),
        }
    }
}
