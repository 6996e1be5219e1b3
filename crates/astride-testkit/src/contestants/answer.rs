//! Runs a contestant in slices and turns its outcome into plain numbers.

use super::{Refusal, Reply, Slices};
use crate::judge::{Answer, Claim, Reason, Walk};
use crate::rng::Rng;
use astride::base::{Budget, Cost, NodeId};
use astride::path::Path;
use astride::search::{
    DistanceField, FieldStatus, Guarantee, Outcome, PathQuery, Scratch, Why, reachable,
};
use astride::world::{Way, World};

/// How many partial answers of a search are kept.
const PARTIAL: usize = 12;

/// A running search.
pub(super) struct Ran {
    slices: Slices,
    rng: Rng,
    outcome: Option<Outcome>,
    lower_bound: Cost,
    partial: Vec<Walk>,
    fault: Option<String>,
}

impl Ran {
    pub(super) fn new(slices: Slices, lot: u64) -> Ran {
        let (outcome, partial, fault) = (None, Vec::new(), None);
        Ran { slices, rng: Rng::new(lot), outcome, lower_bound: 0, partial, fault }
    }

    pub(super) fn drive(&mut self, mut run: impl FnMut(&mut Budget<'_>) -> Outcome) {
        loop {
            let outcome = run(&mut next_budget(self.slices, &mut self.rng));
            if let Outcome::OutOfBudget(out) = &outcome {
                self.lower_bound = self.lower_bound.max(out.lower_bound);
                if let (Some(path), true) = (&out.nearest, self.partial.len() < PARTIAL) {
                    self.partial.push(walk(path));
                }
                if self.slices == Slices::Whole {
                    self.fault = Some(format!("{:?} without a limit", out.spent));
                    return;
                }
                continue;
            }
            if self.slices != Slices::Whole && run(&mut Budget::unlimited()) != outcome {
                self.fault = Some("another answer when run again".to_owned());
            }
            self.outcome = Some(outcome);
            return;
        }
    }

    pub(super) fn reply(self, says_what_it_saw: bool) -> Reply {
        let Ran { outcome, lower_bound, partial, fault, .. } = self;
        let stated = outcome.as_ref().and_then(Outcome::guarantee).map(claim_of);
        let answer = match &outcome {
            Some(Outcome::Found(found)) => Answer::Path(walk(&found.path)),
            Some(Outcome::Unreachable(unreachable)) => {
                let reason = match unreachable.why {
                    Why::StartBlocked => Reason::StartBlocked,
                    Why::GoalBlocked => Reason::GoalBlocked,
                    Why::Enclosed { seen } => Reason::Enclosed(says_what_it_saw.then_some(seen)),
                    Why::TooCostly => Reason::TooCostly,
                    // Searches never report these: they come from components.
                    Why::StartEnclosed { .. } | Why::GoalEnclosed { .. } | Why::Apart => {
                        Reason::Enclosed(None)
                    }
                };
                let nearest = unreachable.nearest.as_ref().map(walk);
                Answer::NoPath { reason: Some(reason), nearest }
            }
            _ => Answer::NoPath { reason: None, nearest: None },
        };
        Reply { answer, stated, lower_bound, partial, fault, refused: None }
    }
}

impl Reply {
    /// A path or none, with no further details.
    pub(super) fn plain(path: Option<&Path>) -> Reply {
        let answer = match path {
            Some(path) => Answer::Path(walk(path)),
            None => Answer::NoPath { reason: None, nearest: None },
        };
        let partial = Vec::new();
        Reply { answer, stated: None, lower_bound: 0, partial, fault: None, refused: None }
    }

    /// A final outcome, of which only the path and its promise count.
    pub(super) fn told(outcome: &Outcome) -> Reply {
        let stated = outcome.guarantee().map(claim_of);
        Reply { stated, ..Reply::plain(outcome.path()) }
    }

    /// No path, and the reason.
    pub(super) fn no_path(reason: Reason) -> Reply {
        let answer = Answer::NoPath { reason: Some(reason), nearest: None };
        Reply { answer, ..Reply::plain(None) }
    }

    /// No answer, and the reason.
    pub(super) fn refused(refusal: Refusal) -> Reply {
        let Refusal { refused, fault } = refusal;
        Reply { refused: Some(refused), fault, ..Reply::plain(None) }
    }

