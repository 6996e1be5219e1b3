//! Additive pattern databases for 15 tiles: six, six and three of them.
//!
//! A database holds for every way in which its tiles can stand how many moves *of these tiles* it
//! takes to bring them home, whatever the others do; the sums of tiles that are apart may be added.
//! Korf & Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002; Felner,
//! Korf & Hanan, "Additive Pattern Database Heuristics", JAIR 22, 2004. The board is also looked up
//! as in a mirror along the diagonal, and the larger sum counts.
//!
//! Here a database holds only what it adds to Manhattan distances, which is even, in four bits. It is
//! reached by the ranks of two triples of squares: 3360² entries, 5.6 MB each, of which half can
//! occur, for the sake of a number that follows a move by one addition.

use astride::base::Budget;

use super::board::apart;
use super::dive::{self, Guess};
use super::{Board, Slid};

/// The tiles of each database.
const GROUPS: [&[u8]; 3] = [&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]];

/// Ways in which three tiles can stand.
const TRIPLES: usize = 16 * 15 * 14;

/// What an entry says before it is known, and the most it can say.
const UNKNOWN: u8 = 15;

/// Databases that tell how many moves a board of 15 tiles needs at least.
///
/// # Complexity
///
/// Building them takes some seconds and 11.3 MB, and 60 MB while it goes on.
///
/// # Examples
///
/// ```no_run
/// use astride::base::Budget;
/// use astride_puzzles::sliding::{Board, Patterns, Slid};
/// let patterns = Patterns::new();
/// let board = Board::new(&[14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])?;
/// let Slid::Solved { tiles, .. } = patterns.solve(&board, &mut Budget::unlimited()) else { panic!() };
/// assert_eq!(tiles.len(), 57);
/// # Ok::<(), String>(())
/// ```
pub struct Patterns {
    /// Half of what each database adds, two entries a byte.
    tables: [Vec<u8>; 3],
    /// By twelve bits, the squares of three tiles, their number among those that can occur.
    ranks: Vec<u16>,
    tiles: [Tile; 16],
    /// The squares as in the mirror.
    mirror: [u8; 16],
    /// Steps of each tile from each square home.
    far: [[u8; 16]; 16],
}

/// Where a tile is noted: its group, its place in the key of it, and both of its mirror image.
#[derive(Clone, Copy, Default)]
struct Tile {
    group: u8,
    shift: u8,
    mirrored_group: u8,
    mirrored_shift: u8,
}

#[derive(Clone, Copy)]
pub(super) struct Notes {
    /// The squares of each group's tiles, four bits each; as they are, and in the mirror.
    keys: [[u32; 3]; 2],
    /// Half of what each group adds.
    extra: [[u8; 3]; 2],
    manhattan: u8,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns::new()
    }
}

impl Patterns {
    /// Builds the databases.
    pub fn new() -> Self {
        let ranks = ranks();
        let mirror: [u8; 16] = std::array::from_fn(|at| (at % 4 * 4 + at / 4) as u8);
        let place = |tile: u8| {
            let group = GROUPS.iter().position(|group| group.contains(&tile)).unwrap_or(0);
            let place = GROUPS[group].iter().position(|&other| other == tile).unwrap_or(0);
            [group as u8, 4 * place as u8]
        };
        let tiles = std::array::from_fn(|tile| {
            if tile == 0 {
                return Tile::default();
            }
            let [group, shift] = place(tile as u8);
            let [mirrored_group, mirrored_shift] = place(mirror[tile]);
            Tile { group, shift, mirrored_group, mirrored_shift }
        });
        let far = std::array::from_fn(|tile| std::array::from_fn(|at| apart(at, tile, 4) as u8));
        let tables = GROUPS.map(|group| build(group, &ranks));
        Patterns { tables, ranks, tiles, mirror, far }
    }

    /// Finds the fewest moves by IDA*. One expansion of the budget is 65 536 boards.
    pub fn solve(&self, board: &Board, budget: &mut Budget<'_>) -> Slid {
        dive::solve(self, board, budget)
    }

    /// How many moves `board` needs at least; `None` if it has no 15 tiles.
    pub fn at_least(&self, board: &Board) -> Option<u32> {
        let tiles = board.tiles().try_into().ok()?;
        Some(u32::from(self.moves(self.notes(tiles))))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Vec::len).sum::<usize>() + 2 * self.ranks.len()
    }

    #[inline(always)]
    fn extra(&self, group: usize, key: u32) -> u8 {
        entry(&self.tables[group], index(&self.ranks, key))
    }
}

/// The number of each triple of squares among those of three different ones, by twelve bits.
fn ranks() -> Vec<u16> {
    let mut ranks = vec![0; 4096];
    let mut next = 0;
    for (key, rank) in ranks.iter_mut().enumerate() {
        let [a, b, c] = [key & 15, key >> 4 & 15, key >> 8];
        if a != b && a != c && b != c {
            *rank = next;
            next += 1;
        }
    }
    ranks
}

/// Where the entry of a key lies. A group of three has zeros for the squares of the other three.
#[inline(always)]
fn index(ranks: &[u16], key: u32) -> usize {
    let [low, high] = [key & 4095, key >> 12 & 4095].map(|key| ranks[key as usize]);
    usize::from(high) * TRIPLES + usize::from(low)
}

#[inline(always)]
fn entry(table: &[u8], index: usize) -> u8 {
    table[index / 2] >> (index % 2 * 4) & 15
}

