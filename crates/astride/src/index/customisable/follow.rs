//! Changing costs: only what depends on them is recomputed.

use std::collections::BTreeSet;

use super::customise::CustomiseError;
use super::{Costs, Customised, NO_WAY, Skeleton};
use crate::world::Followed;

impl Customised<'_> {
    /// Changes the costs of arcs `(from, to, ticks)` of the graph, all or none. Afterwards all
    /// answers are those for the graph with these costs. An arc that was missing may be added if
    /// the skeleton has it.
    ///
    /// # Errors
    ///
    /// As for [`Skeleton::customise`]; nothing is changed in that case.
    ///
    /// # Complexity
    ///
    /// O(triangles at the arcs whose costs change · log arcs).
    ///
    /// The report counts the given changes, without loops, as touched, arcs of the skeleton looked at,
    /// and those whose costs changed.
    pub fn update(&mut self, changes: &[(u32, u32, u32)]) -> Result<Followed, CustomiseError> {
        let skeleton = &self.skeleton;
        // Loops are never needed.
        let changes = changes.iter().filter(|&&(from, to, _)| from != to);
        let placed = changes.map(|&change| Ok((skeleton.place(change)?, change.2)));
        let placed = placed.collect::<Result<Vec<_>, CustomiseError>>()?;
        // The previous values, for rollback.
        let (mut owned, mut kept, mut looked) = (Vec::new(), Vec::new(), 0);
        let mut waiting = BTreeSet::new();
        for (place, cost) in placed {
            owned.push((place.arc, self.own[place.arc]));
            place.set(&mut self.own, cost);
            waiting.insert(place.arc);
        }
        // Arcs are numbered by their lower ends, and depend only on lower ones.
        while let Some(arc) = waiting.pop_first() {
            looked += 1;
            let tail = skeleton.tail(arc);
            let Some(costs) = self.relaxed(tail, arc) else {
                owned.into_iter().rev().for_each(|(arc, costs)| self.own[arc] = costs);
                kept.into_iter().for_each(|(arc, costs): (usize, Costs)| self.costs[arc] = costs);
                return Err(CustomiseError::TooFar);
            };
            if costs == self.costs[arc] {
                continue;
            }
            kept.push((arc, self.costs[arc]));
            self.costs[arc] = costs;
            let head = skeleton.heads[arc];
            let others = skeleton.heads[skeleton.row(tail)].iter().filter(|&&other| other != head);
            waiting.extend(others.filter_map(|&o| skeleton.arc(o.min(head), o.max(head))));
        }
        let [touched, changed] = [owned.len(), kept.len()].map(|count| count as u64);
        Ok(Followed { touched, looked, changed, rebuilt: false })
    }

    /// The cost of an arc from its own cost and those of lower arcs; `None` if it is too large.
    fn relaxed(&self, tail: u32, arc: usize) -> Option<Costs> {
        let mut best = self.own[arc];
        for (low, high) in self.skeleton.triangles(tail, self.skeleton.heads[arc]) {
            let (low, high) = (self.costs[low], self.costs[high]);
            for (a, b, best) in
                [(low.down, high.up, &mut best.up), (high.down, low.up, &mut best.down)]
            {
                if a < NO_WAY && b < NO_WAY {
                    *best = (*best).min(Some(a + b).filter(|&sum| sum < NO_WAY)?);
                }
            }
        }
        Some(best)
    }
}

impl Skeleton {
    /// For each rank below both ends of an arc, the arcs from there to the lower and to the higher
    /// end.
    pub(super) fn triangles(
        &self,
        low: u32,
        high: u32,
    ) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut highs = self.below(high).iter().peekable();
        self.below(low).iter().filter_map(move |&(tail, arc)| {
            while highs.next_if(|&&(other, _)| other < tail).is_some() {}
            let &&(other, over) = highs.peek()?;
            (other == tail).then_some((arc as usize, over as usize))
        })
    }
}
