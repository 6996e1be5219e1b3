//! Links: arcs between any two cells, such as stairs and portals.

use std::collections::BTreeMap;

use super::{Arc, Way};
use crate::base::{MAX_SLOTS, NodeId, PartsError, Slot, SmallSort, check};

/// The maximum number of links that may leave one cell, and that may enter it.
pub const MAX_LINKS_PER_CELL: usize = MAX_SLOTS as usize - 8;

/// A one-way arc between two cells. Every mover that can stand on both ends can take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// Where it leaves.
    pub from: NodeId,
    /// Where it arrives.
    pub to: NodeId,
    /// The cost in ticks, 1 to [`Link::MAX_COST`]; terrain does not change it.
    pub cost: u32,
}

impl Link {
    /// The maximum cost of a link, 2³⁰ ticks.
    pub const MAX_COST: u32 = 1 << 30;
}

/// All links, indexed by both ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// Sorted by `(from, to)`; each pair occurs once.
    by_start: Vec<Link>,
    /// The same, sorted by `(to, from)`.
    by_end: Vec<Link>,
}

impl Links {
    pub(crate) fn all(&self) -> &[Link] {
        &self.by_start
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.by_start.capacity() + self.by_end.capacity()) * size_of::<Link>()
    }

    /// Links leaving `node`.
    pub(crate) fn leaving(&self, node: NodeId) -> &[Link] {
        let start = self.by_start.partition_point(|link| link.from < node);
        let rest = &self.by_start[start..];
        &rest[..rest.iter().take_while(|link| link.from == node).count()]
    }

    /// Links arriving at `node`.
    pub(crate) fn arriving(&self, node: NodeId) -> &[Link] {
        let start = self.by_end.partition_point(|link| link.to < node);
        let rest = &self.by_end[start..];
        &rest[..rest.iter().take_while(|link| link.to == node).count()]
    }

    /// The index of `link` among those arriving at its end.
    pub(crate) fn place_among_arriving(&self, link: &Link) -> u16 {
        let arriving = self.arriving(link.to);
        arriving.partition_point(|other| other.from < link.from) as u16
    }

    /// The index of `link` among those leaving its start.
    pub(crate) fn place_among_leaving(&self, link: &Link) -> u16 {
        let leaving = self.leaving(link.from);
        leaving.partition_point(|other| other.to < link.to) as u16
    }

    /// The same links with some taken out and some put in. A link between the same two cells
    /// replaces the earlier one. O(n log n) for `n` links and changes.
    pub(crate) fn with(&self, changes: &[LinkChange]) -> Result<Links, LinkFault> {
        let ends = |link: &Link| (link.from, link.to);
        // What becomes of each link that is named, if it stays.
        let mut named: BTreeMap<(NodeId, NodeId), Option<Link>> = BTreeMap::new();
        for change in changes {
            match *change {
                LinkChange::Add(link) => _ = named.insert(ends(&link), Some(link)),
                LinkChange::Remove(from, to) => {
                    let is_here = || self.by_start.binary_search_by_key(&(from, to), ends).is_ok();
                    let before = named.insert((from, to), None);
                    if !before.map_or_else(is_here, |link| link.is_some()) {
                        return Err(LinkFault::Missing(from, to));
                    }
                }
            }
        }
        let kept = self.by_start.iter().filter(|link| !named.contains_key(&ends(link))).copied();
        let mut all: Vec<Link> = kept.chain(named.values().copied().flatten()).collect();
        all.sort_small();
        Links::of(all).map_err(LinkFault::TooMany)
    }

    /// The ends of links that are in only one of the two sets, or have different costs.
    pub(crate) fn ends_that_differ(&self, others: &Links) -> Vec<NodeId> {
        let missing = |a: &Links, b: &Links| -> Vec<Link> {
            a.all().iter().filter(|link| b.all().binary_search(link).is_err()).copied().collect()
        };
        let differ = [missing(self, others), missing(others, self)].concat();
        differ.iter().flat_map(|link| [link.from, link.to]).collect()
    }

    /// Reads links from the numbers of a file: start, end and ticks of each, between two of `count`
    /// nodes that are valid places.
    pub(crate) fn take(
        numbers: &[u32],
        part: &'static str,
        count: u32,
        is_place: impl Fn(NodeId) -> bool,
    ) -> Result<Links, PartsError> {
        let (links, rest) = numbers.as_chunks::<3>();
        check(rest.is_empty(), part, numbers.len(), "three numbers for each link")?;
        let mut all: Vec<Link> = Vec::with_capacity(links.len());
        for (at, &[from, to, cost]) in links.iter().enumerate() {
            let check = |good, expected| check(good, part, 3 * at, expected);
            let link = Link { from: NodeId::new(from), to: NodeId::new(to), cost };
            let are_places = from.max(to) < count && is_place(link.from) && is_place(link.to);
            check(are_places && from != to, "two cells of the grid")?;
            check((1..=Link::MAX_COST).contains(&cost), "a cost of 1 to 2^30 ticks")?;
            let follows = |last: &Link| (last.from, last.to) < (link.from, link.to);
            check(all.last().is_none_or(follows), "links by start, then by end")?;
            all.push(link);
        }
        let expected = "at most 4087 links into and out of one cell";
        Links::of(all).map_err(|_| PartsError::Damaged { part, at: 0, expected })
    }

    /// A set of these links, which are sorted by start, then by end; the error is a cell with too
    /// many.
    pub(crate) fn of(all: Vec<Link>) -> Result<Links, NodeId> {
        let mut by_end = all.clone();
        by_end.sort_small_by_key(|link| (link.to, link.from));
        let crowded_start = longest_run(&all, |link| link.from);
        let crowded_end = longest_run(&by_end, |link| link.to);
        for (node, count) in [crowded_start, crowded_end].into_iter().flatten() {
            if count > MAX_LINKS_PER_CELL {
                return Err(node);
            }
        }
        Ok(Links { by_start: all, by_end })
    }
}

