//! Influence: how strongly the sources of danger are felt on each square.

use astride::base::NodeId;
use astride::world::World;
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
            about: "how strongly the sources of danger are felt where somebody can stand",
            kind: "levels",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let board = ground.board;
        let view = board.grid.seen_by(ground.panel.mover());
        // What is felt inside of walls would only hide them.
        let felt = |node: NodeId| match view.is_passable(node) {
            true => board.danger.value(node).unsigned_abs(),
            false => 0,
        };
        let nodes = (0..board.grid.cell_count()).map(NodeId::new);
        let values: Vec<u32> = nodes.map(felt).collect();
        let level = move |node: usize| Some(u64::from(values[node])).filter(|&value| value > 0);
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, "straight steps more", PARTS.unsigned_abs()))
    }
}
