//! Jump point search: A* from jump point to jump point.

use super::beaten::Unbeaten;
use super::boxes::Boxes;
use super::edges::Edges;
use super::marks::Marks;
use super::memory::{CLOSED, JumpMemory, Record};
use super::place::Place;
use super::planes::JumpMap;
use crate::base::{Budget, Cost, Dir, Entry, NodeId, Spent};
use crate::path::Path;
use crate::search::observer::{Watcher, by_watcher, watch, watched};
use crate::search::paused::{Halt, Stamp, fold};
use crate::search::{
    Effort, Event, Found, Guarantee, Note, OutOfBudget, Outcome, PathQuery, Paused, ResumeError,
    Scratch, SearchObserver, Unreachable, Unsupported, Why,
};
use crate::world::Origin;

/// The parent of nodes reached directly from the start.
const START: u32 = u32::MAX;

/// The usual maximum by which `f` rises from one jump point to the next, in straight steps. It
/// affects only speed.
const SPREAD: u64 = 128;

/// What a jump point search reads: a map, its jumps if they are precomputed, and its landmarks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumps<'a> {
    map: &'a JumpMap,
    edges: Option<&'a Edges>,
    marks: Option<&'a Marks>,
}

impl<'a> Jumps<'a> {
    /// The jumps of a map, found on the way, or precomputed ones.
    pub(crate) fn new(map: &'a JumpMap, edges: Option<&'a Edges>) -> Self {
        Jumps { map, edges, marks: map.marks.as_deref() }
    }

    /// The same without landmarks, which take longer than they save where the goal is near.
    pub(crate) fn without_landmarks(self) -> Self {
        Jumps { marks: None, ..self }
    }

    /// Prepares a search, as [`JumpMap::search`] does.
    pub(crate) fn search(
        self,
        query: &PathQuery<'_>,
        scratch: &'a mut Scratch,
    ) -> Result<JumpSearch<'a>, Unsupported> {
        Ok(JumpSearch::new(self, query.ends()?, scratch.part()).within(query.max_cost))
    }
}

/// A jump point search that can be paused and continued, created by [`JumpMap::search`] and
/// [`JumpTable::search`](crate::shapes::square::JumpTable::search).
#[derive(Debug)]
pub struct JumpSearch<'a> {
    map: &'a JumpMap,
    /// The jumps, if they are precomputed.
    edges: Option<&'a Edges>,
    marks: Option<&'a Marks>,
    scratch: &'a mut JumpMemory,
    start: Place,
    goal: Place,
    /// Paths at this cost or above are not searched for.
    limit: Cost,
    /// The cost of the path found, and the jump point that sees the goal.
    best: Option<(Cost, u32)>,
    effort: Effort,
    blocked: Option<Why>,
    is_begun: bool,
    is_done: bool,
}

impl JumpMap {
    /// Prepares a search by jump points. It ignores the tie rule of the query and its setting for
    /// canonical arcs: among equal paths it finds one with all diagonals first, or nearly so.
    ///
    /// # Errors
    ///
    /// If the query does not have exactly one start and one goal, or requests the nearest reachable
    /// node.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::JumpMap;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let map = JumpMap::build(&grid.seen_by(&Mover::walker()))?;
    /// let [start, goal] = [(0, 1), (4, 1)].map(|cell| grid.node(cell).unwrap());
    /// let (query, mut scratch) = (PathQuery::new(start, goal), Scratch::new());
    /// let outcome = map.search(&query, &mut scratch)?.run(&mut Budget::unlimited(), &mut ());
    /// assert_eq!(outcome.path().map(|path| path.step_count()), Some(4));
    ///
    /// let least = outcome.cost().unwrap();
    /// let mut search = map.search(&query.within(least - 1), &mut scratch)?;
    /// assert_eq!(search.cost(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search<'a>(
        &'a self,
        query: &PathQuery<'_>,
        scratch: &'a mut Scratch,
    ) -> Result<JumpSearch<'a>, Unsupported> {
        Jumps::new(self, None).search(query, scratch)
    }
}

/// The cost of a path that pays extra under overlays, and the work to find it. Its nodes are in the
/// scratch.
pub(crate) struct Paid {
    pub(crate) cost: Cost,
    pub(crate) effort: Effort,
}

