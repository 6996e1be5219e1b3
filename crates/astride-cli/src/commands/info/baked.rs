//! `astride info --baked`: what a file of indexes holds.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use astride::shapes::square::IndexFile;
use serde_json::{Value, json};

use super::Args;
use crate::describe::line;
use crate::error::Failure;
use crate::load::{load_map, name_of};
use crate::report::{Ending, Report, grouped};

pub(super) fn run(path: &Path, args: &Args) -> Result<Report, Failure> {
    let name = name_of(path);
    let bytes = fs::read(path).map_err(|error| Failure::io("read", path.display(), &error))?;
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
    line(&mut text, "file", format_args!("{} bytes, whole", grouped(bytes.len() as u64)));
    let fingerprint = format!("{:016x}", of.fingerprint);
    line(&mut text, "fingerprint", format_args!(" {fingerprint}"));
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
        fits(&mut report, &file, map, args)?;
    }
    Ok(report)
}

/// Says whether the file is of this map, seen by this mover.
fn fits(report: &mut Report, file: &IndexFile<'_>, map: &Path, args: &Args) -> Result<(), Failure> {
    let (loaded, mover) = (load_map(map)?, args.mover.mover()?);
    let fits = file.check(&loaded.grid.seen_by(&mover));
    report.json["fits"] = fits.is_ok().into();
    match fits {
        Ok(()) => line(&mut report.text, "fits", name_of(map)),
        Err(error) => {
            line(&mut report.text, "fits", format_args!("not {}: {error}", name_of(map)));
            report.json["why"] = error.to_string().into();
            report.ending = Ending::Negative;
        }
    }
    Ok(())
}
