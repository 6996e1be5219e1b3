//! Replanning on a grid: logs say what has changed, of the map and of what is known of it.

use super::{Replan, Replanner, most_nodes};
use crate::base::{Budget, NodeId, Rect};
use crate::search::field::touch;
use crate::search::{GridHeuristic, Metric, Observer, Outcome};
use crate::world::{Changes, GridView, Knowledge, KnownView, World};

/// What the guesses were learned on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Basis {
    rules: [u32; 6],
    meanings: Box<[(u32, u8); 256]>,
    heuristic: GridHeuristic,
    /// What was taken for granted of unknown cells.
    assumed: Option<u8>,
    /// Of the grid, and of what is known of it.
    revisions: [u64; 2],
}

impl Basis {
    fn new(view: &GridView<'_>, knowledge: Option<&Knowledge>, heuristic: GridHeuristic) -> Self {
        Basis {
            rules: view.rules(),
            meanings: Box::new(view.meanings()),
            heuristic,
            assumed: knowledge.map(Knowledge::assumed),
            revisions: [view.grid().revision(), knowledge.map_or(0, Knowledge::revision)],
        }
    }

    /// Whether `other` is the same but for edits and discoveries since.
    fn leads_to(&self, other: &Basis) -> bool {
        let [old, new] = [self.revisions, other.revisions];
        (self.rules, self.assumed) == (other.rules, other.assumed)
            && self.meanings == other.meanings
            && old[0] <= new[0]
            && old[1] <= new[1]
    }
}

impl Replanner {
    /// Answers on a grid, with the octile heuristic, and follows its edits by itself. It must always
    /// be the same grid; the mover may change.
    ///
    /// # Panics
    ///
    /// If `start` or `goal` is not of the grid.
    pub fn replan_on<O: Observer>(
        &mut self,
        view: &GridView<'_>,
        start: NodeId,
        goal: NodeId,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let basis = Basis::new(view, None, GridHeuristic::octile(view));
        self.replan_from(basis, view, view, None, [start, goal], budget, observer)
    }

    /// As [`replan_on`](Self::replan_on), on a grid as a faction knows it: follows edits of the grid
    /// and what the faction learns. It must always be the same grid and the same knowledge.
    ///
    /// # Panics
    ///
    /// If `start` or `goal` is not of the grid.
    pub fn replan_known<O: Observer>(
        &mut self,
        known: &KnownView<'_>,
        start: NodeId,
        goal: NodeId,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let (view, knowledge) = (known.truth(), Some(known.knowledge()));
        let heuristic = GridHeuristic::known(known, Metric::Octile);
        let basis = Basis::new(view, knowledge, heuristic);
        self.replan_from(basis, known, view, knowledge, [start, goal], budget, observer)
    }

    #[expect(clippy::too_many_arguments, reason = "both doors above hand on all they have")]
    fn replan_from<O: Observer>(
        &mut self,
        basis: Basis,
        world: &impl World,
        view: &GridView<'_>,
        knowledge: Option<&Knowledge>,
        [start, goal]: [NodeId; 2],
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let heuristic = basis.heuristic;
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        let old = self.basis.take().filter(|old| old.leads_to(&basis));
        let is_followed = old.is_some_and(|old| {
            let log = knowledge.map(Knowledge::changes);
            old.heuristic == heuristic
                && touch_all(view, view.grid().changes(), old.revisions[0], &mut touched)
                && log.is_none_or(|log| touch_all(view, log, old.revisions[1], &mut touched))
        });
        if !is_followed {
            touched.clear();
            self.forget();
        }
        self.basis = Some(basis);
        touched.sort_unstable();
        touched.dedup();
        let question = Replan::new(start, goal).touched(&touched);
        let outcome = self.replan(world, &heuristic, &question, budget, observer);
        self.touched = touched;
        outcome.expect("guesses by geometry are consistent")
    }

    /// The revision of the grid that the last answer was for, if it was given by
    /// [`replan_on`](Self::replan_on) or [`replan_known`](Self::replan_known).
    pub fn revision(&self) -> Option<u64> {
        self.basis.as_ref().map(|basis| basis.revisions[0])
    }

    /// Whether what was learned is of a grid of this size and revision or an earlier one, known
    /// altogether and seen by an equal mover, as far as can be told.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        let Some(basis) = &self.basis else { return false };
        basis.leads_to(&Basis::new(view, None, basis.heuristic))
    }
}

/// Collects the nodes at which arcs may have changed since a revision. `false` if they are unknown
/// or too many.
fn touch_all(view: &GridView<'_>, log: &Changes, since: u64, touched: &mut Vec<NodeId>) -> bool {
    let Some(rects) = log.since(since) else { return false };
    let most = most_nodes(view.grid().cell_count()) as u64;
    let mut area = 0;
    for rect in rects {
        area += grown_area(rect);
        if area > most {
            return false;
        }
        touch(view, rect, touched);
    }
    true
}

/// Cells of a changed rectangle with its neighbours.
fn grown_area(rect: Rect) -> u64 {
    (u64::from(rect.width) + 2) * (u64::from(rect.height) + 2)
}
