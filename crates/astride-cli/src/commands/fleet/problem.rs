//! Problems of the League of Robot Runners: a JSON file that names a map, robots and tasks.

use std::path::{Path, PathBuf};

use astride::base::{Cell, NodeId};
use astride::shapes::square::Grid;
use astride_agents::fleet::{Heading, Robot, Task};
use serde_json::{Map, Value};

use super::late::{Delays, Events};
use crate::error::Failure;
use crate::load::{load_text, map_from};
use crate::read::{load_bytes, name_of};
use crate::report::{count, warn};

/// The years whose problems are understood, as versions begin.
const YEARS: [&str; 3] = ["2023", "2024", "2026"];

/// A problem, read and checked.
#[derive(Debug)]
pub(super) struct Problem {
    /// `.` where robots can drive.
    pub(super) grid: Grid,
    pub(super) robots: Vec<Robot>,
    /// Never empty.
    pub(super) tasks: Vec<Task>,
    /// How many tasks are known at a time.
    pub(super) revealed: usize,
    /// `None` if no robot is ever late.
    pub(super) delays: Option<Delays>,
}

/// Reads a problem and the files that it names, which lie beside it.
pub(super) fn load_problem(path: &Path) -> Result<Problem, Failure> {
    let name = name_of(path);
    let json: Value = serde_json::from_slice(&load_bytes(path)?)
        .map_err(|error| Failure::at(&name, format!("is no JSON: {error}")))?;
    let Value::Object(json) = json else {
        return Err(Failure::at(&name, "expected an object with mapFile, agentFile and taskFile"));
    };
    let keys = Keys { name: &name, json: &json };
    keys.warn_of_unknown();
    let grid = load_floor(&keys.file(&["mapFile"], path)?)?;
    let team = keys.count("teamSize")?;
    let cells = u64::from(grid.width()) * u64::from(grid.height());
    if team == 0 || team > cells {
        let message = format!("teamSize is {team}, expected 1 to {cells}, the cells of the map");
        return Err(Failure::at(&name, message));
    }
    let robots = load_robots(&keys.file(&["agentFile", "robotFile"], path)?, &grid, team as usize)?;
    let tasks = load_tasks(&keys.file(&["taskFile"], path)?, &grid)?;
    let (revealed, delays) = (keys.revealed(team as usize)?, keys.delays()?);
    Ok(Problem { grid, robots, tasks, revealed, delays })
}

/// The keys of the problem, and the file's name for messages.
struct Keys<'a> {
    name: &'a str,
    json: &'a Map<String, Value>,
}

