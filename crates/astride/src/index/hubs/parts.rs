//! The tables of an index by name, for saving, and rebuilding an index from such tables.

use super::HubLabels;
use super::graph::SparseGraph;
use super::label::LabelSet;
use super::names::{BACK, JUMP_HEADS, JUMP_MIDDLES, JUMP_OFFSETS, Names, ORDER, OUT, SHAPE};
use super::options::MOST_STORED;
use super::store::{Climb, Jumps, SHAPE_LEN};
use super::validate::{ranks_of, validate};
use crate::base::{Container, Groups, PartsError, Table};

/// A table of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// 16-bit numbers.
    U16(&'a [u16]),
    /// 32-bit numbers.
    U32(&'a [u32]),
}

/// A table from which an index is rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnedPart {
    /// 16-bit numbers.
    U16(Vec<u16>),
    /// 32-bit numbers.
    U32(Vec<u32>),
}

impl Part<'_> {
    /// An owned copy.
    pub fn to_owned(self) -> OwnedPart {
        match self {
            Part::U16(numbers) => OwnedPart::U16(numbers.to_vec()),
            Part::U32(numbers) => OwnedPart::U32(numbers.to_vec()),
        }
    }
}

impl<'a> From<Part<'a>> for Table<'a> {
    fn from(part: Part<'a>) -> Self {
        match part {
            Part::U16(numbers) => numbers.into(),
            Part::U32(numbers) => numbers.into(),
        }
    }
}

impl HubLabels {
    /// The tables with their names, always in the same order. A symmetric index has none whose name
    /// begins with `back`.
    ///
    /// `shape` contains the number of nodes, the number of stored labels, 1 if the graph is
    /// symmetric or else 0, and the low and high halves of the numbers of arcs and of shortcuts.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
    /// let graph = SparseGraph::from_arcs(2, &[(0, 1, 5)])?;
    /// let labels = HubLabels::build(&graph, &HubOptions::default())?;
    /// let saved = labels.parts();
    /// let take = |name: &str| {
    ///     let part = saved.iter().find(|part| part.0 == name)?;
    ///     Some(part.1.to_owned())
    /// };
    /// assert_eq!(HubLabels::from_parts(take)?, labels);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self) -> Vec<(&'static str, Part<'_>)> {
        let mut parts = vec![
            (SHAPE, Part::U32(&self.shape)),
            (ORDER, Part::U32(&self.order)),
            (JUMP_OFFSETS, Part::U32(&self.jumps.offsets)),
            (JUMP_HEADS, Part::U16(&self.jumps.heads)),
            (JUMP_MIDDLES, Part::U32(&self.jumps.middles)),
        ];
        parts.extend(side_parts(&OUT, &self.labels_out, &self.climb_out));
        if !self.symmetric {
            parts.extend(side_parts(&BACK, &self.labels_back, &self.climb_back));
        }
        parts
    }

    /// Rebuilds an index from tables that `take` returns by name.
    ///
    /// Everything that is later used as an index, or that must terminate, is checked, so that no
    /// query panics or hangs. The tables cannot show whether the costs are those of the graph.
    ///
    /// # Complexity
    ///
    /// O(table sizes · log of the largest label) time, twice the memory of the tables.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged.
    pub fn from_parts(
        mut take: impl FnMut(&'static str) -> Option<OwnedPart>,
    ) -> Result<HubLabels, PartsError> {
        let shape: Vec<u32> = take_wide(SHAPE, &mut take)?;
        let shape: [u32; SHAPE_LEN] = shape.try_into().map_err(|numbers: Vec<u32>| {
            PartsError::Damaged { part: SHAPE, at: numbers.len(), expected: "7 numbers" }
        })?;
        let [nodes, stored, symmetric, ..] = shape;
        let expected = "counts that an index can have";
        if nodes > SparseGraph::MAX_NODES || stored > nodes.min(MOST_STORED as u32) || symmetric > 1
        {
            return Err(PartsError::Damaged { part: SHAPE, at: 0, expected });
        }
        let order = take_wide(ORDER, &mut take)?;
        let rank = ranks_of(&order, nodes)?;
        let (labels_out, climb_out) = take_side(&OUT, &mut take)?;
        let (labels_back, climb_back) = if symmetric == 1 {
            (LabelSet::default(), Climb::default())
        } else {
            take_side(&BACK, &mut take)?
        };
        let jumps = Jumps {
            offsets: take_wide(JUMP_OFFSETS, &mut take)?,
            heads: take_narrow(JUMP_HEADS, &mut take)?,
            middles: take_wide(JUMP_MIDDLES, &mut take)?,
        };
        let index = HubLabels {
            symmetric: symmetric == 1,
            stored,
            shape,
            order,
            rank,
            labels_out,
            labels_back,
            climb_out,
            climb_back,
            jumps,
        };
        validate(&index)?;
        Ok(index)
    }
}

impl HubLabels {
    /// Adds all [`parts`](Self::parts) to a file.
    pub(crate) fn put<'a>(&'a self, out: &mut Groups<'a>) {
        self.parts().into_iter().for_each(|(name, part)| out.put(name, part));
    }

    /// Rebuilds an index from the tables of a file, as [`from_parts`](Self::from_parts) does.
    pub(crate) fn take(file: &Container<'_>) -> Result<HubLabels, PartsError> {
        HubLabels::from_parts(|name| {
            let wide = || file.u32s(name).map(OwnedPart::U32);
            file.u16s(name).map(OwnedPart::U16).or_else(wide)
        })
    }
}

fn side_parts<'a>(
    names: &Names,
    labels: &'a LabelSet,
    climb: &'a Climb,
) -> [(&'static str, Part<'a>); 7] {
    [
        (names.label_offsets, Part::U32(&labels.offsets)),
        (names.hubs, Part::U16(&labels.hubs)),
        (names.dists, Part::U32(&labels.dists)),
        (names.next, Part::U16(&labels.next)),
        (names.climb_offsets, Part::U32(&climb.offsets)),
        (names.climb_arcs, Part::U32(&climb.arcs)),
        (names.climb_middles, Part::U32(&climb.middles)),
    ]
}

type Take<'a> = dyn FnMut(&'static str) -> Option<OwnedPart> + 'a;

fn take_side(names: &Names, take: &mut Take<'_>) -> Result<(LabelSet, Climb), PartsError> {
    let labels = LabelSet {
        offsets: take_wide(names.label_offsets, take)?,
        hubs: take_narrow(names.hubs, take)?,
        dists: take_wide(names.dists, take)?,
        next: take_narrow(names.next, take)?,
    };
    let climb = Climb {
        offsets: take_wide(names.climb_offsets, take)?,
        arcs: take_wide(names.climb_arcs, take)?,
        middles: take_wide(names.climb_middles, take)?,
    };
    Ok((labels, climb))
}

fn take_wide(part: &'static str, take: &mut Take<'_>) -> Result<Vec<u32>, PartsError> {
    match take(part) {
        Some(OwnedPart::U32(numbers)) => Ok(numbers),
        _ => Err(PartsError::Missing { part }),
    }
}

fn take_narrow(part: &'static str, take: &mut Take<'_>) -> Result<Vec<u16>, PartsError> {
    match take(part) {
        Some(OwnedPart::U16(numbers)) => Ok(numbers),
        _ => Err(PartsError::Missing { part }),
    }
}
