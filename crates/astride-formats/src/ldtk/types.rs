//! The parts of LDtk's JSON that are read; everything else is ignored.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::FORMAT;
use crate::error::{FormatError, Place, quote};

/// Reads the JSON of a file; `whole` says what the file is to be.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8], whole: &str) -> Result<T, FormatError> {
    let first = bytes.trim_ascii_start();
    if !first.starts_with(b"{") {
        let found = format!("the file begins with {}", quote(&first[..first.len().min(8)]));
        return Err(FormatError::new(FORMAT, found, whole));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or_default();
        let (found, expected) = match text.split_once(", expected ") {
            _ if error.is_eof() => ("the file ends too early", whole),
            _ if error.is_syntax() => ("text that is not JSON", whole),
            Some((found, expected)) if expected.starts_with("struct ") => (found, "an object"),
            Some((found, "u32")) => (found, "a whole number from 0 to 4294967295"),
            Some((found, "i32")) => (found, "a whole number from -2147483648 to 2147483647"),
            Some((found, "i64")) => (found, "a whole number"),
            Some(said) => said,
            None => (text, whole),
        };
        FormatError::new(FORMAT, found, expected).at(Place::Line(error.line()))
    })
}

#[derive(Deserialize)]
pub(super) struct Project {
    /// Present only to refuse other JSON.
    #[serde(rename = "jsonVersion")]
    _version: String,
    #[serde(rename = "worldLayout")]
    pub(super) layout: Option<String>,
    pub(super) defs: Definitions,
    pub(super) levels: Vec<Level>,
    #[serde(default)]
    pub(super) worlds: Vec<World>,
}

#[derive(Deserialize)]
pub(super) struct World {
    #[serde(rename = "worldLayout")]
    pub(super) layout: Option<String>,
    #[serde(default)]
    pub(super) levels: Vec<Level>,
}

#[derive(Deserialize)]
pub(super) struct Definitions {
    #[serde(default)]
    pub(super) layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
pub(super) struct LayerDefinition {
    pub(super) uid: i64,
    #[serde(rename = "intGridValues", default)]
    pub(super) values: Vec<ValueDefinition>,
}

#[derive(Deserialize)]
pub(super) struct ValueDefinition {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Level {
    #[serde(rename = "identifier")]
    pub(super) name: String,
    #[serde(rename = "worldX", default)]
    pub(super) x: i32,
    #[serde(rename = "worldY", default)]
    pub(super) y: i32,
    #[serde(rename = "worldDepth", default)]
    pub(super) depth: i32,
    #[serde(rename = "pxWid")]
    pub(super) width: u32,
    #[serde(rename = "pxHei")]
    pub(super) height: u32,
    /// `None` if the level has a separate file.
    #[serde(rename = "layerInstances")]
    pub(super) layers: Option<Vec<Layer>>,
    #[serde(rename = "externalRelPath", default)]
    pub(super) file: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Layer {
    #[serde(rename = "__identifier")]
    pub(super) name: String,
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__cWid")]
    pub(super) width: u32,
    #[serde(rename = "__cHei")]
    pub(super) height: u32,
    #[serde(rename = "__gridSize")]
    pub(super) grid_size: u32,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: i32,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: i32,
    #[serde(rename = "layerDefUid")]
    pub(super) definition: i64,
    #[serde(rename = "intGridCsv", default)]
    pub(super) values: Vec<u32>,
    #[serde(rename = "entityInstances", default)]
    pub(super) entities: Vec<Entity>,
}

#[derive(Deserialize)]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) name: String,
    /// Column and row in the grid of its layer.
    #[serde(rename = "__grid")]
    pub(super) cell: [i32; 2],
    /// By which others refer to it.
    #[serde(default)]
    pub(super) iid: String,
    #[serde(rename = "fieldInstances", default)]
    pub(super) fields: Vec<Field>,
}

#[derive(Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) name: String,
    #[serde(rename = "__value", default)]
    pub(super) value: serde_json::Value,
}

impl Field {
    /// The entities to which it refers.
    pub(super) fn entities(&self) -> impl Iterator<Item = &str> {
        let one = std::slice::from_ref(&self.value);
        let values = self.value.as_array().map_or(one, Vec::as_slice);
        values.iter().filter_map(|value| value.get("entityIid")?.as_str())
    }
}
