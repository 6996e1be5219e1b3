//! What answers requests for paths: the caller's source, or jump points that follow edits.

use crate::base::{Budget, NodeId};
use crate::search::{Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{Grid, GridHeuristic, GridView, JumpMap, Mover};

/// Finds paths for the agents of a crowd.
///
/// A function that takes the view, the start and the goal is such a source, so any method can be
/// used. A crowd does not trust its source: if a path leads elsewhere or through walls, agents make
/// no illegal step.
///
/// # Examples
///
/// A crowd that uses the paths of a [`Guide`](crate::planner::Guide):
///
/// ```
/// use astride::agents::{Body, Crowd};
/// use astride::base::NodeId;
/// use astride::prelude::*;
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let mut guide = Guide::new(mover.clone());
/// guide.prepare(&grid)?;
/// let mut scratch = Scratch::new();
/// let mut routes = |view: &GridView<'_>, from: NodeId, to: NodeId| {
///     let [from, to] = [from, to].map(|node| view.grid().cell(node));
///     let budget = &mut Budget::unlimited();
///     guide.route(view.grid(), from, to, &mut scratch, budget).expect("a guide of this revision")
/// };
/// let (view, mut crowd) = (grid.seen_by(&mover), Crowd::new());
/// let scout = crowd.spawn(&view, Cell::new(2, 2), Body::default())?;
/// crowd.order(&[scout], Cell::new(9, 2))?;
/// assert_eq!(crowd.advance(&view, &mut routes, 200, 10_000).arrived, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Routes {
    /// The outcome of a search for a path from `from` to `to`, both nodes of `view`.
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome;
}

impl<F: FnMut(&GridView<'_>, NodeId, NodeId) -> Outcome> Routes for F {
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome {
        self(view, from, to)
    }
}

/// A map prepared for many requests by one mover: jump points, and A* if they are refused or have
/// not followed an edit.
#[derive(Clone, Debug)]
pub struct JumpRoutes {
    mover: Mover,
    map: Option<JumpMap>,
    scratch: Scratch,
}

impl JumpRoutes {
    /// Prepares a map.
    ///
    /// # Complexity
    ///
    /// That of [`JumpMap::build`], some milliseconds per million cells.
    pub fn new(grid: &Grid, mover: &Mover) -> Self {
        let map = JumpMap::build(&grid.seen_by(mover)).ok();
        JumpRoutes { mover: mover.clone(), map, scratch: Scratch::new() }
    }

    /// Follows the edits of the same grid, and a change of the mover. Until it is called, requests
    /// are answered by A*, as are those for another mover.
    ///
    /// # Complexity
    ///
    /// That of [`JumpMap::update`] after edits; if jump points are refused, and for another mover,
    /// that of [`new`](Self::new).
    pub fn follow(&mut self, grid: &Grid, mover: &Mover) {
        if self.mover == *mover
            && let Some(map) = &mut self.map
            && map.update(&grid.seen_by(mover)).is_ok()
        {
            return;
        }
        *self = JumpRoutes::new(grid, mover);
    }

    /// Whether requests are answered by jump points.
    pub fn has_jump_points(&self) -> bool {
        self.map.is_some()
    }
}

impl Routes for JumpRoutes {
    fn route(&mut self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Outcome {
        let grid = view.grid();
        let budget = &mut Budget::unlimited();
        let is_current =
            |map: &&JumpMap| map.revision() == grid.revision() && is_seen_by(view, &self.mover);
        let query = PathQuery::new(from, to).canonical();
        if let Some(map) = self.map.as_ref().filter(is_current)
            && let Ok(mut search) = map.search(&query, &mut self.scratch)
        {
            return search.run(budget, &mut ());
        }
        let octile = GridHeuristic::octile(view);
        Search::astar(view, &octile, &query, &mut self.scratch).run(budget, &mut ())
    }
}

/// Whether a view belongs to a mover, as far as steps and their costs are concerned.
fn is_seen_by(view: &GridView<'_>, mover: &Mover) -> bool {
    let (media, entering) = view.meanings();
    let straight = mover.step_scale().straight();
    let is_alike = |class: u8| {
        let at = usize::from(class);
        media[at] == mover.media_of(class) && entering[at][0] == straight * mover.factor(class)
    };
    view.corners() == mover.corner_rule()
        && view.neighbours() == mover.neighbour_rule()
        && view.scale() == mover.step_scale()
        && (0..=255).all(is_alike)
}
