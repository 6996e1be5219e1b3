//! The selection of landmarks.
//!
//! Goldberg & Werneck, "Computing Point-to-Point Shortest Paths from External Memory", ALENEX 2005,
//! for both rules. Their random choices are replaced by a hash of the number of the landmark.

use super::{Landmarks, LandmarksError, computed};
use crate::base::{Budget, Cost, NodeId};
use crate::search::DistanceField;
use crate::world::{Way, World};

/// How landmarks are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Each landmark is the node farthest from all earlier ones; ties go to the smallest id. As
    /// good as `Avoid` on most maps, and two to three times as fast to build.
    #[default]
    Farthest,
    /// Each landmark lies behind the area where the estimates so far are worst: at the end of the
    /// branch of a shortest-path tree whose nodes have the largest total underestimate, provided it
    /// contains no landmark. Saved a tenth of the work on the largest map measured, and cost a
    /// tenth on another.
    Avoid,
}

/// Chooses landmarks one after the other.
pub(super) struct Selector {
    selection: Selection,
    /// The component of each node; [`NONE`] if it is impassable.
    part_of: Vec<u32>,
    parts: Vec<Part>,
    /// The component of the last landmark.
    current: usize,
    /// Potentials to the nearest landmark so far, in ticks.
    nearest: Vec<u32>,
}

/// Nodes connected by arcs, whatever their direction.
struct Part {
    size: u32,
    first: NodeId,
    landmarks: u32,
}

const NONE: u32 = u32::MAX;

impl Selector {
    pub(super) fn new(world: &impl World, selection: Selection) -> Self {
        let (part_of, parts) = parts(world);
        let nearest = vec![u32::MAX; world.node_count() as usize];
        Selector { selection, part_of, parts, current: 0, nearest }
    }

    /// The next landmark; `None` if every node is one already.
    pub(super) fn next<W: World>(
        &mut self,
        world: &W,
        so_far: &Landmarks,
        field: &mut DistanceField,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, LandmarksError> {
        let Some(part) = self.next_part() else { return Ok(None) };
        self.current = part;
        if self.parts[part].landmarks == 0 {
            // The far end of the component, seen from its first node.
            computed(field, world, self.parts[part].first, Way::Forward, budget)?;
            let first = self.parts[part].first;
            let far = self.nodes_of(part).filter_map(|node| Some((field.distance(node)?, node)));
            return Ok(Some(first_of_most(far).unwrap_or(first)));
        }
        if self.selection == Selection::Avoid
            && let Some(node) = self.behind_the_worst(world, so_far, field, budget)?
        {
            return Ok(Some(node));
        }
        let far = self.nodes_of(part).map(|node| (self.nearest[node.index()], node));
        let free = far.filter(|(_, node)| !so_far.nodes.contains(node));
        Ok(first_of_most(free))
    }

    /// Records the landmark added last.
    pub(super) fn note(&mut self, landmarks: &Landmarks) {
        self.parts[self.current].landmarks += 1;
        let lane = landmarks.lanes - if landmarks.is_symmetric { 1 } else { 2 };
        for (node, nearest) in (0..).map(NodeId::new).zip(&mut self.nearest) {
            *nearest = landmarks.potential(node, lane).min(*nearest);
        }
    }

    /// The component with the most nodes per landmark, counting the next one (as in D'Hondt's
    /// method); the first among equals.
    fn next_part(&self) -> Option<usize> {
        let open = self.parts.iter().enumerate().filter(|(_, part)| part.landmarks < part.size);
        let mut best: Option<(usize, &Part)> = None;
        for (at, part) in open {
            let share =
                |part: &Part, other: &Part| u64::from(part.size) * (u64::from(other.landmarks) + 1);
            if best.is_none_or(|(_, best)| share(part, best) > share(best, part)) {
                best = Some((at, part));
            }
        }
        best.map(|(at, _)| at)
    }

    fn nodes_of(&self, part: usize) -> impl Iterator<Item = NodeId> + '_ {
        let all = (0..).map(NodeId::new).zip(&self.part_of);
        all.filter(move |&(_, &of)| of as usize == part).map(|(node, _)| node)
    }

