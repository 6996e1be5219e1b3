//! Plans as text: a line per timestep, `t:(x,y),(x,y),…`, as the LaCAM programs write them.

use std::fmt::Write;

use astride::base::{Cell, NodeId};

use super::plan::Plan;

/// Writes a plan, a line for each timestep up to the last arrival.
///
/// `cell` returns the cell of a node.
pub fn write_plan(plan: &Plan, cell: impl Fn(NodeId) -> Cell) -> String {
    let mut text = String::new();
    let agents = plan.agent_count();
    // The stay of each agent at the timestep.
    let mut at = vec![0; agents];
    for timestep in 0..=plan.makespan() {
        let _ = write!(text, "{timestep}:");
        for (agent, at) in at.iter_mut().enumerate() {
            let stays = plan.stays(agent);
            while stays.get(*at + 1).is_some_and(|stay| stay.since <= timestep) {
                *at += 1;
            }
            let Cell { x, y } = cell(stays[*at].node);
            let comma = if agent + 1 < agents { "," } else { "" };
            let _ = write!(text, "({x},{y}){comma}");
        }
        text.push('\n');
    }
    text
}

/// Reads a plan. Lines before one that reads `solution=` are skipped, if there is such a line; a
/// comma at the end of a line is allowed.
///
/// `node` returns the node of a cell, if there is one.
///
/// # Errors
///
/// If timesteps are not 0, 1, 2 …, lines have different numbers of agents, or a cell cannot be read
/// or has no node; the error names the line.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, NodeId};
/// use astride_agents::mapf::{read_plan, write_plan};
///
/// let text = "0:(0,0),(2,0)\n1:(1,0),(2,0)\n";
/// let plan = read_plan(text.as_bytes(), |cell| Some(NodeId::new(cell.y * 3 + cell.x)))?;
/// assert_eq!(plan.sum_of_costs(), 1);
/// assert_eq!(write_plan(&plan, |node| Cell::new(node.get() % 3, node.get() / 3)), text);
/// # Ok::<(), astride_agents::mapf::PlanError>(())
/// ```
pub fn read_plan(bytes: &[u8], node: impl Fn(Cell) -> Option<NodeId>) -> Result<Plan, PlanError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        PlanError { line, message: "is not text, expected \"0:(x,y),(x,y)\"".into() }
    })?;
    let lines = || text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let head = lines().find(|&(_, line)| line == "solution=").map_or(0, |(line, _)| line);
    let mut paths: Vec<Vec<NodeId>> = Vec::new();
    let mut timestep = 0;
    for (line, text) in lines().skip(head).filter(|(_, text)| !text.is_empty()) {
        let fail = |message| PlanError { line, message };
        let cells = after_timestep(text, timestep).map_err(fail)?;
        let row = Cells(cells).map(|cell| {
            let (x, y) = cell?;
            node(Cell::new(x, y)).ok_or_else(|| format!("({x},{y}) is not on the map"))
        });
        let row = row.collect::<Result<Vec<_>, _>>().map_err(fail)?;
        if timestep == 0 {
            paths = vec![Vec::new(); row.len()];
        }
        if row.len() != paths.len() {
            let (found, expected) = (row.len(), paths.len());
            return Err(fail(format!("has {found} agents, expected {expected} as in the first")));
        }
        paths.iter_mut().zip(row).for_each(|(path, node)| path.push(node));
        timestep += 1;
    }
    if timestep == 0 {
        let message = "the text ends, expected \"0:(x,y),(x,y)\"".into();
        return Err(PlanError { line: text.lines().count() + 1, message });
    }
    Ok(Plan::from_paths(paths))
}

/// The text after `t:` in a line.
fn after_timestep(line: &str, expected: usize) -> Result<&str, String> {
    match line.split_once(':') {
        Some((timestep, cells)) if timestep.trim().parse() == Ok(expected) => Ok(cells),
        split => {
            let found: String = split.map_or(line, |(it, _)| it).chars().take(20).collect();
            Err(format!("begins with {found:?}, expected \"{expected}:\""))
        }
    }
}

/// The cells that are left in a line.
struct Cells<'a>(&'a str);

impl Iterator for Cells<'_> {
    type Item = Result<(u32, u32), String>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.0.trim_start();
        if text.is_empty() {
            return None;
        }
        let read = || {
            let (cell, rest) = text.strip_prefix('(')?.split_once(')')?;
            let (x, y) = cell.split_once(',')?;
            let cell = (x.trim().parse().ok()?, y.trim().parse().ok()?);
            let rest = rest.trim_start();
            let after = if rest.is_empty() { rest } else { rest.strip_prefix(',')? };
            Some((cell, after))
        };
        let read = read();
        self.0 = read.map_or("", |(_, after)| after);
        Some(read.map(|(cell, _)| cell).ok_or_else(|| {
            let found: String = text.chars().take(20).collect();
            format!("has {found:?}, expected \"(x,y),\"")
        }))
    }
}

/// Why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    line: usize,
    message: String,
}

impl PlanError {
    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

astride::errors! { struct PlanError:
    // a text is no plan; the message says in which line, and what is expected
    Self { line, message } => ("malformed-plan", "line {line}: {message}"),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(cell: Cell) -> Option<NodeId> {
        (cell.x < 4 && cell.y < 4).then(|| NodeId::new(cell.y * 4 + cell.x))
    }

    #[test]
    fn what_the_programs_write_is_read() {
        let text = "agents=2\nmap_file=a.map\nsolution=\n0:(0,0),(3,3),\n1:(1,0),(3,3),\n";
        let plan = read_plan(text.as_bytes(), node).unwrap();
        assert_eq!((plan.agent_count(), plan.node_at(0, 1).get()), (2, 1));
        assert_eq!(plan.sum_of_costs(), 1);
    }

    #[test]
    fn what_is_no_plan_is_refused_by_line() {
        let check = |text: &[u8], expected: &str| {
            assert_eq!(read_plan(text, node).unwrap_err().to_string(), expected);
        };
        check(b"", "line 1: the text ends, expected \"0:(x,y),(x,y)\"");
        check(b"1:(0,0)", "line 1: begins with \"1\", expected \"0:\"");
        check(b"0\n1\n2", "line 1: begins with \"0\", expected \"0:\"");
        check(b"0:(0,0)\n0:(0,0)", "line 2: begins with \"0\", expected \"1:\"");
        check(b"0:(0,0)\n1:(0,0),(1,1)", "line 2: has 2 agents, expected 1 as in the first");
        check(b"0:(0,0)(1,1)", "line 1: has \"(0,0)(1,1)\", expected \"(x,y),\"");
        check(b"0:(0,-1)", "line 1: has \"(0,-1)\", expected \"(x,y),\"");
        check(b"0:(0,99999999999)", "line 1: has \"(0,99999999999)\", expected \"(x,y),\"");
        check(b"0:(4,0)", "line 1: (4,0) is not on the map");
        check(b"0:(0,0)\n\xff", "line 2: is not text, expected \"0:(x,y),(x,y)\"");
    }
}
