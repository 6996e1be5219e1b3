//! The answers of `--why`: what closes the start or the goal off, and what would open a path.

use astride::base::Spent;
use astride::shapes::{Explanation, Opening};
use serde_json::{Value, json};

use crate::describe::{line, names_text};
use crate::report::{Ending, Report, count};

/// Adds an explanation to the report of a question without a path. Places are called `tile`, and
/// each is written by the two functions, as text and as JSON.
pub(crate) fn tell_reasons<P>(
    report: &mut Report,
    explained: Result<Option<Explanation<P>>, Spent>,
    tile: &str,
    name: impl Fn(&P) -> String,
    json: impl Fn(&P) -> Value,
) {
    let text = &mut report.text;
    let Ok(explanation) = explained else {
        report.ending = Ending::OutOfBudget;
        line(text, "closed off", "out of budget");
        report.json["explanation"] = Value::Null;
        return;
    };
    // There may be a path that is too costly.
    let Some(Explanation { frontier, shut, opening, .. }) = explanation else { return };
    let names = |places: &[P]| places.iter().map(&name).collect::<Vec<_>>();
    let list = |places: &[P]| places.iter().map(&json).collect::<Vec<_>>();
    let step = |[from, to]: &[P; 2]| format!("{}-{}", name(from), name(to));
    if frontier.is_empty() && shut.is_empty() {
        line(text, "closed off", "by other media or the rim of the map alone");
    }
    if !frontier.is_empty() {
        line(text, "closed off", format_args!("by {}", count(frontier.len() as u64, tile)));
        names_text(text, "", names(&frontier));
    }
    if !shut.is_empty() {
        line(text, "closed off", format_args!("by {}", count(shut.len() as u64, "forbidden step")));
        names_text(text, "", shut.iter().map(step));
    }
    let steps: Vec<_> = shut.iter().map(|step| list(step)).collect();
    let mut told = json!({ "frontier": list(&frontier), "shut": steps, "opening": null });
    match &opening {
        Some(Opening { cells, way, .. }) => {
            let fewest = count(cells.len() as u64, tile);
            line(text, "to open", format_args!("{fewest} at least"));
            names_text(text, "", names(cells));
            told["opening"] = json!({ "cells": list(cells), "way": list(way) });
        }
        None => line(text, "to open", format_args!("no blocked {tile}s that would help")),
    }
    report.json["explanation"] = told;
}

/// The same explanation, with places by name.
pub(crate) fn named<P: ToString>(explanation: Explanation<P>) -> Explanation<String> {
    let Explanation { why, frontier, shut, nearest, opening } = explanation;
    let names = |places: Vec<P>| places.iter().map(P::to_string).collect::<Vec<_>>();
    let steps = |steps: Vec<[P; 2]>| -> Vec<[String; 2]> {
        steps.into_iter().map(|step| step.map(|place| place.to_string())).collect()
    };
    let opening = opening.map(|Opening { cells, class, steps: opened, way }| {
        let [cells, way] = [cells, way].map(names);
        Opening { cells, class, steps: steps(opened), way }
    });
    Explanation { why, frontier: names(frontier), shut: steps(shut), nearest, opening }
}
