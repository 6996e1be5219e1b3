#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod crowd;
mod follow;
#[cfg(feature = "gizmos")]
mod gizmos;
mod nav;
mod outline;
mod place;
mod plugin;
mod request;
mod serve;

pub use crowd::{CrowdGoal, CrowdRefused, CrowdUnit, NavCrowd};
pub use follow::{Arrived, Follow, WhenChanged};
#[cfg(feature = "gizmos")]
pub use gizmos::{AstrideGizmoPlugin, AstrideGizmos};
pub use nav::Nav;
pub use place::Place;
pub use plugin::{AstridePlugin, AstrideSystems, FrameBudget};
pub use request::{Ending, NoPath, PathFound, PathPending, PathRequest, WhyNot};

/// The library itself.
pub use astride;
/// Many units that never overlap.
pub use astride_agents as agents;

/// The snippets of the guide, compiled and run like all other examples.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/bevy.md")]
    mod bevy {}
}
