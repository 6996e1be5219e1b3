//! A run as a page of tables: everybody compared with Astride over all maps, then each map.

use crate::clock;
use crate::record::{Absence, Record};
use crate::sheet::{Column, MAP, Row, WHO, table};

const RULE: Column = ("<rule", |row, _| row.note.clone());

const OVERALL: &[Column] = &[
    WHO,
    ("<against", |row, _| row.map.clone()),
    RULE,
    ("maps", |row, _| row.text("maps", 1.0, 0)),
    ("queries", |row, _| row.text("queries", 1.0, 0)),
    ("all time ÷ all time", |row, _| ratio(row, "ratio_of_totals")),
    ("geometric mean over maps", |row, _| ratio(row, "mean_ratio")),
    ("least", |row, _| ratio(row, "least_ratio")),
    ("most", |row, _| ratio(row, "most_ratio")),
];

const SUMMARIES: &[Column] = &[
    MAP,
    WHO,
    RULE,
    ("queries", |row, _| {
        let [asked, all] = ["queries", "of_queries"].map(|figure| row.text(figure, 1.0, 0));
        if asked == all { all } else { format!("{asked} of {all}") }
    }),
    ("<answers", |row, _| answers(row)),
    ("mean", |row, _| row.text("mean_micros", 1.0, 2)),
    ("median", |row, _| row.text("median_micros", 1.0, 2)),
    ("99 %", |row, _| row.text("p99_micros", 1.0, 1)),
    ("longest quarter", |row, _| row.text("hard_mean_micros", 1.0, 1)),
    ("M expansions/s", |row, _| known(row, "expansions_per_second", 1)),
    ("build s", |row, _| row.text("build_seconds", 1.0, 3)),
    ("index MB", |row, _| known(row, "index_bytes", 2)),
    ("reset µs", |row, _| match row.sum("reset_micros") < 0.5 {
        true => "–".to_owned(),
        false => row.text("reset_micros", 1.0, 0),
    }),
];

pub(crate) fn markdown(record: &Record) -> String {
    let about = format!(
        "# Queries on real maps\n\n`{}` {}\n\
         Every path was walked step by step under the rule of its contestant and its cost compared with the best one, which under the recorded rule is the recorded length.\n\
         Times are µs per query ({}), the median of {} passes; in each, one contestant after the other answers its rows in the order of the scenario; peers in a process of their own time themselves there in the same way. Building takes the processor time of all threads.\n\
         Contestants compare only under the same rule of movement, and on the rows that both answered.",
        record.command,
        record.circumstances,
        clock::NAME,
        record.repeats
    );
    let mut out = table(&about, OVERALL, &record.overall) + "\n";
    out += &table("", SUMMARIES, &record.summaries);
    out += "\nReset is what a caller must do before each query (a fresh grid, cleared distances); it is in no other column.\n\
            Index is what is kept beside the map, as far as its layout is known; of hierarchical_pathfinding it is the growth of its process.\n";
    if !record.absences.is_empty() {
        out += "\nSkipped:\n\n";
        record.absences.iter().for_each(|absence| out += &absence_line(absence));
    }
    if !record.faults.is_empty() {
        out += "\nWrong answers, the first of each:\n\n";
        record.faults.iter().for_each(|fault| out += &format!("- {fault}\n"));
    }
    out
}

/// Two digits below 1, since there it matters who is faster by how much.
fn ratio(row: &Row, figure: &str) -> String {
    row.text(figure, 1.0, if row.sum(figure) < 1.0 { 2 } else { 1 })
}

/// Millions, where they are known.
fn known(row: &Row, figure: &str, digits: usize) -> String {
    if row.of(figure).is_empty() { "–".to_owned() } else { row.text(figure, 1e-6, digits) }
}

/// How many answers were right, in words.
fn answers(row: &Row) -> String {
    let mut parts = Vec::new();
    let is_any = |figure| row.sum(figure) > 0.0;
    for (figure, word) in [("exact", "optimal"), ("near", "within rounding")] {
        parts.extend(is_any(figure).then(|| format!("{} {word}", row.sum(figure))));
    }
    if is_any("longer") {
        let (mean, most) = (row.sum("mean_ratio"), row.sum("most_ratio"));
        let count = row.sum("longer");
        parts.push(format!("{count} longer (cost × {mean:.4}, at most × {most:.4})"));
    }
    parts.extend(is_any("wrong").then(|| format!("**{} wrong**", row.sum("wrong"))));
    if !is_any("is_optimal_by_design") {
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
    use crate::contestant::Promise;
    use crate::machine::Circumstances;
    use crate::record::tests::{entry, sample};
    use crate::record::{first_fault, note_absence, relate, summarise};
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
        let summaries = [&samples[..2], &samples[2..]].map(|theirs| {
            let entry = &entries[theirs[0].who];
            let mut row = Row::new("set/map", &entry.title);
            entry.rule.title().clone_into(&mut row.note);
            row.add("build_seconds", 0.25);
            row.add("index_bytes", 2_500_000.0);
            summarise(row, Promise::Exact, theirs, 2)
        });
        let mut absences = Vec::new();
        note_absence(&mut absences, "tcod A*", "set/map", "not installed".to_owned());
        let output = Line::parse_from(["bench", "--date", "2026-01-02", "--machine", "any"]).output;
        let text = markdown(&Record {
            circumstances: Circumstances::observe(&output),
            command: "bench".to_owned(),
            repeats: 3,
            overall: relate(&samples, &entries, &["astar".to_owned()]),
            summaries: summaries.to_vec(),
            faults: first_fault("set/map", &entries[1], &samples[2..]).into_iter().collect(),
            absences,
        });
        for part in [
            "| the peer | the astar | no corner cut | 1 | 1 | 3.0 | 3.0 | 3.0 | 3.0 |",
            "| set/map | the astar | no corner cut | 2 | 2 optimal | 3.00 | 3.00 | 4.0 | 3.0 | – | 0.250 | 2.50 | – |",
            "| 1 of 2 | **1 wrong** |",
            "- the peer on set/map, row 5: through a wall",
            "- tcod A* on set/map: not installed",
        ] {
            assert!(text.contains(part), "{part} is in\n{text}");
        }
    }

    #[test]
    fn longer_paths_are_counted_with_their_ratio() {
        let mut row = Row::default();
        for (figure, value) in
            [("exact", 3.0), ("longer", 2.0), ("mean_ratio", 1.05), ("most_ratio", 1.25)]
        {
            row.add(figure, value);
        }
        let text = "3 optimal, 2 longer (cost × 1.0500, at most × 1.2500), not optimal by design";
        assert_eq!(answers(&row), text);
    }
}
