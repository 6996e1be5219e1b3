//! A race: the same queries by several methods, counted.

use astride::base::NodeId;
use astride::search::Scratch;
use astride::shapes::square;
use astride::world::World;
use serde_json::{Value, json};

use crate::session::board::{Board, no_scenario};
use crate::session::limits::Bounds;
use crate::session::message::Race;
use crate::session::names;
use crate::session::panel::Panel;
use crate::session::random::Rng;
use crate::session::wire::Refusal;

/// The most questions of a race.
const MOST: usize = 1000;

/// The most expansions of one method.
const MOST_EXPANSIONS: u64 = 20_000_000;

/// Runs a race under the rules of `panel`.
pub(super) fn race(
    wish: &Race,
    panel: &mut Panel,
    board: &Board,
    memory: &mut Scratch,
    bounds: Bounds<'_>,
) -> Result<Value, Refusal> {
    if board.tiling.is_squares() {
        panel.follow(board).map_err(Refusal::value)?;
    }
    let most = square::methods().count();
    if wish.methods.is_empty() || wish.methods.len() > most {
        let text = format!("{} methods, expected 1 to {most}", wish.methods.len());
        return Err(Refusal::value(text));
    }
    let pairs = match (wish.rows, wish.pairs) {
        (Some(count), _) => recorded(board, checked(count)?)?,
        (None, count) => random(board, panel, checked(count.unwrap_or(50))?, wish.seed),
    };
    let mut rows = Vec::new();
    for id in &wish.methods {
        let method = names::method(id)?;
        let runner = Panel::new(panel.settings().with_method(method));
        rows.push(run(id, runner, &pairs, board, memory, bounds));
    }
    Ok(json!({ "asked": pairs.len(), "rows": rows }))
}

fn checked(count: usize) -> Result<usize, Refusal> {
    if (1..=MOST).contains(&count) {
        return Ok(count);
    }
    Err(Refusal::value(format!("a race of {count} questions, expected 1 to {MOST}")))
}

/// Rows of the scenario, spread evenly over the file.
fn recorded(board: &Board, count: usize) -> Result<Vec<(NodeId, NodeId)>, Refusal> {
    let rows = board.scenario.as_ref().ok_or_else(no_scenario)?.rows();
    let count = count.min(rows.len());
    let row = |at: usize| &rows[at * rows.len() / count];
    Ok((0..count).map(|at| (board.node(row(at).start), board.node(row(at).goal))).collect())
}

/// Pairs of free cells.
fn random(board: &Board, panel: &Panel, count: usize, seed: u64) -> Vec<(NodeId, NodeId)> {
    // The ground is the same for all shapes.
    let is_free = |node| match board.tiling.is_squares() {
        true => panel.footing(board).view().is_passable(node),
        false => {
            let is_place = board.plan.as_ref().is_none_or(|plan| plan.is_place(node));
            is_place && panel.mover().is_passable(board.grid.class_at(node))
        }
    };
    let mut rng = Rng::new(seed);
    let mut free = || {
        // Where hardly a cell is free, any cell will do.
        let draw = |_| NodeId::new(rng.below(board.grid.cell_count()));
        let mut drawn = (0..1000).map(draw);
        let first = drawn.next().unwrap_or(NodeId::new(0));
        std::iter::once(first).chain(drawn).find(|&node| is_free(node)).unwrap_or(first)
    };
    (0..count).map(|_| (free(), free())).collect()
}

fn run(
    id: &str,
    mut runner: Panel,
    pairs: &[(NodeId, NodeId)],
    board: &Board,
    memory: &mut Scratch,
    bounds: Bounds<'_>,
) -> Value {
    let (mut asked, mut found, mut cost) = (0, 0, 0u64);
    let (mut expanded, mut generated, mut most) = (0u64, 0u64, 0u64);
    let mut why = None;
    for &(from, to) in pairs {
        let answer = runner.ask_from(board, (from, &[to]), memory, bounds, &mut ());
        let outcome = match answer {
            Ok(answer) => answer.outcome,
            Err(refusal) => {
                why = Some(refusal);
                break;
            }
        };
        let effort = outcome.effort();
        asked += 1;
        expanded += effort.expanded;
        generated += effort.generated;
        most = most.max(effort.expanded);
        found += u32::from(outcome.path().is_some());
        cost += outcome.cost().unwrap_or(0);
        if !outcome.is_final() || expanded > MOST_EXPANSIONS {
            why = Some(format!("stopped after {asked} of {} questions", pairs.len()));
            break;
        }
    }
    let mean = |sum: u64| if asked == 0 { 0.0 } else { sum as f64 / f64::from(asked) };
    json!({
        "method": id,
        "ok": why.is_none(),
        "why": why,
        "asked": asked,
        "found": found,
        "total_cost": cost,
        "mean_expanded": mean(expanded),
        "most_expanded": most,
        "mean_generated": mean(generated),
    })
}
