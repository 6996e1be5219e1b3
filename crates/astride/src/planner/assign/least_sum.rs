//! The assignment with the least sum: sources are inserted one after the other, each by a cheapest
//! chain of moves.

use super::{Pairs, Solution};
use crate::base::Cost;

/// More than any distance.
const FAR: i128 = i128::MAX;

/// Some cheapest assignment.
pub(super) fn solve(pairs: &Pairs<'_>) -> Solution {
    let (sources, targets) = (pairs.costs.source_count(), pairs.costs.target_count());
    // A pair costs less than 2⁶⁴, and the smaller dimension of a matrix in memory is less than 2³²,
    // so all sums below stay under 2¹²⁷.
    let most = pairs.most.min(pairs.costs.costliest().unwrap_or(0));
    let left_out = i128::from(most) * sources.min(targets) as i128 + 1;
    let mut solution = Solution {
        place: vec![None; sources],
        holder: vec![None; targets],
        paid: vec![0; sources],
        price: vec![0; targets],
        left_out,
    };
    let mut chain = Chain {
        distance: vec![FAR; targets],
        giver: vec![0; targets],
        waiting: Vec::with_capacity(targets),
        scanned: Vec::with_capacity(targets),
    };
    for source in 0..sources {
        chain.insert(pairs, &mut solution, source);
    }
    solution
}

/// The working memory of Dijkstra's search over moves: a source takes a target, whose holder takes
/// another.
struct Chain {
    /// For each target the added cost of the cheapest chain to it.
    distance: Vec<i128>,
    /// For each target the source that would take it.
    giver: Vec<usize>,
    waiting: Vec<usize>,
    scanned: Vec<usize>,
}

impl Chain {
    /// Finds a place for `source`, moves others if necessary, and keeps the prices valid.
    fn insert(&mut self, pairs: &Pairs<'_>, solution: &mut Solution, source: usize) {
        self.distance.fill(FAR);
        self.scanned.clear();
        self.waiting.clear();
        self.waiting.extend(0..self.distance.len());
        let (mut taker, mut so_far) = (source, 0);
        // Leaving a source out can end any chain.
        let (mut end, mut to_end, mut last) = (None, FAR, source);
        loop {
            let out = so_far + solution.left_out - solution.paid[taker];
            if out < to_end {
                (end, to_end, last) = (None, out, taker);
            }
            self.relax(pairs, solution, taker, so_far);
            let Some(next) = self.take_nearest().filter(|&next| self.distance[next] < to_end)
            else {
                break;
            };
            so_far = self.distance[next];
            match solution.holder[next] {
                Some(holder) => taker = holder,
                None => {
                    (end, to_end) = (Some(next), so_far);
                    break;
                }
            }
            self.scanned.push(next);
        }
        self.reprice(solution, source, to_end);
        self.shift(solution, source, end, last);
    }

    /// Relaxes the targets that `taker` could take.
    fn relax(&mut self, pairs: &Pairs<'_>, solution: &Solution, taker: usize, so_far: i128) {
        for &target in &self.waiting {
            if let Some(cost) = pairs.cost(taker, target) {
                let reach = so_far + cost - solution.paid[taker] - solution.price[target];
                if reach < self.distance[target] {
                    self.distance[target] = reach;
                    self.giver[target] = taker;
                }
            }
        }
    }

    /// Takes the nearest target that is not settled yet, if any is reachable.
    fn take_nearest(&mut self) -> Option<usize> {
        let nearest = (0..self.waiting.len()).min_by_key(|&at| self.distance[self.waiting[at]])?;
        let target = self.waiting[nearest];
        (self.distance[target] != FAR).then(|| self.waiting.swap_remove(nearest))
    }

    fn reprice(&self, solution: &mut Solution, source: usize, to_end: i128) {
        solution.paid[source] += to_end;
        for &target in &self.scanned {
            let saved = to_end - self.distance[target];
            solution.price[target] -= saved;
            let holder = solution.holder[target].expect("a chain goes on only from a held target");
            solution.paid[holder] += saved;
        }
    }

    /// Applies the moves of the chain to `end`; if `end` means being left out, `last` is the source
    /// left out.
    fn shift(&self, solution: &mut Solution, source: usize, end: Option<usize>, last: usize) {
        let (mut place, mut taker) = (end, end.map_or(last, |target| self.giver[target]));
        loop {
            let left = std::mem::replace(&mut solution.place[taker], place);
            if let Some(target) = place {
                solution.holder[target] = Some(taker);
            }
            if taker == source {
                return;
            }
            let target = left.expect("all on a chain but the first hold a target");
            (place, taker) = (Some(target), self.giver[target]);
        }
    }
}

impl super::CostMatrix {
    /// The maximum cost in the matrix.
    fn costliest(&self) -> Option<Cost> {
        (0..self.source_count()).flat_map(|source| self.row(source).flatten()).max()
    }
}
