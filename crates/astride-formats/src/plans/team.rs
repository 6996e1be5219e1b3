//! Teams and schedules in the YAML of libMultiRobotPlanning.

use std::collections::BTreeSet;
use std::fmt::Write;

use astride::base::Cell;
use astride::shapes::square::Grid;

use super::text_of;
use super::yaml::{Value, Yaml, parse};
use crate::detect::without_mark;
use crate::error::{FormatError, Place, quote};
use crate::import::{cells, check_spread};
use crate::legend::class;

const TEAM: &str = "YAML of a team";
const SCHEDULE: &str = "YAML of a schedule";

/// A map and the trips of agents on it.
#[derive(Clone, Debug)]
pub struct Team {
    /// The map: `.`, and `@` for obstacles.
    pub grid: Grid,
    /// The agents, in the order of the file.
    pub agents: Vec<TeamAgent>,
}

/// An agent of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamAgent {
    /// Its name, by which schedules call it.
    pub name: String,
    /// Where it sets out.
    pub start: Cell,
    /// Where it goes.
    pub goal: Cell,
}

/// Whether bytes look like a team in YAML, on a map or on something else, which is refused.
pub fn is_team(bytes: &[u8]) -> bool {
    has_key(bytes, "agents")
}

/// Whether bytes look like a schedule in YAML.
pub fn is_schedule(bytes: &[u8]) -> bool {
    has_key(bytes, "schedule")
}

/// Whether a line begins with this key.
fn has_key(bytes: &[u8], key: &str) -> bool {
    without_mark(bytes).split(|&byte| byte == b'\n').any(|line| {
        let rest = line.strip_prefix(key.as_bytes()).and_then(|rest| rest.strip_prefix(b":"));
        rest.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
    })
}

/// Reads a team: `map` with `dimensions` and `obstacles`, and `agents` with `start`, `goal` and a
/// `name`, which is `agent0` and so on where there is none.
///
/// # Errors
///
/// If it is no such file, if the map is too large for it, if an obstacle or an agent is off the map,
/// or if two agents have the same name. Agents on obstacles are left to the solver to refuse.
///
/// # Complexity
///
/// O(bytes + cells + agents · log agents).
///
/// # Examples
///
/// ```
/// use astride_formats::read_team;
/// let team = read_team(b"map:\n  dimensions: [3, 2]\n  obstacles: [[0, 1], [2, 1]]\n\
///     agents:\n- name: red\n  start: [0, 0]\n  goal: [2, 0]\n- {start: [2, 0], goal: [0, 0]}\n")?;
/// assert_eq!(team.grid.row(1), Some(&b"@.@"[..]));
/// assert_eq!((&team.agents[0].name[..], &team.agents[1].name[..]), ("red", "agent1"));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_team(bytes: &[u8]) -> Result<Team, FormatError> {
    let yaml = parse(TEAM, text_of(TEAM, bytes)?)?;
    let map = needed(TEAM, &yaml, "map", "dimensions and obstacles")?;
    let size = needed(TEAM, map, "dimensions", "two numbers, columns and rows")?;
    let [width, height] = size
        .pair()
        .ok_or_else(|| wrong(TEAM, size, "dimensions", "two numbers, columns and rows"))?;
    let count = cells(TEAM, width.into(), height.into())?;
    check_spread(TEAM, count, bytes.len() as u64)?;
    let mut classes = vec![class::FREE; count as usize];
    let obstacles = match map.get("obstacles") {
        None => &[],
        Some(list) => {
            list.list().ok_or_else(|| wrong(TEAM, list, "obstacles", "a list of [x, y]"))?
        }
    };
    let on_map = |at: &Yaml<'_>, what: &str| {
        let expected = format!("[x, y] on the map of {width}x{height} cells");
        let cell = at.pair().filter(|&[x, y]| x < width && y < height);
        cell.map(|[x, y]| Cell { x, y }).ok_or_else(|| wrong(TEAM, at, what, &expected))
    };
    for obstacle in obstacles {
        let Cell { x, y } = on_map(obstacle, "an obstacle")?;
        classes[y as usize * width as usize + x as usize] = class::BLOCKED;
    }
    let grid = Grid::from_classes(width, height, &classes).map_err(|error| {
        FormatError::new(TEAM, error.to_string(), "a map that fits into memory")
    })?;
    let list = needed(TEAM, &yaml, "agents", "a list of agents")?;
    let listed = list.list().ok_or_else(|| wrong(TEAM, list, "agents", "a list of agents"))?;
    let (mut agents, mut names) = (Vec::new(), BTreeSet::new());
    for (number, agent) in listed.iter().enumerate() {
        let end = |key: &str| on_map(needed(TEAM, agent, key, "[x, y]")?, key);
        let name = match agent.get("name").and_then(Yaml::scalar) {
            Some(name) => name.to_owned(),
            None => format!("agent{number}"),
        };
        if !names.insert(name.clone()) {
            return Err(second(TEAM, &name, agent));
        }
        agents.push(TeamAgent { name, start: end("start")?, goal: end("goal")? });
    }
    Ok(Team { grid, agents })
}

