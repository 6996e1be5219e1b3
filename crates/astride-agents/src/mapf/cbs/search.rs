//! The search over nodes, best first.

use std::collections::BinaryHeap;
use std::rc::Rc;

use astride::base::{Budget, Weight};

use super::super::task::{Ended, Task, Walk};
use super::bans::{Ban, Bans};
use super::conflict::{Conflict, Meetings};
use super::cover::{self, least_cover};
use super::focal::Focal;
use super::node::{Choice, Node, Open, Path};
use super::pairs::{Pair, Pairs};
use super::spacetime::SpaceTime;
use super::traffic::Traffic;
use super::{Reasoning, check, corridor, is_in_memory, mutex};

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

/// Why there are tools whenever a search works.
const LENT: &str = "tools are lent for no longer than a call";

/// Memory and knowledge that searches share.
pub(super) struct Tools {
    space_time: SpaceTime,
    focal: Focal,
    traffic: Traffic,
    pub(super) meetings: Meetings,
    pairs: Pairs,
}

impl Tools {
    pub(super) fn new(places: usize) -> Self {
        Tools {
            space_time: SpaceTime::default(),
            focal: Focal::default(),
            traffic: Traffic::new(places),
            meetings: Meetings::new(places),
            pairs: Pairs::default(),
        }
    }
}

pub(super) struct Search {
    /// The agents of the instance that take part.
    agents: Vec<u32>,
    reasoning: Reasoning,
    /// Plans that cost as much are of no use.
    known: u64,
    /// How many times the least a plan may cost.
    pub(super) weight: Weight,
    tools: Option<Tools>,
    open: BinaryHeap<Open>,
    /// No plan costs less, as far as is known.
    least: u64,
    count: u64,
    pub(super) expanded: u64,
}

impl Search {
    pub(super) fn new(agents: Vec<u32>, reasoning: Reasoning, known: u64, tools: Tools) -> Self {
        Search {
            agents,
            reasoning,
            known,
            weight: Weight::ONE,
            tools: Some(tools),
            open: BinaryHeap::new(),
            least: 0,
            count: 0,
            expanded: 0,
        }
    }

    /// No plan costs less than this, or than what was known.
    pub(super) fn bound(&self) -> u64 {
        self.least
    }

    pub(super) fn tools(&mut self) -> &mut Tools {
        self.tools.as_mut().expect(LENT)
    }

    /// Lets everybody walk as if alone.
    pub(super) fn start(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let none = Rc::new(Bans::default());
        let bans = vec![none; self.agents.len()];
        let first = self.first(task, budget, &bans)?;
        first.into_iter().for_each(|node| self.push(0, node));
        Ok(())
    }

    /// The first node, with the bans of each agent.
    pub(super) fn first(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        bans: &[Rc<Bans>],
    ) -> Result<Option<Node>, Ended> {
        let mut paths: Vec<Rc<Path>> = Vec::new();
        let mut is_possible = true;
        for (position, bans) in bans.iter().enumerate() {
            let Some(path) = self.plan(task, budget, position, bans, 0)? else {
                is_possible = false;
                break;
            };
            self.tools().traffic.add(&path.walk);
            paths.push(Rc::new(path));
        }
        for path in &paths {
            self.tools().traffic.remove(&path.walk);
        }
        if !is_possible {
            return Ok(None);
        }
        let mut node = Node { paths, closed: None, conflicts: 0, cost: 0, bound: 0, choice: None };
        self.judge(task, &mut node);
        Ok(Some(node))
    }

