//! Heat: in which order the search of the panel closed the squares.

use astride::search::{Event, SearchObserver};
use serde_json::{Value, json};

use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::legs::LegObserver;
use crate::session::wire::Refusal;

pub(super) struct Heat;

impl Layer for Heat {
    fn entry(&self) -> Entry {
        Entry {
            id: "heat",
            label: "Order",
            about: "in which order the search closed the places",
            kind: "levels",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let Ground { board, panel, memory, bounds } = ground;
        let mut order = Order { of: vec![0; board.grid.cell_count() as usize], closed: 0 };
        panel.ask(board, memory, bounds, &mut order).map_err(Refusal::value)?;
        let level = move |node: usize| Some(u64::from(order.of[node])).filter(|&order| order > 0);
        let values = Values::Levels(Box::new(level));
        Ok(Made::of(values, "closed as number", 1))
    }
}

/// Numbers nodes as they are closed, from 1; a node closed again keeps its first number.
struct Order {
    of: Vec<u32>,
    closed: u32,
}

impl LegObserver for Order {}

impl SearchObserver for Order {
    fn notice(&mut self, event: Event) {
        if let Event::Close { node, .. } = event {
            self.closed = self.closed.saturating_add(1);
            let order = &mut self.of[node.index()];
            if *order == 0 {
                *order = self.closed;
            }
        }
    }
}
