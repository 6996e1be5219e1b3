//! The navigator: owns a map and what is kept for it, follows edits, and answers.

mod ask;
mod build;
mod fog;
mod places;
mod questions;
mod reach;
mod requests;
mod snapshot;
mod what_if;

pub use ask::AstrideAsk;
pub use build::*;
pub use fog::*;
pub use places::*;
pub use questions::*;
pub use reach::*;
pub use requests::*;
pub use snapshot::*;
pub use what_if::*;

use std::collections::{BTreeMap, VecDeque};

use astride::base::{ContainerError, TablesError};
use astride::planner::{
    Ask, Delivery, Keep, Navigator, NavigatorError, RequestOptions, Stamp, Ticket, Upkeep,
};
use astride::search::Outcome;
use astride::shapes::square::{Grid, Mover};

use crate::bytes::AstrideBytes;
use crate::caller::Versioned;
use crate::cell::{AstrideCell, chosen};
use crate::edit::AstrideEdit;
use crate::grid::{AstrideGrid, off_map};
use crate::mover::AstrideMover;
use crate::status::{Answer, AstrideStatus, Fault};
use ask::Names;

/// A map with movers, factions, overlays and indexes that answers questions at once or over frames.
/// Freed with `astride_navigator_free`.
#[derive(Debug)]
pub struct AstrideNavigator {
    _private: [u8; 0],
}

opaque!(AstrideNavigator: Game, b"A*naviga", "navigator");

/// The value behind a navigator.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) navigator: Navigator,
    pub(crate) names: Names,
    /// The requests about which questions are still possible, by number.
    tickets: BTreeMap<u64, Ticket>,
    /// Answers that were found and have not been taken.
    done: VecDeque<Delivery<Ask, Result<Outcome, NavigatorError>, Stamp>>,
}

impl Game {
    fn of(navigator: Navigator) -> Self {
        let names = Names::of(&navigator);
        Game { navigator, names, tickets: BTreeMap::new(), done: VecDeque::new() }
    }
}

/// When indexes follow edits.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideUpkeep {
    /// At once, with the edit.
    AtOnce = 0,
    /// When `astride_navigator_maintain` is called; until then questions are searched without them.
    ByHand = 1,
}

/// Indexes that a navigator can keep for a mover.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideKeep {
    /// What can be reached from where. Kept from the start.
    Components = 0,
    /// Jump points. Kept from the start.
    JumpMap = 1,
    /// Jumps that are looked up instead of found.
    Table = 2,
    /// Clusters, for first steps.
    Clusters = 3,
    /// Hub labels: see `astride_navigator_pending`.
    Labels = 4,
    /// Landmarks of the map under overlays that only add cost.
    Landmarks = 5,
}

/// These by number.
const KEPT: [Keep; 6] =
    [Keep::Components, Keep::JumpMap, Keep::Table, Keep::Clusters, Keep::Labels, Keep::Landmarks];

/// How a navigator works. Set `struct_size` to `sizeof(AstrideNavigatorOptions)` and the rest to 0
/// before you set any; fields that are 0 mean the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideNavigatorOptions {
    /// `sizeof(AstrideNavigatorOptions)`.
    pub struct_size: usize,
    /// The most expansions that a request makes before others have their turn. Default: 1024.
    pub quantum: u64,
    /// The most requests, including answers not yet taken. Default: 65536.
    pub most_requests: u64,
    /// An `AstrideUpkeep`.
    pub upkeep: u32,
    /// How many requests are worked on at once, 1 to 1024. Default: 4.
    pub lanes: u32,
    /// By how much a request rises in priority with each frame it waits. Default: 1.
    pub ageing: u32,
    /// Leave it 0. It is ignored, and a later version may use it.
    pub reserved: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideNavigatorOptions {
    const OLDEST: usize = 40;
}

/// What `astride_navigator_maintain` did. Set `struct_size` to `sizeof(AstrideMaintained)`; the rest
/// is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideMaintained {
    /// `sizeof(AstrideMaintained)`, set by you.
    pub struct_size: usize,
    /// Cells looked at, as estimated.
    pub spent: u64,
    /// Indexes brought up to date.
    pub repaired: u32,
    /// Indexes that are still out of date, except labels.
    pub waiting: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideMaintained {
    const OLDEST: usize = 24;
}

/// Makes a navigator of a copy of `grid`, whose first mover, number 0, is a copy of `mover`, or the
/// usual walker if that is null. `options` may be null. `*navigator` must be freed by you; it is
/// null if the call fails. O(cells).
///
/// Errors: `BAD_SIZE`, `BAD_ARGUMENT`. Threads: any number at once on one grid, while nobody edits
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_new(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    options: *const AstrideNavigatorOptions,
    navigator: *mut *mut AstrideNavigator,
) -> AstrideStatus {
    border!(|caller| caller.give(navigator, || {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let options = caller.options(options, "options")?;
        let upkeep = chosen(options.upkeep, &[Upkeep::AtOnce, Upkeep::ByHand], "upkeep")?;
        let queue = queue_of(&options)?;
        let mover = mover.map_or_else(Mover::walker, |mover| mover.clone());
        let made = Navigator::with_mover(Grid::clone(&grid), mover).upkeep(upkeep);
        Ok(Game::of(made.requests(queue)))
    }))
}

