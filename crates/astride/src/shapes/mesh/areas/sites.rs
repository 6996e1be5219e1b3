//! The edges between polygons in pieces, over which paths are searched.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Vec2;
use crate::shapes::mesh::{
    locate::nearest_on,
    polygons::{Mesh, NONE},
};

/// The point of a piece through which a path goes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Through {
    /// Any point of it, and a different one before and after: no path costs less.
    Pieces,
    /// Its middle: what is found is a real path.
    Middles,
}

/// Pieces of the edges that two polygons share. A state is a piece and the side to which it is crossed.
/// Its number is twice that of the piece, plus 1 if it is crossed away from the polygon whose edge has
/// the lesser number.
pub(super) struct Sites {
    /// The edges that have pieces, each by the lesser of its two numbers, in ascending order.
    edges: Vec<u32>,
    /// The first piece of each of them, and how many there are in all.
    first: Vec<u32>,
    pieces: Vec<Piece>,
}

/// A piece of an edge.
#[derive(Clone, Copy)]
struct Piece {
    /// Its place in `edges`.
    place: u32,
    /// Where it begins and ends, as shares of the edge.
    shares: [f64; 2],
    ends: [Vec2; 2],
    middle: Vec2,
    /// For each side to which it is crossed, a lower bound on the cost from any point of it to the end.
    rest: [f64; 2],
}

impl Piece {
    fn new(mesh: &Mesh, edge: usize, place: usize, shares: [f64; 2], rest: [f64; 2]) -> Self {
        let point = |share: f64| point_at(mesh.ends_of(edge), share);
        let middle = point((shares[0] + shares[1]) / 2.0);
        Piece { place: place as u32, shares, ends: shares.map(point), middle, rest }
    }
}

/// A point of an edge, its ends exactly.
pub(super) fn point_at((from, to): (Vec2, Vec2), share: f64) -> Vec2 {
    if share >= 1.0 { to } else { from.plus(to.minus(from).times(share)) }
}

impl Sites {
    /// Each edge as one piece that can be on a path of this cost, if a unit of length costs at least
    /// `least`: a path over an edge is no shorter than the straight lines from there to both ends. Only
    /// edges that are near enough are looked at, out of the polygons `starts` of the first end.
    pub(super) fn whole(
        mesh: &Mesh,
        starts: &[u32],
        ends: [Vec2; 2],
        least: f64,
        cost: f64,
    ) -> Self {
        let mut rests = BTreeMap::new();
        let (mut seen, mut waiting) =
            (BTreeSet::from_iter(starts.iter().copied()), starts.to_vec());
        while let Some(polygon) = waiting.pop() {
            for edge in mesh.edges_of(polygon).filter(|&edge| mesh.across[edge] != NONE) {
                let (begin, end) = mesh.ends_of(edge);
                let off = ends.map(|at| least * nearest_on(begin, end, at).distance_to(at));
                // Lengths are rounded by far less than the tolerance of the mesh.
                let slack = least * mesh.tolerance();
                if off[0] + off[1] <= cost * (1.0 + 1e-9) + slack {
                    let rest = (off[1] - slack).max(0.0);
                    rests.insert(edge.min(mesh.across[edge] as usize), rest);
                    let beyond = mesh.beyond(edge);
                    if seen.insert(beyond) {
                        waiting.push(beyond);
                    }
                }
            }
        }
        Sites::of(mesh, rests.into_iter().map(|(edge, rest)| (edge, [0.0, 1.0], [rest; 2])))
    }

    /// Pieces in the order of their edges.
    fn of(mesh: &Mesh, all: impl Iterator<Item = (usize, [f64; 2], [f64; 2])>) -> Self {
        let mut sites = Sites { edges: Vec::new(), first: Vec::new(), pieces: Vec::new() };
        for (edge, shares, rest) in all {
            if sites.edges.last() != Some(&(edge as u32)) {
                sites.edges.push(edge as u32);
                sites.first.push(sites.pieces.len() as u32);
            }
            sites.pieces.push(Piece::new(mesh, edge, sites.edges.len() - 1, shares, rest));
        }
        sites.first.push(sites.pieces.len() as u32);
        sites
    }

