//! Events of a search as JSON, one line each.

use astride::search::{Event, Note};
use astride::shapes::square::Grid;
use serde_json::{Value, json};

use crate::options::cell_json;

/// All events, in order.
pub(crate) fn trace(events: &[Event], grid: &Grid) -> String {
    let mut out = String::new();
    for &event in events {
        out.push_str(&event_json(event, grid).to_string());
        out.push('\n');
    }
    out
}

fn event_json(event: Event, grid: &Grid) -> Value {
    let at = |node| cell_json(grid.cell(node));
    match event {
        Event::Open { node, parent, g, h, f } => json!({
            "event": "open", "cell": at(node), "parent": parent.map(at), "g": g, "h": h, "f": f,
        }),
        Event::Improve { node, parent, g, h, f, reopened } => json!({
            "event": "improve", "cell": at(node), "parent": at(parent), "g": g, "h": h, "f": f,
            "reopened": reopened,
        }),
        Event::Close { node, g } => json!({ "event": "close", "cell": at(node), "g": g }),
        Event::Goal { node, g } => json!({ "event": "goal", "cell": at(node), "g": g }),
        Event::Note(note) => note_json(note, grid),
    }
}

fn note_json(note: Note, grid: &Grid) -> Value {
    let at = |node| cell_json(grid.cell(node));
    match note {
        Note::Half { from_goals } => {
            json!({ "event": "half", "from": if from_goals { "goals" } else { "starts" } })
        }
        Note::Meeting { node, cost } => {
            json!({ "event": "meeting", "cell": at(node), "cost": cost })
        }
        Note::Round { limit } => json!({ "event": "round", "limit": limit }),
        Note::Beyond { node, parent, g, h, f } => json!({
            "event": "beyond", "cell": at(node), "parent": parent.map(at), "g": g, "h": h, "f": f,
        }),
        Note::NothingAhead { from, last, dir } => json!({
            "event": "nothing ahead", "from": at(from), "last": at(last), "dir": format!("{dir:?}"),
        }),
        _ => json!({ "event": "note" }),
    }
}
