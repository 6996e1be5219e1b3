//! Labels of all nodes of a graph of any size, beside its hierarchy.
//!
//! A word of 32 bits holds a hub and the distance to it where both fit, as in road networks with
//! short costs; otherwise an entry takes two words. Nothing else is stored for paths: each node of a
//! climb to a hub has that hub in its label, so the climb is found again arc by arc, and its
//! shortcuts are unpacked by the hierarchy. Each such arc leads to a more important node, so climbs
//! end even where arcs cost nothing, and circles of such arcs are cut out of the path.

use super::label::{LabelSet, Labeller, MOST_ENTRIES};
use super::names::{BITS, SHAPE, WIDE_BACK, WIDE_OUT};
use super::query::{Best, HubMemory, Labelled, Meeting, enter, is_reached, scan};
use super::store::{SHAPE_LEN, shape};
use super::{PartsError, Summary};
use crate::base::{Column, Container, Table, check, check_rows, column, few, u32s};
use crate::index::contraction::witness::TooFar;
use crate::index::contraction::{BuildError, HubOptions, Progress, SparseGraph, Stage};
use crate::index::hierarchy::{Hierarchy, Side};

/// The number of labels between progress reports.
const PIECE: u32 = 1 << 12;

/// A file is refused if checking its labels means looking at more numbers than this, which takes
/// about a minute: several times as many as a build may look at by default.
const MOST_CHECKED: u64 = 1 << 35;

/// The labels of a graph and its hierarchy, which share ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wide {
    hierarchy: Hierarchy,
    /// The counts of the index in the form in which they are saved.
    shape: [u32; SHAPE_LEN],
    /// The bits of a distance in a word, above which is the hub; 0 if the distance follows in a word
    /// of its own.
    bits: u32,
    out: Rows,
    /// Labels with the paths from hubs to nodes; empty in a symmetric graph.
    back: Rows,
}

/// The labels of one direction, in compressed rows; hubs increase within a row, and the last one is
/// the node itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Rows {
    /// In entries.
    offsets: Column<u32>,
    words: Column<u32>,
}

type Building = LabelSet<Vec<u32>, Vec<u32>>;

impl Wide {
    pub(super) fn build(
        graph: &SparseGraph,
        options: &HubOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BuildError> {
        let hierarchy = Hierarchy::build_within(graph, options, tell)?;
        let (count, symmetric) = (graph.node_count(), graph.is_symmetric());
        let mut out = Building::new();
        let mut back = if symmetric { Building::default() } else { Building::new() };
        let mut labeller = Labeller::new(count as usize, options.work);
        for rank in 0..count {
            let (done, total) = (u64::from(rank), u64::from(count));
            if rank % PIECE == 0 && !tell(Progress { stage: Stage::Label, done, total }) {
                return Err(BuildError::Cancelled);
            }
            let mut merge = |side: Side, own: &Building, other: &Building| {
                let arcs = hierarchy.arcs_above(rank, side).iter().copied();
                labeller.merge(rank, arcs, own, other).map_err(|TooFar| BuildError::TooFar)
            };
            if symmetric {
                let label = merge(Side::Up, &out, &out)?;
                out.push(&label);
            } else {
                let label = merge(Side::Up, &out, &back)?;
                let turned = merge(Side::Down, &back, &out)?;
                out.push(&label);
                back.push(&turned);
            }
            let (nodes_left, entries) = (count - rank - 1, out.hubs.len() + back.hubs.len());
            if labeller.work > options.work || entries > MOST_ENTRIES {
                let arcs = entries as u64;
                return Err(BuildError::TooDense { nodes_left, arcs, work: options.work });
            }
            if entries.saturating_mul(size_of::<u32>()) > options.bytes {
                return Err(BuildError::TooLarge { nodes_left, bytes: options.bytes });
            }
        }
        let farthest = out.dists.iter().chain(&back.dists).copied().max().unwrap_or(0);
        let bits = bits_of(count, farthest);
        let counts = [graph.arc_count() as u64, hierarchy.shortcut_count() as u64];
        let shape = shape(count as usize, count as usize, symmetric, counts);
        let (out, back) = (Rows::of(out, bits), Rows::of(back, bits));
        let wide = Wide { hierarchy, shape, bits, out, back };
        let (nodes_left, bytes) = (0, options.bytes);
        if wide.bytes() > bytes {
            return Err(BuildError::TooLarge { nodes_left, bytes });
        }
        Ok(wide)
    }

    pub(super) fn node_count(&self) -> u32 {
        self.hierarchy.node_count()
    }

    fn rows(&self, side: Side) -> &Rows {
        if side == Side::Up || self.hierarchy.is_symmetric() { &self.out } else { &self.back }
    }

    fn sides(&self) -> &'static [Side] {
        if self.hierarchy.is_symmetric() { &[Side::Up] } else { &[Side::Up, Side::Down] }
    }

