//! A path and a bound on all others, made better round by round.
//!
//! Let P be the cheapest path. It can be taken to go straight from edge to edge, through one polygon at
//! a time: a part of it that leaves an edge and comes back to it over the same polygon costs no less than
//! going along the edge. So P is a chain of states (a piece of an edge and the polygon behind it that is
//! entered) such that each of its legs costs at least the factor of its polygon times the distance of the
//! two pieces. The cheapest chain under these costs is a lower bound on P. Along an edge P goes only in
//! the cheaper of its two polygons, which it enters for that; afterwards it may turn back.
//!
//! A round searches a path through the middles of pieces, straightens it, and then searches chains of
//! pieces from the same end. Pieces through which a chain would cost more than the path are dropped: P
//! does not cross them. The others are halved, and the cost of reaching them is a lower bound for the
//! search of the next round, which comes from the other end. As pieces become shorter, chains become
//! paths: a leg of a chain is shorter than one between middles by at most the lengths of its two pieces.
//! This is branch and bound over pieces of edges.
//!
//! The first round has whole edges, but only those that are near enough to both ends to be on a path
//! through middles as cheap as the one that it finds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Budget, NodeId, Spent, Vec2};
use crate::search::observer::watch;
use crate::search::{
    Effort, Event, Found, Guarantee, OutOfBudget, Outcome, SearchObserver, Unreachable, Why,
};
use crate::shapes::mesh::{
    areas::{
        WeightedMesh, WeightedPath,
        sites::{Sites, Through},
        straighten::{Chain, Crossing},
    },
    polyanya::ticks,
    polygons::NONE,
};

/// The most rounds: the last pieces are 2⁻⁴⁰ of an edge.
const ROUNDS: usize = 40;

/// The most legs that a round may look at: about a second's work.
const MOST_LEGS: u64 = 1 << 25;

/// The share of the cost by which rounding may make sums of lengths wrong.
const SLACK: f64 = 1e-12;

/// The search of one path.
pub(super) struct Refining<'a> {
    ground: &'a WeightedMesh,
    ends: [Vec2; 2],
    /// The polygons of both ends.
    polygons: [Vec<u32>; 2],
    sites: Sites,
    /// Every site that can be on a path of at most this cost is among the sites.
    reach: f64,
    best: Option<WeightedPath>,
    at_least: f64,
    effort: Effort,
}

/// What a search over states has found.
struct Reached {
    /// The least cost at which each state can be reached; infinite if it was not.
    costs: Vec<f64>,
    /// The state before each; [`NONE`] for the first.
    before: Vec<u32>,
    /// The cost of the goal, and the state before it.
    cost: f64,
    last: u32,
    /// States by cost and guess; among equal ones, the least number comes first.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl<'a> Refining<'a> {
    /// Prepares a search between ends that a path connects; none costs less than `at_least`.
    pub(super) fn new(
        ground: &'a WeightedMesh,
        ends: [Vec2; 2],
        at_least: f64,
        effort: Effort,
    ) -> Self {
        let mut polygons = [Vec::new(), Vec::new()];
        let mut settled = ends;
        for (end, found) in settled.iter_mut().zip(&mut polygons) {
            *end = ground.mesh.settle(*end, found).unwrap_or(*end);
        }
        // The shortest path is within this reach, and so is the cheapest where no ground costs much more
        // than the least factor.
        let reach = 2.0 * at_least;
        let sites = Sites::whole(&ground.mesh, &polygons[0], settled, ground.least, reach);
        Refining { ground, ends: settled, polygons, sites, reach, best: None, at_least, effort }
    }

    pub(super) fn run<O: SearchObserver>(
        mut self,
        within: f64,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<WeightedPath> {
        let mut spent = None;
        for round in 0..ROUNDS {
            match self.round(round % 2 == 1, within, budget, observer) {
                Ok(false) => {}
                Ok(true) => break,
                Err(limit) => {
                    spent = Some(limit);
                    break;
                }
            }
        }
        let effort = self.effort;
        match (self.best, spent) {
            (Some(mut path), _) => {
                path.at_least = self.at_least.min(path.cost) * (1.0 - SLACK);
                if self.at_least >= path.cost * (1.0 - SLACK) {
                    path.at_least = path.cost;
                }
                let guarantee = Guarantee::within(path.ratio());
                Outcome::Found(Found { path, guarantee, effort })
            }
            (None, Some(spent)) => {
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound: 0, nearest: None, effort })
            }
            (None, None) => {
                let why = Why::Enclosed { seen: effort.expanded };
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
        }
    }

