//! Saving the terrain of tiles as tables of a container, and loading it. Nothing is accepted that
//! an edit could not have produced.

use super::{Terrain, filled};
use crate::base::{Container, Groups, NodeId, PartsError, TablesError, check, check_rising};
use crate::base::{u8s, u32s};
use crate::world::{Changes, Extent, Fence, Fences, Sided};

const CLASSES: &str = "tiles.classes";
const STEP_TILES: &str = "tiles.steps.tiles";
const STEP_SIDES: &str = "tiles.steps.sides";

impl Terrain {
    /// The names of its tables, in order.
    pub(crate) const TABLES: [&'static str; 3] = [CLASSES, STEP_TILES, STEP_SIDES];

    /// Writes its tables, which include neither extent nor revision.
    pub(crate) fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let forbidding = || (0u32..).zip(&self.forbidden).filter(|&(_, &sides)| sides != 0);
        out.put(CLASSES, &self.classes[..]);
        let fences = || self.fences.all().iter();
        let tiles = fences().flat_map(|fence| [fence.from.get(); 2]);
        let sides = fences().flat_map(|fence| [fence.dir, fence.class]);
        let tiles = forbidding().map(|(tile, _)| tile).chain(tiles);
        let sides = forbidding().map(|(_, &sides)| sides).chain(sides);
        out.put(STEP_TILES, tiles.collect::<Vec<u32>>());
        out.put(STEP_SIDES, sides.collect::<Vec<u8>>());
    }

    /// Reads the terrain of these tables without its sides, at `revision`. The outermost `rim`
    /// columns and rows may contain no tile of the map.
    pub(crate) fn take(
        tables: &Container<'_>,
        extent: Extent,
        rim: u32,
        revision: u64,
    ) -> Result<Terrain, TablesError> {
        let classes = u8s(tables, CLASSES)?;
        let is_paired = classes.len() == extent.tile_count();
        check(is_paired, CLASSES, classes.len(), "a class for each tile")?;
        let (width, height) = (extent.width as usize, extent.height as usize);
        let rim = rim as usize;
        let inner = |at: usize, size: usize| (rim..size - rim).contains(&at);
        let is_wrong = |&at: &usize| {
            classes[at] != Self::VOID && !(inner(at % width, width) && inner(at / width, height))
        };
        let wrong = (0..classes.len()).find(is_wrong);
        check(wrong.is_none(), CLASSES, wrong.unwrap_or(0), "no tile at the rim")?;
        let mut terrain = Terrain::void(extent).map_err(|_| TablesError::Memory)?;
        terrain.histogram = [0; 256];
        for (to, &class) in terrain.classes.iter_mut().zip(classes) {
            *to = class;
            terrain.histogram[usize::from(class)] += 1;
        }
        terrain.changes = Changes::forgotten_until(revision);
        Ok(terrain)
    }
}

/// Reads the sides of a map that already has its tiles.
pub(crate) fn take_sides<M: Sided>(map: &mut M, tables: &Container<'_>) -> Result<(), TablesError> {
    let (tiles, sides) = (u32s(tables, STEP_TILES)?, u8s(tables, STEP_SIDES)?);
    check(tiles.len() == sides.len(), STEP_SIDES, sides.len(), "as many as tiles with such")?;
    let count = map.terrain().classes.len();
    // A tile with a fence is among those before, so the first of them does not rise.
    let rising = tiles.windows(2).position(|pair| pair[0] >= pair[1]);
    let rising = rising.map_or(tiles.len(), |at| at + 1);
    let (tiles, fenced) = tiles.split_at(rising);
    let (sides, fences) = sides.split_at(rising);
    check_rising(tiles, count as u32, STEP_TILES, "tiles of the map in rising order")?;
    if tiles.is_empty() {
        return Ok(());
    }
    let mut forbidden = filled(count, 0).map_err(|_| TablesError::Memory)?;
    let mut forbidding = 0;
    for (at, (&tile, &bits)) in tiles.iter().zip(sides).enumerate() {
        let node = NodeId::new(tile);
        let is_part = map.terrain().class_at(node) != Terrain::VOID;
        check(is_part, STEP_TILES, at, "a tile that is part of the map")?;
        let has_behind = |side| {
            map.behind(map.place(node), side).is_some_and(|(place, _)| map.tile(place).is_some())
        };
        let possible = M::SIDES.iter().filter(|&&side| has_behind(side));
        let possible = possible.fold(0, |bits, &side| bits | M::bit(side));
        let is_right = bits != 0 && bits & !possible == 0;
        let expected = "some sides, with a tile behind each";
        if !is_right {
            return Err(PartsError::Damaged { part: STEP_SIDES, at, expected }.into());
        }
        forbidden[node.index()] = bits;
        forbidding += u64::from(bits.count_ones());
    }
    let terrain = map.terrain_mut();
    (terrain.forbidden, terrain.forbidding) = (forbidden, forbidding);
    terrain.fences = terrain.take_fences(fenced, fences, rising)?;
    Ok(())
}

impl Terrain {
    /// Reads the fences behind the forbidden steps, which begin at `place` of their tables.
    fn take_fences(
        &self,
        tiles: &[u32],
        sides: &[u8],
        place: usize,
    ) -> Result<Fences<u8>, PartsError> {
        let ((tiles, more), (sides, _)) = (tiles.as_chunks::<2>(), sides.as_chunks::<2>());
        check(more.is_empty(), STEP_TILES, place, "the tile of each fence twice")?;
        let mut all: Vec<Fence<u8>> = Vec::with_capacity(tiles.len());
        for (at, (&[tile, again], &[dir, class])) in
            (place..).step_by(2).zip(tiles.iter().zip(sides))
        {
            check(tile == again, STEP_TILES, at, "the tile of each fence twice")?;
            let forbidden = self.forbidden_at(tile as usize);
            let is_forbidden = dir.count_ones() == 1 && forbidden & dir != 0;
            check(is_forbidden, STEP_SIDES, at, "a fence where the step is forbidden")?;
            let fence = Fence { from: NodeId::new(tile), dir, class };
            let follows = |last: &Fence<u8>| (last.from, last.dir) < (fence.from, dir);
            check(all.last().is_none_or(follows), STEP_TILES, at, "fences by tile, then by side")?;
            all.push(fence);
        }
        Ok(Fences::of(all))
    }
}
