//! A search tree: a line from each place to the one it was reached from.

use std::fmt::Write;

use astride::base::NodeId;

use crate::palette::Palette;
use crate::progress::Progress;
use crate::xml::{Hex, Num};

/// Branches that would be narrower than this on average, in pixels, are left out: side by side they
/// would be a surface. What leads to a wider one is drawn.
const LEAST_WIDTH: f64 = 4.0;

/// Writes the tree of a search, for places that are `pitch` pixels apart. `pixel` is where a node
/// is in the picture; nodes that are nowhere are left out.
///
/// O(n log n) for n nodes that were touched.
pub(crate) fn write(
    out: &mut String,
    progress: &Progress,
    pitch: f64,
    palette: &Palette,
    pixel: impl Fn(NodeId) -> Option<(f64, f64)>,
) {
    let lines = lines(progress, pixel);
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
         stroke-linecap=\"round\"/>",
        Hex(palette.ink),
        Num((pitch * 0.12).clamp(0.8, 2.5))
    );
}

/// The tree as drawing commands, with straight runs joined.
fn lines(progress: &Progress, pixel: impl Fn(NodeId) -> Option<(f64, f64)>) -> String {
    // Nodes in id order, each with the place of its parent in this list.
    let nodes: Vec<_> = progress.nodes().collect();
    let find = |node| nodes.binary_search_by_key(&node, |&(node, _)| node).ok();
    let parents: Vec<Option<usize>> =
        nodes.iter().map(|(_, touched)| touched.parent.and_then(find)).collect();
    let ends: Vec<_> = nodes.iter().map(|&(node, _)| pixel(node)).collect();
    // The step from a node to its parent, if both are in the picture.
    let step = |at: usize| {
        let ((x, y), (to_x, to_y)) = (ends[at]?, ends[parents[at]?]?);
        ((x, y) != (to_x, to_y)).then_some((to_x - x, to_y - y))
    };
    let steps = (0..nodes.len()).filter_map(step);
    let (count, length) =
        steps.fold((0_u32, 0.0), |(count, sum), (dx, dy)| (count + 1, sum + f64::hypot(dx, dy)));
    let least = LEAST_WIDTH * f64::from(count) / length;
    // How many nodes each branch has, all in all and one after the other; from the tips to the
    // start, so that a branch is complete before it is added to another.
    let order = tips_first(&parents);
    let mut branches = vec![(1_u32, 1_u32); nodes.len()];
    let mut is_drawn = vec![false; nodes.len()];
    for at in order {
        let (size, high) = branches[at];
        is_drawn[at] |= f64::from(size) >= least.max(1.0) * f64::from(high);
        if let Some(parent) = parents[at] {
            let (sum, most) = branches[parent];
            branches[parent] = (sum.saturating_add(size), most.max(high.saturating_add(1)));
            // What leads to a branch is drawn with it.
            is_drawn[parent] |= is_drawn[at];
        }
    }
    let goes_on = |at: usize| {
        let ((dx, dy), (on_x, on_y)) = (step(at)?, step(parents[at]?)?);
        let (cross, dot) = (dx * on_y - dy * on_x, dx * on_x + dy * on_y);
        (cross.abs() < 1e-9 * dot).then_some(parents[at]?)
    };
    let drawn = || (0..nodes.len()).filter(|&at| is_drawn[at] && step(at).is_some());
    let mut is_within = vec![false; nodes.len()];
    for next in drawn().filter_map(goes_on) {
        is_within[next] = true;
    }
    let mut line = String::new();
    let mut is_passed = vec![false; nodes.len()];
    for first in drawn().filter(|&at| !is_within[at]) {
        // Where another run has passed, the rest is drawn already. So each node is passed once,
        // whatever parents an observer has reported.
        let mut last = first;
        while let Some(next) = goes_on(last).filter(|&next| !is_passed[next]) {
            is_passed[next] = true;
            last = next;
        }
        let end = parents[last].and_then(|at| ends[at]);
        if let (Some((x, y)), Some((to_x, to_y))) = (ends[first], end) {
            let _ = write!(line, "M{} {}L{} {}", Num(x), Num(y), Num(to_x), Num(to_y));
        }
    }
    line
}

