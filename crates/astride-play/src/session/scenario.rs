//! The rows of the attached scenario, for a list.

use serde_json::{Value, json};

use crate::session::board::{Board, no_scenario};
use crate::session::wire::{Refusal, xy};

/// The most rows of one reply.
const MOST: usize = 5000;

/// Rows `from..to` of the scenario, the first ones by default.
pub(super) fn rows(board: &Board, range: Option<[usize; 2]>) -> Result<Value, Refusal> {
    let rows = board.scenario.as_ref().ok_or_else(no_scenario)?.rows();
    let [from, to] = range.unwrap_or([0, MOST]);
    let from = from.min(rows.len());
    let to = to.clamp(from, rows.len()).min(from + MOST);
    let shown: Vec<Value> = (from..)
        .zip(&rows[from..to])
        .map(|(index, row)| {
            json!({
                "i": index,
                "bucket": row.bucket,
                "start": xy(row.start),
                "goal": xy(row.goal),
                "length": row.length,
            })
        })
        .collect();
    Ok(json!({ "total": rows.len(), "rows": shown }))
}
