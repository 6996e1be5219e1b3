//! Why a fleet cannot be made, or refuses a call.

use std::fmt;

use astride::base::NodeId;

/// Why a fleet, or a call of it, was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetError(pub(super) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TooMany { robots: usize, places: usize },
    Blocked { robot: usize, node: NodeId },
    Shared { robots: [usize; 2], node: NodeId },
    NoErrand { task: usize },
    BlockedErrand { task: usize, errand: usize, node: NodeId },
    NoRobot { robot: usize, robots: usize },
    NoPlace { node: NodeId },
    Span { span: usize, least: usize, most: usize },
}

impl FleetError {
    /// The message with nodes as `name` calls them, such as `(3,4)` for a cell.
    pub fn with_names(&self, name: impl Fn(NodeId) -> String) -> String {
        let stand = "where nobody can stand, expected a place that the mover can enter";
        match &self.0 {
            Kind::TooMany { robots, places } => {
                format!("{robots} robots on {places} places, expected at most one on each")
            }
            Kind::Blocked { robot, node } => {
                format!("robot {robot} starts on {}, {stand}", name(*node))
            }
            Kind::Shared { robots: [first, second], node } => {
                let place = name(*node);
                format!(
                    "robots {first} and {second} both start on {place}, expected a place of its \
                     own for each"
                )
            }
            Kind::NoErrand { task } => {
                format!("task {task} has no errand, expected at least one")
            }
            Kind::BlockedErrand { task, errand, node } => {
                format!("errand {errand} of task {task} is on {}, {stand}", name(*node))
            }
            Kind::NoRobot { robot, robots } => {
                format!("there is no robot {robot}, expected a number below {robots}")
            }
            Kind::NoPlace { node } => format!("{} is no place, {stand}", name(*node)),
            Kind::Span { span, least, most } => {
                format!("operations of {span} moves, expected {least} to {most}")
            }
        }
    }
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|node| format!("node {node}")))
    }
}

astride::errors! { FleetError(Kind):
    TooMany { .. } => "fleet-too-many": "there are more robots than places",
    Blocked { .. } => "fleet-start-blocked": "a robot starts where nobody can stand",
    Shared { .. } => "fleet-start-shared": "two robots start on one place",
    NoErrand { .. } => "task-without-errand": "a task has no errand, expected at least one",
    BlockedErrand { .. } => "errand-blocked": "an errand is where nobody can stand",
    NoRobot { .. } => "no-such-robot": "there is no robot of this number",
    NoPlace { .. } => "fleet-no-place": "a node is no place where a robot can stand",
    Span { .. } => "fleet-span": "operations have too few or too many moves",
}
