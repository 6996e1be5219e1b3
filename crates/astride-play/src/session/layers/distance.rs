//! Distances: from everywhere to the nearest goal, or from the start to everywhere.

use astride::base::NodeId;
use serde_json::Value;

use crate::session::layers::{Entry, Ground, Layer, Made, Values, ends_option, field, way_of};
use crate::session::names::shown_as;
use crate::session::wire::Refusal;

pub(super) struct Distance;

impl Layer for Distance {
    fn entry(&self) -> Entry {
        Entry {
            id: "distance",
            label: "Distance",
            about: "the cheapest cost from every square to the nearest goal, or from the start",
            kind: "levels",
            options: ends_option(),
        }
    }

    fn make(&self, ground: Ground<'_>, options: &Value) -> Result<Made, Refusal> {
        ground.panel.follow(ground.board).map_err(Refusal::value)?;
        let view = ground.panel.footing(ground.board).view();
        let field = field(&ground, &view, way_of(options)?)?;
        let level = move |node: usize| field.distance(NodeId::new(node as u32));
        let (divide, _) = shown_as(ground.panel.settings().scale());
        let unit = if divide == 1 { "ticks" } else { "straight steps" };
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, unit, divide))
    }
}
