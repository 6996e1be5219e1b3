//! What answers requests for paths: the caller's source, or jump points that follow edits.

use astride::base::{Budget, NodeId};
use astride::search::{Outcome, PathQuery, Scratch, Search};
use astride::shapes::square::{GridHeuristic, GridView, JumpMap};

/// Finds paths for the units of a crowd.
///
/// A function that takes the view, the start and the goal is such a source, so any method can be
/// used. A crowd does not trust its source: if a path leads elsewhere or through walls, no unit walks
/// through them.
///
/// # Examples
///
/// A crowd that uses the paths of a [`Guide`](astride::planner::Guide):
///
/// ```
/// use astride::base::NodeId;
/// use astride::prelude::*;
/// use astride_agents::crowd::Body;
/// use astride_agents::guided::GuidedCrowd;
///
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let mut guide = Guide::new(mover.clone());
/// guide.prepare(&grid)?;
/// let mut scratch = Scratch::new();
/// let mut routes = |view: &GridView<'_>, from: NodeId, to: NodeId| {
///     let [from, to] = [from, to].map(|node| view.grid().cell(node));
///     let budget = &mut Budget::unlimited();
///     guide.route(view.grid(), from, to, &mut scratch, budget).expect("a guide of this revision")
/// };
/// let view = grid.seen_by(&mover);
/// let mut crowd = GuidedCrowd::new(&view, 1)?;
/// let scout = crowd.spawn(&view, Cell::new(2, 2), Body::default())?;
/// crowd.order(&view, &[scout], Cell::new(9, 2))?;
/// assert_eq!(crowd.advance(&view, &mut routes, 300, 10_000)?.arrived, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Routes {
    /// The outcome of a search for a path from `from` to `to`, both nodes of `view`.
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome;

    /// Called before the first request, and before the first one after edits or a change of the
    /// mover.
    fn follow(&mut self, view: &GridView<'_>) {
        let _ = view;
    }
}

impl<F: FnMut(&GridView<'_>, NodeId, NodeId) -> Outcome> Routes for F {
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome {
        self(view, from, to)
    }
}

/// Jump points that follow the map of a crowd, and A* where they are refused. It serves one crowd.
///
/// Following an edit costs as much as [`JumpMap::update`]; beginning, or following another mover, costs
/// as much as [`JumpMap::build`], some milliseconds per million cells.
#[derive(Clone, Debug, Default)]
pub struct JumpRoutes {
    map: Option<JumpMap>,
    scratch: Scratch,
}

impl Routes for JumpRoutes {
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome {
        let budget = &mut Budget::unlimited();
        let query = PathQuery::new(from, to).canonical();
        let is_current = |map: &&JumpMap| map.revision() == view.grid().revision();
        if let Some(map) = self.map.as_ref().filter(is_current)
            && let Ok(mut search) = map.search(&query, &mut self.scratch)
        {
            return search.run(budget, &mut ());
        }
        let octile = GridHeuristic::octile(view);
        Search::astar(view, &octile, &query, &mut self.scratch).run(budget, &mut ())
    }

    fn follow(&mut self, view: &GridView<'_>) {
        let is_followed = self.map.as_mut().is_some_and(|map| map.update(view).is_ok());
        if !is_followed {
            self.map = JumpMap::build(view).ok();
        }
    }
}
