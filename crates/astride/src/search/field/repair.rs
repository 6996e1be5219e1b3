//! Updating a field after edits or for other sources, without computing it again.
//!
//! Two passes cover what changed and everything that depends on it. The first invalidates, nearest
//! first, every distance that no arc and no source accounts for any more; each remaining distance
//! is the cost of some path. The second relaxes arcs as in Dijkstra's search, starting at the rim
//! of the hole and at the arcs that became cheaper.
//!
//! Ramalingam & Reps, "An incremental algorithm for a generalization of the shortest-path problem",
//! Journal of Algorithms 21(2), 1996. They keep both passes in one queue and two values per node;
//! with separate passes the distances themselves are the only memory. Their algorithm requires
//! nonzero arc costs. Here, nodes that account for each other by zero-cost arcs are invalidated
//! together, unless one of them has another justification.

use super::descend::Level;
use super::error::{FieldError, Kind};
use super::{DistanceField, FieldStatus, opposite};
use crate::base::{Budget, CellRect, Cost, Entry, NodeId, OpenList, SmallSort};
use crate::search::Starts;
use crate::world::{Arc, Followed, Tiled, World};

/// When a repair has invalidated or expanded more than this fraction of all nodes (one in
/// `MOST_PART`), it computes the field again: per node, a repair costs 5 to 10 times as much as
/// computing.
const MOST_PART: usize = 16;

