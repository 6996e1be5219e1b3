//! What happened in the last step of a fleet.

/// Something that happened in a step. Robots and tasks are numbered from 0 in the order in which
/// they were handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A robot has got a task.
    Assigned {
        /// Who.
        robot: u32,
        /// What.
        task: u32,
    },
    /// A task that a robot had not begun was taken away from it.
    Withdrawn {
        /// From whom.
        robot: u32,
        /// What.
        task: u32,
    },
    /// A robot has come to the place of the next errand of its task.
    ErrandDone {
        /// Who.
        robot: u32,
        /// Of what.
        task: u32,
        /// Which errand of the task, from 0.
        errand: u32,
    },
    /// That was the last errand of the task.
    TaskDone {
        /// Who.
        robot: u32,
        /// What.
        task: u32,
    },
    /// A robot has not come nearer to its errand for so long that it now gets the right of way.
    Stuck {
        /// Who.
        robot: u32,
    },
    /// A robot that was stuck has done its errand, or has another one. When a robot breaks down or
    /// works again, or a place is closed or opened, all begin again and none is stuck; this is not
    /// reported.
    Freed {
        /// Who.
        robot: u32,
    },
    /// No way leads to the errand of a robot at present, or only one that takes more than 16 000
    /// timesteps (fewer against traffic); it makes room and waits.
    Unreachable {
        /// Who.
        robot: u32,
    },
}
