//! One agent: its data, and its current activity.

use crate::agents::{Crowd, CrowdError};

/// Stands for "none" among nodes, ids and times.
pub(in crate::agents) const NONE: u32 = u32::MAX;

/// No shared field.
pub(super) const NO_FIELD: u8 = u8::MAX;

/// The activity of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum State {
    /// Stands where it is.
    #[default]
    Idle = 0,
    /// Follows its path.
    Moving = 1,
    /// Has no path yet.
    Waiting = 2,
    /// Flees from something.
    Fleeing = 3,
    /// Returns to where it lives.
    Returning = 4,
    /// There is no path to where it was sent, or its cell is blocked.
    Stuck = 5,
}

/// The width and walking speed of an agent, in 1/65 536 of a cell.
///
/// # Examples
///
/// ```
/// use astride::agents::{Body, Crowd};
/// // Half a cell across, and two cells in a second of sixty timesteps.
/// let cart = Body::new(Crowd::CELL / 4, Crowd::CELL / 30)?;
/// assert_eq!(cart.radius(), 16_384);
/// assert!(Body::new(Crowd::CELL, 1000).is_err(), "wider than a cell");
/// # Ok::<(), astride::agents::CrowdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    radius: i32,
    speed: i32,
}

impl Body {
    /// The maximum radius: half a cell.
    pub const MAX_RADIUS: i32 = Crowd::CELL / 2;

    /// The valid speeds: 1/1024 to 1/8 of a cell per timestep.
    pub const SPEEDS: std::ops::RangeInclusive<i32> = Crowd::CELL / 1024..=Crowd::CELL / 8;

    /// A body with a radius of 0 to [`MAX_RADIUS`](Self::MAX_RADIUS) and a speed within
    /// [`SPEEDS`](Self::SPEEDS), in 1/65 536 of a cell per timestep.
    ///
    /// # Errors
    ///
    /// If either is out of range.
    pub fn new(radius: i32, speed: i32) -> Result<Self, CrowdError> {
        if !(0..=Self::MAX_RADIUS).contains(&radius) || !Self::SPEEDS.contains(&speed) {
            return Err(CrowdError::Body { radius, speed });
        }
        Ok(Body { radius, speed })
    }

    /// The radius, in 1/65 536 of a cell.
    pub fn radius(self) -> i32 {
        self.radius
    }

    /// The distance it walks in a timestep, in 1/65 536 of a cell.
    pub fn speed(self) -> i32 {
        self.speed
    }
}

impl Default for Body {
    /// A little more than half a cell across, and four cells per second of sixty timesteps.
    fn default() -> Self {
        Body { radius: 20_000, speed: 4369 }
    }
}

/// Why an agent is moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::agents) enum Purpose {
    #[default]
    Go,
    Flee,
    /// The place that it is given becomes its post.
    Home,
}

impl Purpose {
    fn state(self) -> State {
        match self {
            Purpose::Go => State::Moving,
            Purpose::Flee => State::Fleeing,
            Purpose::Home => State::Returning,
        }
    }
}

/// All data of an agent except its position and number.
#[derive(Clone, Debug)]
pub(in crate::agents) struct Agent {
    /// The next cell on its path, which is adjacent to its own or equal to it, while it is moving.
    pub(in crate::agents) on: u32,
    /// Its destination, until it is there.
    pub(in crate::agents) goal: u32,
    /// Where it lives: where it was placed, or its place in the last order to go home.
    pub(in crate::agents) post: u32,
    /// Its remaining turning points, in the store of legs.
    pub(super) first: u32,
    pub(super) len: u32,
    pub(super) body: Body,
    /// 65 536 is a full turn, 0 is east, a quarter turn is south.
    pub(in crate::agents) heading: u16,
    pub(in crate::agents) state: State,
    pub(in crate::agents) purpose: Purpose,
    /// The shared field that guides it.
    pub(super) field: u8,
    /// Whether it has an entry in the queue of requests.
    pub(super) is_queued: bool,
    /// The number of consecutive refused steps.
    pub(super) refused: u8,
}

impl Agent {
    pub(super) fn new(node: u32, body: Body) -> Self {
        Agent {
            on: NONE,
            goal: NONE,
            post: node,
            first: 0,
            len: 0,
            body,
            heading: 0,
            state: State::Idle,
            purpose: Purpose::Go,
            field: NO_FIELD,
            is_queued: false,
            refused: 0,
        }
    }

    /// The distance per timestep in 1/65 536 of a cell; a fleeing agent runs.
    pub(super) fn speed(&self) -> i32 {
        match self.state {
            State::Fleeing => (self.body.speed * 7 / 4) | 1,
            _ => self.body.speed,
        }
    }

    /// Starts following its path.
    pub(super) fn move_on(&mut self) {
        self.state = self.purpose.state();
    }

    /// Drops its path.
    pub(in crate::agents) fn stop(&mut self, state: State) {
        (self.on, self.goal, self.len, self.field) = (NONE, NONE, 0, NO_FIELD);
        self.refused = 0;
        self.state = state;
    }

    /// Called if there is no path to its destination, which is kept in case the map changes.
    pub(super) fn get_stuck(&mut self) {
        let goal = self.goal;
        self.stop(State::Stuck);
        self.goal = goal;
    }

    /// Whether it neither moves nor waits for a path.
    pub(in crate::agents) fn rests(&self) -> bool {
        self.on == NONE && (self.goal == NONE || self.state == State::Stuck)
    }
}
