//! One index, whichever it is: built, followed, asked, saved and loaded for a method by name.

use super::{IndexOptions, STALE, SquareIndexError};
use crate::base::{Budget, Cost, FileBytes};
use crate::index::hubs::{Progress, Stage};
use crate::index::{Landmarks, Selection};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{Method, Outcome, PathQuery, Scratch, SearchObserver, Unsupported};
use crate::shapes::square::{
    Clusters, GridView, IndexFile, JumpMap, JumpTable, Labels, LabelsError, LoadError, SaveError,
};

/// What a method answers from on squares.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{IndexOptions, SquareIndex};
/// let mut grid = Grid::new(40, 30, b'.')?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let options = IndexOptions::default();
/// let index = SquareIndex::build(&view, Method::JumpTable, &options, &mut |_| true)?;
/// assert_eq!((index.method(), index.revision()), (Method::JumpTable, 0));
///
/// grid.apply(Edit::new().set((20, 10), b'@'))?;
/// let index = index.follow(&grid.seen_by(&mover)).unwrap();
/// assert_eq!(index.revision(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SquareIndex {
    /// Jump points, for [`Method::Jps`], or with landmarks for [`Method::JumpLandmarks`].
    Planes(JumpMap),
    /// Jumps written down, for [`Method::JumpTable`], or with boxes for [`Method::JumpBoxes`].
    Table(JumpTable),
    /// For [`Method::Labels`].
    Labels(Box<Labels>),
    /// For [`Method::Landmarks`].
    Landmarks(Box<Landmarks>),
    /// For [`Method::Clusters`].
    Clusters(Box<Clusters>),
}

