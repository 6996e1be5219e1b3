//! The cost of getting from a pose to a place, with the costs learnt from traffic.

use super::floor::{Floor, Heading, Pose};
use super::menu::Spot;
use super::traffic::{MOST_COST, Traffic, UNIT};
use crate::roadmap::{NOWHERE, Place};
use crate::shelf::Shelf;

/// What is left to do from a spot, without and with the turns before the next drive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) rough: u32,
    pub(super) turns: u32,
}

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
    /// By how many entries fields have grown since the last slice of work.
    taken: usize,
    /// For each spot that is looked up, what it costs to drive on in each direction.
    ahead: Vec<[u32; 4]>,
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

/// A drive to a place that was closed or opened, between entries.
struct WayIn {
    from: u32,
    to: u32,
    cost: u32,
    /// Where else one move leads to from there, and what that costs.
    others: Vec<(u32, u32)>,
}

/// How well a cost has to be known where fields have an entry for each place.
#[derive(Clone, Copy)]
pub(super) enum Care {
    /// With the turns before the next drive.
    Turns,
    /// Without turns.
    Rough,
}

/// A field grows by about this many entries between two looks at the clock.
const SLICE: usize = 4096;

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
        Distances { fields: Shelf::new(places, bytes), frame, taken: 0, ahead: Vec::new() }
    }

    /// Forgets the fields that are no longer right after a place was closed or opened.
    ///
    /// A field stays right when a place is closed if all who could drive there next have another way
    /// that costs no more, and when one is opened if nobody gains by driving there.
    pub(super) fn edit(&mut self, floor: &Floor, traffic: &Traffic, place: Place) {
        let is_closed = floor.is_closed(place);
        let ways: Vec<WayIn> = self.frame.ways_in(floor, traffic, place);
        self.fields.retain(|field| {
            !ways.iter().any(|way| {
                let Some(after) = field.known(way.to) else { return false };
                let cost = u32::from(field.costs[way.from as usize]).wrapping_sub(1);
                if !is_closed {
                    return cost > after + way.cost;
                }
                let is_as_good = |&(to, drive): &(u32, u32)| {
                    field.known(to).is_some_and(|after| after + drive <= cost)
                };
                cost > after && !way.others.iter().any(is_as_good)
            })
        });
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

    /// Looks up what it costs to get to `goal` from each spot.
    pub(super) fn look(
        &mut self,
        floor: &Floor,
        traffic: &Traffic,
        goal: Place,
        spots: &[Spot],
        left: &mut Vec<Left>,
    ) {
        left.clear();
        let is_by_pose = self.frame.grain == Grain::Pose;
        for spot in spots {
            let entry = if is_by_pose { spot.pose } else { spot.place };
            let rough = self.known(floor, traffic, goal, entry);
            left.push(Left { rough, turns: rough });
        }
        if is_by_pose || !floor.is_turning() {
            return;
        }
        self.frame.follow(floor, traffic);
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.resize(spots.len().max(ahead.len()), [FAR; 4]);
        for (at, spot) in spots.iter().enumerate() {
            if spot.place == goal {
                continue;
            }
            if spot.first as usize == at {
                let drives = self.frame.drives[spot.place as usize];
                ahead[at] = drives.map(|(ahead, drive)| match ahead {
                    NOWHERE => FAR,
                    ahead => drive + self.known(floor, traffic, goal, ahead),
                });
            }
            let costs = floor.poses(spot.place).zip(ahead[spot.first as usize]);
            let costs = costs.map(|(facing, cost)| floor.turns(spot.pose, facing) * UNIT + cost);
            left[at].turns = costs.fold(FAR, u32::min);
        }
        self.ahead = ahead;
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
        match self.fields.peek(goal).and_then(|field| field.known(entry)) {
            Some(known) => known,
            None => self.grow(floor, traffic, goal, entry),
        }
    }

    #[cold]
    fn grow(&mut self, floor: &Floor, traffic: &Traffic, goal: Place, entry: u32) -> u32 {
        self.reach(floor, traffic, goal, entry, || true);
        self.fields.peek(goal).and_then(|field| field.known(entry)).unwrap_or(FAR)
    }

    /// Lets the field of a goal grow up to an entry as long as it may; returns whether there is
    /// nothing more to find out about the entry.
    fn reach(
        &mut self,
        floor: &Floor,
        traffic: &Traffic,
        goal: Place,
        entry: u32,
        may_go_on: impl FnMut() -> bool,
    ) -> bool {
        self.frame.follow(floor, traffic);
        let (frame, version) = (&self.frame, traffic.version());
        let fresh = |old| Field::new(frame, goal, version, old);
        let bytes = 2 * floor.roadmap().place_count() * frame.each as usize;
        let field = self.fields.get_or_make(goal, bytes, fresh);
        field.grow_to(frame, entry, &mut self.taken, may_go_on)
    }

    /// Sees to it that the cost from a pose is at hand, as long as `may_go_on` says so, which is asked
    /// after each slice of work; returns whether it is at hand.
    pub(super) fn prepare(
        &mut self,
        floor: &Floor,
        traffic: &Traffic,
        goal: Place,
        pose: Pose,
        may_go_on: impl FnMut() -> bool,
    ) -> bool {
        let entry = self.frame.entry(floor, pose);
        self.is_known(goal, entry) || self.reach(floor, traffic, goal, entry, may_go_on)
    }

    /// Whether the cost from a pose is at hand.
    pub(super) fn is_at_hand(&self, floor: &Floor, goal: Place, pose: Pose) -> bool {
        self.is_known(goal, self.frame.entry(floor, pose))
    }

    fn is_known(&self, goal: Place, entry: u32) -> bool {
        self.fields.peek(goal).is_some_and(|field| field.known(entry).is_some())
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
                    let entry = self.entry(floor, from);
                    if !is_barred && entry != to {
                        self.back.push((entry, traffic.cost(floor, from, to_pose)));
                    }
                }
            }
            self.first.push(self.back.len() as u32);
        }
    }

    fn entry(&self, floor: &Floor, pose: Pose) -> u32 {
        match self.grain {
            Grain::Pose => pose,
            Grain::Place => floor.place(pose),
        }
    }

    /// All drives to a place, whether it is closed or not.
    fn ways_in(&self, floor: &Floor, traffic: &Traffic, place: Place) -> Vec<WayIn> {
        let drive = |from: Pose, to: Pose| {
            let entry = self.entry(floor, from);
            let poses = match self.grain {
                Grain::Pose => from..from + 1,
                Grain::Place => floor.poses(floor.place(from)),
            };
            let moves = poses.flat_map(|from| floor.moves(from).iter().map(move |&to| (from, to)));
            let is_other = |&(from, to): &(Pose, Pose)| {
                let ahead = floor.place(to);
                let is_drive = ahead != floor.place(from);
                ahead != place && !(is_drive && floor.is_closed(ahead))
            };
            let others = moves.filter(is_other);
            let others =
                others.map(|(from, to)| (self.entry(floor, to), traffic.cost(floor, from, to)));
            WayIn {
                from: entry,
                to: self.entry(floor, to),
                cost: traffic.cost(floor, from, to),
                others: others.filter(|&(to, _)| to != entry).collect(),
            }
        };
        let ways = floor
            .poses(place)
            .flat_map(|to| floor.moves_back(to).iter().map(move |&from| (from, to)));
        let ways = ways.filter(|&(from, _)| floor.place(from) != place);
        ways.map(|(from, to)| drive(from, to)).collect()
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

    /// Takes entries in order of cost until this one is final, nothing is left, or `may_go_on` says
    /// no, which is asked after each slice of entries; returns `false` in the last case.
    fn grow_to(
        &mut self,
        frame: &Frame,
        entry: u32,
        taken: &mut usize,
        mut may_go_on: impl FnMut() -> bool,
    ) -> bool {
        while u32::from(self.costs[entry as usize]).wrapping_sub(1) > self.level && self.waiting > 0
        {
            if *taken >= SLICE {
                *taken = 0;
                if !may_go_on() {
                    return false;
                }
            }
            let at = self.level as usize % self.buckets.len();
            let mut bucket = std::mem::take(&mut self.buckets[at]);
            self.waiting -= bucket.len();
            *taken += bucket.len();
            for &to in &bucket {
                if u32::from(self.costs[to as usize]) == self.level + 1 {
                    self.relax(frame, to);
                }
            }
            bucket.clear();
            self.buckets[at] = bucket;
            self.level += 1;
        }
        true
    }

    /// The cost from an entry, if it is final.
    #[inline(always)]
    fn known(&self, entry: u32) -> Option<u32> {
        let known = u32::from(self.costs[entry as usize]).wrapping_sub(1);
        (known <= self.level).then_some(known)
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

    /// After places were closed and opened, what was kept of the fields says the same as fields that
    /// are worked out again; some are kept, and some are not.
    #[test]
    fn what_an_edit_leaves_is_right() {
        let (mut kept, mut met) = (0, 0);
        for (is_turning, bytes) in [(true, 1 << 20), (true, 3000), (false, 1 << 20)] {
            let mut floor = drawn("....#\n.##..\n.....\n.#.#.\n.....\n#.#..\n", is_turning);
            let traffic = Traffic::new(&floor, Learning::Off);
            let places = floor.roadmap().place_count() as Place;
            let mut distances = Distances::new(&floor, 9, bytes);
            let mut dice = astride::base::Random::new(5);
            let mut closed = Vec::new();
            for _ in 0..200 {
                for _ in 0..30 {
                    let (goal, pose) = (dice.below(places), dice.below(floor.pose_count() as u32));
                    distances.cost(&floor, &traffic, goal, pose, Care::Rough);
                }
                let place = match closed.len() {
                    3 => closed.remove(0),
                    _ => dice.below(places),
                };
                if floor.is_closed(place) {
                    floor.open(place);
                    closed.retain(|&other| other != place);
                } else {
                    floor.close(place);
                    closed.push(place);
                }
                met += distances.fields.count();
                distances.edit(&floor, &traffic, place);
                kept += distances.fields.count();
                let mut fresh = Distances::new(&floor, 9, bytes);
                for goal in 0..places {
                    if distances.fields.peek(goal).is_none() {
                        continue;
                    }
                    for pose in 0..floor.pose_count() as Pose {
                        let told = [&mut distances, &mut fresh]
                            .map(|known| known.cost(&floor, &traffic, goal, pose, Care::Turns));
                        assert_eq!(
                            told[0], told[1],
                            "from {pose} to {goal}, {closed:?} are closed"
                        );
                    }
                }
            }
        }
        assert!(kept > met / 10 && kept < met, "{kept} of {met}");
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
