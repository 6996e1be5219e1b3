//! Saving what factions know as tables of a container, and loading it.

use super::{Bits, Knowledge, belief};
use crate::base::{Container, Groups, NodeId, PartsError, TablesError, check, u8s, u32s, u64s};
use crate::shapes::square::Grid;
use crate::shapes::square::grid::check_rising;
use crate::world::{Changes, MAX_SAVED_COUNT};

const NUMBERS: &str = "factions.numbers";
const KNOWN: &str = "factions.known";
const STALE: &str = "factions.stale";
const SEEN: &str = "factions.seen";

impl Knowledge {
    /// The names of the faction tables, in order.
    pub(crate) const TABLES: [&'static str; 4] = [NUMBERS, KNOWN, STALE, SEEN];

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
        out.put(SEEN, all.flat_map(|known| known.seen.values().copied()).collect::<Vec<u8>>());
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
