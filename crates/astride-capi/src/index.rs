//! Indexes of one grid for one mover: built once, saved, loaded, and asked very often.

use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{Grid, GridView, JumpMap, Labels, LabelsOptions, Mover};
#[cfg(feature = "whole")]
use astride::shapes::square::{JumpTable, JumpTableUpdateError};

#[cfg(feature = "whole")]
use crate::bytes::AstrideBytes;
use crate::cell::{AstrideCell, chosen};
use crate::find::{AstrideScratch, within};
use crate::grid::{AstrideGrid, node_of};
use crate::mover::AstrideMover;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus, Fault};

/// What makes questions about one grid for one mover quick. It answers for the state of the grid
/// that it was built from or brought up to, and refuses others. Freed with `astride_index_free`.
#[derive(Debug)]
pub struct AstrideIndex {
    _private: [u8; 0],
}

opaque!(AstrideIndex: Indexed, b"A*index.", "index");

/// The kinds of index.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideIndexKind {
    /// Jump points: built in milliseconds, follow edits, are not saved.
    JumpPoints = 0,
    /// Hub labels: built in about a second, answer in microseconds, can be saved.
    Labels = 1,
    /// Jump points with the jumps of each: built in tens of milliseconds, follow edits, are not saved.
    JumpTable = 2,
    /// The same with boxes, where all terrain costs the same: answer sooner, are built in seconds to
    /// minutes, and again by an update after edits.
    JumpBoxes = 3,
    /// Jump points with landmarks, where all terrain costs the same: answer sooner where obstacles
    /// are scattered, are built in up to some seconds, and again by an update after edits.
    JumpLandmarks = 4,
}

/// What stands behind an index.
#[derive(Debug)]
pub(crate) struct Indexed {
    kind: Kind,
    /// Columns and rows of the grid it is of.
    size: (u32, u32),
}

#[derive(Debug)]
enum Kind {
    Jumps(Box<JumpMap>),
    #[cfg(feature = "whole")]
    Table(Box<JumpTable>),
    Labels(Box<Labels>),
}

/// How each kind is built. The smaller program for WebAssembly has the first two.
const BUILDERS: &[fn(&GridView<'_>) -> Answer<Kind>] = &[
    |view| Ok(Kind::Jumps(Box::new(JumpMap::build(view)?))),
    |view| Ok(Kind::Labels(Box::new(Labels::build(view, &LabelsOptions::default())?))),
    #[cfg(feature = "whole")]
    |view| Ok(Kind::Table(Box::new(JumpTable::build(JumpMap::build(view)?)?))),
    #[cfg(feature = "whole")]
    |view| {
        let map = JumpMap::build(view)?;
        // Before jumps are computed in vain.
        map.check_boxes(JumpTable::USUAL_BOX_WORK)?;
        let mut table = Box::new(JumpTable::build(map)?);
        table.add_boxes(JumpTable::USUAL_BOX_WORK)?;
        Ok(Kind::Table(table))
    },
    #[cfg(feature = "whole")]
    |view| {
        let mut map = Box::new(JumpMap::build(view)?);
        map.add_landmarks()?;
        Ok(Kind::Jumps(map))
    },
];

impl Kind {
    fn revision(&self) -> u64 {
        match self {
            Kind::Jumps(map) => map.revision(),
            #[cfg(feature = "whole")]
            Kind::Table(table) => table.map().revision(),
            Kind::Labels(labels) => labels.revision(),
        }
    }

    /// Follows the edits of the grid it was built from; labels stay as they are.
    fn follow(&mut self, view: &GridView<'_>) -> Answer<()> {
        match self {
            Kind::Jumps(map) => {
                #[cfg(feature = "whole")]
                let is_marked = map.has_landmarks();
                map.update(view)?;
                #[cfg(feature = "whole")]
                if is_marked && !map.has_landmarks() {
                    map.add_landmarks()?;
                }
            }
            #[cfg(feature = "whole")]
            Kind::Table(table) => {
                let is_boxed = table.has_boxes();
                match table.update(view) {
                    Ok(_) if is_boxed && !table.has_boxes() => {
                        table.add_boxes(JumpTable::USUAL_BOX_WORK)?;
                    }
                    Ok(_) => {}
                    Err(JumpTableUpdateError::Map(error)) => return Err(error.into()),
                    // A jump that cannot be stored is found on the way.
                    Err(_) => {
                        *self = Kind::Jumps(Box::new(table.map().clone()));
                    }
                }
            }
            Kind::Labels(_) => {}
        }
        Ok(())
    }
}

impl Indexed {
    fn of(grid: &Grid, kind: Kind) -> Self {
        Indexed { kind, size: (grid.width(), grid.height()) }
    }

    /// That it answers for the grid as it is now.
    fn check(&self, grid: &Grid) -> Answer<()> {
        let revision = self.kind.revision();
        if self.size == (grid.width(), grid.height()) && revision == grid.revision() {
            return Ok(());
        }
        let (width, height) = self.size;
        let text = format!(
            "the index is of revision {revision} of a grid of {width}x{height} cells, expected \
             revision {} of {}x{}",
            grid.revision(),
            grid.width(),
            grid.height()
        );
        Err(Fault::new(AstrideStatus::Stale, text))
    }

    fn find(
        &self,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        most_expansions: u64,
    ) -> Answer<Outcome> {
        within(most_expansions, 0, |budget| {
            Ok(match &self.kind {
                Kind::Jumps(map) => map.search(query, scratch)?.run(budget, &mut ()),
                #[cfg(feature = "whole")]
                Kind::Table(table) => table.search(query, scratch)?.run(budget, &mut ()),
                Kind::Labels(labels) => labels.search(query, scratch)?.run(budget, &mut ()),
            })
        })
    }

    fn cost(&self, query: &PathQuery<'_>, scratch: &mut Scratch) -> Answer<Option<u64>> {
        Ok(match &self.kind {
            Kind::Jumps(map) => map.search(query, scratch)?.cost(),
            #[cfg(feature = "whole")]
            Kind::Table(table) => table.search(query, scratch)?.cost(),
            Kind::Labels(labels) => labels.search(query, scratch)?.cost(),
        })
    }
}

/// Builds an index. `mover` may be null for the usual walker. `kind` is an `AstrideIndexKind`.
/// `*index` is to be freed by you; it is null if the call fails.
///
/// Errors: `UNSUPPORTED` if there can be none for this map and mover. Threads: any number at once on
/// one grid, while nobody edits grid or mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_build(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    kind: u32,
    index: *mut *mut AstrideIndex,
) -> AstrideStatus {
    border!(|caller| caller.give(index, || {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let walker = Mover::walker();
        let view = grid.seen_by(mover.as_deref().unwrap_or(&walker));
        Ok(Indexed::of(&grid, chosen(kind, BUILDERS, "kind of index")?(&view)?))
    }))
}

