//! Saving landmarks as bytes, and proving them against the map on loading.
//!
//! A landmark estimate never exceeds the cost if no potential falls along an arc by more than its
//! cost. This is checked for every arc, so the origin of the numbers does not matter.

use super::{LoadError, SaveError, Tables, check, check_current, load, save};
use crate::base::{Budget, Container, Groups, NodeId, few, u32s};
use crate::index::landmarks::{LANES, Line, is_symmetric};
use crate::index::{Landmarks, LandmarksError};
use crate::shapes::square::GridView;
use crate::world::{Origin, Way, World};

/// The number of landmarks, and 1 if arcs cost the same in both directions, otherwise 0.
const SHAPE: &str = "landmarks.shape";
const NODES: &str = "landmarks.nodes";
/// The potentials, node by node.
const ROWS: &str = "landmarks.rows";

impl Landmarks {
    /// The landmarks as bytes, for [`Landmarks::load`]; equal landmarks give equal bytes.
    ///
    /// `view` must be the world for which they were built. Two movers with the same map size,
    /// revision, and minimum and maximum arc cost are not distinguished here; landmarks that do not
    /// fit are refused on loading.
    ///
    /// # Errors
    ///
    /// If they were built for another world.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    pub fn save(&self, view: &GridView<'_>) -> Result<Vec<u8>, SaveError> {
        save(self, view)
    }

    /// Loads saved landmarks for a view of the same map by the same mover, at any revision.
    ///
    /// Every potential is compared with those at the other ends of its arcs. Even with bytes forged
    /// including all checksums, estimates are therefore consistent and answers optimal; they may
    /// only take longer.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another kind, or if the landmarks belong to another map or
    /// mover.
    ///
    /// # Complexity
    ///
    /// O(landmarks · (nodes + arcs)), several times faster than building them.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Self, LoadError> {
        load(bytes, view)
    }

    /// Checks that no potential falls along an arc by more than its cost.
    fn check_potentials(&self, view: &GridView<'_>) -> Result<(), LoadError> {
        let (view, is_symmetric) = (&view.clone().prepared(), self.is_symmetric);
        for from in (0..view.node_count()).map(NodeId::new) {
            let row = self.row(from);
            let mut is_right = true;
            view.visit_arcs(from, None, Way::Forward, &mut |arc| {
                // The reverse arc has been checked and gives the same condition.
                if is_symmetric && arc.node < from {
                    return;
                }
                for (here, there) in row.iter().zip(self.row(arc.node)) {
                    // Branch-free, so that all sixteen are compared at once.
                    let mut most = 0;
                    for (&from, &to) in here.0.iter().zip(&there.0) {
                        let rise = if is_symmetric { to.saturating_sub(from) } else { 0 };
                        most = most.max(from.saturating_sub(to)).max(rise);
                    }
                    is_right &= most <= arc.cost;
                }
            });
            let at = from.index() * self.lanes;
            check(is_right, ROWS, at, "potentials that fall by no more than an arc costs")?;
        }
        Ok(())
    }
}

impl Tables for Landmarks {
    const GROUP: &'static str = "landmarks";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        let found = Origin::of(view);
        let revisions = [self.made_for.revision, found.revision];
        check_current(Self::GROUP, self.made_for == found, revisions)
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(SHAPE, vec![self.nodes.len() as u32, u32::from(self.is_symmetric)]);
        out.put(NODES, self.nodes.iter().map(|node| node.get()).collect::<Vec<u32>>());
        let rows = self.table.chunks_exact(self.lines);
        let lanes = |row: &'a [Line]| row.iter().flat_map(|line| line.0).take(self.lanes);
        out.put(ROWS, rows.flat_map(lanes).collect::<Vec<u32>>());
    }

    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let [count, symmetric] = few(u32s(tables, SHAPE)?, SHAPE)?;
        check(count <= Self::MAX, SHAPE, 0, "at most 32 landmarks")?;
        let is_even = view.uniform_costs().is_some() && !view.has_forbidden() && !view.has_links();
        let is_even = is_even || is_symmetric(view);
        check(symmetric == u32::from(is_even), SHAPE, 1, "whether arcs cost the same both ways")?;
        let nodes = u32s(tables, NODES)?;
        check(nodes.len() == count as usize, NODES, nodes.len(), "as many numbers as landmarks")?;
        for (at, &node) in nodes.iter().enumerate() {
            let is_place = node < view.node_count() && view.is_passable(NodeId::new(node));
            check(is_place, NODES, at, "a cell that the mover can stand on")?;
            check(!nodes[..at].contains(&node), NODES, at, "a cell that is no landmark yet")?;
        }
        let rows = u32s(tables, ROWS)?;
        let lanes = nodes.len() * if is_even { 1 } else { 2 };
        let len = (view.node_count() as usize).checked_mul(lanes);
        check(len == Some(rows.len()), ROWS, rows.len(), "a row of potentials for each cell")?;
        let mut landmarks = Landmarks {
            table: Vec::new(),
            lines: lanes.div_ceil(LANES).max(1),
            lanes,
            is_symmetric: is_even,
            nodes: nodes.into_iter().map(NodeId::new).collect(),
            made_for: Origin::of(view),
        };
        let taken = landmarks.reserve(view, &Budget::unlimited());
        taken.map_err(|_: LandmarksError| LoadError::Memory)?;
        if lanes > 0 {
            let table = landmarks.table.chunks_exact_mut(landmarks.lines);
            for (row, potentials) in table.zip(rows.chunks_exact(lanes)) {
                for (at, &potential) in potentials.iter().enumerate() {
                    row[at / LANES].0[at % LANES] = potential;
                }
            }
        }
        landmarks.check_potentials(view)?;
        Ok(landmarks)
    }
}
