//! The validator catches a fault of every kind, and the first of several.

use astride::base::NodeId;
use astride::io::Drawing;
use astride::shapes::square::{Mover, Neighbours};
use astride_agents::mapf::{FaultKind, Plan, Trip, validate};

/// What is wrong with these paths on a map of 3 × 2 cells with a wall in the lower right corner;
/// trips lead from the first to the last node of `good`.
fn fault(good: &[&[u32]], planted: &[&[u32]]) -> Option<(FaultKind, String)> {
    let grid = Drawing::parse("...\n..#\n").unwrap().grid;
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let node = NodeId::new;
    let ends = good.iter().map(|path| (path[0], path[path.len() - 1]));
    let trips: Vec<Trip> =
        ends.map(|(start, goal)| Trip { start: node(start), goal: node(goal) }).collect();
    let plan = |paths: &[&[u32]]| {
        Plan::from_paths(paths.iter().map(|path| path.iter().copied().map(node)))
    };
    assert_eq!(validate(&world, &trips, &plan(good)), Ok(()), "{good:?}");
    let fault = validate(&world, &trips, &plan(planted)).err()?;
    Some((fault.kind, fault.to_string()))
}

fn check(good: &[&[u32]], planted: &[&[u32]], kind: FaultKind, message: &str) {
    assert_eq!(fault(good, planted), Some((kind, message.into())));
}

#[test]
fn a_fault_of_every_kind_is_named() {
    use FaultKind::*;
    let alone: &[&[u32]] = &[&[0, 1, 2]];
    check(alone, &[], AgentCount, "agent 0 is not both in the plan and among the trips");
    let two = "agent 1 is not both in the plan and among the trips";
    check(alone, &[&[0, 1, 2], &[3]], AgentCount, two);
    check(alone, &[&[1, 2]], WrongStart, "agent 0 begins on node 1, not at its start");
    check(alone, &[&[0, 1]], WrongEnd, "agent 0 ends on node 1, not at its goal");
    check(alone, &[&[0, 1, 2, 1]], WrongEnd, "agent 0 ends on node 1, not at its goal");
    let off = |node| format!("agent 0 is on node {node} at timestep 2, where it cannot stand");
    check(alone, &[&[0, 1, 5, 2]], OffMap, &off(5));
    check(alone, &[&[0, 1, 77, 2]], OffMap, &off(77));
    let jump = "agent 0 comes to node 2 at timestep 1 without a step there";
    check(alone, &[&[0, 2]], Jump, jump);
    let pair: &[&[u32]] = &[&[0, 1, 2], &[3, 3, 4]];
    let meet = "agents 0 and 1 are both on node 1 at timestep 2";
    check(pair, &[&[0, 1, 1, 2], &[3, 4, 1, 4]], VertexConflict, meet);
    let turn: &[&[u32]] = &[&[0, 1], &[4, 3]];
    let swap = "agents 0 and 1 exchange places at timestep 1, 0 going to node 3";
    let swapped: &[&[u32]] = &[&[0, 3, 4, 1], &[4, 4, 3]];
    assert_eq!(fault(turn, swapped).map(|(kind, _)| kind), Some(SwapConflict));
    let beside: &[&[u32]] = &[&[0, 1], &[3, 4]];
    check(beside, &[&[0, 3, 0, 1], &[3, 0, 3, 4]], SwapConflict, swap);
}

#[test]
fn what_is_allowed_is_no_fault() {
    // One follows another at once, and a full circle turns.
    assert_eq!(fault(&[&[0, 1, 2], &[3, 0, 1]], &[&[0, 1, 2], &[3, 0, 1]]), None);
    let circle: &[&[u32]] = &[&[0, 1], &[1, 4], &[4, 3], &[3, 0]];
    assert_eq!(fault(circle, circle), None);
}

#[test]
fn who_has_arrived_still_blocks() {
    let paths: &[&[u32]] = &[&[0, 1], &[3, 4]];
    let through: &[&[u32]] = &[&[0, 1], &[3, 3, 3, 0, 1, 4]];
    let message = "agents 0 and 1 are both on node 1 at timestep 4";
    check(paths, through, FaultKind::VertexConflict, message);
}

#[test]
fn the_first_of_several_faults_is_named() {
    let paths: &[&[u32]] = &[&[0, 1], &[3, 4]];
    // A jump at timestep 3 comes after the meeting at timestep 1.
    let both: &[&[u32]] = &[&[0, 0, 0, 2, 1], &[3, 0, 3, 4]];
    let message = "agents 0 and 1 are both on node 0 at timestep 1";
    check(paths, both, FaultKind::VertexConflict, message);
}

#[test]
fn of_several_faults_at_once_that_of_the_lowest_agent_is_named() {
    use FaultKind::*;
    // 0 and 3 meet on node 1, and so do 1 and 2 on node 4, where both come before.
    let paths: &[&[u32]] = &[&[0], &[3], &[4], &[2]];
    let meet = "agents 0 and 3 are both on node 1 at timestep 1";
    check(paths, &[&[0, 1, 0], &[3, 4, 3], &[4], &[2, 1, 2]], VertexConflict, meet);
    let late = "agents 0 and 1 are both on node 0 at timestep 1";
    check(paths, &[&[0], &[3, 0, 3], &[4, 3, 4], &[2, 1, 2, 5]], VertexConflict, late);
    // Off the map, a jump and an exchange, each of a higher agent than the meeting and then of a lower.
    check(paths, &[&[0, 1, 0], &[3], &[4, 77, 4], &[2, 1, 2]], VertexConflict, meet);
    check(paths, &[&[0, 1, 0], &[3], &[4, 2, 4], &[2, 1, 2]], VertexConflict, meet);
    let off = "agent 0 is on node 5 at timestep 1, where it cannot stand";
    check(paths, &[&[0, 5, 0], &[3, 4, 3], &[4], &[2]], OffMap, off);
    let jump = "agent 0 comes to node 2 at timestep 1 without a step there";
    check(paths, &[&[0, 2, 0], &[3, 4, 3], &[4], &[2]], Jump, jump);
    let swap = "agents 0 and 1 exchange places at timestep 1, 0 going to node 3";
    check(paths, &[&[0, 3, 0], &[3, 0, 3], &[4, 1, 4], &[2, 1, 2]], SwapConflict, swap);
    // Three on one node.
    let three = "agents 0 and 1 are both on node 4 at timestep 1";
    let ring: &[&[u32]] = &[&[1], &[3], &[4]];
    check(ring, &[&[1, 4, 1], &[3, 4, 3], &[4]], VertexConflict, three);
}

#[test]
fn long_waits_cost_no_time() {
    let mut long = vec![0; 2_000_000];
    long.extend([1, 2]);
    let text: &[&[u32]] = &[&[0, 1, 2], &[3, 4]];
    assert_eq!(fault(text, &[&long, &[3, 4]]), None);
}
