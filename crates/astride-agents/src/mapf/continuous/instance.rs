//! The problem: discs of one radius on a graph, each with a start and a goal.

use super::clash::Clashes;
use super::graph::Graph;

/// The most agents of an instance.
pub const MOST_AGENTS: usize = 512;

/// Where one agent starts, and where it has to be in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The vertex where it is at time 0.
    pub start: u32,
    /// The vertex where it is from its arrival on.
    pub goal: u32,
}

/// A team of discs on a graph.
///
/// A disc waits at vertices and drives along edges at a speed of 1, without acceleration. Two
/// discs may touch but never overlap. A disc that has arrived stays and blocks others.
#[derive(Clone, Debug)]
pub struct Instance {
    graph: Graph,
    trips: Vec<Trip>,
    radius: f64,
}

impl Instance {
    /// The instance of these trips of discs with this radius. O(agents²).
    ///
    /// # Errors
    ///
    /// If the radius is not from 0.001 to 1000, there are more than 512 agents, a trip has an end that is
    /// not a vertex, or two agents overlap at their starts or at their goals. An unreachable goal is
    /// not an error but an answer of [`solve`](super::solve).
    pub fn new(graph: Graph, trips: &[Trip], radius: f64) -> Result<Self, TimedInstanceError> {
        if !(0.001..=1000.0).contains(&radius) {
            return Err(TimedInstanceError::Radius { radius });
        }
        if trips.len() > MOST_AGENTS {
            return Err(TimedInstanceError::TooMany { agents: trips.len() });
        }
        let vertices = graph.vertex_count();
        for (agent, trip) in trips.iter().enumerate() {
            let is_none = |vertex: &u32| *vertex as usize >= vertices;
            if let Some(vertex) = [trip.start, trip.goal].into_iter().find(is_none) {
                return Err(TimedInstanceError::NoVertex { agent, vertex, vertices });
            }
        }
        let clashes = Clashes::new(&graph, radius);
        let pairs =
            (0..trips.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
        for agents in pairs {
            let [first, second] = agents.map(|agent| trips[agent]);
            if clashes.are_near(first.start, second.start) {
                return Err(TimedInstanceError::Starts { agents });
            }
            if clashes.are_near(first.goal, second.goal) {
                return Err(TimedInstanceError::Goals { agents });
            }
        }
        Ok(Instance { graph, trips: trips.to_vec(), radius })
    }

    /// What the agents drive on.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The trips, by agent.
    pub fn trips(&self) -> &[Trip] {
        &self.trips
    }

    /// The radius of every agent, in the unit of the coordinates.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// Why trips on a graph are not an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimedInstanceError {
    /// The radius is not one that can be planned with.
    Radius {
        /// The radius that was given.
        radius: f64,
    },
    /// There are too many agents.
    TooMany {
        /// How many were given.
        agents: usize,
    },
    /// A trip begins or ends at a vertex that does not exist.
    NoVertex {
        /// Whose trip.
        agent: usize,
        /// The vertex that it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Two agents overlap at the beginning.
    Starts {
        /// The two.
        agents: [usize; 2],
    },
    /// Two agents would overlap in the end.
    Goals {
        /// The two.
        agents: [usize; 2],
    },
}

astride::errors! { enum TimedInstanceError:
    Radius { radius } => ("disc-radius", "a radius of {radius}, expected 0.001 to 1000"),
    TooMany { agents } => ("discs-too-many", "{agents} agents, expected at most {MOST_AGENTS}"),
    NoVertex { agent, vertex, vertices } => ("disc-no-vertex",
        "a trip of agent {agent} has vertex {vertex} as an end, expected a number below {vertices}"),
    Starts { agents } => ("disc-starts-overlap",
        "agents {} and {} overlap at their starts, expected starts at least two radii apart",
        agents[0], agents[1]),
    Goals { agents } => ("disc-goals-overlap",
        "agents {} and {} overlap at their goals, expected goals at least two radii apart",
        agents[0], agents[1]),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_instance_is_refused_with_the_reason() {
        let points = [[0.0, 0.0], [0.5, 0.0], [5.0, 0.0], [9.0, 0.0]];
        let graph = Graph::new(&points, &[[0, 1], [1, 2], [2, 3]]).unwrap();
        let check = |ends: &[(u32, u32)], radius, expected: &str| {
            let trip = |&(start, goal)| Trip { start, goal };
            let trips: Vec<Trip> = ends.iter().map(trip).collect();
            let refused = Instance::new(graph.clone(), &trips, radius).unwrap_err();
            assert_eq!(refused.to_string(), expected);
        };
        check(&[], f64::NAN, "a radius of NaN, expected 0.001 to 1000");
        let vertex = "a trip of agent 0 has vertex 4 as an end, expected a number below 4";
        check(&[(0, 4)], 0.5, vertex);
        let apart = "at least two radii apart";
        let starts = format!("agents 0 and 1 overlap at their starts, expected starts {apart}");
        check(&[(0, 2), (1, 3)], 0.5, &starts);
        let goals = format!("agents 0 and 1 overlap at their goals, expected goals {apart}");
        check(&[(2, 0), (3, 1)], 0.5, &goals);
        check(&[(0, 0); 600], 0.5, "600 agents, expected at most 512");
    }
}
