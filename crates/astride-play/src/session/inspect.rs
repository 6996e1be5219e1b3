//! What each step out of a cell costs, or why it cannot be made.

use astride::base::{Cell, Dir};
use astride::shapes::square::{Corners, Grid, Mover, Neighbours};
use astride::world::{Way, World};
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::body::Footing;
use crate::session::names::class_name;
use crate::session::panel::Panel;
use crate::session::wire::Refusal;

/// The cell and its eight steps, clockwise from north; of a large body those of its top left cell.
pub(super) fn inspect(board: &Board, panel: &mut Panel, cell: Cell) -> Result<Value, Refusal> {
    let class = board.grid.class(cell).unwrap_or_default();
    if !board.tiling.is_squares() {
        let factor = panel.mover().factor(class);
        let tiles = panel.tiles(board).map_err(Refusal::value)?;
        let steps = tiles.steps(board.node(cell)).map(|(node, cost)| {
            let to = board.grid.cell(node);
            json!({ "dir": null, "x": to.x, "y": to.y, "cost": cost, "why": null })
        });
        let steps: Vec<Value> = steps.collect();
        return Ok(json!({
            "x": cell.x, "y": cell.y, "class": class, "name": class_name(class),
            "factor": factor, "steps": steps,
        }));
    }
    panel.follow(board).map_err(Refusal::value)?;
    let Footing { grid, mover } = panel.footing(board);
    let is_large = panel.settings().size() > 1;
    let step = |dir| match step(grid, mover, cell, dir) {
        mut step if is_large && step["why"] == "blocked" => {
            step["why"] = "too narrow".into();
            step
        }
        step => step,
    };
    let steps: Vec<Value> = Dir::ALL.into_iter().map(step).collect();
    let mover = panel.mover();
    let body = json!({
        "x": cell.x,
        "y": cell.y,
        "class": class,
        "name": class_name(class),
        "factor": mover.factor(class),
        "steps": steps,
    });
    Ok(body)
}

fn step(grid: &Grid, mover: &Mover, cell: Cell, dir: Dir) -> Value {
    let name = format!("{dir:?}");
    let Some(to) = cell.step(dir).filter(|&to| grid.node(to).is_some()) else {
        return json!({ "dir": name, "x": null, "y": null, "cost": null, "why": "off the map" });
    };
    let cost = cost(grid, mover, cell, to, dir);
    let why = cost.is_none().then(|| why(grid, mover, cell, to, dir));
    json!({ "dir": name, "x": to.x, "y": to.y, "cost": cost, "why": why })
}

/// The cost of a step; `None` if the engine does not allow it.
fn cost(grid: &Grid, mover: &Mover, from: Cell, to: Cell, dir: Dir) -> Option<u32> {
    let view = grid.seen_by(mover);
    let (from_node, to_node) = (grid.node(from)?, grid.node(to)?);
    if !view.is_passable(from_node) || !view.may_step(from, dir) {
        return None;
    }
    let mut cost = None;
    view.for_each_arc(from_node, Way::Forward, |arc| {
        if arc.node == to_node {
            cost = Some(arc.cost);
        }
    });
    cost
}

/// The first reason against a step that the engine does not allow.
fn why(grid: &Grid, mover: &Mover, from: Cell, to: Cell, dir: Dir) -> &'static str {
    let media = |cell: Cell| grid.class(cell).map_or(0, |class| mover.media_of(class));
    let (here, there) = (media(from), media(to));
    let beside = [dir.turned(7), dir.turned(1)].map(|dir| from.step(dir).map_or(0, media));
    let closed = beside.iter().filter(|&&bits| bits & here & there == 0).count();
    let is_cut = match mover.corner_rule() {
        Corners::Never => closed > 0,
        Corners::OneFree => closed == 2,
        Corners::Always => false,
    };
    match () {
        () if here == 0 => "nobody can stand here",
        () if there == 0 => "blocked",
        () if here & there == 0 => "other medium",
        () if !dir.is_diagonal() => "wall",
        () if mover.neighbour_rule() == Neighbours::Four => "no diagonals",
        () if is_cut => "corner",
        () => "wall",
    }
}