impl<'a> JumpSearch<'a> {
    /// Prepares a search from one node to another.
    pub(crate) fn new(
        Jumps { map, edges, marks }: Jumps<'a>,
        ends: [NodeId; 2],
        scratch: &'a mut JumpMemory,
    ) -> Self {
        let ends = map.ends(ends);
        let [start, goal] = ends.unwrap_or([Place { x: 0, y: 0 }; 2]);
        JumpSearch {
            map,
            edges,
            marks,
            scratch,
            start,
            goal,
            limit: Cost::MAX,
            best: None,
            effort: Effort::default(),
            blocked: ends.err(),
            is_begun: false,
            is_done: false,
        }
    }

    /// Limits the search to paths that cost at most this much.
    pub(crate) fn within(self, ticks: Cost) -> Self {
        JumpSearch { limit: ticks.saturating_add(1), ..self }
    }

    /// The cost of a cheapest path; `None` if there is none.
    pub fn cost(&mut self) -> Option<Cost> {
        self.search(&mut Budget::unlimited(), &mut ());
        self.best.map(|(cost, _)| cost)
    }

    /// As [`run`](Self::run), but a path is returned only if `paid` says that its nodes pay nothing
    /// extra.
    ///
    /// # Errors
    ///
    /// The path with its total cost, if it pays something extra.
    pub(crate) fn run_where(
        &mut self,
        budget: &mut Budget<'_>,
        paid: impl Fn(&[NodeId]) -> Cost,
    ) -> Result<Outcome, Paid> {
        if self.blocked.is_none()
            && self.search(budget, &mut ()).is_none()
            && let Some((cost, last)) = self.best
        {
            let mut nodes = std::mem::take(&mut self.scratch.nodes);
            self.spell(last, &mut nodes);
            let extra = paid(&nodes);
            self.scratch.nodes = nodes;
            if extra > 0 {
                let effort = Effort { bytes: self.scratch.bytes() as u64, ..self.effort };
                return Err(Paid { cost: cost + extra, effort });
            }
        }
        Ok(self.run(budget, &mut ()))
    }

