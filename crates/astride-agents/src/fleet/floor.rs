//! The floor that robots drive on: a roadmap, and what one move does to a robot on it.

use std::fmt;

use astride::base::{Cell, NodeId};
use astride::world::World;

use crate::roadmap::{Place, Roadmap};

/// Where a robot stands and, if it has to turn, which way it faces: `place << shift | heading`.
pub(super) type Pose = u32;

/// A way that a robot can face, in the order of clockwise turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// To larger columns.
    #[default]
    East,
    /// To larger rows.
    South,
    /// To smaller columns.
    West,
    /// To smaller rows.
    North,
}

impl Heading {
    /// All headings, each a clockwise turn after the one before it.
    pub const ALL: [Heading; 4] = [Heading::East, Heading::South, Heading::West, Heading::North];

    /// The first letter of the name.
    pub fn letter(self) -> char {
        ['E', 'S', 'W', 'N'][self as usize]
    }
}

/// What a robot does in one timestep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays as it is.
    Wait,
    /// It drives to the cell that it faces.
    Forward,
    /// It turns by a quarter, from east to south.
    Clockwise,
    /// It turns by a quarter, from east to north.
    CounterClockwise,
    /// It drives to a neighbour; only for robots that need not turn.
    To(NodeId),
}

/// What robots drive on.
///
/// Every arc of the world is one move and takes one timestep, whatever it costs.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::fleet::Floor;
///
/// let grid = Drawing::parse("...\n.#.\n...\n")?.grid;
/// let mover = Mover::walker().neighbours(Neighbours::Four);
/// let floor = Floor::turning(&grid.seen_by(&mover), |node| grid.cell(node));
/// assert_eq!(floor.roadmap().place_count(), 8);
/// assert!(floor.is_turning());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Floor {
    roadmap: Roadmap,
    /// 2 where robots have to turn, else 0.
    shift: u32,
    /// The poses that one move leads to from each pose, without waiting.
    out: Moves,
    /// The poses from which one move leads to each pose.
    back: Moves,
    /// For each place, the number of reasons for which no robot may enter it.
    closed: Vec<u8>,
}

/// Poses that are one move from each pose, one list after the other.
#[derive(Clone, Default)]
struct Moves {
    first: Vec<u32>,
    poses: Vec<Pose>,
}

impl Moves {
    #[inline(always)]
    fn of(&self, pose: Pose) -> &[Pose] {
        let pose = pose as usize;
        &self.poses[self.first[pose] as usize..self.first[pose + 1] as usize]
    }

    fn of_lists(lists: impl Iterator<Item = Vec<Pose>>) -> Self {
        let mut moves = Moves { first: vec![0], poses: Vec::new() };
        for list in lists {
            moves.poses.extend(list);
            moves.first.push(moves.poses.len() as u32);
        }
        moves
    }

    fn reversed(&self) -> Self {
        let count = self.first.len() - 1;
        let mut lists = vec![Vec::new(); count];
        for from in 0..count as Pose {
            self.of(from).iter().for_each(|&to| lists[to as usize].push(from));
        }
        Moves::of_lists(lists.into_iter())
    }
}

impl Floor {
    /// A floor on which robots drive to any neighbour at once. O(nodes + arcs).
    ///
    /// # Panics
    ///
    /// If the world has 2³² arcs or more.
    pub fn free(world: &impl World) -> Self {
        let roadmap = Roadmap::new(world);
        let lists =
            (0..roadmap.place_count()).map(|place| roadmap.neighbours(place as Place).to_vec());
        let out = Moves::of_lists(lists);
        Floor::with_moves(roadmap, 0, out)
    }

    /// A floor on which robots drive forward and turn on the spot; `cell` says where a node lies.
    /// Arcs that lead neither along a row nor along a column to the next cell are left out.
    /// O(nodes + arcs).
    ///
    /// # Panics
    ///
    /// If the world has 2²⁸ nodes or more.
    pub fn turning(world: &impl World, cell: impl Fn(NodeId) -> Cell) -> Self {
        let roadmap = Roadmap::new(world);
        assert!(roadmap.place_count() < 1 << 28, "a floor has fewer than 2^28 places");
        let ahead = |place: Place, heading: u32| {
            let from = cell(roadmap.node(place));
            let faced = |&&to: &&Place| heading_to(from, cell(roadmap.node(to))) == Some(heading);
            roadmap.neighbours(place).iter().find(faced).copied()
        };
        let list = |pose: Pose| {
            let (place, heading) = (pose >> 2, pose & 3);
            let turned = |by: u32| place << 2 | (heading + by) & 3;
            let forward = ahead(place, heading).map(|to| to << 2 | heading);
            forward.into_iter().chain([turned(1), turned(3)]).collect()
        };
        let out = Moves::of_lists((0..(roadmap.place_count() as u32) << 2).map(list));
        Floor::with_moves(roadmap, 2, out)
    }

    fn with_moves(roadmap: Roadmap, shift: u32, out: Moves) -> Self {
        let (back, closed) = (out.reversed(), vec![0; roadmap.place_count()]);
        Floor { roadmap, shift, out, back, closed }
    }