    /// The best walk of an agent among the traffic that is counted.
    fn plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        position: usize,
        bans: &Rc<Bans>,
        least: u32,
    ) -> Result<Option<Path>, Ended> {
        let agent = self.agents[position];
        let places = task.instance.roadmap().place_count();
        if !is_in_memory(places, bans.alike_from as usize + 1) {
            return Err(Ended::OutOfBudget);
        }
        let weight = self.weight;
        let Tools { space_time, focal, traffic, pairs, .. } = self.tools();
        let found = if weight == Weight::ONE {
            let walk = space_time.find(task, agent, bans, traffic);
            task.spend(budget, space_time.state_count())?;
            walk.map(|walk| (walk.len() as u32 - 1, walk))
        } else {
            let found = focal.find(task, agent, bans, traffic, weight);
            task.spend(budget, focal.state_count())?;
            found
        };
        let Some((bound, walk)) = found else { return Ok(None) };
        // Traffic counts every place at every timestep of it.
        if !is_in_memory(places, walk.len()) {
            return Err(Ended::OutOfBudget);
        }
        let least = least.max(bound);
        let id = pairs.number(agent, least, walk.len() as u32 - 1, bans);
        Ok(Some(Path::new(walk, Rc::clone(bans), least, id)))
    }

    /// Counts the conflicts and the cost of a node.
    fn judge(&mut self, task: &Task<'_>, node: &mut Node) {
        let arrivals = node.paths.iter().map(|path| path.arrival());
        node.cost = task.objective.joined(arrivals);
        node.bound = task.objective.joined(node.paths.iter().map(|path| path.least));
        let walks: Vec<&Walk> = node.paths.iter().map(|path| &path.walk).collect();
        node.conflicts = 0;
        self.tools().meetings.find(&walks, |_| node.conflicts += 1);
    }

    fn push(&mut self, least: u64, node: Node) {
        let least = least.max(node.cost);
        if least < self.known {
            self.count += 1;
            self.open.push(Open { least, number: self.count, node });
        }
    }

    /// What nodes and knowledge take, about.
    pub(super) fn bytes(&mut self) -> usize {
        let node = self.open.peek().map_or(0, |open| open.node.bytes());
        node * self.open.len() + self.tools().pairs.bytes()
    }

    /// Expands at most `most` nodes; gives a plan that costs less than what was known.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> Result<Option<Vec<Walk>>, Ended> {
        while (self.expanded as usize) < most {
            let Some(Open { least, mut node, .. }) = self.open.pop() else {
                self.least = self.known;
                return Ok(None);
            };
            self.least = self.least.max(least);
            check(budget, self.bytes())?;
            if node.conflicts == 0 {
                return Ok(Some(node.paths.iter().map(|path| path.walk.clone()).collect()));
            }
            if node.choice.is_none() {
                let more = self.think(task, budget, &mut node)?;
                let Some(more) = more else { continue };
                if node.cost + more > least {
                    self.push(node.cost + more, node);
                    continue;
                }
            }
            self.expanded += 1;
            let children = self.expand(task, budget, node)?;
            children.into_iter().for_each(|child| self.push(least, child));
        }
        Ok(None)
    }

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
            node.choice = Some(Rc::new(self.choice(task, node, conflicts, &pair)));
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
                let split = mutex::split(mdds, &mut work).map(Rc::new);
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
        paths: [&Rc<Path>; 2],
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
        let bans = paths.map(|path| Rc::clone(&path.bans));
        let first = search.first(task, budget, &bans);
        let ended = first.and_then(|first| {
            first.into_iter().for_each(|node| search.push(0, node));
            search.run(task, budget, PAIR_NODES)
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
        node: &Node,
        conflicts: &[Conflict],
        pair: &Pair,
    ) -> Choice {
        let agents = conflicts[0].agents;
        let paths = agents.map(|agent| &node.paths[agent as usize]);
        if self.reasoning.has_targets {
            // The last one: who has to wait for it waits for all.
            for conflict in conflicts.iter().rev().filter(|conflict| !conflict.is_swap()) {
                let arrived = (0..2).find(|&at| paths[at].arrival() <= conflict.timestep);
                if let Some(at) = arrived {
                    let timestep = conflict.timestep;
                    return Choice {
                        agents: [agents[at], agents[1 - at]],
                        bans: [vec![Ban::ArriveBy(timestep)], vec![Ban::ArriveAfter(timestep)]],
                        closes_at: Some(timestep),
                    };
                }
            }
        }
        if self.reasoning.has_corridors {
            let ids = agents.map(|agent| self.agents[agent as usize]);
            let walks = paths.map(|path| &path.walk);
            let mut splits =
                conflicts.iter().filter_map(|conflict| corridor::split(task, ids, walks, conflict));
            if let Some(bans) = splits.next() {
                return Choice { agents, bans: bans.map(|ban| vec![ban]), closes_at: None };
            }
        }
        if let Some(split) = &pair.split {
            return Choice { agents, bans: (**split).clone(), closes_at: None };
        }
        let mut best = (0, conflicts[0]);
        for &conflict in conflicts {
            let rank = self.rank(task, node, &conflict);
            if rank > best.0 {
                best = (rank, conflict);
            }
        }
        Choice { agents, bans: best.1.bans().map(|ban| vec![ban]), closes_at: None }
    }

    /// Makes the two children of a node; or if one of them costs no more and has fewer conflicts,
    /// lets the agent walk so, and the node wait.
    pub(super) fn expand(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        mut node: Node,
    ) -> Result<Vec<Node>, Ended> {
        let choice = node.choice.take().expect("it was thought about");
        for path in &node.paths {
            self.tools().traffic.add(&path.walk);
        }
        let made = [0, 1].map(|side| self.child(task, budget, &node, &choice, side));
        for path in &node.paths {
            self.tools().traffic.remove(&path.walk);
        }
        let mut children = Vec::new();
        for (side, child) in made.into_iter().enumerate() {
            let Some(mut child) = child? else { continue };
            self.judge(task, &mut child);
            let agent = choice.agents[side] as usize;
            let (path, other) = (&node.paths[agent], &child.paths[agent]);
            let is_bypass = child.conflicts < node.conflicts
                && choice.closes_at.is_none()
                && is_within(other.arrival().into(), self.weight, path.least.into())
                && is_within(child.cost, self.weight, node.bound);
            if is_bypass {
                let ids = &mut self.tools.as_mut().expect(LENT).pairs;
                let id = ids.number(self.agents[agent], path.least, other.arrival(), &path.bans);
                node.paths[agent] = Rc::new(path.along(&other.walk, id));
                (node.conflicts, node.cost) = (child.conflicts, child.cost);
                return Ok(vec![node]);
            }
            children.push(child);
        }
        Ok(children)
    }

    fn child(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        node: &Node,
        choice: &Choice,
        side: usize,
    ) -> Result<Option<Node>, Ended> {
        let mut child = node.clone();
        let closes_at = choice.closes_at.filter(|_| side == 1);
        let banned = choice.agents[if closes_at.is_some() { 0 } else { side }] as usize;
        let mut late = vec![banned];
        if let Some(since) = closes_at {
            let goal = *node.paths[banned].walk.last().expect("a walk has a start");
            child.close(goal, since, banned as u32);
            let is_there = |&other: &usize| {
                let walk = &node.paths[other].walk;
                other != banned && walk.iter().skip(since as usize).any(|&place| place == goal)
            };
            late.extend((0..node.paths.len()).filter(is_there));
        }
        for agent in late {
            let own = &choice.bans[side][..];
            let own = if agent == banned { own } else { &[] };
            let bans = node.paths[agent].bans.with(own.iter().copied());
            let bans = Rc::new(bans.with(child.closed_to(agent as u32)));
            self.tools().traffic.remove(&node.paths[agent].walk);
            let path = self.plan(task, budget, agent, &bans, node.paths[agent].least);
            self.tools().traffic.add(&node.paths[agent].walk);
            let Some(path) = path? else { return Ok(None) };
            child.paths[agent] = Rc::new(path);
        }
        Ok(Some(child))
    }
}

/// Whether something costs at most `weight` times `least`.
pub(in super::super) fn is_within(cost: u64, weight: Weight, least: u64) -> bool {
    let (numerator, denominator) = weight.parts();
    cost.saturating_mul(denominator.into()) <= least.saturating_mul(numerator.into())
}
