//! Edits of the arcs of a graph, applied all or none.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;
use super::build::check_arc;
use super::error::{GraphError, Kind};
use crate::base::{CellRect, NodeId, Pack, Packer, PartsError, SmallSort, Unpacker};
use crate::world::World;

/// The ends and costs of the arcs that leave a node, in order.
pub(super) type Row = Vec<(u32, u32)>;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Change {
    Cost { from: u32, to: u32, cost: u32 },
    Add { from: u32, to: u32, cost: u32 },
    Remove { from: u32, to: u32 },
}

/// A batch of edits for [`Graph::apply`]: changed costs, new arcs, removed arcs.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphEdit {
    changes: Vec<Change>,
}

impl GraphEdit {
    /// An empty batch.
    pub fn new() -> Self {
        GraphEdit::default()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Sets the cost of all arcs from one node to another, in ticks.
    pub fn cost(&mut self, from: u32, to: u32, cost: u32) -> &mut Self {
        self.push(Change::Cost { from, to, cost })
    }

    /// Adds an arc, which may be parallel to others.
    pub fn add(&mut self, from: u32, to: u32, cost: u32) -> &mut Self {
        self.push(Change::Add { from, to, cost })
    }

    /// Removes all arcs from one node to another.
    pub fn remove(&mut self, from: u32, to: u32) -> &mut Self {
        self.push(Change::Remove { from, to })
    }

    /// The batch that undoes this one: applied after it, all is again as it is in `graph` now, except
    /// the revision, and bounds of costs, which may stay wider, so that A* expands more.
    ///
    /// # Errors
    ///
    /// That of [`Graph::apply`], if `graph` does not take this batch.
    ///
    /// # Complexity
    ///
    /// As for [`Graph::apply`], with the arcs at a node once more for each node whose arcs change.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::graph::{Graph, GraphEdit};
    /// let mut roads = Graph::from_arcs(3, &[(0, 1, 40), (1, 2, 10), (1, 2, 15)])?;
    /// let mut batch = GraphEdit::new();
    /// batch.cost(0, 1, 50).remove(1, 2).add(2, 0, 5);
    /// let undo = batch.inverse(&roads)?;
    /// roads.apply(&batch)?;
    /// roads.apply(&undo)?;
    /// assert!(roads.all_arcs().eq([(0, 1, 40), (1, 2, 10), (1, 2, 15)]));
    /// # Ok::<(), astride::shapes::graph::GraphError>(())
    /// ```
    pub fn inverse(&self, graph: &Graph) -> Result<GraphEdit, GraphError> {
        let rows = graph.rows_after(self)?;
        graph.rebuilt(&rows)?;
        let mut undo = GraphEdit::new();
        for (&from, after) in &rows {
            let before = graph.row(NodeId::new(from));
            let ends = |row: &Row| row.iter().map(|arc| arc.0).collect::<BTreeSet<u32>>();
            let distinct = |mut arcs: Row| {
                arcs.sort_small();
                arcs.dedup();
                arcs
            };
            // A change of a cost is one of all arcs to an end.
            let have_one_cost = ends(&before).len() == distinct(before.clone()).len();
            if have_one_cost && have_same_ends(&before, after) {
                let changed = before.iter().zip(after).filter(|(arc, after)| arc != after);
                for (to, cost) in distinct(changed.map(|(arc, _)| *arc).collect()) {
                    undo.cost(from, to, cost);
                }
            } else if before != *after {
                // The order of arcs is part of the graph, so all of them are put back.
                ends(after).into_iter().for_each(|to| _ = undo.remove(from, to));
                before.into_iter().for_each(|(to, cost)| _ = undo.add(from, to, cost));
            }
        }
        Ok(undo)
    }

    fn push(&mut self, change: Change) -> &mut Self {
        self.changes.push(change);
        self
    }
}

impl Pack for GraphEdit {
    fn pack(&self, out: &mut Packer) {
        self.changes.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        Ok(GraphEdit { changes: Pack::unpack(from)? })
    }
}

impl Pack for Change {
    fn pack(&self, out: &mut Packer) {
        out.numbers(match *self {
            Change::Cost { from, to, cost } => [0, from.into(), to.into(), cost.into()],
            Change::Add { from, to, cost } => [1, from.into(), to.into(), cost.into()],
            Change::Remove { from, to } => [2, from.into(), to.into(), 0],
        });
    }

