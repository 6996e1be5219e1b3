//! Links: arcs between any two cells, such as stairs and portals.

use crate::base::{Cell, MAX_SLOTS, NodeId};
use crate::shapes::square::grid::{Grid, GridError, Kind};

/// The most links that may leave, and the most that may enter, one cell.
pub const MAX_LINKS_PER_CELL: usize = MAX_SLOTS as usize - 8;

/// A one-way arc between two cells. It can be taken by every mover that can stand on both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// Where it leaves.
    pub from: NodeId,
    /// Where it arrives.
    pub to: NodeId,
    /// Ticks, 1 to [`Link::MAX_COST`]; terrain does not change it.
    pub cost: u32,
}

impl Link {
    /// The most ticks a link may cost: 2³⁰.
    pub const MAX_COST: u32 = 1 << 30;
}

/// All links, findable from both ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// Sorted by `(from, to)`; the pair is unique.
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

    /// Where `link` stands among those arriving at its end.
    pub(crate) fn place_among_arriving(&self, link: &Link) -> u16 {
        let arriving = self.arriving(link.to);
        arriving.partition_point(|other| other.from < link.from) as u16
    }

    /// Where `link` stands among those leaving its start.
    pub(crate) fn place_among_leaving(&self, link: &Link) -> u16 {
        let leaving = self.leaving(link.from);
        leaving.partition_point(|other| other.to < link.to) as u16
    }

    /// The same links with some taken out and some put in. A link between the same two cells
    /// replaces the earlier one.
    pub(crate) fn with(&self, grid: &Grid, changes: &[LinkChange]) -> Result<Links, GridError> {
        let mut all = self.by_start.clone();
        for change in changes {
            match *change {
                LinkChange::Add(link) => {
                    match all.binary_search_by_key(&(link.from, link.to), |l| (l.from, l.to)) {
                        Ok(at) => all[at] = link,
                        Err(at) => all.insert(at, link),
                    }
                }
                LinkChange::Remove(from, to) => {
                    match all.binary_search_by_key(&(from, to), |l| (l.from, l.to)) {
                        Ok(at) => _ = all.remove(at),
                        Err(_) => {
                            let (from, to) = (grid.cell(from), grid.cell(to));
                            return Err(GridError(Kind::NoLink { from, to }));
                        }
                    }
                }
            }
        }
        Links::of(all).map_err(|node| GridError(Kind::TooManyLinks { cell: grid.cell(node) }))
    }

    /// These links, which are sorted by start, then by end; or a cell that has too many.
    pub(super) fn of(all: Vec<Link>) -> Result<Links, NodeId> {
        let mut by_end = all.clone();
        by_end.sort_by_key(|link| (link.to, link.from));
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

/// One step of a batch that changes links.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkChange {
    Add(Link),
    Remove(NodeId, NodeId),
}

/// Checks a link between two cells of `grid`.
pub(crate) fn checked_link(
    grid: &Grid,
    from: Cell,
    to: Cell,
    cost: u32,
) -> Result<Link, GridError> {
    if from == to {
        return Err(GridError(Kind::LinkLoop { cell: from }));
    }
    if cost == 0 || cost > Link::MAX_COST {
        return Err(GridError(Kind::LinkCost { from, to, cost }));
    }
    Ok(Link { from: grid.checked_node(from)?, to: grid.checked_node(to)?, cost })
}

fn longest_run(links: &[Link], end: impl Fn(&Link) -> NodeId) -> Option<(NodeId, usize)> {
    links
        .chunk_by(|a, b| end(a) == end(b))
        .map(|run| (end(&run[0]), run.len()))
        .max_by_key(|&(_, count)| count)
}
