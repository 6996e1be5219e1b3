//! Saving maps and movers of hexagons as tables of a container, and loading them.

use super::{Hex, HexDir, HexLayout, HexMap, HexMover};
use crate::base::{
    Container, Groups, Pack, Packer, PartsError, TablesError, Unpacker, check, few, pack_by_number,
    u32s,
};
use crate::shapes::Stored;
use crate::world::{Extent, Terrain, Tiles, take_sides};

const LAYOUT: &str = "hexes.layout";
const TICKS: &str = "movers.ticks";

/// The ticks of a step, of at most 2²⁰, are in the lower bits of a number, and the radius of the body above.
const TICK_BITS: u32 = 24;

/// Where a mover has its ticks, this begins what it makes of a class of fences.
const CROSSING: u32 = 0;

impl Stored for HexMap {
    const KIND: [u8; 4] = *b"hexs";
    const NAVIGATOR: [u8; 4] = *b"nhex";
    const RECORDING: [u8; 4] = *b"rhex";
    const TABLES: &'static [&'static str] =
        &[LAYOUT, Terrain::TABLES[0], Terrain::TABLES[1], Terrain::TABLES[2]];
    const MOVERS: &'static [&'static str] = &[TICKS, HexMover::MEANINGS[0], HexMover::MEANINGS[1]];

    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let layout = match self.layout {
            HexLayout::Pointy => 0,
            HexLayout::Flat => 1,
        };
        let Extent { width, height } = self.extent();
        let [q, r] = [self.first.q, self.first.r].map(i32::cast_unsigned);
        out.put(LAYOUT, vec![layout, q, r, width, height]);
        self.terrain.put(out);
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<HexMap, TablesError> {
        let [layout, q, r, width, height] = few(u32s(tables, LAYOUT)?, LAYOUT)?;
        check(layout < 2, LAYOUT, 0, "a layout of 0 or 1")?;
        let layout = [HexLayout::Pointy, HexLayout::Flat][layout as usize];
        let tiles = u64::from(width) * u64::from(height);
        let is_usable = width.min(height) >= 3 && tiles <= Self::MOST_TILES;
        check(is_usable, LAYOUT, 3, "at least 3 columns and rows, and at most 2^30 tiles")?;
        // Only the rim may exceed the range of `i32`, where coordinates wrap.
        let is_inside = |first: u32, size: u32| {
            let least = i64::from(first.cast_signed().wrapping_add(1));
            least + i64::from(size - 3) <= i64::from(i32::MAX)
        };
        let expected = "tiles whose coordinates fit 32 bits";
        check(is_inside(q, width) && is_inside(r, height), LAYOUT, 1, expected)?;
        let terrain = Terrain::take(tables, Extent { width, height }, 1, revision)?;
        let is_something = terrain.nodes().next().is_some();
        check(is_something, Terrain::TABLES[0], 0, "at least one tile")?;
        let first = Hex::new(q.cast_signed(), r.cast_signed());
        let mut map = HexMap { layout, first, terrain };
        take_sides(&mut map, tables)?;
        Ok(map)
    }

    fn put_movers(movers: &[&HexMover], out: &mut Groups<'_>) {
        out.put(
            TICKS,
            HexMover::numbers(movers, CROSSING, |mover| {
                mover.radius() << TICK_BITS | mover.step_ticks()
            }),
        );
        HexMover::put_meanings(movers.iter().copied(), out);
    }

    fn take_movers(tables: &Container<'_>) -> Result<Vec<HexMover>, TablesError> {
        let of_ticks = |number: u32, at: usize| {
            let wrong = |expected| PartsError::Damaged { part: TICKS, at, expected };
            let (radius, ticks) = (number >> TICK_BITS, number & ((1 << TICK_BITS) - 1));
            let mover = HexMover::new().step(ticks).map_err(|_| wrong("1 to 2^20 ticks"))?;
            mover.body(radius).map_err(|_| wrong("a body of at most 16 rings"))
        };
        let ticks = u32s(tables, TICKS)?;
        let mut movers = HexMover::of_numbers(&ticks, TICKS, CROSSING, of_ticks)?;
        HexMover::take_meanings(&mut movers, tables)?;
        Ok(movers)
    }

    fn has_places_of(&self, other: &HexMap) -> bool {
        let same = (self.layout, self.first, self.extent());
        same == (other.layout, other.first, other.extent())
            && self.terrain.nodes().eq(other.terrain.nodes())
    }
}

impl Pack for Hex {
    fn pack(&self, out: &mut Packer) {
        out.numbers([self.q, self.r].map(|axis| axis.cast_unsigned().into()));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Hex, PartsError> {
        Ok(Hex::new(from.u32()?.cast_signed(), from.u32()?.cast_signed()))
    }
}

pack_by_number! { HexDir => "a side of a tile" }
