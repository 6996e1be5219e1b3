//! Distances: from everywhere to the nearest goal, or from the start to everywhere.

use astride::base::NodeId;
use serde_json::Value;

use crate::session::layers::{
    Entry, Ground, Layer, Made, Values, ends_option, field, field_on_tiles, way_of,
};
use crate::session::wire::Refusal;

pub(super) struct Distance;

impl Layer for Distance {
    fn entry(&self) -> Entry {
        Entry {
            id: "distance",
            label: "Distance",
            about: "the cheapest cost from every place to the nearest goal, or from the start",
            kind: "levels",
            options: ends_option(),
        }
    }

    fn make(&self, mut ground: Ground<'_>, options: &Value) -> Result<Made, Refusal> {
        let (divide, _) = ground.board.shown_as(ground.panel.settings().scale());
        let unit = if divide == 1 { "ticks" } else { "straight steps" };
        if !ground.board.tiling.is_squares() {
            let cells = ground.board.grid.cell_count();
            let (tiles, field) = field_on_tiles(&mut ground, way_of(options)?)?;
            let level = |node| tiles.in_field(&field, NodeId::new(node));
            let levels: Vec<_> = (0..cells).map(level).collect();
            return Ok(Made::of(Values::Levels(Box::new(move |at| levels[at])), "steps", divide));
        }
        ground.panel.follow(ground.board).map_err(Refusal::value)?;
        let view = ground.panel.footing(ground.board).view();
        let field = field(&ground, &view, way_of(options)?)?;
        let level = move |node: usize| field.distance(NodeId::new(node as u32));
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, unit, divide))
    }
}
