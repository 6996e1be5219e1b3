//! The plugin: which systems run when.

use std::time::Duration;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet};

use crate::{Nav, NavCrowd, crowd, follow, serve};

/// Answers path requests, moves units along their paths, and moves crowds.
///
/// It needs the `TimePlugin` of Bevy, which is among its default plugins, for what moves. Without a
/// [`Nav`] requests wait; without a [`NavCrowd`] there is no crowd.
#[derive(Clone, Copy, Debug)]
pub struct AstridePlugin {
    schedule: Interned<dyn ScheduleLabel>,
    budget: FrameBudget,
}

/// In `Update`, with the default budget.
impl Default for AstridePlugin {
    fn default() -> Self {
        AstridePlugin::in_schedule(Update)
    }
}

impl AstridePlugin {
    /// In this schedule, such as `FixedUpdate`: its systems run whenever that runs, and time is what
    /// `Time` says there.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        AstridePlugin { schedule: schedule.intern(), budget: FrameBudget::default() }
    }

    /// With this budget, which is a resource and can be changed later.
    #[must_use]
    pub fn budget(mut self, budget: FrameBudget) -> Self {
        self.budget = budget;
        self
    }
}

/// What one frame may spend.
///
/// Expansions and steps count the same on every machine, so with the same edits and requests every
/// frame has the same answers everywhere; a clock takes that away.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameBudget {
    /// Expansions of all searches together. 20 000, which is some milliseconds.
    pub expansions: u64,
    /// The time that searches may take, asked every 64 expansions; no limit if `None`. `None`.
    pub time: Option<Duration>,
    /// Steps of known paths that are looked at after a change, and at least one path. 65 536.
    pub steps: usize,
}

impl Default for FrameBudget {
    fn default() -> Self {
        FrameBudget { expansions: 20_000, time: None, steps: 1 << 16 }
    }
}

/// What the plugin does in a frame, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AstrideSystems {
    /// Paths that are known are compared with the world, and new requests put in the queue.
    Ask,
    /// The budget is spent, and answers come to their entities.
    Answer,
    /// Units walk along their paths.
    Follow,
    /// The crowd takes in who is new, its orders and edits of the map, and moves.
    Crowd,
}

impl Plugin for AstridePlugin {
    fn build(&self, app: &mut App) {
        use AstrideSystems::{Answer, Ask, Crowd, Follow};
        app.insert_resource(self.budget)
            .configure_sets(self.schedule, (Ask, Answer, Follow, Crowd).chain())
            .add_systems(
                self.schedule,
                (
                    (serve::start_over, serve::look_again, serve::ask)
                        .chain()
                        .in_set(Ask)
                        .run_if(resource_exists::<Nav>),
                    serve::answer.in_set(Answer).run_if(resource_exists::<Nav>),
                    follow::follow.in_set(Follow).run_if(resource_exists::<Nav>),
                    (crowd::enlist, crowd::order, crowd::advance)
                        .chain()
                        .in_set(Crowd)
                        .run_if(resource_exists::<Nav>)
                        .run_if(resource_exists::<NavCrowd>),
                ),
            );
    }
}
