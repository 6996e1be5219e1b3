//! Results as records and files: raw rows, sums per map, ratios over all maps.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::Failure;
use crate::contestant::{Entry, Promise};
use crate::machine::Circumstances;
use crate::sheet::Row;
use crate::stats::{geometric_mean, least};
use crate::verdict::Verdict;

/// One query of one contestant.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) map: usize,
    pub(crate) row: usize,
    /// Place in the lineup.
    pub(crate) who: usize,
    /// Length of a shortest path in cell widths; 0 where there is none.
    pub(crate) length: f64,
    /// Median over the repeats.
    pub(crate) micros: f64,
    pub(crate) least_micros: f64,
    /// Median time of resetting, in no other figure.
    pub(crate) reset_micros: f64,
    pub(crate) expanded: Option<u64>,
    pub(crate) verdict: Verdict,
    /// Cost over the best cost.
    pub(crate) ratio: f64,
}

/// Somebody who did not take part, where and why.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Absence {
    pub(crate) contestant: String,
    pub(crate) reason: String,
    pub(crate) maps: Vec<String>,
}

/// A whole run.
#[derive(Serialize)]
pub(crate) struct Record {
    pub(crate) circumstances: Circumstances,
    pub(crate) command: String,
    pub(crate) repeats: usize,
    /// Everybody beside methods of Astride, over all maps.
    pub(crate) overall: Vec<Row>,
    /// What everybody took on each map.
    pub(crate) summaries: Vec<Row>,
    /// The first wrong answer of a contestant on a map, in words.
    pub(crate) faults: Vec<String>,
    pub(crate) absences: Vec<Absence>,
}

/// Adds an absence; the same reason is listed once, with all its maps.
pub(crate) fn note_absence(all: &mut Vec<Absence>, title: &str, map: &str, reason: String) {
    let known = all.iter_mut().find(|one| one.contestant == title && one.reason == reason);
    match known {
        Some(absence) => absence.maps.push(map.to_owned()),
        None => {
            let (contestant, maps) = (title.to_owned(), vec![map.to_owned()]);
            all.push(Absence { contestant, reason, maps });
        }
    }
}

/// Adds up, to its other figures, what a contestant took on one map, of as many queries as anybody was
/// asked.
pub(crate) fn summarise(
    mut row: Row,
    promise: Promise,
    samples: &[Sample],
    of_queries: usize,
) -> Row {
    let mut all = Row::default();
    for sample in samples {
        all.add("micros", sample.micros);
        all.add("reset", sample.reset_micros);
        all.add("length", sample.length);
        all.add("ratio", sample.ratio);
        all.add(sample.verdict.word(), 1.0);
    }
    let long = all.at(75, "length");
    for sample in samples.iter().filter(|sample| sample.length >= long) {
        all.add("hard", sample.micros);
    }
    for (figure, value) in [
        ("queries", samples.len() as f64),
        ("of_queries", of_queries as f64),
        ("is_optimal_by_design", f64::from(u8::from(promise != Promise::NotOptimal))),
        ("exact", all.sum("exact")),
        ("near", all.sum("near")),
        ("longer", all.sum("longer")),
        ("wrong", all.sum("wrong")),
        ("mean_ratio", all.mean("ratio")),
        ("most_ratio", all.at(100, "ratio").max(1.0)),
        ("mean_micros", all.mean("micros")),
        ("median_micros", all.median("micros")),
        ("p99_micros", all.at(99, "micros")),
        // The mean over the queries with the longest quarter of the paths.
        ("hard_mean_micros", all.mean("hard")),
        // The mean time to reset before a query, if the caller must; in no other figure.
        ("reset_micros", all.mean("reset")),
    ] {
        row.add(figure, value);
    }
    if let Some(expanded) = samples.iter().map(|sample| sample.expanded).sum::<Option<u64>>() {
        row.add("expansions_per_second", expanded as f64 / all.sum("micros") * 1e6);
    }
    row
}

/// The first wrong answer of a contestant on a map, in words.
pub(crate) fn first_fault(map: &str, entry: &Entry, samples: &[Sample]) -> Option<String> {
    samples.iter().find_map(|sample| match &sample.verdict {
        Verdict::Wrong(reason) => {
            Some(format!("{} on {map}, row {}: {reason}", entry.title, sample.row))
        }
        _ => None,
    })
}

/// How much longer the others take than each base that took part, under its rule and over the rows
/// that both answered.
pub(crate) fn relate(samples: &[Sample], entries: &[Entry], bases: &[String]) -> Vec<Row> {
    let mut all = Vec::new();
    for (base, own) in entries.iter().enumerate() {
        if !own.is_own || !bases.iter().any(|name| name == own.key) {
            continue;
        }
        for (who, entry) in entries.iter().enumerate() {
            if who != base && entry.rule == own.rule {
                all.extend(relate_pair(samples, (base, own), (who, entry)));
            }
        }
    }
    all
}