/// Brings an index up to the present state of the grid it was built from. Jump points and their
/// jumps follow the edits; boxes and landmarks are built again. Give the same grid and an equal
/// mover.
///
/// Errors: `STALE` for labels that are out of date, and for a grid of another size; `UNSUPPORTED` if
/// there can be no jump points any more, or no boxes or landmarks; without these it answers all the
/// same. Threads: one on one index, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_update(
    index: *mut AstrideIndex,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
) -> AstrideStatus {
    border!(|caller| {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let mut index = caller.change(index)?;
        let walker = Mover::walker();
        let view = grid.seen_by(mover.as_deref().unwrap_or(&walker));
        if index.size == (grid.width(), grid.height()) {
            index.kind.follow(&view)?;
        }
        index.check(&grid)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Finds a cheapest path by an index of this grid. `scratch` may be null for memory of this call
/// alone, which costs more than a question does. `most_expansions` is a limit, 0 for none. `path` is
/// filled.
///
/// Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `STALE` if the index is of
/// another state of the grid. Threads: any number at once, each with a path and a scratch of its
/// own, while nobody changes grid or index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_find(
    index: *const AstrideIndex,
    grid: *const AstrideGrid,
    start: AstrideCell,
    goal: AstrideCell,
    most_expansions: u64,
    scratch: *mut AstrideScratch,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (index, grid) = (caller.share(index)?, caller.share(grid)?);
        let mut path = caller.change(path)?;
        path.forget();
        index.check(&grid)?;
        let query = PathQuery::new(node_of(&grid, start)?, node_of(&grid, goal)?);
        let outcome = match scratch.is_null() {
            true => index.find(&query, &mut Scratch::new(), most_expansions)?,
            false => index.find(&query, &mut *caller.change(scratch)?, most_expansions)?,
        };
        Ok(path.fill(&grid, &outcome))
    })
}

/// The cost of a cheapest path by an index of this grid, in ticks; `ASTRIDE_NO_COST` if there is
/// none.
///
/// Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_index_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_cost(
    index: *const AstrideIndex,
    grid: *const AstrideGrid,
    start: AstrideCell,
    goal: AstrideCell,
    scratch: *mut AstrideScratch,
    cost: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let (index, grid) = (caller.share(index)?, caller.share(grid)?);
        index.check(&grid)?;
        let query = PathQuery::new(node_of(&grid, start)?, node_of(&grid, goal)?);
        let found = match scratch.is_null() {
            true => index.cost(&query, &mut Scratch::new())?,
            false => index.cost(&query, &mut *caller.change(scratch)?)?,
        };
        caller.put(cost, found.unwrap_or(crate::ASTRIDE_NO_COST), "cost")?;
        Ok(if found.is_some() { AstrideStatus::Ok } else { AstrideStatus::Unreachable })
    })
}

/// Turns labels into bytes for a file. `*bytes` is to be freed by you.
///
/// Errors: `UNSUPPORTED` for jump points, which are built as quickly as they could be loaded.
/// Threads: any number at once, while nobody changes the index.
#[cfg(feature = "whole")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_save(
    index: *const AstrideIndex,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    border!(|caller| caller.give(bytes, || match &caller.share(index)?.kind {
        Kind::Labels(labels) => Ok(labels.save()),
        _ => {
            let text = "jump points are built as quickly as they could be loaded, expected labels";
            Err(Fault::new(AstrideStatus::Unsupported, text))
        }
    }))
}

/// Loads labels from bytes that `astride_index_save` made, for the same map and an equal mover, and
/// checks them against both. `*index` is to be freed by you; it is null if the call fails.
///
/// Errors: `BAD_DATA` if the bytes are damaged, of something else, or of another map or mover.
/// Threads: any number at once on one grid, while nobody edits grid or mover.
#[cfg(feature = "whole")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_load(
    data: *const u8,
    count: usize,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    index: *mut *mut AstrideIndex,
) -> AstrideStatus {
    border!(|caller| caller.give(index, || {
        let data = caller.list(data, count, "data")?;
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let walker = Mover::walker();
        let view = grid.seen_by(mover.as_deref().unwrap_or(&walker));
        Ok(Indexed::of(&grid, Kind::Labels(Box::new(Labels::load(data, &view)?))))
    }))
}

/// Frees an index; null is nothing to free. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: one, alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_free(index: *mut AstrideIndex) -> AstrideStatus {
    border!(|caller| caller.free(index))
}
