//! Jump point search: A* from jump point to jump point.

use crate::base::{Budget, Cell, Cost, Dir, Entry, OpenList, Spent};
use crate::path::Path;
use crate::search::jps::beaten::Unbeaten;
use crate::search::jps::edges::Edges;
use crate::search::jps::jumps::Landing;
use crate::search::jps::place::Place;
use crate::search::jps::planes::JumpMap;
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Unreachable, Why};

/// The parent of what was reached from the start itself.
const START: u32 = u32::MAX;

/// The memory of one running jump point search: 16 bytes per jump point, never cleared.
#[derive(Clone, Debug, Default)]
pub struct JumpScratch {
    records: Vec<Record>,
    stamp: u32,
    open: OpenList,
    /// Where the jumps of an expansion end.
    landings: Vec<Landing>,
    /// The jump points of the path found, from the goal.
    turns: Vec<Place>,
    /// Where terrain costs differ, for each jump point: the directions of all arrivals that cost as
    /// much as the best, and the steps taken from there.
    arrivals: Vec<[u8; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: Cost,
    parent: u32,
    /// Stamp in the upper 28 bits, then whether it is closed, then the direction of arrival.
    mark: u32,
}

const CLOSED: u32 = 8;

/// By how many straight steps `f` usually rises at most from one jump point to the next. Only speed
/// depends on it.
const SPREAD: u64 = 128;

impl JumpScratch {
    /// Empty memory; it grows on first use.
    pub fn new() -> Self {
        JumpScratch::default()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.arrivals.capacity() * size_of::<[u8; 2]>()
            + self.open.bytes()
    }

    fn begin(&mut self, points: usize) {
        if self.records.len() < points {
            self.records.resize(points, Record::default());
        }
        self.stamp += 1;
        if self.stamp == 1 << 28 {
            self.records.fill(Record::default());
            self.stamp = 1;
        }
    }

    /// Takes note of one more arrival that costs as much as the best. Whether it has to be expanded
    /// again for it.
    fn join(&mut self, map: &JumpMap, point: u32, arrival: u32) -> bool {
        let [arrivals, taken] = &mut self.arrivals[point as usize];
        let is_new = *arrivals >> arrival & 1 == 0;
        *arrivals |= 1 << arrival;
        let record = &mut self.records[point as usize];
        let is_late = is_new
            && record.mark & CLOSED != 0
            && map.taken(point, Dir::from_code(arrival as u8)) & !*taken != 0;
        record.mark &= if is_late { !CLOSED } else { u32::MAX };
        is_late
    }

    /// Leaves out what is beaten from neighbours that were reached before.
    fn unbeaten(&self, map: &JumpMap, at: Place, dirs: u8, g: Cost) -> Unbeaten {
        map.unbeaten(at, dirs, g, |place| {
            let record = self.records.get(map.number_of(place)? as usize)?;
            (record.mark >> 4 == self.stamp).then_some(record.g)
        })
    }

    /// The steps to be taken from a jump point by any of its arrivals, but for those taken before.
    fn take_steps(&mut self, map: &JumpMap, point: u32) -> u8 {
        let [arrivals, taken] = &mut self.arrivals[point as usize];
        let (mut left, mut steps) = (*arrivals, 0);
        while left != 0 {
            steps |= map.taken(point, Dir::from_code(left.trailing_zeros() as u8));
            left &= left - 1;
        }
        steps &= !*taken;
        *taken |= steps;
        steps
    }
}

/// A jump point search between two cells that can be continued.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::{JumpMap, JumpScratch, JumpSearch};
/// let grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let map = JumpMap::new(&grid.seen_by(&Mover::walker()))?;
/// let mut scratch = JumpScratch::new();
/// let mut search = JumpSearch::new(&map, Cell::new(0, 1), Cell::new(4, 1), &mut scratch);
/// let outcome = search.run(&mut Budget::unlimited());
/// assert_eq!(outcome.path().map(|path| path.step_count()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JumpSearch<'a> {
    map: &'a JumpMap,
    /// The jumps, if they are written down.
    edges: Option<&'a Edges>,
    scratch: &'a mut JumpScratch,
    start: Place,
    goal: Place,
    /// The cost of the path found, and the jump point that sees the goal.
    best: Option<(Cost, u32)>,
    effort: Effort,
    blocked: Option<Why>,
    is_begun: bool,
    is_done: bool,
}

