//! One agent after another, each clear of those before it.
//!
//! Silver, "Cooperative Pathfinding", AIIDE 2005, with safe intervals in continuous time.

use std::cmp::Reverse;
use std::rc::Rc;

use astride::base::{Budget, Random};

use super::rules::KeepClear;
use super::search::{Lone, Paths};
use super::sipp::Goal;
use crate::mapf::prioritised::shuffle;
use crate::mapf::task::Ended;

/// How many orders are tried before giving up.
const TRIES: u32 = 20;

/// Plans in order of distance, the farthest first, then in random orders; an agent that finds no
/// way comes first in the next order.
pub(super) fn solve(
    lone: &mut Lone<'_>,
    dice: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Paths, Ended> {
    let mut order: Vec<usize> = (0..lone.times.len()).collect();
    order.sort_by_key(|&agent| Reverse(lone.least(agent)));
    for _ in 0..TRIES {
        match place_all(lone, &order, budget)? {
            Ok(paths) => return Ok(paths),
            Err(failed) => {
                shuffle(&mut order, dice);
                let at = order.iter().position(|&agent| agent == failed);
                order[..=at.expect("the one that failed is in the order")].rotate_right(1);
            }
        }
    }
    Err(Ended::GaveUp)
}

/// Plans for all agents in `order`; the inner error is the first agent that finds no way.
fn place_all(
    lone: &mut Lone<'_>,
    order: &[usize],
    budget: &mut Budget<'_>,
) -> Result<Result<Paths, usize>, Ended> {
    let mut placed = vec![None; order.len()];
    let mut before: Vec<usize> = Vec::new();
    for &agent in order {
        let Lone { instance, clashes, sipp, times, meter, .. } = &mut *lone;
        let trip = instance.trips()[agent];
        let mut rules = KeepClear::new(clashes);
        for &other in &before {
            rules.add(placed[other].as_deref().expect("it has been placed"));
        }
        let (graph, goal) = (instance.graph(), Goal::of(trip, &times[agent], &rules));
        let id = sipp.find(graph, &goal, &mut rules, meter, budget)?;
        placed[agent] = id.map(|id| Rc::new(sipp.path(graph, trip.start, id)));
        lone.check_bytes(budget)?;
        if id.is_none() {
            return Ok(Err(agent));
        }
        before.push(agent);
    }
    Ok(Ok(placed.into_iter().flatten().collect()))
}
