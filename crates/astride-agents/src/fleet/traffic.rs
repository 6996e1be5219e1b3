//! The costs of moves: higher against the flow of traffic, which is learnt from past drives.
//!
//! Two streams that meet in an aisle cost each other more than a detour would. Where robots have
//! driven both ways, the rarer direction becomes more expensive, so distances send robots around in
//! circles, and one-way aisles form by themselves.

use super::floor::{Floor, Pose};
use crate::roadmap::Place;

/// The cost of a move against which there is no traffic: a timestep.
pub(super) const UNIT: u32 = 4;

/// The most that a move costs.
pub(super) const MOST_COST: u32 = UNIT + HEAD_ON;

/// How much more a move costs if all others go the other way.
const HEAD_ON: u32 = 20;

/// How much a drive counts when it has just been seen.
const DRIVE: u32 = 256;

/// The assumed count of a move without traffic, both ways, so that a few drives decide nothing.
const DOUBT: u32 = 4 * DRIVE;

/// One part in this many of what was seen is forgotten then: costs that change soon make robots turn
/// round on their way.
const FADE: u32 = 16;

/// Costs are computed again after this many timesteps.
const PERIOD: u32 = 50;

/// Drives that were seen, and the costs they give.
#[derive(Clone, Debug)]
pub(super) struct Traffic {
    /// By the number of the move.
    costs: Vec<u8>,
    drives: Vec<u32>,
    /// The drives the other way, by the number of the move; empty where nothing is learnt.
    reverse: Vec<u32>,
    age: u32,
    version: u32,
}

impl Traffic {
    /// Moves that all cost the same, with `is_learning` only until drives are seen.
    pub(super) fn new(floor: &Floor, is_learning: Learning) -> Self {
        let count = floor.move_count();
        let reverse = match is_learning {
            Learning::Off => Vec::new(),
            Learning::On => reverse_moves(floor),
        };
        let drives = vec![0; reverse.len()];
        Traffic { costs: vec![UNIT as u8; count], drives, reverse, age: 0, version: 0 }
    }

    /// Grows by one whenever costs change.
    pub(super) fn version(&self) -> u32 {
        self.version
    }

    /// What the move between two poses costs.
    #[inline(always)]
    pub(super) fn cost(&self, floor: &Floor, from: Pose, to: Pose) -> u32 {
        if floor.place(from) == floor.place(to) {
            return UNIT;
        }
        self.costs[floor.move_index(from, to)].into()
    }

    /// Where a robot that has to turn drives from a pose, and what that costs.
    #[inline(always)]
    pub(super) fn drive(&self, floor: &Floor, facing: Pose) -> Option<(Place, u32)> {
        let ahead = floor.place(*floor.moves(facing).first()?);
        let is_drive = ahead != floor.place(facing);
        is_drive.then(|| (ahead, self.costs[floor.first_move(facing)].into()))
    }

    /// Notes one move of a robot.
    pub(super) fn see(&mut self, floor: &Floor, from: Pose, to: Pose) {
        if !self.reverse.is_empty() && floor.place(from) != floor.place(to) {
            self.drives[floor.move_index(from, to)] += DRIVE;
        }
    }

    /// Ends a timestep, and computes costs again when they are due.
    pub(super) fn end_step(&mut self) {
        self.age += 1;
        if self.reverse.is_empty() || !self.age.is_multiple_of(PERIOD) {
            return;
        }
        for (at, &reverse) in self.reverse.iter().enumerate() {
            if let Some(&against) = self.drives.get(reverse as usize) {
                let with = self.drives[at];
                let surplus = against.saturating_sub(with);
                let extra = HEAD_ON * surplus / (against + with + DOUBT);
                self.costs[at] = (UNIT + extra) as u8;
            }
        }
        self.drives.iter_mut().for_each(|drives| *drives -= *drives / FADE);
        self.version += 1;
    }
}

/// Whether costs follow traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learning {
    /// All moves always cost the same.
    Off,
    /// Moves against the stream get costlier.
    #[default]
    On,
}

/// For each move, the number of the one that leads back while facing back, or an index past the end.
fn reverse_moves(floor: &Floor) -> Vec<u32> {
    let mut reverse = vec![u32::MAX; floor.move_count()];
    for from in 0..floor.pose_count() as Pose {
        for &to in floor.moves(from) {
            let (behind, ahead) = (floor.place(from), floor.place(to));
            if behind == ahead {
                continue;
            }
            let is_back =
                |&pose: &Pose| floor.moves(pose).iter().any(|&to| floor.place(to) == behind);
            if let Some(back) = floor.poses(ahead).find(is_back) {
                let into = floor.moves(back).iter().find(|&&to| floor.place(to) == behind);
                let into = *into.expect("the pose was found by this move");
                reverse[floor.move_index(from, to)] = floor.move_index(back, into) as u32;
            }
        }
    }
    reverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::floor::tests::drawn;
    use crate::fleet::{Heading, Learning};

    #[test]
    fn the_rarer_way_gets_costlier() {
        for is_turning in [true, false] {
            let floor = drawn("...\n", is_turning);
            let pose = |place, heading| floor.pose(place, heading);
            let mut traffic = Traffic::new(&floor, Learning::On);
            let ends = |heading| [(0, heading), (1, heading)].map(|(place, to)| pose(place, to));
            let [[from, to], [back_to, back]] = [ends(Heading::East), ends(Heading::West)];
            for _ in 0..PERIOD {
                traffic.see(&floor, from, to);
                traffic.end_step();
            }
            assert_eq!(traffic.version(), 1);
            assert_eq!(traffic.cost(&floor, from, to), UNIT);
            assert!(traffic.cost(&floor, back, back_to) > UNIT + HEAD_ON / 2);
            let other = [pose(1, Heading::East), pose(2, Heading::East)];
            assert_eq!(traffic.cost(&floor, other[0], other[1]), UNIT);
        }
    }
}
