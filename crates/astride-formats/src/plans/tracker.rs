//! Rows of the MAPF Tracker, tracker.pathfinding.ai: the best plans known, as CSV.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::Cell;

use super::text_of;
use crate::detect::without_mark;
use crate::error::{FormatError, Place, quote};

const FORMAT: &str = "CSV of the MAPF Tracker";

/// The columns of what is written, in order.
const COLUMNS: [&str; 7] =
    ["map_name", "scen_type", "type_id", "agents", "lower_cost", "solution_cost", "solution_plan"];

/// The result of one instance. What the file does not say is empty or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackerRow {
    /// The map, without its ending.
    pub map_name: String,
    /// The kind of scenario: `even` or `random`.
    pub scen_type: String,
    /// The number of the scenario of that kind.
    pub type_id: Option<u32>,
    /// How many agents: the first rows of the scenario.
    pub agents: u32,
    /// The sum of costs that no plan is below.
    pub lower_cost: Option<u64>,
    /// The sum of costs of the plan.
    pub solution_cost: Option<u64>,
    /// The moves of each agent: a letter a timestep, `r` and `l` along a row, `u` to the next row of the
    /// file, `d` to the one before, and `w` for waiting. Empty if the row has no plan.
    pub moves: Vec<String>,
}

impl TrackerRow {
    /// Where the agents are at each timestep who set out from these cells.
    ///
    /// # Errors
    ///
    /// If there are more or fewer starts than agents with moves, if a letter is no move, or if a move
    /// leads beyond row or column 0.
    pub fn paths(&self, starts: &[Cell]) -> Result<Vec<Vec<Cell>>, FormatError> {
        if self.moves.len() != starts.len() {
            let found = format!("moves of {} agents", self.moves.len());
            return Err(FormatError::new(FORMAT, found, format!("those of {}", starts.len())));
        }
        let path = |(agent, (&start, moves)): (usize, (&Cell, &String))| {
            let mut path = vec![start];
            let mut at = start;
            for (timestep, letter) in (1..).zip(moves.chars()) {
                let (x, y) = match letter.to_ascii_lowercase() {
                    'w' => (Some(at.x), Some(at.y)),
                    'r' => (at.x.checked_add(1), Some(at.y)),
                    'l' => (at.x.checked_sub(1), Some(at.y)),
                    'u' => (Some(at.x), at.y.checked_add(1)),
                    'd' => (Some(at.x), at.y.checked_sub(1)),
                    _ => (None, None),
                };
                at = x.zip(y).map(|(x, y)| Cell { x, y }).ok_or_else(|| {
                    let letter = quote(letter.to_string());
                    let found = format!("agent {agent} goes {letter} at timestep {timestep}");
                    FormatError::new(FORMAT, found, "u, d, l, r or w, and a cell of the map")
                })?;
                path.push(at);
            }
            Ok(path)
        };
        starts.iter().zip(&self.moves).enumerate().map(path).collect()
    }

    /// The moves along a path; `None` if a step is longer than to a neighbour. Waiting at the end is
    /// left out.
    pub fn moves_of(path: &[Cell]) -> Option<String> {
        let letter = |step: &[Cell]| {
            let along = |one: u32, other: u32| i64::from(other) - i64::from(one);
            match (along(step[0].x, step[1].x), along(step[0].y, step[1].y)) {
                (0, 0) => Some('w'),
                (1, 0) => Some('r'),
                (-1, 0) => Some('l'),
                (0, 1) => Some('u'),
                (0, -1) => Some('d'),
                _ => None,
            }
        };
        let moves: Option<String> = path.windows(2).map(letter).collect();
        moves.map(|moves| moves.trim_end_matches('w').to_owned())
    }
}

/// Whether bytes look like such a file.
pub fn is_tracker(bytes: &[u8]) -> bool {
    let first = without_mark(bytes).split(|&byte| byte == b'\n').next().unwrap_or_default();
    str::from_utf8(first).is_ok_and(|first| {
        let names: Vec<&str> = first.split(',').map(|name| name.trim().trim_matches('"')).collect();
        names.contains(&"agents") && (names.contains(&"solution_plan") || names.contains(&"path"))
    })
}

