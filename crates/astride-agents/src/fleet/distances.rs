//! The cost of getting from a pose to a place, with the costs learnt from traffic.

use super::floor::{Floor, Heading, Pose};
use super::traffic::{MOST_COST, Traffic, UNIT};
use crate::roadmap::{NOWHERE, Place};
use crate::shelf::Shelf;

/// The distance of a pose from which the place cannot be reached, or at a cost above this.
pub(super) const FAR: u32 = u16::MAX as u32;

/// Costs to places from everywhere, one field a place, shared by all robots that go there.
///
/// Where fields with an entry for each pose fit into memory, costs count all turns. Elsewhere a field
/// has an entry for each place, and costs count the turns before the next drive only.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    fields: Shelf<Field>,
    frame: Frame,
}

/// The moves between what fields have entries for.
#[derive(Clone, Debug)]
struct Frame {
    grain: Grain,
    /// How many entries each place has.
    each: u32,
    /// Who comes to each entry in one move, and what it costs, one list behind the other.
    first: Vec<u32>,
    back: Vec<(u32, u32)>,
    /// By place and heading, to which place a robot drives and what it costs, or [`NOWHERE`]; empty
    /// unless turns are counted by it.
    drives: Vec<[(Place, u32); 4]>,
    /// The traffic that the costs are of, `None` when the floor has changed.
    version: Option<u32>,
}

/// What fields have entries for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grain {
    Pose,
    Place,
}

/// How well a cost has to be known where fields have an entry for each place.
#[derive(Clone, Copy)]
pub(super) enum Care {
    /// With the turns before the next drive.
    Turns,
    /// Without turns.
    Rough,
}

/// Costs to one place. It grows in order of cost (Dial's buckets), stops at the entry that was asked
/// for, and goes on from there the next time.
#[derive(Clone, Debug, Default)]
struct Field {
    /// The lowest cost known so far plus 1, and 0 where there is none. It is final up to `level`.
    costs: Vec<u16>,
    /// Entries by their cost, modulo the number of buckets.
    buckets: Vec<Vec<u32>>,
    /// How many entries wait in buckets.
    waiting: usize,
    level: u32,
    /// The traffic that its costs are of.
    version: u32,
}

impl Distances {
    /// Memory for fields on `floor` in about this many bytes, for this many robots.
    pub(super) fn new(floor: &Floor, robots: usize, bytes: usize) -> Self {
        let places = floor.roadmap().place_count();
        // Each robot has a goal and the one after it.
        let goals = places.min(2 * robots);
        let all_poses = 2 * floor.pose_count();
        let fits = all_poses.checked_mul(goals).is_some_and(|all| all <= bytes);
        let grain = if fits { Grain::Pose } else { Grain::Place };
        let each = if fits { floor.poses(0).len() as u32 } else { 1 };
        let (first, back, drives) = (Vec::new(), Vec::new(), Vec::new());
        let frame = Frame { grain, each, first, back, drives, version: None };
        Distances { fields: Shelf::new(places, bytes), frame }
    }

    /// Forgets everything, after the floor has changed.
    pub(super) fn clear(&mut self) {
        self.fields.clear();
        self.frame.version = None;
    }

    /// Notes that a goal is somebody's for the first time; begins its field again if traffic has
    /// taught other costs since it was begun.
    pub(super) fn renew(&mut self, floor: &Floor, traffic: &Traffic, goal: Place) {
        self.frame.follow(floor, traffic);
        let (frame, version) = (&self.frame, traffic.version());
        if let Some(field) = self.fields.get(goal)
            && field.version != version
        {
            *field = Field::new(frame, goal, version, Some(std::mem::take(field)));
        }
    }

    /// Notes that a goal is still somebody's, so that its field is not the first to go.
    pub(super) fn touch(&mut self, goal: Place) {
        self.fields.get(goal);
    }

