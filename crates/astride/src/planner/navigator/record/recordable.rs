//! What a recording needs of a kind of map: how its calls are written as numbers, and how they are made.

use std::fmt::Debug;

use crate::base::{Cell, CellRect, Container, Groups, Pack, PartsError, TablesError, Unpacker};
use crate::planner::navigator::{Asked, Navigable};
use crate::planner::{FactionId, Keep, Maintained, MoverId, Navigator, NavigatorError};
use crate::search::Method;
use crate::shapes::Stored;
use crate::shapes::square::{Grid, Mover};

type Unpacked<T> = Result<T, PartsError>;

/// A set of terrain classes, one bit each.
pub(super) type ClassSet = [u64; 4];

/// Whether a class is one of these.
pub(super) fn holds(classes: &ClassSet, class: u8) -> bool {
    classes[usize::from(class / 64)] >> (class % 64) & 1 == 1
}

/// A map whose navigators can be [recorded](super::RecordedNavigator): a
/// [`Grid`](crate::shapes::square::Grid), or a map of any [`Stored`] shape, which are floors, hexagons,
/// triangles, voxels and graphs.
///
/// It cannot be implemented for custom shapes.
pub trait Recordable:
    Navigable<Place: Pack, Edit: Clone + Pack, Mover: Clone + Send + Sync>
{
    /// What can be kept for a mover.
    type Keep: Copy + Debug;

    /// What is revealed or remembered at once.
    #[doc(hidden)]
    type Area: Pack;

    /// What unseen places are assumed to be.
    #[doc(hidden)]
    type Guess: Copy + Pack;

    /// The kind of container.
    #[doc(hidden)]
    const FILE: [u8; 4];

    #[doc(hidden)]
    const MOVER_TABLES: &'static [&'static str];

    #[doc(hidden)]
    fn saved(nav: &Navigator<Self>) -> Asked<Vec<u8>, Self>;

    #[doc(hidden)]
    fn loaded(bytes: &[u8]) -> Result<Navigator<Self>, TablesError>;

    /// A checksum of the map.
    #[doc(hidden)]
    fn sum(map: &Self) -> u64;

    #[doc(hidden)]
    fn put_added(movers: &[Self::Mover], out: &mut Groups<'_>);

    #[doc(hidden)]
    fn take_added(tables: &Container<'_>) -> Result<Vec<Self::Mover>, TablesError>;

    #[doc(hidden)]
    fn number_of_keep(keep: Self::Keep) -> u64;

    #[doc(hidden)]
    fn unpack_keep(from: &mut Unpacker<'_>) -> Unpacked<Self::Keep>;

    #[doc(hidden)]
    fn add_guessing_faction(nav: &mut Navigator<Self>, guess: Self::Guess) -> FactionId;

    /// Adds a mover of a size, where there are some.
    #[doc(hidden)]
    fn add_sized(_: &mut Navigator<Self>, _: Self::Mover, _side: u32) -> Asked<MoverId, Self> {
        Err(NavigatorError::UnknownMover)
    }

    #[doc(hidden)]
    fn show(nav: &mut Navigator<Self>, faction: FactionId, area: &Self::Area) -> Asked<u32, Self>;

    /// Reveals what is in sight, where that is one call.
    #[doc(hidden)]
    fn show_around(
        _: &mut Navigator<Self>,
        _: FactionId,
        _eye: Self::Place,
        _radius: u32,
        _opaque: &ClassSet,
    ) -> Asked<u32, Self> {
        Err(NavigatorError::UnknownFaction)
    }

    #[doc(hidden)]
    fn hold(nav: &mut Navigator<Self>, faction: FactionId, area: &Self::Area) -> Asked<(), Self>;

    /// The indexes that are kept, but not saved with the navigator.
    #[doc(hidden)]
    fn unsaved_keeps(_: &Navigator<Self>) -> Vec<(MoverId, Self::Keep)> {
        Vec::new()
    }

    #[doc(hidden)]
    fn keep_for(nav: &mut Navigator<Self>, mover: MoverId, keep: Self::Keep) -> Asked<(), Self>;

    #[doc(hidden)]
    fn drop_for(nav: &mut Navigator<Self>, mover: MoverId, keep: Self::Keep) -> Asked<(), Self>;

    #[doc(hidden)]
    fn maintain_all(nav: &mut Navigator<Self>, cells: u64) -> Maintained;
}

/// What can be kept on squares, in the order of the numbers in files.
const KEEPS: [Keep; 6] =
    [Keep::Components, Keep::JumpMap, Keep::Table, Keep::Clusters, Keep::Labels, Keep::Landmarks];

impl Recordable for Grid {
    type Keep = Keep;
    type Area = CellRect;
    type Guess = u8;

    const FILE: [u8; 4] = *b"reco";
    const MOVER_TABLES: &'static [&'static str] = &Mover::TABLES;

    fn saved(nav: &Navigator) -> Result<Vec<u8>, NavigatorError> {
        nav.save()
    }

    fn loaded(bytes: &[u8]) -> Result<Navigator, TablesError> {
        Navigator::load(bytes)
    }

    fn sum(map: &Grid) -> u64 {
        map.fingerprint()
    }

    fn put_added(movers: &[Mover], out: &mut Groups<'_>) {
        Mover::put_all(movers.iter(), out);
    }

    fn take_added(tables: &Container<'_>) -> Result<Vec<Mover>, TablesError> {
        Mover::take_all(tables)
    }

    fn number_of_keep(keep: Keep) -> u64 {
        keep as u64
    }

    fn unpack_keep(from: &mut Unpacker<'_>) -> Unpacked<Keep> {
        from.one_of(&KEEPS, "an index that can be kept")
    }

    fn add_guessing_faction(nav: &mut Navigator, guess: u8) -> FactionId {
        nav.add_faction(guess)
    }

    fn add_sized(nav: &mut Navigator, mover: Mover, side: u32) -> Result<MoverId, NavigatorError> {
        nav.add_mover_sized(mover, side)
    }

    fn show(
        nav: &mut Navigator,
        faction: FactionId,
        area: &CellRect,
    ) -> Result<u32, NavigatorError> {
        nav.reveal(faction, *area)
    }

    fn show_around(
        nav: &mut Navigator,
        faction: FactionId,
        eye: Cell,
        radius: u32,
        opaque: &ClassSet,
    ) -> Result<u32, NavigatorError> {
        nav.reveal_around(faction, eye, radius, |class| holds(opaque, class))
    }

    fn hold(
        nav: &mut Navigator,
        faction: FactionId,
        area: &CellRect,
    ) -> Result<(), NavigatorError> {
        nav.remember(faction, *area)
    }

    fn keep_for(nav: &mut Navigator, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        nav.keep(mover, keep)
    }

    fn drop_for(nav: &mut Navigator, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        nav.drop_index(mover, keep)
    }

    fn maintain_all(nav: &mut Navigator, cells: u64) -> Maintained {
        nav.maintain(cells)
    }
}

impl<S: Stored> Recordable for S {
    /// One of [`INDEXED`](crate::shapes::Shape::INDEXED).
    type Keep = Method;
    type Area = Vec<S::Place>;
    type Guess = S::Assumed;

    const FILE: [u8; 4] = S::RECORDING;
    const MOVER_TABLES: &'static [&'static str] = S::MOVERS;

    fn saved(nav: &Navigator<S>) -> Asked<Vec<u8>, S> {
        nav.save()
    }

    fn loaded(bytes: &[u8]) -> Result<Navigator<S>, TablesError> {
        Navigator::load_of(bytes)
    }

    fn sum(map: &S) -> u64 {
        map.sum_of_tables()
    }

    fn put_added(movers: &[S::Mover], out: &mut Groups<'_>) {
        S::put_movers(&movers.iter().collect::<Vec<_>>(), out);
    }

    fn take_added(tables: &Container<'_>) -> Result<Vec<S::Mover>, TablesError> {
        S::take_movers(tables)
    }

    fn number_of_keep(keep: Method) -> u64 {
        S::INDEXED.iter().position(|&method| method == keep).unwrap_or_default() as u64
    }

    fn unpack_keep(from: &mut Unpacker<'_>) -> Unpacked<Method> {
        match S::INDEXED {
            [] => Err(from.fault("no index, since maps of this shape have none")),
            indexed => from.one_of(indexed, "an index that can be kept"),
        }
    }

    fn add_guessing_faction(nav: &mut Navigator<S>, guess: S::Assumed) -> FactionId {
        nav.add_faction(guess)
    }

    fn show(nav: &mut Navigator<S>, faction: FactionId, area: &Vec<S::Place>) -> Asked<u32, S> {
        nav.reveal(faction, area.iter().copied())
    }

    fn hold(nav: &mut Navigator<S>, faction: FactionId, area: &Vec<S::Place>) -> Asked<(), S> {
        nav.remember(faction, area.iter().copied())
    }

    fn unsaved_keeps(nav: &Navigator<S>) -> Vec<(MoverId, Method)> {
        nav.kept_methods().collect()
    }

    fn keep_for(nav: &mut Navigator<S>, mover: MoverId, keep: Method) -> Asked<(), S> {
        nav.keep(mover, keep)
    }

    fn drop_for(nav: &mut Navigator<S>, mover: MoverId, _: Method) -> Asked<(), S> {
        nav.drop_index(mover)
    }

    fn maintain_all(nav: &mut Navigator<S>, cells: u64) -> Maintained {
        nav.maintain(cells)
    }
}
