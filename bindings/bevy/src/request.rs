//! Questions and answers as components of the entity that asks.

use astride::base::{Cell, Cost, Spent};
use astride::path::Path;
use astride::planner::{
    Ask, FactionId, MoverId, NavigatorError, OverlayId, Stamp, Standing, Ticket,
};
use astride::search::Why;
use bevy_ecs::component::Component;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;

use crate::{Arrived, Nav, Place};

/// Asks for a path to a place, over as many frames as the budget makes of it.
///
/// While it waits, the entity has a [`PathPending`]; then both are taken off and it has a
/// [`PathFound`] or a [`NoPath`]. An observer of `Insert` of these hears of it at once. Inserting
/// another request takes the first one back, and so does removing it or the entity.
///
/// It starts from the cell that the `Transform` of the entity is in, unless [`from`](Self::from)
/// says otherwise: on the way along a path from the cell that is being walked to, and from the
/// nearest free cell beside where the own one is blocked.
///
/// # Examples
///
/// ```
/// use bevy_astride::PathRequest;
/// use bevy_math::Vec3;
/// let _by_cell = PathRequest::to((18, 8));
/// let _by_point = PathRequest::to(Vec3::new(18.2, 8.7, 0.0)).priority(200).or_nearest();
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable, on_insert = begin, on_discard = take_back)]
pub struct PathRequest {
    pub(crate) to: Place,
    pub(crate) from: Option<Place>,
    pub(crate) mover: Option<MoverId>,
    pub(crate) faction: Option<FactionId>,
    pub(crate) overlays: Vec<OverlayId>,
    pub(crate) priority: u8,
    pub(crate) limit: Option<u64>,
    pub(crate) ending: Ending,
}

/// Where a path ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// At the goal.
    #[default]
    Goal,
    /// At the place nearest the goal.
    Nearest,
}

impl PathRequest {
    /// To a place, for the first mover of the navigator, on the map as it is.
    pub fn to(to: impl Into<Place>) -> Self {
        PathRequest {
            to: to.into(),
            from: None,
            mover: None,
            faction: None,
            overlays: Vec::new(),
            priority: 0,
            limit: None,
            ending: Ending::Goal,
        }
    }

    /// From this place, wherever the entity is.
    #[must_use]
    pub fn from(mut self, from: impl Into<Place>) -> Self {
        self.from = Some(from.into());
        self
    }

    /// For this mover.
    #[must_use]
    pub fn mover(mut self, mover: MoverId) -> Self {
        self.mover = Some(mover);
        self
    }

    /// On the map as this faction takes it to be.
    #[must_use]
    pub fn faction(mut self, faction: FactionId) -> Self {
        self.faction = Some(faction);
        self
    }

    /// With the extra cost of this overlay on top; several add up.
    #[must_use]
    pub fn overlay(mut self, overlay: OverlayId) -> Self {
        self.overlays.push(overlay);
        self
    }

    /// How much it matters, from 0; the more the sooner. Everybody's turn comes.
    #[must_use]
    pub fn priority(mut self, priority: u8) -> Self {
        self.priority = priority;
        self
    }

    /// Answered after this many expansions with what is known by then; 0 counts as 1.
    #[must_use]
    pub fn limit(mut self, expansions: u64) -> Self {
        self.limit = Some(expansions);
        self
    }

    /// Settles for the place nearest the goal where there is no path to it, or none within the limit.
    #[must_use]
    pub fn or_nearest(mut self) -> Self {
        self.ending = Ending::Nearest;
        self
    }

    /// The question from and to these cells.
    pub(crate) fn ask(&self, from: Cell, to: Cell) -> Ask {
        let mut ask = Ask::new(from, to);
        if let Some(mover) = self.mover {
            ask = ask.mover(mover);
        }
        if let Some(faction) = self.faction {
            ask = ask.faction(faction);
        }
        ask = self.overlays.iter().fold(ask, |ask, &overlay| ask.overlay(overlay));
        if self.ending == Ending::Nearest { ask.or_nearest() } else { ask }
    }
}

/// What came of an earlier request is over, but for the path that a unit may be walking along.
fn begin(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    world.commands().entity(entity).try_remove::<(PathPending, NoPath, Arrived)>();
}

fn take_back(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    let pending = world.get::<PathPending>(entity).copied();
    cancel(&mut world, pending);
    world.commands().entity(entity).try_remove::<PathPending>();
}

