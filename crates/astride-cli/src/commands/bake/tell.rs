//! Reporting what was baked, as text and as JSON.

use std::fmt::Write;

use astride::planner::Method;
use astride::shapes::square::{GridView, IndexFile, Labels};
use serde_json::{Value, json};

use super::Args;
use super::build::{Any, Built};
use crate::describe::{entries_text, line};
use crate::read::name_of;
use crate::report::{count, grouped};

/// Text and JSON about a file to be written.
pub(super) fn tell(
    args: &Args,
    view: &GridView<'_>,
    built: &[Built],
    bytes: &[u8],
) -> (String, Value) {
    let fingerprint = format!("{:016x}", view.fingerprint());
    let (map, file) = (name_of(&args.map), name_of(&args.output));
    let mut json = json!({
        "command": "bake",
        "map": map,
        "file": file,
        "indexes": built.iter().map(|built| json_of(built, bytes)).collect::<Vec<_>>(),
        "bytes": bytes.len(),
        "fingerprint": fingerprint,
    });
    let mut text;
    if let [Built { index: Any::Labels(labels), seconds, .. }] = built {
        text = format!("labels of {map} in {file}\n");
        alone(&mut text, labels, bytes.len(), *seconds);
        let summary = labels.summary();
        json["index"] = "labels".into();
        json["points"] = summary.nodes.into();
        json["labels"] = summary.stored.into();
        json["entries"] = summary.entries.into();
        json["timing"] = json!({ "seconds": seconds });
    } else {
        let indexes = if built.len() == 1 { "index" } else { "indexes" };
        text = format!("{} {indexes} of {map} in {file}\n", built.len());
        let _ = writeln!(text, "{:<12}{:>14}{:>11}  what", "index", "bytes", "seconds");
        for Built { name, index, seconds } in built {
            let (name, bytes) = (name.text(), bytes_of(bytes, name.text()));
            let what = words(index);
            let _ = writeln!(text, "{name:<12}{:>14}{seconds:>11.3}  {what}", grouped(bytes));
        }
        let _ = writeln!(text, "{:<12}{:>14}", "file", grouped(bytes.len() as u64));
    }
    line(&mut text, "fingerprint", format!(" {fingerprint}"));
    (text, json)
}

/// Text and JSON about the one index of a graph.
pub(super) fn tell_one(args: &Args, method: Method, bytes: usize, seconds: f64) -> (String, Value) {
    let (map, file) = (name_of(&args.map), name_of(&args.output));
    let mut text = format!("{method} of {map} in {file}\n");
    size_and_time(&mut text, bytes, seconds);
    let (index, timing) = (method.to_string(), json!({ "seconds": seconds }));
    let json = json!({
        "command": "bake", "map": map, "file": file, "index": index, "bytes": bytes,
        "indexes": [{ "index": index, "bytes": bytes, "timing": timing }], "timing": timing,
    });
    (text, json)
}

fn size_and_time(text: &mut String, bytes: usize, seconds: f64) {
    line(text, "bytes", grouped(bytes as u64));
    line(text, "built", format!("in {seconds:.3} seconds"));
}

/// Labels in a file of their own.
fn alone(text: &mut String, labels: &Labels, bytes: usize, seconds: f64) {
    let summary = labels.summary();
    let stored = match summary.stored {
        all if all == summary.nodes => String::new(),
        some => format!(", {} of them with labels", grouped(u64::from(some))),
    };
    line(text, "points", grouped(u64::from(summary.nodes)) + &stored);
    line(text, "entries", entries_text(&summary));
    size_and_time(text, bytes, seconds);
}

/// Bytes of one index in the file.
fn bytes_of(bytes: &[u8], name: &str) -> u64 {
    IndexFile::read(bytes).map_or(0, |file| file.bytes_of(name) as u64)
}

/// What an index consists of.
fn words(index: &Any) -> String {
    match index {
        Any::Labels(labels) => {
            let summary = labels.summary();
            let entries = grouped(summary.entries);
            format!("{}, {entries} entries", count(summary.nodes.into(), "jump point"))
        }
        Any::Clusters(clusters) => {
            let nodes = (0..clusters.level_count()).map(|level| clusters.node_count(level) as u64);
            let levels = count(clusters.level_count() as u64, "level");
            let number = count(clusters.cluster_count() as u64, "cluster");
            format!("{number} on {levels}, {}", count(nodes.sum(), "node"))
        }
        Any::Landmarks(landmarks) => count(landmarks.nodes().len() as u64, "landmark"),
        Any::DeadEnds(dead_ends) => count(dead_ends.count() as u64, "area"),
        Any::Regions(regions) => {
            let gates = count(regions.gates().len() as u64, "gate");
            format!("{}, {gates}", count(regions.regions().len() as u64, "region"))
        }
    }
}

fn json_of(built: &Built, bytes: &[u8]) -> Value {
    let name = built.name.text();
    let mut json = json!({
        "index": name,
        "bytes": bytes_of(bytes, name),
        "timing": { "seconds": built.seconds },
    });
    match &built.index {
        Any::Labels(labels) => json["points"] = labels.summary().nodes.into(),
        Any::Clusters(clusters) => {
            json["clusters"] = clusters.cluster_count().into();
            json["levels"] = clusters.level_count().into();
        }
        Any::Landmarks(landmarks) => json["landmarks"] = landmarks.nodes().len().into(),
        Any::DeadEnds(dead_ends) => json["areas"] = dead_ends.count().into(),
        Any::Regions(regions) => {
            json["regions"] = regions.regions().len().into();
            json["gates"] = regions.gates().len().into();
        }
    }
    json
}
