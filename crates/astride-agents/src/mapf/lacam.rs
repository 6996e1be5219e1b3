//! Search over configurations, each made from the one before it by right of way.
//!
//! Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023.
//!
//! A node is a configuration with a queue of constraints: who of the first agents goes where. A
//! visit takes one constraint out of the queue, lets the step by right of way fill in the rest, and
//! adds the constraints of one agent more. So the first plan comes almost as quickly as by right of
//! way alone, and in the end every step out of every configuration has been tried.
//!
//! As LaCAM* it goes on after the first plan, for objectives that are a sum over steps: it keeps which
//! configuration leads to which, so a shorter way to a known one makes all that follow cheaper, and
//! leaves out whatever cannot be on a better way to the goals. When nothing is left, the plan is a
//! best one. Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding",
//! IJCAI 2023.

use std::collections::VecDeque;

use astride::base::Budget;

use super::guidance::Guidance;
use super::objective::Objective;
use super::task::{Ended, Task, Walk};
use super::way::{ToGoals, first_order, next_order};
use crate::pibt::Pibt;
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// No node, no constraint.
const NONE: u32 = u32::MAX;

/// No cost yet.
const UNKNOWN: u64 = u64::MAX;

/// Finds a plan, or proves that there is none.
pub(super) fn solve(task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<Vec<Walk>, Ended> {
    Lacam::new(task, None, usize::MAX).first_plan(task, budget)
}

/// Finds a plan with local guidance, which takes longer and is better.
pub(super) fn solve_guided(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
) -> Result<Vec<Walk>, Ended> {
    let guidance = Guidance::new(task).ok_or(Ended::GaveUp)?;
    Lacam::new(task, Some(guidance), usize::MAX).first_plan(task, budget)
}

/// A search, between its pauses.
pub(super) struct Lacam {
    tree: Tree,
    stack: Vec<u32>,
    pibt: Pibt,
    guidance: Option<Guidance>,
    next: Vec<Place>,
    most: usize,
    /// Whether it goes on after the first plan, and the node where all are at their goals.
    goes_on: bool,
    goal: u32,
    /// The cost of the plan that it has given last.
    given: u64,
}

impl Lacam {
    /// A search for one plan, which gives up when it has met this many configurations.
    pub(super) fn new(task: &mut Task<'_>, guidance: Option<Guidance>, most: usize) -> Self {
        let instance = task.instance;
        let (roadmap, agents) = (instance.roadmap(), instance.agent_count());
        let pibt = Pibt::new(roadmap, task.dice.next());
        let mut tree = Tree::new(agents, roadmap.place_count());
        let order = first_order(task);
        let hash = tree.hash(instance.starts());
        let start = instance.starts();
        let first = tree.add(NONE, start, hash, |orders| orders.extend_from_slice(&order));
        tree.nodes[first as usize].cost = 0;
        let (stack, next) = (vec![first], vec![Pibt::UNDECIDED; agents]);
        let (goes_on, goal, given) = (false, NONE, UNKNOWN);
        Lacam { tree, stack, pibt, guidance, next, most, goes_on, goal, given }
    }

    /// A search that goes on after its first plan until there is no better one, for objectives other
    /// than [`Objective::SumOfCosts`].
    pub(super) fn star(task: &mut Task<'_>) -> Self {
        debug_assert_ne!(task.objective, Objective::SumOfCosts, "it is not a sum over steps");
        Lacam { goes_on: true, ..Lacam::new(task, None, usize::MAX) }
    }

    /// This search, which goes on without a limit on configurations.
    pub(super) fn without_limit(self) -> Self {
        Lacam { most: usize::MAX, ..self }
    }

    /// Looks for a first plan, or goes on looking if it had given up.
    pub(super) fn first_plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Walk>, Ended> {
        let walks = self.run(task, budget, u64::MAX)?;
        Ok(walks.expect("it does not pause"))
    }

    /// Looks for a plan that costs less than those that it has given until the task has spent
    /// `until`; `None` if it has paused. [`Ended::Unsolvable`] says that there is none.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        until: u64,
    ) -> Result<Option<Vec<Walk>>, Ended> {
        let instance = task.instance;
        let (roadmap, goals) = (instance.roadmap(), instance.goals());
        while let Some(&top) = self.stack.last() {
            if task.spent() >= until {
                return Ok(None);
            }
            task.spend(budget, instance.agent_count())?;
            if !budget.allows_bytes(self.tree.bytes()) {
                return Err(Ended::OutOfBudget);
            }
            if self.tree.nodes.len() > self.most {
                return Err(Ended::GaveUp);
            }
            if self.goal == NONE && self.tree.configuration(top) == goals {
                self.goal = top;
            }
            if let Some(walks) = self.better_plan() {
                return Ok(Some(walks));
            }
            if self.goal != NONE && self.least_through(task, top) >= self.given {
                self.stack.pop();
                continue;
            }
            let Some(constraint) = self.tree.take_constraint(top, roadmap) else {
                self.stack.pop();
                continue;
            };
            if self.step(task, budget, top, constraint)? {
                self.meet(task, top);
            }
        }
        Err(Ended::Unsolvable)
    }

    /// The plan to the goals, if it is better than the one before.
    fn better_plan(&mut self) -> Option<Vec<Walk>> {
        let cost = self.tree.nodes.get(self.goal as usize)?.cost;
        if self.goes_on && cost >= self.given {
            return None;
        }
        self.given = cost;
        Some(self.tree.walks_to(self.goal))
    }

    /// What a plan through a node costs at least.
    fn least_through(&self, task: &mut Task<'_>, node: u32) -> u64 {
        let (objective, now) = (task.objective, self.tree.configuration(node));
        let left = now.iter().zip(0..).map(|(&place, agent)| task.distance(agent, place));
        self.tree.nodes[node as usize].cost.saturating_add(objective.joined(left))
    }

    /// Fills in the step of everybody under a constraint; returns whether there is one.
    fn step(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        top: u32,
        constraint: u32,
    ) -> Result<bool, Ended> {
        let Lacam { tree, pibt, next, .. } = self;
        let instance = task.instance;
        next.fill(Pibt::UNDECIDED);
        tree.impose(constraint, next);
        let (now, order) = (tree.configuration(top), tree.order(top));
        // Later visits should differ from the first, so they go without.
        let is_first = tree.constraints[constraint as usize].before == NONE;
        let mut guidance = self.guidance.as_mut().filter(|_| is_first);
        if let Some(guidance) = &mut guidance {
            let parent = tree.nodes[top as usize].parent;
            let states = guidance.follow(task, [parent, top], order, now);
            task.spend(budget, states)?;
        }
        let mut wishes = ToGoals::new(instance, &mut task.fields, guidance.as_deref(), now);
        Ok(pibt.step(instance.roadmap(), &mut wishes, order, now, next))
    }

    /// Goes on with the configuration that follows that of a node.
    fn meet(&mut self, task: &mut Task<'_>, top: u32) {
        let goals = task.instance.goals();
        let hash = self.tree.hash(&self.next);
        let known = self.tree.find(&self.next, hash);
        let node = known.unwrap_or_else(|| self.tree.add_after(top, &self.next, hash, goals));
        if self.goes_on {
            let followers = &mut self.tree.nodes[top as usize].followers;
            if !followers.contains(&node) {
                followers.push(node);
                self.tree.links += 1;
                self.rewire(task, top, node);
            }
        }
        self.stack.push(node);
    }

    /// Lets what is reached at less cost by a new step hear of it.
    fn rewire(&mut self, task: &mut Task<'_>, from: u32, to: u32) {
        let (objective, goals) = (task.objective, task.instance.goals());
        let (mut queue, mut looked_at) = (VecDeque::from([(from, to)]), 0);
        while let Some((from, to)) = queue.pop_front() {
            looked_at += 1;
            let step = self.tree.cost_of_step(objective, goals, from, to);
            let cost = self.tree.nodes[from as usize].cost.saturating_add(step);
            let reached = &mut self.tree.nodes[to as usize];
            if cost >= reached.cost {
                continue;
            }
            let before = std::mem::replace(&mut reached.cost, cost);
            reached.parent = from;
            queue.extend(reached.followers.iter().map(|&follower| (to, follower)));
            // It may have been left out for its cost.
            if before != UNKNOWN && self.least_through(task, to) < self.given {
                self.stack.push(to);
            }
        }
        // The first is part of the step that was paid for.
        task.owe((looked_at - 1) * self.tree.agents);
    }
}

