//! Movers: what terrain means to one kind of body, and how it steps.

use std::sync::OnceLock;

use astride::base::Scale;
use astride::shapes::square::{self, Corners, Neighbours};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cell::{Class, chosen};
use crate::error::{Answer, Kind, Refusal};
use crate::number::{refused, row, whole};

/// What the bytes of a map mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Legend {
    /// The letters of maps, such as `.` and `@`.
    Letters,
    /// Costs: 0 is blocked, any other number the factor of the cost of a step.
    Costs,
}

impl Legend {
    /// The mover that knows it and has no other wishes.
    pub(crate) fn mover(self) -> square::Mover {
        match self {
            Legend::Letters => square::Mover::walker(),
            Legend::Costs => {
                static COSTS: OnceLock<square::Mover> = OnceLock::new();
                let make = || {
                    let known = |mover: square::Mover, class: u8| {
                        mover.terrain(class, class.into()).expect("a factor of at most 255")
                    };
                    (1..=255).fold(square::Mover::new(), known)
                };
                COSTS.get_or_init(make).clone()
            }
        }
    }
}

/// How a body moves: where it may stand, what that costs, and how it steps.
///
/// ``Mover()`` takes maps as they are meant: costs of arrays, letters of map files. It has eight
/// neighbours, never cuts corners, and a diagonal step costs the square root of two.
///
/// Parameters
/// ----------
/// terrain : dict, optional
///     What single classes mean to it: a class is a number from 0 to 255 or a letter, and means a
///     factor from 1 to 1024 on the cost of a step into it, or 0, which blocks. With
///     ``(factor, media)`` it lies in other media than land, one bit each (1 land, 2 water): a step
///     stays within one medium.
/// neighbours : 8 or 4
/// corners : "never", "one free" or "always"
///     Whether a diagonal step may pass blocked cells beside it.
/// scale : (int, int), optional
///     Ticks of a straight and of a diagonal step; ``(13860, 19601)`` as a rule, ``(10, 14)`` as in
///     tutorials.
/// crosses : dict, optional
///     Which fences it crosses: a class, a number from 0 to 255 or a letter, and the ticks that
///     crossing one costs beside the step, 0 to 2**30. Every other fence is a wall to it.
///
/// >>> knight = Mover({"f": 3, "W": 0}, corners="one free")
#[pyclass(frozen, module = "astride")]
pub(crate) struct Mover {
    letters: square::Mover,
    costs: square::Mover,
}

impl Mover {
    /// What it is on a map with this legend.
    pub(crate) fn on(&self, legend: Legend) -> &square::Mover {
        match legend {
            Legend::Letters => &self.letters,
            Legend::Costs => &self.costs,
        }
    }
}

/// The mover of a question, the usual one if none was given.
pub(crate) fn asked(mover: Option<&Bound<'_, Mover>>, legend: Legend) -> square::Mover {
    mover.map_or_else(|| legend.mover(), |mover| mover.get().on(legend).clone())
}

/// For `from_py_with`: ticks of a straight and of a diagonal step, or None.
fn steps(given: &Bound<'_, PyAny>) -> PyResult<Option<(u32, u32)>> {
    if given.is_none() {
        return Ok(None);
    }
    let expected =
        "expected ticks of a straight and of a diagonal step, two whole numbers from 1 on";
    let [straight, diagonal] =
        row(given).map_err(|error| refused(error, given, Kind::BadArgument, expected))?;
    match (u32::try_from(straight), u32::try_from(diagonal)) {
        (Ok(straight), Ok(diagonal)) => Ok(Some((straight, diagonal))),
        _ => {
            let text = format!("({straight}, {diagonal}) is not taken, {expected}");
            Err(Refusal::new(Kind::BadArgument, text).into())
        }
    }
}

#[pymethods]
impl Mover {
    #[new]
    #[pyo3(signature = (terrain=None, *, neighbours=8, corners="never", scale=None, crosses=None))]
    fn new(
        terrain: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = whole)] neighbours: u32,
        corners: &str,
        #[pyo3(from_py_with = steps)] scale: Option<(u32, u32)>,
        crosses: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        let neighbours = match neighbours {
            8 => Neighbours::Eight,
            4 => Neighbours::Four,
            other => {
                let text = format!("there are {other} neighbours, expected 8 or 4");
                return Err(Refusal::new(Kind::BadArgument, text));
            }
        };
        let rule = chosen(corners, &["never", "one free", "always"], "corner rule")?;
        let corners = [Corners::Never, Corners::OneFree, Corners::Always][rule];
        let scale = match scale {
            None => Scale::EXACT,
            Some((straight, diagonal)) => Scale::new(straight, diagonal)?,
        };
        let make = |legend: Legend| -> Answer<square::Mover> {
            let mut mover = legend.mover().neighbours(neighbours).corners(corners).scale(scale);
            for (class, meaning) in terrain.into_iter().flat_map(|terrain| terrain.iter()) {
                let Class(class) = class.extract()?;
                if let Ok((factor, media)) = meaning.extract::<(u32, u8)>() {
                    mover = mover.terrain_in(class, factor, media)?;
                    continue;
                }
                let expected = "expected a factor from 0 to 1024, or (factor, media) with media from 1 \
                    to 255";
                let factor = meaning
                    .extract()
                    .map_err(|error| refused(error, &meaning, Kind::BadArgument, expected))?;
                mover = mover.terrain(class, factor)?;
            }
            for (class, ticks) in crosses.into_iter().flat_map(|crosses| crosses.iter()) {
                let Class(class) = class.extract()?;
                mover = mover.crosses(class, whole(&ticks)?)?;
            }
            Ok(mover)
        };
        Ok(Mover { letters: make(Legend::Letters)?, costs: make(Legend::Costs)? })
    }

    fn __repr__(&self) -> String {
        let neighbours = match self.costs.neighbour_rule() {
            Neighbours::Eight => 8,
            Neighbours::Four => 4,
        };
        let corners = match self.costs.corner_rule() {
            Corners::Never => "never",
            Corners::OneFree => "one free",
            Corners::Always => "always",
        };
        let scale = self.costs.step_scale();
        format!(
            "astride.Mover(neighbours={neighbours}, corners={corners:?}, scale=({}, {}))",
            scale.straight(),
            scale.diagonal()
        )
    }
}
