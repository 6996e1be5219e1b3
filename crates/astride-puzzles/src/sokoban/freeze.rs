//! Boxes that can never be pushed again.

use super::room::Room;

/// Whether the box on `cell` has frozen together with others, and one of them is not on a goal.
///
/// A box is blocked along an axis by a wall on either side, by squares on both sides where no box
/// may stand, or by a box that is itself blocked along the other axis; while one box is looked at, it
/// counts as a wall for the others.
pub(super) fn is_frozen(room: &Room, cell: u16, has_box: &impl Fn(u16) -> bool) -> bool {
    let mut frozen = Vec::new();
    is_stuck(room, cell, has_box, &mut frozen)
        && frozen.iter().any(|&cell| !room.is_goal[usize::from(cell)])
}

/// Whether the box on a goal `cell` can never be pushed again.
pub(super) fn is_fixed(room: &Room, cell: u16, has_box: &impl Fn(u16) -> bool) -> bool {
    is_stuck(room, cell, has_box, &mut Vec::new())
}

fn is_stuck(room: &Room, cell: u16, has_box: &impl Fn(u16) -> bool, walls: &mut Vec<u16>) -> bool {
    let known = walls.len();
    walls.push(cell);
    for axis in 0..2 {
        if !is_blocked(room, cell, axis, has_box, walls) {
            walls.truncate(known);
            return false;
        }
    }
    true
}

fn is_blocked(
    room: &Room,
    cell: u16,
    axis: usize,
    has_box: &impl Fn(u16) -> bool,
    walls: &mut Vec<u16>,
) -> bool {
    let sides = [room.step(cell, axis), room.step(cell, axis + 2)];
    let is_wall = |side: Option<u16>| side.is_none_or(|side| walls.contains(&side));
    if sides.iter().any(|&side| is_wall(side)) {
        return true;
    }
    if sides.iter().flatten().all(|&side| usize::from(side) >= room.live) {
        return true;
    }
    sides.into_iter().flatten().any(|side| has_box(side) && is_stuck(room, side, has_box, walls))
}
