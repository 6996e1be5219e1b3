//! The crate `pathfinding`: A* over coordinates that are hashed.

use std::time::Duration;

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, InProcess, Prepared, Promise};
use crate::maps::Map;
use crate::peers::place;
use crate::plain::{Place, PlainGrid, octile};
use crate::rules::Rule;

/// `pathfinding::prelude::astar`.
pub(super) struct Pathfinding;

impl Contestant for Pathfinding {
    fn entry(&self) -> Entry {
        let (key, title) = ("pathfinding", "pathfinding A*".to_owned());
        Entry { key, title, rule: Rule::NoCorners, promise: Promise::Exact, is_own: false }
    }

    fn prepare<'a>(&self, map: &'a Map, _: Duration) -> Result<Prepared<'a>, Failure> {
        let plain = PlainGrid::land_of(map, Rule::NoCorners);
        let bytes = plain.cell_count() as u64;
        let ask = move |from, to| {
            let goal = place(to);
            let mut expanded = 0u64;
            let found = pathfinding::prelude::astar(
                &place(from),
                |&at| {
                    expanded += 1;
                    plain.steps_from(at)
                },
                |&at| octile(at, goal),
                |&at| at == goal,
            );
            (found, expanded)
        };
        let walk = |(found, expanded): (Option<(Vec<Place>, u32)>, u64)| {
            let ticks = found.as_ref().map(|&(_, ticks)| u64::from(ticks));
            Answer { path: found.map(|(path, _)| path), ticks, expanded: Some(expanded) }
        };
        Ok(Prepared::new(InProcess { ask, walk }, Some(bytes)))
    }
}
