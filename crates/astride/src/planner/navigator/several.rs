//! Several paths between the same ends, in the world of a question.

use super::composed::InWorld;
use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::{Budget, NodeId, Spent};
use crate::path::Path;
use crate::search::{Dissimilar, Guessed, Scratch, alternatives, dissimilar_with};

/// Which paths.
enum Wish<'a> {
    Cheapest(usize),
    Dissimilar(&'a Dissimilar),
}

/// Several paths.
struct Several<'a, 'b> {
    ends: [NodeId; 2],
    wish: Wish<'a>,
    scratch: &'a mut Scratch,
    budget: &'a mut Budget<'b>,
}

impl InWorld for Several<'_, '_> {
    type Answer = Result<Vec<Path>, Spent>;

    fn run(self, world: &impl Guessed) -> Self::Answer {
        let Several { ends, wish, scratch, budget } = self;
        match wish {
            Wish::Cheapest(count) => alternatives(world, ends[0], ends[1], count, scratch, budget),
            Wish::Dissimilar(wish) => dissimilar_with(world, ends, wish, scratch, budget),
        }
    }
}

impl<S: Navigable> State<S> {
    fn several(
        &self,
        ask: &Ask<S::Place>,
        wish: Wish<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Vec<Path>, S> {
        let ends = self.only_ends(ask)?.into();
        Ok(S::in_world(self, ask, Several { ends, wish, scratch, budget })??)
    }
}

impl<S: Navigable> Navigator<S> {
    /// A few good paths that take different ways, cheapest first, in the world of a question: for
    /// its mover, by what its faction believes, under its overlays, around its
    /// [blockers](Ask::around). A patrol that does not always come the same way, a convoy that is
    /// split. Empty if there is no path.
    ///
    /// `wish` says how many, how different and how good; see
    /// [`search::dissimilar`](fn@crate::search::dissimilar). [`or_nearest`](Ask::or_nearest) is
    /// ignored.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, if the question has [several goals](Ask::or_to), or if
    /// `budget` runs out.
    ///
    /// # Complexity
    ///
    /// That of [`search::dissimilar`](fn@crate::search::dissimilar), with two fields as far as the
    /// paths may cost: indexes know single paths only.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// use astride::search::Dissimilar;
    /// let mut nav = Navigator::new(Grid::new(21, 9, b'.')?);
    /// nav.edit(|batch| _ = batch.fill(CellRect::new(3, 2, 15, 5), b'@'))?;
    /// let ask = Ask::new((0, 4), (20, 4));
    /// let wish = Dissimilar { margin: 2 * 13_860, ..Dissimilar::default() };
    /// let ways = nav.dissimilar(&ask, &wish, &mut Budget::unlimited())?;
    /// assert_eq!(ways.len(), 2, "north of the block and south of it");
    ///
    /// let sentries = nav.add_places();
    /// nav.set_places(sentries, [(10, 0), (10, 1)])?;
    /// let ways = nav.dissimilar(&ask.around(sentries), &wish, &mut Budget::unlimited())?;
    /// assert_eq!(ways.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dissimilar(
        &self,
        ask: &Ask<S::Place>,
        wish: &Dissimilar,
        budget: &mut Budget<'_>,
    ) -> Asked<Vec<Path>, S> {
        self.state.several(ask, Wish::Dissimilar(wish), &mut self.idle.lend(), budget)
    }

    /// The `count` cheapest paths that visit no place twice, cheapest first, in the world of a
    /// question as for [`dissimilar`](Self::dissimilar). They are usually variants of one way. Fewer
    /// if there are no more; see [`search::alternatives`](fn@crate::search::alternatives).
    ///
    /// # Errors
    ///
    /// As for [`dissimilar`](Self::dissimilar).
    ///
    /// # Complexity
    ///
    /// That of [`search::alternatives`](fn@crate::search::alternatives): a field of the whole map, then
    /// O(count · length) searches guided by its exact distances.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::graph::{Graph, GraphPlace};
    /// let roads = Graph::from_arcs(4, &[(0, 1, 10), (1, 3, 10), (0, 2, 15), (2, 3, 9), (0, 3, 90)])?;
    /// let mut nav = Navigator::new(roads);
    /// let ask = Ask::new(GraphPlace(0), GraphPlace(3));
    /// let costs = |ask: &Ask<GraphPlace>, nav: &Navigator<Graph>| {
    ///     let paths = nav.alternatives(ask, 5, &mut Budget::unlimited());
    ///     paths.map(|paths| paths.iter().map(|path| path.cost()).collect::<Vec<_>>())
    /// };
    /// assert_eq!(costs(&ask, &nav)?, [20, 24, 90]);
    ///
    /// let jams = nav.add_overlay()?;
    /// let crossing = nav.map().node(GraphPlace(1)).unwrap();
    /// nav.overlay_mut(jams)?.set_at(crossing, 50);
    /// assert_eq!(costs(&ask.overlay(jams), &nav)?, [24, 70, 90]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn alternatives(
        &self,
        ask: &Ask<S::Place>,
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Asked<Vec<Path>, S> {
        self.state.several(ask, Wish::Cheapest(count), &mut self.idle.lend(), budget)
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::dissimilar`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn dissimilar(
        &self,
        ask: &Ask<S::Place>,
        wish: &Dissimilar,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Vec<Path>, S> {
        self.state.several(ask, Wish::Dissimilar(wish), scratch, budget)
    }

    /// As [`Navigator::alternatives`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn alternatives(
        &self,
        ask: &Ask<S::Place>,
        count: usize,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Vec<Path>, S> {
        self.state.several(ask, Wish::Cheapest(count), scratch, budget)
    }
}
