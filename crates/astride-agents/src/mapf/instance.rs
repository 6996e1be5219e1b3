//! The input: where each agent starts, and where it has to go.

use std::fmt;

use astride::base::NodeId;
use astride::world::World;

use crate::roadmap::{NOWHERE, Place, Roadmap};

/// Where one agent starts and where it has to be in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// Where it stands at timestep 0.
    pub start: NodeId,
    /// Where it stands from its arrival on.
    pub goal: NodeId,
}

/// A team of agents on a roadmap, each with a start and a goal of its own.
///
/// In a timestep every agent goes to a neighbour or waits. No two may be on one node at a time, and
/// no two may exchange nodes; one may follow another at once. An agent that has arrived stays and
/// blocks.
#[derive(Clone, Debug)]
pub struct Instance {
    roadmap: Roadmap,
    trips: Vec<Trip>,
    starts: Vec<Place>,
    goals: Vec<Place>,
}

impl Instance {
    /// The instance of these trips in `world`, as its mover walks. O(nodes + arcs + agents).
    ///
    /// # Errors
    ///
    /// If there are more agents than places, a start or goal is not a node that the mover can stand
    /// on, or two agents share a start or a goal. An unreachable goal is not an error but an
    /// answer of [`solve`](super::solve).
    pub fn new(world: &impl World, trips: &[Trip]) -> Result<Self, InstanceError> {
        let roadmap = Roadmap::clustered(world);
        let places = roadmap.place_count();
        if trips.len() > places {
            return Err(InstanceError(Kind::TooMany { agents: trips.len(), places }));
        }
        let starts = settle(&roadmap, trips, End::Start)?;
        let goals = settle(&roadmap, trips, End::Goal)?;
        Ok(Instance { roadmap, trips: trips.to_vec(), starts, goals })
    }

    /// How many agents there are.
    pub fn agent_count(&self) -> usize {
        self.trips.len()
    }

    /// The trips, by agent.
    pub fn trips(&self) -> &[Trip] {
        &self.trips
    }

    /// What the agents walk on; places that are near each other mostly have numbers near each other.
    pub fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }

    /// The starts as places, by agent.
    pub fn starts(&self) -> &[Place] {
        &self.starts
    }

    /// The goals as places, by agent.
    pub fn goals(&self) -> &[Place] {
        &self.goals
    }
}

/// The places at one end of all trips, if all of them differ.
fn settle(roadmap: &Roadmap, trips: &[Trip], end: End) -> Result<Vec<Place>, InstanceError> {
    let mut owner = vec![NOWHERE; roadmap.place_count()];
    let place_of = |(agent, trip): (usize, &Trip)| {
        let node = match end {
            End::Start => trip.start,
            End::Goal => trip.goal,
        };
        let blocked = InstanceError(Kind::Blocked { agent, node, end });
        let place = roadmap.place(node).ok_or(blocked)?;
        let other = std::mem::replace(&mut owner[place as usize], agent as u32);
        if other != NOWHERE {
            let agents = [other as usize, agent];
            return Err(InstanceError(Kind::Shared { agents, node, end }));
        }
        Ok(place)
    };
    trips.iter().enumerate().map(place_of).collect()
}

/// An end of a trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Start,
    Goal,
}

/// Why trips are not an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceError(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    TooMany { agents: usize, places: usize },
    Blocked { agent: usize, node: NodeId, end: End },
    Shared { agents: [usize; 2], node: NodeId, end: End },
}

impl InstanceError {
    /// The message with nodes as `name` calls them, such as `(3,4)` for a cell.
    pub fn with_names(&self, name: impl Fn(NodeId) -> String) -> String {
        match &self.0 {
            Kind::TooMany { agents, places } => {
                format!("{agents} agents on {places} places, expected at most one on each")
            }
            Kind::Blocked { agent, node, end } => {
                let ends = match end {
                    End::Start => "starts",
                    End::Goal => "has its goal",
                };
                let place = "where nobody can stand, expected a place that the mover can enter";
                format!("agent {agent} {ends} on {}, {place}", name(*node))
            }
            Kind::Shared { agents: [first, second], node, end } => {
                let (ends, noun) = match end {
                    End::Start => ("start", "start"),
                    End::Goal => ("have their goal", "goal"),
                };
                let place = name(*node);
                format!(
                    "agents {first} and {second} both {ends} on {place}, expected a {noun} of its \
                     own for each"
                )
            }
        }
    }
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|node| format!("node {node}")))
    }
}

astride::errors! { InstanceError(Kind):
    TooMany { .. } => "trips-too-many": "there are more agents than places",
    Blocked { .. } => "trip-end-blocked":
        "an agent starts, or has its goal, where nobody can stand",
    Shared { .. } => "trip-end-shared": "two agents have one start or one goal",
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::io::Drawing;
    use astride::shapes::square::Mover;

    fn trips(ends: &[(u32, u32)]) -> Vec<Trip> {
        let trip = |&(start, goal)| Trip { start: NodeId::new(start), goal: NodeId::new(goal) };
        ends.iter().map(trip).collect()
    }

    fn check(ends: &[(u32, u32)], expected: &str) {
        let grid = Drawing::parse("..#\n...\n").unwrap().grid;
        let refused = Instance::new(&grid.seen_by(&Mover::walker()), &trips(ends)).unwrap_err();
        assert_eq!(refused.to_string(), expected);
    }

    #[test]
    fn what_is_no_instance_is_refused_with_the_reason() {
        let blocked = "where nobody can stand, expected a place that the mover can enter";
        check(&[(0, 1), (2, 3)], &format!("agent 1 starts on node 2, {blocked}"));
        check(&[(0, 1), (3, 2)], &format!("agent 1 has its goal on node 2, {blocked}"));
        check(&[(0, 99)], &format!("agent 0 has its goal on node 99, {blocked}"));
        let start = "agents 0 and 2 both start on node 0, expected a start of its own for each";
        check(&[(0, 1), (1, 3), (0, 4)], start);
        let goal =
            "agents 0 and 1 both have their goal on node 4, expected a goal of its own for each";
        check(&[(0, 4), (1, 4)], goal);
        check(&[(0, 1); 6], "6 agents on 5 places, expected at most one on each");
    }

    #[test]
    fn an_instance_knows_its_places() {
        let grid = Drawing::parse("..#\n...\n").unwrap().grid;
        let instance = Instance::new(&grid.seen_by(&Mover::walker()), &trips(&[(0, 5)])).unwrap();
        assert_eq!((instance.starts(), instance.goals()), (&[0][..], &[4][..]));
        assert_eq!(instance.agent_count(), 1);
    }
}
