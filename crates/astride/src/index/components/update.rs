//! Following edits: what opened joins labels, what closed is flooded from all its sides at once.
//!
//! Every step that an edit changes lies between two touched cells. So touched cells are grouped by
//! the steps among them, and two groups that had no label in common need no look at the rest of the
//! map. Groups that had one are flooded in turn, and as soon as all floods but one have met or
//! ended, the ended ones are whole pieces of their own and get new labels. So the work is that of
//! the smaller sides, not of the largest.

use std::collections::VecDeque;

use super::{Components, NONE, NOWHERE, neighbour, one_way_from, two_way_steps};
use crate::base::{NodeId, Rect};
use crate::world::{GridView, World};

/// Where more than this part of all cells is touched, labelling all anew is cheaper.
const MOST_PART: usize = 8;

/// Cells that a flood looks at before it is another one's turn.
const TURN: usize = 16;

/// What an update did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentsUpdate {
    /// Cells that edits touched, those around them included.
    pub touched: usize,
    /// Cells that floods looked at besides.
    pub flooded: usize,
    /// Cells that got a new label because their piece fell apart.
    pub relabelled: usize,
    /// Whether all was labelled anew.
    pub rebuilt: bool,
}

/// Memory of updates, taken at the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    /// For each cell its place among `seen`, counted from 1; 0 elsewhere and between updates.
    places: Vec<u32>,
    /// Touched cells, then those that floods have come to.
    seen: Vec<NodeId>,
    /// Which seen cells belong together, as a forest.
    groups: Vec<u32>,
}

impl Repair {
    pub(super) fn bytes(&self) -> usize {
        4 * (self.places.capacity() + self.seen.capacity() + self.groups.capacity())
    }

    fn see(&mut self, node: NodeId, group: Option<u32>) -> u32 {
        let place = self.seen.len() as u32;
        self.seen.push(node);
        self.places[node.index()] = place + 1;
        self.groups.push(group.unwrap_or(place));
        place
    }

    fn place(&self, node: NodeId) -> Option<u32> {
        self.places[node.index()].checked_sub(1)
    }

    fn find(&mut self, mut place: u32) -> u32 {
        while self.groups[place as usize] != place {
            let next = self.groups[place as usize];
            self.groups[place as usize] = self.groups[next as usize];
            place = self.groups[place as usize];
        }
        place
    }

    /// Joins two groups under the smaller root.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.groups[a.max(b) as usize] = a.min(b);
    }
}

/// What becomes of the seen cells under one root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    root: u32,
    label: u32,
    /// Whether cells with a label keep it.
    keeps: bool,
}

/// One of several floods: the cells it has still to look around from.
struct Flood {
    place: u32,
    open: VecDeque<NodeId>,
}

impl Components {
    /// Follows the edits of the grid, by the same mover. Afterwards it says what a fresh build
    /// would say, though components may have other numbers.
    ///
    /// It is built anew if the view is of another size or another mover, if the log of changes does
    /// not reach back, if more than an eighth of the map is touched, and once in a while to forget
    /// labels that are not used any more.
    ///
    /// # Complexity
    ///
    /// O(touched cells + the smaller sides of what fell apart + labels + one-way arcs), and 4 more
    /// bytes per cell.
    pub fn update(&mut self, view: &GridView<'_>) -> ComponentsUpdate {
        if self.is_of(view) {
            return ComponentsUpdate::default();
        }
        let rects: Option<Vec<Rect>> =
            match self.is_for(view) && self.parents.len() <= self.most_labels() {
                true => view.grid().changes().since(self.revision).map(|rects| rects.collect()),
                false => None,
            };
        let is_local = |rects: &Vec<Rect>| {
            let cells: usize =
                rects.iter().map(|r| (r.width as usize + 2) * (r.height as usize + 2)).sum();
            cells <= self.labels.len() / MOST_PART
        };
        let Some(rects) = rects.filter(is_local) else {
            *self = Components::build(view);
            return ComponentsUpdate {
                touched: self.labels.len(),
                rebuilt: true,
                ..Default::default()
            };
        };
        let updated = self.follow(view, &rects);
        self.revision = view.revision();
        updated
    }