    /// The places of the floor and their neighbours in the world, also those to which robots that
    /// turn cannot drive.
    pub fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }

    /// Whether robots have to turn before they drive another way.
    pub fn is_turning(&self) -> bool {
        self.shift > 0
    }

    pub(super) fn pose_count(&self) -> usize {
        self.closed.len() << self.shift
    }

    pub(super) fn pose(&self, place: Place, heading: Heading) -> Pose {
        place << self.shift | (heading as u32 & ((1 << self.shift) - 1))
    }

    /// All poses on a place.
    pub(super) fn poses(&self, place: Place) -> std::ops::Range<Pose> {
        place << self.shift..(place + 1) << self.shift
    }

    #[inline(always)]
    pub(super) fn place(&self, pose: Pose) -> Place {
        pose >> self.shift
    }

    pub(super) fn heading(&self, pose: Pose) -> Heading {
        Heading::ALL[(pose & ((1 << self.shift) - 1)) as usize]
    }

    /// How many turns it takes from one pose to another on the same place.
    #[inline(always)]
    pub(super) fn turns(&self, from: Pose, to: Pose) -> u32 {
        if self.shift == 0 { 0 } else { [0, 1, 2, 1][(to.wrapping_sub(from) & 3) as usize] }
    }

    /// What one move makes of a pose, closed places included: driving before turning.
    #[inline(always)]
    pub(super) fn moves(&self, pose: Pose) -> &[Pose] {
        self.out.of(pose)
    }

    /// The maximum number of moves from one pose.
    pub(super) fn most_moves(&self) -> usize {
        let counts = self.out.first.windows(2).map(|pair| pair[1] - pair[0]);
        counts.max().unwrap_or(0) as usize
    }

    /// How many moves there are from all poses.
    pub(super) fn move_count(&self) -> usize {
        self.out.poses.len()
    }

    /// The number of the first move from a pose.
    #[inline(always)]
    pub(super) fn first_move(&self, pose: Pose) -> usize {
        self.out.first[pose as usize] as usize
    }

    /// The number of the move between two poses that are one move apart.
    #[inline(always)]
    pub(super) fn move_index(&self, from: Pose, to: Pose) -> usize {
        let at = self.moves(from).iter().position(|&pose| pose == to);
        self.first_move(from) + at.expect("the poses are one move apart")
    }

    /// Which poses one move makes into this one.
    #[inline(always)]
    pub(super) fn moves_back(&self, pose: Pose) -> &[Pose] {
        self.back.of(pose)
    }

    #[inline(always)]
    pub(super) fn is_closed(&self, place: Place) -> bool {
        self.closed[place as usize] > 0
    }

    /// Adds a reason for which no robot may enter a place.
    pub(super) fn close(&mut self, place: Place) {
        self.closed[place as usize] += 1;
    }

    /// Removes such a reason.
    pub(super) fn open(&mut self, place: Place) {
        self.closed[place as usize] -= 1;
    }

    /// What a robot does to go from one pose to the other.
    pub(super) fn action(&self, from: Pose, to: Pose) -> Action {
        if from == to {
            Action::Wait
        } else if self.shift == 0 {
            Action::To(self.roadmap.node(to))
        } else if self.place(from) != self.place(to) {
            Action::Forward
        } else if (from + 1) & 3 == to & 3 {
            Action::Clockwise
        } else {
            Action::CounterClockwise
        }
    }
}

/// The heading from a cell to the next one in its row or column.
fn heading_to(from: Cell, to: Cell) -> Option<u32> {
    let offset = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let offsets = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    offsets.iter().position(|&one| one == offset).map(|heading| heading as u32)
}

impl fmt::Debug for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Floor");
        told.field("places", &self.closed.len()).field("is_turning", &self.is_turning());
        told.finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use astride::io::Drawing;
    use astride::shapes::square::{Mover, Neighbours};

    /// The floor of a drawing.
    pub(in crate::fleet) fn drawn(drawing: &str, is_turning: bool) -> Floor {
        let grid = Drawing::parse(drawing).unwrap().grid;
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let world = grid.seen_by(&mover);
        if is_turning {
            Floor::turning(&world, |node| grid.cell(node))
        } else {
            Floor::free(&world)
        }
    }

    #[test]
    fn moves_are_forward_and_turns() {
        let floor = drawn("..\n#.\n", true);
        let corner = floor.pose(1, Heading::South);
        let below = floor.pose(2, Heading::South);
        let [east, west] = [Heading::East, Heading::West].map(|heading| floor.pose(1, heading));
        assert_eq!(floor.moves(corner), [below, west, east]);
        assert_eq!(floor.moves(east).len(), 2);
        assert_eq!(floor.action(corner, below), Action::Forward);
        assert_eq!(floor.action(corner, west), Action::Clockwise);
        assert_eq!(floor.action(corner, east), Action::CounterClockwise);
        assert_eq!(floor.action(east, floor.pose(1, Heading::North)), Action::CounterClockwise);
        assert_eq!(floor.moves_back(below).len(), 3);
    }

    #[test]
    fn who_need_not_turn_drives_to_any_neighbour() {
        let floor = drawn("..\n#.\n", false);
        assert_eq!((floor.moves(1), floor.pose(1, Heading::North)), (&[2, 0][..], 1));
        assert_eq!(floor.action(1, 2), Action::To(floor.roadmap().node(2)));
    }
}
