//! What a robot can choose from: the operations that begin in a pose.
//!
//! They depend on nothing but the floor, so they are worked out once for each pose where a robot
//! comes by; what they cost each robot is another question, and asked in each step.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::floor::{Floor, Pose};
use super::operation::{MOST_SPAN, Operation};
use crate::roadmap::Place;

/// All operations from one pose. Those that begin with the same moves share them.
///
/// No two of them lead over the same places to the same pose.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Menu {
    /// The poses that its moves lead to; the first one is where the robot is now.
    pub(super) spots: Box<[Spot]>,
    /// Timestep by timestep; the first one is no move but the start.
    pub(super) moves: Box<[Move]>,
    /// Where the moves of each timestep begin.
    layers: [u32; MOST_SPAN + 2],
}

/// A pose that a robot can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) pose: Pose,
    pub(super) place: Place,
    /// The first spot on the same place.
    pub(super) first: u32,
}

/// A move of one operation or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The place that it leads to and its timestep as one number: `place * (span + 1) + timestep`.
    pub(super) at: u32,
    /// The move before it.
    pub(super) before: u32,
    /// Where it leads to.
    pub(super) spot: u32,
}

impl Menu {
    /// The moves of one timestep from now.
    pub(super) fn moves_of(&self, timestep: usize) -> Range<usize> {
        self.layers[timestep] as usize..self.layers[timestep + 1] as usize
    }

    /// The last moves of all operations but the one that waits all the time: that is what remains to
    /// those that get nothing.
    pub(super) fn ends(&self, span: usize) -> Range<usize> {
        let all = self.moves_of(span);
        all.start..all.end - 1
    }

    /// The operation of this many moves that ends with a move, without what it costs.
    pub(super) fn operation(&self, last: u32, span: usize) -> Operation {
        let pose = |at: Move| self.spots[at.spot as usize].pose;
        let mut at = self.moves[last as usize];
        let mut operation = Operation::waiting(pose(at));
        for to in operation.poses[..span].iter_mut().rev() {
            *to = pose(at);
            at = self.moves[at.before as usize];
        }
        operation
    }

    fn bytes(&self) -> usize {
        size_of::<Menu>() + size_of_val(&*self.spots) + size_of_val(&*self.moves)
    }
}

/// The menus of the poses in which robots have been, as far as memory allows.
#[derive(Clone, Debug)]
pub(super) struct Menus {
    span: usize,
    of_pose: Vec<Option<Arc<Menu>>>,
    /// The bytes of all menus, and how many they may be.
    bytes: usize,
    most: usize,
}

impl Menus {
    /// Memory for menus of operations with this many moves.
    pub(super) fn new(floor: &Floor, span: usize, bytes: usize) -> Self {
        Menus { span, of_pose: vec![None; floor.pose_count()], bytes: 0, most: bytes }
    }

    /// The menu of a pose.
    #[inline(always)]
    pub(super) fn of(&mut self, floor: &Floor, pose: Pose) -> Arc<Menu> {
        match &self.of_pose[pose as usize] {
            Some(menu) => Arc::clone(menu),
            None => self.make(floor, pose),
        }
    }

    #[cold]
    fn make(&mut self, floor: &Floor, pose: Pose) -> Arc<Menu> {
        let menu = Arc::new(Menu::new(floor, pose, self.span));
        self.bytes += menu.bytes();
        if self.bytes > self.most {
            self.of_pose.fill(None);
            self.bytes = menu.bytes();
        }
        self.of_pose[pose as usize] = Some(Arc::clone(&menu));
        menu
    }

    /// Forgets the menus with operations that lead over a place, or would if it were open.
    pub(super) fn edit(&mut self, floor: &Floor, place: Place) {
        let mut met: Vec<Pose> = floor.poses(place).collect();
        let mut ring = 0..met.len();
        for _ in 0..=self.span {
            for at in ring.clone() {
                let pose = met[at];
                if let Some(menu) = self.of_pose[pose as usize].take() {
                    self.bytes -= menu.bytes();
                }
                for &from in floor.moves_back(pose) {
                    if !met.contains(&from) {
                        met.push(from);
                    }
                }
            }
            ring = ring.end..met.len();
        }
    }
}

/// How the present stay on a place went so far; others of the same length come to the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Fresh,
    Right,
    Left,
    Over,
}

