//! Best plans for small teams: conflict-based search.
//!
//! Sharon, Stern, Felner & Sturtevant, "Conflict-Based Search for Optimal Multi-Agent Pathfinding",
//! Artificial Intelligence 219, 2015; prioritised conflicts and bypass: Boyarski et al., "ICBS",
//! IJCAI 2015.
//!
//! Every agent walks as if it were alone. Where two meet, one of them must not be there then: each
//! of the two choices is tried, the least total cost first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use astride::base::Budget;

use super::spacetime::{Ban, Bans, SpaceTime, Traffic, narrows};
use super::task::{Ended, Task, Walk};
use crate::roadmap::{NOWHERE, Place};

/// No link.
const NONE: u32 = u32::MAX;

/// The most places times timesteps that a search has memory for, some 400 MB.
const MOST_CELLS: usize = 1 << 26;

/// What a search has proved.
pub(super) struct Proof {
    /// A cheapest plan, if it costs less than what was known.
    pub(super) walks: Option<Vec<Walk>>,
    /// No plan costs less than this.
    pub(super) bound: u64,
}

/// Looks for a plan that costs less than `known`, over at most `most` nodes. There must be a plan,
/// or the search would never end.
pub(super) fn solve(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    known: u64,
    most: usize,
) -> Proof {
    let mut bound = task.bound();
    let places = task.instance.roadmap().place_count();
    let is_too_large = |longest: usize| places.saturating_mul(longest + 1) > MOST_CELLS;
    if is_too_large(task.distances.iter().max().map_or(0, |&steps| steps as usize)) {
        return Proof { walks: None, bound };
    }
    let mut search = Search::new(task);
    search.add_root(task);
    for _ in 0..most {
        let Some(Open { key: Reverse((cost, ..)), mut node }) = search.open.pop() else { break };
        bound = bound.max(cost.min(known));
        if cost >= known {
            return Proof { walks: None, bound };
        }
        let longest = node.paths.iter().map(|path| path.walk.len()).max().unwrap_or(0);
        if is_too_large(longest) || !budget.allows_bytes(search.bytes()) {
            break;
        }
        if search.expand(task, budget, cost, &mut node).is_err() {
            break;
        }
        if node.conflict.is_none() {
            let walks = node.paths.iter().map(|path| path.walk.clone()).collect();
            return Proof { walks: Some(walks), bound };
        }
    }
    Proof { walks: None, bound }
}

/// The walk of an agent, and where it has no choice if it shall not arrive later.
struct Path {
    walk: Walk,
    narrows: Vec<bool>,
}

impl Path {
    fn place(&self, timestep: u32) -> Place {
        self.walk[(timestep as usize).min(self.walk.len() - 1)]
    }

    fn is_narrow(&self, timestep: u32) -> bool {
        self.narrows.get(timestep as usize).copied().unwrap_or(true)
    }
}

/// Somebody must not do something, and what is banned before.
struct Link {
    before: u32,
    agent: u32,
    ban: Ban,
}

/// Two agents meet, and what each of them would have to be banned from.
#[derive(Clone, Copy)]
struct Conflict {
    agents: [u32; 2],
    bans: [Ban; 2],
}

#[derive(Clone)]
struct Node {
    link: u32,
    paths: Vec<Rc<Path>>,
    conflict: Option<Conflict>,
    conflicts: usize,
}

/// A node by its cost, the number of its conflicts and its own number.
struct Open {
    key: Reverse<(u64, usize, u32)>,
    node: Node,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

struct Search {
    open: BinaryHeap<Open>,
    links: Vec<Link>,
    count: u32,
    space_time: SpaceTime,
    traffic: Traffic,
    /// Who is on a place, now and a timestep before.
    on: [Vec<u32>; 2],
}

impl Search {
    fn new(task: &Task<'_>) -> Self {
        let places = task.instance.roadmap().place_count();
        Search {
            open: BinaryHeap::new(),
            links: Vec::new(),
            count: 0,
            space_time: SpaceTime::default(),
            traffic: Traffic::new(places),
            on: [vec![NOWHERE; places], vec![NOWHERE; places]],
        }
    }

    /// What nodes and links take, about.
    fn bytes(&self) -> usize {
        let node = |open: &Open| size_of::<Open>() + size_of_val(&open.node.paths[..]);
        self.open.peek().map_or(0, node) * self.open.len() + size_of_val(&self.links[..])
    }

    fn add_root(&mut self, task: &mut Task<'_>) {
        let mut paths: Vec<Rc<Path>> = Vec::new();
        for agent in 0..task.instance.agent_count() as u32 {
            self.traffic.count(paths.iter().map(|path| &path.walk));
            let Some(path) = self.plan(task, agent, &Bans::default()) else { return };
            paths.push(Rc::new(path));
        }
        let node = Node { link: NONE, paths, conflict: None, conflicts: 0 };
        self.add(task, node);
    }

