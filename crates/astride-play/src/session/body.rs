//! The body of a panel's mover: one cell, or a square that moves by its top left cell.

use astride::shapes::square::{BodyGrid, Clearance, Grid, GridView, Mover};
use astride::world::Followed;

/// The largest side of a body, in cells.
pub(super) const MOST_SIDE: u32 = 8;

/// The places where a large body fits, kept while the map does not change.
#[derive(Default)]
pub(super) struct Body {
    clearance: Option<Clearance>,
    places: Option<BodyGrid>,
}

/// What a panel's searches walk on: the map, or the places where its body fits.
#[derive(Clone, Copy)]
pub(super) struct Footing<'a> {
    pub(super) grid: &'a Grid,
    pub(super) mover: &'a Mover,
}

impl<'a> Footing<'a> {
    pub(super) fn view(self) -> GridView<'a> {
        self.grid.seen_by(self.mover)
    }
}

impl Body {
    /// The room around each cell, up to date.
    pub(super) fn clearance(&mut self, view: &GridView<'_>) -> &Clearance {
        self.follow_clearance(view);
        self.clearance.as_ref().expect("it was built")
    }

    /// Brings the room around each cell up to date, and says what that took.
    pub(super) fn follow_clearance(&mut self, view: &GridView<'_>) -> Followed {
        match &mut self.clearance {
            Some(clearance) => clearance.update(view),
            none => {
                *none = Some(Clearance::build(view));
                Followed::built(0)
            }
        }
    }

    /// Follows the edits of the map; `side` stays the same until everything is forgotten.
    pub(super) fn follow(&mut self, view: &GridView<'_>, side: u32) -> Result<(), String> {
        if side == 1 {
            return Ok(());
        }
        let followed = match &mut self.places {
            Some(places) => places.update(view).map(|_| ()),
            none => BodyGrid::square(view, side).map(|made| *none = Some(made)),
        };
        followed.map_err(|error| error.to_string())
    }

    /// What to walk on, after [`follow`](Self::follow).
    pub(super) fn footing<'a>(&'a self, grid: &'a Grid, mover: &'a Mover) -> Footing<'a> {
        match &self.places {
            Some(places) => Footing { grid: places.grid(), mover: places.mover() },
            None => Footing { grid, mover },
        }
    }

    /// The places, if the body is larger than a cell.
    pub(super) fn places(&self) -> Option<&BodyGrid> {
        self.places.as_ref()
    }
}
