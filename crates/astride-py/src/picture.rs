//! Pictures of a map, a path, a field or a range: SVG and PNG.

use std::path::PathBuf;

use astride::base::{Cell, NodeId};
use astride::search::{DistanceField, Reach};
use astride::shapes::square;
use astride_draw::{DrawError, Layer, PictureOptions, Scene, Theme, png, svg};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::border::away;
use crate::cell::chosen;
use crate::error::{Answer, Kind, Refusal};
use crate::field::Field;
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::number::optional;
use crate::path::Path;
use crate::range::Range;

/// What is on a picture besides the map.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shown<'a> {
    pub(crate) path: &'a [Cell],
    pub(crate) field: Option<&'a DistanceField>,
    pub(crate) reach: Option<&'a Reach>,
    pub(crate) title: Option<&'a str>,
    pub(crate) options: PictureOptions,
}

/// A picture, shown by notebooks: ``svg``, ``png``, ``save("map.svg")``.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Picture {
    svg: String,
    png: Vec<u8>,
}

/// What `drawn` makes of a map with something on it.
pub(crate) fn draw<R>(
    grid: &square::Grid,
    mover: &square::Mover,
    shown: &Shown<'_>,
    drawn: impl FnOnce(&Scene<'_>, &PictureOptions) -> Result<R, DrawError>,
) -> Answer<R> {
    let nodes: Vec<NodeId> = shown.path.iter().filter_map(|&cell| grid.node(cell)).collect();
    let layer = match (shown.field, shown.reach) {
        (Some(field), _) => Layer::Field(field),
        (None, Some(reach)) => Layer::Reach(reach),
        (None, None) => Layer::None,
    };
    let scene = Scene {
        starts: shown.path.get(..1).unwrap_or_default(),
        goals: shown.path.last_chunk::<1>().map_or(&[], |last| last.as_slice()),
        path: (!nodes.is_empty()).then_some(nodes.as_slice()),
        title: shown.title,
        layer,
        ..Scene::new(grid, mover)
    };
    Ok(drawn(&scene, &shown.options)?)
}

#[pymethods]
impl Picture {
    /// The picture as an SVG document.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture as a PNG file, in bytes.
    #[getter]
    fn png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.png)
    }

    /// Writes it to a file, as PNG if the name ends in ".png", else as SVG.
    fn save(&self, py: Python<'_>, file: PathBuf) -> Answer<()> {
        let is_png = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = if is_png { self.png.as_slice() } else { self.svg.as_bytes() };
        away(py, || Ok(std::fs::write(file, bytes).map_err(PyErr::from)?))
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.png)
    }

    fn __repr__(&self) -> String {
        format!("<astride.Picture: {} bytes of SVG>", self.svg.len())
    }
}

#[pymethods]
impl Grid {
    /// A picture of the map, with a path and over it a field or a range, as its mover sees it.
    ///
    /// theme is "light" or "dark"; cell is how many pixels a cell has. A picture has at most 2048
    /// pixels a side: without ``cell`` a larger map is shrunk, with it the picture is refused.
    #[pyo3(signature = (*, path=None, field=None, range=None, mover=None, title=None, theme="light",
        cell=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn picture(
        slf: &Bound<'_, Self>,
        path: Option<&Bound<'_, Path>>,
        field: Option<&Bound<'_, Field>>,
        range: Option<&Bound<'_, Range>>,
        mover: Option<&Bound<'_, Mover>>,
        title: Option<&str>,
        theme: &str,
        #[pyo3(from_py_with = optional)] cell: Option<u32>,
    ) -> Answer<Picture> {
        let theme = [Theme::Light, Theme::Dark][chosen(theme, &["light", "dark"], "theme")?];
        let (grid, mover) = (slf.get().now()?, asked(mover, slf.get().legend));
        let cells = path.map_or(&[][..], |path| path.get().answered.cells());
        if let Some(cell) = cells.iter().find(|&&cell| grid.node(cell).is_none()) {
            let text =
                format!("the path is of another grid, expected one of this: {cell} is not on it");
            return Err(Refusal::new(Kind::BadArgument, text));
        }
        let field_of = field.map(|field| field.get().shape());
        let range_of = range.map(|range| range.get().shape());
        for (what, shape) in [("field", field_of), ("range", range_of)] {
            if shape.is_some_and(|shape| shape != (grid.height(), grid.width())) {
                let text = format!("the {what} is of a grid of another size, expected one of this");
                return Err(Refusal::new(Kind::BadArgument, text));
            }
        }
        let revision = grid.revision();
        let field_at = field.map(|field| field.get().field().revision());
        let range_at = range.map(|range| range.get().revision());
        for (what, at) in [("field", field_at), ("range", range_at)] {
            if let Some(at) = at.filter(|&at| at != revision) {
                let text = format!(
                    "the {what} is of revision {at}, expected {revision} as the grid; compute it again"
                );
                return Err(Refusal::new(Kind::Stale, text));
            }
        }
        let shown = Shown {
            path: cells,
            field: field.map(|field| field.get().field()),
            reach: range.map(|range| range.get().reach()),
            title,
            options: PictureOptions { theme, cell, ..PictureOptions::default() },
        };
        let both = |scene: &Scene<'_>, options: &PictureOptions| {
            Ok(Picture { svg: svg(scene, options)?, png: png(scene, options)? })
        };
        away(slf.py(), || draw(&grid, &mover, &shown, both))
    }
}
