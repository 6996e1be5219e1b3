//! Additive pattern databases for 15 tiles: six, six and three of them, or seven and eight.
//!
//! For every arrangement of its tiles, a database holds how many moves *of these tiles* it takes to
//! bring them home, whatever the others do; the numbers of disjoint groups may be added.
//! Korf & Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002; Felner,
//! Korf & Hanan, "Additive Pattern Database Heuristics", JAIR 22, 2004. The board is also looked up
//! mirrored along the diagonal, and the larger sum counts.
//!
//! Here a database holds only what it adds to Manhattan distances, which is even, in four bits.

use astride::base::{Budget, TablesError};

use super::board::apart;
use super::dive::{self, Guess};
use super::layers::build;
use super::ways::{Ways, choose, order_of};
use super::{Board, Slid};

/// The tiles of each small database, rising.
pub(super) const SMALL: [&[u8]; 3] = [&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]];

/// The tiles of each large database, rising.
pub(super) const LARGE: [&[u8]; 2] = [&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]];

/// Databases of lower bounds on the number of moves that a board of 15 tiles needs.
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
    pub(super) size: Size,
}

pub(super) enum Size {
    Small(Box<Groups<3>>),
    Large(Box<Groups<2>>),
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns::new()
    }
}

impl Patterns {
    /// Builds databases of 6, 6 and 3 tiles.
    ///
    /// # Panics
    ///
    /// If there is no memory for them.
    ///
    /// # Complexity
    ///
    /// Some tenths of a second, and 5.9 MB.
    pub fn new() -> Self {
        let groups = Groups::build(SMALL, 1).expect("memory for 20 MB");
        Patterns { size: Size::Small(Box::new(groups)) }
    }

    /// Builds databases of 7 and 8 tiles, with as many threads as given, 64 at most, or fewer where no
    /// more can be started. They are the same with any number.
    ///
    /// # Errors
    ///
    /// [`TablesError::Memory`] if there is no memory for them.
    ///
    /// # Complexity
    ///
    /// Half a minute of one core, and 293 MB; 720 MB while it goes on.
    pub fn seven_eight(threads: usize) -> Result<Self, TablesError> {
        Ok(Patterns { size: Size::Large(Box::new(Groups::build(LARGE, threads.clamp(1, 64))?)) })
    }

    /// Finds the fewest moves by IDA*. One expansion of the budget is 65 536 boards.
    pub fn solve(&self, board: &Board, budget: &mut Budget<'_>) -> Slid {
        match &self.size {
            Size::Small(groups) => dive::solve(&**groups, board, budget),
            Size::Large(groups) => dive::solve(&**groups, board, budget),
        }
    }

    /// How many moves `board` needs at least; `None` if it has no 15 tiles.
    pub fn at_least(&self, board: &Board) -> Option<u32> {
        let tiles = board.tiles().try_into().ok()?;
        Some(u32::from(match &self.size {
            Size::Small(groups) => groups.moves(groups.notes(tiles)),
            Size::Large(groups) => groups.moves(groups.notes(tiles)),
        }))
    }

    /// The tiles of each database, rising.
    pub fn groups(&self) -> &[&'static [u8]] {
        match &self.size {
            Size::Small(groups) => &groups.tiles,
            Size::Large(groups) => &groups.tiles,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        match &self.size {
            Size::Small(groups) => groups.bytes(),
            Size::Large(groups) => groups.bytes(),
        }
    }
}

/// One database.
pub(super) struct Group {
    ways: Ways,
    /// Where its table begins.
    first: usize,
}

impl Group {
    /// Bytes of a table of that many tiles.
    pub(super) fn len(tiles: usize) -> usize {
        choose(16, tiles) * (1..=tiles).product::<usize>() / 2
    }

