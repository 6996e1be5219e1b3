//! The crate `grid_pathfinding`: jump point search with improved pruning.
//!
//! Its diagonal steps pass between any two blocked cells, and it counts 99 for a diagonal and 70
//! for a straight step.

use astride::base::Cell;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;

use crate::contestant::{Answer, Entry, InProcess, Prepared, Promise};
use crate::peers::Peer;
use crate::plain::place;
use crate::rules::Rule;

/// 99 ∶ 70 is above √2 by this part.
const RATIO_ERROR: f64 = 5.2e-5;

/// A grid with neighbours, jump points and components, kept between the queries.
pub(super) const PEER: Peer = Peer {
    entry: Entry::peer(
        "grid_pathfinding",
        "grid_pathfinding JPS",
        Rule::FreeDiagonals,
        Promise::Within(RATIO_ERROR),
    ),
    prepare: |plain| {
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
        let ask =
            move |[from, to]: [Cell; 2]| grid.get_path_single_goal(point(from), point(to), false);
        let tell = |path: Option<Vec<Point>>| {
            let path = path.map(|path| path.iter().map(|at| (at.x, at.y)).collect());
            Ok(Answer { found: path.into(), ..Answer::default() })
        };
        Ok(Prepared::new(InProcess { ask, tell }, Some(bytes)))
    },
};
