//! Why one node cannot be reached from another, and which nodes are in the way.

use super::{
    Enclosure, Heuristic, Outcome, Part, PathQuery, Scratch, Unreachable, Why, enclosure,
    seldom_ruled,
};
use crate::base::{Budget, Narrow, NodeId, Records, Slot, SmallSort, Spent, State};
use crate::path::Path;
use crate::world::{AnyRuled, Way, World};

/// An explanation before it is known what would open a path.
pub(crate) struct Reasons {
    pub(crate) why: Why,
    pub(crate) frontier: Vec<NodeId>,
    pub(crate) shut: Vec<[NodeId; 2]>,
    pub(crate) nearest: Option<Path>,
}

/// Visits nodes.
type Visit<'v> = &'v mut dyn FnMut(NodeId);
/// Visits nodes, each with the slot of the step to it.
type VisitSteps<'v> = &'v mut dyn FnMut(NodeId, Slot);

/// What may stand around a node.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// Visits the nodes to which, or from which, a step would lead if they were free.
    pub(crate) beside: &'a dyn Fn(NodeId, Way, Visit<'_>),
    /// Visits the nodes to which, or from which, a step would lead if it were not forbidden, with the
    /// slot of the step.
    pub(crate) shut: &'a dyn Fn(NodeId, Way, VisitSteps<'_>),
}

/// Which end is enclosed, and by which nodes and forbidden steps; `None` if there is a path.
pub(crate) fn reasons(
    view: &AnyRuled<'_>,
    guess: &impl Heuristic,
    ends: [NodeId; 2],
    things: Around<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Reasons>, Spent> {
    let query = PathQuery::new(ends[0], ends[1]).or_nearest();
    let outcome = seldom_ruled(view, guess, &query, scratch, budget);
    reasons_of(outcome, view, ends, things, scratch, budget)
}

fn reasons_of(
    outcome: Outcome,
    view: &AnyRuled<'_>,
    [start, goal]: [NodeId; 2],
    things: Around<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Reasons>, Spent> {
    let Unreachable { why, nearest, .. } = match outcome {
        Outcome::Found(_) => return Ok(None),
        Outcome::OutOfBudget(out) => return Err(out.spent),
        Outcome::Unreachable(unreachable) => unreachable,
    };
    let around = |end, way, scratch: &mut Scratch, budget: &mut Budget<'_>| {
        frontier(view, end, way, things, scratch, budget)
    };
    let (why, (frontier, shut)) = match why {
        Why::StartBlocked => (why, (vec![start], Vec::new())),
        Why::GoalBlocked => (why, (vec![goal], Vec::new())),
        _ => match enclosure(view, start, goal, scratch, budget)? {
            Enclosure::Start(cells) => {
                (Why::StartEnclosed { cells }, around(start, Way::Forward, scratch, budget)?)
            }
            Enclosure::Goal(cells) => {
                (Why::GoalEnclosed { cells }, around(goal, Way::Backward, scratch, budget)?)
            }
            Enclosure::None => (why, Default::default()),
        },
    };
    Ok(Some(Reasons { why, frontier, shut, nearest }))
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

/// The blocked nodes next to everything reachable from a node, or to everything that can reach it,
/// and the forbidden steps out of that area, or into it.
fn frontier(
    view: &AnyRuled<'_>,
    end: NodeId,
    way: Way,
    things: Around<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<(Vec<NodeId>, Vec<[NodeId; 2]>), Spent> {
    let Seen { records, open } = scratch.part();
    records.begin(view.node_count());
    open.clear();
    open.push(end);
    records.open(end.index(), 0, Slot::NONE);
    let (mut blocked, mut shut) = (Vec::new(), Vec::new());
    while let Some(node) = open.pop() {
        if let Some(spent) = budget.take() {
            return Err(spent);
        }
        (things.beside)(node, way, &mut |beside| {
            if !view.is_passable(beside) && records.state(beside.index()) == State::Untouched {
                records.open(beside.index(), 0, Slot::NONE);
                blocked.push(beside);
            }
        });
        (things.shut)(node, way, &mut |other, _| {
            if records.state(other.index()) == State::Untouched {
                shut.push(if way == Way::Forward { [node, other] } else { [other, node] });
            }
        });
        view.visit_arcs(node, None, way, &mut |arc| {
            if records.state(arc.node.index()) == State::Untouched {
                records.open(arc.node.index(), 0, Slot::NONE);
                open.push(arc.node);
            }
        });
    }
    blocked.sort_unstable();
    // Forbidden steps to what was reached later close nothing.
    let outside = usize::from(way == Way::Forward);
    shut.retain(|step| records.state(step[outside].index()) == State::Untouched);
    shut.sort_small();
    shut.dedup();
    Ok((blocked, shut))
}
