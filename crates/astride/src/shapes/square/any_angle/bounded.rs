//! Any-angle paths with a proven bound on their cost relative to the cheapest.
//!
//! A line of sight over `dx` columns and `dy` rows enters cells of a single factor, each by an
//! allowed step, so steps can follow it: `dx + dy` straight ones, or, where the corner rule lets
//! every turn be cut, `dy` diagonal and `dx − dy` straight ones (`dx ≥ dy`). The cost of the steps
//! is therefore at most a fixed ratio times that of the lines, and a cheapest path of steps gives a
//! lower bound for all paths of lines. Compare Bailey, Tovey, Uras, Koenig & Nash, "Path planning
//! on grids: the effect of vertex placement on path length", AIIDE 2015, for uniform terrain.

use std::f64::consts::SQRT_2;

use super::lazy_theta::{LazyTheta, is_link};
use super::spot::Spot;
use crate::base::{Budget, NodeId};
use crate::path::{Line, Path};
use crate::search::{Found, Guarantee, Guessed, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{Corners, GridView, Neighbours, line_of_sight, straighten};
use crate::world::{Way, World};

/// An any-angle path, and a lower bound on the length of any other.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundedLine {
    /// The path between cell centres.
    pub line: Line,
    /// No path whose legs are lines of sight, steps or links is shorter, in the unit of
    /// [`Line::length`].
    pub at_least: f64,
}

impl BoundedLine {
    /// The path is at most this many times as long as the shortest; 1 if it is known to be
    /// shortest.
    pub fn factor(&self) -> f64 {
        if self.line.length > self.at_least { self.line.length / self.at_least } else { 1.0 }
    }
}

/// Finds a path between the centres of two cells as [`lazy_theta`](super::lazy_theta) does, and
/// proves a bound on its cost relative to the cheapest.
///
/// The cheapest is the best of all paths between centres whose legs are lines of sight on terrain
/// of a single factor, single steps, or links; lines that change terrain within a leg are not
/// included. The proof is a cheapest path of steps, divided by the ratio of
/// [`steps_over_lines`]: 1.0824 where corners may be cut past one free cell, or √2. The path
/// returned is never longer than these steps, so with the exact scale it is always within that
/// ratio, and [`BoundedLine::factor`] states the actual value. `Found::guarantee` is that factor,
/// rounded up.
///
/// If the budget runs out after the steps are found, they are returned, straightened; before that,
/// the outcome is `OutOfBudget`.
///
/// # Complexity
///
/// A* and Lazy Theta*, one after the other.
///
/// # Panics
///
/// If a node is off the map.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::shapes::square::bounded_line;
/// let mut grid = Grid::new(12, 7, b'.')?;
/// grid.apply(Edit::new().fill(CellRect::new(4, 0, 3, 6), b'5'))?;
/// let mover = Mover::walker().corners(Corners::OneFree);
/// let view = grid.seen_by(&mover);
/// let [from, to] = [(0, 0), (11, 1)].map(|cell| grid.node(cell).unwrap());
/// let answer =
///     bounded_line(&view, from, to, &mut Budget::unlimited(), &mut Scratch::new());
/// let found = answer.path().unwrap();
/// assert!(found.factor() < 1.0824);
/// assert!(found.at_least <= found.line.length);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn bounded_line(
    view: &GridView<'_>,
    from: NodeId,
    to: NodeId,
    budget: &mut Budget<'_>,
    scratch: &mut Scratch,
) -> Outcome<BoundedLine> {
    let query = PathQuery::new(from, to);
    let steps = match Search::astar(view, &view.guess(), &query, scratch).run(budget, &mut ()) {
        Outcome::Found(found) => found,
        Outcome::Unreachable(none) => return Outcome::Unreachable(none),
        Outcome::OutOfBudget(out) => {
            return Outcome::OutOfBudget(crate::search::OutOfBudget { lower_bound: 0, ..out });
        }
    };
    let straight = f64::from(view.scale().straight());
    // Rounded down by more than the few rounding errors in these sums.
    let by_steps = steps.path.cost() as f64 / straight / steps_over_lines(view) * (1.0 - 1e-12);
    let at_least = by_steps.max(if view.has_links() {
        0.0
    } else {
        f64::from(view.least_factor()) * width_between(view, from, to) * (1.0 - 1e-12)
    });
    let mut line = along(view, &steps.path);
    let mut effort = steps.effort;
    let lazy = LazyTheta::new(view, from, to, scratch).run(budget);
    effort += lazy.effort();
    if let Outcome::Found(lazy) = lazy
        && lazy.path.length < line.length
    {
        line = lazy.path;
    }
    let path = BoundedLine { line, at_least };
    let guarantee = Guarantee::within(path.factor());
    Outcome::Found(Found { path, guarantee, effort })
}

/// The maximum ratio of the cost of a cheapest path of steps to the cost of any path of lines,
/// where steps count in ticks of the view's scale divided by those of a straight step.
///
/// With `r` for the ratio of a diagonal to a straight step, it is √(1 + (r − 1)²), which is 1.0824
/// at the exact scale, if corners may be cut past one free cell and all terrain that the mover can
/// enter has the same media; otherwise √2. If a diagonal step costs more than two straight ones, it
/// is r / √2 if that is larger. With four neighbours, a line that passes exactly through corners is
/// followed through a cell beside it, which may be the most expensive terrain, `k` times as
/// expensive as the cheapest: then it is (1 + k) / √2.
pub fn steps_over_lines(view: &GridView<'_>) -> f64 {
    let scale = view.scale();
    let ratio = f64::from(scale.diagonal()) / f64::from(scale.straight());
    if view.neighbours() == Neighbours::Four {
        let factors = view.class_factors().into_iter().zip(view.grid().histogram());
        let most = factors.filter(|&(_, &count)| count > 0).map(|(factor, _)| factor).max();
        let most = f64::from(most.unwrap_or(1).max(1));
        return (1.0 + most / f64::from(view.least_factor())) / SQRT_2;
    }
    let is_cut = view.corners() != Corners::Never && view.has_one_medium();
    if is_cut && ratio <= 2.0 {
        (1.0 + (ratio - 1.0) * (ratio - 1.0)).sqrt()
    } else {
        SQRT_2.max(ratio / SQRT_2)
    }
}

/// Converts a path of steps to a line, straightened where that cannot skip a link.
fn along(view: &GridView<'_>, path: &Path) -> Line {
    let straightened;
    let nodes = if view.has_links() {
        path.nodes()
    } else {
        straightened = straighten(path, view);
        &straightened
    };
    let length = nodes.windows(2).fold(0.0, |sum, leg| sum + leg_length(view, leg[0], leg[1]));
    let point = |&node: &NodeId| Spot::centre(view.grid().cell(node)).point();
    Line { points: nodes.iter().map(point).collect(), length }
}

fn leg_length(view: &GridView<'_>, from: NodeId, to: NodeId) -> f64 {
    let factor = f64::from(view.factor(view.grid().cell(to)));
    let width = factor * width_between(view, from, to);
    if line_of_sight(view, from, to) {
        return width;
    }
    let mut least = f64::INFINITY;
    view.for_each_arc(from, Way::Forward, |arc| {
        if arc.node == to {
            let link = f64::from(arc.cost) / f64::from(view.scale().straight());
            least = least.min(if is_link(arc) { link } else { width });
        }
    });
    least
}

/// The distance between two centres, in cell widths.
fn width_between(view: &GridView<'_>, from: NodeId, to: NodeId) -> f64 {
    let [a, b] = [from, to].map(|node| Spot::centre(view.grid().cell(node)).point());
    a.distance_to(b)
}
