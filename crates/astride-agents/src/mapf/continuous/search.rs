//! Conflict-based search in continuous time.
//!
//! Andreychuk, Yakovlev, Boyarski & Stern, "Multi-Agent Pathfinding with Continuous Time", Artificial
//! Intelligence 305, 2022, and "Improving Continuous-time Conflict Based Search", AAAI 2021: conflicts
//! that raise the cost most come first, and conflicts of separate pairs raise the bound of a node.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use astride::base::{Budget, Weight};

use super::clash::{Clashes, Near};
use super::conflict::{Ban, Clash, first_clash};
use super::corridor::Corridor;
use super::graph::Graph;
use super::instance::{Instance, Trip};
use super::meter::Meter;
use super::path::{Path, Segment, What};
use super::rules::{Listed, Span};
use super::sipp::{Goal, Sipp, times_to};
use super::time::{FOREVER, Ticks};
use crate::mapf::task::Ended;

/// No plan.
const NO_WAY: Ticks = FOREVER;

/// Paths of all agents; nodes share those that they have in common.
pub(super) type Paths = Vec<Rc<Path>>;

/// What the search for one agent needs, whichever rules apply.
pub(super) struct Lone<'a> {
    pub(super) instance: &'a Instance,
    pub(super) clashes: Clashes<'a>,
    pub(super) sipp: Sipp,
    /// The least times to the goal of each agent.
    pub(super) times: Vec<Vec<Ticks>>,
    /// How much memory is kept from one search to the next, without that of `clashes`.
    bytes: usize,
    pub(super) meter: Meter,
}

impl<'a> Lone<'a> {
    /// Finds the least times, if the budget has memory for them.
    pub(super) fn new(instance: &'a Instance, budget: &Budget<'_>) -> Result<Self, Ended> {
        let (graph, trips) = (instance.graph(), instance.trips());
        let bytes = bytes_of_times(graph).saturating_mul(trips.len());
        if !budget.allows_bytes(bytes) {
            return Err(Ended::OutOfBudget);
        }
        let times = trips.iter().map(|trip| times_to(graph, trip.goal)).collect();
        let clashes = Clashes::new(graph, instance.radius());
        let sipp = Sipp::new(graph.vertex_count());
        Ok(Lone { instance, clashes, sipp, times, bytes, meter: Meter::new() })
    }

    /// How long an agent would take if it were alone.
    pub(super) fn least(&self, agent: usize) -> Ticks {
        self.times[agent][self.instance.trips()[agent].start as usize]
    }

    /// Whether the budget has memory for what is kept.
    pub(super) fn check_bytes(&self, budget: &Budget<'_>) -> Result<(), Ended> {
        let is_allowed = budget.allows_bytes(self.bytes.saturating_add(self.clashes.bytes()));
        if is_allowed { Ok(()) } else { Err(Ended::OutOfBudget) }
    }
}

/// How much memory the least times to one goal take.
fn bytes_of_times(graph: &Graph) -> usize {
    graph.vertex_count() * size_of::<Ticks>()
}

/// A conflict of two agents, the first with the lower number.
#[derive(Clone)]
struct Conflict {
    agents: [u32; 2],
    clash: Clash,
    /// The children that the two bans would make, once they have been computed.
    sides: Option<Rc<[Side; 2]>>,
}

/// A child of a node, as far as it is known before it is made.
struct Side {
    /// Whose ban it is.
    agent: u32,
    ban: Ban,
    /// How much more it costs; [`NO_WAY`] if there is no way.
    gain: Ticks,
    /// The part of this that the two agents of the conflict pay.
    gain_of_pair: Ticks,
    /// The paths that change.
    paths: Vec<(u32, Rc<Path>)>,
}

impl Side {
    fn impossible(agent: u32, ban: Ban) -> Self {
        Side { agent, ban, gain: NO_WAY, gain_of_pair: NO_WAY, paths: Vec::new() }
    }
}

