//! Results as files: raw rows, a record for programs, a table for people.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::contestant::Contestant;
use crate::machine::Circumstances;
use crate::stats::{geometric_mean, mean, median, percentile};
use crate::{Failure, clock};

/// One query of one contestant.
pub(crate) struct Sample {
    pub(crate) map: usize,
    pub(crate) row: usize,
    pub(crate) who: Contestant,
    /// Length of a shortest path in cell widths; 0 where there is none.
    pub(crate) length: f64,
    /// Median over the repeats.
    pub(crate) micros: f64,
    pub(crate) least_micros: f64,
    pub(crate) expanded: Option<u64>,
}

/// What one contestant took on one map.
#[derive(Serialize, Clone)]
pub(crate) struct Summary {
    pub(crate) map: String,
    pub(crate) contestant: &'static str,
    pub(crate) queries: usize,
    pub(crate) mean_micros: f64,
    pub(crate) median_micros: f64,
    pub(crate) p99_micros: f64,
    /// The mean over the queries with the longest quarter of the paths.
    pub(crate) hard_mean_micros: f64,
    pub(crate) expansions_per_second: Option<f64>,
    /// µs to prepare the view beforehand, where the search uses that; in no other figure.
    pub(crate) preparing_micros: Option<f64>,
}

/// How much longer a contestant takes than one of Astride's A* searches, over all maps.
#[derive(Serialize, Clone)]
pub(crate) struct Overall {
    pub(crate) base: &'static str,
    pub(crate) contestant: &'static str,
    /// All its time divided by all time of the base, over the same queries.
    pub(crate) ratio_of_totals: f64,
    /// The geometric mean over maps of the ratio of mean times.
    pub(crate) mean_ratio: f64,
    pub(crate) least_ratio: f64,
    pub(crate) most_ratio: f64,
}

/// A whole run.
#[derive(Serialize)]
pub(crate) struct Record {
    pub(crate) circumstances: Circumstances,
    pub(crate) command: String,
    pub(crate) repeats: usize,
    pub(crate) overall: Vec<Overall>,
    pub(crate) summaries: Vec<Summary>,
}

/// Sums up what `who` took on one map.
pub(crate) fn summarise(map: &str, who: Contestant, samples: &[&Sample]) -> Summary {
    let micros: Vec<f64> = samples.iter().map(|sample| sample.micros).collect();
    let lengths: Vec<f64> = samples.iter().map(|sample| sample.length).collect();
    let long = percentile(&lengths, 75);
    let hard: Vec<f64> =
        samples.iter().filter(|sample| sample.length >= long).map(|s| s.micros).collect();
    let expanded: Option<u64> = samples.iter().map(|sample| sample.expanded).sum();
    Summary {
        map: map.to_owned(),
        contestant: who.name(),
        queries: samples.len(),
        mean_micros: mean(&micros),
        median_micros: median(&micros),
        p99_micros: percentile(&micros, 99),
        hard_mean_micros: mean(&hard),
        expansions_per_second: expanded
            .map(|count| count as f64 / micros.iter().sum::<f64>() * 1e6),
        preparing_micros: None,
    }
}

/// How the others compare with each of Astride's A* searches that took part.
pub(crate) fn relate(summaries: &[Summary]) -> Vec<Overall> {
    let bases = [Contestant::Astar, Contestant::Canonical].into_iter();
    bases
        .flat_map(|base| Contestant::ALL.map(|who| (base, who)))
        .filter(|(base, who)| base != who)
        .filter_map(|(base, who)| relate_pair(summaries, base.name(), who.name()))
        .collect()
}

