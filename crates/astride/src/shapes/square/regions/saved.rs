//! Saving regions as bytes, and checking their guarantees on loading.

use super::{Gate, NOWHERE, Regions, RegionsOptions, beside, describe};
use crate::base::{Cell, Container, Groups, NodeId, SmallSort, few, u32s};
use crate::shapes::square::GridView;
use crate::shapes::square::origin::Origin;
use crate::shapes::square::saved::{
    LoadError, SaveError, Tables, check, check_current, load, save, wrong,
};
use crate::shapes::square::walls::squared_wall_distances;
use crate::world::World;

/// `narrow_percent` and `least_cells`.
const OPTIONS: &str = "regions.options";
const LABELS: &str = "regions.labels";
/// The two regions of each gate, and the number of its cells.
const GATES: &str = "regions.gates";
const CELLS: &str = "regions.cells";

impl Regions {
    /// The regions as bytes, for [`Regions::load`]; equal regions give equal bytes.
    ///
    /// # Errors
    ///
    /// If they do not match `view`.
    ///
    /// # Complexity
    ///
    /// O(cells + bytes).
    pub fn save(&self, view: &GridView<'_>) -> Result<Vec<u8>, SaveError> {
        save(self, view)
    }

    /// Loads saved regions for a view of the same map by the same mover, at any revision.
    ///
    /// The properties of regions and gates are checked cell by cell: every passable cell is in a
    /// region, regions are connected, and each step from one to another begins or ends in a gate
    /// between the two. Bytes forged with all their checksums can lead to other regions than a
    /// build would give, but these properties always hold.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another kind, or if the regions belong to another map or
    /// mover.
    ///
    /// # Complexity
    ///
    /// O(cells + cells of gates · log gates), several times faster than building them.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Self, LoadError> {
        load(bytes, view)
    }
}

impl Tables for Regions {
    const GROUP: &'static str = "regions";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        check_current(Self::GROUP, self.is_of(view), [self.revision(), view.revision()])
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(OPTIONS, vec![self.options.narrow_percent, self.options.least_cells]);
        out.put(LABELS, &self.labels[..]);
        let entry = |gate: &Gate| [gate.regions.0, gate.regions.1, gate.cells.len() as u32];
        out.put(GATES, self.gates.iter().flat_map(entry).collect::<Vec<u32>>());
        let cells = self.gates.iter().flat_map(|gate| &gate.cells);
        let id = |cell: &Cell| cell.y * self.width + cell.x;
        out.put(CELLS, cells.map(id).collect::<Vec<u32>>());
    }

    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let [narrow_percent, least_cells] = few(u32s(tables, OPTIONS)?, OPTIONS)?;
        check(narrow_percent <= 100, OPTIONS, 0, "0 to 100 percent")?;
        let view = &view.clone().prepared();
        let labels = u32s(tables, LABELS)?;
        let count = check_labels(&labels, view)?;
        let gates = gates_of(&u32s(tables, GATES)?, &u32s(tables, CELLS)?, count, view)?;
        check_borders(&labels, &gates, view)?;
        let distances = squared_wall_distances(view).ok_or(LoadError::Memory)?;
        Ok(Regions {
            regions: describe(view, &labels, count, &distances),
            labels,
            gates,
            options: RegionsOptions { narrow_percent, least_cells },
            origin: Origin::of_steps(view),
            step_table: view.step_table().expect("it is prepared").clone(),
            width: view.grid().width(),
        })
    }
}

/// The number of regions, if all cells are in one, they are numbered by their first cells, and each
/// is connected.
fn check_labels(labels: &[u32], view: &GridView<'_>) -> Result<u32, LoadError> {
    let nodes = view.node_count() as usize;
    check(labels.len() == nodes, LABELS, labels.len(), "as many numbers as cells")?;
    let mut is_seen = vec![false; nodes];
    let mut open = Vec::new();
    let mut count = 0;
    for node in (0..view.node_count()).map(NodeId::new) {
        let (at, label) = (node.index(), labels[node.index()]);
        if !view.is_passable(node) {
            check(label == NOWHERE, LABELS, at, "no region where one cannot stand")?;
            continue;
        }
        if is_seen[at] {
            continue;
        }
        check(label == count, LABELS, at, "one region, and the next number at its first cell")?;
        count += 1;
        is_seen[at] = true;
        open.push(node);
        while let Some(node) = open.pop() {
            for other in beside(view, node) {
                if labels[other.index()] == label && !is_seen[other.index()] {
                    is_seen[other.index()] = true;
                    open.push(other);
                }
            }
        }
    }
    Ok(count)
}

/// The gates, if all their numbers are valid.
fn gates_of(
    entries: &[u32],
    ids: &[u32],
    count: u32,
    view: &GridView<'_>,
) -> Result<Vec<Gate>, LoadError> {
    let (entries, rest) = entries.as_chunks::<3>();
    check(rest.is_empty(), GATES, 3 * entries.len(), "three numbers for each gate")?;
    let is_place = |&id: &u32| id < view.node_count() && view.is_passable(NodeId::new(id));
    let is_no_place = ids.iter().position(|id| !is_place(id));
    is_no_place.map_or(Ok(()), |at| Err(wrong(CELLS, at, "a cell that the mover can stand on")))?;
    let mut left = ids;
    let mut gates: Vec<Gate> = Vec::new();
    for (at, &[a, b, len]) in entries.iter().enumerate() {
        check(a < b && b < count, GATES, 3 * at, "two regions, the smaller first")?;
        let parts = left.split_at_checked(len as usize).filter(|_| len > 0);
        let (own, rest) = parts.ok_or(wrong(GATES, 3 * at + 2, "as many cells as there are"))?;
        left = rest;
        let cells: Vec<Cell> = own.iter().map(|&id| view.grid().cell(NodeId::new(id))).collect();
        let key = |gate: &Gate| (gate.regions, gate.cells.first().map(|cell| (cell.y, cell.x)));
        let gate = Gate { regions: (a, b), cells };
        let is_sorted = gates.last().is_none_or(|last| key(last) <= key(&gate));
        check(is_sorted, GATES, 3 * at, "gates by their regions and first cells")?;
        gates.push(gate);
    }
    check(left.is_empty(), CELLS, ids.len() - left.len(), "cells of gates only")?;
    Ok(gates)
}

/// Checks that each step from one region to another begins or ends in a cell of a gate between the
/// two.
fn check_borders(labels: &[u32], gates: &[Gate], view: &GridView<'_>) -> Result<(), LoadError> {
    let id = |cell: &Cell| cell.y * view.grid().width() + cell.x;
    let entries = |gate: &Gate| {
        let regions = gate.regions;
        gate.cells.iter().map(move |cell| (id(cell), regions)).collect::<Vec<_>>()
    };
    let mut at_gates: Vec<(u32, (u32, u32))> = gates.iter().flat_map(entries).collect();
    at_gates.sort_small();
    let is_at_gate =
        |node: NodeId, pair: (u32, u32)| at_gates.binary_search(&(node.get(), pair)).is_ok();
    for node in (0..view.node_count()).map(NodeId::new) {
        let own = labels[node.index()];
        for other in beside(view, node) {
            let label = labels[other.index()];
            let pair = (own.min(label), own.max(label));
            if own != label && !is_at_gate(node, pair) && !is_at_gate(other, pair) {
                return Err(wrong(LABELS, node.index(), "a gate between two regions"));
            }
        }
    }
    Ok(())
}
