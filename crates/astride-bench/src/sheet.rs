//! What was measured, row by row, and tables of it.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::stats::{mean, median, percentile};

/// What one contestant took on one map: figures by name, each with all its values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) map: String,
    pub(crate) who: String,
    /// Words for a column of their own.
    pub(crate) note: String,
    figures: BTreeMap<&'static str, Vec<f64>>,
}

impl Row {
    pub(crate) fn new(map: &str, who: &str) -> Row {
        Row { map: map.to_owned(), who: who.to_owned(), ..Row::default() }
    }

    /// Adds a value to a figure.
    pub(crate) fn add(&mut self, figure: &'static str, value: f64) {
        self.figures.entry(figure).or_default().push(value);
    }

    /// Adds all values of a figure of another row, by another name.
    pub(crate) fn take(&mut self, figure: &'static str, other: &Row, of: &str) {
        self.figures.entry(figure).or_default().extend(other.of(of));
    }

    /// Adds the nodes that answers expanded, and their µs.
    pub(crate) fn take_answers(&mut self, [nodes, time]: [&'static str; 2], answers: &Row) {
        self.take(nodes, answers, "expanded");
        self.take(time, answers, "µs");
    }

    /// Two columns: the means of two figures.
    pub(crate) fn means(&self, figures: [&str; 2]) -> String {
        figures.map(|figure| format!("{:.0}", self.mean(figure))).join(" | ")
    }

    /// Adds all values of another row.
    pub(crate) fn join(&mut self, other: &Row) {
        other.figures.keys().for_each(|figure| self.take(figure, other, figure));
    }

    /// All values of a figure.
    pub(crate) fn of(&self, figure: &str) -> &[f64] {
        self.figures.get(figure).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn count(&self, figure: &str) -> String {
        self.of(figure).len().to_string()
    }

    pub(crate) fn sum(&self, figure: &str) -> f64 {
        // An empty sum of floats would be -0.
        self.of(figure).iter().fold(0.0, |sum, value| sum + value)
    }

    pub(crate) fn mean(&self, figure: &str) -> f64 {
        mean(self.of(figure))
    }

    pub(crate) fn median(&self, figure: &str) -> f64 {
        median(self.of(figure))
    }

    /// The smallest value that at least `percent` of them do not exceed.
    pub(crate) fn at(&self, percent: usize, figure: &str) -> f64 {
        percentile(self.of(figure), percent)
    }

    /// The median in other units, with some digits.
    pub(crate) fn text(&self, figure: &str, scale: f64, digits: usize) -> String {
        format!("{:.digits$}", self.median(figure) * scale)
    }

    /// Three columns: half of the values, 99 of 100 and all are at most this.
    pub(crate) fn spread(&self, figure: &str, digits: usize) -> String {
        let [half, most, all] = [50, 99, 100].map(|percent| self.at(percent, figure));
        format!("{half:.digits$} | {most:.digits$} | {all:.digits$}")
    }
}

/// As an object of names and medians.
impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        for (name, words) in [("map", &self.map), ("who", &self.who), ("note", &self.note)] {
            if !words.is_empty() {
                row.serialize_entry(name, words)?;
            }
        }
        for figure in self.figures.keys() {
            row.serialize_entry(figure, &self.median(figure))?;
        }
        row.end()
    }
}

/// A column: its title, left-aligned behind a `<`, and what it says of a row, given the first row of the
/// same map. One may stand for several, with ` | ` between them.
pub(crate) type Column = (&'static str, fn(&Row, &Row) -> String);

/// The columns for the map and the contestant.
pub(crate) const MAP: Column = ("<map", |row, _| row.map.clone());
pub(crate) const WHO: Column = ("<contestant", |row, _| row.who.clone());

/// A whole table.
pub(crate) fn table(about: &str, columns: &[Column], rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| line(columns, row, &rows[0]) + "\n");
    head(about, columns) + "\n" + &lines.collect::<String>()
}

/// The text above a table, and its titles.
pub(crate) fn print_head(about: &str, columns: &[Column]) {
    println!("{}", head(about, columns));
}

fn head(about: &str, columns: &[Column]) -> String {
    let titles: Vec<&str> = columns.iter().flat_map(|column| column.0.split(" | ")).collect();
    let plain: Vec<&str> = titles.iter().map(|title| title.trim_start_matches('<')).collect();
    let rule = titles.iter().map(|title| if title.starts_with('<') { "---" } else { "--:" });
    let about = if about.is_empty() { String::new() } else { format!("{about}\n\n") };
    format!("{about}| {} |\n|{}|", plain.join(" | "), rule.collect::<Vec<_>>().join("|"))
}

/// The rows of one map.
pub(crate) fn print_rows(columns: &[Column], rows: &[Row]) {
    rows.iter().for_each(|row| println!("{}", line(columns, row, &rows[0])));
}

fn line(columns: &[Column], row: &Row, first: &Row) -> String {
    let cells: Vec<String> = columns.iter().map(|column| (column.1)(row, first)).collect();
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_its_columns_ask() {
        let columns: [Column; 3] = [
            MAP,
            ("half | most | all", |row, _| row.spread("µs", 1)),
            ("times", |row, first| format!("{:.1}", row.mean("µs") / first.mean("µs"))),
        ];
        let [mut first, mut row] = ["a", "b"].map(|who| Row::new("arena", who));
        first.add("µs", 2.0);
        [1.0, 2.0, 6.0].into_iter().for_each(|value| row.add("µs", value));
        assert_eq!(line(&columns, &row, &first), "| arena | 2.0 | 6.0 | 6.0 | 1.5 |");
        first.join(&row);
        assert_eq!((first.count("µs").as_str(), first.sum("µs")), ("4", 11.0));
        assert!(row.of("bytes").is_empty());
    }
}
