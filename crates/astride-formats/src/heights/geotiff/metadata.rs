//! What `GDAL_METADATA` says of the samples (<https://gdal.org/en/stable/drivers/raster/gtiff.html>).

use super::FORMAT;
use super::directory::Directory;
use crate::error::{FormatError, quote};
use crate::xml::{document_of, text_of};

/// How heights follow from samples.
pub(super) struct Samples {
    /// A height is a sample times this, plus `offset`.
    pub(super) scale: f64,
    pub(super) offset: f64,
    /// The unit of heights, if it is not the metre.
    pub(super) unit: Option<String>,
}

impl Samples {
    pub(super) fn of(directory: &Directory<'_>) -> Result<Self, FormatError> {
        let mut samples = Samples { scale: 1.0, offset: 0.0, unit: None };
        let Some(text) = directory.text(42112).filter(|text| !text.is_empty()) else {
            return Ok(samples);
        };
        let at = |error: FormatError| error.within("GDAL_METADATA".to_owned());
        let text = text_of(FORMAT, text).map_err(at)?;
        let document = document_of(FORMAT, text).map_err(at)?;
        for item in document.descendants().filter(|node| node.has_tag_name("Item")) {
            let value = item.text().unwrap_or_default().trim();
            let number = || {
                let number = value.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| at(FormatError::new(FORMAT, quote(value), "a finite number")))
            };
            match item.attribute("role") {
                Some("scale") => {
                    samples.scale = number()?;
                    if samples.scale == 0.0 {
                        return Err(at(FormatError::new(
                            FORMAT,
                            "a scale of 0",
                            "any other number",
                        )));
                    }
                }
                Some("offset") => samples.offset = number()?,
                Some("unittype") => samples.unit = Some(value.to_owned()),
                _ => {}
            }
        }
        let metres = ["", "m", "metre", "metres", "meter", "meters"];
        samples.unit = samples.unit.filter(|unit| !metres.contains(&&unit.to_lowercase()[..]));
        Ok(samples)
    }
}
