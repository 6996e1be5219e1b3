//! A chart of time against path length, written as SVG by hand.

use std::fmt::Write as _;

use crate::contestant::Contestant;
use crate::record::Sample;
use crate::stats::{median, percentile};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// Two groups of lengths per doubling.
const GROUPS_PER_DOUBLING: f64 = 2.0;

/// Groups with fewer queries say too little to draw.
const LEAST_QUERIES: usize = 3;

/// One point of a line: a group of queries of about equal length.
struct Group {
    length: f64,
    low: f64,
    middle: f64,
    high: f64,
}

/// µs per query by path length, both logarithmic: the median line, and the span from the 10th to
/// the 90th percentile.
pub(crate) fn by_length(samples: &[Sample], contestants: &[Contestant]) -> String {
    let lines: Vec<(Contestant, Vec<Group>)> =
        contestants.iter().map(|&who| (who, groups(samples, who))).collect();
    let all = || lines.iter().flat_map(|(_, groups)| groups);
    let (mut left, mut right, mut least, mut most) = (f64::INFINITY, 1.0f64, f64::INFINITY, 0.1f64);
    for group in all() {
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
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(out, "{}", frame(left, right, least, most, &x, &y));
    for (place, (who, groups)) in lines.iter().enumerate() {
        let colour = colour(*who);
        let mut points = String::new();
        for group in groups {
            let at = x(group.length) + place as f64 * 2.0 - 4.0;
            let _ = write!(points, "{at:.1},{:.1} ", y(group.middle));
            let _ = writeln!(
                out,
                "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.4\"/>\
                 <circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                y(group.low),
                y(group.high),
                y(group.middle)
            );
        }
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.trim_end()
        );
        let row = TOP + 10.0 + 22.0 * place as f64;
        let column = WIDTH - RIGHT + 14.0;
        let _ = writeln!(
            out,
            "<circle cx=\"{column}\" cy=\"{row}\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            column + 10.0,
            row + 4.0,
            who.name()
        );
    }
    out + "</svg>\n"
}

fn frame(
    left: f64,
    right: f64,
    least: f64,
    most: f64,
    x: &impl Fn(f64) -> f64,
    y: &impl Fn(f64) -> f64,
) -> String {
    let (end, foot) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">µs per query by path length (median, and 10 to 90 %)</text>\n\
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
fn groups(samples: &[Sample], who: Contestant) -> Vec<Group> {
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

/// Colours that stay apart for colour-blind readers (after Okabe & Ito).
fn colour(who: Contestant) -> &'static str {
    match who {
        Contestant::Astar => "#0072b2",
        Contestant::Canonical => "#000000",
        Contestant::Dijkstra => "#56b4e9",
        Contestant::Bidirectional => "#009e73",
        Contestant::Pathfinding => "#d55e00",
        Contestant::Petgraph => "#cc79a7",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_is_drawn_from_few_or_no_samples() {
        let who = Contestant::Astar;
        let sample = |length: f64| Sample {
            map: 0,
            row: 0,
            who,
            length,
            micros: length * 2.0,
            least_micros: length,
            expanded: None,
        };
        let samples: Vec<Sample> = (0..40).map(|step| sample(f64::from(step))).collect();
        for samples in [&samples[..], &[]] {
            let text = by_length(samples, &[who]);
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
        assert!(by_length(&samples, &[who]).contains("<circle"));
    }
}