    /// Finds a better path, raises the bound and halves what is left. Returns whether the search has ended.
    fn round<O: SearchObserver>(
        &mut self,
        is_backward: bool,
        within: f64,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<bool, Spent> {
        self.take_bytes(budget)?;
        self.improve(is_backward, budget, observer)?;
        let cost = self.limit();
        if cost > self.reach {
            let (mesh, least) = (&self.ground.mesh, self.ground.least);
            self.sites = Sites::whole(mesh, &self.polygons[0], self.ends, least, cost);
            self.take_bytes(budget)?;
            self.improve(is_backward, budget, observer)?;
        }
        self.reach = f64::INFINITY; // nothing that is dropped after this is on a cheaper path
        if self.is_good(within) {
            return Ok(true);
        }
        let least = self.search(Through::Pieces, is_backward, budget, observer)?;
        // Nothing that was not reached within the cost of the path is on a cheaper path.
        self.at_least = self.at_least.max(least.cost.min(self.limit()));
        if self.is_good(within) {
            return Ok(true);
        }
        self.sites = self.sites.halved(&self.ground.mesh, &least.costs);
        Ok(self.sites.legs(&self.ground.mesh) > MOST_LEGS)
    }

    /// Straightens the path through the middles of pieces, and keeps it if it is better.
    fn improve<O: SearchObserver>(
        &mut self,
        is_backward: bool,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<(), Spent> {
        let over = self.search(Through::Middles, is_backward, budget, observer)?;
        if over.cost.is_finite() {
            let path = self.chain(&over, is_backward).straightened(&self.ground.mesh);
            if self.best.as_ref().is_none_or(|best| path.cost < best.cost) {
                self.best = Some(path);
            }
        }
        Ok(())
    }

    fn take_bytes(&mut self, budget: &Budget<'_>) -> Result<(), Spent> {
        let bytes = self.sites.bytes();
        self.effort.bytes = self.effort.bytes.max(bytes as u64);
        if budget.allows_bytes(bytes) { Ok(()) } else { Err(Spent::Bytes) }
    }

    fn is_good(&self, within: f64) -> bool {
        let enough = self.at_least * if within > 1.0 { within } else { 1.0 };
        self.best.as_ref().is_none_or(|best| best.cost * (1.0 - SLACK) <= enough)
    }

    /// No chain of the cheapest path costs more.
    fn limit(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.cost * (1.0 + SLACK))
    }

    /// Dijkstra's search over states from one end: all that can be on a chain within the limit, or, through
    /// middles, best first until the other end is reached.
    fn search<O: SearchObserver>(
        &mut self,
        through: Through,
        is_backward: bool,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Reached, Spent> {
        let [from, to] = if is_backward { [1, 0] } else { [0, 1] };
        let mut reached = Reached::none(self.sites.states());
        for at in 0..self.polygons[from].len() {
            let polygon = self.polygons[from][at];
            let leg = |piece: usize| self.sites.to_point(piece, self.ends[from], through);
            self.look(&mut reached, through, to, (NONE, polygon, NONE), leg);
            if self.polygons[to].contains(&polygon) {
                let length = self.ends[from].distance_to(self.ends[to]);
                reached.arrive(self.factor(polygon) * length, NONE);
            }
        }
        while let Some(Reverse((key, state))) = reached.open.pop() {
            if through == Through::Middles && f64::from_bits(key) >= reached.cost {
                break;
            }
            let g = reached.costs[state as usize];
            if f64::from_bits(key) > self.key(state as usize, g, to, through) {
                continue; // since reached at less cost
            }
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            self.effort.expanded += 1;
            self.effort.open_most = self.effort.open_most.max(reached.open.len() as u64);
            let edge = self.sites.entered(&self.ground.mesh, state as usize);
            let polygon = self.ground.mesh.owner[edge];
            watch(observer, Event::Close { node: NodeId::new(polygon), g: ticks(g) });
            let here = state as usize / 2;
            let leg = |piece: usize| self.sites.apart(here, piece, through);
            self.look(&mut reached, through, to, (state, polygon, edge as u32), leg);
            if self.polygons[to].contains(&polygon) {
                let length = self.sites.to_point(here, self.ends[to], through);
                reached.arrive(g + self.factor(polygon) * length, state);
            }
        }
        self.effort.generated +=
            reached.costs.iter().filter(|cost| cost.is_finite()).count() as u64;
        Ok(reached)
    }

    /// Goes from a state, or from an end, through a polygon to the pieces of its edges; goes along the edge
    /// by which it was entered only if that is cheaper on this side.
    fn look(
        &self,
        reached: &mut Reached,
        through: Through,
        to: usize,
        (state, polygon, entered): (u32, u32, u32),
        leg: impl Fn(usize) -> f64,
    ) {
        let mesh = &self.ground.mesh;
        let (factor, limit) = (self.factor(polygon), self.limit());
        let g = if state == NONE { 0.0 } else { reached.costs[state as usize] };
        for edge in mesh.edges_of(polygon) {
            let beyond = mesh.beyond(edge);
            if edge as u32 == entered && factor >= self.factor(beyond) {
                continue;
            }
            for piece in self.sites.of_edge(mesh, edge) {
                let next = self.sites.state(piece, mesh.across[edge] as usize);
                let cost = g + factor * leg(piece);
                if cost < reached.costs[next] && cost + self.sites.rest(next) <= limit {
                    reached.costs[next] = cost;
                    reached.before[next] = state;
                    let key = self.key(next, cost, to, through);
                    reached.open.push(Reverse((key.to_bits(), next as u32)));
                }
            }
        }
    }

    /// The position of a state on the open list. Over middles the straight line to the end is a consistent
    /// guess; over pieces it is not, since a chain jumps within a piece.
    fn key(&self, state: usize, cost: f64, to: usize, through: Through) -> f64 {
        match through {
            Through::Pieces => cost,
            Through::Middles => {
                let off = self.sites.middle(state).distance_to(self.ends[to]);
                cost + self.ground.least * off
            }
        }
    }

    fn factor(&self, polygon: u32) -> f64 {
        self.ground.factors[polygon as usize]
    }

    /// The path that was found, from the first end to the second.
    fn chain(&self, over: &Reached, is_backward: bool) -> Chain {
        let mesh = &self.ground.mesh;
        let before = |&state: &u32| over.before.get(state as usize).copied();
        let states: Vec<u32> = std::iter::successors(Some(over.last), before)
            .take_while(|&state| state != NONE)
            .collect();
        let [first, second] = self.ends;
        let ends = if is_backward { [second, first] } else { [first, second] };
        let mut chain = Chain { ends, crossings: Vec::new(), factors: Vec::new() };
        for &state in states.iter().rev() {
            let left = mesh.across[self.sites.entered(mesh, state as usize)] as usize;
            chain.factors.push(self.factor(mesh.owner[left]));
            chain.crossings.push(Crossing { left, share: self.sites.share(state as usize) });
        }
        let last = match over.last {
            NONE => {
                let both = self.polygons[0].iter().filter(|at| self.polygons[1].contains(at));
                both.map(|&polygon| self.factor(polygon)).fold(f64::INFINITY, f64::min)
            }
            state => self.factor(mesh.owner[self.sites.entered(mesh, state as usize)]),
        };
        chain.factors.push(last);
        if is_backward { chain.reversed(mesh) } else { chain }
    }
}

impl Reached {
    fn none(states: usize) -> Self {
        Reached {
            costs: vec![f64::INFINITY; states],
            before: vec![NONE; states],
            cost: f64::INFINITY,
            last: NONE,
            open: BinaryHeap::new(),
        }
    }

    fn arrive(&mut self, cost: f64, last: u32) {
        if cost < self.cost {
            (self.cost, self.last) = (cost, last);
        }
    }
}
