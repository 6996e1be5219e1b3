//! Where the number that a layer shows on a cell comes from, in a sentence.

use astride::base::{Cell, NodeId};
use astride::world::{Way, World};
use serde_json::Value;

use crate::session::layers::{Ground, Layer, Made, Values, distance, named, way_of};
use crate::session::names::class_name;
use crate::session::wire::Refusal;

/// The sentence for what the layer called `id` shows on `cell`.
pub(in crate::session) fn whence(
    ground: Ground<'_>,
    id: &str,
    options: &Value,
    cell: Cell,
) -> Result<String, Refusal> {
    let layer = named(id, ground.board)?;
    let (node, one) = (ground.board.node(cell), ground.board.tiling.one());
    match id {
        "distance" => of_distance(ground, options, cell),
        "flow" => {
            let told = of_distance(ground, options, cell)?;
            Ok(format!("The arrow shows the step that this is made of. {told}"))
        }
        "influence" => Ok(of_influence(&ground, node)),
        "terrain" => Ok(of_terrain(&ground, cell)),
        "clearance" => {
            let made = layer.make(ground, options)?;
            Ok(of_clearance(&made, node, options["of"] == "distance"))
        }
        "clusters" => of_clusters(ground, cell),
        "heat" => {
            let made = layer.make(ground, options)?;
            Ok(match level(&made, node).map(|number| (number, number - 1)) {
                None => format!("The search did not close this {one}"),
                Some((number, 1)) => format!("{number}: the search closed 1 {one} before it"),
                Some((number, before)) => {
                    format!("{number}: the search closed {before} {one}s before it")
                }
            })
        }
        _ => {
            let made = layer.make(ground, options)?;
            Ok(of_areas(&made, node, if id == "chokes" { "region" } else { "component" }))
        }
    }
}

/// What a layer of levels says about a node.
fn level(made: &Made, node: NodeId) -> Option<u64> {
    match &made.values {
        Values::Levels(level) => level(node.index()),
        _ => None,
    }
}

/// A distance is that of the next cell and the step between.
fn of_distance(ground: Ground<'_>, options: &Value, cell: Cell) -> Result<String, Refusal> {
    let (board, way) = (ground.board, way_of(options)?);
    let (divide, decimals) = board.shown_as(ground.panel.settings().scale());
    let shown = |ticks: u64| {
        format!("{:.digits$}", ticks as f64 / f64::from(divide), digits = decimals as usize)
    };
    let (towards, end) = match way {
        Way::Backward => ("to", if board.goals().len() == 1 { "the goal" } else { "a goal" }),
        Way::Forward => ("from", "the start"),
    };
    let memory = &mut *ground.memory;
    let again = Ground { board, panel: &mut *ground.panel, memory, bounds: ground.bounds };
    let made = distance::Distance.make(again, options)?;
    let node = board.node(cell);
    let Some(here) = level(&made, node) else {
        return Ok(match way {
            Way::Backward => format!("No number: no way leads from here to {end}"),
            Way::Forward => "No number: no way leads here from the start".into(),
        });
    };
    if here == 0 {
        return Ok(format!("0: this is {end}"));
    }
    let mut best = None;
    let mut look = |to: NodeId, cost: u32| {
        let rest = level(&made, to).filter(|rest| rest + u64::from(cost) == here);
        if let (Some(rest), None) = (rest, best) {
            best = Some((to, rest, cost));
        }
    };
    if board.tiling.is_squares() {
        let view = ground.panel.footing(board).view();
        let way = if way == Way::Backward { Way::Forward } else { Way::Backward };
        view.for_each_arc(node, way, |arc| look(arc.node, arc.cost));
    } else {
        let tiles = ground.panel.tiles(board).map_err(Refusal::value)?;
        match way {
            Way::Backward => tiles.steps(node).for_each(|(to, cost)| look(to, cost)),
            Way::Forward => {
                for (from, _) in tiles.steps(node) {
                    let back = tiles.steps(from).filter(|&(to, _)| to == node);
                    back.for_each(|(_, cost)| look(from, cost));
                }
            }
        }
    }
    let least = format!("the least that a way {towards} {end} costs");
    let Some((to, rest, cost)) = best else { return Ok(format!("{}: {least}", shown(here))) };
    let Cell { x, y } = board.grid.cell(to);
    let (rest, step) = (shown(rest), shown(cost.into()));
    Ok(format!(
        "{} = {rest}, the distance of ({x}, {y}), + {step} for the step: {least}",
        shown(here)
    ))
}