/// Reads a schedule: for each agent its name and where it is at timesteps 0, 1, 2 and so on.
///
/// # Errors
///
/// If it is no such file, if the timesteps of an agent are not 0, 1, 2 and so on, or if two agents
/// have the same name.
///
/// # Examples
///
/// ```
/// use astride_formats::{read_schedule, write_schedule};
/// let schedule = [("red".to_owned(), vec![(0, 0).into(), (1, 0).into()])];
/// let text = write_schedule(&[("cost", "1".to_owned())], &schedule);
/// assert_eq!(read_schedule(text.as_bytes())?, schedule);
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_schedule(bytes: &[u8]) -> Result<Vec<(String, Vec<Cell>)>, FormatError> {
    let yaml = parse(SCHEDULE, text_of(SCHEDULE, bytes)?)?;
    let schedule = needed(SCHEDULE, &yaml, "schedule", "a list of places for each agent")?;
    let Value::Map(agents) = &schedule.value else {
        return Err(wrong(SCHEDULE, schedule, "schedule", "a list of places for each agent"));
    };
    let (mut out, mut names) = (Vec::new(), BTreeSet::new());
    for (name, stays) in agents {
        if !names.insert(name) {
            return Err(second(SCHEDULE, name, stays));
        }
        let expected = "places such as `- x: 1`, `y: 2`, `t: 0`, one for each timestep from 0 on";
        let listed = stays.list().filter(|list| !list.is_empty());
        let listed = listed.ok_or_else(|| wrong(SCHEDULE, stays, name, expected))?;
        let mut path = Vec::new();
        for (timestep, stay) in (0..).zip(listed) {
            let number = |key: &str| stay.get(key).and_then(Yaml::number);
            let place = number("x").zip(number("y")).filter(|_| number("t") == Some(timestep));
            let (x, y) = place
                .ok_or_else(|| wrong(SCHEDULE, stay, name, &format!("x, y, and t: {timestep}")))?;
            path.push(Cell { x, y });
        }
        out.push(((*name).to_owned(), path));
    }
    Ok(out)
}

/// Writes a schedule, below statistics such as its cost.
///
/// # Complexity
///
/// O(bytes).
pub fn write_schedule(statistics: &[(&str, String)], schedule: &[(String, Vec<Cell>)]) -> String {
    let mut out = String::new();
    if !statistics.is_empty() {
        out.push_str("statistics:\n");
    }
    for (key, value) in statistics {
        let _ = writeln!(out, "  {key}: {value}");
    }
    out.push_str("schedule:\n");
    for (name, path) in schedule {
        let _ = writeln!(out, "  {}:", key_of(name));
        for (timestep, Cell { x, y }) in path.iter().enumerate() {
            let _ = write!(out, "    - x: {x}\n      y: {y}\n      t: {timestep}\n");
        }
    }
    out
}

/// A name as a key. Unless it has control characters, or both kinds of quotes and signs of YAML, it is
/// the same when it is read again.
fn key_of(name: &str) -> String {
    let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || "_- ".contains(letter))
        && !name.starts_with(['-', ' '])
        && !name.ends_with(' ')
        && !name.is_empty();
    // After the first letter, quotes and backslashes stand for themselves.
    let is_word = name.starts_with(char::is_alphanumeric)
        && name.trim_end() == name
        && !name.ends_with(':')
        && !name.contains(": ")
        && !name.contains(" #");
    if is_plain {
        name.to_owned()
    } else if name.contains(char::is_control) {
        format!("{name:?}")
    } else if !name.contains('\'') {
        format!("'{name}'")
    } else if !name.contains(['"', '\\']) {
        format!("\"{name}\"")
    } else if is_word {
        name.to_owned()
    } else {
        format!("{name:?}")
    }
}

/// Two agents cannot have the same name.
fn second(format: &'static str, name: &str, at: &Yaml<'_>) -> FormatError {
    let found = format!("a second agent called {}", quote(name));
    FormatError::new(format, found, "a name for each").at(Place::Line(at.line))
}

fn needed<'y, 'a>(
    format: &'static str,
    yaml: &'y Yaml<'a>,
    key: &str,
    expected: &str,
) -> Result<&'y Yaml<'a>, FormatError> {
    yaml.get(key).ok_or_else(|| {
        FormatError::new(format, format!("no {key}"), expected).at(Place::Line(yaml.line))
    })
}

fn wrong(format: &'static str, at: &Yaml<'_>, what: &str, expected: &str) -> FormatError {
    let found = match at.scalar() {
        Some(text) => format!("{} is {}", quote(what), quote(text)),
        None => format!("{} is something else", quote(what)),
    };
    FormatError::new(format, found, expected).at(Place::Line(at.line))
}
