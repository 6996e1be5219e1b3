//! Local guidance: a short path ahead for every agent, which keeps out of the way of the others' paths.
//!
//! After Arita & Okumura, "Local Guidance for Configuration-Based Multi-Agent Pathfinding", AAAI
//! 2026. Steps by right of way look one timestep ahead. Here each agent has a path of some
//! timesteps, cheapest by its length and by what it crosses of the others' paths; it prefers the
//! first step of it. The paths move on with the agents, so a step only repairs those that have come
//! to cross each other.

use super::met::Met;
use super::task::Task;
use crate::roadmap::{NOWHERE, Place};

/// How many timesteps the paths reach ahead.
const WINDOW: usize = 20;

/// The cost of being where another path is, or of going against one, in timesteps.
const CROSSING: u32 = 3;

/// A search for one path gives up after this many states, and the path stays as it was.
const MOST_STATES: usize = 600;

/// When a search for the path of an agent has given up, the next is this many steps later. In a jam
/// such searches took six of ten states, and nothing came of them.
const REST: u32 = 4;

/// The most places times timesteps for which memory is taken: some 600 MB.
const MOST_CELLS: usize = 1 << 25;

/// No node of a search over configurations.
const NONE: u32 = u32::MAX;

/// The paths ahead of all agents, and memory for repairing them.
pub(super) struct Guidance {
    /// For each agent, where it should be now and in each timestep ahead.
    paths: Vec<Place>,
    /// How many times the paths were moved on, and from which time on each of them may be repaired.
    step: u32,
    rests_until: Vec<u32>,
    /// The node of the search over configurations at which the paths begin.
    node: u32,
    places: usize,
    /// How many paths are on a place in a timestep, and one of them.
    counts: Vec<u8>,
    owners: Vec<u32>,
    /// The places reached in a timestep, at what cost, and from where.
    met: Met,
    costs: Vec<u32>,
    parents: Vec<Place>,
    open: Vec<Vec<(u32, Place)>>,
}

impl Guidance {
    /// `None` on maps so large that this would take too much memory.
    pub(super) fn new(task: &Task<'_>) -> Option<Self> {
        let places = task.instance.roadmap().place_count();
        let cells = places * (WINDOW + 1);
        (cells <= MOST_CELLS).then(|| Guidance {
            paths: vec![NOWHERE; task.instance.agent_count() * (WINDOW + 1)],
            step: 0,
            rests_until: vec![0; task.instance.agent_count()],
            node: NONE,
            places,
            counts: vec![0; cells],
            owners: vec![NOWHERE; cells],
            met: Met::new(cells),
            costs: vec![0; cells],
            parents: vec![NOWHERE; cells],
            open: Vec::new(),
        })
    }

    /// Where an agent should go next.
    pub(super) fn next(&self, agent: u32) -> Place {
        self.paths[agent as usize * (WINDOW + 1) + 1]
    }

    /// Lets the paths begin where all agents are at `node`, which follows `parent`, and repairs them in
    /// the order of right of way. Returns the number of states that were looked at.
    pub(super) fn follow(
        &mut self,
        task: &mut Task<'_>,
        [parent, node]: [u32; 2],
        order: &[u32],
        now: &[Place],
    ) -> usize {
        let is_next = self.node == parent && parent != NONE;
        self.node = node;
        for agent in 0..now.len() as u32 {
            if self.paths[agent as usize * (WINDOW + 1)] != NOWHERE {
                self.leave(agent);
            }
        }
        for agent in 0..now.len() as u32 {
            self.begin_at(task, agent, now[agent as usize], is_next);
            self.enter(agent);
        }
        self.step += 1;
        let mut states = 0;
        for &agent in order {
            self.leave(agent);
            if self.rests_until[agent as usize] <= self.step && self.is_crossed(agent) {
                states += self.mend(task, agent);
            }
            self.enter(agent);
        }
        states
    }

    fn path(&self, agent: u32) -> &[Place] {
        let begin = agent as usize * (WINDOW + 1);
        &self.paths[begin..begin + WINDOW + 1]
    }

    fn enter(&mut self, agent: u32) {
        let begin = agent as usize * (WINDOW + 1);
        for timestep in 0..=WINDOW {
            let cell = timestep * self.places + self.paths[begin + timestep] as usize;
            self.counts[cell] = self.counts[cell].saturating_add(1);
            self.owners[cell] = agent;
        }
    }

