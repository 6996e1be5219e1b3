//! What all solvers of an instance share.

use astride::base::{Budget, NodeId, Random};

use super::distances::Distances;
use super::instance::Instance;
use super::objective::Objective;
use super::plan::Plan;
use crate::fields::FAR;
use crate::roadmap::{Place, Roadmap};

/// The way of an agent, a place for every timestep up to its arrival.
pub(super) type Walk = Vec<Place>;

/// Why a method has ended without a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// There is none.
    Unsolvable,
    /// The budget is spent.
    OutOfBudget,
    /// The method knows no further.
    GaveUp,
}

impl Ended {
    /// Lets other methods go on after one that knew no further.
    pub(super) fn unless_it_gave_up(self) -> Result<(), Ended> {
        if self == Ended::GaveUp { Ok(()) } else { Err(self) }
    }
}

/// An instance that is being solved.
pub(super) struct Task<'a> {
    pub(super) instance: &'a Instance,
    pub(super) objective: Objective,
    pub(super) fields: Distances,
    pub(super) dice: Random,
    /// From each start to its goal, if nobody were in the way; 0 until it is measured.
    pub(super) distances: Vec<u32>,
    meter: Meter,
}

/// How much work is one expansion of a budget: decisions of agents, or states of a search.
const WORK_OF_EXPANSION: usize = 32;

/// How many places that a field of distances reaches take as long as a decision.
const PLACES_OF_WORK: usize = 8;

/// How many agents are measured together, on all threads.
const TOGETHER: usize = 32;

/// Work done since something was taken out of the budget.
struct Meter {
    work: usize,
    places: usize,
    /// How many expansions were taken in all.
    spent: u64,
}

impl Meter {
    fn charge(&mut self, budget: &mut Budget<'_>, work: usize, places: usize) -> Result<(), Ended> {
        self.places += places;
        self.work += work + self.places / PLACES_OF_WORK;
        self.places %= PLACES_OF_WORK;
        while self.work >= WORK_OF_EXPANSION {
            self.work -= WORK_OF_EXPANSION;
            if budget.take().is_some() {
                return Err(Ended::OutOfBudget);
            }
            self.spent += 1;
        }
        Ok(())
    }
}

impl<'a> Task<'a> {
    /// A task of which nothing is known yet.
    pub(super) fn new(
        instance: &'a Instance,
        objective: Objective,
        seed: u64,
        field_bytes: usize,
    ) -> Self {
        let fields = Distances::new(instance, field_bytes);
        let (dice, distances) = (Random::new(seed), vec![0; instance.agent_count()]);
        // The first piece of work takes the first expansion.
        let meter = Meter { work: WORK_OF_EXPANSION, places: 0, spent: 0 };
        Task { instance, objective, fields, dice, distances, meter }
    }

    /// Measures from each start to its goal; ends with [`Ended::Unsolvable`] if somebody cannot get
    /// there at all. O(places) for each agent, and far less where landmarks tell the way.
    pub(super) fn measure(&mut self, budget: &mut Budget<'_>) -> Result<(), Ended> {
        let Task { instance, fields, meter, distances, .. } = self;
        let roadmap = instance.roadmap();
        let charge = &mut |places| meter.charge(budget, 0, places);
        fields.survey(instance, charge)?;
        for first in (0..distances.len()).step_by(TOGETHER) {
            let some = first..distances.len().min(first + TOGETHER);
            let found = fields.steps_from_starts(instance, some.clone(), charge)?;
            for (agent, steps) in some.zip(found) {
                distances[agent] = match steps {
                    FAR => {
                        let (start, goal) = (instance.starts()[agent], instance.goals()[agent]);
                        let mut work = 0;
                        let steps = steps_between(roadmap, start, goal, &[], &mut work);
                        charge(work)?;
                        steps.ok_or(Ended::Unsolvable)?
                    }
                    steps => steps.into(),
                };
            }
        }
        Ok(())
    }

    /// The same instance for somebody else to work on meanwhile, with lots, distances and a meter of
    /// its own.
    pub(super) fn fork(&mut self) -> Self {
        let Task { instance, objective, ref distances, .. } = *self;
        let (fields, distances) = (self.fields.fork(instance), distances.clone());
        let meter = Meter { work: 0, places: 0, spent: 0 };
        Task { instance, objective, fields, dice: Random::new(self.dice.next()), distances, meter }
    }

    /// How many expansions this task has taken out of budgets.
    pub(super) fn spent(&self) -> u64 {
        self.meter.spent
    }

    /// No plan costs less than this.
    pub(super) fn bound(&self) -> u64 {
        self.objective.joined(self.distances.iter().copied())
    }

    /// What the walks of all agents cost.
    pub(super) fn cost(&self, walks: &[Walk]) -> u64 {
        self.objective.joined(walks.iter().map(|walk| self.objective.cost_of_walk(walk)))
    }

    /// Takes work out of the budget, and that of the distances that were asked for meanwhile.
    pub(super) fn spend(&mut self, budget: &mut Budget<'_>, work: usize) -> Result<(), Ended> {
        self.meter.charge(budget, work + 1, self.fields.take_reached())
    }

    /// Notes work that is taken out of the budget the next time.
    pub(super) fn owe(&mut self, work: usize) {
        self.meter.work += work;
    }

    /// The plan of these walks.
    pub(super) fn plan(&self, walks: &[Walk]) -> Plan {
        plan_of(self.instance.roadmap(), walks)
    }

    /// The distance from `place` to an agent's goal, [`FAR`] if there is no way.
    #[inline(always)]
    pub(super) fn distance(&mut self, agent: u32, place: Place) -> u32 {
        self.fields.steps(self.instance, agent, place).into()
    }
}

/// The plan of these walks.
pub(super) fn plan_of(roadmap: &Roadmap, walks: &[Walk]) -> Plan {
    let nodes =
        |walk: &Walk| -> Vec<NodeId> { walk.iter().map(|&place| roadmap.node(place)).collect() };
    Plan::from_paths(walks.iter().map(nodes))
}

/// A walk without what follows its arrival.
pub(super) fn trimmed(mut walk: Walk) -> Walk {
    while walk.len() > 1 && walk[walk.len() - 1] == walk[walk.len() - 2] {
        walk.pop();
    }
    walk
}

/// How many steps it is at least from one place to another without some places, `None` if there is
/// no way: breadth first, for ways that no field holds. The places seen are added to `work`.
pub(super) fn steps_between(
    roadmap: &Roadmap,
    from: Place,
    to: Place,
    closed: &[Place],
    work: &mut usize,
) -> Option<u32> {
    let mut is_seen = vec![false; roadmap.place_count()];
    for &place in closed.iter().chain([&from]) {
        is_seen[place as usize] = true;
    }
    let (mut ring, mut next, mut steps) = (vec![from], Vec::new(), 0);
    while !ring.is_empty() {
        *work += ring.len();
        for &place in &ring {
            if place == to {
                return Some(steps);
            }
            for &way in roadmap.neighbours(place) {
                if !std::mem::replace(&mut is_seen[way as usize], true) {
                    next.push(way);
                }
            }
        }
        std::mem::swap(&mut ring, &mut next);
        next.clear();
        steps += 1;
    }
    None
}