    /// This reply, unless a separate query for the cost alone gave a different cost.
    pub(super) fn agrees_with(self, cost: Option<Cost>) -> Reply {
        let found = match &self.answer {
            Answer::Path(walk) => Some(walk.1),
            Answer::NoPath { .. } => None,
        };
        match self.fault.is_none() && found != cost {
            true => Reply::faulty(format!("a path for {found:?}, and the cost alone is {cost:?}")),
            false => self,
        }
    }

    /// No answer where there should be one.
    pub(super) fn faulty(fault: String) -> Reply {
        Reply { fault: Some(fault), ..Reply::plain(None) }
    }
}

/// The cheapest path between starts and goals, extracted from a field.
pub(super) fn by_field<W: World>(
    slices: Slices,
    world: &W,
    way: Way,
    starts: &[(NodeId, Cost)],
    goals: &[NodeId],
    field: &mut DistanceField,
    lot: u64,
) -> Reply {
    let mut rng = Rng::new(lot);
    let unpaid = |nodes: &[NodeId]| nodes.iter().map(|&node| (node, 0)).collect::<Vec<_>>();
    let (sources, ends) = match way {
        Way::Forward => (starts.to_vec(), unpaid(goals)),
        Way::Backward => (unpaid(goals), starts.to_vec()),
    };
    let mut final_so_far = Vec::new();
    let mut status = field.compute(world, &sources, way, &mut next_budget(slices, &mut rng));
    while let Some(below) = settled_below(status) {
        for &(end, _) in &ends {
            let distance = field.distance(end).filter(|&distance| distance < below);
            final_so_far.extend(distance.map(|distance| (end, distance)));
        }
        let resumed = field.resume(world, &mut next_budget(slices, &mut rng));
        status = resumed.expect("of this world");
    }
    if let Some((end, before)) =
        final_so_far.into_iter().find(|&(end, before)| field.distance(end) != Some(before))
    {
        return Reply::faulty(format!("the final distance {before} of {end} changed"));
    }
    let total = |&(end, paid): &(NodeId, Cost)| Some((field.distance(end)? + paid, end));
    let best = ends.iter().filter(|end| world.is_passable(end.0)).filter_map(total).min();
    let path = best.and_then(|(_, end)| field.path_from(world, end).expect("of this world"));
    Reply::plain(path.as_ref())
}

/// The cheapest path extracted from the movement range.
pub(super) fn by_reach<W: World>(
    world: &W,
    query: &PathQuery<'_>,
    goals: &[NodeId],
    scratch: &mut Scratch,
) -> Reply {
    let budget = &mut Budget::unlimited();
    let reach = match reachable(world, query, scratch, budget, &mut ()) {
        Ok(reach) => reach,
        Err(spent) => return Reply::faulty(format!("{spent:?} without a limit")),
    };
    let best = goals.iter().filter_map(|&goal| reach.of(goal)).min_by_key(|reached| reached.cost);
    Reply::plain(best.and_then(|best| reach.path_to(best.node)).as_ref())
}

/// The engine's guarantee as a claim of the judge.
fn claim_of(guarantee: Guarantee) -> Claim {
    match guarantee {
        Guarantee::Optimal => Claim::Optimal,
        Guarantee::Within(weight) => {
            let (over, under) = weight.parts();
            Claim::Within(u64::from(over), u64::from(under))
        }
        Guarantee::FewestSteps => Claim::FewestSteps,
        Guarantee::None => Claim::SomePath,
    }
}

/// The cost below which a field is final; `None` if the field is complete.
fn settled_below(status: FieldStatus) -> Option<Cost> {
    match status {
        FieldStatus::Complete => None,
        FieldStatus::Stopped { settled_below } | FieldStatus::Partial { settled_below, .. } => {
            Some(settled_below)
        }
    }
}

fn next_budget(slices: Slices, rng: &mut Rng) -> Budget<'static> {
    match slices {
        Slices::Whole => Budget::unlimited(),
        Slices::Ones => Budget::unlimited().expansions(1),
        Slices::Random => Budget::unlimited().expansions(rng.below(9) as u64),
    }
}

fn walk(path: &Path) -> Walk {
    (path.nodes().iter().map(|node| node.index()).collect(), path.cost())
}