    /// The number of the entry for a set of squares and an order.
    #[inline(always)]
    fn entry(&self, set: u16, order: u16) -> usize {
        self.ways.rank(set) * self.ways.orders + usize::from(order)
    }
}

/// The number of the group with this tile.
pub(super) fn group_of(tile: u8, groups: &[&[u8]]) -> u8 {
    groups.iter().position(|group| group.contains(&tile)).unwrap_or(0) as u8
}

/// All databases, and where each tile belongs.
pub(super) struct Groups<const COUNT: usize> {
    /// Half of what each database adds, by squares and order, two entries a byte. What else is in a
    /// file of databases is kept with them, as copying them would take long.
    data: Vec<u8>,
    groups: [Group; COUNT],
    /// The group of each tile, and that of its mirror image.
    of: [[u8; 16]; 2],
    /// The squares as they are, and as in the mirror.
    square: [[u8; 16]; 2],
    /// Steps of each tile from each square home.
    far: [[u8; 16]; 16],
    pub(super) tiles: [&'static [u8]; COUNT],
}

#[derive(Clone, Copy)]
pub(super) struct Notes<const COUNT: usize> {
    /// The squares of each group's tiles; as they are, and in the mirror.
    sets: [[u16; COUNT]; 2],
    /// The order of the tiles upon them.
    orders: [[u16; COUNT]; 2],
    /// Half of what each group adds.
    extra: [[u8; COUNT]; 2],
    manhattan: u8,
}

impl<const COUNT: usize> Groups<COUNT> {
    fn build(tiles: [&'static [u8]; COUNT], threads: usize) -> Result<Self, TablesError> {
        let (mut data, mut first) = (Vec::new(), [0; COUNT]);
        for (first, tiles) in first.iter_mut().zip(tiles) {
            *first = data.len();
            build(tiles, &Ways::new(tiles.len()), threads, &mut data)?;
        }
        Ok(Groups::new(data, first, tiles))
    }

    /// The databases in `data` whose tables begin at `first`.
    pub(super) fn new(data: Vec<u8>, first: [usize; COUNT], tiles: [&'static [u8]; COUNT]) -> Self {
        let group = |at: usize| Group { ways: Ways::new(tiles[at].len()), first: first[at] };
        let groups = std::array::from_fn(group);
        let mirror = |at: u8| at % 4 * 4 + at / 4;
        let square =
            [std::array::from_fn(|at| at as u8), std::array::from_fn(|at| mirror(at as u8))];
        let of = square.map(|square: [u8; 16]| square.map(|tile| group_of(tile, &tiles)));
        let far = std::array::from_fn(|tile| std::array::from_fn(|at| apart(at, tile, 4) as u8));
        Groups { data, groups, of, square, far, tiles }
    }

    fn bytes(&self) -> usize {
        self.data.len() + self.groups.iter().map(|group| group.ways.bytes()).sum::<usize>()
    }

    /// The tables, one for each database.
    pub(super) fn tables(&self) -> [&[u8]; COUNT] {
        let table =
            |at: usize| &self.data[self.groups[at].first..][..Group::len(self.tiles[at].len())];
        std::array::from_fn(table)
    }

    /// The first byte that is wrong in the table of a group: with all tiles at home nothing is added.
    pub(super) fn wrong(&self, group: usize) -> Option<usize> {
        let home = self.tiles[group].iter().fold(0, |set, &tile| set | 1 << tile);
        (self.extra(group, home, 0) != 0).then(|| self.groups[group].entry(home, 0) / 2)
    }

    #[inline(always)]
    fn extra(&self, group: usize, set: u16, order: u16) -> u8 {
        let group = &self.groups[group];
        let at = group.entry(set, order);
        self.data[group.first + at / 2] >> (at % 2 * 4) & 15
    }

    /// Follows a move in the world or in the mirror; whether no more than `most` is added then.
    #[inline(always)]
    fn follow(
        &self,
        notes: &mut Notes<COUNT>,
        side: usize,
        [tile, from, to]: [u8; 3],
        most: u8,
    ) -> bool {
        let group = usize::from(self.of[side][usize::from(tile & 15)]) % COUNT;
        let [from, to] = [from, to].map(|square| self.square[side][usize::from(square & 15)] & 15);
        let Group { ways, .. } = &self.groups[group];
        let set = notes.sets[side][group];
        let order = ways.follow(notes.orders[side][group], set, from, to);
        let set = set ^ (1 << from | 1 << to);
        notes.sets[side][group] = set;
        notes.orders[side][group] = order;
        notes.extra[side][group] = self.extra(group, set, order);
        sum(notes.extra[side]) <= most
    }
}

impl<const COUNT: usize> Guess for Groups<COUNT> {
    type Notes = Notes<COUNT>;

    fn notes(&self, tiles: &[u8; 16]) -> Notes<COUNT> {
        let mut notes = Notes {
            sets: [[0; COUNT]; 2],
            orders: [[0; COUNT]; 2],
            extra: [[0; COUNT]; 2],
            manhattan: 0,
        };
        for (at, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            notes.manhattan += self.far[usize::from(tile)][at];
        }
        for side in 0..2 {
            let square = self.square[side];
            // The mirror is its own inverse.
            let seen: [u8; 16] = square.map(|at| square[usize::from(tiles[usize::from(at)])]);
            for (group, members) in self.tiles.iter().enumerate() {
                let is_member = |&at: &usize| members.contains(&seen[at]);
                let standing: Vec<u8> = (0..16).filter(is_member).map(|at| seen[at]).collect();
                let set = (0..16).filter(is_member).fold(0, |set, at| set | 1 << at);
                let order = order_of(&standing);
                notes.sets[side][group] = set;
                notes.orders[side][group] = order;
                notes.extra[side][group] = self.extra(group, set, order);
            }
        }
        notes
    }

    #[inline(always)]
    fn slide(
        &self,
        mut notes: Notes<COUNT>,
        tile: u8,
        from: u8,
        to: u8,
        left: u8,
    ) -> Option<Notes<COUNT>> {
        let far = &self.far[usize::from(tile & 15)];
        notes.manhattan = notes.manhattan + far[usize::from(to & 15)] - far[usize::from(from & 15)];
        if notes.manhattan > left {
            return None;
        }
        let most = (left - notes.manhattan) / 2;
        let fits = self.follow(&mut notes, 0, [tile, from, to], most)
            && self.follow(&mut notes, 1, [tile, from, to], most);
        fits.then_some(notes)
    }

    #[inline(always)]
    fn moves(&self, notes: Notes<COUNT>) -> u8 {
        notes.manhattan + 2 * sum(notes.extra[0]).max(sum(notes.extra[1]))
    }
}

#[inline(always)]
fn sum<const COUNT: usize>(extra: [u8; COUNT]) -> u8 {
    extra.iter().sum()
}
