//! Questions to a navigator, and the handles that identify what it holds.

use crate::base::Cell;
use crate::search::{Effort, Outcome, Unreachable, Why};

/// Names a mover of a [`Navigator`](super::Navigator).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoverId(pub(super) Handle);

/// Names what one faction of a [`Navigator`](super::Navigator) knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FactionId(pub(super) Handle);

/// Names an overlay of a [`Navigator`](super::Navigator).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlayId(pub(super) Handle);

/// Names a set of places of a [`Navigator`](super::Navigator).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacesId(pub(super) Handle);

/// Names a batch of edits of a [`Navigator`](super::Navigator) that questions may suppose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuppositionId(pub(super) Handle);

/// A number that is valid for the navigator that issued it, and its snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Handle {
    pub(super) owner: u32,
    pub(super) number: u32,
}

impl Handle {
    /// Its index, if `owner` issued it.
    pub(super) fn place(self, owner: u32) -> Option<usize> {
        (self.owner == owner).then_some(self.number as usize)
    }
}

/// Some overlays of one navigator, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Overlays {
    owner: Option<u32>,
    set: u64,
    /// Whether they belong to several navigators.
    is_mixed: bool,
}

impl Overlays {
    /// The maximum number of overlays of one navigator.
    pub(super) const MOST: usize = 64;

    fn add(&mut self, overlay: OverlayId) {
        let Handle { owner, number } = overlay.0;
        self.is_mixed |= self.owner.is_some_and(|known| known != owner);
        self.owner = Some(owner);
        self.set |= 1 << (number % Self::MOST as u32);
    }

    /// One bit for each.
    pub(super) fn bits(self) -> u64 {
        self.set
    }

    /// The overlays of `owner` with these bits.
    pub(super) fn of_bits(owner: u32, set: u64) -> Self {
        Overlays { owner: (set != 0).then_some(owner), set, is_mixed: false }
    }

    /// The set, if all belong to `owner`.
    pub(super) fn of(self, owner: u32) -> Option<u64> {
        let is_known = !self.is_mixed && self.owner.is_none_or(|known| known == owner);
        is_known.then_some(self.set)
    }
}

/// A question: from where to where, for which mover, and by whose knowledge. Places are those of
/// the map: cells of squares, hexagons of a map of hexagons.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::prelude::*;
/// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
/// let danger = nav.add_overlay()?;
/// nav.overlay_mut(danger)?.fill(CellRect::new(5, 0, 1, 9), 100_000);
/// let ask = Ask::new((0, 0), (19, 0)).overlay(danger);
/// assert!(nav.cost(&ask)? > nav.cost(&Ask::new((0, 0), (19, 0)))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask<P = Cell> {
    pub(super) from: P,
    pub(super) to: P,
    pub(super) mover: Option<MoverId>,
    pub(super) faction: Option<FactionId>,
    pub(super) overlays: Overlays,
    pub(super) around: Option<PlacesId>,
    /// Further goals.
    pub(super) or_to: Option<PlacesId>,
    /// Edits that are supposed to have been made.
    pub(super) supposing: Option<SuppositionId>,
    /// Whether the nearest place will do.
    pub(super) nearest: bool,
}

impl<P> Ask<P> {
    /// From one place to another, for the first mover, on the map as it is.
    pub fn new(from: impl Into<P>, to: impl Into<P>) -> Self {
        let (from, to) = (from.into(), to.into());
        let overlays = Overlays::default();
        Ask {
            from,
            to,
            mover: None,
            faction: None,
            overlays,
            around: None,
            or_to: None,
            supposing: None,
            nearest: false,
        }
    }

    /// For this mover.
    #[must_use]
    pub fn mover(mut self, mover: MoverId) -> Self {
        self.mover = Some(mover);
        self
    }

    /// On the map as this faction believes it to be.
    #[must_use]
    pub fn faction(mut self, faction: FactionId) -> Self {
        self.faction = Some(faction);
        self
    }

    /// With the extra cost of this overlay. Several overlays add up; each counts once, however
    /// often it is named.
    #[must_use]
    pub fn overlay(mut self, overlay: OverlayId) -> Self {
        self.overlays.add(overlay);
        self
    }

    /// Around the blockers on a set of [places](super::Navigator::set_places), such as all units:
    /// none of them is entered, except those that the mover covers at its start, for it is one of
    /// the units itself. Of several sets, the last one named counts.
    ///
    /// A blocker closes its place, and not the corners beside it: a diagonal step between two of
    /// them is allowed wherever the map allows it. A mover of several places is kept away from all
    /// places where it would cover a blocker. A goal on which another unit stands cannot be
    /// reached.
    ///
    /// Every call that takes a question respects them, except
    /// [`would_part`](super::Navigator::would_part), which asks about the map.
    ///
    /// # Complexity
    ///
    /// Blockers only take steps away. So where an index answers without them, it is asked first, and
    /// if its path meets none, that is the answer: it takes as long as without blockers, and of
    /// several cheapest paths it is the one given there. If there is no path without them, there is
    /// none with them. Otherwise another search follows. On squares, for a mover of one cell, it
    /// jumps where no blocker is near, if there are jump points for such a mover under overlays, and
    /// no more than a sixth of the cells of a large map are on or next to a blocker or extra cost;
    /// after each change of the set, that takes O(cells / 64) once. In all other cases it is A*.
    /// Requests do the same, on squares. With [`or_nearest`](Self::or_nearest), A* answers if no path
    /// leads around the blockers, and under a limit in any case; questions with [several
    /// goals](Self::or_to) are left to A* as well.
    ///
    /// In A*, a step takes O(1) more; for a body of `side` × `side` cells O(`side`² / 64 + `side`),
    /// and O(1) for each blocker under it that it covered at its start. For voxels that counts for
    /// each layer of the body.
    #[must_use]
    pub fn around(mut self, blockers: PlacesId) -> Self {
        self.around = Some(blockers);
        self
    }