impl Keys<'_> {
    /// Warns, one line each, of settings that are ignored.
    fn warn_of_unknown(&self) {
        let warn = |message: &str| warn(format_args!("{}: {message}", self.name));
        let is_cell = |size: &Value| size.is_null() || size.as_f64() == Some(1.0);
        if !self.json.get("agentSize").is_none_or(is_cell) {
            warn("agentSize is ignored: a robot takes one cell");
        }
        let Some(version) = self.json.get("version") else { return };
        let year = version.as_str().and_then(|version| version.split_whitespace().next());
        if !year.is_some_and(|year| YEARS.contains(&year)) {
            let shown: String = version.to_string().chars().take(20).collect();
            let expected = YEARS.join(", ");
            warn(&format!("version {shown} is unknown and read as the last of {expected}"));
        }
    }

    /// The file that the first of these keys names, beside the problem, plain or gzip.
    fn file(&self, keys: &[&str], problem: &Path) -> Result<PathBuf, Failure> {
        let Some(file) = keys.iter().find_map(|key| self.json.get(*key)).and_then(Value::as_str)
        else {
            return Err(self.expected("the name of a file", keys[0]));
        };
        let path = problem.with_file_name(file);
        let packed = problem.with_file_name(format!("{file}.gz"));
        Ok(if !path.exists() && packed.exists() { packed } else { path })
    }

    fn count(&self, key: &str) -> Result<u64, Failure> {
        self.json
            .get(key)
            .and_then(Value::as_u64)
            .ok_or_else(|| self.expected("a whole number", key))
    }

    /// When robots are late: `delayConfig`, and `agentCounter`, the ticks that a move takes.
    fn delays(&self) -> Result<Option<Delays>, Failure> {
        let key = "agentCounter";
        let move_ticks = match self.json.get(key) {
            None | Some(Value::Null) => Some(1),
            Some(ticks) => ticks.as_u64().filter(|ticks| (1..=1000).contains(ticks)),
        };
        let expected = "a whole number from 1 to 1000";
        let move_ticks = move_ticks.ok_or_else(|| self.expected(expected, key))?;
        let events = Events::Bernoulli(0.0);
        let on_time = Delays { events, ticks: [0; 2], bell: None, seed: 0, move_ticks: 1 };
        let delays = match self.json.get("delayConfig") {
            None | Some(Value::Null) => on_time,
            Some(Value::Object(config)) => Keys { name: self.name, json: config }.delay_config()?,
            Some(_) => return Err(self.expected("an object", "delayConfig")),
        };
        let delays = Delays { move_ticks: move_ticks as u32, ..delays };
        Ok((move_ticks > 1 || delays.are_possible()).then_some(delays))
    }

    /// What stands under `delayConfig`.
    fn delay_config(&self) -> Result<Delays, Failure> {
        let ticks = |key| {
            let ticks = self.json.get(key).and_then(Value::as_u64);
            let ticks = ticks.filter(|&ticks| ticks <= 1_000_000);
            ticks.ok_or_else(|| self.expected("a whole number from 0 to 1000000", key))
        };
        let [least, most] = [ticks("minDelay")?, ticks("maxDelay")?];
        if least > most {
            let message =
                format!("minDelay is {least}, expected at most maxDelay, which is {most}");
            return Err(Failure::at(self.name, message));
        }
        let number = |key: &str, usual: f64, most: f64| {
            let number = self.json.get(key).map_or(Some(usual), Value::as_f64);
            let number = number.filter(|number| (0.0..=most).contains(number));
            number.ok_or_else(|| self.expected(&format!("a number from 0 to {most}"), key))
        };
        let word = |key: &str, words: [&str; 2]| {
            let word = self.json.get(key).map_or(Some(words[0]), Value::as_str);
            let which = words.iter().position(|&known| word == Some(known));
            let [one, other] = words;
            which.ok_or_else(|| self.expected(&format!("{one:?} or {other:?}"), key))
        };
        let often = number("pDelay", 0.0, 1.0)?;
        let events = match word("eventModel", ["bernoulli", "poisson"])? {
            0 => Events::Bernoulli(often),
            _ => Events::Poisson(often),
        };
        let bell = [number("gaussMeanRatio", 0.5, 1.0)?, number("gaussStdRatio", 0.22, 100.0)?];
        let is_bell = word("durationModel", ["uniform", "gaussian"])? == 1;
        let seed = self.json.get("seed").map_or(Some(0), Value::as_u64);
        let seed = seed.ok_or_else(|| self.expected("a whole number", "seed"))?;
        let ticks = [least as u32, most as u32];
        Ok(Delays { events, ticks, bell: is_bell.then_some(bell), seed, move_ticks: 1 })
    }

    fn expected(&self, what: &str, key: &str) -> Failure {
        Failure::at(self.name, format!("expected {what} under {key:?}"))
    }

    /// How many tasks are known at a time: `numTasksReveal` for each robot, 1 by default.
    fn revealed(&self, team: usize) -> Result<usize, Failure> {
        let each = self.json.get("numTasksReveal").map_or(Some(1.0), Value::as_f64);
        match each {
            Some(each) if (0.1..=100.0).contains(&each) => {
                Ok(((each * team as f64).ceil() as usize).max(1))
            }
            _ => Err(self.expected("a number from 0.1 to 100", "numTasksReveal")),
        }
    }
}

