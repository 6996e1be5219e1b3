//! Indexes of one grid for one mover: built once, saved, loaded, and queried very often.

use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{Grid, GridView, JumpMap, Labels, LabelsOptions, Mover};
#[cfg(feature = "whole")]
use astride::shapes::square::{JumpTable, JumpTableUpdateError};

#[cfg(feature = "whole")]
use crate::bytes::AstrideBytes;
use crate::cell::{AstrideCell, chosen};
use crate::find::{AstrideScratch, with_memory, within};
use crate::grid::{AstrideGrid, node_of};
use crate::mover::AstrideMover;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus, Fault};

/// Makes questions about one grid for one mover fast. It answers for the state of the grid from which
/// it was built or to which it was brought, and refuses others. Freed with `astride_index_free`.
#[derive(Debug)]
pub struct AstrideIndex {
    _private: [u8; 0],
}

opaque!(AstrideIndex: Indexed, b"A*index.", "index");

/// The kinds of index.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideIndexKind {
    /// Jump points: built in milliseconds, follow edits.
    JumpPoints = 0,
    /// Hub labels: built in about a second, answer in microseconds, can be saved.
    Labels = 1,
    /// Jump points with the jumps of each: built in tens of milliseconds, follow edits.
    JumpTable = 2,
    /// A jump table with boxes, where all terrain costs the same: answers faster, is built in seconds
    /// to minutes; after edits, an update builds the boxes again.
    JumpBoxes = 3,
    /// Jump points with landmarks, where all terrain costs the same: answer faster where obstacles
    /// are scattered, are built in up to some seconds; after edits, an update builds the landmarks
    /// again.
    JumpLandmarks = 4,
}

/// The kinds by number. The smaller program for WebAssembly has the first two.
const KINDS: &[AstrideIndexKind] = &[
    AstrideIndexKind::JumpPoints,
    AstrideIndexKind::Labels,
    #[cfg(feature = "whole")]
    AstrideIndexKind::JumpTable,
    #[cfg(feature = "whole")]
    AstrideIndexKind::JumpBoxes,
    #[cfg(feature = "whole")]
    AstrideIndexKind::JumpLandmarks,
];

/// The value behind an index.
#[derive(Debug)]
pub(crate) struct Indexed {
    /// The requested kind; after an edit, less of it may be left.
    #[cfg(feature = "whole")]
    asked: AstrideIndexKind,
    kind: Kind,
    /// Columns and rows of its grid.
    size: (u32, u32),
}

#[derive(Debug)]
enum Kind {
    Jumps(Box<JumpMap>),
    #[cfg(feature = "whole")]
    Table(Box<JumpTable>),
    Labels(Box<Labels>),
}

impl Kind {
    fn revision(&self) -> u64 {
        match self {
            Kind::Jumps(map) => map.revision(),
            #[cfg(feature = "whole")]
            Kind::Table(table) => table.map().revision(),
            Kind::Labels(labels) => labels.revision(),
        }
    }
}

