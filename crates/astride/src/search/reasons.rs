//! Why one node cannot be reached from another, and which nodes are in the way.

use super::{
    Enclosure, Heuristic, Outcome, Part, PathQuery, Scratch, Search, Unreachable, Why, enclosure,
};
use crate::base::{Budget, Narrow, NodeId, Records, Slot, Spent, State};
use crate::path::Path;
use crate::world::{Way, World};

/// An explanation before it is known what would open a path.
pub(crate) struct Reasons {
    pub(crate) why: Why,
    pub(crate) frontier: Vec<NodeId>,
    pub(crate) nearest: Option<Path>,
}

/// Which end is enclosed and by which nodes; `None` if there is a path. `beside` visits the nodes to
/// which, or from which, a step would lead if they were free.
pub(crate) fn reasons<W: World>(
    view: &W,
    guess: &impl Heuristic,
    [start, goal]: [NodeId; 2],
    beside: impl Fn(NodeId, Way, &mut dyn FnMut(NodeId)),
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Reasons>, Spent> {
    let query = PathQuery::new(start, goal).or_nearest();
    let outcome = Search::astar(view, guess, &query, scratch).run(budget, &mut ());
    let Unreachable { why, nearest, .. } = match outcome {
        Outcome::Found(_) => return Ok(None),
        Outcome::OutOfBudget(out) => return Err(out.spent),
        Outcome::Unreachable(unreachable) => unreachable,
    };
    let around = |end, way, scratch: &mut Scratch, budget: &mut Budget<'_>| {
        frontier(view, end, way, &beside, scratch, budget)
    };
    let (why, frontier) = match why {
        Why::StartBlocked => (why, vec![start]),
        Why::GoalBlocked => (why, vec![goal]),
        _ => match enclosure(view, start, goal, scratch, budget)? {
            Enclosure::Start(cells) => {
                (Why::StartEnclosed { cells }, around(start, Way::Forward, scratch, budget)?)
            }
            Enclosure::Goal(cells) => {
                (Why::GoalEnclosed { cells }, around(goal, Way::Backward, scratch, budget)?)
            }
            Enclosure::None => (why, Vec::new()),
        },
    };
    Ok(Some(Reasons { why, frontier, nearest }))
}

/// Working memory of a flood.
#[derive(Clone, Debug, Default)]
struct Seen {
    records: Records<Narrow>,
    open: Vec<NodeId>,
}

impl Part for Seen {
    fn bytes(&self) -> usize {
        self.records.bytes() + 4 * self.open.capacity()
    }
}

/// The blocked nodes next to everything reachable from a node, or to everything that can reach it.
fn frontier<W: World>(
    view: &W,
    end: NodeId,
    way: Way,
    beside: impl Fn(NodeId, Way, &mut dyn FnMut(NodeId)),
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Vec<NodeId>, Spent> {
    let Seen { records, open } = scratch.part();
    records.begin(view.node_count());
    open.clear();
    open.push(end);
    records.open(end.index(), 0, Slot::NONE);
    let mut blocked = Vec::new();
    while let Some(node) = open.pop() {
        if let Some(spent) = budget.take() {
            return Err(spent);
        }
        beside(node, way, &mut |beside| {
            if !view.is_passable(beside) && records.state(beside.index()) == State::Untouched {
                records.open(beside.index(), 0, Slot::NONE);
                blocked.push(beside);
            }
        });
        view.for_each_arc(node, way, |arc| {
            if records.state(arc.node.index()) == State::Untouched {
                records.open(arc.node.index(), 0, Slot::NONE);
                open.push(arc.node);
            }
        });
    }
    blocked.sort_unstable();
    Ok(blocked)
}
