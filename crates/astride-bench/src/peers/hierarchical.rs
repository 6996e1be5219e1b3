//! The crate `hierarchical_pathfinding`: hierarchical A* over chunks, which is not optimal.
//!
//! The cost of a step is that of a cell, so that a diagonal step costs as much as a straight one;
//! only with four neighbours does it compare.

use std::rc::Rc;
use std::time::Duration;

use hierarchical_pathfinding::prelude::{ManhattanNeighborhood, PathCache, PathCacheConfig};

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, InProcess, Prepared, Promise};
use crate::maps::Map;
use crate::peers::place;
use crate::plain::{Place, PlainGrid};
use crate::rules::Rule;

/// A cache of paths with the settings that the crate calls those of high performance.
pub(super) struct Hierarchical;

impl Contestant for Hierarchical {
    fn entry(&self) -> Entry {
        let (key, title) = ("hierarchical_pathfinding", "hierarchical_pathfinding HPA*".to_owned());
        Entry { key, title, rule: Rule::Four, promise: Promise::NotOptimal, is_own: false }
    }

    fn prepare<'a>(&self, map: &'a Map, _: Duration) -> Result<Prepared<'a>, Failure> {
        let plain = Rc::new(PlainGrid::land_of(map, Rule::Four));
        let (width, height) = plain.size();
        let grid = Rc::clone(&plain);
        let cost = move |(x, y): (usize, usize)| {
            if grid.is_free((x as i32, y as i32)) { 1 } else { -1 }
        };
        let steps = ManhattanNeighborhood::new(width, height);
        let config = PathCacheConfig::HIGH_PERFORMANCE;
        let cache = PathCache::new_with_fn_mut((width, height), &cost, steps, config);
        let ask = move |from, to| {
            let (from, to) = (place(from), place(to));
            let point = |(x, y): Place| (x as usize, y as usize);
            let path = cache.find_path(point(from), point(to), &cost)?;
            // It names the cells after the start.
            Some((from, path.collect::<Vec<_>>()))
        };
        let walk = |found: Option<(Place, Vec<(usize, usize)>)>| Answer {
            path: found.map(|(start, path)| {
                let rest = path.iter().map(|&(x, y)| (x as i32, y as i32));
                std::iter::once(start).chain(rest).collect()
            }),
            ..Answer::default()
        };
        Ok(Prepared::new(InProcess { ask, walk }, None))
    }
}
