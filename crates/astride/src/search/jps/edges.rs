//! The jumps from every jump point, written down.

use crate::base::Dir;
use crate::search::jps::place::Place;
use crate::search::jps::planes::JumpMap;

/// A jump to a jump point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The number of the jump point, times 8, plus the direction of arrival.
    target: u32,
    /// Where that is.
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
}

/// The jumps from every jump point in each direction that some arrival takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    edges: Vec<Edge>,
    /// Where the jumps of each point and direction begin, eight entries per point, and the end.
    starts: Vec<u32>,
}

impl Edges {
    /// Writes down all jumps of `map`; `None` if one costs 2³² ticks or more, or if there are 2²⁹
    /// jump points or more.
    pub(crate) fn new(map: &JumpMap) -> Option<Self> {
        let mut edges = Edges::default();
        let mut is_in_range = map.point_count() < 1 << 29;
        if !is_in_range {
            return None;
        }
        edges.starts.reserve_exact(map.point_count() * 8 + 1);
        for number in 0..map.point_count() as u32 {
            let point = map.point(number);
            let used = map.ever_taken(point);
            for code in 0..8 {
                edges.starts.push(edges.edges.len() as u32);
                let dir = Dir::from_code(code);
                if used & dir.bit() != 0 {
                    map.for_each_jump(point.at, u32::from(code), |landing| {
                        let target = map.number_at(landing.row) * 8 + landing.arrival;
                        let cost = landing.cost * map.factor(landing.at);
                        is_in_range &= u32::try_from(cost).is_ok();
                        edges.edges.push(Edge { target, at: landing.at, cost: cost as u32 });
                    });
                }
            }
        }
        edges.starts.push(edges.edges.len() as u32);
        (is_in_range && edges.edges.len() < u32::MAX as usize).then_some(edges)
    }

    /// The jumps of a point in direction `dir`.
    #[inline(always)]
    pub(super) fn of(&self, point: u32, dir: u32) -> &[Edge] {
        let at = (point * 8 + dir) as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// How many jumps there are.
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge>() + self.starts.capacity() * size_of::<u32>()
    }
}
