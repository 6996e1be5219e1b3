//! What the page may send: one type per message. Unknown fields are ignored.

use serde::Deserialize;
use serde_json::Value;

/// What every message begins with.
#[derive(Deserialize)]
pub(super) struct Envelope {
    pub(super) t: String,
    pub(super) n: u32,
}

/// One of the two panels.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    #[default]
    A,
    B,
}

impl Side {
    pub(super) fn index(self) -> usize {
        self as usize
    }

    pub(super) fn name(self) -> &'static str {
        ["a", "b"][self.index()]
    }
}

#[derive(Deserialize)]
pub(super) struct Hello {
    pub(super) v: u32,
}

#[derive(Deserialize)]
pub(super) struct Open {
    pub(super) what: What,
    /// Whether the page wants to show how a generated map was made.
    #[serde(default)]
    pub(super) grow: bool,
}

/// What to open: exactly one of these.
#[derive(Deserialize)]
pub(super) struct What {
    pub(super) builtin: Option<String>,
    pub(super) map: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    /// The shape of the tiles of a blank or generated map.
    pub(super) shape: Option<String>,
    pub(super) scen: Option<String>,
    pub(super) drawing: Option<String>,
    /// The text of a graph or a mesh, and that of the positions of a graph if they are separate.
    pub(super) plan: Option<String>,
    pub(super) positions: Option<String>,
    pub(super) blank: Option<[u32; 2]>,
    pub(super) generate: Option<Generate>,
    pub(super) scene: Option<Scene>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Generate {
    pub(super) kind: String,
    pub(super) width: u32,
    pub(super) height: u32,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) percent: Option<u32>,
    pub(super) classes: Option<u32>,
    pub(super) blob: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Tool {
    Brush,
    Line,
    Rectangle,
    Outline,
    Fill,
    /// Every wall of the map, wherever the stroke lies.
    Walls,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    #[default]
    Square,
    Round,
}

/// A small picture of a built-in map.
#[derive(Deserialize)]
pub(super) struct Preview {
    pub(super) builtin: String,
    pub(super) side: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Stroke {
    pub(super) tool: Tool,
    pub(super) class: u8,
    #[serde(default = "one")]
    pub(super) size: u32,
    #[serde(default)]
    pub(super) shape: Shape,
    pub(super) from: [u32; 2],
    pub(super) to: Option<[u32; 2]>,
    #[serde(default)]
    pub(super) group: u32,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Place {
    Start,
    /// A stop on the way.
    Via,
    Goal,
    /// A landmark.
    Landmark,
    /// A place of a graph, to be moved to a point.
    Node,
}

#[derive(Deserialize)]
pub(super) struct PlaceAt {
    pub(super) what: Place,
    #[serde(default)]
    pub(super) index: usize,
    pub(super) x: u32,
    pub(super) y: u32,
    #[serde(default)]
    pub(super) add: bool,
    pub(super) group: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Unplace {
    pub(super) what: Place,
    #[serde(default)]
    pub(super) index: usize,
}

/// Changes of one panel; settings that are not named stay as they are.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Change {
    #[serde(default)]
    pub(super) panel: Side,
    pub(super) method: Option<String>,
    pub(super) heuristic: Option<String>,
    pub(super) corners: Option<String>,
    pub(super) neighbours: Option<u8>,
    pub(super) scale: Option<String>,
    pub(super) weight: Option<String>,
    pub(super) ties: Option<String>,
    pub(super) budget: Option<Expansions>,
    pub(super) size: Option<u32>,
    pub(super) danger: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Expansions {
    pub(super) expansions: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct Compare {
    pub(super) on: bool,
}

#[derive(Deserialize)]
pub(super) struct OfPanel {
    #[serde(default)]
    pub(super) panel: Side,
}

#[derive(Deserialize)]
pub(super) struct Trace {
    #[serde(default)]
    pub(super) panel: Side,
    pub(super) limit: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Inspect {
    #[serde(default)]
    pub(super) panel: Side,
    pub(super) x: u32,
    pub(super) y: u32,
    /// Whether the way there from the start is requested as well.
    #[serde(default)]
    pub(super) way: bool,
}

#[derive(Deserialize)]
pub(super) struct Layer {
    #[serde(default)]
    pub(super) panel: Side,
    pub(super) id: String,
    #[serde(default)]
    pub(super) options: Value,
}

/// A layer on one cell.
#[derive(Deserialize)]
pub(super) struct Whence {
    #[serde(flatten)]
    pub(super) layer: Layer,
    pub(super) x: u32,
    pub(super) y: u32,
}

/// A field: that of a layer with these options, or the one that leads a unit.
#[derive(Deserialize)]
pub(super) struct Wave {
    #[serde(default)]
    pub(super) panel: Side,
    #[serde(default)]
    pub(super) options: Value,
    pub(super) unit: Option<u32>,
    pub(super) limit: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Rows {
    pub(super) rows: Option<[usize; 2]>,
}

#[derive(Deserialize)]
pub(super) struct Row {
    pub(super) i: usize,
}

#[derive(Deserialize)]
pub(super) struct Race {
    #[serde(default)]
    pub(super) panel: Side,
    pub(super) methods: Vec<String>,
    pub(super) rows: Option<usize>,
    pub(super) pairs: Option<usize>,
    #[serde(default)]
    pub(super) seed: u64,
}

#[derive(Deserialize)]
pub(super) struct Text {
    pub(super) format: String,
}

/// Bodies are added or removed: one of the two.
#[derive(Deserialize)]
pub(super) struct Bodies {
    pub(super) add: Option<AddBodies>,
    pub(super) remove: Option<Which>,
}

#[derive(Deserialize)]
pub(super) struct AddBodies {
    pub(super) x: u32,
    pub(super) y: u32,
    #[serde(default)]
    pub(super) radius: u32,
    #[serde(default = "one")]
    pub(super) count: u32,
    #[serde(default)]
    pub(super) kind: u8,
}

/// Some bodies by their numbers, or `"all"`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Which {
    Ids(Vec<u32>),
    All(String),
}

#[derive(Deserialize)]
pub(super) struct Send {
    pub(super) ids: Which,
    pub(super) x: u32,
    pub(super) y: u32,
    #[serde(default)]
    pub(super) lead: Lead,
}

/// What leads bodies that are sent together.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lead {
    #[default]
    Quickest,
    /// One field of arrows.
    Field,
    /// A way for each.
    Ways,
}

#[derive(Deserialize)]
pub(super) struct Animals {
    pub(super) count: u32,
    #[serde(default)]
    pub(super) seed: u64,
}

#[derive(Deserialize)]
pub(super) struct Crowd {
    pub(super) scene: String,
    pub(super) count: u32,
}

#[derive(Deserialize)]
pub(super) struct Advance {
    #[serde(default = "one")]
    pub(super) ticks: u32,
    pub(super) budget: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct Body {
    pub(super) id: u32,
}

/// An explorer begins at the start, or is removed.
#[derive(Deserialize)]
pub(super) struct Explore {
    pub(super) on: bool,
    #[serde(default = "usual_sight")]
    pub(super) radius: u32,
}

fn usual_sight() -> u32 {
    6
}

#[derive(Deserialize)]
pub(super) struct Walk {
    #[serde(default = "one")]
    pub(super) steps: u32,
}

/// Many requests for paths at once.
#[derive(Deserialize)]
pub(super) struct Rush {
    pub(super) count: u32,
    #[serde(default)]
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) one_goal: bool,
}

#[derive(Deserialize)]
pub(super) struct Work {
    pub(super) budget: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct Watch {
    pub(super) on: bool,
}

/// Sources of danger are added, changed or removed: one of the three.
#[derive(Deserialize)]
pub(super) struct Danger {
    pub(super) add: Option<SourceChange>,
    pub(super) change: Option<SourceChange>,
    pub(super) remove: Option<One>,
    pub(super) group: Option<u32>,
}

/// A source of danger; values that are not named stay as they are, or have their defaults.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct SourceChange {
    #[serde(default)]
    pub(super) index: usize,
    pub(super) cell: Option<[u32; 2]>,
    pub(super) strength: Option<u32>,
    pub(super) radius: Option<u32>,
    pub(super) falloff: Option<String>,
}

/// One by its number, or `"all"`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum One {
    Index(usize),
    All(String),
}

/// A saved scene: version 1.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Scene {
    pub(super) v: u32,
    #[serde(default)]
    pub(super) name: String,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) shape: Option<String>,
    /// The text of a map without tiles.
    pub(super) plan: Option<String>,
    pub(super) cells: String,
    pub(super) start: [u32; 2],
    #[serde(default)]
    pub(super) via: Vec<[u32; 2]>,
    #[serde(default)]
    pub(super) landmarks: Vec<[u32; 2]>,
    pub(super) goals: Vec<[u32; 2]>,
    #[serde(default)]
    pub(super) settings: Vec<Change>,
    #[serde(default)]
    pub(super) compare: bool,
    /// `[x, y, kind]` of each.
    #[serde(default)]
    pub(super) units: Vec<[u32; 3]>,
    #[serde(default)]
    pub(super) danger: Vec<SourceChange>,
}