    /// Halves each piece that a search has reached, and drops the others. The cost of reaching a piece
    /// is, for a search from the other end, a lower bound on what is left.
    pub(super) fn halved(&self, mesh: &Mesh, costs: &[f64]) -> Self {
        let of = |at: usize| [costs[2 * at + 1], costs[2 * at]];
        let is_reached = |&at: &usize| of(at).iter().any(|cost| cost.is_finite());
        let halves = |at: usize| {
            let piece = &self.pieces[at];
            let edge = self.edges[piece.place as usize] as usize;
            let [begin, end] = piece.shares;
            let middle = (begin + end) / 2.0;
            [[begin, middle], [middle, end]].map(|shares| (edge, shares, of(at)))
        };
        Sites::of(mesh, (0..self.pieces.len()).filter(is_reached).flat_map(halves))
    }

    /// The most legs that a search looks at.
    pub(super) fn legs(&self, mesh: &Mesh) -> u64 {
        let mut counts = BTreeMap::<u32, u64>::new();
        for &edge in &self.edges {
            for side in [edge, mesh.across[edge as usize]] {
                let count = counts.entry(mesh.owner[side as usize]).or_insert(0);
                *count += self.of_edge(mesh, edge as usize).len() as u64;
            }
        }
        counts.values().map(|count| count.pow(2)).sum()
    }

    pub(super) fn states(&self) -> usize {
        2 * self.pieces.len()
    }

    /// About how many bytes a search takes.
    pub(super) fn bytes(&self) -> usize {
        // Cost, way and place on the open list for each of two states, for this search and for the next.
        self.edges.len() * 8 + self.pieces.len() * (2 * size_of::<Piece>() + 2 * 32)
    }

    /// The pieces of an edge, of which there may be none.
    pub(super) fn of_edge(&self, mesh: &Mesh, edge: usize) -> std::ops::Range<usize> {
        // A wall has no piece, and NONE across is larger than its own number.
        match self.edges.binary_search(&mesh.across[edge].min(edge as u32)) {
            Ok(place) => self.first[place] as usize..self.first[place + 1] as usize,
            Err(_) => 0..0,
        }
    }

    /// The state of crossing a piece to the polygon that has the edge `into`.
    pub(super) fn state(&self, piece: usize, into: usize) -> usize {
        let edge = self.edges[self.pieces[piece].place as usize];
        2 * piece + usize::from(edge as usize != into)
    }

    /// The edge of a state, as an edge of the polygon that is entered.
    pub(super) fn entered(&self, mesh: &Mesh, state: usize) -> usize {
        let edge = self.edges[self.pieces[state / 2].place as usize] as usize;
        if state.is_multiple_of(2) { edge } else { mesh.across[edge] as usize }
    }

    /// The middle of the piece of a state as a share of the edge of the polygon that is left.
    pub(super) fn share(&self, state: usize) -> f64 {
        let [begin, end] = self.pieces[state / 2].shares;
        let share = (begin + end) / 2.0;
        if state.is_multiple_of(2) { 1.0 - share } else { share }
    }

    pub(super) fn middle(&self, state: usize) -> Vec2 {
        self.pieces[state / 2].middle
    }

    pub(super) fn rest(&self, state: usize) -> f64 {
        self.pieces[state / 2].rest[state % 2]
    }

    /// The least distance between two pieces of the outline of a convex polygon, or between their middles.
    pub(super) fn apart(&self, one: usize, other: usize, through: Through) -> f64 {
        let (one, other) = (&self.pieces[one], &self.pieces[other]);
        if through == Through::Middles {
            return one.middle.distance_to(other.middle);
        }
        let from = |at: Vec2, [begin, end]: [Vec2; 2]| nearest_on(begin, end, at).distance_to(at);
        let least = |points: [Vec2; 2], piece| from(points[0], piece).min(from(points[1], piece));
        least(one.ends, other.ends).min(least(other.ends, one.ends))
    }

    /// The least distance from a piece to a point, or from its middle.
    pub(super) fn to_point(&self, piece: usize, point: Vec2, through: Through) -> f64 {
        let Piece { ends: [begin, end], middle, .. } = self.pieces[piece];
        match through {
            Through::Middles => middle.distance_to(point),
            Through::Pieces => nearest_on(begin, end, point).distance_to(point),
        }
    }
}
