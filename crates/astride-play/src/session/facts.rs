//! Which methods and heuristics apply to the board, and what is on the map.

use astride::planner::Method;
use astride::search::{Heuristic, Promise};
use astride::shapes::square::{self, GridHeuristic, Metric};
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::landmarks;
use crate::session::limits::Limits;
use crate::session::message::Side;
use crate::session::names::{Guess, HEURISTICS};
use crate::session::panel::Panel;

/// The facts for one panel.
pub(super) fn facts(side: Side, panel: &mut Panel, board: &Board, limits: &Limits) -> Value {
    let mut methods = Vec::new();
    let tiles = (!board.tiling.is_squares()).then(|| panel.tiles(board).ok()).flatten();
    let of_shape = tiles.map(|tiles| tiles.methods());
    let polyanya = Method::TABLE.iter().filter(|row| row.method == Method::Polyanya);
    let rows = square::methods().chain(polyanya.filter(|_| of_shape.is_some())).filter(|row| {
        let is_it = |method: &Method| method.row().name == row.name;
        of_shape.as_ref().is_none_or(|methods| methods.iter().any(is_it))
    });
    for row in rows {
        let why = panel.refusal(row.method, board, limits);
        methods.push(json!({ "id": row.name, "ok": why.is_none(), "why": why }));
    }
    // Other shapes have one guess that fits.
    let guesses = if of_shape.is_some() { &[] } else { &HEURISTICS[..] };
    let heuristics: Vec<Value> = guesses
        .iter()
        .map(|choice| {
            let (ok, why) = heuristic(choice.value, panel, board);
            json!({ "id": choice.id, "ok": ok, "why": why })
        })
        .collect();
    json!({
        "panel": side.name(),
        "methods": methods,
        "heuristics": heuristics,
        "cells": board.census(panel.mover()),
    })
}

/// Whether a heuristic makes a difference, and what to say about it.
fn heuristic(guess: Guess, panel: &Panel, board: &Board) -> (bool, Option<String>) {
    let settings = panel.settings();
    let (method, name) = (settings.method(), settings.method_id());
    if settings.is_blind() {
        let ok = guess == Guess::Of(Metric::Zero);
        return (ok, (!ok).then(|| format!("{name} guesses nothing")));
    }
    if method.has_index() {
        let ok = guess == Guess::Of(Metric::Octile);
        return (ok, (!ok).then(|| format!("{name} has a guess of its own")));
    }
    let Guess::Of(metric) = guess else {
        let why = landmarks::refusal(board);
        return (why.is_none(), why);
    };
    let view = panel.footing(board).view();
    let note = match GridHeuristic::new(&view, metric).promise() {
        Promise::Consistent | Promise::Admissible => None,
        Promise::Bounded(weight) => Some(format!(
            "it can guess too high here: paths may cost up to {:.4} times the cheapest",
            weight.as_f64()
        )),
        Promise::Nothing => Some("it can guess too high here: paths may not be cheapest".into()),
    };
    (true, note)
}
