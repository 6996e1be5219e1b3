//! Crowds: discs that go where they are sent and never overlap.

use astride::base::Vec2;
use astride::shapes::square::{GridView, Mover};
use astride_agents::crowd::{Body, CELL, Crowd, Formation, Mode, Point, Shape};

use crate::caller::Caller;
use crate::cell::chosen;
use crate::grid::AstrideGrid;
use crate::mover::AstrideMover;
use crate::status::{Answer, AstrideStatus};

/// Units that walk on the free cells of a grid and never overlap. Freed with `astride_crowd_free`.
///
/// Units are numbers from 0, in the order in which they were added. The same calls give the same
/// history on every machine.
#[derive(Debug)]
pub struct AstrideCrowd {
    _private: [u8; 0],
}

opaque!(AstrideCrowd: Crowd, b"A*crowd.", "crowd");

/// A point of a map in cells: the middle of cell (0, 0) is (0.5, 0.5). Also a velocity, in
/// cells per second.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AstridePoint {
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
}

// SAFETY: C order, and numbers alone.
unsafe impl crate::caller::Plain for AstridePoint {}

impl From<AstridePoint> for Vec2 {
    fn from(point: AstridePoint) -> Self {
        Vec2::new(point.x, point.y)
    }
}

/// How units give way to each other.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideCrowdMode {
    /// Anywhere in the plane, each at its own speed; jams are settled by right of way.
    Free = 0,
    /// From the middle of a cell to the middle of an adjacent one, all in step.
    Lattice = 1,
}

/// How the units of a group are arranged.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideFormation {
    /// Abreast.
    Line = 0,
    /// One behind the other.
    Column = 1,
    /// An arrow head.
    Wedge = 2,
    /// As many columns as rows, or one more.
    Box = 3,
    /// A ring.
    Circle = 4,
}

/// Calls `make` with the grid as the mover sees it.
fn seen<R>(
    caller: &Caller,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    make: impl FnOnce(&GridView<'_>) -> Answer<R>,
) -> Answer<R> {
    let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
    let walker = Mover::walker();
    make(&grid.seen_by(mover.as_deref().unwrap_or(&walker)))
}

/// A body with the default values for numbers that are 0.
fn body(radius: f64, speed: f64) -> Body {
    let usual = Body::default();
    Body {
        radius: if radius == 0.0 { usual.radius } else { radius },
        speed: if speed == 0.0 { usual.speed } else { speed },
    }
}

fn in_cells(points: &[Point]) -> impl ExactSizeIterator<Item = AstridePoint> + '_ {
    let part = 1.0 / f64::from(CELL);
    points
        .iter()
        .map(move |&[x, y]| AstridePoint { x: f64::from(x) * part, y: f64::from(y) * part })
}

/// Makes an empty crowd on the cells of `grid` that `mover` can stand on; null is the usual
/// walker. `mode` is an `AstrideCrowdMode`. It keeps no reference to either: after edits of the grid call
/// `astride_crowd_follow`. `*crowd` must be freed by you. O(cells).
///
/// Errors: `BAD_ARGUMENT` for another mode, and for a grid of more than 16384 columns or rows.
/// Threads: as for any reader of the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_new(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    mode: u32,
    crowd: *mut *mut AstrideCrowd,
) -> AstrideStatus {
    border!(|caller| caller.give(crowd, || {
        let mode = chosen(mode, &[Mode::Free, Mode::Lattice], "mode")?;
        seen(caller, grid, mover, |view| Ok(Crowd::new(view, mode)?))
    }))
}

/// Frees a crowd; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_free(crowd: *mut AstrideCrowd) -> AstrideStatus {
    border!(|caller| caller.free(crowd))
}

/// Takes over the walls of a grid of the same size. Units whose goal is walled up or cut off stay
/// where they are.
///
/// Errors: `BAD_ARGUMENT` if the size differs, or a unit would stand in a wall or is on its way into
/// one, as on a lattice within a beat; the crowd then keeps the old walls. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_follow(
    crowd: *mut AstrideCrowd,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
) -> AstrideStatus {
    border!(|caller| {
        let mut crowd = caller.change(crowd)?;
        seen(caller, grid, mover, |view| Ok(crowd.follow(view)?))?;
        Ok(AstrideStatus::Ok)
    })
}

/// Adds a unit that stands at `point`, and returns its number. `radius` is in cells, 1/64 to 0.353, and
/// `speed` in cells per second, 1/1024 to 64; 0 means 0.34 and 2. On a lattice the unit stands in
/// the middle of the cell.
///
/// Errors: `BAD_ARGUMENT` for a body out of range, and for a point where it would touch a wall or
/// overlap a unit; `OFF_MAP`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_spawn(
    crowd: *mut AstrideCrowd,
    point: AstridePoint,
    radius: f64,
    speed: f64,
    unit: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut crowd = caller.change(crowd)?;
        caller.put(unit, u32::MAX, "unit")?;
        caller.put(unit, crowd.spawn(point.into(), body(radius, speed))?, "unit")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Adds `count` units in the middles of the free cells that are nearest to `point` by steps from cell
