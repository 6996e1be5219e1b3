//! Worlds that report where they have changed, and replanning on them.

use super::{Replan, Replanner, most_nodes};
use crate::base::{Budget, CellRect, NodeId};
use crate::search::{Guessed, Outcome, SearchObserver};
use crate::world::{Changes, Overlaid};

/// A world whose layers all log their changes, so that a [`Replanner`] can follow it by itself: a
/// map as a mover sees it or as a faction knows it, and either of these with overlays on top.
///
/// For your own world types use [`Replanner::replan`] and pass what changed.
pub trait Followed: Guessed {
    /// Appends words for everything that determines the arcs and the heuristic, apart from the
    /// changes of its layers. As long as these words stay the same, what was learned stays valid.
    fn basis(&self, guess: &Self::Guess, words: &mut Vec<u64>);

    /// Reports each layer, lowest first.
    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>));
}

/// One layer of a world.
pub struct Layer<'a> {
    /// What changed in it.
    pub changes: &'a Changes,
    /// Appends the nodes at which arcs may have changed because the tiles in a rectangle did.
    pub touch: &'a dyn Fn(CellRect, &mut Vec<NodeId>),
}

impl<W: Followed> Followed for Overlaid<'_, W> {
    fn basis(&self, guess: &W::Guess, words: &mut Vec<u64>) {
        self.below().basis(guess, words);
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        self.below().each_layer(tell);
        let (overlay, below) = (self.overlay(), self.below());
        let touch: &dyn Fn(CellRect, &mut Vec<NodeId>) =
            &|rect, touched| overlay.touched_by(rect, below, touched);
        tell(Layer { changes: overlay.changes(), touch });
    }
}

impl<W: Followed> Followed for &W {
    fn basis(&self, guess: &W::Guess, words: &mut Vec<u64>) {
        (**self).basis(guess, words);
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        (**self).each_layer(tell);
    }
}

/// The state of the world on which the estimates were learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Basis {
    words: Vec<u64>,
    /// Of each layer, lowest first.
    revisions: Vec<u64>,
}

impl Basis {
    fn become_that_of<W: Followed>(&mut self, world: &W, guess: &W::Guess) {
        self.words.clear();
        self.revisions.clear();
        self.words.push(u64::from(world.node_count()));
        world.basis(guess, &mut self.words);
        world.each_layer(&mut |layer| self.revisions.push(layer.changes.revision()));
    }

    /// Whether it may have turned into `today` by changes of its layers alone.
    fn leads_to(&self, today: &Basis) -> bool {
        let mut revisions = self.revisions.iter().zip(&today.revisions);
        self.words == today.words
            && self.revisions.len() == today.revisions.len()
            && revisions.all(|(old, new)| old <= new)
    }

    /// Collects the nodes at which arcs may have changed since; `false` if they are unknown or too
    /// many.
    fn touched_since(&self, world: &impl Followed, touched: &mut Vec<NodeId>) -> bool {
        let most = most_nodes(world.node_count()) as u64;
        let (mut revisions, mut is_followed) = (self.revisions.iter(), true);
        world.each_layer(&mut |layer| {
            let rects = revisions.next().and_then(|&since| layer.changes.since(since));
            let Some(rects) = rects.filter(|_| is_followed) else { return is_followed = false };
            let mut area = 0;
            for rect in rects {
                area += rect.grown_area();
                // A large body touches many more nodes than have changed.
                is_followed = area <= most && touched.len() as u64 <= most;
                if !is_followed {
                    return;
                }
                (layer.touch)(rect, touched);
            }
        });
        is_followed
    }
}

impl Replanner {
    /// Answers on a world that reports its own changes: follows edits, discoveries and every
    /// overlay. Map, knowledge and overlays must be the same ones each time. When the number of
    /// layers or the heuristic changes, everything learned is forgotten.
    ///
    /// # Panics
    ///
    /// If `start` or `goal` is not in the world.
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
    /// crowd.fill(CellRect::new(30, 20, 2, 20), 50_000); // a crowd gathers on the way
    /// let round = replanner.replan_over(&crowd.over(&view), unit, goal, budget, &mut ());
    /// assert!(round.cost() > free.cost());
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn replan_over<W: Followed>(
        &mut self,
        world: &W,
        start: NodeId,
        goal: NodeId,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Outcome {
        let mut today = std::mem::take(&mut self.spare);
        let guess = world.guess();
        today.become_that_of(world, &guess);
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        let is_followed = self.basis.as_ref().is_some_and(|basis| {
            basis.leads_to(&today) && basis.touched_since(world, &mut touched)
        });
        if !is_followed {
            touched.clear();
            self.forget();
        }
        self.spare = self.basis.replace(today).unwrap_or_default();
        touched.sort_unstable();
        touched.dedup();
        let question = Replan::new(start, goal).touched(&touched);
        let outcome = self.replan(world, &guess, &question, budget, observer);
        self.touched = touched;
        outcome.expect("guesses by geometry are consistent")
    }

    /// The revision of the map for which the last answer was given, if
    /// [`replan_over`](Self::replan_over) gave it.
    pub fn revision(&self) -> Option<u64> {
        self.basis.as_ref().and_then(|basis| basis.revisions.first().copied())
    }

    /// Whether what was learned belongs to this map and mover at this or an earlier revision, as
    /// far as can be determined.
    pub fn is_of(&self, world: &impl Followed) -> bool {
        let Some(basis) = &self.basis else { return false };
        let mut today = Basis::default();
        today.become_that_of(world, &world.guess());
        basis.leads_to(&today)
    }
}

crate::base::debug_by!([] Layer['_]: changes);