/// All configurations that were met.
struct Tree {
    agents: usize,
    places: usize,
    nodes: Vec<Node>,
    /// The places of all agents, node by node.
    configurations: Vec<Place>,
    /// The agents of each node, highest priority first.
    orders: Vec<u32>,
    constraints: Vec<Constraint>,
    /// How many followers all nodes have together.
    links: usize,
    /// The nodes by the hash of their configuration: open addressing, a power of two of slots.
    slots: Vec<u32>,
}

struct Node {
    parent: u32,
    hash: u64,
    /// What the way to it costs, and which nodes are known to follow it, if the search goes on after
    /// the first plan.
    cost: u64,
    followers: Vec<u32>,
    /// The first and last constraint in its queue.
    head: u32,
    tail: u32,
}

/// One agent goes to one place, and those before it in the chain to theirs.
#[derive(Clone, Copy)]
struct Constraint {
    before: u32,
    /// The next in the queue of the node.
    next: u32,
    agent: u32,
    place: Place,
    depth: u32,
}

impl Tree {
    fn new(agents: usize, places: usize) -> Self {
        Tree {
            agents,
            places,
            nodes: Vec::new(),
            configurations: Vec::new(),
            orders: Vec::new(),
            constraints: Vec::new(),
            links: 0,
            slots: vec![NONE; 1024],
        }
    }

