//! Checks a contestant against its promise and against what its outcome states.

use super::{Contestant, Field, Memory, Method, Reply};
use crate::judge::{Ask, Claim, Judge};
use crate::world::Shape;
use astride::world::World;

/// Queries one contestant and judges everything it reports.
///
/// # Errors
///
/// What is wrong, with the contestant, the query and the world.
pub fn hold<F: Field, W: World>(
    contestant: &Contestant<F::Guess>,
    world: &W,
    view: &F::View<'_>,
    judge: &mut Judge<F>,
    ask: &Ask,
    memory: &mut Memory<F>,
    lot: u64,
) -> Result<(), String> {
    let reply = contestant.answer(world, view, ask, memory, lot);
    let claim = contestant.claim(judge.shape());
    let refusal = match (contestant.method, reply.refused) {
        (Method::Own(name), refused) => judge.shape().check_refusal(name, refused),
        (_, None) => Ok(()),
        (_, Some(refused)) => Err(format!("{refused:?} refused")),
    };
    refusal.and_then(|()| judge_reply(judge, ask, claim, &reply)).map_err(|fault| {
        format!("{contestant}: {fault}\n{ask:?}\n{:?}\n{}", reply.answer, judge.draw())
    })
}

/// Judges everything a contestant reported against its promise.
///
/// # Errors
///
/// The first fault.
pub fn judge_reply<S: Shape>(
    judge: &mut Judge<S>,
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