impl Conflict {
    fn gains(&self) -> (Ticks, Ticks) {
        let gains = self.sides.as_ref().map_or([0, 0], |sides| [sides[0].gain, sides[1].gain]);
        (gains[0].min(gains[1]), gains[0].max(gains[1]))
    }

    /// A lower bound on what the two agents pay for it.
    fn least_gain(&self) -> Ticks {
        let of_pair = |sides: &Rc<[Side; 2]>| sides[0].gain_of_pair.min(sides[1].gain_of_pair);
        self.sides.as_ref().map_or(0, of_pair)
    }
}

/// A node of the tree. Paths and conflicts are taken out when it is expanded.
struct Node {
    parent: u32,
    ban: Option<(u32, Ban)>,
    cost: Ticks,
    bound: Ticks,
    paths: Paths,
    conflicts: Vec<Conflict>,
}

/// The result of a search.
pub(super) struct Proof {
    /// A plan that is better than the one known before.
    pub(super) paths: Option<Paths>,
    /// No plan costs less than this or than the best one known.
    pub(super) bound: Ticks,
    /// Nodes expanded.
    pub(super) nodes: u64,
}

/// The search.
pub(super) struct Ccbs<'l, 'a> {
    lone: &'l mut Lone<'a>,
    nodes: Vec<Node>,
    /// Nodes by bound, then conflicts, then cost, then age.
    open: BinaryHeap<Reverse<(Ticks, usize, Ticks, u32)>>,
    /// The edges and vertices near each goal that was asked for.
    near: HashMap<u32, Surroundings>,
    /// The least times to the ends of corridors.
    times: HashMap<u32, Vec<Ticks>>,
}

/// What is near a goal.
struct Surroundings {
    edges: Vec<(u32, Near)>,
    vertices: Vec<u32>,
}

impl<'l, 'a> Ccbs<'l, 'a> {
    pub(super) fn new(lone: &'l mut Lone<'a>) -> Self {
        let (nodes, open) = (Vec::new(), BinaryHeap::new());
        Ccbs { lone, nodes, open, near: HashMap::new(), times: HashMap::new() }
    }

    /// Looks for a plan that costs less than `known`, until it is proved that no plan costs less than
    /// `known` divided by `weight`.
    pub(super) fn run(mut self, known: Ticks, weight: Weight, budget: &mut Budget<'_>) -> Proof {
        let agents = 0..self.lone.times.len();
        let mut proof = Proof { paths: None, bound: 0, nodes: 0 };
        proof.bound = agents.map(|agent| self.lone.least(agent)).sum();
        let _ = self.search(known, weight, budget, &mut proof);
        proof
    }

    fn search(
        &mut self,
        known: Ticks,
        weight: Weight,
        budget: &mut Budget<'_>,
        proof: &mut Proof,
    ) -> Result<(), Ended> {
        let mut paths = Paths::new();
        for agent in 0..self.lone.times.len() as u32 {
            let Some(path) = self.path_of(agent, NONE, None, budget)? else { return Ok(()) };
            paths.push(path);
        }
        let cost = paths.iter().map(|path| path.cost).sum();
        self.add(NONE, None, paths, Vec::new(), None, cost, budget)?;
        while let Some(Reverse((bound, _, _, id))) = self.open.pop() {
            proof.bound = proof.bound.max(bound.min(known));
            if is_within(known, weight, bound) {
                return Ok(());
            }
            let node = &mut self.nodes[id as usize];
            let (cost, paths) = (node.cost, std::mem::take(&mut node.paths));
            let mut conflicts = std::mem::take(&mut node.conflicts);
            if conflicts.is_empty() {
                proof.paths = Some(paths);
                return Ok(());
            }
            for conflict in &mut conflicts {
                if conflict.sides.is_none() {
                    conflict.sides = Some(self.weigh(id, &paths, conflict, budget)?);
                }
            }
            let raised = cost.saturating_add(surplus(&conflicts));
            if raised > bound {
                self.push(id, paths, conflicts, raised);
                continue;
            }
            proof.nodes += 1;
            self.lone.bytes -= bytes_of(&paths, &conflicts);
            self.expand(id, cost, paths, conflicts, known, budget)?;
        }
        // All plans that cost less than `known` have been excluded.
        proof.bound = known;
        Ok(())
    }