/// Danger is the sum of what each source presses.
fn of_influence(ground: &Ground<'_>, node: NodeId) -> String {
    let board = ground.board;
    if !board.grid.seen_by(ground.panel.mover()).is_passable(node) {
        return "No number: nobody can stand here".into();
    }
    let shown = |hundredths: i32| format!("{:.2}", f64::from(hundredths) / 100.0);
    let parts: Vec<String> = board
        .danger
        .shares(board.grid.cell(node))
        .into_iter()
        .map(|(number, (Cell { x, y }, share))| {
            format!("{} of source {} at ({x}, {y})", shown(share), number + 1)
        })
        .collect();
    match parts.is_empty() {
        true => "No number: no source of danger reaches this far".into(),
        false => format!(
            "{} = {}: the extra straight steps that it costs to enter",
            shown(board.danger.value(node)),
            parts.join(" + ")
        ),
    }
}

fn of_terrain(ground: &Ground<'_>, cell: Cell) -> String {
    let class = ground.board.grid.class(cell).unwrap_or_default();
    match (ground.panel.mover().factor(class), class_name(class)) {
        (0, name) => format!("No number: nobody can stand on {name}"),
        (factor, name) => format!("{factor}: a step onto {name} costs {factor} × the plain step"),
    }
}

fn of_clearance(made: &Made, node: NodeId, is_distance: bool) -> String {
    match level(made, node) {
        None => "No number: nobody can stand here".into(),
        Some(room) if is_distance => {
            let room = room as f64 / f64::from(made.divide);
            format!("{room:.2} squares from the middle of this one to the nearest wall")
        }
        Some(room) => format!(
            "{room}: a body of {room} × {room} fits with its top left corner here, and one of {more} \
             × {more} does not",
            more = room + 1
        ),
    }
}

fn of_areas(made: &Made, node: NodeId, what: &str) -> String {
    let Values::Areas(numbers, areas) = &made.values else { return String::new() };
    let number = numbers[node.index()];
    if number == super::areas::NOWHERE {
        return "No number: nobody can stand here".into();
    }
    let number = usize::from(number);
    let count = areas.count();
    match areas.cells(number) {
        None => format!("A small {what}: one of {count}, numbered from the largest on"),
        Some(cells) => format!(
            "{what} {} of {count}, numbered from the largest on: {cells} {}",
            number + 1,
            if cells == 1 { "square" } else { "squares" }
        ),
    }
}

/// Where the borders of a cell's cluster lie.
fn of_clusters(ground: Ground<'_>, cell: Cell) -> Result<String, Refusal> {
    let (survey, footing) = ground.panel.survey(ground.board).map_err(Refusal::value)?;
    let clusters = survey.clusters(&footing.view(), ground.bounds)?;
    let side = clusters.side(0);
    let (x, y) = (cell.x / side * side, cell.y / side * side);
    let last = |at: u32, size: u32| (at + side).min(size) - 1;
    let (right, below) = (last(x, footing.grid.width()), last(y, footing.grid.height()));
    let within = |cell: Cell| (x..=right).contains(&cell.x) && (y..=below).contains(&cell.y);
    let nodes = clusters.nodes(0).filter(|&node| within(footing.grid.cell(node))).count();
    Ok(format!(
        "The cluster of ({x}, {y}) to ({right}, {below}), {side} squares a side: {nodes} of its \
         squares are nodes of the coarse map"
    ))
}