impl<'a> JumpSearch<'a> {
    /// Prepares a search.
    ///
    /// # Panics
    ///
    /// If a cell is off the map.
    pub fn new(map: &'a JumpMap, from: Cell, to: Cell, scratch: &'a mut JumpScratch) -> Self {
        let ends = map.ends(from, to);
        let [start, goal] = ends.unwrap_or([Place { x: 0, y: 0 }; 2]);
        JumpSearch {
            map,
            edges: None,
            scratch,
            start,
            goal,
            best: None,
            effort: Effort::default(),
            blocked: ends.err(),
            is_begun: false,
            is_done: false,
        }
    }

    /// The same search with the jumps looked up in a table.
    pub(crate) fn with_edges(mut self, edges: &'a Edges) -> Self {
        self.edges = Some(edges);
        self
    }

    /// The cost of a cheapest path; `None` if there is none.
    pub fn cost(&mut self) -> Option<Cost> {
        self.search(&mut Budget::unlimited());
        self.best.map(|(cost, _)| cost)
    }

    /// Searches on. The budget counts jump points expanded after the start; when it has run out, the
    /// same call continues, and slices add up to the search that was never stopped. A search that
    /// has ended answers the same again.
    ///
    /// There is no limit on the cost of the path, nor is the byte limit of the budget looked at:
    /// all memory is taken when the search begins, and [`Effort::bytes`] says how much.
    pub fn run(&mut self, budget: &mut Budget<'_>) -> Outcome {
        if let Some(why) = self.blocked {
            return Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.effort });
        }
        let spent = self.search(budget);
        let mut effort = self.effort;
        effort.bytes = self.scratch.bytes() as u64;
        match (spent, self.best) {
            (Some(spent), _) => {
                let lower_bound = self.scratch.open.peek().map_or(0, |entry| entry.f);
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
            }
            (None, Some((cost, last))) => {
                let path = self.path(cost, last);
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
            (None, None) => {
                let why = Why::Enclosed { seen: effort.expanded };
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
        }
    }

    fn search(&mut self, budget: &mut Budget<'_>) -> Option<Spent> {
        if self.blocked.is_some() || self.is_done {
            return None;
        }
        // The usual kind of map has code of its own.
        let spent = match (self.map.is_plain(), self.edges.is_some()) {
            (true, false) => self.search_as::<true, false>(budget),
            (true, true) => self.search_as::<true, true>(budget),
            (false, false) => self.search_as::<false, false>(budget),
            (false, true) => self.search_as::<false, true>(budget),
        };
        self.is_done = spent.is_none();
        spent
    }

    fn search_as<const PLAIN: bool, const TABLE: bool>(
        &mut self,
        budget: &mut Budget<'_>,
    ) -> Option<Spent> {
        if !self.is_begun {
            self.is_begun = true;
            let least = self.map.guess::<PLAIN>(self.start, self.goal);
            if self.map.sees::<PLAIN>(self.start, self.goal) {
                let cost = self.map.cost_in_sight::<PLAIN>(self.start, self.goal);
                self.best = Some((cost, START));
                if cost == least {
                    return None;
                }
            }
            self.scratch.begin(self.map.point_count());
            if self.map.terrain.is_some() && self.scratch.arrivals.len() < self.map.point_count() {
                self.scratch.arrivals.resize(self.map.point_count(), [0; 2]);
            }
            self.scratch.open.begin(least, SPREAD * u64::from(self.map.costs[0]));
            let around = self.map.free_around(self.start);
            let steps = self.map.rules.steps(around);
            self.effort.expanded = 1;
            self.expand::<PLAIN, false>(self.start, Unbeaten::all(steps), 0, START);
        }
        while let Some(entry) = self.scratch.open.pop() {
            if self.best.is_some_and(|(best, _)| best <= entry.f) {
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
            if self.map.sees::<PLAIN>(point.at, self.goal) {
                let cost = g + self.map.cost_in_sight::<PLAIN>(point.at, self.goal);
                if self.best.is_none_or(|(best, _)| cost < best) {
                    self.best = Some((cost, entry.node));
                }
                // No path is cheaper than `f`.
                if cost == entry.f {
                    break;
                }
            }
            let dirs = if !PLAIN && self.map.terrain.is_some() {
                let taken = self.scratch.take_steps(self.map, entry.node);
                self.scratch.unbeaten(self.map, point.at, taken, g)
            } else {
                Unbeaten::all(self.map.taken(entry.node, arrival))
            };
            self.expand::<PLAIN, TABLE>(point.at, dirs, g, entry.node);
        }
        None
    }

    /// Jumps from `at` in all directions of `dirs`.
    #[inline(always)]
    fn expand<const PLAIN: bool, const TABLE: bool>(
        &mut self,
        at: Place,
        dirs: Unbeaten,
        g: Cost,
        number: u32,
    ) {
        let map = self.map;
        let mut left = dirs.dirs;
        if let Some(edges) = self.edges.filter(|_| TABLE) {
            while left != 0 {
                let dir = left.trailing_zeros();
                let past = dirs.of(dir);
                for edge in edges.of(number, dir) {
                    if !PLAIN && past != [0; 2] && edge.is_within(at, dir, past) {
                        continue;
                    }
                    let cost = g + u64::from(edge.cost());
                    self.reach::<PLAIN>(edge.target(), edge.at(), edge.arrival(), cost, number);
                }
                left &= left - 1;
            }
            return;
        }
        // Noted first and looked at later: scanning and looking up get in each other's way.
        let mut landings = std::mem::take(&mut self.scratch.landings);
        landings.clear();
        while left != 0 {
            let dir = left.trailing_zeros();
            let past = dirs.of(dir);
            map.for_each_jump_past::<PLAIN>(at, dir, past, |landing| landings.push(landing));
            left &= left - 1;
        }
        for landing in &landings {
            let factor = if PLAIN { 1 } else { map.factor(landing.at) };
            let (target, cost) = (map.number_at(landing.row), g + landing.cost * factor);
            self.reach::<PLAIN>(target, landing.at, landing.arrival, cost, number);
        }
        self.scratch.landings = landings;
    }

    /// Takes note of a way to a jump point.
    #[inline(always)]
    fn reach<const PLAIN: bool>(
        &mut self,
        point: u32,
        at: Place,
        arrival: u32,
        g: Cost,
        parent: u32,
    ) {
        let on_terrain = !PLAIN && self.map.terrain.is_some();
        let record = &mut self.scratch.records[point as usize];
        let is_known = record.mark >> 4 == self.scratch.stamp;
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
        let h = self.map.guess::<PLAIN>(at, self.goal);
        let f = g + h;
        let tie = h.min(u64::from(u32::MAX)) << 32 | u64::from(point);
        self.scratch.open.push(Entry { f, tie, node: point });
        self.effort.generated += u64::from(!is_known);
        self.effort.improved += u64::from(is_known);
    }

    /// The cells of the way found.
    fn path(&mut self, cost: Cost, last: u32) -> Path {
        let map = self.map;
        let JumpScratch { records, turns, .. } = &mut *self.scratch;
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
        let mut nodes = Vec::with_capacity(steps + 1);
        let mut at = self.start;
        for &next in turns.iter().rev().chain([&self.goal]) {
            map.extend_by_jump(at, next, &mut nodes);
            at = next;
        }
        map.end_path(self.goal, &mut nodes);
        Path::new(nodes, cost).expect("a path has its start")
    }
}
