//! Search over configurations, each made from the one before it by right of way.
//!
//! Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023.
//!
//! A node is a configuration with a queue of constraints: who of the first agents goes where. A
//! visit takes one constraint out of the queue, lets the step by right of way fill in the rest, and
//! adds the constraints of one agent more. So the first plan comes almost as quickly as by right of
//! way alone, and in the end every step out of every configuration has been tried.

use astride::base::Budget;

use super::guidance::Guidance;
use super::task::{Ended, Task, Walk};
use super::way::{ToGoals, first_order, next_order};
use crate::pibt::Pibt;
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// No node, no constraint.
const NONE: u32 = u32::MAX;

/// Finds a plan, or proves that there is none; gives up when it has met this many configurations.
pub(super) fn solve(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    most: usize,
) -> Result<Vec<Walk>, Ended> {
    search(task, budget, None, most)
}

/// Finds a plan with local guidance, which takes longer and is better; gives up when it has met this
/// many configurations.
pub(super) fn solve_guided(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    most: usize,
) -> Result<Vec<Walk>, Ended> {
    let guidance = Guidance::new(task).ok_or(Ended::GaveUp)?;
    search(task, budget, Some(guidance), most)
}

fn search(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    mut guidance: Option<Guidance>,
    most: usize,
) -> Result<Vec<Walk>, Ended> {
    let instance = task.instance;
    let (roadmap, goals) = (instance.roadmap(), instance.goals());
    let agents = instance.agent_count();
    let mut pibt = Pibt::new(roadmap, task.dice.next());
    let mut tree = Tree::new(agents, roadmap.place_count());
    let order = first_order(task);
    let hash = tree.hash(instance.starts());
    let first = tree.add(NONE, instance.starts(), hash, |orders| orders.extend_from_slice(&order));
    let mut stack = vec![first];
    let mut next = vec![Pibt::UNDECIDED; agents];
    while let Some(&top) = stack.last() {
        task.spend(budget, agents)?;
        if !budget.allows_bytes(tree.bytes()) {
            return Err(Ended::OutOfBudget);
        }
        if tree.nodes.len() > most {
            return Err(Ended::GaveUp);
        }
        if tree.configuration(top) == goals {
            return Ok(tree.walks_to(top));
        }
        let Some(constraint) = tree.take_constraint(top, roadmap) else {
            stack.pop();
            continue;
        };
        next.fill(Pibt::UNDECIDED);
        tree.impose(constraint, &mut next);
        let (now, order) = (tree.configuration(top), tree.order(top));
        // Later visits should differ from the first, so they go without.
        let is_first = tree.constraints[constraint as usize].before == NONE;
        let mut guidance = guidance.as_mut().filter(|_| is_first);
        if let Some(guidance) = &mut guidance {
            let parent = tree.nodes[top as usize].parent;
            let states = guidance.follow(task, [parent, top], order, now);
            task.spend(budget, states)?;
        }
        let mut wishes = ToGoals::new(instance, &mut task.fields, guidance.as_deref(), now);
        if !pibt.step(roadmap, &mut wishes, order, now, &mut next) {
            continue;
        }
        let hash = tree.hash(&next);
        stack.push(match tree.find(&next, hash) {
            Some(known) => known,
            None => tree.add_after(top, &next, hash, goals),
        });
    }
    Err(Ended::Unsolvable)
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
    /// The nodes by the hash of their configuration: open addressing, a power of two of slots.
    slots: Vec<u32>,
}

struct Node {
    parent: u32,
    hash: u64,
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
            slots: vec![NONE; 1024],
        }
    }

    fn bytes(&self) -> usize {
        let words = self.configurations.len() + self.orders.len() + self.slots.len();
        4 * words + size_of_val(&self.nodes[..]) + size_of_val(&self.constraints[..])
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
        self.nodes.push(Node { parent, hash, head: NONE, tail: NONE });
        self.configurations.extend_from_slice(configuration);
        add_order(&mut self.orders);
        self.place_in_slots(node);
        let nobody = Constraint { before: NONE, next: NONE, agent: 0, place: NOWHERE, depth: 0 };
        self.enqueue(node, nobody);
        node
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
