//! Why there is no path on maps other than squares.

use super::what_if::map_after;
use crate::base::Budget;
use crate::planner::navigator::explain::{ExplainTerms, Explains};
use crate::planner::navigator::state::State;
use crate::planner::navigator::{Ask, Asked, NavigatorError};
use crate::search::Scratch;
use crate::shapes::{Explanation, Opens, explain_by};

impl<S: Opens> Explains for S {
    fn explain(
        state: &State<S>,
        ask: &Ask<S::Place>,
        terms: &ExplainTerms<'_, S>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let ((start, goal), named) = (state.only_ends(ask)?, state.named(ask)?);
        let mover = &named.walker.mover;
        S::can_explain(mover).map_err(|error| NavigatorError::Guide(error.into()))?;
        let after = terms.batch().map(|batch| map_after(&*named.map, batch)).transpose()?;
        let map: &S = after.as_ref().unwrap_or(&named.map);
        terms.explain_around(
            named.pile.closed(),
            goal,
            |node| map.place_of(node),
            |terms| explain_by(map, mover, [start, goal], terms, scratch, budget),
        )
    }
}
