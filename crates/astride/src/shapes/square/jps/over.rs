//! Jump point search under overlays: jumps where there is no extra cost nearby, single steps where
//! there is.
//!
//! A canonical path orders its steps differently from other paths wherever that does not change the
//! cost. That is the case at every cell without extra ticks on it or next to it, since the
//! alternative cell is adjacent to it. Jumps are therefore as valid there as on the map without
//! overlays, provided they stop at the *zone*, which is the set of cells with extra ticks and their
//! neighbours. From a cell of the zone every step is examined, and a step that leaves it begins a
//! jump.
//!
//! Nodes are cells of the zone and jump points. The order of arrivals at a jump point is not that
//! of the map without overlays, so every step is taken that any arrival allows.
//!
//! Landmarks may improve the heuristic. A jump is a walk in the world with its overlays, so what is
//! consistent there is consistent here.
//!
//! Where a jump ends at the zone is either looked up during the jump or precomputed like the lines
//! of a jump map. The latter takes as long as building the jump map, but then a jump costs as much
//! as one on the map without overlays. The result is the same.
//!
//! Few nodes are visited, each far from the last, so most of the time is spent waiting for memory.
//! An expansion therefore first collects all its landings, and then looks up what is known of them
//! together. A jump comes from outside the zone, so where it ends there is no extra cost to pay or
//! to look up.
//!
//! Cells that are shut for this search alone are like cells with infinite cost: they have a zone as
//! well, and no step of the zone enters them.
//!
//! A search stays on the layer of its medium. Overlays and landmarks know only cells, so the rows
//! above the layer are subtracted when they are consulted.

use std::ops::Range;
use std::sync::{Arc as Shared, OnceLock};

use crate::base::bits::{BitPlane, after, around, before};
use crate::base::{Budget, Cell, Cost, Dir, Entry, NodeId, Spent};
use crate::index::landmarks::{AimedUnderTolls, TollLandmarks};
use crate::path::Path;
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Unreachable, Why};
use crate::shapes::square::Grid;
use crate::shapes::square::jps::{
    jumps::Landing,
    lines::POINT,
    memory::{CLOSED, JumpMemory, Record, WayTo},
    place::Place,
    planes::JumpMap,
};
use crate::world::{Listed, Overlay};

/// The parent of the start.
const START: u32 = u32::MAX;

/// The usual maximum by which `f` rises from one node to the next, in straight steps. It affects
/// only speed.
const SPREAD: u64 = 128;

/// The zone of one overlay: the cells with extra ticks and their neighbours, along rows and along
/// columns.
#[derive(Clone, Debug)]
pub(crate) struct Zone {
    rows: BitPlane,
    columns: BitPlane,
    cells: usize,
}

impl Zone {
    /// The zone of an overlay.
    ///
    /// # Complexity
    ///
    /// O(cells set since the overlay was last cleared + cells / 64), and 2 bits per cell.
    pub(crate) fn of(overlay: &Overlay) -> Self {
        let (size, painted) = (overlay.bounds(), overlay.painted());
        let (width, height) = (size.width as usize + 2, size.height as usize + 2);
        let mut extra = BitPlane::new(height, width);
        for y in painted.y..painted.y + painted.height {
            let line = extra.line_mut(y as usize + 1);
            for x in painted.x..painted.x + painted.width {
                let is_costly = overlay.extra_at((y * size.width + x) as usize) > 0;
                line[(x as usize + 1) / 64] |= u64::from(is_costly) << ((x + 1) % 64);
            }
        }
        Zone::beside(&extra, painted.y as usize..(painted.y + painted.height) as usize + 2, width)
    }

    /// The zone of some cells of a map, in the order of their numbers.
    ///
    /// # Complexity
    ///
    /// O(cells of the map / 64), and 2 bits for each.
    pub(crate) fn of_cells(map: &Grid, cells: &[NodeId]) -> Self {
        let (width, height) = (map.width() as usize + 2, map.height() as usize + 2);
        let mut extra = BitPlane::new(height, width);
        let places = || cells.iter().map(|&cell| map.cell(cell));
        for Cell { x, y } in places() {
            extra.line_mut(y as usize + 1)[(x as usize + 1) / 64] |= 1 << ((x + 1) % 64);
        }
        let ends = places().next().zip(places().next_back());
        let rows = ends.map_or(0..0, |(first, last)| first.y as usize..last.y as usize + 3);
        Zone::beside(&extra, rows, width)
    }