/// Working memory of repairs, allocated at the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct RepairMemory {
    /// Nodes with an incoming arc (seen from the sources) that may have changed.
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
    /// Updates a complete field with the edits made to the map since it was computed or last
    /// repaired. Afterwards it is as if computed on the current `world`, which must be a view of
    /// the same map by an equal mover.
    ///
    /// # Errors
    ///
    /// If the map's log of changes no longer reaches back to the revision of the field
    /// ([`FieldError::is_stale`]), if the field is not complete, or if the world has another number
    /// of nodes. The field is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(k log k), where k counts the cells touched by edits, the nodes whose distance changes, and
    /// their neighbours. It never takes much longer than computing the field again, which it does
    /// if about a sixteenth of the nodes is affected.
    ///
    /// The report counts touched nodes, nodes expanded to propagate new distances as looked at, and as
    /// changed the nodes whose distance was invalidated, even if they got the same one again.
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
    pub fn repair(&mut self, world: &(impl World + Tiled)) -> Result<Followed, FieldError> {
        let mut touched = std::mem::take(&mut self.repair.touched);
        let found = self.find_touched(world, most_nodes(self.node_count()), &mut touched);
        self.repair.touched = touched;
        Ok(if found? { self.mend(world) } else { self.rebuild(world, Followed::default()) })
    }

    /// A [repaired](Self::repair) copy, unless more than `most` nodes would be invalidated or expanded,
    /// or so many that the field would be computed again; and the number of these nodes. `None` if
    /// nothing was tried, in O(nodes touched): if there are too many of them, or for the reasons for
    /// which `repair` fails.
    pub(crate) fn repaired_within(
        &self,
        world: &(impl World + Tiled),
        most: usize,
    ) -> Option<(Option<DistanceField>, u64)> {
        let most = most.min(most_nodes(self.node_count()));
        let mut touched = Vec::new();
        if self.find_touched(world, most, &mut touched) != Ok(true) {
            return None;
        }
        let mut field = self.clone();
        field.repair = RepairMemory { touched, ..RepairMemory::default() };
        let mended = field.try_mend(world, most);
        field.repair = RepairMemory::default();
        let (Ok(repair) | Err(repair)) = mended;
        Some((mended.is_ok().then_some(field), repair.changed + repair.looked))
    }

    /// Finds the nodes touched by edits; returns `false` if there are more than `most`.
    fn find_touched(
        &self,
        world: &(impl World + Tiled),
        most: usize,
        touched: &mut Vec<NodeId>,
    ) -> Result<bool, FieldError> {
        self.check_complete(world)?;
        let log = world.changes();
        let forgotten = FieldError(Kind::Forgotten { field: self.revision, world: log.revision() });
        let rects = || log.since(self.revision).ok_or(forgotten);
        if rects()?.map(CellRect::grown_area).sum::<u64>() > most as u64 {
            return Ok(false);
        }
        touched.clear();
        for rect in rects()? {
            world.touch(rect, touched);
            // A large body touches many more nodes than have changed, some of them several times.
            if touched.len() > 2 * most {
                touched.sort_unstable();
                touched.dedup();
                if touched.len() > most {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// As [`repair`](Self::repair), for any world whose arcs have changed. `touched` must contain
    /// every node at which an arc from the side of the sources appeared, vanished or changed its
    /// cost (the end of the arc for a `Forward` field, its start for a `Backward` one), and every
    /// node that became passable or impassable.
    ///
    /// # Errors
    ///
    /// If the field is not complete, or if the world has another number of nodes.
    ///
    /// # Panics
    ///
    /// If `touched` contains a node outside `world`.
    pub fn repair_around(
        &mut self,
        world: &impl World,
        touched: &[NodeId],
    ) -> Result<Followed, FieldError> {
        self.check_complete(world)?;
        self.repair.touched.clear();
        self.repair.touched.extend_from_slice(touched);
        Ok(self.mend(world))
    }

    /// Replaces the sources of a complete field. Afterwards it is as if computed around the new
    /// ones.
    ///
    /// # Errors
    ///
    /// If the world has changed since the field was computed or repaired, if the field is not
    /// complete, or if the world has another number of nodes. The field is then unchanged.
    ///
    /// # Panics
    ///
    /// If a source is not a node of `world`.
    ///
    /// # Complexity
    ///
    /// That of [`repair`](Self::repair). Moving the only source changes nearly all distances, so
    /// the field is computed again; adding or removing one of many affects only its surroundings.
    pub fn move_sources(
        &mut self,
        world: &impl World,
        sources: &[(NodeId, Cost)],
    ) -> Result<Followed, FieldError> {
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
    fn rebuild(&mut self, world: &impl World, tried: Followed) -> Followed {
        self.stop.set(&[], Cost::MAX);
        self.begin(world);
        let status = self.run(world, &mut Budget::unlimited());
        debug_assert_eq!(status, FieldStatus::Complete, "nothing stops it");
        Followed { touched: self.node_count() as u64, rebuilt: true, ..tried }
    }

    /// Runs both passes, starting at the nodes in `self.repair.touched`.
    fn mend(&mut self, world: &impl World) -> Followed {
        match self.try_mend(world, most_nodes(self.node_count())) {
            Ok(repair) => repair,
            Err(tried) => self.rebuild(world, tried),
        }
    }

    /// As [`mend`](Self::mend), but leaves the field half repaired if more than `most` nodes are touched,
    /// invalidated or expanded.
    fn try_mend(&mut self, world: &impl World, most: usize) -> Result<Followed, Followed> {
        let mut memory = std::mem::take(&mut self.repair);
        memory.touched.sort_unstable();
        memory.touched.dedup();
        memory.raised.clear();
        let mut open = memory.open.take().unwrap_or_default();
        let mut looked = 0;
        let done = self.raise(world, &memory.touched, &mut memory.raised, &mut open, most)
            && self.spread(world, &memory, &mut open, &mut looked, most as u64);
        let [touched, changed] =
            [memory.touched.len(), memory.raised.len()].map(|count| count as u64);
        memory.open = Some(open);
        self.repair = memory;
        let repair = Followed { touched, looked, changed, rebuilt: false };
        if !done {
            return Err(repair);
        }
        self.revision = world.revision();
        Ok(repair)
    }

    /// Invalidates every distance that nothing accounts for any more, nearest first, so that
    /// everything that could account for a node is decided before it. Returns `false` if there are
    /// too many.
    fn raise(
        &mut self,
        world: &impl World,
        touched: &[NodeId],
        raised: &mut Vec<NodeId>,
        open: &mut OpenList,
        most: usize,
    ) -> bool {
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
                    // Nodes that account only for each other have no justification.
                    raised.extend(level.nodes.iter().map(|&(node, _)| node));
                }
            }
            if raised.len() > most {
                return false;
            }
            raised[first..].iter().for_each(|&node| self.distances.forget(node));
            // The nodes they accounted for may have lost their justification.
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

    /// What accounts for a distance of at most `distance` ticks at `node`, once all smaller
    /// distances are decided.
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

    /// Propagates distances from the nodes that have a better one than is stored. Returns `false`
    /// if there are too many of them.
    fn spread(
        &mut self,
        world: &impl World,
        memory: &RepairMemory,
        open: &mut OpenList,
        expanded: &mut u64,
        most: u64,
    ) -> bool {
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

    /// The least distance of `node` that an arc or a source accounts for.
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

    /// Stores the sources of a field in node order, each once with the lowest cost given for it.
    pub(super) fn set_sources(&mut self, sources: &[(NodeId, Cost)]) {
        self.sources.clear();
        let paid = |&(node, paid): &(NodeId, Cost)| (node, paid.min(Starts::MOST_PAID));
        self.sources.extend(sources.iter().map(paid));
        self.sources.sort_small();
        self.sources.dedup_by_key(|source| source.0);
    }
}

/// What accounts for a distance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Explained {
    /// A source, or an arc from a node with a smaller distance.
    FromBelow,
    /// Only zero-cost arcs, from nodes with the same distance.
    FromLevel,
    No,
}

fn entry(distance: Cost, node: NodeId) -> Entry {
    Entry { f: distance, tie: u64::from(node.get()), node: node.get() }
}

/// The number of nodes that may be touched, or that a repair may invalidate or expand, before it
/// gives up.
fn most_nodes(nodes: usize) -> usize {
    nodes / MOST_PART + 64
}

/// Fills the open list, with a range of buckets wide enough for all the first entries.
fn begin(open: &mut OpenList, world: &impl World, entries: impl Iterator<Item = Entry> + Clone) {
    let distances = || entries.clone().map(|entry| entry.f);
    let least = distances().min().unwrap_or(0);
    let spread = distances().max().unwrap_or(0) - least;
    open.begin(least, spread.max(u64::from(world.max_arc_cost())));
    entries.for_each(|entry| open.push(entry));
}
