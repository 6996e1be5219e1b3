//! Hypothetical edits of maps of any shape: a copy of the map takes them.

use std::sync::Arc as Shared;

use super::query_of;
use crate::base::Budget;
use crate::planner::navigator::pile::Piled;
use crate::planner::navigator::state::State;
use crate::planner::navigator::what_if::leads;
use crate::planner::navigator::{Ask, Asked, BatchFault, NavigatorError};
use crate::search::{Guessed, Outcome, Scratch, seldom_astar};
use crate::shapes::Editable;

/// A map as it would be after a batch of edits.
pub(super) fn map_after<S: Editable>(map: &S, batch: &S::Edit) -> Asked<Shared<S>, S> {
    let mut map = map.clone();
    match map.apply_batch(batch) {
        Ok(_) => Ok(Shared::new(map)),
        Err(error) => Err(NavigatorError::Batch(BatchFault::new(error))),
    }
}

/// As [`Navigator::would_part`](crate::planner::Navigator::would_part).
pub(super) fn would_part<S: Editable>(
    state: &State<S>,
    batch: &S::Edit,
    asks: &[Ask<S::Place>],
    scratch: &mut Scratch,
) -> Asked<Vec<usize>, S> {
    for ask in asks {
        state.ends(ask)?;
        state.named(ask)?;
    }
    let mut asked: Vec<(usize, &Ask<S::Place>)> = asks.iter().enumerate().collect();
    let mut parted = Vec::new();
    // One map after the other: those who do not ask by the knowledge of a faction stand on the actual
    // one.
    while let Some(&(_, first)) = asked.first() {
        let who = (first.faction, first.supposing);
        let after = map_after(&*state.named(first)?.map, batch)?;
        for (place, ask) in asked.extract_if(.., |(_, ask)| (ask.faction, ask.supposing) == who) {
            let (ends, named) = (state.ends(ask)?, state.named(ask)?);
            let mover = &named.walker.mover;
            if leads(&named.map.view(mover), &ends, scratch)
                && !leads(&after.view(mover), &ends, scratch)
            {
                parted.push(place);
            }
        }
    }
    parted.sort_unstable();
    Ok(parted)
}

/// As [`Navigator::route_if`](crate::planner::Navigator::route_if).
pub(super) fn route_if<S: Editable>(
    state: &State<S>,
    batch: &S::Edit,
    ask: &Ask<S::Place>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Asked<Outcome, S> {
    let (ends, named) = (state.ends(ask)?, state.named(ask)?);
    let after = map_after(&*named.map, batch)?;
    let world = Piled::new(after.view(&named.walker.mover), named.pile);
    let query = query_of(ask, &ends, &world);
    Ok(seldom_astar(&world, &world.guess(), &query, scratch, budget))
}