fn queue_of(options: &AstrideNavigatorOptions) -> Answer<RequestOptions> {
    let most = RequestOptions::MOST_LANES;
    if options.lanes as usize > most {
        let text = format!("{} lanes, expected 1 to {most}, or 0 for as usual", options.lanes);
        return Err(Fault::new(AstrideStatus::BadArgument, text));
    }
    let mut queue = RequestOptions::default();
    let number = |given: u64, usual: usize| match usize::try_from(given) {
        Ok(0) => usual,
        Ok(given) => given,
        Err(_) => usize::MAX,
    };
    queue.lanes = number(options.lanes.into(), queue.lanes);
    queue.most = number(options.most_requests, queue.most);
    queue.quantum = if options.quantum == 0 { queue.quantum } else { options.quantum };
    queue.ageing = if options.ageing == 0 { queue.ageing } else { options.ageing };
    Ok(queue)
}

/// Frees a navigator and all it keeps; null is ignored. The handle must not be used again;
/// snapshots and paths stay valid.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_free(navigator: *mut AstrideNavigator) -> AstrideStatus {
    border!(|caller| caller.free(navigator))
}

/// Adds a mover that covers `side` by `side` cells, and returns its number: 1 for the first that is
/// added. It is addressed, and its paths are given, by the cell at its top left. The mover is
/// copied; null is the usual walker. O(cells).
///
/// Errors: `UNSUPPORTED` if there can be no such body on this map. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_add_mover(
    navigator: *mut AstrideNavigator,
    mover: *const AstrideMover,
    side: u32,
    number: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mover = caller.share_if(mover)?.map_or_else(Mover::walker, |mover| mover.clone());
        let mut game = caller.change(navigator)?;
        let made = game.navigator.movers().len() as u32;
        caller.put(number, made, "number")?;
        let added = match side {
            1 => game.navigator.add_mover(mover),
            _ => game.navigator.add_mover_sized(mover, side)?,
        };
        game.names.add_mover(added);
        Ok(AstrideStatus::Ok)
    })
}

/// Makes all changes of a batch on the map, or none if one of them is refused; all that is kept
/// follows. `revision` may be null. The batch stays as it is.
///
/// Errors: `OFF_MAP`, `BAD_ARGUMENT`, with the change in the text. Threads: exclusive access; snapshots
/// may be read in the meantime.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_apply(
    navigator: *mut AstrideNavigator,
    edit: *const AstrideEdit,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let edit = caller.share(edit)?;
        let mut game = caller.change(navigator)?;
        let tell = caller.place_if(revision, "revision")?;
        tell(game.navigator.apply(&edit)?);
        Ok(AstrideStatus::Ok)
    })
}

/// The revision of its map: 0 at first, and one more with each batch of edits.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_revision(
    navigator: *const AstrideNavigator,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(revision, caller.share(navigator)?.navigator.revision(), "revision")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The terrain class of a cell of its map.
///
/// Errors: `OFF_MAP`. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_class(
    navigator: *const AstrideNavigator,
    cell: AstrideCell,
    class_: *mut u8,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let grid = game.navigator.grid();
        caller.put(class_, grid.class(cell).ok_or_else(|| off_map(grid, cell))?, "class")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Makes a grid that is a copy of its map. `*grid` must be freed by you.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_grid(
    navigator: *const AstrideNavigator,
    grid: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(grid, || Ok(caller.share(navigator)?.navigator.grid().clone())))
}

/// Keeps an index, one of `AstrideKeep`, for a mover from now on; with `keep` 0 it is dropped. It is
/// built at once, or when it is maintained; labels are built by `astride_navigator_pending`.
///
/// Errors: `UNKNOWN_NUMBER`, `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_keep(
    navigator: *mut AstrideNavigator,
    mover: u32,
    index: u32,
    keep: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let mover = game.names.mover(mover)?;
        let index = chosen(index, &KEPT, "index to keep")?;
        if keep == 0 {
            game.navigator.drop_index(mover, index)?;
        } else {
            game.navigator.keep(mover, index)?;
        }
        Ok(AstrideStatus::Ok)
    })
}

/// Brings indexes up to date until this many cells have been looked at; see `AstrideUpkeep`.
/// `maintained` may be null.
///
/// Errors: `BAD_SIZE`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_maintain(
    navigator: *mut AstrideNavigator,
    cells: u64,
    maintained: *mut AstrideMaintained,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        caller.check_place(maintained, "maintained")?;
        let done = game.navigator.maintain(cells);
        if !maintained.is_null() {
            let (spent, repaired, waiting) = (done.spent, done.repaired, done.waiting);
            let told = AstrideMaintained { struct_size: 0, spent, repaired, waiting };
            caller.report(maintained, told, "maintained")?;
        }
        Ok(AstrideStatus::Ok)
    })
}

/// Turns a navigator into bytes, to go on later with the same answers, revisions and numbers.
/// Requests are not included. `*bytes` must be freed by you.
///
/// Errors: `FULL` if it is too large for a file. Threads: any number at once, while nobody changes
/// the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_save(
    navigator: *const AstrideNavigator,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    border!(|caller| caller.give(bytes, || Ok(caller.share(navigator)?.navigator.save()?)))
}

/// Makes a navigator from bytes that `astride_navigator_save` made, with default settings for requests.
/// `*navigator` must be freed by you; it is null if the call fails.
///
/// Errors: `BAD_DATA`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_load(
    data: *const u8,
    count: usize,
    navigator: *mut *mut AstrideNavigator,
) -> AstrideStatus {
    border!(|caller| caller.give(navigator, || {
        let loaded = Navigator::load(caller.list(data, count, "data")?);
        Ok(Game::of(loaded.map_err(|error| match &error {
            TablesError::File(ContainerError::OtherFile | ContainerError::Kind { .. }) => {
                let text = "this is no saved navigator, expected the bytes that saving one made";
                Fault::saying(AstrideStatus::BadData, &error, text.to_owned())
            }
            _ => error.into(),
        })?))
    }))
}
