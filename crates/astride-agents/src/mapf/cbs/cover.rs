//! A lower bound on what a set of pairs costs: an edge-weighted vertex cover.
//!
//! Li, Felner, Boyarski, Ma & Koenig, "Improved Heuristics for Multi-Agent Path Finding with
//! Conflict-Based Search", IJCAI 2019: the weighted dependency graph.

/// Two agents that together need this much more than each alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) agents: [u32; 2],
    pub(super) weight: u32,
}

/// The most steps of a search for the least cover of a component; after these, disjoint pairs count.
const MOST_STEPS: usize = 2000;

/// The least sum of what agents need in addition, so that each pair has its weight; a lower bound
/// on it where that would take too long.
pub(super) fn least_cover(pairs: &[Pair]) -> u64 {
    let mut agents: Vec<u32> = pairs.iter().flat_map(|pair| pair.agents).collect();
    agents.sort_unstable();
    agents.dedup();
    let index = |agent: u32| agents.binary_search(&agent).expect("it is in a pair");
    let mut edges = vec![Vec::new(); agents.len()];
    for pair in pairs.iter().filter(|pair| pair.weight > 0) {
        let [first, second] = pair.agents.map(index);
        edges[first].push((second, pair.weight));
        edges[second].push((first, pair.weight));
    }
    let mut is_seen = vec![false; agents.len()];
    let mut sum = 0;
    for first in 0..agents.len() {
        let mut component = Vec::new();
        let mut stack = vec![first];
        while let Some(agent) = stack.pop() {
            if !std::mem::replace(&mut is_seen[agent], true) {
                component.push(agent);
                stack.extend(edges[agent].iter().map(|&(other, _)| other));
            }
        }
        // Those with the most weight first.
        component.sort_by_key(|&agent| (std::cmp::Reverse(edges[agent].len()), agent));
        sum += Cover::new(&edges, &component).least();
    }
    sum
}

/// The search for the cover of one component, agent by agent.
struct Cover<'a> {
    edges: &'a [Vec<(usize, u32)>],
    order: &'a [usize],
    /// A lower bound on what each agent needs, after those before it were decided.
    needs: Vec<u32>,
    is_decided: Vec<bool>,
    best: u64,
    steps: usize,
}

impl<'a> Cover<'a> {
    fn new(edges: &'a [Vec<(usize, u32)>], order: &'a [usize]) -> Self {
        let needs = vec![0; edges.len()];
        Cover { edges, order, needs, is_decided: vec![false; edges.len()], best: 0, steps: 0 }
    }

    fn least(mut self) -> u64 {
        let disjoint = self.bound();
        self.best = u64::MAX;
        self.decide(0, 0);
        if self.steps > MOST_STEPS { disjoint } else { self.best }
    }

    /// A lower bound on what the undecided ones need: disjoint pairs, the heaviest first.
    fn bound(&self) -> u64 {
        let open = |&&agent: &&usize| !self.is_decided[agent];
        let needs: u64 = self.order.iter().filter(open).map(|&at| u64::from(self.needs[at])).sum();
        let mut left = Vec::new();
        for &agent in self.order.iter().filter(open) {
            for &(other, weight) in &self.edges[agent] {
                let known = self.needs[agent] + self.needs[other];
                if agent < other && !self.is_decided[other] && weight > known {
                    left.push((weight - known, agent, other));
                }
            }
        }
        left.sort_unstable_by(|one, two| two.cmp(one));
        let mut used = Vec::new();
        let mut sum = needs;
        for (weight, agent, other) in left {
            if !used.contains(&agent) && !used.contains(&other) {
                used.extend([agent, other]);
                sum += u64::from(weight);
            }
        }
        sum
    }

    fn decide(&mut self, depth: usize, sum: u64) {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return;
        }
        let Some(&agent) = self.order.get(depth) else {
            self.best = self.best.min(sum);
            return;
        };
        if sum + self.bound() >= self.best {
            return;
        }
        self.is_decided[agent] = true;
        let edges = self.edges;
        let open = edges[agent].iter().filter(|&&(other, _)| !self.is_decided[other]);
        let open: Vec<(usize, u32)> = open.copied().collect();
        let need = self.needs[agent];
        let most = open.iter().map(|&(_, weight)| weight).max().unwrap_or(0).max(need);
        let before: Vec<u32> = open.iter().map(|&(other, _)| self.needs[other]).collect();
        for value in need..=most {
            for &(other, weight) in &open {
                let rest = weight.saturating_sub(value);
                self.needs[other] = self.needs[other].max(rest);
            }
            self.decide(depth + 1, sum + u64::from(value));
            for (&(other, _), &need) in open.iter().zip(&before) {
                self.needs[other] = need;
            }
        }
        self.is_decided[agent] = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;

    fn pairs(list: &[(u32, u32, u32)]) -> Vec<Pair> {
        list.iter().map(|&(one, two, weight)| Pair { agents: [one, two], weight }).collect()
    }

    /// All values of all agents.
    fn reference(agents: u32, most: u32, pairs: &[Pair]) -> u64 {
        let covers = |code: u32| {
            let value = |agent: u32| code / (most + 1).pow(agent) % (most + 1);
            let is_met = |pair: &Pair| pair.agents.map(value).iter().sum::<u32>() >= pair.weight;
            let sum = || (0..agents).map(|agent| u64::from(value(agent))).sum::<u64>();
            pairs.iter().all(is_met).then(sum)
        };
        (0..(most + 1).pow(agents)).filter_map(covers).min().unwrap()
    }

    #[test]
    fn the_least_cover_is_the_least_of_all() {
        assert_eq!(least_cover(&[]), 0);
        assert_eq!(least_cover(&pairs(&[(7, 3, 5)])), 5);
        assert_eq!(least_cover(&pairs(&[(0, 1, 1), (1, 2, 1), (0, 2, 1)])), 2);
        let mut dice = Random::new(3);
        for _ in 0..200 {
            let mut list = Vec::new();
            for one in 0..5 {
                for two in 0..one {
                    if dice.below(100) < 50 {
                        list.push((one, two, dice.below(4)));
                    }
                }
            }
            let pairs = pairs(&list);
            assert_eq!(least_cover(&pairs), reference(5, 3, &pairs), "{list:?}");
        }
    }

    #[test]
    fn what_takes_too_long_is_bounded() {
        let all = (0..40).flat_map(|one| (0..one).map(move |two| (one, two, 1 + (one + two) % 5)));
        let cover = least_cover(&pairs(&all.collect::<Vec<_>>()));
        assert!((20..=39 * 5).contains(&cover), "{cover}");
    }
}