    /// Makes the children of a node, or the same node again with a path that has fewer conflicts.
    fn expand(
        &mut self,
        id: u32,
        cost: Ticks,
        paths: Paths,
        mut conflicts: Vec<Conflict>,
        known: Ticks,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let chosen = choose(&conflicts);
        let sides = Rc::clone(conflicts[chosen].sides.as_ref().expect("all conflicts are weighed"));
        for side in sides.iter() {
            if side.gain == 0
                && let [(agent, path)] = &side.paths[..]
                && matches!(side.ban, Ban::Start(..) | Ban::Stay(..))
                && self.conflict_count(&paths, *agent, path, budget)? < of_agent(&conflicts, *agent)
            {
                let (parent, ban) = (self.nodes[id as usize].parent, self.nodes[id as usize].ban);
                let paths = with(&paths, &side.paths);
                conflicts.retain(|conflict| !conflict.agents.contains(agent));
                conflicts.iter_mut().for_each(|conflict| conflict.forget(&[*agent], false));
                return self.add(parent, ban, paths, conflicts, Some(&[*agent]), cost, budget);
            }
        }
        for side in sides.iter() {
            if side.gain == NO_WAY || cost + side.gain >= known {
                continue;
            }
            let changed: Vec<u32> = side.paths.iter().map(|&(agent, _)| agent).collect();
            let mut kept = conflicts.clone();
            kept.retain(|conflict| !conflict.agents.iter().any(|agent| changed.contains(agent)));
            let is_for_all = matches!(side.ban, Ban::ArriveBy(_));
            for conflict in &mut kept {
                conflict.forget(&changed, is_for_all);
            }
            let paths = with(&paths, &side.paths);
            let ban = Some((side.agent, side.ban));
            self.add(id, ban, paths, kept, Some(&changed), cost + side.gain, budget)?;
        }
        Ok(())
    }

    /// Adds a node. Conflicts of those that have `changed`, or of all, are looked for.
    #[expect(clippy::too_many_arguments, reason = "the parts of a node")]
    fn add(
        &mut self,
        parent: u32,
        ban: Option<(u32, Ban)>,
        paths: Paths,
        mut conflicts: Vec<Conflict>,
        changed: Option<&[u32]>,
        cost: Ticks,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let id = self.nodes.len() as u32;
        self.find_conflicts(&paths, changed, &mut conflicts, budget)?;
        let bound = self.nodes.get(parent as usize).map_or(0, |parent| parent.bound).max(cost);
        let (no_paths, no_conflicts) = (Vec::new(), Vec::new());
        self.nodes.push(Node {
            parent,
            ban,
            cost,
            bound,
            paths: no_paths,
            conflicts: no_conflicts,
        });
        self.lone.bytes += size_of::<Node>() + bytes_of(&paths, &conflicts);
        self.push(id, paths, conflicts, bound);
        self.lone.check_bytes(budget)
    }

    /// Puts a node on the open list, unless there is no way below it.
    fn push(&mut self, id: u32, paths: Paths, conflicts: Vec<Conflict>, bound: Ticks) {
        if bound >= NO_WAY {
            self.lone.bytes -= bytes_of(&paths, &conflicts);
            return;
        }
        let node = &mut self.nodes[id as usize];
        self.open.push(Reverse((bound, conflicts.len(), node.cost, id)));
        (node.bound, node.paths, node.conflicts) = (bound, paths, conflicts);
    }

    fn find_conflicts(
        &mut self,
        paths: &Paths,
        changed: Option<&[u32]>,
        out: &mut Vec<Conflict>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let agents = 0..paths.len() as u32;
        let is_new = |agent: u32| changed.is_none_or(|changed| changed.contains(&agent));
        let pairs = agents.flat_map(|second| (0..second).map(move |first| [first, second]));
        for agents in pairs.filter(|[first, second]| is_new(*first) || is_new(*second)) {
            let [first, second] = agents.map(|agent| &paths[agent as usize]);
            if let Some(clash) = self.clash_of(first, second, budget)? {
                out.push(Conflict { agents, clash, sides: None });
            }
        }
        Ok(())
    }

