//! The rules of steps that pass corners.

/// When a step that leads over a corner may pass what lies beside it.
///
/// There are two ways round the corner of a diagonal step, each through one of the cells beside
/// it. A way is *open* if its cell is free and none of its two straight steps is walled off.
///
/// | rule | diagonal allowed if |
/// |---|---|
/// | `Never` | both ways are open (MovingAI maps, the classic tutorial figures) |
/// | `OneFree` | at least one way is open |
/// | `Always` | blocked cells never matter; walls forbid it if both ways have one |
///
/// On triangles a way round a corner passes two triangles and three sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// No corner is ever cut: all that lies beside the step must be free.
    #[default]
    Never,
    /// What is blocked on one side of the step is tolerated.
    OneFree,
    /// Steps may squeeze between two blocked cells.
    Always,
}
