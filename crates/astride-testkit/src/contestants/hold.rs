//! Holding a contestant to what it promised and to what its outcome states.

use super::{Contestant, Memory, Reply};
use crate::judge::{Ask, Claim, Judge};
use astride::shapes::square::GridView;
use astride::world::World;

/// Asks one contestant and judges all that it says.
///
/// # Errors
///
/// What is wrong, with contestant, question and world.
pub fn hold<W: World>(
    contestant: &Contestant,
    world: &W,
    view: &GridView<'_>,
    judge: &mut Judge,
    ask: &Ask,
    memory: &mut Memory,
    lot: u64,
) -> Result<(), String> {
    let reply = contestant.answer(world, view, ask, memory, lot);
    let claim = contestant.claim(judge.world());
    let refusal = contestant.check_refusal(judge.world(), reply.refused);
    refusal.and_then(|()| judge_reply(judge, ask, claim, &reply)).map_err(|fault| {
        format!("{contestant}: {fault}\n{ask:?}\n{:?}\n{}", reply.answer, judge.draw())
    })
}

/// Judges all that a contestant said against what it promised.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn judge_reply(
    judge: &mut Judge,
    ask: &Ask,
    claim: Claim,
    reply: &Reply,
) -> Result<(), String> {
    if let Some(fault) = &reply.fault {
        return Err(fault.clone());
    }
    if reply.refused.is_some() {
        return Ok(());
    }
    judge.check(ask, claim, &reply.answer)?;
    match reply.stated {
        Some(stated) if claim == Claim::Optimal && stated != Claim::Optimal => {
            return Err(format!("only {stated:?} is stated"));
        }
        Some(stated) => {
            judge.check(ask, stated, &reply.answer).map_err(|fault| format!("stated: {fault}"))?;
        }
        None => {}
    }
    if reply.lower_bound > 0
        && claim != Claim::FewestSteps
        && let Some(least) = judge.least(ask)
        && reply.lower_bound > least
    {
        return Err(format!("a lower bound of {}, but {least} is possible", reply.lower_bound));
    }
    for walk in &reply.partial {
        judge.check_walk(walk).map_err(|fault| format!("nearest on the way: {fault}"))?;
    }
    Ok(())
}
