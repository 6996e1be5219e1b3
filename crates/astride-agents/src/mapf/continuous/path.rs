//! The path of one agent, as drives and stays.

use super::graph::Graph;
use super::plan::Move;
use super::time::{FOREVER, Ticks, units};

/// What an agent does for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// It drives along an edge.
    Drive(u32),
    /// It stays at a vertex.
    Stay(u32),
}

/// A drive or stay, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) since: Ticks,
    pub(super) until: Ticks,
    pub(super) what: What,
}

impl Segment {
    /// Whether it does not end.
    pub(super) fn is_for_ever(&self) -> bool {
        self.until == FOREVER
    }
}

/// All that an agent does. Stays of no duration are left out, except the last, which does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) segments: Vec<Segment>,
    /// When it reaches its goal for good.
    pub(super) cost: Ticks,
}

impl Path {
    /// The path of these drives from a vertex, each an edge and its start.
    pub(super) fn of_drives(graph: &Graph, start: u32, drives: &[(u32, Ticks)]) -> Self {
        let mut segments = Vec::with_capacity(2 * drives.len() + 1);
        let (mut at, mut now) = (start, 0);
        for &(edge, since) in drives {
            if now < since {
                segments.push(Segment { since: now, until: since, what: What::Stay(at) });
            }
            let (to, until) = (graph.edge(edge).to, since + graph.edge(edge).ticks);
            segments.push(Segment { since, until, what: What::Drive(edge) });
            (at, now) = (to, until);
        }
        segments.push(Segment { since: now, until: FOREVER, what: What::Stay(at) });
        Path { segments, cost: now }
    }

    /// The moves, for a plan.
    pub(super) fn moves(&self, graph: &Graph) -> Vec<Move> {
        let drive = |segment: &Segment| match segment.what {
            What::Drive(edge) => {
                let edge = graph.edge(edge);
                let (start, end) = (units(segment.since), units(segment.until));
                Some(Move { from: edge.from, to: edge.to, start, end })
            }
            What::Stay(_) => None,
        };
        self.segments.iter().filter_map(drive).collect()
    }
}
