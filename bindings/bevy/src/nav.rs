//! The resource: a navigator, where its map lies, and whose questions it is answering.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use astride::base::{Cell, Vec3 as Exact};
use astride::path::Path;
use astride::planner::{
    Ask, Delivery, Navigator, NavigatorError, Stamp, Standing, Ticket, WorkReport,
};
use astride::search::Outcome;
use astride::shapes::square::Frame;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_math::Vec3;

use crate::place::rounded;

/// What a navigator delivers.
pub(crate) type Delivered = Delivery<Ask, Result<Outcome, NavigatorError>, Stamp>;

/// The world that units ask about: a [`Navigator`] of a map of squares, and the [`Frame`] that says
/// where its cells lie in the game's world.
///
/// It dereferences to the navigator, so movers, factions, overlays and edits are those of the library:
/// `nav.edit(…)`. Requests of entities are worked on by the plugin; of what you asked by
/// `nav.request(…)` yourself, [`take_done`](Self::take_done) gives the answers. Change detection of
/// Bevy reports what you change, not the work of the plugin.
///
/// Another `Nav` may be inserted at any time, for the next level: what waits is asked again there,
/// and paths of the old one are [`Standing::Outdated`]. Assigning another navigator through the
/// dereference instead would mix up the two.
///
/// # Examples
///
/// ```
/// use bevy_astride::Nav;
/// use bevy_astride::astride::prelude::*;
/// let mut nav = Nav::from(Navigator::new(Grid::new(20, 10, b'.')?));
/// nav.edit(|batch| {
///     batch.fill(CellRect::new(10, 0, 1, 9), b'@');
/// })?;
/// assert_eq!(nav.centre((3, 4)), bevy_math::Vec3::new(3.5, 4.5, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Resource, Debug)]
pub struct Nav {
    navigator: Navigator,
    frame: Frame,
    /// Tells one from the next, for what is kept on entities.
    id: u64,
    /// Whose requests are open.
    waiting: BTreeMap<Ticket, Entity>,
    /// Answers to requests of nobody's entity.
    others: Vec<Delivered>,
    report: Option<WorkReport>,
}

static NAVS: AtomicU64 = AtomicU64::new(0);

impl Nav {
    /// A navigator whose map lies in this frame. A frame of another size than the map's serves as far
    /// as it goes.
    pub fn new(navigator: Navigator, frame: Frame) -> Self {
        Nav {
            navigator,
            frame,
            id: NAVS.fetch_add(1, Ordering::Relaxed),
            waiting: BTreeMap::new(),
            others: Vec::new(),
            report: None,
        }
    }

    /// Where the cells lie.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: impl Into<Cell>) -> Vec3 {
        rounded(self.frame.centre(cell.into()))
    }

    /// How many entities wait for an answer.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// What the last frame's work came to; `None` before the first.
    pub fn last_work(&self) -> Option<WorkReport> {
        self.report
    }

    /// Answers to what was asked by `nav.request(…)`, since the last call, in the order in which they
    /// were found. Those that entities asked for come to them.
    pub fn take_done(&mut self) -> std::vec::Drain<'_, Delivered> {
        self.others.drain(..)
    }
}

impl Nav {
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(crate) fn wait(&mut self, ticket: Ticket, entity: Entity) {
        self.waiting.insert(ticket, entity);
    }

    /// Takes a request back whose entity does not want it any more.
    pub(crate) fn forget(&mut self, ticket: Ticket) {
        if self.waiting.remove(&ticket).is_some() {
            self.navigator.cancel(ticket);
        }
    }

    /// Notes what a call of `work` did, and takes what was found for entities.
    pub(crate) fn deliver(&mut self, report: WorkReport) -> Vec<(Entity, Delivered)> {
        self.report = Some(report);
        let mut delivered = Vec::new();
        for delivery in self.navigator.take_done() {
            match self.waiting.remove(&delivery.ticket) {
                Some(entity) => delivered.push((entity, delivery)),
                None => self.others.push(delivery),
            }
        }
        delivered
    }

    /// What of a path holds now; one that the question cannot be asked about any more is out of date.
    pub(crate) fn standing(&self, ask: &Ask, path: &Path, stamp: Stamp) -> Standing {
        self.standing_of(ask, path, stamp).unwrap_or(Standing::Outdated)
    }
}

/// Cells of 1×1 units in the plane of x and y, the corner of the first one at the origin.
impl From<Navigator> for Nav {
    fn from(navigator: Navigator) -> Self {
        let (width, height) = (navigator.grid().width(), navigator.grid().height());
        let frame = Frame::new(width, height, Exact::default(), 1.0, 1.0);
        Nav::new(navigator, frame.expect("unit cells at the origin are a frame"))
    }
}

impl Deref for Nav {
    type Target = Navigator;

    fn deref(&self) -> &Navigator {
        &self.navigator
    }
}

impl DerefMut for Nav {
    fn deref_mut(&mut self) -> &mut Navigator {
        &mut self.navigator
    }
}
