//! The earliest arrival of one agent under rules: safe intervals in continuous time.
//!
//! Phillips & Likhachev, "SIPP: Safe Interval Path Planning for Dynamic Environments", ICRA 2011;
//! with forbidden starts of moves as in Andreychuk, Yakovlev, Boyarski & Stern, "Multi-Agent
//! Pathfinding with Continuous Time", Artificial Intelligence 305, 2022.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use astride::base::Budget;

use super::graph::Graph;
use super::instance::Trip;
use super::meter::Meter;
use super::path::Path;
use super::rules::{Rules, Span};
use super::time::{FOREVER, HORIZON, Ticks};
use crate::mapf::met::Met;
use crate::mapf::task::Ended;

/// No state.
const NONE: u32 = u32::MAX;

/// The least times to one goal, by vertex; all that are later than the horizon are one tick later, and
/// [`FOREVER`] says that there is no way. O(edges · log edges).
pub(super) fn times_to(graph: &Graph, goal: u32) -> Vec<Ticks> {
    let mut times = vec![FOREVER; graph.vertex_count()];
    let mut open = BinaryHeap::from([Reverse((0, goal))]);
    times[goal as usize] = 0;
    while let Some(Reverse((time, vertex))) = open.pop() {
        if time > times[vertex as usize] {
            continue;
        }
        for &edge in graph.into(vertex) {
            let edge = graph.edge(edge);
            let longer = (time + edge.ticks).min(HORIZON + 1);
            if longer < times[edge.from as usize] {
                times[edge.from as usize] = longer;
                open.push(Reverse((longer, edge.from)));
            }
        }
    }
    times
}

/// An agent at a vertex, in a safe interval.
#[derive(Clone, Copy)]
struct State {
    vertex: u32,
    arrival: Ticks,
    /// The number of the interval.
    interval: u32,
    parent: u32,
    /// The edge by which it came.
    edge: u32,
}

/// A safe interval, both ends included, and the earliest arrival in it.
#[derive(Clone, Copy)]
struct Interval {
    since: Ticks,
    until: Ticks,
    arrival: Ticks,
}

/// Memory for searches on one graph.
pub(super) struct Sipp {
    states: Vec<State>,
    open: BinaryHeap<(Reverse<Ticks>, Ticks, Reverse<u32>)>,
    intervals: Vec<Interval>,
    /// The vertices that were met, and where their intervals are.
    met: Met,
    range: Vec<(u32, u32)>,
    gaps: Vec<Span>,
}

impl Sipp {
    pub(super) fn new(vertices: usize) -> Self {
        Sipp {
            states: Vec::new(),
            open: BinaryHeap::new(),
            intervals: Vec::new(),
            met: Met::new(vertices),
            range: vec![(0, 0); vertices],
            gaps: Vec::new(),
        }
    }

    /// Finds the earliest arrival, if there is one before the horizon; returns its state.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        goal: &Goal<'_>,
        rules: &mut impl Rules,
        meter: &mut Meter,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Ended> {
        self.begin();
        meter.spend(1, 0, budget)?;
        let (first, end) = self.intervals_at(goal.start, rules, goal);
        let is_at_start = |interval: &u32| self.intervals[*interval as usize].since == 0;
        let Some(interval) = (first..end).find(is_at_start) else { return Ok(None) };
        let first = State { vertex: goal.start, arrival: 0, interval, parent: NONE, edge: NONE };
        self.add(first, goal);
        let mut counted = 0;
        while let Some((_, arrival, Reverse(id))) = self.open.pop() {
            meter.spend(self.states.len() - counted, rules.looks(), budget)?;
            counted = self.states.len();
            let state = self.states[id as usize];
            if self.intervals[state.interval as usize].arrival < arrival {
                continue;
            }
            if state.vertex == goal.vertex
                && (goal.is_passed || self.is_final(goal, state.interval))
            {
                return Ok(Some(id));
            }
            self.expand(graph, rules, goal, id);
        }
        Ok(None)
    }

    fn begin(&mut self) {
        self.met.begin();
        self.states.clear();
        self.open.clear();
        self.intervals.clear();
    }

