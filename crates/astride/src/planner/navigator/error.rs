//! Why a navigator cannot answer.

use std::fmt;
use std::sync::Arc as Shared;

use super::Overlays;
use crate::base::{Cell, Coded, Spent};
use crate::planner::{GuideError, QueueFull};
use crate::search::Why;
use crate::shapes::square::{BodyError, GridError, LoadError};
use crate::shapes::{Shape, SnapError};

/// The result of asking a navigator of maps `S`.
pub(super) type Asked<T, S> = Result<T, NavigatorError<<S as Shape>::Place>>;

/// A question that a navigator refuses, or a path that does not exist; the message says what is
/// expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NavigatorError<P = Cell> {
    /// A cell is not on the map of squares.
    OffMap {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// A place is not part of the map, whose shape is not squares.
    NoPlace {
        /// The place.
        place: P,
    },
    /// The mover does not belong to this navigator.
    UnknownMover,
    /// The faction does not belong to this navigator.
    UnknownFaction,
    /// An overlay does not belong to this navigator.
    UnknownOverlay,
    /// A set of places does not belong to this navigator.
    UnknownPlaces,
    /// Edits that are to be supposed do not belong to this navigator.
    UnknownSupposition,
    /// A field was asked for around blockers, for a mover of several places.
    NoFieldAround,
    /// An explanation, or a choice of several paths, was asked for with several goals: what encloses
    /// a goal, what would open the way to it, and other ways there are about one goal.
    SeveralGoals,
    /// There are 64 overlays already.
    TooManyOverlays,
    /// An overlay was replaced by one whose size differs from that of the map.
    OverlaySize {
        /// The number of columns of the overlay.
        width: u32,
        /// The number of rows of the overlay.
        height: u32,
    },
    /// There are more movers and factions, or overlays, on a map of this size than a file may
    /// contain.
    TooManyCells {
        /// The number of cells that loading would have to process.
        cells: u64,
        /// The maximum number.
        most: u64,
    },
    /// An edit that was to be tried is invalid.
    Edit(GridError),
    /// A batch of edits that was to be tried cannot be applied to the map, whose shape is not squares.
    Batch(BatchFault),
    /// There is currently no map for a body of this size.
    Body(BodyError),
    /// The search refuses the question.
    Guide(GuideError),
    /// A prebuilt index does not fit the current map, or the mover.
    Index(LoadError),
    /// There is no place near another one.
    Snap(SnapError<P>),
    /// The maximum number of requests is reached.
    Queue(QueueFull),
    /// A request was not answered within the frames that [it
    /// allowed](crate::planner::Request::within).
    Expired {
        /// The number of calls of `work` since it was made.
        frames: u64,
    },
    /// A limit was reached before there was an answer.
    Spent(Spent),
    /// There is no path.
    NoPath {
        /// The start.
        from: P,
        /// The goal.
        to: P,
        /// Why there is none.
        why: Why,
    },
}

/// Why a batch of edits cannot be applied: the [`EditError`](crate::shapes::Editable::EditError) of
/// the shape, which is also the [`source`](std::error::Error::source) of
/// [`NavigatorError::Batch`]. Two are equal if their codes and messages are.
///
/// # Examples
///
/// ```
/// use std::error::Error;
///
/// use astride::base::Coded;
/// use astride::planner::{Ask, Navigator};
/// use astride::shapes::hex::{HexEdit, HexError, HexLayout, HexMap};
/// let nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 3, b'.')?);
/// let mut batch = HexEdit::new();
/// batch.set((9, 9), b'#');
/// let error = nav.would_part(&batch, &[Ask::new((0, 0), (1, 1))]).unwrap_err();
/// assert_eq!(error.code(), "tile-off-map");
/// assert!(error.source().is_some_and(|cause| cause.is::<HexError>()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchFault(Shared<dyn Coded>);

impl BatchFault {
    pub(super) fn new(cause: impl Coded) -> Self {
        BatchFault(Shared::new(cause))
    }

    /// The error of the shape.
    pub fn cause(&self) -> &dyn Coded {
        &*self.0
    }
}

