//! One pattern database, from the goal backward, layer by layer.
//!
//! A place is how the tiles of the group stand, and the region of the other squares that the empty
//! square is in; walking in a region costs nothing. All orders of tiles on the same squares with the
//! same region are one row of bits, so that a move which keeps the order is one `or` for 64 places.
//! Each move changes the colour of one tile's square, so the sets of squares fall into two halves,
//! and layers alternate between the two halves.

use std::sync::Mutex;

use astride::base::TablesError;

use super::board::apart;
use super::ways::{Ways, choose, order_at};

/// Bits of a depth that are kept until all is known: half of it, up to 31.
const PLANES: usize = 5;

/// The most that an entry can say.
const MOST: u8 = 15;

/// The sets of squares and the regions that they leave.
#[derive(Default)]
struct Sets {
    /// The squares of each set, in the order of their numbers.
    squares: Vec<u16>,
    /// Which half it belongs to.
    half: Vec<usize>,
    /// The regions of each half, and where those of a set begin among them.
    regions: [Vec<u16>; 2],
    first: Vec<usize>,
    /// How many regions a set leaves.
    count: Vec<usize>,
}

const BLACK: u16 = 0b1010_0101_1010_0101;

impl Sets {
    fn new(tiles: usize, ways: &Ways) -> Sets {
        let mut squares = vec![0; choose(16, tiles)];
        let all = (0..=u16::MAX).filter(|set| set.count_ones() as usize == tiles);
        all.for_each(|set| squares[ways.rank(set)] = set);
        let mut sets = Sets { squares, ..Sets::default() };
        for &set in &sets.squares {
            let half = (set & BLACK).count_ones() as usize % 2;
            sets.half.push(half);
            sets.first.push(sets.regions[half].len());
            let mut free = !set;
            while free != 0 {
                let region = region(free & free.wrapping_neg(), free);
                sets.regions[half].push(region);
                free &= !region;
            }
            sets.count.push(sets.regions[half].len() - sets.first[sets.count.len()]);
        }
        sets
    }

    /// The row of a set and a square of the region: its number within the half.
    fn row(&self, rank: usize, square: u16) -> usize {
        let (half, first) = (self.half[rank], self.first[rank]);
        let holds = |region: &u16| region >> square & 1 != 0;
        first + self.regions[half][first..].iter().position(holds).unwrap_or(0)
    }
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

/// The numbers of the bits that are set.
fn bits(mut of: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = of.trailing_zeros();
        (of != 0).then(|| {
            of &= of - 1;
            bit as u16
        })
    })
}

fn zeros(len: usize) -> Result<Vec<u64>, TablesError> {
    let mut all = Vec::new();
    all.try_reserve_exact(len).map_err(|_| TablesError::Memory)?;
    all.resize(len, 0);
    Ok(all)
}

/// The rows of one half of the sets.
struct Half {
    /// Rows that were reached in any layer.
    seen: Vec<u64>,
    /// Rows that the last layer of this half has reached, and whether there is a bit in them.
    fresh: Vec<u64>,
    is_any: Vec<bool>,
}

impl Half {
    fn new(rows: usize, words: usize) -> Result<Half, TablesError> {
        let [seen, fresh] = [zeros(rows * words)?, zeros(rows * words)?];
        Ok(Half { seen, fresh, is_any: vec![false; rows] })
    }
}

/// Sets that a thread fills in one go.
struct Span<'a> {
    ranks: std::ops::Range<usize>,
    seen: &'a mut [u64],
    fresh: &'a mut [u64],
    is_any: &'a mut [bool],
    planes: &'a mut [u64],
}

struct Building<'a> {
    ways: &'a Ways,
    sets: Sets,
    /// 64-bit words in a row.
    words: usize,
}

