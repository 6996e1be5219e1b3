//! Saving maps and movers of triangles as tables of a container, and loading them.

use super::map::RIM;
use super::{TriangleMap, TriangleMover, TriangleSide, TriangleSteps};
use crate::base::{Container, Groups, PartsError, TablesError, check, few, pack_by_number, u32s};
use crate::shapes::Stored;
use crate::world::{Corners, Extent, Terrain, Tiles, take_sides};

const SIZE: &str = "triangles.size";
const STEPS: &str = "movers.steps";

/// Where a mover has its steps, this begins what it makes of a class of fences.
const CROSSING: u32 = 4;

impl Stored for TriangleMap {
    const KIND: [u8; 4] = *b"tris";
    const NAVIGATOR: [u8; 4] = *b"ntri";
    const RECORDING: [u8; 4] = *b"rtri";
    const TABLES: &'static [&'static str] =
        &[SIZE, Terrain::TABLES[0], Terrain::TABLES[1], Terrain::TABLES[2]];
    const MOVERS: &'static [&'static str] =
        &[STEPS, TriangleMover::MEANINGS[0], TriangleMover::MEANINGS[1]];

    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(SIZE, vec![self.width(), self.height()]);
        self.terrain.put(out);
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<TriangleMap, TablesError> {
        let [width, height] = few(u32s(tables, SIZE)?, SIZE)?;
        let [columns, rows] = [width, height].map(|side| u64::from(side) + 2 * u64::from(RIM));
        let tiles = columns.checked_mul(rows).filter(|&tiles| tiles <= Terrain::MOST_TILES);
        let is_usable = tiles.is_some() && width.min(height) > 0;
        check(is_usable, SIZE, 0, "sides of at least 1 and at most 2^30 tiles with the rim")?;
        let extent = Extent { width: columns as u32, height: rows as u32 };
        let terrain = Terrain::take(tables, extent, RIM, revision)?;
        let inside = width as usize * height as usize;
        let is_full = terrain.nodes().count() == inside;
        check(is_full, Terrain::TABLES[0], 0, "a class of 1 to 255 for each tile inside")?;
        let mut map = TriangleMap { terrain };
        take_sides(&mut map, tables)?;
        Ok(map)
    }

    /// 0 for steps across sides only, otherwise one more than the number of the corner rule; then the
    /// fences that the mover crosses.
    fn put_movers(movers: &[&TriangleMover], out: &mut Groups<'_>) {
        let steps = |mover: &TriangleMover| match mover.gait.steps {
            TriangleSteps::Sides => 0,
            TriangleSteps::Around(corners) => corners.number() + 1,
        };
        out.put(STEPS, TriangleMover::numbers(movers, CROSSING, steps));
        TriangleMover::put_meanings(movers.iter().copied(), out);
    }

    fn take_movers(tables: &Container<'_>) -> Result<Vec<TriangleMover>, TablesError> {
        let of_steps = |number: u32, at: usize| {
            let steps = match number.checked_sub(1) {
                None => Some(TriangleSteps::Sides),
                Some(number) => Corners::of_number(number).map(TriangleSteps::Around),
            };
            let mover = steps.map(|steps| TriangleMover::new().steps(steps));
            let expected = "a rule of 0 to 3";
            mover.ok_or(PartsError::Damaged { part: STEPS, at, expected })
        };
        let numbers = u32s(tables, STEPS)?;
        let mut movers = TriangleMover::of_numbers(&numbers, STEPS, CROSSING, of_steps)?;
        TriangleMover::take_meanings(&mut movers, tables)?;
        Ok(movers)
    }

    fn has_places_of(&self, other: &TriangleMap) -> bool {
        self.extent() == other.extent()
    }
}

pack_by_number! { TriangleSide => "a side of a tile" }
