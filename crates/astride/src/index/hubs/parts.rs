//! The tables of an index by name, for saving, and rebuilding an index from such tables.

use super::label::LabelSet;
use super::names::{BACK, JUMP_HEADS, JUMP_MIDDLES, JUMP_OFFSETS, Names, OUT, SHAPE};
use super::store::{Climb, Jumps, SHAPE_LEN, Tables};
use super::validate::validate;
use super::wide::Wide;
use super::{Form, HubLabels};
use crate::base::{Column, Container, Groups, PartsError, Table, column, few, u32s};
use crate::index::contraction::options::MOST_STORED;
use crate::index::contraction::{ORDER, SparseGraph, ranks_of};

impl HubLabels {
    /// The tables with their names, always in the same order. A symmetric index has none whose name
    /// begins with `back`.
    ///
    /// `shape` contains the number of nodes, the number of stored labels, 1 if the graph is
    /// symmetric or else 0, and the low and high halves of the numbers of arcs and of shortcuts.
    pub(super) fn tables(&self) -> Vec<(&'static str, Table<'_>)> {
        match &self.0 {
            Form::Narrow(tables) => tables.tables(),
            Form::Wide(wide) => wide.tables(),
        }
    }

    /// Adds all tables to a file.
    pub(crate) fn put<'a>(&'a self, out: &mut Groups<'a>) {
        self.tables().into_iter().for_each(|(name, table)| out.put(name, table));
    }

    /// Rebuilds an index from the tables of a file, which it shares if the file can be shared.
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
    pub(crate) fn take(file: &Container<'_>) -> Result<HubLabels, PartsError> {
        let shape: [u32; SHAPE_LEN] = few(u32s(file, SHAPE)?, SHAPE)?;
        if Wide::is_in(file) {
            return Ok(HubLabels(Form::Wide(Wide::take(file, shape)?)));
        }
        let [nodes, stored, symmetric, ..] = shape;
        let expected = "counts that an index can have";
        if nodes > SparseGraph::MAX_NODES || stored > nodes.min(MOST_STORED as u32) || symmetric > 1
        {
            return Err(PartsError::Damaged { part: SHAPE, at: 0, expected });
        }
        let order = column(file, ORDER)?;
        let rank = ranks_of(&order, nodes)?.into();
        let (labels_out, climb_out) = take_side(&OUT, file)?;
        let (labels_back, climb_back) = if symmetric == 1 {
            (LabelSet::default(), Climb::default())
        } else {
            take_side(&BACK, file)?
        };
        let jumps = Jumps {
            offsets: column(file, JUMP_OFFSETS)?,
            heads: column(file, JUMP_HEADS)?,
            middles: column(file, JUMP_MIDDLES)?,
        };
        let tables = Tables {
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
        validate(&tables.view())?;
        Ok(HubLabels(Form::Narrow(tables)))
    }
}

impl Tables {
    fn tables(&self) -> Vec<(&'static str, Table<'_>)> {
        let view = self.view();
        let mut tables = vec![
            (SHAPE, self.shape[..].into()),
            (ORDER, view.order.into()),
            (JUMP_OFFSETS, view.jumps.offsets.into()),
            (JUMP_HEADS, view.jumps.heads.into()),
            (JUMP_MIDDLES, view.jumps.middles.into()),
        ];
        tables.extend(side_tables(&OUT, view.labels_out, view.climb_out));
        if !view.symmetric {
            tables.extend(side_tables(&BACK, view.labels_back, view.climb_back));
        }
        tables
    }
}

fn side_tables<'a>(
    names: &Names,
    labels: LabelSet<&'a [u32], &'a [u16]>,
    climb: Climb<&'a [u32]>,
) -> [(&'static str, Table<'a>); 7] {
    [
        (names.label_offsets, labels.offsets.into()),
        (names.hubs, labels.hubs.into()),
        (names.dists, labels.dists.into()),
        (names.next, labels.next.into()),
        (names.climb_offsets, climb.offsets.into()),
        (names.climb_arcs, climb.arcs.into()),
        (names.climb_middles, climb.middles.into()),
    ]
}

type StoredLabels = LabelSet<Column<u32>, Column<u16>>;

fn take_side(names: &Names, file: &Container<'_>) -> Result<(StoredLabels, Climb), PartsError> {
    let labels = LabelSet {
        offsets: column(file, names.label_offsets)?,
        hubs: column(file, names.hubs)?,
        dists: column(file, names.dists)?,
        next: column(file, names.next)?,
    };
    let climb = Climb {
        offsets: column(file, names.climb_offsets)?,
        arcs: column(file, names.climb_arcs)?,
        middles: column(file, names.climb_middles)?,
    };
    Ok((labels, climb))
}
