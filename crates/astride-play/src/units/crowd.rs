//! The crowd: bodies that overlap push each other apart a little.
//!
//! Bodies are sorted by cell into buckets, so that three cells side by side are three buckets side
//! by side. Pushes are worked out from where everybody stood before anybody moves, so their order
//! makes no difference.

use crate::random::mixed;
use crate::units::body::{Body, CELL};

/// The hardest push per tick, in 65 536th parts of a cell.
const MOST: i32 = CELL / 32;

/// What part of an overlap is pushed away per tick, as a divisor.
const SOFTNESS: i64 = 8;

/// Buckets from one row of cells to the next; not near a multiple of any number of buckets.
const ROW: u32 = 521;

/// Where bodies stand, sorted, and how they are pushed.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd {
    /// The first item of each bucket, and the end.
    starts: Vec<u32>,
    items: Vec<Item>,
    pushes: Vec<[i32; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Item {
    x: i32,
    y: i32,
    radius: i32,
    id: u32,
}

impl Crowd {
    /// How body `id` is pushed this tick.
    pub(super) fn push_on(&self, id: usize) -> [i32; 2] {
        self.pushes.get(id).copied().unwrap_or_default()
    }

    /// Works out all pushes.
    pub(super) fn push_apart(&mut self, bodies: &[Body]) {
        self.sort(bodies);
        self.pushes.clear();
        self.pushes.resize(bodies.len(), [0, 0]);
        let mask = self.starts.len() as u32 - 2;
        for item in &self.items {
            let mut push = [0, 0];
            let middle = bucket(item.x >> 16, item.y >> 16);
            for row in [middle.wrapping_sub(ROW), middle, middle.wrapping_add(ROW)] {
                let (first, last) = (row.wrapping_sub(1) & mask, row.wrapping_add(1) & mask);
                if first <= last {
                    self.add(item, first, last, &mut push);
                } else {
                    self.add(item, first, mask, &mut push);
                    self.add(item, 0, last, &mut push);
                }
            }
            self.pushes[item.id as usize] = push.map(|push| push.clamp(-MOST, MOST));
        }
    }

    /// Adds what the items of some buckets push.
    #[inline]
    fn add(&self, item: &Item, first: u32, last: u32, push: &mut [i32; 2]) {
        let range = self.starts[first as usize] as usize..self.starts[last as usize + 1] as usize;
        for other in &self.items[range] {
            let (dx, dy) = (item.x.wrapping_sub(other.x), item.y.wrapping_sub(other.y));
            let reach = item.radius + other.radius;
            if dx.abs() >= reach || dy.abs() >= reach || other.id == item.id {
                continue;
            }
            let (dx, dy, reach) = (i64::from(dx), i64::from(dy), i64::from(reach));
            let apart = (dx * dx + dy * dy).unsigned_abs().isqrt() as i64;
            if apart >= reach {
                continue;
            }
            let (dx, dy, apart) = match apart {
                0 => aside(item.id, other.id),
                _ => (dx, dy, apart),
            };
            push[0] += (dx * (reach - apart) / (SOFTNESS * apart)) as i32;
            push[1] += (dy * (reach - apart) / (SOFTNESS * apart)) as i32;
        }
    }

    /// Sorts all bodies into buckets by counting.
    fn sort(&mut self, bodies: &[Body]) {
        let buckets = (2 * bodies.len()).next_power_of_two().max(64);
        let mask = buckets as u32 - 1;
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        let bucket_of = |body: &Body| (bucket(body.x >> 16, body.y >> 16) & mask) as usize;
        for body in bodies {
            self.starts[bucket_of(body)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.items.resize(bodies.len(), Item::default());
        // From the back, so that equals keep the order of their ids.
        for (id, body) in (0..bodies.len() as u32).zip(bodies).rev() {
            let start = &mut self.starts[bucket_of(body)];
            *start -= 1;
            let radius = body.kind.radius();
            self.items[*start as usize] = Item { x: body.x, y: body.y, radius, id };
        }
    }
}

/// The bucket of a cell, before it is cut to the number of buckets.
fn bucket(x: i32, y: i32) -> u32 {
    (y as u32).wrapping_mul(ROW).wrapping_add(x as u32)
}

/// Where to push a body that stands exactly on another one: opposite ways for the two.
fn aside(id: u32, other: u32) -> (i64, i64, i64) {
    let pair = u64::from(id.min(other)) << 32 | u64::from(id.max(other));
    let lot = mixed(pair);
    let (dx, dy) = ((lot & 0xFF) as i64 - 128, (lot >> 8 & 0xFF) as i64 - 128);
    let sign = if id < other { 1 } else { -1 };
    let apart = ((dx * dx + dy * dy).unsigned_abs().isqrt() as i64).max(1);
    (sign * dx, sign * dy, apart)
}
