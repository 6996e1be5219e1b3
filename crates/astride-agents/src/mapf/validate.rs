//! Checking a plan against the world alone: nothing of the solvers is used here.

use std::fmt;

use astride::base::NodeId;
use astride::world::World;

use super::instance::Trip;
use super::plan::Plan;

/// The first fault of a plan, by timestep; of several at once, that of the lowest agent, and of its
/// faults the one with nobody else or else with the lowest other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Whose fault; of two, the lower number.
    pub agent: usize,
    /// With whom, if it takes two.
    pub other: Option<usize>,
    /// When: the timestep at which the step ends.
    pub timestep: u32,
    /// Where `agent` is then.
    pub node: NodeId,
}

/// A rule that a plan can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The plan has more or fewer agents than there are trips; `agent` is the first without its
    /// counterpart.
    AgentCount,
    /// An agent does not begin at its start.
    WrongStart,
    /// An agent is on a node that does not exist or on which it cannot stand.
    OffMap,
    /// An agent goes where no arc leads.
    Jump,
    /// Two agents exchange nodes.
    SwapConflict,
    /// Two agents are on one node.
    VertexConflict,
    /// An agent does not end at its goal.
    WrongEnd,
}

impl Fault {
    /// The message with nodes as `name` calls them, such as `(3,4)` for a cell.
    pub fn with_names(&self, name: impl Fn(NodeId) -> String) -> String {
        let Fault { agent, timestep, node, .. } = *self;
        let place = name(node);
        let pair = format!("agents {agent} and {}", self.other.unwrap_or(agent));
        match self.kind {
            FaultKind::AgentCount => {
                format!("agent {agent} is not both in the plan and among the trips")
            }
            FaultKind::WrongStart => format!("agent {agent} begins on {place}, not at its start"),
            FaultKind::OffMap => {
                format!("agent {agent} is on {place} at timestep {timestep}, where it cannot stand")
            }
            FaultKind::Jump => {
                format!(
                    "agent {agent} comes to {place} at timestep {timestep} without a step there"
                )
            }
            FaultKind::SwapConflict => {
                format!("{pair} exchange places at timestep {timestep}, {agent} going to {place}")
            }
            FaultKind::VertexConflict => {
                format!("{pair} are both on {place} at timestep {timestep}")
            }
            FaultKind::WrongEnd => format!("agent {agent} ends on {place}, not at its goal"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|node| format!("node {node}")))
    }
}

astride::errors! { struct Fault:
    Self { kind: FaultKind::AgentCount, .. } => "plan-agent-count":
        "an agent is not both in the plan and among the trips",
    Self { kind: FaultKind::WrongStart, .. } => "plan-wrong-start":
        "an agent does not begin at its start",
    Self { kind: FaultKind::OffMap, .. } => "plan-off-map": "an agent is where it cannot stand",
    Self { kind: FaultKind::Jump, .. } => "plan-jump": "an agent goes where no arc leads",
    Self { kind: FaultKind::SwapConflict, .. } => "plan-swap-conflict":
        "two agents exchange places",
    Self { kind: FaultKind::VertexConflict, .. } => "plan-vertex-conflict":
        "two agents are on one place",
    Self { kind: FaultKind::WrongEnd, .. } => "plan-wrong-end": "an agent does not end at its goal",
}

/// Checks a plan for these trips against every rule.
///
/// O(nodes + stays · log stays), however long agents wait.
///
/// # Errors
///
/// The first [`Fault`].
pub fn validate(world: &impl World, trips: &[Trip], plan: &Plan) -> Result<(), Fault> {
    check_ends(trips, plan)?;
    let mut arrivals = arrivals(plan);
    arrivals.sort_unstable();
    let mut board = Board::new(world, plan.agent_count());
    for group in arrivals.chunk_by(|a, b| a.timestep == b.timestep) {
        board.move_all(group)?;
    }
    check_last(trips, plan)
}

fn check_ends(trips: &[Trip], plan: &Plan) -> Result<(), Fault> {
    let (planned, asked) = (plan.agent_count(), trips.len());
    if planned != asked {
        let agent = planned.min(asked);
        let node = match trips.get(agent) {
            Some(trip) => trip.start,
            None => plan.node_at(agent, 0),
        };
        let kind = FaultKind::AgentCount;
        return Err(Fault { kind, agent, other: None, timestep: 0, node });
    }
    let wrong = (0..asked).find(|&agent| plan.node_at(agent, 0) != trips[agent].start);
    wrong.map_or(Ok(()), |agent| {
        let node = plan.node_at(agent, 0);
        Err(Fault { kind: FaultKind::WrongStart, agent, other: None, timestep: 0, node })
    })
}

