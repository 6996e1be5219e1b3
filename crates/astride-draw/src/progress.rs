//! The state of a search after some of its events.

use std::collections::BTreeMap;

use astride::base::{Cost, NodeId};
use astride::search::Event;

/// Nodes per page: ids are dense where a search has been, and arbitrary elsewhere.
const PAGE: u32 = 512;

/// What a search knows about one node. `g`, `h`, `f` as in [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Cost so far, in ticks.
    pub g: Cost,
    /// Heuristic estimate of the remaining cost, in ticks.
    pub h: Cost,
    /// The priority of the node.
    pub f: Cost,
    /// Its predecessor; `None` for starts.
    pub parent: Option<NodeId>,
    /// Whether it has been expanded (and not reopened since).
    pub is_closed: bool,
}

/// The state of a search after some of its events: which nodes are open and closed, and what is
/// known about each.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::Recorder;
/// use astride_draw::Progress;
/// let grid = Grid::new(5, 5, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let [from, to] = [(0, 2), (4, 2)].map(|cell| grid.node(cell).unwrap());
/// let query = PathQuery::new(from, to);
/// let mut recorder = Recorder::default();
/// let guess = GridHeuristic::octile(&view);
/// let _ = astar(&view, &guess, &query, &mut Scratch::new(), &mut recorder);
///
/// let steps = Progress::steps(recorder.events());
/// let first = Progress::replay(recorder.events(), steps[1]);
/// assert_eq!(first.current(), Some(from));
/// assert_eq!((first.closed_count(), first.open_count()), (1, 5));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pages: BTreeMap<u32, Vec<Option<Touched>>>,
    current: Option<NodeId>,
    goal: Option<NodeId>,
    open: usize,
    closed: usize,
    most_g: Cost,
}

impl Progress {
    /// The initial state.
    pub fn new() -> Self {
        Progress::default()
    }

    /// The state after the first `upto` events, or after all if there are fewer.
    ///
    /// # Complexity
    ///
    /// O(upto · log nodes touched).
    pub fn replay(events: &[Event], upto: usize) -> Progress {
        let mut progress = Progress::new();
        for event in &events[..upto.min(events.len())] {
            progress.apply(event);
        }
        progress
    }

    /// Where the steps of a search end: `replay(events, steps(events)[k])` is the state after `k`
    /// expansions, with the neighbours of the last one open. The last entry is `events.len()`; an
    /// expansion that reaches the goal includes that event.
    pub fn steps(events: &[Event]) -> Vec<usize> {
        let is_close = |event: &Event| matches!(event, Event::Close { .. });
        let mut ends: Vec<usize> = events
            .iter()
            .enumerate()
            .filter(|(_, event)| is_close(event))
            .map(|(at, _)| at)
            .collect();
        ends.push(events.len());
        ends
    }

    /// Applies one more event.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Open { node, parent, g, h, f } => {
                self.put(node, Touched { g, h, f, parent, is_closed: false });
            }
            Event::Improve { node, parent, g, h, f, .. } => {
                self.put(node, Touched { g, h, f, parent: Some(parent), is_closed: false });
            }
            Event::Close { node, g } => {
                let known = self.of(node);
                let fresh = Touched { g, h: 0, f: g, parent: None, is_closed: true };
                let closed = known.map_or(fresh, |known| Touched { g, is_closed: true, ..known });
                self.put(node, closed);
                self.current = Some(node);
            }
            Event::Goal { node, .. } => self.goal = Some(node),
            Event::Note(_) => {}
        }
    }

    /// What is known about a node; `None` if the search has not reached it.
    pub fn of(&self, node: NodeId) -> Option<Touched> {
        let page = self.pages.get(&(node.get() / PAGE))?;
        page[(node.get() % PAGE) as usize]
    }

    /// All touched nodes, in id order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Touched)> + '_ {
        self.pages.iter().flat_map(|(&page, entries)| {
            let of_entry = move |(at, touched): (usize, &Option<Touched>)| {
                touched.map(|touched| (NodeId::new(page * PAGE + at as u32), touched))
            };
            entries.iter().enumerate().filter_map(of_entry)
        })
    }

    /// The node expanded last.
    pub fn current(&self) -> Option<NodeId> {
        self.current
    }

    /// The goal that was reached.
    pub fn goal(&self) -> Option<NodeId> {
        self.goal
    }

    /// The number of open nodes.
    pub fn open_count(&self) -> usize {
        self.open
    }

    /// The number of closed nodes.
    pub fn closed_count(&self) -> usize {
        self.closed
    }

    /// The largest cost so far of any node, in ticks.
    pub fn most_g(&self) -> Cost {
        self.most_g
    }

    fn put(&mut self, node: NodeId, touched: Touched) {
        let empty = || vec![None; PAGE as usize];
        let page = self.pages.entry(node.get() / PAGE).or_insert_with(empty);
        let before = page[(node.get() % PAGE) as usize].replace(touched);
        match before {
            Some(before) if before.is_closed => self.closed -= 1,
            Some(_) => self.open -= 1,
            None => {}
        }
        match touched.is_closed {
            true => self.closed += 1,
            false => self.open += 1,
        }
        self.most_g = self.most_g.max(touched.g);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_any_size_are_kept_in_order() {
        let open = |index| Event::Open { node: NodeId::new(index), parent: None, g: 1, h: 2, f: 3 };
        let events = [NodeId::MAX_INDEX, 0, 511, 512, 77].map(open);
        let progress = Progress::replay(&events, 99);
        let ids: Vec<u32> = progress.nodes().map(|(node, _)| node.get()).collect();
        assert_eq!(ids, [0, 77, 511, 512, NodeId::MAX_INDEX]);
        assert_eq!((progress.open_count(), progress.closed_count()), (5, 0));
    }

    #[test]
    fn a_node_taken_back_is_open_again() {
        let node = NodeId::new(3);
        let parent = NodeId::new(2);
        let events = [
            Event::Open { node, parent: None, g: 9, h: 1, f: 10 },
            Event::Close { node, g: 9 },
            Event::Improve { node, parent, g: 5, h: 1, f: 6, reopened: true },
        ];
        let closed = Progress::replay(&events, 2);
        assert_eq!((closed.open_count(), closed.closed_count()), (0, 1));
        let open = Progress::replay(&events, 3);
        assert_eq!((open.open_count(), open.closed_count()), (1, 0));
        let touched = open.of(node).unwrap();
        assert_eq!((touched.g, touched.parent, touched.is_closed), (5, Some(parent), false));
    }

    #[test]
    fn a_close_without_an_open_is_understood() {
        let node = NodeId::new(8);
        let progress = Progress::replay(&[Event::Close { node, g: 4 }], 1);
        assert_eq!(progress.of(node).map(|touched| touched.f), Some(4));
    }
}
