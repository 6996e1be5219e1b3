//! What is remembered of a chunk: its border, and the costs of crossing it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::place::{StreamedCell, Tiling};
use super::sight::{Sight, VOID};
use crate::base::SmallSort;

/// The largest cost of a crossing: that of a step between states.
const MOST: u64 = 1 << 31;

/// No path leads from one door to the other inside the chunk.
pub(super) const NO_WAY: u32 = u32::MAX;

/// What is remembered of a chunk that is not loaded.
///
/// All cells of its border are kept, since steps from chunk to chunk touch no others. Every run of them
/// that a mover can walk along has *doors*, so that each cell of the run is at most a quarter of a side
/// from one, and the costs between all doors through the chunk are known. So it is known exactly whether
/// two cells of the border are connected inside, and their distance except for the walks to and from the
/// nearest doors.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// Classes of the border, clockwise.
    pub(super) ring: Box<[u8]>,
    /// By mover.
    pub(super) doors: Box<[Doors]>,
}

/// The doors of a chunk as one mover sees it.
#[derive(Clone, Debug)]
pub(super) struct Doors {
    /// Places on the border, in rising order.
    pub(super) at: Box<[u16]>,
    /// From each door to each; [`NO_WAY`] where there is none.
    costs: Box<[u32]>,
}

impl Doors {
    /// The cost from a door to every door.
    pub(super) fn costs_from(&self, door: usize) -> &[u32] {
        &self.costs[door * self.at.len()..][..self.at.len()]
    }
}

impl Summary {
    /// Summarizes a chunk with these classes for each mover. O(doors · cells · log cells) per mover.
    ///
    /// `None` if a crossing costs more than a step between states may.
    pub(super) fn of(tiling: Tiling, sights: &[Sight], classes: &[u8]) -> Option<Self> {
        let ring: Box<[u8]> = (0..tiling.ring_count())
            .map(|at| classes[tiling.index(tiling.ring_cell(at))])
            .collect();
        let doors: Option<Box<[Doors]>> =
            sights.iter().map(|sight| Doors::of(tiling, sight, classes, &ring)).collect();
        Some(Summary { ring, doors: doors? })
    }

    pub(super) fn bytes(&self) -> usize {
        let doors = self.doors.iter().map(|doors| 2 * doors.at.len() + 4 * doors.costs.len() + 32);
        self.ring.len() + 32 + doors.sum::<usize>()
    }
}

impl Doors {
    fn of(tiling: Tiling, sight: &Sight, classes: &[u8], ring: &[u8]) -> Option<Self> {
        let at = places(tiling, sight, ring);
        let mut costs = Vec::with_capacity(at.len() * at.len());
        for &from in &at {
            let all = costs_inside(tiling, sight, classes, tiling.ring_cell(from.into()));
            for &to in &at {
                costs.push(match all[tiling.index(tiling.ring_cell(to.into()))] {
                    u64::MAX => NO_WAY,
                    cost if cost > MOST => return None,
                    cost => cost as u32,
                });
            }
        }
        Some(Doors { at: at.into(), costs: costs.into() })
    }
}

/// The places of the doors: every run is divided into pieces of at most half a side, and each piece has
/// a door in its middle.
fn places(tiling: Tiling, sight: &Sight, ring: &[u8]) -> Vec<u16> {
    let (count, most) = (ring.len(), tiling.side() as usize / 2);
    let media = |at: usize| sight.media(ring[at % count]);
    let begins = |at: &usize| media(at + count - 1) & media(*at) == 0;
    // Go once round, from the beginning of a run if there is one.
    let first = (0..count).find(begins).unwrap_or(0);
    let mut at = first;
    let mut doors = Vec::new();
    while at < first + count {
        let run = 1 + (at + 1..first + count).take_while(|at| !begins(at)).count();
        if media(at) != 0 {
            let pieces = run.div_ceil(most);
            let middle = |piece: usize| at + (2 * piece + 1) * run / (2 * pieces);
            doors.extend((0..pieces).map(|piece| (middle(piece) % count) as u16));
        }
        at += run;
    }
    doors.sort_small();
    doors
}

/// The costs from a cell of a chunk to all its cells without leaving it, by Dijkstra's algorithm.
fn costs_inside(tiling: Tiling, sight: &Sight, classes: &[u8], from: StreamedCell) -> Vec<u64> {
    let class = |cell: StreamedCell| {
        let is_inside = [cell.x, cell.y].iter().all(|at| (0..tiling.side()).contains(at));
        Some(if is_inside { classes[tiling.index(cell)] } else { VOID })
    };
    let mut costs = vec![u64::MAX; classes.len()];
    costs[tiling.index(from)] = 0;
    let mut open = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((cost, cell))) = open.pop() {
        if cost > costs[tiling.index(cell)] {
            continue;
        }
        sight.for_each_step(cell, class, |to, step| {
            let (sum, old) = (cost + u64::from(step), &mut costs[tiling.index(to)]);
            if sum < *old {
                *old = sum;
                open.push(Reverse((sum, to)));
            }
        });
    }
    costs
}
