//! Numbers for states: each gets the next one when it is first met.

use std::hash::{Hash, Hasher};

/// A bidirectional map of states and numbers. States are numbered in the order in which they
/// arrive, independently of their hashes.
#[derive(Clone, Debug)]
pub(super) struct Interned<S> {
    states: Vec<S>,
    /// Open addressing: entries are a number plus one, or 0; the length is a power of two.
    table: Vec<u32>,
}

impl<S: Clone + Eq + Hash> Interned<S> {
    pub(super) fn new() -> Self {
        Interned { states: Vec::new(), table: vec![0; 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn get(&self, number: usize) -> Option<&S> {
        self.states.get(number)
    }

    /// The number of `state`; `None` if it is new and there are already `most` states.
    pub(super) fn number(&mut self, state: S, most: usize) -> Option<usize> {
        let mask = self.table.len() - 1;
        let mut at = hash(&state) & mask;
        while self.table[at] != 0 {
            let number = self.table[at] as usize - 1;
            if self.states[number] == state {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
        let number = self.states.len();
        if number >= most {
            return None;
        }
        self.states.push(state);
        self.table[at] = number as u32 + 1;
        if 2 * self.states.len() > self.table.len() {
            self.grow();
        }
        Some(number)
    }

    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table = Vec::new(); // give back the old table before asking for the new one
        self.table = vec![0; mask + 1];
        for (number, state) in self.states.iter().enumerate() {
            let mut at = hash(state) & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = number as u32 + 1;
        }
    }
}

fn hash(state: &impl Hash) -> usize {
    let mut mixer = Mixer(0x9E37_79B9_7F4A_7C15);
    state.hash(&mut mixer);
    mixer.finish() as usize
}

/// A fast unkeyed hash: each word is mixed in by a 128-bit multiplication.
struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ 0x9E37_79B9_7F4A_7C15;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.fold(u64::from(word));
    }
    fn write_u16(&mut self, word: u16) {
        self.fold(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.fold(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.fold(word as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_and_stay() {
        let mut interned = Interned::new();
        for turn in 0..2 {
            for state in 0..1000_u64 {
                let number = interned.number(state * state, usize::MAX);
                assert_eq!(number, Some(state as usize), "turn {turn}");
            }
        }
        assert_eq!((interned.len(), interned.get(7)), (1000, Some(&49)));
        assert_eq!(interned.number(2, 1000), None);
        assert_eq!(interned.number(49, 1000), Some(7));
    }
}
