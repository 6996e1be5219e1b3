//! The result of a call: a status, and for errors a text.

use std::ffi::{CStr, c_char};

use astride::base::{Coded, ScaleError, TablesError};
use astride::io::{TextError, WriteError};
#[cfg(feature = "whole")]
use astride::path::LineError;
use astride::planner::{NavigatorError, PathError, SolveError};
use astride::search::{FieldError, Unsupported};
use astride::shapes::square::{GridError, JumpMapError, LabelsError, LoadError};
#[cfg(feature = "whole")]
use astride::shapes::square::{JumpBoxesError, JumpLandmarksError, JumpTableError};
#[cfg(feature = "worlds")]
use astride::shapes::{hex::HexError, triangle::TriangleError};
use astride::world::MoverError;
#[cfg(feature = "whole")]
use astride_agents::crowd::CrowdError;
#[cfg(feature = "teams")]
use astride_agents::mapf::PlanError;

/// The result of a call. 0 is success, positive numbers are answers that are not a path, negative
/// numbers are errors; `astride_last_error` then has a text. The numbers will not change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideStatus {
    /// Done; where a path was asked for, it was found.
    Ok = 0,
    /// There is no path. `astride_path_info` says why.
    Unreachable = 1,
    /// A budget ran out before the answer was known.
    OutOfBudget = 2,
    /// There is nothing to return.
    Nothing = 3,
    /// A request was not answered within its limit of frames. Only requests with such a
    /// limit end like this.
    Expired = 4,
    /// A pointer that must not be null is null, or it is not aligned for its type.
    BadPointer = -1,
    /// A handle is not of the kind that the function takes.
    BadHandle = -2,
    /// Another thread is in a call with this handle, and one of the two calls changes it; or one
    /// call was given the same handle twice, to be changed.
    Busy = -3,
    /// A `struct_size` is not one that this library knows, or a count is larger than memory.
    BadSize = -4,
    /// A number or an enumerator is not one that the function takes.
    BadArgument = -5,
    /// A cell or a rectangle is not on the map.
    OffMap = -6,
    /// The number of a mover, a faction, an overlay, a set of places, a ticket, a unit, an agent or a
    /// robot is not one that this handle has.
    UnknownNumber = -7,
    /// Bytes or a text are not what they should be: damaged, of another kind, or of another map.
    BadData = -8,
    /// An index or a field is for another state of the map.
    Stale = -9,
    /// There are as many as there can be, or there is no memory for more.
    Full = -10,
    /// The method, index or format cannot do this for this map and mover.
    Unsupported = -11,
    /// The library has a fault. What the call was meant to change must not be used any more and refuses
    /// further calls; it can be freed.
    Panicked = -12,
}

const TEXTS: [(AstrideStatus, &CStr); 17] = [
    (AstrideStatus::Ok, c"ok"),
    (AstrideStatus::Unreachable, c"there is no path"),
    (AstrideStatus::OutOfBudget, c"the budget ran out"),
    (AstrideStatus::Nothing, c"there is nothing to hand out"),
    (AstrideStatus::Expired, c"the request was not answered in time"),
    (AstrideStatus::BadPointer, c"a pointer is null or not aligned"),
    (AstrideStatus::BadHandle, c"a handle is of another kind"),
    (AstrideStatus::Busy, c"a handle is in use by another call"),
    (AstrideStatus::BadSize, c"a size is not one that this library knows"),
    (AstrideStatus::BadArgument, c"an argument is out of range"),
    (AstrideStatus::OffMap, c"a cell is off the map"),
    (AstrideStatus::UnknownNumber, c"a number is not one that this handle has"),
    (AstrideStatus::BadData, c"bytes or text are not what they should be"),
    (AstrideStatus::Stale, c"an index or field is of another state of the map"),
    (AstrideStatus::Full, c"there are as many as there can be"),
    (AstrideStatus::Unsupported, c"this cannot be done for this map and mover"),
    (AstrideStatus::Panicked, c"the library has a fault"),
];

impl AstrideStatus {
    /// The status with this number, and a few words for it.
    pub(crate) fn of(number: i32) -> Option<(Self, &'static CStr)> {
        TEXTS.iter().copied().find(|&(known, _)| known as i32 == number)
    }
}