/// Half of what the database adds to Manhattan distances, for each set of squares and each order
/// of the group's tiles in rising order, two entries a byte; added to `table`.
pub(super) fn build(
    group: &[u8],
    ways: &Ways,
    threads: usize,
    table: &mut Vec<u8>,
) -> Result<(), TablesError> {
    let sets = Sets::new(group.len(), ways);
    let words = ways.orders.div_ceil(64);
    let rows = [0, 1].map(|half: usize| sets.regions[half].len());
    let mut halves = [Half::new(rows[0], words)?, Half::new(rows[1], words)?];
    let mut planes = zeros(sets.squares.len() * PLANES * words)?;
    let home = ways.rank(group.iter().fold(0, |set, &tile| set | 1 << tile));
    let (mut half, row) = (sets.half[home], sets.row(home, 0));
    halves[half].seen[row * words] = 1;
    halves[half].fresh[row * words] = 1;
    halves[half].is_any[row] = true;
    let building = Building { ways, sets, words };
    let mut depth = 1;
    while building.layer(&mut halves, 1 - half, &mut planes, depth, threads) {
        half = 1 - half;
        depth += 1;
    }
    drop(halves);
    building.entries(group, &planes, table)
}

impl Building<'_> {
    /// Fills `half` from the other one; whether anything is new.
    fn layer(
        &self,
        halves: &mut [Half; 2],
        half: usize,
        planes: &mut [u64],
        depth: usize,
        threads: usize,
    ) -> bool {
        let [black, white] = halves;
        let (from, to) = if half == 1 { (&*black, white) } else { (&*white, black) };
        let spans = Mutex::new(self.spans(to, half, planes, threads).into_iter());
        let next = || spans.lock().ok()?.next();
        let work = || {
            while let Some(span) = next() {
                self.fill(from, span, half, depth);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where no thread can be started, the others and this one do its work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        to.is_any.contains(&true)
    }

    /// The sets in parts, some for each thread.
    fn spans<'a>(
        &self,
        to: &'a mut Half,
        half: usize,
        mut planes: &'a mut [u64],
        threads: usize,
    ) -> Vec<Span<'a>> {
        let count = self.sets.squares.len();
        let part = count.div_ceil(threads.max(1) * 16);
        let mut spans = Vec::new();
        let (mut seen, mut fresh, mut is_any) =
            (&mut to.seen[..], &mut to.fresh[..], &mut to.is_any[..]);
        for begin in (0..count).step_by(part) {
            let ranks = begin..(begin + part).min(count);
            let of_half = ranks.clone().filter(|&rank| self.sets.half[rank] == half);
            let rows: usize = of_half.map(|rank| self.sets.count[rank]).sum();
            let mut span =
                Span { ranks, seen: &mut [], fresh: &mut [], is_any: &mut [], planes: &mut [] };
            (span.seen, seen) = seen.split_at_mut(rows * self.words);
            (span.fresh, fresh) = fresh.split_at_mut(rows * self.words);
            (span.is_any, is_any) = is_any.split_at_mut(rows);
            (span.planes, planes) = planes.split_at_mut(span.ranks.len() * PLANES * self.words);
            spans.push(span);
        }
        spans
    }

    fn fill(&self, from: &Half, span: Span<'_>, half: usize, depth: usize) {
        let (words, mut row) = (self.words, 0);
        for (rank, planes) in span.ranks.zip(span.planes.chunks_mut(PLANES * words)) {
            if self.sets.half[rank] != half {
                continue;
            }
            let count = self.sets.count[rank];
            let mut is_any = false;
            for at in 0..count {
                let [begin, end] = [row + at, row + at + 1].map(|row| row * words);
                let (fresh, seen) = (&mut span.fresh[begin..end], &span.seen[begin..end]);
                let known = std::mem::replace(&mut span.is_any[row + at], false);
                if known {
                    fresh.fill(0);
                }
                let first = self.sets.first[rank] + at;
                if self.pull(from, rank, self.sets.regions[half][first], fresh) {
                    fresh.iter_mut().zip(seen).for_each(|(fresh, seen)| *fresh &= !seen);
                    span.is_any[row + at] = fresh.iter().any(|&word| word != 0);
                    is_any |= span.is_any[row + at];
                }
            }
            if is_any {
                let rows = row * words..(row + count) * words;
                note(&span.fresh[rows.clone()], &mut span.seen[rows], planes, words, depth);
            }
            row += count;
        }
    }

    /// Gathers a row from all rows that one move leads from; whether there was any.
    fn pull(&self, from: &Half, rank: usize, region: u16, out: &mut [u64]) -> bool {
        let (set, mut is_any) = (self.sets.squares[rank], false);
        for left in bits(region) {
            for stands in bits(spread(1 << left) & set) {
                let before = set ^ (1 << left | 1 << stands);
                let row = self.sets.row(self.ways.rank(before), stands);
                if !from.is_any[row] {
                    continue;
                }
                is_any = true;
                let fresh = &from.fresh[row * self.words..][..self.words];
                match self.ways.turned(before, left as u8, stands as u8) {
                    None => out.iter_mut().zip(fresh).for_each(|(out, fresh)| *out |= fresh),
                    Some(turned) => turn(fresh, turned, out),
                }
            }
        }
        is_any
    }

    /// The depths without Manhattan distances, packed.
    fn entries(
        &self,
        group: &[u8],
        planes: &[u64],
        table: &mut Vec<u8>,
    ) -> Result<(), TablesError> {
        let len = self.sets.squares.len() * self.ways.orders / 2;
        table.try_reserve_exact(len).map_err(|_| TablesError::Memory)?;
        let orders: Vec<Vec<u8>> =
            (0..self.ways.orders).map(|order| order_at(group.len(), order)).collect();
        for (&set, planes) in self.sets.squares.iter().zip(planes.chunks(PLANES * self.words)) {
            let far: Vec<Vec<u8>> = bits(set)
                .map(|square| {
                    group.iter().map(move |&tile| apart(square.into(), tile.into(), 4) as u8)
                })
                .map(Iterator::collect)
                .collect();
            let entry = |order: usize| {
                let tiles = &orders[order];
                let far: u8 =
                    far.iter().zip(tiles).map(|(far, &tile)| far[usize::from(tile)]).sum();
                let bit =
                    |plane: usize| planes[plane * self.words + order / 64] >> (order % 64) & 1;
                let depth = (0..PLANES).fold(0, |depth, plane| depth | (bit(plane) as u8) << plane);
                (depth.wrapping_sub(far / 2) % (1 << PLANES)).min(MOST)
            };
            table
                .extend((0..self.ways.orders / 2).map(|at| entry(2 * at) | entry(2 * at + 1) << 4));
        }
        Ok(())
    }
}

