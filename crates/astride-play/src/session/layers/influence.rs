//! Influence: how strongly the sources of danger are felt on each square.

use astride::base::NodeId;
use serde_json::{Value, json};

use crate::session::danger::PARTS;
use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::wire::Refusal;

pub(super) struct Influence;

impl Layer for Influence {
    fn entry(&self) -> Entry {
        Entry {
            id: "influence",
            label: "Influence",
            about: "how strongly the sources of danger are felt",
            kind: "levels",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let board = ground.board;
        let values: Vec<u32> = (0..board.grid.cell_count())
            .map(|node| board.danger.value(NodeId::new(node)).unsigned_abs())
            .collect();
        let level = move |node: usize| Some(u64::from(values[node])).filter(|&value| value > 0);
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, "straight steps more", PARTS.unsigned_abs()))
    }
}
