//! Bringing a field up to date after edits or with other sources, without computing it again.
//!
//! Two passes over what changed and what hangs on it. The first takes back, nearest first, every
//! distance that no arc and no source explains any more; what remains is the cost of some path. The
//! second lets distances spread again from the rim of the hole and from the arcs that became
//! cheaper, as in Dijkstra's search.
//!
//! Ramalingam & Reps, "An incremental algorithm for a generalization of the shortest-path problem",
//! Journal of Algorithms 21(2), 1996. Theirs keeps both passes in one queue and both values of each
//! node; with two passes the distances themselves are all the memory there is. Theirs wants arcs that
//! cost something; here nodes that explain each other by arcs that cost nothing are taken back
//! together, unless one of them has another explanation.

use super::descend::Level;
use super::error::{FieldError, Kind};
use super::{DistanceField, FieldStatus, opposite};
use crate::base::{Budget, CellRect, Cost, Entry, NodeId, OpenList};
use crate::search::Starts;
use crate::world::{Arc, Tiled, World};

/// When a repair has taken back or expanded more than this part of all nodes it computes the field
/// again: it costs 5 to 10 times as much per node as computing does.
const MOST_PART: usize = 16;

/// What a repair did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Nodes whose distance was taken back, some to get the same one again.
    pub raised: usize,
    /// Nodes expanded to spread new distances.
    pub expanded: u64,
    /// Whether so much had changed that the whole field was computed again.
    pub rebuilt: bool,
}

/// Memory of repairs, taken at the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct RepairMemory {
    /// Nodes whose arcs from the side of the sources may have changed.
    touched: Vec<NodeId>,
    raised: Vec<NodeId>,
    open: Option<Box<OpenList>>,
}

impl RepairMemory {
    pub(super) fn bytes(&self) -> usize {
        (self.touched.capacity() + self.raised.capacity()) * size_of::<NodeId>()
            + self.open.as_ref().map_or(0, |open| open.bytes())
    }
}

