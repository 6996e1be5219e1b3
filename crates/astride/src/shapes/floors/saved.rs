//! Saving maps of floors and their movers as tables of a container, and loading them.

use super::layout::Layout;
use super::{FloorMap, FloorMover, FloorPlace, FloorSide, Wrap};
use crate::base::{
    Container, Groups, NodeId, Pack, Packer, PartsError, TablesError, Unpacker, check, few,
    pack_by_number, u32s,
};
use crate::shapes::Stored;
use crate::world::{Links, Terrain, Tiles, take_sides};

const SIZE: &str = "floors.size";
const STAIRS: &str = "floors.stairs";

impl Stored for FloorMap {
    const KIND: [u8; 4] = *b"flrs";
    const NAVIGATOR: [u8; 4] = *b"nflr";
    const RECORDING: [u8; 4] = *b"rflr";
    const TABLES: &'static [&'static str] =
        &[SIZE, Terrain::TABLES[0], Terrain::TABLES[1], Terrain::TABLES[2], STAIRS];
    const MOVERS: &'static [&'static str] = &FloorMover::TABLES;

    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let ([width, height, floors], wrap) = (self.size(), self.wrap());
        out.put(
            SIZE,
            vec![width, height, floors, u32::from(wrap.columns) + 2 * u32::from(wrap.rows)],
        );
        self.terrain.put(out);
        let stairs = self.stairs().iter();
        let numbers = stairs.flat_map(|stair| [stair.from.get(), stair.to.get(), stair.cost]);
        out.put(STAIRS, numbers.collect::<Vec<u32>>());
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<FloorMap, TablesError> {
        let [width, height, floors, wrap] = few(u32s(tables, SIZE)?, SIZE)?;
        let wrong = |at, expected| PartsError::Damaged { part: SIZE, at, expected };
        let sizes = "at least 1 column, row and floor, and at most 2^30 cells with the rims";
        let layout = Layout::new([width, height, floors]).map_err(|_| wrong(0, sizes))?;
        check(wrap < 4, SIZE, 3, "0 to 3 for the borders that are joined")?;
        let wrap = Wrap { columns: wrap & 1 != 0, rows: wrap & 2 != 0 };
        let three = "at least 3 columns or rows where they are joined";
        let layout = layout.wrapped(wrap).ok_or(wrong(3, three))?;
        // Takes no memory unless the table of classes is as large as that.
        let terrain = Terrain::take(tables, layout.extent(), 1, revision)?;
        let mut map = FloorMap { terrain, stairs: Links::default(), layout };
        let between = map.terrain.nodes().find(|&node| layout.split(node)[1] == 0);
        let at = between.map_or(0, NodeId::index);
        check(between.is_none(), Terrain::TABLES[0], at, "no cell between floors")?;
        let is_there = map.terrain.nodes().next().is_some();
        check(is_there, Terrain::TABLES[0], 0, "at least one cell")?;
        take_sides(&mut map, tables)?;
        let is_cell = |node| map.terrain.class_at(node) != FloorMap::VOID;
        let count = map.extent().tile_count() as u32;
        map.stairs = Links::take(&u32s(tables, STAIRS)?, STAIRS, count, is_cell)?;
        Ok(map)
    }

    fn put_movers(movers: &[&FloorMover], out: &mut Groups<'_>) {
        FloorMover::put_all(movers.iter().copied(), out);
    }

    fn take_movers(tables: &Container<'_>) -> Result<Vec<FloorMover>, TablesError> {
        FloorMover::take_all(tables)
    }

    fn has_places_of(&self, other: &FloorMap) -> bool {
        let is_laid_alike = self.size() == other.size() && self.wrap() == other.wrap();
        is_laid_alike && self.terrain.nodes().eq(other.terrain.nodes())
    }
}

impl Pack for FloorPlace {
    fn pack(&self, out: &mut Packer) {
        out.numbers([self.x, self.y, self.floor].map(u64::from));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<FloorPlace, PartsError> {
        Ok(FloorPlace::new(from.u32()?, from.u32()?, from.u32()?))
    }
}

pack_by_number! { FloorSide => "a side of a tile" }
