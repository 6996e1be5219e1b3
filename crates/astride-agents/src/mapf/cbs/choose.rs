//! Which conflict of a node to resolve next, and how.

use std::sync::Arc;

use astride::base::Budget;

use super::super::task::{Ended, Task, Walk};
use super::bans::Ban;
use super::conflict::Conflict;
use super::cover::{self, least_cover};
use super::node::{Choice, Node, Path};
use super::pairs::Pair;
use super::search::{Course, LENT, Pause, Search};
use super::{Reasoning, corridor, mutex};

/// The most nodes of a search that only asks how much more two agents cost together.
const PAIR_NODES: usize = 30;

/// How much is asked about a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Whether both can be on time, and what to ban if not.
    Split,
    /// That, and how much more they cost together.
    Weight,
}

impl Search {
    /// Decides what to do about the conflicts of a node. Returns how much more every plan below it
    /// costs at least, or `None` if there is none.
    pub(super) fn think(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        node: &mut Node,
    ) -> Result<Option<u64>, Ended> {
        let mut conflicts = Vec::new();
        let walks: Vec<&Walk> = node.paths.iter().map(|path| &path.walk).collect();
        self.tools().meetings.find(&walks, |conflict| conflicts.push(conflict));
        conflicts.sort_by_key(|conflict| conflict.agents);
        let mut best: Option<([u32; 4], &[Conflict], Pair)> = None;
        let mut costlier = Vec::new();
        for of_pair in conflicts.chunk_by(|one, two| one.agents == two.agents) {
            let agents = of_pair[0].agents;
            let pair = self.pair(task, budget, node, agents, Depth::Weight)?;
            let weight = match pair.weight {
                Some(u32::MAX) => return Ok(None),
                weight => weight.unwrap_or(0),
            };
            costlier.push(cover::Pair { agents, weight });
            let rank = of_pair.iter().map(|conflict| self.rank(task, node, conflict)).max();
            let rank = if pair.split.is_some() { 3 } else { rank.unwrap_or(0) };
            // The first is the earliest.
            let key = [rank, weight, u32::MAX - of_pair[0].timestep, u32::MAX - agents[0]];
            if best.as_ref().is_none_or(|best| key > best.0) {
                best = Some((key, of_pair, pair));
            }
        }
        if let Some((_, conflicts, pair)) = best {
            node.choice = Some(Arc::new(self.choice(task, budget, node, conflicts, &pair)?));
        }
        Ok(Some(if self.reasoning.has_weights { least_cover(&costlier) } else { 0 }))
    }

    /// How many of the two have no choice, and 1.
    fn rank(&mut self, task: &mut Task<'_>, node: &Node, conflict: &Conflict) -> u32 {
        let is_narrow = |&agent: &u32| {
            let path = &node.paths[agent as usize];
            let mdd = path.mdd(task, self.agents[agent as usize]);
            let timestep = conflict.timestep;
            mdd.is_narrow(timestep) && (!conflict.is_swap() || mdd.is_narrow(timestep - 1))
        };
        1 + conflict.agents.iter().copied().filter(is_narrow).count() as u32
    }

    /// What is known of two agents, or is found out now.
    pub(super) fn pair(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        node: &Node,
        agents: [u32; 2],
        depth: Depth,
    ) -> Result<Pair, Ended> {
        if !self.reasoning.has_mutexes {
            return Ok(Pair::default());
        }
        let paths = agents.map(|agent| &node.paths[agent as usize]);
        let key = paths.map(|path| path.id);
        let known = self.tools().pairs.known.get(&key).cloned();
        let mut pair = match known {
            Some(pair) => pair,
            None => {
                let ids = agents.map(|agent| self.agents[agent as usize]);
                let mdds = [paths[0].mdd(task, ids[0]), paths[1].mdd(task, ids[1])];
                let mut work = 0;
                let split = mutex::split(mdds, &mut work).map(Arc::new);
                task.spend(budget, work)?;
                Pair { split, weight: None }
            }
        };
        if pair.weight.is_none() && self.reasoning.has_weights && depth == Depth::Weight {
            pair.weight = Some(match pair.split {
                None => 0,
                Some(_) => self.weigh(task, budget, paths, agents)?,
            });
        }
        self.tools().pairs.known.insert(key, pair.clone());
        Ok(pair)
    }

    /// How much more two agents cost together at least, [`u32::MAX`] if they cannot both arrive.
    fn weigh(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        paths: [&Arc<Path>; 2],
        agents: [u32; 2],
    ) -> Result<u32, Ended> {
        let ids = agents.map(|agent| self.agents[agent as usize]);
        for late in 0..2 {
            let Some(later) = paths[late].later_mdd(task, ids[late]) else { continue };
            let other = paths[1 - late].mdd(task, ids[1 - late]);
            let mut work = 0;
            let is_enough = mutex::split([later, other], &mut work).is_none();
            task.spend(budget, work)?;
            if is_enough {
                return Ok(1);
            }
        }
        let alone: u64 = paths.iter().map(|path| u64::from(path.least)).sum();
        let tools = self.tools.take().expect(LENT);
        let reasoning = Reasoning { has_weights: false, ..self.reasoning };
        let mut search = Search::new(ids.to_vec(), reasoning, u64::MAX, tools);
        let bans = paths.map(|path| Arc::clone(&path.bans));
        let pause = Pause::after_nodes(PAIR_NODES);
        let first = search.first(task, budget, &bans, pause);
        let ended = first.and_then(|first| {
            if let Course::Found(node) = first {
                search.push(0, node);
            }
            search.run(task, budget, pause)
        });
        self.tools = search.tools.take();
        ended?;
        Ok(match search.least {
            u64::MAX => u32::MAX,
            least => (least - alone) as u32,
        })
    }

    /// What to do about the conflicts of a pair, the earliest first.
    pub(super) fn choice(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        node: &Node,
        conflicts: &[Conflict],
        pair: &Pair,
    ) -> Result<Choice, Ended> {
        let agents = conflicts[0].agents;
        let paths = agents.map(|agent| &node.paths[agent as usize]);
        if self.reasoning.has_targets {
            // The last one: who has to wait for it waits for all.
            for conflict in conflicts.iter().rev().filter(|conflict| !conflict.is_swap()) {
                let arrived = (0..2).find(|&at| paths[at].arrival() <= conflict.timestep);
                if let Some(at) = arrived {
                    let timestep = conflict.timestep;
                    return Ok(Choice {
                        agents: [agents[at], agents[1 - at]],
                        bans: [vec![Ban::ArriveBy(timestep)], vec![Ban::ArriveAfter(timestep)]],
                        closes_at: Some(timestep),
                    });
                }
            }
        }
        if self.reasoning.has_corridors {
            let ids = agents.map(|agent| self.agents[agent as usize]);
            let walks = paths.map(|path| &path.walk);
            for conflict in conflicts {
                let mut work = 0;
                let split = corridor::split(task, ids, walks, conflict, &mut work);
                task.spend(budget, work)?;
                if let Some(bans) = split {
                    return Ok(Choice { agents, bans: bans.map(|ban| vec![ban]), closes_at: None });
                }
            }
        }
        if let Some(split) = &pair.split {
            return Ok(Choice { agents, bans: (**split).clone(), closes_at: None });
        }
        let mut best = (0, conflicts[0]);
        for &conflict in conflicts {
            let rank = self.rank(task, node, &conflict);
            if rank > best.0 {
                best = (rank, conflict);
            }
        }
        Ok(Choice { agents, bans: best.1.bans().map(|ban| vec![ban]), closes_at: None })
    }
}
