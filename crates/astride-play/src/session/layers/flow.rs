//! Flow: in every square, the step to take towards the nearest goal.

use astride::shapes::square::FlowField;
use serde_json::Value;

use crate::session::layers::{Entry, Ground, Layer, Made, Values, ends_option, field, way_of};
use crate::session::wire::Refusal;

pub(super) struct Flow;

impl Layer for Flow {
    fn entry(&self) -> Entry {
        Entry {
            id: "flow",
            label: "Flow",
            about: "in every square, the step to take towards the nearest goal, or back to the start",
            kind: "arrows",
            options: ends_option(),
        }
    }

    fn make(&self, ground: Ground<'_>, options: &Value) -> Result<Made, Refusal> {
        ground.panel.follow(ground.board).map_err(Refusal::value)?;
        let view = ground.panel.footing(ground.board).view();
        let field = field(&ground, &view, way_of(options)?)?;
        let mut flow = FlowField::new();
        flow.derive(&view, &field).map_err(Refusal::value)?;
        let values = Values::Codes(flow.codes().to_vec());
        Ok(Made::of(values, "direction", 1))
    }
}