/// A few words for a status, such as "there is no path". Never null; for an unknown number the text
/// says so. It is part of the library and must not be freed. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn astride_status_text(status: i32) -> *const c_char {
    let known = AstrideStatus::of(status);
    known.map_or(c"a status that this library does not know", |(_, text)| text).as_ptr()
}

/// An error on its way to the caller.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: AstrideStatus,
    pub(crate) text: String,
    /// The code of the library's error; empty if the interface itself refuses.
    pub(crate) code: &'static str,
}

impl Fault {
    pub(crate) fn new(status: AstrideStatus, text: impl Into<String>) -> Self {
        Fault { status, text: text.into(), code: "" }
    }

    pub(crate) fn of(status: AstrideStatus, error: &impl Coded) -> Self {
        Fault::saying(status, error, error.to_string())
    }

    /// With a text that names cells where the message of the error has nodes.
    pub(crate) fn saying(status: AstrideStatus, error: &impl Coded, text: String) -> Self {
        Fault { code: error.code(), ..Fault::new(status, text) }
    }
}

pub(crate) type Answer<T = AstrideStatus> = Result<T, Fault>;

impl From<GridError> for Fault {
    fn from(error: GridError) -> Self {
        let status = if error.is_out_of_memory() {
            AstrideStatus::Full
        } else if error.is_off_map() {
            AstrideStatus::OffMap
        } else {
            AstrideStatus::BadArgument
        };
        Fault::of(status, &error)
    }
}

impl From<PathError> for Fault {
    fn from(error: PathError) -> Self {
        Fault::of(AstrideStatus::OffMap, &error)
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        Fault::of(AstrideStatus::Stale, &error)
    }
}

impl From<NavigatorError> for Fault {
    fn from(error: NavigatorError) -> Self {
        let status = match error {
            // A change of a batch that is only tried is refused as if it were made.
            NavigatorError::Edit(error) => return error.into(),
            NavigatorError::Index(error) => return error.into(),
            NavigatorError::OffMap { .. } => AstrideStatus::OffMap,
            NavigatorError::UnknownMover
            | NavigatorError::UnknownFaction
            | NavigatorError::UnknownOverlay
            | NavigatorError::UnknownPlaces
            | NavigatorError::UnknownSupposition => AstrideStatus::UnknownNumber,
            NavigatorError::TooManyOverlays
            | NavigatorError::TooManyCells { .. }
            | NavigatorError::Queue(_) => AstrideStatus::Full,
            NavigatorError::Snap(_) => AstrideStatus::BadArgument,
            _ => AstrideStatus::Unsupported,
        };
        Fault::of(status, &error)
    }
}

#[cfg(feature = "whole")]
impl From<CrowdError> for Fault {
    fn from(error: CrowdError) -> Self {
        let status = match &error {
            CrowdError::OffMap { .. } => AstrideStatus::OffMap,
            CrowdError::NoUnit { .. } => AstrideStatus::UnknownNumber,
            CrowdError::NoRoom { .. } => AstrideStatus::Full,
            CrowdError::NoWay { .. } => AstrideStatus::Unsupported,
            _ => AstrideStatus::BadArgument,
        };
        Fault::of(status, &error)
    }
}

#[cfg(feature = "teams")]
impl From<PlanError> for Fault {
    fn from(error: PlanError) -> Self {
        Fault::of(AstrideStatus::BadData, &error)
    }
}

macro_rules! faults {
    ($($error:ty => $status:ident),* $(,)?) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Fault::of(AstrideStatus::$status, &error)
            }
        }
    )*};
}

faults! {
    TextError => BadData,
    TablesError => BadData,
    LoadError => BadData,
    WriteError => Unsupported,
    MoverError => BadArgument,
    ScaleError => BadArgument,
    SolveError => Unsupported,
    Unsupported => Unsupported,
    JumpMapError => Unsupported,
    LabelsError => Unsupported,
}

#[cfg(feature = "whole")]
faults! {
    LineError => BadArgument,
    JumpTableError => Unsupported,
    JumpBoxesError => Unsupported,
    JumpLandmarksError => Unsupported,
}

#[cfg(feature = "worlds")]
faults! {
    HexError => BadArgument,
    TriangleError => BadArgument,
}
