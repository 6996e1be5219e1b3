//! Clearance: how much room there is around each square.

use astride::base::NodeId;
use serde_json::{Value, json};

use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::wire::Refusal;

pub(super) struct Clearance;

impl Layer for Clearance {
    fn entry(&self) -> Entry {
        Entry {
            id: "clearance",
            label: "Clearance",
            about: "how large a body may be that stands here",
            kind: "levels",
            options: json!([{ "id": "of", "label": "Measured", "choices": [
                { "id": "square", "label": "as the largest square to the right and below" },
                { "id": "distance", "label": "as the distance to the nearest wall" },
            ] }]),
        }
    }

    fn make(&self, ground: Ground<'_>, options: &Value) -> Result<Made, Refusal> {
        let is_distance = match options.get("of") {
            None | Some(Value::Null) => false,
            Some(of) if of == "square" => false,
            Some(of) if of == "distance" => true,
            Some(_) => return Err(Refusal::value("of is neither square nor distance")),
        };
        let (body, mover) = ground.panel.body();
        let clearance = body.clearance(&ground.board.grid.seen_by(mover));
        let of = |node: u32| match is_distance {
            // Hundredths of a cell, from squared half cells.
            true => (u64::from(clearance.squared(NodeId::new(node))) * 2500).isqrt(),
            false => u64::from(clearance.square(NodeId::new(node))),
        };
        let room: Vec<u32> =
            (0..ground.board.grid.cell_count()).map(|node| of(node) as u32).collect();
        let level = move |node: usize| Some(u64::from(room[node])).filter(|&room| room > 0);
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, "squares", if is_distance { 100 } else { 1 }))
    }
}
