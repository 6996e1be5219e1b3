//! What a graph means to one kind of mover: arcs that are closed to it or cost it more.

use std::sync::Arc as Shared;

use super::error::{GraphError, Kind};
use super::{Graph, GraphHeuristic};
use crate::base::{Cost, NodeId, Packer, PartsError, Slot, Unpacker};
use crate::search::Guessed;
use crate::world::{Arc, Way, World, costlier, leave_to_world};

/// A kind of mover on a [`Graph`]: which arcs are closed to it, and which cost it more than the graph
/// says. By default none, so give the graph the costs of the mover for whom everything is cheapest.
///
/// It is a mover of a [`Navigator`](crate::planner::Navigator) and of every other call that takes one;
/// each has indexes of its own. For a search, [`Graph::seen_by`] is the graph as it sees it. Arcs are
/// named by their ends: what is said of one holds for all that are parallel to it, and for those that
/// are added there later.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::search::Method;
/// use astride::shapes::graph::{Graph, GraphMover, GraphPlace};
/// let roads = Graph::from_arcs(4, &[(0, 1, 10), (1, 3, 10), (0, 2, 15), (2, 3, 15)])?;
/// // The bridge from 1 to 3 is closed to lorries, and the hill from 0 to 2 is steep.
/// let lorry = GraphMover::new().closed(1, 3).extra(0, 2, 9)?;
/// let mut nav = Navigator::new(roads);
/// let lorry = nav.add_mover(lorry);
/// nav.keep(lorry, Method::Hierarchy)?;
/// let ask = Ask::new(GraphPlace(0), GraphPlace(3));
/// assert_eq!((nav.cost(&ask)?, nav.cost(&ask.mover(lorry))?), (Some(20), Some(39)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Toll>", into = "Vec<Toll>"))]
pub struct GraphMover {
    /// Shared with its views; `None` if there are none.
    tolls: Option<Shared<Tolls>>,
}

/// All that is not as the graph says.
#[derive(Debug, PartialEq, Eq)]
struct Tolls {
    /// By start, then by end.
    leaving: Vec<Toll>,
    /// The same by end, then by start.
    arriving: Vec<Toll>,
    /// The most extra ticks of an arc.
    most: u32,
}

/// What the arcs from one node to another cost extra; nothing if they are closed.
type Toll = (u32, u32, Option<u32>);

impl GraphMover {
    /// The most extra ticks of an arc.
    pub const MAX_EXTRA: u32 = 1 << 30;

    /// A mover that may take all arcs at their cost.
    pub fn new() -> Self {
        GraphMover::default()
    }

    /// The mover of a rule that is asked once for each arc `(from, to, cost)` of a graph: the extra
    /// ticks that it costs, or `None` if it is closed. Of parallel arcs, the last answer holds for all.
    ///
    /// # Errors
    ///
    /// If more than 2³⁰ extra ticks are charged.
    ///
    /// # Complexity
    ///
    /// O(arcs · log arcs), and 32 bytes for each arc that is closed or costs more.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::graph::{Graph, GraphMover};
    /// let roads = Graph::from_arcs(3, &[(0, 1, 10), (1, 2, 30), (0, 2, 60)])?;
    /// let slow = GraphMover::of_arcs(&roads, |_from, _to, cost| Some(cost / 2))?;
    /// assert_eq!(slow.charge(0, 2), Some(30));
    /// # Ok::<(), astride::shapes::graph::GraphError>(())
    /// ```
    pub fn of_arcs(
        graph: &Graph,
        mut rule: impl FnMut(u32, u32, u32) -> Option<u32>,
    ) -> Result<Self, GraphError> {
        let mut tolls = Vec::new();
        for (from, to, cost) in graph.all_arcs() {
            let extra = rule(from, to, cost);
            check(from, to, extra)?;
            tolls.push((from, to, extra));
        }
        Ok(GraphMover::of(tolls))
    }

    /// Of several tolls of the same arcs, the last one counts.
    fn of(mut tolls: Vec<Toll>) -> Self {
        tolls.sort_by_key(|&(from, to, _)| (from, to)); // stable
        tolls.dedup_by(|later, earlier| {
            let is_same = (later.0, later.1) == (earlier.0, earlier.1);
            if is_same {
                earlier.2 = later.2;
            }
            is_same
        });
        tolls.retain(|toll| toll.2 != Some(0));
        let mut arriving = tolls.clone();
        arriving.sort_unstable_by_key(|&(from, to, _)| (to, from));
        let most = tolls.iter().filter_map(|toll| toll.2).max().unwrap_or(0);
        let is_any = !tolls.is_empty();
        let tolls = is_any.then(|| Shared::new(Tolls { leaving: tolls, arriving, most }));
        GraphMover { tolls }
    }

    /// What is not as the graph says, by start, then by end.
    fn all(&self) -> &[Toll] {
        self.tolls.as_ref().map_or(&[], |tolls| &tolls.leaving)
    }

    /// Closes the arcs from one node to another to the mover. O(n · log n) for n arcs named so far;
    /// [`of_arcs`](Self::of_arcs) names many at once.
    #[must_use]
    pub fn closed(self, from: u32, to: u32) -> Self {
        self.with((from, to, None))
    }