fn check_last(trips: &[Trip], plan: &Plan) -> Result<(), Fault> {
    for (agent, trip) in trips.iter().enumerate() {
        let timestep = plan.arrival(agent);
        let node = plan.node_at(agent, timestep);
        if node != trip.goal {
            return Err(Fault { kind: FaultKind::WrongEnd, agent, other: None, timestep, node });
        }
    }
    Ok(())
}

/// An agent comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival {
    timestep: u32,
    agent: u32,
    node: NodeId,
}

impl Arrival {
    fn fault(self, kind: FaultKind, other: Option<u32>) -> Fault {
        let other = other.map(|other| other as usize);
        let (agent, timestep) = (self.agent as usize, self.timestep);
        Fault { kind, agent, other, timestep, node: self.node }
    }
}

fn arrivals(plan: &Plan) -> Vec<Arrival> {
    let of = |agent: usize| {
        let arrive = move |stay: &super::plan::Stay| Arrival {
            timestep: stay.since,
            agent: agent as u32,
            node: stay.node,
        };
        plan.stays(agent).iter().map(arrive)
    };
    (0..plan.agent_count()).flat_map(of).collect()
}

/// The least of several faults in one timestep: by agent, then by the other, nobody first.
#[derive(Default)]
struct Least(Option<Fault>);

impl Least {
    fn note(&mut self, fault: Fault) {
        let key = |fault: &Fault| (fault.agent, fault.other);
        if self.0.is_none_or(|least| key(&fault) < key(&least)) {
            self.0 = Some(fault);
        }
    }
}

/// Who is where.
struct Board<'a, W> {
    world: &'a W,
    /// The agent on each node.
    on: Vec<Option<u32>>,
    /// The node of each agent, and the one it goes to in this timestep.
    at: Vec<Option<NodeId>>,
    to: Vec<Option<NodeId>>,
}

impl<'a, W: World> Board<'a, W> {
    fn new(world: &'a W, agents: usize) -> Self {
        let on = vec![None; world.node_count() as usize];
        Board { world, on, at: vec![None; agents], to: vec![None; agents] }
    }

    /// Moves everybody who moves in one timestep, or returns the least of its faults.
    fn move_all(&mut self, group: &[Arrival]) -> Result<(), Fault> {
        let mut first = Least::default();
        let (count, world) = (self.world.node_count(), self.world);
        let is_on_map =
            |arrival: &&Arrival| arrival.node.get() < count && world.is_passable(arrival.node);
        for arrival in group {
            if is_on_map(&arrival) {
                self.to[arrival.agent as usize] = Some(arrival.node);
            } else {
                first.note(arrival.fault(FaultKind::OffMap, None));
            }
        }
        for arrival in group.iter().filter(is_on_map) {
            if let Err(fault) = self.check_step(*arrival) {
                first.note(fault);
            }
        }
        for arrival in group {
            if let Some(left) = self.at[arrival.agent as usize] {
                self.on[left.index()] = None;
            }
        }
        // In the order of agents: of more than two on one node, the two lowest follow each other.
        for arrival in group.iter().filter(is_on_map) {
            let other = self.on[arrival.node.index()].replace(arrival.agent);
            if let Some(other) = other {
                let agent = arrival.agent.min(other);
                let second = arrival.agent.max(other);
                let lower = Arrival { agent, ..*arrival };
                first.note(lower.fault(FaultKind::VertexConflict, Some(second)));
            }
        }
        for arrival in group {
            self.at[arrival.agent as usize] = self.to[arrival.agent as usize].take();
        }
        first.0.map_or(Ok(()), Err)
    }

    fn check_step(&self, arrival: Arrival) -> Result<(), Fault> {
        let Some(from) = self.at[arrival.agent as usize] else { return Ok(()) };
        if self.world.arc_cost(from, arrival.node).is_none() {
            return Err(arrival.fault(FaultKind::Jump, None));
        }
        match self.on[arrival.node.index()] {
            Some(other) if self.to[other as usize] == Some(from) => {
                Err(arrival.fault(FaultKind::SwapConflict, Some(other)))
            }
            _ => Ok(()),
        }
    }
}