/// Reads the rows of a file whose first line names the columns: `agents`, the plan as `solution_plan` or
/// `path`, and any of the others; what else there is, is ignored.
///
/// # Errors
///
/// If a column is missing, if a row has another number of fields, or if a field that is to be a
/// number is none or too large.
///
/// # Examples
///
/// ```
/// use astride_formats::{read_tracker, write_tracker};
/// let text = "map_name,scen_type,type_id,agents,lower_cost,solution_cost,solution_plan\n\
///             room,even,1,2,5,6,\"rru\nlwl\"\n";
/// let rows = read_tracker(text.as_bytes())?;
/// let paths = rows[0].paths(&[(0, 0).into(), (4, 0).into()])?;
/// assert_eq!((paths[0][3], paths[1][3]), ((2, 1).into(), (2, 0).into()));
/// assert_eq!(write_tracker(&rows), text);
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_tracker(bytes: &[u8]) -> Result<Vec<TrackerRow>, FormatError> {
    let mut records = records(text_of(FORMAT, bytes)?)?.into_iter();
    let (_, header) = records.next().unwrap_or_default();
    let columns: BTreeMap<&str, usize> =
        header.iter().enumerate().map(|(at, name)| (name.trim(), at)).collect();
    let column = |name: &str| columns.get(name).copied();
    let (Some(agents), Some(plan)) = (column("agents"), column("solution_plan").or(column("path")))
    else {
        let found = format!("the first line {}", quote(header.join(",")));
        return Err(FormatError::new(FORMAT, found, "columns `agents` and `solution_plan`"));
    };
    let row = |(line, fields): (usize, Vec<String>)| {
        let wrong = |found: String, expected: String| {
            FormatError::new(FORMAT, found, expected).at(Place::Line(line))
        };
        if fields.len() != header.len() {
            return Err(wrong(format!("{} fields", fields.len()), format!("{}", header.len())));
        }
        let field = |name: &str| column(name).map_or("", |at| fields[at].trim());
        let number = |name: &str| match field(name) {
            "" => Ok(None),
            text => match text.parse::<u64>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(wrong(format!("{name} is {}", quote(text)), "a whole number".into())),
            },
        };
        let small = |name: &str| match number(name)?.map(u32::try_from) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => {
                let found = format!("{name} is {}", quote(field(name)));
                Err(wrong(found, format!("at most {}", u32::MAX)))
            }
        };
        let Some(count) = small("agents")? else {
            return Err(wrong(format!("agents is {}", quote(&fields[agents])), "a number".into()));
        };
        let moves: Vec<String> = match &fields[plan] {
            plan if plan.is_empty() && count != 1 => Vec::new(),
            plan => plan.split('\n').map(|moves| moves.trim().to_owned()).collect(),
        };
        if !moves.is_empty() && moves.len() != count as usize {
            let found = format!("moves of {} agents", moves.len());
            return Err(wrong(found, format!("those of {count}")));
        }
        Ok(TrackerRow {
            map_name: field("map_name").to_owned(),
            scen_type: field("scen_type").to_owned(),
            type_id: small("type_id")?,
            agents: count,
            lower_cost: number("lower_cost")?,
            solution_cost: number("solution_cost")?,
            moves,
        })
    };
    records.map(row).collect()
}

/// Writes rows with the columns that the tracker has for downloads.
///
/// # Complexity
///
/// O(bytes).
pub fn write_tracker(rows: &[TrackerRow]) -> String {
    let mut out = COLUMNS.join(",") + "\n";
    for row in rows {
        let number =
            |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        let fields = [
            row.map_name.clone(),
            row.scen_type.clone(),
            number(row.type_id.map(u64::from)),
            row.agents.to_string(),
            number(row.lower_cost),
            number(row.solution_cost),
            row.moves.join("\n"),
        ];
        for (at, field) in fields.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let _ = match field.contains([',', '"', '\n', '\r']) {
                true => write!(out, "{comma}\"{}\"", field.replace('"', "\"\"")),
                false => write!(out, "{comma}{field}"),
            };
        }
        out.push('\n');
    }
    out
}

/// The records of a CSV, each with the line where it begins.
fn records(text: &str) -> Result<Vec<(usize, Vec<String>)>, FormatError> {
    let (mut records, mut fields, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begin) = (1, 1);
    let mut quoted_at = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match (quoted_at, letter) {
            (Some(_), '"') if letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            (Some(_), '"') => quoted_at = None,
            (None, '"') if field.is_empty() => quoted_at = Some(line),
            (None, ',') => fields.push(std::mem::take(&mut field)),
            (None, '\n') => {
                if !(fields.is_empty() && field.is_empty()) {
                    fields.push(std::mem::take(&mut field));
                    records.push((begin, std::mem::take(&mut fields)));
                }
                begin = line;
            }
            (_, '\r') => {}
            (_, letter) => field.push(letter),
        }
    }
    if let Some(line) = quoted_at {
        let found = "a quoted field that does not end";
        return Err(FormatError::new(FORMAT, found, "a closing \"").at(Place::Line(line)));
    }
    if !(fields.is_empty() && field.is_empty()) {
        fields.push(field);
        records.push((begin, fields));
    }
    Ok(records)
}