/// Adds the bits of `from` to `out`, each where its order goes.
fn turn(from: &[u64], turned: &[u16], out: &mut [u64]) {
    for (&word, turned) in from.iter().zip(turned.chunks(64)) {
        let mut word = word;
        while word != 0 {
            let to = usize::from(turned[word.trailing_zeros() as usize % 64]);
            word &= word - 1;
            out[to / 64] |= 1 << (to % 64);
        }
    }
}

/// Notes the depth of orders that no region had before, and what has been reached now.
fn note(fresh: &[u64], seen: &mut [u64], planes: &mut [u64], words: usize, depth: usize) {
    for word in 0..words {
        let rows = (word..seen.len()).step_by(words);
        let known = rows.clone().fold(0, |known, at| known | seen[at]);
        let new = rows.clone().fold(0, |new, at| new | fresh[at]) & !known;
        rows.for_each(|at| seen[at] |= fresh[at]);
        let planes = planes.iter_mut().skip(word).step_by(words).enumerate();
        planes.filter(|(plane, _)| depth >> 1 >> plane & 1 != 0).for_each(|(_, at)| *at |= new);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::{MOST, build};
    use crate::sliding::board::{Board, apart};
    use crate::sliding::ways::{Ways, order_of};

    /// Squares of the tiles and then of the empty one, four bits each.
    fn key(places: &[usize]) -> usize {
        places.iter().fold(0, |key, place| key << 4 | place)
    }

    /// The fewest moves of these tiles for every place of them and of the empty square, one move at a
    /// time: one of another tile costs nothing.
    fn moves_of(group: &[u8]) -> Vec<u8> {
        let mut best = vec![u8::MAX; 1 << (4 * (group.len() + 1))];
        let home: Vec<usize> = group.iter().map(|&tile| tile.into()).chain([0]).collect();
        best[key(&home)] = 0;
        let mut queue = VecDeque::from([(home, 0)]);
        while let Some((places, moves)) = queue.pop_front() {
            if best[key(&places)] < moves {
                continue;
            }
            let empty = places[group.len()];
            for square in (0..16).filter(|&square| apart(square, empty, 4) == 1) {
                let mut next = places.clone();
                next[group.len()] = square;
                let tile = places[..group.len()].iter().position(|&place| place == square);
                if let Some(tile) = tile {
                    next[tile] = empty;
                }
                let cost = moves + u8::from(tile.is_some());
                if cost < best[key(&next)] {
                    best[key(&next)] = cost;
                    match tile {
                        Some(_) => queue.push_back((next, cost)),
                        None => queue.push_front((next, cost)),
                    }
                }
            }
        }
        best
    }

    #[test]
    fn entries_are_those_of_a_search_move_by_move() {
        for group in
            [&[1, 2][..], &[2, 3, 4], &[7, 8, 15], &[1, 4, 5], &[1, 2, 3, 4], &[10, 11, 14, 15]]
        {
            let ways = Ways::new(group.len());
            let mut table = Vec::new();
            build(group, &ways, 1, &mut table).unwrap();
            // Another table after the first one, by more threads.
            let mut both = table.clone();
            build(group, &ways, 3, &mut both).unwrap();
            assert_eq!(both, [&table[..], &table[..]].concat(), "threads change nothing");
            let (best, mut asked) = (moves_of(group), 0);
            for places in 0..1_usize << (4 * group.len()) {
                let square = |at: usize| places >> (4 * (group.len() - 1 - at)) & 15;
                let set = (0..group.len()).fold(0_u16, |set, at| set | 1 << square(at));
                if set.count_ones() as usize != group.len() {
                    continue;
                }
                let mut standing: Vec<u8> = (0..group.len() as u8).collect();
                standing.sort_by_key(|&at| square(at.into()));
                let moves = (0..16).map(|empty| best[places << 4 | empty]).min().unwrap();
                let far = |at: usize| apart(square(at), group[at].into(), 4);
                let far: u32 = (0..group.len()).map(far).sum();
                let at = ways.rank(set) * ways.orders + usize::from(order_of(&standing));
                let extra = table[at / 2] >> (at % 2 * 4) & 15;
                assert!(extra < MOST);
                assert_eq!(u32::from(moves), far + 2 * u32::from(extra), "{group:?} {places:x}");
                asked += 1;
            }
            assert_eq!(asked, 2 * table.len());
        }
    }

    #[test]
    fn orders_follow_moves() {
        let (group, mut board) = ([8, 9, 10, 11, 12, 13, 14, 15], Board::done(4));
        let ways = Ways::new(group.len());
        let look = |board: &Board| {
            let tiles = board.tiles();
            let squares = (0..16).filter(|&at| group.contains(&tiles[at]));
            let set = squares.clone().fold(0_u16, |set, at| set | 1 << at);
            let standing: Vec<u8> = squares.map(|at| tiles[at] - 8).collect();
            (set, order_of(&standing))
        };
        let mut random = 1_u32;
        for _ in 0..20_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let moves: Vec<(u8, Board)> = board.moves().collect();
            let (tile, next) = moves[(random >> 16) as usize % moves.len()];
            if group.contains(&tile) {
                let [from, to] = [board, next].map(|board| {
                    board.tiles().iter().position(|&other| other == tile).unwrap() as u8
                });
                let (set, order) = look(&board);
                assert_eq!(ways.follow(order, set, from, to), look(&next).1, "{board:?} {tile}");
            }
            board = next;
        }
    }
}
