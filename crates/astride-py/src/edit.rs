//! Batches of changes of a map.

use std::sync::Mutex;

use astride::shapes::square;
use pyo3::prelude::*;

use crate::border::lock;
use crate::cell::{Area, At, Class, dir};
use crate::error::Answer;
use crate::number::whole;

/// A batch of changes, to be made all or none by ``Grid.apply`` or ``Navigator.apply``, in the order
/// in which they were added. Each method gives the batch back.
///
/// >>> nav.apply(Edit().fill((10, 0, 1, 20), 0).set((10, 7), 1))
#[pyclass(frozen, module = "astride")]
#[derive(Default)]
pub(crate) struct Edit {
    changes: Mutex<square::Edit>,
}

impl Edit {
    pub(crate) fn of(changes: square::Edit) -> Self {
        Edit { changes: Mutex::new(changes) }
    }

    pub(crate) fn changes(&self) -> Answer<square::Edit> {
        Ok(lock(&self.changes)?.clone())
    }
}

type Chain<'py> = Answer<Bound<'py, Edit>>;

fn add<'py>(
    edit: &Bound<'py, Edit>,
    change: impl FnOnce(&mut square::Edit) -> &mut square::Edit,
) -> Chain<'py> {
    let _ = change(&mut *lock(&edit.get().changes)?);
    Ok(edit.clone())
}

#[pymethods]
impl Edit {
    #[new]
    fn new() -> Self {
        Edit::default()
    }

    /// This cell gets this class: a cost of 0 to 255 on a grid made of an array, a letter on others.
    #[pyo3(name = "set")]
    fn set_cell<'py>(slf: &Bound<'py, Self>, cell: At, class_: Class) -> Chain<'py> {
        add(slf, |edit| edit.set(cell.0, class_.0))
    }

    /// All cells of a rectangle (x, y, width, height) get this class.
    fn fill<'py>(slf: &Bound<'py, Self>, rect: Area, class_: Class) -> Chain<'py> {
        add(slf, |edit| edit.fill(rect.0, class_.0))
    }

    /// A wall stands on one side of a cell, "N", "E", "S" or "W", and closes it for both cells.
    fn wall<'py>(slf: &Bound<'py, Self>, cell: At, direction: &str) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.wall(cell.0, dir))
    }

    /// The wall or fence on one side of a cell is taken away.
    fn remove_wall<'py>(slf: &Bound<'py, Self>, cell: At, direction: &str) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.remove_wall(cell.0, dir))
    }

    /// A fence or a door of this class stands on one side of a cell, "N", "E", "S" or "W": a wall for
    /// both cells, except to movers that cross its class. It replaces a wall or another fence.
    fn fence<'py>(slf: &Bound<'py, Self>, cell: At, direction: &str, class_: Class) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.fence(cell.0, dir, class_.0))
    }

    /// As ``fence``, but only in the way of the step out of this cell.
    fn fence_step<'py>(
        slf: &Bound<'py, Self>,
        cell: At,
        direction: &str,
        class_: Class,
    ) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.fence_step(cell.0, dir, class_.0))
    }

    /// The step out of a cell in this direction is forbidden.
    fn forbid_step<'py>(slf: &Bound<'py, Self>, cell: At, direction: &str) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.forbid_step(cell.0, dir))
    }

    /// The step out of a cell in this direction is allowed again.
    fn allow_step<'py>(slf: &Bound<'py, Self>, cell: At, direction: &str) -> Chain<'py> {
        let dir = dir(direction)?;
        add(slf, |edit| edit.allow_step(cell.0, dir))
    }

    /// A link leads from one cell to another, for this many ticks, 1 to 2^30.
    fn link<'py>(
        slf: &Bound<'py, Self>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = whole)] ticks: u32,
    ) -> Chain<'py> {
        add(slf, |edit| edit.link(start.0, goal.0, ticks))
    }

    /// The link from one cell to another is taken away.
    fn unlink<'py>(slf: &Bound<'py, Self>, start: At, goal: At) -> Chain<'py> {
        add(slf, |edit| edit.unlink(start.0, goal.0))
    }
}
