//! What an agent may not do, and when: the input of a search for one agent.

use std::collections::HashMap;

use super::clash::Clashes;
use super::path::{Path, Segment, What};
use super::time::{FOREVER, Ticks};

/// Times, from the first to before the second.
pub(super) type Span = (Ticks, Ticks);

/// Forbidden times, in order and apart from each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans(Vec<Span>);

impl Spans {
    pub(super) fn of(mut spans: Vec<Span>) -> Self {
        spans.sort_unstable();
        let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
        for (since, until) in spans.into_iter().filter(|(since, until)| since < until) {
            match merged.last_mut() {
                Some(last) if since <= last.1 => last.1 = last.1.max(until),
                _ => merged.push((since, until)),
            }
        }
        Spans(merged)
    }

    /// The first time from `time` on that is not forbidden.
    pub(super) fn first_free(&self, time: Ticks) -> Ticks {
        let next = self.0.partition_point(|&(_, until)| until <= time);
        match self.0.get(next) {
            Some(&(since, until)) if since <= time => until,
            _ => time,
        }
    }

    /// The times from 0 on that are not forbidden, both ends included.
    pub(super) fn gaps(&self, out: &mut Vec<Span>) {
        let mut free = 0;
        for &(since, until) in &self.0 {
            if free < since {
                out.push((free, since - 1));
            }
            free = free.max(until);
        }
        if free < FOREVER {
            out.push((free, FOREVER));
        }
    }
}

/// What one agent has to obey.
pub(super) trait Rules {
    /// When the agent may not start along an edge.
    fn starts(&mut self, edge: u32) -> &Spans;

    /// When the agent may not be at a vertex.
    fn stays(&mut self, vertex: u32) -> &Spans;

    /// The earliest and the last time of the final arrival.
    fn arrival(&self) -> Span;

    /// How many segments were looked at since the last call.
    fn looks(&mut self) -> usize {
        0
    }
}

/// Rules as lists, as in a node of conflict-based search.
#[derive(Debug)]
pub(super) struct Listed {
    starts: HashMap<u32, Spans>,
    stays: HashMap<u32, Spans>,
    arrival: Span,
    none: Spans,
}

impl Listed {
    pub(super) fn new(
        starts: HashMap<u32, Vec<Span>>,
        stays: HashMap<u32, Vec<Span>>,
        arrival: Span,
    ) -> Self {
        let merged = |lists: HashMap<u32, Vec<Span>>| {
            lists.into_iter().map(|(key, spans)| (key, Spans::of(spans))).collect()
        };
        Listed { starts: merged(starts), stays: merged(stays), arrival, none: Spans::default() }
    }
}

impl Rules for Listed {
    fn starts(&mut self, edge: u32) -> &Spans {
        self.starts.get(&edge).unwrap_or(&self.none)
    }

    fn stays(&mut self, vertex: u32) -> &Spans {
        self.stays.get(&vertex).unwrap_or(&self.none)
    }

    fn arrival(&self) -> Span {
        self.arrival
    }
}

/// The rule to stay clear of agents whose paths are fixed, computed for edges and vertices on demand.
pub(super) struct KeepClear<'c, 'g> {
    pub(super) clashes: &'c mut Clashes<'g>,
    others: Vec<Segment>,
    starts: HashMap<u32, Spans>,
    stays: HashMap<u32, Spans>,
    looks: usize,
}

impl<'c, 'g> KeepClear<'c, 'g> {
    pub(super) fn new(clashes: &'c mut Clashes<'g>) -> Self {
        let (starts, stays) = (HashMap::new(), HashMap::new());
        KeepClear { clashes, others: Vec::new(), starts, stays, looks: 0 }
    }

    /// Adds an agent.
    pub(super) fn add(&mut self, path: &Path) {
        self.others.extend(&path.segments);
        self.starts.clear();
        self.stays.clear();
    }

    fn find_starts(&mut self, edge: u32) -> Spans {
        self.looks += self.others.len();
        let mut spans = Vec::new();
        for &Segment { since, until, what } in &self.others {
            match what {
                What::Drive(other) => {
                    if let Some((low, high)) = self.clashes.differences(edge, other) {
                        spans.push((since + low + 1, since + high));
                    }
                }
                What::Stay(vertex) => {
                    if let Some((first, last)) = self.clashes.near(edge, vertex) {
                        spans.push((since - last, until - first + 1));
                    }
                }
            }
        }
        Spans::of(spans)
    }

    fn find_stays(&mut self, vertex: u32) -> Spans {
        self.looks += self.others.len();
        let mut spans = Vec::new();
        for &Segment { since, until, what } in &self.others {
            match what {
                What::Drive(other) => {
                    if let Some((first, last)) = self.clashes.near(other, vertex) {
                        spans.push((since + first, since + last + 1));
                    }
                }
                What::Stay(other) if self.clashes.are_near(other, vertex) => {
                    spans.push((since, until + 1));
                }
                What::Stay(_) => {}
            }
        }
        Spans::of(spans)
    }
}

impl Rules for KeepClear<'_, '_> {
    fn starts(&mut self, edge: u32) -> &Spans {
        if !self.starts.contains_key(&edge) {
            let spans = self.find_starts(edge);
            self.starts.insert(edge, spans);
        }
        &self.starts[&edge]
    }

    fn stays(&mut self, vertex: u32) -> &Spans {
        if !self.stays.contains_key(&vertex) {
            let spans = self.find_stays(vertex);
            self.stays.insert(vertex, spans);
        }
        &self.stays[&vertex]
    }

    fn arrival(&self) -> Span {
        (0, FOREVER)
    }

    fn looks(&mut self) -> usize {
        std::mem::take(&mut self.looks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_times_are_merged() {
        let spans = Spans::of(vec![(5, 7), (1, 3), (2, 4), (9, 9), (7, 8)]);
        assert_eq!(spans.0, [(1, 4), (5, 8)]);
        let first_free = [0, 1, 3, 4, 5, 7, 8].map(|time| spans.first_free(time));
        assert_eq!(first_free, [0, 4, 4, 4, 8, 8, 8]);
        let mut gaps = Vec::new();
        spans.gaps(&mut gaps);
        assert_eq!(gaps, [(0, 0), (4, 4), (8, FOREVER)]);
    }
}