    /// More labels than this are a reason to start from 1 again.
    fn most_labels(&self) -> usize {
        2 * self.sizes.len() + 1024 + self.labels.len() / 64
    }

    fn follow(&mut self, view: &GridView<'_>, rects: &[Rect]) -> ComponentsUpdate {
        let mut repair = std::mem::take(&mut self.repair);
        repair.places.resize(self.labels.len(), 0);
        rects.iter().for_each(|&rect| touch(view, rect, &mut repair));
        let touched = repair.seen.len();
        self.forget_blocked(view, &repair.seen);
        for place in 0..touched as u32 {
            each_two_way(view, repair.seen[place as usize], |other| {
                if let Some(other) = repair.place(other) {
                    repair.join(place, other);
                }
            });
        }
        let mut updated = ComponentsUpdate { touched, ..Default::default() };
        let mut members: Vec<(u32, u32)> =
            (0..touched as u32).map(|place| (repair.find(place), place)).collect();
        members.sort_unstable();
        let mut verdicts = Vec::new();
        for cluster in self.clusters(view, &mut repair) {
            self.settle(view, &cluster, &members, &mut repair, &mut verdicts);
        }
        verdicts.sort_unstable();
        updated.relabelled = self.relabel(view, &verdicts, &mut repair);
        updated.flooded = repair.seen.len() - touched;
        // Places of touched cells come first.
        let places = &repair.places;
        self.one_way.retain(|(from, _)| (places[from.index()].wrapping_sub(1) as usize) >= touched);
        if view.has_forbidden() {
            let seen = repair.seen[..touched].iter();
            seen.for_each(|&node| one_way_from(view, node, &mut self.one_way));
        }
        repair.seen.iter().for_each(|node| repair.places[node.index()] = 0);
        repair.seen.clear();
        repair.groups.clear();
        self.repair = repair;
        self.condense(view);
        updated
    }

    fn forget_blocked(&mut self, view: &GridView<'_>, touched: &[NodeId]) {
        for &node in touched {
            let label = self.labels[node.index()];
            if label != NOWHERE && !view.is_passable(node) {
                let root = self.root(label);
                self.cells[root as usize] -= 1;
                self.labels[node.index()] = NOWHERE;
            }
        }
    }

    /// Groups that may have been one piece before, together; each group by its root, with the
    /// labels it had.
    fn clusters(&self, view: &GridView<'_>, repair: &mut Repair) -> Vec<Vec<(u32, u32)>> {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for place in 0..repair.seen.len() as u32 {
            let node = repair.seen[place as usize];
            if view.is_passable(node) {
                pairs.push((repair.find(place), self.root(self.labels[node.index()])));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        // A forest over the pairs: same group, or same label.
        let mut parents: Vec<usize> = (0..pairs.len()).collect();
        fn top(parents: &[usize], mut at: usize) -> usize {
            while parents[at] != at {
                at = parents[at];
            }
            at
        }
        let mut by_label: Vec<usize> =
            (0..pairs.len()).filter(|&at| pairs[at].1 != NOWHERE).collect();
        by_label.sort_by_key(|&at| pairs[at].1);
        let same_label = by_label.windows(2).filter(|two| pairs[two[0]].1 == pairs[two[1]].1);
        let same_group = (1..pairs.len()).filter(|&at| pairs[at - 1].0 == pairs[at].0);
        let ties: Vec<(usize, usize)> = same_label
            .map(|two| (two[0], two[1]))
            .chain(same_group.map(|at| (at - 1, at)))
            .collect();
        for (a, b) in ties {
            let (a, b) = (top(&parents, a), top(&parents, b));
            parents[a.max(b)] = a.min(b);
        }
        let mut keyed: Vec<(usize, (u32, u32))> =
            (0..pairs.len()).map(|at| (top(&parents, at), pairs[at])).collect();
        keyed.sort_unstable();
        keyed
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| run.iter().map(|&(_, pair)| pair).collect())
            .collect()
    }

