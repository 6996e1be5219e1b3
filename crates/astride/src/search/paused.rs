//! A search that was set aside: its state, without its world and its memory.
//!
//! A running search borrows its world, so the world cannot be edited meanwhile, nor can the search
//! be kept in a struct beside it. Set aside, the search is a few words; the rest stays in the
//! scratch. Both are stamped, so that a search cannot be resumed in the wrong place.

use crate::base::{Cost, NodeId};
use crate::search::main_loop::Nearest;
use crate::search::{Effort, Goals, PathQuery};
use crate::world::Origin;

/// A search that was set aside by [`Search::pause`](crate::search::Search::pause) or
/// [`JumpSearch::pause`](crate::shapes::square::JumpSearch::pause).
///
/// The open list and the node records stay in the scratch, which must not be used for another
/// search before this one is resumed.
#[derive(Debug)]
#[must_use]
pub struct Paused {
    stamp: Stamp,
    effort: Effort,
    halt: Halt,
}

/// The state of a halted search, apart from what is in its scratch.
#[derive(Debug)]
pub(crate) enum Halt {
    Nodes { sequence: u32, is_wide: bool, progress: Progress, nearest: Option<Nearest> },
    Jumps { best: Option<(Cost, u32)>, is_begun: bool, is_done: bool },
}

impl Halt {
    /// Whether nothing is in the scratch yet.
    fn is_before_all(&self) -> bool {
        match self {
            Halt::Nodes { progress, .. } => *progress == Progress::NotBegun,
            Halt::Jumps { is_begun, .. } => !is_begun,
        }
    }
}

impl Paused {
    /// A search set aside in the scratch whose mark is `held`.
    pub(crate) fn new(stamp: Stamp, effort: Effort, halt: Halt, held: &mut u64) -> Self {
        *held = stamp.mark(&effort);
        Paused { stamp, effort, halt }
    }

    /// The state from which a search continues where everything is stamped `here`, in the scratch
    /// whose mark is `held`.
    pub(crate) fn go_on(self, here: &Stamp, held: &mut u64) -> Result<(Effort, Halt), ResumeError> {
        let is_held = *held == self.stamp.mark(&self.effort);
        self.stamp.check(here, is_held || self.halt.is_before_all())?;
        if is_held {
            *held = 0;
        }
        Ok((self.effort, self.halt))
    }

    /// The work done so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The revision of the world on which the search was begun.
    pub fn revision(&self) -> u64 {
        self.stamp.world.revision
    }
}

/// How far a best-first search has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    NotBegun,
    Running,
    At(NodeId),
    Exhausted,
}

/// A paused search cannot be resumed here: start a new query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResumeError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    World { paused: u64, world: u64 },
    Size { paused: u64, world: u64 },
    Question,
    Memory,
}

impl ResumeError {
    /// The paused search is of another kind.
    pub(crate) fn other_question() -> Self {
        ResumeError(Kind::Question)
    }

    /// Whether the world has changed since, or is another one.
    pub fn is_wrong_world(&self) -> bool {
        matches!(self.0, Kind::World { .. } | Kind::Size { .. })
    }

    /// Whether this is not the scratch the search was set aside with, or it has been used for
    /// another search since.
    pub fn is_wrong_scratch(&self) -> bool {
        self.0 == Kind::Memory
    }
}

errors! { ResumeError(Kind):
    World { paused, world } => ("paused-other-revision",
        "the search was put aside at revision {paused}, and the world is at {world}; ask again"),
    Size { paused, world } => ("paused-other-size",
        "the search was put aside on a world of {paused} nodes, this one has {world}; ask again"),
    Question => ("paused-other-question",
        "the search that was put aside is of another kind or question, expected the same"),
    Memory => ("paused-other-scratch",
        "the scratch does not hold the search that was put aside: it is another, or has served \
        since; ask again"),
}

/// Identifies what a search belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) world: Origin,
    /// Identifies the kind of search and the query.
    pub(crate) question: u64,
}

impl Stamp {
    /// The mark of the scratch while a search that took `effort` is set aside in it; never zero.
    /// Searches are deterministic: scratches with equal stamps and efforts have equal contents.
    fn mark(&self, effort: &Effort) -> u64 {
        let Origin { revision, nodes, costs } = self.world;
        let words = [revision, nodes, costs[0], costs[1], self.question];
        let counts = [effort.expanded, effort.generated, effort.improved, effort.reopened];
        fold(words.into_iter().chain(counts)) | 1
    }

    /// Checks that a search stamped `self` may continue where everything is stamped `here`.
    /// `is_held` says whether the scratch has the right mark.
    fn check(&self, here: &Stamp, is_held: bool) -> Result<(), ResumeError> {
        let (paused, world) = (self.world, here.world);
        if paused.nodes != world.nodes {
            return Err(ResumeError(Kind::Size { paused: paused.nodes, world: world.nodes }));
        }
        if paused != world {
            let (paused, world) = (paused.revision, world.revision);
            return Err(ResumeError(Kind::World { paused, world }));
        }
        if self.question != here.question {
            return Err(ResumeError(Kind::Question));
        }
        if !is_held {
            return Err(ResumeError(Kind::Memory));
        }
        Ok(())
    }
}

/// A hash of the words of a query. Predicates for goals are not distinguished.
pub(super) fn number_of(query: &PathQuery<'_>, kind: impl Iterator<Item = u64>) -> u64 {
    let goals = match query.goals {
        Goals::One(_) | Goals::Any(_) => 0,
        Goals::Where(_) => 1,
        Goals::Nowhere => 2,
    };
    let flags = u64::from(query.canonical) << 1 | u64::from(query.nearest);
    let rules = [query.ties as u64, query.max_cost, flags, goals];
    let starts = query.starts.iter().flat_map(|(node, paid)| [u64::from(node.get()), paid]);
    let named = query.aims().map(|node| u64::from(node.get()));
    fold(kind.chain(rules).chain(starts).chain([u64::MAX]).chain(named))
}

/// Combines many words into one, such that a change of any of them changes it.
pub(crate) fn fold(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |known, word| {
        let mixed = (known ^ word).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    })
}