impl DistanceField {
    /// Brings a complete field up to date with the edits of the map since it was computed or last
    /// repaired: afterwards it is as if computed on `world` now. That must be of the same map and an
    /// equal mover as before.
    ///
    /// # Errors
    ///
    /// If the map's log of changes no longer reaches back to the revision of the field
    /// ([`FieldError::is_stale`]), the field is not complete, or the world has another number of
    /// nodes. The field is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(k log k), where k counts the cells touched by edits, the nodes whose distance changes, and
    /// their neighbours; never much more than computing the field again, which is what it does when
    /// about a sixteenth of the nodes is concerned.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::search::DistanceField;
    /// use astride::shapes::square::{Edit, Grid, Mover};
    /// use astride::world::Way;
    /// let mut grid = Grid::new(64, 64, b'.')?;
    /// let (goal, unit) = (grid.node((63, 0)).unwrap(), grid.node((0, 0)).unwrap());
    /// let mover = Mover::walker();
    /// let mut field = DistanceField::new();
    /// let budget = &mut Budget::unlimited();
    /// field.compute(&grid.seen_by(&mover), &[(goal, 0)], Way::Backward, budget);
    /// grid.apply(Edit::new().set((30, 0), b'@'))?;
    /// let repair = field.repair(&grid.seen_by(&mover))?;
    /// assert!(!repair.rebuilt);
    /// assert!(field.distance(unit) > Some(63 * 13_860), "there is a block in the way now");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repair(&mut self, world: &(impl World + Tiled)) -> Result<Repair, FieldError> {
        self.check_complete(world)?;
        let log = world.changes();
        let forgotten = FieldError(Kind::Forgotten { field: self.revision, world: log.revision() });
        let rects = || log.since(self.revision).ok_or(forgotten);
        let most = most_nodes(self.node_count());
        if rects()?.map(CellRect::grown_area).sum::<u64>() > most as u64 {
            return Ok(self.rebuild(world, 0, 0));
        }
        let mut touched = std::mem::take(&mut self.repair.touched);
        touched.clear();
        let mut is_too_much = false;
        for rect in rects()? {
            world.touch(rect, &mut touched);
            // A large body touches many more nodes than have changed, some of them many times.
            if touched.len() > 2 * most {
                touched.sort_unstable();
                touched.dedup();
                is_too_much = touched.len() > most;
            }
            if is_too_much {
                break;
            }
        }
        self.repair.touched = touched;
        Ok(if is_too_much { self.rebuild(world, 0, 0) } else { self.mend(world) })
    }

    /// As [`repair`](Self::repair), for any world whose arcs have changed: `touched` must hold every
    /// node at which an arc from the side of the sources appeared, vanished or changed its cost (the
    /// end of the arc for a `Forward` field, its start for a `Backward` one), and every node that
    /// became passable or impassable.
    ///
    /// # Errors
    ///
    /// If the field is not complete, or the world has another number of nodes.
    ///
    /// # Panics
    ///
    /// If `touched` holds something that is not a node of `world`.
    pub fn repair_around(
        &mut self,
        world: &impl World,
        touched: &[NodeId],
    ) -> Result<Repair, FieldError> {
        self.check_complete(world)?;
        self.repair.touched.clear();
        self.repair.touched.extend_from_slice(touched);
        Ok(self.mend(world))
    }

    /// Gives a complete field other sources: afterwards it is as if computed around them.
    ///
    /// # Errors
    ///
    /// If the world has changed since the field was computed or repaired, the field is not complete,
    /// or the world has another number of nodes. The field is then unchanged.
    ///
    /// # Panics
    ///
    /// If a source is not a node of `world`.
    ///
    /// # Complexity
    ///
    /// As of [`repair`](Self::repair). Moving the only source changes nearly all distances and so
    /// computes the field again; adding one of many, or taking it away, concerns its surroundings.
    pub fn move_sources(
        &mut self,
        world: &impl World,
        sources: &[(NodeId, Cost)],
    ) -> Result<Repair, FieldError> {
        self.check_complete(world)?;
        self.check_current(world)?;
        let touched = &mut self.repair.touched;
        touched.clear();
        touched.extend(self.sources.iter().chain(sources).map(|source| source.0));
        self.set_sources(sources);
        Ok(self.mend(world))
    }

    fn check_complete(&self, world: &impl World) -> Result<(), FieldError> {
        self.check_size(world)?;
        match self.settled_below {
            Cost::MAX => Ok(()),
            settled_below => Err(FieldError(Kind::Unfinished { settled_below })),
        }
    }

    #[cold]
    fn rebuild(&mut self, world: &impl World, raised: usize, expanded: u64) -> Repair {
        self.stop.set(&[], Cost::MAX);
        self.begin(world);
        let status = self.run(world, &mut Budget::unlimited());
        debug_assert_eq!(status, FieldStatus::Complete, "nothing stops it");
        Repair { raised, expanded, rebuilt: true }
    }

    /// Both passes, from the nodes in `self.repair.touched`.
    fn mend(&mut self, world: &impl World) -> Repair {
        let mut memory = std::mem::take(&mut self.repair);
        memory.touched.sort_unstable();
        memory.touched.dedup();
        memory.raised.clear();
        let mut open = memory.open.take().unwrap_or_default();
        let mut expanded = 0;
        let done = self.raise(world, &memory.touched, &mut memory.raised, &mut open)
            && self.spread(world, &memory, &mut open, &mut expanded);
        let raised = memory.raised.len();
        memory.open = Some(open);
        self.repair = memory;
        if !done {
            return self.rebuild(world, raised, expanded);
        }
        self.revision = world.revision();
        Repair { raised, expanded, rebuilt: false }
    }

    /// Takes back every distance that nothing explains any more, nearest first, so that whatever
    /// could explain a node is decided before it. `false` if there are too many.
    fn raise(
        &mut self,
        world: &impl World,
        touched: &[NodeId],
        raised: &mut Vec<NodeId>,
        open: &mut OpenList,
    ) -> bool {
        let most = most_nodes(self.node_count());
        if touched.len() > most {
            return false;
        }
        let known = || touched.iter().filter_map(|&node| Some(entry(self.distance(node)?, node)));
        begin(open, world, known());
        let mut looked_at = 0;
        while let Some(Entry { f, node, .. }) = open.pop() {
            let node = NodeId::new(node);
            if self.distance(node) != Some(f) {
                continue;
            }
            let first = raised.len();
            match self.explained(world, node, f) {
                Explained::FromBelow => continue,
                Explained::No => raised.push(node),
                Explained::FromLevel => {
                    let mut level = Level::new(node);
                    let is_below = |node| self.explained(world, node, f) == Explained::FromBelow;
                    if level.search(self, world, f, is_below, most) {
                        looked_at += level.nodes.len();
                        if looked_at > 8 * most {
                            return false;
                        }
                        continue;
                    }
                    // Nodes that only explain each other explain nothing.
                    raised.extend(level.nodes.iter().map(|&(node, _)| node));
                }
            }
            if raised.len() > most {
                return false;
            }
            raised[first..].iter().for_each(|&node| self.distances.forget(node));
            // Those they explained may have lost their explanation.
            for &node in &raised[first..] {
                world.for_each_arc(node, self.way, |arc| {
                    let behind = f + Cost::from(arc.cost);
                    if self.distance(arc.node) == Some(behind) {
                        open.push(entry(behind, arc.node));
                    }
                });
            }
        }
        true
    }

    /// What explains that `node` is at most `distance` ticks away, when all smaller distances are
    /// decided.
    fn explained(&self, world: &impl World, node: NodeId, distance: Cost) -> Explained {
        if self.paid_at(node).is_some_and(|paid| paid <= distance) && world.is_passable(node) {
            return Explained::FromBelow;
        }
        let mut explained = Explained::No;
        world.for_each_arc(node, opposite(self.way), |Arc { node, cost, .. }| {
            let Some(there) = self.distance(node) else { return };
            if there < distance && there + Cost::from(cost) <= distance {
                explained = Explained::FromBelow;
            } else if there == distance && cost == 0 && explained == Explained::No {
                explained = Explained::FromLevel;
            }
        });
        explained
    }

    /// Lets distances spread from where they have a better explanation than what is written.
    /// `false` if that are too many nodes.
    fn spread(
        &mut self,
        world: &impl World,
        memory: &RepairMemory,
        open: &mut OpenList,
        expanded: &mut u64,
    ) -> bool {
        let most = most_nodes(self.node_count()) as u64;
        let nodes = || memory.touched.iter().chain(&memory.raised).copied();
        for node in nodes() {
            if let Some(least) = self.least_through(world, node)
                && self.distance(node).is_none_or(|known| least < known)
            {
                self.distances.set(node, least);
            }
        }
        begin(open, world, nodes().filter_map(|node| Some(entry(self.distance(node)?, node))));
        while let Some(Entry { f, node, .. }) = open.pop() {
            let node = NodeId::new(node);
            if self.distance(node) != Some(f) {
                continue;
            }
            *expanded += 1;
            if *expanded > most {
                return false;
            }
            world.for_each_arc(node, self.way, |arc| {
                let through = f + Cost::from(arc.cost);
                if self.distances.get(arc.node).is_none_or(|known| through < known) {
                    self.distances.set(arc.node, through);
                    open.push(entry(through, arc.node));
                }
            });
        }
        true
    }

    /// The least distance of `node` that an arc or a source explains.
    fn least_through(&self, world: &impl World, node: NodeId) -> Option<Cost> {
        let paid = self.paid_at(node).filter(|_| world.is_passable(node));
        let mut least = paid.unwrap_or(Cost::MAX);
        world.for_each_arc(node, opposite(self.way), |Arc { node, cost, .. }| {
            if let Some(distance) = self.distance(node) {
                least = least.min(distance + Cost::from(cost));
            }
        });
        (least != Cost::MAX).then_some(least)
    }

    /// Remembers the sources of a field, by node, each once with the least it has paid.
    pub(super) fn set_sources(&mut self, sources: &[(NodeId, Cost)]) {
        self.sources.clear();
        let paid = |&(node, paid): &(NodeId, Cost)| (node, paid.min(Starts::MOST_PAID));
        self.sources.extend(sources.iter().map(paid));
        self.sources.sort_unstable();
        self.sources.dedup_by_key(|source| source.0);
    }
}

/// What explains a distance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Explained {
    /// A source, or an arc from a node of a smaller distance.
    FromBelow,
    /// Only arcs that cost nothing, from nodes of the same distance.
    FromLevel,
    No,
}

fn entry(distance: Cost, node: NodeId) -> Entry {
    Entry { f: distance, tie: u64::from(node.get()), node: node.get() }
}

/// The nodes that a repair may take back or expand, or that may be touched, before it gives up.
fn most_nodes(nodes: usize) -> usize {
    nodes / MOST_PART + 64
}

/// Fills the open list, with buckets wide enough for all the first entries.
fn begin(open: &mut OpenList, world: &impl World, entries: impl Iterator<Item = Entry> + Clone) {
    let distances = || entries.clone().map(|entry| entry.f);
    let least = distances().min().unwrap_or(0);
    let spread = distances().max().unwrap_or(0) - least;
    open.begin(least, spread.max(u64::from(world.max_arc_cost())));
    entries.for_each(|entry| open.push(entry));
}
