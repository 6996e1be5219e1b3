//! Nodes of the search: who walks how, and what nobody else may do.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use super::super::task::{Task, Walk};
use super::bans::{Ban, Bans, FOREVER};
use super::mdd::Mdd;
use crate::roadmap::Place;

/// The walk of an agent under its bans.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) walk: Walk,
    pub(super) bans: Arc<Bans>,
    /// No walk under these bans arrives sooner.
    pub(super) least: u32,
    /// The number of the agent with these bans, this arrival and this least.
    pub(super) id: u32,
    /// All walks that arrive with this one, and all that may arrive a timestep later.
    mdds: Arc<[OnceLock<Mdd>; 2]>,
}

impl Path {
    pub(super) fn new(walk: Walk, bans: Arc<Bans>, least: u32, id: u32) -> Self {
        Path { walk, bans, least, id, mdds: Arc::default() }
    }

    /// This path on another walk, with the number that belongs to its arrival.
    pub(super) fn along(&self, walk: &Walk, id: u32) -> Self {
        let mdds = if id == self.id { Arc::clone(&self.mdds) } else { Arc::default() };
        Path { walk: walk.clone(), id, mdds, ..self.clone() }
    }

    pub(super) fn arrival(&self) -> u32 {
        self.walk.len() as u32 - 1
    }

    /// What it takes, about.
    fn bytes(&self) -> usize {
        let mdds = self.mdds.iter().filter_map(OnceLock::get).map(Mdd::bytes);
        size_of_val(&self.walk[..]) + mdds.sum::<usize>()
    }

    /// All walks that arrive no later than this one.
    pub(super) fn mdd(&self, task: &mut Task<'_>, agent: u32) -> &Mdd {
        self.mdds[0].get_or_init(|| Mdd::new(task, agent, &self.bans, self.arrival()))
    }

    /// All walks that take a timestep more, waits included; `None` if that is too late.
    pub(super) fn later_mdd(&self, task: &mut Task<'_>, agent: u32) -> Option<&Mdd> {
        let arrival = self.arrival() + 1;
        let is_in_time = arrival <= self.bans.latest;
        let later = || Mdd::new(task, agent, &self.bans, arrival);
        is_in_time.then(|| self.mdds[1].get_or_init(later))
    }
}

/// A goal where an agent stays, so that nobody else is there.
pub(super) struct Closed {
    goal: Place,
    since: u32,
    /// Whose goal it is.
    owner: u32,
    before: Option<Arc<Closed>>,
}

/// What a node tries to do about a conflict: for each of two children, who is banned from what.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) agents: [u32; 2],
    pub(super) bans: [Vec<Ban>; 2],
    /// In the second child nobody but the first agent is at its goal from this timestep on, and the
    /// bans of the second child are the first agent's.
    pub(super) closes_at: Option<u32>,
}

#[derive(Clone)]
pub(super) struct Node {
    /// By position among the agents of the search.
    pub(super) paths: Vec<Arc<Path>>,
    pub(super) closed: Option<Arc<Closed>>,
    pub(super) conflicts: u32,
    pub(super) cost: u64,
    /// No plan below costs less, as far as the agents alone say.
    pub(super) bound: u64,
    /// What to do next, once it was thought about.
    pub(super) choice: Option<Arc<Choice>>,
}

impl Node {
    /// What it takes, about: all but one of its paths are those of other nodes as well.
    pub(super) fn bytes(&self) -> usize {
        let paths: usize = self.paths.iter().map(|path| path.bytes()).sum();
        let of_one = paths / self.paths.len().max(1);
        size_of::<Open>() + size_of_val(&self.paths[..]) + of_one + 400
    }

    /// Closes the goal of an agent to everybody else.
    pub(super) fn close(&mut self, goal: Place, since: u32, owner: u32) {
        let before = self.closed.take();
        self.closed = Some(Arc::new(Closed { goal, since, owner, before }));
    }

    /// What goals that are closed ban an agent from.
    pub(super) fn closed_to(&self, agent: u32) -> impl Iterator<Item = Ban> {
        let all = std::iter::successors(self.closed.as_ref(), |closed| closed.before.as_ref());
        let ban = |closed: &Arc<Closed>| Ban::Visit {
            place: closed.goal,
            since: closed.since,
            until: FOREVER,
        };
        all.filter(move |closed| closed.owner != agent).map(ban)
    }
}

/// A node by the least that a plan below it can cost, the number of its conflicts and its own number.
pub(super) struct Open {
    pub(super) least: u64,
    pub(super) number: u64,
    pub(super) node: Node,
}

impl Open {
    fn key(&self) -> (u64, u32, std::cmp::Reverse<u64>) {
        (self.least, self.node.conflicts, std::cmp::Reverse(self.number))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    /// The best is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}