/// The squares beside a square, as bits.
const fn beside(square: u32) -> u16 {
    let bit = 1_u16 << square;
    spread(bit) & !bit
}

/// The squares of `bits` and those beside them.
const fn spread(bits: u16) -> u16 {
    bits | bits << 4 | bits >> 4 | (bits & 0x7777) << 1 | (bits & 0xEEEE) >> 1
}

/// The free squares that the empty one reaches from `from` without moving a tile of the group.
fn region(from: u16, free: u16) -> u16 {
    let mut reached = from;
    loop {
        let next = spread(reached) & free;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// One database, from the goal backward, layer by layer: a place is how the tiles stand and which
/// region of the other squares the empty one is in.
fn build(group: &[u8], ranks: &[u16]) -> Vec<u8> {
    let highs = if group.len() > 3 { TRIPLES } else { 1 };
    let mut table = vec![UNKNOWN << 4 | UNKNOWN; (highs * TRIPLES).div_ceil(2)];
    // For each way to stand, the squares from which the empty one has been served.
    let mut seen = vec![0_u16; highs * TRIPLES];
    let key = |squares: &mut dyn Iterator<Item = u32>| {
        squares.enumerate().fold(0, |key, (at, square)| key | square << (4 * at))
    };
    let home = key(&mut group.iter().map(|&tile| u32::from(tile)));
    let free = !group.iter().fold(0_u16, |taken, &tile| taken | 1 << tile);
    let start = region(1, free);
    seen[index(ranks, home)] = start;
    let (mut layer, mut moves) = (vec![(home, start)], 0_u32);
    let mut next = Vec::new();
    while !layer.is_empty() {
        for &(key, empty) in &layer {
            let squares = group.iter().enumerate().map(|(at, _)| key >> (4 * at) & 15);
            let taken = squares.clone().fold(0_u16, |taken, square| taken | 1 << square);
            let place = index(ranks, key);
            if entry(&table, place) == UNKNOWN {
                let far: u32 = squares
                    .clone()
                    .zip(group)
                    .map(|(square, &tile)| apart(square as usize, usize::from(tile), 4))
                    .sum();
                let extra = ((moves - far) / 2).min(u32::from(UNKNOWN)) as u8;
                let shift = place % 2 * 4;
                let pair = &mut table[place / 2];
                *pair = *pair & !(15 << shift) | extra << shift;
            }
            for (at, square) in squares.enumerate() {
                let mut to = beside(square) & empty;
                while to != 0 {
                    let there = to.trailing_zeros();
                    to &= to - 1;
                    let next_key = key + (there << (4 * at)) - (square << (4 * at));
                    let known = &mut seen[index(ranks, next_key)];
                    let left = 1_u16 << square;
                    if *known & left == 0 {
                        let free = !(taken & !left | 1 << there);
                        let region = region(left, free);
                        *known |= region;
                        next.push((next_key, region));
                    }
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
        moves += 1;
    }
    table
}

impl Guess for Patterns {
    type Notes = Notes;

    fn notes(&self, tiles: &[u8; 16]) -> Notes {
        let mut notes = Notes { keys: [[0; 3]; 2], extra: [[0; 3]; 2], manhattan: 0 };
        for (at, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            let place = self.tiles[usize::from(tile)];
            notes.manhattan += self.far[usize::from(tile)][at];
            notes.keys[0][usize::from(place.group)] |= (at as u32) << place.shift;
            notes.keys[1][usize::from(place.mirrored_group)] |=
                u32::from(self.mirror[at]) << place.mirrored_shift;
        }
        for (keys, extra) in notes.keys.iter().zip(&mut notes.extra) {
            for (group, extra) in extra.iter_mut().enumerate() {
                *extra = self.extra(group, keys[group]);
            }
        }
        notes
    }

    #[inline(always)]
    fn slide(&self, mut notes: Notes, tile: u8, from: u8, to: u8, left: u8) -> Option<Notes> {
        let (from, to) = (usize::from(from & 15), usize::from(to & 15));
        let Tile { group, shift, mirrored_group, mirrored_shift } =
            self.tiles[usize::from(tile & 15)];
        let far = &self.far[usize::from(tile & 15)];
        notes.manhattan = notes.manhattan + far[to] - far[from];
        if notes.manhattan > left {
            return None;
        }
        let most = (left - notes.manhattan) / 2;
        let (group, [keys, _]) = (usize::from(group), &mut notes.keys);
        keys[group] = (keys[group] + ((to as u32) << shift)).wrapping_sub((from as u32) << shift);
        notes.extra[0][group] = self.extra(group, keys[group]);
        if sum(notes.extra[0]) > most {
            return None;
        }
        let (group, [_, keys]) = (usize::from(mirrored_group), &mut notes.keys);
        let [from, to] = [from, to].map(|square| u32::from(self.mirror[square]));
        keys[group] = (keys[group] + (to << mirrored_shift)).wrapping_sub(from << mirrored_shift);
        notes.extra[1][group] = self.extra(group, keys[group]);
        (sum(notes.extra[1]) <= most).then_some(notes)
    }

    #[inline(always)]
    fn moves(&self, notes: Notes) -> u8 {
        notes.manhattan + 2 * sum(notes.extra[0]).max(sum(notes.extra[1]))
    }
}

#[inline(always)]
fn sum(extra: [u8; 3]) -> u8 {
    extra[0] + extra[1] + extra[2]
}
