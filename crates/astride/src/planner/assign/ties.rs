//! Of all cheapest assignments, the one with the lexicographically first list of targets.

use super::{Pairs, Solution};

/// Gives each source in turn the first place that it has in any cheapest assignment that agrees
/// with the sources before it.
///
/// All cheapest assignments use only tight pairs and leave no target with a negative price
/// unassigned. Any two of them therefore differ by cycles of moves over tight pairs, where "nobody"
/// moves like a source: it holds everything that is free, and takes targets with price 0. It never
/// takes the place of a source that is left out, since no cycle changes how many are. A source on a
/// cycle with another one can make room for it.
pub(super) fn settle(pairs: &Pairs<'_>, solution: &mut Solution) {
    let sources = solution.place.len();
    let mut circle = Circle {
        takes: vec![None; sources + 1],
        queue: Vec::with_capacity(sources + 1),
        nobody: sources,
    };
    for source in 0..sources {
        circle.find(pairs, solution, source);
        let best = (0..solution.holder.len()).find(|&target| {
            let holder = solution.holder[target].unwrap_or(circle.nobody);
            (holder == source || circle.takes[holder].is_some())
                && solution.is_tight(pairs, source, Some(target))
        });
        // If there is no such target, the source is already left out: a target that it holds would
        // qualify.
        if let Some(target) = best.filter(|_| best != solution.place[source]) {
            circle.turn(solution, source, target);
        }
    }
}

/// Who can make room for a given source.
struct Circle {
    /// For each source, and for nobody, the place it takes and its holder.
    takes: Vec<Option<(usize, Option<usize>)>>,
    queue: Vec<usize>,
    nobody: usize,
}

impl Circle {
    /// Searches backward from the place of `source`; sources before it keep their places.
    fn find(&mut self, pairs: &Pairs<'_>, solution: &Solution, source: usize) {
        self.takes.fill(None);
        self.queue.clear();
        self.queue.push(source);
        let (mut at, mut left_out_is_known) = (0, false);
        while let Some(&holder) = self.queue.get(at) {
            at += 1;
            if holder == self.nobody {
                for target in 0..solution.holder.len() {
                    if solution.holder[target].is_none() {
                        self.reach(pairs, solution, (source, holder), Some(target));
                    }
                }
                continue;
            }
            let place = solution.place[holder];
            if place.is_none() && std::mem::replace(&mut left_out_is_known, true) {
                continue; // already done for another source that is left out
            }
            if place.is_some_and(|target| solution.price[target] == 0) {
                self.add(self.nobody, (holder, place));
            }
            self.reach(pairs, solution, (source, holder), place);
        }
    }

    /// Adds all sources after `source` that can take `place` from `holder`.
    fn reach(
        &mut self,
        pairs: &Pairs<'_>,
        solution: &Solution,
        (source, holder): (usize, usize),
        place: Option<usize>,
    ) {
        for taker in source + 1..self.nobody {
            if self.takes[taker].is_none() && solution.is_tight(pairs, taker, place) {
                self.add(taker, (holder, place));
            }
        }
    }

    fn add(&mut self, taker: usize, from: (usize, Option<usize>)) {
        if self.takes[taker].is_none() {
            self.takes[taker] = Some(from);
            self.queue.push(taker);
        }
    }

    /// Lets `source` take `target`, and applies the moves along the cycle.
    fn turn(&self, solution: &mut Solution, source: usize, target: usize) {
        let mut taker = solution.holder[target].unwrap_or(self.nobody);
        solution.hand(source, Some(target));
        while taker != source {
            let (from, place) = self.takes[taker].expect("a circle leads back to its source");
            if taker != self.nobody {
                solution.hand(taker, place);
            } else if let Some(target) = place {
                solution.holder[target] = None;
            }
            taker = from;
        }
    }
}

impl Solution {
    fn hand(&mut self, source: usize, place: Option<usize>) {
        self.place[source] = place;
        if let Some(target) = place {
            self.holder[target] = Some(source);
        }
    }
}
