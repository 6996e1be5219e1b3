//! The distances of one agent to its goal, as far as they have grown.
//!
//! A field grows from the goal toward the start of its agent. It grows in rings, like a
//! breadth-first search, but only over places that lie on ways to the start which are, according to
//! the landmarks, no longer than some limit; what lies beyond waits on the border until the limit is
//! raised. So a field covers a strip between start and goal instead of a disc around the goal.
//! After "Reverse Resumable A*" of Silver, "Cooperative Pathfinding", AIIDE 2005, with the rings in
//! place of an open list.
//!
//! Why every distance is exact although rings leave places out: bounds of neighbours differ by 1 and
//! all cycles have even lengths, so along any way the length of ways to the start changes by 0 or 2.
//! Suppose a step reaches a place at a distance that is too large. Then it is at least 2 too large.
//! That place lies at most on the border, 2 beyond the limit, so at its true distance it is within
//! the limit, as all places on its way to the goal are; then an earlier ring has met it already.
//! Where bounds are all 0, the limit is the number of the ring, and rings are whole.

use super::survey::Survey;
use crate::fields::FAR;
use crate::roadmap::{CLUSTER, Place, Roadmap};

/// The number of places whose distances lie together: as many as fill a cache line, and near each
/// other on a clustered roadmap.
const BLOCK: usize = CLUSTER;

/// Distances plus 1 of consecutive places, 0 where unknown.
type Block = [u16; BLOCK];

/// What all fields grow on.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) roadmap: &'a Roadmap,
    pub(super) survey: &'a Survey,
}

/// The distances of one agent, and where they go on growing; empty until it begins.
///
/// It always grows by the same rings in the same order, so a field that is dropped and grows again
/// is the same.
#[derive(Clone, Default)]
pub(super) struct Field {
    known: Known,
    front: Front,
    /// How many places the field has reached, and how many it had when it was largest.
    reached: usize,
    most_reached: usize,
}

/// The distances, in as many blocks as have known places.
#[derive(Clone, Default)]
struct Known {
    /// The block of every `BLOCK` places; block 0 is that of unknown distances.
    index: Vec<u32>,
    blocks: Vec<Block>,
}

/// Where a field goes on growing.
#[derive(Clone, Default)]
struct Front {
    /// Ways to the start of at most this length are followed.
    limit: u32,
    /// The limit at the beginning.
    first_limit: u32,
    /// The places that grow next, all at one distance.
    ring: Vec<Place>,
    /// Places beyond the limit in order of distance. Those from `done` to `end` are still to be
    /// looked at under the limit; those from `end` on wait for the next.
    border: Vec<Place>,
    done: usize,
    end: usize,
}

impl Field {
    /// Whether the field has been begun.
    pub(super) fn is_begun(&self) -> bool {
        !self.known.index.is_empty()
    }

    /// Begins the field of an agent with these ends of its trip, unless it has begun.
    pub(super) fn begin(&mut self, ground: Ground<'_>, start: Place, goal: Place) {
        if !self.is_begun() {
            self.known.index = vec![0; ground.roadmap.place_count().div_ceil(BLOCK)];
            self.known.blocks.push([0; BLOCK]);
            self.known.meet(goal, 1);
            self.front.first_limit = ground.survey.bound(goal, start);
            self.front.limit = self.front.first_limit;
            self.front.ring.push(goal);
        }
    }

    /// Gives the memory back. How many places it has reached is kept.
    pub(super) fn drop_all(&mut self) {
        *self = Field { most_reached: self.most_reached, ..Field::default() };
    }

    /// About how much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.known.index[..]) + size_of_val(&self.known.blocks[..])
    }

    /// The distance plus 1, or 0 if it is unknown.
    #[inline(always)]
    pub(super) fn known(&self, place: Place) -> u16 {
        let place = place as usize;
        let block = self.known.index.get(place / BLOCK);
        block.map_or(0, |&block| self.known.blocks[block as usize][place % BLOCK])
    }

    /// Grows by whole rings until a place is known, nothing is left to reach, or some places are
    /// reached for the first time; returns how many are, and whether there is more to do.
    /// `next_ring` is empty memory.
    pub(super) fn grow_to(
        &mut self,
        ground: Ground<'_>,
        [place, start]: [Place; 2],
        enough: usize,
        next_ring: &mut Vec<Place>,
    ) -> (usize, bool) {
        let before = self.most_reached;
        while self.known(place) == 0 && self.grow(ground, start, next_ring) {
            if self.most_reached - before >= enough {
                return (self.most_reached - before, true);
            }
        }
        (self.most_reached - before, false)
    }

    /// Grows by one ring; returns `false` if there is nothing left to reach.
    fn grow(&mut self, ground: Ground<'_>, start: Place, next_ring: &mut Vec<Place>) -> bool {
        let Field { known, front, .. } = self;
        let Some(distance) = front.next_distance(known) else { return false };
        front.admit(known, distance);
        let near = ground.survey.around(start, i64::from(front.limit) - i64::from(distance + 1));
        let waiting = front.border.len();
        for &place in &front.ring {
            for &before in ground.survey.ways(ground.roadmap, place) {
                if known.meet(before, distance + 2) {
                    let list = if near.holds(before) { &mut *next_ring } else { &mut front.border };
                    list.push(before);
                }
            }
        }
        self.reached += next_ring.len() + front.border.len() - waiting;
        std::mem::swap(&mut front.ring, next_ring);
        next_ring.clear();
        self.most_reached = self.most_reached.max(self.reached);
        true
    }
}

impl Front {
    /// The distance of the places that grow next, after raising the limit if none are left under
    /// it; `None` if there are none at all, or they are too far for two bytes.
    fn next_distance(&mut self, known: &Known) -> Option<u16> {
        if self.ring.is_empty() && self.done == self.end {
            self.border.drain(..self.end);
            (self.done, self.end) = (0, self.border.len());
            if self.border.is_empty() {
                return None;
            }
            // The shortest way is often 2 or 4 steps longer than its bound. Where it is far longer, the
            // limit rises by a part of the excess, so that the rings restart rarely.
            self.limit += (2 + (self.limit - self.first_limit) / 4) & !1;
        }
        let next = self.ring.first().unwrap_or_else(|| &self.border[self.done]);
        let distance = known.of(*next) - 1;
        (distance < FAR - 2).then_some(distance)
    }

    /// Moves the places of the border at `distance` to the ring. All of them are within the limit:
    /// they were at most 2 beyond the one before.
    fn admit(&mut self, known: &Known, distance: u16) {
        let waiting = &self.border[self.done..self.end];
        let is_next = |&&place: &&Place| known.of(place) == distance + 1;
        let admitted = waiting.iter().take_while(is_next).count();
        self.ring.extend_from_slice(&waiting[..admitted]);
        self.done += admitted;
    }
}

impl Known {
    #[inline(always)]
    fn of(&self, place: Place) -> u16 {
        let place = place as usize;
        self.blocks[self.index[place / BLOCK] as usize][place % BLOCK]
    }

    /// Notes the distance of a place unless it is known already; returns whether it was unknown.
    #[inline(always)]
    fn meet(&mut self, place: Place, steps: u16) -> bool {
        let place = place as usize;
        let block = &mut self.index[place / BLOCK];
        if *block == 0 {
            *block = self.blocks.len() as u32;
            self.blocks.push([0; BLOCK]);
        }
        let known = &mut self.blocks[*block as usize][place % BLOCK];
        let is_new = *known == 0;
        if is_new {
            *known = steps;
        }
        is_new
    }
}
