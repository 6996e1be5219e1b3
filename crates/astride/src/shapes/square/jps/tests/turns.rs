//! Turns within nine cells against all paths within them, found by brute force.

use super::{Lot, movers};
use crate::base::Dir;
use crate::shapes::square::jps::{
    rules::{Rules, natural},
    turns::{Memo, Patch, Turns},
};
use crate::shapes::square::{Corners, Neighbours};

type Spot = (i32, i32);

/// The cell itself is at (0, 0).
fn factor(patch: &Patch, (x, y): Spot) -> u64 {
    if x.abs() > 1 || y.abs() > 1 { 0 } else { patch[(4 + 3 * y + x) as usize].into() }
}

/// What a step costs, if it is allowed.
fn step(patch: &Patch, rules: &Rules, costs: [u32; 2], from: Spot, to: Spot) -> Option<u64> {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let is_diagonal = x != 0 && y != 0;
    let free = [(to.0, from.1), (from.0, to.1)].map(|spot| factor(patch, spot) > 0);
    let is_allowed = !is_diagonal
        || rules.neighbours == Neighbours::Eight
            && match rules.corners {
                Corners::Never => free[0] && free[1],
                Corners::OneFree => free[0] || free[1],
                Corners::Always => true,
            };
    let is_one = x.abs().max(y.abs()) == 1;
    let cost = u64::from(costs[usize::from(is_diagonal)]) * factor(patch, to);
    (is_one && is_allowed && factor(patch, from) > 0 && cost > 0).then_some(cost)
}

fn random_patch(lot: &mut Lot) -> Patch {
    let kinds = lot.pick(&[&[1, 2][..], &[0, 1, 3], &[1, 1, 1, 9], &[0, 1, 2, 5, 1024]]);
    let mut patch: Patch = std::array::from_fn(|_| lot.pick(kinds));
    patch[4] = patch[4].max(1);
    patch
}

/// The cheapest path of one or two steps that does not pass through the cell itself.
fn best_other(patch: &Patch, rules: &Rules, costs: [u32; 2], from: Spot, to: Spot) -> Option<u64> {
    let spots = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
    let over =
        |via| Some(step(patch, rules, costs, from, via)? + step(patch, rules, costs, via, to)?);
    let ways = spots.filter(|&via| via != (0, 0)).filter_map(over);
    ways.chain(step(patch, rules, costs, from, to)).min()
}

#[test]
fn a_step_is_left_out_only_where_another_way_is_as_good() {
    let (mut lot, mut beaten, mut kept) = (Lot(77), 0, 0);
    for mover in movers() {
        let rules = Rules::new(mover.corner_rule(), mover.neighbour_rule());
        for costs in [[13_860, 19_601], [1, 1], [2, 3], [5, 10]] {
            for _ in 0..1000 {
                let patch = random_patch(&mut lot);
                let turns = Turns::new(&patch, &rules, costs);
                for (from, to) in Dir::ALL.into_iter().flat_map(|a| Dir::ALL.map(|b| (a, b))) {
                    let [before, after] = [from.opposite().offset(), to.offset()];
                    let Some(first) = step(&patch, &rules, costs, before, (0, 0)) else { continue };
                    let Some(rest) = step(&patch, &rules, costs, (0, 0), after) else { continue };
                    if before == after {
                        continue;
                    }
                    let other = best_other(&patch, &rules, costs, before, after);
                    let is_stop = turns.stops & from.bit() != 0;
                    let is_natural = natural(from, rules.neighbours) & to.bit() != 0;
                    let is_taken = turns.taken[from as usize] & to.bit() != 0;
                    let what = format!("{patch:?} {costs:?} {from:?} {to:?}");
                    if is_stop && is_taken {
                        assert!(other.is_none_or(|other| other >= first + rest), "{what}");
                        kept += 1;
                    } else if is_stop || !is_natural {
                        assert!(other.is_some_and(|other| other <= first + rest), "{what}");
                        beaten += 1;
                    } else {
                        // A path that does not stop continues at the same cost.
                        assert_eq!(factor(&patch, after), factor(&patch, (0, 0)), "{what}");
                    }
                }
            }
        }
    }
    assert!(beaten > 10_000 && kept > 10_000, "{beaten} {kept}");
}

#[test]
fn what_is_remembered_is_what_is_worked_out() {
    let mut lot = Lot(5);
    for mover in movers() {
        let rules = Rules::new(mover.corner_rule(), mover.neighbour_rule());
        let mut memos = [Memo::new(1), Memo::new(64)];
        for _ in 0..2000 {
            let patch = random_patch(&mut lot);
            let costs = [13_860, 19_601];
            let expected = Turns::new(&patch, &rules, costs);
            for memo in &mut memos {
                assert_eq!(memo.turns(&patch, &rules, costs), expected);
            }
        }
    }
}