    /// The cost from `pose` to `goal`, or [`FAR`].
    #[inline(always)]
    pub(super) fn cost(
        &mut self,
        floor: &Floor,
        traffic: &Traffic,
        goal: Place,
        pose: Pose,
        care: Care,
    ) -> u32 {
        match (self.frame.grain, care) {
            (Grain::Pose, _) => self.known(floor, traffic, goal, pose),
            (Grain::Place, Care::Turns) => self.with_turns(floor, traffic, goal, pose),
            (Grain::Place, Care::Rough) => self.known(floor, traffic, goal, floor.place(pose)),
        }
    }

    /// The cost with the turns that it takes to face each neighbour.
    fn with_turns(&mut self, floor: &Floor, traffic: &Traffic, goal: Place, pose: Pose) -> u32 {
        let place = floor.place(pose);
        if place == goal || !floor.is_turning() {
            return self.known(floor, traffic, goal, place);
        }
        self.frame.follow(floor, traffic);
        let mut least = FAR;
        let drives = self.frame.drives[place as usize];
        for (facing, (ahead, drive)) in floor.poses(place).zip(drives) {
            if ahead != NOWHERE {
                let cost = floor.turns(pose, facing) * UNIT + drive;
                least = least.min(cost + self.known(floor, traffic, goal, ahead));
            }
        }
        least
    }

    /// The cost from an entry.
    #[inline(always)]
    fn known(&mut self, floor: &Floor, traffic: &Traffic, goal: Place, entry: u32) -> u32 {
        if let Some(field) = self.fields.peek(goal) {
            let known = u32::from(field.costs[entry as usize]);
            if known.wrapping_sub(1) <= field.level {
                return known - 1;
            }
        }
        self.grow(floor, traffic, goal, entry)
    }

    #[cold]
    fn grow(&mut self, floor: &Floor, traffic: &Traffic, goal: Place, entry: u32) -> u32 {
        self.frame.follow(floor, traffic);
        let (frame, version) = (&self.frame, traffic.version());
        let fresh = |old| Field::new(frame, goal, version, old);
        let bytes = 2 * floor.roadmap().place_count() * frame.each as usize;
        self.fields.get_or_make(goal, bytes, fresh).grow_to(frame, entry)
    }
}

impl Frame {
    /// Takes the costs of traffic over if they have changed.
    #[inline(always)]
    fn follow(&mut self, floor: &Floor, traffic: &Traffic) {
        if self.version != Some(traffic.version()) {
            self.read(floor, traffic);
        }
    }

    #[cold]
    fn read(&mut self, floor: &Floor, traffic: &Traffic) {
        self.version = Some(traffic.version());
        if self.grain == Grain::Place && floor.is_turning() {
            let drive = |facing| {
                let drive = traffic.drive(floor, facing).filter(|drive| !floor.is_closed(drive.0));
                drive.unwrap_or((NOWHERE, 0))
            };
            let drives = |place| Heading::ALL.map(|heading| drive(floor.pose(place, heading)));
            self.drives.clear();
            self.drives.extend((0..floor.roadmap().place_count() as Place).map(drives));
        }
        self.first.clear();
        self.back.clear();
        self.first.push(0);
        let entry = |pose| match self.grain {
            Grain::Pose => pose,
            Grain::Place => floor.place(pose),
        };
        for to in 0..floor.roadmap().place_count() as u32 * self.each {
            let poses = match self.grain {
                Grain::Pose => to..to + 1,
                Grain::Place => floor.poses(to),
            };
            for to_pose in poses {
                let ahead = floor.place(to_pose);
                for &from in floor.moves_back(to_pose) {
                    // Nobody enters a closed place; one that stands there may turn.
                    let is_barred = floor.is_closed(ahead) && floor.place(from) != ahead;
                    if !is_barred && entry(from) != to {
                        self.back.push((entry(from), traffic.cost(floor, from, to_pose)));
                    }
                }
            }
            self.first.push(self.back.len() as u32);
        }
    }

    /// The entries of a place.
    fn entries(&self, place: Place) -> std::ops::Range<u32> {
        place * self.each..(place + 1) * self.each
    }

