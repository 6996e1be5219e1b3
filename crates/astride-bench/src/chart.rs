//! A chart of time against path length, written as SVG by hand.

use std::fmt::Write as _;

use crate::contestant::Entry;
use crate::record::Sample;
use crate::rules::Rule;
use crate::stats::{median, percentile};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 340.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// Two groups of lengths per doubling.
const GROUPS_PER_DOUBLING: f64 = 2.0;

/// Groups with fewer queries say too little to draw.
const LEAST_QUERIES: usize = 3;

/// With more lines than this, the spans around them would hide each other.
const MOST_SPANS: usize = 6;

/// Colours that stay apart for colour-blind readers (after Okabe & Ito).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#a6761d"];

/// Further lines repeat the colours with other dashes.
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""];

/// One point of a line: a group of queries of about equal length.
struct Group {
    length: f64,
    low: f64,
    middle: f64,
    high: f64,
}

/// µs per query by path length, both logarithmic: a line through the medians per contestant, and
/// the span from the 10th to the 90th percentile if there are few.
pub(crate) fn by_length(samples: &[Sample], entries: &[Entry]) -> String {
    let lines: Vec<(&Entry, Vec<Group>)> = entries
        .iter()
        .enumerate()
        .map(|(who, entry)| (entry, groups(samples, who)))
        .filter(|(_, groups)| !groups.is_empty())
        .collect();
    let (mut left, mut right, mut least, mut most) = (f64::INFINITY, 1.0f64, f64::INFINITY, 0.1f64);
    for group in lines.iter().flat_map(|(_, groups)| groups) {
        left = left.min(group.length);
        right = right.max(group.length);
        least = least.min(group.low);
        most = most.max(group.high);
    }
    if !left.is_finite() {
        (left, least) = (1.0, 0.1);
    }
    // Whole decades on the vertical axis, whole doublings on the other.
    let least = least.max(1e-3).log10().floor();
    let most = most.log10().ceil().max(least + 1.0);
    let (left, right) = (left.log2().floor(), right.log2().ceil().max(left.log2().floor() + 1.0));
    let x = |length: f64| LEFT + (length.log2() - left) / (right - left) * (WIDTH - LEFT - RIGHT);
    let y = |micros: f64| {
        let part = (micros.max(1e-3).log10() - least) / (most - least);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    };
    let has_spans = lines.len() <= MOST_SPANS;
    let mut out = frame(left, right, least, most, has_spans, &x, &y);
    for (place, (entry, groups)) in lines.iter().enumerate() {
        out += &line(place, groups, has_spans, &x, &y);
        out += &legend(place, &label(entry));
    }
    out + "</svg>\n"
}

/// Colour and dashes of the line at this place.
fn look(place: usize) -> (&'static str, &'static str) {
    (COLOURS[place % COLOURS.len()], DASHES[place / COLOURS.len() % DASHES.len()])
}

fn line(
    place: usize,
    groups: &[Group],
    has_spans: bool,
    x: &impl Fn(f64) -> f64,
    y: &impl Fn(f64) -> f64,
) -> String {
    let (colour, dashes) = look(place);
    let (mut out, mut points) = (String::new(), String::new());
    for group in groups {
        // Spans stand beside each other.
        let at = x(group.length) + if has_spans { place as f64 * 2.0 - 4.0 } else { 0.0 };
        // Writing to a string cannot fail.
        let _ = write!(points, "{at:.1},{:.1} ", y(group.middle));
        if has_spans {
            let (low, high) = (y(group.low), y(group.high));
            let _ = writeln!(
                out,
                "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.4\"/>"
            );
        }
        let _ = writeln!(
            out,
            "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\"/>",
            y(group.middle)
        );
    }
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>",
        points.trim_end()
    );
    out
}

