//! Batches of changes of a map.

use astride::shapes::square::Edit;

use crate::cell::{AstrideCell, AstrideRect, byte, dir, side};
use crate::status::AstrideStatus;

/// A batch of changes, to be made all or none by `astride_grid_apply` or `astride_navigator_apply`,
/// in the order in which they were added. Freed with `astride_edit_free`.
#[derive(Debug)]
pub struct AstrideEdit {
    _private: [u8; 0],
}

opaque!(AstrideEdit: Edit, b"A*edit..", "batch of edits");

/// Makes a batch without changes. `*edit` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_new(edit: *mut *mut AstrideEdit) -> AstrideStatus {
    border!(|caller| caller.give(edit, || Ok(Edit::new())))
}

/// Removes all changes from a batch.
///
/// Errors: `BAD_HANDLE`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_clear(edit: *mut AstrideEdit) -> AstrideStatus {
    border!(|caller| {
        *caller.change(edit)? = Edit::new();
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: this cell gets this class.
///
/// Errors: `BAD_ARGUMENT` for a class above 255; whether the cell is on the map is checked when the batch
/// is applied. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_set(
    edit: *mut AstrideEdit,
    cell: AstrideCell,
    class_: u32,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(edit)?.set(cell, byte(class_, "class")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: all cells of a rectangle get this class.
///
/// Errors and threads: as `astride_edit_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_fill(
    edit: *mut AstrideEdit,
    rect: AstrideRect,
    class_: u32,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(edit)?.fill(rect.into(), byte(class_, "class")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: a wall stands on one side of a cell, `ASTRIDE_DIR_N`, `E`, `S` or `W`, and closes it for
/// both cells; with `standing` 0 it is removed.
///
/// Errors: `BAD_ARGUMENT` for another direction; whether there is a cell behind the side is checked when
/// the batch is applied. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_wall(
    edit: *mut AstrideEdit,
    cell: AstrideCell,
    direction: u32,
    standing: u32,
) -> AstrideStatus {
    border!(|caller| {
        let (mut edit, dir) = (caller.change(edit)?, side(direction, cell)?);
        if standing == 0 {
            edit.remove_wall(cell, dir)
        } else {
            edit.wall(cell, dir)
        };
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: a fence or a door of this class, 0 to 255, stands on one side of a cell, `ASTRIDE_DIR_N`,
/// `E`, `S` or `W`: a wall for both cells, except to movers that cross its class
/// (`astride_mover_crosses`). It replaces a wall or another fence; `astride_edit_wall` with
/// `standing` 0 removes it.
///
/// Errors: `BAD_ARGUMENT` for another direction or class; whether there is a cell behind the side is
/// checked when the batch is applied. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_fence(
    edit: *mut AstrideEdit,
    cell: AstrideCell,
    direction: u32,
    class_: u32,
) -> AstrideStatus {
    border!(|caller| {
        let (mut edit, dir) = (caller.change(edit)?, side(direction, cell)?);
        edit.fence(cell, dir, byte(class_, "class")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: as `astride_edit_fence`, but only in the way of the step out of this cell; the way back
/// stays as it is.
///
/// Errors and threads: as `astride_edit_fence`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_fence_step(
    edit: *mut AstrideEdit,
    cell: AstrideCell,
    direction: u32,
    class_: u32,
) -> AstrideStatus {
    border!(|caller| {
        let (mut edit, dir) = (caller.change(edit)?, side(direction, cell)?);
        edit.fence_step(cell, dir, byte(class_, "class")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: the step out of a cell in this direction is forbidden, or with `allowed` other than 0
/// allowed again.
///
/// Errors: `BAD_ARGUMENT` for an invalid direction. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_step(
    edit: *mut AstrideEdit,
    cell: AstrideCell,
    direction: u32,
    allowed: u32,
) -> AstrideStatus {
    border!(|caller| {
        let (mut edit, dir) = (caller.change(edit)?, dir(direction)?);
        if allowed == 0 {
            edit.forbid_step(cell, dir)
        } else {
            edit.allow_step(cell, dir)
        };
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: a link leads from one cell to another, for this many ticks, 1 to 2^30. It replaces an
/// existing one.
///
/// Errors: `BAD_HANDLE`; ticks and cells are checked when the batch is applied. Threads: exclusive
/// access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_link(
    edit: *mut AstrideEdit,
    from: AstrideCell,
    to: AstrideCell,
    ticks: u32,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(edit)?.link(from, to, ticks);
        Ok(AstrideStatus::Ok)
    })
}

/// Adds: the link from one cell to another is removed.
///
/// Errors and threads: as `astride_edit_link`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_unlink(
    edit: *mut AstrideEdit,
    from: AstrideCell,
    to: AstrideCell,
) -> AstrideStatus {
    border!(|caller| {
        caller.change(edit)?.unlink(from, to);
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a batch; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_edit_free(edit: *mut AstrideEdit) -> AstrideStatus {
    border!(|caller| caller.free(edit))
}
