//! What can be laid over the map: one file per layer, and the list of them.
//!
//! A new layer is a file with a type that is a [`Layer`], and a line in [`LAYERS`].

mod areas;
mod clearance;
mod clusters;
mod components;
mod distance;
mod fit;
mod flow;
mod heat;
mod influence;
mod regions;
mod shrunk;
mod terrain;
mod wave;
mod whence;

pub(super) use fit::fit;
pub(super) use wave::{of_field, wave};
pub(super) use whence::whence;

use astride::base::{Budget, NodeId};
use astride::search::Scratch;
use astride::shapes::square::GridView;
use astride::world::Way;
use serde_json::{Map, Value, json};

use crate::session::board::Board;
use crate::session::layers::shrunk::{NONE, Shrunk};
use crate::session::limits::Bounds;
use crate::session::panel::Panel;
use crate::session::tiling;
use crate::session::wire::{Frame, Refusal, Replies, kind};

/// The layers, in the order of the menu.
const LAYERS: [&dyn Layer; 9] = [
    &terrain::Terrain,
    &distance::Distance,
    &flow::Flow,
    &heat::Heat,
    &components::Components,
    &clearance::Clearance,
    &regions::Regions,
    &clusters::Clusters,
    &influence::Influence,
];

/// The most lines of a layer.
const MOST_LINES: usize = 1 << 16;

/// Something that can be laid over the map.
trait Layer: Sync {
    /// `{id, label, kind, about, options}`, as in the menu.
    fn entry(&self) -> Entry;

    /// Computes the layer.
    fn make(&self, ground: Ground<'_>, options: &Value) -> Result<Made, Refusal>;
}

/// What a menu says about a layer.
struct Entry {
    id: &'static str,
    label: &'static str,
    about: &'static str,
    /// `levels`, `arrows`, `areas` or `lines`.
    kind: &'static str,
    /// `{id, label, choices}` of each.
    options: Value,
}

/// What a layer is made from.
pub(super) struct Ground<'a> {
    pub(super) board: &'a Board,
    pub(super) panel: &'a mut Panel,
    pub(super) memory: &'a mut Scratch,
    pub(super) bounds: Bounds<'a>,
}

impl<'a> Ground<'a> {
    /// A budget for one pass over all cells, and the other wishes of the page.
    fn budget(&self) -> Budget<'a> {
        Budget::unlimited().bytes(self.bounds.limits.max_search_bytes).cancel(self.bounds.stop)
    }
}

/// A computed layer, which is asked node by node.
struct Made {
    values: Values,
    /// What a level counts.
    unit: &'static str,
    /// Levels are divided by this when they are shown.
    divide: u32,
    /// Levels with a name, for a legend.
    legend: Value,
    /// Lines between cells: from, to, and what each is.
    lines: Vec<[u32; 3]>,
    /// What else is said about the layer.
    more: Map<String, Value>,
}

impl Made {
    /// Only values, with nothing else to draw or to say.
    fn of(values: Values, unit: &'static str, divide: u32) -> Made {
        let (legend, lines, more) = (json!([]), Vec::new(), Map::new());
        Made { values, unit, divide, legend, lines, more }
    }
}

enum Values {
    /// A level of each node, or none.
    Levels(Box<dyn Fn(usize) -> Option<u64>>),
    /// A code of each node.
    Codes(Vec<u8>),
    /// The number of an area for each node, [`areas::NOWHERE`] for none, and all areas.
    Areas(Vec<u16>, areas::Areas),
    /// Nothing by cells.
    Nothing,
}

/// The menu.
pub(super) fn menu() -> Value {
    let entry = |layer: &&dyn Layer| {
        let Entry { id, label, about, kind, options } = layer.entry();
        json!({ "id": id, "label": label, "about": about, "kind": kind, "options": options })
    };
    LAYERS.iter().map(entry).collect()
}

/// Whether a layer applies to maps of these tiles.
fn check_shape(layer: &dyn Layer, board: &Board) -> Result<(), Refusal> {
    if board.tiling.layers().contains(&layer.entry().id) {
        return Ok(());
    }
    board.tiling.only_squares(&format!("the layer {}", layer.entry().id))
}

/// The layer called `id`, if there is one that applies to this board.
fn named(id: &str, board: &Board) -> Result<&'static dyn Layer, Refusal> {
    let layer = LAYERS.iter().find(|layer| layer.entry().id == id).ok_or_else(|| {
        let ids: Vec<_> = LAYERS.iter().map(|layer| layer.entry().id).collect();
        let shown: String = id.chars().take(40).collect();
        Refusal::value(format!("there is no layer {shown:?}, expected one of {}", ids.join(", ")))
    })?;
    check_shape(*layer, board)?;
    Ok(*layer)
}