    /// Lets the mover take the arcs from one node to another for `extra` ticks more than they cost.
    /// As fast as [`closed`](Self::closed).
    ///
    /// # Errors
    ///
    /// If `extra` is above 2³⁰.
    pub fn extra(self, from: u32, to: u32, extra: u32) -> Result<Self, GraphError> {
        check(from, to, Some(extra))?;
        Ok(self.with((from, to, Some(extra))))
    }

    fn with(self, toll: Toll) -> Self {
        let mut tolls = self.all().to_vec();
        tolls.push(toll);
        GraphMover::of(tolls)
    }

    /// The extra ticks of the arcs from one node to another; `None` if they are closed.
    pub fn charge(&self, from: u32, to: u32) -> Option<u32> {
        let place = self.all().binary_search_by_key(&(from, to), |&(from, to, _)| (from, to));
        place.map_or(Some(0), |at| self.all()[at].2)
    }

    /// Writes it after others.
    pub(super) fn pack(&self, out: &mut Packer) {
        out.number(self.all().len() as u64);
        for &(from, to, extra) in self.all() {
            out.numbers([from.into(), to.into()]);
            out.optional(extra.map(u64::from));
        }
    }

    /// Reads the next one.
    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        let mut tolls: Vec<Toll> = Vec::new();
        for _ in 0..from.count()? {
            let (start, end, extra) = (from.u32()?, from.u32()?, from.optional()?);
            let extra = extra.map(|extra| u32::try_from(extra).unwrap_or(u32::MAX));
            let is_next = tolls.last().is_none_or(|last| (last.0, last.1) < (start, end));
            let is_charged = extra.is_none_or(|extra| (1..=Self::MAX_EXTRA).contains(&extra));
            if !(is_next && is_charged) {
                return Err(from.fault("arcs in order, each closed or at 1 to 2^30 extra ticks"));
            }
            tolls.push((start, end, extra));
        }
        Ok(GraphMover::of(tolls))
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Vec<Toll>> for GraphMover {
    type Error = GraphError;

    fn try_from(tolls: Vec<Toll>) -> Result<Self, GraphError> {
        tolls.iter().try_for_each(|&(from, to, extra)| check(from, to, extra))?;
        Ok(GraphMover::of(tolls))
    }
}

#[cfg(feature = "serde")]
impl From<GraphMover> for Vec<Toll> {
    fn from(mover: GraphMover) -> Self {
        mover.all().to_vec()
    }
}

fn check(from: u32, to: u32, extra: Option<u32>) -> Result<(), GraphError> {
    match extra {
        Some(extra) if extra > GraphMover::MAX_EXTRA => {
            Err(GraphError(Kind::Extra { from, to, extra }))
        }
        _ => Ok(()),
    }
}

impl Tolls {
    /// Those at a node, by the node at the other end.
    fn at(&self, node: NodeId, way: Way) -> &[Toll] {
        let (tolls, here): (_, fn(&Toll) -> u32) = match way {
            Way::Forward => (&self.leaving, |toll| toll.0),
            Way::Backward => (&self.arriving, |toll| toll.1),
        };
        let first = tolls.partition_point(|toll| here(toll) < node.get());
        let later = &tolls[first..];
        &later[..later.partition_point(|toll| here(toll) == node.get())]
    }

    /// The arcs of a node that are not closed, at what they cost.
    #[inline(never)]
    fn each(&self, graph: &Graph, node: NodeId, way: Way, visit: &mut dyn FnMut(Arc)) {
        let tolls = self.at(node, way);
        let other = |toll: &Toll| if way == Way::Forward { toll.1 } else { toll.0 };
        for &arc in graph.arcs(node, way) {
            match tolls.binary_search_by_key(&arc.node.get(), other) {
                Err(_) => visit(arc),
                Ok(at) => {
                    if let Some(extra) = tolls[at].2 {
                        visit(Arc { cost: costlier(arc.cost, extra), ..arc });
                    }
                }
            }
        }
    }
}

/// A graph as one mover sees it: a [`World`] for every search. Nodes and places are those of the graph.
#[derive(Clone, Debug)]
pub struct GraphView<'a> {
    world: &'a Graph,
    tolls: Option<Shared<Tolls>>,
}

impl Graph {
    /// The graph as a mover sees it.
    pub fn seen_by(&self, mover: &GraphMover) -> GraphView<'_> {
        GraphView { world: self, tolls: mover.tolls.clone() }
    }
}

impl<'a> GraphView<'a> {
    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.world
    }
}

impl World for GraphView<'_> {
    leave_to_world! { node_count is_passable min_arc_cost follow geometry revision }

    fn max_arc_cost(&self) -> u32 {
        let most = self.tolls.as_ref().map_or(0, |tolls| tolls.most);
        costlier(self.world.max_arc_cost(), most)
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        match &self.tolls {
            None => self.world.for_each_arc(node, way, visit),
            Some(tolls) => tolls.each(self.world, node, way, &mut visit),
        }
    }
}

/// Nothing costs a mover less than the graph says, so its heuristic is valid.
impl Guessed for GraphView<'_> {
    type Guess = GraphHeuristic;

    fn guess(&self) -> GraphHeuristic {
        self.world.heuristic()
    }
}
