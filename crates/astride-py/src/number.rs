//! Whole numbers as arguments: what is not taken is refused in words, with the range.
//!
//! The name of the argument is added by `astride.errors.Error.add_note`.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::error::{Kind, Refusal};

/// A kind of whole numbers.
pub(crate) trait Whole: Display + Sized {
    const RANGE: [Self; 2];

    fn of(given: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Whole for $kind {
            const RANGE: [Self; 2] = [<$kind>::MIN, <$kind>::MAX];

            fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
                given.extract()
            }
        }
    )*};
}

whole!(u8, u32, u64, usize);

/// For `from_py_with`: a whole number that fits.
pub(crate) fn whole<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    T::of(given).map_err(|error| {
        let [least, most] = T::RANGE;
        let expected = format!("expected a whole number from {least} to {most}");
        refused(error, given, Kind::BadArgument, &expected)
    })
}

/// For `from_py_with`: a whole number that fits, or None.
pub(crate) fn optional<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { whole(given).map(Some) }
}

/// For `from_py_with`: whole numbers that fit, in a list.
pub(crate) fn several<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let all = given.try_iter().map_err(|error| {
        refused(error, given, Kind::BadType, "expected a list of whole numbers")
    })?;
    all.map(|one| whole(&one?)).collect()
}

/// The whole numbers of a tuple, a list or a row of an array that has as many.
pub(crate) fn row<const COUNT: usize>(given: &Bound<'_, PyAny>) -> PyResult<[i64; COUNT]> {
    // A dictionary has a length and items as well.
    if given.cast::<PyMapping>().is_ok() || given.len()? != COUNT {
        return Err(PyTypeError::new_err("no row"));
    }
    let mut numbers = [0; COUNT];
    for (at, number) in numbers.iter_mut().enumerate() {
        *number = given.get_item(at)?.extract()?;
    }
    Ok(numbers)
}

/// Says of what is not taken what it is and what would be; `kind` is for numbers that are too small or
/// too large. An exception that a value of others raised is raised on.
pub(crate) fn refused(error: PyErr, given: &Bound<'_, PyAny>, kind: Kind, expected: &str) -> PyErr {
    let py = given.py();
    let kind = if error.is_instance_of::<PyOverflowError>(py) {
        kind
    } else if error.is_instance_of::<PyValueError>(py) {
        Kind::BadArgument
    } else if error.is_instance_of::<PyTypeError>(py) {
        Kind::BadType
    } else {
        return error;
    };
    let told = given.repr().map(|told| told.to_string()).unwrap_or_default();
    let mut cut: String = told.chars().take(60).collect();
    if cut.len() < told.len() {
        cut.push('…');
    }
    Refusal::new(kind, format!("{cut} is not taken, {expected}")).into()
}
