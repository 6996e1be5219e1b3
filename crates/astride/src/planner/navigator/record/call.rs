//! Calls to a navigator, expressed in numbers that are also valid for one that is loaded later.

use std::fmt;

use super::recordable::{ClassSet, Recordable};
use crate::base::{Budget, CellRect};
use crate::planner::navigator::ask::{
    Ask, FactionId, Handle, MoverId, OverlayId, Overlays, PlacesId, SuppositionId,
};
use crate::planner::navigator::{Navigable, Navigator};
use crate::planner::{Request, RequestOptions};

/// One call. Movers, factions and overlays are numbered in the order in which they were added.
pub(super) enum Call<S: Recordable> {
    Queue(RequestOptions),
    Keep { mover: u32, keep: S::Keep },
    Drop { mover: u32, keep: S::Keep },
    Mover { mover: Box<S::Mover>, side: u32 },
    Faction { assumed: S::Guess },
    Overlay,
    Edit(<S as Navigable>::Edit),
    Reveal { faction: u32, area: S::Area },
    RevealAround { faction: u32, eye: S::Place, radius: u32, opaque: Box<ClassSet> },
    Remember { faction: u32, area: S::Area },
    Paint(Painting),
    Find(Question<S::Place>),
    Cost(Question<S::Place>),
    Route(Question<S::Place>, Allowance),
    Request(Request<Question<S::Place>>),
    Cancel { ticket: u64 },
    Take,
    Maintain { cells: u64 },
    Work(Allowance),
    Places,
    SetPlaces { set: u32, places: Vec<S::Place> },
    Supposition(<S as Navigable>::Edit),
    SetSupposition { edits: u32, batch: <S as Navigable>::Edit },
}

/// A change of an overlay.
#[derive(Clone, Debug)]
pub(super) struct Painting {
    pub(super) overlay: u32,
    /// Whether it was cleared in between.
    pub(super) is_cleared: bool,
    /// Contains everything set since it was cleared; no cell has more ticks than this.
    pub(super) painted: CellRect,
    pub(super) most: u32,
    /// The rectangle that changed, and its ticks row by row as runs: the number of cells, and the
    /// ticks of each.
    pub(super) changed: CellRect,
    pub(super) runs: Vec<(u32, u32)>,
}

/// A question, with handles as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<P> {
    pub(super) from: P,
    pub(super) to: P,
    pub(super) mover: Option<u32>,
    pub(super) faction: Option<u32>,
    /// One bit each; `None` if some belong to other navigators.
    pub(super) overlays: Option<u64>,
    pub(super) around: Option<u32>,
    pub(super) or_to: Option<u32>,
    pub(super) supposing: Option<u32>,
    pub(super) nearest: bool,
}

/// The budget of a call, as far as it is the same at every replay.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowance {
    pub(super) expansions: Option<u64>,
    pub(super) bytes: Option<u64>,
    /// How often clock and flag allowed it to continue, if there are any; the maximum if they never
    /// stopped it.
    pub(super) goes_on: Option<u64>,
}

/// Stands for a handle of another navigator.
const FOREIGN: u32 = u32::MAX;

impl<S: Navigable> Navigator<S> {
    fn number_of(&self, handle: Handle) -> u32 {
        if handle.owner == self.state.owner { handle.number } else { FOREIGN }
    }

    fn handle_of(&self, number: u32) -> Handle {
        Handle { owner: self.state.owner, number }
    }

    pub(super) fn number_of_mover(&self, mover: MoverId) -> u32 {
        self.number_of(mover.0)
    }

    pub(super) fn number_of_faction(&self, faction: FactionId) -> u32 {
        self.number_of(faction.0)
    }

    pub(super) fn number_of_overlay(&self, overlay: OverlayId) -> u32 {
        self.number_of(overlay.0)
    }

    pub(super) fn number_of_places(&self, set: PlacesId) -> u32 {
        self.number_of(set.0)
    }

    pub(super) fn number_of_supposition(&self, edits: SuppositionId) -> u32 {
        self.number_of(edits.0)
    }

    pub(super) fn supposition_of_number(&self, number: u32) -> SuppositionId {
        SuppositionId(self.handle_of(number))
    }

    pub(super) fn places_of_number(&self, number: u32) -> PlacesId {
        PlacesId(self.handle_of(number))
    }

    pub(super) fn mover_of_number(&self, number: u32) -> MoverId {
        MoverId(self.handle_of(number))
    }

    pub(super) fn faction_of_number(&self, number: u32) -> FactionId {
        FactionId(self.handle_of(number))
    }

    pub(super) fn overlay_of_number(&self, number: u32) -> OverlayId {
        OverlayId(self.handle_of(number))
    }
}

impl<P: Copy> Question<P> {
    /// A question in terms of `nav`.
    pub(super) fn of<S: Navigable<Place = P>>(nav: &Navigator<S>, ask: &Ask<P>) -> Self {
        let Ask { from, to, mover, faction, overlays, around, or_to, supposing, nearest } = *ask;
        Question {
            from,
            to,
            mover: mover.map(|mover| nav.number_of_mover(mover)),
            faction: faction.map(|faction| nav.number_of_faction(faction)),
            overlays: overlays.of(nav.state.owner),
            around: around.map(|set| nav.number_of_places(set)),
            or_to: or_to.map(|set| nav.number_of_places(set)),
            supposing: supposing.map(|edits| nav.number_of_supposition(edits)),
            nearest,
        }
    }