fn relate_pair(
    samples: &[Sample],
    (base, own): (usize, &Entry),
    (who, entry): (usize, &Entry),
) -> Option<Row> {
    let of = |who| samples.iter().filter(move |sample| sample.who == who);
    let ours: BTreeMap<(usize, usize), f64> =
        of(base).map(|sample| ((sample.map, sample.row), sample.micros)).collect();
    // Their time and ours on the rows that both answered, by map.
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    let mut queries = 0;
    for sample in of(who) {
        if let Some(micros) = ours.get(&(sample.map, sample.row)) {
            let sum = sums.entry(sample.map).or_default();
            *sum = (sum.0 + sample.micros, sum.1 + micros);
            queries += 1;
        }
    }
    let ratios: Vec<f64> = sums.values().map(|(theirs, ours)| theirs / ours).collect();
    let total = sums.values().fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
    if ratios.is_empty() {
        return None;
    }
    let mut row = Row::new(&own.title, &entry.title);
    entry.rule.title().clone_into(&mut row.note);
    for (figure, value) in [
        ("maps", sums.len() as f64),
        ("queries", queries as f64),
        ("ratio_of_totals", total.0 / total.1),
        // The geometric mean over maps of the ratio of mean times.
        ("mean_ratio", geometric_mean(&ratios)),
        ("least_ratio", least(&ratios)),
        ("most_ratio", ratios.iter().copied().fold(0.0, f64::max)),
    ] {
        row.add(figure, value);
    }
    Some(row)
}

/// The raw rows, one line per query and contestant.
pub(crate) fn csv(samples: &[Sample], maps: &[String], entries: &[Entry]) -> String {
    let mut out = String::from(
        "map,row,contestant,rule,length,median_us,least_us,reset_us,expanded,verdict,cost_ratio\n",
    );
    for sample in samples {
        let expanded = sample.expanded.map_or(String::new(), |count| count.to_string());
        let Sample { map, row, length, micros, least_micros, reset_micros, ratio, .. } = sample;
        let (map, entry, verdict) = (&maps[*map], &entries[sample.who], sample.verdict.word());
        let (title, rule) = (&entry.title, entry.rule.title());
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{map},{row},\"{title}\",{rule},{length:.2},{micros:.3},{least_micros:.3},\
             {reset_micros:.3},{expanded},{verdict},{ratio:.6}"
        );
    }
    out
}

/// The command as it was given, without the place of the program.
pub(crate) fn command() -> String {
    let words = std::env::args().skip(1).map(|word| match word.contains(' ') {
        true => format!("'{word}'"),
        false => word,
    });
    std::iter::once("astride-bench".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Writes one result file, and says so.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(fail)?;
    std::fs::write(&path, text).map_err(fail)?;
    eprintln!("wrote {}", path.display());
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rules::Rule;

    pub(crate) fn entry(key: &'static str, is_own: bool) -> Entry {
        let (title, rule) = (format!("the {key}").into(), Rule::NoCorners);
        Entry { key, title, rule, promise: Promise::Exact, is_own }
    }

    pub(crate) fn sample(who: usize, map: usize, row: usize, micros: f64) -> Sample {
        Sample {
            map,
            row,
            who,
            length: 1.0,
            micros,
            least_micros: micros,
            reset_micros: 0.0,
            expanded: None,
            verdict: Verdict::Exact,
            ratio: 1.0,
        }
    }

    #[test]
    fn ratios_are_taken_map_by_map_on_common_rows() {
        let mut four = entry("other", false);
        four.rule = Rule::Four;
        let entries = [entry("astar", true), entry("peer", false), four];
        let samples = [
            sample(0, 0, 0, 1.0),
            sample(0, 0, 1, 3.0),
            sample(0, 0, 2, 1000.0),
            sample(0, 1, 0, 1.0),
            sample(1, 0, 0, 3.0),
            sample(1, 0, 1, 5.0),
            sample(1, 1, 0, 8.0),
            sample(2, 0, 0, 9.0),
        ];
        let overall = relate(&samples, &entries, &["astar".to_owned()]);
        assert_eq!(overall.len(), 1, "only one plays by the same rule");
        let figures = ["ratio_of_totals", "mean_ratio", "maps", "queries"];
        let found = figures.map(|figure| overall[0].text(figure, 1.0, 6));
        assert_eq!(found, ["3.200000", "4.000000", "2.000000", "3.000000"], "of 2 and 8");
        assert!(relate(&samples, &entries, &["jps".to_owned()]).is_empty());
    }

    #[test]
    fn answers_are_counted_by_verdict() {
        let mut samples = [sample(0, 0, 0, 1.0), sample(0, 0, 1, 2.0), sample(0, 0, 2, 3.0)];
        samples[1].verdict = Verdict::Longer;
        samples[1].ratio = 1.5;
        samples[2].verdict = Verdict::Wrong("a wall".to_owned());
        let row = summarise(Row::new("arena", "the peer"), Promise::Exact, &samples, 3);
        let figures = ["exact", "near", "longer", "wrong", "most_ratio"];
        assert_eq!(
            figures.map(|figure| row.text(figure, 1.0, 1)),
            ["1.0", "0.0", "1.0", "1.0", "1.5"]
        );
        let fault = first_fault("arena", &entry("peer", false), &samples);
        assert_eq!(fault.as_deref(), Some("the peer on arena, row 2: a wall"));
    }

    #[test]
    fn one_reason_is_listed_once() {
        let mut all = Vec::new();
        for map in ["a", "b"] {
            note_absence(&mut all, "peer", map, "not there".to_owned());
        }
        note_absence(&mut all, "peer", "c", "too slow".to_owned());
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].maps, ["a", "b"]);
    }
}