impl PartialEq for BatchFault {
    fn eq(&self, other: &Self) -> bool {
        let [own, other_one] = [self, other].map(|fault| (fault.0.code(), fault.0.to_string()));
        own == other_one
    }
}

impl Eq for BatchFault {}

impl<P> NavigatorError<P> {
    /// Why there is no path, if that is the problem.
    pub fn why(&self) -> Option<Why> {
        match self {
            NavigatorError::NoPath { why, .. } => Some(*why),
            _ => None,
        }
    }
}

impl<P> From<BodyError> for NavigatorError<P> {
    fn from(error: BodyError) -> Self {
        NavigatorError::Body(error)
    }
}

impl<P> From<LoadError> for NavigatorError<P> {
    fn from(error: LoadError) -> Self {
        NavigatorError::Index(error)
    }
}

impl<P> From<GridError> for NavigatorError<P> {
    fn from(error: GridError) -> Self {
        NavigatorError::Edit(error)
    }
}

impl<P> From<Spent> for NavigatorError<P> {
    fn from(spent: Spent) -> Self {
        NavigatorError::Spent(spent)
    }
}

impl<P> From<QueueFull> for NavigatorError<P> {
    fn from(error: QueueFull) -> Self {
        NavigatorError::Queue(error)
    }
}

impl<P> From<SnapError<P>> for NavigatorError<P> {
    fn from(error: SnapError<P>) -> Self {
        match error {
            SnapError::OffMap { cell, width, height } => {
                NavigatorError::OffMap { cell, width, height }
            }
            SnapError::Spent(spent) => NavigatorError::Spent(spent),
            error => NavigatorError::Snap(error),
        }
    }
}

impl From<GuideError> for NavigatorError {
    fn from(error: GuideError) -> Self {
        match error {
            GuideError::OffMap { cell, width, height } => {
                NavigatorError::OffMap { cell, width, height }
            }
            error => NavigatorError::Guide(error),
        }
    }
}

errors! { enum NavigatorError<P> where [P: fmt::Debug + fmt::Display + Send + Sync + 'static]:
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    NoPlace { place } => ("no-such-place",
        "the map has no place {place}, expected one that is part of it"),
    UnknownMover => ("unknown-mover",
        "the mover is not of this navigator, expected a handle that it gave"),
    UnknownFaction => ("unknown-faction",
        "the faction is not of this navigator, expected a handle that it gave"),
    UnknownOverlay => ("unknown-overlay",
        "the overlay is not of this navigator, expected a handle that it gave"),
    UnknownPlaces => ("unknown-places",
        "the set of places is not of this navigator, expected a handle that it gave"),
    UnknownSupposition => ("unknown-supposition",
        "the edits to suppose are not of this navigator, expected a handle that it gave"),
    NoFieldAround => ("no-field-around-blockers",
        "a mover of several places has no field around blockers, since what it leaves open for itself \
        depends on where it stands; expected a mover of one place, or a question for each"),
    SeveralGoals => ("several-goals",
        "an explanation or a choice of paths is about the way to one goal, expected a question \
        without others; ask for each"),
    TooManyOverlays => ("too-many-overlays",
        "there are {} overlays already, expected no more", Overlays::MOST),
    OverlaySize { width, height } => ("overlay-size",
        "the overlay is of {width}x{height} cells, expected one of the size of the map"),
    TooManyCells { cells, most } => ("navigator-too-large-to-save",
        "the map counts {cells} cells over all that loading makes of it, expected at most {most} \
        in a file"),
    Edit(error) => (source error),
    Batch(BatchFault(cause)) => (shared cause,
        "the batch that was to be tried cannot be applied to the map: {cause}"),
    Body(error) => (source error),
    Guide(error) => (source error),
    Index(error) => (source error),
    Snap(error) => (source error),
    Queue(error) => (source error),
    Expired { frames } => ("request-expired",
        "the request was not answered within {frames} frames, and was given up"),
    Spent(spent) => ("budget-spent", "the budget ran out: {spent}"),
    NoPath { from, to, why } => ("no-path", "no path from {from} to {to}: {why}"),
}
