//! Landmarks of a map: the cheapest costs from a few jump points to all others, from which a search
//! learns how far at least the goal is.
//!
//! Where obstacles are scattered, every path is a little longer than the octile distance, and a
//! search looks at all jump points that the difference allows. The difference of the costs from a
//! landmark to two places is a lower bound on the cost between them, and nearly exact if one of them
//! lies behind the other, as seen from the landmark. So landmarks lie on the outskirts, in all
//! directions, one for each cell of a ring around the middle.
//!
//! The costs from the goal to the landmarks are those of the jump points that it sees, plus the cost
//! to them: a cheapest path from the goal to a landmark begins with a jump.
//!
//! Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005;
//! Sturtevant, Felner, Barrer, Schaeffer & Burch, "Memory-Based Heuristics for Explicit State
//! Spaces", IJCAI 2009, for one table of distances in both directions.

use std::sync::Arc as Shared;

use super::boxes::{Flood, MOST_FLOODED};
use super::marks::{FAR, LANES, Marks, Row};
use super::place::Place;
use super::planes::JumpMap;
use crate::base::{Cost, Crew};
use crate::index::hubs::{Progress, Stage};

/// The radius of a square ring of as many cells as there may be landmarks.
const RING: i64 = LANES as i64 / 8;

/// The number of jump points from which the largest part of the map is looked for.
const TRIES: usize = 8;

/// The number of landmarks looked at between two calls of `tell`.
const AT_ONCE: usize = 8;

/// The most steps of a flood, some seconds: at least 64 for each cell. Where equal paths lead along
/// the same lines again and again, it could be as many for each cell as there are jump points.
const MOST_STEPS: u64 = 1 << 30;

impl JumpMap {
    /// Adds landmarks: a search then knows better how far the goal is, and expands a fraction of the
    /// jump points where obstacles are scattered over the map. Costs are the same. A
    /// [`JumpTable`](crate::shapes::square::JumpTable) of the map has its landmarks as well.
    ///
    /// An edit that changes the map for the mover drops them; the map stays exact without. Ask
    /// [`has_landmarks`](Self::has_landmarks) after an [`update`](Self::update), and add them again.
    ///
    /// Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005
    /// (ALT).
    ///
    /// # Errors
    ///
    /// If terrain costs differ, or if the map has more than 2²⁴ cells. The map is then as before.
    ///
    /// # Complexity
    ///
    /// At most 40 floods over the cells, on up to eight threads with the feature `parallel`: a
    /// second for 512×512 cells, a quarter of which are jump points. A flood is given up after 2³⁰
    /// steps, and there is one landmark fewer: that takes millions of cells, few obstacles and many
    /// equal paths, as with four neighbours. The landmarks take 128 bytes per jump point; building
    /// them, a quarter as much again, 8 bytes per cell and, on each thread, 8 bytes per cell and 24
    /// per jump point.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::JumpMap;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let mut map = JumpMap::build(&grid.seen_by(&Mover::walker()))?;
    /// map.add_landmarks()?;
    /// assert!(map.has_landmarks());
    /// let [start, goal] = [(0, 1), (4, 1)].map(|cell| grid.node(cell).unwrap());
    /// let mut scratch = Scratch::new();
    /// let cost = map.search(&PathQuery::new(start, goal), &mut scratch)?.cost();
    /// assert_eq!(cost, Some(2 * 13_860 + 2 * 19_601));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_landmarks(&mut self) -> Result<(), JumpLandmarksError> {
        self.add_landmarks_with(&mut |_| true)
    }

    /// As [`add_landmarks`](Self::add_landmarks). `tell` receives the progress, up to twelve times,
    /// and cancels by returning `false`.
    ///
    /// # Errors
    ///
    /// As for [`add_landmarks`](Self::add_landmarks), or if `tell` cancelled.
    pub fn add_landmarks_with(
        &mut self,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), JumpLandmarksError> {
        self.check_landmarks()?;
        let marks = marks_within(self, MOST_STEPS, tell).ok_or(JumpLandmarksError::Cancelled)?;
        self.marks = Some(Shared::new(marks));
        Ok(())
    }

    /// Checks that the map can have [landmarks](Self::add_landmarks).
    ///
    /// # Errors
    ///
    /// As for [`add_landmarks`](Self::add_landmarks).
    pub fn check_landmarks(&self) -> Result<(), JumpLandmarksError> {
        match self.place_count() {
            _ if !self.is_uniform() => Err(JumpLandmarksError::Terrain),
            cells if cells > MOST_FLOODED => Err(JumpLandmarksError::TooLarge { cells }),
            _ => Ok(()),
        }
    }

    /// Whether [landmarks](Self::add_landmarks) are there for the present state of the map.
    pub fn has_landmarks(&self) -> bool {
        self.marks.is_some()
    }

    /// The costs between a cell and all landmarks.
    pub(super) fn row_of<const PLAIN: bool>(&self, marks: &Marks, cell: Place) -> Row {
        let mut row = Row::default();
        for (cost, &at) in row.0.iter_mut().zip(&marks.places) {
            let is_seen = self.sees::<PLAIN>(cell, at);
            *cost = if is_seen { clamped(self.cost_in_sight::<PLAIN>(cell, at)) } else { FAR };
        }
        self.for_each_seen::<PLAIN>(cell, |point, _, cost| {
            let cost = clamped(cost);
            for (least, there) in row.0.iter_mut().zip(&marks.rows[point as usize].0) {
                // Lanes without a landmark stay 0.
                *least = (*least).min(there + cost);
            }
        });
        row
    }
}