    /// To the goal or to any of a set of [places](super::Navigator::set_places), whichever is
    /// reached at the least cost: the nearest of all mines, or a place beside a building.
    /// [`Path::goal`](crate::path::Path::goal) says which it is. Of several sets, the last one named
    /// counts.
    ///
    /// Every call that takes a question answers it, except the explanations of why there is no path
    /// and the choice of several paths, which refuse it with
    /// [`NavigatorError::SeveralGoals`](super::NavigatorError::SeveralGoals): what encloses a goal,
    /// what would open the way to it, and which other ways there are is about one goal.
    /// [First steps](crate::planner::Request::partial) are not reported for it.
    ///
    /// With [`or_nearest`](Self::or_nearest), the place nearest to any of the goals is the fallback.
    ///
    /// # Complexity
    ///
    /// A* to all goals at once, which takes O(goals) more for each question, and each time that a
    /// request is worked on; on shapes other than squares, no heuristic leads it to more than 16
    /// goals. With components, goals that cannot be reached are left out beforehand, and if all are,
    /// nothing is searched; if one is left, an index answers. With [`or_nearest`](Self::or_nearest)
    /// and no path, A* visits everything reachable, with O(goals) for each node.
    ///
    /// Requests for the same goals share a field from 8 on, or as many as
    /// [`RequestOptions::merge_from`](crate::planner::RequestOptions::merge_from) says.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let mines = nav.add_places();
    /// nav.set_places(mines, [(35, 5), (9, 20)])?;
    /// let ask = Ask::new((2, 3), (30, 28)).or_to(mines);
    /// let path = nav.find(&ask)?;
    /// assert_eq!(nav.grid().cell(path.goal()), Cell::new(9, 20));
    ///
    /// nav.request(&ask, 0)?; // over frames as well
    /// nav.work(&mut Budget::unlimited());
    /// let answer = nav.take_done().next().unwrap().answer?;
    /// assert_eq!(answer.cost(), Some(path.cost()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_to(mut self, goals: PlacesId) -> Self {
        self.or_to = Some(goals);
        self
    }

    /// On the map as it would be after a batch of edits that [was
    /// registered](super::Navigator::add_supposition) and is not made: a door that this unit may open, a
    /// bridge that is planned. With a faction, on the map in which it believes, with these edits. Of
    /// several, the last one named counts.
    ///
    /// Every call that takes a question answers it there, and so do requests over frames;
    /// [`would_part`](super::Navigator::would_part) and
    /// [`route_if`](super::Navigator::route_if) add their own batch to it.
    /// [First steps](crate::planner::Request::partial) are not reported for it.
    ///
    /// # Complexity
    ///
    /// The first such question makes a copy of the map with the edits, and on squares the components
    /// and jump points of its mover there, if these are kept for it: for each mover and faction that
    /// of [`add_mover`](super::Navigator::add_mover) and of a copy of the map, in one piece, which
    /// [`prepare`](super::Navigator::prepare) may do beforehand. Later ones are answered by these
    /// indexes, on shapes other than squares by A*. After an edit of the map, a discovery of the
    /// faction, or another batch, the next question makes another copy; so on a map that is edited in
    /// every frame, and for a batch about which there is a single question,
    /// [`route_if`](super::Navigator::route_if) takes less.
    #[must_use]
    pub fn supposing(mut self, edits: SuppositionId) -> Self {
        self.supposing = Some(edits);
        self
    }

    /// Requests a fallback if there is no path, or if none is found within the limits:
    /// [`Outcome::nearest`](crate::search::Outcome::nearest) is then the path to the place nearest
    /// the goal among all that can be reached, or among those visited so far, as for
    /// [`PathQuery::or_nearest`](crate::search::PathQuery::or_nearest). There is none if the start
    /// is blocked.
    ///
    /// [`Navigator::route`](super::Navigator::route) and requests return it. For [several
    /// goals](Self::or_to) it is the place nearest to any of them. With the components of the mover
    /// it is found as by
    /// [`Navigator::route_or_nearest`](super::Navigator::route_or_nearest), and costs nothing if
    /// there is a path. Under a limit, without components, for several goals, around blockers if no
    /// path leads around them, or while the belief of a faction waits for maintenance, A* has to
    /// visit everything reachable, or as much as the limit allows. Such requests are answered one by
    /// one.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(10, 0, 1, 10), b'@');
    /// })?;
    /// let ask = Ask::new((0, 5), (19, 5)).or_nearest();
    /// let outcome = nav.route(&ask, &mut Budget::unlimited())?;
    /// let nearest = outcome.nearest().unwrap().goal();
    /// assert_eq!((outcome.path(), nav.grid().cell(nearest)), (None, Cell::new(9, 5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_nearest(mut self) -> Self {
        self.nearest = true;
        self
    }

    /// Where it starts.
    pub fn from(&self) -> P
    where
        P: Copy,
    {
        self.from
    }

    /// Where it goes.
    pub fn to(&self) -> P
    where
        P: Copy,
    {
        self.to
    }

    /// The answer that there is no path, if it is known why and that is all that is asked.
    pub(super) fn none(&self, why: Option<Why>) -> Option<Outcome> {
        let none = |why| Unreachable { why, nearest: None, effort: Effort::default() };
        why.filter(|_| !self.nearest).map(|why| Outcome::Unreachable(none(why)))
    }

    /// The mover it names; `None` is the first one.
    pub fn mover_id(&self) -> Option<MoverId> {
        self.mover
    }

    /// The faction it names; `None` is the map as it is.
    pub fn faction_id(&self) -> Option<FactionId> {
        self.faction
    }
}
