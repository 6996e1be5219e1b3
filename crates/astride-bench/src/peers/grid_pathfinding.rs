//! The crate `grid_pathfinding`: jump point search with improved pruning.
//!
//! Its diagonal steps pass between any two blocked cells, and it counts 99 for a diagonal and 70
//! for a straight step.

use std::time::Duration;

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, InProcess, Prepared, Promise};
use crate::maps::Map;
use crate::peers::place;
use crate::plain::PlainGrid;
use crate::rules::Rule;

/// 99 ∶ 70 is above √2 by this part.
const RATIO_ERROR: f64 = 5.2e-5;

/// A grid with neighbours, jump points and components, kept between the queries.
pub(super) struct GridPathfinding;

impl Contestant for GridPathfinding {
    fn entry(&self) -> Entry {
        let (key, title) = ("grid_pathfinding", "grid_pathfinding JPS".to_owned());
        let promise = Promise::Within(RATIO_ERROR);
        Entry { key, title, rule: Rule::FreeDiagonals, promise, is_own: false }
    }

    fn prepare<'a>(&self, map: &'a Map, _: Duration) -> Result<Prepared<'a>, Failure> {
        let plain = PlainGrid::land_of(map, Rule::FreeDiagonals);
        let (width, height) = plain.size();
        let mut grid = PathingGrid::new(width, height, true);
        for (x, y) in (0..plain.cell_count()).map(|index| plain.place(index)) {
            if plain.is_free((x, y)) {
                grid.set(x, y, false);
            }
        }
        grid.generate_components();
        // A byte each for free or blocked, neighbours, jump points and rank; a word for the parent.
        let bytes = 12 * plain.cell_count() as u64;
        let point = |cell| {
            let (x, y) = place(cell);
            Point::new(x, y)
        };
        let ask = move |from, to| grid.get_path_single_goal(point(from), point(to), false);
        let walk = |found: Option<Vec<Point>>| Answer {
            path: found.map(|path| path.iter().map(|at| (at.x, at.y)).collect()),
            ..Answer::default()
        };
        Ok(Prepared::new(InProcess { ask, walk }, Some(bytes)))
    }
}
