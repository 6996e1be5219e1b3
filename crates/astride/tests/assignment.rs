//! Assignments against trying everything.

use astride::base::Cell;
use astride::io::Drawing;
use astride::planner::{Assignment, CostMatrix, Guide};
use astride::shapes::square::Mover;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

type Rows = Vec<Vec<Option<u64>>>;

/// The order among assignments: left out, then the costliest where that counts, then the sum, then
/// the list of targets with "none" last.
type Rank = (usize, u64, u128, Vec<usize>);

/// The best rank, by trying all ways to give each source a target or none.
fn best(rows: &Rows, costliest_counts: bool) -> Rank {
    fn go(rows: &Rows, taken: u32, so_far: Rank, costliest_counts: bool, best: &mut Option<Rank>) {
        let at = so_far.3.len();
        if at == rows.len() {
            if best.as_ref().is_none_or(|best| so_far < *best) {
                *best = Some(so_far);
            }
            return;
        }
        for (target, cost) in rows[at].iter().enumerate() {
            let Some(cost) = *cost else { continue };
            if taken >> target & 1 == 0 {
                let mut next = so_far.clone();
                next.1 = if costliest_counts { next.1.max(cost) } else { 0 };
                next.2 += u128::from(cost);
                next.3.push(target);
                go(rows, taken | 1 << target, next, costliest_counts, best);
            }
        }
        let mut next = so_far;
        next.0 += 1;
        next.3.push(usize::MAX);
        go(rows, taken, next, costliest_counts, best);
    }
    let mut found = None;
    go(rows, 0, (0, 0, 0, Vec::new()), costliest_counts, &mut found);
    found.expect("leaving all out is always possible")
}

fn matrix(rows: &Rows, targets: usize) -> CostMatrix {
    CostMatrix::from_fn(rows.len(), targets, |source, target| rows[source][target]).unwrap()
}

fn check(rows: &Rows, targets: usize) {
    let matrix = matrix(rows, targets);
    for costliest_counts in [false, true] {
        let found = if costliest_counts {
            Assignment::least_makespan(&matrix)
        } else {
            Assignment::least_sum(&matrix)
        };
        let list: Vec<usize> =
            found.targets().iter().map(|target| target.unwrap_or(usize::MAX)).collect();
        let costliest = if costliest_counts { found.makespan().unwrap_or(0) } else { 0 };
        let rank = (rows.len() - found.assigned_count(), costliest, found.sum(), list);
        assert_eq!(rank, best(rows, costliest_counts), "{rows:?}, costliest {costliest_counts}");
    }
}

/// All matrices of a size over some costs.
fn check_all(sources: usize, targets: usize, values: &[Option<u64>]) {
    for number in 0..values.len().pow((sources * targets) as u32) {
        let mut rest = number;
        let mut digit = || {
            let value = values[rest % values.len()];
            rest /= values.len();
            value
        };
        let rows = (0..sources).map(|_| (0..targets).map(|_| digit()).collect()).collect();
        check(&rows, targets);
    }
}

#[test]
fn every_small_matrix_gets_the_best_assignment_and_of_these_the_first() {
    let values = [None, Some(1), Some(2), Some(4)];
    for (sources, targets) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)] {
        check_all(sources, targets, &values);
    }
    check_all(3, 3, &values[..3]);
    check_all(2, 4, &values[..3]);
    check_all(4, 2, &values[..3]);
    check_all(3, 4, &values[..2]);
    check_all(4, 3, &values[..2]);
}

#[test]
fn random_matrices_of_up_to_seven_by_seven_get_the_best_assignment() {
    let mut rng = Rng::new(20);
    for _ in 0..if is_slow_run() { 20_000 } else { 600 } {
        let (sources, targets) = (rng.below(7), rng.below(7));
        let (none, values) = (rng.pick(&[0, 20, 60]), rng.pick(&[2, 5, 1000]));
        let rows: Rows = (0..sources)
            .map(|_| {
                let cost = |_| (!rng.percent(none)).then(|| rng.below(values) as u64);
                (0..targets).map(cost).collect()
            })
            .collect();
        check(&rows, targets);
    }
}

#[test]
fn the_largest_costs_do_not_overflow() {
    let most = u64::MAX - 1;
    let rows = vec![vec![Some(most), Some(most)], vec![Some(most), None], vec![Some(1), None]];
    check(&rows, 2);
}

#[test]
fn swapping_any_two_targets_of_a_large_assignment_saves_nothing() {
    let mut rng = Rng::new(21);
    for (sources, targets) in [(120, 120), (150, 40), (40, 150)] {
        let rows: Rows = (0..sources)
            .map(|_| (0..targets).map(|_| Some(rng.below(500) as u64)).collect())
            .collect();
        let found = Assignment::least_sum(&matrix(&rows, targets));
        assert_eq!(found.assigned_count(), sources.min(targets));
        let pay = |source: usize, target: usize| rows[source][target].unwrap();
        for (a, &for_a) in found.targets().iter().enumerate() {
            for (b, &for_b) in found.targets().iter().enumerate().skip(a + 1) {
                let both = [(a, for_a), (b, for_b)];
                let paid: u64 = both.iter().filter_map(|&(s, t)| Some(pay(s, t?))).sum();
                let turned = [(a, for_b), (b, for_a)];
                let instead: u64 = turned.iter().filter_map(|&(s, t)| Some(pay(s, t?))).sum();
                assert!(paid <= instead, "{a} and {b}");
            }
        }
        let soonest = Assignment::least_makespan(&matrix(&rows, targets));
        assert!(soonest.makespan() <= found.makespan() && found.sum() <= soonest.sum());
    }
}

#[test]
fn nearest_targets_come_by_cost_and_then_by_number() {
    let rows = vec![vec![Some(5), None, Some(3), Some(5), Some(9)]];
    let matrix = matrix(&rows, 5);
    assert_eq!(matrix.nearest(0, 3), [(2, 3), (0, 5), (3, 5)]);
    assert_eq!(matrix.nearest(0, 9).len(), 4, "one cannot be reached");
    assert_eq!(matrix.nearest(0, 0), []);
}

#[test]
fn harvesters_go_to_mines_that_they_can_reach() {
    let drawing = Drawing::parse("..#....\n..#....\n..#....").unwrap();
    let mut guide = Guide::new(Mover::walker());
    guide.prepare(&drawing.grid).unwrap();
    let units = [(6, 0), (0, 0), (3, 0)].map(|(x, y)| Cell::new(x, y));
    let mines = [(1, 2), (4, 2), (6, 2)].map(|(x, y)| Cell::new(x, y));
    let costs = guide.cost_matrix(&drawing.grid, &units, &mines).unwrap();
    assert_eq!(Assignment::least_sum(&costs).targets(), [Some(2), Some(0), Some(1)]);
    assert_eq!(costs.nearest(2, 3).iter().map(|pair| pair.0).collect::<Vec<_>>(), [1, 2]);
}