    /// The zone around the set bits, which is in these rows.
    fn beside(extra: &BitPlane, among: Range<usize>, width: usize) -> Self {
        let height = extra.line_count();
        let mut rows = BitPlane::new(height, width);
        for y in among {
            for word in 0..rows.words_per_line() {
                let lines = (y.max(1) - 1..=(y + 1).min(height - 1)).map(|y| extra.line(y));
                let beside = |line: &[u64]| before(line, word) | line[word] | after(line, word);
                rows.line_mut(y)[word] = lines.fold(0, |bits, line| bits | beside(line));
            }
        }
        let columns = rows.transposed(width);
        let cells = rows.words().iter().map(|word| word.count_ones() as usize).sum();
        Zone { rows, columns, cells }
    }

    /// The number of straight steps from `at` into the zone, if it is reached within `steps` steps.
    #[inline(always)]
    fn ahead(&self, at: Place, dir: Dir, steps: usize) -> Option<usize> {
        let (x, y) = (usize::from(at.x), usize::from(at.y));
        match dir {
            Dir::E => first_above(self.rows.line(y), x, steps),
            Dir::W => first_below(self.rows.line(y), x, steps),
            Dir::S => first_above(self.columns.line(x), y, steps),
            _ => first_below(self.columns.line(x), y, steps),
        }
    }

    #[inline(always)]
    fn has(&self, at: Place) -> bool {
        let line = self.rows.line(usize::from(at.y));
        line[usize::from(at.x) / 64] >> (at.x % 64) & 1 == 1
    }

    /// The neighbours of a place on the map that are in the zone.
    #[inline(always)]
    fn around(&self, at: Place) -> u8 {
        let (left, y) = (usize::from(at.x) - 1, usize::from(at.y));
        let three = |y: usize| {
            let (line, word, shift) = (self.rows.line(y), left / 64, left % 64);
            let high = if shift > 61 { line[word + 1] << (64 - shift) } else { 0 };
            ((line[word] >> shift | high) & 7) as u8
        };
        around(three(y - 1), three(y), three(y + 1))
    }
}

/// The distance to the first set bit above a position, if it is at most `steps` away.
#[inline(always)]
fn first_above(line: &[u64], at: usize, steps: usize) -> Option<usize> {
    let (mut word, end) = ((at + 1) / 64, at + steps);
    let mut bits = *line.get(word)? & (!0u64 << ((at + 1) % 64));
    while bits == 0 {
        word += 1;
        if word * 64 > end {
            return None;
        }
        bits = *line.get(word)?;
    }
    let found = word * 64 + bits.trailing_zeros() as usize;
    (found <= end).then(|| found - at)
}

/// The same below a position.
#[inline(always)]
fn first_below(line: &[u64], at: usize, steps: usize) -> Option<usize> {
    let (last, end) = (at.checked_sub(1)?, at - steps.min(at));
    let mut word = last / 64;
    let mut bits = line[word] & (!0u64 >> (63 - last % 64));
    while bits == 0 {
        if word * 64 <= end {
            return None;
        }
        word -= 1;
        bits = line[word];
    }
    let found = word * 64 + 63 - bits.leading_zeros() as usize;
    (found >= end).then(|| at - found)
}

/// Some overlays of a list, with their zones.
#[derive(Clone, Copy)]
pub(crate) struct Over<'a> {
    overlays: Listed<'a>,
    zones: &'a [OnceLock<Shared<Zone>>],
    /// One bit for each overlay that is in use.
    set: u64,
    /// The first of them; nearly always it is the only one.
    first: Option<(&'a Overlay, &'a Zone)>,
    /// For the heuristic: landmarks of a world in which no arc costs more than in this one.
    landmarks: Option<&'a TollLandmarks>,
    /// The map with jumps that end at the zones.
    stops: Option<&'a JumpMap>,
    shut: Option<Shut<'a>>,
}