/// Adds the layer called `id`.
pub(super) fn reply(
    replies: &mut Replies,
    id: &str,
    options: &Value,
    ground: Ground<'_>,
) -> Result<(), Refusal> {
    let board = ground.board;
    let layer = named(id, board)?;
    let made = layer.make(ground, options)?;
    let (width, height) = (board.grid.width(), board.grid.height());
    let mut body = json!({
        "id": id,
        "kind": layer.entry().kind,
        "unit": made.unit,
        "divide": made.divide,
        "legend": made.legend,
        "none": if matches!(made.values, Values::Codes(_)) { 255 } else { 0 },
    });
    if let Value::Object(body) = &mut body {
        body.extend(made.more);
    }
    let shrunk = Shrunk::of(width, height);
    let frame = match &made.values {
        Values::Levels(level) => {
            let levels = shrunk.greatest(level);
            let known = || levels.iter().copied().filter(|&level| level != NONE);
            let (min, max) = (known().min().unwrap_or(0), known().max().unwrap_or(0));
            (body["min"], body["max"]) = (min.into(), max.into());
            Some(shrunk.levels_frame(replies.re(), &levels, min, max))
        }
        Values::Codes(codes) => Some(shrunk.codes_frame(replies.re(), codes)),
        Values::Areas(numbers, areas) => {
            areas.describe(&mut body);
            Some(shrunk.areas_frame(replies.re(), numbers))
        }
        Values::Nothing => None,
    };
    let (count, most) = (made.lines.len(), made.lines.len().min(MOST_LINES));
    (body["lines"], body["lines_left_out"]) = (most.into(), (count - most).into());
    replies.text("layer", body);
    frame.into_iter().for_each(|frame| replies.binary(frame));
    if most > 0 {
        replies.binary(lines_frame(replies.re(), &made.lines[..most]));
    }
    Ok(())
}

/// A code of each cell, on a map of this width and height.
pub(super) fn codes_frame(re: u32, (width, height): (u32, u32), codes: &[u8]) -> Frame {
    Shrunk::of(width, height).codes_frame(re, codes)
}

fn lines_frame(re: u32, lines: &[[u32; 3]]) -> Frame {
    let mut frame = Frame::new(kind::LINES, re, [lines.len() as u32, 0, 0, 0], 12 * lines.len());
    lines.iter().flatten().for_each(|&number| frame.u32(number));
    frame
}

/// Which way a field runs: the option `of`, `goal` unless it says `start`.
fn way_of(options: &Value) -> Result<Way, Refusal> {
    match options.get("of") {
        None | Some(Value::Null) => Ok(Way::Backward),
        Some(of) if of == "goal" => Ok(Way::Backward),
        Some(of) if of == "start" => Ok(Way::Forward),
        Some(_) => Err(Refusal::value("option \"of\" is unknown, expected goal or start")),
    }
}

/// The option `of`, for the menu.
fn ends_option() -> Value {
    json!([{ "id": "of", "label": "Measured", "choices": [
        { "id": "goal", "label": "to the goals" },
        { "id": "start", "label": "from the start" },
    ] }])
}

/// The distance field of the board where its tiles are not squares, to be asked through the tiles.
fn field_on_tiles<'a>(
    ground: &'a mut Ground<'_>,
    way: Way,
) -> Result<(&'a tiling::Tiled, astride::search::DistanceField), Refusal> {
    let mut budget = ground.budget();
    let sources = sources(ground.board, way);
    let tiles = ground.panel.tiles(ground.board).map_err(Refusal::value)?;
    let mut field = astride::search::DistanceField::new();
    let status = tiles.distances(&mut field, &sources, way, &mut budget);
    finished(status.map_err(Refusal::value)?, (&*tiles, field))
}

/// Where the fields of the board begin.
fn sources(board: &Board, way: Way) -> Vec<NodeId> {
    match way {
        Way::Backward => board.goal_nodes(),
        Way::Forward => vec![board.node(board.start())],
    }
}

fn finished<T>(status: astride::search::FieldStatus, made: T) -> Result<T, Refusal> {
    match status {
        astride::search::FieldStatus::Partial { .. } => {
            Err(Refusal::new("stopped", "the layer was stopped before it was done"))
        }
        _ => Ok(made),
    }
}

/// The distance field of the board.
fn field(
    ground: &Ground<'_>,
    view: &GridView<'_>,
    way: Way,
) -> Result<astride::search::DistanceField, Refusal> {
    let sources: Vec<_> = sources(ground.board, way).into_iter().map(|node| (node, 0)).collect();
    let mut field = astride::search::DistanceField::new();
    let status = field.compute(view, &sources, way, &mut ground.budget());
    finished(status, field)
}