    fn plan(&mut self, task: &mut Task<'_>, agent: u32, bans: &Bans) -> Option<Path> {
        let walk = self.space_time.find(task, agent, bans, &self.traffic)?;
        let narrows = narrows(task, agent, bans, &walk);
        Some(Path { walk, narrows })
    }

    fn add(&mut self, task: &Task<'_>, mut node: Node) {
        self.judge(&mut node);
        self.count += 1;
        let key = Reverse((cost(task, &node), node.conflicts, self.count));
        self.open.push(Open { key, node });
    }

    /// Splits a node at its conflict; or as often as one of the two finds another walk that costs no
    /// more and meets fewer, lets it walk so.
    fn expand(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        cost_before: u64,
        node: &mut Node,
    ) -> Result<(), Ended> {
        'again: while let Some(Conflict { agents, bans }) = node.conflict {
            let mut children = Vec::new();
            for (agent, ban) in agents.into_iter().zip(bans) {
                let child = self.child(task, node, agent, ban);
                task.spend(budget, self.space_time.state_count())?;
                let Some(mut child) = child else { continue };
                self.judge(&mut child);
                if cost(task, &child) == cost_before && child.conflicts < node.conflicts {
                    *node = Node { link: node.link, ..child };
                    continue 'again;
                }
                children.push(child);
            }
            children.into_iter().for_each(|child| self.add(task, child));
            break;
        }
        Ok(())
    }

    fn child(&mut self, task: &mut Task<'_>, node: &Node, agent: u32, ban: Ban) -> Option<Node> {
        let others = node.paths.iter().enumerate().filter(|&(other, _)| other != agent as usize);
        self.traffic.count(others.map(|(_, path)| &path.walk));
        let link = self.links.len() as u32;
        self.links.push(Link { before: node.link, agent, ban });
        let chain = std::iter::successors(Some(link), |&link| {
            Some(self.links[link as usize].before).filter(|&before| before != NONE)
        });
        let links = chain.map(|link| &self.links[link as usize]);
        let bans = Bans::new(links.filter(|link| link.agent == agent).map(|link| link.ban));
        let path = self.plan(task, agent, &bans)?;
        let mut paths = node.paths.clone();
        paths[agent as usize] = Rc::new(path);
        Some(Node { link, paths, conflict: None, conflicts: 0 })
    }

    /// Counts the conflicts of a node and chooses the one that says most: where neither of the two
    /// has a choice, else where one has none; the earliest of those.
    fn judge(&mut self, node: &mut Node) {
        let end = node.paths.iter().map(|path| path.walk.len() as u32).max().unwrap_or(0);
        (node.conflict, node.conflicts) = (None, 0);
        let mut most = 0;
        for timestep in 0..end {
            let mut found = |agents: [u32; 2], bans: [Ban; 2]| {
                let is_narrow = |agent: u32| {
                    let path = &node.paths[agent as usize];
                    match bans[0] {
                        Ban::Visit { .. } => path.is_narrow(timestep),
                        Ban::Step { .. } => {
                            path.is_narrow(timestep) && path.is_narrow(timestep - 1)
                        }
                    }
                };
                let rank = 1 + agents.iter().filter(|&&agent| is_narrow(agent)).count();
                node.conflicts += 1;
                if rank > most {
                    most = rank;
                    node.conflict = Some(Conflict { agents, bans });
                }
            };
            let [on, before] = &mut self.on;
            for (agent, path) in (0..).zip(&node.paths) {
                let place = path.place(timestep);
                let other = std::mem::replace(&mut on[place as usize], agent);
                if other != NOWHERE {
                    let ban = Ban::Visit { place, timestep };
                    found([other, agent], [ban, ban]);
                }
                // The one that was there comes here.
                let from = path.place(timestep.saturating_sub(1));
                let comer = before[place as usize];
                let is_swap = comer != NOWHERE
                    && comer < agent
                    && from != place
                    && node.paths[comer as usize].place(timestep) == from;
                if is_swap {
                    let step = |from, to| Ban::Step { from, to, timestep };
                    found([comer, agent], [step(place, from), step(from, place)]);
                }
            }
            if timestep > 0 {
                for path in &node.paths {
                    before[path.place(timestep - 1) as usize] = NOWHERE;
                }
            }
            self.on.swap(0, 1);
        }
        for path in &node.paths {
            self.on[1][path.place(end) as usize] = NOWHERE;
        }
    }
}

fn cost(task: &Task<'_>, node: &Node) -> u64 {
    task.objective.joined(node.paths.iter().map(|path| path.walk.len() as u32 - 1))
}
