//! When a field may stop: once given nodes, or all nodes within a cost, are settled.

use super::distances::Stored;
use crate::base::{Cost, NodeId, Spent};

/// Why a run of a field returned.
pub(super) enum End {
    Complete,
    Stopped {
        settled_below: Cost,
    },
    Spent {
        settled_below: Cost,
        spent: Spent,
    },
    /// A distance might no longer fit; the distances have to be widened.
    TooWide,
}

/// What a field is asked for, if that is not everything.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    targets: Vec<NodeId>,
    /// Targets before this one are settled.
    next: usize,
    max_cost: Cost,
}

impl Default for Stop {
    fn default() -> Self {
        Stop { targets: Vec::new(), next: 0, max_cost: Cost::MAX }
    }
}

impl Stop {
    pub(super) fn set(&mut self, targets: &[NodeId], max_cost: Cost) {
        self.targets.clear();
        self.targets.extend_from_slice(targets);
        self.next = 0;
        self.max_cost = max_cost;
    }

    /// Whether everything is asked for.
    pub(super) fn is_never(&self) -> bool {
        self.targets.is_empty() && self.max_cost == Cost::MAX
    }

    pub(super) fn bytes(&self) -> usize {
        self.targets.capacity() * size_of::<NodeId>()
    }

    /// Whether everything asked for is final once distances below `settled_below` are. Amortised
    /// O(1): each target is passed once.
    #[inline(always)]
    pub(super) fn is_due<D: Stored>(&mut self, distances: &[D], settled_below: Cost) -> bool {
        if settled_below > self.max_cost {
            return true;
        }
        if self.targets.is_empty() {
            return false;
        }
        while let Some(target) = self.targets.get(self.next) {
            let is_settled =
                |distance: &D| *distance != D::UNREACHED && distance.ticks() < settled_below;
            if !distances.get(target.index()).is_some_and(is_settled) {
                return false;
            }
            self.next += 1;
        }
        true
    }
}