    /// Runs the search. The budget counts jump points expanded after the start; when it has run
    /// out, the same call continues, and the slices add up to an uninterrupted search. A search
    /// that has ended returns the same answer again.
    ///
    /// The nodes passed to `observer` are the start, jump points, and the goal once one of them
    /// sees it; the parent of a node is a whole jump away. If terrain costs differ, a jump point
    /// may also be reopened for another arrival at the same cost.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::search::{Event, Recorder};
    /// use astride::shapes::square::JumpMap;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let map = JumpMap::build(&grid.seen_by(&Mover::walker()))?;
    /// let [start, goal] = [(0, 1), (4, 1)].map(|cell| grid.node(cell).unwrap());
    /// let (mut scratch, mut recorder) = (Scratch::new(), Recorder::default());
    /// let mut search = map.search(&PathQuery::new(start, goal), &mut scratch)?;
    /// let outcome = search.run(&mut Budget::unlimited(), &mut recorder);
    /// let reached = Event::Goal { node: goal, g: outcome.cost().unwrap() };
    /// assert_eq!(recorder.events().last(), Some(&reached));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |observer| self.run_watched(budget, observer))
    }

    /// As [`run`](Self::run), for a watcher.
    pub(crate) fn run_watched(
        &mut self,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome {
        by_watcher!(observer => self.run_by(budget, observer))
    }

    fn run_by(&mut self, budget: &mut Budget<'_>, observer: &mut impl SearchObserver) -> Outcome {
        if let Some(why) = self.blocked {
            let why = why.within(self.limit);
            return Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.effort });
        }
        let spent = self.search(budget, observer);
        let mut effort = self.effort;
        effort.bytes = self.scratch.bytes() as u64;
        match (spent, self.best) {
            (Some(spent), _) => {
                let least = self.scratch.open.peek().map_or(0, |entry| entry.f);
                let lower_bound = if self.is_begun { least } else { 0 };
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
            }
            (None, Some((cost, last))) => {
                let path = self.path(cost, last);
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
            (None, None) => {
                let why = Why::Enclosed { seen: effort.expanded }.within(self.limit);
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
        }
    }

    /// Sets the search aside. The value returned borrows nothing, and the scratch keeps the rest of
    /// the state.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::JumpMap;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let map = JumpMap::build(&grid.seen_by(&Mover::walker()))?;
    /// let [start, goal] = [(0, 1), (4, 1)].map(|cell| grid.node(cell).unwrap());
    /// let (query, mut scratch) = (PathQuery::new(start, goal), Scratch::new());
    /// let mut search = map.search(&query, &mut scratch)?;
    /// assert!(!search.run(&mut Budget::unlimited().expansions(0), &mut ()).is_final());
    /// let paused = search.pause();
    /// let mut search = map.search(&query, &mut scratch)?.resume(paused)?;
    /// assert_eq!(search.cost(), Some(2 * 13_860 + 2 * 19_601));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(self) -> Paused {
        let stamp = self.stamp();
        let JumpSearch { best, effort, is_begun, is_done, scratch, .. } = self;
        Paused::new(stamp, effort, Halt::Jumps { best, is_begun, is_done }, &mut scratch.held)
    }

    /// Continues a search that was set aside. `self` must have been created with the same map, ends
    /// and scratch, and must not have run yet. The result is the same as if the search had never
    /// been set aside.
    ///
    /// # Errors
    ///
    /// If the map has another size or revision, if the ends differ, or if the scratch no longer
    /// holds the search. Two maps with the same size, number of jump points and revision are not
    /// distinguished.
    pub fn resume(self, paused: Paused) -> Result<Self, ResumeError> {
        match paused.go_on(&self.stamp(), &mut self.scratch.held)? {
            (effort, Halt::Jumps { best, is_begun, is_done }) => {
                Ok(JumpSearch { best, effort, is_begun, is_done, ..self })
            }
            _ => Err(ResumeError::other_question()),
        }
    }

    fn stamp(&self) -> Stamp {
        let map = self.map;
        let [straight, diagonal] = map.costs;
        let world = Origin {
            revision: map.revision(),
            nodes: u64::from(map.width) * u64::from(map.height),
            costs: [map.point_count() as u64, u64::from(straight) << 32 | u64::from(diagonal)],
        };
        let ends = [self.start, self.goal].map(|at| u64::from(at.x) << 32 | u64::from(at.y));
        let is_blocked = u64::from(self.blocked.is_some());
        let table = self.edges.map_or(0, |edges| 1 + u64::from(edges.boxes.is_some()));
        let kind = [table | u64::from(self.marks.is_some()) << 2, is_blocked, self.limit];
        Stamp { world, question: fold(ends.into_iter().chain(kind)) }
    }

    fn search<O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Option<Spent> {
        if self.blocked.is_some() || self.is_done {
            return None;
        }
        // The most common kind of map has specialised code where nothing is observed, with a table and
        // without. Elsewhere the code for a table looks whether there is one. Nested, so that an observed
        // search does not compile what it does not run.
        let spent = if O::WATCHES || !self.map.is_plain() {
            self.search_as::<false, true, O>(budget, observer)
        } else {
            match self.edges.is_some() {
                false => self.search_as::<true, false, O>(budget, observer),
                true => self.search_as::<true, true, O>(budget, observer),
            }
        };
        self.is_done = spent.is_none();
        if let (true, Some((g, _))) = (self.is_done, self.best) {
            watch(observer, Event::Goal { node: self.map.node(self.goal), g });
        }
        spent
    }

    fn search_as<const PLAIN: bool, const TABLE: bool, O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Option<Spent> {
        if !self.is_begun {
            if !budget.allows_bytes(JumpMemory::bytes_for(self.map.point_count())) {
                return Some(Spent::Bytes);
            }
            self.is_begun = true;
            if self.ends_at_start::<PLAIN, O>(observer) {
                return None;
            }
        }
        while let Some(entry) = self.scratch.open.pop() {
            if self.beyond() <= entry.f {
                break;
            }
            let record = &mut self.scratch.records[entry.node as usize];
            if record.mark & CLOSED != 0 {
                continue;
            }
            if let Some(spent) = budget.take() {
                self.scratch.open.push(entry);
                return Some(spent);
            }
            self.effort.open_most = self.effort.open_most.max(self.scratch.open.len() as u64 + 1);
            record.mark |= CLOSED;
            let (g, arrival) = (record.g, Dir::from_code((record.mark & 7) as u8));
            self.effort.expanded += 1;
            let point = self.map.point(entry.node);
            if O::WATCHES && point.at != self.start {
                watch(observer, Event::Close { node: self.map.node(point.at), g });
            }
            let on_terrain = !PLAIN && self.map.terrain.is_some();
            let taken = self.map.taken(entry.node, arrival);
            let boxes = self.boxes::<TABLE>();
            // Unless the leg to the goal begins with a step that the arrival allows, a canonical path,
            // which is a cheapest one, leads elsewhere. Boxes leave out the goals that a jump point
            // sees, and on terrain it may have several arrivals: there the goal is always looked for.
            if (on_terrain
                || boxes.is_some()
                || self.map.goes_on_toward::<PLAIN>(point.at, self.goal, taken))
                && self.map.sees::<PLAIN>(point.at, self.goal)
            {
                let cost = g + self.map.cost_in_sight::<PLAIN>(point.at, self.goal);
                self.see_goal(cost, entry.node, observer);
                // No path is cheaper than `f`.
                if cost == entry.f {
                    break;
                }
            }
            let dirs = if on_terrain {
                let taken = self.scratch.take_steps(self.map, entry.node);
                self.scratch.unbeaten(self.map, point.at, taken, g)
            } else {
                let toward = boxes.map_or(u8::MAX, |boxes| boxes.toward(entry.node, self.goal));
                Unbeaten::all(taken & toward)
            };
            self.expand::<PLAIN, TABLE, O>(point.at, dirs, g, entry.node, observer);
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return Some(Spent::Bytes);
            }
        }
        None
    }

    /// Looks around from the start. Returns whether it sees the goal, and no path can be cheaper.
    /// Compiled once for searches with a table and without.
    #[inline(never)]
    fn ends_at_start<const PLAIN: bool, O: SearchObserver>(&mut self, observer: &mut O) -> bool {
        let least = self.map.guess::<PLAIN>(self.start, self.goal);
        if O::WATCHES {
            let node = self.map.node(self.start);
            watch(observer, Event::Open { node, parent: None, g: 0, h: least, f: least });
            watch(observer, Event::Close { node, g: 0 });
        }
        if self.map.sees::<PLAIN>(self.start, self.goal) {
            let cost = self.map.cost_in_sight::<PLAIN>(self.start, self.goal);
            self.see_goal(cost, START, observer);
            if cost == least {
                return true;
            }
        }
        self.scratch.begin(self.map.point_count());
        if self.map.terrain.is_some() && self.scratch.arrivals.len() < self.map.point_count() {
            self.scratch.arrivals.resize(self.map.point_count(), [0; 2]);
        }
        self.scratch.open.begin(least, SPREAD * u64::from(self.map.costs[0]));
        if let Some(marks) = self.marks {
            self.scratch.aim = self.map.row_of::<PLAIN>(marks, self.goal);
        }
        let around = self.map.free_around(self.start);
        let steps = self.map.rules.steps(around);
        self.effort.expanded = 1;
        self.expand::<PLAIN, false, O>(self.start, Unbeaten::all(steps), 0, START, observer);
        false
    }

    /// The goals behind each direction, if the table has them.
    #[inline(always)]
    fn boxes<const TABLE: bool>(&self) -> Option<&'a Boxes> {
        self.edges.filter(|_| TABLE).and_then(|edges| edges.boxes.as_ref())
    }

    /// Jumps from `at` in all directions of `dirs`.
    #[inline(always)]
    fn expand<const PLAIN: bool, const TABLE: bool, O: SearchObserver>(
        &mut self,
        at: Place,
        dirs: Unbeaten,
        g: Cost,
        number: u32,
        observer: &mut O,
    ) {
        let map = self.map;
        let mut left = dirs.dirs;
        if let Some(edges) = self.edges.filter(|_| TABLE) {
            while left != 0 {
                let dir = left.trailing_zeros();
                // Where nothing is left out, directions in a row are one list: an arrival usually allows
                // three of them.
                let count = if PLAIN { (!(left >> dir)).trailing_zeros() } else { 1 };
                let past = dirs.of(dir);
                for edge in edges.of(number, dir, count) {
                    if !PLAIN && past != [0; 2] && edge.is_within(at, dir, past) {
                        continue;
                    }
                    let cost = g + u64::from(edge.cost());
                    let landing = (edge.at(), edge.arrival());
                    self.reach::<PLAIN, O>(edge.target(), landing, cost, number, observer);
                }
                left &= !(((1 << count) - 1) << dir) as u8;
            }
            return;
        }
        // Collected first and processed later: scans and lookups would slow each other down.
        let mut landings = std::mem::take(&mut self.scratch.landings);
        landings.clear();
        while left != 0 {
            let dir = left.trailing_zeros();
            let past = dirs.of(dir);
            let known = landings.len();
            if PLAIN {
                map.for_each_jump_past::<true>(at, dir, past, |landing| landings.push(landing));
            } else {
                map.collect_jumps_past(at, dir, past, &mut landings);
            }
            if O::WATCHES && past == [0; 2] {
                let dir = Dir::from_code(dir as u8);
                if let Some((from, last)) = map.nothing_ahead(at, dir, &landings[known..]) {
                    let [from, last] = [from, last].map(|at| map.node(at));
                    watch(observer, Event::Note(Note::NothingAhead { from, last, dir }));
                }
            }
            left &= left - 1;
        }
        for landing in &landings {
            let factor = if PLAIN { 1 } else { map.factor(landing.at) };
            let (target, cost) = (map.number_at(landing.row), g + landing.cost * factor);
            let landing = (landing.at, landing.arrival);
            self.reach::<PLAIN, O>(target, landing, cost, number, observer);
        }
        self.scratch.landings = landings;
    }

    /// Records a path to a jump point.
    #[inline(always)]
    fn reach<const PLAIN: bool, O: SearchObserver>(
        &mut self,
        point: u32,
        (at, arrival): (Place, u32),
        g: Cost,
        parent: u32,
        observer: &mut O,
    ) {
        let on_terrain = !PLAIN && self.map.terrain.is_some();
        let record = &mut self.scratch.records[point as usize];
        let is_known = record.mark >> 4 == self.scratch.stamp;
        let reopened = is_known && record.mark & CLOSED != 0;
        if is_known && record.g <= g {
            if !on_terrain || record.g < g || !self.scratch.join(self.map, point, arrival) {
                return;
            }
        } else {
            *record = Record { g, parent, mark: self.scratch.stamp << 4 | arrival };
            if on_terrain {
                self.scratch.arrivals[point as usize] = [1 << arrival, 0];
            }
        }
        let mut h = self.map.guess::<PLAIN>(at, self.goal);
        if let Some(marks) = self.marks {
            h = h.max(marks.bound(point, &self.scratch.aim));
        }
        let f = g + h;
        let tie = h.min(u64::from(u32::MAX)) << 32 | u64::from(point);
        self.scratch.open.push(Entry { f, tie, node: point });
        // A jump point at the start has a record of its own, and the start is not reported twice.
        if O::WATCHES && at != self.start {
            let (node, parent) = (self.map.node(at), self.node_of(parent));
            watch(
                observer,
                if is_known {
                    Event::Improve { node, parent, g, h, f, reopened }
                } else {
                    Event::Open { node, parent: Some(parent), g, h, f }
                },
            );
        }
        self.effort.generated += u64::from(!is_known);
        self.effort.improved += u64::from(is_known);
    }

    /// Only paths that cost less are searched for.
    #[inline(always)]
    fn beyond(&self) -> Cost {
        self.best.map_or(self.limit, |(best, _)| best)
    }

    /// Records a path to the goal from a jump point that sees it, if it is cheap enough.
    #[inline(always)]
    fn see_goal<O: SearchObserver>(&mut self, cost: Cost, from: u32, observer: &mut O) {
        if cost >= self.beyond() {
            return;
        }
        if O::WATCHES {
            let (node, parent) = (self.map.node(self.goal), self.node_of(from));
            let event = if self.best.is_some() {
                Event::Improve { node, parent, g: cost, h: 0, f: cost, reopened: false }
            } else {
                Event::Open { node, parent: Some(parent), g: cost, h: 0, f: cost }
            };
            watch(observer, event);
        }
        self.best = Some((cost, from));
    }

    /// The node of a jump point or of the start.
    fn node_of(&self, number: u32) -> NodeId {
        let at = if number == START { self.start } else { self.map.place_of(number) };
        self.map.node(at)
    }

    /// The cells of the way found.
    fn path(&mut self, cost: Cost, last: u32) -> Path {
        let mut nodes = Vec::new();
        self.spell(last, &mut nodes);
        Path::new(nodes, cost).expect("a path has its start")
    }

    /// Replaces the contents of `nodes` by the nodes of the path found.
    fn spell(&mut self, last: u32, nodes: &mut Vec<NodeId>) {
        let map = self.map;
        let JumpMemory { records, turns, .. } = &mut *self.scratch;
        turns.clear();
        let (mut at, mut from, mut steps) = (self.goal, last, 0);
        while from != START {
            let before = map.point(from).at;
            steps += map.steps_between(before, at);
            turns.push(before);
            at = before;
            from = records[from as usize].parent;
        }
        steps += map.steps_between(self.start, at);
        nodes.clear();
        nodes.reserve_exact(steps + 1);
        let mut at = self.start;
        for &next in turns.iter().rev().chain([&self.goal]) {
            map.extend_by_jump(at, next, nodes);
            at = next;
        }
        map.end_path(self.goal, nodes);
    }
}