    /// The nodes of the component in order of distance; a function of its own so that the sort is
    /// compiled once, and not for each kind of world.
    #[inline(never)]
    fn by_distance(&self, field: &DistanceField) -> Vec<NodeId> {
        let reached = |node| Some((field.distance(node)?, node));
        let mut order: Vec<(Cost, NodeId)> =
            self.nodes_of(self.current).filter_map(reached).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, node)| node).collect()
    }

    /// Rule `Avoid`: the end of the branch with the worst estimates, or `None` if there is no
    /// underestimate.
    fn behind_the_worst<W: World>(
        &self,
        world: &W,
        so_far: &Landmarks,
        field: &mut DistanceField,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, LandmarksError> {
        let Some(root) = self.lot(so_far.nodes.len() as u64) else { return Ok(None) };
        computed(field, world, root, Way::Forward, budget)?;
        let distance = |node| field.distance(node).unwrap_or(0);
        let order = self.by_distance(field);
        // For each node: the total underestimate in its branch, and whether a landmark is in it.
        let mut missing = vec![0_u64; self.part_of.len()];
        let mut is_covered = vec![false; self.part_of.len()];
        so_far.nodes.iter().for_each(|node| is_covered[node.index()] = true);
        // The worst branch below each node, and the worst of all.
        let mut worst_below: Vec<Option<NodeId>> = vec![None; self.part_of.len()];
        let mut worst: Option<(u64, NodeId)> = None;
        for &node in order.iter().rev() {
            let at = node.index();
            missing[at] += distance(node).saturating_sub(so_far.bound(root, node));
            let parent = field.arc_down(world, node, distance(node)).map(|(parent, _)| parent);
            if is_covered[at] {
                parent.into_iter().for_each(|parent| is_covered[parent.index()] = true);
                continue;
            }
            if worst.is_none_or(|(most, _)| missing[at] > most) {
                worst = Some((missing[at], node));
            }
            let Some(parent) = parent.map(NodeId::index) else { continue };
            missing[parent] += missing[at];
            let of = |node: Option<NodeId>| node.map_or(0, |node: NodeId| missing[node.index()]);
            if of(worst_below[parent]) < missing[at] {
                worst_below[parent] = Some(node);
            }
        }
        let Some((1.., mut node)) = worst else { return Ok(None) };
        while let Some(below) = worst_below[node.index()] {
            node = below;
        }
        Ok((!so_far.nodes.contains(&node)).then_some(node))
    }

    /// A pseudorandom node of the current component, determined by the number.
    fn lot(&self, number: u64) -> Option<NodeId> {
        let mut z = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let size = u64::from(self.parts[self.current].size);
        self.nodes_of(self.current).nth(((z >> 32) % size) as usize)
    }
}

/// The node with the greatest value, the first among equals.
fn first_of_most<N: Ord + Copy>(of: impl Iterator<Item = (N, NodeId)>) -> Option<NodeId> {
    let mut best: Option<(N, NodeId)> = None;
    for (number, node) in of {
        if best.is_none_or(|(most, _)| number > most) {
            best = Some((number, node));
        }
    }
    best.map(|(_, node)| node)
}

/// The component of each node, and the components by their first nodes.
fn parts(world: &impl World) -> (Vec<u32>, Vec<Part>) {
    let mut part_of = vec![NONE; world.node_count() as usize];
    let (mut parts, mut open) = (Vec::new(), Vec::new());
    for first in (0..world.node_count()).map(NodeId::new) {
        if part_of[first.index()] != NONE || !world.is_passable(first) {
            continue;
        }
        let number = parts.len() as u32;
        let mut size = 0;
        part_of[first.index()] = number;
        open.push(first);
        while let Some(node) = open.pop() {
            size += 1;
            for way in [Way::Forward, Way::Backward] {
                world.visit_arcs(node, None, way, &mut |arc| {
                    let part = &mut part_of[arc.node.index()];
                    if *part == NONE {
                        *part = number;
                        open.push(arc.node);
                    }
                });
            }
        }
        parts.push(Part { size, first, landmarks: 0 });
    }
    (part_of, parts)
}
