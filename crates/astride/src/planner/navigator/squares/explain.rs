//! Why there is no path on squares.

use super::walker::Body;
use crate::base::Budget;
use crate::planner::navigator::explain::{ExplainTerms, Explains};
use crate::planner::navigator::state::State;
use crate::planner::{Ask, NavigatorError};
use crate::search::Scratch;
use crate::shapes::Explanation;
use crate::shapes::square::{Grid, explain_by};

impl Explains for Grid {
    fn explain(
        state: &State,
        ask: &Ask,
        terms: &ExplainTerms<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        let ((start, goal), seen) = (state.only_ends(ask)?, state.seen_for_sure(ask)?);
        let (walker, grid) = seen.walker_and_grid();
        let edited = match terms.batch() {
            None => None,
            Some(batch) => {
                let mut edited: Grid = grid.clone();
                edited.apply(batch)?;
                let of_body = |side| Body::new(&edited, &walker.mover, side);
                let body = walker.side().map(of_body).transpose()?;
                Some((edited, body))
            }
        };
        let (view, places) = match &edited {
            None if walker.places().is_none() => (seen.view(), None),
            None => (grid.seen_by(&walker.mover), walker.places()),
            Some((edited, body)) => {
                (edited.seen_by(&walker.mover), body.as_ref().map(Body::places))
            }
        };
        terms.explain_around(
            seen.pile.closed(),
            goal,
            |node| grid.cell(node),
            |terms| explain_by(&view, places, [start, goal], terms, scratch, budget),
        )
    }
}