impl Indexed {
    #[cfg_attr(
        not(feature = "whole"),
        expect(unused_variables, reason = "only the whole library keeps what was asked for")
    )]
    fn of(grid: &Grid, asked: AstrideIndexKind, kind: Kind) -> Self {
        Indexed {
            #[cfg(feature = "whole")]
            asked,
            kind,
            size: (grid.width(), grid.height()),
        }
    }

    fn build(grid: &Grid, view: &GridView<'_>, asked: AstrideIndexKind) -> Answer<Self> {
        if asked == AstrideIndexKind::Labels {
            let labels = Labels::build(view, &LabelsOptions::default())?;
            return Ok(Indexed::of(grid, asked, Kind::Labels(Box::new(labels))));
        }
        let map = JumpMap::build(view)?;
        #[cfg(not(feature = "whole"))]
        let kind = Kind::Jumps(Box::new(map));
        #[cfg(feature = "whole")]
        let kind = match asked {
            AstrideIndexKind::JumpTable => Kind::Table(Box::new(JumpTable::build(map)?)),
            AstrideIndexKind::JumpBoxes => {
                // Checked before jumps are computed in vain.
                map.check_boxes(JumpTable::USUAL_BOX_WORK)?;
                Kind::Table(Box::new(JumpTable::build(map)?))
            }
            _ => Kind::Jumps(Box::new(map)),
        };
        let mut index = Indexed::of(grid, asked, kind);
        index.complete()?;
        Ok(index)
    }

    /// Follows the edits of the grid from which it was built; labels stay as they are.
    fn follow(&mut self, view: &GridView<'_>) -> Answer<()> {
        match &mut self.kind {
            Kind::Jumps(map) => {
                map.update(view)?;
            }
            #[cfg(feature = "whole")]
            Kind::Table(table) => match table.update(view) {
                Ok(_) => {}
                Err(JumpTableUpdateError::Map(error)) => return Err(error.into()),
                // Its jumps are no longer good, but its map is.
                Err(_) => self.kind = Kind::Jumps(Box::new(table.map().clone())),
            },
            Kind::Labels(_) => {}
        }
        self.complete()
    }

    /// Adds the requested parts that are missing. If that is not possible, it keeps the rest.
    #[cfg(feature = "whole")]
    fn complete(&mut self) -> Answer<()> {
        use AstrideIndexKind::{JumpBoxes, JumpLandmarks, JumpTable as Jumps};
        // An edit made the jumps impossible to store; now they may be possible again.
        if let (Kind::Jumps(map), Jumps | JumpBoxes) = (&self.kind, self.asked) {
            self.kind = Kind::Table(Box::new(JumpTable::build(JumpMap::clone(map))?));
        }
        match (&mut self.kind, self.asked) {
            (Kind::Table(table), JumpBoxes) if !table.has_boxes() => {
                table.add_boxes(JumpTable::USUAL_BOX_WORK)?;
            }
            (Kind::Jumps(map), JumpLandmarks) if !map.has_landmarks() => map.add_landmarks()?,
            _ => {}
        }
        Ok(())
    }

    #[cfg(not(feature = "whole"))]
    fn complete(&mut self) -> Answer<()> {
        Ok(())
    }

    /// Checks that it answers for the grid as it is now.
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
/// `*index` must be freed by you; it is null if the call fails.
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
        Indexed::build(&grid, &view, chosen(kind, KINDS, "kind of index")?)
    }))
}

/// Brings an index up to the current state of the grid from which it was built. Jump points and their
/// jumps follow the edits; boxes and landmarks are built again. Give the same grid and an equal
/// mover.
///
/// Errors: `STALE` for labels that are out of date, and for a grid of another size; `UNSUPPORTED` if
/// there can be no jump points any more, and then it stays out of date; `UNSUPPORTED` also if its
/// jumps, boxes or landmarks cannot be built, and then it is up to date and answers without them. The
/// first update after the reason is gone brings back what was missing. Threads: one on one index,
/// while nobody edits the grid.
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
            index.follow(&view)?;
        }
        index.check(&grid)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Finds a cheapest path by an index of this grid. `scratch` may be null for memory for this call
/// only, which costs more than a question does. `most_expansions` is a limit, 0 for none. `path` is
/// filled.
///
/// Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `STALE` if the index is for
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
        let (mut path, scratch) = (caller.change(path)?, caller.change_if(scratch)?);
        path.forget();
        index.check(&grid)?;
        let query = PathQuery::new(node_of(&grid, start)?, node_of(&grid, goal)?);
        let outcome = with_memory(scratch, |scratch| index.find(&query, scratch, most_expansions))?;
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
        let found = with_memory(caller.change_if(scratch)?, |scratch| index.cost(&query, scratch))?;
        caller.put(cost, found.unwrap_or(crate::ASTRIDE_NO_COST), "cost")?;
        Ok(if found.is_some() { AstrideStatus::Ok } else { AstrideStatus::Unreachable })
    })
}

/// Turns labels into bytes for a file. `*bytes` must be freed by you.
///
/// Errors: `UNSUPPORTED` for all other kinds. Threads: any number at once, while nobody changes the
/// index.
#[cfg(feature = "whole")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_save(
    index: *const AstrideIndex,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    border!(|caller| caller.give(bytes, || match &caller.share(index)?.kind {
        Kind::Labels(labels) => Ok(labels.save()),
        _ => {
            let text = "only labels are saved, expected an index of labels";
            Err(Fault::new(AstrideStatus::Unsupported, text))
        }
    }))
}

/// Loads labels from bytes that `astride_index_save` made, for the same map and an equal mover, and
/// checks them against both. `*index` must be freed by you; it is null if the call fails.
///
/// Errors: `BAD_DATA` if the bytes are damaged, of another kind, or for another map or mover.
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
        let labels = Kind::Labels(Box::new(Labels::load(data, &view)?));
        Ok(Indexed::of(&grid, AstrideIndexKind::Labels, labels))
    }))
}

/// Frees an index; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_index_free(index: *mut AstrideIndex) -> AstrideStatus {
    border!(|caller| caller.free(index))
}
