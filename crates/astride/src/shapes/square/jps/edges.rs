//! Precomputed jumps from every jump point.

use crate::base::Dir;
use crate::shapes::square::jps::{boxes::Boxes, place::Place, planes::JumpMap};

/// A jump to a jump point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The number of the jump point times 8, plus the direction of arrival.
    target: u32,
    /// Its place.
    at: Place,
    /// Ticks.
    cost: u32,
}

impl Edge {
    #[inline(always)]
    pub(super) fn target(self) -> u32 {
        self.target / 8
    }

    #[inline(always)]
    pub(super) fn arrival(self) -> u32 {
        self.target % 8
    }

    #[inline(always)]
    pub(super) fn at(self) -> Place {
        self.at
    }

    #[inline(always)]
    pub(super) fn cost(self) -> u32 {
        self.cost
    }

    /// Whether a jump from `from` along first steps in direction `dir` turns off within the number
    /// of steps that `past` gives for that side, the one along the row first.
    #[inline(always)]
    pub(super) fn is_within(self, from: Place, dir: u32, past: [u32; 2]) -> bool {
        let [dx, dy] = from.apart(self.at);
        self.arrival() != dir && dx.min(dy) <= past[usize::from(dy > dx)]
    }
}

/// The jumps from every jump point in each direction that some arrival may take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    edges: Vec<Edge>,
    /// Where the jumps of each point and direction begin, and where those of the point end: nine
    /// entries per point.
    starts: Vec<u32>,
    /// The number of edges that no longer belong to any point.
    dead: usize,
    /// The goals behind each direction, for the map as it is now.
    pub(crate) boxes: Option<Boxes>,
}

/// The number of entries of `starts` per point.
const SPAN: usize = 9;

impl Edges {
    /// Computes all jumps of `map`; `None` if one costs 2³² ticks or more, or if there are 2²⁸ jump
    /// points or more.
    pub(crate) fn new(map: &JumpMap) -> Option<Self> {
        let mut edges = Edges::default();
        if map.point_count() >= 1 << 28 {
            return None;
        }
        edges.starts.reserve_exact(map.point_count() * SPAN);
        (0..map.point_count() as u32).all(|number| edges.write(map, number)).then_some(edges)
    }

    /// Recomputes the jumps of some jump points. Returns `false` if that is not possible; the edges
    /// are then invalid.
    pub(crate) fn update(&mut self, map: &JumpMap, numbers: &[u32]) -> bool {
        if map.point_count() >= 1 << 28 {
            return false;
        }
        if !numbers.iter().all(|&number| self.write(map, number)) {
            return false;
        }
        if self.dead > self.edges.len() / 2 {
            self.compact();
        }
        true
    }

    /// Appends the jumps of one jump point.
    fn write(&mut self, map: &JumpMap, number: u32) -> bool {
        let at = number as usize * SPAN;
        if self.starts.len() < at + SPAN {
            self.starts.resize(at + SPAN, self.edges.len() as u32);
        } else {
            self.dead += (self.starts[at + 8] - self.starts[at]) as usize;
        }
        let mut is_in_range = true;
        let point = map.point(number);
        let used = map.ever_taken(number);
        for code in 0..8 {
            self.starts[at + usize::from(code)] = self.edges.len() as u32;
            if used & Dir::from_code(code).bit() != 0 {
                map.for_each_jump::<false>(point.at, u32::from(code), |landing| {
                    let target = map.number_at(landing.row) * 8 + landing.arrival;
                    let cost = landing.cost * map.factor(landing.at);
                    is_in_range &= u32::try_from(cost).is_ok();
                    self.edges.push(Edge { target, at: landing.at, cost: cost as u32 });
                });
            }
        }
        self.starts[at + 8] = self.edges.len() as u32;
        is_in_range && self.edges.len() < u32::MAX as usize
    }

    /// Removes edges that no longer belong to any point.
    fn compact(&mut self) {
        let mut edges = Vec::with_capacity(self.edges.len() - self.dead);
        for span in self.starts.chunks_exact_mut(SPAN) {
            let (begin, end) = (span[0], span[SPAN - 1]);
            let moved = edges.len() as u32;
            edges.extend_from_slice(&self.edges[begin as usize..end as usize]);
            span.iter_mut().for_each(|start| *start = *start - begin + moved);
        }
        self.edges = edges;
        self.dead = 0;
    }

    /// The jumps of a point in direction `dir` and the `count - 1` directions after it.
    #[inline(always)]
    pub(super) fn of(&self, point: u32, dir: u32, count: u32) -> &[Edge] {
        let at = point as usize * SPAN + dir as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + count as usize] as usize]
    }

    /// The number of jumps.
    pub(crate) fn len(&self) -> usize {
        self.edges.len() - self.dead
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge>()
            + self.starts.capacity() * size_of::<u32>()
            + self.boxes.as_ref().map_or(0, Boxes::bytes)
    }
}
