//! Refused calls as exceptions of `astride.errors`.

use astride::base::{Coded, ScaleError, TablesError};
use astride::io::{TextError, WriteError};
use astride::planner::{GuideError, NavigatorError, PathError, SolveError};
use astride::search::{FieldError, MethodError, Unsupported};
use astride::shapes::graph::GraphError;
use astride::shapes::square::{GridError, LabelsError, LoadError};
use astride::world::MoverError;
use astride_agents::crowd::CrowdError;
use astride_agents::mapf::{InstanceError, WantedError};
use astride_draw::DrawError;
use pyo3::PyErr;

/// The classes of `astride/errors.py`.
mod raised {
    pyo3::import_exception!(astride.errors, BadArgument);
    pyo3::import_exception!(astride.errors, BadArray);
    pyo3::import_exception!(astride.errors, BadData);
    pyo3::import_exception!(astride.errors, BadType);
    pyo3::import_exception!(astride.errors, Fault);
    pyo3::import_exception!(astride.errors, Full);
    pyo3::import_exception!(astride.errors, OffMap);
    pyo3::import_exception!(astride.errors, Stale);
    pyo3::import_exception!(astride.errors, UnknownNumber);
    pyo3::import_exception!(astride.errors, Unsupported);
}

/// Which class of exception is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    BadArgument,
    BadArray,
    BadData,
    BadType,
    Fault,
    Full,
    OffMap,
    Stale,
    UnknownNumber,
    Unsupported,
}

/// Why a call is refused.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The text, and the code of the engine's error; empty where the engine was not asked.
    Ours(Kind, String, &'static str),
    /// Raised by Python itself, on the way in or out.
    Raised(PyErr),
}

/// What the engine advises, and how that is called here.
const WORDS: [(&str, &str); 4] = [
    ("prepare again", "call follow()"),
    ("repair it or compute it again", "compute it again"),
    ("resume it", "compute it again without limits"),
    ("draw cells smaller or raise the limit", "draw cells smaller, or leave their size out"),
];

pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Refusal::Ours(kind, text.into(), "")
    }

    fn of(kind: Kind, error: &impl Coded) -> Self {
        let here = |text: String, (engine, python): &(&str, &str)| text.replace(engine, python);
        Refusal::saying(kind, error, WORDS.iter().fold(error.to_string(), here))
    }

    /// What an error of the engine is, in other words than its own.
    pub(crate) fn saying(kind: Kind, error: &impl Coded, text: String) -> Self {
        Refusal::Ours(kind, text, error.code())
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        let (kind, args) = match refusal {
            Refusal::Raised(error) => return error,
            Refusal::Ours(kind, text, code) => (kind, (text, code)),
        };
        match kind {
            Kind::BadArgument => raised::BadArgument::new_err(args),
            Kind::BadArray => raised::BadArray::new_err(args),
            Kind::BadData => raised::BadData::new_err(args),
            Kind::BadType => raised::BadType::new_err(args),
            Kind::Fault => raised::Fault::new_err(args),
            Kind::Full => raised::Full::new_err(args),
            Kind::OffMap => raised::OffMap::new_err(args),
            Kind::Stale => raised::Stale::new_err(args),
            Kind::UnknownNumber => raised::UnknownNumber::new_err(args),
            Kind::Unsupported => raised::Unsupported::new_err(args),
        }
    }
}

impl From<PyErr> for Refusal {
    fn from(error: PyErr) -> Self {
        Refusal::Raised(error)
    }
}

impl From<&GridError> for Kind {
    fn from(error: &GridError) -> Self {
        if error.is_out_of_memory() {
            Kind::Full
        } else if error.is_off_map() {
            Kind::OffMap
        } else {
            Kind::BadArgument
        }
    }
}

impl From<GridError> for Refusal {
    fn from(error: GridError) -> Self {
        Refusal::of(Kind::from(&error), &error)
    }
}

impl From<GraphError> for Refusal {
    fn from(error: GraphError) -> Self {
        let is_full = error.is_out_of_memory();
        Refusal::of(if is_full { Kind::Full } else { Kind::BadArgument }, &error)
    }
}

impl From<GuideError> for Refusal {
    fn from(error: GuideError) -> Self {
        let kind = match &error {
            GuideError::OffMap { .. } => Kind::OffMap,
            GuideError::Stale { .. } | GuideError::NotPrepared(_) => Kind::Stale,
            GuideError::TooLarge { .. } => Kind::Full,
            _ => Kind::Unsupported,
        };
        Refusal::of(kind, &error)
    }
}

impl From<NavigatorError> for Refusal {
    fn from(error: NavigatorError) -> Self {
        let kind = match &error {
            NavigatorError::OffMap { .. } => Kind::OffMap,
            NavigatorError::Edit(error) => Kind::from(error),
            NavigatorError::UnknownMover
            | NavigatorError::UnknownFaction
            | NavigatorError::UnknownOverlay
            | NavigatorError::UnknownPlaces
            | NavigatorError::UnknownSupposition => Kind::UnknownNumber,
            NavigatorError::TooManyOverlays
            | NavigatorError::TooManyCells { .. }
            | NavigatorError::Spent(_)
            | NavigatorError::Queue(_) => Kind::Full,
            NavigatorError::Snap(_) => Kind::BadArgument,
            _ => Kind::Unsupported,
        };
        Refusal::of(kind, &error)
    }
}

impl From<CrowdError> for Refusal {
    fn from(error: CrowdError) -> Self {
        let kind = match &error {
            CrowdError::OffMap { .. } => Kind::OffMap,
            CrowdError::NoUnit { .. } => Kind::UnknownNumber,
            CrowdError::NoRoom { .. } => Kind::Full,
            CrowdError::NoWay { .. } => Kind::Unsupported,
            _ => Kind::BadArgument,
        };
        Refusal::of(kind, &error)
    }
}

macro_rules! refusals {
    ($($error:ty => $kind:ident),* $(,)?) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Refusal::of(Kind::$kind, &error)
            }
        }
    )*};
}

refusals! {
    DrawError => Unsupported,
    FieldError => Stale,
    InstanceError => BadArgument,
    LabelsError => Unsupported,
    LoadError => BadData,
    MethodError => BadArgument,
    MoverError => BadArgument,
    PathError => OffMap,
    ScaleError => BadArgument,
    SolveError => Unsupported,
    TablesError => BadData,
    TextError => BadData,
    Unsupported => Unsupported,
    WantedError => Unsupported,
    WriteError => Unsupported,
}
