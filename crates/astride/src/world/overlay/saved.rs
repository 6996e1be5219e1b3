//! Saving overlays as tables of a container, and loading them.

use super::Overlay;
use crate::base::{CellRect, Container, Groups, NodeId, TablesError, check, u32s, u64s};
use crate::world::{Changes, Extent, MAX_SAVED_COUNT};

const PAINTED: &str = "overlays.painted";
const REVISIONS: &str = "overlays.revisions";
const TICKS: &str = "overlays.ticks";

impl Overlay {
    /// The names of the overlay tables, in order.
    pub(crate) const TABLES: [&'static str; 3] = [PAINTED, REVISIONS, TICKS];

    /// Writes the tables of some overlays, one after the other.
    pub(crate) fn put_all<'o>(
        all: impl Iterator<Item = &'o Overlay> + Clone,
        out: &mut Groups<'_>,
    ) {
        let painted = |overlay: &Overlay| {
            let CellRect { x, y, width, height } = overlay.painted;
            [x, y, width, height, overlay.most]
        };
        out.put(PAINTED, all.clone().flat_map(painted).collect::<Vec<u32>>());
        out.put(REVISIONS, all.clone().map(Overlay::revision).collect::<Vec<u64>>());
        let ticks = |overlay: &'o Overlay| overlay.painted_nodes().map(|node| overlay.extra(node));
        out.put(TICKS, all.flat_map(ticks).collect::<Vec<u32>>());
    }

    /// Reads `count` overlays from these tables, all on a map of size `extent`. Each takes four
    /// bytes per cell, whatever its tables contain.
    pub(crate) fn take_all(
        tables: &Container<'_>,
        extent: Extent,
        count: usize,
    ) -> Result<Vec<Overlay>, TablesError> {
        let (painted, revisions) = (u32s(tables, PAINTED)?, u64s(tables, REVISIONS)?);
        let ticks = u32s(tables, TICKS)?;
        let (painted, rest) = painted.as_chunks::<5>();
        let is_paired = painted.len() == count && rest.is_empty();
        check(is_paired, PAINTED, 5 * painted.len(), "five numbers for each overlay")?;
        check(revisions.len() == count, REVISIONS, revisions.len(), "one for each overlay")?;
        let (mut all, mut first) = (Vec::with_capacity(count), 0);
        for (at, (&[x, y, width, height, most], &revision)) in
            painted.iter().zip(&revisions).enumerate()
        {
            check(revision <= MAX_SAVED_COUNT, REVISIONS, at, "a revision of at most 2^56")?;
            let rect = CellRect::new(x, y, width, height);
            let check = |good, expected| check(good, PAINTED, 5 * at, expected);
            let inside = |first: u32, size: u32, end: u32| {
                u64::from(first) + u64::from(size) <= u64::from(end)
            };
            let is_inside = inside(x, width, extent.width) && inside(y, height, extent.height);
            check(is_inside, "a rectangle of the grid")?;
            check(
                !rect.is_empty() || (rect, most) == (CellRect::default(), 0),
                "zeros, if none is",
            )?;
            check(most <= Overlay::MOST, "at most 2^24 - 1 ticks")?;
            let end = first + width as usize * height as usize;
            check(end <= ticks.len(), "no more cells than there are ticks")?;
            all.push(Overlay::taken(extent, rect, (most, revision), &ticks[first..end], first)?);
            first = end;
        }
        check(first == ticks.len(), TICKS, first, "only cells of an overlay")?;
        Ok(all)
    }

    fn taken(
        extent: Extent,
        painted: CellRect,
        (most, revision): (u32, u64),
        ticks: &[u32],
        first: usize,
    ) -> Result<Overlay, TablesError> {
        let wrong = ticks.iter().position(|&ticks| ticks > most);
        let at = first + wrong.unwrap_or(0);
        check(wrong.is_none(), TICKS, at, "no more than the most of the overlay")?;
        let mut cells = Vec::new();
        let count = extent.tile_count();
        cells.try_reserve_exact(count).map_err(|_| TablesError::Memory)?;
        cells.resize(count, 0);
        let mut overlay = Overlay { cells, most, painted, ..Overlay::without_cells(extent) };
        for (node, &ticks) in extent.nodes(painted).zip(ticks) {
            overlay.cells[node.index()] = overlay.stamp << super::BITS | ticks;
            overlay.content = overlay.content.wrapping_add(super::fingerprint(node, ticks));
        }
        overlay.log = Changes::forgotten_until(revision);
        Ok(overlay)
    }

    fn painted_nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.extent.nodes(self.painted)
    }
}
