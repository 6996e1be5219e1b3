//! What can be reached within a cost, in the world of a question.

use super::composed::InWorld;
use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::{Budget, Cost, NodeId, Spent};
use crate::search::{Guessed, PathQuery, Reach, Scratch, reachable, reachable_under};
use crate::world::{Erased, Rule};

/// Everything within the cost of a query, under a rule if there is one.
struct Within<'a, 'b> {
    query: PathQuery<'a>,
    rule: Option<Rule<'a>>,
    scratch: &'a mut Scratch,
    budget: &'a mut Budget<'b>,
}

impl InWorld for Within<'_, '_> {
    type Answer = Result<Reach, Spent>;

    fn run(self, world: &impl Guessed) -> Self::Answer {
        let Within { query, rule, scratch, budget } = self;
        match rule {
            Some(rule) => {
                let world = Erased::new(world).ruled(u32::MAX, rule);
                reachable_under(&world, &query, scratch, budget)
            }
            None => reachable(world, &query, scratch, budget, &mut ()),
        }
    }
}

impl<S: Navigable> State<S> {
    /// As [`Navigator::reach_by`].
    fn reach(
        &self,
        ask: &Ask<S::Place>,
        rule: Option<Rule<'_>>,
        within: Cost,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Reach, S> {
        let query = PathQuery::everywhere(self.node(ask.from)?).within(within);
        Ok(S::in_world(self, ask, Within { query, rule, scratch, budget })??)
    }
}

impl<S: Navigable> Navigator<S> {
    /// The movement range: every place that can be reached from the start of a question at a cost
    /// of at most `within` ticks, with the cost of a cheapest path to each. The mover, the belief of
    /// a faction, overlays and [blockers](Ask::around) are those of the question; its goals and
    /// [`or_nearest`](Ask::or_nearest) are ignored. Empty if the mover cannot stand on the start.
    ///
    /// Nodes are those of the map; for a large body, those of its top left cell. The range is that
    /// of the moment: [`stamp`](Self::stamp) tells whether it has changed since.
    ///
    /// # Errors
    ///
    /// If the start is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, or if `budget` runs out.
    ///
    /// # Complexity
    ///
    /// That of Dijkstra's search up to that cost: indexes know single paths only. O(n log n) for n
    /// places within reach, wherever the map ends.
    ///
    /// # Examples
    ///
    /// Where may this knight go, past those who stand around it, and where is it safest there?
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(30, 20, b'.')?);
    /// let everybody = nav.add_places();
    /// nav.set_places(everybody, [(10, 10), (11, 9), (11, 11)])?;
    /// let knight = Ask::new((10, 10), (10, 10)).around(everybody);
    /// let range = nav.reach(&knight, 3 * 13_860, &mut Budget::unlimited())?;
    /// let cell = |x, y| nav.grid().node((x, y)).unwrap();
    /// assert!(range.of(cell(13, 10)).is_some() && range.of(cell(11, 9)).is_none());
    ///
    /// let wolves = nav.field(&Ask::new((0, 0), (2, 10)), &[])?;
    /// let is_on_road = |node| nav.grid().cell(node).y == 10;
    /// let refuge = range.safest_where(is_on_road, |node| wolves.distance(node)).unwrap();
    /// assert_eq!(range.path_to(refuge.node).unwrap().goal(), cell(13, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(
        &self,
        ask: &Ask<S::Place>,
        within: Cost,
        budget: &mut Budget<'_>,
    ) -> Asked<Reach, S> {
        self.state.reach(ask, None, within, &mut self.idle.lend(), budget)
    }

    /// As [`reach`](Self::reach), under a rule as for [`route_by`](Self::route_by): `rule(from, to)`
    /// returns the extra cost of a step, in ticks, or `None` to forbid it. With zones of control, a
    /// unit that has come beside an enemy stops there.
    ///
    /// # Errors
    ///
    /// As for [`reach`](Self::reach).
    ///
    /// # Complexity
    ///
    /// As for [`reach`](Self::reach), with a call of `rule` for each step it looks at.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(30, 20, b'.')?);
    /// let enemy = Cell::new(12, 10);
    /// let is_beside = |node| {
    ///     let cell = nav.grid().cell(node);
    ///     cell.x.abs_diff(enemy.x).max(cell.y.abs_diff(enemy.y)) <= 1
    /// };
    /// let zone = |from, _| (!is_beside(from)).then_some(0);
    /// let knight = Ask::new((10, 10), (10, 10));
    /// let range = nav.reach_by(&knight, zone, 4 * 13_860, &mut Budget::unlimited())?;
    /// let cell = |x, y| nav.grid().node((x, y)).unwrap();
    /// assert!(range.of(cell(11, 10)).is_some() && range.of(cell(13, 10)).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach_by(
        &self,
        ask: &Ask<S::Place>,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        within: Cost,
        budget: &mut Budget<'_>,
    ) -> Asked<Reach, S> {
        self.state.reach(ask, Some(&rule), within, &mut self.idle.lend(), budget)
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::reach`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reach(
        &self,
        ask: &Ask<S::Place>,
        within: Cost,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Reach, S> {
        self.state.reach(ask, None, within, scratch, budget)
    }

    /// As [`Navigator::reach_by`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reach_by(
        &self,
        ask: &Ask<S::Place>,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        within: Cost,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Reach, S> {
        self.state.reach(ask, Some(&rule), within, scratch, budget)
    }
}
