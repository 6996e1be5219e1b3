//! Checking that external tables form an index whose queries neither panic nor run forever.
//!
//! Two things could run forever: following a label and unpacking shortcuts. Distances must decrease
//! along the first and ranks along the second, and the nodes of every path are counted.

use super::label::LabelSet;
use super::names::{BACK, JUMP_HEADS, JUMP_MIDDLES, JUMP_OFFSETS, Names, OUT};
use super::store::{Climb, View};
use crate::base::{PartsError, check, check_rows};
use crate::index::contraction::contract::MOST_CLIMB;
use crate::index::contraction::dynamic::DIRECT;

/// A path with more nodes than this and four times those of the graph cannot occur in a valid
/// index.
const MOST_HOPS: u32 = 1 << 24;

pub(super) fn validate(index: &View<'_>) -> Result<(), PartsError> {
    let (stored, low) = (index.stored as usize, index.order.len() - index.stored as usize);
    check_rows(index.jumps.offsets, stored, index.jumps.heads.len(), JUMP_OFFSETS)?;
    let same = index.jumps.middles.len() == index.jumps.heads.len();
    check(same, JUMP_MIDDLES, index.jumps.middles.len(), "as many numbers as heads")?;
    for (names, labels, climb) in sides(index) {
        check_labels(names, labels, stored)?;
        check_rows(climb.offsets, low, climb.middles.len(), names.climb_offsets)?;
        let pairs = climb.arcs.len() == 2 * climb.middles.len();
        check(pairs, names.climb_arcs, climb.arcs.len(), "two numbers for each middle node")?;
        check_climb(names, climb, index)?;
    }
    let hops = Hops::count(index)?;
    for (side, (names, labels, climb)) in sides(index).into_iter().enumerate() {
        check_ways(names, labels, &hops, side == 0)?;
        check_heights(names, climb, &hops, side)?;
    }
    Ok(())
}

/// The names and the tables of one direction.
type Sided<'a> = (&'static Names, LabelSet<&'a [u32], &'a [u16]>, Climb<&'a [u32]>);

fn sides<'a>(index: &View<'a>) -> Vec<Sided<'a>> {
    let mut sides = vec![(&OUT, index.labels_out, index.climb_out)];
    if !index.symmetric {
        sides.push((&BACK, index.labels_back, index.climb_back));
    }
    sides
}

fn damaged(part: &'static str, at: usize, expected: &'static str) -> PartsError {
    PartsError::Damaged { part, at, expected }
}

fn check_labels(
    names: &Names,
    labels: LabelSet<&[u32], &[u16]>,
    stored: usize,
) -> Result<(), PartsError> {
    check_rows(labels.offsets, stored, labels.hubs.len(), names.label_offsets)?;
    let len = labels.hubs.len();
    check(labels.dists.len() == len, names.dists, labels.dists.len(), "as many numbers as hubs")?;
    check(labels.next.len() == len, names.next, labels.next.len(), "as many numbers as hubs")?;
    for node in 0..stored {
        let row = labels.row(node);
        check(!row.is_empty(), names.label_offsets, node + 1, "no empty label")?;
        let hubs = &labels.hubs[row.clone()];
        let sorted = hubs.is_sorted_by(|a, b| a < b) && usize::from(hubs[hubs.len() - 1]) == node;
        check(sorted, names.hubs, row.start, "rising hubs that end with the node itself")?;
        check(labels.dists[row.end - 1] == 0, names.dists, row.end - 1, "0 to the node itself")?;
        for at in row {
            let next = usize::from(labels.next[at]);
            check(next < stored, names.next, at, "a node with a label")?;
        }
    }
    Ok(())
}

fn check_climb(names: &Names, climb: Climb<&[u32]>, index: &View<'_>) -> Result<(), PartsError> {
    for row in 0..climb.offsets.len() - 1 {
        let node = row as u32 + index.stored;
        let mut before = None;
        for (at, (head, cost)) in (climb.offsets[row] as usize..).zip(climb.arcs(row)) {
            let up = head < node && before < Some(head);
            check(up, names.climb_arcs, 2 * at, "rising nodes, all more important")?;
            check(cost > 0, names.climb_arcs, 2 * at + 1, "a cost of 1 or more")?;
            let middle = climb.middles[at];
            let below =
                middle == DIRECT || (middle > node && (middle as usize) < index.order.len());
            check(below, names.climb_middles, at, "a less important node, or 4294967295")?;
            before = Some(head);
        }
    }
    Ok(())
}

