//! Sample queries: how much work jump points have with them tells whether landmarks or labels pay
//! off on this map, and from which distance on.

use std::sync::Arc as Shared;

use super::choice::{LABELS_EXPANSIONS, LANDMARKS_WEIGHT, TABLE_POINTS, Usual};
use crate::base::{Budget, Cell, NodeId, Random, SmallSort};
use crate::search::{Outcome, Scratch};
use crate::shapes::square::{Edges, Grid, GridView, JumpMap, JumpSearch, Jumps};
use crate::world::World;

/// The number of queries drawn.
const DRAWN: u32 = 64;

/// To find out what labels save, queries are as long as the map allows, and stopped after this many
/// expansions: some milliseconds for all of them.
pub(super) const MOST_FAR: u64 = 4096;

/// To find out where an index begins to save something, half of the queries are half as long, and so
/// on this many times. After that many expansions it is clear that labels save something; expansions
/// with landmarks weigh more, and so it takes more of those without.
const HALVINGS: u32 = 4;
const MOST_NEAR: u64 = 256;
const MOST_NEAR_LANDMARKS: u64 = MOST_NEAR * LANDMARKS_WEIGHT;

/// The least cost of a lookup in labels, in expansions of jump points.
pub(super) const LEAST_LOOKUP: u64 = 10;

/// With fewer answers than this nothing is known.
const FEW: usize = 8;

/// The number of cells tried for each end: on maps with hardly a free cell, most are blocked.
const TRIES: u32 = 64;

/// A drawn query that has been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// As by [`apart`].
    pub(super) apart: u32,
    /// The nodes that its answer took.
    pub(super) expanded: u64,
    /// The expansions that take as long as an answer by the index; no more than `expanded` if that
    /// is only the limit, because how much longer jump points take is not known.
    pub(super) lookup: u64,
}

impl Sample {
    /// The expansions that the index saves, less than 0 if it takes longer. If both ends see each
    /// other, it does nothing else than jump points.
    fn saved(&self) -> i64 {
        if self.expanded == 0 { 0 } else { self.expanded as i64 - self.lookup as i64 }
    }
}

/// The number of expansions of a jump table, which take two thirds of the time, that take as long as
/// these of jump points.
pub(super) fn by_table(expansions: u64) -> u64 {
    expansions * 3 / 2
}

/// The cost of a lookup in labels, in expansions of jump points: a constant part, and for every two
/// jump points that start or goal see, one. Where the ends see 6, 35, 42 and 143, on maze512-32-0,
/// brc202d, AR0011SR and Boston_0_512, labels save something from 13, 25, 30 and 80 expansions on
/// (2026-11). Without jump points it is taken to cost what it usually does.
pub(super) fn lookup(grid: &Grid, map: Option<&JumpMap>, ends: [NodeId; 2]) -> u64 {
    let Some(map) = map else { return LABELS_EXPANSIONS };
    LEAST_LOOKUP + ends.iter().map(|&end| map.count_seen(grid.cell(end))).sum::<u64>() / 2
}

/// What a lookup in labels usually costs, in expansions of a jump table, by what free cells see.
pub(super) fn usual_lookup(view: &GridView<'_>, map: Option<&JumpMap>) -> u64 {
    let mut random = Random::new(0);
    let drawn = (0..DRAWN).filter_map(|_| free_cell(view, None, &mut random));
    let (count, sum) = drawn.fold((0_u64, 0_u64), |(count, sum), cell| {
        (count + 1, sum + lookup(view.grid(), map, [cell; 2]))
    });
    by_table(sum.checked_div(count).unwrap_or(LABELS_EXPANSIONS))
}

/// Nodes between which jump points answer sooner than the labels or landmarks that a guide chose.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// They are nearer to each other than this.
    from: u32,
    /// The jumps, unless there are so many that a table is slower.
    edges: Option<Shared<Edges>>,
}

impl Near {
    /// By the jump points of labels.
    pub(super) fn beside_labels(view: &GridView<'_>, map: &JumpMap) -> Self {
        Self::beside(view, map, MOST_NEAR, |ends| lookup(view.grid(), Some(map), ends))
    }

    /// By the same jump points without their landmarks.
    pub(super) fn beside_landmarks(view: &GridView<'_>, map: &JumpMap) -> Self {
        let mut scratch = Scratch::new();
        Self::beside(view, map, MOST_NEAR_LANDMARKS, |ends| {
            let mut search = JumpSearch::new(Jumps::new(map, None), ends, scratch.part());
            let outcome = search.run(&mut Budget::unlimited().expansions(MOST_NEAR), &mut ());
            outcome.effort().expanded.saturating_mul(LANDMARKS_WEIGHT)
        })
    }

