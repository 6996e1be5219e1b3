//! Forbidden turns, and a graph in which they cannot be taken.
//!
//! What is forbidden is a sequence of consecutive arcs. A place that ends a proper prefix of such a
//! sequence is duplicated for arrivals along that prefix, and the copy lacks the arc that would
//! complete the sequence. Which arcs lead to which copy is determined by the automaton of Aho &
//! Corasick, "Efficient String Matching", Communications of the ACM 18(6), 1975.

use std::collections::BTreeMap;

/// A piece of a road in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cost: u32,
}

/// Pieces in which no forbidden sequence is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) pieces: Vec<Piece>,
    /// The original of each additional place; they are numbered after the last place.
    pub(super) copies: Vec<u32>,
}

/// The same `places` and pieces without the forbidden sequences, each of at least two consecutive
/// pieces, given as indices in the list.
///
/// At most one place is added for each piece of a sequence except its last.
pub(super) fn forbid(places: u32, pieces: &[Piece], rows: &[Vec<u32>]) -> Split {
    let machine = Machine::of(rows);
    // The copy that represents a state, unless it is the empty one.
    let mut copy_of = vec![None; machine.last.len()];
    let mut copies = Vec::new();
    for (state, copy) in copy_of.iter_mut().enumerate().skip(1) {
        if !machine.is_end[state] {
            *copy = Some(places + copies.len() as u32);
            copies.push(pieces[machine.last[state] as usize].to);
        }
    }
    let to = |state: u32, piece: Piece| copy_of[state as usize].unwrap_or(piece.to);
    let mut leaving: BTreeMap<u32, Vec<u32>> =
        copies.iter().map(|&place| (place, Vec::new())).collect();
    let mut split = Vec::with_capacity(pieces.len());
    for (at, &piece) in (0..).zip(pieces) {
        if let Some(row) = leaving.get_mut(&piece.from) {
            row.push(at);
        }
        split.push(Piece { to: to(machine.step(0, at), piece), ..piece });
    }
    for (state, copy) in (0..).zip(&copy_of) {
        let Some(from) = *copy else { continue };
        for &at in &leaving[&pieces[machine.last[state as usize] as usize].to] {
            let next = machine.step(state, at);
            if !machine.is_end[next as usize] {
                let piece = pieces[at as usize];
                split.push(Piece { from, to: to(next, piece), ..piece });
            }
        }
    }
    Split { pieces: split, copies }
}

/// Tracks which prefix of which sequence the latest pieces form; state 0 is the empty prefix.
struct Machine {
    next: BTreeMap<(u32, u32), u32>,
    /// For each state, the piece that leads to it.
    last: Vec<u32>,
    /// Whether a whole sequence has been matched.
    is_end: Vec<bool>,
    /// The longest proper suffix of a state that is also a prefix of a sequence.
    rest: Vec<u32>,
}

impl Machine {
    fn of(rows: &[Vec<u32>]) -> Machine {
        let mut machine =
            Machine { next: BTreeMap::new(), last: vec![0], is_end: vec![false], rest: vec![0] };
        for row in rows {
            let mut state = 0;
            for &piece in row {
                let new = machine.last.len() as u32;
                state = *machine.next.entry((state, piece)).or_insert(new);
                if state == new {
                    machine.last.push(piece);
                    machine.is_end.push(false);
                    machine.rest.push(0);
                }
            }
            machine.is_end[state as usize] = state != 0;
        }
        // Shorter prefixes first, as the suffix of one is shorter than itself.
        let mut waiting = std::collections::VecDeque::from([0]);
        while let Some(state) = waiting.pop_front() {
            let row: Vec<_> = machine
                .next
                .range((state, 0)..=(state, u32::MAX))
                .map(|(k, &v)| (k.1, v))
                .collect();
            for (piece, next) in row {
                if state != 0 {
                    let rest = machine.step(machine.rest[state as usize], piece);
                    machine.rest[next as usize] = rest;
                    machine.is_end[next as usize] |= machine.is_end[rest as usize];
                }
                waiting.push_back(next);
            }
        }
        machine
    }

    /// The state after one more piece.
    fn step(&self, mut state: u32, piece: u32) -> u32 {
        loop {
            match self.next.get(&(state, piece)) {
                Some(&next) => return next,
                None if state == 0 => return 0,
                None => state = self.rest[state as usize],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small deterministic generator of numbers.
    fn dice(seed: &mut u64, sides: u64) -> usize {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % sides) as usize
    }

    /// All costs of walks of at most `most` pieces from place 0, by their end: by brute force,
    /// checking every walk for the sequences.
    fn walks(pieces: &[Piece], rows: &[Vec<u32>], most: usize) -> Vec<(u32, u32)> {
        let mut ends = Vec::new();
        let mut open = vec![Vec::<u32>::new()];
        while let Some(walk) = open.pop() {
            let here = walk.last().map_or(0, |&piece| pieces[piece as usize].to);
            ends.push((here, walk.iter().map(|&piece| pieces[piece as usize].cost).sum()));
            for (at, piece) in (0..).zip(pieces) {
                let longer = [&walk[..], &[at]].concat();
                let is_row = |row: &Vec<u32>| longer.ends_with(row);
                if piece.from == here && longer.len() <= most && !rows.iter().any(is_row) {
                    open.push(longer);
                }
            }
        }
        ends.sort_unstable();
        ends
    }

    #[test]
    fn walks_without_forbidden_rows_are_the_walks_of_the_split_graph() {
        let mut seed = 1;
        for round in 0..60 {
            let places = 4;
            let mut pieces = Vec::new();
            for from in 0..places {
                for _ in 0..2 {
                    let to = dice(&mut seed, places.into()) as u32;
                    pieces.push(Piece { from, to, cost: 1 << dice(&mut seed, 12) });
                }
            }
            let mut rows = Vec::new();
            for _ in 0..4 {
                let mut row = vec![dice(&mut seed, 8) as u32];
                for _ in 0..1 + dice(&mut seed, 3) {
                    let here = pieces[*row.last().unwrap() as usize].to;
                    row.push(2 * here + dice(&mut seed, 2) as u32);
                }
                rows.push(row);
            }
            let split = forbid(places, &pieces, &rows);
            let base = |place: u32| match place.checked_sub(places) {
                Some(copy) => split.copies[copy as usize],
                None => place,
            };
            let mut found = walks(&split.pieces, &[], 7);
            found.iter_mut().for_each(|(place, _)| *place = base(*place));
            found.sort_unstable();
            assert_eq!(found, walks(&pieces, &rows, 7), "round {round}: {rows:?}");
        }
    }

    #[test]
    fn nothing_forbidden_changes_nothing() {
        let pieces = [Piece { from: 0, to: 1, cost: 3 }, Piece { from: 1, to: 0, cost: 4 }];
        assert_eq!(forbid(2, &pieces, &[]), Split { pieces: pieces.to_vec(), copies: vec![] });
    }
}
