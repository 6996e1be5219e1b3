//! The crate `pathfinding`: A* over coordinates that are hashed.

use crate::contestant::{Answer, Entry, InProcess, Prepared, Promise};
use crate::peers::Peer;
use crate::plain::{Place, octile, place};
use crate::rules::Rule;
use astride::base::Cell;

/// `pathfinding::prelude::astar`.
pub(super) const PEER: Peer = Peer {
    entry: Entry::peer("pathfinding", "pathfinding A*", Rule::NoCorners, Promise::Exact),
    prepare: |plain| {
        let bytes = plain.cell_count() as u64;
        let ask = move |[from, to]: [Cell; 2]| {
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
        let tell = |(found, expanded): (Option<(Vec<Place>, u32)>, u64)| {
            let ticks = found.as_ref().map(|&(_, ticks)| u64::from(ticks));
            let path = found.map(|(path, _)| path);
            Ok(Answer { found: path.into(), ticks, expanded: Some(expanded) })
        };
        Ok(Prepared::new(InProcess { ask, tell }, Some(bytes)))
    },
};