/// Cells that no step may enter, though the map has them as free. They shut no corners.
#[derive(Clone, Copy)]
pub(crate) struct Shut<'a> {
    pub(crate) zone: &'a Zone,
    /// One bit for each cell, up to the last that is shut.
    pub(crate) cells: &'a [u64],
    /// A cell that may be entered all the same.
    pub(crate) except: NodeId,
}

impl Shut<'_> {
    #[inline(always)]
    fn has(&self, cell: NodeId) -> bool {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        self.cells.get(word).is_some_and(|bits| bits >> bit & 1 == 1) && cell != self.except
    }
}

impl<'a> Over<'a> {
    /// Selects the overlays in `set` from a list; missing zones are computed.
    pub(crate) fn new(overlays: Listed<'a>, zones: &'a [OnceLock<Shared<Zone>>], set: u64) -> Self {
        let (first, landmarks, stops, shut) = (None, None, None, None);
        let mut over = Over { overlays, zones, set, first, landmarks, stops, shut };
        for at in over.places() {
            let Some(overlay) = overlays.get(at) else { continue };
            let zone = zones[at].get_or_init(|| Zone::of(overlay).into());
            over.first = over.first.or(Some((&**overlay, &**zone)));
        }
        over
    }

    /// Uses a heuristic by landmarks of a world in which no arc costs more than in this one.
    pub(crate) fn guessed_by(self, landmarks: &'a TollLandmarks) -> Self {
        Over { landmarks: Some(landmarks), ..self }
    }

    /// Uses jumps on the map that [`stops_on`](Self::stops_on) made from the map being searched.
    pub(crate) fn jumping_on(self, stops: Option<&'a JumpMap>) -> Self {
        Over { stops, ..self }
    }

    /// Keeps out of these cells, on a map on which jumps end at no zone.
    pub(crate) fn around(self, shut: Shut<'a>) -> Self {
        Over { shut: Some(shut), ..self }
    }

    /// Whether there are cells that it keeps out of.
    pub(crate) fn is_around(&self) -> bool {
        self.shut.is_some()
    }

    #[inline(always)]
    fn is_shut(&self, cell: NodeId) -> bool {
        self.shut.is_some_and(|shut| shut.has(cell))
    }

    /// A map on which jumps end at the zones as well.
    ///
    /// # Complexity
    ///
    /// That of [`JumpMap::build`].
    pub(crate) fn stops_on(&self, map: &JumpMap) -> JumpMap {
        let mut zones = self.first.into_iter().chain(self.others()).map(|(_, zone)| zone);
        let Some(zone) = zones.next() else { return map.clone() };
        let mut planes = [zone.rows.clone(), zone.columns.clone()];
        for zone in zones {
            for (all, more) in planes.iter_mut().zip([&zone.rows, &zone.columns]) {
                all.words_mut().iter_mut().zip(more.words()).for_each(|(all, more)| *all |= more);
            }
        }
        map.ending_in(map.on_all_layers(planes).each_ref())
    }

    /// Whether landmarks provide the heuristic.
    pub(crate) fn has_landmarks(&self) -> bool {
        self.landmarks.is_some()
    }

