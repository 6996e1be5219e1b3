//! What an index did to follow edits.

/// The work done by an `update` of an index, or by a repair of a field, to follow edits.
///
/// Counts are the same on every machine. What an index counts is said at its `update`; a field that
/// it does not mention stays 0.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Components, Edit, Grid, Mover};
/// use astride::world::Followed;
/// let (mut grid, mover) = (Grid::new(64, 64, b'.')?, Mover::walker());
/// let mut components = Components::build(&grid.seen_by(&mover));
/// assert_eq!(components.update(&grid.seen_by(&mover)), Followed::default(), "no edit, no work");
/// grid.apply(Edit::new().set((30, 30), b'@'))?;
/// let followed = components.update(&grid.seen_by(&mover));
/// assert!(!followed.rebuilt);
/// assert_eq!(followed.touched, 9, "the cell and those around it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Followed {
    /// Places that edits touched, for many indexes with those around them; all that the index covers if
    /// it was [rebuilt](Self::rebuilt).
    pub touched: u64,
    /// What was examined in addition, each as often as it was looked at.
    pub looked: u64,
    /// Entries of the index that were computed again or replaced.
    pub changed: u64,
    /// Whether everything was built from scratch, because the edits were not known, not of the same
    /// mover, or too many to be followed. The other counts may then include what was tried before,
    /// or the building itself.
    pub rebuilt: bool,
}

impl Followed {
    /// The report of an index that was built for a map of this many places.
    pub fn built(places: u64) -> Self {
        Followed { touched: places, rebuilt: true, ..Followed::default() }
    }

    /// Whether nothing had to be done.
    pub fn is_nothing(&self) -> bool {
        *self == Followed::default()
    }
}