/// All nodes, each before its parent. Costs do not say which comes first: steps may cost nothing,
/// and the parent may have come to cost more since. Circles of parents come last.
fn tips_first(parents: &[Option<usize>]) -> Vec<usize> {
    let mut left = vec![0_u32; parents.len()];
    parents.iter().flatten().for_each(|&parent| left[parent] += 1);
    let mut order: Vec<usize> = (0..parents.len()).filter(|&at| left[at] == 0).collect();
    let mut done = 0;
    while let Some(&at) = order.get(done) {
        done += 1;
        if let Some(parent) = parents[at] {
            left[parent] -= 1;
            if left[parent] == 0 {
                order.push(parent);
            }
        }
    }
    order.extend((0..parents.len()).filter(|&at| left[at] > 0));
    order
}

#[cfg(test)]
mod tests {
    use astride::search::Event;

    use super::*;

    /// Nodes 0, 1, 2 and 3 in a row, and 4 below 2, each reached from the one before it or above.
    fn tree() -> Progress {
        let open = |(node, parent): (u32, Option<u32>)| Event::Open {
            node: NodeId::new(node),
            parent: parent.map(NodeId::new),
            g: node.into(),
            h: 0,
            f: 0,
        };
        let reached = [(0, None), (1, Some(0)), (2, Some(1)), (3, Some(2)), (4, Some(2))];
        Progress::replay(&reached.map(open), usize::MAX)
    }

    /// Nodes that are some pixels apart.
    fn pixel(apart: f64) -> impl Fn(NodeId) -> Option<(f64, f64)> {
        move |node| match node.get() {
            4 => Some((2.0 * apart, apart)),
            at => Some((f64::from(at) * apart, 0.0)),
        }
    }

    #[test]
    fn straight_runs_are_one_line() {
        assert_eq!(lines(&tree(), pixel(8.0)), "M24 0L0 0M16 8L16 0");
    }

    #[test]
    fn runs_that_come_together_are_drawn_once() {
        let pixel = |node: NodeId| match node.get() {
            4 => Some((20.0, 0.0)),
            at => Some((f64::from(at) * 8.0, 0.0)),
        };
        assert_eq!(lines(&tree(), pixel), "M24 0L0 0M20 0L16 0");
    }

    #[test]
    fn branches_too_narrow_to_be_told_apart_are_left_out() {
        // Branches at 1 and at 2 have four nodes in three rows, and three in two.
        assert_eq!(lines(&tree(), pixel(3.0)), "M6 0L0 0");
        assert_eq!(lines(&tree(), pixel(2.7)), "M5.4 0L0 0", "1 leads to 2");
        assert_eq!(lines(&tree(), pixel(1.0)), "");
    }

    #[test]
    fn a_branch_is_complete_before_its_parent_whatever_ways_cost() {
        let parents = [None, Some(3), Some(1), Some(0), Some(5), Some(4)];
        assert_eq!(tips_first(&parents), [2, 1, 3, 0, 4, 5]);
    }

    #[test]
    fn nodes_off_the_map_and_circles_of_parents_do_no_harm() {
        let on_map = |node: NodeId| pixel(8.0)(node).filter(|_| node.get() != 2);
        assert_eq!(lines(&tree(), on_map), "M8 0L0 0");
        let improved = |node, parent| Event::Improve {
            node: NodeId::new(node),
            parent: NodeId::new(parent),
            g: 1,
            h: 0,
            f: 0,
            reopened: false,
        };
        let circle = Progress::replay(&[improved(0, 1), improved(1, 0), improved(3, 3)], 9);
        assert_eq!(lines(&circle, pixel(8.0)), "M0 0L8 0M8 0L0 0");
        assert_eq!(lines(&Progress::new(), pixel(8.0)), "");
    }
}
