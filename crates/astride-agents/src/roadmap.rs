//! The places on which agents stand, numbered densely, with their neighbours.

use std::fmt;

use astride::base::NodeId;
use astride::world::{Way, World};

/// A place of a [`Roadmap`], numbered `0..place_count` without gaps: suitable as an index into flat
/// arrays.
pub type Place = u32;

/// No place, in arrays only.
pub(crate) const NOWHERE: Place = u32::MAX;

/// The passable places of a world and the steps between them, packed.
///
/// Every arc of the world is one step, whatever it costs. Places are numbered in the order of the
/// world's nodes, and the neighbours of a place are in the order of the world's arcs, so the same
/// world gives the same roadmap.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::roadmap::Roadmap;
///
/// let grid = Drawing::parse("..#\n...\n")?.grid;
/// let mover = Mover::walker().neighbours(Neighbours::Four);
/// let roadmap = Roadmap::new(&grid.seen_by(&mover));
/// assert_eq!(roadmap.place_count(), 5);
/// let corner = roadmap.place(grid.node((2, 1)).unwrap()).unwrap();
/// assert_eq!(roadmap.neighbours(corner), [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Roadmap {
    nodes: Vec<NodeId>,
    /// The place of each node, or [`NOWHERE`].
    places: Vec<Place>,
    out: Steps,
    /// Reverse steps; `None` if they are the same as the forward ones.
    back: Option<Steps>,
}

/// The number of places that a clustered roadmap numbers together.
pub(crate) const CLUSTER: usize = 32;

/// The neighbours of all places, one list after the other.
#[derive(Clone, Default)]
struct Steps {
    first: Vec<u32>,
    places: Vec<Place>,
}