/// to cell, and returns the number of the first; the others follow. Bodies are as for
/// `astride_crowd_spawn`. O(cells looked at).
///
/// Errors: as for `astride_crowd_spawn`, and `FULL` if there is no room for all; then none is added.
/// Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_spawn_near(
    crowd: *mut AstrideCrowd,
    point: AstridePoint,
    count: u32,
    radius: f64,
    speed: f64,
    first: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut crowd = caller.change(crowd)?;
        caller.put(first, u32::MAX, "first")?;
        caller.put(first, crowd.spawn_near(point.into(), count, body(radius, speed))?, "first")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Puts a unit somewhere else, where it stays.
///
/// Errors: `UNKNOWN_NUMBER`, and as for `astride_crowd_spawn`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_teleport(
    crowd: *mut AstrideCrowd,
    unit: u32,
    point: AstridePoint,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(crowd)?.teleport(unit, point.into())?;
        Ok(AstrideStatus::Ok)
    })
}

/// Removes a unit. The last unit gets its number.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_remove(
    crowd: *mut AstrideCrowd,
    unit: u32,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(crowd)?.remove(unit)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Sends `count` units to a point: one to the point itself, several to cells around it.
///
/// Errors: `UNKNOWN_NUMBER`; `OFF_MAP`; `BAD_ARGUMENT` if a unit is named twice, or the point is in a
/// wall; `UNSUPPORTED` if a unit cannot get there; `FULL` if there are too few cells. Then no unit has
/// new orders. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_order(
    crowd: *mut AstrideCrowd,
    units: *const u32,
    count: usize,
    point: AstridePoint,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(crowd)?.order(caller.list(units, count, "units")?, point.into())?;
        Ok(AstrideStatus::Ok)
    })
}

/// Sends `count` units to a point in formation, an `AstrideFormation`: together, at the pace of the
/// slowest, in single file where the way is narrow. `spacing` is in cells from slot to slot, 1/4 to
/// 64; 0 means 1.5. `facing` is the final direction of the group, of any length; (0, 0) is the
/// direction of travel.
///
/// Errors: as for `astride_crowd_order`, and `BAD_ARGUMENT` for another formation, spacing or
/// direction. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_order_formation(
    crowd: *mut AstrideCrowd,
    units: *const u32,
    count: usize,
    point: AstridePoint,
    formation: u32,
    spacing: f64,
    facing: AstridePoint,
) -> AstrideStatus {
    border!(|caller| {
        let mut crowd = caller.change(crowd)?;
        let shapes: [usize; Shape::NAMED.len()] = std::array::from_fn(|at| at);
        let mut group =
            Formation::of(Shape::NAMED[chosen(formation, &shapes, "formation")?].clone());
        if spacing != 0.0 {
            group = group.spacing(spacing);
        }
        if Vec2::from(facing) != Vec2::default() {
            group = group.facing(facing.into());
        }
        crowd.order_formation(caller.list(units, count, "units")?, point.into(), &group)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Moves all units for one frame of `seconds`, 0 to 1, in as many equal ticks as the fastest unit
/// needs: in one tick no unit goes more than half a cell. O(units) per tick.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_advance(
    crowd: *mut AstrideCrowd,
    seconds: f64,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(crowd)?.advance(seconds)?;
        Ok(AstrideStatus::Ok)
    })
}

/// How many units there are, and how many of them have arrived; either may be null.
///
/// Threads: any number at once, while nobody changes the crowd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_count(
    crowd: *const AstrideCrowd,
    count: *mut usize,
    arrived: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let crowd = caller.share(crowd)?;
        caller.put_if(count, crowd.count(), "count")?;
        caller.put_if(arrived, crowd.arrived_count(), "arrived")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies where the middle of each unit is into `count` places, which must be as many as there are
/// units.
///
/// Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody changes the crowd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_positions(
    crowd: *const AstrideCrowd,
    positions: *mut AstridePoint,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let crowd = caller.share(crowd)?;
        caller.put_all(positions, count, in_cells(crowd.positions()), "positions")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies how each unit moved in the last tick, in cells per second, into `count` places, which must
/// be as many as there are units.
///
/// Errors and threads: as for `astride_crowd_positions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_velocities(
    crowd: *const AstrideCrowd,
    velocities: *mut AstridePoint,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let crowd = caller.share(crowd)?;
        caller.put_all(velocities, count, in_cells(crowd.velocities()), "velocities")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies whether each unit has arrived, 1 or 0, into `count` places, which must be as many as there
/// are units.
///
/// Errors and threads: as for `astride_crowd_positions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_arrived(
    crowd: *const AstrideCrowd,
    arrived: *mut u8,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let crowd = caller.share(crowd)?;
        let all = (0..crowd.count()).map(|unit| u8::from(crowd.has_arrived(unit as u32)));
        caller.put_all(arrived, count, all, "arrived")?;
        Ok(AstrideStatus::Ok)
    })
}

/// One number for positions, velocities, goals and time: crowds with the same history have the same.
///
/// Threads: any number at once, while nobody changes the crowd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_crowd_digest(
    crowd: *const AstrideCrowd,
    digest: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(digest, caller.share(crowd)?.digest(), "digest")?;
        Ok(AstrideStatus::Ok)
    })
}
