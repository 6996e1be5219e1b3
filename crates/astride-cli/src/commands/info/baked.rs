//! `astride info --baked`: what a file of indexes holds.

use std::fmt::Write;
use std::path::Path;

use astride::base::{ContainerError, TablesError};
use astride::planner::Method;
use astride::shapes::Shape;
use astride::shapes::graph::{Graph, GraphIndex, GraphIndexFacts};
use astride::shapes::square::IndexFile;
use serde_json::{Value, json};

use super::Args;
use crate::describe::{entries_text, line};
use crate::error::Failure;
use crate::load::{Loaded, load_with, squares};
use crate::read::{load_index_bytes, name_of};
use crate::report::{Ending, Report, count, grouped};

pub(super) fn run(path: &Path, args: &Args) -> Result<Report, Failure> {
    let name = name_of(path);
    let bytes = load_index_bytes(path)?;
    match GraphIndex::describe(&bytes) {
        Err(TablesError::File(ContainerError::Kind { .. })) => {}
        facts => {
            let facts = facts.map_err(|error| Failure::of_at(&name, error))?;
            return of_graph(&name, &bytes, &facts, args);
        }
    }
    let file = IndexFile::read(&bytes).map_err(|error| Failure::of_at(&name, error))?;
    let of = file.origin();
    let mut text =
        format!("{} of a map of {} x {} cells\n", file.names().join(", "), of.size[0], of.size[1]);
    let corners = of.corner_rule();
    let [straight, diagonal] = of.scale;
    let mover =
        format!("{} neighbours, corners {corners}, scale {straight}/{diagonal}", of.neighbours);
    line(&mut text, "mover", mover);
    for index in file.names() {
        let bytes = grouped(file.bytes_of(index) as u64);
        let _ = writeln!(text, "{index:<12}{bytes} bytes");
    }
    let fingerprint = size_and_origin(&mut text, &bytes, of.fingerprint);
    if let Some(revision) = of.revision {
        line(&mut text, "revision", revision);
    }
    let entry = |index: &&str| json!({ "index": index, "bytes": file.bytes_of(index) });
    let mut report = Report::good(
        text,
        json!({
            "command": "info",
            "file": name,
            "width": of.size[0],
            "height": of.size[1],
            "neighbours": of.neighbours,
            "corners": corners,
            "scale": { "straight": straight, "diagonal": diagonal },
            "indexes": file.names().iter().map(entry).collect::<Vec<Value>>(),
            "bytes": bytes.len(),
            "fingerprint": fingerprint,
            "revision": of.revision,
        }),
    );
    if let Some(map) = &args.map {
        let loaded = squares(map, changed(map, args)?)?;
        let fits = file.check(&loaded.grid.seen_by(&args.mover.mover()?));
        tell_fit(&mut report, map, fits.map_err(|error| error.to_string()));
    }
    Ok(report)
}

/// The map with the changes that options ask for.
fn changed(map: &Path, args: &Args) -> Result<Loaded, Failure> {
    args.disc.refuse()?;
    args.change.on(load_with(map, &args.read)?.map, &args.mover)
}

/// Lines about the whole file, and the fingerprint as text.
fn size_and_origin(text: &mut String, bytes: &[u8], fingerprint: u64) -> String {
    line(text, "file", format_args!("{} bytes, whole", grouped(bytes.len() as u64)));
    let fingerprint = format!("{fingerprint:016x}");
    line(text, "fingerprint", format_args!(" {fingerprint}"));
    fingerprint
}

/// The one index of a graph.
fn of_graph(
    name: &str,
    bytes: &[u8],
    of: &GraphIndexFacts,
    args: &Args,
) -> Result<Report, Failure> {
    let mut text = format!("{} of a graph of {}\n", of.method, count(of.nodes.into(), "node"));
    let shortcuts = count(of.shortcuts, "shortcut");
    line(
        &mut text,
        "arcs",
        match of.labels {
            Some(_) => format!("{}, and {shortcuts}", grouped(of.arcs)),
            None if of.method == Method::Customisable => grouped(of.arcs),
            None => format!("{}, among them {shortcuts}", grouped(of.arcs)),
        },
    );
    line(
        &mut text,
        "directions",
        match of.is_symmetric {
            true => "the same both ways",
            false => "one way and the other kept apart",
        },
    );
    if let Some(labels) = &of.labels {
        line(&mut text, "labels", grouped(labels.stored.into()));
        line(&mut text, "entries", entries_text(labels));
    }
    let fingerprint = size_and_origin(&mut text, bytes, of.fingerprint);
    let index = of.method.to_string();
    let mut json = json!({
        "command": "info", "file": name, "nodes": of.nodes, "arcs": of.arcs,
        "shortcuts": of.shortcuts, "symmetric": of.is_symmetric, "bytes": bytes.len(),
        "indexes": [{ "index": index, "bytes": bytes.len() }], "fingerprint": fingerprint,
    });
    if let Some(labels) = &of.labels {
        json["labels"] = labels.stored.into();
        json["entries"] = labels.entries.into();
    }
    let mut report = Report::good(text, json);
    if let Some(map) = &args.map {
        let loaded = match changed(map, args)? {
            Loaded::Other(loaded) if loaded.shape() == Graph::NAME => loaded,
            _ => return Err(Failure::at(name_of(map), "expected a graph, which the index is of")),
        };
        let fits = loaded.seen_by(&args.mover)?.fits(bytes)?;
        tell_fit(&mut report, map, fits.map(drop).map_err(|error| error.to_string()));
    }
    Ok(report)
}

/// Says whether the file is of this map, seen by this mover.
fn tell_fit(report: &mut Report, map: &Path, fits: Result<(), String>) {
    report.json["fits"] = fits.is_ok().into();
    match fits {
        Ok(()) => line(&mut report.text, "fits", name_of(map)),
        Err(error) => {
            line(&mut report.text, "fits", format_args!("not {}: {error}", name_of(map)));
            report.json["why"] = error.into();
            report.ending = Ending::Negative;
        }
    }
}