    /// Finds out which groups of a cluster are still one piece, and notes the label of each.
    fn settle(
        &mut self,
        view: &GridView<'_>,
        cluster: &[(u32, u32)],
        members: &[(u32, u32)],
        repair: &mut Repair,
        verdicts: &mut Vec<Piece>,
    ) {
        let mut groups: Vec<u32> = cluster.iter().map(|&(group, _)| group).collect();
        groups.dedup();
        let keeper = match groups[..] {
            [only] => only,
            _ => flood(view, &groups, members, repair),
        };
        let keeper = repair.find(keeper);
        // What is left of the old labels now all lies in one piece.
        let mut kept = NOWHERE;
        for &(group, label) in cluster {
            if label != NOWHERE && repair.find(group) == keeper {
                kept = if kept == NOWHERE { label } else { self.join(kept, label) };
            }
        }
        groups.iter_mut().for_each(|group| *group = repair.find(*group));
        groups.sort_unstable();
        groups.dedup();
        for root in groups {
            let keeps = root == keeper && kept != NOWHERE;
            let label = if keeps { kept } else { self.fresh_label() };
            verdicts.push(Piece { root, label, keeps });
        }
    }

    /// Writes down the labels of pieces, sorted by their roots; returns how many cells were taken
    /// from other labels.
    fn relabel(&mut self, view: &GridView<'_>, pieces: &[Piece], repair: &mut Repair) -> usize {
        let mut taken = 0;
        for place in 0..repair.seen.len() as u32 {
            let (node, root) = (repair.seen[place as usize], repair.find(place));
            let before = self.labels[node.index()];
            let Ok(at) = pieces.binary_search_by_key(&root, |piece| piece.root) else { continue };
            let Piece { label, keeps, .. } = pieces[at];
            if !view.is_passable(node) || (before != NOWHERE && keeps) {
                continue;
            }
            if before != NOWHERE {
                let before = self.root(before);
                self.cells[before as usize] -= 1;
                taken += 1;
            }
            self.labels[node.index()] = label;
            self.cells[label as usize] += 1;
        }
        taken
    }

    fn fresh_label(&mut self) -> u32 {
        let label = self.parents.len() as u32;
        self.parents.push(label);
        self.cells.push(0);
        self.table.push(NONE);
        label
    }

    /// Joins two roots under the smaller one.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        if low != high {
            self.parents[high as usize] = low;
            self.cells[low as usize] += std::mem::take(&mut self.cells[high as usize]);
        }
        low
    }
}

/// Sees the cells of a rectangle and those around it.
fn touch(view: &GridView<'_>, rect: Rect, repair: &mut Repair) {
    let (width, height) = (view.grid().width(), view.grid().height());
    for y in rect.y.saturating_sub(1)..(rect.y + rect.height + 1).min(height) {
        for x in rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(width) {
            let node = NodeId::new(y * width + x);
            if repair.place(node).is_none() {
                repair.see(node, None);
            }
        }
    }
}

fn each_two_way(view: &GridView<'_>, node: NodeId, mut visit: impl FnMut(NodeId)) {
    let mut steps = two_way_steps(view, node);
    while steps != 0 {
        visit(neighbour(view, node, steps.trailing_zeros() as usize));
        steps &= steps - 1;
    }
}

/// Floods from all groups in turn until all but one have met or ended; returns a cell of the one
/// that may go on, or of the first if all have ended.
fn flood(view: &GridView<'_>, groups: &[u32], members: &[(u32, u32)], repair: &mut Repair) -> u32 {
    let cells_of = |group: u32| {
        let start = members.partition_point(|&(root, _)| root < group);
        members[start..].iter().take_while(move |&&(root, _)| root == group)
    };
    let start = |&place: &u32| {
        let open = cells_of(place).map(|&(_, place)| repair.seen[place as usize]).collect();
        Flood { place, open }
    };
    let mut floods: Vec<Flood> = groups.iter().map(start).collect();
    loop {
        floods.retain(|flood| !flood.open.is_empty());
        let Some(first) = floods.first().map(|flood| flood.place) else { return groups[0] };
        let root = repair.find(first);
        if floods.iter().all(|flood| repair.find(flood.place) == root) {
            return root;
        }
        for flood in &mut floods {
            for _ in 0..TURN {
                let Some(node) = flood.open.pop_front() else { break };
                each_two_way(view, node, |other| match repair.place(other) {
                    Some(place) => repair.join(flood.place, place),
                    None => {
                        repair.see(other, Some(flood.place));
                        flood.open.push_back(other);
                    }
                });
            }
        }
    }
}
