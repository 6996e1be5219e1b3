//! Whether a plan is valid, judged by the vertices, the edges and the plan alone, without any code of
//! the solver.

use super::instance::Instance;
use super::plan::{Move, Plan};

/// Lengths, times and distances may be off by this much.
const TOLERANCE: f64 = 1e-7;

/// A fault of a plan: of each agent alone first, then of the pairs, by time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimedFault {
    /// The plan has more or fewer agents than the instance.
    AgentCount {
        /// How many agents the plan has.
        agents: usize,
        /// How many trips there are.
        trips: usize,
    },
    /// A move does not begin where the one before it ends, or the first one at the start.
    Gap {
        /// Whose move.
        agent: usize,
        /// Which move, from 0.
        step: usize,
    },
    /// A move begins before the one before it ends, or before time 0.
    Haste {
        /// Whose move.
        agent: usize,
        /// Which move, from 0.
        step: usize,
    },
    /// A move follows no edge.
    NoEdge {
        /// Whose move.
        agent: usize,
        /// Which move, from 0.
        step: usize,
    },
    /// The duration of a move is not the length of its edge.
    Speed {
        /// Whose move.
        agent: usize,
        /// Which move, from 0.
        step: usize,
    },
    /// An agent does not end at its goal.
    WrongEnd {
        /// Which agent.
        agent: usize,
    },
    /// Two agents overlap.
    Collision {
        /// The two, the lower number first.
        agents: [usize; 2],
        /// When they are closest within the first pieces of their ways that overlap.
        time: f64,
        /// How far apart their centres are then.
        distance: f64,
    },
}

astride::errors! { enum TimedFault:
    AgentCount { agents, trips } => ("timed-agent-count",
        "the plan has {agents} agents, expected {trips}"),
    Gap { agent, step } => ("timed-gap",
        "move {step} of agent {agent} does not begin where the agent is"),
    Haste { agent, step } => ("timed-haste",
        "move {step} of agent {agent} begins before the agent can leave"),
    NoEdge { agent, step } => ("timed-no-edge", "move {step} of agent {agent} follows no edge"),
    Speed { agent, step } => ("timed-speed",
        "move {step} of agent {agent} does not take as long as its edge is"),
    WrongEnd { agent } => ("timed-wrong-end", "agent {agent} does not end at its goal"),
    Collision { agents, time, distance } => ("timed-collision",
        "agents {} and {} are {distance} apart at time {time}", agents[0], agents[1]),
}

/// Checks a plan against every rule: moves follow edges at a speed of 1, and no two discs ever overlap
/// by more than 10⁻⁷.
///
/// O(agents · moves of all).
///
/// # Errors
///
/// The first [`TimedFault`].
pub fn validate(instance: &Instance, plan: &Plan) -> Result<(), TimedFault> {
    let (agents, trips) = (plan.ways.len(), instance.trips().len());
    if agents != trips {
        return Err(TimedFault::AgentCount { agents, trips });
    }
    for agent in 0..agents {
        check_way(instance, agent, &plan.ways[agent])?;
    }
    let track = |agent: usize| track(instance, instance.trips()[agent].start, &plan.ways[agent]);
    let tracks: Vec<Vec<Piece>> = (0..agents).map(track).collect();
    let pairs = (0..agents).flat_map(|second| (0..second).map(move |first| [first, second]));
    let collide = |agents: [usize; 2]| {
        let limit = 2.0 * instance.radius() - TOLERANCE;
        let (time, distance) = overlap(&tracks[agents[0]], &tracks[agents[1]], limit)?;
        Some((time, distance, agents))
    };
    let first = pairs.filter_map(collide).min_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    match first {
        Some((time, distance, agents)) => Err(TimedFault::Collision { agents, time, distance }),
        None => Ok(()),
    }
}

/// Checks the moves of one agent.
fn check_way(instance: &Instance, agent: usize, way: &[Move]) -> Result<(), TimedFault> {
    let trip = instance.trips()[agent];
    let (mut at, mut now) = (trip.start, 0.0);
    for (step, &Move { from, to, start, end }) in way.iter().enumerate() {
        if from != at {
            return Err(TimedFault::Gap { agent, step });
        }
        let is_later = start >= now;
        if !is_later {
            return Err(TimedFault::Haste { agent, step });
        }
        let length = instance.graph().length(from, to).ok_or(TimedFault::NoEdge { agent, step })?;
        let is_right = (end - start - length).abs() <= TOLERANCE && end > start;
        if !is_right {
            return Err(TimedFault::Speed { agent, step });
        }
        (at, now) = (to, end);
    }
    if at == trip.goal { Ok(()) } else { Err(TimedFault::WrongEnd { agent }) }
}

/// A straight piece of a way, in uniform motion or at rest.
struct Piece {
    from: [f64; 2],
    to: [f64; 2],
    start: f64,
    end: f64,
}

impl Piece {
    fn place(&self, time: f64) -> [f64; 2] {
        if self.end <= self.start {
            return self.from;
        }
        let part = (time - self.start) / (self.end - self.start);
        [0, 1].map(|axis| self.from[axis] + (self.to[axis] - self.from[axis]) * part)
    }
}

/// All pieces of a way, up to the end of time.
fn track(instance: &Instance, start: u32, way: &[Move]) -> Vec<Piece> {
    let point = |vertex| instance.graph().point(vertex);
    let (mut at, mut now) = (point(start), 0.0);
    let mut pieces = Vec::new();
    for step in way {
        pieces.push(Piece { from: at, to: at, start: now, end: step.start });
        let to = point(step.to);
        pieces.push(Piece { from: at, to, start: step.start, end: step.end });
        (at, now) = (to, step.end);
    }
    pieces.push(Piece { from: at, to: at, start: now, end: f64::INFINITY });
    pieces
}

/// When and how near two agents come in the first pieces in which they are nearer than `limit`.
fn overlap(one: &[Piece], other: &[Piece], limit: f64) -> Option<(f64, f64)> {
    let (mut a, mut b) = (0, 0);
    while let (Some(first), Some(second)) = (one.get(a), other.get(b)) {
        let (start, end) = (first.start.max(second.start), first.end.min(second.end));
        let (time, distance) = closest(first, second, start, end);
        if distance < limit {
            return Some((time, distance));
        }
        if first.end <= second.end {
            a += 1;
        } else {
            b += 1;
        }
    }
    None
}

/// When two agents are closest while both are in uniform motion, and how close.
fn closest(first: &Piece, second: &Piece, start: f64, end: f64) -> (f64, f64) {
    let apart = |time: f64| {
        let (a, b) = (first.place(time), second.place(time));
        [a[0] - b[0], a[1] - b[1]]
    };
    let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
    let before = apart(start);
    if end <= start || end == f64::INFINITY {
        return (start, length(before));
    }
    // The difference of the two places moves along a line, whose foot is nearest to the origin.
    let after = apart(end);
    let way = [after[0] - before[0], after[1] - before[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    if square == 0.0 {
        return (start, length(before));
    }
    let part = (-(before[0] * way[0] + before[1] * way[1]) / square).clamp(0.0, 1.0);
    let foot = [before[0] + way[0] * part, before[1] + way[1] * part];
    (start + (end - start) * part, length(foot))
}
