//! Which nodes a mover covers when it is at one of them.

use crate::base::NodeId;

/// The nodes that a mover covers when it is at one of them, for
/// [`Editable::cover`](crate::shapes::Editable::cover).
///
/// # Examples
///
/// ```
/// use astride::shapes::Cover;
/// let width = 40;
/// assert_ne!(Cover::along([(2, 1), (2, width), (1, 0)]), Cover::ONE, "two columns and two rows");
/// assert_eq!(Cover::along([(1, 1), (1, width), (0, 0)]), Cover::ONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    axes: [Axis; 3],
    disc: Option<Disc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    count: u32,
    apart: u32,
    ring: Option<Ring>,
}

/// The nodes within some steps of one, where rows are slanted as in [`hex`](super::hex).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Disc {
    radius: i32,
    /// The number of nodes in a row.
    width: i32,
}

impl Disc {
    fn runs(self, at: NodeId) -> impl Iterator<Item = (usize, usize)> {
        let Disc { radius, width } = self;
        (-radius..=radius).filter_map(move |row| {
            let first = row as isize * width as isize + (-radius).max(-radius - row) as isize;
            Some((at.index().checked_add_signed(first)?, (2 * radius + 1 - row.abs()) as usize))
        })
    }
}

/// Where an axis comes round to its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    /// How many nodes there are along the axis before it begins again, with those that are no places.
    pub(crate) of: u32,
    /// The first place among them, and the number of places.
    pub(crate) first: u32,
    pub(crate) length: u32,
}

impl Axis {
    const NONE: Axis = Axis { count: 1, apart: 0, ring: None };

    /// The nodes from one on.
    fn from(self, at: usize) -> impl Iterator<Item = usize> {
        let Axis { count, apart, ring } = self;
        let apart = apart as usize;
        let (until, back) = ring.map_or((usize::MAX, 0), |ring| {
            let place = at / apart.max(1) % ring.of as usize;
            let until = (ring.first + ring.length) as usize;
            (until.saturating_sub(place), ring.length as usize * apart)
        });
        (0..count as usize).map(move |step| {
            let ahead = at.saturating_add(apart.saturating_mul(step));
            if step < until { ahead } else { ahead - back }
        })
    }
}

impl Cover {
    /// That node alone.
    pub const ONE: Cover = Cover { axes: [Axis::NONE; 3], disc: None };

    /// Along up to three axes, how many nodes, and how far apart their numbers are; a count of 0 is as
    /// good as one of 1. The nodes along one axis lie closer together than two neighbours along a later
    /// one, as columns, rows and layers do.
    pub fn along(axes: [(u32, u32); 3]) -> Self {
        let axes = axes.map(|(count, apart)| match count {
            0 | 1 => Axis::NONE,
            _ => Axis { count, apart, ring: None },
        });
        Cover { axes, disc: None }
    }

    /// All nodes within `radius` steps, a few, on hexagons in rows of `width`.
    pub(crate) fn within(radius: u32, width: u32) -> Self {
        let disc = Disc { radius: radius as i32, width: width as i32 };
        if radius == 0 { Cover::ONE } else { Cover { disc: Some(disc), ..Cover::ONE } }
    }

    /// The same where an axis comes round; it has at least as many places as are covered.
    pub(crate) fn joined(mut self, axis: usize, ring: Ring) -> Self {
        if self.axes[axis].count > 1 {
            self.axes[axis].ring = Some(ring);
        }
        self
    }

    /// Itself, if it is more than one node.
    pub(crate) fn beyond_one(self) -> Option<Self> {
        (self != Cover::ONE).then_some(self)
    }

    /// Whether a mover at a node covers another one.
    pub(crate) fn covers(self, at: NodeId, index: usize) -> bool {
        if self.disc.is_some() || self.axes.iter().any(|axis| axis.ring.is_some()) {
            return self.runs(at).any(|(run, length)| (run..run + length).contains(&index));
        }
        let Some(mut left) = index.checked_sub(at.index()) else { return false };
        for Axis { count, apart, .. } in self.axes.into_iter().rev().filter(|axis| axis.count > 1) {
            let steps = left / (apart as usize).max(1);
            if steps >= count as usize {
                return false;
            }
            left -= steps * apart as usize;
        }
        left == 0
    }

    /// How many nodes a mover covers.
    pub(super) fn count(self) -> u64 {
        match self.disc {
            None => self.axes.iter().map(|axis| u64::from(axis.count)).product(),
            Some(Disc { radius, .. }) => 3 * radius as u64 * (radius as u64 + 1) + 1,
        }
    }

    /// The nodes that a mover covers, as the first of some neighbours in a row and their number: row by
    /// row. Those before node 0 are left out.
    pub(crate) fn runs(self, at: NodeId) -> impl Iterator<Item = (usize, usize)> {
        let [first, second, third] = self.axes;
        let (length, first) = match first {
            Axis { apart: 1, ring: None, count } => (count as usize, Axis::NONE),
            _ => (1, first),
        };
        let rows = third.from(at.index()).flat_map(move |plane| second.from(plane));
        let boxed = rows.flat_map(move |row| first.from(row)).map(move |run| (run, length));
        let boxed = boxed.take(if self.disc.is_some() { 0 } else { usize::MAX });
        boxed.chain(self.disc.into_iter().flat_map(move |disc| disc.runs(at)))
    }

    /// The nodes that a mover covers where it is wholly on the map, in the same order.
    pub(crate) fn nodes(self, at: NodeId) -> impl Iterator<Item = NodeId> {
        let runs = self.runs(at).flat_map(|(run, length)| run..run.saturating_add(length));
        runs.map(|index| NodeId::new(index as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covered_nodes_are_those_that_a_mover_covers() {
        let at = NodeId::new(7);
        let box_of = Cover::along([(2, 1), (3, 5), (2, 20)]);
        for cover in [
            Cover::ONE,
            Cover::along([(2, 1), (2, 5), (3, 20)]),
            Cover::along([(0, 0), (3, 5), (1, 20)]),
            Cover::within(1, 6),
            box_of.joined(0, Ring { of: 5, first: 0, length: 3 }),
            box_of.joined(1, Ring { of: 4, first: 1, length: 3 }),
        ] {
            let mut listed: Vec<usize> = cover.nodes(at).map(NodeId::index).collect();
            listed.sort_unstable();
            let all: Vec<usize> = (0..100).filter(|&index| cover.covers(at, index)).collect();
            assert_eq!(listed, all, "{cover:?}");
            assert_eq!(cover.count(), all.len() as u64, "{cover:?}");
        }
    }

    #[test]
    fn an_axis_comes_round_after_its_last_place() {
        // Rows of a rim, three places and a rim; four lines, of which the first is a rim.
        let cover = Cover::along([(2, 1), (2, 5), (1, 0)]);
        let cover = cover.joined(0, Ring { of: 5, first: 1, length: 3 });
        let cover = cover.joined(1, Ring { of: 4, first: 1, length: 3 });
        let covered = |at| cover.nodes(NodeId::new(at)).map(NodeId::get).collect::<Vec<u32>>();
        assert_eq!(covered(6), [6, 7, 11, 12]);
        assert_eq!(covered(8), [8, 6, 13, 11]);
        assert_eq!(covered(18), [18, 16, 8, 6]);
        assert_eq!(covered(38), [38, 36, 28, 26], "on the next floor");
    }
}