/// The number of arcs of the graph that each arc of the index represents.
struct Hops<'a> {
    index: &'a View<'a>,
    /// For each arc of a climb; a single table if the graph is symmetric.
    arcs: Vec<Vec<u32>>,
    jumps: Vec<u32>,
    most: u32,
}

impl<'a> Hops<'a> {
    fn count(index: &'a View<'a>) -> Result<Self, PartsError> {
        let arcs = sides(index).iter().map(|side| vec![1; side.2.middles.len()]).collect();
        let most = MOST_HOPS.max((index.order.len() as u32).saturating_mul(4));
        let mut hops = Hops { index, arcs, jumps: Vec::new(), most };
        // Middle nodes are less important, so their arcs are counted first.
        for node in (index.stored..index.order.len() as u32).rev() {
            for (side, (names, _, climb)) in sides(index).into_iter().enumerate() {
                let row = (node - index.stored) as usize;
                for (at, (head, _)) in (climb.offsets[row] as usize..).zip(climb.arcs(row)) {
                    if climb.middles[at] != DIRECT {
                        let (from, to) = if side == 0 { (node, head) } else { (head, node) };
                        let over = hops.over(from, climb.middles[at], to);
                        let expected = "a node with arcs to both ends";
                        hops.arcs[side][at] =
                            over.ok_or(damaged(names.climb_middles, at, expected))?;
                    }
                }
            }
        }
        for node in 0..index.stored as usize {
            let mut before = None;
            let first = index.jumps.offsets[node] as usize;
            for at in first..index.jumps.offsets[node + 1] as usize {
                let (head, middle) = (index.jumps.heads[at], index.jumps.middles[at]);
                let least = if index.symmetric { node } else { index.stored as usize };
                let rising = usize::from(head) < least && usize::from(head) != node;
                check(rising && before < Some(head), JUMP_HEADS, at, "rising nodes with labels")?;
                before = Some(head);
                let low = middle >= index.stored && (middle as usize) < index.order.len();
                let over = if low { hops.over(node as u32, middle, u32::from(head)) } else { None };
                let over =
                    over.ok_or(damaged(JUMP_MIDDLES, at, "a node with arcs to both ends"))?;
                hops.jumps.push(over);
            }
        }
        Ok(hops)
    }

    /// The hops of two arcs, down to a less important node and up again.
    fn over(&self, from: u32, middle: u32, to: u32) -> Option<u32> {
        let row = (middle - self.index.stored) as usize;
        let down = self.index.climb_back().position(row, from)?;
        let up = self.index.climb_out().position(row, to)?;
        let sum = self.arcs[self.arcs.len() - 1][down].checked_add(self.arcs[0][up])?;
        Some(sum).filter(|&sum| sum <= self.most)
    }

    /// The greatest number of hops of an arc between two stored nodes.
    fn longest_jump(&self) -> u32 {
        self.jumps.iter().copied().max().unwrap_or(1)
    }

    /// The hops of an arc between two stored nodes.
    fn between(&self, from: usize, to: usize) -> u32 {
        let swap = self.index.symmetric && from < to;
        let (row, head) = if swap { (to, from) } else { (from, to) };
        let first = self.index.jumps.offsets[row] as usize;
        let row = &self.index.jumps.heads[first..self.index.jumps.offsets[row + 1] as usize];
        row.binary_search(&(head as u16)).map_or(1, |at| self.jumps[first + at])
    }
}