impl Steps {
    #[inline(always)]
    fn of(&self, place: Place) -> &[Place] {
        let place = place as usize;
        &self.places[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

impl Roadmap {
    /// The roadmap of a world. O(nodes + arcs); loops and parallel arcs are left out.
    ///
    /// # Panics
    ///
    /// If the world has 2³² arcs or more.
    pub fn new(world: &impl World) -> Self {
        Roadmap::of(
            world.node_count(),
            |node| world.is_passable(node),
            |node, way, visit| world.for_each_arc(node, way, |arc| visit(arc.node)),
        )
    }

    /// As [`new`](Self::new), for nodes whose neighbours are given to a visitor.
    pub(crate) fn of(
        node_count: u32,
        is_passable: impl Fn(NodeId) -> bool,
        neighbours: impl Fn(NodeId, Way, &mut dyn FnMut(NodeId)),
    ) -> Self {
        let nodes = (0..node_count).map(NodeId::new).filter(|&node| is_passable(node)).collect();
        Roadmap::over(node_count, nodes, neighbours)
    }

    /// The same places and steps as those of [`new`](Self::new), numbered so that places a few steps
    /// apart mostly have numbers a few apart: what is stored by place for an agent that walks
    /// lies on fewer cache lines. O(nodes + arcs).
    pub(crate) fn clustered(world: &impl World) -> Self {
        let mut is_listed = vec![false; world.node_count() as usize];
        let mut is_new = |node: NodeId| {
            world.is_passable(node) && !std::mem::replace(&mut is_listed[node.index()], true)
        };
        let mut nodes: Vec<NodeId> = Vec::new();
        for first in (0..world.node_count()).map(NodeId::new) {
            let mut at = nodes.len();
            let end = at + CLUSTER;
            nodes.extend(Some(first).filter(|&node| is_new(node)));
            // Breadth first, until the cluster is full.
            while at < nodes.len() && nodes.len() < end {
                world.for_each_arc(nodes[at], Way::Forward, |arc| {
                    if nodes.len() < end && is_new(arc.node) {
                        nodes.push(arc.node);
                    }
                });
                at += 1;
            }
        }
        Roadmap::over(world.node_count(), nodes, |node, way, visit| {
            world.for_each_arc(node, way, |arc| visit(arc.node));
        })
    }

    /// The roadmap of these nodes, which are numbered in this order.
    fn over(
        node_count: u32,
        nodes: Vec<NodeId>,
        neighbours: impl Fn(NodeId, Way, &mut dyn FnMut(NodeId)),
    ) -> Self {
        let mut places = vec![NOWHERE; node_count as usize];
        for (place, node) in nodes.iter().enumerate() {
            places[node.index()] = place as Place;
        }
        let steps = |way| {
            Steps::packed(&nodes, &places, |node, visit: &mut dyn FnMut(NodeId)| {
                neighbours(node, way, visit);
            })
        };
        let out = steps(Way::Forward);
        let is_two_way = |from: Place| out.of(from).iter().all(|&to| out.of(to).contains(&from));
        let is_symmetric = (0..nodes.len() as Place).all(is_two_way);
        let back = (!is_symmetric).then(|| steps(Way::Backward));
        Roadmap { nodes, places, out, back }
    }

    /// The number of places.
    pub fn place_count(&self) -> usize {
        self.nodes.len()
    }

    /// The places reachable by one step from `place`, in the order of the world's arcs.
    #[inline(always)]
    pub fn neighbours(&self, place: Place) -> &[Place] {
        self.out.of(place)
    }

    /// The places from which one step leads to `place`.
    #[inline(always)]
    pub fn neighbours_back(&self, place: Place) -> &[Place] {
        self.back.as_ref().unwrap_or(&self.out).of(place)
    }

    /// Whether every step can be undone by a single step.
    pub fn is_two_way(&self) -> bool {
        self.back.is_none()
    }

    /// The place of a node; `None` if the mover cannot stand there or if the world has no such
    /// node.
    pub fn place(&self, node: NodeId) -> Option<Place> {
        self.places.get(node.index()).copied().filter(|&place| place != NOWHERE)
    }

    /// The node of a place.
    pub fn node(&self, place: Place) -> NodeId {
        self.nodes[place as usize]
    }
}

impl Steps {
    fn packed(
        nodes: &[NodeId],
        places: &[Place],
        neighbours: impl Fn(NodeId, &mut dyn FnMut(NodeId)),
    ) -> Self {
        let mut steps = Steps { first: vec![0], places: Vec::new() };
        for (place, &node) in nodes.iter().enumerate() {
            let begin = steps.places.len();
            neighbours(node, &mut |node| {
                let to = places[node.index()];
                let is_new = !steps.places[begin..].contains(&to);
                if to != NOWHERE && to != place as Place && is_new {
                    steps.places.push(to);
                }
            });
            let end = u32::try_from(steps.places.len()).expect("a world has fewer than 2^32 arcs");
            steps.first.push(end);
        }
        steps
    }
}

impl fmt::Debug for Roadmap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Roadmap");
        told.field("places", &self.place_count()).field("steps", &self.out.places.len());
        told.finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use astride::io::Drawing;
    use astride::shapes::square::{Edit, Mover, Neighbours};

    /// The roadmap of a drawing, with four neighbours.
    pub(crate) fn drawn(drawing: &str) -> Roadmap {
        let grid = Drawing::parse(drawing).unwrap().grid;
        Roadmap::new(&grid.seen_by(&Mover::walker().neighbours(Neighbours::Four)))
    }

    #[test]
    fn places_are_numbered_without_holes() {
        let roadmap = drawn("..#\n#..\n");
        let nodes: Vec<u32> = (0..4).map(|place| roadmap.node(place).get()).collect();
        assert_eq!(nodes, [0, 1, 4, 5]);
        assert_eq!(roadmap.place(NodeId::new(2)), None);
        assert_eq!(roadmap.place(NodeId::new(6)), None);
        assert_eq!(roadmap.place(NodeId::new(5)), Some(3));
        assert_eq!((roadmap.neighbours(1), roadmap.is_two_way()), (&[2, 0][..], true));
    }

    #[test]
    fn clusters_hold_the_same_places_and_steps() {
        let mut rows = "#".repeat(50) + "\n";
        (0..40).for_each(|y| rows += &(".".repeat(y) + "#" + &".".repeat(49 - y) + "\n"));
        let grid = Drawing::parse(&rows).unwrap().grid;
        let world = grid.seen_by(&Mover::walker().neighbours(Neighbours::Four));
        let (plain, clustered) = (Roadmap::new(&world), Roadmap::clustered(&world));
        assert_eq!(plain.place_count(), clustered.place_count());
        let mut leaps = [0, 0];
        for place in 0..plain.place_count() as Place {
            let node = plain.node(place);
            let twin = clustered.place(node).unwrap();
            assert_eq!(clustered.node(twin), node);
            let nodes = |roadmap: &Roadmap, place| -> Vec<NodeId> {
                roadmap.neighbours(place).iter().map(|&to| roadmap.node(to)).collect()
            };
            assert_eq!(nodes(&plain, place), nodes(&clustered, twin), "in the order of the world");
            for (leaps, (roadmap, at)) in
                leaps.iter_mut().zip([(&plain, place), (&clustered, twin)])
            {
                let block = |place: Place| place as usize / CLUSTER;
                *leaps +=
                    roadmap.neighbours(at).iter().filter(|&&to| block(to) != block(at)).count();
            }
        }
        assert!(leaps[1] * 4 < leaps[0] * 3, "{leaps:?} steps lead to another block");
    }

    #[test]
    fn one_way_steps_are_known_from_both_ends() {
        let mut grid = Drawing::parse(".#.\n").unwrap().grid;
        grid.apply(Edit::new().link((0, 0), (2, 0), 7)).unwrap();
        let roadmap = Roadmap::new(&grid.seen_by(&Mover::walker()));
        assert!(!roadmap.is_two_way());
        assert_eq!((roadmap.neighbours(0), roadmap.neighbours(1)), (&[1][..], &[][..]));
        let back = (roadmap.neighbours_back(0), roadmap.neighbours_back(1));
        assert_eq!(back, (&[][..], &[0][..]));
    }
}
