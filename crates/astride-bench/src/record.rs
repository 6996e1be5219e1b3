//! Results as records and files: raw rows, sums per map, ratios over all maps.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::Failure;
use crate::contestant::{Entry, Promise};
use crate::machine::Circumstances;
use crate::measure::Built;
use crate::rules::Rule;
use crate::stats::{geometric_mean, mean, median, percentile};
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

/// What one contestant took on one map.
#[derive(Serialize, Clone)]
pub(crate) struct Summary {
    pub(crate) map: String,
    pub(crate) contestant: String,
    pub(crate) rule: Rule,
    pub(crate) queries: usize,
    /// Queries that somebody was asked.
    pub(crate) of_queries: usize,
    pub(crate) checked: Checked,
    pub(crate) mean_micros: f64,
    pub(crate) median_micros: f64,
    pub(crate) p99_micros: f64,
    /// The mean over the queries with the longest quarter of the paths.
    pub(crate) hard_mean_micros: f64,
    pub(crate) expansions_per_second: Option<f64>,
    /// The mean time to reset before a query, if the caller must; in no other figure.
    pub(crate) reset_micros: f64,
    pub(crate) build_seconds: f64,
    pub(crate) index_bytes: Option<u64>,
}

/// What came out of checking the answers.
#[derive(Serialize, Clone, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) is_optimal_by_design: bool,
    pub(crate) exact: usize,
    pub(crate) near: usize,
    pub(crate) longer: usize,
    pub(crate) wrong: usize,
    pub(crate) mean_ratio: f64,
    pub(crate) most_ratio: f64,
    pub(crate) first_fault: Option<String>,
}

/// How much longer a contestant takes than a method of Astride under the same rule, over the rows
/// of all maps that both answered.
#[derive(Serialize, Clone)]
pub(crate) struct Overall {
    pub(crate) base: String,
    pub(crate) contestant: String,
    pub(crate) rule: Rule,
    pub(crate) maps: usize,
    pub(crate) queries: usize,
    /// All its time divided by all time of the base.
    pub(crate) ratio_of_totals: f64,
    /// The geometric mean over maps of the ratio of mean times.
    pub(crate) mean_ratio: f64,
    pub(crate) least_ratio: f64,
    pub(crate) most_ratio: f64,
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
    pub(crate) overall: Vec<Overall>,
    pub(crate) summaries: Vec<Summary>,
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

/// Sums up what a contestant took on one map.
pub(crate) fn summarise(
    map: &str,
    entry: &Entry,
    samples: &[&Sample],
    of_queries: usize,
    built: Built,
) -> Summary {
    let micros: Vec<f64> = samples.iter().map(|sample| sample.micros).collect();
    let lengths: Vec<f64> = samples.iter().map(|sample| sample.length).collect();
    let resets: Vec<f64> = samples.iter().map(|sample| sample.reset_micros).collect();
    let long = percentile(&lengths, 75);
    let hard: Vec<f64> =
        samples.iter().filter(|sample| sample.length >= long).map(|s| s.micros).collect();
    let expanded: Option<u64> = samples.iter().map(|sample| sample.expanded).sum();
    Summary {
        map: map.to_owned(),
        contestant: entry.title.clone(),
        rule: entry.rule,
        queries: samples.len(),
        of_queries,
        checked: checked(entry, samples),
        mean_micros: mean(&micros),
        median_micros: median(&micros),
        p99_micros: percentile(&micros, 99),
        hard_mean_micros: mean(&hard),
        expansions_per_second: expanded
            .map(|count| count as f64 / micros.iter().sum::<f64>() * 1e6),
        reset_micros: mean(&resets),
        build_seconds: built.seconds,
        index_bytes: built.bytes,
    }
}

fn checked(entry: &Entry, samples: &[&Sample]) -> Checked {
    let count = |word| samples.iter().filter(|sample| sample.verdict.word() == word).count();
    let ratios: Vec<f64> = samples.iter().map(|sample| sample.ratio).collect();
    let mut faults = samples.iter().filter_map(|sample| match &sample.verdict {
        Verdict::Wrong(reason) => Some(format!("row {}: {reason}", sample.row)),
        _ => None,
    });
    Checked {
        is_optimal_by_design: entry.promise != Promise::NotOptimal,
        exact: count("exact"),
        near: count("near"),
        longer: count("longer"),
        wrong: count("wrong"),
        mean_ratio: mean(&ratios),
        most_ratio: ratios.iter().copied().fold(1.0, f64::max),
        first_fault: faults.next(),
    }
}

/// How the others compare with each base that took part, under its rule.
pub(crate) fn relate(samples: &[Sample], entries: &[Entry], bases: &[String]) -> Vec<Overall> {
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
) -> Option<Overall> {
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
    (!ratios.is_empty()).then(|| Overall {
        base: own.title.clone(),
        contestant: entry.title.clone(),
        rule: entry.rule,
        maps: sums.len(),
        queries,
        ratio_of_totals: total.0 / total.1,
        mean_ratio: geometric_mean(&ratios),
        least_ratio: ratios.iter().copied().fold(f64::INFINITY, f64::min),
        most_ratio: ratios.iter().copied().fold(0.0, f64::max),
    })
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

    pub(crate) fn entry(key: &'static str, is_own: bool) -> Entry {
        let (title, rule) = (format!("the {key}"), Rule::NoCorners);
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
        assert!((overall[0].ratio_of_totals - 16.0 / 5.0).abs() < 1e-12);
        assert!((overall[0].mean_ratio - 4.0).abs() < 1e-12, "of 2 and 8");
        assert_eq!((overall[0].maps, overall[0].queries), (2, 3));
        assert!(relate(&samples, &entries, &["jps".to_owned()]).is_empty());
    }

    #[test]
    fn answers_are_counted_by_verdict() {
        let mut samples = [sample(0, 0, 0, 1.0), sample(0, 0, 1, 2.0), sample(0, 0, 2, 3.0)];
        samples[1].verdict = Verdict::Longer;
        samples[1].ratio = 1.5;
        samples[2].verdict = Verdict::Wrong("a wall".to_owned());
        let theirs: Vec<&Sample> = samples.iter().collect();
        let checked = checked(&entry("peer", false), &theirs);
        assert_eq!((checked.exact, checked.longer, checked.wrong), (1, 1, 1));
        assert!((checked.most_ratio - 1.5).abs() < 1e-12);
        assert_eq!(checked.first_fault.as_deref(), Some("row 2: a wall"));
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
