//! The pieces into which the gates cut the map.

use super::gate::Gate;
use super::{NOWHERE, beside, per_node};
use crate::base::{NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::world::World;

/// A map in pieces.
pub(super) struct Cut {
    /// The region of each cell.
    pub labels: Vec<u32>,
    pub count: u32,
    pub gates: Vec<Gate>,
}

/// Cuts the map along `lines`, leaving out those that separate nothing or cut off too little.
/// `None` if there is not enough memory.
pub(super) fn cut(
    view: &GridView<'_>,
    mut lines: Vec<Vec<NodeId>>,
    least_cells: u32,
) -> Option<Cut> {
    let mut pieces =
        Pieces { labels: per_node(view, NOWHERE)?, sizes: Vec::new(), stack: Vec::new() };
    loop {
        pieces.find(view, &lines);
        let is_dropped = pieces.superfluous(view, &lines, least_cells);
        if !is_dropped.contains(&true) {
            break;
        }
        // Each round joins every small piece to another one, so there are few rounds.
        let mut at = 0;
        lines.retain(|_| {
            at += 1;
            !is_dropped[at - 1]
        });
    }
    for line in &lines {
        pieces.take_in(view, line);
    }
    let count = pieces.renumber();
    let gates = gates_between(view, &pieces.labels, &lines);
    Some(Cut { labels: pieces.labels, count, gates })
}

struct Pieces {
    labels: Vec<u32>,
    /// Cells of each piece.
    sizes: Vec<u32>,
    stack: Vec<NodeId>,
}

impl Pieces {
    /// Labels the connected pieces without the cells of `lines`.
    fn find(&mut self, view: &GridView<'_>, lines: &[Vec<NodeId>]) {
        // Cells of lines count as found until all others are.
        const LINE: u32 = NOWHERE - 1;
        self.labels.fill(NOWHERE);
        self.sizes.clear();
        for node in lines.iter().flatten() {
            self.labels[node.index()] = LINE;
        }
        for index in 0..view.node_count() {
            let node = NodeId::new(index);
            if self.labels[node.index()] == NOWHERE && view.is_passable(node) {
                self.fill(view, node);
            }
        }
        for node in lines.iter().flatten() {
            self.labels[node.index()] = NOWHERE;
        }
    }

    /// Gives a new label to everything around `node` that has none yet.
    fn fill(&mut self, view: &GridView<'_>, node: NodeId) {
        let label = self.sizes.len() as u32;
        self.labels[node.index()] = label;
        self.stack.push(node);
        let mut size = 0;
        while let Some(node) = self.stack.pop() {
            size += 1;
            for other in beside(view, node) {
                if self.labels[other.index()] == NOWHERE {
                    self.labels[other.index()] = label;
                    self.stack.push(other);
                }
            }
        }
        self.sizes.push(size);
    }

    /// For each line whether to leave it out: it touches fewer than two pieces, or it is the
    /// longest at a piece that is too small (the first of several).
    fn superfluous(
        &self,
        view: &GridView<'_>,
        lines: &[Vec<NodeId>],
        least_cells: u32,
    ) -> Vec<bool> {
        let mut is_dropped = vec![false; lines.len()];
        let mut widest: Vec<Option<usize>> = vec![None; self.sizes.len()];
        for (at, line) in lines.iter().enumerate() {
            let touched = self.touched(view, line);
            is_dropped[at] = touched.len() < 2;
            for piece in touched {
                let best = &mut widest[piece as usize];
                if best.is_none_or(|best| lines[best].len() < line.len()) {
                    *best = Some(at);
                }
            }
        }
        for (size, widest) in self.sizes.iter().zip(widest) {
            if let Some(line) = widest.filter(|_| *size < least_cells) {
                is_dropped[line] = true;
            }
        }
        is_dropped
    }

    /// The pieces next to a line, by number.
    fn touched(&self, view: &GridView<'_>, line: &[NodeId]) -> Vec<u32> {
        let mut touched: Vec<u32> = line
            .iter()
            .flat_map(|&node| beside(view, node))
            .map(|node| self.labels[node.index()])
            .filter(|&label| label != NOWHERE)
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Assigns each cell of a line to the first piece next to it, preferring the first piece of the
    /// line.
    fn take_in(&mut self, view: &GridView<'_>, line: &[NodeId]) {
        let first = self.touched(view, line).first().copied();
        let beside_each: Vec<Option<u32>> = line
            .iter()
            .map(|&node| {
                let around = self.touched(view, &[node]);
                around
                    .iter()
                    .copied()
                    .find(|&piece| Some(piece) == first)
                    .or(around.first().copied())
            })
            .collect();
        for (&node, piece) in line.iter().zip(beside_each) {
            self.labels[node.index()] = piece.unwrap_or(NOWHERE);
        }
        // A cell surrounded only by its line takes the label of its neighbours on the line, if any.
        for _ in 0..line.len() {
            for &node in line {
                if self.labels[node.index()] == NOWHERE {
                    let piece = self.touched(view, &[node]).first().copied();
                    self.labels[node.index()] = piece.unwrap_or(NOWHERE);
                }
            }
            if line.iter().all(|node| self.labels[node.index()] != NOWHERE) {
                return;
            }
        }
        for &node in line {
            if self.labels[node.index()] == NOWHERE {
                self.fill(view, node);
            }
        }
    }

    /// Numbers the pieces by their first cells; returns how many there are.
    fn renumber(&mut self) -> u32 {
        let mut numbers = vec![NOWHERE; self.sizes.len()];
        let mut count = 0;
        for label in self.labels.iter_mut().filter(|label| **label != NOWHERE) {
            let number = &mut numbers[*label as usize];
            if *number == NOWHERE {
                *number = count;
                count += 1;
            }
            *label = *number;
        }
        count
    }
}

/// One gate for each line and each pair of regions that meet there.
fn gates_between(view: &GridView<'_>, labels: &[u32], lines: &[Vec<NodeId>]) -> Vec<Gate> {
    let mut gates = Vec::new();
    for line in lines {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for &node in line {
            let own = labels[node.index()];
            let others = beside(view, node).map(|other| labels[other.index()]);
            pairs.extend(
                others.filter(|&other| other != own).map(|other| (own.min(other), own.max(other))),
            );
        }
        pairs.sort_small();
        pairs.dedup();
        let cells: Vec<_> = line.iter().map(|&node| view.grid().cell(node)).collect();
        gates.extend(pairs.into_iter().map(|regions| Gate { regions, cells: cells.clone() }));
    }
    gates.sort_unstable_by_key(|gate| {
        (gate.regions, gate.cells.first().map(|cell| (cell.y, cell.x)))
    });
    gates
}
