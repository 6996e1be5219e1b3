//! Hypothetical edits of squares: which paths would be cut, and answers on the edited map.

use super::seen::{Seen, Stand};
use crate::base::{Budget, NodeId};
use crate::planner::navigator::pile::Piled;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, FactionId, Navigator, NavigatorError, Snapshot};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{BodyError, Edit, EditedView, Grid, GridView};
use crate::world::World;

/// The mover, and the faction whose knowledge is used.
type Who = (usize, Option<FactionId>);

impl State {
    /// As [`Navigator::would_part`].
    fn would_part(
        &self,
        batch: &Edit,
        asks: &[Ask],
        scratch: &mut Scratch,
    ) -> Result<Vec<usize>, NavigatorError> {
        let mut asked: Vec<(Who, usize)> = Vec::new();
        for (place, ask) in asks.iter().enumerate() {
            asked.push(((self.walker_place(ask.mover)?, ask.faction), place));
        }
        // Factions come in the order in which they are found, since their handles have no order.
        let mut parted = Vec::new();
        while let Some(&(who, _)) = asked.first() {
            let of_one = asked.extract_if(.., |(other, _)| *other == who);
            let places: Vec<usize> = of_one.map(|(_, place)| place).collect();
            let mut ends = Vec::new();
            for &place in &places {
                self.pile(&asks[place])?;
                ends.push(<[NodeId; 2]>::from(self.ends(&asks[place])?));
            }
            let seen = self.seen_for_sure(&asks[places[0]])?;
            let cut =
                seen.on_edited(batch, |view, edited| seen.cut(view, edited, &ends, scratch))?;
            parted.extend(cut.into_iter().map(|at| places[at]));
        }
        parted.sort_unstable();
        Ok(parted)
    }

    /// As [`Navigator::route_if`].
    fn route_if(
        &self,
        batch: &Edit,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let ((start, goal), seen) = (self.ends(ask)?, self.seen_for_sure(ask)?);
        seen.on_edited(batch, |_, edited| {
            let query = PathQuery { nearest: ask.nearest, ..PathQuery::new(start, goal) };
            let world = Piled::new(edited, seen.pile);
            Search::astar(&world, &edited.guess(), &query, scratch).run(budget, &mut ())
        })
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
        let (walker, map) = match &self.stand {
            Stand::AsIs { walker, grid } => (*walker, *grid),
            Stand::Believed(believer) => (&*believer.walker, believer.map.grid()),
        };
        let Some(body) = &walker.body else {
            return Ok(ask(&view, &view.with(batch)?));
        };
        let mut edited: Grid = map.clone();
        edited.apply(batch)?;
        let (places, mover) = body.places().after(&edited.seen_by(&walker.mover))?;
        let seen_after = body.places().grid().seen_by(&mover);
        Ok(ask(&view, &seen_after.with(&places)?))
    }

    /// Which of the pairs have a path now but would have none, by their indices in the list.
    fn cut(
        &self,
        view: &GridView<'_>,
        edited: &EditedView<'_>,
        pairs: &[[NodeId; 2]],
        scratch: &mut Scratch,
    ) -> Vec<usize> {
        let components = self.components();
        // The kinds of places of a body may be renumbered by the edits: then more has changed than
        // what is near them.
        let (before, after) = (view.meanings().0, edited.view().meanings().0);
        let histogram = view.grid().histogram();
        let is_same = |class: usize| histogram[class] == 0 || before[class] == after[class];
        let known = components.filter(|_| (0..256).all(is_same));
        if let Some(parted) = known.and_then(|known| known.parted(edited, pairs, scratch)) {
            return parted;
        }
        let mut is_cut = |&[from, to]: &[NodeId; 2]| {
            let leads = match components {
                Some(components) => components.reaches(from, to),
                None => leads(view, [from, to], scratch),
            };
            leads && !self::leads(edited, [from, to], scratch)
        };
        (0..pairs.len()).filter(|&at| is_cut(&pairs[at])).collect()
    }
}

/// Whether there is a path.
fn leads<W: World + Guessed>(world: &W, [from, to]: [NodeId; 2], scratch: &mut Scratch) -> bool {
    let query = PathQuery::new(from, to);
    let outcome = Search::greedy(world, &world.guess(), &query, scratch)
        .run(&mut Budget::unlimited(), &mut ());
    outcome.path().is_some()
}

impl Navigator {
    /// Which of some questions have a path now but would have none after a batch of edits, by their
    /// indices in `asks`. Nothing is edited. A maze game calls it at each click before it builds:
    /// would this tower cut a path that has to stay open?
    ///
    /// Overlays block nothing and are ignored. A question by the knowledge of a faction is about
    /// the map as the faction believes it to be, with the edits.
    ///
    /// # Errors
    ///
    /// If an edit of the batch is invalid on the map, or on the one that a faction believes in; if
    /// a place is not on the map; if a handle does not belong to this navigator; if an overlay does
    /// not have the size of the map; or if there is no world for the body of a mover.
    ///
    /// # Complexity
    ///
    /// With components up to date, and without one-way steps and links: O(k log k + cells near the
    /// edits) for k edited cells. If the cells next to the edits are no longer connected by steps
    /// among them, floods from each side search further: until they meet, or have filled all but
    /// the largest part. Otherwise that of two searches for each question. For a large body the map
    /// is copied as well.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(10, 0, 1, 9), b'@');
    /// })?;
    /// let ways = [Ask::new((0, 5), (19, 5)), Ask::new((0, 5), (5, 5))];
    /// let tower = |x, y| {
    ///     let mut batch = Edit::new();
    ///     batch.fill(CellRect::new(x, y, 2, 2), b'@');
    ///     batch
    /// };
    /// assert!(nav.would_part(&tower(6, 4), &ways)?.is_empty());
    /// assert_eq!(nav.would_part(&tower(10, 8), &ways)?, [0], "it closes the gap");
    /// assert_eq!(nav.revision(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn would_part(&self, batch: &Edit, asks: &[Ask]) -> Result<Vec<usize>, NavigatorError> {
        self.state.would_part(batch, asks, &mut self.idle.lend())
    }

    /// Answers on the map as it would be after a batch of edits that is not applied: what if there
    /// were a wall, and which path avoids the units that stand here just now?
    ///
    /// The path is a cheapest one, by A*. Nodes are those of the map.
    ///
    /// # Errors
    ///
    /// As for [`would_part`](Self::would_part).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(9, 3, b'.')?);
    /// let mut units = Edit::new();
    /// units.set((4, 0), b'@').set((4, 1), b'@');
    /// let ask = Ask::new((0, 1), (8, 1));
    /// let outcome = nav.route_if(&units, &ask, &mut Budget::unlimited())?;
    /// let path = outcome.path().unwrap();
    /// assert!(path.cells(nav.grid()).any(|cell| cell == Cell::new(4, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route_if(
        &self,
        batch: &Edit,
        ask: &Ask,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        self.state.route_if(batch, ask, &mut self.idle.lend(), budget)
    }
}

impl Snapshot {
    /// As [`Navigator::would_part`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn would_part(
        &self,
        batch: &Edit,
        asks: &[Ask],
        scratch: &mut Scratch,
    ) -> Result<Vec<usize>, NavigatorError> {
        self.state.would_part(batch, asks, scratch)
    }
}