/// Why a map has no landmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JumpLandmarksError {
    /// Terrain costs differ.
    Terrain,
    /// The map is too large.
    TooLarge {
        /// The number of cells, with a rim and with rows that are filled up to 64.
        cells: u64,
    },
    /// The callback cancelled the build.
    Cancelled,
}

errors! { enum JumpLandmarksError:
    Terrain => ("jump-landmarks-terrain",
        "landmarks of jump points are for maps on which all terrain costs the same, and here costs \
        differ; search with A* and landmarks (landmarks)"),
    TooLarge { cells } => ("jump-landmarks-too-large",
        "landmarks of jump points on {cells} cells (in rows filled up to 64), expected at most 2^24; \
        search without them (jps)"),
    Cancelled => ("jump-landmarks-cancelled", "the build of landmarks of jump points was cancelled"),
}

/// The landmarks of a map with uniform costs from which floods take at most `most` steps; `None` if
/// `tell`, which receives the progress, returns `false`.
fn marks_within(map: &JumpMap, most: u64, tell: &mut dyn FnMut(Progress) -> bool) -> Option<Marks> {
    let unknown = Flood::unknown(map);
    let mut goes_on = |done: usize, total: usize| {
        tell(Progress { stage: Stage::Landmark, done: done as u64, total: total as u64 })
    };
    let flood = &mut Flood::new(map, &unknown);
    let part = largest_part(map, flood, most, &mut |done| goes_on(done, TRIES + LANES))?;
    let sources = outskirts(map, &part);
    let mut crew = Crew::new(|| Flood::new(map, &unknown));
    let mut marks = Marks { rows: vec![Row::default(); map.point_count()], places: Vec::new() };
    for (number, sources) in sources.chunks(AT_ONCE).enumerate() {
        if !goes_on(TRIES + number * AT_ONCE, TRIES + LANES) {
            return None;
        }
        let columns =
            crew.map_large(sources, |flood, &source| costs_from(map, flood, source, most));
        for (&source, costs) in sources.iter().zip(columns) {
            let Some(costs) = costs else { continue };
            let lane = marks.places.len();
            marks.rows.iter_mut().zip(costs).for_each(|(row, cost)| row.0[lane] = cost);
            marks.places.push(map.place_of(source));
        }
    }
    Some(marks)
}

fn clamped(cost: Cost) -> i32 {
    cost.min(FAR as u64) as i32
}

