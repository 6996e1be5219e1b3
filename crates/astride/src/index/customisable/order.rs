//! The contraction order: separators come last.

use std::collections::BTreeSet;

use super::cut::{Part, Side};
use crate::base::SmallSort;

/// Parts with at most this many nodes are not separated any further.
const SMALL: usize = 6;

/// All nodes of a graph, least important first. `heads` are the neighbours of each node in both
/// directions, sorted and without the node itself.
///
/// Dead ends and bends are removed first, in rounds, so that a long road costs a short climb. The
/// rest is recursively divided by small separators, which come last. George, "Nested Dissection of
/// a Regular Finite Element Mesh", SIAM Journal on Numerical Analysis 10(2), 1973.
pub(super) fn order(heads: &[Vec<u32>], tell: &mut dyn FnMut(u32) -> bool) -> Option<Vec<u32>> {
    let mut order = Vec::with_capacity(heads.len());
    let core = take_out_bends(heads, &mut order);
    let nodes: Vec<u32> =
        (0..heads.len() as u32).filter(|&node| core[node as usize].is_some()).collect();
    let mut local = vec![u32::MAX; heads.len()];
    let mut open = vec![nodes];
    // Separators are found most important first, so they are listed in reverse.
    let mut back = Vec::new();
    while let Some(nodes) = open.pop() {
        if !tell((order.len() + back.len()) as u32) {
            return None;
        }
        let part = part_of(&nodes, &core, &mut local);
        let (component, count) = part.components();
        if count > 1 {
            let mut parts = vec![Vec::new(); count as usize];
            for (&node, &component) in nodes.iter().zip(&component) {
                parts[component as usize].push(node);
            }
            open.extend(parts);
            continue;
        }
        let sides = if nodes.len() <= SMALL { Vec::new() } else { part.separate() };
        let mut parts = [const { Vec::new() }; 2];
        for (&node, side) in nodes.iter().zip(&sides) {
            match side {
                Side::First => parts[0].push(node),
                Side::Second => parts[1].push(node),
                Side::Between => back.push(node),
            }
        }
        if sides.is_empty() {
            // Those with the most neighbours last.
            let mut nodes = nodes;
            nodes.sort_small_by_key(|&node| {
                std::cmp::Reverse(core[node as usize].as_ref().map_or(0, BTreeSet::len))
            });
            back.extend(nodes);
        }
        open.extend(parts.into_iter().filter(|part| !part.is_empty()));
    }
    order.extend(back.into_iter().rev());
    Some(order)
}

/// Appends the nodes that have at most two neighbours, initially or after others are removed, and
/// returns the rest: the neighbours of each node, including shortcuts.
fn take_out_bends(heads: &[Vec<u32>], order: &mut Vec<u32>) -> Vec<Option<BTreeSet<u32>>> {
    let mut core: Vec<Option<BTreeSet<u32>>> =
        heads.iter().map(|heads| Some(heads.iter().copied().collect())).collect();
    let mut round: Vec<u32> = (0..heads.len() as u32).collect();
    let mut touched = vec![0_u32; heads.len()];
    for number in 1.. {
        let mut next = Vec::new();
        for &node in &round {
            let is_bend = core[node as usize].as_ref().is_some_and(|around| around.len() <= 2);
            // Neighbours of a node that was removed in this round wait for the next.
            if is_bend && touched[node as usize] == number {
                next.push(node);
                continue;
            }
            let Some(around) = core[node as usize].take_if(|_| is_bend) else { continue };
            order.push(node);
            for &here in &around {
                touched[here as usize] = number;
                if let Some(others) = &mut core[here as usize] {
                    others.remove(&node);
                    others.extend(around.iter().copied().filter(|&there| there != here));
                    next.push(here);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        next.sort_unstable();
        next.dedup();
        round = next;
    }
    core
}

/// The subgraph induced by some nodes, which are numbered by their positions in the list; `local`
/// is working memory.
fn part_of(nodes: &[u32], core: &[Option<BTreeSet<u32>>], local: &mut [u32]) -> Part {
    for (at, &node) in (0..).zip(nodes) {
        local[node as usize] = at;
    }
    let mut part = Part { starts: vec![0], heads: Vec::new() };
    for &node in nodes {
        let around = core[node as usize].iter().flatten();
        let first = part.heads.len();
        part.heads
            .extend(around.map(|&head| local[head as usize]).filter(|&head| head != u32::MAX));
        part.heads[first..].sort_unstable();
        part.starts.push(part.heads.len() as u32);
    }
    nodes.iter().for_each(|&node| local[node as usize] = u32::MAX);
    part
}
