//! Pushes: overlapping agents push each other apart slightly.
//!
//! Agents are sorted by cell into buckets, such that three adjacent cells are three adjacent
//! buckets. Pushes are computed from the positions before any agent moves, so their order does not
//! matter.

use crate::agents::crowd::agent::Agent;
use crate::agents::plane::{CELL, Point, length_of, way_to};
use crate::base::mixed;

/// The maximum push per timestep, in 1/65 536 of a cell.
const MOST: i32 = CELL / 32;

/// The inverse of the fraction of an overlap that is resolved per timestep.
const SOFTNESS: i64 = 8;

/// The offset in buckets between one row of cells and the next; not close to a multiple of any
/// number of buckets.
const ROW: u32 = 521;

/// The positions of agents, sorted, and their pushes.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    /// The index of the first item in each bucket, and the end.
    starts: Vec<u32>,
    items: Vec<Item>,
    list: Vec<Point>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Item {
    at: Point,
    radius: i32,
    id: u32,
}

impl Pushes {
    /// The push on agent `id` in this timestep.
    pub(super) fn on(&self, id: usize) -> Point {
        self.list.get(id).copied().unwrap_or_default()
    }

    /// Computes all pushes.
    pub(super) fn push_apart(&mut self, positions: &[Point], agents: &[Agent]) {
        self.sort(positions, agents);
        self.list.clear();
        self.list.resize(agents.len(), [0, 0]);
        let mask = self.starts.len() as u32 - 2;
        for item in &self.items {
            let mut push = [0, 0];
            let middle = bucket(item.at);
            for row in [middle.wrapping_sub(ROW), middle, middle.wrapping_add(ROW)] {
                let (first, last) = (row.wrapping_sub(1) & mask, row.wrapping_add(1) & mask);
                if first <= last {
                    self.add(item, first, last, &mut push);
                } else {
                    self.add(item, first, mask, &mut push);
                    self.add(item, 0, last, &mut push);
                }
            }
            self.list[item.id as usize] = push.map(|push| push.clamp(-MOST, MOST));
        }
    }

    /// Adds the pushes of the items in some buckets.
    #[inline]
    fn add(&self, item: &Item, first: u32, last: u32, push: &mut Point) {
        let range = self.starts[first as usize] as usize..self.starts[last as usize + 1] as usize;
        for other in &self.items[range] {
            let [dx, dy] = way_to(item.at, other.at);
            let reach = item.radius + other.radius;
            if dx.abs() >= reach || dy.abs() >= reach || other.id == item.id {
                continue;
            }
            let (apart, reach) = (length_of([dx, dy]), i64::from(reach));
            if apart >= reach {
                continue;
            }
            let ([dx, dy], apart) = match apart {
                0 => aside(item.id, other.id),
                _ => ([dx, dy], apart),
            };
            for (push, way) in push.iter_mut().zip([dx, dy]) {
                let part = i64::from(way) * (reach - apart) / (SOFTNESS * apart);
                *push = push.saturating_add(part as i32);
            }
        }
    }

    /// Sorts all agents into buckets by counting sort.
    fn sort(&mut self, positions: &[Point], agents: &[Agent]) {
        let buckets = (2 * agents.len()).next_power_of_two().max(64);
        let mask = buckets as u32 - 1;
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        let bucket_of = |at: Point| (bucket(at) & mask) as usize;
        for &at in positions {
            self.starts[bucket_of(at)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.items.resize(agents.len(), Item::default());
        // From the back, so that agents of one bucket keep the order of their ids.
        for (id, (&at, agent)) in (0..agents.len() as u32).zip(positions.iter().zip(agents)).rev() {
            let start = &mut self.starts[bucket_of(at)];
            *start -= 1;
            self.items[*start as usize] = Item { at, radius: agent.body.radius(), id };
        }
    }
}

/// The bucket of the cell that contains a point, before reduction to the number of buckets.
fn bucket([x, y]: Point) -> u32 {
    ((y >> 16) as u32).wrapping_mul(ROW).wrapping_add((x >> 16) as u32)
}

/// The assumed offset of two agents at exactly the same position: they are pushed in opposite
/// directions.
fn aside(id: u32, other: u32) -> (Point, i64) {
    let pair = u64::from(id.min(other)) << 32 | u64::from(id.max(other));
    let lot = mixed(pair);
    let sign = if id < other { 1 } else { -1 };
    let way = [lot & 0xFF, lot >> 8 & 0xFF].map(|side| sign * (side as i32 - 128));
    match way {
        [0, 0] => ([sign, 0], 1),
        _ => (way, length_of(way).max(1)),
    }
}
