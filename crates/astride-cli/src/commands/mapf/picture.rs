//! Plans as pictures: an animation, or a drawing in letters for each timestep.

use std::fmt::Write;

use astride::base::{Cell, NodeId};
use astride::shapes::square::{Grid, Mover};
use astride::world::World;
use astride_agents::mapf::Plan;

/// Pixels per cell.
const CELL: u64 = 10;

/// About the least number of pixels of the longer side of a picture.
const LEAST: u64 = 640;

/// How long the end is shown, in timesteps.
const HOLD: u32 = 4;

/// The letters of agents, in order; further agents share the last.
const LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*";

/// An SVG with walls and with rings at goals, in which agents move along the plan again and again.
pub(super) fn animation(grid: &Grid, mover: &Mover, plan: &Plan, step_ms: u32) -> String {
    let (width, height) = (u64::from(grid.width()) * CELL, u64::from(grid.height()) * CELL);
    // Small maps are shown larger.
    let times = (LEAST / width.max(height)).max(1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\"><rect width=\"100%\" height=\"100%\" \
         fill=\"#f7f5ef\"/><path fill=\"#555\" d=\"",
        width * times,
        height * times
    );
    // One rectangle for each run of walls.
    for y in 0..grid.height() {
        let mut x = 0;
        while x < grid.width() {
            let begin = x;
            while x < grid.width() && is_wall(grid, mover, (x, y)) {
                x += 1;
            }
            if x > begin {
                let run = u64::from(x - begin) * CELL;
                let _ = write!(
                    svg,
                    "M{} {}h{run}v{CELL}h-{run}z",
                    u64::from(begin) * CELL,
                    u64::from(y) * CELL
                );
            }
            x += u32::from(x == begin);
        }
    }
    svg.push_str("\"/>\n");
    let makespan = plan.makespan();
    for agent in 0..plan.agent_count() {
        let (x, y) = middle(grid, plan.node_at(agent, makespan));
        // The golden angle makes neighbours in the list distinguishable.
        let hue = agent * 137 % 360;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\" fill=\"none\" stroke=\"hsl({hue} 60% 45%)\"/>"
        );
    }
    for agent in 0..plan.agent_count() {
        write_agent(&mut svg, grid, plan, agent, step_ms);
    }
    svg.push_str("</svg>\n");
    svg
}

fn write_agent(svg: &mut String, grid: &Grid, plan: &Plan, agent: usize, step_ms: u32) {
    let stays = plan.stays(agent);
    let hue = agent * 137 % 360;
    let (x, y) = middle(grid, stays[0].node);
    let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"hsl({hue} 60% 45%)\">");
    let length = plan.makespan() + HOLD;
    // Its positions and times, at the beginning and the end of each stay.
    let mut keys: Vec<(u32, NodeId)> = Vec::new();
    for (at, stay) in stays.iter().enumerate() {
        let last = stays.get(at + 1).map_or(length, |next| next.since - 1);
        keys.push((stay.since, stay.node));
        if last > stay.since {
            keys.push((last, stay.node));
        }
    }
    if stays.len() > 1 {
        let join = |value: &dyn Fn(&(u32, NodeId)) -> String| {
            keys.iter().map(value).collect::<Vec<_>>().join(";")
        };
        let times = join(&|key| format!("{:.5}", f64::from(key.0) / f64::from(length)));
        let ms = u64::from(length) * u64::from(step_ms);
        let along = |name: &str, values: String| {
            format!(
                "<animate attributeName=\"{name}\" dur=\"{ms}ms\" repeatCount=\"indefinite\" \
                 keyTimes=\"{times}\" values=\"{values}\"/>"
            )
        };
        let xs = join(&|key| middle(grid, key.1).0.to_string());
        let ys = join(&|key| middle(grid, key.1).1.to_string());
        svg.push_str(&along("cx", xs));
        svg.push_str(&along("cy", ys));
    }
    svg.push_str("</circle>\n");
}

/// A drawing for each timestep, each below a line with its number.
pub(super) fn letters(grid: &Grid, mover: &Mover, plan: &Plan) -> String {
    let (width, height) = (grid.width(), grid.height());
    let row = |y| (0..width).map(move |x| if is_wall(grid, mover, (x, y)) { b'#' } else { b'.' });
    let empty: Vec<Vec<u8>> = (0..height).map(|y| row(y).collect()).collect();
    let mut text = String::new();
    for timestep in 0..=plan.makespan() {
        let mut rows = empty.clone();
        for agent in 0..plan.agent_count() {
            let Cell { x, y } = grid.cell(plan.node_at(agent, timestep));
            rows[y as usize][x as usize] = LETTERS[agent.min(LETTERS.len() - 1)];
        }
        let _ = writeln!(text, "timestep {timestep}");
        for row in rows {
            let _ = writeln!(text, "{}", String::from_utf8_lossy(&row));
        }
    }
    text
}

fn is_wall(grid: &Grid, mover: &Mover, cell: (u32, u32)) -> bool {
    let node = grid.node(cell);
    !node.is_some_and(|node| grid.seen_by(mover).is_passable(node))
}

/// The middle of a cell, in pixels.
fn middle(grid: &Grid, node: NodeId) -> (u64, u64) {
    let Cell { x, y } = grid.cell(node);
    [x, y].map(|at| u64::from(at) * CELL + CELL / 2).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::io::Drawing;

    fn small() -> (Grid, Plan) {
        let grid = Drawing::parse("..#\n...\n").unwrap().grid;
        let paths = [[0, 0, 1, 4], [5, 4, 3, 3]].map(|path| path.map(NodeId::new));
        (grid, Plan::from_paths(paths))
    }

    #[test]
    fn an_animation_has_a_key_for_each_change() {
        let (grid, plan) = small();
        let svg = animation(&grid, &super::super::mover(), &plan, 100);
        assert_eq!(svg.matches("<animate ").count(), 4);
        assert!(svg.contains("M20 0h10v10h-10z"), "{svg}");
        // The first agent waits for a timestep, then goes right and down, and the end is held.
        let times = "keyTimes=\"0.00000;0.14286;0.28571;0.42857;1.00000\"";
        assert!(
            svg.contains(&format!("dur=\"700ms\" repeatCount=\"indefinite\" {times}")),
            "{svg}"
        );
        assert!(svg.contains("values=\"5;5;15;15;15\"") && svg.contains("values=\"5;5;5;15;15\""));
    }

    #[test]
    fn letters_show_every_timestep() {
        let (grid, plan) = small();
        let text = letters(&grid, &super::super::mover(), &plan);
        let frames: Vec<&str> = text.split("timestep ").skip(1).collect();
        assert_eq!(frames[0], "0\n0.#\n..1\n");
        assert_eq!(frames[1], "1\n0.#\n.1.\n");
        assert_eq!(frames[3], "3\n..#\n10.\n");
    }
}
