//! Replanning on a grid: logs say what has changed, of the map and of what is known of it.

use super::follow::{Followed, Ground};
use super::{Replan, Replanner, most_nodes};
use crate::base::{Budget, NodeId, Rect};
use crate::search::field::touch;
use crate::search::{GridHeuristic, Observer, Outcome};
use crate::world::{Changes, GridView, Knowledge, KnownView, Overlay, World};

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
    /// Of the overlays, the lowest first.
    overlays: Vec<u64>,
}

impl Basis {
    fn new(today: &Ground<'_>) -> Self {
        let (media, entering) = today.view.meanings();
        Basis {
            rules: today.view.rules(),
            meanings: Box::new((*media, *entering)),
            heuristic: today.heuristic,
            assumed: today.knowledge.map(Knowledge::assumed),
            revisions: revisions(today),
            overlays: Vec::new(),
        }
    }

    /// Whether it has become what is there today by edits and discoveries alone.
    fn leads_to(&self, today: &Ground<'_>) -> bool {
        let revisions = self.revisions.iter().zip(revisions(today));
        self.rules == today.view.rules()
            && self.assumed == today.knowledge.map(Knowledge::assumed)
            && (&self.meanings.0, &self.meanings.1) == today.view.meanings()
            && revisions.into_iter().all(|(&old, new)| old <= new)
    }

    /// Becomes what is there today, and collects the nodes at which arcs may have changed since.
    /// `false` if they are unknown or too many.
    fn follow(
        &mut self,
        world: &impl Followed,
        today: &Ground<'_>,
        touched: &mut Vec<NodeId>,
    ) -> bool {
        let [edit, discovery] = std::mem::replace(&mut self.revisions, revisions(today));
        let log = today.knowledge.map(Knowledge::changes);
        let mut is_followed = touch_all(today.view, today.view.grid().changes(), edit, touched)
            && log.is_none_or(|log| touch_all(today.view, log, discovery, touched));
        let mut count = 0;
        world.each_overlay(&mut |overlay| {
            let since = self.overlays.get(count).copied();
            is_followed = is_followed
                && since.is_some_and(|since| touch_overlay(world, overlay, since, touched));
            match self.overlays.get_mut(count) {
                Some(revision) => *revision = overlay.revision(),
                None => self.overlays.push(overlay.revision()),
            }
            count += 1;
        });
        is_followed &= count == self.overlays.len();
        self.overlays.truncate(count);
        is_followed
    }
}

/// Of a grid, and of what is known of it.
fn revisions(today: &Ground<'_>) -> [u64; 2] {
    [today.view.grid().revision(), today.knowledge.map_or(0, Knowledge::revision)]
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
        self.replan_over(view, start, goal, budget, observer)
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
        self.replan_over(known, start, goal, budget, observer)
    }

    /// As [`replan_on`](Self::replan_on), on a view of a grid or on what a faction knows of it, with
    /// overlays on top: follows edits, discoveries and every overlay. It must always be the same
    /// grid, knowledge and overlays; when their number changes, everything learned is forgotten.
    ///
    /// # Panics
    ///
    /// If `start` or `goal` is not of the grid.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::search::Replanner;
    /// use astride::world::Overlay;
    /// let grid = Grid::new(64, 64, b'.')?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let mut crowd = Overlay::new(&grid);
    /// let [unit, goal] = [(2, 30), (60, 30)].map(|cell| grid.node(cell).unwrap());
    /// let (mut replanner, budget) = (Replanner::new(), &mut Budget::unlimited());
    /// let free = replanner.replan_over(&crowd.over(&view), unit, goal, budget, &mut ());
    /// crowd.fill(Rect::new(30, 20, 2, 20), 50_000); // a crowd gathers on the way
    /// let round = replanner.replan_over(&crowd.over(&view), unit, goal, budget, &mut ());
    /// assert!(round.cost() > free.cost());
    /// # Ok::<(), astride::world::GridError>(())
    /// ```
    pub fn replan_over<O: Observer>(
        &mut self,
        world: &impl Followed,
        start: NodeId,
        goal: NodeId,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome {
        let today = world.ground();
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        let is_same = |old: &Basis| old.leads_to(&today) && old.heuristic == today.heuristic;
        let is_known = self.basis.as_ref().is_some_and(is_same);
        if !is_known {
            self.basis = Some(Basis::new(&today));
        }
        let basis = self.basis.as_mut();
        let is_followed = basis.is_some_and(|basis| basis.follow(world, &today, &mut touched));
        if !is_known || !is_followed {
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
    /// [`replan_over`](Self::replan_over) or a shorthand of it.
    pub fn revision(&self) -> Option<u64> {
        self.basis.as_ref().map(|basis| basis.revisions[0])
    }

    /// Whether what was learned is of a grid of this size and revision or an earlier one, known
    /// altogether and seen by an equal mover, as far as can be told.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        let Some(basis) = &self.basis else { return false };
        basis.leads_to(&Ground { view, knowledge: None, heuristic: basis.heuristic })
    }
}

/// Collects the nodes at which arcs may have changed since a revision. `false` if they are unknown
/// or too many.
fn touch_all(view: &GridView<'_>, log: &Changes, since: u64, touched: &mut Vec<NodeId>) -> bool {
    let Some(rects) = log.since(since) else { return false };
    let most = most_nodes(view.grid().cell_count()) as u64;
    let mut area = 0;
    for rect in rects {
        area += rect.grown_area();
        if area > most {
            return false;
        }
        touch(view, rect, touched);
    }
    true
}

/// As [`touch_all`], for what lies on top of `world`.
fn touch_overlay(
    world: &impl World,
    overlay: &Overlay,
    since: u64,
    touched: &mut Vec<NodeId>,
) -> bool {
    let Some(rects) = overlay.changes().since(since) else { return false };
    rects.map(Rect::grown_area).sum::<u64>() <= most_nodes(world.node_count()) as u64
        && overlay.touched_since(since, world, touched)
}