    #[inline(always)]
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        bits_of(self.set)
    }

    /// All but the first.
    #[inline(always)]
    fn others(&self) -> impl Iterator<Item = (&'a Overlay, &'a Zone)> + use<'a> {
        let (overlays, zones) = (self.overlays, self.zones);
        let of = move |at: usize| Some((&**overlays.get(at)?, &**zones[at].get()?));
        bits_of(self.set & self.set.wrapping_sub(1)).filter_map(of)
    }

    /// The number of cells in the zones of all overlays; a cell in several zones counts for each.
    pub(crate) fn cells(&self) -> usize {
        let shut = self.shut.map_or(0, |shut| shut.zone.cells);
        shut + self
            .first
            .into_iter()
            .chain(self.others())
            .map(|(_, zone)| zone.cells)
            .sum::<usize>()
    }

    #[inline(always)]
    fn extra(&self, index: usize) -> u64 {
        let mut extra = self.first.map_or(0, |(overlay, _)| u64::from(overlay.extra_at(index)));
        for (overlay, _) in self.others() {
            extra += u64::from(overlay.extra_at(index));
        }
        extra
    }

    /// The extra cost of a path with these nodes.
    pub(crate) fn paid(&self, nodes: &[NodeId]) -> Cost {
        nodes[1..].iter().map(|node| self.extra(node.index())).sum()
    }

    #[inline(always)]
    fn in_zone(&self, at: Place) -> bool {
        self.first.is_some_and(|(_, zone)| zone.has(at))
            || self.others().any(|(_, zone)| zone.has(at))
            || self.shut.is_some_and(|shut| shut.zone.has(at))
    }

    #[inline(always)]
    fn zone_around(&self, at: Place) -> u8 {
        let shut = self.shut.map_or(0, |shut| shut.zone.around(at));
        let first = self.first.map_or(shut, |(_, zone)| zone.around(at) | shut);
        self.others().fold(first, |dirs, (_, zone)| dirs | zone.around(at))
    }

    #[inline(always)]
    fn ahead(&self, at: Place, dir: Dir, steps: usize) -> Option<usize> {
        let mut nearest = self.first.and_then(|(_, zone)| zone.ahead(at, dir, steps));
        for (_, zone) in self.others() {
            let steps = nearest.unwrap_or(steps);
            nearest = zone.ahead(at, dir, steps).or(nearest);
        }
        if let Some(shut) = &self.shut {
            nearest = shut.zone.ahead(at, dir, nearest.unwrap_or(steps)).or(nearest);
        }
        nearest
    }
}

/// The positions of the set bits, ascending.
#[inline(always)]
fn bits_of(mut left: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (left != 0).then_some(left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(place)
    })
}

impl JumpMap {
    /// Whether [`OverSearch`] is valid on this map: uniform costs, eight neighbours, and corners
    /// never cut.
    pub(crate) fn takes_overlays(&self) -> bool {
        self.is_plain()
    }

    fn place_at(&self, index: u32) -> Place {
        Place { x: (index % self.width) as u16 + 1, y: (index / self.width) as u16 + 1 }
    }
}

/// A search under overlays on a map that [supports](JumpMap::takes_overlays) them. Its memory is in
/// a scratch, and its other state in [`OverState`].
pub(crate) struct OverSearch<'a> {
    map: &'a JumpMap,
    over: &'a Over<'a>,
    guess: Option<AimedUnderTolls<'a>>,
    scratch: &'a mut JumpMemory,
    ends: Result<[Place; 2], Why>,
    /// The number of rows above the layer of the ends.
    rows_above: u16,
    state: OverState,
}

/// The state of a search under overlays. It can be continued only in the same world, for the same
/// query, and with the same scratch.
#[derive(Clone, Copy)]
pub(crate) struct OverState {
    /// The cost of the path found, and the node that sees the goal or is the goal.
    best: Option<(Cost, u32)>,
    /// Only paths that cost less are searched for.
    most: Cost,
    effort: Effort,
    is_begun: bool,
}

impl Default for OverState {
    fn default() -> Self {
        OverState { best: None, most: Cost::MAX, effort: Effort::default(), is_begun: false }
    }
}

impl OverState {
    /// The state of a search that begins after another one, whose path costs `most` ticks under the
    /// overlays and is the answer if there is no cheaper one. Its nodes are in the scratch.
    pub(crate) fn after(effort: Effort, most: Cost) -> Self {
        OverState { effort, most, ..OverState::default() }
    }
}

/// The node from which steps and jumps begin.
#[derive(Clone, Copy)]
struct Leaving {
    at: Place,
    g: Cost,
    number: u32,
    /// [`START`] where the search begins.
    parent: u32,
    goal: Place,
}

impl<'a> OverSearch<'a> {
    /// A search that continues from `state`.
    pub(crate) fn new(
        map: &'a JumpMap,
        over: &'a Over<'a>,
        ends: [NodeId; 2],
        scratch: &'a mut JumpMemory,
        state: OverState,
    ) -> Self {
        let toll = over.extra(ends[1].index());
        let guess = over.landmarks.map(|landmarks| landmarks.aimed_at(ends[1], toll));
        let ends = map.ends(ends);
        let rows_above = ends.map_or(0, |[start, _]| map.rows_above(start));
        OverSearch { map, over, guess, scratch, ends, rows_above, state }
    }

