//! Geometric heuristics on a square grid: Manhattan, octile, Chebyshev, Euclidean.

use crate::base::{Cell, Cost, Divider, NodeId, Weight};
use crate::search::{Estimate, Heuristic, Promise};
use crate::shapes::square::{Grid, GridView, KnownView, Link, Neighbours};

/// A distance between two cells. `dx` and `dy` are the numbers of columns and rows between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// 0 everywhere.
    Zero,
    /// `dx + dy` straight steps. Exact on an empty 4-neighbour grid. With eight neighbours it can
    /// be too high, and the outcome is reported as not optimal, with the bound that still holds.
    Manhattan,
    /// As many diagonal steps as possible, the rest straight. Exact on an empty 8-neighbour grid.
    #[default]
    Octile,
    /// `max(dx, dy)` straight steps.
    Chebyshev,
    /// The straight line.
    Euclidean,
}

/// A geometric heuristic for one view of a grid.
///
/// Estimates are scaled down where they would be too high: by the lowest terrain factor on the map
/// and, if links are shortcuts, by the ratio of the link that saves most. All metrics except
/// `Manhattan` with eight neighbours are therefore consistent, and answers stay optimal.
///
/// With several goals it estimates the cost to their bounding rectangle.
///
/// It stores a few words about the current map and knows nothing of revisions: create it again
/// after edits. A heuristic created before a link or cheaper terrain was added may estimate too
/// high.
///
/// # Examples
///
/// ```
/// use astride::search::{Estimate, Heuristic};
/// use astride::shapes::square::{GridHeuristic, Metric, Grid, Mover};
/// let grid = Grid::new(10, 10, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let octile = GridHeuristic::new(&view, Metric::Octile);
/// let goal = grid.node((3, 1)).unwrap();
/// let aimed = octile.aim(&mut [goal].into_iter());
/// assert_eq!(aimed.estimate(grid.node((0, 0)).unwrap()), 2 * 13_860 + 19_601);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridHeuristic {
    rule: Rule,
    rows: Divider,
    /// Estimates are multiplied by this fraction, at most 1.
    ratio: (u32, u32),
    promise: Promise,
}

impl GridHeuristic {
    /// Appends the words by which the map determines the estimates.
    pub(super) fn basis(&self, words: &mut Vec<u64>) {
        let (numerator, denominator) = self.ratio;
        words.extend([numerator, denominator].map(u64::from));
    }

    /// The heuristic that uses `metric` on `view`.
    ///
    /// # Complexity
    ///
    /// O(links).
    pub fn new(view: &GridView<'_>, metric: Metric) -> Self {
        Self::with_links(view, metric, view.usable_links())
    }

    /// As [`new`](Self::new), for what a faction knows of the map: the estimates stay consistent
    /// whatever it learns, as long as the map itself does not change.
    pub fn known(view: &KnownView<'_>, metric: Metric) -> Self {
        let frame = view.frame();
        Self::with_links(frame, metric, frame.grid().links().iter())
    }

    pub(super) fn with_links<'a>(
        view: &GridView<'_>,
        metric: Metric,
        links: impl Iterator<Item = &'a Link>,
    ) -> Self {
        let straight = view.scale().straight();
        let corner = match view.neighbours() {
            Neighbours::Four => 2 * straight,
            Neighbours::Eight => view.scale().corner(),
        };
        let factor = view.least_factor();
        let rule = Rule {
            metric,
            straight: u64::from(straight) * u64::from(factor),
            corner: u64::from(corner) * u64::from(factor),
        };
        let ratio = rule.ratio_of_links(view.grid(), links);
        GridHeuristic {
            rule,
            rows: Divider::new(view.grid().width()),
            ratio,
            promise: promise(metric, straight, corner, ratio.0 == ratio.1),
        }
    }

    /// The octile heuristic: the best choice for most grids.
    pub fn octile(view: &GridView<'_>) -> Self {
        Self::new(view, Metric::Octile)
    }

    /// The Manhattan heuristic, as in the classic tutorials.
    pub fn manhattan(view: &GridView<'_>) -> Self {
        Self::new(view, Metric::Manhattan)
    }
}