/// A map on which emitters (`E`), stations (`S`) and ground (`G`) are floor.
fn load_floor(path: &Path) -> Result<Grid, Failure> {
    let mut bytes = load_bytes(path)?;
    let is_head = |four: &[u8]| four.eq_ignore_ascii_case(b"\nmap");
    // Without such a head, it is not a map that has them, and is refused or drawn as it is.
    let head = bytes.windows(4).position(is_head).map_or(bytes.len(), |at| at + 4);
    for byte in &mut bytes[head..] {
        if matches!(byte, b'E' | b'S' | b'G') {
            *byte = b'.';
        }
    }
    Ok(map_from(&name_of(path), &bytes)?.grid)
}

/// The lines of a file that hold numbers: which line, and what is on it.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The count at the beginning of a file.
fn count_of<'a>(
    name: &str,
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    noun: &str,
) -> Result<u64, Failure> {
    let (line, text) = lines.next().unwrap_or((1, ""));
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        Failure::at(name, format!("line {line}: found {shown:?}, expected how many {noun} follow"))
    })
}

/// A cell by its number, `row · width + column`, if a robot can stand on it.
fn node(name: &str, line: usize, text: &str, grid: &Grid) -> Result<NodeId, Failure> {
    let cells = u64::from(grid.width()) * u64::from(grid.height());
    let number = text.trim().parse::<u64>().ok().filter(|&number| number < cells);
    let Some(number) = number else {
        let shown: String = text.chars().take(20).collect();
        let message = format!("line {line}: found {shown:?}, expected a cell below {cells}");
        return Err(Failure::at(name, message));
    };
    let (x, y) = (number % u64::from(grid.width()), number / u64::from(grid.width()));
    let cell = Cell::new(x as u32, y as u32);
    if grid.class(cell) != Some(b'.') {
        let message =
            format!("line {line}: cell {number}, column {x} of row {y}, is a wall, expected floor");
        return Err(Failure::at(name, message));
    }
    Ok(grid.node(cell).expect("the cell is on the map"))
}

fn load_robots(path: &Path, grid: &Grid, team: usize) -> Result<Vec<Robot>, Failure> {
    let (name, text) = (name_of(path), load_text(path)?);
    let mut lines = lines(&text);
    let told = count_of(&name, &mut lines, "robots")?;
    let mut on: Vec<Option<usize>> = vec![None; (grid.width() * grid.height()) as usize];
    let mut robots = Vec::new();
    for (line, text) in lines.take(team) {
        let start = node(&name, line, text, grid)?;
        let Cell { x, y } = grid.cell(start);
        if let Some(other) = on[(y * grid.width() + x) as usize].replace(line) {
            let message = format!(
                "line {line}: a robot on the same cell as in line {other}, expected a cell of its \
                 own for each"
            );
            return Err(Failure::at(&name, message));
        }
        robots.push(Robot { start, heading: Heading::East });
    }
    if robots.len() < team {
        let found = robots.len() as u64;
        let announced = if told == found { "" } else { &format!(", though {told} are announced") };
        let found = count(found, "robot");
        let message = format!("{found}{announced}, expected {team} as in teamSize");
        return Err(Failure::at(&name, message));
    }
    Ok(robots)
}

fn load_tasks(path: &Path, grid: &Grid) -> Result<Vec<Task>, Failure> {
    let (name, text) = (name_of(path), load_text(path)?);
    let mut lines = lines(&text);
    let told = count_of(&name, &mut lines, "tasks")?;
    let mut tasks = Vec::new();
    for (line, text) in lines {
        let errands = text.split(',').map(|cell| node(&name, line, cell, grid));
        tasks.push(Task { errands: errands.collect::<Result<_, _>>()? });
    }
    let found = tasks.len() as u64;
    if found == 0 || found != told {
        let expected = match (found, told) {
            (0, 0) => "at least one".to_owned(),
            _ => format!("{told} as announced"),
        };
        let message = format!("{}, expected {expected}", count(found, "task"));
        return Err(Failure::at(&name, message));
    }
    Ok(tasks)
}