    fn bytes(&self) -> usize {
        let words = self.configurations.len() + self.orders.len() + self.slots.len();
        // A list of followers has room for four at first, and later for at most twice as many as it has.
        let followers = 16 * self.links.min(self.nodes.len()) + 8 * self.links;
        let nodes = size_of_val(&self.nodes[..]) + followers;
        4 * words + nodes + size_of_val(&self.constraints[..])
    }

    fn configuration(&self, node: u32) -> &[Place] {
        let begin = node as usize * self.agents;
        &self.configurations[begin..begin + self.agents]
    }

    fn order(&self, node: u32) -> &[u32] {
        let begin = node as usize * self.agents;
        &self.orders[begin..begin + self.agents]
    }

    fn add_after(
        &mut self,
        parent: u32,
        configuration: &[Place],
        hash: u64,
        goals: &[Place],
    ) -> u32 {
        let begin = parent as usize * self.agents;
        let parents = begin..begin + self.agents;
        self.add(parent, configuration, hash, |orders| {
            next_order(orders, parents, |agent| {
                configuration[agent as usize] == goals[agent as usize]
            });
        })
    }

    fn add(
        &mut self,
        parent: u32,
        configuration: &[Place],
        hash: u64,
        add_order: impl FnOnce(&mut Vec<u32>),
    ) -> u32 {
        if 2 * (self.nodes.len() + 1) > self.slots.len() {
            self.widen();
        }
        let node = self.nodes.len() as u32;
        let (cost, followers) = (UNKNOWN, Vec::new());
        self.nodes.push(Node { parent, hash, cost, followers, head: NONE, tail: NONE });
        self.configurations.extend_from_slice(configuration);
        add_order(&mut self.orders);
        self.place_in_slots(node);
        let nobody = Constraint { before: NONE, next: NONE, agent: 0, place: NOWHERE, depth: 0 };
        self.enqueue(node, nobody);
        node
    }

