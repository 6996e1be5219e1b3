//! Cells that get a new class, as few fills.

use crate::base::{Cell, CellRect};
use crate::shapes::square::Edit;

/// Cells with a new class, row by row, combined to few rectangles.
#[derive(Default)]
pub(super) struct Painted {
    rects: Vec<(CellRect, u8)>,
    /// The current run within a row.
    run: Option<(CellRect, u8)>,
}

impl Painted {
    pub(super) fn add(&mut self, cell: Cell, class: u8) {
        match &mut self.run {
            Some((run, same))
                if *same == class && run.y == cell.y && run.x + run.width == cell.x =>
            {
                run.width += 1;
            }
            run => {
                let done = run.replace((CellRect::of(cell), class));
                self.finish(done);
            }
        }
    }

    /// Appends a run to the rectangle above that it continues, if there is one.
    fn finish(&mut self, run: Option<(CellRect, u8)>) {
        let Some((run, class)) = run else { return };
        let continued = |(rect, same): &&mut (CellRect, u8)| {
            let is_below =
                (rect.x, rect.width) == (run.x, run.width) && rect.y + rect.height == run.y;
            is_below && *same == class
        };
        // Those of the previous row are among the last ones.
        match self.rects.iter_mut().rev().take(Self::LOOKED_AT).find(continued) {
            Some((rect, _)) => rect.height += 1,
            None => self.rects.push((run, class)),
        }
    }

    /// How many rectangles are examined for one to continue.
    const LOOKED_AT: usize = 8;

    pub(super) fn edit(mut self) -> Edit {
        let last = self.run.take();
        self.finish(last);
        let mut edit = Edit::new();
        for (rect, class) in self.rects {
            edit.fill(rect, class);
        }
        edit
    }
}
