//! Sample queries: how much work jump points have with them tells whether landmarks or labels pay
//! off on this map, and from which distance on.

use super::choice::{LABELS_EXPANSIONS, Usual};
use crate::base::{Budget, Cell, NodeId, Random, SmallSort};
use crate::search::{Outcome, PathQuery};
use crate::shapes::square::{Grid, GridView, JumpMap};
use crate::world::World;

/// The number of queries drawn.
const DRAWN: u32 = 64;

/// To find out what labels save, queries are as long as the map allows, and stopped after this many
/// expansions: some milliseconds for all of them.
pub(super) const MOST_FAR: u64 = 4096;

/// To find out where labels begin to save something, half of the queries are half as long, and so
/// on this many times. After that many expansions it is clear that they save something.
pub(super) const HALVINGS: u32 = 4;
pub(super) const MOST_NEAR: u64 = 256;

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
    /// The expansions that take as long as a lookup in labels.
    pub(super) lookup: u64,
}

impl Sample {
    /// The expansions that a lookup in labels saves, less than 0 if it takes longer. If both ends
    /// see each other, labels do nothing else than jump points.
    fn saved(&self) -> i64 {
        if self.expanded == 0 { 0 } else { self.expanded as i64 - self.lookup as i64 }
    }

    /// The same in expansions of a jump table, which take two thirds of the time.
    fn saved_to_table(&self) -> i64 {
        Sample { lookup: self.lookup * 3 / 2, ..*self }.saved()
    }
}

/// The cost of a lookup in labels, in expansions: a constant part, and for every two jump points
/// that start or goal see, one. Where the ends see 6, 35, 42 and 143, on maze512-32-0, brc202d,
/// AR0011SR and Boston_0_512, labels save something from 13, 25, 30 and 80 expansions on (2026-11).
fn lookup(map: &JumpMap, ends: [Cell; 2]) -> u64 {
    10 + ends.iter().map(|&end| map.count_seen(end)).sum::<u64>() / 2
}

/// The number of columns or rows between two nodes, whichever is larger.
#[inline]
pub(super) fn apart(grid: &Grid, [from, to]: [NodeId; 2]) -> u32 {
    let (from, to) = (grid.cell(from), grid.cell(to));
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
}

/// Draws queries between free cells, the same ones every time, and answers them with at most `most`
/// expansions each. Those that have no path are left out, because few such queries are asked.
///
/// The two ends are at most as far apart as the map is wide or high; in every second query at most
/// half as far, and so on, `halvings` times. Without jump points a lookup in labels is taken to cost
/// what it usually does.
pub(super) fn draw(
    view: &GridView<'_>,
    map: Option<&JumpMap>,
    halvings: u32,
    most: u64,
    mut answer: impl FnMut(&PathQuery<'_>, &mut Budget<'_>) -> Option<Outcome>,
) -> Vec<Sample> {
    let (grid, mut random) = (view.grid(), Random::new(0));
    let side = grid.width().max(grid.height());
    let mut drawn = |number: u32| {
        let start = free_cell(view, None, &mut random)?;
        let reach = side >> (number % (halvings + 1));
        let goal = free_cell(view, Some((grid.cell(start), reach)), &mut random)?;
        let mut budget = Budget::unlimited().expansions(most);
        let outcome = answer(&PathQuery::new(start, goal), &mut budget)?;
        let expanded = outcome.effort().expanded;
        let has_path = !matches!(outcome, Outcome::Unreachable(_));
        has_path.then(|| {
            let ends = [start, goal];
            let cells = ends.map(|end| grid.cell(end));
            let lookup = map.map_or(LABELS_EXPANSIONS, |map| lookup(map, cells));
            Sample { apart: apart(grid, ends), expanded, lookup }
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

/// What the samples took, and what labels would have saved beside a jump table; `None` if these are
/// too few.
pub(super) fn usual_of(samples: &[Sample]) -> Option<Usual> {
    let saved: i64 = samples.iter().map(Sample::saved_to_table).sum();
    let expanded = samples.iter().map(|sample| sample.expanded).sum();
    let (queries, saved) = (samples.len() as u64, saved.max(0) as u64);
    (samples.len() >= FEW).then_some(Usual { queries, expanded, saved })
}

/// The distance from which on labels answer sooner than jump points: with it, all samples together
/// cost least. 0 if too little is known.
pub(super) fn labels_from(mut samples: Vec<Sample>) -> u32 {
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
    use crate::search::Scratch;
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
            assert_eq!(labels_from(samples.clone()), expected, "case {case}: {samples:?}");
        }
    }

    #[test]
    fn samples_tell_what_queries_take_if_there_are_enough() {
        let mut samples = [Sample { apart: 3, expanded: 35, lookup: 20 }; FEW];
        let queries = FEW as u64;
        let usual = Usual { queries, expanded: 35 * queries, saved: 5 * queries };
        assert_eq!(usual_of(&samples), Some(usual));
        assert_eq!(usual_of(&samples[1..]), None);
        samples[1..].fill(Sample { apart: 3, expanded: 1, lookup: 20 });
        assert_eq!(usual_of(&samples).map(|usual| usual.saved), Some(0));
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
                draw(&view, Some(&map), halvings, most, |query, budget| {
                    let ends = query.ends().expect("one start and one goal");
                    assert!(ends.iter().all(|&end| view.is_passable(end)));
                    numbers += 1;
                    Some(map.search(query, &mut scratch).ok()?.run(budget, &mut ()))
                })
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
        assert_eq!(draw(&view, None, 3, 5, |_, _| unreachable!("no cell is free")), []);
    }
}
