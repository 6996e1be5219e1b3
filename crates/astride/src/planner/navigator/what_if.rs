//! Hypothetical edits and rules: which paths would be cut, and answers as if they held.

use super::state::Ends;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::{Budget, NodeId};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, seldom_leads, seldom_ruled};
pub(super) use crate::world::Rule;
use crate::world::{Erased, World};

impl<S: Navigable> Navigator<S> {
    /// Which of some questions have a path now but would have none after a batch of edits, by their
    /// indices in `asks`. Nothing is edited. A maze game calls it at each click before it builds:
    /// would this tower cut a path that has to stay open?
    ///
    /// Overlays block nothing and are ignored, and so are [blockers](Ask::around). A question by
    /// the knowledge of a faction is about the map as the faction believes it to be, with the
    /// edits. One with [several goals](Ask::or_to) is cut if no path is left to any of them.
    ///
    /// # Errors
    ///
    /// If an edit of the batch is invalid on the map, or on the one that a faction believes in; if
    /// a place is not on the map; if a handle does not belong to this navigator; if an overlay does
    /// not have the size of the map; or if there is no world for the body of a mover.
    ///
    /// # Complexity
    ///
    /// On squares with components up to date, and without one-way steps and links: O(k log k + cells
    /// near the edits) for k edited cells. If the cells next to the edits are no longer connected by
    /// steps among them, floods from each side search further: until they meet, or have filled all but
    /// the largest part. For several goals, O(goals) more, and a search if none of those that can be
    /// reached now is left. Otherwise that of two searches for each question; for a large body, and on
    /// other shapes, the map is copied as well, for each faction that is named.
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
    ///
    /// On any other shape it is the same:
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::graph::{Graph, GraphEdit, GraphPlace};
    /// let nav = Navigator::new(Graph::from_arcs(3, &[(0, 1, 40), (1, 2, 10), (0, 2, 90)])?);
    /// let ways = [1, 2].map(|to| Ask::new(GraphPlace(0), GraphPlace(to)));
    /// let mut works = GraphEdit::new();
    /// works.remove(0, 1);
    /// assert_eq!(nav.would_part(&works, &ways)?, [0], "there is another road to node 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn would_part(&self, batch: &S::Edit, asks: &[Ask<S::Place>]) -> Asked<Vec<usize>, S> {
        S::would_part(&self.state, batch, asks, &mut self.idle.lend())
    }

    /// Answers on the map as it would be after a batch of edits that is not applied: what if there
    /// were a wall, and which path avoids the units that stand here just now?
    ///
    /// The path is a cheapest one, by A*. Nodes are those of the map. If there is none,
    /// [`explain_with`](Self::explain_with) says why.
    ///
    /// # Errors
    ///
    /// As for [`would_part`](Self::would_part).
    ///
    /// # Complexity
    ///
    /// That of A*. On shapes other than squares, and for a large body, the map is copied first, O(map).
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
        batch: &S::Edit,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_if(&self.state, batch, ask, &mut self.idle.lend(), budget)
    }

    /// Answers by a rule for this question alone: `rule(from, to)` returns the extra cost of a step
    /// in ticks, at most 2³⁰, or `None` to forbid it. Zones of control, tolls, and places that only
    /// this unit avoids; nothing is edited.
    ///
    /// The path is a cheapest one under the rule, by A* on what the question names: the mover, what
    /// its faction believes, the overlays. For a large body, nodes are those of its top left cell.
    /// If there is no path, [`explain_with`](Self::explain_with) says why.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    ///
    /// # Complexity
    ///
    /// That of A*, with a call of `rule` for each step it looks at.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(9, 3, b'.')?);
    /// let bridge = nav.grid().node((4, 1)).unwrap();
    /// let ask = Ask::new((0, 1), (8, 1));
    /// let toll = |_, to| Some(if to == bridge { 100_000 } else { 0 });
    /// let path = nav.route_by(&ask, toll, &mut Budget::unlimited())?.found()?.path;
    /// assert!(!path.nodes().contains(&bridge));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route_by(
        &self,
        ask: &Ask<S::Place>,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_by(&self.state, ask, &rule, &mut self.idle.lend(), budget)
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::would_part`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn would_part(
        &self,
        batch: &S::Edit,
        asks: &[Ask<S::Place>],
        scratch: &mut Scratch,
    ) -> Asked<Vec<usize>, S> {
        S::would_part(&self.state, batch, asks, scratch)
    }

    /// As [`Navigator::route_if`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route_if(
        &self,
        batch: &S::Edit,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_if(&self.state, batch, ask, scratch, budget)
    }

    /// As [`Navigator::route_by`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route_by(
        &self,
        ask: &Ask<S::Place>,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_by(&self.state, ask, &rule, scratch, budget)
    }
}

/// A cheapest path in a world under a rule.
pub(super) fn by_rule<W: World + Guessed>(
    world: W,
    rule: Rule<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    let ruled = Erased::new(&world).ruled(u32::MAX, rule);
    seldom_ruled(&ruled, &world.guess(), query, scratch, budget)
}

/// Whether there is a path to a goal.
pub(super) fn leads<W: World + Guessed>(world: &W, ends: &Ends, scratch: &mut Scratch) -> bool {
    seldom_leads(world, &world.guess(), &ends.query(), scratch)
}
