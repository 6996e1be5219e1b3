//! A run as a page of tables: everybody against Astride over all maps, then each map.

use crate::clock;
use crate::record::{Absence, Checked, Overall, Record, Summary};

pub(crate) fn markdown(record: &Record) -> String {
    let mut out = format!(
        "# Queries on real maps\n\n`{}` {}\n\
         Every path was walked step by step under the rule of its contestant and its cost compared with the best one, which under the recorded rule is the recorded length.\n\
         Times are µs per query ({}), the median of {} repeats; peers in a process of their own time themselves there, by the same clock, Node by the smaller of elapsed and processor time.\n\
         Contestants compare only under the same rule of movement, and on the rows that both answered.\n\n",
        record.command,
        record.circumstances,
        clock::NAME,
        record.repeats
    );
    out += "| contestant | against | rule | maps | queries | all time ÷ all time | mean over maps | least | most |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n";
    record.overall.iter().for_each(|overall| out += &overall_row(overall));
    out += "\n| map | contestant | rule | queries | answers | mean | median | 99 % | longest quarter | M expansions/s | build s | index MB | reset µs |\n|---|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    record.summaries.iter().for_each(|summary| out += &summary_row(summary));
    out += "\nReset is what a caller must do before each query (a fresh grid, cleared distances); it is in no other column.\n\
            Index is what is kept beside the map, as far as its layout is known; of hierarchical_pathfinding it is the growth of its process.\n";
    if !record.absences.is_empty() {
        out += "\nSkipped:\n\n";
        record.absences.iter().for_each(|absence| out += &absence_line(absence));
    }
    let is_faulty = |summary: &&Summary| summary.checked.first_fault.is_some();
    if record.summaries.iter().any(|summary| is_faulty(&summary)) {
        out += "\nWrong answers, the first of each:\n\n";
        for summary in record.summaries.iter().filter(is_faulty) {
            let fault = summary.checked.first_fault.as_deref().unwrap_or_default();
            out += &format!("- {} on {}, {fault}\n", summary.contestant, summary.map);
        }
    }
    out
}

fn overall_row(overall: &Overall) -> String {
    let Overall { base, contestant, rule, maps, queries, .. } = overall;
    let Overall { ratio_of_totals, mean_ratio, least_ratio, most_ratio, .. } = overall;
    let [totals, mean, least, most] =
        [ratio_of_totals, mean_ratio, least_ratio, most_ratio].map(|ratio| ratio_text(*ratio));
    let rule = rule.title();
    format!(
        "| {contestant} | {base} | {rule} | {maps} | {queries} | {totals} | {mean} | {least} | {most} |\n"
    )
}

/// Two digits below 1, since there it matters who is faster by how much.
fn ratio_text(ratio: f64) -> String {
    if ratio < 1.0 { format!("{ratio:.2}") } else { format!("{ratio:.1}") }
}

fn summary_row(summary: &Summary) -> String {
    let queries = match summary.queries == summary.of_queries {
        true => summary.queries.to_string(),
        false => format!("{} of {}", summary.queries, summary.of_queries),
    };
    let rate = summary.expansions_per_second;
    let rate = rate.map_or("–".to_owned(), |rate| format!("{:.1}", rate / 1e6));
    let size = summary.index_bytes.map(|bytes| bytes as f64 / 1e6);
    let size = size.map_or("–".to_owned(), |size| format!("{size:.2}"));
    let reset = match summary.reset_micros < 0.5 {
        true => "–".to_owned(),
        false => format!("{:.0}", summary.reset_micros),
    };
    format!(
        "| {} | {} | {} | {queries} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {rate} | {:.3} | {size} | {reset} |\n",
        summary.map,
        summary.contestant,
        summary.rule.title(),
        answers_text(&summary.checked),
        summary.mean_micros,
        summary.median_micros,
        summary.p99_micros,
        summary.hard_mean_micros,
        summary.build_seconds,
    )
}

/// How many answers were right, in words.
fn answers_text(checked: &Checked) -> String {
    let mut parts = Vec::new();
    let counts = [(checked.exact, "optimal"), (checked.near, "within rounding")];
    for (count, word) in counts.into_iter().filter(|&(count, _)| count > 0) {
        parts.push(format!("{count} {word}"));
    }
    if checked.longer > 0 {
        let (mean, most) = (checked.mean_ratio, checked.most_ratio);
        parts.push(format!("{} longer (cost × {mean:.4}, at most × {most:.4})", checked.longer));
    }
    if checked.wrong > 0 {
        parts.push(format!("**{} wrong**", checked.wrong));
    }
    if !checked.is_optimal_by_design {
        parts.push("not optimal by design".to_owned());
    }
    parts.join(", ")
}

fn absence_line(absence: &Absence) -> String {
    let Absence { contestant, reason, maps } = absence;
    format!("- {contestant} on {}: {reason}\n", maps.join(", "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::Output;
    use crate::machine::Circumstances;
    use crate::measure::Built;
    use crate::record::tests::{entry, sample};
    use crate::record::{note_absence, relate, summarise};
    use crate::verdict::Verdict;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        output: Output,
    }

    #[test]
    fn a_page_names_times_answers_and_those_who_are_missing() {
        let entries = [entry("astar", true), entry("peer", false)];
        let mut samples = vec![sample(0, 0, 4, 2.0), sample(0, 0, 5, 4.0), sample(1, 0, 5, 12.0)];
        samples[2].verdict = Verdict::Wrong("through a wall".to_owned());
        let of = |who| samples.iter().filter(move |one| one.who == who).collect::<Vec<_>>();
        let built = Built { seconds: 0.25, bytes: Some(2_500_000) };
        let summaries =
            [0, 1].map(|who| summarise("set/map", &entries[who], &of(who), 2, built)).to_vec();
        let mut absences = Vec::new();
        note_absence(&mut absences, "tcod A*", "set/map", "not installed".to_owned());
        let output = Line::parse_from(["bench", "--date", "2026-01-02", "--machine", "any"]).output;
        let text = markdown(&Record {
            circumstances: Circumstances::observe(&output),
            command: "bench".to_owned(),
            repeats: 3,
            overall: relate(&samples, &entries, &["astar".to_owned()]),
            summaries,
            absences,
        });
        for part in [
            "| the peer | the astar | no corner cut | 1 | 1 | 3.0 | 3.0 | 3.0 | 3.0 |",
            "| set/map | the astar | no corner cut | 2 | 2 optimal | 3.0 | 3.0 | 4.0 | 3.0 | – | 0.250 | 2.50 | – |",
            "| 1 of 2 | **1 wrong** |",
            "- the peer on set/map, row 5: through a wall",
            "- tcod A* on set/map: not installed",
        ] {
            assert!(text.contains(part), "{part} is in\n{text}");
        }
    }

    #[test]
    fn longer_paths_are_told_with_their_ratio() {
        let checked = Checked {
            is_optimal_by_design: false,
            exact: 3,
            longer: 2,
            mean_ratio: 1.05,
            most_ratio: 1.25,
            ..Checked::default()
        };
        let text = "3 optimal, 2 longer (cost × 1.0500, at most × 1.2500), not optimal by design";
        assert_eq!(answers_text(&checked), text);
    }
}