    fn back(&self, entry: u32) -> &[(u32, u32)] {
        let entry = entry as usize;
        &self.back[self.first[entry] as usize..self.first[entry + 1] as usize]
    }
}

impl Field {
    /// A field that has not grown, in the memory of another one if there is one.
    fn new(frame: &Frame, goal: Place, version: u32, old: Option<Field>) -> Self {
        let Field { mut costs, mut buckets, .. } = old.unwrap_or_default();
        if costs.is_empty() {
            costs = vec![0; frame.first.len() - 1];
            buckets = vec![Vec::new(); MOST_COST as usize + 1];
        } else {
            costs.fill(0);
            buckets.iter_mut().for_each(Vec::clear);
        }
        buckets[0].extend(frame.entries(goal));
        let waiting = buckets[0].len();
        frame.entries(goal).for_each(|entry| costs[entry as usize] = 1);
        Field { costs, buckets, waiting, level: 0, version }
    }

    /// Takes entries in order of cost until this one is final or nothing is left.
    fn grow_to(&mut self, frame: &Frame, entry: u32) -> u32 {
        let is_open = |field: &Field| {
            u32::from(field.costs[entry as usize]).wrapping_sub(1) > field.level
                && field.waiting > 0
        };
        while is_open(self) {
            let at = self.level as usize % self.buckets.len();
            let mut bucket = std::mem::take(&mut self.buckets[at]);
            self.waiting -= bucket.len();
            for &to in &bucket {
                if u32::from(self.costs[to as usize]) == self.level + 1 {
                    self.relax(frame, to);
                }
            }
            bucket.clear();
            self.buckets[at] = bucket;
            self.level += 1;
        }
        match u32::from(self.costs[entry as usize]) {
            known if known.wrapping_sub(1) <= self.level => known - 1,
            _ => FAR,
        }
    }

    fn relax(&mut self, frame: &Frame, to: u32) {
        for &(from, cost) in frame.back(to) {
            let cost = self.level + cost;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::Learning;
    use crate::fleet::floor::tests::drawn;

    /// With little memory costs are those without turns, and with the turns before the next drive;
    /// with much, they are those of a search over poses.
    #[test]
    fn costs_are_as_exact_as_memory_allows() {
        for is_turning in [true, false] {
            let floor = drawn("....#\n.##..\n.#.#.\n...#.\n#.#..\n..#..\n", is_turning);
            let traffic = Traffic::new(&floor, Learning::Off);
            let mut exact = Distances::new(&floor, 9, 1 << 20);
            let mut tight = Distances::new(&floor, 9, 0);
            for goal in 0..floor.roadmap().place_count() as Place {
                for pose in 0..floor.pose_count() as Pose {
                    let expected = slow_cost(&floor, goal, pose);
                    let cost = |known: &mut Distances, care| {
                        known.cost(&floor, &traffic, goal, pose, care)
                    };
                    assert_eq!(cost(&mut exact, Care::Turns), expected);
                    let [rough, told] =
                        [Care::Rough, Care::Turns].map(|care| cost(&mut tight, care));
                    assert!(rough <= told && told <= expected, "{rough} {told} {expected}");
                    assert_eq!(told == 0, floor.place(pose) == goal);
                    assert!(is_turning || told == expected);
                }
            }
            assert_eq!(tight.fields.count(), 2);
        }
    }

    /// Steps by breadth-first search over moves, each of which costs the same.
    fn slow_cost(floor: &Floor, goal: Place, from: Pose) -> u32 {
        let (mut met, mut ring) = (vec![from], vec![from]);
        for steps in 0.. {
            if ring.iter().any(|&pose| floor.place(pose) == goal) {
                return steps * UNIT;
            }
            if ring.is_empty() {
                return FAR;
            }
            let next = ring.iter().flat_map(|&pose| floor.moves(pose));
            let next: Vec<Pose> = next.copied().filter(|pose| !met.contains(pose)).collect();
            met.extend_from_slice(&next);
            ring = next;
        }
        FAR
    }
}
