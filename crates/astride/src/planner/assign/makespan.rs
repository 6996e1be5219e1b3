//! The bottleneck: the least cost limit with which the maximum number of sources can be assigned.

use super::Pairs;
use crate::base::Cost;
use crate::planner::CostMatrix;

/// The highest cost in an assignment that minimises it; `None` if there is no pair.
pub(super) fn bottleneck(costs: &CostMatrix) -> Option<Cost> {
    let all = (0..costs.source_count()).flat_map(|source| costs.row(source).flatten());
    let mut sorted: Vec<Cost> = all.collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut matching = Matching::of(costs);
    let most = matching.size(&Pairs { costs, most: *sorted.last()? });
    let at = sorted.partition_point(|&limit| matching.size(&Pairs { costs, most: limit }) < most);
    sorted.get(at).copied()
}

/// The working memory for matching sources and targets.
struct Matching {
    /// Each target's source.
    holder: Vec<Option<usize>>,
    /// For each target the source that would take it, and the target that this one holds.
    giver: Vec<(usize, Option<usize>)>,
    /// For each target the last source that looked for a chain to it.
    seen_by: Vec<Option<usize>>,
    queue: Vec<(usize, Option<usize>)>,
}

impl Matching {
    fn of(costs: &CostMatrix) -> Self {
        let targets = costs.target_count();
        Matching {
            holder: vec![None; targets],
            giver: vec![(0, None); targets],
            seen_by: vec![None; targets],
            queue: Vec::with_capacity(targets + 1),
        }
    }

    /// The size of a maximum matching.
    fn size(&mut self, pairs: &Pairs<'_>) -> usize {
        self.holder.fill(None);
        self.seen_by.fill(None);
        (0..pairs.costs.source_count()).filter(|&source| self.insert(pairs, source)).count()
    }

    /// Finds a free target for `source`, moving as few others as possible.
    fn insert(&mut self, pairs: &Pairs<'_>, source: usize) -> bool {
        self.queue.clear();
        self.queue.push((source, None));
        let mut at = 0;
        while let Some(&(taker, held)) = self.queue.get(at) {
            at += 1;
            for target in 0..self.holder.len() {
                let is_new = self.seen_by[target] != Some(source);
                if !is_new || pairs.cost(taker, target).is_none() {
                    continue;
                }
                self.seen_by[target] = Some(source);
                self.giver[target] = (taker, held);
                match self.holder[target] {
                    Some(holder) => self.queue.push((holder, Some(target))),
                    None => {
                        self.shift(target);
                        return true;
                    }
                }
            }
        }
        false
    }

    fn shift(&mut self, end: usize) {
        let mut next = Some(end);
        while let Some(target) = next {
            let (taker, held) = self.giver[target];
            self.holder[target] = Some(taker);
            next = held;
        }
    }
}
