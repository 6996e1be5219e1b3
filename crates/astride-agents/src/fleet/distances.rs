//! What it costs from a pose to a place, under the costs that traffic has taught.

use std::fmt;

use super::floor::{Floor, Pose};
use super::traffic::{MOST_COST, Traffic};
use crate::roadmap::{NOWHERE, Place};

/// The distance of a pose from which the place cannot be reached, or at a cost above this.
pub(super) const FAR: u32 = u16::MAX as u32;

/// Costs to places from everywhere, one field a place, shared by all robots that go there.
///
/// A field grows from its goal in order of cost (Dial's buckets), stops at the pose that was asked
/// for, and goes on from there the next time. It takes two bytes a pose; when there are as many
/// fields as may be, the one that was not asked for longest makes room.
#[derive(Clone)]
pub(super) struct Distances {
    fields: Vec<Field>,
    /// The field of each place, or [`NOWHERE`].
    of_goal: Vec<u32>,
    most: usize,
    asked: u64,
}

#[derive(Clone)]
struct Field {
    goal: Place,
    /// The lowest cost known so far plus 1, and 0 where there is none. It is final up to `level`.
    costs: Vec<u16>,
    /// Poses by their cost, modulo the number of buckets.
    buckets: Vec<Vec<Pose>>,
    /// How many poses wait in buckets.
    waiting: usize,
    level: u32,
    used: u64,
    /// The traffic that its costs are of.
    version: u32,
}

impl Distances {
    /// Memory for fields on `floor` in about this many bytes, and for two fields at least.
    pub(super) fn new(floor: &Floor, bytes: usize) -> Self {
        let most = (bytes / (2 * floor.pose_count()).max(1)).max(2);
        let of_goal = vec![NOWHERE; floor.roadmap().place_count()];
        Distances { fields: Vec::new(), of_goal, most, asked: 0 }
    }

    /// Forgets everything, after the floor has changed.
    pub(super) fn clear(&mut self) {
        self.fields.clear();
        self.of_goal.fill(NOWHERE);
    }

    /// Begins the field of a goal again if traffic has taught other costs since it was begun.
    pub(super) fn renew(&mut self, floor: &Floor, traffic: &Traffic, goal: Place) {
        let slot = self.of_goal[goal as usize];
        if let Some(field) = self.fields.get_mut(slot as usize)
            && field.version != traffic.version()
        {
            let mut costs = std::mem::take(&mut field.costs);
            costs.fill(0);
            *field = Field::new(floor, goal, costs, traffic.version());
        }
    }

    /// The cost from `pose` to `goal`, or [`FAR`].
    #[inline(always)]
    pub(super) fn cost(
        &mut self,
        floor: &Floor,
        traffic: &Traffic,
        goal: Place,
        pose: Pose,
    ) -> u32 {
        let slot = self.of_goal[goal as usize];
        if let Some(field) = self.fields.get(slot as usize) {
            let known = u32::from(field.costs[pose as usize]);
            if known.wrapping_sub(1) <= field.level {
                return known - 1;
            }
        }
        self.grow(floor, traffic, goal, pose)
    }

    /// Notes that a goal is still somebody's, so that its field is not the first to go.
    pub(super) fn touch(&mut self, goal: Place) {
        self.asked += 1;
        if let Some(field) = self.fields.get_mut(self.of_goal[goal as usize] as usize) {
            field.used = self.asked;
        }
    }

    #[cold]
    fn grow(&mut self, floor: &Floor, traffic: &Traffic, goal: Place, pose: Pose) -> u32 {
        let slot = match self.of_goal[goal as usize] {
            NOWHERE => self.admit(floor, traffic, goal),
            slot => slot,
        };
        self.fields[slot as usize].grow_to(floor, traffic, pose)
    }

    /// Makes a field for a goal that has none.
    fn admit(&mut self, floor: &Floor, traffic: &Traffic, goal: Place) -> u32 {
        self.asked += 1;
        let slot = if self.fields.len() < self.most {
            let costs = vec![0; floor.pose_count()];
            self.fields.push(Field::new(floor, goal, costs, traffic.version()));
            self.fields.len() - 1
        } else {
            let oldest = (0..self.fields.len()).min_by_key(|&slot| self.fields[slot].used);
            let slot = oldest.expect("there is room for two fields at least");
            let field = &mut self.fields[slot];
            self.of_goal[field.goal as usize] = NOWHERE;
            let mut costs = std::mem::take(&mut field.costs);
            costs.fill(0);
            *field = Field::new(floor, goal, costs, traffic.version());
            slot
        };
        self.fields[slot].used = self.asked;
        self.of_goal[goal as usize] = slot as u32;
        slot as u32
    }
}

impl Field {
    /// A field that has not grown; all `costs` are 0.
    fn new(floor: &Floor, goal: Place, mut costs: Vec<u16>, version: u32) -> Self {
        let mut buckets = vec![Vec::new(); MOST_COST as usize + 1];
        buckets[0].extend(floor.poses(goal));
        let waiting = buckets[0].len();
        floor.poses(goal).for_each(|pose| costs[pose as usize] = 1);
        Field { goal, costs, buckets, waiting, level: 0, used: 0, version }
    }

    /// Takes poses in order of cost until that of `pose` is final or nothing is left.
    fn grow_to(&mut self, floor: &Floor, traffic: &Traffic, pose: Pose) -> u32 {
        let is_open = |field: &Field| {
            u32::from(field.costs[pose as usize]).wrapping_sub(1) > field.level && field.waiting > 0
        };
        while is_open(self) {
            let at = self.level as usize % self.buckets.len();
            let mut bucket = std::mem::take(&mut self.buckets[at]);
            self.waiting -= bucket.len();
            for &to in &bucket {
                if u32::from(self.costs[to as usize]) == self.level + 1 {
                    self.relax(floor, traffic, to);
                }
            }
            bucket.clear();
            self.buckets[at] = bucket;
            self.level += 1;
        }
        match u32::from(self.costs[pose as usize]) {
            known if known.wrapping_sub(1) <= self.level => known - 1,
            _ => FAR,
        }
    }

    fn relax(&mut self, floor: &Floor, traffic: &Traffic, to: Pose) {
        let place = floor.place(to);
        for &from in floor.moves_back(to) {
            // Nobody enters a closed place; one that stands there may turn.
            if floor.is_closed(place) && floor.place(from) != place {
                continue;
            }
            let cost = self.level + traffic.cost(floor, from, to);
            let known = &mut self.costs[from as usize];
            if cost < FAR - 1 && (*known == 0 || cost + 1 < u32::from(*known)) {
                *known = cost as u16 + 1;
                let at = cost as usize % self.buckets.len();
                self.buckets[at].push(from);
                self.waiting += 1;
            }
        }
    }
}

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Distances");
        told.field("fields", &self.fields.len()).field("most", &self.most);
        told.finish_non_exhaustive()
    }
}
