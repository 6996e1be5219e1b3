//! Why there is no path on maps other than squares, and what would open one.

use super::what_if::map_after;
use crate::base::{Budget, NodeId};
use crate::planner::navigator::what_if::{Terms, explain_around};
use crate::planner::navigator::{Ask, Asked, Navigator, NavigatorError};
use crate::shapes::{Editable, Explanation, MayOpen, Opens, explain_by, is_place};

impl<S: Opens> Navigator<S> {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// places and forbidden steps, the nearest reachable alternative, and the smallest set of
    /// blocked places to open. `None` if there is a path. See
    /// [`explain`](fn@crate::shapes::explain). For a faction, this is about the map in which it
    /// believes. Overlays block nothing and are ignored; [blockers](Ask::around) are named by the
    /// steps that they forbid or, if they stand on the goal, by their places.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if the question
    /// has [several goals](Ask::or_to), if `budget` runs out, for a mover that [walks among
    /// voxels](crate::shapes::voxel::VoxelWalk), or for a body of several places on floors or hexagons.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::Opens;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| Hex::new(0, 0).ring(2).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let opening = nav.explain(&ask, &mut Budget::unlimited())?.unwrap().opening.unwrap();
    /// assert_eq!(opening.cells, [Hex::new(0, 2)]);
    ///
    /// nav.apply(&nav.map().batch(&opening))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        self.explain_opening(ask, &is_place, budget)
    }

    /// As [`explain`](Self::explain), where a closure says what may be opened: which blocked places
    /// and which forbidden steps. See [`explain_opening`](crate::shapes::explain_opening).
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{Hex, HexDir, HexLayout, HexMap};
    /// use astride::shapes::{Closing, Opens};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| HexDir::ALL.into_iter().for_each(|dir| _ = batch.wall((0, 0), dir)))?;
    /// let ask = Ask::new((0, 0), (4, 0));
    /// let walls = |closing| matches!(closing, Closing::Step { .. });
    /// let explanation = nav.explain_opening(&ask, &walls, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!(explanation.shut.len(), 6);
    ///
    /// nav.apply(&nav.map().batch(&explanation.opening.unwrap()))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_opening(
        &self,
        ask: &Ask<S::Place>,
        may_open: &MayOpen<'_, S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        self.explain_on(self.state.named(ask)?.map, ask, Terms::new(may_open), budget)
    }

    /// As [`explain`](Self::explain), on the map as it would be after a batch of edits that is not
    /// applied: why [`route_if`](Self::route_if) finds no path.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain), or if the map does not take the batch.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
    /// let nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// let mut siege = HexEdit::new();
    /// Hex::new(0, 0).ring(2).for_each(|hex| _ = siege.set(hex, b'#'));
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let explanation = nav.explain_if(&siege, &ask, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!((explanation.frontier.len(), nav.revision()), (12, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_if(
        &self,
        batch: &<S as Editable>::Edit,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let after = map_after(&self.state, batch, ask)?;
        self.explain_on(&after, ask, Terms::new(&is_place), budget)
    }

    /// As [`explain`](Self::explain), under a rule for this question alone: why
    /// [`route_by`](Self::route_by) finds no path. The steps that the rule forbids are named in
    /// [`Explanation::shut`], and [`Explanation::opening`] is what would have to be opened if there
    /// were no rule.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// let guarded: Vec<_> = Hex::new(0, 0).ring(2).filter_map(|hex| nav.map().node(hex)).collect();
    /// let rule = |_, to| (!guarded.contains(&to)).then_some(0);
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let explanation = nav.explain_by(&ask, rule, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!(explanation.shut.len(), 18);
    /// assert!(explanation.opening.unwrap().cells.is_empty(), "only the rule is in the way");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_by(
        &self,
        ask: &Ask<S::Place>,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        self.explain_on(self.state.named(ask)?.map, ask, Terms::by(&rule), budget)
    }

    /// Explains on the map of a question, or on that map after a batch.
    fn explain_on(
        &self,
        map: &S,
        ask: &Ask<S::Place>,
        terms: Terms<'_, S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let ((start, goal), named) = (self.state.only_ends(ask)?, self.state.named(ask)?);
        let (mover, scratch) = (&named.walker.mover, &mut self.idle.lend());
        S::can_explain(mover).map_err(|error| NavigatorError::Guide(error.into()))?;
        let place = |node| map.place_of(node);
        explain_around(terms, named.pile.closed(), goal, place, |terms| {
            explain_by(map, mover, [start, goal], terms, scratch, budget)
        })
        .map_err(NavigatorError::Spent)
    }
}