/// Its request is in the queue. Inserted by the plugin.
#[derive(Component, Clone, Copy, Debug)]
#[component(immutable, on_discard = dropped)]
pub struct PathPending {
    pub(crate) nav: u64,
    pub(crate) ticket: Ticket,
}

impl PathPending {
    /// Its ticket, for [`progress`](astride::planner::Navigator::progress).
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }
}

fn dropped(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    let pending = world.get::<PathPending>(entity).copied();
    cancel(&mut world, pending);
}

fn cancel(world: &mut DeferredWorld<'_>, pending: Option<PathPending>) {
    let Some(pending) = pending else { return };
    let Some(mut nav) = world.get_resource_mut::<Nav>() else { return };
    if nav.id() == pending.nav {
        use bevy_ecs::change_detection::DetectChangesMut;
        nav.bypass_change_detection().forget(pending.ticket);
    }
}

/// The path that was asked for. Inserted by the plugin, which keeps its [`standing`](Self::standing)
/// up to date and notes how far the entity has followed it.
#[derive(Component, Clone, Debug)]
pub struct PathFound {
    pub(crate) nav: u64,
    pub(crate) ask: Ask,
    pub(crate) request: PathRequest,
    pub(crate) path: Path,
    pub(crate) cells: Vec<Cell>,
    pub(crate) points: Vec<Vec3>,
    pub(crate) ending: Ending,
    pub(crate) stamp: Stamp,
    pub(crate) standing: Standing,
    /// The state of the world that the standing is of.
    pub(crate) seen: Stamp,
    pub(crate) frames: u64,
    /// Where a follower is going: a place in `points`.
    pub(crate) next: usize,
    pub(crate) gait: Gait,
}

/// What a follower is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// Standing at the last point that it reached.
    AtPoint,
    /// Between two points.
    Between,
}

impl PathFound {
    /// The path and its cost in ticks.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The cells in walking order, both ends included.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The centres of the cells in the game's world; what gizmos draw.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// What it costs, in ticks.
    pub fn cost(&self) -> Cost {
        self.path.cost()
    }

    /// Whether it leads to the goal, or to the place nearest it.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// What of it holds in the world as it is, after edits, overlays and discoveries: looked at each
    /// frame, as far as [`FrameBudget::steps`](crate::FrameBudget::steps) goes. Of a path that is
    /// being followed only what is left counts, and only whether it can be walked.
    ///
    /// Until its turn comes it is the one before; [`is_current`](Self::is_current) looks now.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Whether nothing that it depends on has changed since it was found. O(1).
    pub fn is_current(&self, nav: &Nav) -> bool {
        self.nav == nav.id() && now(nav, &self.ask) == Some(self.stamp)
    }

    /// The revision of the map that it was found in.
    pub fn revision(&self) -> u64 {
        self.stamp.revision()
    }

    /// How many frames the answer took, at least 1.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// How many points of it were reached by following it.
    pub fn reached(&self) -> usize {
        self.next
    }

    /// The nodes from the last point that was reached on.
    pub(crate) fn rest(&self) -> Option<Path> {
        Path::new(self.path.nodes()[self.next.saturating_sub(1)..].to_vec(), 0)
    }
}

/// The state of all that the answer depends on, without which index answers.
pub(crate) fn now(nav: &Nav, ask: &Ask) -> Option<Stamp> {
    nav.stamp(ask).ok().map(Stamp::of_world)
}

/// There is no path, or the question could not be asked. Inserted by the plugin; a new
/// [`PathRequest`] takes it off.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct NoPath {
    /// Why.
    pub why: WhyNot,
    /// What of the answer holds in the world as it was when it was delivered.
    pub standing: Standing,
}

/// Why there is no path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WhyNot {
    /// No way leads there.
    Unreachable(Why),
    /// The limit of the request was reached before there was an answer.
    Spent(Spent),
    /// A point of the question is beside the map or no number.
    OffMap {
        /// The point.
        point: Vec3,
    },
    /// The entity has no `Transform` to start from, and the request says no start.
    Nowhere,
    /// The navigator refuses the question.
    Refused(NavigatorError),
}

astride::errors! { enum WhyNot:
    Unreachable(why) => ("request-no-path", "no path: {why}"),
    Spent(spent) => ("request-limit-reached",
        "the limit of the request ran out: {spent}"),
    OffMap { point } => ("request-off-map",
        "point {point} is off the map, expected one in a cell of it"),
    Nowhere => ("request-no-start",
        "the entity has no Transform, expected one or a request with a start"),
    Refused(error) => (source error),
}