    fn unpack(numbers: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        let kind = numbers.number(2, "a kind of change")?;
        let (from, to) = (numbers.u32()?, numbers.u32()?);
        Ok(match kind {
            0 => Change::Cost { from, to, cost: numbers.u32()? },
            1 => Change::Add { from, to, cost: numbers.u32()? },
            _ => {
                numbers.number(0, "0 where there is no cost")?;
                Change::Remove { from, to }
            }
        })
    }
}

impl Graph {
    /// Applies a batch in order, all or none, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If a node does not exist, if a cost is above [`Graph::MAX_COST`], if there is no arc to
    /// change or remove, or if a node would have more than 4095 arcs; the graph is unchanged in
    /// that case.
    ///
    /// # Complexity
    ///
    /// O(changes · arcs at a node) if only costs change, and O(nodes + arcs) if arcs are added or
    /// removed.
    pub fn apply(&mut self, edit: &GraphEdit) -> Result<u64, GraphError> {
        let rows = self.rows_after(edit)?;
        self.write_rows(&rows)?;
        for change in &edit.changes {
            let (Change::Cost { from, to, .. }
            | Change::Add { from, to, .. }
            | Change::Remove { from, to }) = *change;
            for node in [from, to] {
                self.log.note(self.log.revision() + 1, CellRect::new(node, 0, 1, 1));
            }
        }
        self.log.raise();
        Ok(self.log.revision())
    }

    /// The arcs that leave the nodes in a batch after it.
    fn rows_after(&self, edit: &GraphEdit) -> Result<BTreeMap<u32, Row>, GraphError> {
        let mut rows: BTreeMap<u32, Row> = BTreeMap::new();
        for &change in &edit.changes {
            let (Change::Cost { from, to, .. }
            | Change::Add { from, to, .. }
            | Change::Remove { from, to }) = change;
            let cost = match change {
                Change::Cost { cost, .. } | Change::Add { cost, .. } => cost,
                Change::Remove { .. } => 0,
            };
            check_arc(self.node_count(), (from, to, cost))?;
            let row = rows.entry(from).or_insert_with(|| self.row(NodeId::new(from)));
            if !matches!(change, Change::Add { .. }) && row.iter().all(|arc| arc.0 != to) {
                return Err(GraphError(Kind::NoSuchArc { from, to }));
            }
            match change {
                Change::Cost { .. } => {
                    row.iter_mut().filter(|arc| arc.0 == to).for_each(|arc| arc.1 = cost);
                }
                Change::Add { .. } => row.push((to, cost)),
                Change::Remove { .. } => row.retain(|arc| arc.0 != to),
            }
        }
        Ok(rows)
    }

    /// The arcs that leave a node.
    pub(super) fn row(&self, node: NodeId) -> Row {
        self.leaving.at(node).iter().map(|arc| (arc.node.get(), arc.cost)).collect()
    }

    /// Replaces the arcs that leave some nodes, without logging it.
    pub(super) fn write_rows(&mut self, rows: &BTreeMap<u32, Row>) -> Result<(), GraphError> {
        match self.rebuilt(rows)? {
            Some(graph) => *self = graph,
            None => self.write_costs(rows),
        }
        Ok(())
    }

    /// The graph with other arcs leaving some nodes; `None` if only their costs are others.
    fn rebuilt(&self, rows: &BTreeMap<u32, Row>) -> Result<Option<Graph>, GraphError> {
        if rows.iter().all(|(&from, row)| have_same_ends(&self.row(NodeId::new(from)), row)) {
            return Ok(None);
        }
        let arcs = self.nodes().flat_map(|from| {
            let new = rows.get(&from.get());
            let old = if new.is_none() { self.leaving.at(from) } else { &[] };
            let old = old.iter().map(|arc| (arc.node.get(), arc.cost));
            old.chain(new.into_iter().flatten().copied())
                .map(move |(to, cost)| (from.get(), to, cost))
        });
        self.with_arcs(&arcs.collect::<Vec<_>>()).map(Some)
    }

    /// Writes the costs of the arcs that leave some nodes, at both ends.
    fn write_costs(&mut self, rows: &BTreeMap<u32, Row>) {
        for (&from, row) in rows {
            for (at, &(to, cost)) in row.iter().enumerate() {
                let arc = &mut self.leaving.at_mut(NodeId::new(from))[at];
                arc.cost = cost;
                let slot = usize::from(arc.slot.code());
                self.arriving.at_mut(NodeId::new(to))[slot].cost = cost;
                self.costs = (self.costs.0.min(cost), self.costs.1.max(cost));
                self.layout.fit(from, to, cost);
            }
        }
    }
}

/// Whether the arcs of two rows lead to the same places in the same order.
fn have_same_ends(row: &Row, other: &Row) -> bool {
    row.iter().map(|arc| arc.0).eq(other.iter().map(|arc| arc.0))
}