impl SquareIndex {
    /// The methods that answer from one.
    pub const METHODS: &'static [Method; 7] = &[
        Method::Jps,
        Method::JumpTable,
        Method::JumpBoxes,
        Method::JumpLandmarks,
        Method::Landmarks,
        Method::Clusters,
        Method::Labels,
    ];

    /// Builds the index of a method. `tell` receives the progress and cancels the build by returning
    /// `false`; jump points and tables cannot be cancelled. Landmarks only tell that they are under
    /// way.
    ///
    /// # Errors
    ///
    /// If the method has no index on squares, if the index is not possible on this map for this
    /// mover, or if `tell` returned `false`.
    ///
    /// # Complexity
    ///
    /// That of [`JumpMap::build`], [`JumpTable::build`], [`JumpTable::add_boxes`],
    /// [`JumpMap::add_landmarks`], [`Labels::build`], [`Landmarks::build`] or [`Clusters::build`].
    pub fn build(
        view: &GridView<'_>,
        method: Method,
        options: &IndexOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, SquareIndexError> {
        Self::ready(None, view, method, options, tell)
    }

    /// The index of a method: this one, if there is one, with what did not follow an edit added,
    /// which are boxes and landmarks of jump points.
    pub(crate) fn ready(
        index: Option<Self>,
        view: &GridView<'_>,
        method: Method,
        options: &IndexOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, SquareIndexError> {
        let begun = || Self::begin(view, method, options, tell);
        let mut index = index.map_or_else(begun, Ok)?;
        match (&mut index, method) {
            (SquareIndex::Table(table), Method::JumpBoxes) if !table.has_boxes() => {
                let added = table.add_boxes_with(options.box_work, tell);
                added.map_err(SquareIndexError::Boxes)?;
            }
            (SquareIndex::Planes(map), Method::JumpLandmarks) if !map.has_landmarks() => {
                map.add_landmarks_with(tell).map_err(SquareIndexError::JumpLandmarks)?;
            }
            _ => {}
        }
        Ok(index)
    }

    /// The index of a method, without boxes and landmarks of jump points.
    fn begin(
        view: &GridView<'_>,
        method: Method,
        options: &IndexOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, SquareIndexError> {
        let planes = || JumpMap::build(view).map_err(SquareIndexError::Map);
        let table =
            |map| JumpTable::build(map).map(SquareIndex::Table).map_err(SquareIndexError::Table);
        Ok(match method {
            Method::Jps | Method::JumpLandmarks => SquareIndex::Planes(planes()?),
            Method::JumpTable => table(planes()?)?,
            Method::JumpBoxes => {
                let map = planes()?;
                map.check_boxes(options.box_work).map_err(SquareIndexError::Boxes)?;
                table(map)?
            }
            Method::Labels => {
                let labels = Labels::build_with(view, &options.labels, tell);
                SquareIndex::Labels(Box::new(labels.map_err(|error| match error {
                    LabelsError::Map(error) => SquareIndexError::Map(error),
                    error => SquareIndexError::Labels(error),
                })?))
            }
            Method::Landmarks => {
                let (stage, total) = (Stage::Landmark, options.landmarks.into());
                let mut is_over = || !tell(Progress { stage, done: 0, total });
                let budget = &mut Budget::unlimited().deadline(&mut is_over);
                let by = Selection::default();
                let landmarks = Landmarks::build(view, options.landmarks, by, budget);
                SquareIndex::Landmarks(Box::new(landmarks.map_err(SquareIndexError::Landmarks)?))
            }
            Method::Clusters => {
                let clusters = Clusters::build_with(view, &options.clusters, &mut |progress| {
                    let (done, total) = (progress.done.into(), progress.of.into());
                    tell(Progress { stage: Stage::Cluster, done, total })
                });
                SquareIndex::Clusters(Box::new(clusters.map_err(SquareIndexError::Clusters)?))
            }
            _ => return Err(SquareIndexError::Query(Unsupported::NO_INDEX)),
        })
    }

    /// Brings it up to date with the grid; `None` if it cannot follow and has to be built again.
    /// Labels and landmarks never follow, and an edit drops boxes and landmarks of jump points.
    pub fn follow(self, view: &GridView<'_>) -> Option<Self> {
        match self {
            SquareIndex::Planes(mut map) => {
                map.update(view).is_ok().then_some(SquareIndex::Planes(map))
            }
            SquareIndex::Table(mut table) => {
                table.update(view).is_ok().then_some(SquareIndex::Table(table))
            }
            SquareIndex::Clusters(mut clusters) => {
                clusters.update(view).is_ok().then_some(SquareIndex::Clusters(clusters))
            }
            kept @ (SquareIndex::Labels(_) | SquareIndex::Landmarks(_)) => {
                Some(kept).filter(|index| index.revision() == view.grid().revision())
            }
        }
    }

    /// The method that it serves.
    pub fn method(&self) -> Method {
        match self {
            SquareIndex::Planes(map) if map.has_landmarks() => Method::JumpLandmarks,
            SquareIndex::Planes(_) => Method::Jps,
            SquareIndex::Table(table) if table.has_boxes() => Method::JumpBoxes,
            SquareIndex::Table(_) => Method::JumpTable,
            SquareIndex::Labels(_) => Method::Labels,
            SquareIndex::Landmarks(_) => Method::Landmarks,
            SquareIndex::Clusters(_) => Method::Clusters,
        }
    }

    /// The revision of the grid for which it answers.
    pub fn revision(&self) -> u64 {
        match self {
            SquareIndex::Planes(map) => map.revision(),
            SquareIndex::Table(table) => table.map().revision(),
            SquareIndex::Labels(labels) => labels.revision(),
            SquareIndex::Landmarks(landmarks) => landmarks.revision(),
            SquareIndex::Clusters(clusters) => clusters.revision(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        match self {
            SquareIndex::Planes(map) => map.bytes(),
            SquareIndex::Table(table) => table.bytes(),
            SquareIndex::Labels(labels) => labels.bytes(),
            SquareIndex::Landmarks(landmarks) => landmarks.bytes(),
            SquareIndex::Clusters(clusters) => clusters.bytes(),
        }
    }

    /// The jump points in it, if it has any.
    pub fn jump_points(&self) -> Option<&JumpMap> {
        match self {
            SquareIndex::Planes(map) => Some(map),
            SquareIndex::Table(table) => Some(table.map()),
            SquareIndex::Labels(labels) => Some(labels.map()),
            SquareIndex::Landmarks(_) | SquareIndex::Clusters(_) => None,
        }
    }

    /// Answers a query about the map and mover for which it was built, at the same revision. A lookup
    /// in labels counts as one expansion of the budget. Clusters report no events.
    ///
    /// # Errors
    ///
    /// If the method does not support this kind of query, or if landmarks or clusters are of another
    /// revision than `view`; the others do not look at it.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the grid.
    pub fn answer<O: SearchObserver>(
        &self,
        view: &GridView<'_>,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Outcome, Unsupported> {
        watched(observer, |observer| self.ask(&|| view.clone(), query, scratch, budget, observer))
    }

    /// As [`answer`](Self::answer), with a view that is made only if it is looked at.
    #[inline]
    pub(crate) fn ask<'v>(
        &self,
        view: &dyn Fn() -> GridView<'v>,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Result<Outcome, Unsupported> {
        Ok(match self {
            SquareIndex::Planes(map) => map.search(query, scratch)?.run_watched(budget, observer),
            SquareIndex::Table(table) => {
                table.search(query, scratch)?.run_watched(budget, observer)
            }
            SquareIndex::Labels(labels) => {
                labels.search(query, scratch)?.run_watched(budget, observer)
            }
            SquareIndex::Landmarks(landmarks) => {
                let view = view();
                let outcome = by_watcher!(observer => {
                    landmarks.search(&view, query, scratch, budget, observer)
                });
                outcome.map_err(|_| STALE)?
            }
            SquareIndex::Clusters(clusters) => {
                Method::Clusters.can_answer(query)?;
                let (view, ends) = (view(), query.ends()?);
                let [from, to] = ends.map(|node| view.grid().cell(node));
                let outcome = clusters.path(&view, from, to, scratch, budget);
                outcome.map_err(|_| STALE)?
            }
        })
    }

    /// What the path of [`answer`](Self::answer) costs; jump points and labels construct no path for
    /// that.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    ///
    /// # Panics
    ///
    /// If the query names a node outside the grid.
    pub fn cost(
        &self,
        view: &GridView<'_>,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, Unsupported> {
        self.cost_of(&|| view.clone(), query, scratch)
    }

    /// As [`cost`](Self::cost), with a view that is made only if it is looked at.
    #[inline]
    pub(crate) fn cost_of<'v>(
        &self,
        view: &dyn Fn() -> GridView<'v>,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, Unsupported> {
        Ok(match self {
            SquareIndex::Planes(map) => map.search(query, scratch)?.cost(),
            SquareIndex::Table(table) => table.search(query, scratch)?.cost(),
            SquareIndex::Labels(labels) => labels.search(query, scratch)?.cost(),
            SquareIndex::Landmarks(_) | SquareIndex::Clusters(_) => {
                let budget = &mut Budget::unlimited();
                self.ask(view, query, scratch, budget, None)?.cost()
            }
        })
    }

    /// It as the bytes of a file; `None` for jump points and tables, which are built as fast as they
    /// could be read.
    ///
    /// # Errors
    ///
    /// If landmarks or clusters are of another map, mover or revision than the view; labels are saved
    /// for the map from which they were built.
    pub fn save(&self, view: &GridView<'_>) -> Result<Option<Vec<u8>>, SaveError> {
        match self {
            SquareIndex::Planes(_) | SquareIndex::Table(_) => Ok(None),
            SquareIndex::Labels(labels) => Ok(Some(labels.save())),
            SquareIndex::Landmarks(landmarks) => landmarks.save(view).map(Some),
            SquareIndex::Clusters(clusters) => clusters.save(view).map(Some),
        }
    }

    /// Loads the index of a method from a file that may hold others as well: one written by
    /// [`save`](Self::save) or by an [`IndexWriter`](crate::shapes::square::IndexWriter). A method
    /// that keeps nothing in files is answered by labels.
    ///
    /// # Errors
    ///
    /// If the bytes are no index file, lack the index, or belong to another map or mover.
    pub fn load<'a>(
        file: impl Into<FileBytes<'a>>,
        method: Method,
        view: &GridView<'_>,
    ) -> Result<Self, LoadError> {
        let file = file.into();
        Ok(match method {
            Method::Landmarks => {
                SquareIndex::Landmarks(Box::new(IndexFile::read(file)?.load(view)?))
            }
            Method::Clusters => SquareIndex::Clusters(Box::new(IndexFile::read(file)?.load(view)?)),
            _ => SquareIndex::Labels(Box::new(Labels::load(file, view)?)),
        })
    }
}
