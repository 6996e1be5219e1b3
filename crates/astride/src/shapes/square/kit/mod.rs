//! The indexes of squares, and the methods that answer from them: the one place that knows what each
//! method builds, how it follows edits, and how it answers.

mod error;
mod index;
mod options;

pub use error::SquareIndexError;
pub use index::SquareIndex;
pub use options::IndexOptions;

use crate::base::{Budget, Cost, FileBytes, NodeId};
use crate::index::hubs::Progress;
use crate::search::observer::Watcher;
use crate::search::{Method, Outcome, PathQuery, Scratch, Unsupported};
use crate::shapes::square::{Grid, GridView, JumpMap, LoadError, Mover};
use crate::world::Followed;

/// The indexes of one grid for one mover, one for each method that was asked for, and their memory.
///
/// [`prepare`](Self::prepare) builds an index when its method is first needed, and lets it follow
/// edits from then on. A [`Guide`](crate::planner::Guide) keeps the one index that fits best;
/// a kit is for those who compare methods, or leave the choice to a user.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::SquareKit;
/// let grid = Grid::new(40, 30, b'.')?;
/// let (view, mut scratch) = (grid.seen_by(&Mover::walker()), Scratch::new());
/// let mut kit = SquareKit::default();
/// let query = PathQuery::new(grid.node((2, 3)).unwrap(), grid.node((37, 20)).unwrap());
/// for method in [Method::Jps, Method::JumpTable, Method::Labels] {
///     let index = kit.prepare(&view, method, &mut |_| true)?;
///     let budget = &mut Budget::unlimited();
///     let outcome = index.answer(&view, &query, &mut scratch, budget, &mut ())?;
///     assert_eq!(outcome.path().unwrap().step_count(), 35);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SquareKit {
    options: IndexOptions,
    /// One for each of [`SquareIndex::METHODS`], in their order.
    kept: [Option<SquareIndex>; SquareIndex::METHODS.len()],
    scratch: Scratch,
}

impl SquareKit {
    /// A kit that builds nothing beyond these limits.
    pub fn new(options: IndexOptions) -> Self {
        SquareKit { options, ..SquareKit::default() }
    }

    /// The index that was prepared for a method, at whatever revision it is.
    pub fn get(&self, method: Method) -> Option<&SquareIndex> {
        self.kept[place_of(method)?].as_ref()
    }

    /// Bytes held by all indexes.
    pub fn bytes(&self) -> usize {
        self.kept.iter().flatten().map(SquareIndex::bytes).sum()
    }

    /// The index of a method for this state of the grid: the one that is kept, brought up to date,
    /// or else a new one. `tell` receives the progress and cancels the build by returning `false`;
    /// jump points and tables cannot be cancelled.
    ///
    /// # Errors
    ///
    /// If the method has no index on squares, if the index is not possible on this map for this
    /// mover, or if `tell` returned `false`. Nothing is kept then.
    ///
    /// # Complexity
    ///
    /// That of building the index or of its update; O(1) if it is up to date.
    pub fn prepare(
        &mut self,
        view: &GridView<'_>,
        method: Method,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<&SquareIndex, SquareIndexError> {
        let place = place_of(method).ok_or(SquareIndexError::Query(Unsupported::NO_INDEX))?;
        let kept = &mut self.kept[place];
        let index = kept.take().and_then(|index| index.follow(view));
        let index = SquareIndex::ready(index, view, method, &self.options, tell)?;
        Ok(kept.insert(index))
    }

    /// Brings the jump points of [`Method::Jps`] up to date, or builds them; returns what that took.
    ///
    /// # Errors
    ///
    /// As for [`prepare`](Self::prepare).
    pub fn follow_jump_points(
        &mut self,
        view: &GridView<'_>,
    ) -> Result<Followed, SquareIndexError> {
        let kept = place_of(Method::Jps).and_then(|place| self.kept[place].as_mut());
        if let Some(SquareIndex::Planes(map)) = kept {
            // Those that cannot follow are dropped by the next question.
            return map.update(view).map_err(SquareIndexError::Map);
        }
        self.prepare(view, Method::Jps, &mut |_| true)?;
        Ok(Followed::built(0))
    }

    /// Takes the index of a file for a method, and returns the method that it serves; see
    /// [`SquareIndex::load`].
    ///
    /// # Errors
    ///
    /// As for that function; what was kept stays then.
    pub fn load<'a>(
        &mut self,
        view: &GridView<'_>,
        method: Method,
        file: impl Into<FileBytes<'a>>,
    ) -> Result<Method, LoadError> {
        let index = SquareIndex::load(file, method, view)?;
        let served = index.method();
        if let Some(place) = place_of(served) {
            self.kept[place] = Some(index);
        }
        Ok(served)
    }

    /// Checks that the index of a method is possible on this map for this mover within the limits,
    /// as far as jump points tell, which are built and kept for that. Labels and jump tables may
    /// still turn out to be too large.
    ///
    /// # Errors
    ///
    /// As for [`prepare`](Self::prepare).
    pub fn check(&mut self, view: &GridView<'_>, method: Method) -> Result<(), SquareIndexError> {
        if matches!(method, Method::Landmarks | Method::Clusters) {
            return Ok(());
        }
        place_of(method).ok_or(SquareIndexError::Query(Unsupported::NO_INDEX))?;
        let most = self.options.box_work;
        let planes = self.prepare(view, Method::Jps, &mut |_| true)?.jump_points();
        let check = |map: &JumpMap| match method {
            Method::JumpBoxes => map.check_boxes(most).map_err(SquareIndexError::Boxes),
            Method::JumpLandmarks => map.check_landmarks().map_err(SquareIndexError::JumpLandmarks),
            _ => Ok(()),
        };
        planes.map_or(Ok(()), check)
    }

    /// The index of a method if it is for this state of the grid, and the memory to ask it.
    fn current(
        &mut self,
        grid: &Grid,
        method: Method,
    ) -> Result<(&SquareIndex, &mut Scratch), Unsupported> {
        let place = place_of(method).ok_or(Unsupported::NO_INDEX)?;
        let index = self.kept[place].as_ref().ok_or(MISSING)?;
        match index.revision() == grid.revision() {
            true => Ok((index, &mut self.scratch)),
            false => Err(STALE),
        }
    }

    /// Answers from the index of a method.
    pub(super) fn answer(
        &mut self,
        grid: &Grid,
        mover: &Mover,
        method: Method,
        query: &PathQuery<'_>,
        budget: &mut Budget<'_>,
        notice: Watcher<'_>,
    ) -> Result<Outcome, Unsupported> {
        let (index, scratch) = self.current(grid, method)?;
        index.ask(&|| grid.seen_by(mover), query, scratch, budget, notice)
    }

    /// What a path costs by the index of a method.
    pub(super) fn cost(
        &mut self,
        grid: &Grid,
        mover: &Mover,
        method: Method,
        [from, to]: [NodeId; 2],
    ) -> Result<Option<Cost>, Unsupported> {
        let (index, scratch) = self.current(grid, method)?;
        index.cost_of(&|| grid.seen_by(mover), &PathQuery::new(from, to), scratch)
    }
}

/// The position of a method among those with an index.
fn place_of(method: Method) -> Option<usize> {
    SquareIndex::METHODS.iter().position(|&indexed| indexed == method)
}

pub(super) const STALE: Unsupported =
    Unsupported("the index is of another revision, build it again");
const MISSING: Unsupported = Unsupported("nothing is built for this method yet");
