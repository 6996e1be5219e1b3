//! Saving what factions know as tables of a container, and loading it.

use super::sides::end_of;
use super::{Bits, Knowledge, belief};
use crate::base::{
    Container, Dir, Groups, NodeId, PartsError, TablesError, check, u8s, u32s, u64s,
};
use crate::shapes::square::Grid;
use crate::shapes::square::grid::check_rising;
use crate::world::{Changes, MAX_SAVED_COUNT, Side};

const NUMBERS: &str = "factions.numbers";
const KNOWN: &str = "factions.known";
const STALE: &str = "factions.stale";
const SEEN: &str = "factions.seen";
const SIDE_COUNTS: &str = "factions.side-counts";
const SIDES: &str = "factions.sides";

impl Knowledge {
    /// The names of the faction tables, in order. Files of earlier versions lack the last two.
    pub(crate) fn tables(file: &Container<'_>) -> impl Iterator<Item = &'static str> + use<> {
        let of_sides = if has_sides(file) { &[SIDE_COUNTS, SIDES][..] } else { &[] };
        [NUMBERS, KNOWN, STALE, SEEN].into_iter().chain(of_sides.iter().copied())
    }

    /// Writes the tables of what some factions know, one after the other.
    pub(crate) fn put_all<'k>(
        all: impl Iterator<Item = &'k Knowledge> + Clone,
        out: &mut Groups<'_>,
    ) {
        let numbers = |known: &Knowledge| {
            [u64::from(known.assumed), known.revision(), known.seen.len() as u64]
        };
        out.put(NUMBERS, all.clone().flat_map(numbers).collect::<Vec<u64>>());
        out.put(KNOWN, all.clone().flat_map(Knowledge::known_words).collect::<Vec<u64>>());
        let stale = all.clone().flat_map(|known| known.seen.keys().copied());
        out.put(STALE, stale.collect::<Vec<u32>>());
        let seen = all.clone().flat_map(|known| known.seen.values().copied());
        out.put(SEEN, seen.collect::<Vec<u8>>());
        let counts = all.clone().map(|known| known.sides.len() as u64);
        out.put(SIDE_COUNTS, counts.collect::<Vec<u64>>());
        let sides = all.flat_map(|known| known.sides.iter().flat_map(numbers_of));
        out.put(SIDES, sides.collect::<Vec<u32>>());
    }

    /// Reads what the factions in these tables know about `grid`.
    pub(crate) fn take_all(
        tables: &Container<'_>,
        grid: &Grid,
    ) -> Result<Vec<Knowledge>, TablesError> {
        let (numbers, known) = (u64s(tables, NUMBERS)?, u64s(tables, KNOWN)?);
        let (stale, seen) = (u32s(tables, STALE)?, u8s(tables, SEEN)?);
        let (factions, rest) = numbers.as_chunks::<3>();
        check(rest.is_empty(), NUMBERS, numbers.len(), "three numbers for each faction")?;
        let words = grid.cell_count().div_ceil(64) as usize;
        let all_words = words.checked_mul(factions.len());
        check(all_words == Some(known.len()), KNOWN, known.len(), "a bit for each cell")?;
        check(seen.len() == stale.len(), SEEN, seen.len(), "a class for each cell remembered")?;
        let (mut all, mut first) = (Vec::with_capacity(factions.len()), 0usize);
        for (at, (&[assumed, revision, count], known)) in
            factions.iter().zip(known.chunks_exact(words)).enumerate()
        {
            let wrong = |number, expected| PartsError::Damaged {
                part: NUMBERS,
                at: 3 * at + number,
                expected,
            };
            let assumed = u8::try_from(assumed).map_err(|_| wrong(0, "a terrain class"))?;
            check(revision <= MAX_SAVED_COUNT, NUMBERS, 3 * at + 1, "a revision of at most 2^56")?;
            let end = usize::try_from(count).ok().and_then(|count| first.checked_add(count));
            let end = end.filter(|&end| end <= stale.len());
            let end = end.ok_or(wrong(2, "no more cells than are remembered"))?;
            let mut knowledge = Knowledge::new(grid, assumed);
            knowledge.take_known(known, KNOWN, at * words)?;
            check_rising(&stale[first..end], grid.cell_count(), STALE)?;
            for place in first..end {
                let node = NodeId::new(stale[place]);
                check(knowledge.known.get(node), STALE, place, "a cell that is known")?;
                knowledge.take_for(node, seen[place]);
                knowledge.went_on(belief(node, seen[place]));
            }
            knowledge.log = Changes::forgotten_until(revision);
            all.push(knowledge);
            first = end;
        }
        check(first == stale.len(), STALE, first, "only cells of a faction")?;
        if has_sides(tables) {
            take_sides(&mut all, tables, grid)?;
        } else {
            // Earlier versions knew all sides as they are.
            all.iter_mut().for_each(|known| known.remember_sides_as_they_are(grid));
        }
        Ok(all)
    }

