//! The search over nodes, best first.

use std::collections::BinaryHeap;
use std::sync::Arc;

use astride::base::{Budget, Weight};

use super::super::task::{Ended, Task, Walk};
use super::bans::Bans;
use super::conflict::Meetings;
use super::focal::{Focal, is_within};
use super::node::{Choice, Node, Open, Path};
use super::pairs::Pairs;
use super::spacetime::SpaceTime;
use super::traffic::Traffic;
use super::{Reasoning, check, is_in_memory};

/// Why there are tools whenever a search works.
pub(super) const LENT: &str = "tools are lent for no longer than a call";

/// How far a search has come.
pub(super) enum Course<T> {
    /// To what it looked for.
    Found(T),
    /// To the end: there is none.
    Ended,
    /// As far as it was to work for now.
    Paused,
}

/// How long a search works before it pauses.
#[derive(Clone, Copy)]
pub(super) struct Pause {
    /// After it has expanded this many nodes in all.
    pub(super) nodes: usize,
    /// Before the next node, once the task has spent this many expansions of budgets.
    pub(super) spent: u64,
}

impl Pause {
    /// After this many nodes, whatever they take.
    pub(super) fn after_nodes(nodes: usize) -> Self {
        Pause { nodes, spent: u64::MAX }
    }

    pub(super) fn is_due(&self, task: &Task<'_>, nodes: u64) -> bool {
        nodes as usize >= self.nodes || task.spent() >= self.spent
    }
}

/// Memory and knowledge that searches share.
pub(super) struct Tools {
    space_time: SpaceTime,
    focal: Focal,
    traffic: Traffic,
    pub(super) meetings: Meetings,
    pub(super) pairs: Pairs,
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
    pub(super) agents: Vec<u32>,
    pub(super) reasoning: Reasoning,
    /// Plans that cost as much are of no use.
    pub(super) known: u64,
    /// How many times the least a plan may cost.
    pub(super) weight: Weight,
    pub(super) tools: Option<Tools>,
    /// The paths of the first agents, whose traffic is counted, while the first node is made.
    begun: Vec<Arc<Path>>,
    open: BinaryHeap<Open>,
    /// No plan costs less, as far as is known.
    pub(super) least: u64,
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
            begun: Vec::new(),
            open: BinaryHeap::new(),
            least: 0,
            count: 0,
            expanded: 0,
        }
    }

    /// Whether all agents have walked as if alone.
    pub(super) fn has_started(&self) -> bool {
        self.count > 0
    }

    /// No plan costs less than this, or than what was known.
    pub(super) fn bound(&self) -> u64 {
        self.least
    }

    pub(super) fn tools(&mut self) -> &mut Tools {
        self.tools.as_mut().expect(LENT)
    }

    /// Lets everybody walk as if alone; says whether all of them do, or it has paused before.
    pub(super) fn start(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        pause: Pause,
    ) -> Result<bool, Ended> {
        let none = Arc::new(Bans::default());
        let bans = vec![none; self.agents.len()];
        match self.first(task, budget, &bans, pause)? {
            Course::Found(node) => self.push(0, node),
            Course::Ended => {}
            Course::Paused => return Ok(false),
        }
        Ok(true)
    }

    /// The first node, with the bans of each agent; goes on where it has paused.
    pub(super) fn first(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        bans: &[Arc<Bans>],
        pause: Pause,
    ) -> Result<Course<Node>, Ended> {
        while let Some(own) = bans.get(self.begun.len()) {
            if pause.is_due(task, 0) {
                return Ok(Course::Paused);
            }
            match self.plan(task, budget, self.begun.len(), own, 0) {
                Ok(Some(path)) => {
                    self.tools().traffic.add(&path.walk);
                    self.begun.push(Arc::new(path));
                }
                Ok(None) => {
                    self.leave_begun();
                    return Ok(Course::Ended);
                }
                Err(ended) => {
                    self.leave_begun();
                    return Err(ended);
                }
            }
        }
        let paths = self.leave_begun();
        let mut node = Node { paths, closed: None, conflicts: 0, cost: 0, bound: 0, choice: None };
        self.judge(task, &mut node);
        Ok(Course::Found(node))
    }

    /// The paths of the agents that have begun, whose traffic is no more counted.
    pub(super) fn leave_begun(&mut self) -> Vec<Arc<Path>> {
        let begun = std::mem::take(&mut self.begun);
        begun.iter().for_each(|path| self.tools().traffic.remove(&path.walk));
        begun
    }

    /// The best walk of an agent among the traffic that is counted.
    fn plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        position: usize,
        bans: &Arc<Bans>,
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
        Ok(Some(Path::new(walk, Arc::clone(bans), least, id)))
    }

    /// Counts the conflicts and the cost of a node.
    fn judge(&mut self, task: &mut Task<'_>, node: &mut Node) {
        let arrivals = node.paths.iter().map(|path| path.arrival());
        node.cost = task.objective.joined(arrivals);
        node.bound = task.objective.joined(node.paths.iter().map(|path| path.least));
        let walks: Vec<&Walk> = node.paths.iter().map(|path| &path.walk).collect();
        // A timestep of a walk is a small part of a state.
        task.owe(walks.iter().map(|walk| walk.len()).sum::<usize>() / 8);
        node.conflicts = 0;
        self.tools().meetings.find(&walks, |_| node.conflicts += 1);
    }

    pub(super) fn push(&mut self, least: u64, node: Node) {
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

    /// Expands nodes until it has a plan that costs less than what is known, there is none, or it
    /// pauses.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        pause: Pause,
    ) -> Result<Course<Vec<Walk>>, Ended> {
        while !pause.is_due(task, self.expanded) {
            let next = self.open.pop().filter(|open| open.least < self.known);
            let Some(Open { least, mut node, .. }) = next else {
                self.least = self.known;
                return Ok(Course::Ended);
            };
            self.least = self.least.max(least);
            check(budget, self.bytes())?;
            if node.conflicts == 0 {
                let walks = node.paths.iter().map(|path| path.walk.clone());
                return Ok(Course::Found(walks.collect()));
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
        Ok(Course::Paused)
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
                node.paths[agent] = Arc::new(path.along(&other.walk, id));
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
            let bans = Arc::new(bans.with(child.closed_to(agent as u32)));
            self.tools().traffic.remove(&node.paths[agent].walk);
            let path = self.plan(task, budget, agent, &bans, node.paths[agent].least);
            self.tools().traffic.add(&node.paths[agent].walk);
            let Some(path) = path? else { return Ok(None) };
            child.paths[agent] = Arc::new(path);
        }
        Ok(Some(child))
    }
}
