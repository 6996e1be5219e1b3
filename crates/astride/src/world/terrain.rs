//! What maps of tiles store: a class for each tile, the sides through which leaving it is
//! forbidden, and a log of changes.

mod saved;

pub(crate) use saved::take_sides;

use super::{Changes, Crossings, Extent, Fences, Side};
use crate::base::{Cell, CellRect, NodeId};

/// The terrain of a map whose tiles have up to eight sides. Class 0 is reserved for tiles that are
/// not part of the map. Edits are logged tile by tile until [`raise`](Self::raise) ends a revision.
#[derive(Clone, Debug)]
pub struct Terrain {
    extent: Extent,
    classes: Vec<u8>,
    /// For each tile, the sides through which leaving it is forbidden; empty if there are none.
    forbidden: Vec<u8>,
    /// The number of bits set in `forbidden`.
    forbidding: u64,
    /// The fences among them, by the bit of the side.
    fences: Fences<u8>,
    histogram: [u32; 256],
    changes: Changes,
}

/// There was not enough memory for this many bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoMemory(pub(crate) usize);

impl Terrain {
    /// The class of tiles that are not part of the map.
    pub(crate) const VOID: u8 = 0;

    /// The maximum number of tiles in all rows, including those off the map.
    pub(crate) const MOST_TILES: u64 = 1 << 30;

    /// Nothing but void.
    pub(crate) fn void(extent: Extent) -> Result<Self, NoMemory> {
        let classes = filled(extent.tile_count(), Self::VOID)?;
        let mut histogram = [0; 256];
        histogram[usize::from(Self::VOID)] = classes.len() as u32;
        Ok(Terrain {
            extent,
            classes,
            forbidden: Vec::new(),
            forbidding: 0,
            fences: Fences::default(),
            histogram,
            changes: Changes::default(),
        })
    }

    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    #[inline(always)]
    pub(crate) fn class_at(&self, node: NodeId) -> u8 {
        self.classes[node.index()]
    }

    /// The sides of a tile through which leaving it is forbidden.
    #[inline(always)]
    pub(crate) fn forbidden_at(&self, node: usize) -> u8 {
        self.forbidden.get(node).copied().unwrap_or(0)
    }

    /// The fences, by the bit of their side.
    pub(crate) fn fences(&self) -> &Fences<u8> {
        &self.fences
    }

    /// What stands in the way of leaving a tile through the side of this bit.
    pub(crate) fn side(&self, node: NodeId, bit: u8) -> Side {
        match self.forbidden_at(node.index()) & bit {
            0 => Side::Open,
            _ => self.fences.class(node, bit).map_or(Side::Shut, Side::Fenced),
        }
    }

    /// The extra ticks of leaving a tile through the side of this bit; `None` if a wall stands there, or
    /// a fence that these crossings leave out.
    #[inline(always)]
    pub(crate) fn toll(&self, node: NodeId, bit: u8, crossings: &Crossings) -> Option<u32> {
        let is_open = self.forbidden_at(node.index()) & bit == 0;
        if is_open { Some(0) } else { self.crossing(node, bit, crossings) }
    }

    #[inline(never)]
    fn crossing(&self, node: NodeId, bit: u8, crossings: &Crossings) -> Option<u32> {
        crossings.extra(self.fences.class(node, bit)?)
    }

    /// Updates the fences after these sides were changed, one after the other.
    pub(crate) fn fence_as(&mut self, sides: Vec<((NodeId, u8), Side)>) {
        let is_fence = |&(_, side): &(_, Side)| side.class().is_some();
        if !self.fences.is_empty() || sides.iter().any(is_fence) {
            self.fences = self.fences.with(sides.into_iter());
        }
    }

    /// Whether any step is forbidden.
    pub(crate) fn has_sides(&self) -> bool {
        !self.forbidden.is_empty()
    }

    /// The number of tiles of each class.
    pub(crate) fn histogram(&self) -> &[u32; 256] {
        &self.histogram
    }

    /// The tiles that are part of the map, row by row.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.classes.len() as u32).map(NodeId::new);
        nodes.filter(|&node| self.class_at(node) != Self::VOID)
    }

    /// The same tiles, all of one class and without forbidden steps, at revision 0. Class 0, which
    /// no tile may have, is replaced by class 1.
    pub(crate) fn unseen(&self, class: u8) -> Self {
        let mut terrain = Terrain {
            extent: self.extent,
            classes: self.classes.clone(),
            forbidden: Vec::new(),
            forbidding: 0,
            fences: Fences::default(),
            histogram: self.histogram,
            changes: Changes::default(),
        };
        self.nodes().for_each(|node| terrain.lay(node, class.max(1)));
        terrain
    }

    /// Forbids or allows leaving a tile through the side of this bit, without logging it.
    pub(crate) fn lay_side(&mut self, node: NodeId, bit: u8, forbid: bool) {
        if self.forbidden.is_empty() && forbid {
            self.forbidden = vec![0; self.extent.tile_count()];
        }
        if let Some(bits) = self.forbidden.get_mut(node.index()) {
            self.forbidding -= u64::from(*bits & bit != 0);
            *bits = if forbid { *bits | bit } else { *bits & !bit };
            self.forbidding += u64::from(forbid);
        }
    }

    /// Logs a revision in which these nodes changed, if there are any; they must be in increasing
    /// order.
    pub(crate) fn note_nodes(&mut self, nodes: &[NodeId]) {
        self.changes.note_nodes(nodes, self.extent.width);
    }

    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Sets the class of a tile while a map is being built, without logging it.
    pub(crate) fn lay(&mut self, node: NodeId, class: u8) {
        let old = std::mem::replace(&mut self.classes[node.index()], class);
        self.histogram[usize::from(old)] -= 1;
        self.histogram[usize::from(class)] += 1;
    }

    /// Sets the class of a tile.
    pub(crate) fn set(&mut self, node: NodeId, class: u8) {
        self.lay(node, class);
        self.note(node);
    }

    /// Allocates memory for forbidden steps, so that forbidding them cannot fail.
    pub(crate) fn make_room_for_sides(&mut self) -> Result<(), NoMemory> {
        if self.forbidden.is_empty() {
            self.forbidden = filled(self.extent.tile_count(), 0)?;
        }
        Ok(())
    }

    /// Forbids or allows leaving a tile through the side of this bit.
    pub(crate) fn set_side(&mut self, node: NodeId, bit: u8, forbid: bool) {
        self.lay_side(node, bit, forbid);
        self.note(node);
    }

    /// Logs that steps into or out of a tile changed.
    pub(crate) fn note(&mut self, node: NodeId) {
        let (x, y) = (node.get() % self.extent.width, node.get() / self.extent.width);
        self.changes.note(self.changes.revision() + 1, CellRect::of(Cell::new(x, y)));
    }

    /// Ends a batch of edits and returns the new revision.
    pub(crate) fn raise(&mut self) -> u64 {
        if self.forbidding == 0 {
            self.forbidden = Vec::new();
        }
        self.changes.raise();
        self.changes.revision()
    }
}

fn filled(tiles: usize, value: u8) -> Result<Vec<u8>, NoMemory> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(tiles).map_err(|_| NoMemory(tiles))?;
    bytes.resize(tiles, value);
    Ok(bytes)
}