    fn leave(&mut self, agent: u32) {
        let begin = agent as usize * (WINDOW + 1);
        for timestep in 0..=WINDOW {
            let cell = timestep * self.places + self.paths[begin + timestep] as usize;
            self.counts[cell] = self.counts[cell].saturating_sub(1);
            if self.owners[cell] == agent {
                self.owners[cell] = NOWHERE;
            }
        }
    }

    /// Moves a path on by a timestep if the agent has followed it, and begins a new one otherwise; the
    /// missing part goes straight to the goal.
    fn begin_at(&mut self, task: &mut Task<'_>, agent: u32, now: Place, is_next: bool) {
        let begin = agent as usize * (WINDOW + 1);
        let path = &mut self.paths[begin..begin + WINDOW + 1];
        let known = if is_next && path[1] == now {
            path.copy_within(1.., 0);
            WINDOW
        } else {
            path[0] = now;
            1
        };
        for timestep in known..=WINDOW {
            path[timestep] = closer(task, agent, path[timestep - 1]);
        }
    }

    /// Whether a path that has left the tables crosses another.
    fn is_crossed(&self, agent: u32) -> bool {
        let path = self.path(agent);
        (1..=WINDOW)
            .any(|timestep| self.crossings(timestep - 1, path[timestep - 1], path[timestep]) > 0)
    }

    /// How many paths are crossed by a step that begins in a timestep.
    #[inline(always)]
    fn crossings(&self, timestep: usize, from: Place, to: Place) -> u32 {
        let meets = u32::from(self.counts[(timestep + 1) * self.places + to as usize]);
        let comer = self.owners[timestep * self.places + to as usize];
        let is_swap = from != to
            && comer != NOWHERE
            && self.paths[comer as usize * (WINDOW + 1) + timestep + 1] == from;
        meets + u32::from(is_swap)
    }

    /// Looks for the cheapest path of an agent, in which it may also wait or make room.
    fn mend(&mut self, task: &mut Task<'_>, agent: u32) -> usize {
        let goal = task.instance.goals()[agent as usize];
        let roadmap = task.instance.roadmap();
        let start = self.path(agent)[0];
        let least = task.distance(agent, start);
        self.met.begin();
        self.open.iter_mut().for_each(Vec::clear);
        self.meet(0, start, NOWHERE, 0, 0);
        let (mut bucket, mut states) = (0, 0);
        while bucket < self.open.len() {
            let Some((timestep, place)) = self.open[bucket].pop() else {
                bucket += 1;
                continue;
            };
            let cell = timestep as usize * self.places + place as usize;
            let cost = self.costs[cell];
            let distance = task.distance(agent, place);
            // A better way to this state has since been found and followed.
            if (cost + distance).saturating_sub(least) as usize != bucket {
                continue;
            }
            states += 1;
            if timestep as usize == WINDOW {
                self.write(agent, place);
                break;
            }
            if states > MOST_STATES {
                self.rests_until[agent as usize] = self.step + REST;
                break;
            }
            for &to in roadmap.neighbours(place).iter().chain([&place]) {
                let is_rest = to == goal && place == goal;
                let crossings = self.crossings(timestep as usize, place, to);
                let cost = cost + u32::from(!is_rest) + CROSSING * crossings;
                // A step changes the distance by one at most, so this never falls below 0.
                let bucket = (cost + task.distance(agent, to)).saturating_sub(least);
                self.meet(timestep + 1, to, place, cost, bucket as usize);
            }
        }
        states
    }

    fn meet(&mut self, timestep: u32, place: Place, from: Place, cost: u32, bucket: usize) {
        let cell = timestep as usize * self.places + place as usize;
        if !self.met.is_first(cell) && self.costs[cell] <= cost {
            return;
        }
        (self.costs[cell], self.parents[cell]) = (cost, from);
        if self.open.len() <= bucket {
            self.open.resize_with(bucket + 1, Vec::new);
        }
        self.open[bucket].push((timestep, place));
    }

    fn write(&mut self, agent: u32, last: Place) {
        let begin = agent as usize * (WINDOW + 1);
        let mut place = last;
        for timestep in (0..=WINDOW).rev() {
            self.paths[begin + timestep] = place;
            place = self.parents[timestep * self.places + place as usize];
        }
    }
}

/// The first neighbour that is closer to the goal, or the place itself.
fn closer(task: &mut Task<'_>, agent: u32, place: Place) -> Place {
    let distance = task.distance(agent, place);
    if distance == 0 {
        return place;
    }
    let neighbours = task.instance.roadmap().neighbours(place);
    let closer = neighbours.iter().find(|&&to| task.distance(agent, to) < distance);
    closer.copied().unwrap_or(place)
}