/// A change of links within a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkChange {
    Add(Link),
    Remove(NodeId, NodeId),
}

/// What turns links that are `found` into those `wanted`; both by start, then by end.
pub(crate) fn relinking(found: &[Link], wanted: &[Link]) -> Vec<LinkChange> {
    if found == wanted {
        return Vec::new();
    }
    let is_gone = |link: &&Link| {
        wanted.binary_search_by_key(&(link.from, link.to), |link| (link.from, link.to)).is_err()
    };
    let gone = found.iter().filter(is_gone).map(|link| LinkChange::Remove(link.from, link.to));
    let new = wanted.iter().filter(|link| found.binary_search(link).is_err());
    gone.chain(new.map(|&link| LinkChange::Add(link))).collect()
}

/// Why links cannot be changed this way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkFault {
    /// No link leads from the first to the second.
    Missing(NodeId, NodeId),
    /// Too many leave or enter it.
    TooMany(NodeId),
}

fn longest_run(links: &[Link], end: impl Fn(&Link) -> NodeId) -> Option<(NodeId, usize)> {
    links
        .chunk_by(|a, b| end(a) == end(b))
        .map(|run| (end(&run[0]), run.len()))
        .max_by_key(|&(_, count)| count)
}

/// Visits the links at a node whose other end is passable. Compiled once, and not again in everything
/// that looks at arcs.
pub(crate) fn visit_links(
    links: &Links,
    node: NodeId,
    way: Way,
    is_passable: &dyn Fn(NodeId) -> bool,
    visit: &mut dyn FnMut(Arc),
) {
    match way {
        Way::Forward => {
            for link in links.leaving(node).iter().filter(|link| is_passable(link.to)) {
                let slot = Slot::new(8 + links.place_among_arriving(link));
                visit(Arc { node: link.to, cost: link.cost, slot });
            }
        }
        Way::Backward => {
            for link in links.arriving(node).iter().filter(|link| is_passable(link.from)) {
                let slot = Slot::new(8 + links.place_among_leaving(link));
                visit(Arc { node: link.from, cost: link.cost, slot });
            }
        }
    }
}

/// The other end of the link with this slot at a node.
pub(crate) fn follow_link(links: &Links, node: NodeId, slot: Slot, way: Way) -> NodeId {
    let place = usize::from(slot.code()) - 8;
    match way {
        Way::Forward => links.arriving(node)[place].from,
        Way::Backward => links.leaving(node)[place].to,
    }
}