/// Checks that the path from each node to each of its hubs terminates.
fn check_ways(
    names: &Names,
    labels: LabelSet<&[u32], &[u16]>,
    hops: &Hops<'_>,
    out: bool,
) -> Result<(), PartsError> {
    // If distances decrease along a path, it passes no node twice, which is nearly always a
    // sufficient bound.
    let nodes = labels.offsets.len() as u64;
    let is_short = nodes * u64::from(hops.longest_jump()) <= u64::from(hops.most);
    if is_short && are_ways_falling(labels) {
        return Ok(());
    }
    // The same check entry by entry: what is wrong and where, or how long the paths are.
    let mut ahead = vec![0_u32; labels.hubs.len()];
    for node in 0..labels.offsets.len() - 1 {
        for at in labels.row(node) {
            let next = labels.row(usize::from(labels.next[at]));
            let found = labels.hubs[next.clone()].binary_search(&labels.hubs[at]);
            let entry = next.start + found.map_err(|_| damaged(names.next, at, "the same hub"))?;
            let ends = usize::from(labels.hubs[at]) == node;
            let nearer = labels.dists[entry] < labels.dists[at] || (ends && entry == at);
            check(nearer, names.next, at, "a node nearer to the hub")?;
            ahead[at] = entry as u32;
        }
    }
    // The number of nodes from an entry on to its hub; 0 means not known yet.
    let mut left = vec![0_u32; labels.hubs.len()];
    let mut way = Vec::new();
    for node in 0..labels.offsets.len() - 1 {
        for first in labels.row(node) {
            let (mut at, mut tail) = (first, node);
            while left[at] == 0 {
                let entry = ahead[at] as usize;
                if entry == at {
                    left[at] = 1;
                    break;
                }
                let next = usize::from(labels.next[at]);
                let (from, to) = if out { (tail, next) } else { (next, tail) };
                way.push((at, hops.between(from, to)));
                (at, tail) = (entry, next);
            }
            let mut sum = left[at];
            while let Some((at, step)) = way.pop() {
                sum = sum.saturating_add(step);
                check(sum <= hops.most, names.next, at, "a way of fewer nodes")?;
                left[at] = sum;
            }
        }
    }
    Ok(())
}

/// Whether each entry leads to a nearer one with the same hub, or is that of the node itself.
///
/// Entries are sorted by successor, so that each label is expanded once and successors are found
/// without a search.
fn are_ways_falling(labels: LabelSet<&[u32], &[u16]>) -> bool {
    let stored = labels.offsets.len() - 1;
    // The last entry of a label is that of the node itself.
    let ends_well = |node: usize| usize::from(labels.next[labels.row(node).end - 1]) == node;
    let mut starts = vec![0_u32; stored + 1];
    labels.next.iter().for_each(|&next| starts[usize::from(next) + 1] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    // Hub and ticks of each entry. Filling moves the starts to the ends.
    let mut sorted = vec![(0_u16, 0_u32); labels.hubs.len()];
    for ((&next, &hub), &dist) in labels.next.iter().zip(labels.hubs).zip(labels.dists) {
        let start = &mut starts[usize::from(next)];
        sorted[*start as usize] = (hub, dist);
        *start += 1;
    }
    // For each hub, the most recently processed label that contains it, and the ticks.
    let mut held = vec![(u32::MAX, 0_u32); stored];
    let mut first = 0;
    (0..stored).all(|node| {
        for at in labels.row(node) {
            held[usize::from(labels.hubs[at])] = (node as u32, labels.dists[at]);
        }
        let end = starts[node] as usize;
        let leading = &sorted[first..end];
        first = end;
        // Exactly one entry may lead from the node to itself.
        let is_falling = |&&(hub, dist): &&(u16, u32)| {
            let (owner, nearer) = held[usize::from(hub)];
            owner == node as u32 && nearer < dist
        };
        ends_well(node) && leading.iter().filter(is_falling).count() + 1 == leading.len()
    })
}

/// Checks that climbs terminate, and cost no more than the table of a query can hold.
fn check_heights(
    names: &Names,
    climb: Climb<&[u32]>,
    hops: &Hops<'_>,
    side: usize,
) -> Result<(), PartsError> {
    let index = hops.index;
    let mut heights = vec![(0_u64, 0_u32); index.order.len()];
    for row in 0..climb.offsets.len() - 1 {
        let mut height = (0, 0);
        for (at, (head, cost)) in (climb.offsets[row] as usize..).zip(climb.arcs(row)) {
            let (ticks, nodes) = heights[head as usize];
            let ticks = ticks + u64::from(cost);
            check(ticks <= MOST_CLIMB, names.climb_arcs, 2 * at + 1, "a smaller cost")?;
            let nodes = nodes.saturating_add(hops.arcs[side][at]);
            check(nodes <= hops.most, names.climb_middles, at, "a way of fewer nodes")?;
            height = (height.0.max(ticks), height.1.max(nodes));
        }
        heights[row + index.stored as usize] = height;
    }
    Ok(())
}
