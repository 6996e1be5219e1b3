//! What is known of pairs of agents, each under its bans, and kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bans::Bans;
use super::mutex::Either;

/// What is known of two agents.
#[derive(Clone, Default)]
pub(super) struct Pair {
    /// What to ban them from if they cannot both arrive as early as each could alone.
    pub(super) split: Option<Arc<Either>>,
    /// How much more they cost together than the least of each, once it was asked for.
    pub(super) weight: Option<u32>,
}

/// Knowledge by numbers of agents with bans.
#[derive(Default)]
pub(super) struct Pairs {
    numbers: BTreeMap<(u32, [u32; 2], Arc<Bans>), u32>,
    pub(super) known: BTreeMap<[u32; 2], Pair>,
}

impl Pairs {
    /// The number of an agent with these bans, this arrival and this proof that none is sooner: the
    /// same ones have the same number. What pairs cost more is counted from what is proved, so it
    /// must not be taken for one of whom more is proved.
    pub(super) fn number(&mut self, agent: u32, least: u32, arrival: u32, bans: &Arc<Bans>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry((agent, [least, arrival], Arc::clone(bans))).or_insert(next)
    }

    /// What is kept takes about this many bytes.
    pub(super) fn bytes(&self) -> usize {
        // Bans of some ten entries, splits of some twenty.
        self.numbers.len() * 200 + self.known.len() * 100
    }
}