    /// What it costs to go from one node to another.
    fn cost_of_step(&self, objective: Objective, goals: &[Place], from: u32, to: u32) -> u64 {
        if objective == Objective::Makespan {
            return 1;
        }
        let steps = self.configuration(from).iter().zip(self.configuration(to)).zip(goals);
        steps.filter(|&((from, to), goal)| (from, to) != (goal, goal)).count() as u64
    }

    /// A sum of independent random numbers, one for each agent on each place.
    fn hash(&self, configuration: &[Place]) -> u64 {
        let mut hash = 0u64;
        for (agent, &place) in configuration.iter().enumerate() {
            let mut lot = (agent * self.places + place as usize) as u64;
            lot = (lot ^ (lot >> 32) ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            lot = (lot ^ (lot >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
            hash = hash.wrapping_add(lot ^ (lot >> 32));
        }
        hash
    }

    /// The node of a configuration with this hash that was met before.
    fn find(&self, configuration: &[Place], hash: u64) -> Option<u32> {
        let mut slot = hash as usize;
        loop {
            slot &= self.slots.len() - 1;
            match self.slots[slot] {
                NONE => return None,
                node if self.nodes[node as usize].hash == hash
                    && self.configuration(node) == configuration =>
                {
                    return Some(node);
                }
                _ => slot += 1,
            }
        }
    }

    fn place_in_slots(&mut self, node: u32) {
        let mut slot = self.nodes[node as usize].hash as usize & (self.slots.len() - 1);
        while self.slots[slot] != NONE {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = node;
    }

    fn widen(&mut self) {
        self.slots = vec![NONE; 2 * self.slots.len()];
        (0..self.nodes.len() as u32).for_each(|node| self.place_in_slots(node));
    }

    fn enqueue(&mut self, node: u32, constraint: Constraint) {
        let added = self.constraints.len() as u32;
        self.constraints.push(constraint);
        let node = &mut self.nodes[node as usize];
        match node.tail {
            NONE => node.head = added,
            tail => self.constraints[tail as usize].next = added,
        }
        node.tail = added;
    }

    /// The next constraint of a node, after adding those of one agent more to its queue.
    fn take_constraint(&mut self, node: u32, roadmap: &Roadmap) -> Option<u32> {
        let taken = self.nodes[node as usize].head;
        if taken == NONE {
            return None;
        }
        let depth = self.constraints[taken as usize].depth;
        if (depth as usize) < self.agents {
            let agent = self.order(node)[depth as usize];
            let from = self.configuration(node)[agent as usize];
            for &place in roadmap.neighbours(from).iter().chain([&from]) {
                let more = Constraint { before: taken, next: NONE, agent, place, depth: depth + 1 };
                self.enqueue(node, more);
            }
        }
        let next = self.constraints[taken as usize].next;
        let node = &mut self.nodes[node as usize];
        node.head = next;
        if next == NONE {
            node.tail = NONE;
        }
        Some(taken)
    }

    /// Writes down what a constraint and those before it in its chain demand.
    fn impose(&self, mut constraint: u32, next: &mut [Place]) {
        loop {
            let Constraint { before, agent, place, .. } = self.constraints[constraint as usize];
            if before == NONE {
                return;
            }
            next[agent as usize] = place;
            constraint = before;
        }
    }

    /// The way of every agent to a node, up to its arrival.
    fn walks_to(&self, node: u32) -> Vec<Walk> {
        let parent = |&node: &u32| Some(self.nodes[node as usize].parent).filter(|&up| up != NONE);
        let mut chain: Vec<u32> = std::iter::successors(Some(node), parent).collect();
        chain.reverse();
        let walk = |agent: usize| {
            let places = chain.iter().map(|&node| self.configuration(node)[agent]);
            super::task::trimmed(places.collect())
        };
        (0..self.agents).map(walk).collect()
    }
}
