//! Saving maps and movers of voxels as tables of a container, and loading them.

use super::bricks::{BLOCKED, Brick, Bricks, FREE};
use super::{Voxel, VoxelMap, VoxelMedium, VoxelMover, VoxelNeighbours, VoxelScale, VoxelWalk};
use crate::base::{
    Container, Groups, Pack, Packer, PartsError, TablesError, Unpacker, check, few, u8s, u32s, u64s,
};
use crate::shapes::Stored;
use crate::world::{Changes, Corners};

const SIZE: &str = "voxels.size";
/// The kinds and the words of what is not air, and the same for what is not water; the latter are
/// empty if there is none.
const PLANES: [[&str; 2]; 2] =
    [["voxels.kinds", "voxels.bricks"], ["voxels.dry-kinds", "voxels.dry-bricks"]];
const RULES: &str = "movers.rules";

/// The kinds of bricks; bricks that are neither free nor blocked follow as words.
const IS_FREE: u8 = 0;
const IS_BLOCKED: u8 = 1;
const IS_MIXED: u8 = 2;

impl Stored for VoxelMap {
    const KIND: [u8; 4] = *b"voxs";
    const NAVIGATOR: [u8; 4] = *b"nvox";
    const RECORDING: [u8; 4] = *b"rvox";
    const TABLES: &'static [&'static str] =
        &[SIZE, PLANES[0][0], PLANES[0][1], PLANES[1][0], PLANES[1][1]];
    const MOVERS: &'static [&'static str] = &[RULES];

    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(SIZE, self.size().to_vec());
        let dry = self.dry.as_ref().filter(|_| self.water > 0);
        for (plane, [kinds, words]) in [(Some(&self.bricks), PLANES[0]), (dry, PLANES[1])] {
            let bricks = || {
                let places = plane.map(|plane| bricks_of(self.size()).map(|at| plane.brick(at)));
                places.into_iter().flatten()
            };
            let kind = |brick: &Brick| match *brick {
                FREE => IS_FREE,
                BLOCKED => IS_BLOCKED,
                _ => IS_MIXED,
            };
            out.put(kinds, bricks().map(kind).collect::<Vec<u8>>());
            let mixed = bricks().filter(|brick| kind(brick) == IS_MIXED);
            out.put(words, mixed.flatten().copied().collect::<Vec<u64>>());
        }
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<VoxelMap, TablesError> {
        let size: [u32; 3] = few(u32s(tables, SIZE)?, SIZE)?;
        let voxels = size.iter().try_fold(1u64, |voxels, &side| voxels.checked_mul(side.into()));
        let is_usable = size.iter().all(|side| (1..=VoxelMap::MOST_ALONG).contains(side))
            && voxels.is_some_and(|voxels| voxels <= VoxelMap::MOST_VOXELS);
        check(is_usable, SIZE, 0, "sides of 1 to 4096 and at most 2^30 voxels")?;
        let (bricks, filled) = take_plane(tables, PLANES[0], size)?;
        let [kinds, words] = PLANES[1];
        let (dry, water) = if u8s(tables, kinds)?.is_empty() {
            let count = u64s(tables, words)?.len();
            check(count == 0, words, count, "no words, as there is no water")?;
            (None, 0)
        } else {
            let (dry, count) = take_plane(tables, PLANES[1], size)?;
            let water = size.map(u64::from).iter().product::<u64>() - count;
            check(water > 0, kinds, 0, "some water, or an empty table")?;
            for (at, place) in bricks_of(size).enumerate() {
                let mut words = bricks.brick(place).iter().zip(dry.brick(place));
                let is_right = words.all(|(not_air, not_water)| not_air | not_water == !0);
                check(is_right, kinds, at, "voxels that are not both air and water")?;
            }
            (Some(dry), water)
        };
        let log = Changes::forgotten_until(revision);
        Ok(VoxelMap { size, bricks, dry, filled, water, log })
    }

    /// Neighbours, corner rule, the ticks along one, two and three axes, and the numbers of body
    /// and walk.
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
        let (rules, rest) = numbers.as_chunks::<13>();
        check(rest.is_empty(), RULES, numbers.len(), "thirteen numbers for each mover")?;
        let mut movers = Vec::with_capacity(rules.len());
        for (first, &[neighbours, corners, straight, diagonal, spatial, ref frame @ ..]) in
            (0..).step_by(13).zip(rules)
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

impl Pack for Voxel {
    fn pack(&self, out: &mut Packer) {
        out.numbers(self.axes().map(u64::from));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Voxel, PartsError> {
        Ok(Voxel::new(from.u32()?, from.u32()?, from.u32()?))
    }
}

const FRAME: &str = "a side and height of 1 to 32, a medium of 0 to 2, 0 or 1, and how it walks";

/// A mover with the numbers of [`VoxelMover::frame`].
fn with_frame(mover: VoxelMover, frame: [u32; 8]) -> Option<VoxelMover> {
    let [side, height, medium, walks, climb, fall, climb_ticks, fall_ticks] = frame;
    let mover = mover.medium(VoxelMedium::of_number(medium)?).body(side, height).ok()?;
    match walks {
        0 => Some(mover),
        1 => mover.walk(VoxelWalk { climb, fall, climb_ticks, fall_ticks }).ok(),
        _ => None,
    }
}

/// Reads one plane of bricks, and counts the voxels that are set.
fn take_plane(
    tables: &Container<'_>,
    [kinds_part, words_part]: [&'static str; 2],
    size: [u32; 3],
) -> Result<(Bricks, u64), TablesError> {
    let (kinds, words) = (u8s(tables, kinds_part)?, u64s(tables, words_part)?);
    let count = size.iter().map(|side| side.div_ceil(8) as usize).product::<usize>();
    check(kinds.len() == count, kinds_part, kinds.len(), "a number for each brick")?;
    let (mut bricks, rest) = words.as_chunks::<8>();
    let mixed = kinds.iter().filter(|&&kind| kind == IS_MIXED).count();
    let is_paired = bricks.len() == mixed && rest.is_empty();
    check(is_paired, words_part, words.len(), "eight words for each brick that is mixed")?;
    let mut plane = Bricks::new(size).ok_or(TablesError::Memory)?;
    let mut set = 0;
    for (at, (place, &kind)) in bricks_of(size).zip(kinds).enumerate() {
        let brick = match (kind, bricks.split_first()) {
            (IS_FREE, _) => FREE,
            (IS_BLOCKED, _) => BLOCKED,
            (IS_MIXED, Some((&brick, rest))) => {
                bricks = rest;
                brick
            }
            _ => return Err(wrong(kinds_part, at, "0, 1 or 2").into()),
        };
        let is_right = (kind == IS_MIXED) == (brick != FREE && brick != BLOCKED);
        check(is_right, kinds_part, at, "a mixed brick that is neither free nor blocked")?;
        // Before anything is blocked, what is not free is beyond the map.
        let beyond = *plane.brick(place);
        let is_right = brick.iter().zip(beyond).all(|(word, beyond)| word & beyond == beyond);
        check(is_right, kinds_part, at, "blocked voxels beyond the map")?;
        let bits = |brick: &Brick| brick.iter().map(|word| word.count_ones()).sum::<u32>();
        set += u64::from(bits(&brick) - bits(&beyond));
        plane.set_brick(place, brick);
    }
    Ok((plane, set))
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