    /// Calls `tell` with each hub in the label of a rank and the distance between them.
    #[inline(always)]
    pub(super) fn each_hub(&self, rank: u32, side: Side, mut tell: impl FnMut(u32, u32)) {
        let words = self.rows(side).row(rank, self.bits);
        match self.bits {
            0 => pairs(words).for_each(|(hub, dist)| tell(hub as u32, dist)),
            bits => packed(words, bits).for_each(|(hub, dist)| tell(hub as u32, dist)),
        }
    }

    /// The distance between a node and one of its hubs.
    fn dist(&self, rank: u32, hub: u32, side: Side) -> Option<u32> {
        let words = self.rows(side).row(rank, self.bits);
        if self.bits == 0 {
            let (entries, _) = words.as_chunks::<2>();
            let at = entries.binary_search_by_key(&hub, |entry| entry[0]).ok()?;
            return Some(entries[at][1]);
        }
        let at = words.binary_search_by_key(&hub, |word| word >> self.bits).ok()?;
        Some(words[at] & mask(self.bits))
    }

    pub(super) fn unpack(&self, meeting: &Meeting, scratch: &mut HubMemory, out: &mut Vec<u32>) {
        let [there, back] = &mut scratch.chains;
        self.climb(meeting.ends[0], meeting.hub, Side::Up, there);
        self.climb(meeting.ends[1], meeting.hub, Side::Down, back);
        // Both halves end at the hub.
        there.extend(back[..back.len() - 1].iter().rev());
        self.hierarchy.spell(there, &mut scratch.stack, &mut scratch.places, out);
    }

    /// Writes the ranks from a node to one of its hubs to `chain`.
    fn climb(&self, end: u32, hub: u32, side: Side, chain: &mut Vec<u32>) {
        chain.clear();
        chain.push(end);
        let (mut at, mut dist) = (end, self.dist(end, hub, side));
        while at != hub {
            let left = dist.expect("a meeting of this index");
            let above = self.hierarchy.arcs_above(at, side).iter().find_map(|&(head, cost)| {
                let rest = left.checked_sub(cost).filter(|_| head >= hub)?;
                (self.dist(head, hub, side) == Some(rest)).then_some((head, rest))
            });
            let (head, rest) = above.expect("a meeting of this index");
            chain.push(head);
            (at, dist) = (head, Some(rest));
        }
    }

    fn bytes(&self) -> usize {
        let words = |rows: &Rows| rows.offsets.len() + rows.words.len();
        self.hierarchy.bytes() + size_of::<u32>() * (words(&self.out) + words(&self.back))
    }

