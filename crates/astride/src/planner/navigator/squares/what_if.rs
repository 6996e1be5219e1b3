//! Hypothetical edits of squares: which paths would be cut, and answers on the edited map.

use super::seen::Seen;
use crate::base::{Budget, NodeId};
use crate::planner::navigator::pile::Piled;
use crate::planner::navigator::state::{Ends, State};
use crate::planner::navigator::what_if::{Rule, by_rule, leads};
use crate::planner::{Ask, FactionId, NavigatorError, SuppositionId};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, seldom_astar};
use crate::shapes::square::{BodyError, Edit, EditedView, Grid, GridView};

/// The mover, the faction whose knowledge is used, and the edits that are supposed.
type Who = (usize, Option<FactionId>, Option<SuppositionId>);

impl State {
    /// As [`Navigator::would_part`](crate::planner::Navigator::would_part).
    pub(super) fn would_part(
        &self,
        batch: &Edit,
        asks: &[Ask],
        scratch: &mut Scratch,
    ) -> Result<Vec<usize>, NavigatorError> {
        let mut asked: Vec<(Who, usize)> = Vec::new();
        for (place, ask) in asks.iter().enumerate() {
            let who = (self.walker_place(ask.mover)?, ask.faction, ask.supposing);
            asked.push((who, place));
        }
        // Factions come in the order in which they are found, since their handles have no order.
        let mut parted = Vec::new();
        while let Some(&(who, _)) = asked.first() {
            let of_one = asked.extract_if(.., |(other, _)| *other == who);
            let places: Vec<usize> = of_one.map(|(_, place)| place).collect();
            let mut ends = Vec::new();
            for &place in &places {
                self.pile(&asks[place])?;
                ends.push(self.ends(&asks[place])?);
            }
            let seen = self.seen_for_sure(&asks[places[0]])?;
            let cut =
                seen.on_edited(batch, |view, edited| seen.cut(view, edited, &ends, scratch))?;
            parted.extend(cut.into_iter().map(|at| places[at]));
        }
        parted.sort_unstable();
        Ok(parted)
    }

    /// As [`Navigator::route_if`](crate::planner::Navigator::route_if).
    pub(super) fn route_if(
        &self,
        batch: &Edit,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let (ends, seen) = (self.ends(ask)?, self.seen_for_sure(ask)?);
        seen.on_edited(batch, |_, edited| {
            let query = PathQuery { nearest: ask.nearest, ..ends.query() };
            let world = Piled::new(edited, seen.pile);
            seldom_astar(&world, &edited.guess(), &query, scratch, budget)
        })
    }

    /// As [`Navigator::route_by`](crate::planner::Navigator::route_by).
    pub(super) fn route_by(
        &self,
        ask: &Ask,
        rule: Rule<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let (ends, seen) = (self.ends(ask)?, self.seen(ask)?);
        let query = PathQuery { nearest: ask.nearest, ..ends.query() };
        let view = seen.view();
        Ok(by_rule(seen.world(&view), rule, &query, scratch, budget))
    }

    /// As [`seen`](Self::seen), if the belief of a faction is stored as a map.
    pub(super) fn seen_for_sure(&self, ask: &Ask) -> Result<Seen<'_>, NavigatorError> {
        if let Some(faction) = ask.faction {
            let (place, faction) = (self.walker_place(ask.mover)?, self.faction_place(faction)?);
            self.kept.beliefs[faction].write_down(self.facts(faction), place);
        }
        let seen = self.seen(ask)?;
        match seen.knowledge {
            None => Ok(seen),
            Some(_) => Err(NavigatorError::Body(BodyError::Memory)),
        }
    }
}

impl Seen<'_> {
    /// Calls a closure with the places of the mover as they would be after a batch of edits of the
    /// map.
    fn on_edited<T>(
        &self,
        batch: &Edit,
        ask: impl FnOnce(&GridView<'_>, &EditedView<'_>) -> T,
    ) -> Result<T, NavigatorError> {
        let view = self.view();
        let (walker, map) = self.walker_and_grid();
        let Some(body) = &walker.body else {
            return Ok(ask(&view, &view.with(batch)?));
        };
        let mut edited: Grid = map.clone();
        edited.apply(batch)?;
        Ok(ask(&view, &body.places().with(&edited.seen_by(&walker.mover))?))
    }

    /// Which questions with these ends have a path now but would have none, by their indices.
    fn cut(
        &self,
        view: &GridView<'_>,
        edited: &EditedView<'_>,
        asked: &[Ends],
        scratch: &mut Scratch,
    ) -> Vec<usize> {
        let components = self.components();
        // The kinds of places of a body may be renumbered by the edits: then more has changed than
        // what is near them.
        let (before, after) = (view.meanings().0, edited.view().meanings().0);
        let histogram = view.grid().histogram();
        let is_same = |class: usize| histogram[class] == 0 || before[class] == after[class];
        let known = components.filter(|_| (0..256).all(is_same));
        // Each start with the goals that it reaches now, question by question.
        let reached = |ends: &Ends| {
            let (start, goals) = (ends.start, ends.goals().iter().copied());
            let is_reached = |goal: &NodeId| components.is_none_or(|it| it.reaches(start, *goal));
            goals.filter(is_reached).map(|goal| [start, goal]).collect::<Vec<_>>()
        };
        let pairs: Vec<Vec<[NodeId; 2]>> = asked.iter().map(reached).collect();
        let parted = known.and_then(|known| known.parted(edited, &pairs.concat(), scratch));
        let mut first = 0;
        let mut is_cut = |at: usize| {
            let (ends, own) = (&asked[at], first..first + pairs[at].len());
            first = own.end;
            let has_path = match components {
                Some(_) => !own.is_empty(),
                None => leads(view, ends, scratch),
            };
            let are_parted =
                |parted: &Vec<usize>| own.clone().all(|pair| parted.binary_search(&pair).is_ok());
            has_path
                && match parted.as_ref().map(are_parted) {
                    Some(false) => false,
                    Some(true) if ends.single().is_some() => true,
                    // The edits may also lead to a goal that could not be reached.
                    _ => !leads(edited, ends, scratch),
                }
        };
        (0..asked.len()).filter(|&at| is_cut(at)).collect()
    }
}