/// With eight neighbours, Manhattan overestimates a diagonal step by `2 · straight / corner`.
/// Divided by that it is consistent, so A* with it is weighted A* with that weight.
fn promise(metric: Metric, straight: u32, corner: u32, unscaled: bool) -> Promise {
    if metric != Metric::Manhattan || corner == 2 * straight {
        return Promise::Consistent;
    }
    match Weight::new(2 * straight, corner) {
        Ok(weight) if unscaled => Promise::Bounded(weight),
        _ => Promise::Nothing,
    }
}

impl Heuristic for GridHeuristic {
    type Aimed = AimedAtCells;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedAtCells {
        let mut least = Cell::new(u32::MAX, u32::MAX);
        let mut most = Cell::new(0, 0);
        let mut any = false;
        for goal in goals {
            let (x, y) = self.rows.split(goal.get());
            least = Cell::new(least.x.min(x), least.y.min(y));
            most = Cell::new(most.x.max(x), most.y.max(y));
            any = true;
        }
        let mut rule = self.rule;
        if !any {
            (least, most) = (Cell::new(0, 0), Cell::new(0, 0));
            rule.metric = Metric::Zero;
        }
        let is_octile_to_one_cell =
            rule.metric == Metric::Octile && least == most && self.ratio.0 == self.ratio.1;
        AimedAtCells {
            rule,
            rows: self.rows,
            ratio: self.ratio,
            least,
            most,
            is_octile_to_one_cell,
        }
    }

    fn promise(&self) -> Promise {
        self.promise
    }
}

/// A [`GridHeuristic`] aimed at the bounding rectangle of the goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimedAtCells {
    rule: Rule,
    rows: Divider,
    ratio: (u32, u32),
    least: Cell,
    most: Cell,
    is_octile_to_one_cell: bool,
}

impl Estimate for AimedAtCells {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let (x, y) = self.rows.split(node.get());
        // The common case, with a third of the instructions.
        if self.is_octile_to_one_cell {
            return self.rule.octile(x.abs_diff(self.least.x), y.abs_diff(self.least.y));
        }
        let dx = self.least.x.saturating_sub(x).max(x.saturating_sub(self.most.x));
        let dy = self.least.y.saturating_sub(y).max(y.saturating_sub(self.most.y));
        let ticks = self.rule.ticks(dx, dy);
        if self.ratio.0 == self.ratio.1 { ticks } else { scaled(ticks, self.ratio) }
    }
}

fn scaled(ticks: Cost, ratio: (u32, u32)) -> Cost {
    (u128::from(ticks) * u128::from(ratio.0) / u128::from(ratio.1)) as Cost
}

/// A metric in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rule {
    metric: Metric,
    straight: u64,
    corner: u64,
}

impl Rule {
    #[inline(always)]
    fn ticks(self, dx: u32, dy: u32) -> Cost {
        let (least, most) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
        match self.metric {
            Metric::Zero => 0,
            Metric::Manhattan => self.straight * (least + most),
            Metric::Octile => self.octile(dx, dy),
            Metric::Chebyshev => self.straight * most,
            Metric::Euclidean => self.euclidean(least, most),
        }
    }

    #[inline(always)]
    fn octile(self, dx: u32, dy: u32) -> Cost {
        self.straight * u64::from(dx.abs_diff(dy)) + self.corner * u64::from(dx.min(dy))
    }

    /// The straight line, at a price per cell that overestimates neither a straight nor a diagonal
    /// step. Since arcs cost whole ticks, rounding down keeps a consistent estimate consistent.
    fn euclidean(self, least: u64, most: u64) -> Cost {
        let straight_squared = 2 * u128::from(self.straight) * u128::from(self.straight);
        let corner_squared = u128::from(self.corner) * u128::from(self.corner);
        let squared = u128::from(least * least + most * most);
        (straight_squared.min(corner_squared) * squared / 2).isqrt() as Cost
    }

