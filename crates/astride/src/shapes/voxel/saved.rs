//! Maps and movers of voxels as tables of a container, and back.

use super::bricks::{BLOCKED, Brick, FREE};
use super::{VoxelMap, VoxelMover, VoxelNeighbours, VoxelScale, VoxelWalk};
use crate::base::{Container, Groups, PartsError, TablesError, check, few, u8s, u32s, u64s};
use crate::shapes::Stored;
use crate::world::{Changes, Corners};

const SIZE: &str = "voxels.size";
const KINDS: &str = "voxels.kinds";
const BRICKS: &str = "voxels.bricks";
const RULES: &str = "movers.rules";

/// What is said of a brick in `KINDS`; those that are neither free nor blocked follow in `BRICKS`.
const IS_FREE: u8 = 0;
const IS_BLOCKED: u8 = 1;
const IS_MIXED: u8 = 2;

impl Stored for VoxelMap {
    const KIND: [u8; 4] = *b"voxs";
    const NAVIGATOR: [u8; 4] = *b"nvox";
    const TABLES: &'static [&'static str] = &[SIZE, KINDS, BRICKS];
    const MOVERS: &'static [&'static str] = &[RULES];

    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let bricks = || bricks_of(self.size()).map(|at| self.bricks.brick(at));
        let kind = |brick: &Brick| match *brick {
            FREE => IS_FREE,
            BLOCKED => IS_BLOCKED,
            _ => IS_MIXED,
        };
        out.put(SIZE, self.size().to_vec());
        out.put(KINDS, bricks().map(kind).collect::<Vec<u8>>());
        let mixed = bricks().filter(|brick| kind(brick) == IS_MIXED);
        out.put(BRICKS, mixed.flatten().copied().collect::<Vec<u64>>());
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<VoxelMap, TablesError> {
        let size: [u32; 3] = few(u32s(tables, SIZE)?, SIZE)?;
        let (kinds, words) = (u8s(tables, KINDS)?, u64s(tables, BRICKS)?);
        let voxels = size.iter().try_fold(1u64, |voxels, &side| voxels.checked_mul(side.into()));
        let is_usable = size.iter().all(|side| (1..=VoxelMap::MOST_ALONG).contains(side))
            && voxels.is_some_and(|voxels| voxels <= VoxelMap::MOST_VOXELS);
        check(is_usable, SIZE, 0, "sides of 1 to 4096 and at most 2^30 voxels")?;
        let count = size.iter().map(|side| side.div_ceil(8) as usize).product::<usize>();
        check(kinds.len() == count, KINDS, kinds.len(), "a number for each brick")?;
        let (mut bricks, rest) = words.as_chunks::<8>();
        let mixed = kinds.iter().filter(|&&kind| kind == IS_MIXED).count();
        let is_paired = bricks.len() == mixed && rest.is_empty();
        check(is_paired, BRICKS, words.len(), "eight words for each brick that is mixed")?;
        let [width, height, depth] = size;
        let mut map = VoxelMap::new(width, height, depth).map_err(|_| TablesError::Memory)?;
        for (at, (place, &kind)) in bricks_of(size).zip(kinds).enumerate() {
            let brick = match (kind, bricks.split_first()) {
                (IS_FREE, _) => FREE,
                (IS_BLOCKED, _) => BLOCKED,
                (IS_MIXED, Some((&brick, rest))) => {
                    bricks = rest;
                    brick
                }
                _ => return Err(wrong(KINDS, at, "0, 1 or 2").into()),
            };
            let is_right = (kind == IS_MIXED) == (brick != FREE && brick != BLOCKED);
            check(is_right, KINDS, at, "a mixed brick that is neither free nor blocked")?;
            // Before anything is blocked, what is not free lies beyond the map.
            let beyond = *map.bricks.brick(place);
            let is_right = brick.iter().zip(beyond).all(|(word, beyond)| word & beyond == beyond);
            check(is_right, KINDS, at, "blocked voxels beyond the map")?;
            let bits = |brick: &Brick| brick.iter().map(|word| word.count_ones()).sum::<u32>();
            map.blocked += u64::from(bits(&brick) - bits(&beyond));
            map.bricks.set_brick(place, brick);
        }
        map.log = Changes::forgotten_until(revision);
        Ok(map)
    }

    /// Neighbours, corner rule, the ticks along one, two and three axes, and the body with its legs.
    fn put_movers(movers: &[&VoxelMover], out: &mut Groups<'_>) {
        let rules = |mover: &&VoxelMover| {
            let [straight, diagonal, spatial] = mover.ticks();
            let neighbours = mover.steps_to().count() as u32;
            let rules = [neighbours, mover.cuts().number(), straight, diagonal, spatial];
            rules.into_iter().chain(mover.frame())
        };
        out.put(RULES, movers.iter().flat_map(rules).collect::<Vec<u32>>());
    }

    fn take_movers(tables: &Container<'_>) -> Result<Vec<VoxelMover>, TablesError> {
        let numbers = u32s(tables, RULES)?;
        let (rules, rest) = numbers.as_chunks::<12>();
        check(rest.is_empty(), RULES, numbers.len(), "twelve numbers for each mover")?;
        let mut movers = Vec::with_capacity(rules.len());
        for (first, &[neighbours, corners, straight, diagonal, spatial, ref frame @ ..]) in
            (0..).step_by(12).zip(rules)
        {
            let neighbours = match neighbours {
                6 => VoxelNeighbours::Six,
                18 => VoxelNeighbours::Eighteen,
                26 => VoxelNeighbours::TwentySix,
                _ => return Err(wrong(RULES, first, "6, 18 or 26 neighbours").into()),
            };
            let corners = Corners::of_number(corners);
            let corners = corners.ok_or(wrong(RULES, first + 1, "a corner rule of 0 to 2"))?;
            let scale = VoxelScale::new(straight, diagonal, spatial);
            let expected = "1 <= a <= b <= c <= 2^20 with c - b <= b - a <= a";
            let scale = scale.map_err(|_| wrong(RULES, first + 2, expected))?;
            let mover = VoxelMover::flyer().neighbours(neighbours).corners(corners).scale(scale);
            movers.push(with_frame(mover, *frame).ok_or(wrong(RULES, first + 5, FRAME))?);
        }
        Ok(movers)
    }

    fn has_places_of(&self, other: &VoxelMap) -> bool {
        self.size() == other.size()
    }
}

const FRAME: &str = "a side and height of 1 to 32, 0 or 1, and how it walks";

/// A mover with what [`VoxelMover::frame`] says of it.
fn with_frame(mover: VoxelMover, frame: [u32; 7]) -> Option<VoxelMover> {
    let [side, height, walks, climb, fall, climb_ticks, fall_ticks] = frame;
    let mover = mover.body(side, height).ok()?;
    match walks {
        0 => Some(mover),
        1 => mover.walk(VoxelWalk { climb, fall, climb_ticks, fall_ticks }).ok(),
        _ => None,
    }
}

fn wrong(part: &'static str, at: usize, expected: &'static str) -> PartsError {
    PartsError::Damaged { part, at, expected }
}

/// The bricks of a map of this size, counted from the rim: columns first, then rows, then layers.
fn bricks_of(size: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    let [columns, rows, layers] = size.map(|side| 1..=side.div_ceil(8));
    layers.flat_map(move |z| {
        let columns = columns.clone();
        rows.clone().flat_map(move |y| columns.clone().map(move |x| [x, y, z]))
    })
}