    /// By samples of at most `most` expansions. `lookup` is the cost of an answer by the index, in
    /// expansions of jump points without a table.
    fn beside(
        view: &GridView<'_>,
        map: &JumpMap,
        most: u64,
        mut lookup: impl FnMut([NodeId; 2]) -> u64,
    ) -> Self {
        let mut scratch = Scratch::new();
        let is_small = (map.point_count() as u64) < TABLE_POINTS;
        let edges = if is_small { Edges::new(map) } else { None };
        let jumps = Jumps::new(map, edges.as_ref()).without_landmarks();
        let answer = |ends, budget: &mut Budget<'_>| {
            Some(JumpSearch::new(jumps, ends, scratch.part()).run(budget, &mut ()))
        };
        let weighed = |ends| match edges {
            Some(_) => by_table(lookup(ends)),
            None => lookup(ends),
        };
        let from = far_from(draw(view, HALVINGS, most, answer, weighed));
        Near { from, edges: edges.filter(|_| from > 0).map(Shared::new) }
    }

    /// Whether these two nodes are near each other.
    #[inline]
    pub(super) fn holds(&self, grid: &Grid, ends: [NodeId; 2]) -> bool {
        apart(grid, ends) < self.from
    }

    /// What answers between them, by the jump points for which this was made.
    pub(super) fn jumps<'a>(&'a self, map: &'a JumpMap) -> Jumps<'a> {
        Jumps::new(map, self.edges.as_deref()).without_landmarks()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.edges.as_deref().map_or(0, Edges::bytes)
    }
}

/// The number of columns or rows between two nodes, whichever is larger.
#[inline]
fn apart(grid: &Grid, [from, to]: [NodeId; 2]) -> u32 {
    let (from, to) = (grid.cell(from), grid.cell(to));
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
}