    pub(super) fn summary(&self) -> Summary {
        let [nodes, stored, _, arcs_low, arcs_high, shortcuts_low, shortcuts_high] = self.shape;
        let sets = [&self.out, &self.back];
        let sizes = sets.iter().flat_map(|rows| rows.offsets.windows(2).map(|row| row[1] - row[0]));
        Summary {
            nodes,
            arcs: u64::from(arcs_high) << 32 | u64::from(arcs_low),
            shortcuts: u64::from(shortcuts_high) << 32 | u64::from(shortcuts_low),
            stored,
            entries: sets.iter().map(|rows| u64::from(rows.len())).sum(),
            largest: sizes.max().unwrap_or(0),
            climb_arcs: 0,
            bytes: self.bytes(),
            symmetric: self.hierarchy.is_symmetric(),
        }
    }

    pub(super) fn tables(&self) -> Vec<(&'static str, Table<'_>)> {
        let mut tables = vec![(SHAPE, self.shape[..].into()), (BITS, vec![self.bits].into())];
        tables.extend(self.hierarchy.tables());
        let sides = [(WIDE_OUT, &self.out), (WIDE_BACK, &self.back)];
        for ([offsets, words], rows) in sides.into_iter().take(self.sides().len()) {
            tables.push((offsets, rows.offsets[..].into()));
            tables.push((words, rows.words[..].into()));
        }
        tables
    }

    /// Whether a file has labels in this form.
    pub(super) fn is_in(file: &Container<'_>) -> bool {
        file.names().any(|name| name == BITS || name == WIDE_OUT[0])
    }

    /// Rebuilds the labels from the tables of a file; see [`HubLabels::take`](super::HubLabels::take).
    pub(super) fn take(file: &Container<'_>, shape: [u32; SHAPE_LEN]) -> Result<Self, PartsError> {
        let [nodes, stored, symmetric, ..] = shape;
        let good = nodes <= SparseGraph::MAX_NODES && stored == nodes && symmetric <= 1;
        check(good, SHAPE, 0, "counts that an index can have")?;
        let [bits]: [u32; 1] = few(u32s(file, BITS)?, BITS)?;
        check(bits < u32::BITS, BITS, 0, "a number below 32")?;
        let hierarchy = Hierarchy::take(file, nodes, symmetric == 1)?;
        hierarchy.check_ways(None)?;
        let rows = |[offsets, words]: [&'static str; 2]| {
            Ok(Rows { offsets: column(file, offsets)?, words: column(file, words)? })
        };
        let out = rows(WIDE_OUT)?;
        let back = if symmetric == 1 { Rows::default() } else { rows(WIDE_BACK)? };
        let wide = Wide { hierarchy, shape, bits, out, back };
        for (&side, names) in wide.sides().iter().zip([WIDE_OUT, WIDE_BACK]) {
            wide.check_labels(side, names)?;
        }
        Ok(wide)
    }

