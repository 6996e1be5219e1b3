//! What a plan should minimise.

use std::fmt;
use std::str::FromStr;

use super::plan::Plan;
use crate::roadmap::Place;

/// What a plan should minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The sum of all arrivals.
    #[default]
    SumOfCosts,
    /// The last arrival.
    Makespan,
    /// The number of timesteps that agents do not spend resting at their goals, summed over all agents.
    SumOfLoss,
}

impl Objective {
    /// All of them, the default first.
    pub const ALL: [Objective; 3] =
        [Objective::SumOfCosts, Objective::Makespan, Objective::SumOfLoss];

    /// The name on the command line: `soc`, `makespan` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Objective::SumOfCosts => "soc",
            Objective::Makespan => "makespan",
            Objective::SumOfLoss => "loss",
        }
    }

    /// What a plan costs.
    pub fn cost(self, plan: &Plan) -> u64 {
        match self {
            Objective::SumOfCosts => plan.sum_of_costs(),
            Objective::Makespan => plan.makespan().into(),
            Objective::SumOfLoss => plan.sum_of_loss(),
        }
    }

    /// The total of the costs of single agents.
    pub(crate) fn joined(self, costs: impl IntoIterator<Item = u32>) -> u64 {
        let costs = costs.into_iter().map(u64::from);
        match self {
            Objective::Makespan => costs.max().unwrap_or(0),
            Objective::SumOfCosts | Objective::SumOfLoss => costs.sum(),
        }
    }

    /// What one agent contributes: `walk` ends with its arrival.
    pub(crate) fn cost_of_walk(self, walk: &[Place]) -> u32 {
        let arrival = walk.len() as u32 - 1;
        match self {
            Objective::SumOfCosts | Objective::Makespan => arrival,
            Objective::SumOfLoss => {
                let goal = walk[walk.len() - 1];
                let rest = walk.windows(2).filter(|pair| pair[0] == goal && pair[1] == goal);
                arrival - rest.count() as u32
            }
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Objective {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Objective::ALL.into_iter().find(|objective| objective.name() == name);
        found.ok_or_else(|| format!("no objective {name:?}, expected soc, makespan or loss"))
    }
}
