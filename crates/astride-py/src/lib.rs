//! Astride from Python: convert, call, convert.
//!
//! `python/astride/` beside this folder is what people import; it names these classes, and holds the
//! exceptions, the stubs and the helpers in the style of other libraries.
//!
//! # How it is built
//!
//! No class lends out the engine's values: a query takes an `Arc` of the map, under a lock that is
//! held only for that moment, and so goes on while another thread edits. Navigators, indexes,
//! crowds and fleets are read and changed under locks, so a change waits for the queries that are
//! running. No call waits for the interpreter while it holds a lock. `border` releases the
//! interpreter, and no panic gets past it.
// `forbid` would refuse what the macros of pyo3 expand to; nothing else here is unsafe.
#![deny(unsafe_code)]

mod array;
mod batch;
mod border;
mod cell;
mod crowd;
mod edit;
mod error;
mod field;
mod find;
mod fleet;
mod graph;
mod grid;
mod index;
mod load;
mod mover;
mod navigator;
mod number;
mod path;
mod picture;
mod plan;
mod range;
mod requests;
mod what_if;

use pyo3::prelude::*;

#[pymodule(name = "_astride")]
mod module {
    #[pymodule_export]
    use crate::batch::{Paths, unpickled_paths};
    #[pymodule_export]
    use crate::crowd::Crowd;
    #[pymodule_export]
    use crate::edit::Edit;
    #[pymodule_export]
    use crate::field::Field;
    #[pymodule_export]
    use crate::fleet::Fleet;
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::index::Index;
    #[pymodule_export]
    use crate::mover::Mover;
    #[pymodule_export]
    use crate::navigator::Navigator;
    #[pymodule_export]
    use crate::path::{Path, unpickled_path};
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::plan::{Plan, plan, plan_fault};
    #[pymodule_export]
    use crate::range::Range;
    #[pymodule_export]
    use crate::requests::{Delivery, Work};
    #[pymodule_export]
    use crate::what_if::Explanation;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names: Vec<&str> = astride::shapes::square::methods().map(|row| row.name).collect();
        module.add("METHODS", names)
    }
}