/// Draws queries between free cells, the same ones every time, and answers them with at most `most`
/// expansions each. Those that have no path are left out, because few such queries are asked.
///
/// The two ends are at most as far apart as the map is wide or high; in every second query at most
/// half as far, and so on, `halvings` times. `lookup` is the cost of an answer by an index, in expansions
/// of what answers here.
pub(super) fn draw(
    view: &GridView<'_>,
    halvings: u32,
    most: u64,
    mut answer: impl FnMut([NodeId; 2], &mut Budget<'_>) -> Option<Outcome>,
    mut lookup: impl FnMut([NodeId; 2]) -> u64,
) -> Vec<Sample> {
    let (grid, mut random) = (view.grid(), Random::new(0));
    let side = grid.width().max(grid.height());
    let mut drawn = |number: u32| {
        let start = free_cell(view, None, &mut random)?;
        let reach = side >> (number % (halvings + 1));
        let goal = free_cell(view, Some((grid.cell(start), reach)), &mut random)?;
        let ends = [start, goal];
        let outcome = answer(ends, &mut Budget::unlimited().expansions(most))?;
        let expanded = outcome.effort().expanded;
        let has_path = !matches!(outcome, Outcome::Unreachable(_));
        has_path.then(|| {
            let most = if outcome.is_final() { u64::MAX } else { expanded };
            Sample { apart: apart(grid, ends), expanded, lookup: lookup(ends).min(most) }
        })
    };
    (0..DRAWN).filter_map(&mut drawn).collect()
}

/// A free cell of the map, or of its part that is at most so far from a cell.
fn free_cell(
    view: &GridView<'_>,
    near: Option<(Cell, u32)>,
    random: &mut Random,
) -> Option<NodeId> {
    let grid = view.grid();
    let (middle, reach) = near.unwrap_or((Cell::new(0, 0), u32::MAX));
    let mut pick = |at: u32, side: u32| {
        let end = at.saturating_add(reach).saturating_add(1).min(side);
        random.between(at.saturating_sub(reach), end)
    };
    (0..TRIES).find_map(|_| {
        let cell = Cell::new(pick(middle.x, grid.width()), pick(middle.y, grid.height()));
        grid.node(cell).filter(|&node| view.is_passable(node))
    })
}

/// What the samples took, and what labels would have saved; `None` if these are too few.
pub(super) fn usual_of(samples: &[Sample]) -> Option<Usual> {
    let saved: i64 = samples.iter().map(Sample::saved).sum();
    let expanded = samples.iter().map(|sample| sample.expanded).sum();
    let (queries, saved) = (samples.len() as u64, saved.max(0) as u64);
    (samples.len() >= FEW).then_some(Usual { queries, expanded, saved })
}

/// The distance from which on the index answers sooner than jump points: with it, all samples
/// together cost least. 0 if too little is known.
fn far_from(mut samples: Vec<Sample>) -> u32 {
    if samples.len() < FEW {
        return 0;
    }
    samples.sort_small_by_key(|sample| sample.apart);
    let (mut more, mut best) = (0, (0, 0));
    for alike in samples.chunk_by(|a, b| a.apart == b.apart) {
        more += alike.iter().map(Sample::saved).sum::<i64>();
        if more < best.0 {
            best = (more, alike[0].apart + 1);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::PathQuery;
    use crate::shapes::square::Mover;

    #[test]
    fn no_other_distance_makes_the_samples_cost_less() {
        let mut random = Random::new(3);
        for case in 0..2000 {
            let count = random.below(24) as usize;
            let mut drawn = || Sample {
                apart: random.below(12),
                expanded: random.below(120).into(),
                lookup: random.below(120).into(),
            };
            let samples: Vec<Sample> = (0..count).map(|_| drawn()).collect();
            let cost = |from: u32| -> u64 {
                let cost = |sample: &Sample| match sample.apart < from {
                    false if sample.expanded > 0 => sample.lookup,
                    _ => sample.expanded,
                };
                samples.iter().map(cost).sum()
            };
            let least = (0..14).map(cost).min().unwrap_or(0);
            let first = (0..14).find(|&from| cost(from) == least).unwrap_or(0);
            let expected = if count < FEW { 0 } else { first };
            assert_eq!(far_from(samples.clone()), expected, "case {case}: {samples:?}");
        }
    }

    #[test]
    fn samples_tell_what_queries_take_if_there_are_enough() {
        let mut samples = [Sample { apart: 3, expanded: 35, lookup: 30 }; FEW];
        let queries = FEW as u64;
        let usual = Usual { queries, expanded: 35 * queries, saved: 5 * queries };
        assert_eq!(usual_of(&samples), Some(usual));
        assert_eq!(usual_of(&samples[1..]), None);
        samples[1..].fill(Sample { apart: 3, expanded: 1, lookup: 30 });
        assert_eq!(usual_of(&samples).map(|usual| usual.saved), Some(0));
    }

    #[test]
    fn lookups_cost_what_ends_see() {
        let usual = |class: fn(u32, u32) -> u8| {
            let classes: Vec<u8> = (0..160 * 160).map(|at| class(at % 160, at / 160)).collect();
            let grid = Grid::from_classes(160, 160, &classes).expect("a good size");
            let view = grid.seen_by(&Mover::walker());
            usual_lookup(&view, JumpMap::build(&view).ok().as_ref())
        };
        // Nothing to see, many small rocks, and nowhere to stand.
        assert_eq!(usual(|_, _| b'.'), by_table(LEAST_LOOKUP));
        let rocks = |x: u32, y: u32| if x % 10 == 4 && y % 10 == 4 { b'@' } else { b'.' };
        assert!(usual(rocks) > by_table(LABELS_EXPANSIONS));
        assert_eq!(usual(|_, _| b'@'), by_table(LABELS_EXPANSIONS));
    }

    /// Every third cell of a map is blocked.
    fn some_grid(width: u32, height: u32) -> Grid {
        let mut random = Random::new(u64::from(width));
        let class = |_| if random.below(3) == 0 { b'@' } else { b'.' };
        let classes: Vec<u8> = (0..width * height).map(class).collect();
        Grid::from_classes(width, height, &classes).expect("a good size")
    }

    #[test]
    fn draws_are_the_same_every_time_and_of_all_lengths() {
        for (width, height) in [(40, 90), (90, 40), (1, 64), (64, 64)] {
            let grid = some_grid(width, height);
            let view = grid.seen_by(&Mover::walker());
            let map = JumpMap::build(&view).expect("a plain map");
            let mut scratch = Scratch::new();
            let mut numbers = 0;
            let mut drawn = |halvings: u32, most: u64| {
                let answer = |ends: [NodeId; 2], budget: &mut Budget<'_>| {
                    assert!(ends.iter().all(|&end| view.is_passable(end)));
                    numbers += 1;
                    let query = PathQuery::new(ends[0], ends[1]);
                    Some(map.search(&query, &mut scratch).ok()?.run(budget, &mut ()))
                };
                draw(&view, halvings, most, answer, |ends| lookup(&grid, Some(&map), ends))
            };
            let samples = drawn(3, 5);
            assert_eq!(samples, drawn(3, 5));
            assert!(samples.iter().all(|sample| sample.expanded <= 6), "{samples:?}");
            let short = samples.iter().filter(|sample| sample.apart <= 90 / 8).count();
            assert!(short >= samples.len() / 4, "{samples:?}");
            assert!(numbers > DRAWN, "hardly a query was drawn");
        }
        let blocked = Grid::new(50, 50, b'@').expect("a good size");
        let view = blocked.seen_by(&Mover::walker());
        assert_eq!(draw(&view, 3, 5, |_, _| unreachable!("no cell is free"), |_| 0), []);
    }

    #[test]
    fn a_query_that_was_stopped_does_not_count_against_the_index() {
        let grid = some_grid(90, 90);
        let view = grid.seen_by(&Mover::walker());
        let map = JumpMap::build(&view).expect("a plain map");
        let mut scratch = Scratch::new();
        let answer = |ends, budget: &mut Budget<'_>| {
            let jumps = Jumps::new(&map, None);
            Some(JumpSearch::new(jumps, ends, scratch.part()).run(budget, &mut ()))
        };
        let (most, long) = (5, 1000);
        let samples = draw(&view, HALVINGS, most, answer, |_| long);
        let (done, stopped): (Vec<Sample>, Vec<Sample>) =
            samples.into_iter().partition(|sample| sample.lookup == long);
        assert!(!done.is_empty() && !stopped.is_empty(), "{done:?} {stopped:?}");
        let is_even = |sample: &Sample| sample.expanded > most && sample.saved() == 0;
        assert!(stopped.iter().all(is_even), "{stopped:?}");
    }
}
