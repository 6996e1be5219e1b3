//! When diagonal steps may cut corners: one rule for every shape with diagonals.

/// When a diagonal step may pass the cells beside it.
///
/// A diagonal step replaces straight ones, one along each of its axes, in some order: a *way* round
/// the corner, through the cells between. On squares there are two ways, through one cell each. A
/// voxel step along all three axes has six, through two voxels each. On triangles a way passes two
/// triangles and three sides. A way is *open* if its cells are free and none of its straight steps
/// is walled off.
///
/// | rule | diagonal allowed if |
/// |---|---|
/// | `Never` | all ways are open (MovingAI maps, the classic tutorial figures) |
/// | `OneFree` | at least one way is open |
/// | `Always` | blocked cells never matter; walls forbid it if all ways have one |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Corners {
    /// No corner is ever cut: every cell beside a diagonal step must be free.
    #[default]
    Never,
    /// One way round the corner is enough.
    OneFree,
    /// Diagonal steps may squeeze between blocked cells.
    Always,
}

impl Corners {
    /// Whether a diagonal step on squares is allowed within the media `here` that both its ends share,
    /// past two ways round the corner: the media of the cell on each, and whether it is walled off.
    #[inline(always)]
    pub(crate) fn allows(self, here: u8, [(a, a_closed), (b, b_closed)]: [(u8, bool); 2]) -> bool {
        match self {
            Corners::Never => here & a & b != 0 && !a_closed && !b_closed,
            Corners::OneFree => (here & a != 0 && !a_closed) || (here & b != 0 && !b_closed),
            Corners::Always => here != 0 && !(a_closed && b_closed),
        }
    }
}
