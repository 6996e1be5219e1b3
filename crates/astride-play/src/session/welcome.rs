//! What a page receives first: all the choices.

use serde_json::{Value, json};

use crate::session::wire::{Refusal, Replies};
use crate::session::{
    Done, Session, VERSION, board, body, builtin, danger, generate, layers, message, names, tiling,
    tools,
};

impl Session {
    pub(super) fn hello(&mut self, hello: &message::Hello, replies: &mut Replies) -> Done {
        if hello.v != VERSION {
            let text = format!("version {} of the protocol, expected {VERSION}", hello.v);
            return Err(Refusal::value(text));
        }
        let scales: Vec<Value> = names::SCALES.iter().map(scale_entry).collect();
        let limits = &self.limits;
        let body = json!({
            "v": VERSION,
            "version": env!("CARGO_PKG_VERSION"),
            "classes": names::classes(),
            "methods": names::method_menu(),
            "heuristics": names::menu(&names::HEURISTICS),
            "corners": names::menu(&names::CORNERS),
            "neighbours": [4, 8],
            "scales": scales,
            "ties": names::menu(&names::TIES),
            "layers": layers::menu(),
            "shapes": tiling::menu(),
            "builtins": builtin::menu(limits),
            "generators": generate::KINDS,
            "limits": {
                "max_cells": limits.max_cells,
                "max_side": limits.max_side,
                "max_units": limits.max_units,
                "max_message": limits.max_message,
                "max_events": limits.max_events,
                "max_goals": board::MAX_GOALS,
                "max_via": board::MAX_VIA,
                "max_size": tools::MAX_SIZE,
                "max_expansions": limits.max_expansions,
                "max_side_of_body": body::MOST_SIDE,
                "max_sources": danger::MOST_SOURCES,
                "max_strength": danger::MOST_STRENGTH,
                "max_radius": danger::MOST_RADIUS,
                "max_explored_cells": limits.max_explored_cells,
            },
        });
        replies.text("welcome", body);
        Ok(())
    }
}

fn scale_entry(choice: &names::Choice<astride::base::Scale>) -> Value {
    let (divide, decimals) = names::shown_as(choice.value);
    json!({
        "id": choice.id, "label": choice.label, "about": choice.about,
        "straight": choice.value.straight(), "diagonal": choice.value.diagonal(),
        "divide": divide, "decimals": decimals,
    })
}