    /// The state needed to continue.
    pub(crate) fn state(&self) -> OverState {
        self.state
    }

    /// Searches until the budget is spent or a cheapest path is found.
    pub(crate) fn run(&mut self, budget: &mut Budget<'_>) -> Outcome {
        let [start, goal] = match self.ends {
            Ok(ends) => ends,
            Err(why) => {
                let effort = self.state.effort;
                return Outcome::Unreachable(Unreachable { why, nearest: None, effort });
            }
        };
        let spent = self.search(start, goal, budget);
        let effort = Effort { bytes: self.scratch.bytes() as u64, ..self.state.effort };
        match (spent, self.state.best) {
            (Some(spent), _) => {
                // Before it begins, the open list is that of another search.
                let first = self.scratch.open.peek().filter(|_| self.state.is_begun);
                let lower_bound = first.map_or(0, |entry| entry.f);
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
            }
            (None, Some((cost, last))) => {
                let path = self.path([start, goal], cost, last);
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
            (None, None) if self.state.most < Cost::MAX => {
                let nodes = self.scratch.nodes.clone();
                let path = Path::new(nodes, self.state.most).expect("a path has its start");
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
            (None, None) => {
                let why = Why::Enclosed { seen: effort.expanded };
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
        }
    }

    fn search(&mut self, start: Place, goal: Place, budget: &mut Budget<'_>) -> Option<Spent> {
        if !self.state.is_begun {
            if !budget.allows_bytes(JumpMemory::bytes_for(self.map.cell_count())) {
                return Some(Spent::Bytes);
            }
            self.state.is_begun = true;
            self.scratch.begin(self.map.cell_count());
            let least = self.map.guess::<true>(start, goal);
            self.scratch.open.begin(least, SPREAD * u64::from(self.map.costs[0]));
            let node = self.map.index(start) as u32;
            let cell = self.cell(node);
            let extra = self.over.extra(cell.index());
            let estimate = |guess: &AimedUnderTolls<'_>| guess.estimate(cell, extra);
            let guess = self.guess.as_ref().map_or(0, estimate);
            self.reach(WayTo { at: start, node, extra, g: 0, guess }, goal, START);
        }
        if self.state.best.is_some() {
            return None;
        }
        let goal_is_in_zone = self.in_zone(goal);
        while let Some(entry) = self.scratch.open.pop() {
            if self.scratch.records[entry.node as usize].mark & CLOSED != 0 {
                continue;
            }
            if let Some(spent) = budget.take() {
                self.scratch.open.push(entry);
                return Some(spent);
            }
            let effort = &mut self.state.effort;
            effort.open_most = effort.open_most.max(self.scratch.open.len() as u64 + 1);
            effort.expanded += 1;
            let record = &mut self.scratch.records[entry.node as usize];
            record.mark |= CLOSED;
            let (g, parent) = (record.g, record.parent);
            let at = self.map.place_at(entry.node);
            if at == goal {
                self.state.best = Some((g, entry.node));
                break;
            }
            // The estimate is never too high, so without obstacles it is the distance.
            let cost = g + self.map.octile::<true>(at, goal);
            if cost == entry.f && !goal_is_in_zone && self.sees(at, goal) {
                self.state.best = Some((cost, entry.node));
                break;
            }
            self.expand(Leaving { at, g, number: entry.node, parent, goal });
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return Some(Spent::Bytes);
            }
        }
        None
    }

    /// Examines the steps and jumps from a node.
    fn expand(&mut self, from: Leaving) {
        let is_in_zone = self.in_zone(from.at);
        // Both maps agree here, and the lines of one of them are needed for the jumps.
        let map = self.over.stops.unwrap_or(self.map);
        let around = map.free_around(from.at);
        let is_free_to_turn = is_in_zone || from.parent == START;
        let is_point = || map.rows.has(POINT, map.row_place(from.at));
        let mut dirs = match !is_free_to_turn && is_point() {
            true => map.rules.ever_taken(around),
            false => map.rules.steps(around),
        };
        let zone = if is_in_zone { self.over.zone_around(self.on_map(from.at)) } else { 0 };
        let mut ways = std::mem::take(&mut self.scratch.ways);
        ways.clear();
        while dirs != 0 {
            let dir = Dir::from_code(dirs.trailing_zeros() as u8);
            dirs &= dirs - 1;
            if zone & dir.bit() != 0 {
                // A jump would end here, too, but scan further.
                let next = from.at.moved(dir, 1);
                let node = self.map.index(next) as u32;
                if self.over.is_shut(self.cell(node)) {
                    continue;
                }
                let step = u64::from(self.map.costs[usize::from(dir.is_diagonal())]);
                let extra = self.over.extra(self.cell(node).index());
                let g = from.g + step + extra;
                ways.push(WayTo { at: next, node, extra, g, guess: 0 });
            } else if let Some(stops) = self.over.stops {
                self.jump_to_stops(stops, from, dir, &mut ways);
            } else if dir.is_diagonal() {
                self.jump_diagonally(from, dir, &mut ways);
            } else {
                self.jump_straight(from, (from.at, 0), dir, &mut ways);
            }
        }
        self.reach_all(from, &mut ways);
        self.scratch.ways = ways;
    }

    /// Jumps in one direction, and turns off from every cell that is precomputed to lead to a node.
    fn jump_to_stops(&self, stops: &JumpMap, from: Leaving, dir: Dir, ways: &mut Vec<WayTo>) {
        let visit = |landing: Landing| ways.push(self.landed(from, landing.at, landing.cost));
        let steps = stops.for_each_stop(from.at, dir, visit);
        let end = from.at.moved(dir, steps);
        if steps > 0 && self.in_zone(end) {
            let way = steps as u64 * u64::from(self.map.costs[1]);
            ways.push(self.landed(from, end, way));
        }
    }

    /// Jumps in one direction, and turns off from every cell that sees a node, as long as that may
    /// be part of a sufficiently cheap path.
    fn jump_diagonally(&self, from: Leaving, dir: Dir, ways: &mut Vec<WayTo>) {
        let diagonal = u64::from(self.map.costs[1]);
        for steps in 1..=self.map.first_run(from.at, dir) {
            let (turning, way) = (from.at.moved(dir, steps), steps as u64 * diagonal);
            if self.in_zone(turning) {
                return ways.push(self.landed(from, turning, way));
            }
            if from.g + way + self.map.octile::<true>(turning, from.goal) >= self.state.most {
                return;
            }
            self.jump_straight(from, (turning, way), dir.turned(7), ways);
            self.jump_straight(from, (turning, way), dir.turned(1), ways);
        }
    }

    fn jump_straight(
        &self,
        from: Leaving,
        (at, way): (Place, Cost),
        dir: Dir,
        ways: &mut Vec<WayTo>,
    ) {
        let row = self.map.row_place(at);
        let run = match dir {
            Dir::N => self.map.straight::<0>(at, row),
            Dir::E => self.map.straight::<2>(at, row),
            Dir::S => self.map.straight::<4>(at, row),
            _ => self.map.straight::<6>(at, row),
        };
        let into_zone = self.over.ahead(self.on_map(at), dir, run.steps);
        if let Some(steps) = into_zone.or(run.is_point.then_some(run.steps)) {
            let way = way + steps as u64 * u64::from(self.map.costs[0]);
            ways.push(self.landed(from, at.moved(dir, steps), way));
        }
    }

    /// The landing of a jump at a node. It is entered from a cell outside the zone, next to which
    /// there is no extra cost.
    #[inline(always)]
    fn landed(&self, from: Leaving, at: Place, way: Cost) -> WayTo {
        let node = self.map.index(at) as u32;
        let extra = || self.over.extra(self.cell(node).index());
        debug_assert_eq!(extra(), 0, "it comes from outside the zone");
        WayTo { at, node, extra: 0, g: from.g + way, guess: 0 }
    }

    /// Records all paths found by an expansion. All memory accesses are issued before anything
    /// depends on their results, so that their latencies overlap.
    fn reach_all(&mut self, from: Leaving, ways: &mut Vec<WayTo>) {
        if let Some(guess) = &self.guess {
            guess.touch(ways.iter().map(|way| self.cell(way.node)));
        }
        let mut kept = 0;
        // The loop does not branch on whether a node is known, so no branch can be mispredicted.
        for at in 0..ways.len() {
            let way = ways[at];
            let record = &self.scratch.records[way.node as usize];
            let is_known = (record.mark >> 4 == self.scratch.stamp) & (record.g <= way.g);
            ways[kept] = way;
            kept += usize::from(!is_known);
        }
        ways.truncate(kept);
        if let Some(guess) = &self.guess {
            for way in &mut *ways {
                way.guess = guess.estimate(self.cell(way.node), way.extra);
            }
        }
        for &way in &*ways {
            self.reach(way, from.goal, from.number);
        }
    }

    /// Records a path to a node.
    #[inline(always)]
    fn reach(&mut self, WayTo { at, node, g, guess, .. }: WayTo, goal: Place, parent: u32) {
        let record = &mut self.scratch.records[node as usize];
        let is_known = record.mark >> 4 == self.scratch.stamp;
        if is_known && record.g <= g {
            return;
        }
        let h = self.map.guess::<true>(at, goal).max(guess);
        let f = g + h;
        if f >= self.state.most {
            return;
        }
        *record = Record { g, parent, mark: self.scratch.stamp << 4 };
        let tie = h.min(u64::from(u32::MAX)) << 32 | u64::from(node);
        self.scratch.open.push(Entry { f, tie, node });
        self.state.effort.generated += u64::from(!is_known);
        self.state.effort.improved += u64::from(is_known);
    }

    /// Whether diagonal steps followed by straight ones lead to the goal without obstacles or extra
    /// cost.
    fn sees(&self, at: Place, goal: Place) -> bool {
        let [dx, dy] = at.apart(goal).map(|apart| apart as usize);
        let towards = |is_more: bool, more: Dir, less: Dir| if is_more { more } else { less };
        let across = towards(goal.x > at.x, Dir::E, Dir::W);
        let along = towards(goal.y > at.y, Dir::S, Dir::N);
        let next = at.moved(if dx > 0 { across } else { along }, 1);
        let next = if dx > 0 && dy > 0 { next.moved(along, 1) } else { next };
        if self.in_zone(next) || !self.map.sees::<true>(at, goal) {
            return false;
        }
        let mut turn = at;
        for _ in 0..dx.min(dy) {
            turn = turn.moved(across, 1).moved(along, 1);
            if self.in_zone(turn) {
                return false;
            }
        }
        let dir = if dx > dy { across } else { along };
        self.over.ahead(self.on_map(turn), dir, dx.abs_diff(dy)).is_none()
    }

    #[inline(always)]
    fn in_zone(&self, at: Place) -> bool {
        self.over.in_zone(self.on_map(at))
    }

    /// A place of the layer being searched, as if there were no other above it.
    #[inline(always)]
    fn on_map(&self, at: Place) -> Place {
        Place { y: at.y - self.rows_above, ..at }
    }

    /// The cell at a place of the layer being searched, by the number of that place.
    #[inline(always)]
    fn cell(&self, number: u32) -> NodeId {
        NodeId::new(number - u32::from(self.rows_above) * self.map.width)
    }

    /// The cells of the path found.
    fn path(&mut self, [start, goal]: [Place; 2], cost: Cost, last: u32) -> Path {
        let JumpMemory { records, turns, .. } = &mut *self.scratch;
        turns.clear();
        let (mut node, mut at, mut steps) = (last, goal, 0);
        while node != START {
            let before = self.map.place_at(node);
            steps += self.map.steps_between(before, at);
            turns.push(before);
            at = before;
            node = records[node as usize].parent;
        }
        let mut nodes = Vec::with_capacity(steps + 1);
        let mut at = start;
        for &next in turns.iter().rev().chain([&goal]) {
            self.map.extend_by_jump(at, next, &mut nodes);
            at = next;
        }
        self.map.end_path(goal, &mut nodes);
        Path::new(nodes, cost).expect("a path has its start")
    }
}
