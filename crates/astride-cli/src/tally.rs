//! The results of the rows of a scenario file.

use std::fmt::{self, Write};

use astride::search::Guarantee;
use serde_json::{Value, json};

use crate::ready::Built;
use crate::report::{count, grouped};

/// How many mismatches are kept in full.
const KEPT: usize = 10;

/// A row as it is shown: its line, what its ends are called, in text and in JSON, and the length as
/// printed.
pub(crate) struct Listed {
    pub(crate) line: usize,
    pub(crate) names: [String; 2],
    pub(crate) ends: [Value; 2],
    pub(crate) length: String,
}

/// One row whose answer is not the recorded one.
#[derive(Debug)]
pub(crate) struct Mismatch {
    /// From 1.
    pub(crate) row: usize,
    line: usize,
    pub(crate) reason: String,
    json: Value,
}

/// The results of the rows of one scenario under one method.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The name of the method that answered.
    pub(crate) method: String,
    pub(crate) rows: usize,
    /// The first mismatches.
    pub(crate) mismatches: Vec<Mismatch>,
    pub(crate) mismatch_count: usize,
    /// Paths that are longer than recorded, as their method allows: how many, and the greatest ratio.
    longer: (usize, f64),
    /// Rows whose budget ran out.
    pub(crate) given_up: usize,
    pub(crate) expanded: u64,
    pub(crate) times: Times,
    pub(crate) built: Built,
    pub(crate) batch: Option<Batch>,
}

/// All rows at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) threads: u16,
    pub(crate) per_second: f64,
}

/// Times of single queries or frames, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) most: f64,
}

impl Tally {
    pub(crate) fn mean_expanded(&self) -> f64 {
        self.expanded as f64 / self.rows.max(1) as f64
    }

    /// Before any of this many rows.
    pub(crate) fn new(method: impl fmt::Display, rows: usize, built: Built) -> Self {
        Tally {
            method: method.to_string(),
            rows,
            mismatches: Vec::new(),
            mismatch_count: 0,
            longer: (0, 1.0),
            given_up: 0,
            expanded: 0,
            times: Times::default(),
            built,
            batch: None,
        }
    }

    /// Counts a row, numbered from 0, whose answer is not the recorded one.
    pub(crate) fn note(&mut self, at: usize, row: impl FnOnce() -> Listed, reason: String) {
        self.mismatch_count += 1;
        if self.mismatches.len() < KEPT {
            self.mismatches.push(Mismatch::of(at + 1, row(), reason));
        }
    }

    /// Counts a path that is this many times as long as recorded and keeps its promise.
    pub(crate) fn accept(&mut self, ratio: f64) {
        if ratio > 1.0 {
            self.longer = (self.longer.0 + 1, self.longer.1.max(ratio));
        }
    }

    pub(crate) fn text(&self, out: &mut String) {
        let Tally { method, rows, mismatches, mismatch_count, times, .. } = self;
        let verdict = match (mismatch_count, self.longer) {
            (0, _) if *rows == self.given_up => "nothing to compare".to_owned(),
            (0, (0, _)) => "all as recorded".to_owned(),
            (0, (some, most)) => format!(
                "none shorter than recorded, {} longer, as the method allows: up to {:.2} times as long",
                grouped(some as u64),
                (most * 100.0 - 1e-6).ceil() / 100.0
            ),
            (1, _) => "1 mismatch".to_owned(),
            (some, _) => format!("{} mismatches", grouped(*some as u64)),
        };
        let given_up = match self.given_up {
            0 => String::new(),
            some => format!(", {} given up", grouped(some as u64)),
        };
        let rows = count(*rows as u64, "row");
        let _ = writeln!(out, "\n{method}: {rows} run{given_up}, {verdict}");
        for Mismatch { row, line, reason, .. } in mismatches {
            let _ = writeln!(out, "  row {row} (line {line}): {reason}");
        }
        if *mismatch_count > mismatches.len() {
            let _ = writeln!(out, "  and {} more", mismatch_count - mismatches.len());
        }
        let _ = writeln!(
            out,
            "  expanded  mean {:.1}, in all {}",
            self.mean_expanded(),
            grouped(self.expanded)
        );
        let _ = writeln!(
            out,
            "  time      mean {:.1} us, median {:.1} us, p99 {:.1} us, most {:.1} us",
            times.mean, times.median, times.p99, times.most
        );
        let _ = writeln!(out, "  built     {}", self.built.text());
        if let Some(Batch { threads, per_second }) = self.batch {
            let per_second = grouped(per_second as u64);
            let threads = count(threads.into(), "thread");
            let _ = writeln!(out, "  at once   {per_second} answers a second on {threads}");
        }
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "method": self.method,
            "rows": self.rows,
            "mismatches": self.mismatch_count,
            "given_up": self.given_up,
            "longer": self.longer.0,
            "longest_ratio": self.longer.1,
            "first_mismatches": self.mismatches.iter().map(|m| m.json.clone()).collect::<Vec<_>>(),
            "expanded": self.expanded,
            "expanded_mean": self.mean_expanded(),
            "index": self.built.json(),
            "threads": self.batch.map(|batch| batch.threads),
            "timing": {
                "per_second": self.batch.map(|batch| batch.per_second),
                "mean_us": self.times.mean,
                "median_us": self.times.median,
                "p99_us": self.times.p99,
                "max_us": self.times.most,
            },
        })
    }
}