    /// The least ratio of a link's cost to the estimate across it, if below 1. If all estimates are
    /// multiplied by it, no link is cheaper than the estimate, and consistency is preserved.
    fn ratio_of_links<'a>(self, grid: &Grid, links: impl Iterator<Item = &'a Link>) -> (u32, u32) {
        let mut ratio = (1, 1);
        for link in links {
            let (a, b) = (grid.cell(link.from), grid.cell(link.to));
            let guess = self.ticks(a.x.abs_diff(b.x), a.y.abs_diff(b.y));
            // Above 2³² ticks the estimate is rounded up to what fits, and thus the ratio down.
            let shift = (64 - guess.leading_zeros()).saturating_sub(32);
            let guess = guess.div_ceil(1 << shift).min(u64::from(u32::MAX)) as u32;
            let cost = link.cost >> shift;
            let smaller =
                u64::from(cost) * u64::from(ratio.1) < u64::from(ratio.0) * u64::from(guess);
            if smaller {
                ratio = (cost, guess);
            }
        }
        ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Edit, Mover};
    use crate::world::{Way, World};

    fn metrics() -> [Metric; 5] {
        [Metric::Zero, Metric::Manhattan, Metric::Octile, Metric::Chebyshev, Metric::Euclidean]
    }

    /// h drops by at most the arc cost along every arc, and is 0 at the goal.
    fn check_consistent(grid: &Grid, mover: &Mover) {
        let view = grid.seen_by(mover);
        for metric in metrics() {
            let heuristic = GridHeuristic::new(&view, metric);
            if heuristic.promise() != Promise::Consistent {
                assert_eq!(metric, Metric::Manhattan);
                continue;
            }
            for goal in (0..view.node_count()).map(NodeId::new) {
                let aimed = heuristic.aim(&mut [goal].into_iter());
                assert_eq!(aimed.estimate(goal), 0);
                for node in (0..view.node_count()).map(NodeId::new) {
                    view.for_each_arc(node, Way::Forward, |arc| {
                        let drop = aimed.estimate(node).saturating_sub(aimed.estimate(arc.node));
                        assert!(drop <= u64::from(arc.cost), "{metric:?} {node} {}", arc.node);
                    });
                }
            }
        }
    }

    #[test]
    fn guesses_are_consistent_for_every_scale_and_rule() {
        let grid = Grid::from_classes(5, 4, b"..2.......3...9.....").unwrap();
        for (s, d) in [(10, 14), (13_860, 19_601), (1, 1), (5, 10), (5, 30), (10, 15)] {
            let scale = crate::base::Scale::new(s, d).unwrap();
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                check_consistent(&grid, &Mover::walker().scale(scale).neighbours(neighbours));
            }
        }
    }

    #[test]
    fn links_scale_guesses_down() {
        let mut grid = Grid::new(6, 5, b'.').unwrap();
        grid.apply(Edit::new().link((0, 0), (5, 4), 100).link((1, 0), (4, 4), 1)).unwrap();
        check_consistent(&grid, &Mover::walker());
    }

    #[test]
    fn manhattan_with_eight_neighbours_admits_its_bound() {
        let grid = Grid::new(3, 3, b'.').unwrap();
        let view = grid.seen_by(&Mover::walker().scale(crate::base::Scale::CLASSIC));
        let promise = GridHeuristic::manhattan(&view).promise();
        assert_eq!(promise, Promise::Bounded(Weight::new(20, 14).unwrap()));
        let four = grid.seen_by(&Mover::walker().neighbours(Neighbours::Four));
        assert_eq!(GridHeuristic::manhattan(&four).promise(), Promise::Consistent);
    }
}