fn relate_pair(
    summaries: &[Summary],
    base: &'static str,
    contestant: &'static str,
) -> Option<Overall> {
    let of = |name| summaries.iter().filter(move |summary| summary.contestant == name);
    let total = |name| of(name).map(|sum| sum.mean_micros * sum.queries as f64).sum::<f64>();
    let ratios: Vec<f64> = of(contestant)
        .filter_map(|theirs| {
            let ours = of(base).find(|ours| ours.map == theirs.map)?;
            Some(theirs.mean_micros / ours.mean_micros)
        })
        .collect();
    (!ratios.is_empty()).then(|| Overall {
        base,
        contestant,
        ratio_of_totals: total(contestant) / total(base),
        mean_ratio: geometric_mean(&ratios),
        least_ratio: ratios.iter().copied().fold(f64::INFINITY, f64::min),
        most_ratio: ratios.iter().copied().fold(0.0, f64::max),
    })
}

/// The raw rows, one line per query and contestant.
pub(crate) fn csv(samples: &[Sample], maps: &[String]) -> String {
    let mut out = String::from("map,row,contestant,length,median_us,least_us,expanded\n");
    for sample in samples {
        let expanded = sample.expanded.map_or(String::new(), |count| count.to_string());
        let Sample { map, row, who, length, micros, least_micros, .. } = sample;
        let (map, who) = (&maps[*map], who.name());
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{map},{row},\"{who}\",{length:.2},{micros:.3},{least_micros:.3},{expanded}"
        );
    }
    out
}

/// A table per question: all maps together, then each map.
pub(crate) fn markdown(record: &Record) -> String {
    let Circumstances { date, processor, cores, load_at_start, target_cpu, .. } =
        &record.circumstances;
    let load = load_at_start.map_or("unknown".to_owned(), |load| format!("{load:.1}"));
    let mut out = format!(
        "# Queries on real maps\n\n`{}` on {date}, {processor}, {cores} cores, load {load} at the start, {target_cpu} build.\n\
         Every answer was checked against the recorded length.\nTimes are µs per query ({}), the median of {} repeats.\n\n",
        record.command,
        clock::NAME,
        record.repeats
    );
    out += "| contestant | against | all time ÷ all time | mean over maps | least | most |\n|---|---|--:|--:|--:|--:|\n";
    for overall in &record.overall {
        let Overall { base, contestant, ratio_of_totals, mean_ratio, least_ratio, most_ratio } =
            overall;
        out += &format!(
            "| {contestant} | {base} | {ratio_of_totals:.1} | {mean_ratio:.1} | {least_ratio:.1} | {most_ratio:.1} |\n"
        );
    }
    out += "\n| map | contestant | queries | mean | median | 99 % | longest quarter | M expansions/s | preparing |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n";
    for summary in &record.summaries {
        let rate =
            summary.expansions_per_second.map_or("–".to_owned(), |r| format!("{:.1}", r / 1e6));
        let preparing = summary.preparing_micros.map_or("–".to_owned(), |us| format!("{us:.0}"));
        out += &format!(
            "| {} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {rate} | {preparing} |\n",
            summary.map,
            summary.contestant,
            summary.queries,
            summary.mean_micros,
            summary.median_micros,
            summary.p99_micros,
            summary.hard_mean_micros
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
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_map_by_map() {
        let sample = |who, map, micros| Sample {
            map,
            row: 0,
            who,
            length: 1.0,
            micros,
            least_micros: micros,
            expanded: None,
        };
        let (astar, peer) = (Contestant::Astar, Contestant::Petgraph);
        let summaries = [
            summarise("a", astar, &[&sample(astar, 0, 1.0), &sample(astar, 0, 3.0)]),
            summarise("a", peer, &[&sample(peer, 0, 3.0), &sample(peer, 0, 5.0)]),
            summarise("b", astar, &[&sample(astar, 1, 1.0)]),
            summarise("b", peer, &[&sample(peer, 1, 8.0)]),
        ];
        let overall = relate(&summaries);
        assert_eq!(overall.len(), 1);
        assert!((overall[0].ratio_of_totals - 16.0 / 5.0).abs() < 1e-12);
        assert!((overall[0].mean_ratio - 4.0).abs() < 1e-12, "of 2 and 8");
    }
}