    /// The earliest clash of two paths, if the budget has work left for it.
    fn clash_of(
        &mut self,
        one: &Path,
        other: &Path,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Clash>, Ended> {
        self.lone.meter.spend(0, one.segments.len() + other.segments.len(), budget)?;
        Ok(first_clash(&self.lone.clashes, one, other))
    }

    /// How many conflicts an agent would have with this path.
    fn conflict_count(
        &mut self,
        paths: &Paths,
        agent: u32,
        path: &Path,
        budget: &mut Budget<'_>,
    ) -> Result<usize, Ended> {
        let mut count = 0;
        for other in (0..paths.len()).filter(|&other| other != agent as usize) {
            count += usize::from(self.clash_of(path, &paths[other], budget)?.is_some());
        }
        Ok(count)
    }

    /// Computes what both bans of a conflict cost.
    fn weigh(
        &mut self,
        id: u32,
        paths: &Paths,
        conflict: &Conflict,
        budget: &mut Budget<'_>,
    ) -> Result<Rc<[Side; 2]>, Ended> {
        let bans = match self.corridor_bans(id, paths, conflict, budget)? {
            Some(bans) => bans,
            None => conflict.clash.bans(&mut self.lone.clashes),
        };
        let mut side = |at: usize| {
            let (who, ban) = bans[at];
            self.side(id, paths, conflict, conflict.agents[who], ban, budget)
        };
        Ok(Rc::new([side(0)?, side(1)?]))
    }

    fn side(
        &mut self,
        id: u32,
        paths: &Paths,
        conflict: &Conflict,
        agent: u32,
        ban: Ban,
        budget: &mut Budget<'_>,
    ) -> Result<Side, Ended> {
        let changed = match ban {
            Ban::ArriveBy(time) => self.those_near(paths, agent, time),
            _ => vec![agent],
        };
        let mut side = Side { agent, ban, gain: 0, gain_of_pair: 0, paths: Vec::new() };
        for other in changed {
            match self.path_of(other, id, Some((agent, ban)), budget)? {
                Some(path) => {
                    let gain = path.cost - paths[other as usize].cost;
                    side.gain += gain;
                    if conflict.agents.contains(&other) {
                        side.gain_of_pair += gain;
                    }
                    side.paths.push((other, path));
                }
                None => return Ok(Side::impossible(agent, ban)),
            }
        }
        Ok(side)
    }

    /// The bans for two agents that meet head-on in a corridor: one of them cannot get out before it
    /// could by driving through second, or by going round.
    fn corridor_bans(
        &mut self,
        id: u32,
        paths: &Paths,
        conflict: &Conflict,
        budget: &mut Budget<'_>,
    ) -> Result<Option<[(usize, Ban); 2]>, Ended> {
        let [one, other] = conflict.agents.map(|agent| &paths[agent as usize]);
        let graph = self.lone.instance.graph();
        let Some(corridor) = Corridor::around(graph, &conflict.clash, one, other) else {
            return Ok(None);
        };
        let (mut through, mut round) = ([FOREVER; 2], [FOREVER; 2]);
        for (at, agent) in conflict.agents.into_iter().enumerate() {
            let (exit, edge) = corridor.exits[at];
            through[at] = self.earliest(agent, exit, id, None, budget)?;
            let closed = Ban::Start(edge, (0, FOREVER));
            round[at] = self.earliest(agent, exit, id, Some((agent, closed)), budget)?;
        }
        let least = [0, 1].map(|at| round[at].min(through[1 - at] + corridor.length));
        let does_ban = (0..2).all(|at| corridor.times[at] < least[at]);
        let ban = |at: usize| (at, Ban::Stay(corridor.exits[at].0, (0, least[at])));
        Ok(does_ban.then(|| [ban(0), ban(1)]))
    }

    /// The earliest time at which an agent can be at a vertex; [`FOREVER`] if it cannot.
    fn earliest(
        &mut self,
        agent: u32,
        vertex: u32,
        id: u32,
        ban: Option<(u32, Ban)>,
        budget: &mut Budget<'_>,
    ) -> Result<Ticks, Ended> {
        let mut rules = self.rules(agent, id, ban);
        let Lone { instance, sipp, bytes, meter, .. } = &mut *self.lone;
        let graph = instance.graph();
        let mut looks = 0;
        let times = self.times.entry(vertex).or_insert_with(|| {
            *bytes += bytes_of_times(graph);
            looks = graph.edge_count();
            times_to(graph, vertex)
        });
        meter.spend(0, looks, budget)?;
        let trip = Trip { goal: vertex, ..instance.trips()[agent as usize] };
        let goal = Goal::passing(trip, times);
        let id = sipp.find(graph, &goal, &mut rules, meter, budget)?;
        let earliest = id.map_or(FOREVER, |id| sipp.arrival(id));
        self.lone.check_bytes(budget)?;
        Ok(earliest)
    }

    /// All other agents that are near the goal of an agent at a time or later.
    fn those_near(&mut self, paths: &Paths, agent: u32, time: Ticks) -> Vec<u32> {
        let goal = self.lone.instance.trips()[agent as usize].goal;
        let clashes = &self.lone.clashes;
        let is_near = |&Segment { since, until, what }: &Segment| {
            until >= time
                && match what {
                    What::Drive(edge) => {
                        clashes.near(edge, goal).is_some_and(|(_, last)| since + last >= time)
                    }
                    What::Stay(vertex) => clashes.are_near(vertex, goal),
                }
        };
        let others = (0..paths.len() as u32).filter(|&other| other != agent);
        others.filter(|&other| paths[other as usize].segments.iter().any(is_near)).collect()
    }

    /// The best path of an agent under all bans of a node and one additional ban.
    fn path_of(
        &mut self,
        agent: u32,
        id: u32,
        ban: Option<(u32, Ban)>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Rc<Path>>, Ended> {
        let mut rules = self.rules(agent, id, ban);
        let Lone { instance, sipp, times, meter, .. } = &mut *self.lone;
        let (trip, graph) = (instance.trips()[agent as usize], instance.graph());
        let goal = Goal::of(trip, &times[agent as usize], &rules);
        let id = sipp.find(graph, &goal, &mut rules, meter, budget)?;
        let path = id.map(|id| Rc::new(sipp.path(graph, trip.start, id)));
        self.lone.check_bytes(budget)?;
        Ok(path)
    }

    fn rules(&mut self, agent: u32, id: u32, more: Option<(u32, Ban)>) -> Listed {
        let (mut starts, mut stays) = (HashMap::new(), HashMap::new());
        let mut arrival: Span = (0, FOREVER);
        let (mut at, mut next) = (id, more);
        loop {
            match next.take() {
                Some((of, Ban::ArriveBy(time))) if of == agent => arrival.1 = arrival.1.min(time),
                Some((of, Ban::ArriveBy(time))) => {
                    self.keep_off(of, time, &mut starts, &mut stays);
                }
                Some((of, ban)) if of == agent => match ban {
                    Ban::Start(edge, span) => {
                        starts.entry(edge).or_insert_with(Vec::new).push(span)
                    }
                    Ban::Stay(vertex, span) => {
                        stays.entry(vertex).or_insert_with(Vec::new).push(span);
                    }
                    Ban::ArriveFrom(time) => arrival.0 = arrival.0.max(time),
                    Ban::ArriveBy(_) => {}
                },
                _ => {}
            }
            let Some(node) = self.nodes.get(at as usize) else { break };
            (at, next) = (node.parent, node.ban);
        }
        Listed::new(starts, stays, arrival)
    }

    /// Keeps others away from the goal of an agent from a time on.
    fn keep_off(
        &mut self,
        agent: u32,
        time: Ticks,
        starts: &mut HashMap<u32, Vec<Span>>,
        stays: &mut HashMap<u32, Vec<Span>>,
    ) {
        let goal = self.lone.instance.trips()[agent as usize].goal;
        let Lone { clashes, bytes, .. } = &mut *self.lone;
        let near = self.near.entry(goal).or_insert_with(|| {
            let (edges, vertices) = (clashes.edges_near(goal), clashes.vertices_near(goal));
            *bytes += size_of_val(&edges[..]) + size_of_val(&vertices[..]);
            Surroundings { edges, vertices }
        });
        for &(edge, (_, last)) in &near.edges {
            starts.entry(edge).or_default().push((time - last, FOREVER));
        }
        for &vertex in &near.vertices {
            stays.entry(vertex).or_default().push((time, FOREVER));
        }
    }
}

/// The parent of the root.
const NONE: u32 = u32::MAX;

impl Conflict {
    /// Forgets what the bans cost if that may have changed with the rules of these agents.
    fn forget(&mut self, changed: &[u32], is_for_all: bool) {
        let depends = |side: &Side| {
            matches!(side.ban, Ban::ArriveBy(_))
                || side.paths.iter().any(|(agent, _)| changed.contains(agent))
        };
        if is_for_all || self.sides.as_ref().is_some_and(|sides| sides.iter().any(depends)) {
            self.sides = None;
        }
    }
}

/// The conflict whose cheaper ban costs most; the earliest of several.
fn choose(conflicts: &[Conflict]) -> usize {
    let worth = |&at: &usize| {
        let conflict = &conflicts[at];
        (conflict.gains(), Reverse((conflict.clash.time(), conflict.agents)))
    };
    (0..conflicts.len()).max_by_key(worth).expect("there is a conflict")
}

/// A lower bound on how much more than its cost a node costs in the end: conflicts of pairs without
/// a common agent each add the cost of the cheaper of their bans.
fn surplus(conflicts: &[Conflict]) -> Ticks {
    let mut gains: Vec<(Ticks, [u32; 2])> =
        conflicts.iter().map(|conflict| (conflict.least_gain(), conflict.agents)).collect();
    gains.sort_unstable_by_key(|&(gain, agents)| (Reverse(gain), agents));
    let (mut taken, mut sum) = (Vec::new(), 0);
    for (gain, agents) in gains {
        if agents.iter().all(|agent| !taken.contains(agent)) {
            taken.extend(agents);
            sum = NO_WAY.min(sum + gain);
        }
    }
    sum
}

/// How many conflicts an agent has.
fn of_agent(conflicts: &[Conflict], agent: u32) -> usize {
    conflicts.iter().filter(|conflict| conflict.agents.contains(&agent)).count()
}

fn with(paths: &Paths, changed: &[(u32, Rc<Path>)]) -> Paths {
    let mut paths = paths.clone();
    for (agent, path) in changed {
        paths[*agent as usize] = Rc::clone(path);
    }
    paths
}

/// About how much memory a node takes.
fn bytes_of(paths: &Paths, conflicts: &[Conflict]) -> usize {
    // The two bans of a conflict are weighed by two paths, about as long as those that clash.
    let of_path = |&agent: &u32| size_of_val(&paths[agent as usize].segments[..]);
    let of_conflict = |conflict: &Conflict| {
        size_of::<Conflict>() + conflict.agents.iter().map(of_path).sum::<usize>()
    };
    size_of_val(&paths[..]) + conflicts.iter().map(of_conflict).sum::<usize>()
}

/// Whether a cost is at most `weight` times a bound; [`NO_WAY`], the cost of no plan, never is.
pub(super) fn is_within(cost: Ticks, weight: Weight, bound: Ticks) -> bool {
    let (numerator, denominator) = weight.parts();
    cost < NO_WAY
        && i128::from(cost) * i128::from(denominator) <= i128::from(bound) * i128::from(numerator)
}
