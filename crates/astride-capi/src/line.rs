//! Smooth lines: the way along a path as a body drives it, clear of what is in its way.

use astride::base::{Cell, Vec2};
use astride::path::{LineError, reduce, round_corners, smooth};
use astride::shapes::square::{FreeSpace, Mover};

use crate::caller::Versioned;
use crate::cell::AstrideCell;
use crate::crowd::AstridePoint;
use crate::grid::{AstrideGrid, node_of};
use crate::mover::AstrideMover;
use crate::path::AstridePath;
use crate::status::AstrideStatus;

/// How a path is smoothed; lengths are in sides of a cell. Set `struct_size` to
/// `sizeof(AstrideSmoothOptions)` and the rest to 0 before you set any.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideSmoothOptions {
    /// `sizeof(AstrideSmoothOptions)`.
    pub struct_size: usize,
    /// The radius of the body: nothing in its way comes nearer to the line. 0 for a point.
    pub body: f64,
    /// The radius of turns, by which corners are rounded with arcs. 0 for one curve through all
    /// turning points.
    pub turn: f64,
    /// How far the legs of the line may be from the curve, at least 0.000001; 0 for 0.01.
    pub flatness: f64,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideSmoothOptions {
    const OLDEST: usize = 32;
}

/// What is known of a smooth line. Set `struct_size` to `sizeof(AstrideSmoothed)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideSmoothed {
    /// `sizeof(AstrideSmoothed)`, set by you.
    pub struct_size: usize,
    /// The length of the line in sides of a cell.
    pub length: f64,
    /// How many corners had no room for the radius of turns and are tighter; without such a radius, how
    /// many legs had no room for a curve and stayed straight.
    pub tight: u64,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideSmoothed {
    const OLDEST: usize = 24;
}

/// A turning point may be left out if the way stays within this many cells.
const TOLERANCE: f64 = 1.0;

const FLATNESS: f64 = 0.01;

/// The points of a smooth line through the middles of these cells, and how many places are tight.
fn line_of(
    cells: &[AstrideCell],
    space: &FreeSpace<'_>,
    asked: &AstrideSmoothOptions,
) -> Result<(Vec<Vec2>, usize), LineError> {
    let centre = |&cell: &AstrideCell| Cell::from(cell).centre();
    let legs = reduce(&cells.iter().map(centre).collect::<Vec<_>>(), TOLERANCE, space)?;
    let flatness = if asked.flatness == 0.0 { FLATNESS } else { asked.flatness };
    if asked.turn == 0.0 {
        let line = smooth(&legs, space, flatness)?;
        return Ok((line.points, line.straight));
    }
    let line = round_corners(&legs, asked.turn, space, flatness)?;
    Ok((line.points, line.tight.len()))
}

/// Works out a smooth line along a path on its grid, which the path then keeps beside its cells until
/// it is lent to another question. `mover` may be null for the usual walker, `options` for a point and
/// one curve, and `smoothed` if you do not want to know. The line keeps its distance from blocked cells,
/// walls and the border of the map, which is proved, not sampled; it may cut corners over terrain that
/// costs more. It leads through the middles of cells, so it is not for a navigator's mover that covers
/// several. O(points of the line × cells near each), and usually O(n log n), at worst O(n²), for n cells
/// of the path.
///
/// Returns `OK`, or `NOTHING` if the path has no cells; `smoothed` is then not filled. Errors: `OFF_MAP`
/// if the path has a cell that is not on the grid; `BAD_SIZE`; `BAD_ARGUMENT` for numbers out of range,
/// or if the path itself comes too near to something, as one planned for a smaller body, or crosses a
/// fence or follows a link. Threads: any number at once on one grid, each with a path of its own, while
/// nobody edits grid or mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_smooth(
    path: *mut AstridePath,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    options: *const AstrideSmoothOptions,
    smoothed: *mut AstrideSmoothed,
) -> AstrideStatus {
    border!(|caller| {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let mut path = caller.change(path)?;
        let asked = caller.options(options, "options")?;
        caller.check_place(smoothed, "smoothed")?;
        path.line.clear();
        if path.cells.is_empty() {
            return Ok(AstrideStatus::Nothing);
        }
        for &cell in &path.cells {
            node_of(&grid, cell)?;
        }
        let mover = mover.map_or_else(Mover::walker, |mover| mover.clone());
        let view = grid.seen_by(&mover);
        let space = FreeSpace::new(&view, asked.body)?;
        let (points, tight) = line_of(&path.cells, &space, &asked)?;
        path.line.extend(points.iter().map(|point| AstridePoint { x: point.x, y: point.y }));
        if !smoothed.is_null() {
            // The sum of no legs at all would be -0.
            let length = points.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance_to(leg[1]));
            let told = AstrideSmoothed { struct_size: 0, length, tight: tight as u64 };
            caller.report(smoothed, told, "smoothed")?;
        }
        Ok(AstrideStatus::Ok)
    })
}

/// The points of the smooth line that `astride_path_smooth` worked out, in order, both ends included.
/// They are valid until the path is smoothed again, lent to another question or freed. Without a line
/// the count is 0.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_points(
    path: *const AstridePath,
    points: *mut *const AstridePoint,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let path = caller.share(path)?;
        caller.put(points, path.line.as_ptr(), "points")?;
        caller.put(count, path.line.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies the points of the smooth line of a path, as many as there is room for; `total` receives how
/// many there are, and may be null. Unlike those of `astride_path_points` they stay valid.
///
/// Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_copy_points(
    path: *const AstridePath,
    points: *mut AstridePoint,
    count: usize,
    total: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let path = caller.share(path)?;
        caller.copy_most(points, count, &path.line, total, "points")?;
        Ok(AstrideStatus::Ok)
    })
}
