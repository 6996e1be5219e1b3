//! What of a mover decides where it can go, and what indexes of reachability are therefore made for.

use crate::shapes::square::{Corners, GridView, Neighbours};
use crate::world::Crossings;

/// The part of a view that says which steps there are, but not what they cost, fences aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    width: u32,
    height: u32,
    media: [u8; 256],
    neighbours: Neighbours,
    corners: Corners,
    crossings: Crossings,
}

impl Steps {
    pub(super) fn of(view: &GridView<'_>) -> Self {
        Steps {
            width: view.grid().width(),
            height: view.grid().height(),
            media: *view.meanings().0,
            neighbours: view.neighbours(),
            corners: view.corners(),
            crossings: view.crossings().clone(),
        }
    }
}