    /// The question, to be put to `nav`.
    pub(super) fn ask<S: Navigable<Place = P>>(self, nav: &Navigator<S>) -> Ask<P> {
        let Question { from, to, mover, faction, overlays, around, or_to, supposing, nearest } =
            self;
        let owner = nav.state.owner;
        Ask {
            from,
            to,
            mover: mover.map(|number| nav.mover_of_number(number)),
            faction: faction.map(|number| nav.faction_of_number(number)),
            overlays: match overlays {
                Some(set) => Overlays::of_bits(owner, set),
                None => Overlays::of_bits(owner.wrapping_add(1), 1),
            },
            around: around.map(|number| nav.places_of_number(number)),
            or_to: or_to.map(|number| nav.places_of_number(number)),
            supposing: supposing.map(|number| nav.supposition_of_number(number)),
            nearest,
        }
    }
}

impl Allowance {
    /// Runs `work` on a budget, and records that budget.
    pub(super) fn noted<R>(
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut Budget<'_>) -> R,
    ) -> (R, Allowance) {
        let expansions = Some(budget.left()).filter(|&left| left < u64::MAX);
        let bytes = budget.most_bytes().map(|bytes| bytes as u64);
        let (done, goes_on) = budget.watched(work);
        (done, Allowance { expansions, bytes, goes_on })
    }

    /// Runs `work` on the same budget.
    pub(super) fn spend<R>(self, work: impl FnOnce(&mut Budget<'_>) -> R) -> R {
        let mut left = self.goes_on.unwrap_or(u64::MAX);
        let mut is_late = || {
            let is_late = left == 0;
            left = left.saturating_sub(1);
            is_late
        };
        let mut budget = Budget::unlimited();
        if let Some(most) = self.expansions {
            budget = budget.expansions(most);
        }
        if let Some(most) = self.bytes {
            budget = budget.bytes(usize::try_from(most).unwrap_or(usize::MAX));
        }
        match self.goes_on {
            None => work(&mut budget),
            Some(_) => work(&mut budget.deadline(&mut is_late)),
        }
    }
}

impl<S: Recordable> fmt::Display for Call<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Queue(_) => f.write_str("setting up the queue"),
            Call::Keep { mover, keep } => write!(f, "keeping {keep:?} for mover {mover}"),
            Call::Drop { mover, keep } => write!(f, "dropping {keep:?} of mover {mover}"),
            Call::Mover { side, .. } => write!(f, "adding a mover of {side}x{side} cells"),
            Call::Faction { .. } => f.write_str("adding a faction"),
            Call::Overlay => f.write_str("adding an overlay"),
            Call::Edit(_) => f.write_str("an edit"),
            Call::Reveal { faction, .. } | Call::RevealAround { faction, .. } => {
                write!(f, "what faction {faction} sees")
            }
            Call::Remember { faction, .. } => write!(f, "what faction {faction} remembers"),
            Call::Paint(painting) => write!(f, "painting overlay {}", painting.overlay),
            Call::Find(question) => write!(f, "the path {question}"),
            Call::Cost(question) => write!(f, "the cost {question}"),
            Call::Route(question, _) => write!(f, "the route {question}"),
            Call::Request(request) => write!(f, "the request {}", request.ask),
            Call::Cancel { ticket } => write!(f, "cancelling ticket {ticket}"),
            Call::Take => f.write_str("taking answers"),
            Call::Maintain { cells } => write!(f, "maintenance of {cells} cells"),
            Call::Work(_) => f.write_str("work"),
            Call::Places => f.write_str("adding a set of places"),
            Call::SetPlaces { set, places } => {
                write!(f, "setting the {} places of set {set}", places.len())
            }
            Call::Supposition(_) => f.write_str("adding edits to suppose"),
            Call::SetSupposition { edits, .. } => write!(f, "setting the supposed edits {edits}"),
        }
    }
}

impl<P: fmt::Display> fmt::Display for Question<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} to {}", self.from, self.to)?;
        if let Some(mover) = self.mover {
            write!(f, " for mover {mover}")?;
        }
        if let Some(faction) = self.faction {
            write!(f, " as faction {faction} knows the map")?;
        }
        if let Some(set) = self.around {
            write!(f, " around the places of set {set}")?;
        }
        if let Some(set) = self.or_to {
            write!(f, " or to those of set {set}")?;
        }
        if let Some(edits) = self.supposing {
            write!(f, " after the supposed edits {edits}")?;
        }
        match self.overlays {
            None => f.write_str(" under overlays of another navigator"),
            Some(0) => Ok(()),
            Some(set) => {
                let named: Vec<String> = (0..64)
                    .filter(|place| set >> place & 1 == 1)
                    .map(|place: u32| place.to_string())
                    .collect();
                write!(f, " under overlay {}", named.join(", "))
            }
        }
    }
}
