//! Replanning on a grid: logs say what has changed, of the map and of what is known of it.

use super::{Replan, Replanner, most_nodes};
use crate::base::{Budget, NodeId, Rect};
use crate::search::field::touch;
use crate::search::{GridHeuristic, Metric, Observer, Outcome};
use crate::world::{Changes, GridView, Knowledge, KnownView, World};

/// What the guesses were learned on.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    rules: [u32; 6],
    /// What each terrain class meant: media, and ticks of entering.
    meanings: Box<([u8; 256], [[u32; 2]; 256])>,
    heuristic: GridHeuristic,
    /// What was taken for granted of unknown cells.
    assumed: Option<u8>,
    /// Of the grid, and of what is known of it.
    revisions: [u64; 2],
}

impl Basis {
    fn new(today: &Today<'_>) -> Self {
        let (media, entering) = today.view.meanings();
        Basis {
            rules: today.view.rules(),
            meanings: Box::new((*media, *entering)),
            heuristic: today.heuristic,
            assumed: today.assumed(),
            revisions: today.revisions(),
        }
    }

    /// Whether it has become what is there today by edits and discoveries alone.
    fn leads_to(&self, today: &Today<'_>) -> bool {
        let revisions = self.revisions.iter().zip(today.revisions());
        self.rules == today.view.rules()
            && self.assumed == today.assumed()
            && (&self.meanings.0, &self.meanings.1) == today.view.meanings()
            && revisions.into_iter().all(|(&old, new)| old <= new)
    }
}

/// A grid as it is now, and what is known of it.
struct Today<'a> {
    view: &'a GridView<'a>,
    knowledge: Option<&'a Knowledge>,
    heuristic: GridHeuristic,
}

impl Today<'_> {
    fn assumed(&self) -> Option<u8> {
        self.knowledge.map(Knowledge::assumed)
    }

    fn revisions(&self) -> [u64; 2] {
        [self.view.grid().revision(), self.knowledge.map_or(0, Knowledge::revision)]
    }

    /// Collects the nodes at which arcs may have changed since. `false` if they are unknown or too
    /// many.
    fn touched_since(&self, [edit, discovery]: [u64; 2], touched: &mut Vec<NodeId>) -> bool {
        let log = self.knowledge.map(Knowledge::changes);
        touch_all(self.view, self.view.grid().changes(), edit, touched)
            && log.is_none_or(|log| touch_all(self.view, log, discovery, touched))
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
        let today = Today { view, knowledge: None, heuristic: GridHeuristic::octile(view) };
        self.replan_from(&today, view, [start, goal], budget, observer)
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
        let heuristic = GridHeuristic::known(known, Metric::Octile);
        let today = Today { view: known.truth(), knowledge: Some(known.knowledge()), heuristic };
        self.replan_from(&today, known, [start, goal], budget, observer)
    }

    fn replan_from<O: Observer>(
        &mut self,
        today: &Today<'_>,
        world: &impl World,
        [start, goal]: [NodeId; 2],
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        let is_same = |old: &&mut Basis| old.leads_to(today) && old.heuristic == today.heuristic;
        let is_followed = match self.basis.as_mut().filter(is_same) {
            Some(old) => {
                let since = std::mem::replace(&mut old.revisions, today.revisions());
                today.touched_since(since, &mut touched)
            }
            None => {
                self.basis = Some(Basis::new(today));
                false
            }
        };
        if !is_followed {
            touched.clear();
            self.forget();
        }
        touched.sort_unstable();
        touched.dedup();
        let question = Replan::new(start, goal).touched(&touched);
        let outcome = self.replan(world, &today.heuristic, &question, budget, observer);
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
        basis.leads_to(&Today { view, knowledge: None, heuristic: basis.heuristic })
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