    /// Whether an agent in this interval of the goal has arrived for good.
    fn is_final(&self, goal: &Goal<'_>, interval: u32) -> bool {
        let is_last = interval + 1 == self.range[goal.vertex as usize].1;
        is_last && self.intervals[interval as usize].until == FOREVER
    }

    /// The numbers of the intervals of a vertex, from the first to before the second.
    ///
    /// At the goal the last interval is that of the final arrival. If this may not be before some
    /// time, it has an interval of its own, which overlaps the one in which the agent may pass.
    fn intervals_at(&mut self, vertex: u32, rules: &mut impl Rules, goal: &Goal<'_>) -> (u32, u32) {
        let at = vertex as usize;
        if self.met.is_first(at) {
            self.gaps.clear();
            rules.stays(vertex).gaps(&mut self.gaps);
            if vertex == goal.vertex
                && let Some(&(since, FOREVER)) = self.gaps.last()
                && since < goal.arrival.0
            {
                self.gaps.push((goal.arrival.0, FOREVER));
            }
            let first = self.intervals.len() as u32;
            let interval = |&(since, until): &Span| Interval { since, until, arrival: FOREVER };
            self.intervals.extend(self.gaps.iter().map(interval));
            self.range[at] = (first, self.intervals.len() as u32);
        }
        self.range[at]
    }

    fn add(&mut self, state: State, goal: &Goal<'_>) {
        let State { vertex, arrival, interval, .. } = state;
        let known = &mut self.intervals[interval as usize].arrival;
        let total = arrival + goal.times[vertex as usize];
        if *known <= arrival || total > goal.arrival.1.min(HORIZON) {
            return;
        }
        *known = arrival;
        let id = self.states.len() as u32;
        self.open.push((Reverse(total.max(goal.arrival.0)), arrival, Reverse(id)));
        self.states.push(state);
    }

    fn expand(&mut self, graph: &Graph, rules: &mut impl Rules, goal: &Goal<'_>, id: u32) {
        let from = self.states[id as usize];
        let last_start = self.intervals[from.interval as usize].until;
        for edge in graph.out_of(from.vertex) {
            let &super::graph::Edge { to: vertex, ticks, .. } = graph.edge(edge);
            if goal.times[vertex as usize] == FOREVER {
                continue;
            }
            let (first, end) = self.intervals_at(vertex, rules, goal);
            let starts = rules.starts(edge);
            for interval in first..end {
                let Interval { since, until, .. } = self.intervals[interval as usize];
                let start = starts.first_free(from.arrival.max(since - ticks));
                if start > last_start {
                    break;
                }
                if start <= until - ticks {
                    let arrival = start + ticks;
                    self.add(State { vertex, arrival, interval, parent: id, edge }, goal);
                }
            }
        }
    }

    /// When a state is reached.
    pub(super) fn arrival(&self, id: u32) -> Ticks {
        self.states[id as usize].arrival
    }

    /// The path to a state.
    pub(super) fn path(&self, graph: &Graph, start: u32, mut id: u32) -> Path {
        let mut drives = Vec::new();
        loop {
            let State { arrival, parent, edge, .. } = self.states[id as usize];
            if parent == NONE {
                break;
            }
            drives.push((edge, arrival - graph.edge(edge).ticks));
            id = parent;
        }
        drives.reverse();
        Path::of_drives(graph, start, &drives)
    }
}

/// Where a search wants to go.
pub(super) struct Goal<'a> {
    start: u32,
    vertex: u32,
    /// The times to the vertex.
    times: &'a [Ticks],
    /// The earliest and the last final arrival.
    arrival: Span,
    /// Being there for a moment is enough.
    is_passed: bool,
}

impl<'a> Goal<'a> {
    /// To stay at the end of a trip, as rules allow.
    pub(super) fn of(trip: Trip, times: &'a [Ticks], rules: &impl Rules) -> Self {
        Goal { arrival: rules.arrival(), is_passed: false, ..Goal::passing(trip, times) }
    }

    /// To be at the end of a trip at any time.
    pub(super) fn passing(trip: Trip, times: &'a [Ticks]) -> Self {
        let Trip { start, goal: vertex } = trip;
        Goal { start, vertex, times, arrival: (0, FOREVER), is_passed: true }
    }
}