impl Menu {
    fn new(floor: &Floor, from: Pose, span: usize) -> Self {
        let around = Around::new(floor, from, span);
        let at = |spot: u32, timestep: usize| {
            around.spots[spot as usize].place * (span as u32 + 1) + timestep as u32
        };
        let mut moves = vec![Move { at: at(0, 0), before: 0, spot: 0 }];
        let mut stays = vec![Stay::Fresh];
        let mut layers = [0; MOST_SPAN + 2];
        layers[1] = 1;
        for timestep in 1..=span {
            for before in layers[timestep - 1]..layers[timestep] {
                let (spot, stay) = (moves[before as usize].spot, stays[before as usize]);
                let Spot { pose, place, .. } = around.spots[spot as usize];
                for &to in around.moves(spot) {
                    let ahead = around.spots[to as usize];
                    let next = if ahead.place != place {
                        Stay::Fresh
                    } else {
                        match (stay, (pose + 1) & 3 == ahead.pose & 3) {
                            (Stay::Fresh, true) => Stay::Right,
                            (Stay::Fresh, false) => Stay::Left,
                            (Stay::Right, true) => Stay::Over,
                            _ => continue,
                        }
                    };
                    moves.push(Move { at: at(to, timestep), before, spot: to });
                    stays.push(next);
                }
                moves.push(Move { at: at(spot, timestep), before, spot });
                stays.push(Stay::Over);
            }
            layers[timestep + 1] = moves.len() as u32;
        }
        Menu { spots: around.spots.into(), moves: moves.into(), layers }
    }
}

/// The poses that a few moves lead to.
struct Around {
    spots: Vec<Spot>,
    /// The spots that one move leads to, one list behind the other, and where each list begins.
    moves: Vec<u32>,
    first: Vec<u32>,
}

impl Around {
    fn new(floor: &Floor, from: Pose, span: usize) -> Self {
        let mut around = Around { spots: Vec::new(), moves: Vec::new(), first: vec![0] };
        let mut known = HashMap::new();
        let mut ring = 0..1;
        around.meet(floor, &mut known, from);
        for _ in 0..span {
            for at in ring.clone() {
                let Spot { pose, place, .. } = around.spots[at];
                for &to in floor.moves(pose) {
                    let ahead = floor.place(to);
                    if ahead == place || !floor.is_closed(ahead) {
                        let to = around.meet(floor, &mut known, to);
                        around.moves.push(to);
                    }
                }
                around.first.push(around.moves.len() as u32);
            }
            ring = ring.end..around.spots.len();
        }
        around
    }

    /// The spot of a pose, which is a new one if it was not met before. Places are among the keys
    /// too, behind all poses.
    fn meet(&mut self, floor: &Floor, known: &mut HashMap<u64, u32>, pose: Pose) -> u32 {
        let (spot, place) = (self.spots.len() as u32, floor.place(pose));
        let found = *known.entry(pose.into()).or_insert(spot);
        if found == spot {
            let first = *known.entry(1 << 32 | u64::from(place)).or_insert(spot);
            self.spots.push(Spot { pose, place, first });
        }
        found
    }

    fn moves(&self, spot: u32) -> &[u32] {
        let spot = spot as usize;
        &self.moves[self.first[spot] as usize..self.first[spot + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::floor::tests::drawn;

    /// After places were closed and opened, menus that were kept are those that would be made again;
    /// some are kept, and some are not.
    #[test]
    fn what_an_edit_leaves_is_right() {
        for (is_turning, span) in [(true, 3), (true, 5), (false, 4)] {
            let mut floor = drawn("....#\n.##..\n.....\n.#.#.\n.....\n#.#..\n", is_turning);
            let mut menus = Menus::new(&floor, span, 1 << 30);
            let (places, poses) = (floor.roadmap().place_count(), floor.pose_count());
            let mut dice = astride::base::Random::new(7);
            let (edits, mut kept) = (30, 0);
            for _ in 0..edits {
                (0..poses as Pose).for_each(|pose| drop(menus.of(&floor, pose)));
                let place = dice.below(places as u32);
                if floor.is_closed(place) {
                    floor.open(place);
                } else {
                    floor.close(place);
                }
                menus.edit(&floor, place);
                kept += menus.of_pose.iter().flatten().count();
                for pose in 0..poses as Pose {
                    let fresh = Menu::new(&floor, pose, span);
                    assert_eq!(*menus.of(&floor, pose), fresh, "of {pose} after {place}");
                }
            }
            assert!(kept > 0 && kept < edits * poses, "{kept}");
        }
    }
}
