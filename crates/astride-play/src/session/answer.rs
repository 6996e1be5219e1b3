//! An answer as the page receives it: what was found, what is guaranteed, and what it took.

use astride::path::Path;
use astride::search::{Effort, Outcome};
use astride::shapes::square::compress;
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::message::Side;
use crate::session::panel::{Answer, Panel};
use crate::session::wire::{Frame, Replies, kind};

/// Flag of a path that does not lead to a goal.
const PARTIAL: u16 = 1;

/// Adds the answer of a panel and, if there is one, its path.
pub(super) fn reply(
    replies: &mut Replies,
    side: Side,
    panel: &Panel,
    board: &Board,
    answer: &Result<Answer, String>,
) {
    let mut body = json!({ "panel": side.name(), "method": panel.settings().method_id() });
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => {
            body["outcome"] = "refused".into();
            body["why"] = why.as_str().into();
            return replies.text("answer", body);
        }
    };
    if let Some(tier) = answer.tier {
        body["tier"] = tier.row().name.into();
    }
    describe(&mut body, &answer.outcome, panel, board);
    add_legs(&mut body, answer, board);
    expect(&mut body, &answer.outcome, board);
    let path = answer.outcome.path().or(answer.outcome.nearest());
    if let Some(path) = path {
        add_path(&mut body, path, panel, board);
    }
    replies.text("answer", body);
    if let Some(path) = path {
        let is_partial = answer.outcome.path().is_none();
        let frame = path_frame(replies.re(), side, path, board);
        replies.binary(frame.flags(if is_partial { PARTIAL } else { 0 }));
    }
}

fn describe(body: &mut Value, outcome: &Outcome, panel: &Panel, board: &Board) {
    body["effort"] = effort(outcome.effort());
    match outcome {
        Outcome::Found(found) => {
            body["outcome"] = "found".into();
            body["guarantee"] = found.guarantee.to_string().into();
            body["optimal"] = found.guarantee.is_optimal().into();
        }
        Outcome::Unreachable(unreachable) => {
            body["outcome"] = "unreachable".into();
            body["why"] = unreachable.why.to_string().into();
        }
        Outcome::OutOfBudget(out) => {
            body["outcome"] = "out-of-budget".into();
            let what = match out.spent {
                astride::base::Spent::Expansions => "the budget of expansions is spent",
                astride::base::Spent::Bytes => "the search would need more memory than allowed",
                _ => "the search was stopped",
            };
            let (divide, decimals) = board.shown_as(panel.settings().scale());
            let least = out.lower_bound as f64 / f64::from(divide);
            let digits = decimals as usize;
            body["why"] = format!("{what}; no path costs less than {least:.digits$}").into();
        }
    }
}

fn add_path(body: &mut Value, path: &Path, panel: &Panel, board: &Board) {
    let (divide, decimals) = board.shown_as(panel.settings().scale());
    let digits = decimals as usize;
    body["cost"] = path.cost().into();
    body["shown"] = format!("{:.digits$}", path.cost() as f64 / f64::from(divide)).into();
    body["steps"] = path.step_count().into();
    if board.tiling.is_squares() {
        let measure = path.measure(&board.grid);
        body["length"] = measure.length().into();
        body["straight"] = measure.straight.into();
        body["diagonal"] = measure.diagonal.into();
        body["turns"] = points_of(path, board).len().saturating_sub(2).into();
    }
    let end = board.grid.cell(path.goal());
    body["end"] = json!([end.x, end.y]);
}

/// What the legs cost, and which of them was not found.
fn add_legs(body: &mut Value, answer: &Answer, board: &Board) {
    let count = board.via().len() + 1;
    if count == 1 {
        return;
    }
    body["legs"] = answer.legs.clone().into();
    if let Some(why) = body["why"].as_str() {
        let number = answer.legs.len() + 1;
        let goal = if board.goals().len() == 1 { "B" } else { "a goal" };
        let from = if number == 1 { "A".into() } else { format!("stop {}", number - 1) };
        let to = if number < count { format!("stop {number}") } else { goal.into() };
        body["why"] = format!("leg {number} of {count}, from {from} to {to}: {why}").into();
    }
}

/// Compares with the length that the scenario lists, while one of its rows is being answered.
fn expect(body: &mut Value, outcome: &Outcome, board: &Board) {
    let Some((scenario, row)) = board
        .scenario
        .as_ref()
        .zip(board.row())
        .and_then(|(scenario, index)| scenario.rows().get(index).map(|row| (scenario, row)))
    else {
        return;
    };
    let found = outcome.path().map(|path| path.measure(&board.grid));
    let ok = outcome.is_final() && scenario.length_matches(row, found);
    body["expected"] = json!({ "length": row.length, "ok": ok });
}

/// A path by its turning points, with what it costs, or why there is none.
pub(super) fn way(panel: &Panel, board: &Board, answer: Result<Answer, String>) -> Value {
    let outcome = match answer {
        Ok(answer) => answer.outcome,
        Err(why) => return json!({ "why": why }),
    };
    let mut body = json!({});
    describe(&mut body, &outcome, panel, board);
    let Some(path) = outcome.path() else { return json!({ "why": body["why"] }) };
    add_path(&mut body, path, panel, board);
    json!({ "cost": body["cost"], "shown": body["shown"], "nodes": points_of(path, board) })
}

/// The nodes where a path turns, with its ends; all its nodes where tiles are not squares.
pub(super) fn points_of(path: &Path, board: &Board) -> Vec<u32> {
    if !board.tiling.is_squares() {
        return path.nodes().iter().map(|node| node.get()).collect();
    }
    let points = compress(path, &board.grid);
    points.iter().map(|point| board.node(point.cell).get()).collect()
}

fn path_frame(re: u32, side: Side, path: &Path, board: &Board) -> Frame {
    let points = points_of(path, board);
    let numbers = [side.index() as u32, points.len() as u32, 0, 0];
    let mut frame = Frame::new(kind::PATH, re, numbers, 4 * points.len());
    points.iter().for_each(|&node| frame.u32(node));
    frame
}

/// Counts that are the same on every machine.
pub(super) fn effort(effort: Effort) -> Value {
    json!({
        "expanded": effort.expanded,
        "generated": effort.generated,
        "improved": effort.improved,
        "reopened": effort.reopened,
        "open_peak": effort.open_most,
        "bytes": effort.bytes,
    })
}