impl Times {
    pub(crate) fn of(mut micros: Vec<f64>) -> Self {
        micros.sort_by(f64::total_cmp);
        let Some(&most) = micros.last() else { return Times::default() };
        let at = |share: f64| micros[((micros.len() - 1) as f64 * share).round() as usize];
        let mean = micros.iter().sum::<f64>() / micros.len() as f64;
        Times { mean, median: at(0.5), p99: at(0.99), most }
    }
}

impl Mismatch {
    fn of(number: usize, row: Listed, reason: String) -> Self {
        let Listed { line, names: [from, to], ends: [start, goal], length } = row;
        let json = json!({
            "row": number, "line": line, "from": start, "to": goal, "listed": length,
            "reason": reason,
        });
        Mismatch { row: number, line, reason: format!("{from} to {to}: {reason}"), json }
    }
}

/// The ratio of the length of a path to the recorded one, if the method does not promise a cheapest path
/// and keeps what it does promise: shorter than recorded by at most `slack`, and not too long.
pub(crate) fn ratio_as_promised(
    guarantee: Guarantee,
    length: f64,
    recorded: f64,
    slack: f64,
) -> Option<f64> {
    let most = match guarantee {
        Guarantee::Optimal => return None,
        Guarantee::Within(weight) => {
            let (over, under) = weight.parts();
            // In this order whole numbers stay exact.
            recorded * f64::from(over) / f64::from(under) + slack
        }
        Guarantee::FewestSteps | Guarantee::None => f64::INFINITY,
    };
    let is_kept = (recorded - slack..=most).contains(&length);
    is_kept.then(|| if length > recorded { length / recorded } else { 1.0 })
}

/// Row numbers, from 0: all, or `limit` of them, evenly spaced.
pub(crate) fn evenly(rows: usize, limit: Option<u32>) -> Vec<usize> {
    match limit.map(|limit| limit as usize) {
        Some(limit) if limit < rows => (0..limit).map(|at| at * rows / limit).collect(),
        _ => (0..rows).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sampled_evenly() {
        assert_eq!(evenly(10, None).len(), 10);
        assert_eq!(evenly(10, Some(99)).len(), 10);
        assert_eq!(evenly(10, Some(4)), [0, 2, 5, 7]);
    }

    #[test]
    fn paths_that_may_be_longer_are_held_to_their_promise() {
        let within = Guarantee::Within("1.5".parse().unwrap());
        assert_eq!(ratio_as_promised(Guarantee::Optimal, 10.0, 10.0, 0.0), None);
        assert_eq!(ratio_as_promised(within, 15.0, 10.0, 0.0), Some(1.5));
        assert_eq!(ratio_as_promised(within, 15.1, 10.0, 0.0), None);
        assert_eq!(ratio_as_promised(Guarantee::None, 15.0, 10.0, 0.0), Some(1.5));
        assert_eq!(ratio_as_promised(Guarantee::None, 9.9, 10.0, 0.0), None);
        assert_eq!(ratio_as_promised(Guarantee::None, 0.0, 0.0, 0.0), Some(1.0));
        assert_eq!(ratio_as_promised(Guarantee::None, 5.0, 0.0, 0.0), Some(f64::INFINITY));
        assert_eq!(ratio_as_promised(Guarantee::FewestSteps, 9.9, 10.0, 0.2), Some(1.0));
        assert_eq!(ratio_as_promised(Guarantee::None, 1.0, f64::NAN, 0.0), None);
        let within = Guarantee::Within("1.15".parse().unwrap());
        assert_eq!(ratio_as_promised(within, 115.0, 100.0, 0.0), Some(1.15));
    }

    #[test]
    fn times_are_ranked() {
        let times = Times::of((1..=100).rev().map(f64::from).collect());
        assert!((times.mean - 50.5).abs() < 1e-9 && times.p99 > 98.0 && times.most > 99.5);
    }
}
