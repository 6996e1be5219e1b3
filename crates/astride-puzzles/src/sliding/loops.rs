//! Sequences of moves that need not be tried, since another sequence leads to the same board.
//!
//! Six moves around four squares in one direction end where six moves in the other do. Of all
//! sequences that end alike, the first of the shortest is enough, so a sequence is left out if an
//! earlier one moves the same tiles to the same squares within the same rectangle. Taylor & Korf,
//! "Pruning Duplicate Nodes in Depth-First Search", AAAI 1993: an automaton finds such sequences
//! within longer ones.

use std::collections::BTreeMap;

/// Moves of the empty square: up, left, right, down. One is the reverse of 3 minus it.
pub(super) const MOVES: usize = 4;

/// After a word that is left out.
pub(super) const LEFT_OUT: u16 = u16::MAX;

/// The longest words.
const LONGEST: usize = 9;

/// Squares in a row of a field in which the empty square starts in the middle, and can go three
/// squares each way.
const FIELD: usize = 7;

/// The last moves of the empty square, as far as they matter: 0 is none.
pub(super) struct Loops {
    next: Vec<[u16; MOVES]>,
}

pub(super) static LOOPS: std::sync::LazyLock<Loops> = std::sync::LazyLock::new(Loops::new);

/// What a word does to a field.
#[derive(Clone)]
struct Word {
    moves: Vec<u8>,
    field: [u8; FIELD * FIELD],
    at: usize,
    /// The least and the greatest column and row.
    reach: [usize; 4],
}

impl Word {
    fn empty() -> Word {
        let at = FIELD * FIELD / 2;
        let reach = [at % FIELD, at % FIELD, at / FIELD, at / FIELD];
        Word { moves: Vec::new(), field: std::array::from_fn(|square| square as u8), at, reach }
    }

    /// The word with one move more, if it fits on a board of four rows and columns.
    fn and(&self, step: usize) -> Option<Word> {
        let (x, y) = (self.at % FIELD, self.at / FIELD);
        let (x, y) = match step {
            0 => (x, y.checked_sub(1)?),
            1 => (x.checked_sub(1)?, y),
            2 => (x + 1, y),
            _ => (x, y + 1),
        };
        let [left, right, top, bottom] = self.reach;
        let reach = [left.min(x), right.max(x), top.min(y), bottom.max(y)];
        if reach[1] - reach[0] > 3 || reach[3] - reach[2] > 3 {
            return None;
        }
        let mut word = Word { reach, ..self.clone() };
        word.moves.push(step as u8);
        word.at = y * FIELD + x;
        word.field.swap(self.at, word.at);
        Some(word)
    }

    /// Whether a word with the reach `other` stays within the reach of this one.
    fn covers(&self, other: &[usize; 4]) -> bool {
        let [left, right, top, bottom] = self.reach;
        left <= other[0] && right >= other[1] && top <= other[2] && bottom >= other[3]
    }
}

impl Loops {
    pub(super) fn new() -> Loops {
        let mut loops = Loops { next: vec![[0; MOVES]] };
        loops.add(&left_out());
        loops
    }

    /// The last moves after one more, or [`LEFT_OUT`].
    #[inline(always)]
    pub(super) fn after(&self, last: u16, step: usize) -> u16 {
        self.next[usize::from(last)][step]
    }

    /// Makes the automaton: a tree of the words, and from each of its nodes the moves that leave the
    /// tree lead to the longest end of the word that is in it.
    fn add(&mut self, words: &[Vec<u8>]) {
        for word in words {
            let mut node = 0;
            let (last, first) =
                word.split_last().map_or((0, &[][..]), |(last, first)| (*last, first));
            for &step in first {
                let next = self.next[node][usize::from(step)];
                node = match next {
                    0 => {
                        self.next.push([0; MOVES]);
                        let new = self.next.len() - 1;
                        self.next[node][usize::from(step)] = new as u16;
                        new
                    }
                    next => usize::from(next),
                };
            }
            self.next[node][usize::from(last)] = LEFT_OUT;
        }
        let mut end = vec![0_u16; self.next.len()];
        let mut queue = vec![0];
        let mut done = 0;
        while let Some(&node) = queue.get(done) {
            done += 1;
            for step in 0..MOVES {
                let shorter = match node {
                    0 => 0,
                    node => self.next[usize::from(end[node])][step],
                };
                match self.next[node][step] {
                    LEFT_OUT => {}
                    0 => self.next[node][step] = shorter,
                    child => {
                        end[usize::from(child)] = shorter;
                        queue.push(usize::from(child));
                    }
                }
            }
        }
    }
}

/// The words that are left out, and no part of which is.
fn left_out() -> Vec<Vec<u8>> {
    let mut seen: BTreeMap<([u8; FIELD * FIELD], usize), Vec<[usize; 4]>> = BTreeMap::new();
    let mut kept = vec![Word::empty()];
    seen.insert((kept[0].field, kept[0].at), vec![kept[0].reach]);
    let mut left_out = Vec::new();
    for _ in 0..LONGEST {
        let mut longer: Vec<Word> = Vec::new();
        for word in kept.iter().flat_map(|word| (0..MOVES).filter_map(|step| word.and(step))) {
            let end = &word.moves[1..];
            if kept.binary_search_by(|other| other.moves[..].cmp(end)).is_err() {
                continue; // a part of it is left out
            }
            let known = seen.entry((word.field, word.at)).or_default();
            if known.iter().any(|reach| word.covers(reach)) {
                left_out.push(word.moves);
            } else {
                known.push(word.reach);
                longer.push(word);
            }
        }
        kept = longer;
    }
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_board_is_reached_by_a_shortest_way() {
        let loops = Loops::new();
        for empty in 0..16 {
            let mut tiles: [u8; 16] = std::array::from_fn(|at| at as u8);
            tiles.swap(0, empty);
            let (mut all, mut layer) = (BTreeSet::from([tiles]), BTreeSet::from([tiles]));
            let mut by_words = BTreeSet::from([(tiles, 0)]);
            for depth in 0..10 {
                layer =
                    layer.iter().flat_map(|tiles| steps(*tiles)).map(|(_, next)| next).collect();
                layer.retain(|tiles| all.insert(*tiles));
                let more = |&(tiles, last): &([u8; 16], u16)| {
                    let loops = &loops;
                    let next = move |(step, next)| (next, loops.after(last, step));
                    steps(tiles).into_iter().map(next).filter(|&(_, last)| last != LEFT_OUT)
                };
                by_words = by_words.iter().flat_map(more).collect();
                let reached: BTreeSet<_> = by_words.iter().map(|&(tiles, _)| tiles).collect();
                assert!(layer.is_subset(&reached), "from {empty} at depth {depth}");
            }
        }
    }

    fn steps(tiles: [u8; 16]) -> Vec<(usize, [u8; 16])> {
        let empty = tiles.iter().position(|&tile| tile == 0).unwrap();
        let beside = [
            (empty > 3).then(|| empty - 4),
            (empty % 4 > 0).then(|| empty - 1),
            (empty % 4 < 3).then_some(empty + 1),
            (empty < 12).then_some(empty + 4),
        ];
        let step = |(step, from): (usize, Option<usize>)| {
            let mut next = tiles;
            next.swap(empty, from?);
            Some((step, next))
        };
        beside.into_iter().enumerate().filter_map(step).collect()
    }
}
