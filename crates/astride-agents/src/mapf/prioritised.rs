//! One agent after the other, each on the safe intervals that those before it leave.
//!
//! Silver, "Cooperative Pathfinding", AIIDE 2005, with safe intervals instead of timesteps.

use astride::base::Budget;

use super::sipp::Sipp;
use super::table::{FOREVER, Table};
use super::task::{Ended, Task, Walk};

/// How many orders are tried before giving up.
const TRIES: u32 = 10;

/// Plans in the order of distances first, the farthest in front, then in orders drawn by lot; an
/// agent that finds no way goes to the front of the next order.
pub(super) fn solve(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    tries: u32,
) -> Result<Vec<Walk>, Ended> {
    let places = task.instance.roadmap().place_count();
    let (mut table, mut sipp) = (Table::new(places), Sipp::new(places));
    let mut order = super::way::first_order(task);
    let mut walks = vec![Walk::new(); order.len()];
    for _ in 0..tries.min(TRIES) {
        table.clear();
        match place_all(task, budget, &order, &mut table, &mut sipp, &mut walks)? {
            None => return Ok(walks),
            Some(failed) => {
                shuffle(&mut order, &mut task.dice);
                let at = order.iter().position(|&agent| agent == failed);
                let at = at.expect("the one that failed is in the order");
                order[..=at].rotate_right(1);
            }
        }
    }
    Err(Ended::GaveUp)
}

/// Plans for all in `order`; returns the first for which there is no way.
fn place_all(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    order: &[u32],
    table: &mut Table,
    sipp: &mut Sipp,
    walks: &mut [Walk],
) -> Result<Option<u32>, Ended> {
    for &agent in order {
        let walk = &mut walks[agent as usize];
        let is_found = sipp.find(task, table, agent, FOREVER, walk);
        task.spend(budget, sipp.state_count())?;
        if !is_found {
            return Ok(Some(agent));
        }
        table.insert(agent, walk);
    }
    Ok(None)
}

/// Puts `items` into an order drawn by lot.
pub(super) fn shuffle<T>(items: &mut [T], dice: &mut astride::base::Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last as u32 + 1) as usize);
    }
}
