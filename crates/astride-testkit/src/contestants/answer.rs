//! Running a contestant in slices, and its outcome in plain numbers.

use super::{Memory, Reply, Slices, claim_of, settled_below};
use crate::judge::{Answer, Reason, Walk};
use crate::rng::Rng;
use astride::base::{Budget, Cost, NodeId};
use astride::path::Path;
use astride::search::{Outcome, Why};
use astride::world::{Way, World};

/// How many partial answers of one search are kept.
const PARTIAL: usize = 12;

/// A search being run.
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
                    Why::TooDear => Reason::TooDear,
                    // No search says these: they come from components.
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
    /// A path or none, without further words.
    pub(super) fn plain(path: Option<&Path>) -> Reply {
        let answer = match path {
            Some(path) => Answer::Path(walk(path)),
            None => Answer::NoPath { reason: None, nearest: None },
        };
        let partial = Vec::new();
        Reply { answer, stated: None, lower_bound: 0, partial, fault: None, refused: None }
    }

    /// No answer where there should be one.
    pub(super) fn faulty(fault: String) -> Reply {
        Reply { fault: Some(fault), ..Reply::plain(None) }
    }
}

/// The path between the starts and the goals at the end that a field finds cheapest.
pub(super) fn by_field<W: World>(
    slices: Slices,
    world: &W,
    way: Way,
    starts: &[(NodeId, Cost)],
    goals: &[NodeId],
    memory: &mut Memory,
    lot: u64,
) -> Reply {
    let mut rng = Rng::new(lot);
    let unpaid = |nodes: &[NodeId]| nodes.iter().map(|&node| (node, 0)).collect::<Vec<_>>();
    let (sources, ends) = match way {
        Way::Forward => (starts.to_vec(), unpaid(goals)),
        Way::Backward => (unpaid(goals), starts.to_vec()),
    };
    let field = &mut memory.field;
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

fn next_budget(slices: Slices, rng: &mut Rng) -> Budget<'static> {
    match slices {
        Slices::Whole => Budget::unlimited(),
        Slices::Ones => Budget::unlimited().expansions(1),
        Slices::Random => Budget::unlimited().expansions(rng.below(9) as u64),
    }
}

pub(super) fn walk(path: &Path) -> Walk {
    (path.nodes().iter().map(|node| node.index()).collect(), path.cost())
}
