//! What searches have learned about the cost to the goal: one word per node, all of which can be
//! forgotten at once.

use crate::base::{Cost, NodeId};

/// Bits of a word used for the estimate; the rest is a stamp, and words with an old stamp are
/// ignored.
const BITS: u32 = 48;
/// No path leads to the goal.
const NEVER: u64 = (1 << BITS) - 1;
/// Larger estimates are capped at this, which keeps them consistent.
const MOST: u64 = NEVER - 1;
/// When the goal has moved further than this, all estimates are forgotten.
const MOST_MOVED: u64 = 1 << (BITS - 2);

/// Estimates of the cost to the goal, stored with an offset: how far the goal has moved since the
/// first was learned. Moving the goal changes this one number instead of all words.
#[derive(Clone, Debug, Default)]
pub(super) struct Guesses {
    words: Vec<u64>,
    stamp: u16,
    moved: Cost,
}

impl Guesses {
    /// Makes room for nodes `0..node_count`, and forgets everything if their number has changed.
    pub(super) fn fit(&mut self, node_count: u32) {
        if self.words.len() != node_count as usize {
            self.words = Vec::new(); // give back the old array before asking for the new one
            self.words = vec![0; node_count as usize];
            self.stamp = 1;
            self.moved = 0;
        }
    }

    pub(super) fn forget(&mut self) {
        self.moved = 0;
        if self.stamp == u16::MAX {
            self.words.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Sets the stamp as if everything had been forgotten many times, so that tests reach the
    /// wrap-around.
    #[cfg(test)]
    pub(super) fn age_to(&mut self, stamp: u16) {
        self.stamp = stamp;
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Called when the goal has moved to a node whose estimated cost to the old goal was `guess`.
    /// All estimates drop by that and one tick, because two estimates that are rounded down may add
    /// up to a tick more than their sum.
    pub(super) fn move_goal(&mut self, guess: Cost) {
        self.moved = self.moved.saturating_add(guess.saturating_add(1));
        if self.moved > MOST_MOVED {
            self.forget();
        }
    }

    /// What was learned about `node`: 0 if nothing, `Cost::MAX` if it cannot reach the goal.
    #[inline(always)]
    pub(super) fn get(&self, node: NodeId) -> Cost {
        let word = self.words[node.index()];
        if word >> BITS != u64::from(self.stamp) {
            return 0;
        }
        match word & NEVER {
            NEVER => Cost::MAX,
            guess => guess.saturating_sub(self.moved),
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, node: NodeId, guess: Cost) {
        let guess = match guess {
            Cost::MAX => NEVER,
            guess => guess.saturating_add(self.moved).min(MOST),
        };
        self.words[node.index()] = u64::from(self.stamp) << BITS | guess;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_forgotten_together_and_drop_as_the_goal_moves() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let mut guesses = Guesses::default();
        guesses.fit(3);
        guesses.set(a, 100);
        guesses.set(b, Cost::MAX);
        guesses.move_goal(29);
        guesses.set(c, 50);
        assert_eq!([a, b, c].map(|node| guesses.get(node)), [70, Cost::MAX, 50]);
        guesses.move_goal(59);
        assert_eq!([a, b, c].map(|node| guesses.get(node)), [10, Cost::MAX, 0]);
        guesses.age_to(u16::MAX);
        guesses.set(a, 1 << 60);
        assert!(guesses.get(a) > 1 << 46 && guesses.get(a) < 1 << 48);
        guesses.forget();
        assert_eq!([a, b, c].map(|node| guesses.get(node)), [0; 3]);
        guesses.set(a, 7);
        guesses.move_goal(Cost::MAX);
        assert_eq!(guesses.get(a), 0);
    }
}
