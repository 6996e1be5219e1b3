//! The allowed steps of every cell of a view, borrowed or worked out.

use std::sync::Arc as Shared;

use crate::world::{GridView, Way};

/// The allowed steps out of every cell, for as long as a computation needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// Those of a prepared view.
    shared: Option<Shared<[u8]>>,
    own: Vec<u8>,
    rows: Vec<u8>,
    has_own: bool,
}

impl Steps {
    /// Gets hold of the steps that lead along `way` out of each cell of `view`, if they are
    /// prepared or quickly worked out; `false` if not.
    pub(super) fn begin(&mut self, view: &GridView<'_>, way: Way) -> bool {
        self.forget();
        if way == Way::Backward && view.has_forbidden() {
            return false; // steps into a cell are not those out of it
        }
        match view.step_table() {
            Some(table) => self.shared = Some(table.clone()),
            None => self.has_own = view.fill_steps(&mut self.own, &mut self.rows),
        }
        self.shared.is_some() || self.has_own
    }

    pub(super) fn forget(&mut self) {
        self.shared = None;
        self.has_own = false;
    }

    pub(super) fn table(&self) -> Option<&[u8]> {
        match &self.shared {
            Some(table) => Some(table),
            None => self.has_own.then_some(&self.own),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.own.capacity() + self.rows.capacity()
    }
}