    /// Checks that each label ends with the node itself, and that each other entry is that of a more
    /// important node plus the arc to it.
    fn check_labels(&self, side: Side, names: [&'static str; 2]) -> Result<(), PartsError> {
        let (rows, wide) = (self.rows(side), if self.bits == 0 { 2 } else { 1 });
        let len = rows.words.len();
        check(len.is_multiple_of(wide), names[1], len, "two words for each entry")?;
        check_rows(&rows.offsets, self.node_count() as usize, len / wide, names[0])?;
        // For each hub the last node that was reached from it, and the least distance.
        let mut least = vec![(u32::MAX, 0_u64); self.node_count() as usize];
        let mut checked = 0;
        for rank in 0..self.node_count() {
            let at = rows.offsets[rank as usize] as usize;
            for &(head, cost) in self.hierarchy.arcs_above(rank, side) {
                checked += rows.row(head, self.bits).len() as u64;
                check(checked <= MOST_CHECKED, names[1], wide * at, "fewer numbers to check")?;
                self.each_hub(head, side, |hub, dist| {
                    let (least, sum) =
                        (&mut least[hub as usize], u64::from(dist) + u64::from(cost));
                    if least.0 != rank || sum < least.1 {
                        *least = (rank, sum);
                    }
                });
            }
            least[rank as usize] = (rank, 0);
            let (mut good, mut before) = (true, None);
            self.each_hub(rank, side, |hub, dist| {
                good &= before < Some(hub) && least.get(hub as usize) == Some(&(rank, dist.into()));
                before = Some(hub);
            });
            let expected =
                "rising hubs of nodes above, as far as by the arc there, and the node itself";
            check(good && before == Some(rank), names[1], wide * at, expected)?;
        }
        Ok(())
    }

    pub(super) fn check_arcs(&self, graph: &SparseGraph) -> Result<(), PartsError> {
        let same = [self.node_count(), u32::from(self.hierarchy.is_symmetric())]
            == [graph.node_count(), u32::from(graph.is_symmetric())];
        check(same, SHAPE, 0, "the graph that is given")?;
        self.hierarchy.check_ways(Some(graph))
    }
}

impl Rows {
    fn of(labels: Building, bits: u32) -> Self {
        let entries = labels.hubs.iter().zip(&labels.dists);
        let words: Vec<u32> = match bits {
            0 => entries.flat_map(|(&hub, &dist)| [hub, dist]).collect(),
            bits => entries.map(|(&hub, &dist)| hub << bits | dist).collect(),
        };
        Rows { offsets: labels.offsets.into(), words: words.into() }
    }

    /// The number of entries.
    fn len(&self) -> u32 {
        self.offsets.last().copied().unwrap_or(0)
    }

    #[inline(always)]
    fn row(&self, rank: u32, bits: u32) -> &[u32] {
        let wide = if bits == 0 { 2 } else { 1 };
        let [first, end] = [self.offsets[rank as usize], self.offsets[rank as usize + 1]];
        &self.words[wide * first as usize..wide * end as usize]
    }
}

impl Labelled for Wide {
    #[inline(always)]
    fn rank(&self, node: u32) -> u32 {
        self.hierarchy.rank_of(node)
    }

    #[inline(always)]
    fn spread(&self, node: u32, cost: u64, top: u32, scratch: &mut HubMemory) {
        let near = scratch.near(cost, top);
        if is_reached(scratch.wide[node as usize], near) {
            return;
        }
        let words = self.out.row(node, self.bits);
        match self.bits {
            0 => enter(&mut scratch.wide, near, pairs(words)),
            bits => enter(&mut scratch.wide, near, packed(words, bits)),
        }
    }

    #[inline(always)]
    fn gather(&self, node: u32, cost: u64, top: u32, scratch: &HubMemory, best: &mut Best) {
        let (words, access) = (self.rows(Side::Down).row(node, self.bits), [cost, top.into()]);
        match self.bits {
            0 => scan(&scratch.wide, scratch.stamp, access, pairs(words), best),
            bits => scan(&scratch.wide, scratch.stamp, access, packed(words, bits), best),
        }
    }

    fn has_hub(&self, node: u32, hub: u32, dist: u64) -> bool {
        self.dist(node, hub, Side::Up).is_some_and(|own| u64::from(own) == dist)
    }
}

/// The bits of distances in words that hold hubs as well, or 0 if there is no room for both.
fn bits_of(count: u32, farthest: u32) -> u32 {
    let width = |most: u32| u32::BITS - most.leading_zeros();
    let (hub, dist) = (width(count.saturating_sub(1)), width(farthest).max(1));
    if hub + dist <= u32::BITS { dist } else { 0 }
}

fn mask(bits: u32) -> u32 {
    (1 << bits) - 1
}

#[inline(always)]
fn pairs(words: &[u32]) -> impl Iterator<Item = (usize, u32)> + '_ {
    words.as_chunks::<2>().0.iter().map(|&[hub, dist]| (hub as usize, dist))
}

#[inline(always)]
fn packed(words: &[u32], bits: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
    words.iter().map(move |&word| ((word >> bits) as usize, word & mask(bits)))
}
