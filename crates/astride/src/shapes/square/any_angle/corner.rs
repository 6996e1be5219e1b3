//! Corners at which a path may turn, and the directions it may take from there.
//!
//! A shortest path is taut: it turns only at a corner with one blocked cell, and only around that
//! cell. It may continue in any direction between straight on and along the blocked cell.

use crate::shapes::square::any_angle::{
    cone::{Ray, Wedge},
    map::AnyAngleMap,
};

/// The possible continuations at a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// −1 up, 1 down.
    pub(super) down: i64,
    pub(super) wedge: Wedge,
    /// The column of the first cell that the wedge enters.
    pub(super) column: i64,
    /// Along the horizontal line through the corner: −1 to the left, 1 to the right, 0 not at all.
    pub(super) flat: i64,
}

/// The possible continuations at corner (`x`, `y`), where exactly one of four cells is blocked,
/// after arriving along (`dx`, `dy`). `None` if a path can only go straight on.
pub(super) fn turn(map: &AnyAngleMap, x: i64, y: i64, dx: i64, dy: i64) -> Option<Turn> {
    // The position of the blocked cell, as signs.
    let is_above = !(map.has_free(x - 1, y - 1) && map.has_free(x, y - 1));
    let row = if is_above { y - 1 } else { y };
    let (side, over) =
        (if map.has_free(x - 1, row) { 1 } else { -1 }, if is_above { -1 } else { 1 });
    let (toward_side, toward_over) = (dx * side, dy * over);
    let straight = Ray { aside: dx, ahead: dy.abs() };
    let order = |a: Ray, b: Ray, is_a_left: bool| {
        if is_a_left { Wedge { left: a, right: b } } else { Wedge { left: b, right: a } }
    };
    if toward_side >= 0 && toward_over < 0 {
        // Past the cell on its side, then along its near edge.
        let along = Ray { aside: side, ahead: 0 };
        let wedge = order(along, straight, side < 0);
        let column = if side < 0 { x - 1 } else { x };
        return Some(Turn { down: -over, wedge, column, flat: side });
    }
    if toward_side < 0 && toward_over >= 0 {
        // Along or past its near edge, then up its side.
        let along = Ray { aside: 0, ahead: 1 };
        let wedge = order(along, straight, side < 0);
        let column = if side < 0 { x } else { x - 1 };
        let flat = if dy == 0 { -side } else { 0 };
        return Some(Turn { down: over, wedge, column, flat });
    }
    None
}
