//! Checking numpy arrays on their way in: kind of number, shape, range.
//!
//! An array that is already laid out as the engine reads it is not copied; numpy converts any other
//! layout first.

use astride::base::Cell;
use numpy::{
    PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::cell::cell;
use crate::error::{Answer, Kind, Refusal};

static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

fn numpy<'py>(py: Python<'py>) -> Answer<Bound<'py, PyModule>> {
    Ok(NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?.bind(py).clone())
}

/// Whatever numpy makes an array of.
pub(crate) struct Given<'py> {
    array: Bound<'py, PyAny>,
    shape: Vec<usize>,
    dtype: String,
    /// numpy's letter for a kind of number: `b` for truth, `i` and `u` for whole numbers.
    kind: char,
}

/// Refuses an array of `numpy.ma` with something masked: whether that is free is for its owner to say.
fn check_mask(given: &Bound<'_, PyAny>) -> Answer<()> {
    let mask = given.getattr_opt("_mask")?;
    if mask.map_or(Ok(false), |mask| mask.call_method0("any")?.is_truthy())? {
        let text = "some of the array is masked, expected all of it: fill the masked places first";
        return Err(Refusal::new(Kind::BadArray, text));
    }
    Ok(())
}

impl<'py> Given<'py> {
    pub(crate) fn of(given: &Bound<'py, PyAny>) -> Answer<Self> {
        let py = given.py();
        let array = if given.is_instance_of::<PyUntypedArray>() {
            check_mask(given)?;
            given.clone()
        } else {
            numpy(py)?.call_method1("asarray", (given,))?
        };
        let untyped = array.cast::<PyUntypedArray>().map_err(PyErr::from)?;
        let dtype = untyped.dtype();
        let kind = numpy::PyArrayDescrMethods::kind(&dtype) as char;
        Ok(Given { shape: untyped.shape().to_vec(), kind, dtype: dtype.to_string(), array })
    }

    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The same numbers in one dimension.
    pub(crate) fn flat(&self) -> Answer<Bound<'py, PyAny>> {
        Ok(self.array.call_method1("reshape", (-1,))?)
    }

    fn refuse<T>(&self, what: &str, expected: &str) -> Answer<T> {
        let text = format!(
            "{what} are an array of {} of shape {:?}, expected {expected}",
            self.dtype, self.shape
        );
        Err(Refusal::new(Kind::BadArray, text))
    }

    pub(crate) fn check_dimensions(&self, count: usize, what: &str) -> Answer<()> {
        if self.shape.len() == count {
            return Ok(());
        }
        self.refuse(what, &format!("{count} dimension{}", if count == 1 { "" } else { "s" }))
    }

    pub(crate) fn check_whole(&self, what: &str) -> Answer<()> {
        if matches!(self.kind, 'i' | 'u') || self.shape.contains(&0) {
            return Ok(());
        }
        self.refuse(what, "whole numbers")
    }

    /// The same numbers as `dtype` and in rows, which is the same array if it is so already.
    pub(crate) fn in_rows(&self, dtype: &str) -> Answer<Bound<'py, PyAny>> {
        let numpy = numpy(self.array.py())?;
        Ok(numpy.call_method1("ascontiguousarray", (&self.array, dtype))?)
    }
}

/// Columns, rows and bytes of a map, without a copy where they lie row by row already.
pub(crate) struct Bytes<'py> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: PyReadonlyArray2<'py, u8>,
}

impl<'py> Bytes<'py> {
    /// Costs: truth, or whole numbers from 0 to 255.
    pub(crate) fn of_costs(given: &Bound<'py, PyAny>) -> Answer<Self> {
        let given = Given::of(given)?;
        let what = "costs";
        given.check_dimensions(2, what)?;
        match given.kind {
            // A byte of 0 or 1 for each.
            'b' => {
                let bytes = given.in_rows("bool")?.call_method1("view", ("uint8",))?;
                Bytes::new(&given, &bytes)
            }
            'u' if given.dtype == "uint8" => Bytes::new(&given, &given.in_rows("uint8")?),
            'i' | 'u' => {
                check_range(&given)?;
                Bytes::new(&given, &given.in_rows("uint8")?)
            }
            'f' => given.refuse(
                what,
                "truth values or whole numbers: round them first, or see \
                 astride.compat.route_through_array",
            ),
            _ => given.refuse(what, "truth values or whole numbers"),
        }
    }

    /// Classes: bytes as they are.
    pub(crate) fn of_classes(given: &Bound<'py, PyAny>) -> Answer<Self> {
        let given = Given::of(given)?;
        given.check_dimensions(2, "classes")?;
        if given.dtype != "uint8" {
            return given.refuse("classes", "uint8");
        }
        Bytes::new(&given, &given.in_rows("uint8")?)
    }