/// The title, with the rule unless it is that of the recorded rows.
fn label(entry: &Entry) -> String {
    let (title, rule) = (&entry.title, entry.rule);
    match rule == Rule::NoCorners || title.contains(rule.title()) {
        true => title.to_string(),
        false => format!("{title}, {}", rule.title()),
    }
}

/// The sample of a line and its name, right of the chart.
fn legend(place: usize, title: &str) -> String {
    let (colour, dashes) = look(place);
    let (column, row) = (WIDTH - RIGHT + 14.0, TOP + 10.0 + 22.0 * place as f64);
    format!(
        "<line x1=\"{column}\" x2=\"{}\" y1=\"{row}\" y2=\"{row}\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\
         <text x=\"{}\" y=\"{}\">{}</text>\n",
        column + 24.0,
        column + 30.0,
        row + 4.0,
        title.replace('&', "&amp;").replace('<', "&lt;")
    )
}

fn frame(
    left: f64,
    right: f64,
    least: f64,
    most: f64,
    has_spans: bool,
    x: &impl Fn(f64) -> f64,
    y: &impl Fn(f64) -> f64,
) -> String {
    let (end, foot) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let shown = if has_spans { "median, and 10 to 90 %" } else { "median" };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">µs per query by path length ({shown})</text>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">length of the shortest path in cells</text>\n",
        (LEFT + end) / 2.0,
        HEIGHT - 12.0
    );
    for decade in least as i32..=most as i32 {
        let at = y(10f64.powi(decade));
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{end}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            at + 4.0,
            10f64.powi(decade)
        );
    }
    for doubling in left as i32..=right as i32 {
        let at = x(2f64.powi(doubling));
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{foot}\" stroke=\"#eee\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            foot + 18.0,
            2f64.powi(doubling)
        );
    }
    out
}

/// The queries of one contestant grouped by length, shortest first.
fn groups(samples: &[Sample], who: usize) -> Vec<Group> {
    let group_of = |length: f64| (length.log2() * GROUPS_PER_DOUBLING).floor() as usize;
    let theirs = || samples.iter().filter(|sample| sample.who == who && sample.length >= 1.0);
    let most = theirs().map(|sample| group_of(sample.length)).max().unwrap_or(0);
    (0..=most)
        .filter_map(|group| {
            let micros: Vec<f64> = theirs()
                .filter(|sample| group_of(sample.length) == group)
                .map(|sample| sample.micros)
                .collect();
            (micros.len() >= LEAST_QUERIES).then(|| Group {
                length: ((group as f64 + 0.5) / GROUPS_PER_DOUBLING).exp2(),
                low: percentile(&micros, 10),
                middle: median(&micros),
                high: percentile(&micros, 90),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::{entry, sample};

    fn samples(who: usize) -> Vec<Sample> {
        let steps = (0..40).map(f64::from);
        steps.map(|length| Sample { length, ..sample(who, 0, 0, length * 2.0) }).collect()
    }

    #[test]
    fn a_chart_is_drawn_from_few_or_no_samples() {
        let samples = samples(0);
        for samples in [&samples[..], &[]] {
            let text = by_length(samples, &[entry("astar", true)]);
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
        assert!(by_length(&samples, &[entry("astar", true)]).contains("<circle"));
    }

    #[test]
    fn every_contestant_has_a_line_of_its_own() {
        let entries = vec![entry("a&b", true); 15];
        let all: Vec<Sample> = (0..15).flat_map(samples).collect();
        let text = by_length(&all, &entries);
        assert_eq!(text.matches("<polyline").count(), 15);
        assert_eq!(text.matches("the a&amp;b</text>").count(), 15);
        let four = Entry { rule: Rule::Four, ..entry("peer", false) };
        assert!(by_length(&samples(0), &[four]).contains("the peer, four neighbours</text>"));
        let looks: Vec<_> = (0..15).map(look).collect();
        assert!((0..15).all(|one| !looks[..one].contains(&looks[one])));
        assert!(!text.contains("stroke-opacity"), "no spans among so many lines");
    }
}