    /// One bit per cell: whether it is known.
    fn known_words(&self) -> impl Iterator<Item = u64> + '_ {
        let cells = self.width * self.height;
        (0..cells.div_ceil(64)).map(move |word| {
            let bits = word * 64..cells.min(word * 64 + 64);
            let bit = |node: u32| u64::from(self.known.get(NodeId::new(node))) << (node % 64);
            bits.map(bit).sum()
        })
    }

    fn take_known(
        &mut self,
        words: &[u64],
        part: &'static str,
        first: usize,
    ) -> Result<(), PartsError> {
        let cells = self.width * self.height;
        for (at, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let node = at as u32 * 64 + left.trailing_zeros();
                check(node < cells, part, first + at, "bits of cells only")?;
                self.known.set(NodeId::new(node), true);
                left &= left - 1;
            }
            self.known_count += word.count_ones();
            self.went_on(word);
        }
        Ok(())
    }

    fn remember_sides_as_they_are(&mut self, grid: &Grid) {
        let stale: Vec<u32> = self.seen.keys().copied().collect();
        stale.into_iter().for_each(|node| self.remember_sides(grid, NodeId::new(node)));
        let sides: Vec<[u32; 2]> = self.sides.iter().map(numbers_of).collect();
        sides.into_iter().for_each(|side| self.went_on_with(side));
    }

    /// A side that is remembered is part of what happened.
    fn went_on_with(&mut self, [from, what]: [u32; 2]) {
        self.went_on(u64::from(what) << 32 | u64::from(from));
    }

    /// Reads a side from its numbers. The error says what would be right.
    fn take_side(&mut self, [from, what]: [u32; 2], grid: &Grid) -> Result<(), &'static str> {
        if from >= grid.cell_count() {
            return Err("a cell of the grid");
        }
        let (from, dir) = (NodeId::new(from), Dir::from_code(what as u8));
        let end = end_of(grid, from, dir);
        let is_remembered = self.stale.get(from) || end.is_some_and(|end| self.stale.get(end));
        if self.sees_side(from, end) || !is_remembered {
            return Err("a side of a cell that is remembered, and of none known as it is");
        }
        let side = match what >> 3 {
            0 => Side::Shut,
            fence @ 1..=256 if end.is_some() && !dir.is_diagonal() => {
                Side::Fenced((fence - 1) as u8)
            }
            _ => return Err("a forbidden step, or a class and a side between two cells"),
        };
        if self.sides.iter().next_back().is_some_and(|(last, _)| last >= (from, dir)) {
            return Err("sides by start, then by direction");
        }
        self.sides.put((from, dir), side);
        self.went_on_with([from.get(), what]);
        Ok(())
    }

    /// Sets the belief about `node`, which must be known and not stale, to `class`.
    pub(super) fn take_for(&mut self, node: NodeId, class: u8) {
        if self.stale.is_empty() {
            self.stale = Bits::new(self.width * self.height, self.width);
        }
        self.stale.set(node, true);
        *self.seen_classes.entry(class).or_default() += 1;
        self.seen.insert(node.get(), class);
    }
}

/// Where a side that is remembered begins; and its direction and, above that, 0 for a wall or a one-way
/// step, or the class of a fence plus 1.
fn numbers_of(((from, dir), side): ((NodeId, Dir), Side)) -> [u32; 2] {
    let fence = match side {
        Side::Fenced(class) => u32::from(class) + 1,
        Side::Open | Side::Shut => 0,
    };
    [from.get(), fence << 3 | dir as u32]
}

fn has_sides(file: &Container<'_>) -> bool {
    file.names().any(|name| name == SIDES)
}

/// Reads the sides that these factions remember.
fn take_sides(
    all: &mut [Knowledge],
    tables: &Container<'_>,
    grid: &Grid,
) -> Result<(), TablesError> {
    let (counts, sides) = (u64s(tables, SIDE_COUNTS)?, u32s(tables, SIDES)?);
    let (sides, rest) = sides.as_chunks::<2>();
    check(rest.is_empty(), SIDES, 2 * sides.len(), "two numbers for each side")?;
    check(counts.len() == all.len(), SIDE_COUNTS, counts.len(), "one for each faction")?;
    let mut first = 0usize;
    for (at, (knowledge, &count)) in all.iter_mut().zip(&*counts).enumerate() {
        let end = usize::try_from(count).ok().and_then(|count| first.checked_add(count));
        let end = end.filter(|&end| end <= sides.len());
        let expected = "no more sides than are remembered";
        let end = end.ok_or(PartsError::Damaged { part: SIDE_COUNTS, at, expected })?;
        for (place, &side) in (first..).zip(&sides[first..end]) {
            let taken = knowledge.take_side(side, grid);
            taken.map_err(|expected| PartsError::Damaged {
                part: SIDES,
                at: 2 * place,
                expected,
            })?;
        }
        first = end;
    }
    Ok(check(first == sides.len(), SIDES, 2 * first, "only sides of a faction")?)
}