/// The costs from a jump point to all others, unless that takes too many steps: costs of a flood that
/// was given up can be too high, and so no bounds.
fn costs_from(map: &JumpMap, flood: &mut Flood<'_>, source: u32, most: u64) -> Option<Vec<i32>> {
    let is_whole = flood.fill(source, 0, most);
    let cost = |point| clamped(flood.least_at(map.row_place(map.place_of(point))));
    is_whole.then(|| (0..map.point_count() as u32).map(cost).collect())
}

/// The jump points of the largest of a few parts of a map that are not connected, or those of it that
/// `most` steps reach; `None` if `goes_on`, which receives the number of floods, returns `false`.
fn largest_part(
    map: &JumpMap,
    flood: &mut Flood<'_>,
    most: u64,
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Vec<u32>> {
    let live: Vec<u32> =
        (0..map.point_count() as u32).filter(|&point| map.is_live(point)).collect();
    let mut largest: Vec<u32> = Vec::new();
    for number in 0..TRIES.min(live.len()) {
        let source = live[number * live.len() / TRIES.min(live.len())];
        if largest.binary_search(&source).is_ok() {
            continue;
        }
        if !goes_on(number) {
            return None;
        }
        flood.fill(source, 0, most);
        let is_reached = |point: u32| {
            let row = map.row_place(map.place_of(point));
            flood.least_at(row) < Cost::MAX
        };
        let part: Vec<u32> = live.iter().copied().filter(|&point| is_reached(point)).collect();
        if part.len() > largest.len() {
            largest = part;
        }
    }
    Some(largest)
}

/// For each cell of a ring around the middle of some jump points, the farthest of those that lie in
/// its direction.
fn outskirts(map: &JumpMap, points: &[u32]) -> Vec<u32> {
    let sum = points.iter().fold([0, 0], |[x, y], &point| {
        let at = map.place_of(point);
        [x + i64::from(at.x), y + i64::from(at.y)]
    });
    let count = points.len().max(1) as i64;
    let middle = sum.map(|sum| sum / count);
    let side = (2 * RING + 1) as usize;
    let mut farthest: Vec<Option<(i64, u32)>> = vec![None; side * side];
    for &point in points {
        let at = map.place_of(point);
        let [x, y] = [i64::from(at.x) - middle[0], i64::from(at.y) - middle[1]];
        let radius = x.abs().max(y.abs());
        if radius == 0 {
            continue;
        }
        // Rounded to the nearest cell of the ring.
        let on_ring =
            |part: i64| ((2 * RING * part + radius).div_euclid(2 * radius) + RING) as usize;
        let best = &mut farthest[on_ring(y) * side + on_ring(x)];
        let far = x * x + y * y;
        if best.is_none_or(|(most, _)| far > most) {
            *best = Some((far, point));
        }
    }
    farthest.into_iter().flatten().map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Grid, Mover, Neighbours};

    #[test]
    fn floods_that_are_given_up_are_no_landmarks() {
        let cells = |at: u32| if at % 7 == 3 || at % 11 == 5 { b'@' } else { b'.' };
        let cells: Vec<u8> = (0..900).map(cells).collect();
        let grid = Grid::from_classes(30, 30, &cells).expect("a square");
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let map = JumpMap::build(&grid.seen_by(&mover)).expect("jump points");
        let unknown = Flood::unknown(&map);
        let mut flood = Flood::new(&map, &unknown);
        let within = |most| marks_within(&map, most, &mut |_| true).expect("not cancelled");
        let [few, all] = [1, MOST_STEPS].map(|most| within(most).places.len());
        assert!(few < all, "{few} of {all}");
        for most in (1..16).map(|at| 1 << at) {
            let marks = within(most);
            for (lane, &place) in marks.places.iter().enumerate() {
                let source = map.number_at(map.row_place(place));
                let costs = costs_from(&map, &mut flood, source, u64::MAX).expect("no limit");
                let stored: Vec<i32> = marks.rows.iter().map(|row| row.0[lane]).collect();
                assert_eq!(stored, costs, "{most} steps from {place:?}");
            }
        }
    }
}