    fn new(given: &Given<'py>, bytes: &Bound<'py, PyAny>) -> Answer<Self> {
        let [Ok(height), Ok(width)] = [given.shape[0], given.shape[1]].map(u32::try_from) else {
            return given.refuse("cells", "fewer than 2^32 rows and columns");
        };
        let bytes = bytes.cast::<PyArray2<u8>>().map_err(PyErr::from)?;
        Ok(Bytes { width, height, bytes: bytes.try_readonly().map_err(PyErr::from)? })
    }

    pub(crate) fn slice(&self) -> Answer<&[u8]> {
        self.bytes.as_slice().map_err(|error| Refusal::Raised(error.into()))
    }
}

/// Whole numbers other than bytes have to be from 0 to 255.
fn check_range(given: &Given<'_>) -> Answer<()> {
    let numbers = given.in_rows(if given.kind == 'u' { "uint64" } else { "int64" })?;
    let wrong = if given.kind == 'u' {
        let numbers: PyReadonlyArray2<'_, u64> = numbers.extract()?;
        first_where(numbers.as_array(), |number| number > 255)
    } else {
        let numbers: PyReadonlyArray2<'_, i64> = numbers.extract()?;
        first_where(numbers.as_array(), |number| !(0..=255).contains(&number))
    };
    let Some((x, y, number)) = wrong else { return Ok(()) };
    let text = format!(
        "the cost at row {y}, column {x} is {number}, expected 0, which blocks, to 255; \
         astride.compat.route_through_array takes other costs"
    );
    Err(Refusal::new(Kind::BadArray, text))
}

fn first_where<T: Copy + ToString>(
    numbers: numpy::ndarray::ArrayView2<'_, T>,
    is_wrong: impl Fn(T) -> bool,
) -> Option<(usize, usize, String)> {
    let mut all = numbers.indexed_iter();
    all.find(|(_, number)| is_wrong(**number)).map(|((y, x), number)| (x, y, number.to_string()))
}

/// Cells: rows of `(x, y)`, or one cell.
pub(crate) fn cells(given: &Bound<'_, PyAny>, what: &str) -> Answer<Vec<Cell>> {
    let mut given = Given::of(given)?;
    if given.shape == [2] {
        given = Given::of(&given.array.call_method1("reshape", ((1, 2),))?)?;
    }
    if given.shape.iter().product::<usize>() == 0 {
        return Ok(Vec::new());
    }
    if given.shape.len() != 2 || given.shape[1] != 2 {
        return given.refuse(what, "rows of (x, y)");
    }
    given.check_whole(what)?;
    let rows: PyReadonlyArray2<'_, i64> = given.in_rows("int64")?.extract()?;
    rows.as_array().outer_iter().map(|row| cell(row[0], row[1])).collect()
}

/// Starts and goals of a batch, as many of the one as of the other.
pub(crate) fn pairs(
    starts: &Bound<'_, PyAny>,
    goals: &Bound<'_, PyAny>,
) -> Answer<Vec<(Cell, Cell)>> {
    let (starts, goals) = (cells(starts, "starts")?, cells(goals, "goals")?);
    if starts.len() != goals.len() {
        let text = format!(
            "there are {} starts and {} goals, expected as many of each",
            starts.len(),
            goals.len()
        );
        return Err(Refusal::new(Kind::BadArray, text));
    }
    Ok(starts.into_iter().zip(goals).collect())
}

/// Points: rows of two numbers that may be broken.
pub(crate) fn points(given: &Bound<'_, PyAny>, what: &str) -> Answer<Vec<[f64; 2]>> {
    let mut given = Given::of(given)?;
    if given.shape == [2] {
        given = Given::of(&given.array.call_method1("reshape", ((1, 2),))?)?;
    }
    if given.shape.iter().product::<usize>() == 0 {
        return Ok(Vec::new());
    }
    if given.shape.len() != 2 || given.shape[1] != 2 || !matches!(given.kind, 'i' | 'u' | 'f') {
        return given.refuse(what, "rows of (x, y)");
    }
    let rows: PyReadonlyArray2<'_, f64> = given.in_rows("float64")?.extract()?;
    Ok(rows.as_array().outer_iter().map(|row| [row[0], row[1]]).collect())
}

/// Whole numbers from 0 on that fit in 32 bits.
pub(crate) fn numbers(given: &Bound<'_, PyAny>, what: &str) -> Answer<Vec<u32>> {
    let given = Given::of(given)?;
    given.check_dimensions(1, what)?;
    given.check_whole(what)?;
    let all: PyReadonlyArray1<'_, i64> = given.in_rows("int64")?.extract()?;
    let fits = |(at, &number): (usize, &i64)| {
        u32::try_from(number).map_err(|_| {
            let text = format!("number {at} of {what} is {number}, expected 0 to 2^32 - 1");
            Refusal::new(Kind::BadArray, text)
        })
    };
    all.as_array().iter().enumerate().map(fits).collect()
}
